"""What is played for a seat whose player fails or is away: always legal, never clever."""

from __future__ import annotations

from collections.abc import Iterator

from gouji_desktop.rules.cards import RANK_OF_FACE, Counts, Face
from gouji_desktop.rules.commands import BurnCards, Decide, Pass, PlayCards, ReturnCards, SeatCommand, ShowSuit
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.moves import answers, leads
from gouji_desktop.rules.phases.playing import bound_burn, check_play, known_hand
from gouji_desktop.rules.phases.tribute import next_owed
from gouji_desktop.rules.plays import JOKERS, Play
from gouji_desktop.rules.policies.burning import keeps_duty, minus
from gouji_desktop.rules.policies.paying import default_return
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.state import Hand, Stage, Word
from gouji_desktop.rules.views import View


class FallbackPlayer:
    """A player that leads its lowest cards and otherwise passes and declines."""

    def observe(self, event: Event, view: View) -> None:
        """Remember nothing."""

    def answer(self, view: View, prompt: Prompt) -> SeatCommand:
        """The simplest legal answer."""
        return fallback_answer(view, prompt)


def fallback_answer(view: View, prompt: Prompt) -> SeatCommand:
    """The simplest legal answer to a prompt, from the seat's own view (or a state that sees its hand)."""
    deal = view.deal
    assert deal is not None, "a prompt without a deal"
    seat, number = prompt.seat, prompt.id
    match prompt.stage:
        case Stage.SHOW_QUERY:
            return ShowSuit(seat, number, ())
        case Stage.BURN_QUERY:
            return BurnCards(seat, number, ())
        case Stage.HEAD_QUERY:
            return Decide(seat, number, yes=True)
        case Stage.POINT_QUERY | Stage.REVOLT_QUERY | Stage.FOUR_QUERY:
            return Decide(seat, number, yes=False)
        case Stage.RETURN_QUERY:
            owed = next_owed(deal, seat)
            assert owed is not None, "a return that nobody owes"
            return ReturnCards(seat, number, default_return(known_hand(deal, seat), owed, view.rules))
    if deal.round.word == Word.LEAD:
        return PlayCards(seat, number, next(_lowest_leads(view, prompt.seat)))
    return Pass(seat, number)


def can_beat(view: View, prompt: Prompt) -> bool:
    """Whether the asked seat has a legal play against what lies on the table."""
    deal = view.deal
    assert deal is not None
    hand = known_hand(deal, prompt.seat)
    laid = deal.round.laid
    plays = leads(hand.counts, view.rules) if laid is None else answers(hand.counts, laid.play, view.rules)
    return any(not isinstance(check_play(view, prompt.seat, faces_of(hand, play.counts)), Reason) for play in plays)


def faces_of(hand: Hand, counts: Counts) -> tuple[Face, ...]:
    """Faces of the hand with these counts; the hand must hold as many."""
    left = list(counts)
    faces: list[Face] = []
    for face in hand.faces:
        rank = RANK_OF_FACE[face]
        if left[rank]:
            left[rank] -= 1
            faces.append(face)
    return tuple(faces)


def _lowest_leads(view: View, seat: int) -> Iterator[tuple[Face, ...]]:
    """Legal leads, the lowest and longest first; a burner keeps its duty where it can."""
    deal = view.deal
    assert deal is not None
    hand = known_hand(deal, seat)
    bound = bound_burn(deal, seat) is not None

    def order(play: Play) -> tuple[bool, bool, int, int, int, int]:
        breaks = bound and not keeps_duty(play, minus(hand.counts, play))
        return breaks, play.base == JOKERS, play.jokers + play.money, play.base, -play.naturals, play.big

    for play in sorted(leads(hand.counts, view.rules), key=order):
        faces = faces_of(hand, play.counts)
        if not isinstance(check_play(view, seat, faces), Reason):
            yield faces
