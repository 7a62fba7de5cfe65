"""The table host: the only holder of the truth of a running match.

It does no input or output and reads no clock. Whoever drives it calls `handle` with a command, `advance` when
`next_wakeup` has come, and hands in the time: seconds of any clock that never goes back. What changes is published to
the audiences that are attached, redacted for each; automatic players get the redacted stream of their seat alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.rules.commands import CloseQuery, Command, Pass, SeatCommand, StartDeal
from gouji_desktop.rules.engine import apply, evolve
from gouji_desktop.rules.events import DealStarted, Event
from gouji_desktop.rules.prompts import Prompt, prompt_of, prompts
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.state import Match, Stage, Word, new_match
from gouji_desktop.rules.views import Audience, View, own_seat, project
from gouji_desktop.table.asks import THINKING_SECONDS, Ask, AskBook, By, asks_secretly
from gouji_desktop.table.chance import Chance, derive, player_seed, seeded_chance
from gouji_desktop.table.controllers import PlayerController, Thinker, is_command, think_inline
from gouji_desktop.table.eyes import Eyes
from gouji_desktop.table.fallback import can_beat
from gouji_desktop.table.pacing import Pace, Tempo
from gouji_desktop.table.publishing import Listener, Publisher, Server
from gouji_desktop.table.session import Controller, SeatInfo, Told, Update
from gouji_desktop.table.setup import PlayerMaker, TableSetup, fallback_maker

#: Keeps the events of one command, before anybody learns of them.
Journal = Callable[[Sequence[Event]], None]

#: 托管 begins with so many missed deadlines in a row.
MISSES = 2
#: A table that was not driven for longer (the machine slept) gives everybody the time back.
FROZEN_SECONDS = 5.0
#: Times that differ by less are the same: the host's clock and the driver's are converted into each other.
ROUNDING_SECONDS = 1e-6
#: The level that a `PlayerMaker` is asked for to stand in for a person.
TRUSTEE_LEVEL = "trustee"


class TableHost:
    """Six seats around one running match.

    `history` holds the events of a match that is taken up again: all, or those after the match stood as `before`, when
    so many deals had been `dealt`. Raises ValueError where they are no history of it.
    """

    def __init__(
        self,
        setup: TableSetup,
        make_player: PlayerMaker = fallback_maker,
        *,
        chance: Chance | None = None,
        journal: Journal | None = None,
        thinker: Thinker = think_inline,
        history: Iterable[Event] = (),
        before: Match | None = None,
        dealt: int = 0,
    ) -> None:
        self._setup = setup
        self._chance = chance or seeded_chance(setup.seed, setup.rules.cards)
        self._journal = journal
        self._match = before or new_match(setup.rules, setup.deals)
        self._players = [
            PlayerController(
                seat,
                plan.level or TRUSTEE_LEVEL,
                make_player(plan.level or TRUSTEE_LEVEL, setup.rules, seat, player_seed(setup.seed, seat)),
                thinker,
            )
            for seat, plan in enumerate(setup.seats)
        ]
        self._eyes = Eyes(
            self._players,
            self._match,
            acts=lambda seat: self._running and self._controllers[seat] != Controller.PERSON,
        )
        self._controllers = [Controller.PERSON if plan.is_person else Controller.BOT for plan in setup.seats]
        self._seats = self._who_acts()
        tempo = Tempo(derive(setup.seed, "tempo/1"), setup.pace)
        self._book = AskBook(setup, tempo, self._controllers, self._must_pass)
        self._misses = [0] * SEATS
        self.timeouts = 0  #: Deadlines that persons have missed.
        self._last: list[SeatCommand | None] = [None] * SEATS
        self._deals_started = dealt
        self._start_at: float | None = None
        self._wanted_deal: int | None = None
        self._running = False
        self._paused_at: float | None = None
        #: What the host's clock is behind the driver's, and when it was driven last.
        self._offset = 0.0
        self._driven = 0.0
        self._publisher = Publisher(self._update, self._told)
        self._take_up(history)

    def _who_acts(self) -> tuple[SeatInfo, ...]:
        return tuple(
            SeatInfo(plan.name, controller, plan.level)
            for plan, controller in zip(self._setup.seats, self._controllers, strict=True)
        )

    def _take_up(self, history: Iterable[Event]) -> None:
        events = list(history)
        dealt = [number for number, event in enumerate(events) if isinstance(event, DealStarted)]
        # Nobody remembers more than the running deal, so that nobody needs to be told more.
        before = dealt[-1] if dealt else 0
        try:
            for event in events[:before]:
                self._match = evolve(self._match, event)
            self._deals_started += len(dealt)
            self._eyes.open(self._match)
            for event in events[before:]:
                self._eyes.see([event], self._match)
                self._match = evolve(self._match, event)
        except (AssertionError, LookupError, TypeError, ValueError, AttributeError) as error:
            raise ValueError("the events are no history of a match under these rules") from error

    # --- what there is ----------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The truth. Nobody but the host, its log and its tests may look at it."""
        return self._match

    @property
    def setup(self) -> TableSetup:
        """What the table was made from."""
        return self._setup

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """Who acts for each seat now."""
        return self._seats

    @property
    def tempo(self) -> Tempo:
        """How fast bots play, and whether the rest of the deal is hurried through."""
        return self._book.tempo

    @property
    def paused(self) -> bool:
        """Whether the table stands still."""
        return self._paused_at is not None

    @property
    def may_deal(self) -> bool:
        """Whether the next deal may be dealt now."""
        deal = self._match.deal
        return not self._match.over and (deal is None or deal.stage == Stage.OVER)

    @property
    def wanted_deal(self) -> int | None:
        """The number of the deal whose chance is awaited (see `Chance`); None where none is."""
        return self._wanted_deal

    def view(self, audience: Audience) -> View:
        """The match as an audience sees it."""
        seat = own_seat(audience)
        return self._eyes[seat].view(self._match) if seat >= 0 else project(self._match, audience)

    def snapshot(self, audience: Audience, now: float) -> Update:
        """The present state for an audience, without events."""
        return self._update(audience, (), self._time(now))._replace(snapshot=True)

    def attach(self, audience: Audience, listener: Listener) -> Callable[[], None]:
        """Tell the listener every update of an audience from now on; the result detaches it."""
        return self._publisher.attach(audience, listener)

    def serve(self, server: Server) -> None:
        """Tell every change to somebody who serves all audiences: all seats and the public at once."""
        self._publisher.serve(server)

    # --- what can be done -------------------------------------------------------------------------------------

    def start(self, now: float, least: float = 0.0) -> None:
        """Begin, or go on with a match that was taken up again; `advance` does the rest.

        What is open then stays so for so many seconds at least: persons may have to come back first.
        """
        if not self._running:
            self._running = True
            self._driven = now
            self._book.least = least
            self._reask(self._time(now))
            self._book.least = 0.0

    def handle(self, command: SeatCommand, now: float) -> Rejected | None:
        """Carry out the command of a person's seat. The same command twice is done once; a refusal changes nothing."""
        time = self._drive(now)
        if not is_command(command):
            return Rejected(Reason.NOT_ASKED)
        seat = command.seat
        if seat not in range(SEATS) or self._controllers[seat] == Controller.BOT:
            return Rejected(Reason.NOT_ASKED)
        if command == self._last[seat] and not self._book.holds(seat, command.prompt):
            return None
        openly = not asks_secretly(self._match.deal)
        rejected = self._carry_out(command, time)
        if rejected is None:
            self._last[seat] = command
            # 托管 is public: a sealed answer that ended it would tell that its seat was asked.
            if openly:
                self._misses[seat] = 0
            if openly and self._controllers[seat] == Controller.TRUSTEE:
                self._set_controller(seat, Controller.PERSON, time)
            self._publisher.deliver()
        return rejected

    def advance(self, now: float, steps: int | None = None) -> bool:
        """Do what is due, at most so many steps; whether something was done."""
        self._drive(now)
        done = 0
        while self._running and not self.paused and (steps is None or done < steps) and self._step(self._time(now)):
            done += 1
            self._publisher.deliver()
        return done > 0

    def next_wakeup(self, now: float) -> float | None:  # noqa: ARG002 - part of how a table is driven
        """When `advance` has something to do next; None where the table waits for a person, or is over."""
        if not self._running or self.paused:
            return None
        times = (self._start_at, self._book.next_time(self._match.deal))
        return min((time + self._offset for time in times if time is not None), default=None)

    def next_deal(self, now: float) -> bool:
        """Deal the next deal, or the one whose chance was awaited; False where nothing was dealt."""
        if not self._running or not self.may_deal:
            return False
        before = self._deals_started
        self._start_deal(self._drive(now))
        self._publisher.deliver()
        return self._deals_started > before

    def reask(self, now: float, least: float = 0.0, seat: Seat | None = None) -> None:
        """Ask everything that is open anew, with all its time and at least so many seconds.

        For after a journal that could not keep something. With a seat: only what its player is asked, and nobody else
        hears of it.
        """
        if seat is not None:
            self._book.forget(seat)
            self._reask(self._drive(now))
            return
        self._book.forget_all()
        for player in self._players:
            player.drop()
        time = self._drive(now)
        self._book.least = least
        self._reask(time)
        self._book.least = 0.0
        self._publisher.tell_all(time)
        self._publisher.deliver()

    def set_seat_limit(self, seat: Seat, seconds: float | None, now: float) -> None:
        """Give a person's seat no more than so many seconds for its prompts, from the next one on; None: a turn's."""
        self._book.limits[seat] = seconds
        if seconds is None and self._book.lift(seat):
            self._publisher.tell_all(self._drive(now))
            self._publisher.deliver()

    def set_trustee(self, seat: Seat, on: bool, now: float) -> None:
        """托管 for a person's seat begins or ends: also for the prompt that is open now."""
        if self._setup.seats[seat].is_person:
            self._misses[seat] = 0
            self._set_controller(seat, Controller.TRUSTEE if on else Controller.PERSON, self._drive(now))
            self._publisher.deliver()

    def set_paused(self, paused: bool, now: float) -> None:
        """Stop every clock, or go on."""
        if paused == self.paused:
            return
        if paused:
            self._paused_at = now
        else:
            assert self._paused_at is not None
            self._offset += now - self._paused_at
            self._paused_at = None
        self._driven = now
        self._publisher.tell_all(self._time(now))
        self._publisher.deliver()

    def close(self) -> None:
        """Let go of everything: it is free at once then, and nothing may be asked of it any more."""
        vars(self).clear()

    def set_pace(self, pace: Pace, now: float) -> None:
        """How fast bots play from now on."""
        self._set_tempo(self.tempo._replace(pace=Pace(pace)), now)

    def set_fast_forward(self, on: bool, now: float) -> None:
        """Hurry through the rest of the deal; nothing where a person still plays in it."""
        self._set_tempo(self.tempo._replace(fast_forward=on and self.may_fast_forward), now)

    def _set_tempo(self, tempo: Tempo, now: float) -> None:
        time = self._drive(now)
        self._book.tempo = tempo
        self._book.hurry(self._match.deal, time)
        if self._start_at is not None and self._match.deal is None:
            self._start_at = min(self._start_at, time + tempo.redeal_pause)

    def set_auto_pass(self, on: bool, seat: Seat | None = None) -> None:
        """Pass for persons (one, or all) who cannot beat (要不起), from the next prompt on, or no longer."""
        for each in range(SEATS) if seat is None else (seat,):
            self._book.auto_pass[each] = on

    @property
    def may_fast_forward(self) -> bool:
        """Whether a deal runs in which no person plays any more."""
        deal = self._match.deal
        if deal is None or deal.stage == Stage.OVER:
            return False
        persons = [seat for seat, who in enumerate(self._controllers) if who == Controller.PERSON]
        return not any(deal.live >> seat & 1 for seat in persons)

    # --- the truth --------------------------------------------------------------------------------------------

    def _carry_out(self, command: Command, time: float) -> Rejected | None:
        """Decide, keep, evolve, publish: in this order."""
        outcome = apply(self._match, command)
        if isinstance(outcome, Rejected):
            return outcome
        after, events = outcome
        if self._journal is not None:
            self._journal(events)
        before, self._match = self._match, after
        seen = self._eyes.see(events, before)
        if seen[0] is not events:
            self._deals_started += sum(isinstance(event, DealStarted) for event in events)
        self._reask(time)
        self._publisher.tell(events, seen, time)
        return None

    def _start_deal(self, time: float) -> None:
        self._start_at = None
        self._book.tempo = self.tempo._replace(fast_forward=False)
        shuffle = self._chance(self._deals_started)
        self._wanted_deal = self._deals_started if shuffle is None else None
        if shuffle is not None:
            rejected = self._carry_out(StartDeal(*shuffle), time)
            assert rejected is None, rejected

    # --- publishing -------------------------------------------------------------------------------------------

    def _update(self, audience: Audience, events: tuple[Event, ...], time: float) -> Update:
        view = self.view(audience)
        seat = own_seat(audience)
        # A seat's prompt follows from its own view: it is the one that follows from the truth.
        prompt = prompt_of(self._match, seat) if seat >= 0 else None
        clock = self._book.clock(self._match.deal, seat, time)
        return Update(events, view, prompt, self.seats, clock, paused=self.paused)

    def _told(self, events: Sequence[tuple[Event, ...]], time: float) -> list[Told]:
        clocks = self._book.clocks(self._match.deal, time)
        # Whoever is told what the public is told gets the same object.
        public = Told(events[-1], None, self._seats, clocks[-1], self.paused)
        told = [
            public if each is public.events and clock is public.clock else public._replace(events=each, clock=clock)
            for each, clock in zip(events, clocks, strict=True)
        ]
        for prompt in prompts(self._match):
            told[prompt.seat] = told[prompt.seat]._replace(prompt=prompt)
        return told

    # --- prompts ----------------------------------------------------------------------------------------------

    def _time(self, now: float) -> float:
        """The host's own clock, which stands still while the table is paused."""
        return (now if self._paused_at is None else self._paused_at) - self._offset

    def _drive(self, now: float) -> float:
        """The same, where somebody does something; what a sleep of the machine took is given back first."""
        if now - self._driven > FROZEN_SECONDS:
            wakeup = self.next_wakeup(now)
            if wakeup is not None and now - wakeup > FROZEN_SECONDS:
                self._offset += now - self._driven
        self._driven = now
        return self._time(now)

    def _must_pass(self, prompt: Prompt) -> bool:
        """Whether a person can do nothing but pass."""
        deal = self._match.deal
        assert deal is not None
        return deal.round.word != Word.LEAD and not can_beat(self._eyes[prompt.seat].view(self._match), prompt)

    def _set_controller(self, seat: Seat, controller: Controller, time: float) -> None:
        if self._controllers[seat] == controller:
            return
        self._controllers[seat] = controller
        self._seats = self._who_acts()
        self._book.forget(seat)
        self._players[seat].drop()
        self._reask(time)
        self._publisher.tell_all(time)

    def _reask(self, time: float) -> None:
        """Open what is asked now and forget what is asked no more."""
        if not self._running:
            return
        gone, fresh = self._book.sync(self._match, time)
        for seat in gone:
            self._players[seat].drop()
        for ask in fresh:
            if ask.by == By.PLAYER:
                self._eyes[ask.prompt.seat].ask(self._match, ask.prompt)
        if not self.may_deal or self._start_at is not None or self._wanted_deal is not None:
            return
        wait = self._setup.next_deal_after
        if self._match.deal is None:
            self._start_at = time + (self.tempo.redeal_pause if self._deals_started else 0.0)
        elif wait is not None:
            self._start_at = time + (wait if self.tempo.scale else 0.0)

    # --- one step ---------------------------------------------------------------------------------------------

    def _step(self, time: float) -> bool:
        """Do the next thing that is due; False where nothing is."""
        by = time + ROUNDING_SECONDS
        if self._start_at is not None and self._start_at <= by:
            self._start_deal(time)
            return True
        deal = self._match.deal
        close = self._book.close_time(deal)
        closing = close is not None and close <= by
        for ask in self._book.players_due() if closing else self._book.planned(by):
            if self._answer_for(ask, time):
                return True
        if closing:
            if self._book.waits_for_thinkers(deal):
                return False
            self._close_query(time)
            return True
        late = self._book.late(by) if deal is not None and deal.query is None else []
        for ask in late:
            self._miss(ask, time)
            return True
        return False

    def _answer_for(self, ask: Ask, time: float) -> bool:
        """Answer a prompt for its seat; False where the player still thinks."""
        prompt, seat = ask.prompt, ask.prompt.seat
        if ask.by == By.AUTO_PASS:
            self._submit(Pass(seat, prompt.id), prompt, time)
            return True
        player = self._players[seat]
        try:
            command = player.poll()
        except Exception as error:  # noqa: BLE001 - whatever a player raises is its own fault and not the table's
            player.report(prompt, "failed", error)
            command = simplest_answer(self._eyes[seat].view(self._match), prompt)
        if command is None:
            ask.thinking = True
            if time + ROUNDING_SECONDS < ask.opened + THINKING_SECONDS:
                return False
            player.report(prompt, "did not answer in time")
            player.drop()
            command = simplest_answer(self._eyes[seat].view(self._match), prompt)
        self._submit(command, prompt, time)
        return True

    def _submit(self, command: SeatCommand, prompt: Prompt, time: float) -> None:
        """Carry out an answer for a seat, or the fallback where it is not legal."""
        proper = is_command(command) and command.seat == prompt.seat
        rejected = self._carry_out(command, time) if proper else Rejected(Reason.NOT_ASKED)
        if rejected is not None:
            self._players[prompt.seat].report(prompt, f"answered {type(command).__name__} ({rejected.reason})")
            rejected = self._carry_out(simplest_answer(self._eyes[prompt.seat].view(self._match), prompt), time)
            assert rejected is None, f"the fallback is refused: {rejected}"

    def _close_query(self, time: float) -> None:
        missed = [] if asks_secretly(self._match.deal) else self._book.unanswered_by_persons()
        rejected = self._carry_out(CloseQuery(), time)
        assert rejected is None, rejected
        for seat in missed:
            self._count_miss(seat, time)

    def _miss(self, ask: Ask, time: float) -> None:
        """A person's time is up: the trustee answers this prompt."""
        seat = ask.prompt.seat
        ask.by, ask.due, ask.deadline = By.PLAYER, time, None
        self._eyes[seat].ask(self._match, ask.prompt)
        self._count_miss(seat, time)

    def _count_miss(self, seat: Seat, time: float) -> None:
        self._misses[seat] += 1
        self.timeouts += 1
        if self._misses[seat] >= MISSES:
            self._misses[seat] = 0
            self._set_controller(seat, Controller.TRUSTEE, time)
