"""The frames of a running match: numbered, and encoded once for all seats that see the same.

`seq` counts the commands of which everybody learns something, the same number for every seat. What a seat alone may
know (its own sealed answer) keeps `seq` and counts the seat's own `p`: nobody else gets a frame or a number for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import dropwhile
from typing import Any, NamedTuple

import msgspec

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.net.commands import op_of
from gouji_desktop.net.messages import Clock, Ev, Move, Prompt, SeatNow, Snap, State
from gouji_desktop.net.wire import encode_bytes
from gouji_desktop.rules import prompts as rules_prompts
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.views import View
from gouji_desktop.table.codec import encode_event
from gouji_desktop.table.session import ClockInfo, SeatInfo, Told, Update
from gouji_desktop.table.viewcodec import encode_view


class Cause(NamedTuple):
    """The request that led to events."""

    seat: Seat
    #: Its id.
    request: str


class _Kept(NamedTuple):
    seq: int
    p: int
    frame: bytes


class EventBytes:
    """Events of one command as JSON, each encoded once, however many see it."""

    def __init__(self) -> None:
        self._parts: dict[int, bytes] = {}
        # Parts are found by the identity of their events, which must therefore live as long as they do.
        self._events: list[Event] = []

    def one(self, event: Event) -> bytes:
        """One event."""
        part = self._parts.get(id(event))
        if part is None:
            part = self._parts[id(event)] = msgspec.json.encode(encode_event(event))
            self._events.append(event)
        return part

    def listed(self, events: Sequence[Event]) -> bytes:
        """A list of events."""
        return b"[" + b",".join([self.one(event) for event in events]) + b"]"


def clock_of(clock: ClockInfo) -> Clock:
    """A deadline as it is sent."""
    left, total = clock.left, clock.total
    return Clock(
        clock.seats, None if left is None else round(left * 1000), None if total is None else round(total * 1000)
    )


def seats_now(seats: Sequence[SeatInfo]) -> tuple[SeatNow, ...]:
    """Who acts for the seats, as it is sent."""
    return tuple(SeatNow(info.name, str(info.controller), info.level) for info in seats)


def prompt_message(prompt: rules_prompts.Prompt, view: View | None) -> Prompt:
    """What a seat is asked, with a few legal answers where it wants them: where its view is given."""
    moves: tuple[Move, ...] = ()
    if view is not None:
        moves = (Move(*op_of(simplest_answer(view, prompt))),)
        if "yield" in prompt.verbs:
            moves += (Move("yield"),)
    return Prompt(prompt.id, str(prompt.stage), prompt.verbs, moves)


class MatchFrames:
    """Numbers and frames of one match at one table, seat by seat; the last ones are kept to be sent again."""

    def __init__(self, table: str, epoch: int, match: int, kept: int = 128) -> None:
        self._table = table
        self._match = match
        self.epoch = epoch
        self.seq = 0
        self.own = [0] * SEATS
        #: What a seat sees, for the seats that want legal answers listed.
        self.view_of: Callable[[Seat], View] | None = None
        #: Seats that want legal answers listed.
        self.legal: set[Seat] = set()
        self._kept: list[deque[_Kept]] = [deque(maxlen=kept) for _ in range(SEATS)]
        self._seats: tuple[SeatInfo, ...] = ()

    def count(self, seat: Seat | None) -> None:
        """Count a batch: one that everybody learns of, or one that a seat alone does."""
        if seat is None:
            self.seq += 1
            self.own = [0] * SEATS
        else:
            self.own[seat] += 1

    def public(self, told: Sequence[Told], events: EventBytes, cause: Cause | None) -> list[bytes]:
        """The frames of events of which everybody learns something, seat by seat."""
        self.count(None)
        changed = None
        if told[0].seats != self._seats:
            self._seats = told[0].seats
            changed = seats_now(self._seats)
        lists: dict[tuple[int, ...], bytes] = {}
        shared: dict[Any, bytes] = {}
        #: The last update, and its frame where it is no answer to a request: most are told the same object.
        last: tuple[Told | None, bytes] = (None, b"")
        frames = []
        for seat, update in enumerate(told):
            request = cause.request if cause is not None and cause.seat == seat else None
            if update is last[0] and request is None:
                self._kept[seat].append(_Kept(self.seq, 0, last[1]))
                frames.append(last[1])
                continue
            # Most events are the same objects for everybody.
            objects = tuple(map(id, update.events))
            listed = lists.get(objects)
            if listed is None:
                listed = lists[objects] = events.listed(update.events)
            key = (listed, update.clock, update.prompt, request)
            frame = shared.get(key)
            if frame is None:
                frame = shared[key] = self._event_frame(seat, update, listed, changed, request)
            if request is None and update.prompt is None:
                last = update, frame
            self._kept[seat].append(_Kept(self.seq, 0, frame))
            frames.append(frame)
        return frames

    def private(self, seat: Seat, update: Told, events: EventBytes, cause: Cause | None) -> bytes:
        """The frame of events that a seat alone learns of."""
        self.count(seat)
        request = cause.request if cause is not None and cause.seat == seat else None
        frame = self._event_frame(seat, update, events.listed(update.events), None, request)
        self._kept[seat].append(_Kept(self.seq, self.own[seat], frame))
        return frame

    def _event_frame(
        self, seat: Seat, update: Told, listed: bytes, changed: tuple[SeatNow, ...] | None, request: str | None
    ) -> bytes:
        return encode_bytes(
            Ev(
                t=self._table,
                ep=self.epoch,
                seq=self.seq,
                p=self.own[seat],
                events=msgspec.Raw(listed),
                clock=clock_of(update.clock),
                prompt=self._prompt(seat, update),
                seats=changed,
                cmd=request,
            )
        )

    def state(self, seat: Seat, update: Told | Update) -> bytes:
        """The frame of a change that is no event."""
        self._seats = update.seats
        return encode_bytes(
            State(
                t=self._table,
                ep=self.epoch,
                seq=self.seq,
                p=self.own[seat],
                seats=seats_now(update.seats),
                clock=clock_of(update.clock),
                prompt=self._prompt(seat, update),
                frozen=update.paused,
            )
        )

    def snap(self, seat: Seat, update: Update) -> bytes:
        """The frame of the whole match as a seat may see it."""
        return encode_bytes(
            Snap(
                t=self._table,
                ep=self.epoch,
                seq=self.seq,
                p=self.own[seat],
                match=self._match,
                view=encode_view(update.view),
                seats=seats_now(update.seats),
                clock=clock_of(update.clock),
                you=seat,
                prompt=self._prompt(seat, update),
                frozen=update.paused,
            )
        )

    def since(self, seat: Seat, epoch: int, seq: int, own: int) -> list[bytes] | None:
        """The frames after a number of a seat; None where they are not all there, or the number never was."""
        now = (self.seq, self.own[seat])
        if epoch != self.epoch or (seq, own) > now:
            return None
        if (seq, own) == now:
            return []
        kept = list(self._kept[seat])
        after = list(dropwhile(lambda each: (each.seq, each.p) <= (seq, own), kept))
        known = len(after) < len(kept)
        if not after or not (known or (after[0].seq, after[0].p) in ((seq + 1, 0), (seq, own + 1))):
            return None
        return [each.frame for each in after]

    def _prompt(self, seat: Seat, update: Told | Update) -> Prompt | None:
        if update.prompt is None:
            return None
        view = self.view_of(seat) if self.view_of is not None and seat in self.legal else None
        return prompt_message(update.prompt, view)
