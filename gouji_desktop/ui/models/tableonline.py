"""What being online adds to the table window: connection, seats that wait or have gone, chat, proof, leaving.

`attach(client)` shows a client, `detach()` none; without one everything is empty and nothing is ever asked. The table
asks this model for `table`, an `OnlineTable`, and derives its picture anew when `tableChanged` says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from PySide6.QtCore import Property, QObject, QTimer, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.net.clientstate import ClientState, Trouble
from gouji_desktop.net.proofs import ShufflePhase, ShuffleState
from gouji_desktop.rules.seats import Seat
from gouji_desktop.table.session import Capability, TableSession, Update
from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.tablechat import ChatModel, Talks
from gouji_desktop.ui.presenter.connection import (
    OFFLINE,
    Banner,
    OnlineTable,
    Watched,
    blocks,
    derive_banner,
    derive_leaving,
    online_table,
)
from gouji_desktop.ui.presenter.online import trouble_words
from gouji_desktop.ui.presenter.proofwords import ProofWords, kept_proof_words, proof_words
from gouji_desktop.ui.presenter.tablelayout import TableLayout
from gouji_desktop.ui.presenter.words import Words

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1

#: The banner counts seconds; it looks so often.
TICK = 250
#: What spectators are behind, in seconds, where the server did not say.
USUAL_DELAY = 30


class TableClient(Talks, Protocol):
    """What of a client the table window needs."""

    @property
    def state(self) -> ClientState:
        """The connection."""
        ...

    @property
    def session(self) -> TableSession | None:
        """The match that is played or watched."""
        ...

    @property
    def proof(self) -> ShuffleState:
        """The shuffle of the last deal."""
        ...

    @property
    def watching(self) -> float | None:
        """How many seconds behind a spectator is."""
        ...

    @property
    def notice(self) -> Trouble | None:
        """What went wrong at the table."""
        ...

    def subscribe(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call the listener with the topic of every change; the result unsubscribes."""
        ...

    def rematch(self) -> object:
        """Ask for another match at the same table."""
        ...


class OnlineProps(NamedTuple):
    """What the network shows on the table."""

    shown: bool = False
    banner_kind: str = ""
    banner_title: str = ""
    banner_detail: str = ""
    banner_action: str = ""
    banner_label: str = ""
    #: Somebody who only watches, and how far behind.
    watching: str = ""
    proof: str = "none"
    proof_mark: str = ""
    proof_title: str = ""
    proof_lines: tuple[str, ...] = ()
    leave_title: str = ""
    leave_lines: tuple[str, ...] = ()


