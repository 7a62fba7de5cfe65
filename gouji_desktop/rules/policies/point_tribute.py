"""点贡: what opposites owe each other for the point (A:L72, B1:L151-L157, D:L25)."""

from __future__ import annotations

from typing import NamedTuple

from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import OPPOSITE, SEATS, Seat, SeatMask
from gouji_desktop.rules.state import Debt, Streak

#: Cards that the seat pays, by (who declared, who opened), each seen from it: "both", "own", "other" or "none" (D:L25).
#: The cell in which neither declared and both opened is absent from the text: nothing is paid (Q27).
TABLE: dict[tuple[str, str], int] = {
    ("both", "other"): 4,
    ("both", "own"): 0,
    ("both", "none"): 2,
    ("both", "both"): 2,
    ("none", "other"): 1,
    ("none", "own"): 0,
    ("none", "none"): 1,
    ("none", "both"): 0,
    ("own", "own"): 0,
    ("own", "other"): 3,
    ("own", "none"): 1,
    ("own", "both"): 2,
    ("other", "own"): 0,
    ("other", "other"): 3,
    ("other", "none"): 2,
    ("other", "both"): 0,
}

#: 毕业: the level of a streak at which the payer counts as opened in the next deal (B1:L157).
GRADUATION = 3


class PointDebts(NamedTuple):
    """What the points of a deal lead to."""

    debts: tuple[Debt, ...]
    streaks: tuple[Streak, ...]
    opened_next: SeatMask


def effective_opened(opened: SeatMask, revolted: SeatMask) -> SeatMask:
    """Who counts as opened: a revolter does not, its opposite does (C:L64, D:L49)."""
    for seat in range(SEATS):
        if revolted >> seat & 1:
            opened = (opened & ~(1 << seat)) | 1 << OPPOSITE[seat]
    return opened


def _side(mask: SeatMask, seat: Seat) -> str:
    own, other = mask >> seat & 1, mask >> OPPOSITE[seat] & 1
    if own and other:
        return "both"
    return "own" if own else "other" if other else "none"


def point_debts(
    rules: RuleSet, opened: SeatMask, declared: SeatMask, conceded: SeatMask, streaks: tuple[Streak, ...]
) -> PointDebts:
    """The debts by the payer's seat, the streaks after this deal, and who counts as opened in the next."""
    counts: list[int] = []
    kept: list[Streak] = []
    graduates = 0
    before = {streak.payer: streak.deals for streak in streaks}
    for seat in range(SEATS):
        points = _side(opened, seat)
        if rules.point_tribute == "table":
            counts.append(TABLE[_side(declared, seat), points])
            continue
        pays = 1 if points in ("other", "none") else 0
        if conceded >> OPPOSITE[seat] & 1 and not conceded >> seat & 1:
            # Who bought no 4 pays, and receives none from an opposite that did not open either (A:L67, Q45).
            pays = 0
        if rules.point_tribute == "levels" and points == "other":
            pays = before.get(seat, 0) + 1
            if pays >= GRADUATION:
                pays = GRADUATION
                graduates |= 1 << seat
            else:
                kept.append(Streak(seat, pays))
        counts.append(pays)
    debts = tuple(
        Debt("point", seat, OPPOSITE[seat], counts[seat], mutual=counts[OPPOSITE[seat]] > 0)
        for seat in range(SEATS)
        if counts[seat]
    )
    return PointDebts(debts, tuple(kept), graduates)
