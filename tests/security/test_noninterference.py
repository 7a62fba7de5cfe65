"""Whatever others hold, everybody is sent the same, byte by byte and second by second, until it lies open."""

from __future__ import annotations

import random
from operator import mul, ne
from typing import Any

import pytest

from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Deal, Hand
from gouji_desktop.server.ports import Done, Outcome
from gouji_desktop.server.room_match import RoomMatch
from gouji_desktop.table.asks import AskBook
from gouji_desktop.table.chance import Shuffle
from tests.security.canaries import MOVED, hot_deals
from tests.security.company import everything
from tests.security.twins import Twins, check

DELAY = 30.0
#: So many seconds are looked at: what shows soon is not waited for as long as what seldom shows.
LOOKED_AT = {"all": 45.0, "low": 75.0, "high": 120.0}


def as_drawn(_rules: RuleSet, _deal: int, drawn: Shuffle) -> Shuffle:
    return drawn


@pytest.mark.parametrize("rules", PRESETS)
def test_what_others_hold_shows_in_the_open_first(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(rules)
    common = differ = 0
    for seed, moved in enumerate(MOVED):
        pair = Twins(monkeypatch, hot_deals).pair(
            rules, chance.randrange(SEATS), seed, moved=moved, seconds=LOOKED_AT[moved]
        )
        check(pair, DELAY)
        common += pair.common
        differ += sum(map(ne, pair.one.hands, pair.two.hands))
    assert common >= 10
    assert differ >= 4


@pytest.mark.parametrize("rules", ["tribute216", "chayuan", "jinyou4-match", "zaozhuang6-classic"])
def test_nor_among_people_who_do_whatever_they_can(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(rules)
    pair = Twins(monkeypatch, as_drawn).pair(rules, chance.randrange(SEATS), 3, moved="high", policy=everything)
    check(pair, DELAY)


#: Pairs in which others are asked in secret, and all decline.
ASKED_OTHERWISE = [
    ("tribute216", 1, 0, "low", "show_query"),
    ("tribute216", 3, 4, "all", "revolt_query"),
    ("tribute216", 0, 1, "high", "burn_query"),
    ("zaozhuang6", 1, 0, "high", "burn_query"),
    ("zaozhuang6-match", 2, 5, "high", "burn_query"),
    ("zaozhuang6-classic", 5, 2, "high", "burn_query"),
]


@pytest.mark.parametrize(("rules", "viewer", "seed", "moved", "stage"), ASKED_OTHERWISE)
def test_whoever_is_asked_in_secret(
    rules: str, viewer: int, seed: int, moved: str, stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = Twins(monkeypatch, hot_deals).pair(rules, viewer, seed, moved=moved)
    check(pair, DELAY)
    assert stage in pair.asked_otherwise


@pytest.mark.parametrize("rules", ["tribute216", "jinyou4", "zaozhuang6"])
def test_all_cards_moved_about_in_the_second_deal(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With tribute to be paid, and everything that is owed from the first deal."""
    pair = Twins(monkeypatch, as_drawn).pair(rules, 4, 2, deal=1, moved="all", policy=everything, seconds=60.0)
    check(pair, DELAY)
    assert pair.common > 50


def test_a_question_that_ends_when_all_have_answered_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    close_time = AskBook.close_time

    def impatient(self: AskBook, deal: Deal | None) -> float | None:
        asked = deal is not None and deal.query is not None and not deal.query.waiting
        return self._query_opened if asked else close_time(self, deal)

    monkeypatch.setattr(AskBook, "close_time", impatient)
    pair = Twins(monkeypatch, hot_deals).pair("zaozhuang6", 1, 0)
    with pytest.raises(AssertionError):
        check(pair, DELAY)


def test_a_refusal_that_looks_at_other_hands_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    commanded = RoomMatch.command

    def command(self: RoomMatch, *given: Any) -> Outcome:
        outcome, deal = commanded(self, *given), self.match.deal
        if isinstance(outcome, Done) or deal is None:
            return outcome
        jokers = [hand.counts[-1] for hand in deal.hands if isinstance(hand, Hand)]
        return outcome._replace(detail={"reason": "trust me", "number": sum(map(mul, jokers, range(1, 7)))})

    monkeypatch.setattr(RoomMatch, "command", command)
    pair = Twins(monkeypatch, hot_deals).pair("zaozhuang6", 1, 0)
    with pytest.raises(AssertionError):
        check(pair, DELAY)
