"""Scenarios of kind `compare`: one play against another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gouji_desktop.rules.compare import beats
from gouji_desktop.rules.moves import beat_fault, play_fault
from gouji_desktop.rules.plays import form_play, is_gouji
from gouji_desktop.rules.policies.opening import can_open
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.scenarios.reading import ScenarioError, counts

RESULT_KEYS = ("legal", "beats", "gouji", "can_open", "reason")


def run(scenario: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    """The result of a comparison."""
    if "play" not in scenario:
        raise ScenarioError("the key 'play' is missing")
    cards = counts(scenario["play"], "play")
    table = None
    if scenario.get("table") is not None:
        table = form_play(counts(scenario["table"], "table"))
        if table is None:
            raise ScenarioError(f"the key 'table' is no play: {scenario['table']!r}")
    hand = counts(scenario["hand"], "hand") if scenario.get("hand") is not None else None
    play = form_play(cards)
    reason: Reason | None = None
    if not any(cards):
        reason = Reason.NO_CARDS
    elif hand is not None and any(need > have for need, have in zip(cards, hand, strict=True)):
        reason = Reason.NOT_IN_HAND
    elif play is None:
        reason = Reason.NOT_A_PLAY
    else:
        reason = play_fault(play, hand, rules)
    legal = reason is None
    wins: bool | None = None
    if table is not None:
        wins = legal and play is not None and beats(table, play, rules)
        if legal and play is not None and not wins:
            reason = beat_fault(table, play, rules)
    return {
        "legal": legal,
        "beats": wins,
        "gouji": play is not None and legal and is_gouji(play),
        "can_open": play is not None and legal and can_open(play, rules),
        "reason": None if reason is None else reason.value,
    }
