"""Clients that are rude: whatever one of them sends, the others notice nothing."""

from __future__ import annotations

import asyncio
import socket
import ssl
import statistics
import struct
import time
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from gouji_desktop.net.codes import CloseCode
from gouji_desktop.server.certificates import own_certificate, server_context
from tests.server.gates import PATIENCE, Gate, a_gate, answers, frame, read_all, until, upgrade

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


async def opened(gate: Gate) -> socket.socket:
    """A raw connection behind its handshake."""
    sock = await gate.raw(upgrade())
    got = b""
    while b"\r\n\r\n" not in got:
        got += await asyncio.get_running_loop().sock_recv(sock, 4096)
    assert got.startswith(b"HTTP/1.1 101 ")
    return sock


def close_code(got: bytes) -> int | None:
    """The code of the close frame at the end of what a server sent, None where it just hung up."""
    at = 0
    while at + 2 <= len(got):
        size, skip = got[at + 1], 2
        if size == 126:
            size, skip = struct.unpack(">H", got[at + 2 : at + 4])[0], 4
        if got[at] & 15 == CLOSE:
            return int(struct.unpack(">H", got[at + skip : at + skip + 2])[0])
        at += skip + size
    return None


async def read_close(sock: socket.socket) -> int | None:
    """Read as far as a close frame, or to the end."""
    loop, got = asyncio.get_running_loop(), b""
    try:
        async with asyncio.timeout(PATIENCE):
            while close_code(got) is None and (piece := await loop.sock_recv(sock, 65536)):
                got += piece
    except ConnectionError:
        pass
    return close_code(got)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (frame(TEXT, b"x" * (16 * 1024 + 1)), 1009),
        (bytes([0x81, 0x80 | 127]) + (1 << 62).to_bytes(8, "big") + b"\0\0\0\0", 1009),
        (frame(TEXT, b"x" * 9000, fin=False) + frame(0, b"x" * 9000), 1009),
        (frame(BINARY, b"{}"), 4000),
        (frame(TEXT, b"\xff\xfe"), 1007),
        (frame(TEXT, b"{}", masked=False), 1002),
        (frame(TEXT, b"{}", rsv=0x40), 1002),
        (frame(3, b"{}"), 1002),
        (frame(0, b"{}"), 1002),
        (frame(PING, b"x" * 126), 1002),
        (frame(PING, b"x", fin=False), 1002),
        (frame(CLOSE, b"\x00"), 1002),
        (frame(CLOSE, struct.pack(">H", 999)), 1002),
        (frame(TEXT, b"a", fin=False) + frame(TEXT, b"b"), 1002),
    ],
    ids=[
        "oversized", "claimed-length", "fragments-too-long", "binary", "no-utf8", "unmasked", "rsv", "opcode",
        "continuation", "long-control", "split-control", "short-close", "close-code", "interleaved",
    ],
)  # fmt: skip
async def test_a_wrong_frame_ends_its_own_connection(said, code):
    async with a_gate() as gate, gate.connect() as neighbour:
        sock = await opened(gate)
        await asyncio.get_running_loop().sock_sendall(sock, said)
        assert await read_close(sock) == code
        sock.close()
        await answers(neighbour)
        await until(lambda: gate.core.all[1].gone_calls == 1)


async def test_a_message_in_fragments_is_one_message():
    async with a_gate() as gate:
        sock = await opened(gate)
        loop = asyncio.get_running_loop()
        parts = frame(TEXT, b'{"k":', fin=False) + frame(PING, b"?") + frame(0, b'"ping"', fin=False) + frame(0, b"}")
        for byte in parts:
            await loop.sock_sendall(sock, bytes([byte]))
        got = b""
        while b'{"k":"ping"}' not in got:
            got += await asyncio.wait_for(loop.sock_recv(sock, 4096), PATIENCE)
        assert gate.core.all[0].received == ['{"k":"ping"}']
        sock.close()


async def answer_times(client) -> list[float]:
    """What twenty answers take, in seconds of the processor, whatever else that does."""
    found = []
    for _ in range(20):
        start = time.process_time()
        await answers(client)
        found.append(time.process_time() - start)
    return found


