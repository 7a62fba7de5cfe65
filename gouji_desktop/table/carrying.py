"""Whether a match can go on from a state that nobody saw come about: one that was folded from a log.

The chains of a log say that nobody changed it by accident; whoever writes right chains can write any history. What
`evolve` cannot fold is refused while it is folded. Here is asked whether the rules can carry the state that came out.
"""

from __future__ import annotations

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.rules.commands import CloseQuery, Command, StartDeal
from gouji_desktop.rules.deck import deck_of
from gouji_desktop.rules.engine import apply
from gouji_desktop.rules.events import Answered, Event, Passed, Played
from gouji_desktop.rules.prompts import prompts
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.state import Match, Stage

#: What reading a state that cannot be raises.
FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, StopIteration, TypeError, ValueError)
#: Stages that are a question to several seats at once.
_QUERIES = frozenset(stage for stage in Stage if stage.endswith("_query"))
#: More commands than there are from the end of a deal to the first lead of the next.
_MOST_COMMANDS = 64


def is_between_commands(match: Match) -> bool:
    """Whether a state is one in which a table waits: for a seat, for a query to close, or for the next deal."""
    deal = match.deal
    if deal is None:
        return True
    table = deal.round
    if deal.query is not None:
        return deal.stage in _QUERIES and deal.query.asked & ~deal.query.public == 0
    if deal.stage == Stage.PLAYING:
        return table.turn >= 0 and bool(deal.live >> table.turn & 1) and (table.laid is None) == (table.top < 0)
    return deal.stage == Stage.OVER


def is_in_turn(match: Match, event: Event) -> bool:
    """Whether who does something is asked to, and lays for a burn what it answered."""
    deal = match.deal
    if deal is None or not isinstance(event, Answered | Played | Passed):
        return True
    if isinstance(event, Answered):
        return deal.query is not None and bool(deal.query.waiting >> event.seat & 1)
    if isinstance(event, Played) and event.burns:
        return deal.query is not None and (event.seat, event.faces) in deal.query.answers
    return deal.query is None and deal.stage == Stage.PLAYING and deal.round.turn == event.seat


def can_go_on(match: Match) -> bool:
    """Whether the rules carry a state on, tried out with the simplest answers until a seat has had its turn."""
    try:
        for _ in range(_MOST_COMMANDS):
            if not is_between_commands(match):
                return False
            if match.over:
                return True
            outcome = apply(match, _next_command(match))
            if isinstance(outcome, Rejected):
                return False
            deal, (match, _) = match.deal, outcome
            if deal is not None and deal.stage == Stage.PLAYING:
                return is_between_commands(match)
    except FAULTS:
        return False
    return False


def _next_command(match: Match) -> Command:
    deal = match.deal
    if deal is None or deal.stage == Stage.OVER:
        return StartDeal(tuple(range(len(deck_of(match.rules)))), 0)
    asked = prompts(match)
    return simplest_answer(match, asked[0]) if asked else CloseQuery()
