"""提示: what the hint button of a person offers, press by press, and why.

The first suggestion is what the house bot at full strength would do with the same tracker; the others follow by the
same values.
"""

from __future__ import annotations

from typing import NamedTuple

from gouji_desktop.bots.before_play import answer_before_play
from gouji_desktop.bots.burning import choose_cover, choose_dutiful, sorted_covers
from gouji_desktop.bots.faces import choose_faces
from gouji_desktop.bots.leading import OUT, score_leads
from gouji_desktop.bots.position import Position
from gouji_desktop.bots.replying import lying_value, score_answers
from gouji_desktop.bots.sight import has_duty, legal_plays, own_hand
from gouji_desktop.bots.tracker import EMPTY_TRACKER, Tracker
from gouji_desktop.bots.weightfiles import weights_of
from gouji_desktop.bots.why import (
    Why,
    why_answer,
    why_before_play,
    why_burn,
    why_duty,
    why_lead,
    why_lie,
    why_no_burn,
)
from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.commands import (
    BurnCards,
    Decide,
    Pass,
    PlayCards,
    ReturnCards,
    SeatCommand,
    ShowSuit,
    Yield,
)
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import View

#: The button cycles through no more than this.
MOST_SUGGESTIONS = 12


class Suggestion(NamedTuple):
    """One thing to answer: a verb of the prompt, the cards that go with it, and why."""

    verb: str
    faces: tuple[Face, ...]
    why: Why


def suggestions(view: View, prompt: Prompt, tracker: Tracker = EMPTY_TRACKER) -> list[Suggestion]:
    """What the seat might answer, best first, without repetition; never empty, and every one is legal.

    The cards of plays are chosen so that received ones go first. A tracker makes the order better informed.
    """
    if prompt.stage == Stage.PLAYING:
        return _turn(view, prompt, tracker)
    if prompt.stage == Stage.BURN_QUERY:
        return _burns(view, prompt, tracker)
    command = answer_before_play(view, prompt)
    faces = command.faces if isinstance(command, ShowSuit | ReturnCards) else ()
    why = why_before_play(prompt.stage, command, own_hand(view, prompt))
    return [Suggestion(_verb(command, prompt), faces, why)]


def command_of(suggestion: Suggestion, prompt: Prompt) -> SeatCommand:
    """The command that carries a suggestion out."""
    seat, number, verb, faces = prompt.seat, prompt.id, suggestion.verb, suggestion.faces
    if prompt.stage == Stage.PLAYING:
        if verb == "play":
            return PlayCards(seat, number, faces)
        return Yield(seat, number) if verb == "yield" else Pass(seat, number)
    if prompt.stage == Stage.BURN_QUERY:
        return BurnCards(seat, number, faces)
    if prompt.stage == Stage.SHOW_QUERY:
        return ShowSuit(seat, number, faces)
    if prompt.stage == Stage.RETURN_QUERY:
        return ReturnCards(seat, number, faces)
    return Decide(seat, number, verb != "decline")


def _turn(view: View, prompt: Prompt, tracker: Tracker) -> list[Suggestion]:
    position = Position(view, prompt.seat, tracker, weights_of(view.rules))
    hand = own_hand(view, prompt)

    def suggest(play: Play, why: Why) -> Suggestion:
        return Suggestion("play", choose_faces(hand, play), why)

    if position.deal.round.laid is None:
        if has_duty(view, prompt):
            plays = legal_plays(view, prompt)
            first = choose_dutiful(position, plays)
            rest = sorted((play for play in plays if play != first), key=position.change, reverse=True)
            return [suggest(play, why_duty(position, play)) for play in [first, *rest][:MOST_SUGGESTIONS]]
        leads = [play for _, play in score_leads(position)[:MOST_SUGGESTIONS]]
        return [suggest(play, why_lead(position, play, first=play is leads[0])) for play in leads]
    plays = legal_plays(view, prompt)
    scored = score_answers(position, plays) if plays else []
    weighed = {play for _, play in scored}
    spent = sorted((play for play in plays if play not in weighed), key=position.change, reverse=True)
    scored += [(-OUT, play) for play in spent]
    least = lying_value(position, prompt.verbs)
    found = [(value, suggest(play, why_answer(position, play, plays))) for value, play in scored[:MOST_SUGGESTIONS]]
    better = [suggestion for value, suggestion in found if value > least]
    worse = [suggestion for value, suggestion in found if value <= least]
    return [*better, *_lying(position, prompt, can_beat=bool(plays)), *worse]


def _lying(position: Position, prompt: Prompt, *, can_beat: bool) -> list[Suggestion]:
    """The ways of letting the play lie, the better first: who yields may still answer later."""
    verbs = [verb for verb in ("accept", "yield", "pass") if verb in prompt.verbs]
    return [Suggestion(verb, (), why_lie(position, verb, can_beat=can_beat)) for verb in verbs]


def _burns(view: View, prompt: Prompt, tracker: Tracker) -> list[Suggestion]:
    position = Position(view, prompt.seat, tracker, weights_of(view.rules))
    hand = own_hand(view, prompt)
    best, plays = choose_cover(position), sorted_covers(position)[:MOST_SUGGESTIONS]
    if best is not None:
        plays = [best, *(play for play in plays if play != best)][:MOST_SUGGESTIONS]
    found = [Suggestion("burn", choose_faces(hand, play), why_burn(position, play)) for play in plays]
    declined = Suggestion("decline", (), why_no_burn(position, plays))
    return [declined, *found] if best is None else [found[0], declined, *found[1:]]


def _verb(command: SeatCommand, prompt: Prompt) -> str:
    """The verb of the prompt that a command before play answers with."""
    if isinstance(command, ShowSuit):
        return "show"
    if isinstance(command, ReturnCards):
        return "return"
    assert isinstance(command, Decide), "a yes or no before play"
    return next(verb for verb in prompt.verbs if (verb != "decline") == command.yes)
