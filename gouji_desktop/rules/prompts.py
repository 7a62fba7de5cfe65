"""What a seat is asked now. Derived from the state, never stored; a seat's prompt follows from its own view."""

from __future__ import annotations

from typing import NamedTuple

from gouji_desktop.rules.phases.answering import may_yield
from gouji_desktop.rules.seats import NOBODY, Seat, SeatMask, seats_of
from gouji_desktop.rules.state import LAST_WORD, LEAD, PLAYING, Deal, Match, Stage

_QUERY_VERBS: dict[Stage, tuple[str, ...]] = {
    Stage.SHOW_QUERY: ("decline", "show"),
    Stage.POINT_QUERY: ("declare", "decline"),
    Stage.REVOLT_QUERY: ("decline", "revolt"),
    Stage.HEAD_QUERY: ("claim", "decline"),
    Stage.FOUR_QUERY: ("buy", "decline"),
    Stage.RETURN_QUERY: ("return",),
    Stage.BURN_QUERY: ("burn", "decline"),
}


class Prompt(NamedTuple):
    """One open question to one seat."""

    seat: Seat
    #: Repeated in the answer; an answer with an old number changes nothing.
    id: int
    #: The stage of a query, or PLAYING.
    stage: Stage
    #: What it may answer, sorted; `play` is listed whatever the hand holds.
    verbs: tuple[str, ...]


_LEADS = ("play",)
_LAST_WORDS = ("accept", "play")
_ANSWERS = ("pass", "play")
_YIELDING_ANSWERS = ("pass", "play", "yield")


def asked_seats(deal: Deal) -> SeatMask:
    """The seats that have an open prompt."""
    if deal.query is not None:
        return deal.query.waiting
    turn = deal.round.turn
    return 1 << turn if turn != NOBODY and deal.stage == PLAYING else 0


def prompt_of(view: Match, seat: Seat) -> Prompt | None:
    """The open prompt of a seat, from the state or from its own view."""
    deal = view.deal
    return _prompt(deal, view.step, seat) if deal is not None and asked_seats(deal) >> seat & 1 else None


def prompts(state: Match) -> tuple[Prompt, ...]:
    """All open prompts, by seat."""
    deal = state.deal
    if deal is None:
        return ()
    return tuple([_prompt(deal, state.step, seat) for seat in seats_of(asked_seats(deal))])


def _prompt(deal: Deal, step: int, seat: Seat) -> Prompt:
    """The prompt of a seat that is asked."""
    if deal.query is not None:
        return Prompt(seat, step, deal.stage, _QUERY_VERBS[deal.stage])
    word = deal.round.word
    if word == LEAD:
        verbs: tuple[str, ...] = _LEADS
    elif word == LAST_WORD:
        verbs = _LAST_WORDS
    else:
        verbs = _YIELDING_ANSWERS if may_yield(deal) else _ANSWERS
    return Prompt(seat, step, PLAYING, verbs)
