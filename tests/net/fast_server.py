"""A table server whose clock runs fast, as a process of its own: `python -m tests.net.fast_server FOLDER FACTOR`.

It prints its port and serves until it is ended. Everything is the real thing but the time: an hour at a table of bots
passes in seconds. Time limits of connections are lengthened as much as the clock is sped up.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from gouji_desktop.server.app import TableServer
from gouji_desktop.server.config import Config, Limits

#: Limits that are about connections and not about the table.
_CONNECTION = (
    *("open_seconds", "hello_seconds", "auth_seconds", "ping_seconds", "pong_seconds", "slow_seconds"),
    "nonce_seconds",
)


class FastLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock runs faster than time."""

    def __init__(self, factor: float) -> None:
        self._factor = factor
        super().__init__()
        inner: Any = self
        waits = inner._selector.select
        inner._selector.select = lambda timeout=None: waits(None if timeout is None else timeout / factor)

    def time(self) -> float:
        """The time of everything that runs in the loop."""
        return super().time() * self._factor


async def serve(folder: Path, factor: float) -> None:
    """Serve until the process is ended."""
    limits = Limits()
    lengthened = {name: getattr(limits, name) * factor for name in _CONNECTION}
    server = TableServer(Config(data=folder, port=0, limits=limits._replace(**lengthened)))
    await server.start()
    try:
        print(server.url, flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    finally:
        await server.stop()


if __name__ == "__main__":
    loop = FastLoop(float(sys.argv[2]))
    loop.run_until_complete(serve(Path(sys.argv[1]), float(sys.argv[2])))
    loop.close()
