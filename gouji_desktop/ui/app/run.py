"""The ways into the window: `run_window` opens it, at home or straight into a match."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from gouji_desktop.ui.app.display import display_trouble
from gouji_desktop.ui.app.telling import complain

if TYPE_CHECKING:
    from gouji_desktop.rules.ruleset import RuleSet

NO_DISPLAY = 2


class MatchRequest(NamedTuple):
    """A match that is asked for from outside."""

    rules: RuleSet
    #: Level of the bots, None: as set on the page 开一局.
    level: str | None = None
    #: The same seed deals the same cards.
    seed: int | None = None
    deals: int | None = None


def run_window(request: MatchRequest | None = None) -> int:
    """Open the window and stay until it is closed; the exit status of the program."""
    trouble = display_trouble(os.environ)
    if trouble:
        complain(trouble)
        return NO_DISPLAY
    from gouji_desktop.ui.app.starting import run

    return run(request)
