"""Which certificates are trusted by hand, through restarts, damage and a full disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.pins import Pins, Settled

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


# --- servers that move ----------------------------------------------------------------------------------------------

THERE = HERE._replace(host="10.0.0.9")
ELSEWHERE = HERE._replace(host="10.0.0.17")
THIRD = ":".join(["EF"] * 32)


def test_a_server_is_at_one_place_and_what_is_kept_for_it_stays_under_one_name(tmp_path: Path) -> None:
    path = tmp_path / "pins.json"
    pins = Pins(path)
    pins.pin(HERE, ONE)
    name = pins.kept_under(HERE, ONE)
    assert pins.settle(HERE, ONE) == Settled()
    assert pins.settle(THERE, ONE) == Settled((HERE.netloc,))
    again = Pins(path)
    assert again.places(ONE) == (THERE.netloc,)
    assert again.kept_under(ELSEWHERE, ONE) == name
    assert again.settle(THERE, OTHER) == Settled(), "a stranger's certificate is pinned by nobody but the person"
    assert again.of(THERE) == ONE


def test_three_servers_that_change_places_are_all_known(tmp_path: Path) -> None:
    pins = Pins(tmp_path / "pins.json")
    wanted = {HERE: ONE, THERE: OTHER, ELSEWHERE: THIRD}
    for address, fingerprint in zip((THERE, ELSEWHERE, HERE), wanted.values(), strict=True):
        pins.pin(address, fingerprint)
    assert pins.settle(HERE, ONE) == Settled((THERE.netloc,), swapped=True)
    assert pins.settle(THERE, OTHER) == Settled((ELSEWHERE.netloc,), swapped=True)
    assert {address: pins.of(address) for address in wanted} == wanted
    assert pins.settle(ELSEWHERE, THIRD) == Settled()


def test_things_of_an_old_file_stay_under_the_address(tmp_path: Path) -> None:
    path = tmp_path / "pins.json"
    path.write_text(json.dumps({"pins": {HERE.netloc: ONE, THERE.netloc: OTHER}}), encoding="utf-8")
    pins = Pins(path)
    assert pins.kept_under(ELSEWHERE, ONE) == HERE.netloc
    assert pins.kept_under(HERE, "") == str(HERE), "nobody else gets what was kept for it"
    pins.settle(HERE, OTHER)
    again = Pins(path)
    assert (again.kept_under(THERE, ONE), again.kept_under(HERE, OTHER)) == (HERE.netloc, THERE.netloc)
    again.unpin(HERE)
    again.pin(THERE, THIRD)
    assert again.kept_under(THERE, THIRD) == THIRD
    assert again.kept_under(ELSEWHERE, "") == ELSEWHERE.netloc
    assert {again.kept_under(each, "") for each in (HERE, THERE)} == {str(HERE), str(THERE)}


def test_an_old_file_that_names_a_server_twice_is_put_in_order_once_it_was_seen(tmp_path: Path) -> None:
    path = tmp_path / "pins.json"
    path.write_text(json.dumps({"pins": {HERE.netloc: ONE, THERE.netloc: ONE}}), encoding="utf-8")
    pins = Pins(path)
    assert pins.kept_under(THERE, ONE) == THERE.netloc
    assert pins.settle(THERE, ONE) == Settled((HERE.netloc,))
    assert Pins(path).kept_under(THERE, ONE) == THERE.netloc


def test_a_full_disk_does_not_keep_a_server_from_being_recognised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pins = Pins(tmp_path / "pins.json")
    pins.pin(HERE, ONE)

    def full(*_arguments: object, **_options: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    assert pins.settle(THERE, ONE) == Settled((HERE.netloc,))
    assert pins.of(THERE) == ONE
