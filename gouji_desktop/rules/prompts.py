"""What a seat is asked now. Derived from the state, never stored; a seat's prompt follows from its own view."""

from __future__ import annotations

from typing import NamedTuple

from gouji_desktop.rules.phases.answering import may_yield
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.state import Match, Stage, Word

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


def prompt_of(view: Match, seat: Seat) -> Prompt | None:
    """The open prompt of a seat, from the state or from its own view."""
    deal = view.deal
    if deal is None:
        return None
    if deal.query is not None:
        if not deal.query.waiting >> seat & 1:
            return None
        return Prompt(seat, view.step, deal.stage, _QUERY_VERBS[deal.stage])
    table = deal.round
    if deal.stage != Stage.PLAYING or table.turn != seat:
        return None
    if table.word == Word.LEAD:
        verbs: tuple[str, ...] = ("play",)
    elif table.word == Word.LAST_WORD:
        verbs = ("accept", "play")
    else:
        verbs = ("pass", "play", "yield") if may_yield(deal) else ("pass", "play")
    return Prompt(seat, view.step, Stage.PLAYING, verbs)


def prompts(state: Match) -> tuple[Prompt, ...]:
    """All open prompts, by seat."""
    return tuple(prompt for seat in range(SEATS) if (prompt := prompt_of(state, seat)) is not None)
