"""The weights of each family of rule sets, and files that are none."""

from __future__ import annotations

import json
import math
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gouji_desktop.bots import weightfiles
from gouji_desktop.bots.house import HousePlayer
from gouji_desktop.bots.weightfiles import (
    FORMAT,
    MOST_BYTES,
    VERSION,
    families,
    family_of,
    weights_from,
    weights_of,
    weights_of_text,
    weights_or_usual,
)
from gouji_desktop.bots.weights import SHARES, WEIGHTS, Weights, WeightsError
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.simulate.table import Table, seeded

RULES = PRESETS["tribute216"]
DATA = Path(weightfiles.__file__).parent / "data"
GOOD: dict[str, Any] = {"format": FORMAT, "version": VERSION, "family": "tribute216", "weights": WEIGHTS._asdict()}


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("tribute216", "tribute216"),
        ("chayuan", "chayuan"),
        ("jinyou4", "jinyou4"),
        ("jinyou4-match", "jinyou4"),
        ("zaozhuang6", "zaozhuang6"),
        ("zaozhuang6-match", "zaozhuang6"),
        ("zaozhuang6-classic", "zaozhuang6"),
    ],
)
def test_the_family_follows_from_the_options_and_not_from_the_name(name: str, family: str) -> None:
    rules = PRESETS[name]
    assert family_of(rules) == family
    for other in (*PRESETS, "我的规则"):
        assert family_of(rules.with_options({}, name=other)) == family


@pytest.mark.parametrize(
    ("name", "options", "family"),
    [
        ("tribute216", {"announce_at": 0, "match_deals": 9}, "tribute216"),
        ("tribute216", {"yield_binds": False, "last_gouji_play": "anyone"}, "tribute216"),
        ("chayuan", {"first_lead": "shown", "return_tribute": "any"}, "chayuan"),
        ("jinyou4", {"hold_threes": False, "chaos": "four_left"}, "jinyou4"),
        ("zaozhuang6", {"decks": 4, "threes": 16, "fours": 16}, "zaozhuang6"),
    ],
)
def test_a_changed_rule_set_takes_the_nearest_family(name: str, options: dict[str, Any], family: str) -> None:
    assert family_of(PRESETS[name].with_options(options, name="mine")) == family


def test_the_families_are_as_their_rule_sets_say() -> None:
    for family in families():
        assert family.distance(PRESETS[family.name]) == 0
        assert sum(other.distance(PRESETS[family.name]) == 0 for other in families()) == 1


@pytest.mark.parametrize("family", [family.name for family in families()])
def test_every_family_has_a_file_that_says_how_it_was_made(family: str) -> None:
    data = json.loads((DATA / f"weights-{family}.json").read_text(encoding="utf-8"))
    weights = weights_of_text(json.dumps(data).encode(), "here", family)
    assert weights == weights_of(PRESETS[family])
    run = data["run"]
    assert run["command"].startswith(f"python -m gouji_desktop.simulate.tuning --rules {family} --seed ")
    assert set(run) >= {"command", "date", "seeds", "start", "trials", "result", "changed_from", "report_v_easy"}
    accepted = run["acceptance"]["ci95"][0] > 0 if "acceptance" in run else False
    kept = accepted and "withdrawn" not in run
    assert bool(run["changed_from"]) == kept
    if not kept:
        assert weights == WEIGHTS


def test_the_bot_plays_by_the_weights_of_its_rule_set(monkeypatch: pytest.MonkeyPatch) -> None:
    player = HousePlayer(0, Random(1))
    mine = {rules.name: WEIGHTS._replace(tempo=number) for number, rules in enumerate(PRESETS.values())}
    monkeypatch.setattr("gouji_desktop.bots.house.weights_of", lambda rules: mine[rules.name])
    for rules in (*PRESETS.values(), RULES):
        assert player.weights(rules) == mine[rules.name]
    assert HousePlayer(0, Random(1), WEIGHTS).weights(RULES) is WEIGHTS
    careful = HousePlayer(0, Random(1), adapt=lambda weights: weights._replace(burn_safe=1.0))
    assert careful.weights(RULES) == mine["tribute216"]._replace(burn_safe=1.0)


