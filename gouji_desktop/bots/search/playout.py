"""How a world is played on: by the house bot's values, over hands that lie open.

The formulas are those of `leading` and `replying`; where the house bot asks how likely a play stands, the playout
looks. It is deterministic, so that two candidates are compared in the same world under the same play.
"""

from __future__ import annotations

from gouji_desktop.bots.rollout.state import RolloutState
from gouji_desktop.bots.search.answering import choose_answer
from gouji_desktop.bots.search.burns import choose_burn
from gouji_desktop.bots.search.leads import choose_lead
from gouji_desktop.bots.search.looking import OpenTable
from gouji_desktop.bots.weights import Weights

#: Far more moves than a deal can have.
MOST_MOVES = 5_000


class EndlessPlayoutError(RuntimeError):
    """A playout did not come to its end: a defect of the program."""


def play_on(state: RolloutState, weights: Weights, moves: int = MOST_MOVES) -> OpenTable:
    """Play so many moves and then on to the next lead, or to the end of the deal. Raises EndlessPlayoutError.

    A burn is played to its end: the judge knows nothing of the joker duty.
    """
    table = OpenTable(state)
    for move in range(MOST_MOVES):
        if state.over or (move >= moves and state.table is None and not (state.asked or state.bound)):
            return table
        step(table, weights)
    raise EndlessPlayoutError(f"a playout did not end after {MOST_MOVES} moves")


def step(table: OpenTable, weights: Weights) -> None:
    """The next answer of whoever is to act."""
    state = table.state
    if state.asked:
        seat = (state.asked & -state.asked).bit_length() - 1
        table.burn(seat, choose_burn(table, seat))
    elif state.table is None:
        table.lay(choose_lead(table, weights))
    else:
        play = choose_answer(table, weights)
        if play is not None:
            table.lay(play)
        elif state.may_yield():
            state.yield_turn()
        else:
            state.pass_turn()
