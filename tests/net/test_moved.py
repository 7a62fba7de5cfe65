"""A server with a pinned certificate at another address: recognised, followed, and never taken for another one."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection

from gouji_desktop.net import connecting
from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.clientstate import Kept, Phase
from gouji_desktop.net.codes import STOPPED, CloseCode
from gouji_desktop.net.connection import Moved
from gouji_desktop.net.credentials import Credentials
from gouji_desktop.net.pins import Pins
from gouji_desktop.net.wire import encode
from tests.net.servers import AUTHORITY, Certificate, free_port, make_certificate, raw_server, websocket_server
from tests.net.test_connection import Seat, SmallServer, eventually, seat

CERTIFICATES = {name: make_certificate() for name in ("wang", "li", "stranger")}


class House(SmallServer):
    """A server with a certificate and tokens of its own, that can be at several places."""

    def __init__(self, name: str, folder: Path) -> None:
        super().__init__()
        self.name = name
        self.certificate: Certificate = CERTIFICATES[name]
        self.tls: ssl.SSLContext = self.certificate.server_context(folder)
        self._places: dict[int, AsyncExitStack] = {}

    async def greet(self, connection: ServerConnection) -> None:
        await self.hear(connection, req.Hello)
        await connection.send(encode(msg.Welcome(v=1, server=self.name)))
        auth = await self.hear(connection, req.Auth)
        await connection.send(encode(msg.Authed(re=auth.id, uid=self.name, name="王", token=f"of-{self.name}")))

    async def open(self, port: int = 0) -> ServerAddress:
        stack = AsyncExitStack()
        address = await stack.enter_async_context(websocket_server(self, tls=self.tls, port=port))
        self._places[address.port] = stack
        return address

    async def leave(self, address: ServerAddress) -> None:
        """Be there no more."""
        for connection in self.connections:
            connection.transport.abort()
        await self._places.pop(address.port).aclose()

    async def end(self) -> None:
        for stack in self._places.values():
            await stack.aclose()

    @property
    def fingerprint(self) -> str:
        return self.certificate.fingerprint

    @property
    def tokens(self) -> list[tuple[str, str]]:
        """How clients signed in."""
        return [(each.how, each.token) for each in self.heard if isinstance(each, req.Auth)]


class Places:
    """Houses, and one person's profile."""

    def __init__(self, folder: Path) -> None:
        self.wang, self.li, self.stranger = (House(name, folder) for name in CERTIFICATES)
        self.pins = Pins(folder / "pins.json")
        self.credentials = Credentials(use_keyring=False)
        self.moves: list[Moved] = []

    @asynccontextmanager
    async def seat(
        self, address: ServerAddress, before: Callable[[Seat], object] = lambda _made: None, **options: Any
    ) -> AsyncIterator[Seat]:
        made = Seat(
            address, **{"pins": self.pins, "credentials": self.credentials, "moved": self.moves.append, **options}
        )
        before(made)
        made.connection.start()
        try:
            yield made
        finally:
            await made.connection.close()

    async def knows(self, *houses: House) -> list[ServerAddress]:
        """The person was there, and has trusted them."""
        addresses = []
        for house in houses:
            addresses.append(await house.open())
            self.pins.pin(addresses[-1], house.fingerprint)
            await self.credentials.save(house.fingerprint, Kept(f"of-{house.name}"))
        return addresses


@pytest.fixture
async def places(tmp_path: Path) -> AsyncIterator[Places]:
    made = Places(tmp_path)
    yield made
    for house in (made.wang, made.li, made.stranger):
        await house.end()
    made.credentials.close()


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gouji_desktop.net.seeking.HEAD_START", 0.02)
    monkeypatch.setattr("gouji_desktop.net.connection.FIRST_WAIT", 0.02)


def server_of(made: Seat) -> str:
    return made.client.state.server