def changed(**changes: Any) -> bytes:
    return json.dumps(GOOD | changes).encode()


def weighed(**changes: Any) -> bytes:
    """The good file with some weights changed; None leaves one out."""
    weights = {name: value for name, value in (WEIGHTS._asdict() | changes).items() if value is not None}
    return changed(weights=weights)


BAD = [
    (b"", "is not JSON"),
    (b"\xff\xfe{}", "is not JSON"),
    (b"[" * 100_000, "is not JSON"),
    (b"[1]", "holds no object"),
    (b" " * (MOST_BYTES + 1), "too big"),
    (b"{}", "is no weights file"),
    (changed(format="gouji-log"), "is no weights file"),
    (changed(version=2), "is of version 2: this program reads version 1"),
    (changed(version=True), "is of version True"),
    (changed(version="x" * 999), "is of version …"),
    (changed(family="jinyou4"), "is for the family 'jinyou4' of rule sets: these rules are played as tribute216"),
    (changed(family=[1]), r"is for the family \[1\]"),
    (changed(weights=[0.5]), "must be an object"),
    (weighed(patience=1.0), "unknown weight 'patience'"),
    (weighed(tempo=None), "the weight 'tempo' is missing"),
    (weighed(tempo=math.nan), "'tempo' must be from -100 to 100"),
    (weighed(tempo=math.inf), "'tempo' must be from -100 to 100"),
    (weighed(tempo=-101), "'tempo' must be from -100 to 100"),
    (weighed(tempo=10**400), "'tempo' must be from -100 to 100"),
    (weighed(inference=1.2), "'inference' must be from 0 to 1"),
    (weighed(burn_safe=-0.1), "'burn_safe' must be from 0 to 1"),
    (weighed(tempo="high"), "'tempo' must be a number, not 'high'"),
    (weighed(tempo=True), "'tempo' must be a number"),
    (weighed(tempo=[1]), "'tempo' must be a number"),
]


@pytest.mark.parametrize(("content", "sentence"), BAD, ids=[sentence[:40] for _, sentence in BAD])
def test_a_file_that_cannot_be_used_is_told_in_one_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(content)
    with pytest.raises(WeightsError, match=sentence) as caught:
        weights_from(path, RULES)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < len(str(path)) + 160
    weights, told = weights_or_usual(path, RULES)
    assert weights == weights_of(RULES)
    assert told.endswith("; playing with the program's own weights")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"cannot read the weights file .*: "):
        weights_from(tmp_path / "none.json", RULES)
    with pytest.raises(WeightsError, match="cannot read"):
        weights_from(tmp_path, RULES)


def test_a_good_file_is_used(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(weighed(tempo=0.25, run=2))
    assert weights_or_usual(path, RULES) == (WEIGHTS._replace(tempo=0.25, run=2.0), "")
    assert set(SHARES) < set(Weights._fields)


@pytest.mark.parametrize("content", [b"{", changed(version=7), None])
def test_where_the_own_files_are_damaged_the_game_goes_on(
    content: bytes | None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The built-in weights stand in, which the log tells."""

    def shipped(name: str) -> bytes:
        if content is None:
            raise WeightsError(f"the program's own file {name} cannot be read")
        return content

    caches = weightfiles.families, weightfiles._family_weights
    for each in caches:
        each.cache_clear()
    monkeypatch.setattr(weightfiles, "shipped", shipped)
    try:
        rules: RuleSet = PRESETS["jinyou4"]
        assert weights_of(rules) == WEIGHTS
        assert "playing with the built-in weights" in caplog.text
        players = [HousePlayer(seat, seeded("damaged", seat)) for seat in range(6)]
        Table(rules, players, seeded("damaged"), deals=1).play_deal()
    finally:
        for each in caches:
            each.cache_clear()
