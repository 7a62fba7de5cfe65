"""The two functions of the game: `decide` says what a command leads to, `evolve` what an event changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.evolving import evolve
from gouji_desktop.rules.phases import playing, setup, tribute
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import BURN_QUERY, PLAYING, Deal, Match, Stage
from gouji_desktop.rules.tape import Tape

__all__ = ["apply", "decide", "evolve"]

_SEATS = range(SEATS)
#: The commands of the seat whose turn it is.
_IN_PLAY = frozenset({cmd.PlayCards, cmd.Pass, cmd.Yield})
#: Which commands answer which query.
_ANSWERS: dict[Stage, type] = {
    Stage.SHOW_QUERY: cmd.ShowSuit,
    Stage.POINT_QUERY: cmd.Decide,
    Stage.REVOLT_QUERY: cmd.Decide,
    Stage.HEAD_QUERY: cmd.Decide,
    Stage.FOUR_QUERY: cmd.Decide,
    Stage.RETURN_QUERY: cmd.ReturnCards,
    Stage.BURN_QUERY: cmd.BurnCards,
}

_CLOSE: dict[Stage, Callable[[Match], Tape]] = {
    Stage.SHOW_QUERY: setup.close_show_query,
    Stage.POINT_QUERY: setup.close_point_query,
    Stage.REVOLT_QUERY: setup.close_revolt_query,
    Stage.HEAD_QUERY: setup.close_head_query,
    Stage.FOUR_QUERY: setup.close_four_query,
    Stage.RETURN_QUERY: setup.close_return_query,
    Stage.BURN_QUERY: playing.close_burn_query,
}

_DECIDE: dict[type, Callable[[Match, Any], Tape | Rejected]] = {
    cmd.StartDeal: setup.decide_start,
    cmd.ShowSuit: setup.decide_show,
    cmd.Decide: setup.decide_yes_or_no,
    cmd.ReturnCards: tribute.decide_return,
    cmd.BurnCards: playing.decide_burn,
    cmd.PlayCards: playing.decide_play,
    cmd.Pass: playing.decide_pass,
    cmd.Yield: playing.decide_pass,
}


def decide(match: Match, command: cmd.Command) -> list[Event] | Rejected:
    """The events that a command leads to, or why it is refused. Total: it raises for no command of these types.

    The state must be the table host's own (it sees every hand).
    """
    outcome = _run(match, command)
    return outcome if isinstance(outcome, Rejected) else outcome.events


def apply(match: Match, command: cmd.Command) -> tuple[Match, list[Event]] | Rejected:
    """The match after a command together with its events, or why it is refused."""
    outcome = _run(match, command)
    return outcome if isinstance(outcome, Rejected) else (outcome.match, outcome.events)


def _run(match: Match, command: cmd.Command) -> Tape | Rejected:
    kind = type(command)
    if kind is cmd.StartDeal:
        return _DECIDE[kind](match, command)
    deal = match.deal
    if deal is None:
        return Rejected(Reason.NO_DEAL)
    if kind is cmd.CloseQuery:
        return _CLOSE[deal.stage](match) if deal.query is not None else Rejected(Reason.NO_QUERY)
    fault = _turn_fault(match, deal, command)
    return Rejected(fault) if fault else _DECIDE[kind](match, command)


def _turn_fault(match: Match, deal: Deal, command: Any) -> Reason | None:
    """Why this seat may not send this kind of command now."""
    seat = command.seat
    if seat not in _SEATS:
        return Reason.NOT_ASKED
    kind = type(command)
    query = deal.query
    if query is not None:
        if not query.waiting >> seat & 1:
            wants_to_burn = kind is cmd.BurnCards and bool(command.faces) and deal.stage == BURN_QUERY
            if wants_to_burn and (query.public & ~query.asked) >> seat & 1:
                return Reason.BURN_NOT_FEASIBLE
            return Reason.QUERY_OPEN if kind not in _ANSWERS.values() else Reason.NOT_ASKED
        wanted = _ANSWERS[deal.stage]
        if kind is not wanted:
            return Reason.WRONG_VERB
    else:
        if deal.stage != PLAYING or deal.round.turn != seat:
            return Reason.NOT_ASKED
        if kind not in _IN_PLAY:
            return Reason.WRONG_VERB
    return None if command.prompt == match.step else Reason.STALE_PROMPT
