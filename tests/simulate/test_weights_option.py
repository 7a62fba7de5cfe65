"""`simulate --weights FILE`: whose weights team A plays by, and what is said of a file that does not fit."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gouji_desktop.bots.house import HousePlayer
from gouji_desktop.bots.levels import LEVELS, WEIGHING, UnknownLevelError, weighing_maker
from gouji_desktop.bots.weightfiles import shipped
from gouji_desktop.bots.weights import WEIGHTS
from gouji_desktop.cli.main import main
from gouji_desktop.rules.presets import PRESETS

RULES = "tribute216"


def file_with(folder: Path, **changes: Any) -> Path:
    """The family's own file, with weights that pass whenever they may, and other changes."""
    data = json.loads(shipped(f"weights-{RULES}.json"))
    data["weights"]["answer"] = -100.0
    path = folder / "我 的.json"
    path.write_text(json.dumps(data | changes), encoding="utf-8")
    return path


def simulate(*words: str) -> int:
    return main(["simulate", "--pairs", "1", "--json", *words])


def test_team_a_plays_by_the_file_and_team_b_does_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file_with(tmp_path)
    assert simulate("--teams", "hard,hard", "--weights", str(path)) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["weights"] == str(path)
    assert report["mean"] < -4
    assert simulate("--teams", "hard,hard") == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["weights"], report["mean"]) == (None, 0.0)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"family": "jinyou4"}, "is for the family 'jinyou4' of rule sets: these rules are played as tribute216"),
        ({"version": 99}, "is of version 99: this program reads version 1"),
        ({"format": "song"}, "is no weights file"),
        ({"weights": {}}, "the weight 'group' is missing"),
    ],
)
def test_a_file_that_does_not_fit_is_told_and_the_game_goes_on(
    changes: dict[str, Any], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_with(tmp_path, **changes)
    assert simulate("--teams", "medium,random", "--weights", str(path)) == 1
    out, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert said in err
    assert "playing with the program's own weights" in err
    assert simulate("--teams", "medium,random") == 0
    usual = json.loads(capsys.readouterr().out)
    report = json.loads(out)
    assert (report["weights"], report["mean"], report["pairs"]) == (None, usual["mean"], 1)


def test_a_file_fits_some_of_several_rule_sets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file_with(tmp_path)
    assert simulate("--teams", "hard,random", "--rules", "jinyou4", RULES, "--weights", str(path)) == 1
    out, err = capsys.readouterr()
    assert [json.loads(line)["weights"] for line in out.splitlines()] == [None, str(path)]
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--teams", "easy,hard"],
            "--weights is for team A of the level medium, hard, master: easy plays by no weights\n",
        ),
        (["--level", "hard"], "--weights is of --teams: name two teams, such as --teams hard,greedy\n"),
    ],
)
def test_who_plays_by_no_weights(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *words, "--weights", "x"]) == 2
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize("level", WEIGHING)
def test_levels_play_by_given_weights(level: str) -> None:
    given = WEIGHTS._replace(tempo=3.0, inference=0.5)
    player: Any = weighing_maker(level, given)(0, Random(0))
    house = player if isinstance(player, HousePlayer) else player._house
    kept = given._replace(inference=1.0) if level == "medium" else given
    assert house.weights(PRESETS[RULES]) == kept
    assert level in LEVELS


def test_other_levels_take_none() -> None:
    with pytest.raises(UnknownLevelError, match="'novice' plays by no weights: medium, hard, master do"):
        weighing_maker("novice", WEIGHTS)
