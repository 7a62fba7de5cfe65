"""Paired deals: how much better one kind of player is than another, with as little luck as possible.

Each deal is played twice with the same hands and the same lot, the sides swapped, and the two results are averaged.
The value of a pair is what side A wins more than side B in a deal, halved (where nobody's points are floored the two
sides' results sum to zero, and the value is simply the side's own result).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from gouji_desktop.bots.player import Player
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.simulate.table import Table, dealt, seeded

Maker = Callable[[Seat, Random], Player]

#: Half the width of a 95 % interval in standard errors.
Z95 = 1.96


class Comparison(NamedTuple):
    """The result of paired deals, from side A's point of view, in points a deal for a side."""

    pairs: int
    mean: float
    #: The 95 % interval is mean ± half_width.
    half_width: float
    wins: int
    draws: int
    losses: int

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mean - self.half_width

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.mean + self.half_width


def shuffled(rules: RuleSet, seed: int) -> tuple[list[int], Seat]:
    """The order of the deck and the lot of a seed."""
    return dealt(rules, seeded("deal", seed))


def pair_seed(seed: int, number: int) -> int:
    """The seed of a pair, from the seed of all and its number from 0."""
    return seed * 1_000_003 + number


def pair_value(rules: RuleSet, one: Maker, other: Maker, seed: int) -> tuple[float, float]:
    """The results of `one` in the two games of a pair: on the even seats, then on the odd seats."""
    order, lot = shuffled(rules, seed)
    values = []
    for side in (0, 1):
        players = [(one if seat % 2 == side else other)(seat, seeded(seed, seat)) for seat in range(SEATS)]
        scores = Table(rules, players, seeded(seed, "table"), deals=1).play_deal(order, lot).scores
        values.append((scores[side] - scores[1 - side]) / 2)
    return values[0], values[1]


def compare(
    rules: RuleSet,
    one: Maker,
    other: Maker,
    pairs: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
) -> Comparison:
    """Play so many pairs; the same seed deals the same hands. `progress` is told how many pairs are done."""
    games: list[tuple[float, float]] = []
    for number in range(pairs):
        games.append(pair_value(rules, one, other, pair_seed(seed, number)))
        if progress is not None:
            progress(number + 1)
    return summary(games)


def summary(games: Sequence[tuple[float, float]]) -> Comparison:
    """Mean and 95 % interval over pairs; wins, draws and losses over single deals."""
    values = [sum(pair) / 2 for pair in games]
    count = len(values)
    mean = sum(values) / count if count else 0.0
    spread = sqrt(sum((value - mean) ** 2 for value in values) / (count - 1)) if count > 1 else 0.0
    single = [value for pair in games for value in pair]
    return Comparison(
        pairs=count,
        mean=mean,
        half_width=Z95 * spread / sqrt(count) if count else 0.0,
        wins=sum(value > 0 for value in single),
        draws=sum(value == 0 for value in single),
        losses=sum(value < 0 for value in single),
    )
