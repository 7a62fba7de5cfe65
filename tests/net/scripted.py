"""A client whose server is the test: it reads what the client says, and says what it likes."""

from __future__ import annotations

from typing import Any, TypeVar

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.client import Client
from gouji_desktop.net.clientstate import After, Kept, Phase, Trouble
from gouji_desktop.net.fields import Message
from gouji_desktop.net.wire import decode_client, encode
from gouji_desktop.rules.presets import preset
from gouji_desktop.table.codec import encode_rules
from tests.table.drivers import FakeClock

M = TypeVar("M", bound=Message)
RULES = encode_rules(preset("jinyou4"))


class Scripted:
    """The client, its clock, and both directions of its line."""

    def __init__(self, kept: Kept | None = None, **options: Any) -> None:
        self.clock = FakeClock()
        self.wall = 0.0
        self.topics: list[str] = []
        self.kept: list[Kept | None] = []
        self.woken = 0
        #: What followed each end of a connection.
        self.ends: list[After] = []
        self.said: list[Message] = []
        self.client = Client(
            self.clock,
            name="王",
            entropy=lambda count: bytes(range(count)),
            wall=lambda: self.clock.time() + self.wall,
            **options,
        )
        self.client.attach(kept, keep=self.kept.append, woke=self._wake)
        self.client.subscribe(self.topics.append)

    def _wake(self) -> None:
        self.woken += 1

    def phase(self) -> Phase:
        return self.client.state.phase

    def rows(self) -> tuple[msg.LobbyRow, ...]:
        return self.client.lobby_rows

    def heard_talk(self) -> tuple[msg.Said, ...]:
        return self.client.said

    def place(self) -> tuple[str, Trouble | None]:
        """The id of the table where the client is, "" for none, and why it is not."""
        return self.client.table.t if self.client.table else "", self.client.notice

    def open(self) -> None:
        """A connection is made."""
        self.client.connecting()
        self.client.opened(lambda frame: self.said.append(decode_client(frame)), self.lose)

    def lose(self, trouble: Trouble | None = None) -> None:
        """The connection ends."""
        self.ends.append(self.client.lost(trouble or Trouble("lost")))

    def say(self, *messages: Message) -> None:
        """The server says something."""
        for message in messages:
            self.client.received(encode(message))

    def heard(self, kind: type[M]) -> list[M]:
        """What the client has said, of a kind."""
        return [message for message in self.said if isinstance(message, kind)]

    def last(self, kind: type[M]) -> M:
        return self.heard(kind)[-1]

    def welcome(self) -> None:
        self.say(msg.Welcome(v=1, server="测试", motd="好", auth_methods=("guest", "password")))

    def sign_in(self, seats: tuple[msg.SeatHeld, ...] = (), **fields: Any) -> None:
        """A connection, up to being signed in."""
        self.open()
        self.welcome()
        self.accept(seats=seats, **fields)

    def accept(self, **fields: Any) -> None:
        number = len(self.heard(req.Auth))
        values: dict[str, Any] = {"uid": "u1", "name": "王", "token": f"t{number}", **fields}
        self.say(msg.Authed(re=self.last(req.Auth).id, **values))

    def table(self, t: str = "t1", **fields: Any) -> msg.Table:
        """A table as a place."""
        values: dict[str, Any] = {
            "rev": 1,
            "title": "",
            "host": "u1",
            "rules": RULES,
            "deals": 1,
            "turn_s": 30,
            "answer_s": 6,
            "bots": "medium",
            "private": False,
            "spectators": True,
            "phase": "waiting",
            "seats": (msg.SeatState(),) * 6,
            "you": 0,
            **fields,
        }
        return msg.Table(t=t, **values)

    def arrive(self, t: str = "t1", **fields: Any) -> None:
        """The client comes to a table."""
        self.client.join(t)
        self.say(self.table(t, **fields), msg.Ack(re=self.last(req.Join).id, t=t))
