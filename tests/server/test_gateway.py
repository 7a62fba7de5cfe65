"""The sockets of the server: who comes in, what is carried, how it ends."""

from __future__ import annotations

import asyncio

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gouji_desktop.net.codes import SUBPROTOCOL, CloseCode
from gouji_desktop.server.config import Rate
from tests.server.gates import PATIENCE, a_gate, answers, read_all, until, upgrade


async def test_frames_are_carried_both_ways():
    async with a_gate() as gate, gate.connect() as client:
        assert client.subprotocol == SUBPROTOCOL
        assert "Sec-WebSocket-Extensions" not in client.response.headers
        await answers(client, '{"k":"ping"}')
        (peer,) = gate.core.peers
        assert peer.received == ['{"k":"ping"}']
        assert peer.link.address == "127.0.0.1"
        assert gate.gateway.connections == 1


async def test_the_core_is_told_once_when_a_connection_ends():
    async with a_gate() as gate:
        async with gate.connect() as client:
            await answers(client)
        await until(lambda: not gate.gateway.connections)
        assert [peer.gone_calls for peer in gate.core.all] == [1]


async def test_a_closed_link_sends_what_is_queued_and_nothing_after():
    async with a_gate() as gate, gate.connect() as client:
        await client.send("close 4001")
        await client.send("too late")
        assert await client.recv() == "last words"
        with pytest.raises(ConnectionClosed):
            await client.recv()
        assert client.close_code == CloseCode.REPLACED
        assert client.close_reason == "as you wish"
        assert gate.core.all[0].received == ["close 4001"]


@pytest.mark.parametrize("path", ["/", "/wss", "/ws/", "/metrics", "/../ws"])
async def test_every_other_path_is_404(path):
    async with a_gate() as gate:
        with pytest.raises(InvalidStatus) as refused:
            await gate.connect(url=gate.url.removesuffix("/ws") + path)
        assert refused.value.response.status_code == 404
        assert gate.core.all == []


async def test_a_browser_that_calls_by_is_answered_in_plain_words():
    async with a_gate() as gate:
        sock = await gate.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        got = await read_all(sock)
        sock.close()
        assert got.startswith(b"HTTP/1.1 404 ")
        assert b"/ws" in got


@pytest.mark.parametrize("offered", [None, "gouji.v9", "chat"])
async def test_another_subprotocol_is_refused(offered):
    async with a_gate() as gate:
        sock = await gate.raw(upgrade(subprotocol=offered))
        got = await read_all(sock)
        sock.close()
        assert got.startswith(b"HTTP/1.1 4")
        assert gate.core.all == []


async def test_connections_of_an_address_are_counted():
    async with a_gate(connections_per_address=2) as gate, gate.connect() as first, gate.connect() as second:
        with pytest.raises(InvalidStatus) as refused:
            await gate.connect()
        assert refused.value.response.status_code == 503
        assert int(refused.value.response.headers["Retry-After"]) >= 1
        await answers(second)
        await first.close()
        await until(lambda: gate.gateway.connections == 1)
        async with gate.connect() as third:
            await answers(third)
        assert gate.value("gouji_refused_total", why="address") == 1


async def test_connections_of_the_process_are_counted():
    async with a_gate(connections=1) as gate, gate.connect() as client:
        with pytest.raises(InvalidStatus) as refused:
            await gate.connect()
        assert refused.value.response.status_code == 503
        await answers(client)


async def test_handshakes_have_a_rate():
    async with a_gate(handshakes_per_address=Rate(3, 0.01)) as gate:
        for _ in range(3):
            async with gate.connect():
                pass
        with pytest.raises(InvalidStatus) as refused:
            await gate.connect()
        assert refused.value.response.status_code == 503
        # A hundred seconds, less what the four attempts took.
        assert 60 <= int(refused.value.response.headers["Retry-After"]) <= 100


async def test_forwarded_addresses_are_believed_from_proxies_alone():
    header = {"X-Forwarded-For": "203.0.113.7"}
    async with a_gate() as gate, gate.connect(additional_headers=header):
        assert gate.core.all[0].link.address == "127.0.0.1"
    async with a_gate(proxies=("127.0.0.0/8",)) as gate, gate.connect(additional_headers=header):
        assert gate.core.all[0].link.address == "203.0.113.7"


async def test_while_it_drains_everybody_new_is_sent_away():
    async with a_gate() as gate, gate.connect() as client:
        gate.gateway.refuse_new()
        with pytest.raises(InvalidStatus) as refused:
            await gate.connect()
        assert refused.value.response.status_code == 503
        await answers(client)


async def test_stopping_waits_for_what_the_core_closed():
    async with a_gate() as gate, gate.connect() as client:
        gate.core.peers[0].link.send(b"bye")
        gate.core.peers[0].link.close(CloseCode.RESTART, "restart")
        await asyncio.wait_for(gate.gateway.stop(2 * PATIENCE), PATIENCE)
        assert await client.recv() == "bye"
        with pytest.raises(ConnectionClosed):
            await client.recv()
        assert client.close_code == CloseCode.RESTART


async def test_stopping_ends_those_who_do_not_go():
    async with a_gate() as gate, gate.connect() as client:
        await answers(client)
        await asyncio.wait_for(gate.gateway.stop(0.1), PATIENCE)
        assert gate.core.all[0].gone_calls == 1
