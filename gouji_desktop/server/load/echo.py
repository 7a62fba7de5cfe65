"""A raw echo: what a server on `websockets` costs that does nothing. `python -m gouji_desktop.server.load.echo`."""

from __future__ import annotations

import sys

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from gouji_desktop.server.load.running import run_fast


async def _echo(connection: ServerConnection) -> None:
    try:
        async for frame in connection:
            await connection.send(frame)
    except ConnectionClosed:
        return


async def _main() -> None:
    async with serve(_echo, "127.0.0.1", 0, compression=None, max_size=2**16, ping_interval=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        sys.stdout.write(f"ws://127.0.0.1:{port}/\n")
        sys.stdout.flush()
        await server.serve_forever()


if __name__ == "__main__":
    run_fast(_main())
