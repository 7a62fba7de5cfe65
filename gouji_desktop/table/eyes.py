"""What each seat sees of a running match, and its automatic player that learns of it.

Folding six views and telling six players costs more than all else at a table of six persons, where nobody looks at
them: a person's seat is therefore projected from the truth when its view is asked for, and the player behind it, its
trustee, hears what happened when it is to act. Both lead to the same views (a law, see tests/laws).
"""

from __future__ import annotations

from gouji_desktop.rules.engine import evolve
from gouji_desktop.rules.events import DealStarted, Event
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Match
from gouji_desktop.rules.views import SeatAudience, View, project
from gouji_desktop.table.controllers import PlayerController


class Eye:
    """One seat's view and player."""

    __slots__ = ("_audience", "_projected", "_truth", "_unheard", "_view", "player")

    def __init__(self, seat: Seat, player: PlayerController, match: Match) -> None:
        self.player = player
        self._audience = SeatAudience(seat)
        #: The view as far as the player has heard, and what it has not heard of.
        self._view: View = match
        self._unheard: list[Event] = []
        #: The view that was asked for last, and the truth of which it was one.
        self._projected: View = match
        self._truth = match

    def view(self, match: Match) -> View:
        """What the seat sees of the match."""
        if self._truth is not match:
            self._truth = match
            self._projected = project(match, self._audience) if self._unheard else self._view
        return self._projected

    def open(self, match: Match) -> None:
        """Begin to see from here; the player has heard of nothing before."""
        self._unheard.clear()
        self._truth, self._view = match, project(match, self._audience)
        self._projected = self._view

    def see(self, told: Event, before: Match) -> None:
        """Something happened; `before` is the truth before. A player that does not act hears of its own deal alone."""
        if isinstance(told, DealStarted) and self._unheard:
            self._unheard.clear()
            self._view = project(before, self._audience)
        self._unheard.append(told)

    def catch_up(self) -> None:
        """Tell the player everything that it has not heard of."""
        for told in self._unheard:
            self._view = evolve(self._view, told)
            self.player.observe(told, self._view)
        self._unheard.clear()

    def ask(self, match: Match, prompt: Prompt) -> None:
        """Let the player think about a prompt."""
        self.catch_up()
        self.player.ask(self.view(match), prompt)
