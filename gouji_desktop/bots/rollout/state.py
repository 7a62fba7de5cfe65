"""The rollout engine's state, and how it is taken from a state or a view of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from gouji_desktop.bots.rollout.burns import NEAR, may_burn
from gouji_desktop.bots.rollout.coded import PlayTuple
from gouji_desktop.bots.rollout.engine import RolloutState
from gouji_desktop.bots.rollout.facts import ANSWER, LAST_WORD, LEAD
from gouji_desktop.rules.plays import play_of_faces
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Deal, Match, Stage, Word

__all__ = ["ANSWER", "LAST_WORD", "LEAD", "PlayTuple", "RolloutState", "state_of"]

_WORDS = {Word.LEAD: LEAD, Word.ANSWER: ANSWER, Word.LAST_WORD: LAST_WORD}


def state_of(match_or_view: Match, hands: Sequence[Sequence[int]]) -> RolloutState:
    """The state of a deal in play, with these hands: counts of 15 ranks for all six seats.

    In a burn query who is asked follows from the hands; answers that the state shows stay given, sealed ones are not.
    A query that nobody is left to answer is closed. Raises ValueError where no deal is in play.
    """
    deal = match_or_view.deal
    if deal is None or deal.stage not in (Stage.PLAYING, Stage.BURN_QUERY):
        raise ValueError("no deal is in play: a rollout starts when play has begun and before the deal is over")
    state = RolloutState(match_or_view.rules, hands, deal.round.turn)
    state.frame = deal.number, deal.declared, deal.revolted, deal.conceded, match_or_view.streaks
    state.live, state.chaos = deal.live, deal.chaos
    state.opened, state.point_ready = deal.opened, deal.point_ready
    state.dead_left, state.dead_used = deal.dead_left, deal.dead_used
    state.finished, state.placed_last = list(deal.finished), list(deal.placed_last)
    state.shut = tuple((shut.victim, shut.by) for shut in deal.shut)
    table = deal.round
    state.word, state.top = _WORDS[table.word], table.top
    state.table = None if table.laid is None else _plain(table.laid.play)
    state.in_force, state.passed, state.locked = table.in_force, table.passed, table.locked
    state.yielded, state.bound_to, state.everyone = table.yielded, table.bound_to, table.everyone
    state.dead, state.opposite_first, state.run = table.dead, table.opposite_first, table.run
    burns = tuple(
        (burn.by, burn.victim, _plain(burn.burnt.play), burn.counter, burn.stood, burn.bound, burn.outcome)
        for burn in deal.burns
    )
    state.derive(burns)
    if deal.query is not None:
        _ask_burners(state, deal)
    return state


def _plain(play: tuple[int, int, int, int, int]) -> PlayTuple:
    base, naturals, money, small, big = play
    return base, naturals, money, small, big


def _ask_burners(state: RolloutState, deal: Deal) -> None:
    """The open burn query, by the hands of the state and the answers that the deal shows."""
    query, table = deal.query, state.table
    assert query is not None
    assert table is not None
    for seat in range(SEATS):
        near = query.public >> seat & 1 and state.gaps[seat] <= NEAR
        if near and may_burn(state.hands[seat], table, state.code):
            state.asked |= 1 << seat
    for seat, answer in query.answers:
        state.asked &= ~(1 << seat)
        play = play_of_faces(answer) if isinstance(answer, tuple) and answer else None
        if play is not None:
            state.burners = (*state.burners, (seat, _plain(play)))
    if not state.asked:
        state.close_query()
