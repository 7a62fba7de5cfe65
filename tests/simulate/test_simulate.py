from __future__ import annotations

import argparse
import json

import pytest

from gouji_desktop.bots.levels import maker_of
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.views import SeatAudience, project
from gouji_desktop.simulate import add_arguments, compare, main, run
from gouji_desktop.simulate.paired import summary
from gouji_desktop.simulate.table import Eyes, SimulationError, Table, seeded
from tests.bots.games import questions

RULES = PRESETS["tribute216"]


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(words)


def test_a_report_adds_up() -> None:
    told: list[tuple[int, int]] = []
    report = run(RULES, deals=7, seed=3, levels=["easy"], progress=lambda done, of: told.append((done, of)))
    assert told == [(number, 7) for number in range(1, 8)]
    assert (report["rules"], report["deals"], report["faults"]) == ("tribute216", 7, [])
    assert len(report["scores"]) == SEATS
    assert report["scores"][0] == report["scores"][2] == -report["scores"][1]
    assert [sum(row) for row in report["places"]] == [7] * SEATS
    assert [sum(column) for column in zip(*report["places"], strict=True)] == [7] * SEATS
    assert report["decisions"] > 500
    assert report["slowest_ms"] > 0
    assert set(report["burns"]) == {"offered", "taken", "success", "undone", "ended", "failed"}


def test_the_same_seed_plays_the_same_games() -> None:
    one, same, other = (run(RULES, deals=3, seed=seed, levels=["hard", "novice"]) for seed in (5, 5, 6))
    still = ("scores", "places", "decisions", "plays", "burns", "points_opened")
    assert [one[key] for key in still] == [same[key] for key in still]
    assert [one[key] for key in still] != [other[key] for key in still]


def test_the_quick_eyes_see_what_a_projection_shows() -> None:
    eyes = Eyes()
    for match, _, _ in questions(PRESETS["jinyou4"], 1, "easy", deals=2):
        for seat in range(SEATS):
            assert eyes.see(match, seat) == project(match, SeatAudience(seat))


def test_pairs_of_equals_are_even() -> None:
    """With the same hands and the sides swapped, a player is worth nothing against itself."""
    result = compare(RULES, maker_of("easy"), maker_of("easy"), pairs=6, seed=1)
    assert (result.pairs, result.mean, result.half_width) == (6, 0.0, 0.0)
    assert result.wins == result.losses


def test_the_interval_of_a_comparison() -> None:
    result = summary([(4.0, 2.0), (1.0, -1.0)])
    assert (result.mean, result.wins, result.losses) == (1.5, 3, 1)
    assert result.low < 0 < result.mean < result.high
    assert summary([]).half_width == 0.0


def test_a_broken_rule_ends_the_run() -> None:
    class Cheat:
        def observe(self, event, view) -> None: ...

        def answer(self, view, prompt):
            from gouji_desktop.rules.commands import PlayCards

            return PlayCards(prompt.seat, prompt.id, (0,) * 9)

    table = Table(PRESETS["zaozhuang6"], [Cheat()] * SEATS, seeded(1))
    with pytest.raises(SimulationError, match="was refused"):
        table.play_deal()


def test_the_command_prints_a_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments("--rules", "jinyou4", "--deals", "2", "--seed", "4", "--level", "easy", "--json")) == 0
    out, err = capsys.readouterr()
    assert err == ""
    report = json.loads(out)
    assert (report["rules"], report["deals"], report["seed"]) == ("jinyou4", 2, 4)
    assert main(arguments("--deals", "2", "--level", "easy", "--progress")) == 0
    out, err = capsys.readouterr()
    assert "scores: " in out
    assert "faults: none" in out
    assert "100 %" in err


def test_the_command_compares_two_levels(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments("--paired", "--deals", "4", "--level", "hard", "novice", "--json")) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["levels"] == ["hard", "novice"]
    assert report["mean"] > 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--rules", "poker"], "unknown rule set 'poker'"),
        (["--level", "expert"], "unknown level 'expert'"),
        (["--level", "easy", "hard", "easy"], "name one level for all"),
        (["--deals", "0"], "at least one deal"),
        (["--paired"], "--paired compares two levels"),
    ],
)
def test_a_wrong_question_gets_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments(*words)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1
