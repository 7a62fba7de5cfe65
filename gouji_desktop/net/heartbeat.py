"""Whether the server is still there: pings, latency, silence, and a machine that slept."""

from __future__ import annotations

from collections.abc import Callable

from gouji_desktop.net.clientstate import SILENCE_SHOWN
from gouji_desktop.table.local import Scheduler, Timer

TICK_SECONDS = 1.0
#: A ping is sent so often, and sooner where a match runs and nothing was heard.
PING_SECONDS = 10.0
QUIET_SECONDS = 2.0
#: An answer that is due for longer will not come: the connection is dead.
DEAD_SECONDS = 10.0
#: A tick that comes later than this has slept.
SLEPT_SECONDS = 5.0


class Heartbeat:
    """Ticks once a second while a client wants to be connected.

    `ping` sends a ping of a number, `silent` is called while an answer is overdue (True: for too long), `slept` when
    the clock has jumped. `wall` is a clock that runs while the machine sleeps.
    """

    def __init__(
        self,
        scheduler: Scheduler,
        wall: Callable[[], float],
        ping: Callable[[int], None],
        silent: Callable[[bool], None],
        slept: Callable[[], None],
    ) -> None:
        self._scheduler = scheduler
        self._wall = wall
        self._ping = ping
        self._silent = silent
        self._slept = slept
        self._timer: Timer | None = None
        self._ticked = 0.0
        self._up = False
        self._heard = 0.0
        self._due_since: float | None = None
        self._number = 0
        #: When each ping without a pong was sent.
        self._pings: dict[int, float] = {}
        self._pinged = 0.0
        #: A match runs: silence is worth a question sooner.
        self.lively = False
        #: Milliseconds between the last ping and its pong.
        self.latency_ms: int | None = None

    @property
    def silent_for(self) -> float:
        """Seconds for which an answer has been due and nothing at all was heard."""
        if not self._up or self._due_since is None:
            return 0.0
        return max(0.0, self._scheduler.time() - max(self._due_since, self._heard))

    def start(self) -> None:
        """Tick, unless it does already."""
        if self._timer is None:
            self._ticked = self._wall()
            self._timer = self._scheduler.call_later(TICK_SECONDS, self._tick)

    def stop(self) -> None:
        """Tick no more."""
        self.disconnected()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def connected(self) -> None:
        """A connection was made."""
        self._up = True
        self._heard = self._pinged = self._scheduler.time()
        self._due_since = None
        self._pings.clear()

    def disconnected(self) -> None:
        """It is gone."""
        self._up = False
        self._due_since = None
        self._pings.clear()

    def expect(self) -> None:
        """Something was sent that is answered."""
        if self._due_since is None:
            self._due_since = self._scheduler.time()

    def heard(self) -> bool:
        """Something came; whether that ends a silence of which a person was told."""
        shown = self.silent_for >= SILENCE_SHOWN
        self._heard = self._scheduler.time()
        return shown

    def still_due(self, due: bool) -> None:
        """Whether answers are due after what came was handled."""
        self._due_since = self._heard if due or self._pings else None

    def pong(self, number: int) -> None:
        """The answer to a ping; those before it have theirs."""
        sent = self._pings.get(number)
        if sent is not None:
            self.latency_ms = round((self._scheduler.time() - sent) * 1000)
            self._pings = {each: when for each, when in self._pings.items() if each > number}

    def ask(self) -> int:
        """Send a ping now; its number."""
        self._number += 1
        self._pings[self._number] = self._pinged = self._scheduler.time()
        self.expect()
        self._ping(self._number)
        return self._number

    def _tick(self) -> None:
        late = self._wall() - self._ticked - TICK_SECONDS
        self._ticked = self._wall()
        self._timer = self._scheduler.call_later(TICK_SECONDS, self._tick)
        if late > SLEPT_SECONDS:
            self._slept()
        elif self._up:
            self._look()

    def _look(self) -> None:
        now = self._scheduler.time()
        if self.silent_for >= SILENCE_SHOWN:
            self._silent(self.silent_for >= DEAD_SECONDS)
        elif now - self._pinged >= PING_SECONDS or (
            self.lively and self._due_since is None and now - self._heard >= QUIET_SECONDS
        ):
            self.ask()
