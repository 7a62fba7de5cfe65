"""What a player keeps of the events that it was told."""

from __future__ import annotations

from gouji_desktop.bots.tracker import EMPTY_TRACKER, Tracker, catch_up, fold_tracker
from gouji_desktop.rules.events import DealStarted, Event
from gouji_desktop.rules.views import View


class Memory:
    """A tracker that follows a seat's events; a player that sat down in the middle of a deal reads what it can."""

    __slots__ = ("_complete", "_tracker")

    def __init__(self) -> None:
        self._tracker = EMPTY_TRACKER
        self._complete = False

    def observe(self, event: Event) -> None:
        """An event as the seat saw it."""
        if isinstance(event, DealStarted):
            self._complete = True
        if self._complete:
            self._tracker = fold_tracker(self._tracker, event)

    def tracker(self, view: View) -> Tracker:
        """What is remembered of the running deal."""
        return self._tracker if self._complete else catch_up(view)
