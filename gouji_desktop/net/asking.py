"""What a client may ask of its server, one method each. Answers come to `done`, where one is given."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from gouji_desktop.net import requests as req
from gouji_desktop.net.fields import Message
from gouji_desktop.net.requesting import Answer, Done


class _Asking(ABC):
    """Whoever has a request to make."""

    @abstractmethod
    def request(self, kind: type[Message], done: Done | None = None, **fields: Any) -> str:
        """Make a request; see Client."""

    @abstractmethod
    def _enter(self, kind: type[Message], done: Done | None, **fields: Any) -> None:
        """Make a request that leads to a table."""

    @abstractmethod
    def _table(self) -> str:
        """The id of the table where the client is, "" where it is at none: the server refuses that."""


class TableRequests(_Asking):
    """Going to a table, and being there. All but the first four are about the table where the client is."""

    def create(self, rules: Mapping[str, Any], done: Done | None = None, **fields: Any) -> None:
        """Make a table with a rule set (`codec.encode_rules`); further fields are those of `requests.Create`."""
        self._enter(req.Create, done, rules=dict(rules), **fields)

    def join(self, t: str | None = None, code: str | None = None, done: Done | None = None) -> None:
        """Come to a table by its id or its invite code."""
        self._enter(req.Join, done, t=t, code=code)

    def spectate(self, t: str | None = None, code: str | None = None, done: Done | None = None) -> None:
        """Watch a table."""
        self._enter(req.Spectate, done, t=t, code=code)

    def unspectate(self, done: Done | None = None) -> None:
        """Watch no more, and be at that table no more."""
        t, member = self._table(), self._is_member()
        self.request(req.Unspectate, done, t=t)
        if member:
            self.request(req.Leave, None, t=t)
        self._went()

    def leave(self, done: Done | None = None) -> None:
        """Go away from the table; a bot keeps the seat of a running match."""
        self.request(req.Leave, done, t=self._table())
        self._went()

    def sit(self, seat: int, done: Done | None = None) -> None:
        """Take a seat."""
        self.request(req.Sit, done, t=self._table(), seat=seat)

    def stand(self, done: Done | None = None) -> None:
        """Give the seat up."""
        self.request(req.Stand, done, t=self._table())

    def ready(self, on: bool = True, done: Done | None = None) -> None:
        """Be ready for the match, or no more; between two deals: go on."""
        self.request(req.Ready, done, t=self._table(), on=on)

    def kick(self, seat: int, done: Done | None = None) -> None:
        """Host: free a seat."""
        self.request(req.Kick, done, t=self._table(), seat=seat)

    def put_bot(self, seat: int, level: str = "", done: Done | None = None) -> None:
        """Host: put a bot of a level on a free seat, or ("") take it away."""
        self.request(req.PutBot, done, t=self._table(), seat=seat, level=level)

    def start(self, done: Done | None = None) -> None:
        """Host: begin the match."""
        self.request(req.Start, done, t=self._table())

    def rematch(self, done: Done | None = None) -> None:
        """After a match: play another one."""
        self.request(req.Rematch, done, t=self._table())

    def say(self, text: str = "", phrase: str = "", emote: str = "", done: Done | None = None) -> None:
        """Say something: free text, a phrase or an emote."""
        self.request(req.Say, done, t=self._table(), text=text, phrase=phrase, emote=emote)

    @abstractmethod
    def _is_member(self) -> bool:
        """Whether the client has also come to the table otherwise than to watch."""

    @abstractmethod
    def _went(self) -> None:
        """The client is at that table no more, whatever the server answers."""


class AccountRequests(_Asking):
    """The account, and the lobby."""

    def rename(self, name: str, done: Done | None = None) -> None:
        """Change the name that others see."""
        self.request(req.Rename, done, name=name)

    def register(self, account: str, password: str, done: Done | None = None) -> None:
        """Give this guest an account name and a password."""
        self.request(req.Register, done, name=account, password=password)

    def logout(self, done: Done | None = None) -> None:
        """Make the kept token void and stop."""

        def answered(answer: Answer) -> None:
            self._logged_out()
            if done is not None:
                done(answer)

        self.request(req.Logout, answered)

    def sessions(self, done: Done) -> None:
        """Ask where this account is signed in; the answer is `messages.Sessions`."""
        self.request(req.ListSessions, done)

    def revoke(self, session: str = "", done: Done | None = None) -> None:
        """Sign out another session, or ("") all others."""
        self.request(req.Revoke, done, session=session)

    @abstractmethod
    def _logged_out(self) -> None:
        """The kept token is void."""
