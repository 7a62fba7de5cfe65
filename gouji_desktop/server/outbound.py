"""What waits to be sent to one connection, and what becomes of a client that does not read.

Tables and the lobby only put frames here and go on. What the socket does not take at once is kept, and written by one
task a connection, so that who stops reading keeps nobody waiting. Over the caps, messages that may be left out are; a
connection that stays over them is cut off: to lose an event silently is forbidden.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.protocol import OPEN

from gouji_desktop.net.codes import CloseCode
from gouji_desktop.net.messages import Bye
from gouji_desktop.net.wire import encode_bytes
from gouji_desktop.server.config import Limits

#: What is kept for a connection over its caps at most, as a multiple of them, before its time is up.
_AT_MOST = 3
#: How long a connection that is cut off may still read what lies in its socket, in seconds.
_LAST_WORDS = 2.0


class SlowWatch(Protocol):
    """Who counts what happens to slow connections."""

    def shed(self, messages: int) -> None:
        """So many droppable messages were left out."""
        ...

    def cut(self) -> None:
        """A connection was cut off."""
        ...


class Outbound:
    """The waiting queue of a connection and the task that empties it."""

    def __init__(
        self, socket: ServerConnection, limits: Limits, watch: SlowWatch, on_cut: Callable[[], object] = lambda: None
    ) -> None:
        self._socket = socket
        self._limits = limits
        self._watch = watch
        self._on_cut = on_cut
        self._loop = socket.loop
        self._queue: deque[tuple[bytes, bool]] = deque()
        self._bytes = 0
        self._droppable = 0
        #: Resolved when there is something to do for the task that waits.
        self._call: asyncio.Future[None] | None = None
        #: Whether the task waits for the socket.
        self._stalled = False
        self._over_since: asyncio.TimerHandle | None = None
        self._end: tuple[CloseCode, str] | None = None
        self._end_timer: asyncio.TimerHandle | None = None
        self._dead = False
        self._task = self._loop.create_task(self._write())

    @property
    def closing(self) -> bool:
        """Whether nothing more may be sent."""
        return self._dead or self._end is not None

    @property
    def waits(self) -> int:
        """How many frames wait here."""
        return len(self._queue)

    @property
    def waiting_bytes(self) -> int:
        """Bytes that wait here and in the transport."""
        return self._bytes + self._socket.transport.get_write_buffer_size()

    def send(self, frame: bytes, *, droppable: bool = False) -> None:
        """Queue a frame."""
        if self.closing:
            return
        if not self._queue and not self._stalled and self._write_now(frame):
            return
        if droppable and self._stalled and self._is_over:
            self._watch.shed(1)
            return
        self._queue.append((frame, droppable))
        self._bytes += len(frame)
        self._droppable += droppable
        self._wake()
        if self._stalled and self._is_over:
            self._shed()

    def close(self, code: CloseCode, reason: str = "") -> None:
        """Close when everything that waits is sent, at the latest when a slow connection would be cut off."""
        if self.closing:
            return
        self._end = code, reason
        self._end_timer = self._loop.call_later(self._limits.slow_seconds, self._abort)
        self._wake()

    async def finish(self) -> None:
        """Wait for what `close` began; without it, stop at once."""
        if self._end is None:
            self._dead = True
            self._task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.wait([self._task])
        self._forget()

    @property
    def _is_over(self) -> bool:
        limits = self._limits
        return (
            len(self._queue) > limits.queue_messages
            or self._bytes > limits.queue_bytes
            or self._socket.transport.get_write_buffer_size() > limits.buffer_bytes
        )

    def _write_now(self, frame: bytes) -> bool:
        """Write a frame without waking the task; false where the socket takes nothing at the moment.

        A client that reads, which nearly all do, costs half as much this way.
        """
        socket = self._socket
        if socket.paused or socket.protocol.state is not OPEN:
            return False
        socket.protocol.send_text(frame)
        socket.send_data()
        return True

    def _wake(self) -> None:
        if self._call is not None and not self._call.done():
            self._call.set_result(None)

    async def _write(self) -> None:
        """Send what waits, for as long as the connection lives."""
        try:
            while True:
                while self._queue:
                    frame, droppable = self._queue.popleft()
                    self._bytes -= len(frame)
                    self._droppable -= droppable
                    self._stalled = True
                    await self._socket.send(frame, text=True)
                    self._stalled = False
                    if self._over_since is not None and not self._is_over:
                        self._over_since.cancel()
                        self._over_since = None
                if self._end is not None:
                    await self._socket.close(int(self._end[0]), self._end[1])
                    return
                self._call = self._loop.create_future()
                await self._call
        except ConnectionClosed:
            self._dead = True

    def _shed(self) -> None:
        """The caps are exceeded and the socket takes nothing."""
        if self._droppable:
            kept = [each for each in self._queue if not each[1]]
            self._watch.shed(len(self._queue) - len(kept))
            self._queue = deque(kept)
            self._bytes = sum(len(frame) for frame, _ in kept)
            self._droppable = 0
        if not self._is_over:
            return
        limits = self._limits
        if len(self._queue) > _AT_MOST * limits.queue_messages or self._bytes > _AT_MOST * limits.queue_bytes:
            self._cut()
        elif self._over_since is None:
            self._over_since = self._loop.call_later(limits.slow_seconds, self._cut)

    def _cut(self) -> None:
        """It was over the caps for too long."""
        if self._dead:
            return
        self._dead = True
        self._task.cancel()
        self._queue.clear()
        self._bytes = self._droppable = 0
        self._watch.cut()
        # Not a closing handshake, for which the client would have to read. Who is slow but reads still learns why.
        reason = "slow_consumer"
        with suppress(Exception):
            self._socket.protocol.send_text(encode_bytes(Bye(CloseCode.SLOW_CONSUMER, reason, 1.0)))
            self._socket.protocol.send_close(CloseCode.SLOW_CONSUMER, reason)
            self._socket.send_data()
        self._end_timer = self._loop.call_later(_LAST_WORDS, self._abort)
        self._on_cut()

    def _abort(self) -> None:
        self._dead = True
        self._socket.transport.abort()

    def _forget(self) -> None:
        for timer in (self._over_since, self._end_timer):
            if timer is not None:
                timer.cancel()
