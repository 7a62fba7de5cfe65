"""A TCP proxy on loopback that treats what it carries as bad networks do; everything by chance follows from a seed."""

from __future__ import annotations

import asyncio
import random
import socket
import struct
from contextlib import suppress
from typing import NamedTuple

#: At most so many bytes are taken at once.
_PIECE = 16 * 1024
#: Seconds between two looks whether it is still paused.
_LOOK = 0.05
_WAYS = ("up", "down")


class Roughness(NamedTuple):
    """How a proxy carries, both ways alike."""

    #: Seconds that every piece takes, from and to.
    latency: tuple[float, float] = (0.0, 0.0)
    #: Bytes a second; None: as many as there are.
    bandwidth: float | None = None
    #: Bytes that are written at once.
    slices: int = _PIECE


class _Carried:
    """One connection through the proxy."""

    def __init__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self.client = client
        self.server = server
        self.tasks: list[asyncio.Task[None]] = []

    def reset(self) -> None:
        """End both sides with a RST."""
        for writer in (self.client, self.server):
            sock = writer.get_extra_info("socket")
            with suppress(OSError, AttributeError):
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()


class ChaosProxy:
    """Carries connections to one port. `roughness`, `hole` and `paused` may be changed at any time.

    `hole`: ways (`up`, `down`) whose bytes vanish while both ends stay open; `paused`: ways on which nothing is read.
    """

    def __init__(self, port: int, *, seed: int = 0, roughness: Roughness | None = None) -> None:
        self._to = port
        self._chance = random.Random(seed)
        self.roughness = roughness or Roughness()
        self.hole: frozenset[str] = frozenset()
        self.paused: frozenset[str] = frozenset()
        self._server: asyncio.Server | None = None
        self._carried: set[_Carried] = set()
        #: How many connections there were, and bytes that arrived and that vanished.
        self.connections = 0
        self.bytes = dict.fromkeys(("up", "down", "lost"), 0)

    async def start(self) -> int:
        """Listen; the port."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def stop(self) -> None:
        """End everything."""
        assert self._server is not None
        self._server.close()
        self.reset()
        tasks = [task for each in self._carried for task in each.tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def reset(self) -> None:
        """End all connections with a RST."""
        for each in tuple(self._carried):
            each.reset()

    def swallow(self, *ways: str) -> None:
        """Let everything vanish on these ways from now on: the present connections are half open, or dead."""
        self.hole = frozenset(ways or _WAYS)

    def heal(self) -> None:
        """Carry again whatever comes from now on; connections out of which bytes vanished end."""
        if self.hole:
            self.hole = frozenset()
            self.reset()
        self.paused = frozenset()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.transport.abort()
            return
        carried = _Carried(writer, far_writer)
        self._carried.add(carried)
        loop = asyncio.get_running_loop()
        carried.tasks = [
            loop.create_task(self._pump(reader, far_writer, "up")),
            loop.create_task(self._pump(far_reader, writer, "down")),
        ]
        try:
            await asyncio.gather(*carried.tasks, return_exceptions=True)
        finally:
            for each in (writer, far_writer):
                each.transport.abort()
            self._carried.discard(carried)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: str) -> None:
        """Carry one way, in order, until one side ends."""
        loop = asyncio.get_running_loop()
        free_at = 0.0
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while data := await reader.read(_PIECE):
                while way in self.paused:  # noqa: ASYNC110 - tests change it
                    await asyncio.sleep(_LOOK)
                if way in self.hole:
                    self.bytes["lost"] += len(data)
                    continue
                rough = self.roughness
                free_at = max(free_at, loop.time() + self._chance.uniform(*rough.latency))
                if free_at > loop.time():
                    await asyncio.sleep(free_at - loop.time())
                await self._write(writer, data, rough)
                self.bytes[way] += len(data)
            if way not in self.hole:
                writer.write_eof()

    async def _write(self, writer: asyncio.StreamWriter, data: bytes, rough: Roughness) -> None:
        for start in range(0, len(data), rough.slices):
            piece = data[start : start + rough.slices]
            writer.write(piece)
            await writer.drain()
            if rough.bandwidth is not None:
                await asyncio.sleep(len(piece) / rough.bandwidth)
            elif rough.slices < _PIECE:
                await asyncio.sleep(0)
