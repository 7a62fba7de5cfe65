"""A match that is over, or was left, played back from its log.

Positions count the log's batches (the events of one command): at position 0 nothing has happened, at `length` all has.
Nobody learns from a replay what its deal still keeps secret: an audience other than a person's own seat sees the log
only as far as its last finished deal.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.engine import evolve
from gouji_desktop.rules.events import DealScored, DealStarted, Event
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.views import EVERYTHING, Audience, View, own_seat, redact
from gouji_desktop.table.asks import asked_publicly
from gouji_desktop.table.listening import Listeners
from gouji_desktop.table.local import Scheduler, Timer
from gouji_desktop.table.log import Batch, MatchLog
from gouji_desktop.table.pacing import Pace
from gouji_desktop.table.session import Capability, ClockInfo, Controller, SeatInfo, Update

#: Seconds between two batches.
_SECONDS: dict[Pace, float] = {Pace.SLOW: 1.6, Pace.NORMAL: 0.8, Pace.FAST: 0.35, Pace.INSTANT: 0.02}


class ReplaySession:
    """Plays a log back for one audience; it begins paused, at position 0."""

    def __init__(self, log: MatchLog, scheduler: Scheduler, audience: Audience = EVERYTHING) -> None:
        self._log = log
        self._scheduler = scheduler
        self._listeners = Listeners()
        self._timer: Timer | None = None
        self._pace = Pace.NORMAL
        self._paused = True
        self._closed = False
        self._position = 0
        self._seats = tuple(
            SeatInfo(plan.name, Controller.PERSON if plan.is_person else Controller.BOT, plan.level)
            for plan in log.header.seats
        )
        self._load(audience)

    # --- what there is ----------------------------------------------------------------------------------------

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What may be called on it."""
        return frozenset({Capability.SEEK, Capability.PAUSE, Capability.PACE})

    @property
    def seat(self) -> Seat | None:
        """None: nobody plays in a replay. Whose eyes it is seen with says `audience`."""
        return None

    @property
    def audience(self) -> Audience:
        """For whom the log is played back."""
        return self._audience

    @property
    def position(self) -> int:
        """How many batches have happened."""
        return self._position

    @property
    def length(self) -> int:
        """How many batches this audience may see."""
        return len(self._views) - 1

    @property
    def deal_starts(self) -> tuple[int, ...]:
        """The position right after each deal was dealt, in order."""
        return self._deal_starts

    @property
    def latest(self) -> Update:
        """The present state as an update without events."""
        return self._update(())._replace(snapshot=True)

    def subscribe(self, listener: Callable[[Update], None]) -> Callable[[], None]:
        """Call the listener at every update; the result unsubscribes."""
        return self._listeners.add(listener)

    # --- moving -----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Play."""
        self.set_paused(False)

    def seek(self, position: int) -> None:
        """Go to a position; positions beyond the ends are the ends."""
        if not self._closed:
            self._position = max(0, min(self.length, position))
            self._publish(self.latest)
            self._plan()

    def step(self, direction: int) -> None:
        """Go to the next (1) or the last (-1) position at which the audience sees something happen."""
        if direction < 0:
            self.seek(self._seen[max(0, bisect_right(self._seen, self._position - 1) - 1)])
        elif not self._closed:
            self._go_on()
            self._plan()

    def look(self, audience: Audience) -> None:
        """See the match as another audience, at the same position or the last that it may see."""
        if not self._closed:
            self._load(audience)
            self.seek(self._position)

    def set_paused(self, paused: bool) -> None:
        """Stop or go on; at the end, going on begins anew."""
        if self._closed or paused == self._paused:
            return
        self._paused = paused
        if not paused and self._position == self.length:
            self._position = 0
            self._publish(self.latest)
        else:
            self._publish(self._update(()))
        self._plan()

    def set_pace(self, pace: str) -> None:
        """How fast it is played back. Raises ValueError for a word that is no pace."""
        self._pace = Pace(pace)
        self._plan()

    def close(self) -> None:
        """Stop for good."""
        self._closed = True
        self._listeners.clear()
        self._cancel()

    # --- what a replay cannot do --------------------------------------------------------------------------------

    def submit(self, command: SeatCommand) -> None:  # noqa: ARG002 - what a session offers
        """Refused: nobody plays in a replay."""
        if not self._closed:
            self._publish(self._update(())._replace(rejected=Rejected(Reason.NOT_ASKED)))

    def set_trustee(self, on: bool) -> None:
        """Nothing: see `capabilities`."""

    def set_fast_forward(self, on: bool) -> None:
        """Nothing: see `capabilities`."""

    def set_auto_pass(self, on: bool) -> None:
        """Nothing: see `capabilities`."""

    def next_deal(self) -> None:
        """Go to where the next deal was dealt, or to the end."""
        later = [position for position in self._deal_starts if position > self._position]
        self.seek(later[0] if later else self.length)

    # --- within -----------------------------------------------------------------------------------------------

    def _load(self, audience: Audience) -> None:
        """Fold the log for an audience."""
        self._audience = audience
        view: View = self._log.start
        self._views: list[View] = [view]
        self._events: list[tuple[Event, ...]] = [()]
        for batch in self._log.batches[: self._visible(audience)]:
            told = tuple(seen for event in batch if (seen := redact(event, audience)) is not None)
            for event in told:
                view = evolve(view, event)
            self._views.append(view)
            self._events.append(told)
        #: Positions at which the audience sees something happen, the beginning among them.
        self._seen = [position for position, told in enumerate(self._events) if told or position == 0]
        self._deal_starts = tuple(
            position
            for position, told in enumerate(self._events)
            if any(isinstance(event, DealStarted) for event in told)
        )

    def _visible(self, audience: Audience) -> int:
        """How many batches the audience may see."""
        batches = self._log.batches
        seat = own_seat(audience)
        if seat >= 0 and self._log.header.seats[seat].is_person:
            return len(batches)
        return max((number for number, batch in enumerate(batches, 1) if _ends_deal(batch)), default=0)

    def _go_on(self) -> bool:
        """Go to the next position at which something is seen; False at the end."""
        later = bisect_right(self._seen, self._position)
        if later == len(self._seen):
            self._position = self.length
            return False
        self._position = self._seen[later]
        self._publish(self._update(self._events[self._position]))
        return True

    def _update(self, events: tuple[Event, ...]) -> Update:
        view = self._views[self._position]
        clock = ClockInfo(asked_publicly(view.deal), None, None)
        return Update(events, view, None, self._seats, clock, paused=self._paused)

    def _publish(self, update: Update) -> None:
        self._listeners.tell(update)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _plan(self) -> None:
        self._cancel()
        if not self._closed and not self._paused:
            self._timer = self._scheduler.call_later(_SECONDS[self._pace], self._tick)

    def _tick(self) -> None:
        if self._closed or self._paused:
            return
        if not self._go_on() or self._position == self._seen[-1]:
            self._paused = True
            self._publish(self._update(()))
        self._plan()


def _ends_deal(batch: Batch) -> bool:
    return any(isinstance(event, DealScored) for event in batch)
