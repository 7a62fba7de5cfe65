"""托管: who plays a seat whose person is away."""

from __future__ import annotations

from random import Random

from gouji_desktop.bots.house import HousePlayer
from gouji_desktop.bots.weights import WEIGHTS
from gouji_desktop.rules.seats import Seat

#: An answer must be better than letting the play lie by so much.
CLEARLY = 0.25
#: It beats no ally but to go out, and burns only what it all but surely finishes.
CAUTIOUS = WEIGHTS._replace(ally=WEIGHTS.ally + 2.0, burn_safe=0.95)


def trustee(seat: Seat, rng: Random) -> HousePlayer:
    """A player that spends nothing of the absent person's without need: it passes where it is not clearly right."""
    return HousePlayer(seat, rng, CAUTIOUS, least_gain=CLEARLY, cautious=True)
