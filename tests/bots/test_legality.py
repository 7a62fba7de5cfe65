"""Every level plays every rule set without ever being refused, and to the end."""

from __future__ import annotations

from random import Random

import pytest

from gouji_desktop.bots.levels import LEVELS, make_player
from gouji_desktop.bots.player import Player
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.ruleset import CHOICES
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.views import View
from gouji_desktop.simulate.run import run
from tests.bots.games import mixture, other_unseen, questions, see

#: Seeds of mixtures in which every choice of every option comes up; more of them are played if asked for.
MIXTURES = (*range(19), 25)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", PRESETS)
def test_no_level_breaks_a_rule_of_any_preset(name: str, level: str) -> None:
    deals = 1 if level == "master" else 2
    report = run(PRESETS[name], deals=deals, seed=11, levels=[level])
    assert report["faults"] == []
    assert report["deals"] == deals
    assert report["burns"]["failed"] == 0


@pytest.mark.parametrize("name", PRESETS)
def test_levels_play_against_one_another(name: str) -> None:
    report = run(PRESETS[name], deals=2, seed=5, levels=["novice", "master", "hard", "easy", "medium", "novice"])
    assert report["faults"] == []


@pytest.mark.parametrize("deals", [1, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize("hold", [True, False])
@pytest.mark.parametrize("name", [name for name, rules in PRESETS.items() if rules.threes >= 6])
def test_threes_may_be_held_or_not(name: str, hold: bool, deals: int) -> None:
    report = run(PRESETS[name].with_options({"hold_threes": hold}), deals=deals, seed=3, levels=["hard", "novice"])
    assert report["faults"] == []


def test_every_option_is_mixed_in() -> None:
    mixed = [mixture(seed).to_dict() for seed in MIXTURES]
    options: dict[str, set[object]] = {name: set(values) for name, values in CHOICES.items()}
    options |= {name: {False, True} for name, value in mixed[0].items() if isinstance(value, bool)}
    assert {name: {rules[name] for rules in mixed} for name in options} == options


@pytest.mark.parametrize(
    "seed", [*MIXTURES, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(100) if seed not in MIXTURES)]
)
def test_any_mixture_of_options_is_played(seed: int) -> None:
    report = run(mixture(seed), deals=1, seed=seed, levels=["hard", "novice", "master", "easy", "medium", "novice"])
    assert report["faults"] == []
    assert report["burns"]["failed"] == 0


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", PRESETS)
def test_many_deals(name: str, level: str) -> None:
    report = run(PRESETS[name], deals=150, seed=77, levels=[level])
    assert report["faults"] == []
    assert report["burns"]["failed"] == 0


class Asked:
    """A player whose answer the test has asked for already: it is given without a second thought."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.said: SeatCommand | None = None

    def observe(self, event: Event, view: View) -> None:
        self._player.observe(event, view)

    def answer(self, view: View, prompt: Prompt) -> SeatCommand:
        said, self.said = self.said, None
        return said or self._player.answer(view, prompt)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["tribute216", "jinyou4", "zaozhuang6"])
def test_decisions_follow_from_the_view_alone(name: str, level: str) -> None:
    """The same question with other unseen cards gets the same answer."""
    rng = Random(9)
    compared = 0
    chances = [Random(40 + seat) for seat in range(SEATS)]
    players = [Asked(make_player(level, seat, chances[seat])) for seat in range(SEATS)]
    for match, prompt, _ in questions(PRESETS[name], 4, players=[*players]):
        other = other_unseen(match, prompt.seat, rng)
        assert see(other, prompt.seat) == see(match, prompt.seat)
        player, chance = players[prompt.seat], chances[prompt.seat]
        before = chance.getstate()
        first = player.answer(see(match, prompt.seat), prompt)
        after = chance.getstate()
        chance.setstate(before)
        assert player.answer(see(other, prompt.seat), prompt) == first
        assert chance.getstate() == after
        player.said = first
        compared += 1
    assert compared > 100
