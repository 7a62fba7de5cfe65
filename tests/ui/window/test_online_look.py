"""The pages of playing with others: whole at every size and in both languages, and reached by the keyboard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtQuick import QQuickItem

from gouji_desktop.net import requests as req
from gouji_desktop.net.clientstate import Trouble
from gouji_desktop.ui.models.onlineaccount import PlaceRow
from gouji_desktop.ui.presenter.words import pseudo
from tests.ui.window.conftest import Desk, place_of, walk
from tests.ui.window.onlineworld import FINGERPRINT, GUARD, OnlineDesk, assert_clear, online_desk, shown_rect, texts_of
from tests.ui.window.test_program import assert_whole

SIZES = [(1024, 640), (1280, 800), (2560, 1440)]
#: What people wrote may be cut off.
WRITTEN = ("a long title", "一句很长", "青岛海边的一个名字", "一二三四五六七八九十甲")


@pytest.fixture
async def desk(home: object, request: pytest.FixtureRequest) -> AsyncIterator[OnlineDesk]:
    async with online_desk(place_of(request)) as desk:
        yield desk


async def fill(desk: OnlineDesk) -> None:
    """Tables, people and servers, as long as they may be."""
    names = ("一二三四五六七八九十甲乙丙丁戊己", "Mississippi_Riv", "wang", "li")
    people = [desk.other(name) for name in names]
    people[0].create("zaozhuang6-classic", title="a long title of a table, as long as it may be, and more")
    people[1].create("jinyou4", title="周末老友", spectators=False)
    desk.world.table(people[2], rules="chayuan", title="青岛海边", deals=5)
    full = people[3].create("tribute216", title="坐满的桌")
    for seat in range(1, 6):
        people[3].must(req.PutBot, t=full, seat=seat, level="hard")
    desk.program.preferences.change(
        online_servers={"ws://192.168.1.9:5000": "青岛海边的一个名字很长很长的服务器，比格子还要长一些些"}
    )


async def servers(desk: OnlineDesk) -> None:
    desk.network.troubles = [Trouble("no_tls", {"plain": "ws://gouji.example.org:47625"})]
    await desk.connect()
    desk.network.found({"wss://192.168.1.7:47625": "崂山石家的桌"})
    desk.online.account_model.look(fault=desk.model.current_words()("online.refused.name_rejected"), at="name")


async def certificate(desk: OnlineDesk) -> None:
    desk.network.troubles = [Trouble("unknown_certificate", {"fingerprint": FINGERPRINT})]
    desk.online.retry()
    await desk.go_on()


async def lobby(desk: OnlineDesk) -> None:
    desk.online.question_model.answer("trust")
    await desk.go_on(2.0)
    assert len(desk.rows()) == 4


async def code(desk: OnlineDesk) -> None:
    desk.online.lobby_model.askCode(True)
    desk.online.lobby_model.say_code(desk.model.current_words()("online.refused.table_gone"), opened=True)


async def account(desk: OnlineDesk) -> None:
    desk.online.lobby_model.askCode(False)
    desk.model.go("account")
    await desk.go_on()
    desk.online.account_model.show_places(
        [PlaceRow("a", "study", "here", here=True), PlaceRow("b", "the notebook in the kitchen", "2026", here=False)]
    )
    desk.online.account_model.look(fault=desk.model.current_words()("online.refused.name_rejected"), at="account")


async def create(desk: OnlineDesk) -> None:
    desk.model.go("create")


async def room(desk: OnlineDesk) -> None:
    desk.online.create_model.make()
    await desk.go_on(1.0)
    table = desk.client.table
    assert table is not None
    for seat, person in ((1, desk.world.clients[0]), (4, desk.world.clients[1])):
        person.join(table.t)
        person.sit(table.t, seat)
    desk.client.put_bot(3, "novice")
    desk.world.clients[0].must(req.Say, t=table.t, text="一句很长" * 40)
    await desk.go_on()


async def seat(desk: OnlineDesk) -> None:
    desk.online.room_model.choose(3)


async def hosting(desk: OnlineDesk) -> None:
    desk.online.room_model.choose(-1)
    desk.model.go("host")


async def hosted(desk: OnlineDesk) -> None:
    desk.online.host_model.start("x", "47625")
    await desk.go_on(1.0)
    desk.model.home("online", "host")


async def stop(desk: OnlineDesk) -> None:
    desk.servers[0].people = 5
    desk.online.host_model.stop()


STEPS: tuple[Callable[[OnlineDesk], Awaitable[None]], ...] = (
    *(servers, certificate, lobby, code, account, create, room, seat, hosting, hosted, stop),
)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("size", SIZES)
async def test_every_page_is_whole(desk: OnlineDesk, size: tuple[int, int], language: str) -> None:
    desk.window.setGeometry(0, 0, *size)
    desk.program.preferences.change(language=language)
    await fill(desk)
    for step in STEPS:
        await step(desk)
        await desk.drawn()
        if desk.online.question_model.asked is None:
            assert_clear(desk, WRITTEN)
        else:
            assert_whole(desk.window, desk)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("size", SIZES)
async def test_words_forty_percent_longer(desk: OnlineDesk, size: tuple[int, int], language: str) -> None:
    desk.window.setGeometry(0, 0, *size)
    await fill(desk)
    desk.model.set_words(pseudo(desk.program.words_of(language)))
    desk.program.online.refresh()
    for step in STEPS:
        await step(desk)
        await desk.drawn()
        assert_whole(desk.window, desk)


async def test_texts_that_lie_on_each_other_or_are_cut_off_are_found(desk: OnlineDesk) -> None:
    desk.model.go("online")
    await desk.drawn()
    assert_clear(desk)
    one, other = texts_of(desk)[:2]
    one.setPosition(one.position() + other.mapToItem(one, other.boundingRect().topLeft()))
    with pytest.raises(AssertionError, match="lies on"):
        assert_clear(desk)
    other.setVisible(False)
    assert_clear(desk)
    one.setWidth(20)
    with pytest.raises(AssertionError, match="cut off"):
        assert_clear(desk)


# --- the keyboard ---------------------------------------------------------------------------------------------------


def pressable(desk: Desk) -> list[QQuickItem]:
    """Everything that a mouse could use, but for what is switched off."""
    return [
        item
        for item in walk(desk.window.contentItem())
        if item.isVisible() and item.isEnabled() and item.property("activeFocusOnTab")
    ]


async def tab_through(desk: OnlineDesk) -> set[QQuickItem]:
    """What Tab comes to, once round."""
    seen: list[QQuickItem] = []
    for _ in range(80):
        await desk.type(Qt.Key.Key_Tab)
        item = desk.window.activeFocusItem()
        if item in seen:
            break
        seen.append(item)
    return set(seen)


async def test_tab_reaches_everything(desk: OnlineDesk) -> None:
    await fill(desk)
    for step in (servers, lobby_at_once, code, account, create, room, seat, hosting, hosted):
        await step(desk)
        await desk.drawn()
        reached = await tab_through(desk)
        wanted = {item for item in pressable(desk) if not in_list(item)}
        missed = [(step.__name__, item.objectName() or item.property("text")) for item in wanted - reached]
        assert missed == []


async def test_tab_stays_in_a_question(desk: OnlineDesk) -> None:
    """What lies under a question cannot be pressed by keys either, and has the keyboard again afterwards."""
    await servers(desk)
    field = desk.window.activeFocusItem()
    assert field.objectName() == "online-address"
    await certificate(desk)
    await desk.drawn()
    assert {item.objectName() for item in await tab_through(desk)} == {"answer-trust", "answer-cancel"}
    await desk.type(Qt.Key.Key_Escape)
    await desk.until(lambda: desk.window.activeFocusItem() is field)


async def lobby_at_once(desk: OnlineDesk) -> None:
    desk.online.retry()
    await desk.go_on(2.0)
    assert desk.page() == "lobby"


async def test_a_long_lobby_is_seen_to_be_long_and_scrolls_with_the_keyboard(desk: OnlineDesk) -> None:
    desk.window.setGeometry(0, 0, 1024, 640)
    for number in range(12):
        desk.other(f"host{number}").create("tribute216", title=f"{number:02}")
    await desk.connect()
    await desk.go_on(2.0)
    assert len(desk.rows()) == 12
    bars = [item for item in walk(desk.window.contentItem()) if item.inherits("QQuickScrollBar") and item.isVisible()]
    assert len(bars) == 1
    came_by = set()
    for _ in range(40):
        await desk.type(Qt.Key.Key_Tab)
        await asyncio.sleep(0)
        item = desk.window.activeFocusItem()
        if item.objectName() == "lobby-action":
            rect = item.mapRectToScene(QRectF(0, 0, item.width(), item.height()))
            assert shown_rect(item) == rect
            came_by.add(item.parentItem().parentItem().parentItem().property("text"))
    assert came_by == {f"{number:02}" for number in range(12)}


def in_list(item: QQuickItem) -> bool:
    """In a view that is scrolled, what is outside of the picture is reached when it is scrolled to."""
    parent: QQuickItem | None = item.parentItem()
    while parent is not None and not parent.inherits("QQuickFlickable"):
        parent = parent.parentItem()
    return parent is not None and parent.property("interactive") and parent.property("contentHeight") > parent.height()


async def test_where_the_keyboard_is_can_be_seen(desk: OnlineDesk) -> None:
    await desk.connect()
    await desk.type(Qt.Key.Key_Tab)
    item = desk.window.activeFocusItem()
    assert item.property("visualFocus") is True
    rings = [each for each in walk(item) if each.metaObject().className().startswith("FocusRing") and each.isVisible()]
    assert len(rings) == 1


async def test_a_room_by_keys_alone(desk: OnlineDesk) -> None:
    await desk.connect()
    await asyncio.sleep(0.3)
    assert desk.window.activeFocusItem().objectName() == "lobby-create"
    await desk.type(Qt.Key.Key_Return)
    await asyncio.sleep(0.35)
    assert desk.page() == "create"
    assert desk.window.activeFocusItem().objectName() == "create-make"
    await desk.type(Qt.Key.Key_Return)
    await desk.go_on(1.0)
    await asyncio.sleep(0.35)
    assert desk.page() == "room"
    assert desk.window.activeFocusItem().objectName() == "room-copy"
    await desk.type(Qt.Key.Key_Escape)
    await desk.until(lambda: desk.window.activeFocusItem().objectName() == "answer-no")
    await asyncio.sleep(GUARD)
    await desk.type(Qt.Key.Key_Backtab)
    assert desk.window.activeFocusItem().objectName() == "answer-yes"
    await desk.type(Qt.Key.Key_Return)
    await desk.go_on(1.0)
    assert desk.page() == "lobby"


async def test_rows_of_a_page_stand_in_columns(desk: OnlineDesk) -> None:
    """The seats of all tables stand below each other, and so do the buttons."""
    await fill(desk)
    await desk.connect()
    await desk.go_on(2.0)
    phases = [item for item in texts_of(desk) if "等人" in str(item.property("text"))]
    assert len({round(shown_rect(item).left()) for item in phases}) == 1
    buttons = desk.items("lobby-action")
    assert all(one.width() == other.width() for one, other in pairwise(buttons))
