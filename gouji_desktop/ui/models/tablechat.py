"""The chat of a table: lines, phrase calls, emotes, bubbles beside the seats, and who is muted."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from PySide6.QtCore import Property, QObject, QTimer, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.net.messages import Said, Table
from gouji_desktop.net.names import clean_chat
from gouji_desktop.net.phrases import EMOTES, PHRASES
from gouji_desktop.rules.seats import Seat
from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import Rows
from gouji_desktop.ui.presenter.chat import (
    CallRow,
    ChatRow,
    PersonRow,
    chat_rows,
    emote_rows,
    heard,
    names_at,
    person_rows,
    phrase_rows,
)
from gouji_desktop.ui.presenter.chatbubbles import BUBBLE_SECONDS, BubbleRow, bubble_rows
from gouji_desktop.ui.presenter.tablelayout import TableLayout
from gouji_desktop.ui.presenter.words import Words

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1

#: The server takes five lines at once, and one every two seconds after that.
BURST = 5
REFILL = 2.0


class Talks(Protocol):
    """What of a client the chat needs."""

    @property
    def table(self) -> Table | None:
        """The table as a place."""
        ...

    @property
    def said(self) -> Sequence[Said]:
        """What was said there."""
        ...

    @property
    def muted(self) -> frozenset[str]:
        """The accounts that are not listened to."""
        ...

    def say(self, text: str = "", phrase: str = "", emote: str = "") -> object:
        """Say something at the table."""
        ...

    def mute(self, uid: str, on: bool) -> object:
        """Hear nothing more of somebody, or hear it again."""
        ...


class ChatProps(NamedTuple):
    """The chat without its lists."""

    shown: bool = False
    can_say: bool = False
    unread: int = 0
    #: Why nothing can be said: shown where the entry would be.
    note: str = ""
    #: What stands where no line does.
    empty: str = ""


@QmlElement
class ChatModel(QObject):
    """The chat."""

    shownChanged = Signal()
    canSayChanged = Signal()
    unreadChanged = Signal()
    noteChanged = Signal()
    emptyChanged = Signal()
    #: The entry was asked for by its key.
    entryAsked = Signal()
    #: Something to be told in passing.
    told = Signal(str)

    _shown = prop("shown")
    _canSay = prop("can_say")
    _unread = prop("unread")
    _note = prop("note")
    _empty = prop("empty")
    shown = Property(bool, _shown, notify=shownChanged)
    canSay = Property(bool, _canSay, notify=canSayChanged)
    unread = Property(int, _unread, notify=unreadChanged)
    note = Property(str, _note, notify=noteChanged)
    empty = Property(str, _empty, notify=emptyChanged)

    def __init__(self, words: Callable[[], Words], parent: QObject) -> None:
        super().__init__(parent)
        self._words = words
        self._props = ChatProps()
        self._client: Talks | None = None
        self._own: Seat | None = None
        self._own_uid = ""
        self._open = False
        self._read = 0
        #: Up to this line nothing makes a bubble, and which lines do, with their end by the clock.
        self._bubbled = 0
        self._bubbles: dict[int, tuple[Said, float]] = {}
        #: The names of those who have said something, by uid.
        self._spoke: dict[str, str] = {}
        self._layout: TableLayout | None = None
        self._tokens = float(BURST)
        self._since = 0.0
        self.clock: Callable[[], float] = time.monotonic
        self._lines = Rows(ChatRow, self, key=lambda row: row.number)
        self._people = Rows(PersonRow, self, key=lambda row: row.uid)
        self._phrases = Rows(CallRow, self)
        self._emotes = Rows(CallRow, self)
        self._bubble_rows = Rows(BubbleRow, self, key=lambda row: row.seat)
        self._fading = QTimer(self)
        self._fading.setSingleShot(True)
        self._fading.timeout.connect(self._show_bubbles)

    @Property(QObject, constant=True)
    def lines(self) -> QObject:
        """The lines, the newest last."""
        return self._lines

    @Property(QObject, constant=True)
    def people(self) -> QObject:
        """Everybody else, with whether they are muted."""
        return self._people

    @Property(QObject, constant=True)
    def phrases(self) -> QObject:
        """The phrase calls."""
        return self._phrases

    @Property(QObject, constant=True)
    def emotes(self) -> QObject:
        """The emotes."""
        return self._emotes

    @Property(QObject, constant=True)
    def bubbles(self) -> QObject:
        """What stands beside the seats."""
        return self._bubble_rows

    # --- the table's side -----------------------------------------------------------------------------------------

    def attach(self, client: Talks) -> None:
        """Show what is said at this client's table; what has been said so far is read already."""
        self._client = client
        self._read = self._bubbled = max((line.n for line in client.said), default=0)
        self._tokens = float(BURST)

    def detach(self) -> None:
        """There is nobody to talk with."""
        self._client = None
        self._bubbles.clear()
        self._spoke.clear()
        self._open = False
        for rows in (self._lines, self._people, self._bubble_rows):
            rows.show([])
        show(self, ChatProps())

    def refresh(self, own: Seat | None, own_uid: str, note: str) -> None:
        """Show what the client knows now; with a note nothing can be said."""
        self._own, self._own_uid = own, own_uid
        client, words = self._client, self._words()
        if client is None:
            return
        lines = heard(client.said, client.muted, words)
        newest = lines[-1].n if lines else 0
        if self._open:
            self._read = max(self._read, newest)
        end = self.clock() + BUBBLE_SECONDS
        for line in lines:
            if line.n > self._bubbled and line.seat is not None and not line.text:
                self._bubbles[line.seat] = line, end
        self._bubbled = max(self._bubbled, newest)
        self._bubbles = {
            seat: (line, end) for seat, (line, end) in self._bubbles.items() if line.uid not in client.muted
        }
        self._spoke.update({line.uid: line.name for line in client.said})
        names = names_at(client.table, self._spoke, words)
        self._lines.show(chat_rows(lines, own_uid, own, words, names))
        self._people.show(person_rows(client.table, self._spoke, client.muted, own_uid, own, names))
        self._phrases.show(phrase_rows(words))
        self._emotes.show(emote_rows(words))
        # Those who only watch are told nothing of what is said.
        empty = words("chat.empty" if own is not None else "chat.watching_empty")
        unread = sum(line.n > self._read and line.uid != own_uid for line in lines)
        show(self, ChatProps(shown=True, can_say=not note, unread=unread, note=note, empty=empty))
        self._show_bubbles()

    def place(self, layout: TableLayout) -> None:
        """The table is laid out like this now."""
        if layout != self._layout:
            self._layout = layout
            self._show_bubbles()

    def set_open(self, open_: bool) -> None:
        """The panel of the chat is open, or no longer; what stands in it is read."""
        if open_ and self._lines.rows:
            self._read = max(self._read, self._lines.rows[-1].number)
            show(self, self._props._replace(unread=0))
        self._open = open_

    # --- the person's side ----------------------------------------------------------------------------------------

    @Slot(str, result=bool)
    def say(self, text: str) -> bool:
        """Say a line; whether it went."""
        line = clean_chat(text)
        if line is None:
            self.told.emit(self._words()("chat.too_long"))
            return False
        return bool(line) and self._send(text=line)

    @Slot(str, result=bool)
    def call(self, name: str) -> bool:
        """Say a phrase or show an emote; whether it went."""
        if name in PHRASES:
            return self._send(phrase=name)
        return name in EMOTES and self._send(emote=name)

    @Slot(str, bool)
    def mute(self, uid: str, on: bool) -> None:
        """Hear nothing more of somebody, or hear it again."""
        if self._client is not None:
            self._client.mute(uid, on)
            self.refresh(self._own, self._own_uid, self._props.note)

    # --- inside ---------------------------------------------------------------------------------------------------

    def _send(self, *, text: str = "", phrase: str = "", emote: str = "") -> bool:
        if self._client is None or not self._props.can_say:
            return False
        now = self.clock()
        self._tokens = min(float(BURST), self._tokens + (now - self._since) / REFILL)
        self._since = now
        if self._tokens < 1:
            self.told.emit(self._words()("chat.too_fast"))
            return False
        self._tokens -= 1
        self._client.say(text=text, phrase=phrase, emote=emote)
        return True

    def _show_bubbles(self) -> None:
        """The bubbles that have not stood long enough yet."""
        now = self.clock()
        self._bubbles = {seat: each for seat, each in self._bubbles.items() if each[1] > now}
        if self._layout is None:
            return
        lines = [line for line, _ in self._bubbles.values()]
        self._bubble_rows.show(bubble_rows(lines, self._layout, self._own, self._words()))
        if self._bubbles:
            soonest = min(end for _, end in self._bubbles.values())
            self._fading.start(max(1, round((soonest - now) * 1000)))
