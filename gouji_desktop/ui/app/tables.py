"""What a table of the window is made of: bots, hints, and the setup from the page 开一局 or from a log."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from gouji_desktop.bots.hints import Suggestion, suggestions
from gouji_desktop.bots.levels import LEVELS, make_player
from gouji_desktop.bots.player import Player
from gouji_desktop.bots.trustee import ChosenTrustee, TrusteePolicy
from gouji_desktop.profile.settings import Settings
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.table.chance import fresh_seed, seed_of_text
from gouji_desktop.table.host import TRUSTEE_LEVEL
from gouji_desktop.table.log import LogHeader
from gouji_desktop.table.pacing import Pace
from gouji_desktop.table.setup import PlayerMaker, SeatPlan, TableSetup
from gouji_desktop.ui.models.tableprops import TableInputs


def bot_maker(settings: Callable[[], Settings]) -> PlayerMaker:
    """What makes the players of local tables; a person's trustee follows the settings of the moment."""

    def policy() -> TrusteePolicy:
        return TrusteePolicy(settings().trustee)

    def make(level: str, rules: RuleSet, seat: Seat, seed: int) -> Player:  # noqa: ARG001 - a PlayerMaker
        chance = Random(seed)  # noqa: S311 - bots, not cards
        if level == TRUSTEE_LEVEL or level not in LEVELS:
            return ChosenTrustee(seat, chance, policy)
        return make_player(level, seat, chance)

    return make


#: Makes bots, and trustees of the usual policy.
make_bot: PlayerMaker = bot_maker(Settings)


def hints_of(inputs: TableInputs) -> list[Suggestion]:
    """Suggestions for the open prompt, best first."""
    update = inputs.update
    if update is None or update.prompt is None:
        return []
    return suggestions(update.view, update.prompt, inputs.tracking.tracker)


def new_setup(
    rules: RuleSet,
    seats: tuple[SeatPlan, ...],
    settings: Settings,
    *,
    deals: int | None = None,
    seed: int | None = None,
) -> TableSetup:
    """The table of a new match. Raises ValueError where it makes none."""
    return TableSetup(
        rules,
        seats,
        deals=deals,
        seed=fresh_seed() if seed is None else seed_of_text(str(seed)),
        pace=Pace(settings.pace),
        turn_seconds=settings.turn_seconds or None,
        auto_pass=settings.auto_pass,
    )


def setup_of_log(header: LogHeader, settings: Settings) -> TableSetup:
    """The table of a match that is taken up again: the old rules, seats and chance, at the present pace."""
    return TableSetup(
        header.rules,
        header.seats,
        deals=header.deals,
        seed=header.seed,
        pace=Pace(settings.pace),
        turn_seconds=settings.turn_seconds or None,
        auto_pass=settings.auto_pass,
    )
