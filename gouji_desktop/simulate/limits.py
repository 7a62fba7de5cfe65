"""A wall-clock limit for what a bot does: where the system can, a call that is over its time is broken off."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from time import perf_counter
from types import FrameType, TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")

#: Seconds after which a call that caught its interruption is interrupted again.
_AGAIN = 0.2


class Overrun(BaseException):
    """A call took longer than its limit. No `Exception`, so that a bot's own handlers let it through."""


class TimeLimit:
    """Calls functions that may take so many seconds each; 0 for no limit. To be entered as a context.

    A call over its limit is broken off by an alarm signal where there are such (not on Windows, and in the main thread
    alone); elsewhere it is known to have been too long once it comes back.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._breaks_off = (
            seconds > 0 and hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        )
        self._before: Any = None

    def __enter__(self) -> Self:
        if self._breaks_off:
            self._before = signal.signal(signal.SIGALRM, _strike)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._breaks_off:
            signal.signal(signal.SIGALRM, self._before)

    def call(self, function: Callable[..., T], *words: Any) -> T:
        """The function's result. Raises Overrun, or whatever the function raises in time."""
        start = perf_counter()
        try:
            if self._breaks_off:
                signal.setitimer(signal.ITIMER_REAL, self.seconds, _AGAIN)
            result = function(*words)
        finally:
            if self._breaks_off:
                _disarm()
        if self.seconds and perf_counter() - start > self.seconds:
            raise Overrun
        return result


def _strike(_signal: int, _frame: FrameType | None) -> None:
    raise Overrun


def _disarm() -> None:
    """Stop the alarm, even if it strikes at this moment."""
    while True:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        except Overrun:
            continue
        return
