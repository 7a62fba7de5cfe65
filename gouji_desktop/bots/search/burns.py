"""烧牌 in a playout: burn an enemy where the open hands let the burn come to its end."""

from __future__ import annotations

from gouji_desktop.bots.rollout import moves
from gouji_desktop.bots.rollout.coded import PlayTuple
from gouji_desktop.bots.search.looking import OpenTable
from gouji_desktop.rules.cards import BIG, SMALL, THREE, TWO
from gouji_desktop.rules.seats import same_side


def choose_burn(table: OpenTable, seat: int) -> PlayTuple | None:
    """The cover of an asked seat, None to let the play lie."""
    state = table.state
    if same_side(seat, state.top):
        return None
    hand, size = state.hands[seat], state.sizes[seat]
    foes = table.gouji_foes(seat)
    best, best_value = None, 0.0
    for play in moves.covers(state, seat):
        base, naturals, money, small, big = play
        if not table.stands(foes, base, naturals + money, small, big):
            continue
        total = naturals + money + small + big
        if total == size:
            return play
        value = 1.0 + 0.1 * naturals - 0.2 * money - 0.3 * small - 0.4 * big
        if not _runs(table, hand, play, foes):
            continue
        if value > best_value:
            best, best_value = play, value
    return best


def _runs(table: OpenTable, hand: list[int], play: PlayTuple, foes: int) -> bool:
    """Whether every later play of the burner but the last stands: weak jokers go to the strongest sets."""
    base, naturals, _, small, big = play
    smalls, bigs = hand[SMALL] - small, hand[BIG] - big
    first = table.state.code.first_base
    threes = hand[THREE] > 0 if table.state.code.hold_threes else False
    sets = [
        (rank, hand[rank] - (naturals if rank == base else 0))
        for rank in range(TWO - 1, first - 1, -1)
        if hand[rank] > (naturals if rank == base else 0)
    ]
    spare = 0 if threes else 1
    for index, (rank, number) in enumerate(sets):
        if index >= len(sets) - spare:
            break
        if smalls and table.stands(foes, rank, number, 1, 0):
            smalls -= 1
        elif bigs and table.stands(foes, rank, number, 0, 1):
            bigs -= 1
        else:
            return False
    return True
