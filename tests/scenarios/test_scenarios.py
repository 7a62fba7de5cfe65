"""Every scenario file in this folder and below answers as it expects."""

import json
from pathlib import Path

import pytest

from gouji_desktop.scenarios.running import parse, run

FILES = sorted(Path(__file__).parent.rglob("*.json"))
CASES = [(path.stem, scenario) for path in FILES for scenario in parse(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("file", "scenario"), CASES, ids=[f"{file}: {each['name']}" for file, each in CASES])
def test_scenario(file, scenario):
    result = run(scenario)
    assert result.expect, f"{file}: a scenario of the suite must expect something"
    for key, value in result.expect.items():
        assert json.dumps(result.result.get(key)) == json.dumps(value), f"{file}: {key} in {result.result}"


def test_there_are_scenarios_of_every_kind():
    kinds = {scenario["kind"] for _, scenario in CASES}
    assert kinds == {"compare", "deal", "settle", "setup", "return", "leave"}
    assert len(CASES) >= 84
