"""A bound burner in a playout never leads itself into a burn that must fail."""

from __future__ import annotations

import pytest

from gouji_desktop.bots.rollout.state import RolloutState
from gouji_desktop.bots.search.playout import play_on
from gouji_desktop.bots.weights import WEIGHTS
from gouji_desktop.rules.cards import parse_counts
from gouji_desktop.rules.presets import PRESETS

WEAK = ["3 4455", "3 4466", "3 5577", "3 6688", "3 7799"]


@pytest.mark.parametrize("hand", ["3333 TT JJ 2 BB", "33 88 99 S B", "3 66 77 2 BB", "33 QQ KK 22 SB"])
def test_every_play_leaves_a_hand_that_runs_out(hand: str) -> None:
    state = RolloutState(PRESETS["tribute216"], [parse_counts(text) for text in [hand, *WEAK]], 0)
    state.derive(((0, 1, (9, 3, 0, 0, 0), 0, True, True, ""),))
    play_on(state, WEIGHTS)
    assert state.burns[0][6] == "success"
    assert state.finished[0] == 0
    assert state.placed_last == []
