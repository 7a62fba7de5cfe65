"""The named rule sets (rules.md section 4). Data only: nothing else in the program knows these names' meaning."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from gouji_desktop.rules.ruleset import RuleSet, RuleSetError

_TRIBUTE216: dict[str, Any] = {
    "decks": 4,
    "threes": 16,
    "fours": 16,
    "hold_threes": True,
    "first_lead": "shown",
    "big_joker_doubling": False,
    "small_joker_pairs": False,
    "mixed_jokers_degrade": True,
    "strict_hung_count": False,
    "burn_after_pass": False,
    "burn_needs_no_fours": False,
    "burn_tiebreak": "turn",
    "burn_success": "play_out",
    "burn_undone_by": "any",
    "burn_failure": "last_place",
    "burn_formula": False,
    "counter_burn": [],
    "opening": "no_joker_no_lone_two",
    "announce_at": 10,
    "headless_unlocks": False,
    "gouji_pass_locks": True,
    "last_word": "after_yield",
    "chaos": "four_left",
    "chaos_circles": 1,
    "last_gouji_play": "opposite",
    "yield_binds": True,
    "declare_point": True,
    "revolt": True,
    "claim_head": True,
    "buy_threes": "any_seller_or_revolt",
    "buy_fours": False,
    "tribute_order": ["shut", "burn", "point", "place"],
    "point_tribute": "table",
    "tribute_cards": True,
    "tribute_between_allies": True,
    "return_tribute": "any",
    "exemptions": "none",
    "placement": [4, 2, 0, 0, -2, -4],
    "three_in_a_row_multiplier": 2,
    "three_in_a_row_tribute": "none",
    "three_in_a_row_ends": False,
    "point_score": 0,
    "burn_score": 0,
    "shut_score": 0,
    "positive_only": False,
    "match_deals": 5,
    "leave_penalty": 0,
    "later_leavers_free": False,
}

_CHAYUAN: dict[str, Any] = _TRIBUTE216 | {
    "first_lead": "random",
    "mixed_jokers_degrade": False,
    "burn_failure": "forbidden",
    "burn_formula": True,
    "last_gouji_play": "anyone",
    "yield_binds": False,
    "claim_head": False,
    "buy_threes": "opposite_or_ally",
    "return_tribute": "none",
    "three_in_a_row_tribute": "place",
}

_JINYOU4: dict[str, Any] = _TRIBUTE216 | {
    "threes": 6,
    "fours": 8,
    "first_lead": "suited_fives",
    "big_joker_doubling": True,
    "mixed_jokers_degrade": False,
    "strict_hung_count": True,
    "burn_needs_no_fours": True,
    "burn_tiebreak": "arrival",
    "burn_success": "cover_stands",
    "burn_undone_by": "cover",
    "counter_burn": [4, 8],
    "opening": "pure_then_fours",
    "announce_at": 0,
    "headless_unlocks": True,
    "last_word": "after_pass",
    "chaos": "two_out",
    "last_gouji_play": "anyone",
    "yield_binds": False,
    "declare_point": False,
    "revolt": False,
    "claim_head": False,
    "buy_threes": "any_seller",
    "buy_fours": True,
    "tribute_order": ["point", "burn", "shut", "place"],
    "point_tribute": "one",
    "return_tribute": "none",
    "exemptions": "drawn_extremes",
    "placement": [6, 3, 0, 0, -3, -6],
    "three_in_a_row_tribute": "circle",
    "point_score": 2,
    "burn_score": 2,
    "shut_score": 2,
    "leave_penalty": 20,
}

_ZAOZHUANG6: dict[str, Any] = _JINYOU4 | {
    "decks": 6,
    "threes": 24,
    "fours": 24,
    "hold_threes": False,
    "first_lead": "random",
    "strict_hung_count": False,
    "burn_after_pass": True,
    "burn_needs_no_fours": False,
    "burn_success": "none",
    "burn_undone_by": "any",
    "counter_burn": [],
    "opening": "any_gouji",
    "announce_at": 10,
    "headless_unlocks": False,
    "gouji_pass_locks": False,
    "chaos": "four_left",
    "chaos_circles": 2,
    "buy_threes": "none",
    "buy_fours": False,
    "tribute_order": ["point", "place"],
    "point_tribute": "levels",
    "return_tribute": "up_to_rank",
    "exemptions": "none",
    "placement": [4, 2, 0, 0, -2, -4],
    "three_in_a_row_ends": True,
    "point_score": 6,
    "burn_score": 0,
    "shut_score": 0,
    "match_deals": 4,
    "later_leavers_free": True,
}

PRESETS: Mapping[str, RuleSet] = MappingProxyType(
    {
        name: RuleSet.from_dict({"name": name} | options)
        for name, options in {
            "tribute216": _TRIBUTE216,
            "chayuan": _CHAYUAN,
            "jinyou4": _JINYOU4,
            "jinyou4-match": _JINYOU4
            | {
                "tribute_cards": False,
                "exemptions": "none",
                "positive_only": True,
                "three_in_a_row_multiplier": 1,
                "leave_penalty": 0,
            },
            "zaozhuang6": _ZAOZHUANG6,
            "zaozhuang6-match": _ZAOZHUANG6
            | {"tribute_cards": False, "return_tribute": "none", "point_tribute": "one", "leave_penalty": 0},
            "zaozhuang6-classic": _ZAOZHUANG6
            | {"return_tribute": "any", "three_in_a_row_tribute": "place", "later_leavers_free": False},
        }.items()
    }
)

DEFAULT_PRESET = "tribute216"


def preset(name: str) -> RuleSet:
    """The preset of that name. Raises RuleSetError."""
    try:
        return PRESETS[name]
    except KeyError:
        raise RuleSetError(f"unknown rule set {name!r}: the rule sets are {', '.join(PRESETS)}") from None
