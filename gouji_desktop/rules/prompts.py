"""What a seat is asked now. Derived from the state, never stored; a seat's prompt follows from its own view."""

from __future__ import annotations

from typing import NamedTuple

from gouji_desktop.rules.phases.answering import may_yield
from gouji_desktop.rules.seats import NOBODY, Seat, seats_of
from gouji_desktop.rules.state import LAST_WORD, LEAD, PLAYING, Deal, Match, Stage
from gouji_desktop.rules.tuples import maker

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


_prompt = maker(Prompt)


def prompt_of(view: Match, seat: Seat) -> Prompt | None:
    """The open prompt of a seat, from the state or from its own view."""
    return next((prompt for prompt in prompts(view) if prompt.seat == seat), None)


def prompts(state: Match) -> tuple[Prompt, ...]:
    """All open prompts, by seat."""
    deal = state.deal
    if deal is None:
        return ()
    stage, query = deal.stage, deal.query
    if query is not None:
        verbs = _QUERY_VERBS[stage]
        return tuple([_prompt((seat, state.step, stage, verbs)) for seat in seats_of(query.waiting)])
    seat = deal.round.turn
    if seat == NOBODY or stage != PLAYING:
        return ()
    return (_prompt((seat, state.step, stage, _verbs(deal))),)


def _verbs(deal: Deal) -> tuple[str, ...]:
    """What the seat whose turn it is may answer."""
    word = deal.round.word
    if word == LEAD:
        return _LEADS
    if word == LAST_WORD:
        return _LAST_WORDS
    return _YIELDING_ANSWERS if may_yield(deal) else _ANSWERS
