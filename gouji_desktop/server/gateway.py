"""The sockets: WebSocket connections of `gouji.v1` on one port, each a link of the server's core."""

from __future__ import annotations

import asyncio
import itertools
import logging
import socket
import ssl
import sys
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus
from time import perf_counter
from typing import Any, Protocol, cast

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from gouji_desktop.net.codes import PATH, SUBPROTOCOL, CloseCode
from gouji_desktop.net.messages import Bye
from gouji_desktop.net.wire import encode_bytes
from gouji_desktop.server.admission import Admission, Proxies, counted_address
from gouji_desktop.server.config import Config, Limits
from gouji_desktop.server.connections import CLOSE_SECONDS, GuardedConnection, nothing
from gouji_desktop.server.dumping import Waiting
from gouji_desktop.server.listening import place
from gouji_desktop.server.outbound import Outbound, SlowWatch
from gouji_desktop.server.ports import Link
from gouji_desktop.server.pulse import Pulse
from gouji_desktop.server.unix_place import UnixPlace

_log = logging.getLogger(__name__)

#: Memory that the system keeps for what a client does not read, in bytes: the caps of the queue begin behind it.
_SEND_BUFFER = 64 * 1024
#: So many connections the system keeps that are not accepted yet.
_BACKLOG = 512
#: Files that are not for connections, and how often it is said that there are no more, in seconds.
_OWN_FILES = 64
_TELL_SECONDS = 60.0


class Peer(Protocol):
    """What the core makes of a connection."""

    def receive(self, frame: str | bytes) -> None:
        """A frame came."""
        ...

    def gone(self) -> None:
        """The connection is closed."""
        ...


class Core(Protocol):
    """What the gateway needs of the server's core."""

    def connect(self, link: Link) -> Peer:
        """A connection is there; it may be refused by closing the link."""
        ...


class Watch(SlowWatch, Protocol):
    """Who counts what happens to sockets."""

    def refused(self, why: str) -> None:
        """A handshake or a socket was refused."""
        ...

    def worked(self, seconds: float) -> None:
        """The core took so long for a frame, with everything that followed from it."""
        ...


class SocketLink:
    """One connection as the core sees it."""

    __slots__ = ("_address", "_peer", "_watch", "number", "outbound")

    def __init__(self, number: int, address: str, connection: ServerConnection, gate: Gateway) -> None:
        self.number = number
        self._address = address
        self._peer: Peer | None = None
        self._watch = gate.watch
        self.outbound = Outbound(connection, gate.limits, gate.watch, on_cut=self._cut)

    @property
    def address(self) -> str:
        """Where it comes from, as the limits count it."""
        return self._address

    def send(self, frame: bytes, *, droppable: bool = False) -> None:
        """Queue a frame."""
        self.outbound.send(frame, droppable=droppable)

    def close(self, code: CloseCode, reason: str = "") -> None:
        """Close after what is queued."""
        self.outbound.close(code, reason)

    def join(self, core: Core) -> None:
        """Show it to the core."""
        self._peer = core.connect(self)

    def receive(self, frame: str | bytes) -> None:
        """Hand a frame to the core, unless the connection is closing."""
        if self._peer is None or self.outbound.closing:
            return
        if isinstance(frame, str):
            start = perf_counter()
            self._peer.receive(frame)
            self._watch.worked(perf_counter() - start)
            return
        reason = "a frame is text"
        self.send(encode_bytes(Bye(CloseCode.PROTOCOL, reason)))
        self.close(CloseCode.PROTOCOL, reason)

    def leave(self) -> None:
        """Tell the core that it is over, once."""
        peer, self._peer = self._peer, None
        if peer is not None:
            peer.gone()

    def _cut(self) -> None:
        _log.warning("a slow connection was cut off", extra={"conn": self.number, "code": int(CloseCode.SLOW_CONSUMER)})
        self.leave()


