"""托管: who plays a seat whose person is away, by one of two policies."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from random import Random

from gouji_desktop.bots.house import HousePlayer
from gouji_desktop.bots.weights import Weights
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.views import View

#: An answer must be better than letting the play lie by so much.
CLEARLY = 0.25


class TrusteePolicy(StrEnum):
    """How a trustee plays."""

    #: It spends nothing of the absent person's without need and takes no risks; where in doubt it passes.
    CAUTIOUS = "cautious"
    #: It plays as well as it can.
    FULL = "full"


def cautious_weights(weights: Weights) -> Weights:
    """The weights of a player that beats no ally but to go out, and burns only what it all but surely finishes."""
    return weights._replace(ally=weights.ally + 2.0, burn_safe=0.95)


def trustee(seat: Seat, rng: Random, policy: TrusteePolicy = TrusteePolicy.CAUTIOUS) -> HousePlayer:
    """A player of the policy."""
    if policy is TrusteePolicy.FULL:
        return HousePlayer(seat, rng)
    return HousePlayer(seat, rng, adapt=cautious_weights, least_gain=CLEARLY, cautious=True)


class ChosenTrustee:
    """A trustee whose policy may be changed while it plays: it is asked for at every question."""

    def __init__(self, seat: Seat, rng: Random, policy: Callable[[], TrusteePolicy]) -> None:
        self._policy = policy
        self._players = {each: trustee(seat, rng, each) for each in TrusteePolicy}

    def observe(self, event: Event, view: View) -> None:
        """Either of them may have to play on."""
        for player in self._players.values():
            player.observe(event, view)

    def answer(self, view: View, prompt: Prompt) -> SeatCommand:
        """The command that answers the prompt, by the policy of the moment."""
        return self._players[self._policy()].answer(view, prompt)
