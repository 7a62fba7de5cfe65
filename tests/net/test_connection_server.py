"""The whole way: the window's side of the net at the program's own server, over TLS and real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.clientstate import Phase
from gouji_desktop.net.messages import Err
from gouji_desktop.net.pins import Pins
from gouji_desktop.net.requesting import Answer
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.state import Stage
from gouji_desktop.server.embedded import EmbeddedServer
from gouji_desktop.table.codec import encode_rules
from gouji_desktop.table.session import Update
from tests.net.test_connection import Seat, eventually, seat


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[EmbeddedServer]:
    made = await EmbeddedServer.start(tmp_path / "server", name="王家", host="127.0.0.1", port=0, announce=False)
    yield made
    await made.stop()


def pinned(server: EmbeddedServer) -> tuple[ServerAddress, Pins]:
    address = ServerAddress("127.0.0.1", server.port, secure=True)
    pins = Pins(None)
    pins.pin(address, server.fingerprint)
    return address, pins


async def begin(made: Seat, level: str = "easy") -> None:
    """A match among bots."""
    answers: list[Answer] = []
    made.client.create(encode_rules(preset("jinyou4")), answers.append, deals=1, bots=level)
    await eventually(lambda: len(answers) == 1)
    made.client.start(answers.append)
    await eventually(lambda: len(answers) == 2)
    assert not any(isinstance(answer, Err) for answer in answers)
    await eventually(lambda: made.client.session is not None)


async def test_a_hosted_table_is_trusted_joined_and_played_through_lost_sockets(server: EmbeddedServer) -> None:
    address = ServerAddress("127.0.0.1", server.port, secure=True)
    async with seat(address) as made:
        await made.until(Phase.CLOSED)
        assert made.trouble() == "unknown_certificate"
        assert made.client.state.trouble.detail["fingerprint"] == server.fingerprint
        made.connection.trust(server.fingerprint)
        await made.until(Phase.ONLINE)
        await begin(made)
        session = made.client.session
        assert session is not None
        await eventually(lambda: session.latest.view.deal is not None)
        hand = session.latest.view.deal.dealt[0]
        updates: list[Update] = []
        session.subscribe(updates.append)
        for _ in range(3):
            made.connection._socket.transport.abort()
            await made.until(Phase.RECONNECTING)
            before = len(updates)
            await made.until(Phase.ONLINE)
            await eventually(lambda before=before: len(updates) > before)  # type: ignore[misc]
        assert not any(update.snapshot for update in updates), "what was seen is forgotten"
        assert made.client.session is session
        assert session.latest.view.deal.dealt[0] == hand


async def test_a_server_that_is_started_anew_has_the_match_and_the_seat(tmp_path: Path) -> None:
    folder = tmp_path / "server"
    first = await EmbeddedServer.start(folder, name="王家", host="127.0.0.1", port=0, announce=False)
    address, pins = pinned(first)
    async with seat(address, pins=pins) as made:
        await made.until(Phase.ONLINE)
        await begin(made)
        session = made.client.session
        assert session is not None
        await eventually(lambda: session.latest.view.deal is not None)
        hand = session.latest.view.deal.dealt[0]
        await first.stop()
        await made.until(Phase.CLOSED)
        assert made.trouble() == "stopped"
        second = await EmbeddedServer.start(folder, name="王家", host="127.0.0.1", port=address.port, announce=False)
        try:
            made.connection.retry_now()
            await made.until(Phase.ONLINE)
            await eventually(lambda: session.position.ep == 2)
            assert made.client.session is session
            assert session.latest.view.deal.dealt[0] == hand
            assert session.latest.view.deal.stage != Stage.OVER
        finally:
            await made.connection.close()
            await second.stop()


async def test_two_persons_find_each_other_in_the_lobby_and_talk(server: EmbeddedServer) -> None:
    address, pins = pinned(server)
    async with seat(address, pins=pins) as one, seat(address, pins=pins) as other:
        await one.until(Phase.ONLINE)
        await other.until(Phase.ONLINE)
        other.client.lobby()
        one.client.create(encode_rules(preset("chayuan")), title="周末")
        await eventually(lambda: len(other.client.lobby_rows) == 1)
        other.client.join(other.client.lobby_rows[0].t)
        await eventually(lambda: other.client.table is not None)
        other.client.sit(3)
        other.client.say(text="<b>好</b>")
        await eventually(lambda: one.client.table is not None and one.client.table.seats[3].uid != "")
        await eventually(lambda: len(one.client.said) == 1)
        assert one.client.said[0].text == "<b>好</b>"
        one.client.kick(3)
        await eventually(lambda: other.client.table is None or other.client.table.you is None)


async def test_a_second_device_replaces_the_first(server: EmbeddedServer) -> None:
    address, pins = pinned(server)
    async with seat(address, pins=pins) as one:
        await one.until(Phase.ONLINE)
        await eventually(lambda: one.credentials.known(server.fingerprint) is not None)
        async with seat(address, pins=pins, credentials=one.credentials) as other:
            await other.until(Phase.ONLINE)
            await one.until(Phase.CLOSED)
            assert one.trouble() == "replaced"
            assert other.client.state.uid == one.client.state.uid
            await asyncio.sleep(0.5)
            assert other.phase() == Phase.ONLINE
