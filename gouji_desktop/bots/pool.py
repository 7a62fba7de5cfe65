"""The pool of players by name: the levels, the baselines, and third parties' bots.

A third party's package offers a bot by an entry point of the group `gouji_desktop.bots` (docs/bot-authors.md). It is
loaded when its name is asked for and not before, so that a broken one stands in nobody else's way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.metadata import EntryPoint, distributions, entry_points
from random import Random
from types import MappingProxyType

from gouji_desktop.bots.baselines import BASELINES
from gouji_desktop.bots.levels import LEVELS
from gouji_desktop.bots.player import Player
from gouji_desktop.rules.seats import Seat

#: The group of entry points that third parties' bots are found by.
ENTRY_POINT_GROUP = "gouji_desktop.bots"

Maker = Callable[[Seat, Random], Player]

#: The players that come with the program; no other bot takes their names.
BUILT_IN: Mapping[str, Maker] = MappingProxyType({**LEVELS, **BASELINES})


class PoolError(ValueError):
    """A player that is not to be had; its text is one sentence."""


class UnknownPlayerError(PoolError):
    """Nobody in the pool has this name."""


class BrokenPlayerError(PoolError):
    """A third party's bot that cannot be loaded, or a maker that makes no player."""


def third_parties() -> dict[str, list[EntryPoint]]:
    """The entry points of third parties' bots by name, sorted; none of them is loaded.

    More than one for a name: several packages offer it. Names of the program's own players are left out.
    """
    found: dict[str, list[EntryPoint]] = {}
    for point in _points():
        # A package that lies twice on the path offers the same thing twice.
        others = found.setdefault(point.name, [])
        if point.value not in [other.value for other in others]:
            others.append(point)
    return {name: found[name] for name in sorted(found) if name not in BUILT_IN}


def _points() -> list[EntryPoint]:
    try:
        return list(entry_points(group=ENTRY_POINT_GROUP))
    except Exception:  # noqa: BLE001 - a file of any package on the path may be malformed in any way
        # The list of some package cannot be read: the others are asked one by one.
        found: list[EntryPoint] = []
        for package in distributions():
            with suppress(Exception):
                found.extend(package.entry_points.select(group=ENTRY_POINT_GROUP))
        return found


def names() -> tuple[str, ...]:
    """The names of all players: the levels and the baselines, weakest first, then third parties' bots."""
    return (*BUILT_IN, *third_parties())


def maker_of(name: str) -> Maker:
    """What makes players of this name. The maker raises BrokenPlayerError where it fails.

    Raises UnknownPlayerError, or BrokenPlayerError for a third party's bot that does not import or is not callable.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]
    points = third_parties().get(name)
    if points is None:
        raise UnknownPlayerError(f"unknown player {name!r}: the pool holds {', '.join(names())}")
    if len(points) > 1:
        values = " and ".join(point.value for point in points)
        raise BrokenPlayerError(f"the bot {name!r} is offered twice, by {values}: remove one of the packages")
    return _guarded(name, _loaded(points[0]))


def make_player(name: str, seat: Seat, rng: Random) -> Player:
    """A player of this name for a seat; all its chance comes from `rng`. Raises PoolError."""
    return maker_of(name)(seat, rng)


def _loaded(point: EntryPoint) -> Callable[[Seat, Random], object]:
    """What an entry point names."""
    try:
        maker = point.load()
    except (Exception, SystemExit) as error:
        raise BrokenPlayerError(f"the bot {point.name!r} ({point.value}) cannot be loaded: {told(error)}") from error
    if not callable(maker):
        raise BrokenPlayerError(
            f"the bot {point.name!r} ({point.value}) is no function of a seat and a random.Random"
            f" but {type(maker).__name__}"
        )
    return maker  # type: ignore[no-any-return]


def _guarded(name: str, maker: Callable[[Seat, Random], object]) -> Maker:
    """The maker, whose failures are told in a sentence."""

    def make(seat: Seat, rng: Random) -> Player:
        try:
            player = maker(seat, rng)
        except (Exception, SystemExit) as error:
            raise BrokenPlayerError(f"the bot {name!r} could not be made for seat {seat}: {told(error)}") from error
        lacking = [part for part in ("observe", "answer") if not callable(getattr(player, part, None))]
        if lacking:
            raise BrokenPlayerError(
                f"the bot {name!r} made {type(player).__name__}, which is no player: it has no {lacking[0]!r}"
            )
        return player  # type: ignore[return-value]

    return make


def told(error: BaseException) -> str:
    """An exception in one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
