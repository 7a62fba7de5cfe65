"""Packed logs: parts that grow, and pieces that are read without the rest."""

from __future__ import annotations

import random
import zlib

import pytest

from gouji_desktop.server.packed_logs import PackedLog


def test_a_log_that_grew_is_read_from_anywhere() -> None:
    chance = random.Random(5)
    grown, content = PackedLog(), b""
    for _ in range(12):
        part = chance.randbytes(chance.randrange(200)) * chance.randrange(4)
        grown.add(part)
        content += part
    for log in (grown, PackedLog.unpack(grown.packed())):
        assert log.size == len(content)
        for _ in range(300):
            start, length = chance.randrange(len(content) + 20), chance.randrange(600)
            assert log.read(start, length) == content[start : start + length]


def test_a_piece_unpacks_its_own_part_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    log = PackedLog()
    for number in range(50):
        log.add(bytes([number]) * 1000)
    unpacked = 0
    make = zlib.decompressobj

    def counted() -> object:
        nonlocal unpacked
        unpacked += 1
        return make()

    monkeypatch.setattr(zlib, "decompressobj", counted)
    assert log.read(30_500, 400) == bytes([30]) * 400
    assert log.read(30_900, 50) == bytes([30]) * 50
    assert unpacked == 1


@pytest.mark.parametrize(
    "body", [b"", b"[]x", b"\n", b"[[5,3]]\nabc", b"[[5,3]]\nab", b"[[1e9,0]]\n", b"{}\n", b"\xff\n", b"[[-1,0]]\n"]
)
def test_a_damaged_body_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match="log"):
        PackedLog.unpack(body).read(0, 10)


def test_a_body_that_rotted_is_refused() -> None:
    body = bytearray(PackedLog.of(b"some text" * 50).packed())
    body[-6] ^= 255
    with pytest.raises(ValueError, match="part 0 of a log"):
        PackedLog.unpack(bytes(body)).read(0, 10)
    longer = PackedLog.of(b"x" * 40).packed().replace(b"[[40,", b"[[41,")
    with pytest.raises(ValueError, match="not as long as it says"):
        PackedLog.unpack(longer).read(0, 10)


def test_a_part_that_was_let_go_is_found_elsewhere() -> None:
    kept: list[bytes] = []
    log = PackedLog(kept.__getitem__)
    kept += [log.add(content) for content in (b"first", b"second", b"third")]
    whole = log.packed()
    log.let_go(0)
    log.let_go(1)
    assert log.read(3, 9) == b"stsecondt"
    assert log.packed() == whole
    log.rest()
    kept[1] = b"something else"
    with pytest.raises(ValueError, match="damaged"):
        log.read(5, 6)
