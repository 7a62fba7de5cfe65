"""Addresses as people write them."""

from __future__ import annotations

import pytest

from gouji_desktop.net.addresses import ServerAddress, invite_code, is_private
from gouji_desktop.net.clientstate import Trouble
from gouji_desktop.net.codes import DEFAULT_PORT


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("example.org", ServerAddress("example.org", DEFAULT_PORT, secure=True)),
        ("  Example.ORG:5000 ", ServerAddress("example.org", 5000, secure=True)),
        ("wss://example.org", ServerAddress("example.org", 443, secure=True)),
        ("wss://example.org:5000/ws", ServerAddress("example.org", 5000, secure=True)),
        ("https://example.org/", ServerAddress("example.org", 443, secure=True)),
        ("192.168.1.7", ServerAddress("192.168.1.7", DEFAULT_PORT, secure=True)),
        ("ws://192.168.1.7:80", ServerAddress("192.168.1.7", 80, secure=False)),
        ("http://10.0.0.1:5000", ServerAddress("10.0.0.1", 5000, secure=False)),
        ("localhost", ServerAddress("localhost", DEFAULT_PORT, secure=False)),
        ("127.0.0.1:5000", ServerAddress("127.0.0.1", 5000, secure=False)),
        ("wss://localhost:5000", ServerAddress("localhost", 5000, secure=True)),
        ("[::1]:5000", ServerAddress("::1", 5000, secure=False)),
        ("wss://[2001:db8::1]:5000", ServerAddress("2001:db8::1", 5000, secure=True)),
        ("ws://mypc.local:5000", ServerAddress("mypc.local", 5000, secure=False)),
        ("够级.example", ServerAddress("够级.example", DEFAULT_PORT, secure=True)),
        ("192.0.2.2：47700", ServerAddress("192.0.2.2", 47700, secure=True)),
        ("１９２。０。２。２：４７７００", ServerAddress("192.0.2.2", 47700, secure=True)),
        ("ｗｓ：／／ｍｙｐｃ｡local：５０００", ServerAddress("mypc.local", 5000, secure=False)),
    ],
)
def test_addresses_are_understood(text: str, address: ServerAddress) -> None:
    assert ServerAddress.parse(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        ":5000",
        "example.org:0",
        "example.org:99999",
        "example.org:port",
        "ftp://example.org",
        "wss://",
        "wss://example.org/other",
        "wss://example.org/ws?token=x",
        "wss://me:secret@example.org",
        "exa mple.org",
        "-example.org",
        "[::1",
        "[nonsense]:5000",
        "a" * 300,
        "<b>example</b>",
    ],
)
def test_what_is_no_address_is_told(text: str) -> None:
    found = ServerAddress.parse(text)
    assert isinstance(found, Trouble)
    assert found.key == "bad_address"
    assert len(found.detail["text"]) <= 80


@pytest.mark.parametrize("text", ["ws://8.8.8.8", "http://93.184.215.14:5000", "ws://[2606:4700::1111]:80"])
def test_plain_addresses_of_the_wide_world_are_refused(text: str) -> None:
    found = ServerAddress.parse(text)
    assert isinstance(found, Trouble)
    assert found.key == "insecure_address"
    assert found.detail["secure"].startswith("wss://")


@pytest.mark.parametrize(
    ("host", "private"),
    [
        ("localhost", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("10.1.2.3", True),
        ("172.16.0.1", True),
        ("192.168.255.255", True),
        ("169.254.1.1", True),
        ("fe80::1", True),
        ("fd00::1", True),
        ("::ffff:192.168.1.1", True),
        ("::ffff:8.8.8.8", False),
        ("0.0.0.0", False),
        ("8.8.8.8", False),
        ("172.32.0.1", False),
        ("2606:4700::1111", False),
        ("example.org", None),
    ],
)
def test_private_networks_are_told_from_the_wide_world(host: str, private: bool | None) -> None:
    assert is_private(host) is private


def test_an_address_is_written_as_it_is_read() -> None:
    for address in (ServerAddress("::1", 5000, secure=False), ServerAddress("example.org", 443, secure=True)):
        assert ServerAddress.parse(str(address)) == address
        assert ServerAddress.parse(address.url) == address


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("K7M2P9QX", "K7M2P9QX"),
        (" k7m2-p9qx ", "K7M2P9QX"),
        ("Ｋ７Ｍ２Ｐ９ＱＸ", "K7M2P9QX"),
        ("ABCD EFGH", "ABCDEFGH"),
        ("server01", ""),
        ("gameserv", ""),
        ("K7M2P9Q", ""),
        ("K7M2P9QX:5000", ""),
        ("k7.p9.qx", ""),
        ("HOLLOWUP", ""),
    ],
)
def test_an_invite_code_is_told_from_the_name_of_a_machine(text: str, code: str) -> None:
    assert invite_code(text) == code
