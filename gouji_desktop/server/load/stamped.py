"""A client's connection that knows when the bytes of each message were there."""

from __future__ import annotations

from collections import deque
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.frames import DATA_OPCODES, Frame
from websockets.protocol import Event


class StampedConnection(ClientConnection):
    """Stamps bytes as they come and reads them afterwards.

    All clients of a run share one process. The reading of one, which is not the server's work, must not stand before
    the stamp of another: six get the same event at once. The echo is measured through the same connections.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        """What `websockets` makes a connection with."""
        super().__init__(*args, **options)
        self._unread: list[tuple[bytes, float]] = []
        self._read_at = 0.0
        self._stamps: deque[float] = deque()

    async def receive(self) -> tuple[str | bytes, float]:
        """The next message, and the time of `perf_counter` at which it was there. Raises ConnectionClosed."""
        message = await self.recv()
        return message, self._stamps.popleft()

    def data_received(self, data: bytes) -> None:
        """Bytes are here."""
        if not self._unread:
            # After every other socket for which bytes are here has its stamp.
            self.loop.call_soon(self._read)
        self._unread.append((data, perf_counter()))

    def _read(self) -> None:
        unread, self._unread = self._unread, []
        for data, self._read_at in unread:
            super().data_received(data)

    def process_event(self, event: Event) -> None:
        """A frame, or the answer to the handshake."""
        if isinstance(event, Frame) and event.opcode in DATA_OPCODES and event.fin:
            self._stamps.append(self._read_at)
        super().process_event(event)

    def eof_received(self) -> None:
        """There will be no more bytes."""
        self._read()
        super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is closed."""
        self._read()
        super().connection_lost(exc)
