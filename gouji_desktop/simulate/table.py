"""One table of six players, driven through `decide` and `evolve` as fast as they answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter

from gouji_desktop.bots.player import Player
from gouji_desktop.rules.commands import CloseQuery, Command, StartDeal
from gouji_desktop.rules.engine import decide, evolve
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.prompts import Prompt, prompts
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import NOBODY, SEATS, Seat
from gouji_desktop.rules.state import Cards, Hidden, Match, Stage, new_match
from gouji_desktop.rules.views import SeatAudience, View, project, redact

#: Far more commands than a deal can have: a deal that reaches it does not end.
MOST_COMMANDS = 20_000
_AUDIENCES = tuple(SeatAudience(seat) for seat in range(SEATS))


def seeded(*words: object) -> Random:
    """Chance that is the same for the same words: games are to be repeatable, not to be secret."""
    return Random("/".join(map(str, words)))  # noqa: S311 - see above


class SimulationError(RuntimeError):
    """A bot broke a rule or a deal did not end: a defect of the program, told with how to see it again."""


class Clock:
    """Counts decisions and their time."""

    __slots__ = ("decisions", "seconds", "slowest")

    def __init__(self) -> None:
        self.decisions = 0
        self.seconds = 0.0
        self.slowest = 0.0


class Eyes:
    """`project` for the six seats of one match, remembering what two events running have in common."""

    __slots__ = ("_cut", "_dealt", "_dealt_cut", "_hands")

    def __init__(self) -> None:
        self._hands: tuple[Cards, ...] = ()
        self._cut: list[tuple[Cards, ...]] = []
        self._dealt: tuple[Cards, ...] = ()
        self._dealt_cut: list[tuple[Cards, ...]] = []

    def see(self, match: Match, seat: Seat) -> View:
        """What the seat sees: equal to `project`."""
        deal = match.deal
        if deal is None or deal.query is not None or deal.stage == Stage.OVER:
            return project(match, _AUDIENCES[seat])
        if self._hands is not deal.hands:
            self._hands, self._cut = deal.hands, _cut(deal.hands)
        if self._dealt is not deal.dealt:
            self._dealt, self._dealt_cut = deal.dealt, _cut(deal.dealt)
        return match._replace(deal=deal._replace(hands=self._cut[seat], dealt=self._dealt_cut[seat], lot=NOBODY))


def dealt(rules: RuleSet, chance: Random) -> tuple[list[int], Seat]:
    """The order of the deck and the lot that chance draws next."""
    order = list(range(rules.cards))
    chance.shuffle(order)
    return order, chance.randrange(SEATS)


def _cut(hands: tuple[Cards, ...]) -> list[tuple[Cards, ...]]:
    hidden = [Hidden(hand.size) for hand in hands]
    return [(*hidden[:seat], hands[seat], *hidden[seat + 1 :]) for seat in range(SEATS)]


class Table:
    """Six players round one match. All chance comes from `rng`, which the players do not share."""

    def __init__(
        self,
        rules: RuleSet,
        players: Sequence[Player],
        rng: Random,
        *,
        deals: int | None = None,
        listener: Callable[[Event, Match], None] | None = None,
    ) -> None:
        self.match = new_match(rules, deals)
        self.players = tuple(players)
        self.clock = Clock()
        self.voided = 0
        self._eyes = Eyes()
        self._rng = rng
        self._listener = listener

    def play_deal(
        self, permutation: Sequence[int] | None = None, lot: int | None = None, *, deck: Random | None = None
    ) -> Match:
        """Deal and play until the deal is scored; a voided deal is dealt again. Returns the match after it.

        `permutation` and `lot` are of the first deal. `deck` is the chance of the deals instead of the table's own:
        the same one deals the same hands again, whatever was played before.
        """
        rules, chance = self.match.rules, deck or self._rng
        wanted = len(self.match.results) + 1
        while len(self.match.results) < wanted:
            order, drawn = dealt(rules, chance)
            if permutation is not None:
                order, permutation = list(permutation), None
            if lot is not None:
                drawn, lot = lot, None
            self._carry_out(self._events_of(StartDeal(tuple(order), drawn)))
            self._play_on()
        return self.match

    def _play_on(self) -> None:
        for _ in range(MOST_COMMANDS):
            deal = self.match.deal
            if deal is None:
                self.voided += 1
                return
            if deal.stage == Stage.OVER:
                return
            if deal.query is not None:
                asked = list(prompts(self.match))
                self._rng.shuffle(asked)
                for prompt in asked:
                    self._carry_out(self._ask(prompt))
                self._carry_out(self._events_of(CloseQuery()))
            else:
                (prompt,) = prompts(self.match)
                self._carry_out(self._ask(prompt))
        raise SimulationError(f"a deal did not end after {MOST_COMMANDS} commands")

    def _ask(self, prompt: Prompt) -> list[Event]:
        """What the asked player's answer leads to."""
        view = self.see(prompt.seat)
        start = perf_counter()
        command = self.players[prompt.seat].answer(view, prompt)
        took = perf_counter() - start
        clock = self.clock
        clock.decisions += 1
        clock.seconds += took
        clock.slowest = max(clock.slowest, took)
        if command.seat != prompt.seat:
            raise SimulationError(f"the player of seat {prompt.seat} answered for seat {command.seat}")
        return self._events_of(command)

    def _tell(self, seat: Seat, event: Event) -> None:
        """Let a player see an event, redacted already."""
        self.players[seat].observe(event, self.see(seat))

    def see(self, seat: Seat) -> View:
        """What a seat sees now."""
        return self._eyes.see(self.match, seat)

    def _events_of(self, command: Command) -> list[Event]:
        result = decide(self.match, command)
        if isinstance(result, Rejected):
            raise SimulationError(f"{command} was refused: {result.reason}")
        return result

    def _carry_out(self, events: Sequence[Event]) -> None:
        for event in events:
            self.match = evolve(self.match, event)
            if self._listener is not None:
                self._listener(event, self.match)
            for seat in range(SEATS):
                seen = redact(event, _AUDIENCES[seat])
                if seen is not None:
                    self._tell(seat, seen)
