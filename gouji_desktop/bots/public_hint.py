"""The trustee of the best-known public server, as a yardstick: the play that its hint button offers."""

from __future__ import annotations

from random import Random

from gouji_desktop.bots.before_play import answer_before_play
from gouji_desktop.bots.sight import burn_command, deal_of, legal_plays, own_hand, pass_command, play_command
from gouji_desktop.rules.cards import BIG, SMALL, TWO, Counts
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.plays import JOKERS, Play
from gouji_desktop.rules.policies.burning import covers
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.seats import Seat, same_side
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import View

#: The classes of an answer in the order in which the hint looks for one.
WHOLE, FILLED, SPLIT, WILD = range(4)
#: A smaller group is filled up with so many jokers at most.
MOST_JOKERS = 1


class PublicHintPlayer:
    """Leads its lowest group, lets its allies' plays lie, and answers with the first that it has of four kinds.

    They are: the lowest whole group of equal size; a smaller group filled up with 2s and one joker at most (as few
    wild cards as it can, then the lowest); a part of the lowest bigger group; wild cards alone. It burns an enemy where
    it goes out with that, and never else.
    """

    def __init__(self, seat: Seat) -> None:
        self._seat = seat

    def observe(self, event: Event, view: View) -> None:
        """A hint remembers nothing."""

    def answer(self, view: View, prompt: Prompt) -> SeatCommand:
        """The command that answers the prompt."""
        if prompt.stage == Stage.BURN_QUERY:
            return burn_command(view, prompt, self._cover(view, prompt))
        if prompt.stage != Stage.PLAYING:
            return answer_before_play(view, prompt)
        table = deal_of(view).round
        if table.laid is not None and same_side(self._seat, table.top):
            return pass_command(prompt)
        hand, plays = own_hand(view, prompt).counts, legal_plays(view, prompt)
        play = hinted_lead(hand, plays) if table.laid is None else hinted_answer(hand, plays)
        return pass_command(prompt) if play is None else play_command(view, prompt, play)

    def _cover(self, view: View, prompt: Prompt) -> Play | None:
        table = deal_of(view).round
        if table.laid is None or same_side(self._seat, table.top):
            return None
        hand = own_hand(view, prompt).counts
        out = [play for play in covers(hand, table.laid.play, view.rules) if play.size == sum(hand)]
        return out[0] if out else None


def hinted_lead(hand: Counts, plays: list[Play]) -> Play:
    """Of legal leads the lowest whole group without wild cards; then all 2s, all small jokers, all big jokers."""
    groups = [play for play in plays if not any(wild_cost(play)) and is_whole(hand, play)]
    if groups:
        return min(groups)
    # A burner that must hang jokers finds no such group: it spends as few of them as it may.
    alike = [play for play in plays if play.base == JOKERS and is_whole(hand, play)]
    return min(alike or plays, key=lambda play: (wild_cost(play), play))


def hinted_answer(hand: Counts, plays: list[Play]) -> Play | None:
    """Of legal answers the one that the hint shows; None where it passes."""
    offered = [(kind, wild_cost(play), play) for play in plays if (kind := kind_of(hand, play)) is not None]
    return min(offered)[2] if offered else None


def kind_of(hand: Counts, play: Play) -> int | None:
    """The class of an answer; None for one that the hint never shows, such as a part of a group with a joker."""
    if play.base in (JOKERS, TWO):
        return WILD
    if play.money or play.jokers:
        return FILLED if is_whole(hand, play) and play.jokers <= MOST_JOKERS else None
    return WHOLE if is_whole(hand, play) else SPLIT


def is_whole(hand: Counts, play: Play) -> bool:
    """Whether a play leaves nothing of its rank in the hand; of jokers alone: whether it is all of one kind."""
    if play.base == JOKERS:
        return (play.small, play.big) in ((hand[SMALL], 0), (0, hand[BIG]))
    return play.naturals == hand[play.base]


def wild_cost(play: Play) -> tuple[int, int, int]:
    """How many big jokers, small jokers and 2s for another rank a play spends, the dearest first."""
    return play.big, play.small, play.money


def public_hint_player(seat: Seat, rng: Random) -> PublicHintPlayer:
    """The public server's hint at a seat: a yardstick. It uses no chance."""
    del rng
    return PublicHintPlayer(seat)
