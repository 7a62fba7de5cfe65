"""Making and taking up tables: the one place where a session of the window comes from."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random

from gouji_desktop.bots.levels import LEVELS, make_player
from gouji_desktop.bots.player import Player
from gouji_desktop.bots.trustee import trustee
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.table.chance import fresh_seed, seed_of_text
from gouji_desktop.table.host import TRUSTEE_LEVEL
from gouji_desktop.table.pacing import Pace
from gouji_desktop.table.setup import SeatPlan, TableSetup
from gouji_desktop.ui.presenter.newmatch import NewMatch, rules_of
from gouji_desktop.ui.presenter.words import Words


def make_bot(level: str, rules: RuleSet, seat: Seat, seed: int) -> Player:  # noqa: ARG001 - a PlayerMaker
    """The player of a seat: a bot of that level, or the trustee of a person."""
    chance = Random(seed)  # noqa: S311 - bots, not cards
    if level == TRUSTEE_LEVEL or level not in LEVELS:
        return trustee(seat, chance)
    return make_player(level, seat, chance)


def setup_of(
    match: NewMatch,
    own_name: str,
    words: Words,
    options: Mapping[str, object],
    *,
    seed: int | None = None,
) -> TableSetup:
    """The table of a match from the page 开一局. Raises RuleSetError or ValueError."""
    seats = tuple(
        SeatPlan(own_name if not level else words(name), level)
        for level, name in zip(match.levels, match.names, strict=True)
    )
    turn = options.get("turn_seconds")
    return TableSetup(
        rules_of(match),
        seats,
        deals=match.deals,
        seed=fresh_seed() if seed is None else seed_of_text(str(seed)),
        pace=Pace(str(options.get("pace", "normal"))),
        turn_seconds=float(turn) if isinstance(turn, int | float) and turn > 0 else None,
        auto_pass=bool(options.get("auto_pass", False)),
    )


def scheduler() -> asyncio.AbstractEventLoop:
    """The clock of the tables: the one event loop."""
    return asyncio.get_running_loop()
