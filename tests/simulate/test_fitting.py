"""Fitting a judge: repeatable, with any number of workers, and told in a sentence where it cannot be."""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from gouji_desktop.bots.search.features import NAMES
from gouji_desktop.bots.search.judgefiles import judge_of_text
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.simulate import fitting, tuning
from gouji_desktop.simulate.fitting import main, positions_of


def test_the_same_command_writes_the_same_judge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / "one.json", tmp_path / "two.json"]
    for workers, file in zip(("1", "2"), files, strict=True):
        assert main(["--deals", "10", "--seed", "3", "--workers", workers, "--write", str(file)]) == 0
    one, two = (json.loads(file.read_text(encoding="utf-8")) for file in files)
    assert one == two
    judge = judge_of_text(files[0].read_bytes(), "one.json", "tribute216")
    assert judge.pairs > 0.5
    assert one["run"]["command"].endswith("--rules tribute216 --seed 3 --deals 10")
    assert one["run"]["positions"] > 200
    assert json.loads(capsys.readouterr().out.splitlines()[0]) == one["run"]


def test_positions_say_what_became_of_them() -> None:
    found = positions_of(PRESETS["jinyou4"], 7)
    assert len({each.places for each in found}) == 1
    assert sorted(found[0].places) == list(range(6))
    assert found[0].live == 0b111111
    for each in found:
        for seat, numbers in enumerate(each.numbers):
            assert (numbers is not None) == bool(each.live >> seat & 1)
            assert numbers is None or len(numbers) == len(NAMES)


@pytest.mark.parametrize(
    "arguments",
    [["--rules", "nowhere"], ["--deals", "3"], ["--workers", "0"], ["--seed", "-1"], ["--seed", "100000"]],
)
def test_a_wrong_question_is_told_in_a_sentence(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_without_numpy_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert main([]) == 2
    assert "pip install numpy" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = positions_of(PRESETS["tribute216"], 1)
    monkeypatch.setattr(fitting, "positions_of", lambda rules, seed: deal)
    assert main(["--deals", "10", "--write", str(tmp_path / "no" / "such.json")]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_its_seeds_meet_no_others() -> None:
    purposes = [fitting.FITTING, tuning.TUNING, tuning.ACCEPTANCE, tuning.REPORT]
    ends = sorted((purpose.start, purpose.stop) for purpose in purposes)
    assert all(before[1] <= after[0] for before, after in pairwise(ends))
