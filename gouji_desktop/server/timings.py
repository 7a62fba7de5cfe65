"""How long things take, counted in the thread of the event loop alone: cheap enough for every frame."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.table.controllers import Thinker, Thought

#: Seconds, from a tenth of a millisecond to one.
_SHORT = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
#: Delay from which the event loop is not ready for more, in seconds.
LAG_LIMIT = 0.25


class Timing:
    """How many values lie up to each bound, and their sum."""

    __slots__ = ("_bounds", "_counts", "sum")

    def __init__(self, bounds: Sequence[float] = _SHORT) -> None:
        self._bounds = tuple(bounds)
        self._counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, value: float) -> None:
        """Count a value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self.sum += value

    @property
    def buckets(self) -> list[tuple[str, float]]:
        """How many values are at most so great, as Prometheus counts them: each bound, and all of them last."""
        found, total = [], 0
        for bound, count in zip((*map(str, self._bounds), "+Inf"), self._counts, strict=True):
            total += count
            found.append((bound, float(total)))
        return found


@dataclass(frozen=True, slots=True)
class Timings:
    """All that is timed in one server."""

    #: A frame in the core, with everything that follows from it.
    frames: Timing = field(default_factory=Timing)
    #: A command of a seat: checked, carried out, kept and told.
    commands: Timing = field(default_factory=Timing)
    #: A bot's or a trustee's answer, where it thinks in the loop.
    bots: Timing = field(default_factory=Timing)
    #: A transaction of the store, and how many statements it had.
    appends: Timing = field(default_factory=Timing)
    batches: Timing = field(default_factory=lambda: Timing((1, 2, 3, 5, 8, 13, 21, 34)))
    #: How long a frame waited that a client did not take at once.
    deliveries: Timing = field(default_factory=lambda: Timing((*_SHORT, 2.5, 5.0, 10.0)))
    #: How much later than planned the event loop calls.
    lags: Timing = field(default_factory=lambda: Timing((0.001, 0.0025, *_SHORT[5:10], LAG_LIMIT, 0.5, 1.0, 2.5)))

    def committed(self, seconds: float, statements: int) -> None:
        """A transaction took so long."""
        self.appends.observe(seconds)
        self.batches.observe(statements)


def timed(thinker: Thinker, timing: Timing) -> Thinker:
    """The same way to think, with the time that it takes counted."""

    def think(answer: Callable[[], SeatCommand]) -> Thought:
        def timed_answer() -> SeatCommand:
            start = perf_counter()
            try:
                return answer()
            finally:
                timing.observe(perf_counter() - start)

        return thinker(timed_answer)

    return think
