"""Whole matches over lines that lose, repeat, delay and disorder: they end as if nothing had happened."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.server.config import Rate
from tests.chaos.matches import Crew, voyage
from tests.chaos.shaky import FAIR, Weather
from tests.table.drivers import RULES

#: Everybody comes from one address here, and more often than anybody would.
OFTEN = {"logins_per_address": Rate(10_000, 100.0)}

#: What TCP can do: be slow, and end.
CUTS = Weather(delay=(0.005, 0.05), cut=0.02)
SLOW = Weather(delay=(0.05, 0.6), cut=0.005, away=(0.2, 2.5))
#: What no network does.
ROUGH = Weather(delay=(0.005, 0.2), disorder=True, drop=0.05, twice=0.1, again=0.05)
BOTH = Weather(delay=(0.005, 0.2), disorder=True, drop=0.03, twice=0.05, again=0.03, cut=0.01)
#: Long absences, connections that die without a word.
DEAD = Weather(delay=(0.05, 0.3), dead=0.004, away=(0.2, 2.5))
AWAY = Weather(delay=(0.005, 1.5), cut=0.004, dead=0.002, away=(0.0, 60.0))

PERSONS = {"tribute216": 1, "jinyou4": 3, "zaozhuang6": 4, "chayuan": 2}
#: Who shows a suit first leads (tribute216): one person thinks for longer than any bot, or the weather would decide.
RACES: dict[str, dict[str, float]] = {"tribute216": {"thinks": 10.0, "answer_s": 30}}


def compared(rules: str, weather: Weather, seed: int, look: Callable[[Crew], None]) -> tuple[tuple[str, ...], Any]:
    """A match in which nothing but the cards and the questions decides what is played."""
    options: dict[str, Any] = {"shares": False, "turn_s": 0, "limits": dict(OFTEN), **RACES.get(rules, {})}
    return voyage(seed, PERSONS[rules], rules, weather, look, **options)


@cache
def undisturbed(rules: str, seed: int) -> tuple[str, ...]:
    """How a match ends in fair weather."""
    return compared(rules, FAIR, seed, lambda _crew: None)[0]


def compare(rules: str, weather: Weather, seed: int) -> None:
    crews: list[Crew] = []
    ended, sailors = compared(rules, weather, seed, crews.append)
    assert ended == undisturbed(rules, seed)
    assert sum(len(sailor.ends) for sailor in sailors) > 0, "no connection was lost"
    if not weather.disorder:
        # The client itself sees to it that what was answered once arrives.
        assert [pilot.again for pilot in crews[0].pilots] == [0] * len(sailors)
        assert not any(pilot.refusals for pilot in crews[0].pilots)


WEATHERS = {"cuts": CUTS, "slow": SLOW, "rough": ROUGH, "both": BOTH, "dead": DEAD, "away": AWAY}


def voyages(first: tuple[str, ...], second: tuple[str, ...]) -> list[Any]:
    """Every rule set in every weather; half of them, with all of both, are enough for every day."""
    return [
        pytest.param(rules, WEATHERS[weather], id=f"{rules}-{weather}", marks=() if often else pytest.mark.long)
        for number, rules in enumerate(RULES)
        for weather in (*first, *second)
        for often in [weather in (first, second)[number % 2]]
    ]


@pytest.mark.parametrize(("rules", "weather"), voyages(("cuts", "both"), ("slow", "rough")))
def test_a_match_ends_as_it_would_have_without_trouble(rules: str, weather: Weather) -> None:
    compare(rules, weather, 1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 42))
@pytest.mark.parametrize("rules", RULES)
def test_many_matches_end_as_they_would_have_without_trouble(rules: str, seed: int) -> None:
    for weather in (CUTS, ROUGH, BOTH):
        compare(rules, weather, seed)


def absent(rules: str, weather: Weather, seed: int, persons: int) -> None:
    _, sailors = voyage(seed, persons, rules, weather, turn_s=15, deals=2, limits=dict(OFTEN))
    assert sum(len(sailor.ends) for sailor in sailors) > 0, "no connection was lost"
    for sailor in sailors:
        assert sailor.client.proof.phase in (ShufflePhase.VERIFIED, ShufflePhase.NONE)


@pytest.mark.parametrize(("rules", "weather"), voyages(("dead",), ("away",)))
def test_a_match_goes_on_whoever_is_away(rules: str, weather: Weather) -> None:
    """Trustees play meanwhile, shuffles are held with whoever is there; who comes back sees what the server does."""
    absent(rules, weather, 1, PERSONS[rules])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 42))
@pytest.mark.parametrize("rules", RULES)
def test_many_matches_go_on_whoever_is_away(rules: str, seed: int) -> None:
    for weather in (DEAD, AWAY):
        absent(rules, weather, seed, 1 + seed % 6)
