"""The simplest legal answer to a prompt: always legal, never clever."""

from __future__ import annotations

from collections.abc import Iterator

from gouji_desktop.bots.faces import choose_faces
from gouji_desktop.bots.sight import deal_of, has_duty, own_hand, pass_command
from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.commands import BurnCards, Decide, PlayCards, ReturnCards, SeatCommand, ShowSuit
from gouji_desktop.rules.moves import leads
from gouji_desktop.rules.phases.playing import check_play
from gouji_desktop.rules.phases.tribute import next_owed
from gouji_desktop.rules.plays import JOKERS, Play
from gouji_desktop.rules.policies.burning import keeps_duty, minus
from gouji_desktop.rules.policies.paying import default_return
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.state import Stage, Word
from gouji_desktop.rules.views import View


def simplest_answer(view: View, prompt: Prompt) -> SeatCommand:
    """Leads the lowest cards, passes, declines, and returns what the rules return by themselves."""
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
            owed = next_owed(deal_of(view), seat)
            assert owed is not None, "asked for a return that is not owed"
            return ReturnCards(seat, number, default_return(own_hand(view, prompt), owed, view.rules))
    if deal_of(view).round.word == Word.LEAD:
        return PlayCards(seat, number, next(_lowest_leads(view, prompt)))
    return pass_command(prompt)


def _lowest_leads(view: View, prompt: Prompt) -> Iterator[tuple[Face, ...]]:
    """Legal leads, the lowest and longest first; a burner keeps its duty where it can."""
    hand, bound = own_hand(view, prompt), has_duty(view, prompt)

    def order(play: Play) -> tuple[bool, bool, int, int, int, int]:
        breaks = bound and not keeps_duty(play, minus(hand.counts, play))
        return breaks, play.base == JOKERS, play.jokers + play.money, play.base, -play.naturals, play.big

    for play in sorted(leads(hand.counts, view.rules), key=order):
        faces = choose_faces(hand, play)
        if not isinstance(check_play(view, prompt.seat, faces), Reason):
            yield faces
