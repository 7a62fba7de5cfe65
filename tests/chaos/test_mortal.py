"""A server that dies at any write and at any frame, dozens of times in a match, and nobody loses what it has seen."""

from __future__ import annotations

from collections import Counter

import pytest

from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.server.config import Rate
from tests.chaos.matches import embark, land
from tests.chaos.mortal import Doom, Point, mortal_sea
from tests.chaos.shaky import Weather
from tests.table.drivers import RULES

WEATHER = Weather(delay=(0.005, 0.05))
PERSONS = {"tribute216": 2, "jinyou4": 3, "zaozhuang6": 4, "chayuan": 1}


def die_often(rules: str, seed: int, persons: int, most: int = 12) -> Doom:
    """A match of two deals at a server that is killed all the time; what became of it is looked at."""
    with mortal_sea(seed, logins_per_address=Rate(10_000, 100.0)) as sea:
        crew = embark(sea, persons, rules, WEATHER, seed=seed, turn_s=15, deals=2)
        doom = Doom(sea, seed, most=most)
        doom.sail(crew)
        land(sea, crew)
        # No person had to do anything twice, and nobody was told that a shuffle was foul.
        assert [pilot.again for pilot in crew.pilots] == [0] * persons
        for sailor in crew.sailors:
            assert sailor.client.proof.phase in (ShufflePhase.VERIFIED, ShufflePhase.NONE)
            assert sailor.client.notice is None
        return doom


@pytest.mark.parametrize("rules", RULES)
def test_a_match_outlives_the_server_again_and_again(rules: str) -> None:
    doom = die_often(rules, 3, PERSONS[rules], most=24)
    assert set(doom.kills) == set(Point)
    assert sum(doom.kills.values()) > 12


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES)
def test_many_matches_outlive_the_server(rules: str) -> None:
    """Also where it dies in the ceremony, between two deals and at every kind of question."""
    stages: Counter[str] = Counter()
    for seed in range(4, 34):
        stages += die_often(rules, seed, 1 + seed % 6).stages
    assert {"ceremony", "playing", "burn_query", "over"} <= set(stages)
