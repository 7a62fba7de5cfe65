"""烧牌: who may burn, which plays keep the duty (A:L46, B1:L135, C:L84, D:L45)."""

from __future__ import annotations

from collections.abc import Iterable

from gouji_desktop.rules.cards import BIG, FOUR, SMALL, THREE, TWO, Counts
from gouji_desktop.rules.moves import answers
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat, ring_distance, same_side


def natural_sets(hand: Counts) -> int:
    """Different ranks from 3 to A that a hand holds."""
    return TWO - THREE - hand[THREE:TWO].count(0)


def can_run_out(hand: Counts, rules: RuleSet) -> bool:
    """Whether what is left after a cover can be played with a joker in every play but the last.

    Each natural rank is one play. 2s count as a set of their own only where nothing else is left (Q11). Under 憋三 the
    3s are the joker-free last play, so that every other play needs a joker (Q10).
    """
    jokers = hand[SMALL] + hand[BIG]
    sets = natural_sets(hand)
    if rules.hold_threes and hand[THREE]:
        others = sets - 1
        if others == 0 and hand[TWO]:
            others = 1
        return others <= jokers
    return sets - jokers <= 1


def keeps_duty(play: Play, left: Counts) -> bool:
    """Whether a burner's play hangs a joker or is the last; 3s held to the end are the last play."""
    return play.jokers > 0 or not any(left)


def hand_may_burn(hand: Counts, rules: RuleSet) -> bool:
    """Conditions on the whole hand: no 4s left (A:L68), and C's formula (C:L84)."""
    if rules.burn_needs_no_fours and hand[FOUR]:
        return False
    jokers = hand[SMALL] + hand[BIG]
    return not (rules.burn_formula and natural_sets(hand) - jokers > 2)


def covers(hand: Counts, table: Play, rules: RuleSet) -> list[Play]:
    """Every play that covers the table and leaves a hand that can run out; empty where the seat may not burn."""
    if _is_hopeless(hand, rules):
        return []
    return [play for play in answers(hand, table, rules) if can_run_out(minus(hand, play), rules)]


def may_burn(hand: Counts, table: Play, rules: RuleSet) -> bool:
    """Whether the hand has a cover from which it can run out (3.3.1)."""
    if _is_hopeless(hand, rules):
        return False
    return any(can_run_out(minus(hand, play), rules) for play in answers(hand, table, rules))


def _is_hopeless(hand: Counts, rules: RuleSet) -> bool:
    """Whether no play of the hand can be a cover: one uses up one natural set at most, which tells most hands."""
    return natural_sets(hand) - hand[SMALL] - hand[BIG] > 2 or not hand_may_burn(hand, rules)


def minus(hand: Counts, play: Play) -> Counts:
    """The hand without the play."""
    left = list(hand)
    if play.base >= 0:
        left[play.base] -= play.naturals
    left[TWO] -= play.money
    left[SMALL] -= play.small
    left[BIG] -= play.big
    return tuple(left)


def first_burner(seats: Iterable[Seat], top: Seat, rules: RuleSet) -> Seat:
    """Who of those that want to burn comes first; `seats` in order of arrival.

    The gouji player's allies before its enemies (B1:L133); within a side by arrival (A:L45) or in turn order (D:L45).
    """
    arrived = list(seats)
    if rules.burn_tiebreak == "arrival":
        return min(arrived, key=lambda seat: (not same_side(seat, top), arrived.index(seat)))
    return min(arrived, key=lambda seat: (not same_side(seat, top), ring_distance(top, seat)))


def burn_points(counter: int, rules: RuleSet) -> int:
    """What a successful burn is worth: a counter-burn by its number (A:L75-L76), else the burn score."""
    if counter and rules.counter_burn:
        return rules.counter_burn[min(counter, len(rules.counter_burn)) - 1]
    return rules.burn_score
