"""A server that cannot, or does not want to: the window says what is so, and neither stands still nor falls over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net.clientstate import Phase, Trouble
from gouji_desktop.net.wire import encode
from gouji_desktop.rules.presets import preset
from gouji_desktop.table.codec import encode_rules
from gouji_desktop.ui.models import onlinelobby
from gouji_desktop.ui.presenter.onlinelobby import LobbyProps, derive_lobby
from tests.net.test_client_hostile import mutated
from tests.ui.window.onlineworld import SERVER, OnlineDesk, online_desk
from tests.ui.window.test_program import said


@pytest.fixture
async def desk(home: object) -> AsyncIterator[OnlineDesk]:
    async with online_desk() as desk:
        yield desk


async def test_a_server_that_cannot_write_is_told_of_and_asked_again(desk: OnlineDesk) -> None:
    desk.network.troubles = [Trouble("not_written", {"code": "frozen_storage", "how": "guest"})]
    desk.model.go("online")
    desk.online.connectTo(SERVER)
    await desk.until(lambda: desk.network.lines)
    await desk.drawn()
    assert "服务器这会儿存不了盘，登录不了" in said(desk)
    assert "密码" not in said(desk)
    assert desk.client.state.phase == Phase.CONNECTING
    desk.network.line.retry_now()
    await desk.go_on(1.0)
    assert (desk.page(), desk.client.state.phase) == ("lobby", Phase.ONLINE)


async def test_a_long_list_of_tables_is_written_once(desk: OnlineDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a while, and a flood of other messages must not take as long each."""
    await desk.connect()
    listed: list[int] = []

    def counted(rows: Sequence[msg.LobbyRow], *arguments: Any, **options: Any) -> LobbyProps:
        listed.append(len(rows))
        return derive_lobby(rows, *arguments, **options)

    monkeypatch.setattr(onlinelobby, "derive_lobby", counted)
    rows = tuple(msg.LobbyRow(f"t{number}", "x", "h", "jinyou4", 1, "waiting", "p-----") for number in range(200))
    desk.client.received(encode(msg.Lobby(rows, online=1)))
    for number in range(50):
        desk.client.received(encode(msg.Pong(number)))
    assert listed == [200]
    desk.client.received(encode(msg.LobbyDelta((), ("t7",), online=1)))
    assert listed == [200, 199]
    assert len(desk.rows()) == 199


async def test_the_window_bears_whatever_a_server_says(desk: OnlineDesk) -> None:
    await desk.connect()
    desk.client.create(encode_rules(preset("tribute216")))
    await desk.go_on(1.0)
    chance = random.Random(5)
    spoilt = [0]
    faults: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: faults.append(context))

    def arriving(frame: bytes) -> list[bytes]:
        if b'"authed"' in frame or chance.random() < 0.5:
            return [frame]
        spoilt[0] += 1
        return [mutated(mutated(frame, chance), chance)]

    wired = desk.network.line.wired
    wired.arriving = arriving
    desk.client.start()
    for _ in range(12):
        await desk.go_on(4.0)
    assert spoilt[0] > 8
    assert faults == []
    wired.arriving = lambda frame: [frame]
    wired.drop()
    await desk.go_on(1.0)
    assert desk.client.state.phase == Phase.ONLINE
