"""The lobby: sitting down at a table, watching one, coming by an invite code, opening one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gouji_desktop.net.addresses import typed_plainly
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.messages import Ack, Err
from gouji_desktop.rules.ruleset import RuleSetError
from gouji_desktop.ui.presenter.newmatch import NewMatch
from gouji_desktop.ui.presenter.online import refusal_words
from gouji_desktop.ui.presenter.onlinecreate import create_fields
from gouji_desktop.ui.presenter.onlineroom import is_free

if TYPE_CHECKING:
    from gouji_desktop.net.client import Client
    from gouji_desktop.net.requesting import Answer
    from gouji_desktop.ui.app.onlineaccount import OnlineAccount
    from gouji_desktop.ui.app.onlineseats import HeldSeats
    from gouji_desktop.ui.app.onlinetable import OnlineTable
    from gouji_desktop.ui.models.app import AppModel

#: Characters of an invite code.
CODE_LENGTH = 8


class OnlineLobby:
    """The lobby of the server that is connected, if any."""

    def __init__(
        self,
        model: AppModel,
        account: OnlineAccount,
        table: OnlineTable,
        held: HeldSeats,
        client: Callable[[], Client | None],
        answered: Callable[[Answer], None],
    ) -> None:
        self._model = model
        self._online = model.online_model
        self._account = account
        self._table = table
        self._held = held
        self._find_client = client
        self._answered = answered
        #: The table where the person wants to sit, and has not been asked for a seat yet.
        self._sits_at = ""

    @property
    def _client(self) -> Client | None:
        return self._find_client()

    def connect(self) -> None:
        """Listen to what the person wants."""
        online, model = self._online, self._model
        online.lobby_model.chosen.connect(self._choose)
        online.lobby_model.codeEntered.connect(self._enter_code)
        online.lobby_model.codeWatched.connect(self._watch_code)
        online.create_model.made.connect(self._create)
        create = online.create_model.match_model
        create.show_match(NewMatch(own=model.rules_model.editor.own), "")
        model.keeping_model.changed.connect(lambda: create.show_own(model.rules_model.editor.own))

    def refresh(self) -> None:
        """Say everything in the words of now."""
        self._online.lobby_model.refresh()
        self._online.create_model.refresh()
        match = self._online.create_model.match_model
        match.show_match(match.match, "")

    def _choose(self, table: str, action: str) -> None:
        client = self._client
        if client is None:
            return
        if action == "back":
            self._go_back(client, table)
        elif action == "watch":
            self._table.watch(table)
        elif action == "sit":
            client.join(table, done=self._sit_somewhere)

    def _go_back(self, client: Client, table: str) -> None:
        """Go to the table where one is, or come back to one that was left."""
        if table == self._table.own:
            self._table.go()
            return

        def answered(answer: Answer) -> None:
            if isinstance(answer, Err):
                if answer.code in (ErrorCode.TABLE_GONE, ErrorCode.FORBIDDEN):
                    self._held.gone(client, table)
                self._answered(answer)
                self._table.changed()

        client.join(table, done=answered)

    def _sit_somewhere(self, answer: Answer) -> None:
        """Come in: sit down on the first free seat, as soon as it is known which are free."""
        if isinstance(answer, Ack) and answer.t is not None:
            self._sits_at = answer.t
            self.follow()
        else:
            self._answered(answer)

    def follow(self) -> None:
        """The table where one is has changed."""
        client = self._client
        table = client.table if client is not None else None
        if client is None or table is None or table.t != self._sits_at:
            return
        self._sits_at = ""
        free = [number for number, seat in enumerate(table.seats) if is_free(seat)]
        if table.you is None and table.phase == "waiting" and free:
            client.sit(free[0], self._answered)

    def _enter_code(self, code: str) -> None:
        client, words = self._client, self._model.current_words()
        code = "".join(typed_plainly(code).split()).upper()
        if client is None:
            return
        if len(code.replace("-", "")) != CODE_LENGTH:
            count = len(code.replace("-", ""))
            fault = words("online.lobby.code_eight", n=count) if count else words("online.lobby.code_empty")
            self._online.lobby_model.say_code(fault, opened=True)
            return

        def answered(answer: Answer) -> None:
            if isinstance(answer, Err):
                words, full = self._model.current_words(), answer.code == ErrorCode.TABLE_FULL
                fault = refusal_words(answer.code, answer.retry_after, answer.detail, words)
                fault = words("online.lobby.code_full") if full else fault
                self._online.lobby_model.say_code(fault, opened=True, full=code if full else "")
            else:
                self._online.lobby_model.say_code("", opened=False)
                self._sit_somewhere(answer)

        client.join(code=code[:16], done=answered)

    def _watch_code(self, code: str) -> None:
        if code:
            self._online.lobby_model.say_code("", opened=False)
            self._table.watch(code=code)

    def open_table(self) -> None:
        """Open a table as the page 开一桌 stands; why that is refused is said in passing."""
        self._create(in_passing=True)

    def _create(self, *, in_passing: bool = False) -> None:
        client, create = self._client, self._online.create_model
        if client is None:
            return
        words = self._model.current_words()
        try:
            fields = create_fields(
                create.form, create.match_model.match, client.state.name or self._account.name, words
            )
        except RuleSetError:
            return

        def answered(answer: Answer) -> None:
            words, fault = self._model.current_words(), ""
            if isinstance(answer, Err):
                fault = refusal_words(answer.code, answer.retry_after, answer.detail, words)
                if in_passing:
                    self._answered(answer)
            create.say(fault)

        create.say("", busy=True)
        client.create(fields.pop("rules"), answered, **fields)
