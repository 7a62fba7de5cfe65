"""Playing with others, in the real window at a server in memory: servers, the connection, the lobby."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from PySide6.QtCore import QPointF, Qt

from gouji_desktop.net.clientstate import Trouble
from tests.ui.window.onlineworld import (
    FINGERPRINT,
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
    await desk.drawn()
    assert desk.page() == "online"
    assert desk.client.state.phase == "online"


async def test_the_greeting_of_a_server_stands_above_its_tables(home: object) -> None:
    greeting = "<b>周五晚上八点</b>开打，" + "迟到的先坐旁边看。" * 30
    async with online_desk(motd=greeting) as desk:
        await desk.connect()
        words = desk.item("greeting-words")
        assert str(words.property("text")).startswith("<b>周五晚上八点</b>开打")
        assert words.property("lineCount") == 2
        assert words.property("truncated")
        await desk.tap(desk.item("lobby-greeting"))
        await desk.until(lambda: not words.property("truncated"))
        assert str(words.property("text")) == greeting


@pytest.mark.parametrize(
    ("typed", "words"),
    [("not an address", "不像服务器地址"), ("ws://198.41.0.4", "wss://198.41.0.4"), ("", "请填服务器地址")],
)
async def test_an_address_that_cannot_be_says_so(desk: OnlineDesk, typed: str, words: str) -> None:
    desk.model.go("online")
    await desk.drawn()
    desk.item("online-address").setProperty("text", typed)
    await desk.press_item("online-go")
    assert words in said(desk)
    assert not desk.network.lines
    await desk.tap(desk.item("online-address"))
    await desk.type("x")
    await desk.drawn()
    assert words not in said(desk)


async def test_servers_of_the_network_and_remembered_ones(desk: OnlineDesk) -> None:
    desk.program.preferences.change(online_servers={"ws://192.168.1.9:5000": "<b>老王家</b>"})
    desk.model.go("online")
    await desk.until(lambda: desk.network.searching)
    desk.network.found({"wss://192.168.1.7:47625": "泉城家", "ws://192.168.1.9:5000": "same"})
    await desk.drawn()
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
    await desk.drawn()
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
    assert "00:01:02:03:04:05:06:07:" in shown
    assert desk.window.activeFocusItem().objectName() == "answer-cancel"
    await desk.type(Qt.Key.Key_Escape)
    await desk.drawn()
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
    await desk.drawn()
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
    await desk.drawn()
    shown = said(desk)
    assert "Connected to" in shown
    assert "Waiting 1/6" in shown
    assert "Open a table" in shown


async def test_where_sign_ins_are_kept_is_asked_once(desk: OnlineDesk) -> None:
    await desk.connect()
    desk.network.asks = True
    desk.network.keeping()
    await desk.drawn()
    assert "登录信息存在哪里" in said(desk)
    await desk.press_item("answer-file")
    assert desk.network.answered == "file"
    assert desk.program.preferences.settings.online_secrets == "file"
    desk.network.asks = True
    desk.network.keeping()
    await desk.type(Qt.Key.Key_Escape)
    await desk.drawn()
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
    await desk.drawn()
    assert desk.rows() == ["<img src=x>"]
    desk.online.lobby_model.chooseFamily(0)
    await desk.tap(desk.item("lobby-free"))
    await desk.drawn()
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
    await desk.drawn()
    assert "你的座位会空出来" in said(desk)
    await desk.type(Qt.Key.Key_Escape)
    await desk.go_on()
    assert desk.page() == "room"
    await desk.type(Qt.Key.Key_Escape)
    await desk.press_item("answer-yes")
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
    field.setProperty("text", " ")
    await desk.press_item("lobby-code-go")
    assert "请填邀请码" in said(desk)
    field.setProperty("text", "abc")
    await desk.press_item("lobby-code-go")
    assert "邀请码是八位，现在是 3 位" in said(desk)
    code = desk.world.code_of(table)
    assert code is not None
    field.setProperty("text", f" {code[:4].lower()} {code[4:]} ")
    await desk.type(Qt.Key.Key_Return)
    await desk.go_on(1.0)
    assert desk.page() == "room"
    assert desk.client.table.t == table
    assert desk.client.table.you == 1
