"""What the pages of playing with others say at the right place and time: names, servers, sign-ins, what has ended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from PySide6.QtCore import Qt

from gouji_desktop.net import requests as req
from gouji_desktop.net.clientstate import Trouble
from tests.server.world import World
from tests.ui.window.onlineworld import GUARD, SERVER, OnlineDesk, online_desk
from tests.ui.window.test_online_tables import make_table
from tests.ui.window.test_program import said

PASSWORD = "一条大鱼游过去了"


@pytest.fixture
async def desk(home: object) -> AsyncIterator[OnlineDesk]:
    async with online_desk() as desk:
        yield desk


# --- servers --------------------------------------------------------------------------------------------------------


async def test_each_server_is_called_by_its_own_name(desk: OnlineDesk) -> None:
    await desk.connect()
    with World(seed=2, name="老王家") as other:
        first, desk.network.world, desk.world = desk.world, other, other
        desk.online.connectTo("wss://wang.example.org")
        await desk.until(lambda: len(desk.network.lines) == 2)
        await desk.go_on(1.0)
        assert "已连上 老王家" in said(desk)
        desk.model.home("online")
        await desk.drawn()
        shown = said(desk)
        assert "周末桌" in shown
        assert list(desk.program.preferences.settings.online_servers.items()) == [
            ("wss://wang.example.org:443", "老王家"),
            (SERVER, "周末桌"),
        ]
        here, there = desk.items("online-connect")
        assert (here.property("allowed"), here.property("text")) == (False, "已连上")
        assert (there.property("allowed"), there.property("text")) == (True, "连接")
        await asyncio.sleep(0)
        desk.online.cancel()
        await desk.go_on()
        desk.world = desk.network.world = first


async def test_an_encrypted_server_on_this_machine_is_found_without_a_scheme(desk: OnlineDesk) -> None:
    desk.network.troubles = [Trouble("needs_tls", {"secure": "wss://127.0.0.1:5000"})]
    await desk.connect("127.0.0.1:5000")
    await desk.go_on()
    assert [str(line.address) for line in desk.network.lines] == ["ws://127.0.0.1:5000", "wss://127.0.0.1:5000"]
    assert desk.page() == "lobby"


async def test_trying_again_where_only_encrypted_lines_are_taken_encrypts(desk: OnlineDesk) -> None:
    desk.network.troubles = [Trouble("needs_tls", {"secure": "wss://127.0.0.1:5000"})]
    await desk.connect("ws://127.0.0.1:5000")
    assert len(desk.network.lines) == 1
    assert "wss://127.0.0.1:5000" in said(desk)
    await desk.press_item("online-retry")
    await desk.go_on()
    assert str(desk.network.line.address) == "wss://127.0.0.1:5000"
    assert desk.page() == "lobby"


async def test_an_encrypted_line_never_becomes_a_plain_one(desk: OnlineDesk) -> None:
    desk.network.troubles = [Trouble("no_tls", {"plain": "ws://127.0.0.1:5000"})] * 2
    await desk.connect("wss://127.0.0.1:5000")
    await desk.press_item("online-retry")
    await desk.go_on()
    assert {str(line.address) for line in desk.network.lines} == {"wss://127.0.0.1:5000"}


async def test_who_hosted_has_stopped(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    await desk.start_match()
    await desk.go_on(8.0)
    assert desk.page() == "table"
    desk.network.line.wired.drop(Trouble("stopped"))
    await desk.go_on()
    assert desk.page() == "online"
    assert desk.client.state.phase == "closed"
    assert "开桌的人收桌了" in said(desk)
    assert "重启" not in said(desk)
    await desk.press_item("online-retry")
    await desk.go_on(1.0)
    assert desk.page() == "table"


async def test_leaving_while_cut_off_promises_no_way_back(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    await desk.start_match()
    await desk.go_on(8.0)
    desk.network.down = True
    desk.network.line.wired.drop()
    await desk.go_on()
    desk.model.leaveTable()
    await desk.drawn()
    assert "现在连不上服务器" in said(desk)
    assert "还可以回到牌桌" not in said(desk)


async def test_a_lobby_without_a_connection_does_not_say_that_nobody_plays(desk: OnlineDesk) -> None:
    await desk.connect()
    assert "还没人开桌" in said(desk)
    desk.network.down = True
    desk.network.line.wired.drop()
    await desk.go_on()
    assert "还没人开桌" not in said(desk)
    assert "看不到有哪些桌" in said(desk)


# --- names ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "words"), [("", "请先写个名字"), ("a\u202eb", "看不见的符号")])
async def test_a_name_that_is_none_is_said_before_and_after_connecting(desk: OnlineDesk, name: str, words: str) -> None:
    desk.model.go("online")
    await asyncio.sleep(GUARD)
    await desk.tap(desk.item("online-name"))
    desk.item("online-name").setProperty("text", name)
    await desk.type(Qt.Key.Key_Return)
    await desk.drawn()
    assert words in said(desk)
    desk.item("online-address").setProperty("text", SERVER)
    await desk.press_item("online-go")
    assert not desk.network.lines
    assert words in said(desk)
    await desk.tap(desk.item("online-name"))
    desk.item("online-name").setProperty("text", "微山湖")
    await desk.press_item("online-go")
    assert words not in said(desk)
    await desk.until(lambda: desk.network.lines)
    await desk.go_on(1.0)
    assert desk.client.state.name == "微山湖"
    await desk.press_item("lobby-account")
    await asyncio.sleep(GUARD)
    desk.item("account-shown-name").setProperty("text", name)
    await desk.press_item("account-rename")
    assert words in said(desk)
    assert desk.client.state.name == "微山湖"


async def test_a_server_that_remembers_another_name_says_so(desk: OnlineDesk) -> None:
    await desk.connect()
    desk.online.cancel()
    await desk.go_on()
    desk.program.preferences.change(online_name="微山湖")
    await desk.connect()
    desk.model.home("online")
    await desk.drawn()
    assert desk.item("online-name").property("text") == "小鱼"
    assert "这台服务器记得你，在那里你叫 小鱼" in said(desk)


# --- signing in and out ---------------------------------------------------------------------------------------------


async def open_sign_in(desk: OnlineDesk) -> None:
    desk.model.home("online")
    await asyncio.sleep(GUARD)
    await desk.tap(desk.item("online-with-password"))
    await asyncio.sleep(GUARD)
    desk.item("account-name").setProperty("text", "wang2")
    desk.item("account-password").setProperty("text", PASSWORD)


async def test_signing_in_says_where_and_leads_to_the_lobby(desk: OnlineDesk) -> None:
    desk.other("wang").must(req.Register, name="wang2", password=PASSWORD)
    await open_sign_in(desk)
    assert "先在上面填服务器地址" in said(desk)
    assert desk.item("account-confirm").property("allowed") is False
    desk.item("online-address").setProperty("text", SERVER)
    await desk.drawn()
    assert f"登录到： {SERVER}" in said(desk)
    await desk.press_item("account-confirm")
    await desk.until(lambda: desk.network.lines)
    await desk.go_on(2.0)
    assert desk.page() == "lobby"
    assert desk.client.state.account == "wang2"


async def test_signing_in_while_connected_as_a_guest_leads_to_the_lobby(desk: OnlineDesk) -> None:
    desk.other("wang").must(req.Register, name="wang2", password=PASSWORD)
    await desk.connect()
    await open_sign_in(desk)
    assert "登录到： 周末桌" in said(desk)
    await desk.press_item("account-confirm")
    await desk.go_on(2.0)
    assert desk.client.state.account == "wang2"
    assert desk.page() == "lobby"
    assert len(desk.network.lines) == 1


async def test_after_signing_out_it_is_said_and_the_way_back_is_open(desk: OnlineDesk) -> None:
    await desk.connect()
    await desk.press_item("lobby-account")
    await desk.press_item("account-sign-out")
    await desk.press_item("answer-yes")
    await desk.go_on()
    assert desk.page() == "online"
    shown = said(desk)
    assert "已经退出登录" in shown
    assert "你是 " not in shown
    desk.model.go("account")
    await desk.drawn()
    assert "只有这台电脑认得你" not in said(desk)
    assert desk.items("online-with-password")
    assert not [name for name in ("account-rename", "account-sign-out", "account-revoke-all") if desk.items(name)]


async def test_an_account_without_a_connection_says_so(desk: OnlineDesk) -> None:
    await desk.connect()
    await desk.press_item("lobby-account")
    desk.network.down = True
    desk.network.line.wired.drop()
    await desk.go_on()
    assert "连上以后才能改" in said(desk)


async def test_where_sign_ins_are_kept_has_a_usual_answer(desk: OnlineDesk) -> None:
    await desk.connect()
    desk.network.asks = True
    desk.network.keeping()
    await desk.drawn()
    assert desk.window.activeFocusItem().objectName() == "answer-file"
    assert desk.item("answer-file").property("kind") == "primary"


# --- hosting --------------------------------------------------------------------------------------------------------


async def test_the_name_of_the_own_server_is_remembered_before_it_is_started(desk: OnlineDesk) -> None:
    desk.model.home("online", "host")
    await asyncio.sleep(GUARD)
    await desk.tap(desk.item("host-name"))
    desk.item("host-name").setProperty("text", "泉城家")
    await desk.type(Qt.Key.Key_Tab)
    desk.model.home("online")
    await desk.drawn()
    desk.model.home("online", "host")
    await desk.drawn()
    assert desk.item("host-name").property("text") == "泉城家"
    assert desk.program.preferences.settings.host_name == "泉城家"
