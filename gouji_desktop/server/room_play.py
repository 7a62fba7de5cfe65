"""The match of a room as its people live it: begins it, lets absent persons be played for, fines who leaves, ends it.

How a match is driven and told is the business of room_match.py; who sits where that of room_seats.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gouji_desktop.net import requests
from gouji_desktop.net.codes import ErrorCode, Feature
from gouji_desktop.rules.events import DealScored, DealStarted, Event
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Stage
from gouji_desktop.server.ports import Done, Outcome, Refused, Viewer
from gouji_desktop.server.restoring import read_ended, read_match, show_again, take_up_shuffle
from gouji_desktop.server.room_backing import Backing
from gouji_desktop.server.room_conduct import after_deal, after_leaving, after_return, fresh_fines
from gouji_desktop.server.room_dealing import Dealing
from gouji_desktop.server.room_keeping import Leave
from gouji_desktop.server.room_log import encode_header
from gouji_desktop.server.room_logs import MatchLogs
from gouji_desktop.server.room_match import History, MatchDeps, RoomMatch
from gouji_desktop.server.room_people import Chore
from gouji_desktop.server.room_seats import FORBIDDEN, OVER, PLAYING, Place
from gouji_desktop.table.chance import SEED_BYTES
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.session import Controller, SeatInfo, Told
from gouji_desktop.table.setup import SeatPlan, TableSetup, clean_name

#: Where turns have no limit, a person that is away is waited for so long.
PATIENCE_SECONDS = 30.0
#: Who is lost within so many seconds is lost together; that is minded for so long, and so seldom.
TOGETHER_SECONDS, STORM_SECONDS, CALM_SECONDS = 3.0, 30.0, 120.0
NOT_SEATED = Refused(ErrorCode.NOT_SEATED)


class RoomPlay:
    """The matches of one room, one after the other."""

    def __init__(self, backing: Backing) -> None:
        self._back = backing
        self._limits = backing.config.limits
        #: When many of its persons were lost together last.
        self._storm = -CALM_SECONDS
        #: The match that runs, or ran last, as long as people look at its end.
        self.match: RoomMatch | None = None
        #: The trustees of a match that is taken up begin one after the other, and are known already.
        self._taking_up = False
        self.logs = MatchLogs(backing.store, backing.keeper)

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
        self._make(plans, int(created))
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
        header, history = read_match(back.store, place, back.rules, self._limits.answers_kept)
        self._make(header.plans, header.created, history)
        match = self.match
        assert match is not None, "a match was made"
        show_again(back.spectators, place, back.epoch, history, match.host.seats)
        take_up_shuffle(match)
        self.logs.tidy()
        self._taking_up = True
        running = place.running
        match.start()
        for seat in range(len(place.seats)):
            match.do(lambda host, _, seat=seat: host.set_auto_pass(seat in running.auto_pass, seat))  # type: ignore[misc]
        for seat in running.trustees:
            match.do(lambda host, now, seat=seat: host.set_trustee(seat, True, now))  # type: ignore[misc]
        self._taking_up = False
        self.acting(match.host.seats)
        for seat in self._absent():
            self._limit(seat)

    def end_late(self) -> None:
        """A match had ended when the server stopped: show its end, and keep its log where that is missing.

        Raises StoreError, ValueError.
        """
        back, place = self._back, self._place
        header, history = read_ended(back.store, place, back.rules, self._limits.answers_kept)
        if not history.batches:
            return
        self._make(header.plans, header.created, history)
        match = self.match
        assert match is not None, "a match was made"
        show_again(back.spectators, place, back.epoch, history, match.host.seats)
        if not back.store.has_log(place.id, place.match):
            take_up_shuffle(match)
            self.logs.end()
            self.logs.finish()
        self.logs.tidy()

    def _make(self, plans: Sequence[SeatPlan], created: int, history: History | None = None) -> None:
        back, place = self._back, self._place
        self.forget()
        setup = self._setup_of(plans)
        self.logs.begin(setup, created)
        deps = MatchDeps(
            back.store,
            back.keeper,
            back.scheduler,
            self._limits,
            back.make_player,
            back.thinker,
            back.viewer_at,
            back.counters,
            back.flights,
        )
        self.match = RoomMatch(
            (place.id, place.match), setup, self._dealing, self, deps, epoch=back.epoch, history=history
        )

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
            back,
            self._drawn,
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
            # Also while nothing can be kept: it writes nothing.
            match.host.set_seat_limit(seat, None, self._back.scheduler.time())
            running = self._place.running
            if seat in running.trustees and seat not in running.wanted:
                match.do(lambda host, now: host.set_trustee(seat, False, now))

    def went(self, uid: str) -> None:
        """A person of the match is away."""
        seat = self._place.seat_of(uid)
        match = self.running
        if seat is not None and match is not None:
            self._limit(seat)
            self._look_for_storm(match)
            match.dealing.absent(seat)
            self.maybe_deal()

    def left(self, uid: str, place: Place) -> None:
        """A person leaves the running match for good; `place` is the place without it. Raises StoreError."""
        seat, match = place.seat_of(uid), self.running
        assert seat is not None, "nobody left"
        assert match is not None, "no match was left"
        away = [each for each, holder in enumerate(self._place.seats) if holder.left]
        running = after_leaving(place.running, match.match, seat, away)
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
            now = self._back.scheduler.time()
            self.match.host.set_seat_limit(seat, self._limits.away_prompt_seconds, now)

    def _look_for_storm(self, match: RoomMatch) -> None:
        """Where half of the persons, or more, are lost together, the network is to blame: they get the time back.

        What is asked is asked anew with all its time, and what is asked next has a turn's time for a while. Only now
        and then: nobody stops a table for good by pulling out plugs.
        """
        back, persons, now = self._back, self._place.persons, self._back.scheduler.time()
        absent = self._absent()
        lost = [seat for seat in absent if back.people.away_for(self._place.seats[seat].uid) <= TOGETHER_SECONDS]
        many = 2 * len(lost) >= len(persons) and len(lost) > 1
        if now >= self._storm + STORM_SECONDS and not (many and now >= self._storm + CALM_SECONDS):
            return
        for seat in lost:
            match.host.set_seat_limit(seat, None, now)
        if now >= self._storm + STORM_SECONDS:
            self._storm = now
            match.do(lambda host, now: host.reask(now, self._limits.restored_seconds))
            back.scheduler.call_later(STORM_SECONDS, self._end_storm)

    def _end_storm(self) -> None:
        """Who is still away is waited for no longer than others who are."""
        if self.running is not None:
            for seat in self._absent():
                self._limit(seat)

    def _absent(self) -> list[Seat]:
        return [seat for seat in self._place.persons if self._back.viewer_at(seat) is None]

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
            if self._back.viewer_at(seat) is not None and seat not in self._place.running.trustees
        ]
        if seats and all(holder.ready for holder in seats):
            self.match.do(TableHost.next_deal)

    def share(self, uid: str, request: requests.NonceCommit | requests.Nonce) -> None:
        """A seat's part in the shuffle: the hash of its share, or the share."""
        seat, match = self._place.seat_of(uid), self.running
        if match is None or seat is None:
            return
        if isinstance(request, requests.NonceCommit):
            match.dealing.give_hash(seat, uid, request.deal, request.h)
        else:
            match.dealing.give_share(seat, request.deal, request.r)

    # --- the store --------------------------------------------------------------------------------------------

    def stand_still(self) -> None:
        """Nothing can be kept."""
        if self.match is not None:
            self.match.stand_still()

    def go_on(self) -> None:
        """Everything can be kept again."""
        if self.match is not None:
            self.match.go_on()
        self.logs.finish()

    def forget(self) -> None:
        """Let go of the match."""
        if self.match is not None:
            self.match.close()
        self.match = None

    def close(self) -> None:
        """The table closes."""
        self.forget()
        # What is gone must be free at once: the collector of garbage comes too seldom for what has lived for long.
        self._back = self._back._replace(tell_place=lambda: None)

    # --- what the match asks of its room (MatchOwner) -----------------------------------------------------------

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
        meant = {*place.running.wanted, *place.running.missed}
        handed_over = {seat for seat in place.running.trustees if self._back.viewer_at(seat) or seat in meant}
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
        if self._taking_up or trustees == running.trustees:
            return
        self._back.counters["trustee"] += len({*trustees} - {*running.trustees})
        wanted = tuple(seat for seat in running.wanted if seat in trustees)
        missed = tuple(
            seat
            for seat in trustees
            if seat in running.missed or (seat not in running.trustees and self._back.viewer_at(seat) is not None)
        )
        change = self._place.with_running(trustees=trustees, wanted=wanted, missed=missed)
        keeper.attempt(lambda: keeper.change(change))

    def moved(self, events: Sequence[Event]) -> None:
        """Where a deal began or ended, the place has changed too."""
        if any(isinstance(event, DealStarted | DealScored) for event in events):
            self._back.tell_place()
        if any(isinstance(event, DealScored) for event in events):
            self.logs.grow()
        if self._place.phase == OVER:
            self.logs.end()
            # Not at once: some have not been told the end yet.
            self._back.scheduler.call_later(0.0, self.logs.finish)

    def _drawn(self) -> None:
        if self.match is not None:
            self.match.drawn()
