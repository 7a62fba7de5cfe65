"""The match of a room as its people live it: begins it, lets absent persons be played for, fines who leaves, ends it.

How a match is driven and told is the business of room_match.py; who sits where that of room_seats.py.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from gouji_desktop.net import requests
from gouji_desktop.net.codes import ErrorCode, Feature
from gouji_desktop.net.fields import Message
from gouji_desktop.net.messages import LogPart
from gouji_desktop.net.wire import encode_bytes
from gouji_desktop.rules.events import DealScored, DealStarted, Event
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Stage
from gouji_desktop.server.config import Config
from gouji_desktop.server.ports import Done, Outcome, Refused, StoreError, Viewer
from gouji_desktop.server.restoring import read_match, show_again, take_up_shuffle
from gouji_desktop.server.room_conduct import after_deal, after_leaving, after_return, fresh_fines
from gouji_desktop.server.room_dealing import Dealing
from gouji_desktop.server.room_keeping import Keeper, Leave
from gouji_desktop.server.room_log import Batch, decode_header, encode_header, piece, running_log
from gouji_desktop.server.room_match import MatchDeps, RoomMatch
from gouji_desktop.server.room_people import Chore, People
from gouji_desktop.server.room_seats import FORBIDDEN, OVER, PLAYING, Place
from gouji_desktop.server.spectators import Spectators
from gouji_desktop.server.store import Store
from gouji_desktop.table.chance import SEED_BYTES
from gouji_desktop.table.controllers import Thinker
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.local import Scheduler
from gouji_desktop.table.session import Controller, SeatInfo, Told
from gouji_desktop.table.setup import PlayerMaker, SeatPlan, TableSetup, clean_name

_log = logging.getLogger(__name__)

#: Where turns have no limit, a person that is away is waited for so long.
PATIENCE_SECONDS = 30.0
NOT_SEATED = Refused(ErrorCode.NOT_SEATED)


class Backing(NamedTuple):
    """What a room and its match share."""

    store: Store
    scheduler: Scheduler
    make_player: PlayerMaker
    thinker: Thinker
    entropy: Callable[[int], bytes]
    config: Config
    keeper: Keeper
    people: People
    spectators: Spectators
    rules: RuleSet
    epoch: int
    #: Tells everybody the place anew.
    tell_place: Callable[[], None]
    #: The time of day in seconds since the epoch, for people alone.
    time_of_day: Callable[[], float] = time.time


class RoomPlay:
    """The matches of one room, one after the other."""

    def __init__(self, backing: Backing) -> None:
        self._back = backing
        self._limits = backing.config.limits
        #: The match that runs, or ran last, as long as people look at its end.
        self.match: RoomMatch | None = None
        self._setup: TableSetup | None = None
        self._created = 0
        #: The log of a match is to be made and kept.
        self._unfinished = False
        self._log: tuple[int, bytes] | None = None
        self._deals_done = 0

    @property
    def _place(self) -> Place:
        return self._back.keeper.place

    @property
    def running(self) -> RoomMatch | None:
        """The match that runs."""
        return self.match if self._place.phase == PLAYING else None

    @property
    def deals_done(self) -> int:
        """How many deals of the present match have ended."""
        return 0 if self.match is None else self.match.deals_done

    # --- beginning --------------------------------------------------------------------------------------------

    def begin(self, place: Place) -> None:
        """Begin the match of a place that has started. Raises StoreError, and nothing has begun then."""
        back = self._back
        plans = tuple(SeatPlan(clean_name(holder.name), holder.level) for holder in place.seats)
        created = back.time_of_day()
        header = encode_header(plans, created)
        back.keeper.change(place, also=lambda: back.store.start_match(place.id, place.match, header))
        self._make(plans, int(created), ())
        match = self.match
        assert match is not None, "a match was made"
        back.spectators.begin(place.match, back.epoch, 0, match.public_view)
        for uid, viewer in back.people.here.items():
            self._listen(uid, viewer)

    def start(self) -> None:
        """Let it run, once everybody knows of it."""
        if self.match is not None:
            self.match.start()
            for seat in self._absent():
                self._limit(seat)

    def take_up(self) -> None:
        """Take up the match that ran when the server stopped. Raises StoreError, ValueError where it is damaged."""
        back, place = self._back, self._place
        kept = read_match(back.store, place)
        self._make(kept.header.plans, kept.header.created, kept.batches)
        match = self.match
        assert match is not None, "a match was made"
        take_up_shuffle(match, kept.deals)
        show_again(back.spectators, place, back.rules, back.epoch, kept.batches, match.host.seats)
        running = place.running
        match.start()
        for seat in range(len(place.seats)):
            match.do(lambda host, _, seat=seat: host.set_auto_pass(seat in running.auto_pass, seat))  # type: ignore[misc]
        for seat in running.trustees:
            match.do(lambda host, now, seat=seat: host.set_trustee(seat, True, now))  # type: ignore[misc]
        for seat in self._absent():
            self._limit(seat)

    def finish_late(self) -> None:
        """A match ended, and the server stopped before its log was kept. Raises StoreError, ValueError."""
        back, place = self._back, self._place
        if back.store.batches(place.id, place.match):
            header = decode_header(back.store.match_header(place.id, place.match))
            self._setup, self._created = self._setup_of(header.plans), header.created
            self._unfinished = True
            self._finish()

    def _make(self, plans: Sequence[SeatPlan], created: int, history: Sequence[Batch]) -> None:
        back, place = self._back, self._place
        self.forget()
        self._created = created
        setup = self._setup = self._setup_of(plans)
        deps = MatchDeps(back.store, back.keeper, back.scheduler, self._limits, back.make_player, back.thinker)
        self.match = RoomMatch(
            (place.id, place.match), setup, self._dealing, self, deps, epoch=back.epoch, history=history
        )
        self._deals_done = self.match.deals_done

    def _setup_of(self, plans: Sequence[SeatPlan]) -> TableSetup:
        back, terms = self._back, self._place.terms
        return TableSetup(
            back.rules,
            tuple(plans),
            terms.deals or None,
            seed=back.entropy(SEED_BYTES),
            turn_seconds=float(terms.turn_s) if terms.turn_s else None,
            answer_seconds=float(terms.answer_s),
            watched=True,
            grace_seconds=self._limits.grace_seconds,
            next_deal_after=self._limits.next_deal_seconds,
        )

    def _dealing(self) -> Dealing:
        back, place = self._back, self._place
        return Dealing(
            (place.id, place.match, back.rules.digest),
            back.rules.cards,
            self,
            store=back.store,
            keeper=back.keeper,
            scheduler=back.scheduler,
            entropy=back.entropy,
            seconds=self._limits.nonce_seconds,
        )

    # --- people -----------------------------------------------------------------------------------------------

    def show(self, uid: str, viewer: Viewer) -> None:
        """Send somebody what it may see of the match."""
        seat = self._place.seat_of(uid)
        if self.match is not None and seat is not None:
            self.match.show(seat, viewer)

    def came(self, uid: str, viewer: Viewer) -> None:
        """A person of the match is here, or here again: no limits, and no trustee that its absence called."""
        seat, match = self._place.seat_of(uid), self.match
        if seat is None or match is None:
            return
        self._listen(uid, viewer)
        # The whole match comes first: what is told next follows from it.
        match.show(seat, viewer)
        if Feature.SHUFFLE in viewer.features:
            match.dealing.here(viewer)
        if self.running is not None:
            match.host.set_seat_limit(seat, None)
            running = self._place.running
            if seat in running.trustees and seat not in running.wanted:
                match.do(lambda host, now: host.set_trustee(seat, False, now))

    def went(self, uid: str) -> None:
        """A person of the match is away."""
        seat = self._place.seat_of(uid)
        match = self.running
        if seat is not None and match is not None:
            self._limit(seat)
            match.dealing.absent(seat)
            self.maybe_deal()

    def left(self, uid: str, place: Place) -> None:
        """A person leaves the running match for good; `place` is the place without it. Raises StoreError."""
        seat, match = place.seat_of(uid), self.running
        assert seat is not None, "nobody left"
        assert match is not None, "no match was left"
        running = after_leaving(place.running, match.match, seat)
        place = place.with_running(**{name: getattr(running, name) for name in ("leavers", "excused", "fines")})
        place = place.with_running(wanted=tuple(each for each in running.wanted if each != seat))
        self._back.keeper.change(place, (Leave(uid, place.match, running.fines[seat]),))
        match.do(lambda host, now: host.set_trustee(seat, True, now))
        match.dealing.absent(seat)
        self.maybe_deal()

    def returning(self, uid: str, place: Place) -> Place:
        """The place with a person that had left and takes its seat back."""
        seat = place.seat_of(uid)
        if seat is None or not self._place.seats[seat].left or place.phase != PLAYING:
            return place
        return place.with_running(excused=after_return(place.running, seat).excused)

    def _listen(self, uid: str, viewer: Viewer) -> None:
        seat = self._place.seat_of(uid)
        if seat is not None and self.match is not None:
            (self.match.frames.legal.add if Feature.LEGAL in viewer.features else self.match.frames.legal.discard)(seat)

    def _limit(self, seat: Seat) -> None:
        if self.match is not None:
            self.match.host.set_seat_limit(seat, self._limits.away_prompt_seconds)

    def _absent(self) -> list[Seat]:
        return [seat for seat in self._place.persons if self.viewer_at(seat) is None]

    def chores(self) -> Iterator[Chore]:
        """Without a limit for turns: when absent persons are played for."""
        match = self.running
        if match is None or self._place.terms.turn_s or self._back.keeper.frozen:
            return
        for seat in self._absent():
            since = self._back.people.away_since(self._place.seats[seat].uid)
            if since is not None and seat not in self._place.running.trustees:
                yield Chore(since + PATIENCE_SECONDS, lambda seat=seat: self._play_for(seat))  # type: ignore[misc]

    def _play_for(self, seat: Seat) -> None:
        if self.match is not None:
            self.match.do(lambda host, now: host.set_trustee(seat, True, now))

    # --- requests ---------------------------------------------------------------------------------------------

    def set_trustee(self, seat: Seat, on: bool) -> Outcome:
        """托管 on or off, as its person wants it."""
        match, keeper = self.running, self._back.keeper
        if match is None:
            return FORBIDDEN
        wanted = {*self._place.running.wanted} - {seat} | ({seat} if on else set())
        keeper.attempt(lambda: keeper.change(self._place.with_running(wanted=tuple(sorted(wanted)))))
        if keeper.frozen:
            return keeper.refusal
        match.do(lambda host, now: host.set_trustee(seat, on, now))
        self.maybe_deal()
        return Done()

    def set_auto_pass(self, seat: Seat, on: bool) -> Outcome:
        """要不起 on or off for a seat."""
        match, keeper = self.running, self._back.keeper
        if match is None:
            return FORBIDDEN
        chosen = {*self._place.running.auto_pass} - {seat} | ({seat} if on else set())
        keeper.attempt(lambda: keeper.change(self._place.with_running(auto_pass=tuple(sorted(chosen)))))
        if keeper.frozen:
            return keeper.refusal
        match.host.set_auto_pass(on, seat)
        return Done()

    @property
    def between_deals(self) -> bool:
        """Whether a deal has ended and the next one waits for the persons."""
        match = self.running
        if match is None or match.match.over or match.host.wanted_deal is not None:
            return False
        return match.match.deal is not None and match.match.deal.stage == Stage.OVER

    def maybe_deal(self) -> None:
        """Deal the next deal where everybody who is here wants to go on."""
        if not self.between_deals or self.match is None:
            return
        seats = [
            self._place.seats[seat]
            for seat in self._place.persons
            if self.viewer_at(seat) is not None and seat not in self._place.running.trustees
        ]
        if seats and all(holder.ready for holder in seats):
            self.match.do(TableHost.next_deal)

    def give_hash(self, uid: str, request: requests.NonceCommit) -> None:
        """A seat's part in the shuffle: the hash."""
        seat = self._place.seat_of(uid)
        if self.running is not None and seat is not None:
            self.running.dealing.give_hash(seat, uid, request.deal, request.h)

    def give_share(self, uid: str, request: requests.Nonce) -> None:
        """A seat's part in the shuffle: the share."""
        seat = self._place.seat_of(uid)
        if self.running is not None and seat is not None:
            self.running.dealing.give_share(seat, request.deal, request.r)

    def fetch_log(self, request: requests.FetchLog) -> Outcome | LogPart:
        """A piece of the log of a match, as far as its last finished deal."""
        try:
            content = self._log_of(request.match)
        except (StoreError, ValueError) as error:
            _log.warning("table %s: the log of match %d cannot be read: %s", self._place.id, request.match, error)
            content = None
        if content is None:
            return Refused(ErrorCode.FORBIDDEN, {"reason": "no_log"})
        return piece(content, request.offset, request.id)

    def _log_of(self, match: int) -> bytes | None:
        place, back = self._place, self._back
        present = match == place.match and (self.running is not None or self._unfinished)
        if not present:
            if self._log is None or self._log[0] != -match:
                content = back.store.log(place.id, match)
                self._log = None if content is None else (-match, content)
            return None if self._log is None else self._log[1]
        if not self.deals_done or self._setup is None:
            return None
        if self._log is None or self._log[0] != self.deals_done:
            self._log = self.deals_done, running_log(back.store, self._setup, self._created, place.id, match)
        return self._log[1]

    # --- the store --------------------------------------------------------------------------------------------

    def stand_still(self) -> None:
        """Nothing can be kept."""
        if self.match is not None:
            self.match.stand_still()

    def go_on(self) -> None:
        """Everything can be kept again."""
        if self.match is not None:
            self.match.go_on()
        self._finish()

    def forget(self) -> None:
        """Let go of the match."""
        if self.match is not None:
            self.match.close()
        self.match, self._log, self._deals_done = None, None, 0

    def _finish(self) -> None:
        """Keep the log of a match that is over instead of its events."""
        if self._unfinished:
            self._back.keeper.attempt(self._keep_log)

    def _keep_log(self) -> None:
        back, place = self._back, self._place
        assert self._setup is not None, "no match has ended"
        try:
            content = running_log(back.store, self._setup, self._created, place.id, place.match)
        except ValueError:
            _log.exception("table %s: match %d has no log", place.id, place.match)
        else:
            back.store.finish_match(place.id, place.match, content)
        self._unfinished, self._log = False, None

    # --- what the match asks of its room (MatchOwner) -----------------------------------------------------------

    def viewer_at(self, seat: Seat) -> Viewer | None:
        """The connection that speaks for a seat."""
        holder = self._place.seats[seat]
        return self._back.people.of(holder.uid) if holder.uid and not holder.left else None

    def after(self, events: Sequence[Event]) -> tuple[Place, tuple[Leave, ...]] | None:
        """What is kept with the start and the end of a deal."""
        place = self._place
        if any(isinstance(event, DealStarted) for event in events):
            return (place.nobody_ready(), ()) if any(holder.ready for holder in place.seats) else None
        scored = next((event for event in events if isinstance(event, DealScored)), None)
        if scored is None or self.match is None:
            return None
        gone = {seat for seat in place.persons if place.seats[seat].left or self._fled(seat)}
        # Whom a trustee replaces that was lost on the way, and not for long, has not left.
        handed_over = {seat for seat in place.running.trustees if self.viewer_at(seat) or seat in place.running.wanted}
        running = after_deal(place.running, self.match.match, gone | handed_over)
        after = place.nobody_ready().with_running(fines=running.fines)
        if scored.over:
            after = after.in_phase(OVER)
        leavers = gone | {seat for seat, _ in fresh_fines(place, after)}
        return after, tuple(Leave(place.seats[seat].uid, place.match, running.fines[seat]) for seat in sorted(leavers))

    def _fled(self, seat: Seat) -> bool:
        return self._back.people.away_for(self._place.seats[seat].uid) > self._limits.away_seconds

    def watched(self, told: Told, seq: int) -> None:
        """What the public is told."""
        self._back.spectators.hear(told, seq)

    def acting(self, seats: Sequence[SeatInfo]) -> None:
        """Who acts for the seats: remembered, so that a restarted server knows it too."""
        keeper, running = self._back.keeper, self._place.running
        trustees = tuple(seat for seat, info in enumerate(seats) if info.controller == Controller.TRUSTEE)
        if trustees == running.trustees:
            return
        wanted = tuple(seat for seat in running.wanted if seat in trustees)
        keeper.attempt(lambda: keeper.change(self._place.with_running(trustees=trustees, wanted=wanted)))

    def moved(self, events: Sequence[Event]) -> None:
        """Where a deal began or ended, the place has changed too."""
        if any(isinstance(event, DealStarted | DealScored) for event in events):
            self._back.tell_place()
        if self._place.phase == OVER and not self._unfinished:
            self._unfinished = True
            # Not at once: some have not been told the end yet.
            self._back.scheduler.call_later(0.0, self._finish)

    # --- what shuffling asks of its room (Company) --------------------------------------------------------------

    def sharers(self) -> Mapping[Seat, str]:
        """Who is here and takes part in the shuffle."""
        viewers = {seat: self.viewer_at(seat) for seat in self._place.persons}
        return {
            seat: viewer.uid
            for seat, viewer in viewers.items()
            if viewer is not None and Feature.SHUFFLE in viewer.features
        }

    def tell(self, message: Message) -> None:
        """Tell what is said of a shuffle."""
        frame = encode_bytes(message)
        for seat in self._place.persons:
            viewer = self.viewer_at(seat)
            if viewer is not None and Feature.SHUFFLE in viewer.features:
                viewer.send_frame(frame)
        self._back.spectators.tell(frame)

    def drawn(self) -> None:
        """The deal can be dealt."""
        if self.match is not None:
            self.match.drawn()
