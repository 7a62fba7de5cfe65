"""Scenarios of kind `settle`: what a finished deal is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gouji_desktop.rules.cards import Held, ranks_text
from gouji_desktop.rules.phases.settling import Outcome, settle
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.policies.exemptions import exempt_seats
from gouji_desktop.rules.policies.paying import tribute_cards
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS, mask_of, seats_of
from gouji_desktop.rules.state import Burn, Debt, Laid, Shut, Streak, make_hand
from gouji_desktop.scenarios.reading import (
    ScenarioError,
    known_only,
    need,
    records,
    seat,
    seats,
    six_hands,
)

RESULT_KEYS = ("three_in_a_row", "placement", "scores", "tributes", "exempt", "opened_next")
OUTCOME_KEYS = ("places", "opened", "declared", "revolted", "conceded", "burns", "shut")
_OUTCOMES = ("success", "undone", "failed")


def run(scenario: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    """The worth of a deal, and what is owed for it."""
    outcome = read_outcome(need(scenario, "outcome", dict), rules)
    streaks = tuple(
        Streak(seat(each.get("payer"), "streaks"), need(each, "deals", int)) for each in records(scenario, "streaks")
    )
    result = settle(rules, outcome, streaks)
    exempt = 0
    tributes: list[dict[str, Any]] = []
    if "dealt" in scenario:
        hands = [make_hand([Held(face) for face in hand]) for hand in six_hands(scenario, "dealt")]
        exempt = exempt_seats(rules, [hand.counts for hand in hands]) if rules.tribute_cards else 0
        for debt in result.debts:
            if exempt >> debt.payer & 1:
                continue
            cards = tribute_cards(hands[debt.payer], debt.cards)
            left = list(hands[debt.payer].held)
            for face in cards:
                left.remove(Held(face))
            hands[debt.payer] = make_hand(left)
            tributes.append(_record(debt) | {"cards": ranks_text(cards)})
    else:
        tributes = [_record(debt) for debt in result.debts]
    return {
        "three_in_a_row": result.three_in_a_row,
        "placement": list(result.placement),
        "scores": list(result.scores),
        "tributes": tributes,
        "exempt": list(seats_of(exempt)),
        "opened_next": list(seats_of(result.opened_next)),
    }


def _record(debt: Debt) -> dict[str, Any]:
    return {"kind": debt.kind, "from": debt.payer, "to": debt.taker, "count": debt.cards}


def read_outcome(outcome: Mapping[str, Any], rules: RuleSet) -> Outcome:
    """The facts of a finished deal. Raises ScenarioError."""
    known_only(outcome, OUTCOME_KEYS, "outcome")
    places = seats(outcome, "places", required=True)
    if len(places) != SEATS:
        raise ScenarioError(f"the key 'places' must list the six seats, not {len(places)}")
    return Outcome(
        number=1,
        places=tuple(places),
        opened=mask_of(seats(outcome, "opened", required=True)),
        declared=mask_of(seats(outcome, "declared", required=True)),
        revolted=mask_of(seats(outcome, "revolted", required=True)),
        conceded=mask_of(seats(outcome, "conceded", required=True)),
        burns=tuple(_burn(each, rules) for each in records(outcome, "burns", required=True)),
        shut=tuple(
            Shut(seat(each.get("victim"), "shut"), seat(each.get("by"), "shut"))
            for each in records(outcome, "shut", required=True)
        ),
    )


def _burn(record: Mapping[str, Any], rules: RuleSet) -> Burn:
    """A settled burn; its points tell a counter-burn from a burn."""
    outcome = need(record, "outcome", str)
    if outcome not in _OUTCOMES:
        raise ScenarioError(f"the key 'burns' must have an outcome of {', '.join(_OUTCOMES)}, not {outcome!r}")
    points = need(record, "points", int)
    counter = rules.counter_burn.index(points) + 1 if points in rules.counter_burn else 0
    nothing = Laid((), Play(0, 0, 0, 0, 0))
    return Burn(
        seat(record.get("by"), "burns"),
        seat(record.get("victim"), "burns"),
        nothing,
        counter,
        stood=True,
        bound=False,
        outcome=outcome,
    )
