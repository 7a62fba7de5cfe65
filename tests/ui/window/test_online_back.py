"""The way back to a match that runs: from the lobby, after leaving, after a restart; and watching before it is seen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from PySide6.QtCore import QPointF, Qt

from gouji_desktop.net import requests as req
from gouji_desktop.net.clientstate import Trouble
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.messages import Err, Gone
from gouji_desktop.net.wire import encode
from tests.ui.window.onlineworld import GUARD, SERVER, OnlineDesk, online_desk
from tests.ui.window.test_online_tables import make_table
from tests.ui.window.test_program import said


@pytest.fixture
async def desk(home: object) -> AsyncIterator[OnlineDesk]:
    async with online_desk() as desk:
        yield desk


def waits(desk: OnlineDesk) -> str:
    return desk.program.preferences.settings.online_match


async def play(desk: OnlineDesk, **form: object) -> str:
    """Make a table and begin its match; the table's id."""
    await make_table(desk, **form)
    await desk.start_match()
    await desk.go_on(8.0)
    assert desk.page() == "table"
    return desk.there()


async def leave(desk: OnlineDesk) -> None:
    desk.model.leaveTable()
    await desk.press_item("answer-yes")
    await desk.go_on(2.0)
    assert desk.page() == "lobby"


# --- a match that was left ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("private", [False, True])
async def test_a_match_that_was_left_is_gone_back_to(desk: OnlineDesk, private: bool) -> None:
    await desk.connect()
    table = await play(desk, private=private, title="自家桌")
    await leave(desk)
    assert desk.there() == ""
    assert desk.rows() == ["自家桌"]
    assert "回到牌桌" in said(desk)
    await desk.press_item("lobby-action")
    await desk.go_on(2.0)
    assert desk.page() == "table"
    assert desk.there() == table
    assert desk.client.table is not None
    assert desk.client.table.you == 0


