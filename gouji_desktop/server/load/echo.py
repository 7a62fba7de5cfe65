"""A raw echo: what a server on `websockets` costs that does nothing."""

from __future__ import annotations

import sys

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed


async def _echo(connection: ServerConnection) -> None:
    try:
        async for frame in connection:
            await connection.send(frame)
    except ConnectionClosed:
        return


async def serve_echo() -> None:
    """Serve until the process is ended, after a line on standard output that says where."""
    async with serve(_echo, "127.0.0.1", 0, compression=None, max_size=2**16, ping_interval=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        sys.stdout.write(f"ws://127.0.0.1:{port}/\n")
        sys.stdout.flush()
        await server.serve_forever()
