"""What each seat sees of a running match, and its automatic player that learns of it.

Folding six views and telling six players costs more than all else at a table of six persons, where nobody looks at
them: a person's seat is therefore projected from the truth when its view is asked for, and the player behind it, its
trustee, hears what happened when it is to act. Both lead to the same views (a law, see tests/laws).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gouji_desktop.rules.engine import evolve
from gouji_desktop.rules.events import DealStarted, Event
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.state import Match
from gouji_desktop.rules.views import SeatAudience, View, project, redact, seen_by_all
from gouji_desktop.table.controllers import PlayerController

_SEAT_AUDIENCES = tuple(SeatAudience(seat) for seat in range(SEATS))


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

    def see_openly(self, events: Sequence[Event]) -> None:
        """These happened, of which everybody sees the same: no deal begins with them."""
        self._unheard.extend(events)

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


class Eyes:
    """The eyes of all seats."""

    def __init__(self, players: Sequence[PlayerController], match: Match, acts: Callable[[Seat], bool]) -> None:
        """`acts` tells whether a seat's player plays for it, and so has to hear of everything at once."""
        self._eyes = [Eye(seat, player, match) for seat, player in enumerate(players)]
        self._acts = acts

    def __getitem__(self, seat: Seat) -> Eye:
        return self._eyes[seat]

    def open(self, match: Match) -> None:
        """Begin to see from here."""
        for eye in self._eyes:
            eye.open(match)

    def see(self, events: list[Event], before: Match) -> list[list[Event]]:
        """Events happened after a match; what each seat is told of them: `events` itself where all see the same."""
        if all(map(seen_by_all, events)):
            # Most of what happens, and what costs the least.
            for seat, eye in enumerate(self._eyes):
                eye.see_openly(events)
                if self._acts(seat):
                    eye.catch_up()
            return [events] * SEATS
        seen: list[list[Event]] = [[] for _ in range(SEATS)]
        for event in events:
            for audience, eye, told_so_far in zip(_SEAT_AUDIENCES, self._eyes, seen, strict=True):
                told = redact(event, audience)
                if told is not None:
                    told_so_far.append(told)
                    eye.see(told, before)
                    if self._acts(audience.seat):
                        eye.catch_up()
            before = evolve(before, event)
        return seen
