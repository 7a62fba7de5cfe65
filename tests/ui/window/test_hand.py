"""The own hand under the mouse and the keyboard."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest

from tests.ui.window.conftest import HAND, Desk


def index_of(desk: Desk, text: str) -> int:
    """Where the first card of a rank lies."""
    return [row.name[0] for row in desk.hand.card_rows.rows].index(text)


async def test_a_click_raises_a_card_and_the_next_drops_it(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    desk.click(desk.edge(index_of(desk, "9")))
    assert desk.chosen == "9"
    desk.click(desk.edge(index_of(desk, "K")))
    assert desk.chosen == "K9"
    desk.click(desk.edge(index_of(desk, "9")))
    assert desk.chosen == "K"


async def test_only_the_card_under_the_pointer_is_chosen(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    for index in range(len(desk.hand.arrangement.items)):
        desk.hand.clear()
        desk.click(desk.edge(index))
        assert desk.hand.selection.chosen == (desk.hand.arrangement.items[index].handle,)


async def test_dragging_chooses_what_it_goes_across(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    first, last = index_of(desk, "8"), index_of(desk, "6")
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mousePress(desk.window, button, none, desk.edge(first))
    for index in range(first, last + 1):
        QTest.mouseMove(desk.window, desk.edge(index))
    QTest.mouseRelease(desk.window, button, none, desk.edge(last))
    assert desk.chosen == "88877776"


async def test_a_double_click_chooses_a_whole_rank_and_the_next_drops_it(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    place = index_of(desk, "7") + 1
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for wanted in ("7777", ""):
        QTest.mouseClick(desk.window, button, none, desk.edge(place))
        QTest.mouseDClick(desk.window, button, none, desk.edge(place))
        assert desk.chosen == wanted
        await asyncio.sleep(0.6)


async def test_typing_ranks_and_enter_plays(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    desk.press("7", "7")
    assert desk.chosen == "77"
    assert desk.actions.selection.playable
    desk.press(Qt.Key.Key_Return)
    await desk.until(lambda: len(desk.hand.arrangement.items) == 34)
    assert desk.chosen == ""


async def test_keys_move_choose_and_drop(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    desk.press(Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Space)
    assert desk.chosen == "BS"
    assert [row.cursor for row in desk.hand.card_rows.rows].index(True) == 1
    desk.press("T", "0")
    assert desk.chosen == "BSTT"
    desk.press(Qt.Key.Key_Backspace)
    assert desk.chosen == "BST"
    desk.press(Qt.Key.Key_Escape)
    assert desk.chosen == ""


async def test_hovering_and_pressing_move_no_row_and_reset_nothing(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    cards = desk.hand.card_rows
    spies = [
        QSignalSpy(signal) for signal in (cards.modelReset, cards.rowsMoved, cards.rowsRemoved, cards.rowsInserted)
    ]
    order = desk.hand.arrangement.handles
    for index in (0, 5, 20, 35):
        QTest.mouseMove(desk.window, desk.edge(index))
        desk.click(desk.edge(index))
    QTest.mouseMove(desk.window, QPoint(640, 300))
    assert [spy.count() for spy in spies] == [0, 0, 0, 0]
    assert desk.hand.arrangement.handles == order


async def test_a_play_removes_its_rows_and_resets_nothing(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    spy = QSignalSpy(desk.hand.card_rows.modelReset)
    gone = {row.handle for row in desk.hand.card_rows.rows if row.name[0] == "6"}
    desk.press("6", "6", Qt.Key.Key_Return)
    await desk.until(lambda: len(desk.hand.card_rows.rows) == 34)
    assert spy.count() == 0
    assert not gone & {row.handle for row in desk.hand.card_rows.rows}


async def test_a_selection_made_early_outlives_twenty_updates(desk: Desk) -> None:
    desk.sit(pace="fast")
    await desk.own_turn()
    desk.press("3", Qt.Key.Key_Return)
    await desk.until(lambda: desk.prompt is None)
    desk.press("A", "A")
    updates = 0

    def count(_update: object) -> None:
        nonlocal updates
        updates += 1

    session = desk.table.session
    assert session is not None
    session.subscribe(count)
    for _ in range(20):
        desk.table._on_update(session.latest._replace(snapshot=False))
    await desk.until(lambda: updates > 2 or desk.prompt is not None)
    assert desk.chosen == "AA"


async def test_two_rows_and_stacks_take_clicks_too(desk: Desk) -> None:
    desk.sit(hand_layout="two")
    await desk.own_turn()
    desk.click(desk.edge(index_of(desk, "4")))
    assert desk.chosen == "4"
    desk.program.preferences.change(hand_layout="stacks")
    await asyncio.sleep(0.05)
    assert len(desk.items("card")) == len(HAND.replace(" ", ""))
    desk.click(desk.middle(desk.item("hand"), desk.hand.layout.labels[4].x + 4, desk.hand.layout.labels[4].y + 8))
    assert desk.chosen == "KKKK4"


async def test_the_hand_can_be_moved_by_hand_and_stays_so(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    button, shift = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
    QTest.mousePress(desk.window, button, shift, desk.edge(30))
    QTest.mouseMove(desk.window, desk.edge(3))
    QTest.mouseRelease(desk.window, button, shift, desk.edge(3))
    order = desk.hand.arrangement.handles
    assert desk.hand.arrangement.manual
    desk.press(Qt.Key.Key_Escape, "9", Qt.Key.Key_Return)
    await desk.until(lambda: len(desk.hand.arrangement.items) == 35)
    left = desk.hand.arrangement.handles
    assert left == tuple(handle for handle in order if handle in left)
