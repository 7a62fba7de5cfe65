"""Tables of others and the own ones: the waiting room, the match on the table page, and the way back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from gouji_desktop.net import requests as req
from gouji_desktop.net.clientstate import Trouble
from gouji_desktop.net.messages import Gone
from gouji_desktop.net.wire import encode
from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.rules.presets import preset
from tests.ui.window.onlineworld import (
    GUARD,
    OnlineDesk,
    online_desk,
)
from tests.ui.window.test_program import said


@pytest.fixture
async def desk(home: object) -> AsyncIterator[OnlineDesk]:
    async with online_desk() as desk:
        yield desk


# --- making a table, and the room -----------------------------------------------------------------------------------


async def test_a_table_is_made_with_own_rules_and_a_bot_comes(desk: OnlineDesk) -> None:
    await desk.connect()
    own = preset("jinyou4").with_options({"announce_at": 5}, name="我家的")
    desk.online.create_model.match_model.show_own((own,))
    await desk.press_item("lobby-create")
    assert desk.page() == "create"
    desk.item("create-title").setProperty("text", "周五")
    desk.online.create_model.setTitle("周五")
    match = desk.online.create_model.match_model
    match.choose(7)
    desk.online.create_model.setTurn(3)
    await asyncio.sleep(GUARD)
    await desk.tap(desk.item("create-private"))
    await desk.press_item("create-make")
    await desk.go_on(1.0)
    assert desk.page() == "room"
    table = desk.client.table
    assert table is not None
    assert (table.title, table.private, table.turn_s, table.you) == ("周五", True, 60, 0)
    assert table.rules["announce_at"] == 5
    shown = said(desk)
    assert "我家的" in shown
    assert "改了 1 处" in shown
    assert table.code is not None
    assert table.code in shown
    await desk.press_item("room-copy")
    assert QGuiApplication.clipboard().text() == table.code
    await desk.tap(desk.items("room-seat")[2])
    await desk.press_item("seat-bot")
    assert desk.client.table.seats[2].level == "medium"
    assert "普通" in said(desk)
    await desk.press_item("seat-level")
    assert desk.client.table.seats[2].level == "hard"
    await desk.press_item("seat-unbot")
    assert desk.client.table.seats[2].level == ""


async def test_a_host_asks_somebody_to_leave(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    wang = desk.other("wang")
    wang.join(desk.client.table.t)
    wang.sit(desk.client.table.t, 3)
    await desk.go_on()
    assert desk.item("room-start").property("allowed") is False
    assert "有人没准备" in said(desk)
    await desk.tap(desk.items("room-seat")[3])
    await desk.press_item("seat-kick")
    assert "请 wang 离开？" in said(desk)
    await asyncio.sleep(GUARD)
    await desk.type(Qt.Key.Key_Return)
    await desk.go_on()
    assert desk.client.table.seats[3].uid == wang.uid
    await desk.tap(desk.items("room-seat")[3])
    await desk.press_item("seat-kick")
    await desk.press_item("answer-yes")
    assert desk.client.table.seats[3].uid == ""
    assert desk.item("room-start").property("allowed") is True


async def make_table(desk: OnlineDesk, **form: Any) -> None:
    """Make a table, and be in its room."""
    desk.model.go("create")
    for name, value in form.items():
        getattr(desk.online.create_model, f"set{name.capitalize()}")(value)
    await desk.press_item("create-make")
    await desk.go_on(1.0)
    assert desk.page() == "room"


async def test_what_is_said_is_plain_text(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    wang = desk.other("wang")
    wang.join(desk.client.table.t)
    wang.must(req.Say, t=desk.client.table.t, text="<b>大家好</b>")
    await desk.go_on()
    assert "<b>大家好</b>" in said(desk)
    await desk.tap(desk.item("room-say"))
    desk.item("room-say").setProperty("text", "来了")
    await desk.type(Qt.Key.Key_Return)
    await desk.go_on()
    assert [line.text for line in desk.client.said] == ["<b>大家好</b>", "来了"]
    assert desk.item("room-say").property("text") == ""
    told: list[str] = []
    desk.model.toasted.connect(told.append)
    desk.item("room-say").setProperty("text", "\u0958" * 300)
    await desk.type(Qt.Key.Key_Return)
    await desk.go_on()
    assert desk.item("room-say").property("text") == "\u0958" * 200, "it fits no more, and is not told"
    assert told == [desk.model.current_words()("chat.too_long")]
    assert len(desk.client.said) == 2
    assert len(desk.items("chat-line")) == 2
    desk.client.mute(wang.uid, True)
    await desk.drawn()
    assert len(desk.items("chat-line")) == 1


async def test_the_rule_book_of_the_room(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    await asyncio.sleep(GUARD)
    await desk.tap(desk.item("room-book"))
    await desk.drawn()
    assert desk.page() == "book"
    await desk.type(Qt.Key.Key_Escape)
    assert desk.page() == "room"


# --- the match ------------------------------------------------------------------------------------------------------


async def test_the_match_is_on_the_table_page_and_the_way_back(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    await desk.start_match()
    await desk.go_on(8.0)
    assert desk.page() == "table"
    assert desk.table.session is desk.client.session
    assert desk.program.matches.session is desk.client.session
    assert len(desk.table.inputs.update.view.deal.hands) == 6
    desk.program.preferences.change(auto_pass=True, theme="paper")
    desk.model.leaveTable()
    await desk.drawn()
    assert "离开这一桌？" in said(desk)
    await desk.type(Qt.Key.Key_Escape)
    await desk.drawn()
    assert desk.page() == "table"
    desk.model.leaveTable()
    await desk.press_item("answer-yes")
    assert desk.page() == "lobby"
    assert desk.there() == ""
    assert desk.program.matches.session is None
    assert desk.table.session is None


async def test_a_match_that_goes_on_is_gone_back_to(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    await desk.start_match()
    await desk.go_on(8.0)
    session = desk.client.session
    desk.model.home("online", "lobby")
    await desk.go_on(2.0)
    assert "回到牌桌" in said(desk)
    await desk.press_item("lobby-action")
    assert desk.page() == "table"
    assert desk.table.session is session


async def test_a_lost_connection_at_the_table_keeps_the_session(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    await desk.start_match()
    await desk.go_on(8.0)
    session = desk.client.session
    desk.network.line.wired.drop()
    await desk.go_on(1.0)
    assert desk.client.state.phase == "online"
    assert desk.page() == "table"
    assert desk.table.session is session is desk.client.session


async def test_who_is_asked_to_leave_is_told_in_the_lobby(desk: OnlineDesk) -> None:
    wang = desk.other("wang")
    table = wang.create(title="泉城夜话")
    await desk.connect()
    await desk.go_on(2.0)
    await desk.press_item("lobby-action")
    wang.must(req.Kick, t=table, seat=1)
    await desk.go_on(1.0)
    assert desk.page() == "lobby"
    assert "房主请你离开了这一桌" in said(desk)


async def test_a_table_that_closes_is_told_in_the_lobby(desk: OnlineDesk) -> None:
    wang = desk.other("wang")
    table = wang.create(title="泉城夜话")
    await desk.connect()
    await desk.go_on(2.0)
    await desk.press_item("lobby-action")
    assert desk.page() == "room"
    desk.client.received(encode(Gone(table, "closed")))
    await desk.go_on()
    assert desk.page() == "lobby"
    assert "这桌散了" in said(desk)


async def test_watching_a_match_and_going_away(desk: OnlineDesk) -> None:
    wang = desk.other("wang")
    desk.world.table(wang, rules="chayuan", title="青岛海边", deals=1)
    await desk.connect()
    await desk.go_on(2.0)
    await desk.press_item("lobby-action")
    await desk.go_on(40.0)
    assert desk.page() == "table"
    assert desk.table.session is desk.client.session
    assert desk.table.inputs.own is None
    desk.model.leaveTable()
    await desk.go_on(1.0)
    assert desk.page() == "lobby"
    assert desk.client.session is None
    assert desk.client.watching is None
    assert desk.table.session is None


async def test_who_watches_one_match_goes_on_to_another(desk: OnlineDesk) -> None:
    titles = ("甲桌", "乙桌")
    first, second = (
        desk.world.table(desk.other(name), rules="chayuan", title=title, deals=1)
        for name, title in zip(("wang", "li"), titles, strict=True)
    )
    await desk.connect()
    await desk.go_on(2.0)
    for table, title in ((first, titles[0]), (second, titles[1]), (second, titles[1])):
        desk.online.lobby_model.choose(table, "watch")
        await desk.go_on(5.0)
        assert (desk.page(), desk.program.online.table.own) == ("room", table)
        assert title in said(desk)
        desk.model.back()
        await desk.go_on()
        assert desk.page() == "lobby"
    desk.online.lobby_model.choose(second, "back")
    await desk.go_on(40.0)
    assert (desk.page(), desk.client.session.key[0]) == ("table", second)
    peer = desk.world.core._presence.of(desk.client.state.uid)
    assert peer is not None
    assert peer.watching == {second}


async def test_a_stopped_connection_leads_out_of_the_room_and_back(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    there = desk.there()
    desk.network.down = True
    desk.network.line.wired.drop(Trouble("replaced"))
    await desk.go_on()
    assert desk.page() == "online"
    assert "在别处登录了" in said(desk)
    desk.network.down = False
    await desk.press_item("online-retry")
    await desk.go_on(1.0)
    assert desk.page() == "room"
    assert desk.there() == there


async def test_a_room_without_a_connection_can_be_left(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    desk.network.down = True
    desk.network.line.wired.drop()
    await desk.go_on()
    assert desk.page() == "room"
    await desk.type(Qt.Key.Key_Escape)
    await desk.drawn()
    assert "你一走，桌就没了" in said(desk)
    await desk.press_item("answer-yes")
    assert desk.page() == "lobby"


async def test_hanging_up_at_the_table(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    await desk.start_match()
    await desk.go_on(8.0)
    desk.online.cancel()
    await desk.go_on()
    assert desk.page() == "online"
    assert desk.table.session is None
    assert desk.program.online.client is None


async def test_a_finished_match_is_among_the_replays_from_the_own_seat(desk: OnlineDesk) -> None:
    wang = desk.other("wang")
    table = desk.world.table(wang, start=False, rules="chayuan", title="青岛海边", deals=1)
    await desk.connect()
    await desk.go_on(2.0)
    await desk.press_item("lobby-action")
    desk.client.ready()
    await desk.go_on()
    wang.start(table)
    await desk.go_on(8.0)
    assert desk.page() == "table"
    desk.table.act("auto")
    desk.world.play_match(table)
    await desk.go_on(2.0)
    logs = desk.network.line.wired.logs
    assert len(logs) == 1
    folder = profile_folders().matches
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "online-x.gouji").write_bytes(next(iter(logs.values())))
    desk.program.matches.watch(folder / "online-x.gouji")
    assert desk.table.inputs.own == 1
    assert not desk.model._props.can_resume
