"""The account on a server, hosting one, and the end of the program while online."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from PySide6.QtCore import Qt

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.server.passwords import hash_password
from gouji_desktop.ui.app.online import CLOSING
from tests.ui.window.onlineworld import (
    FINGERPRINT,
    GUARD,
    SERVER,
    OnlineDesk,
    online_desk,
)
from tests.ui.window.test_program import said


@pytest.fixture
async def desk(home: object) -> AsyncIterator[OnlineDesk]:
    async with online_desk() as desk:
        yield desk


# --- the account ----------------------------------------------------------------------------------------------------


async def test_a_guest_becomes_an_account_and_sees_where_it_is_signed_in(desk: OnlineDesk) -> None:
    await desk.connect()
    await desk.press_item("lobby-account")
    assert desk.page() == "account"
    await desk.go_on()
    assert "就是这里" in said(desk)
    for name, text in (("account-name", "yu"), ("account-password", "一条大鱼游过去了"), ("account-again", "一条")):
        desk.item(name).setProperty("text", text)
    await asyncio.sleep(GUARD)
    assert "两次输的密码不一样" in said(desk)
    assert desk.item("account-confirm").property("allowed") is False
    desk.item("account-again").setProperty("text", "一条大鱼游过去了")
    await desk.press_item("account-confirm")
    await desk.go_on(1.0)
    assert "账号注册好了：yu" in said(desk)
    assert desk.client.state.account == "yu"
    assert not desk.items("account-password")
    assert "一条大鱼游过去了" not in said(desk)


async def test_names_are_changed_and_bad_ones_refused(desk: OnlineDesk) -> None:
    await desk.connect()
    await desk.press_item("lobby-account")
    desk.item("account-shown-name").setProperty("text", "管理员")
    await desk.press_item("account-rename")
    assert "这个名字不能用" in desk.item("account-said").property("text")
    field = desk.item("account-shown-name")
    assert field.property("wrong")
    await desk.tap(field)
    await desk.type(Qt.Key.Key_Backspace)
    assert "这个名字不能用" not in said(desk)
    assert not field.property("wrong")
    field.setProperty("text", "微山湖")
    await desk.press_item("account-rename")
    assert desk.item("account-said").property("text") == "改好了，现在叫 微山湖"
    assert desk.client.state.name == "微山湖"
    assert desk.program.preferences.settings.online_name == "微山湖"


async def test_a_refused_account_says_why_at_the_field_that_is_wrong(desk: OnlineDesk) -> None:
    await desk.connect()
    await desk.press_item("lobby-account")
    for name, password, field in (("管理员", "一条大鱼游过去了", "account-name"), ("yu", "鱼", "account-password")):
        for key, text in (("account-name", name), ("account-password", password), ("account-again", password)):
            desk.item(key).setProperty("text", text)
        await desk.press_item("account-confirm")
        below = desk.item(f"{field}-fault")
        assert below.property("text") in said(desk)
        assert below.y() > desk.item(field).y()
        assert desk.item(field).property("wrong")
        assert desk.item("account-said").property("text") == ""
        await desk.tap(desk.item(field))
        await desk.type("x")
        assert not desk.items(f"{field}-fault")
        assert not desk.item(field).property("wrong")


async def test_signed_in_elsewhere_and_signed_out_there(desk: OnlineDesk) -> None:
    """Where the account is signed in is seen as soon as there is a server to ask, and one can be signed out there."""
    await desk.connect()
    desk.client.register("yu", "一条大鱼游过去了")
    await desk.go_on()
    other = desk.world.client("x", sign_in=False)
    other.sign_in(how="password", name="yu", password="一条大鱼游过去了", device="<b>厨房</b>")
    await desk.go_on()
    assert desk.client.state.phase == "closed"
    desk.online.retry()
    await desk.go_on(1.0)
    desk.network.down = True
    desk.network.line.wired.drop()
    desk.model.go("account")
    await desk.go_on()
    assert desk.items("account-revoke") == []
    desk.network.down = False
    await desk.go_on(1.0)
    assert "<b>厨房</b>" in said(desk)
    await desk.press_item("account-revoke")
    assert "<b>厨房</b>" not in said(desk)
    assert desk.item("account-places-said").property("text") == "那边退出了"


async def test_signing_out_is_asked(desk: OnlineDesk) -> None:
    await desk.connect()
    await desk.press_item("lobby-account")
    await desk.press_item("account-sign-out")
    assert "找不回来" in said(desk)
    await desk.press_item("answer-no")
    assert desk.client.state.phase == "online"
    await desk.press_item("account-sign-out")
    await desk.press_item("answer-yes")
    await desk.go_on()
    assert desk.client.state.phase == "closed"
    assert not desk.network.kept


async def test_signing_in_with_a_password(desk: OnlineDesk) -> None:
    wang = desk.other("wang")
    from gouji_desktop.net import requests as req

    wang.must(req.Register, name="wang2", password="一条大鱼游过去了")
    desk.model.go("online")
    await asyncio.sleep(GUARD)
    await desk.tap(desk.item("online-with-password"))
    await asyncio.sleep(GUARD)
    desk.item("account-name").setProperty("text", "wang2")
    desk.item("account-password").setProperty("text", "一条大鱼游过去了")
    desk.item("online-address").setProperty("text", SERVER)
    await desk.press_item("account-confirm")
    await desk.until(lambda: desk.network.lines)
    await desk.go_on(1.0)
    assert desk.client.state.account == "wang2"
    assert "账号 wang2" in said(desk)


async def test_a_refused_sign_in_moves_no_field(desk: OnlineDesk) -> None:
    await desk.connect()
    desk.model.home("online")
    await asyncio.sleep(GUARD)
    await desk.tap(desk.item("online-with-password"))
    await asyncio.sleep(GUARD)
    field = desk.item("account-password")
    place = desk.middle(field)
    desk.item("account-name").setProperty("text", "wang2")
    field.setProperty("text", "一条小鱼游过去了")
    await desk.press_item("account-confirm")
    await desk.go_on(1.0)
    assert desk.item("online-trouble").property("text")
    assert desk.middle(field) == place


async def test_that_one_has_signed_out_is_said_until_one_is_back(desk: OnlineDesk) -> None:
    await desk.connect()
    await desk.press_item("lobby-account")
    await desk.press_item("account-sign-out")
    await desk.press_item("answer-yes")
    await desk.go_on()
    desk.model.home("online")
    await desk.drawn()
    assert "已经退出登录" in said(desk)
    desk.online.connectTo(SERVER)
    await desk.drawn()
    await desk.go_on(1.0)
    assert desk.page() == "lobby"
    desk.model.home("online")
    await desk.drawn()
    assert "已经退出登录" not in said(desk)


async def test_a_password_of_the_server_is_asked_for(home: object) -> None:
    async with online_desk(join_password=hash_password("芝麻开门芝麻开门")) as desk:
        await desk.connect()
        assert "这台服务器要进门密码" in said(desk)
        desk.item("online-join").setProperty("text", "芝麻芝麻芝麻芝麻")
        await desk.press_item("online-join-go")
        await desk.go_on(1.0)
        assert desk.page() == "online"
        assert "进门密码不对" in said(desk)
        field = desk.item("online-join")
        assert field.property("activeFocus")
        assert field.property("selectedText")
        await desk.type("x")
        assert "进门密码不对" not in said(desk)
        field.setProperty("text", "芝麻开门芝麻开门")
        await desk.type(Qt.Key.Key_Tab)
        await desk.press_item("online-join-go")
        await desk.go_on(1.0)
        assert desk.page() == "lobby"


async def test_a_server_without_guests_says_so(home: object) -> None:
    async with online_desk(guests=False) as desk:
        await desk.connect()
        assert "只让有账号的进" in said(desk)


async def test_a_name_that_the_server_does_not_take_is_changed(desk: OnlineDesk) -> None:
    desk.program.preferences.change(online_name="管理员")
    await desk.connect()
    assert "这个名字在这台服务器上用不了" in said(desk)
    await desk.tap(desk.item("online-name"))
    desk.item("online-name").setProperty("text", "微山湖")
    await desk.type(Qt.Key.Key_Return)
    await desk.press_item("online-retry")
    await desk.go_on(1.0)
    assert desk.page() == "lobby"
    assert desk.client.state.name == "微山湖"


# --- hosting and the end --------------------------------------------------------------------------------------------


async def host(desk: OnlineDesk) -> None:
    desk.model.go("online")
    await desk.press_item("online-host")
    await desk.until(lambda: desk.servers)
    await desk.go_on(1.0)


async def test_hosting_says_where_and_joins_itself(desk: OnlineDesk) -> None:
    await host(desk)
    (server,) = desk.servers
    assert (server.name, server.port) == ("小鱼家的桌", 47625)
    assert server.folder == profile_folders().server
    own = str(ServerAddress("127.0.0.1", 47625, secure=True))
    assert desk.network.trusted == {own: FINGERPRINT}
    assert str(desk.network.line.address) == own
    assert desk.client.state.phase == "online"
    assert not desk.program.preferences.settings.online_servers
    desk.model.home("online", "host")
    await desk.drawn()
    shown = said(desk)
    assert "192.168.1.7:47625" in shown
    assert "[fd00::7]:47625" in shown
    assert "00:01:02:03:04:05:06:07:" in shown
    assert "正在主持 · 1 人连着" in desk.window.title()
    desk.model.home("online")
    await desk.until(lambda: desk.network.searching)
    desk.network.found({"wss://192.168.1.7:47625": "小鱼家的桌", "wss://192.168.1.8:47625": "别家"})
    await desk.drawn()
    assert len(desk.items("online-server")) == 1
    assert "别家" in said(desk)
    desk.model.home()
    desk.program.preferences.change(theme="paper")
    assert "正在主持" in desk.window.title()


async def test_one_click_hosts_a_table_that_others_see_and_two_more_end_it(desk: OnlineDesk) -> None:
    await host(desk)
    await desk.go_on(1.0)
    assert desk.page() == "room"
    assert desk.seat(0).uid == desk.client.state.uid
    assert [row.title for row in desk.client.lobby_rows] == ["小鱼的桌"]
    assert "正在主持 · 1 人连着" in said(desk)
    await desk.press_item("room-host")
    await desk.press_item("host-stop")
    await desk.until(lambda: desk.servers[0].stopped)
    await desk.drawn()
    assert desk.page() == "host"
    # The network still tells of the server that has just stopped.
    desk.model.back()
    await desk.until(lambda: desk.network.searching)
    desk.network.found({"wss://192.168.1.7:47625": "小鱼家的桌", "wss://192.168.1.8:47625": "别家"})
    await desk.drawn()
    assert len(desk.items("online-server")) == 1
    # Whoever is there now is somebody else.
    desk.network.found({})
    desk.network.found({"wss://192.168.1.7:47625": "小鱼家的桌"})
    await desk.until(lambda: desk.items("online-server"))


async def test_one_click_leads_from_another_server_to_the_own_lobby(desk: OnlineDesk) -> None:
    await host(desk)
    desk.model.home("online")
    await desk.drawn()
    assert "还没连过服务器" not in said(desk)
    await desk.connect()
    assert desk.network.line.address.host == "gouji.example.org"
    desk.model.home("online", "host")
    await desk.press_item("host-lobby")
    await desk.until(lambda: desk.network.line.address.host == "127.0.0.1")
    await desk.go_on(1.0)
    assert desk.page() in {"lobby", "room"}
    assert desk.client.state.phase == "online"


async def test_a_host_in_another_network_is_told_its_new_address(
    desk: OnlineDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gouji_desktop.ui.app.onlinehosting.COUNTING", 0.05)
    await host(desk)
    desk.model.home("online", "host")
    desk.servers[0].addresses = ("10.20.30.1",)
    await desk.until(lambda: "10.20.30.1:47625" in said(desk))
    assert "192.168.1.7" not in said(desk)


@pytest.mark.parametrize(("port", "words"), [("0", "1 到 65535"), ("70000", "1 到 65535"), ("x", "1 到 65535")])
async def test_a_port_that_is_none(desk: OnlineDesk, port: str, words: str) -> None:
    desk.model.go("host")
    await asyncio.sleep(GUARD)
    desk.item("host-port").setProperty("text", port)
    await desk.press_item("host-start")
    assert words in said(desk)
    assert not desk.servers


async def test_stopping_is_asked_while_others_are_there(desk: OnlineDesk) -> None:
    await host(desk)
    server = desk.servers[0]
    server.people = 3
    desk.model.home("online", "host")
    await desk.press_item("host-stop")
    assert "还有 2 个人连着" in said(desk)
    await desk.press_item("answer-no")
    assert not server.stopped
    await desk.press_item("host-stop")
    await desk.press_item("answer-yes")
    await desk.until(lambda: server.stopped)
    await desk.drawn()
    assert desk.network.line.closed
    assert "正在主持" not in desk.window.title()
    assert desk.items("host-start") or desk.page() == "online"


async def test_quitting_is_asked_while_others_are_there_and_stops_the_server(desk: OnlineDesk) -> None:
    await host(desk)
    desk.servers[0].people = 2
    desk.model.quit()
    await desk.drawn()
    assert "退出程序？" in said(desk)
    assert not desk.program.ended.is_set()
    await desk.press_item("answer-yes")
    assert desk.program.ended.is_set()
    await desk.program.until_closed()
    assert desk.servers[0].stopped
    assert desk.network.closed


async def test_quitting_takes_two_seconds_at_most(desk: OnlineDesk) -> None:
    await desk.connect()
    desk.network.closing = 60.0
    desk.model.quit()
    assert desk.program.ended.is_set()
    began = time.monotonic()
    await desk.program.until_closed()
    # It gives up after that long, wherever the minute of the connection would end on a slow machine.
    assert CLOSING == 2.0
    assert time.monotonic() - began < desk.network.closing / 2
