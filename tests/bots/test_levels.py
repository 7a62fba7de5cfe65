from __future__ import annotations

from random import Random

import pytest

from gouji_desktop.bots.levels import LEVELS, UnknownLevelError, make_player
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.simulate.run import run
from tests.bots.games import questions, see


def test_the_five_levels_from_weak_to_strong() -> None:
    assert list(LEVELS) == ["novice", "easy", "medium", "hard", "master"]


def test_an_unknown_level_is_refused_with_one_sentence() -> None:
    with pytest.raises(UnknownLevelError, match="unknown level 'expert': the levels are novice, easy") as caught:
        make_player("expert", 0, Random(1))
    assert isinstance(caught.value, ValueError)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_chance_plays_the_same_deal(level: str) -> None:
    deals = 1 if level == "master" else 2
    one, other = (run(PRESETS["jinyou4"], deals=deals, seed=8, levels=[level]) for _ in range(2))
    keys = [key for key in one if "second" not in key and "per_s" not in key and "_ms" not in key]
    assert {key: one[key] for key in keys} == {key: other[key] for key in keys}


def test_a_player_that_sat_down_in_the_middle_plays_on() -> None:
    """托管 and reconnecting: nothing of the deal was told to it."""
    for number, (match, prompt, _) in enumerate(questions(PRESETS["tribute216"], 2)):
        if number % 7 == 0:
            player = make_player("master", prompt.seat, Random(0))
            assert player.answer(see(match, prompt.seat), prompt).seat == prompt.seat
