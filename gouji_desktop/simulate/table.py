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
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Match, Stage, new_match
from gouji_desktop.rules.views import SeatAudience, project, redact

#: Far more commands than a deal can have: a deal that reaches it does not end.
MOST_COMMANDS = 20_000
_AUDIENCES = tuple(SeatAudience(seat) for seat in range(SEATS))


class SimulationError(RuntimeError):
    """A bot broke a rule or a deal did not end: a defect of the program, told with how to see it again."""


class Clock:
    """Counts decisions and their time."""

    __slots__ = ("decisions", "seconds", "slowest")

    def __init__(self) -> None:
        self.decisions = 0
        self.seconds = 0.0
        self.slowest = 0.0


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
        self._rng = rng
        self._listener = listener

    def play_deal(self, permutation: Sequence[int] | None = None, lot: int | None = None) -> Match:
        """Deal and play until the deal is scored; a voided deal is dealt again. Returns the match after it."""
        rules = self.match.rules
        wanted = len(self.match.results) + 1
        while len(self.match.results) < wanted:
            order = list(range(rules.cards))
            self._rng.shuffle(order)
            chance = self._rng.randrange(SEATS)
            if permutation is not None:
                order, permutation = list(permutation), None
            if lot is not None:
                chance, lot = lot, None
            self._send(StartDeal(tuple(order), chance))
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
                    self._ask(prompt)
                self._send(CloseQuery())
            else:
                (prompt,) = prompts(self.match)
                self._ask(prompt)
        raise SimulationError(f"a deal did not end after {MOST_COMMANDS} commands")

    def _ask(self, prompt: Prompt) -> None:
        view = project(self.match, _AUDIENCES[prompt.seat])
        start = perf_counter()
        command = self.players[prompt.seat].answer(view, prompt)
        took = perf_counter() - start
        clock = self.clock
        clock.decisions += 1
        clock.seconds += took
        clock.slowest = max(clock.slowest, took)
        if command.seat != prompt.seat:
            raise SimulationError(f"the player of seat {prompt.seat} answered for seat {command.seat}")
        self._send(command)

    def _send(self, command: Command) -> None:
        result = decide(self.match, command)
        if isinstance(result, Rejected):
            raise SimulationError(f"{command} was refused: {result.reason}")
        for event in result:
            self.match = evolve(self.match, event)
            if self._listener is not None:
                self._listener(event, self.match)
            for seat, player in enumerate(self.players):
                seen = redact(event, _AUDIENCES[seat])
                if seen is not None:
                    player.observe(seen, project(self.match, _AUDIENCES[seat]))
