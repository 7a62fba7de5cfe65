"""The levels that a person chooses from, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from gouji_desktop.bots.baselines import GreedyPlayer, greedy_team_player
from gouji_desktop.bots.house import HousePlayer
from gouji_desktop.bots.player import Player
from gouji_desktop.bots.search.master import FIXED_WORLDS, MasterPlayer
from gouji_desktop.bots.weights import Weights
from gouji_desktop.rules.seats import Seat

#: So often a novice makes any legal move.
NOVICE_RANDOM_RATE = 0.15
#: The error in each value that a medium player weighs.
MEDIUM_NOISE = 0.3


#: Worlds that a master looks at; at a table of the window its time decides instead.
MASTER_WORLDS = FIXED_WORLDS


class UnknownLevelError(ValueError):
    """A level that does not exist; its text is one sentence."""


def novice(seat: Seat, rng: Random) -> Player:
    """Greedy for its side, with now and then a move at random."""
    return GreedyPlayer(seat, rng, random_rate=NOVICE_RANDOM_RATE)


def _without_inference(weights: Weights) -> Weights:
    return weights._replace(inference=1.0)


def medium(seat: Seat, rng: Random, weights: Weights | None = None) -> Player:
    """The house bot without a memory for cards, a little careless."""
    given = None if weights is None else _without_inference(weights)
    return HousePlayer(seat, rng, given, adapt=_without_inference, counts=False, noise=MEDIUM_NOISE)


def hard(seat: Seat, rng: Random, weights: Weights | None = None) -> Player:
    """The house bot that counts every card and concludes from what others let lie."""
    return HousePlayer(seat, rng, weights)


def master(seat: Seat, rng: Random, weights: Weights | None = None) -> Player:
    """The house bot that looks ahead: it searches here and now, over a fixed number of worlds."""
    return MasterPlayer(seat, rng, worlds=MASTER_WORLDS, weights=weights)


#: Every level by its name, weakest first.
LEVELS: Mapping[str, Callable[[Seat, Random], Player]] = MappingProxyType(
    {
        "novice": novice,
        "easy": greedy_team_player,
        "medium": medium,
        "hard": hard,
        "master": master,
    }
)

#: The levels that play by weights: those of the rule set's family, unless others are given.
WEIGHING: Mapping[str, Callable[[Seat, Random, Weights | None], Player]] = MappingProxyType(
    {"medium": medium, "hard": hard, "master": master}
)


def maker_of(level: str) -> Callable[[Seat, Random], Player]:
    """What makes players of the level. Raises UnknownLevelError."""
    try:
        return LEVELS[level]
    except KeyError:
        raise UnknownLevelError(f"unknown level {level!r}: the levels are {', '.join(LEVELS)}") from None


def weighing_maker(level: str, weights: Weights) -> Callable[[Seat, Random], Player]:
    """What makes players of the level that play by these weights. Raises UnknownLevelError for one that has none."""
    if level not in WEIGHING:
        raise UnknownLevelError(f"{level!r} plays by no weights: {', '.join(WEIGHING)} do")
    make = WEIGHING[level]
    return lambda seat, rng: make(seat, rng, weights)


def make_player(level: str, seat: Seat, rng: Random) -> Player:
    """A player of the level for a seat; all its chance comes from `rng`. Raises UnknownLevelError."""
    return maker_of(level)(seat, rng)
