"""Which certificates are trusted by hand, through restarts, damage and a full disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.pins import Pins

HERE = ServerAddress("192.168.1.7", 47625, secure=True)
ONE = ":".join(["AB"] * 32)
OTHER = ":".join(["CD"] * 32)


def test_a_pin_is_kept_for_its_server_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "pins.json"
    pins = Pins(path)
    pins.pin(HERE, ONE.lower().replace(":", ""))
    again = Pins(path)
    assert again.of(HERE) == ONE
    assert again.holds(HERE, ONE)
    assert not again.holds(HERE, OTHER)
    assert not again.holds(HERE._replace(port=1), ONE)
    again.pin(HERE, OTHER)
    assert Pins(path).of(HERE) == OTHER
    again.unpin(HERE)
    again.unpin(HERE)
    assert Pins(path).of(HERE) is None


def test_what_is_no_fingerprint_is_not_pinned(tmp_path: Path) -> None:
    pins = Pins(tmp_path / "pins.json")
    with pytest.raises(ValueError, match="32 bytes"):
        pins.pin(HERE, "AB:CD")
    assert not (tmp_path / "pins.json").exists()


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"pins": 7}', b'{"pins": {"a": 7}}', b"\xff\xfe", b"[" * 100_000, b" " * 2_000_000]
)
def test_a_damaged_file_trusts_nobody_and_is_kept_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "pins.json"
    path.write_bytes(content)
    pins = Pins(path)
    assert pins.damaged
    assert pins.of(HERE) is None
    assert path.read_bytes() == content
    pins.pin(HERE, ONE)
    assert Pins(path).of(HERE) == ONE
    assert path.with_suffix(".damaged").read_bytes() == content


def test_strange_entries_are_no_pins(tmp_path: Path) -> None:
    path = tmp_path / "pins.json"
    path.write_text(json.dumps({"pins": {HERE.netloc: "trust me", "b:1": ONE}}), encoding="utf-8")
    pins = Pins(path)
    assert pins.of(HERE) is None
    assert pins.of(ServerAddress("b", 1, secure=True)) == ONE


def test_without_a_file_pins_last_as_long_as_the_program() -> None:
    pins = Pins(None)
    pins.pin(HERE, ONE)
    assert pins.holds(HERE, ONE)
    assert not pins.damaged