@pytest.mark.parametrize(
    "said",
    [
        frame(PING, b"") * 50_000,
        frame(PONG, b"") * 50_000,
        frame(TEXT, b"") * 50_000,
        frame(TEXT, b"x", fin=False) + frame(0, b"", fin=False) * 50_000,
    ],
    ids=["pings", "pongs", "empty", "fragments"],
)
async def test_a_flood_of_frames_ends_its_connection_and_delays_nobody(said):
    async with a_gate() as gate, gate.connect() as neighbour:
        usual = statistics.median(await answer_times(neighbour))
        sock = await opened(gate)
        loop = asyncio.get_running_loop()
        flood = loop.create_task(loop.sock_sendall(sock, said))
        slowest = max(await answer_times(neighbour))
        # None: the system threw the last words away when the rest of the flood met a closed socket.
        code = await read_close(sock)
        assert code in (CloseCode.RATE, CloseCode.TOO_BIG, None)
        sock.close()
        with suppress(OSError):
            await flood
        # All of a flood at once takes twelve times as long.
        assert slowest < max(0.03, 60 * usual)
        flooder = gate.core.all[1]
        assert flooder.gone_calls == 1
        assert len(flooder.received) <= 300
        await answers(neighbour)


async def test_who_says_nothing_is_hung_up_on():
    async with a_gate(open_seconds=1.0) as gate, gate.connect() as neighbour:
        silent = [await gate.raw() for _ in range(5)]
        slow = await gate.raw(b"GET /ws HTTP/1.1\r\n")
        loop = asyncio.get_running_loop()

        async def drip() -> None:
            try:
                while True:
                    await loop.sock_sendall(slow, b"X: y\r\n")
                    await asyncio.sleep(0.05)
            except OSError:
                pass

        dripping = loop.create_task(drip())
        for sock in [*silent, slow]:
            assert not (await read_all(sock)).startswith(b"HTTP/1.1 101")
            sock.close()
        await asyncio.wait_for(dripping, PATIENCE)
        await answers(neighbour)
        assert len(gate.core.all) == 1


async def test_half_handshakes_from_one_address_are_bounded():
    async with a_gate(connections_per_address=4, open_seconds=30.0) as gate, gate.connect() as neighbour:
        socks = [await gate.raw(b"GET /ws HTTP/1.1\r\nHost: x\r\n") for _ in range(30)]
        await answers(neighbour)
        await until(lambda: gate.value("gouji_refused_total", why="sockets") == 30 - (2 * 4 - 1))
        for sock in socks:
            sock.close()
        await answers(neighbour)


@pytest.mark.parametrize(
    "lines",
    [[f"X-{number}: y" for number in range(500)], ["X: " + "y" * 100_000]],
    ids=["many", "long"],
)
async def test_a_header_bomb_is_refused(lines):
    async with a_gate() as gate, gate.connect() as neighbour:
        sock = await gate.raw()
        loop = asyncio.get_running_loop()
        try:
            await loop.sock_sendall(sock, upgrade("/ws", *lines))
            got = await read_all(sock)
        except ConnectionError:
            got = b""
        sock.close()
        assert not got.startswith(b"HTTP/1.1 101")
        assert len(gate.core.all) == 1
        await answers(neighbour)


async def test_a_socket_that_closes_at_any_point_leaves_nothing_behind():
    whole = upgrade() + frame(TEXT, b"{}") + frame(CLOSE, struct.pack(">H", 1000))
    async with a_gate(connections_per_address=50) as gate, gate.connect() as neighbour:
        for end in range(0, len(whole), 23):
            sock = await gate.raw(whole[:end])
            if end % 2:
                # A reset instead of an orderly end.
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            sock.close()
        await answers(neighbour)
        await until(lambda: gate.gateway.connections == 1)
        assert all(peer.gone_calls == 1 for peer in gate.core.all[1:])


async def test_nonsense_at_a_tls_port(tmp_path):
    context = server_context(own_certificate(tmp_path))
    trusting = ssl.create_default_context()
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    async with a_gate(context=context) as gate:
        secure = gate.url.replace("ws:", "wss:")
        async with gate.connect(url=secure, ssl=trusting) as neighbour:
            for said in (b"", upgrade(), b"\x16\x03\x01" + b"\xff" * 600, b"\0" * 64):
                sock = await gate.raw(said)
                if said:
                    assert not (await read_all(sock)).startswith(b"HTTP")
                sock.close()
            await answers(neighbour)


async def test_who_never_finishes_a_tls_handshake_is_hung_up_on(tmp_path):
    async with a_gate(context=server_context(own_certificate(tmp_path)), open_seconds=0.3) as gate:
        # The beginning of a client's hello of some 500 bytes.
        for said in (b"", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"):
            sock = await gate.raw(said)
            await read_all(sock)
            sock.close()
        assert gate.core.all == []


@pytest.mark.log_errors("handler failed")
async def test_a_core_that_fails_ends_one_connection(caplog):
    async with a_gate() as gate, gate.connect() as neighbour:
        await answers(neighbour)
        gate.core.connect = _broken  # type: ignore[method-assign]
        async with gate.connect() as client:
            with pytest.raises(ConnectionClosed):
                await client.recv()
        await answers(neighbour)
        assert "handler failed" in caplog.text
        caplog.clear()


def _broken(link):
    raise RuntimeError("the core is broken")
