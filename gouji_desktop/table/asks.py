"""The host's book of open prompts: who is asked, since when, until when, and who answers.

All times are seconds of the host's own clock, which stands still while the table is paused.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from gouji_desktop.rules.prompts import Prompt, prompts
from gouji_desktop.rules.seats import NOBODY, SEATS, Seat, seats_of
from gouji_desktop.rules.state import Deal, Match, Query, Stage, Word
from gouji_desktop.rules.views import SECRETLY_ASKED
from gouji_desktop.table.pacing import DEAL_EXTRA, LEAD_EXTRA, Tempo
from gouji_desktop.table.session import ClockInfo, Controller
from gouji_desktop.table.setup import TableSetup

#: A player shows its suit within this share of a time that is fixed.
FIXED_SHARE = 0.8
#: A player that thinks longer is replaced for this answer.
THINKING_SECONDS = 20.0


class By(StrEnum):
    """Who answers a prompt."""

    PERSON = "person"
    #: A bot, or the trustee of a person.
    PLAYER = "player"
    #: The interface passes for a person that cannot beat.
    AUTO_PASS = "auto_pass"  # noqa: S105 - the word of the game


class Ask:
    """One open prompt."""

    __slots__ = ("by", "deadline", "due", "opened", "prompt", "thinking")

    def __init__(self, prompt: Prompt, by: By, opened: float, due: float | None, deadline: float | None) -> None:
        self.prompt = prompt
        self.by = by
        self.opened = opened
        #: When it is answered for the seat; None where a person answers.
        self.due = due
        #: When the person's time is up; None where it has no end.
        self.deadline = deadline
        #: The answer was due and its player still thinks.
        self.thinking = False


def asks_secretly(deal: Deal | None) -> bool:
    """Whether a query is open of which nobody may learn who is asked, and so neither who missed it."""
    return deal is not None and deal.query is not None and deal.stage in SECRETLY_ASKED


def asked_publicly(deal: Deal | None) -> tuple[Seat, ...]:
    """Who by public knowledge may be answering now: one seat, or all candidates of a query alike."""
    if deal is None or deal.stage in (Stage.OVER, Stage.READY):
        return ()
    if deal.query is None:
        return (deal.round.turn,)
    return seats_of(deal.query.public if deal.stage in SECRETLY_ASKED else deal.query.asked)


def _left_of(total: float, left: float) -> float:
    """Seconds that are left of a time, in milliseconds, whatever converting between clocks did to it."""
    return min(total, max(0.0, round(left, 3)))


class AskBook:
    """The open prompts of one table and the times that follow from them.

    `controllers` is the table's own list of who acts for each seat; `must_pass` says whether a person can do nothing
    but pass.
    """

    def __init__(
        self, setup: TableSetup, tempo: Tempo, controllers: list[Controller], must_pass: Callable[[Prompt], bool]
    ) -> None:
        self._setup = setup
        self._controllers = controllers
        self._must_pass = must_pass
        self._asks: dict[tuple[Seat, int], Ask] = {}
        self._query_opened = 0.0
        self._query_step = NOBODY
        #: When the time of each seat that the last query asks is up, whether or not it has answered.
        self._query_deadlines: dict[Seat, float | None] = {}
        self.tempo = tempo
        #: Pass for persons who cannot beat, from the next prompt on; seat by seat.
        self.auto_pass = [setup.auto_pass] * SEATS
        #: Seconds that whatever is asked next stays open at least: after a stop, persons have to come back first.
        self.least = 0.0
        #: Seconds that a seat has for its prompts from the next on, where that is shorter than a turn; seat by seat.
        self.limits: list[float | None] = [None] * SEATS

    def sync(self, match: Match, time: float) -> tuple[list[Seat], list[Ask]]:
        """Forget what is asked no more and open what is asked now: seats forgotten, and what was opened."""
        deal = match.deal
        if deal is not None and deal.query is not None and self._query_step != match.step:
            self._query_step, self._query_deadlines = match.step, {}
            self._query_opened = time + max(0.0, self.least - self._setup.answer_seconds)
        asked = {(prompt.seat, prompt.id): prompt for prompt in prompts(match)}
        gone = [key for key in self._asks if key not in asked]
        for key in gone:
            del self._asks[key]
        fresh: list[Ask] = []
        for key, prompt in asked.items():
            if key not in self._asks:
                assert deal is not None
                self._asks[key] = self._open(deal, prompt, time)
                self._query_deadlines[prompt.seat] = self._asks[key].deadline
                fresh.append(self._asks[key])
        return [seat for seat, _ in gone], fresh

    def forget(self, seat: Seat) -> None:
        """Forget what a seat is asked, so that it is opened anew for whoever acts for it now."""
        for key in [key for key in self._asks if key[0] == seat]:
            del self._asks[key]

    def forget_all(self) -> None:
        """Forget everything, an open query's time too, so that all of it is opened anew."""
        self._asks.clear()
        self._query_step = NOBODY

    def holds(self, seat: Seat, number: int) -> bool:
        """Whether that prompt is open."""
        return (seat, number) in self._asks

    def lift(self, seat: Seat) -> bool:
        """Give a person a turn's time at least for what is open, counted from its opening; whether that is more."""
        turn, lifted = self._setup.turn_seconds, False
        for ask in self._asks.values():
            if ask.prompt.seat == seat and ask.deadline is not None:
                # After a stop it may have more.
                whole = None if turn is None else max(ask.deadline, ask.opened + turn + self._setup.grace_seconds)
                ask.deadline, lifted = whole, lifted or whole != ask.deadline
        return lifted

    def hurry(self, deal: Deal | None, time: float) -> None:
        """Let what is planned for players happen no later than the tempo says now."""
        for ask in self._asks.values():
            if ask.by == By.PLAYER and ask.due is not None and deal is not None:
                ask.due = min(ask.due, time + self._delay(deal, ask.prompt))

    # --- what is due ------------------------------------------------------------------------------------------

    def planned(self, time: float) -> list[Ask]:
        """What is to be answered for a seat by that time, in order."""
        due = [(ask.due, ask.prompt.seat, ask) for ask in self._asks.values() if ask.due is not None]
        return [ask for when, _, ask in sorted(due, key=lambda entry: entry[:2]) if when <= time]

    def late(self, time: float) -> list[Ask]:
        """Persons' prompts whose time is up."""
        return [ask for ask in self._asks.values() if ask.deadline is not None and ask.deadline <= time]

    def unanswered_by_persons(self) -> list[Seat]:
        """Persons that are asked and have not answered."""
        return [ask.prompt.seat for ask in self._asks.values() if ask.by == By.PERSON]

    def players_due(self) -> list[Ask]:
        """Everything that players are asked, in the order in which they mean to answer."""
        return [ask for ask in self.planned(float("inf")) if ask.by == By.PLAYER]

    def next_time(self, deal: Deal | None) -> float | None:
        """When something is due next; None while only a person, or a thinking player's answer, moves the table."""
        query = deal is not None and deal.query is not None
        times: list[float | None] = []
        for ask in self._asks.values():
            if ask.due is not None:
                times.append(ask.opened + THINKING_SECONDS if ask.thinking else ask.due)
            elif not query:
                times.append(ask.deadline)
        if not self.waits_for_thinkers(deal):
            times.append(self.close_time(deal))
        return min((time for time in times if time is not None), default=None)

    def close_time(self, deal: Deal | None) -> float | None:
        """When the open query closes; None while nothing but an answer closes it.

        Where being asked is a secret, this follows from what everybody knows; a person alone among bots may think
        for as long as it likes, since nobody else looks on.
        """
        if deal is None or deal.query is None:
            return None
        deadlines = [ask.deadline for ask in self._asks.values() if ask.by == By.PERSON]
        if deal.stage not in SECRETLY_ASKED:
            if not deal.query.waiting:
                return self._query_opened
            return max((each for each in deadlines if each is not None), default=None)
        if self._takes_fixed_time(deal.query):
            return self._query_opened + self._setup.answer_seconds + self._setup.grace_seconds
        return deadlines[0] if deadlines else self._query_opened + self.tempo.query_pause

    def waits_for_thinkers(self, deal: Deal | None) -> bool:
        """Whether an open query waits for players that still think: only where its pause has no length anyway."""
        if deal is None or deal.query is None or deal.stage not in SECRETLY_ASKED or self.tempo.scale:
            return False
        return not self._takes_fixed_time(deal.query) and any(ask.thinking for ask in self._asks.values())

    # --- what may be known ------------------------------------------------------------------------------------

    def clocks(self, deal: Deal | None, time: float) -> list[ClockInfo]:
        """The running deadline as each seat and, last, the public may know it."""
        query = None if deal is None else deal.query
        if (
            deal is not None
            and query is not None
            and not (deal.stage in SECRETLY_ASKED and self._takes_fixed_time(query))
        ):
            return [self.clock(deal, seat, time) for seat in (*range(SEATS), NOBODY)]
        return [self.clock(deal, NOBODY, time)] * (SEATS + 1)

    def clock(self, deal: Deal | None, seat: Seat, time: float) -> ClockInfo:
        """The running deadline as a seat may know it (NOBODY: the public)."""
        seats = asked_publicly(deal)
        if deal is None or not seats:
            return ClockInfo((), None, None)
        if deal.query is None:
            return self._left(seats, deal.round.turn, time)
        if deal.stage not in SECRETLY_ASKED:
            if seat in seats:
                return self._left(seats, seat, time)
            # The same clock whether that person has answered or not: who has, is not seen.
            person = next((each for each in seats if self._controllers[each] == Controller.PERSON), NOBODY)
            return self._until(seats, self._query_deadlines.get(person), time)
        if self._takes_fixed_time(deal.query):
            total = self._setup.answer_seconds
            return ClockInfo(seats, _left_of(total, self._query_opened + total - time), total)
        return self._left(seats, seat, time)

    def _left(self, seats: tuple[Seat, ...], seat: Seat, time: float) -> ClockInfo:
        """The time that a seat has left, shown for these seats."""
        deadlines = (ask.deadline for ask in self._asks.values() if ask.prompt.seat == seat)
        return self._until(seats, next((each for each in deadlines if each is not None), None), time)

    def _until(self, seats: tuple[Seat, ...], deadline: float | None, time: float) -> ClockInfo:
        """The time until a deadline, shown for these seats."""
        total = self._setup.turn_seconds
        if deadline is None or total is None:
            return ClockInfo(seats, None, None)
        return ClockInfo(seats, _left_of(total, deadline - self._setup.grace_seconds - time), total)

    # --- opening ----------------------------------------------------------------------------------------------

    def _open(self, deal: Deal, prompt: Prompt, time: float) -> Ask:
        if self._controllers[prompt.seat] != Controller.PERSON:
            return Ask(prompt, By.PLAYER, time, time + self._delay(deal, prompt), None)
        given = [each for each in (self._setup.turn_seconds, self.limits[prompt.seat]) if each is not None]
        deadline = time + max(self.least, min(given)) + self._setup.grace_seconds if given else None
        if self.auto_pass[prompt.seat] and prompt.stage == Stage.PLAYING and self._must_pass(prompt):
            due = time + self.tempo.stand_in_delay(prompt.id, prompt.seat)
            if deadline is not None:
                # Who is passed for misses nothing, however short its turns are.
                due = min(due, deadline)
            return Ask(prompt, By.AUTO_PASS, time, due, deadline)
        return Ask(prompt, By.PERSON, time, None, deadline)

    def _delay(self, deal: Deal, prompt: Prompt) -> float:
        query = deal.query
        if query is not None and deal.stage in SECRETLY_ASKED:
            fixed = self._takes_fixed_time(query)
            with_person = not fixed and self._has_person(query.asked)
            if deal.stage == Stage.SHOW_QUERY and (fixed or with_person):
                delay = self.tempo.show_delay(prompt.id, prompt.seat)
                return min(delay, FIXED_SHARE * self._setup.answer_seconds) if fixed else delay
            return self.tempo.query_delay(prompt.id, prompt.seat, with_person)
        extra = 0.0
        if query is None and deal.round.word == Word.LEAD:
            extra = DEAL_EXTRA if deal.last_round == (None,) * SEATS else LEAD_EXTRA
        return self.tempo.play_delay(prompt.id, prompt.seat, extra)

    def _has_person(self, seats: int) -> bool:
        return any(self._controllers[seat] == Controller.PERSON for seat in seats_of(seats))

    def _takes_fixed_time(self, query: Query) -> bool:
        """Whether a query takes a fixed time because one of several persons, or one that others watch, may be asked."""
        looked_at = self._setup.watched or len(self._setup.persons) > 1
        return looked_at and self._has_person(query.public)
