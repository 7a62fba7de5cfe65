"""One WebSocket connection: counted from its first packet on, read without a detour, and small while it is quiet.

What `websockets` does for connections in general - a queue for messages and a task that waits for them, a task that
pings, the handshake as it was said - takes more memory than a seat at a table and more time than a rule: a message is
handed on in the moment in which its bytes are here.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from typing import Any, Protocol, cast

from websockets.asyncio.messages import Assembler
from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN, Event

from gouji_desktop.net.codes import CloseCode
from gouji_desktop.server.admission import counted_address
from gouji_desktop.server.config import Limits
from gouji_desktop.server.limits import Bucket
from gouji_desktop.server.pulse import Pulse
from gouji_desktop.server.securing import Early, secured

#: For the closing handshake, in seconds.
CLOSE_SECONDS = 2.0
#: What is given to the WebSocket layer at once: it answers every ping in it before anybody can stop it.
_SLICE = 4096
#: How long who sent too much, or what is no text, may still read why, in seconds.
_LAST_SECONDS = 1.0
#: Codes of WebSocket itself: bytes that are no text; somebody who does not answer.
_NO_TEXT, _SILENT = 1007, 1011

Receive = Callable[[str | bytes], None]


def nothing() -> None:
    """Nobody is interested."""


class _Unused(Assembler):
    """The queue of messages that no connection needs: they are handed on at once."""

    def __init__(self) -> None:
        """Nothing is kept."""

    def close(self) -> None:
        """Nobody waits."""


_UNUSED = _Unused()


class Guard(Protocol):
    """Who counts the connections."""

    context: ssl.SSLContext | None
    limits: Limits
    pulse: Pulse

    def socket_opened(self, connection: GuardedConnection) -> bool:
        """Count a new socket; false where it must be closed."""
        ...

    def socket_closed(self, connection: GuardedConnection) -> None:
        """Count it no more."""
        ...

    def flooded(self) -> None:
        """A connection sent too much."""
        ...


class GuardedConnection(ServerConnection):
    """A connection that counts frames of every kind and ends a flood of them."""

    # Not into the dictionary of the connection: it would outgrow what instances share of theirs.
    __slots__ = (
        "_closed",
        "_early",
        "_frames",
        "_is_text",
        "_joined",
        "_pieces",
        "_receive",
        "_securing",
        "address",
        "flooded",
        "gate",
        "on_flood",
        "peer",
        "raw",
    )

    def __init__(self, gate: Guard, *args: Any, **options: Any) -> None:
        """What comes after the gate is what `websockets` makes a connection with."""
        super().__init__(*args, **options)
        self.gate = gate
        #: Where its socket comes from.
        self.peer = ""
        #: The client's address as the limits count it, "" until its handshake is admitted.
        self.address = ""
        self._frames: Bucket | None = None
        #: It sent too much and is about to end; nothing more is read.
        self.flooded = False
        #: Called then.
        self.on_flood: Callable[[], object] = nothing
        #: Its socket; with TLS the transport of the connection comes later.
        self.raw: asyncio.Transport
        self._securing: asyncio.Task[None] | None = None
        self._joined = False
        #: Who is given messages, and those that came before there was somebody.
        self._receive: Receive | None = None
        self._early: tuple[str | bytes, ...] = ()
        #: A message in several frames, as far as it has come.
        self._pieces: bytearray | None = None
        self._is_text = True
        #: Resolved when the socket is closed.
        self._closed: asyncio.Future[None] | None = None

    # -- the socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A socket is there, or TLS on it."""
        transport = cast("asyncio.Transport", transport)
        if self._securing is not None:
            self._join(transport)
            return
        self.raw = transport
        name = transport.get_extra_info("peername")
        self.peer = counted_address(str(name[0])) if isinstance(name, tuple) else ""
        admitted = self.gate.socket_opened(self)
        if self.gate.context is None:
            self._join(transport)
        elif admitted:
            # The handshake takes the client's time and our memory: it counts from the first packet on.
            early = Early()
            transport.set_protocol(early)
            self._securing = self.loop.create_task(self._secure(transport, early, self.gate.context))
        if not admitted:
            transport.abort()

    def _join(self, transport: asyncio.Transport) -> None:
        self._joined = True
        super().connection_made(transport)
        self.recv_messages = _UNUSED

    async def _secure(self, transport: asyncio.Transport, early: Early, context: ssl.SSLContext) -> None:
        try:
            found = await secured(transport, early, context, self.gate.limits.open_seconds, CLOSE_SECONDS)
            if found is not None:
                within, inner = found
                inner.hand_over(within, self)
        finally:
            if not self._joined:
                transport.abort()
                self.gate.socket_closed(self)

    def end(self) -> None:
        """Close the socket now, also in the middle of a handshake."""
        self.raw.abort()
        if self._securing is not None and not self._joined:
            self._securing.cancel()
            # A task that has not begun is cancelled without a word: nobody else would count the socket no more.
            self.gate.socket_closed(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is closed."""
        self.gate.socket_closed(self)
        self.gate.pulse.discard(self)
        if self._joined:
            super().connection_lost(exc)
            # The parser waits for bytes for ever, and holds the protocol that holds it. What is gone must be free at
            # once: the collector of garbage comes too seldom for what has lived for long.
            self.protocol.parser.close()
            if self.protocol.parser_exc is not None:
                self.protocol.parser_exc.__traceback__ = None
        self._receive = None
        self._securing = None
        if self._closed is not None and not self._closed.done():
            self._closed.set_result(None)

    # -- messages

    async def hand_to(self, receive: Receive) -> None:
        """Hand every message on, until the socket is closed."""
        self._closed = self.loop.create_future()
        self._receive = receive
        if self.request is not None:
            # The parser holds it as long as the connection lives.
            self.request.headers.clear()
        self.response = None
        early, self._early = self._early, ()
        for message in early:
            receive(message)
        if not self.connection_lost_waiter.done():
            await self._closed

    def data_received(self, data: bytes) -> None:
        """Take bytes in small pieces, so that a flood is seen early."""
        if len(data) <= _SLICE:
            if not self.flooded:
                super().data_received(data)
            return
        for start in range(0, len(data), _SLICE):
            if self.flooded:
                return
            super().data_received(data[start : start + _SLICE])

    def process_event(self, event: Event) -> None:
        """Count a frame, and hand on the message that it ends."""
        if not isinstance(event, Frame):
            super().process_event(event)
            return
        if self.flooded:
            return
        now = self.loop.time()
        if self._frames is None:
            self._frames = Bucket(self.gate.limits.frames, now)
        if self._frames.take(now):
            self.flooded = True
            self.gate.flooded()
            self.on_flood()
            self._fail(CloseCode.RATE, "too many frames")
        elif event.opcode is Opcode.TEXT or event.opcode is Opcode.BINARY:
            self._is_text = event.opcode is Opcode.TEXT
            if event.fin:
                self._take(event.data)
            else:
                self._pieces = bytearray(event.data)
        elif event.opcode is Opcode.CONT and self._pieces is not None:
            # How long it may become is the protocol's business, which has let this frame through.
            self._pieces += event.data
            if event.fin:
                pieces, self._pieces = self._pieces, None
                self._take(pieces)
        elif event.opcode is Opcode.PONG:
            self.gate.pulse.answered(self)

    def _take(self, data: bytes | bytearray | memoryview) -> None:
        message: str | bytes = bytes(data)
        if self._is_text:
            try:
                message = str(data, "utf-8")
            except UnicodeDecodeError as error:
                self._fail(_NO_TEXT, f"{error.reason} at position {error.start}")
                return
        if self._receive is None:
            self._early += (message,)
        else:
            self._receive(message)

    def _fail(self, code: int, reason: str) -> None:
        """Say why, and close the socket soon, whatever the client does."""
        if self.protocol.state is OPEN:
            self.protocol.fail(code, reason)
            self.send_data()
        self.loop.call_later(_LAST_SECONDS, self.transport.abort)

    # -- whether the client is still there

    def start_keepalive(self) -> None:
        """The handshake is over: ping it from now on."""
        self.gate.pulse.add(self)

    def ping_now(self) -> None:
        """Send a ping."""
        if self.protocol.state is OPEN:
            self.protocol.send_ping(b"")
            self.send_data()

    def fall_silent(self) -> None:
        """It has not answered in time."""
        self._fail(_SILENT, "keepalive ping timeout")
