"""Simple players: greedy ones for the easy levels, and the yardsticks that stronger players are measured against."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from gouji_desktop.bots.before_play import answer_before_play
from gouji_desktop.bots.player import Player
from gouji_desktop.bots.public_hint import public_hint_player
from gouji_desktop.bots.replying import shuts_ally
from gouji_desktop.bots.sight import burn_command, deal_of, legal_plays, own_hand, pass_command, play_command
from gouji_desktop.rules.cards import TWO
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.policies.burning import covers, minus, natural_sets
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.seats import Seat, same_side
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import View


def cost_of(play: Play) -> tuple[int, int, int]:
    """How dear a play is to a greedy player: wild cards first, then its rank, then what it leaves of a group."""
    twos = play.naturals if play.base == TWO else play.money
    return play.big * 4 + play.small * 3 + twos * 2, play.base, -play.size


class GreedyPlayer:
    """Leads its lowest whole group and answers with the cheapest play that beats; burns when one play is left.

    `team`: lets its allies' plays lie. `random_rate`: so often it makes any legal move instead.
    """

    def __init__(self, seat: Seat, rng: Random, *, team: bool = True, random_rate: float = 0.0) -> None:
        self._seat = seat
        self._rng = rng
        self._team = team
        self._random_rate = random_rate

    def observe(self, event: Event, view: View) -> None:
        """A greedy player remembers nothing."""

    def answer(self, view: View, prompt: Prompt) -> SeatCommand:
        """The command that answers the prompt."""
        if prompt.stage == Stage.BURN_QUERY:
            return burn_command(view, prompt, self._cover(view, prompt))
        if prompt.stage != Stage.PLAYING:
            return answer_before_play(view, prompt)
        play = self._turn(view, prompt)
        return pass_command(prompt) if play is None else play_command(view, prompt, play)

    def _turn(self, view: View, prompt: Prompt) -> Play | None:
        plays = legal_plays(view, prompt)
        table = deal_of(view).round
        if self._team and plays and shuts_ally(view, self._seat):
            return None
        if self._random_rate and self._rng.random() < self._random_rate:
            return self._rng.choice(plays if table.laid is None else [*plays, None])
        if table.laid is None:
            hand = own_hand(view, prompt).counts
            whole = [play for play in plays if play.base >= 0 and play.naturals == hand[play.base]]
            return min(whole or plays, key=cost_of)
        if not plays or (self._team and same_side(self._seat, table.top)):
            return None
        return min(plays, key=cost_of)

    def _cover(self, view: View, prompt: Prompt) -> Play | None:
        """A cover after which one play is left at most, against an enemy."""
        deal = deal_of(view)
        if deal.round.laid is None or same_side(self._seat, deal.round.top):
            return None
        hand = own_hand(view, prompt).counts
        safe = [play for play in covers(hand, deal.round.laid.play, view.rules) if natural_sets(minus(hand, play)) <= 1]
        return min(safe, key=cost_of, default=None)


def random_player(seat: Seat, rng: Random) -> GreedyPlayer:
    """Any legal move, but no burn that would need a plan: the lowest yardstick."""
    return GreedyPlayer(seat, rng, team=False, random_rate=1.0)


def greedy_player(seat: Seat, rng: Random) -> GreedyPlayer:
    """Beats friend and foe with the cheapest play: a yardstick."""
    return GreedyPlayer(seat, rng, team=False)


def greedy_team_player(seat: Seat, rng: Random) -> GreedyPlayer:
    """Lets its allies' plays lie: a yardstick, and the easy level."""
    return GreedyPlayer(seat, rng)


#: The yardsticks by name, weakest first. They stay as they are, so that figures of different times can be compared.
BASELINES: Mapping[str, Callable[[Seat, Random], Player]] = MappingProxyType(
    {
        "random": random_player,
        "greedy": greedy_player,
        "greedy-team": greedy_team_player,
        "hint": public_hint_player,
    }
)
