"""Scenarios of kind `setup`: before the first card is led."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.cards import RANK_TEXT, Face, Held, rank_of, ranks_text
from gouji_desktop.rules.engine import apply, evolve
from gouji_desktop.rules.events import DealStarted, Event, QueryOpened, Revolted
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
    tape = setup.start(new_match(rules), DealStarted(1, (), _LOT, hands))
    match, events = tape.match, list(tape.events)
    while match.deal is not None and match.deal.query is not None:
        stage, asked = match.deal.stage, match.deal.query.asked
        answers: list[cmd.SeatCommand] = []
        if stage == Stage.SHOW_QUERY:
            answers = [cmd.ShowSuit(each, match.step, cards) for each, cards in shows]
        elif stage == Stage.REVOLT_QUERY:
            answers = [cmd.Decide(each, match.step, yes=True) for each in revolts]
        elif stage == Stage.FOUR_QUERY:
            wants = seats_of(asked) if fours is None else fours
            answers = [cmd.Decide(each, match.step, yes=True) for each in wants]
        for command in [*answers, cmd.CloseQuery()]:
            outcome = apply(match, command)
            if isinstance(outcome, Rejected):
                raise ScenarioError(f"the key {_KEYS[stage]!r} asks for what the rules refuse here ({outcome.reason})")
            match = outcome[0]
            events += outcome[1]
    return _report(new_match(rules), events) | {"leader": _leader(rules, dealt, shows)}


#: The key of a scenario that answers each query.
_KEYS = {Stage.SHOW_QUERY: "shown", Stage.REVOLT_QUERY: "revolts", Stage.FOUR_QUERY: "buys_four"}


def _report(match: Match, events: Sequence[Event]) -> dict[str, Any]:
    """What the events before play tell."""
    seen, may_revolt, forced = None, 0, 0
    for event in events:
        match = evolve(match, event)
        seen = match.deal or seen
        if isinstance(event, QueryOpened) and event.stage == Stage.REVOLT_QUERY:
            may_revolt = event.asked
        elif isinstance(event, Revolted):
            forced = event.forced
            if forced.bit_count() > 1 and seen is not None:
                # So many forced revolts void the deal before anybody is asked.
                may_revolt = setup.may_revolt(seen) & ~forced
    assert seen is not None
    return {
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
