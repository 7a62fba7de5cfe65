"""抗贡: who pays no tribute, judged on the drawn cards (A:L84-L85)."""

from __future__ import annotations

from collections.abc import Sequence

from gouji_desktop.rules.cards import BIG, SMALL, TWO, Counts
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SIDES, SeatMask

#: So many drawn cards of a rank exempt their owner.
_OWN = {TWO: 8, SMALL: 4, BIG: 3}
#: So many drawn big jokers exempt the whole side.
_SIDE_BIGS = 4


def exempt_seats(rules: RuleSet, drawn: Sequence[Counts]) -> SeatMask:
    """The seats that pay nothing in this deal."""
    mask = 0
    if rules.exemptions == "none":
        return mask
    for seat, counts in enumerate(drawn):
        if counts[BIG] >= _SIDE_BIGS:
            mask |= SIDES[seat]
        nothing = not (counts[TWO] or counts[SMALL] or counts[BIG])
        if nothing or any(counts[rank] >= number for rank, number in _OWN.items()):
            mask |= 1 << seat
    return mask
