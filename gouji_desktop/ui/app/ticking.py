"""The wood tick of the last seconds of the own turn."""

from __future__ import annotations

from collections.abc import Callable

from gouji_desktop.rules.seats import Seat
from gouji_desktop.table.local import Scheduler, Timer
from gouji_desktop.table.session import Update
from gouji_desktop.ui.presenter.staging import Sound

#: So many seconds before the end it begins.
LAST_SECONDS = 5


class Ticking:
    """Plans a tick for each of the last seconds whenever the own deadline is told anew."""

    def __init__(self, scheduler: Scheduler, play: Callable[[str], object]) -> None:
        self._scheduler = scheduler
        self._play = play
        self._timers: list[Timer] = []

    def follow(self, update: Update, own: Seat | None) -> None:
        """Take in an update of the table."""
        self.stop()
        left = update.clock.left
        if update.prompt is None or update.prompt.seat != own or left is None or update.paused:
            return
        for second in range(1, LAST_SECONDS + 1):
            if left >= second:
                self._timers.append(self._scheduler.call_later(left - second, lambda: self._play(Sound.TICK.value)))

    def stop(self) -> None:
        """No more ticks."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
