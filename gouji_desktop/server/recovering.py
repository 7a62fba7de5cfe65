"""Everybody who waits until the store can be written again: one of them tries for all, so that many cost no more."""

from __future__ import annotations

import logging
from typing import Protocol

from gouji_desktop.server.ports import StoreError
from gouji_desktop.table.local import Scheduler, Timer

_log = logging.getLogger(__name__)

#: So many go on at once; the loop has other things to do before the next ones.
_AT_ONCE = 10


class Waiter(Protocol):
    """Something that stands still while the store cannot be written."""

    def try_again(self) -> None:
        """Write what could not be written. Raises StoreError."""
        ...

    def go_on(self) -> None:
        """It could be written."""
        ...


class Recovery:
    """Tries again every few seconds while somebody waits."""

    def __init__(self) -> None:
        #: In the order of their turns.
        self._waiting: dict[Waiter, None] = {}
        self._scheduler: Scheduler | None = None
        self._timer: Timer | None = None
        self._seconds = 0.0

    def wait(self, who: Waiter, scheduler: Scheduler, seconds: float) -> None:
        """Somebody waits, and tries again so many seconds after the last who failed."""
        if scheduler is not self._scheduler:
            # Another server over the same store: who waited in the one before does not live any more.
            self._waiting.clear()
            self._scheduler, self._timer = scheduler, None
        self._seconds = seconds
        self._waiting[who] = None
        if self._timer is None:
            self._plan(seconds)

    def leave(self, who: Waiter) -> None:
        """Somebody waits no longer."""
        self._waiting.pop(who, None)

    def _plan(self, seconds: float) -> None:
        assert self._scheduler is not None, "somebody waits"
        self._timer = self._scheduler.call_later(seconds, self._next)

    def _next(self) -> None:
        self._timer = None
        rest = 0.0
        for _ in range(min(_AT_ONCE, len(self._waiting))):
            who = next(iter(self._waiting), None)
            if who is None:
                break
            del self._waiting[who]
            try:
                who.try_again()
            except StoreError:
                # The next time it is somebody else's turn: it may be this one's own fault.
                self._waiting[who] = None
                rest = self._seconds
                break
            try:
                who.go_on()
            except Exception:  # noqa: BLE001 - the others go on whatever it is
                _log.exception("what stood still cannot go on")
        if self._waiting and self._timer is None:
            self._plan(rest)