async def test_a_known_certificate_at_a_new_address_is_the_same_server(places: Places) -> None:
    (old,) = await places.knows(places.wang)
    await places.wang.leave(old)
    new = await places.wang.open()
    async with places.seat(new) as made:
        await made.until(Phase.ONLINE, Phase.CLOSED)
        assert made.phase() == Phase.ONLINE
    assert places.wang.tokens == [("token", "of-wang")]
    assert places.moves == [Moved(new, (old.netloc,))]
    again = Pins(places.pins._path)
    assert (again.of(old), again.of(new)) == (None, places.wang.fingerprint)


async def test_a_server_that_vanished_is_followed_to_where_its_certificate_is_announced(places: Places) -> None:
    (old,) = await places.knows(places.wang)
    async with places.seat(old) as made:
        await made.until(Phase.ONLINE)
        new = await places.wang.open()
        made.connection.announced([(places.wang.fingerprint, new)])
        await asyncio.sleep(0.1)
        assert (places.moves, made.connection.address) == ([], old), "an announcement alone moves nothing"
        await places.wang.leave(old)
        await eventually(lambda: made.connection.address == new and made.phase() == Phase.ONLINE)
        assert places.moves == [Moved(new, (old.netloc,))]
    assert places.wang.tokens == [("token", "of-wang")] * 2


async def test_an_announcement_ends_a_long_wait_and_an_attempt_that_hangs(places: Places) -> None:
    (old,) = await places.knows(places.wang)
    await places.wang.leave(old)
    new = await places.wang.open()
    async with raw_server(None, port=old.port), places.seat(old) as made:
        await asyncio.sleep(0.1)
        assert made.phase() == Phase.CONNECTING
        made.connection.announced([(places.wang.fingerprint, new)])
        await made.until(Phase.ONLINE)
        assert made.connection.address == new


async def test_whoever_announces_a_certificate_without_having_it_hears_nothing(places: Places) -> None:
    (home,) = await places.knows(places.wang)
    await places.wang.leave(home)
    false = await places.stranger.open()
    async with places.seat(home) as made:
        made.connection.announced([(places.wang.fingerprint, false)])
        await eventually(lambda: made.client.state.retry_in is not None)
        assert (made.trouble(), places.stranger.heard, places.moves) == ("refused", [], [])
        assert await places.wang.open(home.port) == home
        made.connection.retry_now()
        await made.until(Phase.ONLINE)
        assert made.connection.address == home
    assert places.stranger.heard == []


async def test_two_servers_that_swap_addresses_each_get_their_own_sign_in(places: Places) -> None:
    first, second = await places.knows(places.wang, places.li)
    await places.wang.leave(first)
    await places.li.leave(second)
    await places.wang.open(second.port)
    await places.li.open(first.port)
    for address, house in ((first, places.li), (second, places.wang)):
        async with places.seat(address) as made:
            await made.until(Phase.ONLINE, Phase.CLOSED)
            assert server_of(made) == house.name
            assert house.tokens == [("token", f"of-{house.name}")]
    assert places.moves == [Moved(first, (second.netloc,), swapped=True)], "the other one is expected where it is"
    assert (places.pins.of(first), places.pins.of(second)) == (places.li.fingerprint, places.wang.fingerprint)


async def test_a_running_connection_takes_no_other_known_server_for_its_own(places: Places) -> None:
    first, second = await places.knows(places.wang, places.li)
    async with places.seat(first) as made:
        await made.until(Phase.ONLINE)
        await places.li.leave(second)
        await places.wang.leave(first)
        await places.li.open(first.port)
        await eventually(lambda: made.trouble() == "other_server")
        assert (places.li.heard, places.moves) == ([], [])
        new = await places.wang.open()
        made.connection.announced([(places.wang.fingerprint, new)])
        await made.until(Phase.ONLINE)
        assert (server_of(made), made.connection.address) == ("wang", new)
    assert places.li.heard == []
    assert places.wang.tokens == [("token", "of-wang")] * 2


