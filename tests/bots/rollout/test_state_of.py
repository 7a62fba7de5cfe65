"""How a rollout starts: from a state of the rules, from a seat's view with hands made up, in the middle of a query."""

from __future__ import annotations

from random import Random

import pytest

from gouji_desktop.bots.rollout.state import state_of
from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.cards import parse_counts, parse_faces
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.prompts import prompts
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Match, Stage, new_match
from tests.bots.games import after, see, started
from tests.bots.rollout.arranged import arranged, counts_of_hands
from tests.bots.rollout.twin import every_play, snapshot, some_answer
from tests.rules.randomplay import play_match


def asked_to_burn() -> Match:
    """Two kings lie on the table; the seats 2 and 4 may burn them, 1 and 5 may not."""
    rules = PRESETS["tribute216"]
    hands = ["KK 3 5 6 7", "4 5 6 7 8 9 T 3", "AA B 3", "4 5 6 7 8 9 T 3", "22 A S 3", "4 5 6 7 8 9 T 3"]
    match = started(rules, hands)
    return after(match, cmd.PlayCards(0, match.step, parse_faces("KsKh")))


def test_a_view_with_the_true_hands_is_the_state() -> None:
    rng = Random(4)
    for seed in range(12):
        match = arranged(PRESETS[sorted(PRESETS)[seed % len(PRESETS)]], rng)
        for _ in range(12):
            asked = prompts(match)
            deal = match.deal
            assert deal is not None
            if deal.stage != Stage.PLAYING:
                break
            whole = snapshot(state_of(match, counts_of_hands(match)))
            assert all(snapshot(state_of(see(match, seat), counts_of_hands(match))) == whole for seat in range(SEATS))
            match = after(match, some_answer(match, asked[0], every_play(match, asked[0].seat), rng))


def test_a_burn_query_is_asked_anew_of_the_given_hands() -> None:
    match = asked_to_burn()
    hands = counts_of_hands(match)
    assert state_of(match, hands).asked == 0b010100
    # Seen by seat 2, other cards at seat 4 change who is asked, whatever its own answer was.
    match = after(match, cmd.BurnCards(4, match.step, ()))
    assert state_of(match, hands).asked == 0b000100
    assert state_of(see(match, 2), hands).asked == 0b010100
    hands[4], hands[5] = hands[5], hands[4]
    assert state_of(see(match, 2), hands).asked == 0b100100


def test_answers_that_are_known_stay_given() -> None:
    match = asked_to_burn()
    match = after(match, cmd.BurnCards(2, match.step, parse_faces("AsAh")))
    state = state_of(see(match, 2), counts_of_hands(match))
    assert (state.asked, state.turn, state.query_open) == (0b010000, -1, True)
    state.burn(4, None)
    # The cover may be burnt in turn.
    assert (state.asked, state.top, state.table) == (0b010000, 2, (11, 2, 0, 0, 0))
    assert state.duty_bound(2)


def test_a_query_that_nobody_has_to_answer_is_closed() -> None:
    match = asked_to_burn()
    hands = counts_of_hands(match)
    hands[2] = hands[4] = parse_counts("4 5 6 3")
    state = state_of(see(match, 0), hands)
    assert (state.query_open, state.turn, state.top) == (False, 3, 0)
    match = after(match, cmd.BurnCards(2, match.step, ()), cmd.BurnCards(4, match.step, ()))
    assert state_of(match, counts_of_hands(match)).turn == 3


def test_a_state_and_its_copy_go_their_own_ways() -> None:
    state = state_of(asked_to_burn(), counts_of_hands(asked_to_burn()))
    copy = state.copy()
    before = snapshot(copy)
    state.burn(2, (11, 2, 0, 0, 0))
    state.burn(4, None)
    assert snapshot(copy) == before
    later = snapshot(state)
    copy.burn(4, None)
    copy.burn(2, None)
    copy.pass_turn()
    assert snapshot(state) == later


def test_there_must_be_a_deal_in_play() -> None:
    ended = list(play_match(PRESETS["chayuan"], 1, 1))[-1].after
    for match in (new_match(PRESETS["chayuan"]), ended):
        with pytest.raises(ValueError, match="no deal is in play"):
            state_of(match, [(0,) * 15] * SEATS)
