"""What the core of the server needs of the world, and its parts of each other.

The core does no input or output besides its store and never waits: a frame goes in, frames come out through links, and
a scheduler calls back. Sockets, an in-memory transport and a clock that a test moves drive it alike.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from gouji_desktop.net.codes import CloseCode, ErrorCode
from gouji_desktop.net.fields import Message


class Link(Protocol):
    """A connection as the core sees it."""

    @property
    def address(self) -> str:
        """Where it comes from, as the limits count it."""
        ...

    def send(self, frame: bytes, *, droppable: bool = False) -> None:
        """Queue a frame; never blocks. A droppable one may be left out when the connection is slow."""
        ...

    def close(self, code: CloseCode, reason: str = "") -> None:
        """Close after what is queued; nothing may be sent any more."""
        ...


class Viewer(Protocol):
    """A signed-in connection as a room sees it."""

    @property
    def uid(self) -> str:
        """The account."""
        ...

    @property
    def name(self) -> str:
        """The name that others see."""
        ...

    @property
    def features(self) -> frozenset[str]:
        """What both sides know."""
        ...

    def send(self, message: Message, *, droppable: bool = False) -> None:
        """Send a message."""
        ...

    def send_frame(self, frame: bytes) -> None:
        """Send what is encoded already."""
        ...


class Done(NamedTuple):
    """A request was carried out; the fields are those of `ack`."""

    seq: int | None = None
    t: str | None = None
    code: str | None = None


class Refused(NamedTuple):
    """A request was refused; nothing has changed. The fields are those of `err`."""

    code: ErrorCode
    detail: dict[str, object] | None = None
    retry_after: float | None = None


Outcome = Done | Refused


class StoreError(Exception):
    """The store cannot be written or read now (disk full, read-only, damaged); its text is one sentence.

    Whatever was being written was rolled back.
    """
