"""A table server as a process of its own whose clock runs fast, and which can be made to die in the midst of something.

    python -m tests.chaos.serving FOLDER PORT FACTOR

It says on standard output where it listens, and ends in good order at SIGTERM. With GOUJI_CHAOS_DIE=<point>:<number>
it kills itself (SIGKILL) when it comes to that point of mortal.py for the so-manieth time with a match running.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from gouji_desktop.server import app
from gouji_desktop.server.config import Config, Limits, Rate
from gouji_desktop.server.outbound import Outbound
from tests.chaos.mortal import MortalStore, Point
from tests.net.fast_server import FastLoop

DIE = "GOUJI_CHAOS_DIE"
#: Limits that are about connections and not about the table, and last as long as they do elsewhere.
_CONNECTION = ("open_seconds", "hello_seconds", "auth_seconds", "ping_seconds", "pong_seconds", "slow_seconds")
_OFTEN = Rate(100_000, 10_000.0)


class _Death:
    """Ends the process at a point."""

    def __init__(self, point: Point, number: int) -> None:
        self._point = point
        self._left = number

    def reach(self, point: Point) -> None:
        """The server is at a point."""
        self._left -= point == self._point
        if self._left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)


def _arrange_death(word: str) -> None:
    point, _, number = word.partition(":")
    death = _Death(Point(point), int(number))
    MortalStore.doom = death  # type: ignore[assignment]
    send = Outbound.send

    def telling(self: Outbound, frame: bytes, **how: Any) -> None:
        send(self, frame, **how)
        if b'"k":"ev"' in frame[:10]:
            death.reach(Point.TELLING)

    Outbound.send = telling  # type: ignore[method-assign]


async def _serve(folder: Path, port: int, factor: float) -> None:
    limits = Limits(logins_per_address=_OFTEN, handshakes_per_address=_OFTEN)
    lengthened = {name: getattr(limits, name) * factor for name in _CONNECTION}
    server = app.TableServer(Config(data=folder, port=port, limits=limits._replace(**lengthened)))
    end = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end.set)
    await server.start()
    print(server.port, len(server.core.rooms), flush=True)
    if word := os.environ.get(DIE):
        assert MortalStore.doom is None
        _arrange_death(word)
        server.core._deps.store.__class__ = MortalStore
    await end.wait()
    await server.stop(app.RECONNECT_AFTER, patience=factor)


if __name__ == "__main__":
    loop = FastLoop(float(sys.argv[3]))
    loop.run_until_complete(_serve(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
    loop.close()
