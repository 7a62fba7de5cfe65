"""What waits to be sent to one connection, and what becomes of a client that does not read.

Tables and the lobby only put frames here and go on. What the socket does not take at once is kept, and written by a
task, which ends when nothing waits, so that who stops reading keeps nobody waiting. Over the caps, messages that may be
left out are; a connection that stays over them is cut off: to lose an event silently is forbidden.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
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

    def delivered(self, seconds: float) -> None:
        """A frame waited for so long."""
        ...


class _Framed:
    """The frame that was sent last, as it goes through a socket: most go to several clients, one after another."""

    def __init__(self) -> None:
        self._frame = b""
        self._bytes = b""

    def of(self, frame: bytes) -> bytes:
        """The bytes of a frame."""
        if frame is not self._frame:
            self._frame, self._bytes = frame, Frame(Opcode.TEXT, frame).serialize(mask=False)
        return self._bytes


_framed = _Framed()


class Outbound:
    """The waiting queue of a connection, and the task that empties it where there is something in it."""

    __slots__ = (
        "_bytes",
        "_dead",
        "_droppable",
        "_end",
        "_end_timer",
        "_limits",
        "_on_cut",
        "_over_since",
        "_queue",
        "_socket",
        "_stalled",
        "_task",
        "_watch",
    )

    def __init__(
        self, socket: ServerConnection, limits: Limits, watch: SlowWatch, on_cut: Callable[[], object] = lambda: None
    ) -> None:
        """The connection has no extension: compression would be one."""
        self._socket = socket
        self._limits = limits
        self._watch = watch
        self._on_cut = on_cut
        #: None where nothing has ever waited, which is usual.
        self._queue: deque[tuple[bytes, bool, float]] | None = None
        self._bytes = 0
        self._droppable = 0
        #: Whether the task waits for the socket.
        self._stalled = False
        self._over_since: asyncio.TimerHandle | None = None
        self._end: tuple[CloseCode, str] | None = None
        self._end_timer: asyncio.TimerHandle | None = None
        self._dead = False
        self._task: asyncio.Task[None] | None = None

    @property
    def closing(self) -> bool:
        """Whether nothing more may be sent."""
        return self._dead or self._end is not None

    @property
    def waits(self) -> int:
        """How many frames wait here."""
        return len(self._queue or ())

    @property
    def waiting_bytes(self) -> int:
        """Bytes that wait here and in the transport."""
        return self._bytes + self._socket.transport.get_write_buffer_size()

    def send(self, frame: bytes, *, droppable: bool = False) -> None:
        """Queue a frame."""
        if self._dead or self._end is not None:
            return
        if self._task is None and self._write_now(frame):
            return
        if droppable and self._stalled and self._is_over:
            self._watch.shed(1)
            return
        if self._queue is None:
            self._queue = deque()
        self._queue.append((frame, droppable, self._socket.loop.time()))
        self._bytes += len(frame)
        self._droppable += droppable
        self._begin()
        if self._stalled and self._is_over:
            self._shed()

    def close(self, code: CloseCode, reason: str = "") -> None:
        """Close when everything that waits is sent, at the latest when a slow connection would be cut off."""
        if self.closing:
            return
        self._end = code, reason
        self._end_timer = self._socket.loop.call_later(self._limits.slow_seconds, self._abort)
        self._begin()

    async def finish(self) -> None:
        """Wait for what `close` began; without it, stop at once."""
        task = self._task
        if self._end is None:
            self._dead = True
            self._stop()
        if task is not None:
            with suppress(asyncio.CancelledError):
                await asyncio.wait([task])
        self._forget()

    @property
    def _is_over(self) -> bool:
        limits = self._limits
        return (
            self.waits > limits.queue_messages
            or self._bytes > limits.queue_bytes
            or self._socket.transport.get_write_buffer_size() > limits.buffer_bytes
        )

    def _write_now(self, frame: bytes) -> bool:
        """Write a frame without a task; false where the socket takes nothing at the moment.

        A client that reads, which nearly all do, costs a fraction of what it would otherwise.
        """
        socket = self._socket
        if socket.paused or socket.protocol.state is not OPEN:
            return False
        # No frame of several pieces is ever sent here, and whatever the protocol itself had to say is written already.
        socket.transport.write(_framed.of(frame))
        return True

    def _begin(self) -> None:
        """Let the task run."""
        if self._task is None:
            self._task = self._socket.loop.create_task(self._write())

    def _stop(self) -> None:
        """Let it run no more."""
        if self._task is not None:
            self._task.cancel()

    async def _write(self) -> None:
        """Send what waits, and close where that is wanted."""
        try:
            while self._queue:
                frame, droppable, since = self._queue.popleft()
                self._bytes -= len(frame)
                self._droppable -= droppable
                self._stalled = True
                await self._socket.send(frame, text=True)
                self._stalled = False
                self._watch.delivered(self._socket.loop.time() - since)
                if self._over_since is not None and not self._is_over:
                    self._over_since.cancel()
                    self._over_since = None
            if self._end is not None:
                await self._socket.close(int(self._end[0]), self._end[1])
            else:
                self._queue = self._task = None
        except ConnectionClosed:
            self._dead = True

    def _shed(self) -> None:
        """The caps are exceeded and the socket takes nothing."""
        if self._droppable and self._queue:
            kept = [each for each in self._queue if not each[1]]
            self._watch.shed(len(self._queue) - len(kept))
            self._queue = deque(kept)
            self._bytes = sum(len(frame) for frame, _, _ in kept)
            self._droppable = 0
        if not self._is_over:
            return
        limits = self._limits
        if self.waits > _AT_MOST * limits.queue_messages or self._bytes > _AT_MOST * limits.queue_bytes:
            self._cut()
        elif self._over_since is None:
            self._over_since = self._socket.loop.call_later(limits.slow_seconds, self._cut)

    def _cut(self) -> None:
        """It was over the caps for too long."""
        if self._dead:
            return
        self._dead = True
        self._stop()
        self._queue = None
        self._bytes = self._droppable = 0
        self._watch.cut()
        # Not a closing handshake, for which the client would have to read. Who is slow but reads still learns why.
        reason = "slow_consumer"
        with suppress(Exception):
            self._socket.protocol.send_text(encode_bytes(Bye(CloseCode.SLOW_CONSUMER, reason, 1.0)))
            self._socket.protocol.send_close(CloseCode.SLOW_CONSUMER, reason)
            self._socket.send_data()
        self._end_timer = self._socket.loop.call_later(_LAST_WORDS, self._abort)
        self._on_cut()

    def _abort(self) -> None:
        self._dead = True
        self._socket.transport.abort()

    def _forget(self) -> None:
        for timer in (self._over_since, self._end_timer):
            if timer is not None:
                timer.cancel()
        self._task, self._on_cut = None, lambda: None