async def test_the_announced_server_is_preferred_to_another_one_at_its_old_address(places: Places) -> None:
    first, second = await places.knows(places.wang, places.li)
    await places.wang.leave(first)
    await places.li.leave(second)
    await places.li.open(first.port)
    new = await places.wang.open()
    here = [(places.wang.fingerprint, new)]
    async with places.seat(first, lambda made: made.connection.announced(here)) as made:
        await made.until(Phase.ONLINE, Phase.CLOSED)
        assert server_of(made) == "wang"
    assert places.li.heard == []


async def test_a_strange_certificate_at_a_known_address_stops_until_the_server_is_found_elsewhere(
    places: Places,
) -> None:
    (old,) = await places.knows(places.wang)
    async with places.seat(old) as made:
        await made.until(Phase.ONLINE)
        await places.wang.leave(old)
        await places.stranger.open(old.port)
        await made.until(Phase.CLOSED)
        assert made.trouble() == "pin_changed"
        new = await places.wang.open()
        made.connection.announced([(places.wang.fingerprint, new)])
        await made.until(Phase.ONLINE)
        assert made.connection.address == new
    assert places.stranger.heard == []


async def test_who_stopped_hosting_and_hosts_again_elsewhere_is_followed(places: Places) -> None:
    (old,) = await places.knows(places.wang)
    async with places.seat(old) as made:
        await made.until(Phase.ONLINE)
        await places.wang.connections[0].close(CloseCode.SHUTDOWN, STOPPED)
        await made.until(Phase.CLOSED)
        assert made.trouble() == "stopped"
        await places.wang.leave(old)
        new = await places.wang.open()
        made.connection.announced([(places.wang.fingerprint, new)])
        await made.until(Phase.ONLINE)


async def test_who_was_replaced_by_another_device_does_not_come_back_for_an_announcement(places: Places) -> None:
    (old,) = await places.knows(places.wang)
    async with places.seat(old) as made:
        await made.until(Phase.ONLINE)
        await places.wang.connections[0].close(CloseCode.REPLACED)
        await made.until(Phase.CLOSED)
        new = await places.wang.open()
        made.connection.announced([(places.wang.fingerprint, new)])
        await asyncio.sleep(0.1)
        assert made.phase() == Phase.CLOSED


async def test_a_plain_server_at_the_address_of_a_pinned_one_gets_no_sign_in(tmp_path: Path) -> None:
    """Old files kept both under the address."""
    port = await free_port()
    address = ServerAddress("127.0.0.1", port, secure=True)
    path = tmp_path / "pins.json"
    path.write_text(f'{{"pins": {{"{address.netloc}": "{CERTIFICATES["wang"].fingerprint}"}}}}', encoding="utf-8")
    credentials = Credentials(use_keyring=False)
    await credentials.save(address.netloc, Kept("of-wang"))
    plain = SmallServer()
    async with (
        websocket_server(plain, port=port) as there,
        seat(there, pins=Pins(path), credentials=credentials) as made,
    ):
        await made.until(Phase.ONLINE)
    assert [each.token for each in plain.heard if isinstance(each, req.Auth)] == [""]
    assert credentials.known(address.netloc) == Kept("of-wang")


async def test_an_old_profile_names_addresses_and_its_sign_in_moves_too(places: Places, tmp_path: Path) -> None:
    old = await places.wang.open()
    path = tmp_path / "old.json"
    path.write_text(f'{{"pins": {{"{old.netloc}": "{places.wang.fingerprint}"}}}}', encoding="utf-8")
    await places.credentials.save(old.netloc, Kept("of-wang"))
    await places.wang.leave(old)
    new = await places.wang.open()
    for _ in range(2):
        async with places.seat(new, pins=Pins(path)) as made:
            await made.until(Phase.ONLINE, Phase.CLOSED)
            assert made.connection.kept_under == old.netloc
    assert places.wang.tokens == [("token", "of-wang")] * 2
    # Whoever is at the old address now is a stranger, and trusted as such.
    await places.stranger.open(old.port)
    pins = Pins(path)
    async with places.seat(old, pins=pins) as made:
        await made.until(Phase.CLOSED)
        assert made.trouble() == "unknown_certificate"
        made.connection.trust(places.stranger.fingerprint)
        await made.until(Phase.ONLINE)
    assert places.stranger.tokens == [("guest", "")]


