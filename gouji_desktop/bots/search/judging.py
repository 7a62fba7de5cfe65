"""What a position between two rounds is worth, without playing it to its end.

For each pair of enemies that still play a logistic model says who goes out first; the pairs that one side wins are
turned into points. What is already settled (points opened, seats shut, burns) is added as the rules score it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from gouji_desktop.bots.rollout.state import RolloutState
from gouji_desktop.bots.search.features import features
from gouji_desktop.bots.search.looking import MEMBERS, OpenTable
from gouji_desktop.rules.policies.burning import burn_points
from gouji_desktop.rules.seats import SEATS, SIDES, Seat, same_side

#: Pairs of enemies, and half of them: what an even position wins.
_EVEN, _ODD = MEMBERS[SIDES[0]], MEMBERS[SIDES[1]]
_HALF = len(_EVEN) * len(_ODD) / 2
#: A difference of strengths beyond this is certainty.
_CERTAIN = 30.0


class Judge(NamedTuple):
    """A fitted model (`simulate/fitting.py`)."""

    #: What each feature weighs while heads matter, and in chaos.
    headed: tuple[float, ...]
    chaos: tuple[float, ...]
    #: Points of a side for the pairs it wins beyond half of them, for the cube of that, and for each point that it has
    #: opened more than the other.
    pairs: float
    pairs_cubed: float
    opened: float


def rank_keys(live: int, finished: Sequence[Seat], placed_last: Sequence[Seat]) -> list[int]:
    """For each seat a number that is lower the earlier it is placed; equal for all that still play."""
    keys = [SEATS] * SEATS
    for seat in range(SEATS):
        if not live >> seat & 1:
            # Who revolted comes after those that finished or still play.
            keys[seat] = SEATS + 1
    for number, seat in enumerate(finished):
        keys[seat] = number
    for number, seat in enumerate(placed_last):
        keys[seat] = 3 * SEATS - number
    return keys


def pairs_won(strengths: Sequence[float], live: int, keys: Sequence[int]) -> float:
    """How many more pairs of enemies than half of them the even side wins, -4.5 to 4.5."""
    won = -_HALF
    for ours in _EVEN:
        for theirs in _ODD:
            if live >> ours & live >> theirs & 1:
                behind = strengths[theirs] - strengths[ours]
                if behind < _CERTAIN:
                    won += 1.0 / (1.0 + exp(behind))
            elif keys[ours] < keys[theirs]:
                won += 1.0
    return won


def settled(state: RolloutState) -> float:
    """Points that the even side has already won by shut seats and burns."""
    rules = state.rules
    value = 0.0
    if rules.shut_score:
        for victim, by in state.shut:
            if not same_side(victim, by):
                value += rules.shut_score * (-1) ** by
    for by, victim, _, counter, _, _, outcome in state.burns:
        if outcome == "success" and not same_side(victim, by):
            value += burn_points(counter, rules) * (-1) ** by
    return value


def opened_more(opened: int) -> int:
    """How many more points the even side has opened."""
    return (opened & SIDES[0]).bit_count() - (opened & SIDES[1]).bit_count()


def judge_value(table: OpenTable, judge: Judge) -> float:
    """Points of the even side, about, where a lead is due."""
    state = table.state
    weights = judge.chaos if state.chaos else judge.headed
    strengths = [0.0] * SEATS
    for seat in MEMBERS[state.live]:
        numbers = features(table, seat, state.turn)
        strengths[seat] = sum([weight * number for weight, number in zip(weights, numbers, strict=True)])
    keys = rank_keys(state.live, state.finished, state.placed_last)
    won = pairs_won(strengths, state.live, keys)
    value = judge.pairs * won + judge.pairs_cubed * won**3 + judge.opened * opened_more(state.opened)
    return value + settled(state)
