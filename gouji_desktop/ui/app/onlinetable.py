"""The table that one is at on a server: its waiting room, its match on the table page, and the way out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import ceil
from typing import TYPE_CHECKING

from gouji_desktop.net.messages import LobbyRow, Spectating
from gouji_desktop.ui.models.onlinequestion import AnswerRow, Question, QuestionProps
from gouji_desktop.ui.presenter.online import trouble_words
from gouji_desktop.ui.presenter.onlineroom import (
    RoomProps,
    Watch,
    chat_lines,
    derive_room,
    derive_watched,
    is_free,
    lost_by_leaving,
    next_level,
    rules_of_table,
    seat_names,
)

if TYPE_CHECKING:
    from gouji_desktop.net.client import Client
    from gouji_desktop.net.messages import Table
    from gouji_desktop.net.requesting import Answer
    from gouji_desktop.ui.app.matches import Matches
    from gouji_desktop.ui.app.onlineseats import HeldSeats
    from gouji_desktop.ui.models.app import AppModel

#: A table that the lobby does not list, as far as it is known to who watches it.
UNLISTED = LobbyRow("", "", "", "", 0, "", "")
#: Where one is while one is at a table.
WAY_TO_LOBBY = ("online", "lobby")
WAY_TO_ROOM = (*WAY_TO_LOBBY, "room")
#: Pages of a match, that goes on as soon as the connection is back.
PAGES_OF_MATCH = frozenset({"table", "book"})
#: A chat line of a guest and the sounds of it are no business of this module: the table page shows its own.
LEAVING = "leave"
STARTING = "start"
KICKING = "kick"
#: Seconds between two looks at how long a spectator still waits.
TICK = 0.25


class OnlineTable:
    """Follows one client's table; `told` gets every refusal. `show` and `let_go` begin and end it."""

    def __init__(
        self,
        model: AppModel,
        matches: Matches,
        held: HeldSeats,
        loop: asyncio.AbstractEventLoop,
        answered: Callable[[Answer], None],
        hang_up: Callable[[], object],
        changed: Callable[[], None],
    ) -> None:
        """`changed` is told when the lobby has other things to offer."""
        self._model = model
        self._online = model.online_model
        self._matches = matches
        self._held = held
        self._loop = loop
        self.changed = changed
        self._answered = answered
        self._hang_up = hang_up
        self._client: Client | None = None
        #: The table whose room was opened, and the session that was put on the table page.
        self._table = ""
        self._session: object | None = None
        #: The table that is watched, and when something of its match is seen first; None while none runs.
        self._watched = ""
        self._sees_at: float | None = None
        self._ticking: asyncio.TimerHandle | None = None
        self._online.room_model.wanted.connect(self._want)
        self._online.room_model.said.connect(self._say)
        self._online.room_model.tooLong.connect(lambda: model.toasted.emit(model.current_words()("chat.too_long")))
        model.table_model.online_model.leaving.connect(self.leave)
        matches.remote_left.append(self.ask_leave)
        model.table_model.wanted.connect(self._want_of_table)

    def show(self, client: Client) -> None:
        """Follow this client from now on."""
        self._client = client

    def let_go(self) -> None:
        """Follow none."""
        self._client = None
        self._table = self._watched = ""
        self._drop_session()
        self._online.room_model.show_room(None, live=False)
        for kind in (LEAVING, STARTING, KICKING):
            self._online.question_model.withdraw(kind)

    @property
    def is_shown(self) -> bool:
        """Whether the table page shows its match."""
        return self._session is not None and self._model.shown_page == "table" and self.is_looked_at

    @property
    def is_looked_at(self) -> bool:
        """Whether the page is one of an online table: its room, its match or the book of its rules."""
        page = self._model.shown_page
        return page == "room" or (page in PAGES_OF_MATCH and not self._matches.plays_here)

    @property
    def own(self) -> str:
        """The id of the table where one is, also to watch; "" for none."""
        client = self._client
        if client is not None and client.table is not None:
            return client.table.t
        return self._watched if client is not None and client.watching is not None else ""

    # --- what the client tells ------------------------------------------------------------------------------------

    def follow(self, topic: str) -> None:
        """Something has changed."""
        if self._client is None:
            return
        self._held.follow(self._client, topic)
        if topic in {"session", "table"}:
            self._follow_session()
        if topic in {"state", "session", "table"} or (topic == "lobby" and self._waits):
            self._follow_table()
        if topic in {"said", "table"}:
            self.show_chat()

    def refresh(self) -> None:
        """Say everything in the words of now."""
        if self._client is not None:
            self._show_room()
            self.show_chat()

    def show_chat(self) -> None:
        """Show what was said."""
        client = self._client
        if client is not None:
            words = self._model.current_words()
            self._online.room_model.show_chat(
                chat_lines(client.said, client.state.uid, client.muted, words, client.table)
            )

    def _follow_table(self) -> None:
        client = self._client
        if client is None:
            return
        self._show_room()
        there = self.own
        if there == self._table:
            return
        gone, self._table = self._table, there
        for kind in (LEAVING, STARTING, KICKING):
            self._online.question_model.withdraw(kind)
        if there:
            if self._session is None and (self.is_looked_at or self._model.shown_page not in PAGES_OF_MATCH):
                self._model.home(*WAY_TO_ROOM)
        elif gone and self._model.shown_page in {"room", *PAGES_OF_MATCH}:
            if self.is_looked_at:
                self._model.home(*WAY_TO_LOBBY)
            if client.notice is not None:
                self._model.toasted.emit(trouble_words(client.notice, self._model.current_words())[0])

    def _follow_session(self) -> None:
        client = self._client
        session = client.session if client is not None else None
        if client is None or session is self._session:
            return
        self._drop_session()
        if session is None:
            if self._model.shown_page == "table" and self.own and self.is_looked_at:
                self._model.home(*WAY_TO_ROOM)
            return
        self._session = session
        self._go_to_table()

    def _go_to_table(self) -> None:
        client = self._client
        if client is None or client.session is None:
            return
        self._model.home(*WAY_TO_ROOM)
        self._matches.sit_at(client.session)
        self._model.table_model.online_model.attach(client)

    def _drop_session(self) -> None:
        if self._session is not None:
            self._session = None
            self._model.table_model.online_model.detach()
            self._matches.let_go_of_remote()

    def _show_room(self) -> None:
        client = self._client
        if client is None:
            self._online.room_model.show_room(None, live=False)
            return
        self._online.room_model.show_room(self._room(client), live=client.state.phase == "online")
        if self._ticking is not None:
            self._ticking.cancel()
        self._ticking = self._loop.call_later(TICK, self._tick) if self._waits else None

    def _room(self, client: Client) -> RoomProps | None:
        words, table, watch = self._model.current_words(), client.table, self._watch(client)
        if watch is not None and (table is None or (watch.left is not None and table.phase == "waiting")):
            # What the place was before the match is no news.
            return derive_watched(self._row(client), words, watch)
        if table is None:
            return None
        at_table = client.session is not None and table.phase != "waiting"
        return derive_room(table, client.state.uid, words, at_table=at_table, watch=watch)

    # --- watching -------------------------------------------------------------------------------------------------

    @property
    def _waits(self) -> bool:
        """Whether one watches a match of which nothing may be seen yet."""
        client = self._client
        return client is not None and client.watching is not None and client.session is None

    def _watch(self, client: Client) -> Watch | None:
        """How long it takes until something is seen of the match that is watched."""
        if not self._waits or client.watching is None:
            self._sees_at = None
            return None
        table, delay = client.table, client.watching
        runs = self._row(client).phase == "playing" or (table is not None and table.phase == "playing")
        now = self._loop.time()
        if not runs:
            self._sees_at = None
        elif self._sees_at is None:
            self._sees_at = now + delay
        left = None if self._sees_at is None else max(0, ceil(self._sees_at - now))
        return Watch(round(delay), left)

    def _row(self, client: Client) -> LobbyRow:
        """The table that is watched, as the lobby knows it."""
        return next((row for row in client.lobby_rows if row.t == self._watched), UNLISTED)

    def _tick(self) -> None:
        self._ticking = None
        self._show_room()

    def watch(self, table: str | None = None, code: str | None = None) -> None:
        """Watch a table, and no other any more; until something may be seen of it its room says how long that takes."""
        client = self._client
        if client is None:
            return
        if client.watching is not None and table is not None and table == self.own:
            self.go()
            return

        def answered(answer: Answer) -> None:
            if not isinstance(answer, Spectating):
                self._answered(answer)
                return
            if answer.t != self._watched:
                self._watched, self._sees_at = answer.t, None
            self._follow_table()

        client.spectate(table, code, answered)

    # --- what the person wants ------------------------------------------------------------------------------------

    def go(self) -> None:
        """Go to the table where one is: its room, or its match while one runs."""
        client = self._client
        if client is None or client.table is None:
            return
        if client.table.phase == "playing" and client.session is not None:
            self._go_to_table()
        else:
            self._model.home(*WAY_TO_ROOM)

    def resume(self) -> None:
        """Go to the match that waits, also where one is at another table, or watches one."""
        client = self._client
        waiting = self._held.waiting(client) if client is not None and client.state.phase == "online" else ()
        if client is None or not waiting or self.own in waiting:
            self.go()
        else:
            client.join(waiting[0], done=self._answered)

    def _want(self, key: str, seat: int) -> None:
        client = self._client
        if client is None or client.table is None:
            return
        table, done = client.table, self._answered
        if key == "leave":
            self.ask_leave()
        elif key == "table":
            self._go_to_table()
        elif key == "book":
            rules = rules_of_table(table)
            if rules is not None:
                self._model.book_model.show_rules(rules)
                self._model.go("book")
        elif key == "watch":
            self.watch(table.t)
        elif key in {"ready", "unready"}:
            client.ready(key == "ready", done)
        elif key in {"bot", "level", "unbot"}:
            levels = {"bot": table.bots or next_level(""), "level": next_level(table.seats[seat].level)}
            client.put_bot(seat, levels.get(key, ""), done)
        elif key == "sit":
            client.sit(seat, done)
        elif key == "kick":
            self._ask_kick(table, seat)
        elif key == "start":
            self._ask_start(client, table)
        elif key in {"stand", "rematch"}:
            getattr(client, key)(done)

    def _ask_start(self, client: Client, table: Table) -> None:
        """Begin the match; where bots would take seats that persons might still come for, that is asked."""
        free = sum(is_free(seat) for seat in table.seats)
        if not free or not table.bots:
            client.start(self._answered)
            return
        words = self._model.current_words()
        self._ask(
            STARTING,
            QuestionProps(words("online.ask.start.title"), words("online.ask.start.detail", n=free)),
            (words("online.ask.start.yes"), words("online.ask.start.no")),
            lambda: client.start(self._answered),
        )

    def _ask_kick(self, table: Table, seat: int) -> None:
        words, client, person = self._model.current_words(), self._client, table.seats[seat]
        name = seat_names(table, words)[seat]

        def kick() -> None:
            now = client.table if client is not None else None
            # Somebody else may sit there by now.
            if client is not None and now is not None and now.seats[seat].uid == person.uid:
                client.kick(seat, self._answered)

        self._ask(
            KICKING,
            QuestionProps(words("online.ask.kick.title", name=name), words("online.ask.kick.detail")),
            (words("online.seat.kick"), words("online.ask.kick.no")),
            kick,
        )

    def _ask(self, kind: str, props: QuestionProps, answers: tuple[str, str], then: Callable[[], object]) -> None:
        """Ask whether something is meant; the safe answer has the keyboard."""
        yes, no = answers
        self._online.question_model.ask(
            Question(
                kind,
                props,
                (AnswerRow("yes", yes, main=False), AnswerRow("no", no, main=True)),
                "no",
                lambda answer: then() if answer == "yes" else None,
            )
        )

    def _want_of_table(self, wish: str) -> None:
        if wish == "room" and self.own:
            self._model.home(*WAY_TO_ROOM)

    def _say(self, text: str) -> None:
        if self._client is not None:
            self._client.say(text=text, done=self._answered)

    def ask_leave(self) -> None:
        """Leave; where a seat would be given up, or the table would be gone, that is asked first."""
        client = self._client
        table = client.table if client is not None else None
        if client is None or client.state.phase == "closed":
            # The server cannot be told any more; it holds the seat as that of somebody who is away.
            self._hang_up()
        elif table is not None and (lost := lost_by_leaving(table, client.state.uid)):
            words = self._model.current_words()
            cut_off = lost == "playing" and client.state.phase != "online"

            def leave() -> None:
                # The match may have begun while that was asked.
                begun = lost != "playing" and client.table is not None and client.table.phase == "playing"
                (self.ask_leave if begun else self.leave)()

            self._ask(
                LEAVING,
                QuestionProps(
                    words("online.ask.leave.title"), words(f"online.ask.leave.{'cut_off' if cut_off else lost}")
                ),
                (words("online.ask.leave.yes"), words("online.ask.leave.no")),
                leave,
            )
        else:
            self.leave()

    def leave(self) -> None:
        """Go away from the table, or watch it no more."""
        client = self._client
        if client is None:
            return
        if client.watching is not None:
            client.unspectate()
        else:
            self._held.left(client, self.own)
            client.leave()
        self.follow("session")
        self.follow("table")
        if self._model.shown_page in {"room", "table"}:
            # Who only watches has been in no room.
            self._model.home(*WAY_TO_LOBBY)