async def test_a_pinned_certificate_takes_no_place_of_a_server_known_by_name(places: Places) -> None:
    (old,) = await places.knows(places.wang)
    await places.wang.leave(old)
    new = await places.wang.open()
    async with places.seat(new, named=True) as made:
        await made.until(Phase.ONLINE, Phase.CLOSED)
        assert made.trouble() == "unknown_certificate"
        assert (places.wang.heard, places.moves) == ([], [])
        made.connection.trust(places.wang.fingerprint)
        await made.until(Phase.ONLINE)


async def test_a_server_of_an_authority_is_known_by_its_name(places: Places, tmp_path: Path) -> None:
    certificate = make_certificate(issuer=AUTHORITY)
    server = SmallServer()
    async with websocket_server(server, tls=certificate.server_context(tmp_path)) as address:
        for _ in range(2):
            async with places.seat(address) as made:
                await made.until(Phase.ONLINE)
                assert made.connection.kept_under == address.netloc
        port = address.port
    async with places.seat(address) as made:
        await eventually(lambda: made.trouble() == "refused")
        await places.stranger.open(port)
        made.connection.retry_now()
        await made.until(Phase.CLOSED)
        assert made.trouble() == "unknown_certificate"
    assert [each.how for each in server.heard if isinstance(each, req.Auth)] == ["guest", "token"]
    assert places.moves == []


async def test_a_password_for_one_server_is_not_given_to_another_that_is_known(places: Places) -> None:
    first, second = await places.knows(places.wang, places.li)
    await places.wang.leave(first)
    await places.li.leave(second)
    await places.li.open(first.port)
    async with places.seat(first, lambda made: made.client.sign_in("wanglaoshi", "geheim")) as made:
        await made.until(Phase.ONLINE, Phase.CLOSED)
    assert places.li.tokens == [("token", "of-li")]
    assert places.moves == [Moved(first, (second.netloc,), swapped=True, withheld=True)]


async def test_a_password_follows_the_server_for_which_it_was_typed(places: Places) -> None:
    (old,) = await places.knows(places.wang)
    await places.wang.leave(old)
    new = await places.wang.open()
    async with places.seat(old, lambda made: made.client.sign_in("wanglaoshi", "geheim")) as made:
        made.connection.announced([(places.wang.fingerprint, new)])
        await made.until(Phase.ONLINE, Phase.CLOSED)
    assert places.wang.tokens == [("password", "")]
    assert places.moves == [Moved(new, (old.netloc,))]


async def test_an_announcement_leads_nobody_out_of_the_own_network(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home,) = await places.knows(places.wang)
    await places.wang.leave(home)
    tried: set[ServerAddress] = set()

    async def open_socket(address: ServerAddress, *arguments: Any, **options: Any) -> Any:
        tried.add(address)
        return await connecting.open_socket(address, *arguments, **options)

    monkeypatch.setattr("gouji_desktop.net.connection.open_socket", open_socket)
    far, name = (ServerAddress(host, 443, secure=True) for host in ("93.184.215.14", "example.org"))
    plain = ServerAddress("127.0.0.1", 9, secure=False)
    here = [(places.wang.fingerprint, place) for place in (far, name, plain)]
    async with places.seat(home, lambda made: made.connection.announced(here)) as made:
        await eventually(lambda: made.client.state.retry_in is not None)
        await asyncio.sleep(0.1)
    assert tried == {home}


async def test_a_certificate_that_is_announced_where_another_known_server_is_leads_nobody_there(places: Places) -> None:
    first, second = await places.knows(places.wang, places.li)
    await places.wang.leave(first)
    here = [(places.wang.fingerprint, second)]
    async with places.seat(first, lambda made: made.connection.announced(here)) as made:
        await eventually(lambda: made.client.state.retry_in is not None)
        assert made.trouble() == "refused"
        await asyncio.sleep(0.1)
    assert (places.li.heard, places.moves) == ([], [])
