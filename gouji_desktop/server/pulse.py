"""Whether the clients are still there: a ping to each at regular intervals, and an end to who does not answer.

All connections share one timer and two queues: a task of its own for each would be two kilobytes a connection.
"""

from __future__ import annotations

from typing import Protocol

from gouji_desktop.table.local import Scheduler, Timer


class Pinged(Protocol):
    """What can be pinged."""

    def ping_now(self) -> None:
        """Send a ping."""
        ...

    def fall_silent(self) -> None:
        """It has not answered in time."""
        ...


class Pulse:
    """Pings every connection after so many seconds, and again so many after each answer."""

    def __init__(self, scheduler: Scheduler, seconds: float, patience: float) -> None:
        """`seconds` lie between an answer and the next ping; `patience` is how long an answer may take."""
        self._scheduler = scheduler
        self._seconds = seconds
        self._patience = patience
        # Until when: in the order in which it comes, because the times between are the same for all.
        self._resting: dict[Pinged, float] = {}
        self._asked: dict[Pinged, float] = {}
        self._timer: Timer | None = None

    def add(self, connection: Pinged) -> None:
        """Ping it from now on."""
        self._resting[connection] = self._scheduler.time() + self._seconds
        self._plan()

    def discard(self, connection: Pinged) -> None:
        """It is closed."""
        self._resting.pop(connection, None)
        self._asked.pop(connection, None)
        if not (self._resting or self._asked) and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def answered(self, connection: Pinged) -> None:
        """A pong has come, whether or not it was asked for."""
        if self._asked.pop(connection, None) is not None:
            self.add(connection)

    def _plan(self) -> None:
        if self._timer is None:
            first = min((next(iter(each.values())) for each in (self._resting, self._asked) if each), default=None)
            if first is not None:
                self._timer = self._scheduler.call_later(max(0.0, first - self._scheduler.time()), self._beat)

    def _beat(self) -> None:
        self._timer = None
        # Clocks round: what was waited for exactly is due.
        now = self._scheduler.time() + 1e-3
        for connection in _due(self._asked, now):
            connection.fall_silent()
        for connection in _due(self._resting, now):
            self._asked[connection] = now + self._patience
            connection.ping_now()
        self._plan()


def _due(waiting: dict[Pinged, float], now: float) -> list[Pinged]:
    """Take out those whose time has come."""
    due = []
    for connection, at in waiting.items():
        if at > now:
            break
        due.append(connection)
    for connection in due:
        del waiting[connection]
    return due
