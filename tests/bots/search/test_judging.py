"""What the judge says of a position, and what its data files may hold."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from gouji_desktop.bots import weightfiles
from gouji_desktop.bots.rollout.state import RolloutState
from gouji_desktop.bots.search import judgefiles
from gouji_desktop.bots.search.choosing import choose
from gouji_desktop.bots.search.features import NAMES, features
from gouji_desktop.bots.search.judgefiles import judge_of, judge_of_text
from gouji_desktop.bots.search.judging import judge_value, pairs_won, rank_keys, settled
from gouji_desktop.bots.search.looking import OpenTable
from gouji_desktop.bots.weights import WeightsError
from gouji_desktop.rules.cards import parse_counts
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import ALL_SEATS, SEATS
from tests.bots.search.positions import jobs

HANDS = ["35578TTAAB", "344JJQ22", "3355KKKS", "39", "367788999TT2SB", "333AA"]


def state(rules: RuleSet, hands: list[str], leader: int) -> RolloutState:
    return RolloutState(rules, [parse_counts(text) for text in hands], leader)


@pytest.mark.parametrize("name", ["tribute216", "chayuan", "jinyou4", "zaozhuang6"])
@pytest.mark.parametrize("leader", range(SEATS))
def test_the_seats_turned_by_one_are_worth_the_opposite(name: str, leader: int) -> None:
    rules = PRESETS[name]
    judge = judge_of(rules)
    assert judge is not None
    here = judge_value(OpenTable(state(rules, HANDS, leader)), judge)
    turned = [HANDS[seat - 1] for seat in range(SEATS)]
    assert judge_value(OpenTable(state(rules, turned, (leader + 1) % SEATS)), judge) == pytest.approx(-here)
    assert here != 0.0


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize(("weak", "strong"), [("34567889", "3AAAA"), ("3567KA", "367KAB"), ("3577TTKA", "37TA")])
def test_the_stronger_hand_is_worth_more(name: str, weak: str, strong: str) -> None:
    rules = PRESETS[name]
    judge = judge_of(rules)
    assert judge is not None
    others = ["3556677TTQ", "3445588JJK", "366799QA2", "34568TTJJK", "35577889Q"]
    for leader in range(SEATS):
        values = [judge_value(OpenTable(state(rules, [own, *others], leader)), judge) for own in (weak, strong)]
        assert values[0] < values[1]


def test_there_is_a_name_for_each_feature() -> None:
    numbers = features(OpenTable(state(PRESETS["tribute216"], HANDS, 0)), 4, 0)
    assert len(numbers) == len(NAMES) == len(set(NAMES))
    told = dict(zip(NAMES, numbers, strict=True))
    assert (told["sets"], told["singles"], told["twos"], told["small"], told["big"]) == (5, 1, 1, 1, 1)
    assert (told["size"], told["leads"], told["turns_away"]) == (1.4, 0, 0.8)
    assert (told["has_9"], told["has_4"], told["threes_only"]) == (1, 0, 0)


@pytest.mark.parametrize(
    ("live", "finished", "placed_last", "won"),
    [
        (ALL_SEATS, [], [], 0.0),
        # Each seat that is out has beaten the three enemies, a failed burner has lost to them.
        (0b111110, [0], [], 1.5),
        (0b111101, [1], [], -1.5),
        (0b111110, [], [0], -1.5),
        (0b111010, [2, 0], [], 3.0),
        (0b101010, [0, 2, 4], [], 4.5),
        (0b101100, [0, 1], [4], -0.5),
    ],
)
def test_pairs_of_enemies(live: int, finished: list[int], placed_last: list[int], won: float) -> None:
    assert pairs_won([0.0] * SEATS, live, rank_keys(live, finished, placed_last)) == pytest.approx(won)


def test_certainty_does_not_overflow() -> None:
    assert pairs_won([1e6, 0, 1e6, 0, 1e6, 0], ALL_SEATS, [SEATS] * SEATS) == pytest.approx(4.5)
    assert pairs_won([0, 1e6, 0, 1e6, 0, 1e6], ALL_SEATS, [SEATS] * SEATS) == pytest.approx(-4.5)


@pytest.mark.parametrize(
    ("shut", "burns", "points"),
    [
        ((), (), 0),
        (((1, 0),), (), 2),
        (((0, 1),), (), -2),
        (((0, 2),), (), 0),
        ((), ((0, 1, (9, 3, 0, 0, 0), 0, True, False, "success"),), 2),
        ((), ((1, 0, (9, 3, 0, 0, 0), 1, True, False, "success"),), -4),
        ((), ((1, 0, (9, 3, 0, 0, 0), 1, True, False, "undone"),), 0),
    ],
)
def test_what_is_settled_counts_as_the_rules_score_it(shut: Any, burns: Any, points: float) -> None:
    position = state(PRESETS["jinyou4"], HANDS, 0)
    position.shut, position.burns = shut, burns
    assert settled(position) == points


def text(**changes: Any) -> bytes:
    data: dict[str, Any] = {
        "format": "gouji-judge",
        "version": 1,
        "family": "chayuan",
        "features": list(NAMES),
        "headed": [0.1] * len(NAMES),
        "chaos": [0.2] * len(NAMES),
        "points": {"pairs": 1.3, "pairs_cubed": 0.1, "opened": 0.0},
    }
    return json.dumps(data | changes).encode()


def test_a_judge_is_read() -> None:
    judge = judge_of_text(text(), "here", "chayuan")
    assert (judge.pairs, judge.pairs_cubed, judge.opened, judge.chaos[0]) == (1.3, 0.1, 0.0, 0.2)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{", "not JSON"),
        (b"[1]", "no object"),
        (text(format="gouji-weights"), "no judge file"),
        (text(version=2), "no judge file of version 1"),
        (text(family="jinyou4"), "another family"),
        (text(features=["size"]), "other features"),
        (text(headed=[0.1]), "numbers for each model"),
        (text(chaos=["x"] * len(NAMES)), "numbers from"),
        (text(chaos=[1e9] * len(NAMES)), "numbers from"),
        (text(points={"pairs": 1.0}), "numbers from"),
        (text(points=None), "names no points"),
        (text(chaos=[True] * len(NAMES)), "numbers from"),
        (text().replace(b"0.2", b"NaN", 1), "numbers from"),
    ],
)
def test_what_is_no_judge_is_told_in_a_sentence(content: bytes, sentence: str) -> None:
    with pytest.raises(WeightsError, match=sentence) as caught:
        judge_of_text(content, "here.json", "chayuan")
    assert "\n" not in str(caught.value)


def test_without_its_file_the_master_plays_worlds_to_their_end(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _, job = next(jobs(PRESETS["tribute216"], seed=2, every=9, worlds=2))

    def gone(name: str) -> bytes:
        raise WeightsError(f"the program's own file {name} cannot be read")

    monkeypatch.setattr(judgefiles, "shipped", gone)
    for remembered in (judgefiles._family_judge, judge_of):
        remembered.cache_clear()
    try:
        with caplog.at_level(logging.WARNING):
            assert choose(job).move == choose(job).move
        assert caplog.text.count("to its end") == 1
    finally:
        for remembered in (judgefiles._family_judge, judge_of):
            remembered.cache_clear()


def test_every_family_has_a_judge() -> None:
    assert all(judge_of(rules) is not None for rules in PRESETS.values())
    for family in weightfiles.families():
        run = json.loads(weightfiles.shipped(f"judge-{family.name}.json"))["run"]
        assert run["command"].startswith("python -m gouji_desktop.simulate.fitting --rules ")
