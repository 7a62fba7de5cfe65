"""Requests that wait for their answers: numbered, kept, and sent again with the same id after a reconnect."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Protocol

from gouji_desktop.net.fields import Message
from gouji_desktop.net.messages import Ack, Authed, Err, LogPart, Sessions, Spectating

#: What answers a request; `re` names it.
Answer = Ack | Err | Authed | Sessions | Spectating | LogPart
Done = Callable[[Answer], None]

#: More may not wait: whoever asks more while nothing is answered is refused at once.
MOST_WAITING = 60


class Asker(Protocol):
    """The way from a table or a session to its server."""

    def request(self, kind: type[Message], done: Done | None = None, *, once: bool = False, **fields: Any) -> str:
        """Make a request of a kind, with an id of its own, which is the result; `done` gets its answer.

        `once`: it is not made again after a reconnect.
        """
        ...

    def send(self, message: Message) -> None:
        """Send something that has no answer; dropped where there is no connection."""
        ...

    def ask_pong(self) -> int:
        """Send a ping; the number of the pong that says that everything before was handled."""
        ...

    def resend(self, id: str) -> None:  # noqa: A002 - the field's name
        """Send a request that waits for its answer once more, with its id."""
        ...

    def drop(self, id: str) -> None:  # noqa: A002 - the field's name
        """Wait for the answer of a request no longer."""
        ...


class Waiting:
    """One request without an answer."""

    __slots__ = ("done", "id", "message", "once")

    def __init__(self, id: str, message: Message, done: Done | None, once: bool) -> None:  # noqa: A002 - the field's name
        self.id = id
        self.message = message
        self.done = done
        #: Not to be sent again after a reconnect.
        self.once = once


class Requests:
    """The requests of one client; `prefix` makes their ids unlike those of its other runs and devices."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._numbers = count(1)
        self._waiting: dict[str, Waiting] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Waiting]:
        return iter(tuple(self._waiting.values()))

    @property
    def full(self) -> bool:
        """Whether no more may wait."""
        return len(self._waiting) >= MOST_WAITING

    def new_id(self) -> str:
        """An id that was not used before."""
        return f"{self._prefix}.{next(self._numbers)}"

    def add(self, id: str, message: Message, done: Done | None, *, once: bool = False) -> None:  # noqa: A002
        """Keep a request until it is answered."""
        self._waiting[id] = Waiting(id, message, done, once)

    def answered(self, answer: Answer) -> bool:
        """Tell whoever asked; False where nobody waits for it any more (it was answered twice)."""
        found = self._waiting.pop(answer.re or "", None)
        if found is not None and found.done is not None:
            found.done(answer)
        return found is not None

    def find(self, id: str) -> Waiting | None:  # noqa: A002 - the field's name
        """A request that waits."""
        return self._waiting.get(id)

    def drop(self, id: str) -> None:  # noqa: A002 - the field's name
        """Wait for an answer no longer; nobody is told."""
        self._waiting.pop(id, None)
