"""What was typed in the field of the address costs nobody the connection of now: slips, and invite codes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from gouji_desktop.net.clientstate import Trouble
from tests.ui.window.onlineworld import OnlineDesk, online_desk
from tests.ui.window.test_program import said


@pytest.fixture
async def desk(home: object) -> AsyncIterator[OnlineDesk]:
    async with online_desk() as desk:
        await desk.connect()
        desk.model.home("online")
        yield desk


async def test_a_slip_in_an_address_costs_nobody_the_connection(desk: OnlineDesk) -> None:
    (first,) = desk.network.lines
    desk.network.troubles = [Trouble("dns", {"host": "gouij.example.org"})]
    desk.online.connectTo("gouij.example.org")
    await desk.until(lambda: len(desk.network.lines) == 2 and desk.network.line.closed)
    await desk.drawn()
    assert "还连着原来那台" in desk.item("online-address-fault").property("text")
    assert "已连上 周末桌" in said(desk)
    assert (first.closed, first.client.state.phase) == (False, "online")


async def test_the_old_connection_ends_when_the_new_one_stands(desk: OnlineDesk) -> None:
    (first,) = desk.network.lines
    desk.online.connectTo("other.example.org")
    await desk.until(lambda: len(desk.network.lines) == 2)
    await desk.go_on(1.0)
    await desk.until(lambda: desk.page() == "lobby")
    assert first.closed
    assert desk.client.state.phase == "online"
    assert desk.program.online.address == "wss://other.example.org:47625"


async def test_an_invite_code_in_the_field_of_the_address_leads_to_its_table(desk: OnlineDesk) -> None:
    wang = desk.other("wang")
    code = desk.world.code_of(wang.create(private=True))
    assert code is not None
    desk.online.cancel()
    await desk.until(lambda: desk.program.online.client is None)
    desk.online.connectTo(code.lower())
    await desk.drawn()
    assert "像是邀请码" in desk.item("online-address-fault").property("text")
    await desk.connect()
    desk.model.home("online")
    desk.online.connectTo(code)
    await desk.go_on(1.0)
    assert desk.page() == "room"
    assert len(desk.network.lines) == 2
