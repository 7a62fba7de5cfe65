"""Playing with others, in the real window at a server in memory: from the first page to a match and back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.clientstate import Trouble
from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.rules.presets import preset
from gouji_desktop.server.passwords import hash_password
from tests.ui.window.onlineworld import (
    BEAT,
    FINGERPRINT,
    GUARD,
    SERVER,
    OnlineDesk,
    online_desk,
)
from tests.ui.window.test_program import said

UNKNOWN = Trouble("unknown_certificate", {"fingerprint": FINGERPRINT, "host": "gouji.example.org"})
CHANGED = Trouble("pin_changed", {"fingerprint": FINGERPRINT, "pinned": "AA", "host": "gouji.example.org"})


@pytest.fixture
async def desk(home: object) -> AsyncIterator[OnlineDesk]:
    async with online_desk() as desk:
        yield desk


# --- servers and the connection -------------------------------------------------------------------------------------


async def test_from_home_to_the_lobby_by_a_typed_address(desk: OnlineDesk) -> None:
    await desk.press_item("home-online")
    assert desk.page() == "online"
    assert desk.network.is_searching()
    await desk.tap(desk.item("online-address"))
    desk.item("online-address").setProperty("text", "gouji.example.org")
    await desk.type(Qt.Key.Key_Return)
    await desk.until(lambda: desk.network.lines)
    await desk.go_on()
    assert desk.page() == "lobby"
    assert not desk.network.is_searching()
    assert "已连上 周末桌" in said(desk)
    assert "你是 小鱼（访客）" in said(desk)
    assert dict(desk.program.preferences.settings.online_servers) == {SERVER: "周末桌"}
    await desk.type(Qt.Key.Key_Escape)
    await asyncio.sleep(BEAT)
    assert desk.page() == "online"
    assert desk.client.state.phase == "online"


@pytest.mark.parametrize(
    ("typed", "words"),
    [("not an address", "不像服务器地址"), ("ws://198.41.0.4", "wss://198.41.0.4"), ("", "不像服务器地址")],
)
async def test_an_address_that_cannot_be_says_so(desk: OnlineDesk, typed: str, words: str) -> None:
    desk.model.go("online")
    await asyncio.sleep(BEAT)
    desk.item("online-address").setProperty("text", typed)
    await desk.press_item("online-go")
    assert words in said(desk)
    assert not desk.network.lines
    await desk.tap(desk.item("online-address"))
    await desk.type("x")
    await asyncio.sleep(BEAT)
    assert words not in said(desk)


async def test_servers_of_the_network_and_remembered_ones(desk: OnlineDesk) -> None:
    desk.program.preferences.change(online_servers={"ws://192.168.1.9:5000": "<b>老王家</b>"})
    desk.model.go("online")
    await desk.until(lambda: desk.network.searching)
    desk.network.found({"wss://192.168.1.7:47625": "泉城家", "ws://192.168.1.9:5000": "same"})
    await asyncio.sleep(BEAT)
    assert len(desk.items("online-server")) == 2
    shown = said(desk)
    assert "<b>老王家</b>" in shown
    assert "局域网 · 192.168.1.7:47625" in shown
    assert "不加密" in shown
    desk.network.trusted["ws://192.168.1.9:5000"] = FINGERPRINT
    await desk.press_item("online-forget")
    assert not desk.program.preferences.settings.online_servers
    assert not desk.network.trusted
    buttons = desk.items("online-connect")
    await desk.tap(max(buttons, key=lambda item: item.mapToScene(QPointF(0, 0)).y()))
    await desk.go_on()
    assert [str(line.address) for line in desk.network.lines] == ["ws://192.168.1.9:5000"]


async def test_a_plain_line_has_a_lasting_mark(desk: OnlineDesk) -> None:
    await desk.connect("ws://192.168.1.9:5000")
    desk.model.back()
    await asyncio.sleep(BEAT)
    assert desk.items("online-plain")
    assert "同一网络里的人看得到" in said(desk)


async def test_trouble_is_said_with_what_to_do_and_tried_again(desk: OnlineDesk) -> None:
    desk.network.troubles = [Trouble("refused", {"host": "x"})]
    await desk.connect()
    shown = said(desk)
    assert "那边没有服务器在听" in shown
    assert "会接着试" in shown
    assert desk.page() == "online"
    await desk.press_item("online-cancel")
    assert "还没连服务器" in said(desk)
    assert desk.network.line.closed


async def test_an_unknown_certificate_is_shown_and_trusted(desk: OnlineDesk) -> None:
    desk.network.troubles = [UNKNOWN, UNKNOWN]
    await desk.connect()
    shown = said(desk)
    assert "信任这台服务器吗？" in shown
    assert "0001 0203 0405 0607" in shown
    assert desk.window.activeFocusItem().objectName() == "answer-cancel"
    await desk.type(Qt.Key.Key_Escape)
    await asyncio.sleep(BEAT)
    assert not desk.network.trusted
    assert desk.page() == "online"
    assert "没有机构担保" in said(desk)
    await desk.press_item("online-retry")
    await desk.press_item("answer-trust")
    assert desk.network.trusted == {SERVER: FINGERPRINT}
    assert desk.page() == "lobby"


async def test_a_changed_certificate_cannot_be_waved_through(desk: OnlineDesk) -> None:
    desk.network.troubles = [CHANGED]
    await desk.connect()
    assert "证书换了" in said(desk)
    assert desk.online.question_model.choices() == ["cancel"]
    await desk.press_item("answer-cancel")
    assert not desk.network.trusted
    assert desk.page() == "online"
    assert "可能有人冒充" in said(desk)


async def test_a_lost_line_says_so_and_comes_back(desk: OnlineDesk) -> None:
    await desk.connect()
    desk.network.down = True
    desk.network.line.wired.drop()
    desk.client.waiting(7.0)
    await asyncio.sleep(BEAT)
    assert "断线了，7 秒后再连" in said(desk)
    assert desk.item("lobby-create").property("allowed") is False
    desk.network.down = False
    await desk.go_on()
    assert "已连上 周末桌" in said(desk)
    assert desk.item("lobby-create").property("allowed") is True


async def test_another_language_at_once(desk: OnlineDesk) -> None:
    other = desk.other("wang")
    other.create(title="Evening")
    await desk.connect()
    desk.program.preferences.change(language="en")
    await asyncio.sleep(BEAT)
    shown = said(desk)
    assert "Connected to" in shown
    assert "Waiting 1/6" in shown
    assert "Open a table" in shown


async def test_where_sign_ins_are_kept_is_asked_once(desk: OnlineDesk) -> None:
    await desk.connect()
    desk.network.asks = True
    desk.network.keeping()
    await asyncio.sleep(BEAT)
    assert "登录信息存在哪里" in said(desk)
    await desk.press_item("answer-file")
    assert desk.network.answered == "file"
    assert desk.program.preferences.settings.online_secrets == "file"
    desk.network.asks = True
    desk.network.keeping()
    await desk.type(Qt.Key.Key_Escape)
    await asyncio.sleep(BEAT)
    desk.online.question_model.answer("")
    assert desk.program.preferences.settings.online_secrets == "memory"
    desk.network.asks = True
    desk.network.keeping()
    assert desk.online.question_model.asked is None
    assert desk.network.answered == "memory"


# --- the lobby ------------------------------------------------------------------------------------------------------


async def test_tables_as_rows_by_rule_set_and_free_seats(desk: OnlineDesk) -> None:
    wang, li = desk.other("wang"), desk.other("li")
    wang.create("tribute216", title="泉城夜话", turn_s=30)
    li.create("jinyou4", title="<img src=x>", spectators=False)
    running = desk.world.table(desk.other("zhao"), rules="chayuan", title="青岛海边")
    await desk.connect()
    await desk.go_on(2.0)
    assert sorted(desk.rows()) == ["<img src=x>", "泉城夜话", "青岛海边"]
    shown = said(desk)
    assert "进贡 · 四副 · 房主 wang" in shown
    assert "等人 1 / 6" in shown
    assert "第 1 局 / 1" in shown
    assert "<img src=x>" in shown
    desk.online.lobby_model.chooseFamily(3)
    await asyncio.sleep(BEAT)
    assert desk.rows() == ["<img src=x>"]
    desk.online.lobby_model.chooseFamily(0)
    await desk.tap(desk.item("lobby-free"))
    await asyncio.sleep(BEAT)
    assert sorted(desk.rows()) == ["<img src=x>", "泉城夜话"]
    assert running


async def test_sitting_down_from_the_lobby_and_leaving(desk: OnlineDesk) -> None:
    wang = desk.other("wang")
    table = wang.create(title="泉城夜话")
    await desk.connect()
    await desk.go_on(2.0)
    await desk.press_item("lobby-action")
    assert desk.page() == "room"
    await desk.go_on()
    assert desk.client.table is not None
    assert (desk.client.table.t, desk.client.table.you) == (table, 1)
    shown = said(desk)
    assert "泉城夜话" in shown
    assert "还有 1 人没准备" in shown
    assert "憋三开" in shown
    await desk.press_item("room-ready")
    assert desk.seat(1).ready
    await desk.press_item("room-unready")
    assert "还有 1 人没准备" in said(desk)
    await desk.type(Qt.Key.Key_Escape)
    await desk.go_on()
    assert desk.page() == "lobby"
    assert desk.there() == ""
    assert wang.places[table].seats[1].uid == ""


async def test_an_invite_code_leads_to_a_private_table(desk: OnlineDesk) -> None:
    wang = desk.other("wang")
    table = wang.create(title="自家桌", private=True)
    await desk.connect()
    await desk.go_on(2.0)
    assert desk.rows() == []
    await desk.press_item("lobby-code")
    field = desk.item("lobby-code-field")
    assert desk.window.activeFocusItem() is field
    field.setProperty("text", "AAAA BBBB")
    await desk.press_item("lobby-code-go")
    assert "邀请码不对" in said(desk)
    field.setProperty("text", "x")
    await desk.press_item("lobby-code-go")
    assert "请填邀请码" in said(desk)
    code = desk.world.code_of(table)
    assert code is not None
    field.setProperty("text", f" {code[:4].lower()} {code[4:]} ")
    await desk.type(Qt.Key.Key_Return)
    await desk.go_on(1.0)
    assert desk.page() == "room"
    assert desk.client.table.t == table
    assert desk.client.table.you == 1


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
    from gouji_desktop.net import requests as req

    wang.must(req.Say, t=desk.client.table.t, text="<b>大家好</b>")
    await desk.go_on()
    assert "<b>大家好</b>" in said(desk)
    await desk.tap(desk.item("room-say"))
    desk.item("room-say").setProperty("text", "来了")
    await desk.type(Qt.Key.Key_Return)
    await desk.go_on()
    assert [line.text for line in desk.client.said] == ["<b>大家好</b>", "来了"]
    assert desk.item("room-say").property("text") == ""
    assert len(desk.items("chat-line")) == 2
    desk.client.mute(wang.uid, True)
    await asyncio.sleep(BEAT)
    assert len(desk.items("chat-line")) == 1


async def test_the_rule_book_of_the_room(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    await asyncio.sleep(GUARD)
    await desk.tap(desk.item("room-book"))
    await asyncio.sleep(BEAT)
    assert desk.page() == "book"
    await desk.type(Qt.Key.Key_Escape)
    assert desk.page() == "room"


# --- the match ------------------------------------------------------------------------------------------------------


async def test_the_match_is_on_the_table_page_and_the_way_back(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    await desk.press_item("room-start")
    await desk.go_on(8.0)
    assert desk.page() == "table"
    assert desk.table.session is desk.client.session
    assert desk.program.matches.session is desk.client.session
    assert len(desk.table.inputs.update.view.deal.hands) == 6
    desk.program.preferences.change(auto_pass=True, theme="paper")
    desk.model.leaveTable()
    await asyncio.sleep(BEAT)
    assert "离开这一桌？" in said(desk)
    await desk.type(Qt.Key.Key_Escape)
    await asyncio.sleep(BEAT)
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
    await desk.press_item("room-start")
    await desk.go_on(8.0)
    session = desk.client.session
    desk.model.home("online", "lobby")
    await desk.go_on(2.0)
    assert "回去" in said(desk)
    await desk.press_item("lobby-action")
    assert desk.page() == "table"
    assert desk.table.session is session


async def test_a_lost_connection_at_the_table_keeps_the_session(desk: OnlineDesk) -> None:
    await desk.connect()
    await make_table(desk)
    await desk.press_item("room-start")
    await desk.go_on(8.0)
    session = desk.client.session
    desk.network.line.wired.drop()
    await desk.go_on(1.0)
    assert desk.client.state.phase == "online"
    assert desk.page() == "table"
    assert desk.table.session is session is desk.client.session


async def test_who_is_put_out_is_told_in_the_lobby(desk: OnlineDesk) -> None:
    wang = desk.other("wang")
    table = wang.create(title="泉城夜话")
    await desk.connect()
    await desk.go_on(2.0)
    await desk.press_item("lobby-action")
    from gouji_desktop.net import requests as req

    wang.must(req.Kick, t=table, seat=1)
    await desk.go_on(1.0)
    assert desk.client.table is None or desk.client.table.you is None


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
    assert "账号设好了：yu" in said(desk)
    assert desk.client.state.account == "yu"
    assert not desk.items("account-password")
    assert "一条大鱼游过去了" not in said(desk)


async def test_names_are_changed_and_bad_ones_refused(desk: OnlineDesk) -> None:
    await desk.connect()
    await desk.press_item("lobby-account")
    desk.item("account-shown-name").setProperty("text", "管理员")
    await desk.press_item("account-rename")
    assert "这个名字不能用" in said(desk)
    desk.item("account-shown-name").setProperty("text", "微山湖")
    await desk.press_item("account-rename")
    assert "现在叫 微山湖" in said(desk)
    assert desk.client.state.name == "微山湖"
    assert desk.program.preferences.settings.online_name == "微山湖"


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
    await desk.press_item("account-confirm")
    await desk.connect()
    await desk.go_on(1.0)
    assert desk.client.state.account == "wang2"
    assert "账号 wang2" in said(desk)


async def test_a_password_of_the_server_is_asked_for(home: object) -> None:
    async with online_desk(join_password=hash_password("芝麻开门芝麻开门")) as desk:
        await desk.connect()
        assert "这台服务器要进门密码" in said(desk)
        desk.item("online-join").setProperty("text", "芝麻芝麻芝麻芝麻")
        await desk.press_item("online-join-go")
        await desk.go_on(1.0)
        assert desk.page() == "online"
        desk.item("online-join").setProperty("text", "芝麻开门芝麻开门")
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
    assert "服务器不要这个名字" in said(desk)
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
    await desk.press_item("host-start")
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
    await asyncio.sleep(BEAT)
    shown = said(desk)
    assert "192.168.1.7:47625" in shown
    assert "[fd00::7]:47625" in shown
    assert "0001 0203 0405 0607" in shown
    assert "正在主持 · 1 人连着" in desk.window.title()
    desk.model.home()
    desk.program.preferences.change(theme="paper")
    assert "正在主持" in desk.window.title()


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
    await asyncio.sleep(BEAT)
    assert desk.network.line.closed
    assert "正在主持" not in desk.window.title()
    assert desk.items("host-start") or desk.page() == "online"


async def test_quitting_is_asked_while_others_are_there_and_stops_the_server(desk: OnlineDesk) -> None:
    await host(desk)
    desk.servers[0].people = 2
    desk.model.quit()
    await asyncio.sleep(BEAT)
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
    assert time.monotonic() - began < 2.5
