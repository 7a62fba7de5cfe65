"""What leaving a match early costs at an online table (A:L98, B1:L162-L166, B2:L239).

Who leaves a deal, or lets a trustee play, is fined when that deal is over, unless it is back by then: a bot plays the
deal to its end. A trustee that began while its person was connected is the person's doing, whatever becomes of the
connection then; one that a lost connection called is not. Who leaves between two deals is fined at once, or goes free
where the rule set lets later leavers go: those after one who was fined or is still away.
Nobody is fined twice in a match. A match that was agreed to be shorter than the rule set's is complete with its last
deal. Fines are in base scores of the room.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from gouji_desktop.rules.policies.leaving import leave_penalty
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Match, Stage
from gouji_desktop.server.room_seats import Place, Running


def deal_runs(match: Match) -> bool:
    """Whether a deal runs, or is about to be dealt without anybody being asked."""
    return match.deal is None or match.deal.stage != Stage.OVER


def agreed(match: Match) -> RuleSet:
    """The rules of a match, with no more deals than the table agreed on."""
    rules = match.rules
    return rules.with_options({"match_deals": match.deals}) if match.deals < rules.match_deals else rules


def after_leaving(running: Running, match: Match, seat: Seat, away: Collection[Seat]) -> Running:
    """Somebody leaves a running match for good; `away` are the seats whose persons have left and are not back."""
    # Who was back in time, and owed nothing, has broken no match.
    before = [each for each in running.leavers if each != seat and (each in away or running.fines[each])]
    leavers = running.leavers if seat in running.leavers else (*running.leavers, seat)
    running = replace(running, leavers=leavers)
    if deal_runs(match):
        return running
    fine = leave_penalty(agreed(match), len(match.results), deal_running=False, left_before=len(before))
    excused = {*running.excused} if fine else {*running.excused, seat}
    return replace(_fined(running, seat, fine), excused=tuple(sorted(excused)))


def after_return(running: Running, seat: Seat) -> Running:
    """Who had left is back; what was owed stays owed."""
    return replace(running, excused=tuple(each for each in running.excused if each != seat))


def after_deal(running: Running, before: Match, absent: Collection[Seat]) -> Running:
    """A deal ends; `before` is the match without its end, `absent` are the seats that others played for."""
    for seat in sorted(absent):
        if seat not in running.excused:
            fine = leave_penalty(agreed(before), len(before.results), deal_running=True, left_before=0)
            running = _fined(running, seat, fine)
    return running


def fresh_fines(old: Place, new: Place) -> list[tuple[Seat, int]]:
    """Who is fined by a change, and how much."""
    pairs = zip(old.running.fines, new.running.fines, strict=True)
    return [(seat, after) for seat, (before, after) in enumerate(pairs) if after != before]


def _fined(running: Running, seat: Seat, fine: int) -> Running:
    if not fine or running.fines[seat]:
        return running
    return replace(running, fines=tuple(fine if each == seat else old for each, old in enumerate(running.fines)))