async def test_a_match_that_ended_meanwhile_is_said_to_be_gone_and_offered_no_more(
    desk: OnlineDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.connect()
    await play(desk, private=True)
    await leave(desk)
    monkeypatch.setattr(desk.client, "join", lambda _table, done: done(Err(ErrorCode.TABLE_GONE)))
    await desk.press_item("lobby-action")
    assert desk.page() == "lobby"
    assert "没有这一桌" in said(desk)
    assert desk.rows() == []


# --- a match that waits ---------------------------------------------------------------------------------------------


async def test_a_match_that_runs_is_told_of_on_the_first_page(desk: OnlineDesk) -> None:
    await desk.connect()
    assert waits(desk) == ""
    await make_table(desk)
    assert waits(desk) == ""
    await desk.start_match()
    await desk.go_on(8.0)
    assert waits(desk) == SERVER
    desk.online.cancel()
    await desk.go_on()
    desk.model.home()
    await desk.drawn()
    assert "你在“周末桌”还有一场没打完" in said(desk)
    await desk.press_item("home-match")
    await desk.go_on(2.0)
    assert desk.page() == "table"
    await leave(desk)
    assert waits(desk) == ""
    desk.model.home()
    await desk.drawn()
    assert not desk.items("home-match")


async def test_a_match_that_waits_is_told_of_after_a_crash(home: object) -> None:
    async with online_desk() as desk:
        desk.program.preferences.change(online_match=SERVER, online_servers={SERVER: "周末桌"})
        desk.model.go("online")
        await desk.drawn()
        assert "你在“周末桌”还有一场没打完" in said(desk)
        await desk.press_item("online-match")
        await desk.until(lambda: desk.network.lines)
        await desk.go_on(2.0)
        # Nobody knows of it there: it has ended.
        assert desk.page() == "lobby"
        assert waits(desk) == ""


async def test_a_match_that_has_ended_is_told_of_no_more(desk: OnlineDesk) -> None:
    await desk.connect()
    await play(desk)
    desk.client.received(encode(Gone(desk.there(), "closed")))
    await desk.go_on()
    assert waits(desk) == ""


async def test_a_match_on_the_own_server_starts_that_server_again(desk: OnlineDesk) -> None:
    desk.program.preferences.change(online_match="host", host_name="小鱼家")
    await desk.drawn()
    assert "你主持的桌上还有一场没打完" in said(desk)
    await desk.press_item("home-match")
    await desk.until(lambda: desk.servers)
    await desk.go_on(1.0)
    assert desk.servers[0].name == "小鱼家"
    assert desk.client.state.phase == "online"


# --- starting -------------------------------------------------------------------------------------------------------


async def test_enter_after_making_a_table_starts_nothing(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    await desk.drawn()
    assert desk.window.activeFocusItem().objectName() == "room-copy"
    await asyncio.sleep(GUARD)
    await desk.type(Qt.Key.Key_Return)
    await desk.go_on(1.0)
    assert desk.client.table is not None
    assert desk.client.table.phase == "waiting"
    await desk.press_item("room-start")
    assert "还有 5 个空座，机器人来坐？" in said(desk)
    await asyncio.sleep(GUARD)
    await desk.type(Qt.Key.Key_Return)
    await desk.go_on(1.0)
    assert desk.client.table.phase == "waiting"
    await desk.start_match()
    assert desk.client.table.phase == "playing"


async def test_a_full_table_starts_at_once(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    for seat in range(1, 6):
        desk.client.put_bot(seat, "easy")
    await desk.go_on(1.0)
    await asyncio.sleep(0.3)  # clicks right after a change of the row do not count
    await desk.press_item("room-start")
    await desk.until(lambda: desk.client.table is not None and desk.client.table.phase == "playing")


async def test_a_second_click_does_not_take_the_new_bot_away(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    await desk.tap(desk.items("room-seat")[2])
    await desk.press_item("seat-bot")
    await desk.until(lambda: desk.items("seat-unbot"))
    await desk.tap(desk.item("seat-unbot"))
    await desk.go_on()
    assert desk.seat(2).level == "medium"
    assert desk.item("room-start").isVisible()
    cloth = desk.item("room-cloth")
    spot = cloth.mapToScene(QPointF(cloth.width() * 0.4, cloth.height() * 0.2))
    await desk.tap(spot.toPoint())
    await desk.drawn()
    assert not desk.items("seat-unbot")


# --- watching -------------------------------------------------------------------------------------------------------


async def test_watching_says_at_once_when_it_begins(desk: OnlineDesk) -> None:
    wang = desk.other("wang")
    table = desk.world.table(wang, rules="chayuan", title="青岛海边", deals=1)
    await desk.connect()
    await desk.go_on(1.0)
    await desk.press_item("lobby-action")
    await desk.drawn()
    assert desk.page() == "room"
    assert desk.online.room_model.props.hint in {"30 秒后开始看", "29 秒后开始看"}
    assert "青岛海边" in said(desk)
    assert "等人" not in said(desk)
    assert not desk.items("room-book")
    assert desk.there() in {"", table}
    assert not desk.items("room-say")
    desk.model.back()
    await desk.drawn()
    desk.model.home("online", "lobby")
    await desk.drawn()
    assert desk.item("lobby-action").property("text") in {"回去", "回到牌桌"}
    await desk.go_on(40.0)
    assert desk.page() == "table"


async def test_a_full_table_is_watched_by_its_code(desk: OnlineDesk) -> None:
    wang = desk.other("wang")
    table = wang.create(title="满桌", private=True)
    for seat in range(1, 6):
        wang.must(req.PutBot, t=table, seat=seat, level="easy")
    await desk.connect()
    await desk.press_item("lobby-code")
    desk.item("lobby-code-field").setProperty("text", desk.world.code_of(table))
    await desk.press_item("lobby-code-go")
    await desk.go_on(1.0)
    assert desk.page() == "room"
    assert "坐满了" in said(desk)
    await desk.press_item("room-watch")
    await desk.go_on(1.0)
    assert desk.client.watching is not None
    assert desk.item("room-watch").property("allowed") is False


async def test_a_table_that_takes_nobody_more_offers_watching(desk: OnlineDesk) -> None:
    await desk.connect()
    desk.online.lobby_model.askCode(True)
    desk.online.lobby_model.say_code("x", opened=True, full="AAAABBBB")
    await desk.press_item("lobby-code-watch")
    await desk.go_on(1.0)
    assert "没有这一桌" in said(desk)


# --- a program that was started anew ----------------------------------------------------------------------------------


async def test_every_table_with_a_seat_is_offered_after_a_new_start(desk: OnlineDesk) -> None:
    """What was played before the program ended, and on another device, is known from the server alone."""
    await desk.connect()
    desk.online.cancel()
    await desk.go_on()
    before = desk.other("before")
    before.drop()
    before.token = desk.network.kept[SERVER].token
    before.back()
    tables = {}
    for title in ("第一桌", "第二桌", "第三桌"):
        tables[title] = before.create(private=True, title=title)
        before.start(tables[title])
    desk.world.run(20.0)
    before.leave(tables["第三桌"])
    before.drop()
    desk.network.kept[SERVER] = desk.network.kept[SERVER]._replace(token=before.token)
    await desk.connect()
    await desk.go_on(2.0)
    assert desk.page() == "table"
    assert desk.there() == tables["第一桌"]
    assert "你在另外 2 桌也有座位" in said(desk)
    assert waits(desk) == SERVER
    desk.model.home("online", "lobby")
    await desk.go_on(1.0)
    assert sorted(desk.rows()) == ["第一桌", "第三桌", "第二桌"]
    assert said(desk).count("回到牌桌") == 3
    for title in ("第三桌", "第二桌"):
        index = desk.rows().index(title)
        await desk.press_item("lobby-action", index)
        await desk.go_on(2.0)
        assert (desk.page(), desk.there()) == ("table", tables[title])
        assert desk.client.table is not None
        assert desk.client.table.you == 0
        desk.model.home("online", "lobby")
        await desk.go_on(1.0)
    assert sorted(desk.rows()) == ["第一桌", "第三桌", "第二桌"]


# --- something else meanwhile ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("watches", [False, True])
async def test_a_match_that_waits_is_gone_to_from_another_table(desk: OnlineDesk, watches: bool) -> None:
    other = desk.world.table(desk.other("wang"), rules="chayuan", title="青岛海边", deals=1)
    await desk.connect()
    own = await play(desk)
    desk.model.home("online", "lobby")
    if watches:
        desk.online.lobby_model.choose(other, "watch")
        await desk.go_on(2.0)
    else:
        await make_table(desk)
    assert (desk.page(), desk.program.online.table.own == own) == ("room", False)
    desk.model.home()
    await desk.press_item("home-match")
    await desk.go_on(2.0)
    assert (desk.page(), desk.program.online.table.own) == ("table", own)


@pytest.mark.parametrize("ends", ["closed", "stopped", "hung up"])
async def test_a_match_of_this_program_goes_on_whatever_becomes_of_a_table(desk: OnlineDesk, ends: str) -> None:
    await desk.connect()
    own = await play(desk)
    desk.model.home()
    desk.model.new_match_model.started.emit()
    await desk.go_on(1.0)
    session, told = desk.program.matches.session, list[str]()
    desk.model.toasted.connect(told.append)
    if ends == "closed":
        desk.client.received(encode(Gone(own, "closed")))
    elif ends == "stopped":
        desk.network.down = True
        desk.network.line.wired.drop(Trouble("stopped"))
    else:
        desk.online.cancel()
    await desk.go_on(1.0)
    assert desk.page() == "table"
    assert desk.program.matches.session is session is not None
    assert any("这桌散了" in line for line in told) == (ends == "closed")
