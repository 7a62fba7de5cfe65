"""The levels that a person chooses from, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from gouji_desktop.bots.baselines import GreedyPlayer, greedy_team_player
from gouji_desktop.bots.player import Player
from gouji_desktop.rules.seats import Seat

#: So often a novice makes any legal move.
NOVICE_RANDOM_RATE = 0.15


class UnknownLevelError(ValueError):
    """A level that does not exist; its text is one sentence."""


def novice(seat: Seat, rng: Random) -> Player:
    """Greedy for its side, with now and then a move at random."""
    return GreedyPlayer(seat, rng, random_rate=NOVICE_RANDOM_RATE)


#: Every level by its name, weakest first.
LEVELS: Mapping[str, Callable[[Seat, Random], Player]] = MappingProxyType(
    {
        "novice": novice,
        "easy": greedy_team_player,
        "medium": greedy_team_player,
        "hard": greedy_team_player,
        "master": greedy_team_player,
    }
)


def make_player(level: str, seat: Seat, rng: Random) -> Player:
    """A player of the level for a seat; all its chance comes from `rng`. Raises UnknownLevelError."""
    try:
        make = LEVELS[level]
    except KeyError:
        raise UnknownLevelError(f"unknown level {level!r}: the levels are {', '.join(LEVELS)}") from None
    return make(seat, rng)
