"""How well the levels play, in points a deal for a side over paired deals.

Every gate is a lower bound of the 95 % interval over deals that are always the same. The quick gates lie far below what
is measured, so that they fail for a broken bot and not for another choice of weights. The long ones are the floors.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from gouji_desktop.bots.levels import LEVELS
from gouji_desktop.bots.pool import maker_of
from gouji_desktop.bots.weightfiles import family_of
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.simulate.paired import Comparison, compare

#: Whole games take a while on a busy machine.
pytestmark = pytest.mark.timeout(600)


def play(rules: str, one: str, other: str, pairs: int, seed: int) -> Comparison:
    return compare(PRESETS[rules], maker_of(one), maker_of(other), pairs, seed)


#: Rules, two players, and what the first wins over the second at least, in how many pairs of which seed.
Gate = tuple[str, str, str, int, int, float]

#: One for each family of rule sets and for each step of the ladder. All of those of hard fail if it plays like easy.
QUICK: list[Gate] = [
    ("tribute216", "hard", "random", 4, 1, 10.0),
    ("tribute216", "hard", "greedy", 4, 1, 3.0),
    ("tribute216", "hard", "hint", 12, 1, 1.0),
    ("jinyou4", "hard", "greedy-team", 4, 2, 2.0),
    ("zaozhuang6", "hard", "greedy-team", 10, 2, 1.0),
    ("chayuan", "hard", "greedy", 4, 2, 3.0),
    # So few pairs can only tell that hard is not clearly weaker.
    ("tribute216", "hard", "medium", 6, 4, -0.5),
    ("tribute216", "medium", "easy", 10, 4, 1.0),
    ("tribute216", "easy", "novice", 28, 1, 0.0),
    # The baselines are told apart too, and stand as the prototype of the bots had them but for the public hint.
    ("tribute216", "greedy-team", "greedy", 12, 5, 0.5),
    ("tribute216", "greedy", "random", 14, 5, 0.5),
    ("tribute216", "hint", "random", 8, 5, 4.0),
]
#: The same over more pairs, and steps that take many.
THOROUGH: list[Gate] = [
    ("tribute216", "hard", "greedy-team", 10, 1, 1.0),
    ("tribute216", "hard", "hint", 16, 1, 1.0),
    ("jinyou4", "hard", "greedy-team", 8, 2, 2.0),
    ("jinyou4", "hard", "hint", 10, 2, 0.5),
    ("zaozhuang6", "hard", "greedy-team", 20, 2, 1.0),
    ("chayuan", "hard", "greedy-team", 8, 2, 1.0),
    ("tribute216", "hard", "medium", 14, 4, -0.5),
    ("tribute216", "easy", "novice", 50, 3, 0.0),
    ("tribute216", "greedy-team", "greedy", 30, 5, 0.5),
    ("tribute216", "greedy", "random", 20, 5, 0.5),
]
#: The ladder below the masters, of which every step has a quick gate.
STEPS = [(higher, lower) for lower, higher in pairwise(LEVELS) if higher != "master"]


@pytest.mark.parametrize(
    ("rules", "one", "other", "pairs", "seed", "bound"),
    [*QUICK, *(pytest.param(*gate, marks=pytest.mark.long) for gate in THOROUGH)],
)
def test_the_stronger_player_wins(rules: str, one: str, other: str, pairs: int, seed: int, bound: float) -> None:
    result = play(rules, one, other, pairs, seed)
    assert result.low > bound, result


def test_every_family_and_every_step_has_a_quick_gate() -> None:
    assert {family_of(PRESETS[gate[0]]) for gate in QUICK} == {family_of(rules) for rules in PRESETS.values()}
    assert set(STEPS) <= {(gate[1], gate[2]) for gate in QUICK}


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("baseline", "pairs", "floor"),
    [("random", 100, 11.0), ("greedy", 200, 6.0), ("greedy-team", 300, 4.0), ("hint", 400, 3.0)],
)
def test_floors_of_the_tribute_game(baseline: str, pairs: int, floor: float) -> None:
    result = play("tribute216", "hard", baseline, pairs, seed=100)
    assert result.low >= floor, result
    if baseline == "random":
        assert result.wins >= 0.99 * 2 * pairs


#: What hard gains on random, easy and hint players at least. Places and doubling make the scale of a rule set.
FLOORS: dict[str, tuple[float, float, float]] = {
    "chayuan": (10.0, 2.0, 2.0),
    "jinyou4": (16.0, 3.0, 3.0),
    "jinyou4-match": (6.0, 1.0, 1.0),
    "zaozhuang6": (10.0, 2.0, 1.0),
    "zaozhuang6-match": (10.0, 2.0, 1.0),
    "zaozhuang6-classic": (10.0, 2.0, 1.0),
}


def test_every_rule_set_has_floors() -> None:
    assert {"tribute216", *FLOORS} == set(PRESETS)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", FLOORS)
def test_floors_of_other_rule_sets(name: str) -> None:
    for other, pairs, floor in zip(("random", "easy", "hint"), (40, 150, 150), FLOORS[name], strict=True):
        result = play(name, "hard", other, pairs, seed=100)
        assert result.low >= floor, (other, result)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_no_level_is_weaker_than_the_one_below() -> None:
    for below, level in pairwise(LEVELS):
        result = play("tribute216", level, below, 300, seed=200)
        assert result.high > 0, (level, result)
