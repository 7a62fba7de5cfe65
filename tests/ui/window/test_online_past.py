"""Back at the table page in the middle of a deal: the log and the tracker are as if one had never been away."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from gouji_desktop.net.remote import RemoteSession
from tests.net.pasts import compare
from tests.ui.window.onlineworld import OnlineDesk, online_desk
from tests.ui.window.test_online_tables import make_table
from tests.ui.window.test_program import said


@pytest.fixture
async def desk(home: object) -> AsyncIterator[OnlineDesk]:
    async with online_desk(frames_kept=2) as desk:
        yield desk


async def begin(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    await desk.start_match()
    await desk.go_on(90.0)
    assert desk.page() == "table"


def check(desk: OnlineDesk) -> None:
    """What the table page counts and tells is all that was told in this deal."""
    session = desk.client.session
    assert isinstance(session, RemoteSession)
    assert session.position.seq > 20
    assert desk.model.table_model.session is session
    inputs = desk.model.table_model.inputs
    compare(desk.world, inputs.book, inputs.tracking, session)
    assert inputs.tracking.whole
    assert "没有看到" not in said(desk)


async def test_after_a_while_without_a_connection(desk: OnlineDesk) -> None:
    await begin(desk)
    check(desk)
    desk.network.down = True
    desk.network.line.wired.drop()
    await desk.go_on(60.0)
    desk.network.down = False
    await desk.go_on(1.0)
    check(desk)


async def test_after_leaving_and_going_back(desk: OnlineDesk) -> None:
    await begin(desk)
    desk.model.leaveTable()
    await desk.press_item("answer-yes")
    await desk.go_on(20.0)
    assert desk.page() == "lobby"
    await desk.press_item("lobby-action")
    await desk.go_on(2.0)
    assert desk.page() == "table"
    check(desk)


async def test_after_the_server_was_started_anew(desk: OnlineDesk) -> None:
    await begin(desk)
    desk.world.restart()
    desk.network.line.wired.drop()
    await desk.go_on(2.0)
    check(desk)


async def test_after_the_program_was_started_anew(desk: OnlineDesk) -> None:
    """Another line with the token of the one before knows nothing but what the server tells it."""
    await begin(desk)
    await desk.program.online.hang_up()
    desk.world.run(20.0)
    before = desk.client
    await desk.connect()
    assert desk.client is not before
    await desk.go_on(3.0)
    assert desk.page() == "table"
    check(desk)
