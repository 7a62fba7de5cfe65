"""The keyboard: whatever was opened and has gone, the table has it again; nothing that is hidden keeps it."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtQuick import QQuickItem

from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.state import Stage
from tests.ui.window.conftest import HAND, Desk, walk


def text_button(desk: Desk, text: str) -> QQuickItem:
    """The visible button that says so."""
    found = [
        item
        for item in walk(desk.window.contentItem())
        if item.isVisible() and item.property("text") == text and item.metaObject().indexOfSignal("triggered()") >= 0
    ]
    return found[-1]


def holder(desk: Desk) -> str:
    item = desk.window.activeFocusItem()
    assert item is not None
    assert item.isVisible()
    assert item.isEnabled()
    return item.objectName()


async def assert_table_has_keys(desk: Desk) -> None:
    """Space raises a card, Enter lays it: the keys reach the hand and the action row."""
    await asyncio.sleep(0.05)
    assert holder(desk) == "tableKeys"
    desk.press(Qt.Key.Key_Escape, Qt.Key.Key_Home)
    desk.press(Qt.Key.Key_Space)
    assert len(desk.chosen) == 1
    desk.press(Qt.Key.Key_Escape)


async def test_the_keys_come_back_after_every_panel_closed_by_the_mouse(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    for panel in ("log", "score"):
        desk.click(desk.item(f"{panel}Button"))
        await asyncio.sleep(0.05)
        desk.click(desk.item("panelClose"))
        assert desk.table.inputs.opened.panel == ""
        await assert_table_has_keys(desk)
    desk.press("3", Qt.Key.Key_Return)
    await desk.until(lambda: len(desk.hand.arrangement.items) == 35)


async def test_the_keys_come_back_after_pause_and_continue_by_mouse(desk: Desk) -> None:
    desk.sit(pace="slow")
    await desk.own_turn()
    words = desk.model.current_words()
    desk.click(desk.item("menuButton"))
    await asyncio.sleep(0.05)
    desk.click(text_button(desk, words("menu.pause")))
    await desk.until(lambda: desk.table.inputs.update.paused)
    await asyncio.sleep(0.05)
    desk.click(desk.item("bannerButton"))
    await desk.until(lambda: not desk.table.inputs.update.paused)
    await assert_table_has_keys(desk)
    desk.press(Qt.Key.Key_Return, Qt.Key.Key_Space)
    await asyncio.sleep(0.05)
    assert not desk.table.inputs.update.paused


async def test_the_last_round_says_so_and_stays_until_a_key(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    desk.press("B", Qt.Key.Key_Return)
    await desk.until(lambda: any(desk.table.inputs.update.view.deal.last_round))
    await desk.own_turn()
    words = desk.model.current_words()
    desk.click(desk.item("menuButton"))
    await asyncio.sleep(0.05)
    desk.click(text_button(desk, words("menu.last_round")))
    await asyncio.sleep(0.05)
    assert desk.item("lastRound").property("title") == words("table.last_round")
    assert desk.table.property("messageTitle") == ""
    rows = desk.table._plays.rows
    assert any(row.cards for row in rows)
    assert all(row.beaten for row in rows if row.cards)
    desk.program.preferences.change(theme="paper")
    assert desk.items("lastRound")
    before = desk.chosen
    desk.press("7")
    await asyncio.sleep(0.05)
    assert not desk.table.inputs.opened.last_round
    assert desk.chosen == before
    assert desk.items("lastRound") == []
    assert desk.table.property("messageTitle") != ""
    await assert_table_has_keys(desk)
    desk.table.showLastRound(True)
    await asyncio.sleep(0.05)
    desk.click(desk.middle(desk.window.contentItem(), 640, 250))
    assert not desk.table.inputs.opened.last_round


async def test_a_new_play_ends_the_look_at_the_last_round(desk: Desk) -> None:
    desk.sit(pace="fast")
    await desk.own_turn()
    desk.table.showLastRound(True)
    desk.table.act("auto")
    await desk.until(lambda: not desk.table.inputs.opened.last_round)


async def test_a_question_that_follows_another_has_no_button_with_the_keys(desk: Desk) -> None:
    desk.sit(rules=preset("tribute216"), hand="BB 2222 AAAA KKKK QQQ JJJ TTTT 999 888 777 33")
    await desk.until(lambda: desk.prompt is not None and desk.prompt.stage is Stage.POINT_QUERY)
    await asyncio.sleep(0.4)
    desk.click(desk.item("dialog-no"))
    await asyncio.sleep(0.1)
    assert holder(desk) == "tableKeys"


async def test_escape_closes_panels_over_the_sheet_and_its_account(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    desk.table.act("auto")
    await desk.until(lambda: desk.table.dialog_model.props.kind == "result")
    await asyncio.sleep(0.4)
    desk.click(desk.item("dialog-explain"))
    await asyncio.sleep(0.1)
    assert desk.table.dialog_model.props.kind == "points"
    for panel in ("log", "score", "menu"):
        desk.click(desk.item(f"{panel}Button"))
        assert desk.table.inputs.opened.panel == panel
        await asyncio.sleep(0.05)
        desk.press(Qt.Key.Key_Escape)
        assert desk.table.inputs.opened.panel == ""
    desk.press(Qt.Key.Key_Escape)
    assert desk.table.dialog_model.props.kind == "result"
    await asyncio.sleep(0.05)
    assert holder(desk) == "tableKeys"
    desk.press(Qt.Key.Key_Return)
    await desk.until(lambda: desk.table.dialog_model.props.kind != "result")


async def test_all_of_the_menu_is_seen_in_the_smallest_window(desk: Desk) -> None:
    desk.window.setGeometry(0, 0, 1024, 640)
    for language in ("zh", "en"):
        desk.program.preferences.change(language=language)
        if desk.table.session is None:
            desk.sit(hand_layout="two")
            await desk.own_turn()
        words = desk.model.current_words()
        await asyncio.sleep(0.3)
        desk.click(desk.item("menuButton"))
        await asyncio.sleep(0.05)
        bottom = desk.table.property("actionsArea").y()
        for key in ("menu.help", "menu.leave", "menu.settings", "menu.last_round"):
            button = text_button(desk, words(key))
            assert button.mapToScene(button.boundingRect().bottomLeft()).y() <= bottom
        desk.press(Qt.Key.Key_Escape)


async def test_full_screen_by_key_and_back(desk: Desk) -> None:
    for wanted in (True, False):
        desk.press(Qt.Key.Key_F11)
        await asyncio.sleep(0.05)
        assert (desk.window.visibility() is desk.window.Visibility.FullScreen) is wanted
    desk.sit(hand=HAND)
    await desk.own_turn()
    desk.press(Qt.Key.Key_F11)
    await asyncio.sleep(0.05)
    assert desk.window.visibility() is desk.window.Visibility.FullScreen
