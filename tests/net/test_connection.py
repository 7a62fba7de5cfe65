"""The client at real sockets: opened, lost, found again, pinned, proxied, closed."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.client import Client
from gouji_desktop.net.clientstate import Kept, Phase
from gouji_desktop.net.codes import CloseCode
from gouji_desktop.net.connection import WAITS, Connection, wait_before, waking_clock
from gouji_desktop.net.credentials import Credentials
from gouji_desktop.net.fingerprints import fingerprint_of
from gouji_desktop.net.pins import Pins
from gouji_desktop.net.wire import decode_client, encode
from tests.net.servers import free_port, make_certificate, raw_server, trusting, websocket_server


class SmallServer:
    """Greets, signs in, and remembers what it heard; `act` says what happens to each connection after that."""

    def __init__(self) -> None:
        self.connections: list[ServerConnection] = []
        self.heard: list[Any] = []
        self.act: Callable[[ServerConnection], Awaitable[None]] = self.listen

    async def __call__(self, connection: ServerConnection) -> None:
        self.connections.append(connection)
        try:
            await self.greet(connection)
            await self.act(connection)
        except ConnectionClosed:
            pass

    async def greet(self, connection: ServerConnection) -> None:
        await self.hear(connection, req.Hello)
        await connection.send(encode(msg.Welcome(v=1, server="klein")))
        auth = await self.hear(connection, req.Auth)
        number = len(self.connections)
        await connection.send(encode(msg.Authed(re=auth.id, uid="u1", name="王", token=f"t{number}")))

    async def hear(self, connection: ServerConnection, kind: type) -> Any:
        message = decode_client(await connection.recv())
        self.heard.append(message)
        assert isinstance(message, kind)
        return message

    async def listen(self, connection: ServerConnection) -> None:
        async for frame in connection:
            message = decode_client(frame)
            self.heard.append(message)
            if isinstance(message, req.Ping):
                await connection.send(encode(msg.Pong(message.n)))


class Seat:
    """A client with its connection."""

    def __init__(self, address: ServerAddress, **options: Any) -> None:
        self.credentials = options.pop("credentials", None) or Credentials(use_keyring=False)
        self.pins = options.pop("pins", None) or Pins(None)
        self.client = Client(asyncio.get_running_loop(), name="王", wall=options.pop("wall", None))
        self.connection = Connection(
            address,
            self.client,
            credentials=self.credentials,
            pins=self.pins,
            chance=random.Random(1),
            **{"context": trusting(), "proxy": False, **options},
        )

    async def until(self, *phases: Phase) -> None:
        await eventually(lambda: self.client.state.phase in phases)

    def phase(self) -> Phase:
        return self.client.state.phase

    def trouble(self) -> str:
        trouble = self.client.state.trouble
        return trouble.key if trouble else ""


async def eventually(true: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came to that"
        await asyncio.sleep(0.005)


@asynccontextmanager
async def seat(address: ServerAddress, **options: Any) -> AsyncIterator[Seat]:
    made = Seat(address, **options)
    made.connection.start()
    try:
        yield made
    finally:
        await made.connection.close()
        made.credentials.close()


async def test_it_signs_in_and_says_goodbye() -> None:
    server = SmallServer()
    async with websocket_server(server) as address:
        async with seat(address) as made:
            await made.until(Phase.ONLINE)
            assert made.client.state.server == "klein"
        assert made.phase() == Phase.CLOSED
        assert made.credentials.known(address.netloc) == Kept("t1", "", "王")
        await asyncio.wait_for(server.connections[0].wait_closed(), 30.0)
        assert server.connections[0].close_code == CloseCode.NORMAL


async def test_a_lost_connection_is_made_again_within_half_a_second() -> None:
    server = SmallServer()
    async with websocket_server(server) as address, seat(address) as made:
        await made.until(Phase.ONLINE)
        took: list[float] = []
        while min(took, default=1.0) >= 0.6 and len(took) < 5:
            server.connections[-1].transport.abort()
            await made.until(Phase.RECONNECTING)
            lost = time.monotonic()
            await made.until(Phase.ONLINE)
            took.append(time.monotonic() - lost)
        assert min(took) < 0.6
        auths = [each for each in server.heard if isinstance(each, req.Auth)]
        assert [(each.how, each.token) for each in auths] == [("guest", ""), *[("token", "t1")] * len(took)]


async def test_a_server_that_comes_up_later_is_found() -> None:
    port = await free_port()
    server = SmallServer()
    async with seat(ServerAddress("127.0.0.1", port, secure=False)) as made:
        await eventually(lambda: made.client.state.retry_in is not None)
        assert (made.phase(), made.trouble()) == (Phase.CONNECTING, "refused")
        async with websocket_server(server, port=port):
            made.connection.retry_now()
            await made.until(Phase.ONLINE)
            assert made.trouble() == ""


@pytest.mark.parametrize(
    ("code", "stops"),
    [
        (CloseCode.REPLACED, True),
        (CloseCode.AUTH_FAILED, False),
        (CloseCode.UPGRADE_REQUIRED, True),
        (CloseCode.POLICY, True),
        (CloseCode.SLOW_CONSUMER, False),
        (CloseCode.PROTOCOL, False),
    ],
)
async def test_it_comes_back_after_some_codes_only(code: CloseCode, stops: bool) -> None:
    server = SmallServer()

    async def close_once(connection: ServerConnection) -> None:
        if len(server.connections) == 1:
            await connection.close(code, "because")
        await server.listen(connection)

    server.act = close_once
    async with websocket_server(server) as address, seat(address) as made:
        await eventually(lambda: len(server.connections) == 1)
        if stops:
            await made.until(Phase.CLOSED)
            await asyncio.sleep(0.5)
            assert (len(server.connections), made.phase()) == (1, Phase.CLOSED)
            made.connection.retry_now()
        await eventually(lambda: len(server.connections) == 2)
        await made.until(Phase.ONLINE)


async def test_a_goodbye_says_when_to_come_back() -> None:
    server = SmallServer()

    async def restart_once(connection: ServerConnection) -> None:
        if len(server.connections) == 1:
            await connection.send(encode(msg.Bye(CloseCode.RESTART, "restart", 60.0)))
            await connection.close(CloseCode.RESTART)
        await server.listen(connection)

    server.act = restart_once
    async with websocket_server(server) as address, seat(address) as made:
        await eventually(lambda: made.client.state.retry_in is not None)
        assert 55.0 < (made.client.state.retry_in or 0.0) <= 61.0
        assert made.trouble() == "restart"
        made.connection.retry_now()
        await made.until(Phase.ONLINE)


async def test_a_half_open_connection_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gouji_desktop.net.heartbeat.TICK_SECONDS", 0.02)
    monkeypatch.setattr("gouji_desktop.net.heartbeat.PING_SECONDS", 0.05)
    monkeypatch.setattr("gouji_desktop.net.heartbeat.DEAD_SECONDS", 0.2)
    monkeypatch.setattr("gouji_desktop.net.heartbeat.SILENCE_SHOWN", 0.1)
    server = SmallServer()

    async def deaf_once(connection: ServerConnection) -> None:
        if len(server.connections) == 1:
            while len(server.connections) == 1:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.02)
        await server.listen(connection)

    server.act = deaf_once
    async with websocket_server(server) as address, seat(address) as made:
        await eventually(lambda: made.client.state.silent_for > 0.1)
        await eventually(lambda: len(server.connections) >= 2)
        await eventually(lambda: made.client.state.latency_ms is not None)
        server.connections[0].transport.abort()


async def test_a_machine_that_slept_comes_back_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gouji_desktop.net.heartbeat.TICK_SECONDS", 0.02)
    asleep = 0.0
    server = SmallServer()
    async with websocket_server(server) as address, seat(address, wall=lambda: time.monotonic() + asleep) as made:
        await made.until(Phase.ONLINE)
        asleep = 3600.0
        woke = time.monotonic()
        await eventually(lambda: len(server.connections) == 2)
        # The server answers every ping: nothing else ends that connection, however long one waits.
        assert time.monotonic() - woke < 5.0
        await made.until(Phase.ONLINE)


async def test_a_certificate_is_trusted_once_it_was_compared(tmp_path: Path) -> None:
    certificate = make_certificate()
    server = SmallServer()
    pins = Pins(tmp_path / "pins.json")
    tls = certificate.server_context(tmp_path)
    async with websocket_server(server, tls=tls) as address:
        async with seat(address, pins=pins) as made:
            await made.until(Phase.CLOSED)
            assert made.trouble() == "unknown_certificate"
            shown = made.client.state.trouble.detail["fingerprint"]
            assert shown == certificate.fingerprint
            made.connection.trust(shown)
            await made.until(Phase.ONLINE)
        async with seat(address, pins=Pins(tmp_path / "pins.json")) as again:
            await again.until(Phase.ONLINE, Phase.CLOSED)
            assert again.phase() == Phase.ONLINE


async def test_another_certificate_than_the_pinned_one_is_never_spoken_to(tmp_path: Path) -> None:
    server = SmallServer()
    pins = Pins(None)
    other = make_certificate()
    async with websocket_server(server, tls=other.server_context(tmp_path)) as address:
        pins.pin(address, make_certificate().fingerprint)
        async with seat(address, pins=pins) as made:
            await made.until(Phase.CLOSED)
            assert made.trouble() == "pin_changed"
            detail = made.client.state.trouble.detail
            assert (detail["pinned"], detail["fingerprint"]) == (pins.of(address), other.fingerprint)
            assert server.heard == []


async def test_a_pin_of_one_certificate_does_not_excuse_a_server_without_tls() -> None:
    server = SmallServer()
    pins = Pins(None)
    async with websocket_server(server) as plain:
        address = plain._replace(secure=True)
        pins.pin(address, make_certificate().fingerprint)
        async with seat(address, pins=pins) as made:
            await made.until(Phase.CLOSED)
            assert made.trouble() == "no_tls"
            assert server.heard == []


async def test_a_pinned_certificate_may_be_old_and_of_another_name(tmp_path: Path) -> None:
    certificate = make_certificate(names=("elsewhere.example",), days=(-30, -1))
    server = SmallServer()
    pins = Pins(None)
    async with websocket_server(server, tls=certificate.server_context(tmp_path)) as address:
        pins.pin(address, certificate.fingerprint)
        async with seat(address, pins=pins) as made:
            await made.until(Phase.ONLINE)
            tls = made.connection._socket.transport.get_extra_info("ssl_object")
            assert fingerprint_of(tls.getpeercert(binary_form=True)) == certificate.fingerprint


async def test_a_proxy_is_used_for_distant_servers_only() -> None:
    server = SmallServer()
    async with raw_server(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n") as proxy:
        there = f"http://127.0.0.1:{proxy.port}"
        async with seat(ServerAddress("example.org", 443, secure=True), proxy=there) as made:
            await made.until(Phase.CLOSED)
            assert made.trouble() == "proxy"
        async with websocket_server(server) as address, seat(address, proxy=there) as near:
            await near.until(Phase.ONLINE)


@pytest.mark.log_errors("a listener of the client failed")
async def test_a_listener_that_fails_ends_no_connection() -> None:
    server = SmallServer()
    told: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: told.append(context))
    async with websocket_server(server) as address, seat(address) as made:
        await made.until(Phase.ONLINE)

        def fail(topic: str) -> None:
            assert topic != "lobby", "somebody's fault"

        made.client.subscribe(fail)
        await server.connections[0].send(encode(msg.Lobby()))
        await server.connections[0].send(encode(msg.Lobby(online=3)))
        await eventually(lambda: len(told) == 2)
        assert made.client.online == 3
        assert made.phase() == Phase.ONLINE


async def test_closing_at_any_moment_ends_quickly() -> None:
    server = SmallServer()
    async with raw_server(None) as deaf, websocket_server(server) as good:
        for address, pause in ((deaf, 0.0), (deaf, 0.05), (good, 0.0), (good, 0.003), (good, 0.1)):
            made = Seat(address)
            made.connection.start()
            await asyncio.sleep(pause)
            before = time.monotonic()
            await made.connection.close()
            await made.connection.close()
            assert time.monotonic() - before < 5.0
            assert made.phase() == Phase.CLOSED
            made.credentials.close()


def test_waits_grow_and_differ() -> None:
    chance = random.Random(5)
    for attempt, most in enumerate((0.4, *WAITS, 8.0, 8.0)):
        waits = [wait_before(attempt, chance) for _ in range(400)]
        assert 0.0 <= min(waits) < 0.1 * most
        assert 0.9 * most < max(waits) <= most
        assert statistics.mean(waits) == pytest.approx(most / 2, rel=0.15)


def test_the_waking_clock_goes_on() -> None:
    before = waking_clock()
    assert 0.0 <= waking_clock() - before < 30.0
