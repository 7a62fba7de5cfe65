"""How well the levels play, in points a deal for a side over paired deals.

The quick tests ask for much less than what is measured, so that they fail for a broken bot and not for bad luck; the
deals are always the same. The long one asks for the floors over more deals.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from gouji_desktop.bots.baselines import greedy_player, greedy_team_player, random_player
from gouji_desktop.bots.levels import LEVELS, maker_of
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.simulate.paired import Maker, compare

#: Whole games take a while on a busy machine.
pytestmark = pytest.mark.timeout(600)
YARDSTICKS: dict[str, Maker] = {"random": random_player, "greedy": greedy_player, "greedy_team": greedy_team_player}


@pytest.mark.parametrize(
    ("yardstick", "pairs", "least"), [("random", 10, 9.0), ("greedy", 24, 3.5), ("greedy_team", 24, 2.0)]
)
def test_hard_beats_the_yardsticks(yardstick: str, pairs: int, least: float) -> None:
    result = compare(PRESETS["tribute216"], maker_of("hard"), YARDSTICKS[yardstick], pairs, seed=1)
    assert result.mean > least


@pytest.mark.parametrize("name", ["jinyou4", "zaozhuang6"])
def test_hard_beats_greedy_players_under_other_rules(name: str) -> None:
    result = compare(PRESETS[name], maker_of("hard"), greedy_team_player, 14, seed=2)
    assert result.mean > 1.5


def test_easy_beats_novice() -> None:
    assert compare(PRESETS["tribute216"], maker_of("easy"), maker_of("novice"), 40, seed=3).mean > 0.3


def test_medium_stands_between_easy_and_hard() -> None:
    assert compare(PRESETS["tribute216"], maker_of("medium"), maker_of("easy"), 30, seed=4).mean > 0.3
    assert compare(PRESETS["tribute216"], maker_of("hard"), maker_of("medium"), 30, seed=4).mean > 0.3


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", ["tribute216", "chayuan", "jinyou4", "zaozhuang6"])
def test_floors(name: str) -> None:
    """The lower end of the interval reaches the floor; a rule set with higher places has higher floors."""
    rules = PRESETS[name]
    scale = rules.placement[0] / 4
    for yardstick, pairs, floor in (("random", 100, 10.0), ("greedy", 300, 4.0), ("greedy_team", 400, 2.5)):
        result = compare(rules, maker_of("hard"), YARDSTICKS[yardstick], pairs, seed=100)
        assert result.low >= floor * scale, (yardstick, result)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_no_level_is_weaker_than_the_one_below() -> None:
    for below, level in pairwise(LEVELS):
        result = compare(PRESETS["tribute216"], maker_of(level), maker_of(below), 300, seed=200)
        assert result.high > 0, (level, result)
