"""The action row and the dialogs: places, reasons, early and double clicks."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.state import Stage
from tests.ui.window.conftest import Desk, walk


async def test_a_click_plays_what_is_chosen(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    desk.press("Q", "Q", "Q")
    desk.click(desk.item("action-play"))
    await desk.until(lambda: len(desk.hand.arrangement.items) == 33)


async def test_a_double_click_sends_one_command(desk: Desk) -> None:
    desk.sit(pace="normal")
    await desk.own_turn()
    sent: list[object] = []
    session = desk.table.session
    assert session is not None
    submit = session.submit

    def record(command: SeatCommand) -> None:
        sent.append(command)
        submit(command)

    session.submit = record  # type: ignore[method-assign]
    desk.press("5", "5", "5")
    where = desk.middle(desk.item("action-play"))
    QTest.mouseClick(desk.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)
    QTest.mouseDClick(desk.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)
    desk.press(Qt.Key.Key_Return)
    assert len(sent) == 1


async def test_a_click_right_after_the_meaning_changed_is_ignored(desk: Desk) -> None:
    # No time goes by for the table until it is said so, however long the machine takes.
    now = desk.table.clock()
    desk.table.clock = lambda: now
    desk.sit()
    await desk.until(lambda: desk.prompt is not None)
    desk.press("9")
    desk.click(desk.item("action-play"))
    desk.table.act("play")
    assert len(desk.hand.arrangement.items) == 36
    desk.table.clock = lambda: now + 0.3
    await asyncio.sleep(0.3)
    desk.click(desk.item("action-play"))
    await desk.until(lambda: len(desk.hand.arrangement.items) == 35)


async def test_buttons_keep_their_places(desk: Desk) -> None:
    desk.sit(pace="normal")
    names = [f"action-{verb}" for verb in ("play", "pass", "yield", "burn", "hint", "auto")]
    await desk.own_turn()
    before = [desk.item(name).mapToScene(desk.item(name).position()).x() for name in names]
    desk.press("4", Qt.Key.Key_Return)
    await desk.until(lambda: desk.prompt is None)
    await asyncio.sleep(0.05)
    after = [desk.item(name).mapToScene(desk.item(name).position()).x() for name in names]
    assert all(abs(one - other) < 24 for one, other in zip(before, after, strict=True))


async def test_narrow_buttons_say_all_of_what_they_do(desk: Desk) -> None:
    """In the least window the longest words of the row are whole; the key gives way to them."""
    desk.window.setGeometry(0, 0, 1024, 640)
    desk.sit(language="en")
    await desk.own_turn()
    button = desk.item("action-pass")
    button.setProperty("text", desk.model.current_words()("button.no_burn"))
    button.setProperty("reason", "")
    button.setProperty("allowed", True)
    await desk.until(lambda: button.width() > 72)
    row = button.parentItem()
    assert row.property("squeeze") < 1
    assert [item.property("text") for item in walk(row) if item.property("truncated")] == []
    assert row.width() <= row.property("most") + 1


async def test_beside_another_selection_stands_no_older_reason(desk: Desk) -> None:
    """What was refused before says nothing about the cards that are chosen now."""
    desk.sit()
    await desk.own_turn()
    desk.press("Q", "K")
    desk.table.said.emit("an older reason")
    line = desk.item("selectionDetail")
    assert line.property("text") == "an older reason"
    desk.press("K")
    assert line.property("text") == desk.actions.selection.detail


async def test_a_grey_button_says_why(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    button = desk.item("action-pass")
    assert button.property("reason") != ""
    assert button.property("detail") != ""
    QTest.mouseMove(desk.window, desk.middle(button))
    await asyncio.sleep(0.05)
    desk.click(button)
    assert len(desk.hand.arrangement.items) == 36


async def test_the_hint_cycles_and_every_suggestion_can_be_laid(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    seen = []
    for _ in range(4):
        desk.press("h")
        seen.append(desk.chosen)
        assert desk.actions.selection.playable
    assert len(set(seen)) == 4


async def test_pass_and_trustee_by_key(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    desk.press("3", Qt.Key.Key_Return)
    await desk.until(lambda: desk.prompt is None or desk.prompt.id > 2)
    desk.press("g")
    await desk.until(lambda: desk.table.inputs.trustee_on or desk.table.inputs.update.view.deal.stage is Stage.OVER)


async def test_a_question_leaves_the_hand_free_and_is_answered_by_its_button(desk: Desk) -> None:
    desk.sit(rules=preset("tribute216"), hand="BB 2222 AAAA KKKK QQQ JJJ TTTT 999 888 777 33")
    await desk.until(lambda: desk.prompt is not None and desk.prompt.stage is Stage.POINT_QUERY)
    await asyncio.sleep(0.4)
    dialog = desk.item("question")
    bottom = dialog.mapToScene(dialog.boundingRect().bottomLeft()).y()
    assert bottom <= desk.item("hand").y()
    desk.click(desk.edge(3))
    assert len(desk.hand.selection.chosen) == 1
    desk.click(desk.item("dialog-no"))
    await desk.until(lambda: desk.prompt is None or desk.prompt.stage is not Stage.POINT_QUERY)
    assert not desk.table.inputs.update.view.deal.declared & 1
    assert len(desk.hand.selection.chosen) == 1


async def test_panels_open_and_close_and_leave_the_hand_free(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    for panel in ("log", "score", "menu"):
        desk.click(desk.item(f"{panel}Button"))
        assert desk.table.inputs.opened.panel == panel
        desk.click(desk.edge(2))
        desk.press(Qt.Key.Key_Escape)
        assert desk.table.inputs.opened.panel == ""
    assert len(desk.hand.selection.chosen) == 1


async def test_pausing_stops_and_space_goes_on(desk: Desk) -> None:
    desk.sit(pace="slow")
    await desk.own_turn()
    desk.table.setPaused(True)
    await desk.until(lambda: desk.table.inputs.update.paused)
    assert not any(button.enabled for button in desk.actions.buttons[:5])
    desk.press(Qt.Key.Key_Space)
    await desk.until(lambda: not desk.table.inputs.update.paused)
