"""The table that one is at on a server: its waiting room, its match on the table page, and the way out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gouji_desktop.ui.models.onlinequestion import AnswerRow, Question, QuestionProps
from gouji_desktop.ui.presenter.online import trouble_words
from gouji_desktop.ui.presenter.onlineroom import chat_lines, derive_room, next_level, rules_of_table

if TYPE_CHECKING:
    from gouji_desktop.net.client import Client
    from gouji_desktop.net.requesting import Answer
    from gouji_desktop.ui.app.matches import Matches
    from gouji_desktop.ui.models.app import AppModel

#: Where one is while one is at a table.
WAY_TO_LOBBY = ("online", "lobby")
WAY_TO_ROOM = (*WAY_TO_LOBBY, "room")
#: A chat line of a guest and the sounds of it are no business of this module: the table page shows its own.
LEAVING = "leave"


class OnlineTable:
    """Follows one client's table; `told` gets every refusal. `show` and `let_go` begin and end it."""

    def __init__(
        self, model: AppModel, matches: Matches, answered: Callable[[Answer], None], hang_up: Callable[[], object]
    ) -> None:
        self._model = model
        self._online = model.online_model
        self._matches = matches
        self._answered = answered
        self._hang_up = hang_up
        self._client: Client | None = None
        #: The table whose room was opened, and the session that was put on the table page.
        self._table = ""
        self._session: object | None = None
        self._online.room_model.wanted.connect(self._want)
        self._online.room_model.said.connect(self._say)
        model.table_model.online_model.leaving.connect(self.leave)
        matches.remote_left.append(self.ask_leave)
        model.table_model.wanted.connect(self._want_of_table)

    def show(self, client: Client) -> None:
        """Follow this client from now on."""
        self._client = client

    def let_go(self) -> None:
        """Follow none."""
        self._client = None
        self._table = ""
        self._drop_session()
        self._online.room_model.show_room(None, live=False)
        self._online.question_model.withdraw(LEAVING)

    @property
    def is_shown(self) -> bool:
        """Whether the table page shows its match."""
        return self._session is not None and self._model.shown_page == "table"

    @property
    def own(self) -> str:
        """The id of the table where one is, "" for none."""
        table = self._client.table if self._client is not None else None
        return "" if table is None else table.t

    # --- what the client tells ------------------------------------------------------------------------------------

    def follow(self, topic: str) -> None:
        """Something has changed."""
        if self._client is None:
            return
        if topic in {"session", "table"}:
            self._follow_session()
        if topic in {"state", "session", "table"}:
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
            self._online.room_model.show_chat(chat_lines(client.said, client.state.uid, client.muted, words))

    def _follow_table(self) -> None:
        client = self._client
        if client is None:
            return
        self._show_room()
        there = self.own
        if there == self._table:
            return
        gone, self._table = self._table, there
        self._online.question_model.withdraw(LEAVING)
        if there:
            if self._session is None:
                self._model.home(*WAY_TO_ROOM)
        elif gone and self._model.shown_page in {"room", "table", "book"}:
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
            if self._model.shown_page == "table" and self.own:
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
        table = client.table if client is not None else None
        if client is None or table is None:
            self._online.room_model.show_room(None, live=False)
            return
        state = client.state
        room = derive_room(
            table,
            state.uid,
            self._model.current_words(),
            at_table=client.session is not None and table.phase != "waiting",
        )
        self._online.room_model.show_room(room, live=state.phase == "online")

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

    def _want(self, key: str, seat: int) -> None:
        client = self._client
        if client is None or client.table is None:
            return
        table, done = client.table, self._answered
        level = table.bots or next_level("")
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
            client.spectate(table.t, done=done)
        elif key in {"ready", "unready"}:
            client.ready(key == "ready", done)
        elif key == "bot":
            client.put_bot(seat, level, done)
        elif key == "level":
            client.put_bot(seat, next_level(table.seats[seat].level), done)
        elif key == "unbot":
            client.put_bot(seat, "", done)
        elif key in {"sit", "kick"}:
            getattr(client, key)(seat, done)
        elif key in {"start", "stand", "rematch"}:
            getattr(client, key)(done)

    def _want_of_table(self, wish: str) -> None:
        if wish == "room" and self.own:
            self._model.home(*WAY_TO_ROOM)

    def _say(self, text: str) -> None:
        if self._client is not None:
            self._client.say(text=text, done=self._answered)

    def ask_leave(self) -> None:
        """Leave; where a seat of a running match would be left, that is asked first."""
        client = self._client
        table = client.table if client is not None else None
        if client is not None and client.state.phase == "closed":
            # The server cannot be told any more; it holds the seat as that of somebody who is away.
            self._hang_up()
        elif table is not None and table.you is not None and table.phase == "playing":
            words = self._model.current_words()
            self._online.question_model.ask(
                Question(
                    LEAVING,
                    QuestionProps(words("online.ask.leave.title"), words("online.ask.leave.playing")),
                    (
                        AnswerRow("yes", words("online.ask.leave.yes"), main=False),
                        AnswerRow("no", words("online.ask.leave.no"), main=True),
                    ),
                    "no",
                    lambda answer: self.leave() if answer == "yes" else None,
                )
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
            client.leave()
        self.follow("session")
        self.follow("table")
        if self._model.shown_page in {"room", "table"}:
            # Who only watches has been in no room.
            self._model.home(*WAY_TO_LOBBY)
