"""Clients that read slowly or not at all: they lose their connection, and nobody else anything."""

from __future__ import annotations

import asyncio
import socket
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from gouji_desktop.net.codes import CloseCode
from gouji_desktop.net.messages import Bye
from gouji_desktop.net.wire import decode_server
from gouji_desktop.server.config import Rate
from tests.server.gates import PATIENCE, Gate, a_gate, answers, until, upgrade

KIB = 1024


async def a_stalled_client(gate: Gate) -> socket.socket:
    """It completes its handshake and never reads again."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 * KIB)
    sock.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(sock, ("127.0.0.1", gate.gateway.port))
    await loop.sock_sendall(sock, upgrade())
    assert (await loop.sock_recv(sock, 4 * KIB)).startswith(b"HTTP/1.1 101")
    return sock


async def lap(clients: list[ClientConnection], text: str) -> float:
    """The work until everybody has read what one of them sent, in seconds of the processor.

    Other programs do not change it; who waited for the stalled client would make few laps.
    """
    start = time.process_time()
    await clients[0].send(text)
    async with asyncio.timeout(PATIENCE):
        for client in clients:
            assert await client.recv() == text
    took = time.process_time() - start
    # Not back to back: a warm processor would make the first measurements too good.
    await asyncio.sleep(0.005)
    return took


async def laps_beside_a_stalled_client() -> tuple[list[float], list[float]]:
    """The laps of five clients before there is one, and while there is one until it is cut off."""
    async with a_gate(slow_seconds=1.5, frames=Rate(10**6, 1e6)) as gate:
        clients = [await gate.connect() for _ in range(5)]
        text = "all " + "x" * 8 * KIB
        before = [await lap(clients, text) for _ in range(40)]
        sock = await a_stalled_client(gate)
        stalled = gate.core.peers[-1]
        beside: list[float] = []
        async with asyncio.timeout(PATIENCE):
            while not stalled.gone_calls:
                beside.append(await lap(clients, text))
        assert gate.value("gouji_slow_consumer_total") == 1
        assert stalled.link.outbound.waiting_bytes < 512 * KIB
        await until(lambda: gate.gateway.connections == 5)
        for client in clients:
            await client.close()
        sock.close()
        return before, beside


async def test_neighbours_of_a_stalled_client_notice_nothing():
    # What else the machine does between the two changes the caches: whoever waits does so every time.
    found: list[tuple[float, float]] = []
    for _ in range(4):
        before, beside = await laps_beside_a_stalled_client()
        assert len(beside) > 10
        found.append((statistics.median(before), statistics.median(beside)))
        # A quarter of a millisecond for the stalled client's own frames.
        if found[-1][1] < 1.5 * found[-1][0] + 0.00025:
            break
    else:
        pytest.fail(f"they notice it every time: {found}")


async def test_it_is_cut_off_after_its_time_and_not_before():
    async with a_gate(slow_seconds=0.5, queue_bytes=32 * KIB) as gate:
        sock = await a_stalled_client(gate)
        peer = gate.core.peers[0]
        start = time.perf_counter()
        # What the two systems and the transport take before anything waits.
        while not peer.link.outbound._over_since:
            peer.link.send(b"x" * 4 * KIB)
            await asyncio.sleep(0)
        await until(lambda: peer.gone_calls)
        assert time.perf_counter() - start >= 0.5
        sock.close()


async def test_who_reads_slowly_learns_why_it_was_cut_off():
    async with a_gate(slow_seconds=0.2, queue_bytes=16 * KIB) as gate:
        client = await gate.connect(max_queue=1)
        peer = gate.core.peers[0]
        while not peer.gone_calls:
            peer.link.send(b"x" * 8 * KIB)
            await asyncio.sleep(0.001)
        got = [message async for message in _all(client)]
        assert decode_server(got[-1]) == Bye(CloseCode.SLOW_CONSUMER, "slow_consumer", 1.0)
        assert client.close_code == CloseCode.SLOW_CONSUMER


async def _all(client) -> AsyncIterator[str]:
    with suppress(ConnectionClosed):
        while True:
            yield await client.recv()


async def test_no_event_is_lost_when_a_slow_client_catches_up():
    async with a_gate(slow_seconds=60.0, queue_bytes=64 * KIB, queue_messages=30) as gate:
        client = await gate.connect(max_queue=1)
        peer = gate.core.peers[0]
        sent = dropped = 0
        while gate.value("gouji_shed_total") < 3:
            peer.link.send(f"event {sent} ".encode() + b"x" * 4 * KIB)
            peer.link.send(b"chat", droppable=True)
            sent, dropped = sent + 1, dropped + 1
            await asyncio.sleep(0)
        got: list[int] = []
        async with asyncio.timeout(PATIENCE):
            while len(got) < sent:
                text = await client.recv()
                if text.startswith("event"):
                    got.append(int(text.split()[1]))
        assert got == list(range(sent))
        assert 0 < gate.value("gouji_shed_total") <= dropped
        assert peer.gone_calls == 0
        await answers_after_chat(client)
        await client.close()


async def answers_after_chat(client) -> None:
    """The connection works; chat that was not left out may come first."""
    await client.send("still here")
    async with asyncio.timeout(PATIENCE):
        while await client.recv() != "still here":
            pass


async def test_what_may_be_left_out_makes_room_for_what_may_not():
    async with a_gate(queue_messages=10, slow_seconds=60.0) as gate:
        sock = await a_stalled_client(gate)
        outbound = gate.core.peers[0].link.outbound
        while not outbound.waits:
            outbound.send(b"x" * 4 * KIB)
            await asyncio.sleep(0)
        for _ in range(10 - outbound.waits):
            outbound.send(b"chat", droppable=True)
        events = outbound.waits
        for number in range(4):
            outbound.send(f"event {number}".encode())
        # The chat is gone, and every event waits.
        assert gate.value("gouji_shed_total") == 9
        assert outbound.waits == events - 9 + 4
        sock.close()


async def test_a_burst_to_a_client_that_reads_leaves_nothing_out():
    async with a_gate(queue_messages=10) as gate, gate.connect(max_queue=None) as client:
        peer = gate.core.peers[0]
        for number in range(300):
            peer.link.send(str(number).encode(), droppable=True)
        assert [int(await client.recv()) for _ in range(300)] == list(range(300))
        assert gate.value("gouji_shed_total") == 0
        await answers(client)


async def test_too_much_at_once_for_a_stalled_client_does_not_wait_for_its_time():
    async with a_gate(slow_seconds=60.0, queue_bytes=16 * KIB) as gate:
        sock = await a_stalled_client(gate)
        peer = gate.core.peers[0]
        most = 0
        async with asyncio.timeout(PATIENCE):
            while not peer.gone_calls:
                peer.link.send(b"x" * 4 * KIB)
                most = max(most, peer.link.outbound.waiting_bytes)
                await asyncio.sleep(0)
        assert most <= 3 * 16 * KIB + 80 * KIB
        sock.close()


async def test_closing_a_stalled_link_does_not_wait_for_ever():
    async with a_gate(slow_seconds=0.3) as gate:
        sock = await a_stalled_client(gate)
        peer = gate.core.peers[0]
        for _ in range(40):
            peer.link.send(b"x" * 8 * KIB)
            await asyncio.sleep(0)
        peer.link.close(CloseCode.RESTART, "restart")
        await until(lambda: not gate.gateway.connections)
        sock.close()
