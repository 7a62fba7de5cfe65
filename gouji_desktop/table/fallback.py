"""What is played for a seat whose player fails or is away: always legal, never clever."""

from __future__ import annotations

from gouji_desktop.bots.faces import choose_faces
from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.moves import answers, leads
from gouji_desktop.rules.phases.playing import check_play, known_hand
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.views import View


class FallbackPlayer:
    """A player that leads its lowest cards and otherwise passes and declines."""

    def observe(self, event: Event, view: View) -> None:
        """Remember nothing."""

    def answer(self, view: View, prompt: Prompt) -> SeatCommand:
        """The simplest legal answer."""
        return simplest_answer(view, prompt)


def can_beat(view: View, prompt: Prompt) -> bool:
    """Whether the asked seat has a legal play against what lies on the table."""
    deal = view.deal
    assert deal is not None
    hand = known_hand(deal, prompt.seat)
    laid = deal.round.laid
    plays = leads(hand.counts, view.rules) if laid is None else answers(hand.counts, laid.play, view.rules)
    return any(not isinstance(check_play(view, prompt.seat, choose_faces(hand, play)), Reason) for play in plays)
