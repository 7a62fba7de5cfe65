"""Running scenarios: from a parsed file to results."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.ruleset import RuleSetError
from gouji_desktop.scenarios import comparing, dealing, returning, setting_up, settling
from gouji_desktop.scenarios.reading import Runner, ScenarioError, need, rules_of

KINDS: dict[str, tuple[Runner, tuple[str, ...]]] = {
    "compare": (comparing.run, comparing.RESULT_KEYS),
    "deal": (dealing.run, dealing.RESULT_KEYS),
    "settle": (settling.run, settling.RESULT_KEYS),
    "setup": (setting_up.run, setting_up.RESULT_KEYS),
    "return": (returning.run_return, returning.RETURN_KEYS),
    "leave": (returning.run_leave, returning.LEAVE_KEYS),
}
#: A file deeper or larger than this is no scenario file.
MAX_BYTES = 4 * 1024 * 1024


class ScenarioResult(NamedTuple):
    """One scenario's answer; `ok` is None where it expects nothing."""

    name: str
    ok: bool | None
    result: dict[str, Any]
    expect: dict[str, Any] | None

    def as_dict(self) -> dict[str, Any]:
        """The result as it is printed."""
        return {"name": self.name, "ok": self.ok, "result": self.result, "expect": self.expect}


def parse(text: str) -> list[Mapping[str, Any]]:
    """The scenarios of a file: one object or a list of them. Raises ScenarioError."""
    if len(text) > MAX_BYTES:
        raise ScenarioError("the file is too large for scenarios (at most 4 MiB)")
    try:
        parsed = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise ScenarioError(f"the file is no JSON: {error.msg} in line {error.lineno}") from None
    except ValueError as error:
        # Numbers of thousands of digits, and NaN and its like, which JSON does not know.
        raise ScenarioError(f"the file is no JSON: {error}") from None
    except RecursionError:
        raise ScenarioError("the file is nested too deeply for a scenario") from None
    listed = parsed if isinstance(parsed, list) else [parsed]
    if not listed or not all(isinstance(each, dict) for each in listed):
        raise ScenarioError("the file holds no scenario: it must be an object or a list of objects")
    names: set[str] = set()
    for index, scenario in enumerate(listed):
        try:
            name = need(scenario, "name", str)
        except ScenarioError as error:
            raise ScenarioError(f"scenario {index + 1}: {error}") from None
        if name in names:
            raise ScenarioError(f"scenario {name!r}: the key 'name' is not unique in its file")
        names.add(name)
    return listed


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON number")


def run(scenario: Mapping[str, Any]) -> ScenarioResult:
    """Run one scenario. Raises ScenarioError, its text naming the scenario and the key."""
    name = need(scenario, "name", str)
    try:
        if "cite" in scenario:
            need(scenario, "cite", str)
        kind = need(scenario, "kind", str)
        if kind not in KINDS:
            raise ScenarioError(f"the key 'kind' must be one of {', '.join(KINDS)}, not {kind!r}")
        runner, keys = KINDS[kind]
        expect: dict[str, Any] | None = need(scenario, "expect", dict) if "expect" in scenario else None
        for key in expect or {}:
            if key not in keys:
                raise ScenarioError(f"unknown key {key!r} in 'expect': a {kind} scenario has {', '.join(keys)}")
        result = runner(scenario, rules_of(scenario))
    except ScenarioError as error:
        raise ScenarioError(f"scenario {name!r}: {error}") from None
    ok = None if expect is None else all(_equal(result.get(key), value) for key, value in expect.items())
    return ScenarioResult(name, ok, result, expect)


def _equal(one: object, other: object) -> bool:
    """Exact equality, so that true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def run_all(scenarios: list[Mapping[str, Any]], presets: Collection[str] | None = None) -> Iterator[ScenarioResult]:
    """Run the scenarios of the named presets, or all. Raises ScenarioError, for those that are not run too."""
    for scenario in scenarios:
        try:
            wanted = preset(need(scenario, "rules", str)).name
        except (ScenarioError, RuleSetError) as error:
            raise ScenarioError(f"scenario {scenario['name']!r}: {error}") from None
        if presets is None or wanted in presets:
            yield run(scenario)
