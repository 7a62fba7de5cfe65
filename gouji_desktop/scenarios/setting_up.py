"""Scenarios of kind `setup`: before the first card is led."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.cards import RANK_TEXT, Face, Held, rank_of, ranks_text
from gouji_desktop.rules.engine import apply
from gouji_desktop.rules.events import DealStarted
from gouji_desktop.rules.phases import setup
from gouji_desktop.rules.policies import first_lead
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat, seats_of
from gouji_desktop.rules.state import Hand, Match, Purchase, Stage, make_hand, new_match
from gouji_desktop.scenarios.reading import ScenarioError, faces, need, records, seat, seats, six_hands

RESULT_KEYS = ("leader", "may_revolt", "redeal", "forced_revolt", "purchases", "hands")
#: Any seat may stand in for the lot: where it decides, the report names no leader.
_LOT = 0


def run(scenario: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    """Go through the steps before play; a first deal, so that no tribute is paid."""
    dealt = six_hands(scenario, "dealt")
    shows = [
        (seat(each.get("seat"), "shown"), faces(need(each, "cards", str), "shown"))
        for each in records(scenario, "shown")
    ]
    revolts = seats(scenario, "revolts")
    fours = seats(scenario, "buys_four") if "buys_four" in scenario else None
    hands = tuple(make_hand([Held(face) for face in hand]) for hand in dealt)
    match = setup.start(new_match(rules), DealStarted(1, (), _LOT, hands)).match
    seen = match.deal
    may_revolt, forced = 0, 0
    while match.deal is not None and match.deal.query is not None:
        deal, asked = match.deal, match.deal.query.asked
        if deal.stage == Stage.SHOW_QUERY:
            match = _answer(match, "shown", [cmd.ShowSuit(each, match.step, cards) for each, cards in shows])
        elif deal.stage == Stage.REVOLT_QUERY:
            may_revolt = asked
            match = _answer(match, "revolts", [cmd.Decide(each, match.step, yes=True) for each in revolts])
        elif deal.stage == Stage.FOUR_QUERY:
            wants = seats_of(asked) if fours is None else fours
            match = _answer(match, "buys_four", [cmd.Decide(each, match.step, yes=True) for each in wants])
        forced |= setup.forced_revolts(deal, rules) if deal.stage == Stage.REVOLT_QUERY else 0
        match = _apply(match, cmd.CloseQuery(), "dealt")
        seen = match.deal or seen
    assert seen is not None
    return {
        "leader": _leader(rules, dealt, shows),
        "may_revolt": list(seats_of(may_revolt)),
        "redeal": match.deal is None,
        "forced_revolt": list(seats_of(forced)),
        "purchases": [_record(purchase) for purchase in seen.purchases],
        "hands": [ranks_text(hand.faces) if isinstance(hand, Hand) else "" for hand in seen.hands],
    }


def _record(purchase: Purchase) -> dict[str, Any]:
    return {
        "rank": RANK_TEXT[rank_of(purchase.face)],
        "buyer": purchase.buyer,
        "seller": purchase.seller,
        "price": "" if purchase.price is None else ranks_text([purchase.price]),
    }


def _leader(
    rules: RuleSet, dealt: Sequence[tuple[Face, ...]], shows: Sequence[tuple[Seat, tuple[Face, ...]]]
) -> Seat | None:
    """Who leads, None where chance decides."""
    if rules.first_lead == "shown":
        return first_lead.leader_by_shows(shows, _LOT) if shows else None
    if rules.first_lead == "suited_fives":
        leader, by_chance = first_lead.leader_by_fives(dealt, _LOT)
        return None if by_chance else leader
    return None


def _answer(match: Match, key: str, commands: Sequence[cmd.SeatCommand]) -> Match:
    """Give these answers to the open query."""
    for command in commands:
        match = _apply(match, command, key)
    return match


def _apply(match: Match, command: cmd.Command, key: str) -> Match:
    outcome = apply(match, command)
    if isinstance(outcome, Rejected):
        raise ScenarioError(f"the key {key!r} asks for what the rules refuse here ({outcome.reason})")
    return outcome[0]
