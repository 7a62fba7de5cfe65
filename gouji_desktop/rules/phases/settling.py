"""The end of a deal: places, scores, and the tribute that the next deal owes (rules.md sections 5.9 and 5.10)."""

from __future__ import annotations

from typing import NamedTuple

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.policies.burning import burn_points
from gouji_desktop.rules.policies.placing import FIFTH, FIRST, FOURTH, LAST, SECOND, THIRD, places_of, three_in_a_row
from gouji_desktop.rules.policies.point_tribute import effective_opened, point_debts
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS, Seat, SeatMask, same_side
from gouji_desktop.rules.state import Burn, DealResult, Debt, Shut, Streak
from gouji_desktop.rules.tape import Tape


class Outcome(NamedTuple):
    """The facts of a finished deal that its worth follows from."""

    number: int
    places: tuple[Seat, ...]
    opened: SeatMask
    declared: SeatMask
    revolted: SeatMask
    conceded: SeatMask
    burns: tuple[Burn, ...]
    shut: tuple[Shut, ...]


def end_deal(tape: Tape) -> None:
    """Close the deal: places, hands laid open, worth; the match too where it was the last deal."""
    match, deal = tape.match, tape.deal
    sizes = tuple(hand.size for hand in deal.hands)
    places = places_of(deal.finished, deal.placed_last, deal.revolted, sizes)
    tape.emit(ev.DealEnded(places, deal.hands))
    outcome = Outcome(
        deal.number, places, deal.opened, deal.declared, deal.revolted, deal.conceded, deal.burns, deal.shut
    )
    result = settle(match.rules, outcome, match.streaks)
    scores = tuple(before + now for before, now in zip(match.scores, result.scores, strict=True))
    tape.emit(ev.DealScored(result, scores, over=deal.number >= match.deals))


def settle(rules: RuleSet, outcome: Outcome, streaks: tuple[Streak, ...]) -> DealResult:
    """What a finished deal is worth."""
    row = three_in_a_row(outcome.places)
    points = point_debts(
        rules, effective_opened(outcome.opened, outcome.revolted), outcome.declared, outcome.conceded, streaks
    )
    by_kind = {
        "point": points.debts,
        "burn": tuple(Debt("burn", burn.victim, burn.by, 1) for burn in outcome.burns if burn.outcome == "success"),
        "shut": tuple(Debt("shut", shut.victim, shut.by, 1) for shut in outcome.shut),
        "place": place_debts(rules, outcome.places, row),
    }
    # 串三户 may end all tribute: the next deal starts at once (D:L51).
    owes = rules.tribute_cards and not (row and rules.three_in_a_row_tribute == "none")
    debts = tuple(
        debt
        for kind in rules.tribute_order
        for debt in by_kind[kind]
        if owes and (rules.tribute_between_allies or not same_side(debt.payer, debt.taker))
    )
    placement = placement_points(rules, outcome.places, row)
    own = list(placement)
    for debt in points.debts:
        _score(own, rules, debt.taker, debt.payer, rules.point_score)
    for burn in outcome.burns:
        if burn.outcome == "success":
            _score(own, rules, burn.by, burn.victim, burn_points(burn.counter, rules))
    for shut in outcome.shut:
        _score(own, rules, shut.by, shut.victim, rules.shut_score)
    scores = tuple(sum(own[ally] for ally in range(SEATS) if same_side(ally, seat)) for seat in range(SEATS))
    return DealResult(
        number=outcome.number,
        places=outcome.places,
        three_in_a_row=row,
        placement=placement,
        scores=scores,
        debts=debts,
        opened=outcome.opened,
        declared=outcome.declared,
        revolted=outcome.revolted,
        burns=outcome.burns,
        shut=outcome.shut,
        opened_next=points.opened_next,
        streaks=points.streaks,
    )


def placement_points(rules: RuleSet, places: tuple[Seat, ...], row: bool) -> tuple[int, ...]:
    """Points of each seat for its place, doubled after three in a row (A:L96, B1:L177, D:L63)."""
    factor = rules.three_in_a_row_multiplier if row else 1
    points = [0] * SEATS
    for place, seat in enumerate(places):
        value = rules.placement[place] * factor
        points[seat] = max(0, value) if rules.positive_only else value
    return tuple(points)


def _score(own: list[int], rules: RuleSet, taker: Seat, payer: Seat, points: int) -> None:
    if same_side(taker, payer) and not rules.tribute_between_allies:
        return
    own[taker] += points
    if not rules.positive_only:
        own[payer] -= points


def place_debts(rules: RuleSet, places: tuple[Seat, ...], row: bool) -> tuple[Debt, ...]:
    """落贡, or 圈贡 after three in a row (A:L78-L83, B1:L158-L159, D:L27, D:L51)."""
    if row and rules.three_in_a_row_tribute == "none":
        return ()
    if row and rules.three_in_a_row_tribute == "circle":
        return tuple(
            Debt("circle", places[payer], places[taker], 1)
            for payer, taker in ((LAST, FIRST), (FIFTH, SECOND), (FOURTH, THIRD))
        )
    return Debt("place", places[LAST], places[FIRST], 2), Debt("place", places[FIFTH], places[SECOND], 1)
