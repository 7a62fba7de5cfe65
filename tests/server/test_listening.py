"""The addresses that a server listens on."""

from __future__ import annotations

import socket
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from gouji_desktop.net.codes import SUBPROTOCOL
from gouji_desktop.server import app
from gouji_desktop.server.announcing import Announcement, reachable
from gouji_desktop.server.app import StartError, TableServer
from gouji_desktop.server.config import Config
from gouji_desktop.server.embedded import EVERYWHERE

both = pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="a system without IPv6")


@both
async def test_every_address_is_one_of_ipv4_and_of_ipv6(tmp_path: Path) -> None:
    assert EVERYWHERE == "::"
    server = TableServer(Config(host="::", port=0, data=tmp_path))
    await server.start()
    try:
        for host in ("127.0.0.1", "[::1]"):
            url = f"ws://{host}:{server.port}/ws"
            async with connect(url, subprotocols=[Subprotocol(SUBPROTOCOL)], proxy=None) as socket_:
                assert socket_.subprotocol == SUBPROTOCOL
        other = TableServer(Config(host="::", port=server.port))
        with pytest.raises(StartError, match=r"^:: port \d+ cannot be listened on \(Address already in use\)$"):
            await other.start()
    finally:
        await server.stop(patience=0.1)


@both
async def test_neighbours_of_all_kinds_are_counted_as_what_they_are(tmp_path: Path) -> None:
    server = TableServer(Config(host="::", port=0, data=tmp_path))
    await server.start()
    try:
        url = f"ws://127.0.0.1:{server.port}/ws"
        async with connect(url, subprotocols=[Subprotocol(SUBPROTOCOL)], proxy=None):
            assert server._gateway is not None
            assert [each.address for each in server._gateway._links] == ["127.0.0.1"]
    finally:
        await server.stop(patience=0.1)


def test_what_others_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from ipaddress import ip_address

    from gouji_desktop.server import announcing

    own = ("192.168.7.1", "169.254.7.1", "2001:db8::7", "fe80::1%2", "127.0.0.1", "::1")
    monkeypatch.setattr(announcing, "own_addresses", lambda: tuple(map(ip_address, own)))
    assert reachable("::") == list(own)
    assert reachable("0.0.0.0") == ["192.168.7.1", "169.254.7.1", "127.0.0.1"]
    assert reachable("192.0.2.9") == ["192.0.2.9"]
    told = Announcement("x", 1, "0", "", "::").addresses
    assert told == ["192.168.7.1", "169.254.7.1", "fe80::1%2", "127.0.0.1"]


@pytest.mark.parametrize(
    ("host", "addresses", "told"),
    [
        ("0.0.0.0", ("169.254.1.2", "fd00::5", "192.0.2.7"), "ws://192.0.2.7:{}/ws"),
        ("0.0.0.0", ("fd00::5", "127.0.0.1"), ""),
        ("::", ("fe80::1%2", "fd00::5", "127.0.0.1"), "ws://[fd00::5]:{}/ws"),
        ("127.0.0.1", ("192.0.2.7",), ""),
    ],
)
async def test_who_listens_everywhere_is_told_what_others_type_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, addresses: tuple[str, ...], told: str
) -> None:
    monkeypatch.setattr(app, "own_addresses", lambda: tuple(map(ip_address, addresses)))
    server = TableServer(Config(host="127.0.0.1", port=0, data=tmp_path))
    await server.start()
    try:
        server.config = replace(server.config, host=host)
        assert server.url_for_others == told.format(server.port)
    finally:
        await server.stop()
