"""开点: which plays open the point, and how (A:L36-L37, B1:L141, C:L76-L80, D:L31)."""

from __future__ import annotations

from gouji_desktop.rules.cards import FOUR, TWO, Counts
from gouji_desktop.rules.plays import Play, is_gouji
from gouji_desktop.rules.ruleset import RuleSet


def can_open(play: Play, rules: RuleSet) -> bool:
    """Whether a play of this kind may open the point if it stands."""
    if not is_gouji(play):
        return False
    if rules.opening == "any_gouji":
        return True
    if play.jokers:
        return False
    if rules.opening == "no_joker_no_lone_two":
        return not (play.base == TWO and play.naturals == 1)
    return play.base != TWO and play.money == 0


def needs_fours(rules: RuleSet) -> bool:
    """Whether a play that stood must be followed by a lead of all the 4s (A:L36)."""
    return rules.opening == "pure_then_fours"


def opens_when_beaten_aside(rules: RuleSet) -> bool:
    """Whether a gouji beaten by neither its opposite nor a burner opens too (B1:L141)."""
    return rules.opening == "any_gouji"


def leads_all_fours(play: Play, hand: Counts) -> bool:
    """Whether a lead is all the 4s of the hand and nothing else (Q19)."""
    return play.base == FOUR and play.size == play.naturals == hand[FOUR]
