"""`gouji-desktop scenario`: one JSON line a scenario, exit status 0, 1 or 2, one sentence for bad input."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gouji_desktop.cli.main import main

GIVEN = Path(__file__).parent.parent / "scenarios"
GOOD = {
    "name": "good",
    "kind": "compare",
    "rules": "tribute216",
    "table": "77",
    "play": "88",
    "expect": {"beats": True},
}
DEAL = {
    "name": "deal",
    "kind": "deal",
    "rules": "tribute216",
    "hands": ["77553", "99643", "86543", "TT653", "88643", "66543"],
    "leader": 0,
    "script": ["0 play 77"],
}
OUTCOME = {
    "places": [0, 1, 2, 3, 4, 5],
    "opened": [],
    "declared": [],
    "revolted": [],
    "conceded": [],
    "burns": [],
    "shut": [],
}
SETTLE = {"name": "settle", "kind": "settle", "rules": "tribute216", "outcome": OUTCOME}


@pytest.fixture
def run(tmp_path, capsys):
    def call(content, *arguments):
        path = tmp_path / "file.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        status = main(["scenario", *arguments, str(path)])
        output = capsys.readouterr()
        return status, [json.loads(line) for line in output.out.splitlines()], output.err

    return call


def test_the_given_files_pass_for_the_preset_of_the_first_release(capsys):
    files = sorted(str(path) for path in GIVEN.glob("*.json"))
    assert main(["scenario", "--rules", "tribute216", *files]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) >= 17
    assert all(line["ok"] is True for line in lines)


def test_a_right_and_a_wrong_and_an_open_question(run):
    status, lines, _ = run([GOOD, GOOD | {"name": "wrong", "expect": {"beats": False}}])
    assert status == 1
    assert [line["ok"] for line in lines] == [True, False]
    without = {key: value for key, value in GOOD.items() if key != "expect"}
    status, lines, _ = run(without)
    assert (status, lines[0]["ok"], lines[0]["expect"]) == (0, None, None)
    assert lines[0]["result"]["beats"] is True


def test_rules_filter(run):
    status, lines, _ = run([GOOD, GOOD | {"name": "other", "rules": "chayuan"}], "--rules", "chayuan, jinyou4")
    assert (status, [line["name"] for line in lines]) == (0, ["other"])


@pytest.mark.parametrize(
    ("content", "key"),
    [
        ("{", "JSON"),
        ("[]", "no scenario"),
        ("3", "no scenario"),
        ('{"name": "n", "x": ' + "9" * 5000 + "}", "JSON"),
        ('{"name": "n", "kind": "compare", "rules": "tribute216", "play": "7", "expect": {"legal": NaN}}', "NaN"),
        ("[" * 100_000, "nested"),
        ([GOOD, GOOD], "unique"),
        (GOOD | {"kind": "race"}, "'kind'"),
        (GOOD | {"name": 3}, "'name'"),
        (GOOD | {"rules": "poker"}, "'poker'"),
        (GOOD | {"rules": None}, "'rules'"),
        (GOOD | {"rules": ["tribute216"]}, "'rules'"),
        (GOOD | {"rules": {}}, "'rules'"),
        (GOOD | {"options": {"hold": True}}, "'hold'"),
        (GOOD | {"options": {"hold_threes": "x"}}, "'hold_threes'"),
        (GOOD | {"options": {"revolt": False}}, "'revolt'"),
        (GOOD | {"options": []}, "'options'"),
        (GOOD | {"play": "7X"}, "'X'"),
        (GOOD | {"play": 7}, "'play'"),
        (GOOD | {"table": "79"}, "'table'"),
        (GOOD | {"expect": {"wins": True}}, "'wins'"),
        (GOOD | {"expect": True}, "'expect'"),
        ({key: value for key, value in GOOD.items() if key != "play"}, "'play'"),
        (DEAL | {"hands": ["7"]}, "'hands'"),
        (DEAL | {"leader": 6}, "'leader'"),
        (DEAL | {"leader": True}, "'leader'"),
        (DEAL | {"finished": [0]}, "'finished'"),
        (DEAL | {"finished": [1, 1]}, "'finished'"),
        (DEAL | {"script": ["0 jump 77"]}, "'script'"),
        (DEAL | {"script": ["0 play"]}, "'script'"),
        (DEAL | {"script": ["9 pass"]}, "'script'"),
        (DEAL | {"script": [3]}, "'script'"),
        ({key: value for key, value in DEAL.items() if key != "script"}, "'script'"),
        (SETTLE | {"outcome": OUTCOME | {"winner": 1}}, "'winner'"),
        (SETTLE | {"outcome": OUTCOME | {"places": [0, 1]}}, "'places'"),
        (SETTLE | {"outcome": {}}, "'places'"),
        (SETTLE | {"streaks": [{"payer": 3}]}, "'deals'"),
        ({"name": "x", "kind": "setup", "rules": "tribute216", "dealt": ["2"] * 5}, "'dealt'"),
        ({"name": "x", "kind": "setup", "rules": "tribute216", "dealt": ["23"] * 6, "revolts": [1]}, "'revolts'"),
    ],
)
def test_no_scenario_is_one_sentence_that_names_the_key(run, content, key):
    status, _, err = run(content)
    assert status == 2
    assert key in err
    assert "file.json" in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize("rules", [None, "nope", ["chayuan"], {}])
def test_a_filter_does_not_hide_what_is_no_scenario(run, rules):
    status, _, err = run([GOOD | {"rules": rules}], "--rules", "chayuan")
    assert status == 2
    assert "good" in err


def test_a_mark_before_the_text_and_a_strange_name(run, tmp_path, capsys):
    (tmp_path / "marked.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(GOOD).encode())
    assert main(["scenario", str(tmp_path / "marked.json")]) == 0
    capsys.readouterr()
    status, lines, _ = run(GOOD | {"name": "half \ud800"})
    assert (status, lines[0]["name"]) == (0, "half \ud800")


def test_a_file_without_an_end(capsys):
    assert main(["scenario", "/dev/zero"]) == 2
    assert "too large" in capsys.readouterr().err


def test_a_full_disk_behind_the_output():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gouji_desktop", "rules"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "cannot be written" in done.stderr


def test_a_file_that_cannot_be_read(capsys, tmp_path):
    assert main(["scenario", str(tmp_path / "none.json")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    (tmp_path / "latin.json").write_bytes(b"\xff\xfe\xfa")
    assert main(["scenario", str(tmp_path / "latin.json")]) == 2
    assert "UTF-8" in capsys.readouterr().err
    assert main(["scenario", "--rules", "poker", str(tmp_path / "none.json")]) == 2
    assert "poker" in capsys.readouterr().err
    assert main(["scenario"]) == 2


def test_reasons_are_printed(capsys):
    assert main(["scenario", "--reasons"]) == 0
    assert "burn_not_feasible" in capsys.readouterr().out.split()
