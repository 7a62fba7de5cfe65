"""The one interface between a table and whoever looks at it: local, remote and replay sessions implement it.

The user interface asks for capabilities, never "is it local?". A session pushes `Update`s; it never blocks, and it
never runs a nested event loop.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple, Protocol

from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.views import Audience, View


class Capability(StrEnum):
    """What a session can do beyond showing a table."""

    PLAY = "play"
    PAUSE = "pause"
    PACE = "pace"
    FAST_FORWARD = "fast_forward"
    TRUSTEE = "trustee"
    NEXT_DEAL = "next_deal"
    SEEK = "seek"


class Controller(StrEnum):
    """Who plays a seat."""

    PERSON = "person"
    BOT = "bot"
    TRUSTEE = "trustee"


class SeatInfo(NamedTuple):
    """Who sits where; public."""

    name: str
    controller: Controller
    #: Level of a bot, "" for a person.
    level: str


class ClockInfo(NamedTuple):
    """A running deadline as the audience may know it: durations, never points in time."""

    #: Seats that by public knowledge may be answering (one, or all candidates of a query alike).
    seats: tuple[Seat, ...]
    #: Seconds left and seconds in all; None where there is no deadline.
    left: float | None
    total: float | None


class Update(NamedTuple):
    """Something changed. All of it is what the session's audience may see."""

    #: Events since the last update, in order; `step` numbers are `view.step` after each public one.
    events: tuple[Event, ...]
    #: The view after the events.
    view: View
    #: The own seat's open prompt, also where the trustee is about to answer it (`seats` tells who acts).
    prompt: Prompt | None
    seats: tuple[SeatInfo, ...]
    clock: ClockInfo
    #: A command of this session that was refused.
    rejected: Rejected | None = None
    paused: bool = False
    #: True where the view does not follow from the last one by the events (first update, seek, resync).
    snapshot: bool = False


class Told(NamedTuple):
    """An update without its view: for whoever serves every audience of a table and folds no views."""

    events: tuple[Event, ...]
    prompt: Prompt | None
    seats: tuple[SeatInfo, ...]
    clock: ClockInfo
    paused: bool


class TableSession(Protocol):
    """A table as one audience sees it."""

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What may be called on it."""
        ...

    @property
    def seat(self) -> Seat | None:
        """The own seat, None for a spectator or a replay."""
        ...

    @property
    def latest(self) -> Update:
        """The present state as an update without events (a snapshot)."""
        ...

    def subscribe(self, listener: Callable[[Update], None]) -> Callable[[], None]:
        """Call the listener at every update, from the thread of the event loop; the result unsubscribes."""
        ...

    def submit(self, command: SeatCommand) -> None:
        """Send a command of the own seat; a refusal comes as an update."""
        ...

    def set_trustee(self, on: bool) -> None:
        """托管: a bot plays the own seat, the prompt that is open now included, or no longer."""
        ...

    def set_paused(self, paused: bool) -> None:
        """Stop or go on."""
        ...

    def set_pace(self, pace: str) -> None:
        """How fast bots play: `slow`, `normal`, `fast` or `instant`."""
        ...

    def set_fast_forward(self, on: bool) -> None:
        """Hurry through the rest of a deal in which no person plays any more; ends with the deal."""
        ...

    def set_auto_pass(self, on: bool) -> None:
        """Pass for the own seat where it cannot beat (要不起), from the next prompt on, or no longer."""
        ...

    def next_deal(self) -> None:
        """Deal the next deal after one has ended."""
        ...

    def close(self) -> None:
        """Let go of the table; everything that must be kept is on disk already."""
        ...


class SeekableSession(TableSession, Protocol):
    """A session with the capability `SEEK`: a match that is played back."""

    @property
    def audience(self) -> Audience:
        """For whom it is played back."""
        ...

    @property
    def position(self) -> int:
        """How many steps have happened, from 0 to `length`."""
        ...

    @property
    def length(self) -> int:
        """How many steps this audience may see."""
        ...

    @property
    def deal_starts(self) -> tuple[int, ...]:
        """The position right after each deal was dealt, in order."""
        ...

    def seek(self, position: int) -> None:
        """Go to a position; positions beyond the ends are the ends."""
        ...

    def step(self, direction: int) -> None:
        """Go to the next (1) or the last (-1) position at which the audience sees something happen."""
        ...

    def look(self, audience: Audience) -> None:
        """See the match as another audience."""
        ...
