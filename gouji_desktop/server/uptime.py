"""How long the server has run, over all its starts: what is kept grows old by this clock alone.

The time of day jumps: a wrong battery, a wrong time server, an operator's slip. A day that never was must end nobody's
account, and no token. What a person reads (when a session was last used) is the time of day all the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from gouji_desktop.server.database import Database

#: It is kept this often, in seconds; so much of it is lost at most when the server is killed.
_KEEP_SECONDS = 600


class Moment(NamedTuple):
    """Now, by both clocks in seconds: since the epoch, and of uptime."""

    day: int
    up: int


class Uptime:
    """The clock of one store. `clock` is one that never jumps."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        """Raises StoreError."""
        self._database = database
        self._clock = clock
        ((before,),) = database.read("SELECT uptime FROM housekeeping")
        self._kept = int(before)
        self._start = clock() - self._kept

    def now(self) -> int:
        """Seconds that the server has run."""
        return int(self._clock() - self._start)

    def keep(self, *, at_once: bool = False) -> None:
        """Keep it, where that was not done for a while. Raises StoreError."""
        now = self.now()
        if now - self._kept >= (1 if at_once else _KEEP_SECONDS):
            self._database.write("UPDATE housekeeping SET uptime = ?", (now,))
            self._kept = now
