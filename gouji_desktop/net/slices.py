"""How much is done in one turn of a loop that others need as well: the window's."""

from __future__ import annotations

import time
from collections.abc import Callable

#: A turn ends after so many pieces of work, or once they have taken so long.
PIECES = 64
SECONDS = 0.004


class Slices:
    """Asked after each piece of work."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._begin()

    def _begin(self) -> None:
        self._left = PIECES
        self._since = self._clock()

    def full(self) -> bool:
        """Whether the loop is to have its turn now; the next slice begins with it."""
        self._left -= 1
        if self._left > 0 and self._clock() - self._since < SECONDS:
            return False
        self._begin()
        return True
