"""Scenarios of kind `return` (may these cards go back) and `leave` (what leaving a match early costs)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gouji_desktop.rules.cards import Held, ranks_text
from gouji_desktop.rules.policies.leaving import leave_penalty
from gouji_desktop.rules.policies.paying import default_return, return_fault
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.state import Owed, make_hand
from gouji_desktop.scenarios.reading import ScenarioError, faces, need

RETURN_KEYS = ("legal", "reason", "smallest")
LEAVE_KEYS = ("penalty",)


def run_return(scenario: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    """Whether cards may go back for a tribute, from a hand of own-drawn cards and the received ones."""
    drawn = faces(need(scenario, "drawn", str), "drawn")
    received = faces(need(scenario, "received", str), "received")
    hand = make_hand([*(Held(face) for face in drawn), *(Held(face, True) for face in received)])
    owed = Owed(0, 1, received)
    smallest = default_return(hand, owed, rules)
    if "returned" not in scenario:
        return {"legal": None, "reason": None, "smallest": ranks_text(smallest)}
    chosen = faces(need(scenario, "returned", str), "returned")
    fault = return_fault(hand, owed, chosen, rules)
    return {"legal": fault is None, "reason": None if fault is None else fault.value, "smallest": ranks_text(smallest)}


def run_leave(scenario: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    """The fine for leaving, in base scores of the room."""
    played, before = need(scenario, "deals_played", int), need(scenario, "left_before", int)
    if played < 0 or before < 0:
        raise ScenarioError("the keys 'deals_played' and 'left_before' must not be negative")
    running = need(scenario, "deal_running", bool)
    return {"penalty": leave_penalty(rules, played, deal_running=running, left_before=before)}
