"""Reading scenario objects strictly: a key that is missing, ill-typed or unknown makes it no scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gouji_desktop.rules.cards import CardTextError, Counts, Face, counts_of, parse_faces
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.ruleset import RuleSet, RuleSetError
from gouji_desktop.rules.seats import SEATS, Seat


class ScenarioError(ValueError):
    """An object that is no scenario; its text is one sentence that names the key."""


def need(scenario: Mapping[str, Any], key: str, kind: type) -> Any:
    """The value of a key, of that type."""
    if key not in scenario:
        raise ScenarioError(f"the key {key!r} is missing")
    value = scenario[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ScenarioError(f"the key {key!r} must be {_KINDS[kind]}, not {value!r}")
    return value


_KINDS: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    list: "a list",
    dict: "an object",
    bool: "true or false",
}


def rules_of(scenario: Mapping[str, Any]) -> RuleSet:
    """The rule set of a scenario: its preset with its options."""
    try:
        rules = preset(need(scenario, "rules", str))
        return rules.with_options(need(scenario, "options", dict)) if "options" in scenario else rules
    except RuleSetError as error:
        raise ScenarioError(str(error)) from None


def faces(value: object, key: str) -> tuple[Face, ...]:
    """Cards from their text."""
    if not isinstance(value, str):
        raise ScenarioError(f"the key {key!r} must be a text that names cards, not {value!r}")
    try:
        return parse_faces(value)
    except CardTextError as error:
        raise ScenarioError(f"the key {key!r} names no cards: {error}") from None


def counts(value: object, key: str) -> Counts:
    """Cards by rank from their text."""
    return counts_of(faces(value, key))


def six_hands(scenario: Mapping[str, Any], key: str) -> list[tuple[Face, ...]]:
    """Six hands."""
    hands = need(scenario, key, list)
    if len(hands) != SEATS:
        raise ScenarioError(f"the key {key!r} must list six hands, not {len(hands)}")
    return [faces(hand, key) for hand in hands]


def seat(value: object, key: str) -> Seat:
    """A seat number."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < SEATS:
        raise ScenarioError(f"the key {key!r} must name seats from 0 to 5, not {value!r}")
    return value


def seats(scenario: Mapping[str, Any], key: str, *, required: bool = False) -> list[Seat]:
    """A list of different seats; empty where the key is absent and not required."""
    if key not in scenario and not required:
        return []
    listed = [seat(each, key) for each in need(scenario, key, list)]
    if len(set(listed)) != len(listed):
        raise ScenarioError(f"the key {key!r} names a seat twice")
    return listed


def records(scenario: Mapping[str, Any], key: str, *, required: bool = False) -> list[Mapping[str, Any]]:
    """A list of objects; empty where the key is absent and not required."""
    if key not in scenario and not required:
        return []
    listed = need(scenario, key, list)
    objects: list[Mapping[str, Any]] = [each for each in listed if isinstance(each, dict)]
    if len(objects) != len(listed):
        raise ScenarioError(f"the key {key!r} must be a list of objects")
    return objects


def known_only(given: Mapping[str, Any], known: Iterable[str], where: str) -> None:
    """Refuse a key that is not known there."""
    allowed = set(known)
    for key in given:
        if key not in allowed:
            raise ScenarioError(f"unknown key {key!r} in {where!r}: known are {', '.join(sorted(allowed))}")


Runner = Callable[[Mapping[str, Any], RuleSet], dict[str, Any]]
