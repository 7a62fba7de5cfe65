"""Leaving a match early: what it costs (A:L98, B1:L162-L166, B2:L239).

Who leaves, or hands the seat to a bot, before the match has its deals is fined: so many times the room's base score,
after the deal that is running. Where the rule set says so, between two deals the first to leave is fined and those
after it are not: the match is broken already. A room without a penalty lets everybody go.
"""

from __future__ import annotations

from gouji_desktop.rules.ruleset import RuleSet


def leave_penalty(rules: RuleSet, deals_played: int, *, deal_running: bool, left_before: int) -> int:
    """The fine for leaving now, in base scores of the room; 0 where nothing is owed.

    `deals_played` counts finished deals, `left_before` the seats that left this match before. A deal that is running is
    played to its end by a bot and counts: leaving in the last deal of the required number costs nothing any more.
    """
    complete = deals_played + (1 if deal_running else 0) >= rules.match_deals
    if complete or (rules.later_leavers_free and not deal_running and left_before > 0):
        return 0
    return rules.leave_penalty
