"""A gateway on a loopback port with a core that only echoes, and raw sockets to be rude with."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from gouji_desktop.net.codes import SUBPROTOCOL, CloseCode
from gouji_desktop.server.config import Config, Limits
from gouji_desktop.server.gateway import Gateway, SocketLink
from gouji_desktop.server.metrics import Metrics
from gouji_desktop.server.ports import Link


class EchoPeer:
    """Answers every frame with itself; `all …` goes to everybody."""

    def __init__(self, core: EchoCore, link: Link) -> None:
        assert isinstance(link, SocketLink)
        self.core = core
        self.link = link
        self.received: list[str | bytes] = []
        self.gone_calls = 0

    def receive(self, frame: str | bytes) -> None:
        self.received.append(frame)
        text = frame if isinstance(frame, str) else frame.decode()
        if text.startswith("all "):
            for peer in tuple(self.core.peers):
                peer.link.send(text.encode())
        elif text.startswith("close "):
            self.link.send(b"last words")
            self.link.close(CloseCode(int(text.split()[1])), "as you wish")
            self.link.send(b"never sent")
        else:
            self.link.send(text.encode())

    def gone(self) -> None:
        self.gone_calls += 1
        self.core.peers.remove(self)


class EchoCore:
    """The core of the tests of the gateway."""

    def __init__(self) -> None:
        self.peers: list[EchoPeer] = []
        self.all: list[EchoPeer] = []

    def connect(self, link: Link) -> EchoPeer:
        peer = EchoPeer(self, link)
        self.peers.append(peer)
        self.all.append(peer)
        return peer


class Gate:
    """What a test needs of a running gateway."""

    def __init__(self, gateway: Gateway, core: EchoCore, metrics: Metrics) -> None:
        self.gateway = gateway
        self.core = core
        self.metrics = metrics
        self.url = f"ws://127.0.0.1:{gateway.port}/ws"

    def connect(self, **options: Any) -> Any:
        options.setdefault("subprotocols", [SUBPROTOCOL])
        return connect(options.pop("url", self.url), proxy=None, **options)

    def value(self, name: str, **labels: str) -> float:
        return self.metrics.registry.get_sample_value(name, labels) or 0.0

    async def raw(self, said: bytes = b"") -> socket.socket:
        """A connected socket that has sent these bytes and does not read by itself."""
        loop = asyncio.get_running_loop()
        sock = socket.socket()
        sock.setblocking(False)
        await loop.sock_connect(sock, ("127.0.0.1", self.gateway.port))
        if said:
            await loop.sock_sendall(sock, said)
        return sock


@asynccontextmanager
async def a_gate(context: ssl.SSLContext | None = None, **changes: Any) -> AsyncIterator[Gate]:
    """A gateway with some limits changed."""
    fields = set(Limits._fields)
    limits = Limits()._replace(**{name: value for name, value in changes.items() if name in fields})
    others = {name: value for name, value in changes.items() if name not in fields}
    config = Config(port=0, limits=limits, **others)
    core, metrics = EchoCore(), Metrics()
    gateway = Gateway(config, core, metrics, context=context)
    await gateway.start()
    try:
        yield Gate(gateway, core, metrics)
    finally:
        await gateway.stop(0.2)


def upgrade(path: str = "/ws", *more: str, subprotocol: str | None = SUBPROTOCOL) -> bytes:
    """The bytes of a handshake."""
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: localhost",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]
    if subprotocol is not None:
        lines.append(f"Sec-WebSocket-Protocol: {subprotocol}")
    return ("\r\n".join([*lines, *more]) + "\r\n\r\n").encode()


def frame(opcode: int, body: bytes = b"", *, fin: bool = True, masked: bool = True, rsv: int = 0) -> bytes:
    """A frame as a client sends it, or ought not to."""
    head = bytes([(0x80 if fin else 0) | rsv | opcode])
    bit = 0x80 if masked else 0
    if len(body) < 126:
        head += bytes([bit | len(body)])
    elif len(body) < 1 << 16:
        head += bytes([bit | 126]) + len(body).to_bytes(2, "big")
    else:
        head += bytes([bit | 127]) + len(body).to_bytes(8, "big")
    return head + (b"\0\0\0\0" if masked else b"") + body


#: As long as anything good may take on a machine that is busy with other things.
PATIENCE = 30.0


async def read_all(sock: socket.socket) -> bytes:
    """What comes until the other side closes."""
    loop = asyncio.get_running_loop()
    got = b""
    try:
        async with asyncio.timeout(PATIENCE):
            while piece := await loop.sock_recv(sock, 65536):
                got += piece
    except ConnectionError:
        pass
    return got


async def answers(client: ClientConnection, text: str = "hello") -> None:
    """The connection works."""
    await client.send(text)
    async with asyncio.timeout(PATIENCE):
        assert await client.recv() == text


async def until(true: Callable[[], object]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.01)
