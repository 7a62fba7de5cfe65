"""Looks for cycles of garbage in the thread of the window, and nowhere else.

Left alone, Python looks for them in whichever thread happens to make the next object: the store's, the keyring's, that
of a thinking bot. A timer or an item of Qt's that is part of such a cycle then dies in a thread that it does not live
in, and Qt takes the whole program with it.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimerEvent

#: Milliseconds between two looks.
PERIOD = 1000
#: With fewer new objects than these there is nothing to look through.
YOUNG = 2000
#: Every so many sweeps one takes in what has survived one already; and every so many, everything.
MIDDLE, WHOLE = 10, 100


class Sweeper(QObject):
    """Takes the place of Python's own collector, in the thread that makes it."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._sweeps = 0
        self._settled = False

    def begin(self) -> None:
        """Switch Python's own collector off for good, and sweep now and then as long as the parent lives."""
        gc.disable()
        self.startTimer(PERIOD)

    def timerEvent(self, event: QTimerEvent) -> None:  # noqa: ARG002 - Qt's name
        """Qt's handler of the timer."""
        if self._settled:
            self.sweep()
        else:
            # What the program has built by now stays as long as it does: a look through all of it would be felt.
            self._settled = True
            gc.freeze()

    def sweep(self) -> None:
        """Free what is garbage, if so much is new that a sweep may be worth it."""
        if gc.get_count()[0] < YOUNG:
            return
        self._sweeps += 1
        gc.collect(2 if self._sweeps % WHOLE == 0 else 1 if self._sweeps % MIDDLE == 0 else 0)
