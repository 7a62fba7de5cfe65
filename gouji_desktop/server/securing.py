"""TLS on a socket that is there already, so that it is counted before anybody has shaken hands."""

from __future__ import annotations

import asyncio
import ssl
from typing import cast


class Early(asyncio.Protocol):
    """Keeps what comes before somebody is there to read it."""

    def __init__(self) -> None:
        self.content = b""
        self.ended = False
        self.lost = False

    def data_received(self, data: bytes) -> None:
        """Some bytes."""
        self.content += data

    def eof_received(self) -> bool | None:
        """The other side says no more."""
        self.ended = True
        return None

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - of the protocol
        """It is over."""
        self.lost = True

    def hand_over(self, transport: asyncio.Transport, reader: asyncio.Protocol) -> None:
        """Let another protocol read from now on, and first what came before."""
        transport.set_protocol(reader)
        reader.connection_made(transport)
        if self.content:
            reader.data_received(self.content)
        if self.ended:
            reader.eof_received()


async def secured(
    transport: asyncio.Transport, early: Early, context: ssl.SSLContext, seconds: float, close_seconds: float
) -> tuple[asyncio.Transport, Early] | None:
    """Shake hands on a new connection, whose protocol is `early`; the transport within, and what came there since.

    None where that failed; the connection is closed then.
    """
    loop, inner = asyncio.get_running_loop(), Early()
    if early.lost or transport.is_closing():
        return None

    def feed() -> None:
        # What the client said before TLS listened: `start_tls` has put its own protocol there by now.
        reader = cast("asyncio.BufferedProtocol", transport.get_protocol())
        if early.content and not early.lost:
            memoryview(reader.get_buffer(len(early.content)))[: len(early.content)] = early.content
            reader.buffer_updated(len(early.content))

    loop.call_soon(feed)
    try:
        made = await loop.start_tls(
            transport,
            inner,
            context,
            server_side=True,
            ssl_handshake_timeout=seconds,
            ssl_shutdown_timeout=close_seconds,
        )
    except (OSError, RuntimeError):
        made = None
    if made is None or inner.lost:
        transport.abort()
        return None
    return made, inner
