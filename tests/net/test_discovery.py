"""Servers that announce themselves in the local network, and who finds them."""

from __future__ import annotations

import asyncio
from ipaddress import IPv4Network
from typing import Any

import pytest

from gouji_desktop.net.discovery import SERVICE, Browser, FoundServer, found_server, instance_name

PROPERTIES: dict[Any, Any] = {
    b"v": b"1",
    b"name": "王家的牌桌".encode(),
    b"build": b"0.9",
    b"path": b"/ws",
    b"secure": b"1",
    b"fp": b"AB" * 32,
}


def test_what_an_announcement_says():
    found = found_server(f"x.{SERVICE}", ["127.0.0.1", "192.0.2.7"], 47625, PROPERTIES)
    assert found == FoundServer(
        key=f"x.{SERVICE}",
        name="王家的牌桌",
        host="192.0.2.7",
        port=47625,
        secure=True,
        fingerprint=":".join(["AB"] * 32),
        build="0.9",
        versions=(1,),
        addresses=("192.0.2.7", "127.0.0.1"),
    )


@pytest.mark.parametrize(
    ("addresses", "port", "changes"),
    [
        ([], 47625, {}),
        (["nonsense"], 47625, {}),
        (["224.0.0.1"], 47625, {}),
        (["0.0.0.0"], 47625, {}),
        (["192.0.2.7"], None, {}),
        (["192.0.2.7"], 0, {}),
        (["192.0.2.7"], 47625, {b"path": b"/../etc"}),
    ],
)
def test_an_announcement_that_leads_nowhere_is_none(addresses, port, changes):
    assert found_server(f"x.{SERVICE}", addresses, port, PROPERTIES | changes) is None


@pytest.mark.parametrize(
    ("addresses", "best"),
    [
        (["10.20.30.1", "192.168.7.1", "127.0.0.1"], "192.168.7.1"),
        (["192.168.7.1", "10.20.30.1"], "192.168.7.1"),
        (["fe80::1%2", "10.20.30.1"], "10.20.30.1"),
        (["127.0.0.1", "fe80::1%2"], "fe80::1%2"),
        (["fe80::1", "169.254.7.1", "127.0.0.1"], "169.254.7.1"),
        (["169.254.7.1", "10.20.30.1"], "10.20.30.1"),
    ],
)
def test_the_address_that_this_machine_reaches_is_offered(addresses, best):
    found = found_server(f"x.{SERVICE}", addresses, 47625, PROPERTIES, [IPv4Network("192.168.7.0/24")])
    assert found is not None
    assert found.host == best
    assert "fe80::1" not in found.addresses


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({b"name": "\u202eevil\n<b>x</b>".encode()}, "evil <b>x</b>"),
        ({b"name": b"x" * 500}, "x" * 60),
        ({b"name": b""}, "table of Wang"),
        ({b"name": None}, "table of Wang"),
        ({b"name": b"\xff\xfe"}, "\ufffd\ufffd"),
    ],
)
def test_texts_from_the_network_are_cleaned(changes, name):
    found = found_server(f"table of Wang.{SERVICE}", ["192.0.2.7"], 1, PROPERTIES | changes)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("value", [b"", b"zz", b"AB" * 31, None, b"\xff" * 64])
def test_a_fingerprint_that_is_none_is_left_out(value):
    found = found_server(f"x.{SERVICE}", ["192.0.2.7"], 1, PROPERTIES | {b"fp": value})
    assert found is not None
    assert found.fingerprint == ""


@pytest.mark.parametrize("machine", ["m" * 80, "机" * 80, ""])
@pytest.mark.parametrize("name", ["王家", "x" * 200, "牌" * 100, "a.b._gouji", "", "\u202e\n", "😀" * 30])
def test_the_name_of_a_service_fits(name, machine):
    label = instance_name(name, machine, 47625)
    assert len(label.encode()) <= 63
    assert label.isprintable()
    assert "47625" in label


async def test_a_server_that_announces_itself_is_found_and_lost():
    from gouji_desktop.server.announcing import Announcement, Announcer

    events: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
    browser = Browser(lambda server: events.put_nowait(("found", server)), lambda key: events.put_nowait(("lost", key)))
    announcer = Announcer(Announcement("王.家 的牌桌", 40001, "0.9", ":".join(["AB"] * 32), "127.0.0.1"))
    await browser.start()
    announcer.start()
    try:
        async with asyncio.timeout(30):
            what, server = await events.get()
            while server.port != 40001:
                what, server = await events.get()
            assert what == "found"
            assert server.name == "王.家 的牌桌"
            assert server.host == "127.0.0.1"
            assert server.secure
            assert server.fingerprint == ":".join(["AB"] * 32)
            assert server in browser.servers
            while not announcer.works:  # noqa: ASYNC110 - it has no event
                await asyncio.sleep(0.02)
            await announcer.stop()
            what, key = await events.get()
            while key != server.key:
                what, key = await events.get()
            assert what == "lost"
            assert key not in {each.key for each in browser.servers}
    finally:
        await announcer.stop()
        await browser.stop()


async def test_stopping_before_anything_is_known_leaves_nothing_running():
    from gouji_desktop.server.announcing import Announcement, Announcer

    browser = Browser(lambda server: None, lambda key: None)
    announcer = Announcer(Announcement("x", 40002, "0.9", "", "127.0.0.1"))
    announcer.start()
    await browser.start()
    await browser.start()
    await announcer.stop()
    await browser.stop()
    await browser.stop()
    assert len(asyncio.all_tasks()) == 1


async def test_without_a_network_it_is_said_in_a_word(monkeypatch):
    def broken(**_options):
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr("gouji_desktop.net.discovery.multicast", broken)
    browser = Browser(lambda server: None, lambda key: None)
    await browser.start()
    assert "unreachable" in browser.trouble
    await browser.stop()