@QmlElement
class TableOnlineModel(QObject):
    """The network of the table window."""

    shownChanged = Signal()
    bannerKindChanged = Signal()
    bannerTitleChanged = Signal()
    bannerDetailChanged = Signal()
    bannerActionChanged = Signal()
    bannerLabelChanged = Signal()
    watchingChanged = Signal()
    proofChanged = Signal()
    proofMarkChanged = Signal()
    proofTitleChanged = Signal()
    proofLinesChanged = Signal()
    leaveTitleChanged = Signal()
    leaveLinesChanged = Signal()
    #: The picture of the table is another one.
    tableChanged = Signal()
    #: The person wants the connection back, now and here.
    retryAsked = Signal()
    #: The person leaves the table, and has been asked where that costs something.
    leaving = Signal()
    #: Something to be told in passing.
    told = Signal(str)
    #: The panel with this name is to be opened.
    panelAsked = Signal(str)

    _shown = prop("shown")
    _bannerKind = prop("banner_kind")
    _bannerTitle = prop("banner_title")
    _bannerDetail = prop("banner_detail")
    _bannerAction = prop("banner_action")
    _bannerLabel = prop("banner_label")
    _watching = prop("watching")
    _proof = prop("proof")
    _proofMark = prop("proof_mark")
    _proofTitle = prop("proof_title")
    _leaveTitle = prop("leave_title")
    shown = Property(bool, _shown, notify=shownChanged)
    bannerKind = Property(str, _bannerKind, notify=bannerKindChanged)
    bannerTitle = Property(str, _bannerTitle, notify=bannerTitleChanged)
    bannerDetail = Property(str, _bannerDetail, notify=bannerDetailChanged)
    bannerAction = Property(str, _bannerAction, notify=bannerActionChanged)
    bannerLabel = Property(str, _bannerLabel, notify=bannerLabelChanged)
    watching = Property(str, _watching, notify=watchingChanged)
    proof = Property(str, _proof, notify=proofChanged)
    proofMark = Property(str, _proofMark, notify=proofMarkChanged)
    proofTitle = Property(str, _proofTitle, notify=proofTitleChanged)
    leaveTitle = Property(str, _leaveTitle, notify=leaveTitleChanged)

    def __init__(self, words: Callable[[], Words], parent: QObject) -> None:
        super().__init__(parent)
        self._words = words
        self._props = OnlineProps()
        self._client: TableClient | None = None
        self._unsubscribe: Callable[[], None] = lambda: None
        self._table: OnlineTable = OFFLINE
        self._proof_seen = False
        self._asks_leave = self._paused = False
        self._kept = ShufflePhase.NONE
        self._state: ClientState | None = None
        self._state_since = self._up_since = 0.0
        #: Seconds; what the banner counts by.
        self.clock: Callable[[], float] = time.monotonic
        #: Whether the log of a match, by its name, lies on disk.
        self.is_kept: Callable[[str], bool] = lambda _name: False
        self.chat_model = ChatModel(words, self)
        self.chat_model.told.connect(self.told)
        self._ticking = QTimer(self)
        self._ticking.setInterval(TICK)
        self._ticking.timeout.connect(self._tick)

    @Property(ChatModel, constant=True)
    def chat(self) -> ChatModel:
        """What is said at the table."""
        return self.chat_model

    @Property("QStringList", notify=proofLinesChanged)  # type: ignore[arg-type]
    def proofLines(self) -> list[str]:
        """What the mark of the shuffle means."""
        return list(self._props.proof_lines)

    @Property("QStringList", notify=leaveLinesChanged)  # type: ignore[arg-type]
    def leaveLines(self) -> list[str]:
        """What leaving means and costs."""
        return list(self._props.leave_lines)

    @property
    def table(self) -> OnlineTable:
        """What the picture of the table needs."""
        return self._table

    @property
    def props(self) -> OnlineProps:
        """What is shown."""
        return self._props

    @property
    def costs(self) -> bool:
        """Whether a seat of a running match would be left."""
        client = self._client
        if client is None or client.session is None or client.session.seat is None:
            return False
        phase = client.table.phase if client.table is not None else ""
        return phase == "playing" and not client.session.latest.view.over

    @property
    def log_name(self) -> str:
        """What the log of the match that has ended is called; "" where none has ended, or it was not one's own."""
        table = self._client.table if self._client is not None else None
        over = table is not None and table.match and table.phase != "playing" and self._own is not None
        return f"{table.t}-{table.match}" if table is not None and over else ""

    # --- the composition root's side ------------------------------------------------------------------------------

    def attach(self, client: TableClient) -> None:
        """Show the table of this client from now on."""
        self.detach()
        self._client = client
        self._state = None
        self._up_since = self.clock()
        self._proof_seen = False
        self.chat_model.attach(client)
        self._unsubscribe = client.subscribe(self._on_topic)
        self._ticking.start()
        self.refresh()

    def detach(self) -> None:
        """Show no client."""
        self._unsubscribe()
        self._unsubscribe = lambda: None
        self._ticking.stop()
        self._client = None
        self._asks_leave = False
        self.chat_model.detach()
        self.refresh()

    def show_kept(self, proof: ShufflePhase) -> None:
        """A log of an online match is played back whose shuffles were checked; NONE where there is none."""
        self._kept = proof
        self.refresh()

    def refresh(self) -> None:
        """Derive everything from what the client knows now, or in another language."""
        client = self._client
        if client is None:
            found = kept_proof_words(self._kept, self._words())
            kept = OnlineProps(
                proof=self._kept.value, proof_mark=found.mark, proof_title=found.title, proof_lines=found.lines
            )
            self._become(OFFLINE, kept)
            return
        if client.proof.phase is not ShufflePhase.FAILED:
            self._proof_seen = False
        table = online_table(client.state, client.table, frozen=self._frozen)
        name = self.log_name
        table = table._replace(kept=bool(name) and self.is_kept(name), behind=self._behind(client))
        self._become(table, self._derive(client))
        note = self._words()("chat.watching") if self._own is None else ""
        if not note and table.blocked is not None:
            note = self._words()("chat.offline")
        self.chat_model.refresh(self._own, client.state.uid, note)

    # --- the table's side -----------------------------------------------------------------------------------------

    def place(self, layout: TableLayout, panel: str) -> None:
        """The table is laid out like this now, and this panel is open."""
        self.chat_model.place(layout)
        self.chat_model.set_open(panel == "chat")
        if panel == "proof" and not self._proof_seen:
            self._proof_seen = True
            self.refresh()

    def follow(self, update: Update) -> None:
        """The session says that something changed."""
        if self._client is not None and update.paused is not self._paused:
            self._paused = update.paused
            self.refresh()

    def rematch(self) -> None:
        """Ask for another match."""
        if self._client is not None:
            self._client.rematch()

    # --- the person's side ----------------------------------------------------------------------------------------

    @Slot()
    def act(self) -> None:
        """The button of the banner was pressed."""
        if self._props.banner_action == "retry":
            self.retryAsked.emit()
        elif self._props.banner_action == "proof":
            self.panelAsked.emit("proof")

    @Slot()
    def askLeave(self) -> None:
        """The person wants to leave: asked first where a running match would be left."""
        if self.costs:
            self._asks_leave = True
            self.refresh()
        else:
            self.leaving.emit()

    @Slot(bool)
    def answerLeave(self, leave: bool) -> None:
        """Leave after all, or stay."""
        if self._asks_leave:
            self._asks_leave = False
            self.refresh()
            if leave:
                self.leaving.emit()

    # --- inside ---------------------------------------------------------------------------------------------------

    @property
    def _own(self) -> Seat | None:
        session = self._client.session if self._client is not None else None
        if session is not None:
            return session.seat
        table = self._client.table if self._client is not None else None
        return None if table is None else table.you

    @property
    def _frozen(self) -> bool:
        """The server's clocks stand still: nobody here can have stopped them."""
        session = self._client.session if self._client is not None else None
        return session is not None and session.latest.paused and Capability.PAUSE not in session.capabilities

    def _on_topic(self, topic: str) -> None:
        notice = self._client.notice if self._client is not None and topic == "notice" else None
        if notice is not None and notice.key == "refused_request":
            self.told.emit(self._words()("net.refused"))
        elif notice is not None and notice.key in ("not_understood", "not_stored"):
            self.told.emit(trouble_words(notice, self._words())[0])
        if topic != "lobby":
            self.refresh()

    def _tick(self) -> None:
        """Count seconds while there are some to be counted."""
        client = self._client
        if client is not None and (
            self._props.banner_kind or client.state.phase != "online" or self._lags(client) or self._lacks_log
        ):
            self.refresh()

    @property
    def _lacks_log(self) -> bool:
        """Whether the log of the match that has ended may still come."""
        return bool(self.log_name) and not self._table.kept

    def _lags(self, client: TableClient) -> bool:
        return client.state.silent_for > 0

    def _watched(self, client: TableClient) -> Watched:
        state = client.state
        now = self.clock()
        if state != self._state:
            self._state, self._state_since = state, now
        if state.phase == "online":
            # Who says nothing any more has been away since then.
            self._up_since = now - state.silent_for
        watches = self._behind(client) is not None
        return Watched(state, now - self._state_since, now - self._up_since, watches)

    def _derive(self, client: TableClient) -> OnlineProps:
        words = self._words()
        banner: Banner = derive_banner(
            self._watched(client),
            words,
            frozen=self._frozen,
            proof=client.proof.phase,
            proof_seen=self._proof_seen,
        )
        proof: ProofWords = proof_words(client.proof, words)
        return OnlineProps(
            shown=True,
            banner_kind=banner.kind.value,
            banner_title=banner.title,
            banner_detail=banner.detail,
            banner_action=banner.action,
            banner_label=banner.label,
            watching=self._watching_words(client, words),
            proof=client.proof.phase.value,
            proof_mark=proof.mark,
            proof_title=proof.title,
            proof_lines=proof.lines,
            **self._leave_words(client, words),
        )

    def _behind(self, client: TableClient) -> int | None:
        """How many seconds who watches is behind."""
        if client.session is None or client.session.seat is not None:
            return None
        return round(USUAL_DELAY if client.watching is None else client.watching)

    def _watching_words(self, client: TableClient, words: Words) -> str:
        behind = self._behind(client)
        return "" if behind is None else words("net.watching", n=behind)

    def _leave_words(self, client: TableClient, words: Words) -> dict[str, Any]:
        session = client.session
        if not self._asks_leave or session is None or not self.costs:
            self._asks_leave = False
            return {}
        view = session.latest.view
        leaving = derive_leaving(
            view.rules,
            len(view.results),
            words,
            deal_running=view.deal is not None and not view.deal.places,
            left_before=len(self._table.left),
            cut_off=blocks(client.state, frozen=False) is not None,
        )
        return {"leave_title": leaving.title, "leave_lines": leaving.lines}

    def _become(self, table: OnlineTable, props: OnlineProps) -> None:
        changed = table != self._table
        self._table = table
        show(self, props)
        if changed:
            self.tableChanged.emit()
