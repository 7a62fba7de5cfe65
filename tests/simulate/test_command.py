"""`gouji-desktop simulate --teams`: what it prints and what it refuses."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gouji_desktop.cli.main import main
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.simulate import command
from gouji_desktop.simulate.table import SimulationError
from gouji_desktop.simulate.workers import WorkerLostError, play_pairs
from tests.bots.test_pool import install

BOTS = """
from gouji_desktop.bots.baselines import GreedyPlayer
print("hello")

class Wrong(GreedyPlayer):
    def answer(self, view, prompt):
        return None
"""


@pytest.fixture
def wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A bot that is wrong each time, in a module that prints when it is loaded."""
    install(tmp_path, "wrong_bots", "wrong = wrong_bots:Wrong\nnumber = wrong_bots:__name__", BOTS)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("wrong_bots", None)


def simulate(*words: str) -> int:
    return main(["simulate", *words])


def test_one_object_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("--teams", "easy, hint", "--pairs", "2", "--json", "--seed", "4") == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.count("\n") == 1
    report = json.loads(out)
    assert {key: report[key] for key in ("rules", "teams", "pairs", "seed", "match_deals")} == {
        "rules": "tribute216",
        "teams": ["easy", "hint"],
        "pairs": 2,
        "seed": 4,
        "match_deals": 1,
    }


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["jinyou4", "chayuan"], ["jinyou4", "chayuan"]),
        (["jinyou4,chayuan", "jinyou4"], ["jinyou4", "chayuan"]),
        (["all"], list(PRESETS)),
    ],
)
def test_a_report_for_each_rule_set(words: list[str], names: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("--teams", "hint,random", "--pairs", "1", "--json", "--rules", *words) == 0
    reports = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [report["rules"] for report in reports] == names


def test_levels_under_several_rule_sets(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("--level", "easy", "--deals", "1", "--rules", "jinyou4", "chayuan", "--json") == 0
    assert [json.loads(line)["rules"] for line in capsys.readouterr().out.splitlines()] == ["jinyou4", "chayuan"]


def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("--teams", "greedy-team,random", "--pairs", "2", "--match-deals", "2", "--progress") == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0].startswith("tribute216: greedy-team v random, 2 pairs (8 deals, matches of 2), seed 1, ")
    assert lines[1].startswith("greedy-team +")
    assert " ± " in lines[1]
    assert "win " in lines[1]
    table = lines[2:]
    assert len({len(line) for line in table}) == 1, "a column is not aligned"
    assert [line.split("  ")[1] for line in table if not line.startswith("    ")][:3] == [
        "decisions",
        "three in a row",
        "points opened",
    ]
    assert max(map(len, lines)) <= 100
    assert "100 % 2/2" in err
    assert "[" not in out


def test_faults_are_told_and_end_with_1(wrong: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("--teams", "hint,wrong", "--pairs", "1") == 1
    out, err = capsys.readouterr()
    assert err == "hello\n"
    assert "first fault of wrong (team B): pair 1, game 1, seat " in out
    assert "its answer was None, which is no command of a seat" in out
    assert simulate("--teams", "wrong,wrong", "--pairs", "1", "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert report["teams"] == ["wrong", "wrong"]
    assert all(player["faults"] == player["decisions"] > 0 for player in report["players"])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--teams", "hard"], "--teams wants two names"),
        (["--teams", "hard,"], "--teams wants two names"),
        (["--teams", "hard,easy,hint"], "--teams wants two names"),
        (["--teams", "hard,expert"], "unknown player 'expert': the pool holds novice, easy"),
        (["--teams", "hard,number"], "the bot 'number' (wrong_bots:__name__) is no function"),
        (["--teams", "hard,easy", "--pairs", "0"], "--pairs wants a number from 1 to"),
        (["--teams", "hard,easy", "--pairs", "many"], "argument --pairs: invalid int value: 'many'"),
        (["--teams", "hard,easy", "--workers", "0"], "--workers wants a number from 1 to 256, not 0"),
        (["--teams", "hard,easy", "--workers", "257"], "--workers wants a number from 1 to 256, not 257"),
        (["--teams", "hard,easy", "--match-deals", "-1"], "--match-deals wants a number from 1 to 99, not -1"),
        (["--teams", "hard,easy", "--limit", "-1"], "--limit wants seconds from 0 to"),
        (["--teams", "hard,easy", "--limit", "nan"], "--limit wants seconds from 0 to"),
        (["--teams", "hard,easy", "--limit", "inf"], "--limit wants seconds from 0 to"),
        (["--teams", "hard,easy", "--rules", "poker"], "unknown rule set 'poker'"),
        (["--teams", "hard,easy", "--rules", ","], "name a rule set after --rules"),
        (["--teams", "hard,easy", "--level", "hard"], "--level and --teams do not go together"),
        (["--teams", "hard,easy", "--deals", "9"], "--deals and --teams do not go together"),
        (["--teams", "hard,easy", "--paired"], "--paired and --teams do not go together"),
        (["--pairs", "9"], "--pairs is of --teams"),
        (["--workers", "2"], "--workers is of --teams"),
        (["--match-deals", "2"], "--match-deals is of --teams"),
        (["--limit", "0"], "--limit is of --teams"),
    ],
)
def test_a_wrong_question_gets_one_sentence(
    wrong: None, words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = simulate(*words)
    except SystemExit as stop:
        status = stop.code
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.removeprefix("hello\n").count("\n") == 1


@pytest.mark.parametrize("error", [SimulationError("a deal did not end"), WorkerLostError("a worker process ended")])
def test_what_ends_a_contest_is_one_sentence(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none(*_: Any) -> Any:
        raise error

    monkeypatch.setattr(command, "play_pairs", none)
    assert simulate("--teams", "hard,easy") == 1
    assert capsys.readouterr() == ("", f"{error}\n")


def test_a_worker_that_died_is_told_and_ends_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lossy(contest: Any, pairs: int, workers: int, tell: Any) -> Any:
        tell("a worker process ended")
        return play_pairs(contest, pairs, workers, tell)

    monkeypatch.setattr(command, "play_pairs", lossy)
    assert simulate("--teams", "easy,random", "--pairs", "1", "--json") == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["faults"] == 0
    assert err == "a worker process ended\n"


def test_without_a_console(monkeypatch: pytest.MonkeyPatch) -> None:
    """A windowed program has neither standard output nor standard error."""
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert simulate("--teams", "easy,random", "--pairs", "1", "--progress") == 0
    assert simulate("--teams", "easy,nobody", "--pairs", "1") == 2


def test_on_its_own(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m gouji_desktop.simulate`."""
    words = ["--teams", "easy,random", "--pairs", "1", "--json"]
    assert command.parse_and_run(words) == 0
    assert json.loads(capsys.readouterr().out)["pairs"] == 1

    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "play_pairs", interrupted)
    assert command.parse_and_run(words) == 130
    assert capsys.readouterr() == ("", "interrupted\n")
