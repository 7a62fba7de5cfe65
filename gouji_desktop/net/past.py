"""What happened in the running deal before a client came: put together from its pieces, folded and compared.

A past is believed where it leads exactly to the snapshot that follows it; otherwise there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gouji_desktop.net import messages as msg
from gouji_desktop.rules.events import DealStarted, Event
from gouji_desktop.rules.views import View, fold
from gouji_desktop.table.carrying import FAULTS
from gouji_desktop.table.codec import CodecError, decode_event
from gouji_desktop.table.session import ClockInfo, SeatInfo, Update
from gouji_desktop.table.viewcodec import decode_view

#: No deal has more pieces.
MOST_PIECES = 32
#: So many updates are remembered before whole deals are forgotten, the oldest first.
MOST_UPDATES = 10_000

_NO_CLOCK = ClockInfo((), None, None)


class Step(NamedTuple):
    """What one `ev` told, and the view after it."""

    seq: int
    p: int
    events: tuple[Event, ...]
    view: View


class DealPast(NamedTuple):
    """The running deal so far; `before` is the view from which it began."""

    before: View
    steps: tuple[Step, ...]

    def missed(self, view: View, seq: int, p: int) -> tuple[Step, ...] | None:
        """The steps after a view under its numbers; None where that is no point of this deal."""
        if view == self.before:
            return self.steps
        for number, step in enumerate(self.steps, 1):
            if (step.seq, step.p) == (seq, p):
                return self.steps[number:] if step.view == view else None
        return None


class PastParts:
    """The pieces of a past as they come."""

    def __init__(self) -> None:
        self._parts: list[msg.Past] = []

    def take(self, part: msg.Past) -> None:
        """A piece came; one that does not follow makes a past of none."""
        if part.part == 0:
            self._parts = []
        known = self._parts
        follows = not known or _whole(known[0]) == _whole(part)
        if part.part == len(known) < part.parts <= MOST_PIECES and follows:
            known.append(part)
        else:
            self._parts = []

    def of(self, snap: msg.Snap) -> DealPast | None:
        """The past of a snapshot, which ends the pieces; None where there is none, or it does not lead there."""
        parts, self._parts = self._parts, []
        if not parts or _whole(parts[0]) != (snap.t, snap.ep, snap.match, len(parts)):
            return None
        try:
            past = _read(parts)
            end = past.steps[-1]
            fits = (end.seq, end.p) == (snap.seq, snap.p) and end.view == decode_view(snap.view)
        except (CodecError, *FAULTS):
            return None
        return past if fits else None


def _whole(part: msg.Past) -> tuple[str, int, int, int]:
    """What a piece is a piece of."""
    return part.t, part.ep, part.match, part.parts


def _read(parts: Sequence[msg.Past]) -> DealPast:
    before = view = decode_view(parts[0].view)
    steps = []
    for part in parts:
        for batch in part.batches:
            events = tuple(decode_event(each) for each in batch.events)
            for event in events:
                view = fold(view, event)
            steps.append(Step(batch.seq, batch.p, events, view))
    return DealPast(before, tuple(steps))


def past_updates(past: DealPast, seats: tuple[SeatInfo, ...]) -> Iterator[Update]:
    """The steps of a past as updates: nothing is asked any more, and no clock runs."""
    for step in past.steps:
        if step.events:
            yield Update(step.events, step.view, None, seats, _NO_CLOCK)


def beginning(view: View, seats: tuple[SeatInfo, ...]) -> Update:
    """A view from which one begins to follow."""
    return Update((), view, None, seats, _NO_CLOCK, snapshot=True)


class Memory:
    """The updates that a session has published, for who begins to look at it later: deal by deal, the oldest first."""

    def __init__(self) -> None:
        self._deals: list[list[Update]] = [[]]
        self._count = 0

    @property
    def updates(self) -> tuple[Update, ...]:
        """All of them."""
        return tuple(update for deal in self._deals for update in deal)

    def keep(self, update: Update) -> None:
        """Remember an update that tells of events, or from which one begins to follow."""
        if not update.events and not update.snapshot:
            return
        if any(isinstance(event, DealStarted) for event in update.events):
            self._deals.append([])
        self._deals[-1].append(update._replace(prompt=None, clock=_NO_CLOCK, rejected=None, paused=False))
        self._count += 1
        while self._count > MOST_UPDATES and self._deals:
            self._count -= len(self._deals.pop(0))
        if not self._deals:
            self._deals = [[]]
