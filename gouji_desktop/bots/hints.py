"""提示: what the hint button of a person offers, press by press, and why."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from gouji_desktop.bots.before_play import answer_before_play
from gouji_desktop.bots.burning import choose_cover, choose_dutiful, sorted_covers
from gouji_desktop.bots.faces import choose_faces
from gouji_desktop.bots.leading import OUT, due_fours, score_leads
from gouji_desktop.bots.position import Position
from gouji_desktop.bots.replying import score_answers
from gouji_desktop.bots.sight import has_duty, legal_plays, own_hand
from gouji_desktop.bots.tracker import EMPTY_TRACKER, Tracker
from gouji_desktop.bots.weights import WEIGHTS
from gouji_desktop.rules.cards import THREE, Face
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
from gouji_desktop.rules.plays import Play, is_gouji
from gouji_desktop.rules.policies.burning import minus
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.seats import OPPOSITE, same_side
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import View

#: The button cycles through no more than this.
MOST_SUGGESTIONS = 12


class Why(StrEnum):
    """The reason of a suggestion, for a short phrase."""

    #: It is the last play: the seat goes out.
    GOES_OUT = "goes_out"
    #: Only the 3s are left after it.
    BEFORE_THREES = "before_threes"
    #: The 4s that open the point must be led now.
    OPENS_WITH_FOURS = "opens_with_fours"
    #: If it stands, it opens the own point.
    OPENS_POINT = "opens_point"
    #: It keeps the opposite from opening.
    DENIES_POINT = "denies_point"
    #: An enemy is nearly out.
    BLOCKS = "blocks"
    #: It probably stands.
    KEEPS_LEAD = "keeps_lead"
    #: A low group is best got rid of.
    LOW_FIRST = "low_first"
    #: The cheapest cards that beat.
    CHEAPEST = "cheapest"
    #: The burner's duty: a joker in every play.
    DUTY = "duty"
    #: The burn can probably be finished.
    BURNS = "burns"
    #: No card of the hand beats the play.
    CANNOT_BEAT = "cannot_beat"
    #: The play is an ally's.
    LETS_ALLY = "lets_ally"
    #: The cards that beat are worth more later.
    SAVES_CARDS = "saves_cards"
    #: Let the seats behind go first and decide after them.
    WAITS = "waits"
    #: What a careful player answers before play.
    USUAL = "usual"


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
    return [_usual(answer_before_play(view, prompt, cautious=True), prompt)]


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
    position = Position(view, prompt.seat, tracker, WEIGHTS)
    hand = own_hand(view, prompt)

    def suggest(play: Play, why: Why) -> Suggestion:
        return Suggestion("play", choose_faces(hand, play), why)

    if position.deal.round.laid is None:
        if has_duty(view, prompt):
            plays = legal_plays(view, prompt)
            first = choose_dutiful(position, plays)
            rest = sorted((play for play in plays if play != first), key=position.change, reverse=True)
            return [suggest(play, Why.DUTY) for play in [first, *rest][:MOST_SUGGESTIONS]]
        return [suggest(play, _why_lead(position, play)) for _, play in score_leads(position)[:MOST_SUGGESTIONS]]
    plays = legal_plays(view, prompt)
    scored = score_answers(position, plays) if plays else []
    weighed = {play for _, play in scored}
    spent = sorted((play for play in plays if play not in weighed), key=position.change, reverse=True)
    scored += [(-OUT, play) for play in spent]
    found = [(value, suggest(play, _why_answer(position, play))) for value, play in scored[:MOST_SUGGESTIONS]]
    better = [suggestion for value, suggestion in found if value > 0.0]
    worse = [suggestion for value, suggestion in found if value <= 0.0]
    return [*better, *_lying(position, prompt, can_beat=bool(plays)), *worse]


def _lying(position: Position, prompt: Prompt, *, can_beat: bool) -> list[Suggestion]:
    """The ways of letting the play lie, the better first."""
    why = Why.SAVES_CARDS
    if not can_beat:
        why = Why.CANNOT_BEAT
    elif same_side(position.deal.round.top, position.seat):
        why = Why.LETS_ALLY
    if "accept" in prompt.verbs:
        return [Suggestion("accept", (), why)]
    passing = Suggestion("pass", (), why)
    return [Suggestion("yield", (), Why.WAITS), passing] if "yield" in prompt.verbs and can_beat else [passing]


def _why_lead(position: Position, play: Play) -> Why:
    if play == due_fours(position):
        return Why.OPENS_WITH_FOURS
    why = _why_any(position, play)
    return why or (Why.KEEPS_LEAD if position.stands(play) > 0.5 else Why.LOW_FIRST)


def _why_answer(position: Position, play: Play) -> Why:
    deal, table = position.deal, position.deal.round
    why = _why_any(position, play)
    if why:
        return why
    assert table.laid is not None
    headed_gouji = table.in_force and is_gouji(table.laid.play)
    if headed_gouji and table.top == OPPOSITE[position.seat] and not deal.opened >> table.top & 1:
        return Why.DENIES_POINT
    return Why.BLOCKS if position.near > 0.4 and not same_side(table.top, position.seat) else Why.CHEAPEST


def _why_any(position: Position, play: Play) -> Why | None:
    left = minus(position.hand, play)
    if not any(left):
        return Why.GOES_OUT
    if position.rules.hold_threes and left[THREE] == sum(left):
        return Why.BEFORE_THREES
    return Why.OPENS_POINT if position.may_open(play) else None


def _burns(view: View, prompt: Prompt, tracker: Tracker) -> list[Suggestion]:
    position = Position(view, prompt.seat, tracker, WEIGHTS)
    hand = own_hand(view, prompt)
    best = choose_cover(position)
    declined = Suggestion("decline", (), Why.SAVES_CARDS)
    if same_side(position.deal.round.top, position.seat):
        declined = declined._replace(why=Why.LETS_ALLY)
    others = [
        Suggestion("burn", choose_faces(hand, play), Why.CHEAPEST)
        for play in sorted_covers(position)[:MOST_SUGGESTIONS]
        if play != best
    ]
    if best is None:
        return [declined, *others]
    return [Suggestion("burn", choose_faces(hand, best), Why.BURNS), declined, *others]


def _usual(command: SeatCommand, prompt: Prompt) -> Suggestion:
    if isinstance(command, ShowSuit):
        return Suggestion("show", command.faces, Why.USUAL)
    if isinstance(command, ReturnCards):
        return Suggestion("return", command.faces, Why.USUAL)
    assert isinstance(command, Decide), "a yes or no before play"
    verb = next(verb for verb in prompt.verbs if (verb != "decline") == command.yes)
    return Suggestion(verb, (), Why.USUAL)
