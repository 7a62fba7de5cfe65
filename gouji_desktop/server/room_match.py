"""The running match of a room: drives its table host, keeps every command before anybody learns of it, and tells it.

Persons come in by their seat; which connection may speak for a seat is the room's business. All of it is synchronous:
frames go out in the order in which things happened.
"""

from __future__ import annotations

import logging
import math
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from gouji_desktop.net.codes import ErrorCode, Feature
from gouji_desktop.net.commands import command_of
from gouji_desktop.net.requests import Cmd
from gouji_desktop.rules.events import Answered, DealScored, DealVoided, Event
from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.state import Match
from gouji_desktop.rules.views import PUBLIC, SeatAudience, View, redact
from gouji_desktop.server.config import Limits
from gouji_desktop.server.deal_snapshots import DealSnapshot, beginning, done_of, encode_snapshot
from gouji_desktop.server.flights import ALL, Flights
from gouji_desktop.server.past import DealPast, begins_deal
from gouji_desktop.server.ports import Done, Outcome, Refused, StoreError, Viewer
from gouji_desktop.server.room_dealing import Dealing
from gouji_desktop.server.room_keeping import Keeper, Leave
from gouji_desktop.server.room_log import Batch
from gouji_desktop.server.room_seats import OVER, Place
from gouji_desktop.server.room_views import Cause, EventBytes, MatchFrames
from gouji_desktop.server.store import Store
from gouji_desktop.server.timings import LAG_LIMIT
from gouji_desktop.table.asks import asks_secretly
from gouji_desktop.table.chance import Shuffle
from gouji_desktop.table.codec import encode_rejected
from gouji_desktop.table.controllers import Thinker
from gouji_desktop.table.host import FROZEN_SECONDS, ROUNDING_SECONDS, TableHost
from gouji_desktop.table.local import Scheduler, Timer
from gouji_desktop.table.session import Controller, SeatInfo, Told
from gouji_desktop.table.setup import PlayerMaker, TableSetup

_log = logging.getLogger(__name__)

_NOT_ASKED = frozenset(
    {Reason.NOT_ASKED, Reason.QUERY_OPEN, Reason.NO_DEAL, Reason.NO_QUERY, Reason.NO_MATCH, Reason.MATCH_OVER}
)


#: Where the loop was late, so long at most is given to what waits in the sockets, in seconds.
_READ_SECONDS = 1.0
#: When a sealed answer that could not be kept may be given again, in seconds.
SEALED_AGAIN_SECONDS = 1.0


class SealedUnkeptError(Exception):
    """A sealed answer could not be kept: its seat alone may know of it, also where the table would stand still."""

    def __init__(self, seat: Seat, why: str) -> None:
        super().__init__(why)
        self.seat = seat


class MatchOwner(Protocol):
    """What a match needs of its room."""

    def after(self, events: Sequence[Event]) -> tuple[Place, tuple[Leave, ...]] | None:
        """What else is to be kept with these events; None: nothing."""
        ...

    def watched(self, told: Told, seq: int) -> None:
        """What the public is told."""
        ...

    def acting(self, seats: Sequence[SeatInfo]) -> None:
        """Who acts for the seats has changed."""
        ...

    def moved(self, events: Sequence[Event]) -> None:
        """Events of which everybody learned something were told."""
        ...


class MatchDeps(NamedTuple):
    """What a match is made with."""

    store: Store
    keeper: Keeper
    scheduler: Scheduler
    limits: Limits
    make_player: PlayerMaker
    thinker: Thinker
    #: The connection that speaks for a seat.
    viewer_at: Callable[[Seat], Viewer | None]
    counters: Counter[str]
    flights: Flights


class _Journaled(NamedTuple):
    """A command that was kept and is to be told."""

    #: The match before them.
    before: Match
    events: Sequence[Event]
    parts: EventBytes
    cause: Cause | None


def own_of(events: Sequence[Event]) -> Seat | None:
    """The seat that alone may know of these events; None where everybody learns something."""
    first = events[0]
    if isinstance(first, Answered) and all(redact(event, PUBLIC) is None for event in events):
        return first.seat
    return None


class History(NamedTuple):
    """What a match is taken up from: how it stood before its last deal, and what happened since."""

    before: DealSnapshot
    batches: Sequence[Batch] = ()


