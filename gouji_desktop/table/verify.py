"""Checking that a log is what the rules of this version lead to.

A log states facts, so that a match can be taken up and played back even where a later version of the rules would have
decided otherwise. Whether it would is told here.
"""

from __future__ import annotations

from gouji_desktop.rules.commands import (
    BurnCards,
    CloseQuery,
    Command,
    Decide,
    Pass,
    PlayCards,
    ReturnCards,
    ShowSuit,
    StartDeal,
    Yield,
)
from gouji_desktop.rules.engine import decide, evolve
from gouji_desktop.rules.events import Answered, DealStarted, Passed, Played
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.state import Act, Match, Stage
from gouji_desktop.table.findings import Finding
from gouji_desktop.table.log import Batch, MatchLog


def command_of(match: Match, batch: Batch) -> Command | None:
    """The command that led to a batch, None where none leads to such a batch."""
    first = batch[0]
    if isinstance(first, DealStarted):
        return StartDeal(first.permutation, first.lot)
    if match.deal is None:
        return None
    if isinstance(first, Answered):
        return _answer(match.deal.stage, match.step, first)
    if match.deal.query is not None:
        return CloseQuery()
    if isinstance(first, Played):
        return PlayCards(first.seat, match.step, first.faces)
    if isinstance(first, Passed):
        kind = Yield if first.act == Act.YIELD else Pass
        return kind(first.seat, match.step)
    return None


def _answer(stage: Stage, step: int, event: Answered) -> Command:
    if isinstance(event.answer, bool):
        return Decide(event.seat, step, event.answer)
    if stage == Stage.SHOW_QUERY:
        return ShowSuit(event.seat, step, event.answer)
    kind = ReturnCards if stage == Stage.RETURN_QUERY else BurnCards
    return kind(event.seat, step, event.answer)


def verify(log: MatchLog) -> Finding | None:
    """None where the rules lead to every event of the log, and its seed or its proofs to every deal.

    Else the first difference, in a sentence.
    """
    match = log.start
    for number, batch in log.numbered():
        command = command_of(match, batch)
        events = None if command is None else decide(match, command)
        if events is None:
            name = type(batch[0]).__name__
            return Finding(f"line {number}: no command leads to {name} there", "no_command", line=number, event=name)
        if isinstance(events, Rejected):
            name, reason = type(command).__name__, str(events.reason)
            text = f"line {number}: the rules of this version refuse {name} ({reason})"
            return Finding(text, "refused", line=number, command=name, reason=reason)
        if tuple(events) != batch:
            return Finding(
                f"line {number}: the rules of this version lead to other events", "other_events", line=number
            )
        for event in batch:
            match = evolve(match, event)
    return log.foul()
