"""An event loop whose time runs faster than the world's: real sockets, and waits that are short for a test."""

from __future__ import annotations

import asyncio
import selectors


class _Selector(selectors.DefaultSelector):
    """Waits for sockets as long as the loop's time says."""

    loop: HurriedLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(None if timeout is None else timeout / self.loop.speed)


class HurriedLoop(asyncio.SelectorEventLoop):
    """Runs as fast as `speed` says; at first as any other loop."""

    def __init__(self) -> None:
        self.speed = 1.0
        self._since = 0.0
        self._then = 0.0
        selector = _Selector()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return self._then + (super().time() - self._since) * self.speed

    def hurry(self, speed: float) -> None:
        """Let time pass so many times faster from now on."""
        self._then, self._since = self.time(), super().time()
        self.speed = speed