def count_batch(batch: Batch, seq: int, done: Sequence[dict[str, int]], kept: int) -> int:
    """Number a batch that follows the public one of that number, and remember whose request it was; its own number.

    So many requests of each seat are `kept`.
    """
    seq += own_of(batch.events) is None
    if batch.cmd is not None and batch.seat is not None:
        known = done[batch.seat]
        known[batch.cmd] = seq
        if len(known) > kept:
            del known[next(iter(known))]
    return seq


class RoomMatch:
    """One match, from its start or from what was kept of it. Raises ValueError where that is no history."""

    def __init__(
        self,
        place: tuple[str, int],
        setup: TableSetup,
        dealing: Callable[[], Dealing],
        owner: MatchOwner,
        deps: MatchDeps,
        *,
        epoch: int,
        history: History | None = None,
    ) -> None:
        """`place` names table and match; `dealing` is asked for once the match is complete."""
        history = history or History(beginning(setup.rules, setup.deals, place[1]))
        before = history.before
        self._place = place
        self._owner = owner
        self._deps = deps
        self.frames = MatchFrames(place[0], epoch, place[1], deps.limits.frames_kept)
        self._done: list[dict[str, int]] = [dict(each) for each in before.done]
        self._cause: Cause | None = None
        self._journaled: deque[_Journaled] = deque()
        self._number = before.number
        #: The number of the last public batch that was kept; what was told may be behind for a moment.
        self._seq = self.frames.seq = before.seq
        #: How many deals were dealt; those that were void count too.
        self.dealt = before.deals
        self._timeouts = 0
        self._timer: Timer | None = None
        #: When it looks next, infinite where that does not matter.
        self._due = math.inf
        self._closed = False
        self._past = DealPast()
        self._take_up(history)
        self.host = TableHost(
            setup,
            deps.make_player,
            chance=self._chance,
            journal=self._journal,
            thinker=deps.thinker,
            history=[event for batch in history.batches for event in batch.events],
            before=before.match,
            dealt=before.deals,
        )
        self.dealing = dealing()
        self.frames.view_of = lambda seat: self.host.view(SeatAudience(seat))
        self.host.serve(self._hear)

    def _take_up(self, history: History) -> None:
        """Number what happened since, and remember it for who comes back."""
        for batch in history.batches:
            own = own_of(batch.events)
            self._number += 1
            self.dealt += begins_deal(batch.events)
            self._seq = count_batch(batch, self._seq, self._done, self._deps.limits.answers_kept)
            self.frames.count(own)
            self._past.happened(history.before.match, batch.events, self._seq, own)

    def _chance(self, deal: int) -> Shuffle | None:
        return self.dealing.chance(deal)

    # --- what there is ----------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The truth."""
        return self.host.match

    @property
    def public_view(self) -> View:
        """The match as the public may see it now."""
        return self.host.view(PUBLIC)

    @property
    def deals_done(self) -> int:
        """How many deals have ended."""
        return len(self.host.match.results)

    def _now(self) -> float:
        return self._deps.scheduler.time()

    # --- what persons do --------------------------------------------------------------------------------------

    def command(self, seat: Seat, request: Cmd) -> Outcome:
        """Answer a prompt; the same request twice is carried out once."""
        done = self._done[seat].get(request.id)
        if done is not None:
            return Done(seq=done)
        try:
            command = command_of(request, seat)
        except ValueError as error:
            return Refused(ErrorCode.BAD_SCHEMA, {"text": str(error)})
        prompt = prompt_of(self.host.match, seat)
        if prompt is not None and prompt.id != request.pid:
            return Refused(ErrorCode.STALE_PROMPT)
        if self._trustee_answers_secretly(seat):
            return Refused(ErrorCode.NOT_YOUR_TURN)
        keeper = self._deps.keeper
        before, self._cause = self._cause, Cause(seat, request.id)
        try:
            rejected = keeper.attempt(lambda: self.host.handle(command, self._now()))
        except SealedUnkeptError:
            return keeper.refusal._replace(retry_after=SEALED_AGAIN_SECONDS)
        finally:
            self._cause = before
            self._settle()
        if keeper.frozen:
            return keeper.refusal
        if rejected is not None:
            return refused(rejected)
        # Where nothing was done, because the seat had done it already, it is answered in the same way.
        return Done(seq=self._done[seat].setdefault(request.id, self._seq))

    def _trustee_answers_secretly(self, seat: Seat) -> bool:
        """Whether a trustee plays a seat in a query of which nobody may learn who is asked.

        A command would end the trustee, everybody would see that it did, and know that the seat was asked.
        """
        return asks_secretly(self.host.match.deal) and self.host.seats[seat].controller == Controller.TRUSTEE

    def do(self, action: Callable[[TableHost, float], object]) -> None:
        """Do something with the host on behalf of the room."""
        self._deps.keeper.attempt(lambda: action(self.host, self._now()))
        self._settle()

    def show(self, seat: Seat, viewer: Viewer) -> None:
        """Send a person the whole match, and before it, where it wants that, what it was told of the running deal."""
        audience = SeatAudience(seat)
        if Feature.PAST in viewer.features:
            for frame in self._past.frames(self._place, self.frames.epoch, audience):
                viewer.send_frame(frame)
        frame = self.frames.snap(seat, self.host.snapshot(audience, self._now()))
        self._note("snap", seat, len(frame))
        viewer.send_frame(frame)

    def resync(self, seat: Seat, viewer: Viewer, epoch: int, seq: int, own: int) -> None:
        """Send a person what it has not got: what is missing and the present state, or the whole match."""
        missing = self.frames.since(seat, epoch, seq, own)
        if missing is None:
            self.show(seat, viewer)
            return
        for frame in missing:
            viewer.send_frame(frame)
        viewer.send_frame(self.frames.state(seat, self.host.snapshot(SeatAudience(seat), self._now())))

    # --- driving ----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin, or go on."""
        least = self._deps.limits.restored_seconds if self._number else 0.0
        self.do(lambda host, now: host.start(now, least))

    def wake(self) -> None:
        """Look again for what is due: a player that thinks elsewhere has an answer."""
        self._tick()

    def drawn(self) -> None:
        """The shuffle that was waited for is there. Raises StoreError."""
        self.host.next_deal(self._now())
        self._settle()

    def stand_still(self) -> None:
        """Nothing can be kept: stop every clock."""
        self._cancel()
        self.dealing.stand_still()
        self.host.set_paused(True, self._now())

    def go_on(self) -> None:
        """Everything can be kept again: ask anew whatever is open, with all its time."""
        self.host.set_paused(False, self._now())
        self.do(lambda host, now: host.reask(now, self._deps.limits.restored_seconds))
        self._deps.keeper.attempt(self.dealing.go_on)
        self._settle()

    def close(self) -> None:
        """Let go of it."""
        self._closed = True
        self._cancel()
        self.dealing.stand_still()
        self.frames.view_of = None
        self.host.close()

    def _settle(self) -> None:
        """After something was done: begin what is due, and plan the next look."""
        keeper = self._deps.keeper
        deal = self.host.wanted_deal
        if deal is not None and not keeper.frozen and not self._closed:
            keeper.attempt(lambda: self.dealing.wanted(deal))
        self._cancel()
        if self._closed or keeper.frozen:
            return
        now = self._now()
        wakeup = self.host.next_wakeup(now)
        if wakeup is not None:
            self._plan(max(0.0, wakeup - now))

    def _plan(self, wait: float) -> None:
        """Look after so many seconds."""
        self._cancel()
        self._due = self._now() + wait
        self._timer = self._deps.scheduler.call_later(wait, self._tick)

    def _cancel(self) -> None:
        self._due = math.inf
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tick(self) -> None:
        """Do one thing that is due; other tables get their turn before the next."""
        if self._closed:
            return
        if LAG_LIMIT < (behind := self._now() - self._due) < FROZEN_SECONDS:
            # The server itself is late: what persons have answered meanwhile lies in their sockets, and is read first.
            self._plan(min(behind, _READ_SECONDS))
            self._due = math.inf
            return
        keeper = self._deps.keeper
        try:
            keeper.attempt(lambda: self.host.advance(self._now(), steps=1))
        except SealedUnkeptError as error:
            self._answer_later(error)
        except Exception:  # noqa: BLE001 - a fault of one table must stop no other, and not be repeated without end
            _log.exception("table %s failed", self._place[0])
            self._deps.counters["table_faults"] += 1
            self._deps.flights.write(self._place[0])
            keeper.freeze("its host failed")
        if self.host.timeouts != self._timeouts:
            self._deps.counters["timeouts"] += self.host.timeouts - self._timeouts
            self._timeouts = self.host.timeouts
        self._settle()

    def _answer_later(self, error: SealedUnkeptError) -> None:
        """Until the time of its query is up the table goes on as if nobody had answered; then it stands still."""
        now = self._now()
        self.host.reask(now, seat=error.seat)
        due = self.host.next_wakeup(now)
        if due is None or due <= now + ROUNDING_SECONDS:
            self._deps.keeper.freeze(str(error))

    # --- keeping ----------------------------------------------------------------------------------------------

    def _journal(self, events: Sequence[Event]) -> None:
        """Keep the events of one command. Raises StoreError or SealedUnkeptError, and nothing has happened then."""
        seat = own_of(events)
        try:
            self._keep(events)
        except StoreError as error:
            if seat is not None and asks_secretly(self.host.match.deal):
                raise SealedUnkeptError(seat, str(error)) from error
            raise

    def _keep(self, events: Sequence[Event]) -> None:
        table, match = self._place
        cause, parts = self._cause, EventBytes()
        seat, request = (None, None) if cause is None else cause
        more = self._owner.after(events)
        store, keeper = self._deps.store, self._deps.keeper
        batch, begins = Batch(tuple(events), seat, request), begins_deal(events)
        with store.transaction(lone=more is None and not begins):
            if begins:
                store.progress.put_snapshot(table, match, encode_snapshot(self._standing()))
            store.append(table, match, self._number + 1, parts.listed(events), seat, request)
            if more is not None:
                keeper.write(*more)
                if more[0].phase == OVER:
                    self._note_last(more[0], events)
        if more is not None:
            keeper.place = more[0]
        self._number += 1
        self.dealt += begins
        self._seq = count_batch(batch, self._seq, self._done, self._deps.limits.answers_kept)
        self._journaled.append(_Journaled(self.host.match, batch.events, parts, cause))

    def _standing(self) -> DealSnapshot:
        return DealSnapshot(self.host.match, self.dealt, self._number, self._seq, done_of(self._done))

    def _note_last(self, place: Place, events: Sequence[Event]) -> None:
        """The match is over and its events go: note the last requests of each seat, and the one that ended it."""
        cause = self._cause
        for seat, done in enumerate(self._done):
            if not (uid := place.seats[seat].uid):
                continue
            last = [*done.items()]
            if cause is not None and cause.seat == seat:
                last.append((cause.request, self._seq + (own_of(events) is None)))
            self._deps.store.answers.put_played(uid, place.id, last)

    # --- telling ----------------------------------------------------------------------------------------------

    def _hear(self, told: Sequence[Told]) -> None:
        """One change at the table: what each seat and, last, the public is told of it."""
        seats, public = told[:SEATS], told[SEATS]
        if not public.events and not any(each.events for each in seats):
            self._owner.acting(public.seats)
            frames = [self.frames.state(seat, each) for seat, each in enumerate(seats)]
            self._note("state", ALL, sum(map(len, frames)))
            for seat, frame in enumerate(frames):
                self._send(seat, frame)
            self._owner.watched(public, self.frames.seq)
            return
        kept = self._journaled.popleft()
        seat_alone = own_of(kept.events)
        if seat_alone is not None:
            frame = self.frames.private(seat_alone, seats[seat_alone], kept.parts, kept.cause)
            self._past.happened(kept.before, kept.events, self.frames.seq, seat_alone)
            self._note("ev", seat_alone, len(frame))
            self._send(seat_alone, frame)
            return
        frames = self.frames.public(seats, kept.parts, kept.cause)
        for seat, frame in enumerate(frames):
            self._send(seat, frame)
        # What nobody waits for comes afterwards.
        self._note("ev", ALL, sum(map(len, frames)))
        # Where everybody sees the same, those who watch hold the same.
        events = public.events if public.events == kept.events else kept.events
        self._past.happened(kept.before, events, self.frames.seq)
        self._owner.watched(public, self.frames.seq)
        self._owner.moved(kept.events)
        if any(isinstance(event, DealScored | DealVoided) for event in kept.events):
            self.dealing.over()

    def _note(self, kind: str, seat: Seat, size: int) -> None:
        """Remember for a while that something was told."""
        self._deps.flights.told(self._place[0], kind, seat, self.frames.seq, size)

    def _send(self, seat: Seat, frame: bytes) -> None:
        viewer = self._deps.viewer_at(seat)
        if viewer is not None:
            viewer.send_frame(frame)


def refused(rejected: Rejected) -> Refused:
    """What is answered to a command that the rules refuse."""
    if rejected.reason == Reason.STALE_PROMPT:
        return Refused(ErrorCode.STALE_PROMPT)
    if rejected.reason in _NOT_ASKED:
        return Refused(ErrorCode.NOT_YOUR_TURN)
    return Refused(ErrorCode.ILLEGAL_PLAY, encode_rejected(rejected))
