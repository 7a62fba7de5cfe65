"""A new match where another has not ended: it is asked about, never lost."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt

from tests.ui.window.conftest import Desk
from tests.ui.window.test_focus import text_button


async def start(desk: Desk) -> None:
    """Press 开始 on the page of a new match; its button has been seen for a while."""
    words = desk.model.current_words()
    desk.model.go("new")
    await asyncio.sleep(0.1)
    button = text_button(desk, words("new.start"))
    await asyncio.sleep(0.3)
    desk.click(button)
    await desk.until(lambda: desk.items("unfinished"))
    await asyncio.sleep(0.3)


async def ask(desk: Desk) -> None:
    """Leave a match in the middle and press 开始 on the page of a new one."""
    desk.sit()
    await desk.own_turn()
    desk.press("8", "8", Qt.Key.Key_Return)
    await desk.own_turn()
    desk.model.leaveTable()
    await start(desk)
    assert desk.table.session is None


async def test_going_on_from_the_question(desk: Desk) -> None:
    await ask(desk)
    desk.press(Qt.Key.Key_Return)
    await desk.until(lambda: desk.table.session is not None)
    assert len(desk.hand.arrangement.items) == 34
    await desk.own_turn()
    assert desk.items("unfinished") == []
    desk.press("3")
    assert desk.chosen == "3"


async def test_giving_up_lists_the_old_match_as_unfinished(desk: Desk) -> None:
    await ask(desk)
    desk.click(desk.item("unfinishedGiveUp"))
    await desk.until(lambda: desk.table.session is not None)
    assert len(desk.hand.arrangement.items) == 36
    desk.model.leaveTable()
    desk.model.go("replays")
    await asyncio.sleep(0.05)
    rows = desk.model.replays_model._entries.rows
    words = desk.model.current_words()
    assert len(rows) == 2
    assert words("replays.given_up") in rows[1].summary
    assert rows[1].openable
    # It is not offered again, neither now nor when the new one has been given up too.
    await start(desk)
    desk.click(desk.item("unfinishedGiveUp"))
    await desk.until(lambda: desk.table.session is not None)
    assert sum("given-up" in path.name for path in desk.program.matches._archive.folder.iterdir()) == 2


async def test_neither_leaves_everything_as_it_was(desk: Desk) -> None:
    await ask(desk)
    desk.press(Qt.Key.Key_Escape)
    await asyncio.sleep(0.05)
    assert desk.items("unfinished") == []
    assert desk.model.shown_page == "new"
    desk.press(Qt.Key.Key_Escape)
    await asyncio.sleep(0.05)
    assert desk.model.shown_page == "home"
    assert desk.model._props.can_resume