class Gateway:
    """Listens, admits, and carries frames between sockets and the core."""

    def __init__(self, config: Config, core: Core, watch: Watch, *, context: ssl.SSLContext | None = None) -> None:
        self._config = config
        self.limits: Limits = config.limits
        self.watch = watch
        self._core = core
        #: TLS, None where there is none.
        self.context = context
        self._proxies = Proxies(config.proxies, nameless=config.unix is not None)
        self._unix = None if config.unix is None else UnixPlace(config.unix)
        self._admission: Admission | None = None
        self._server: Server | None = None
        self._numbers = itertools.count(1)
        #: All sockets, with and without a handshake.
        self._sockets: set[GuardedConnection] = set()
        self._links: set[SocketLink] = set()
        #: So many sockets there may be: the store, its log and a certificate need files, too.
        self._files = files_allowed() - _OWN_FILES
        self._told_of_files = -_TELL_SECONDS
        #: Set when the last connection is gone, once somebody waits for that.
        self._empty: asyncio.Event | None = None

    @property
    def port(self) -> int:
        """Where it listens; 0 for a unix socket."""
        assert self._server is not None, "not started"
        return 0 if self._unix is not None else int(self._server.sockets[0].getsockname()[1])

    @property
    def connections(self) -> int:
        """How many connections are open."""
        return len(self._links)

    @property
    def waiting_bytes(self) -> int:
        """Bytes that wait for all clients together."""
        return sum(each.outbound.waiting_bytes for each in self._links)

    @property
    def sockets(self) -> tuple[int, int]:
        """How many sockets are open, with and without a handshake, and how many there may be."""
        return len(self._sockets), self._files

    @property
    def queues(self) -> Iterator[Waiting]:
        """What waits for each connection."""
        for each in self._links:
            yield Waiting(each.outbound.waiting_bytes, each.outbound.waits, each.number)

    async def start(self) -> None:
        """Listen and accept. Raises OSError where the address or the port cannot be had."""
        await self.bind()
        await self.accept()

    async def bind(self) -> None:
        """Take the port or the path, but accept nobody yet. Raises OSError."""
        limits = self.limits
        loop = asyncio.get_running_loop()
        self._admission = Admission(limits, loop.time)
        self.pulse = Pulse(loop, limits.ping_seconds, limits.pong_seconds)
        if self._unix is not None:
            where: dict[str, Any] = {"unix": True, "sock": self._unix.open(_BACKLOG)}
        else:
            where = place(self._config.host, self._config.port)
        self._server = await serve(
            self._handle,
            **where,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            process_request=self._check,
            server_header=None,
            open_timeout=limits.open_seconds,
            ping_interval=None,
            close_timeout=CLOSE_SECONDS,
            max_size=limits.frame_in,
            create_connection=cast("type[ServerConnection]", self._connection),
            start_serving=False,
            backlog=_BACKLOG,
        )
        for each in self._server.sockets:
            _small_buffer(each)

    async def accept(self) -> None:
        """Accept connections from now on."""
        assert self._server is not None, "bind first"
        await self._server.start_serving()

    def expect(self, address: str) -> None:
        """Somebody at that address has lost the connection to a seat in a running match: let it in before others."""
        if self._admission is not None:
            self._admission.expect(address)

    def refuse_new(self) -> None:
        """From now on every handshake is answered with 503: the server is about to end."""
        if self._admission is not None:
            self._admission.closed = True

    async def stop(self, patience: float) -> None:
        """Wait for so many seconds until the connections that the core has closed are gone, and end the others."""
        if self._unix is not None:
            # Before it is closed: what is there afterwards may be another server's.
            self._unix.remove()
        if self._server is None:
            return
        self.refuse_new()
        self._server.close(close_connections=False)
        if self._links:
            self._empty = asyncio.Event()
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await self._empty.wait()
        for each in tuple(self._sockets):
            each.end()
        with suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                await self._server.wait_closed()

    # -- sockets and handshakes

    def _connection(self, *args: Any, **options: Any) -> ServerConnection:
        return GuardedConnection(self, *args, **options)

    def socket_opened(self, connection: GuardedConnection) -> bool:
        """Count a new socket; false where it must be closed."""
        assert self._admission is not None
        self._sockets.add(connection)
        proxy = self._proxies.trusts(connection.peer)
        if not self._admission.socket_opened(connection.peer, proxy=proxy):
            self.watch.refused("sockets")
            return False
        if len(self._sockets) > self._files:
            self.watch.refused("files")
            self._tell_of_files()
            return False
        return True

    def _tell_of_files(self) -> None:
        now = asyncio.get_running_loop().time()
        if now >= self._told_of_files + _TELL_SECONDS:
            self._told_of_files = now
            _log.error(
                "the system lets this process have no more than %d files, and so many connections are open that others "
                "are refused: raise the limit (ulimit -n, LimitNOFILE)",
                self._files + _OWN_FILES,
            )

    def flooded(self) -> None:
        """A connection sent too much."""
        self.watch.refused("flood")

    def socket_closed(self, connection: GuardedConnection) -> None:
        """Count it no more."""
        assert self._admission is not None
        if connection not in self._sockets:
            return
        self._sockets.discard(connection)
        self._admission.socket_closed(connection.peer)
        if connection.address:
            self._admission.left(connection.address)
            connection.address = ""

    def _check(self, connection: ServerConnection, request: Request) -> Response | None:
        """Refuse a handshake, or count it."""
        assert isinstance(connection, GuardedConnection)
        assert self._admission is not None
        if request.path.partition("?")[0] != PATH:
            self.watch.refused("path")
            return _answer(HTTPStatus.NOT_FOUND, f"There is no table server here but at {PATH}.")
        forwarded = request.headers.get_all("X-Forwarded-For")
        peer = connection.transport.get_extra_info("peername")
        client = self._proxies.client(str(peer[0]) if isinstance(peer, tuple) else "", forwarded)
        address = counted_address(client)
        full = self._admission.admit(address)
        if full is not None:
            self.watch.refused(full.why)
            return _answer(HTTPStatus.SERVICE_UNAVAILABLE, "Come back later.", retry_after=full.retry_after)
        connection.address = address
        return None

    # -- connections

    async def _handle(self, connection: ServerConnection) -> None:
        """Carry the frames of one connection."""
        assert isinstance(connection, GuardedConnection)
        link = SocketLink(next(self._numbers), connection.address, connection, self)
        self._links.add(link)
        _log.debug("a connection opened", extra={"conn": link.number})
        try:
            connection.on_flood = link.leave
            link.join(self._core)
            await connection.hand_to(link.receive)
        finally:
            link.leave()
            await link.outbound.finish()
            connection.on_flood = nothing
            self._links.discard(link)
            if self._empty is not None and not self._links:
                self._empty.set()
            _log.debug("a connection closed", extra={"conn": link.number, "code": connection.close_code})


def files_allowed() -> int:
    """How many files the system lets this process have open."""
    try:
        import resource  # noqa: PLC0415 - there is none for Windows
    except ImportError:
        return sys.maxsize
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if allowed == resource.RLIM_INFINITY else int(allowed)


def _answer(status: HTTPStatus, text: str, *, retry_after: int | None = None) -> Response:
    body = f"{text}\n".encode()
    headers = Headers(
        {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(body)), "Connection": "close"}
    )
    if retry_after is not None:
        headers["Retry-After"] = str(retry_after)
    return Response(status.value, status.phrase, headers, body)


def _small_buffer(listening: socket.socket) -> None:
    """Let the system keep little of what a client does not read: the sockets that it accepts inherit it."""
    with suppress(OSError):
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
