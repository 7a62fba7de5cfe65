"""The tuning of the weights: repeatable, honest, and on seeds that never meet."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gouji_desktop.bots.weightfiles import weights_from
from gouji_desktop.bots.weights import GREATEST, SHARES, WEIGHTS, Weights
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.simulate import tuning
from gouji_desktop.simulate.tuning import (
    ACCEPTANCE,
    BLOCK,
    MOST_PAIRS,
    REPORT,
    RUNS,
    STEPS,
    TUNING,
    Games,
    Pair,
    Run,
    command_of,
    main,
    moved,
    pool_of,
    run_of,
    seeds_of,
    slope,
    steps,
    swings,
    tune,
)

PURPOSES = (TUNING, ACCEPTANCE, REPORT)
RUN = Run(PRESETS["zaozhuang6"], 3, 6, WEIGHTS, "built-in", 2, 2, 2)
SHORT = ["--rules", "zaozhuang6", "--step-pairs", "2", "--acceptance-pairs", "2", "--report-pairs", "2", "--quiet"]


def test_seeds_of_different_purposes_cannot_meet() -> None:
    for one, other in combinations(PURPOSES, 2):
        assert one.stop <= other.start or other.stop <= one.start
    for purpose in PURPOSES:
        edges = []
        for seed in (RUNS[0], RUNS[1], RUNS[-2], RUNS[-1]):
            block = seeds_of(purpose, seed, 0, BLOCK)
            assert purpose.start <= block.start < block.stop <= purpose.stop
            edges.append(block)
        assert all(one.stop <= other.start for one, other in pairwise(edges))
        assert 2 * MOST_PAIRS < BLOCK


@pytest.mark.parametrize(
    ("seed", "first", "count"), [(-1, 0, 1), (RUNS[-1] + 1, 0, 1), (1, BLOCK, 1), (1, -1, 1), (1, 0, BLOCK + 1)]
)
def test_no_run_leaves_its_seeds(seed: int, first: int, count: int) -> None:
    for purpose in PURPOSES:
        with pytest.raises(ValueError, match="a run"):
            seeds_of(purpose, seed, first, count)


class Noted(Games):
    """Plays nothing and notes what it was asked for; the side that weighs `tempo` higher wins."""

    def __init__(self, gain: float, chance: float = 0.0) -> None:
        super().__init__(None, tell=False)
        self.asked: dict[str, list[int]] = {}
        self._gain, self._chance, self._rng = gain, chance, Random(1)

    def play(self, pairs, what):
        self.asked.setdefault(what, []).extend(pair.seed for pair in pairs)
        return [(value, value) for value in map(self._value, pairs)]

    def _value(self, pair: Pair) -> float:
        other = pair.other or pair.one
        return self._gain * (pair.one.tempo - other.tempo) + self._chance * self._rng.gauss(0.0, 1.0)


def test_what_is_asked_of_which_seeds() -> None:
    games = Noted(1.0)
    kept, story = tune(RUN._replace(trials=40), games)
    kinds = {"trials": TUNING, "acceptance": ACCEPTANCE, "report": REPORT, "report, against easy": REPORT}
    kinds |= {f"step {length}": TUNING for length in STEPS}
    assert set(games.asked) == set(kinds)
    for what, seeds in games.asked.items():
        assert all(seed in kinds[what] for seed in seeds), what
    assert not set(games.asked["trials"]) & set(games.asked["step 1.0"])
    assert kept.tempo > WEIGHTS.tempo
    assert "kept" in story["result"]


def test_what_is_no_better_is_not_kept() -> None:
    """Even where a step looked better by chance: the interval on other seeds decides."""
    for run in (RUN._replace(trials=0), RUN._replace(trials=60, acceptance_pairs=40, step_pairs=4)):
        kept, story = tune(run, Noted(0.0, chance=3.0))
        assert kept == WEIGHTS
        assert "the weights before stay" in story["result"]
        assert "report_v_easy" in story
        if "acceptance" in story:
            assert story["acceptance"]["ci95"][0] <= 0
            assert story["not_kept"]


def test_the_direction_is_found_and_chance_is_left_out() -> None:
    rng = Random(5)
    signs = [[rng.choice((-1.0, 1.0)) for _ in range(2)] for _ in range(300)]
    values = [2 * 0.8 * up[0] + rng.gauss(0.0, 1.0) for up in signs]
    first, second = (slope([up[index] for up in signs], values) for index in (0, 1))
    assert 0.6 < first < 0.8
    assert abs(second) < 0.1
    assert slope([], []) == 0.0


def test_steps_stay_within_bounds() -> None:
    up = [1.0] * len(Weights._fields)
    assert steps(WEIGHTS, [0.0] * len(up)) == []
    for weights in (*steps(WEIGHTS, up), moved(WEIGHTS, [1000.0] * len(up)), moved(WEIGHTS, [-1000.0] * len(up))):
        for name, value in weights._asdict().items():
            least = 0.0 if name in SHARES else -GREATEST
            assert least <= value <= (1.0 if name in SHARES else GREATEST)
    assert all(swing > 0 for swing in swings(WEIGHTS._replace(tempo=0.0)))


#: A small game, so that many can be played.
SMALL = PRESETS["zaozhuang6"].with_options({"decks": 2, "threes": 8, "fours": 8})


def test_the_same_seed_gives_the_same_weights() -> None:
    """With one process or two, and another seed plays other games."""
    run = RUN._replace(rules=SMALL, trials=3)
    with pool_of(2) as pool:
        told = [tune(run, Games(workers, tell=False)) for workers in (None, pool)]
    assert told[0] == told[1]
    assert told[0][1]["steps"]
    few = [tune(run._replace(seed=seed, trials=0), Games(None, tell=False)) for seed in (3, 4)]
    assert few[0] != few[1]


def test_what_was_written_can_be_tried(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.json"
    assert main([*SHORT, "--trials", "0", "--write", str(path)]) == 1
    assert capsys.readouterr().out == ""
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["run"]["command"].endswith("--acceptance-pairs 2 --report-pairs 2")
    assert weights_from(path, RUN.rules) == WEIGHTS
    assert main([*SHORT, "--try", str(path)]) in (0, 1)
    assert json.loads(capsys.readouterr().out)["pairs"] == 2


def test_the_command_in_the_file_repeats_the_run() -> None:
    words = command_of(RUN).split()
    assert words[:3] == ["python", "-m", "gouji_desktop.simulate.tuning"]
    assert run_of(tuning.arguments().parse_args(words[3:])) == RUN


BAD: list[tuple[list[str], str]] = [
    (["--rules", "poker"], "unknown rule set 'poker'"),
    (["--seed", "-1"], "the seed of a run must be from 0 to 999"),
    (["--seed", "1000"], "the seed of a run must be from 0 to 999"),
    (["--trials", "-1"], "--trials must be from 0"),
    (["--acceptance-pairs", "1"], "every number of pairs must be from 2"),
    (["--workers", "0"], "--workers must be from 1 to 64"),
    (["--start", "missing.json"], "cannot read the weights file missing.json"),
    (["--try", "missing.json"], "cannot read the weights file missing.json"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD)
def test_a_wrong_question_gets_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*SHORT, *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1


def test_weights_that_cannot_be_written_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SHORT, "--trials", "0", "--write", str(tmp_path / "no" / "file.json")]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["weights"] == WEIGHTS._asdict()
    assert err.startswith("cannot write ")
    assert err.count("\n") == 1
