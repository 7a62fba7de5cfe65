"""The program round the table: language, theme, files, the end, and what is drawn when nothing happens."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtGui import QColor
from PySide6.QtQuick import QQuickItem, QQuickWindow

from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.table.log import read_log
from gouji_desktop.ui.app.program import Program
from gouji_desktop.ui.app.qt import make_application
from gouji_desktop.ui.presenter.palette import DARK, PAPER
from gouji_desktop.ui.presenter.words import pseudo
from gouji_desktop.ui.resources import assets_folder
from tests.ui.window.conftest import Desk, walk

ROOT = Path(__file__).resolve().parents[3]
#: So many times slower than usual a busy machine may be.
SLOW = 10


def texts(desk: Desk) -> list[QQuickItem]:
    """Every text that is seen."""
    return [
        item
        for item in walk(desk.window.contentItem())
        if item.metaObject().className() == "QQuickText" or item.metaObject().className().startswith("GText")
        if item.isVisible() and item.property("text")
    ]


def said(desk: Desk) -> str:
    return "\n".join(str(item.property("text")) for item in texts(desk))


async def test_the_language_changes_at_once_everywhere(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    assert "出牌" in said(desk)
    desk.program.preferences.change(language="en")
    await asyncio.sleep(0.05)
    shown = said(desk)
    assert "Play" in shown
    for kept in ("小鱼", "鱼", *"甲乙丙丁戊"):
        shown = shown.replace(kept, "")
    assert not any("\u4e00" <= char <= "\u9fff" for char in shown), shown
    desk.program.preferences.change(language="zh")
    await asyncio.sleep(0.05)
    assert "出牌" in said(desk)


async def test_the_theme_changes_at_once(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    for theme, colours in (("paper", PAPER), ("dark", DARK)):
        desk.program.preferences.change(theme=theme)
        await asyncio.sleep(0.05)
        assert desk.window.grabWindow().pixelColor(3, 795) == QColor(colours["window"])


async def test_every_page_opens_and_leads_back(desk: Desk) -> None:
    for page in ("new", "settings", "replays", "help", "about"):
        desk.model.go(page)
        await asyncio.sleep(0.05)
        assert desk.model.shown_page == page
        desk.press("\x1b")
        assert desk.model.shown_page == "home", page


async def test_settings_by_click_are_on_disk_at_once(desk: Desk) -> None:
    desk.model.go("settings")
    await asyncio.sleep(0.05)
    desk.model.settings_model.choose("deck", 2)
    desk.model.settings_model.setName("<b>岱宗</b>")
    folders = profile_folders()
    text = folders.settings.read_text(encoding="utf-8")
    assert '"deck": "four"' in text
    assert "<b>岱宗</b>" in text


async def test_names_with_markup_are_plain_text(desk: Desk) -> None:
    desk.program.preferences.change(player_name="<b>x</b><img>")
    desk.model.new_match_model.choose(0)
    desk.model.new_match_model.start()
    await desk.until(lambda: desk.table.inputs.update is not None)
    await asyncio.sleep(0.1)
    assert "<b>x</b>" in said(desk)


async def test_leaving_and_resuming_keeps_deal_hand_and_log(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    desk.press("8", "8", "\r")
    await desk.own_turn()
    before, lines = desk.table.inputs.update.view, len(desk.table.inputs.book.entries)
    unseen = desk.table._props.tracker_cells
    desk.model.leaveTable()
    await asyncio.sleep(0.05)
    assert desk.model._props.can_resume
    desk.model.resume()
    assert desk.table.inputs.update.view == before
    assert len(desk.table.inputs.book.entries) == lines
    assert desk.table._props.tracker_cells == unseen


async def test_a_damaged_match_is_moved_aside_and_told(desk: Desk) -> None:
    folder = profile_folders().matches
    folder.mkdir(parents=True)
    (folder / "2026-01-01-000000.gouji").write_text("{no log\n", encoding="utf-8")
    desk.program.matches.look_for_unfinished()
    await asyncio.sleep(0.05)
    assert [path.suffix for path in folder.iterdir()] == [".damaged-1"]
    assert "damaged-1" in said(desk)
    desk.model.dismiss(1)
    await asyncio.sleep(0.05)
    assert "damaged-1" not in said(desk)


async def test_damaged_settings_are_moved_aside_and_told(home: Path) -> None:
    folders = profile_folders()
    folders.settings.parent.mkdir(parents=True, exist_ok=True)
    folders.settings.write_text("not json", encoding="utf-8")
    application = make_application(assets_folder())
    program = Program(application, assets_folder(), folders)
    program.build()
    program.open()
    assert program.model.notice_rows.rowCount() == 1
    program.close()
    assert any("damaged" in path.name for path in folders.settings.parent.iterdir())
    await asyncio.sleep(0)


async def test_nothing_is_drawn_while_nothing_happens(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    await asyncio.sleep(0.6)
    frames = 0

    def count() -> None:
        nonlocal frames
        frames += 1

    desk.window.frameSwapped.connect(count)
    await asyncio.sleep(1.5)
    desk.window.frameSwapped.disconnect(count)
    assert frames == 0


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800)])
@pytest.mark.parametrize("language", ["zh", "en"])
async def test_words_forty_percent_longer_leave_the_window_whole(
    desk: Desk, size: tuple[int, int], language: str
) -> None:
    desk.window.setGeometry(0, 0, *size)
    desk.model.set_words(pseudo(desk.program.words_of(language)))
    for page in ("home", "new", "settings", "help", "about"):
        desk.model.go(page)
        await asyncio.sleep(0.05)
        assert_whole(desk.window, desk)
    desk.sit()
    await desk.own_turn()
    desk.press("Q", "Q")
    await asyncio.sleep(0.05)
    assert_whole(desk.window, desk)
    rects = [desk.item(f"action-{verb}") for verb in ("play", "pass", "yield", "burn", "hint", "auto")]
    edges = [(item.mapToScene(item.boundingRect().topLeft()).x(), item.width()) for item in rects]
    assert all(x + width <= after for (x, width), (after, _) in pairwise(edges))


def assert_whole(window: QQuickWindow, desk: Desk) -> None:
    """No text leaves the window or its own item, and none is smaller than 12 pixels."""
    for item in texts(desk):
        if in_scroll(item):
            continue
        place = item.mapRectToScene(item.boundingRect())
        assert place.left() >= -1, item.property("text")
        assert place.right() <= window.width() + 1, item.property("text")
        assert item.property("font").pixelSize() >= 12


def in_scroll(item: QQuickItem) -> bool:
    parent: QQuickItem | None = item.parentItem()
    while parent is not None and not parent.inherits("QQuickFlickable"):
        parent = parent.parentItem()
    return parent is not None


@pytest.mark.log_errors("unexpected")
async def test_a_crash_is_written_down_and_told(desk: Desk) -> None:
    desk.program.crashes.report(ValueError("unexpected"))
    await asyncio.sleep(0.05)
    (path,) = profile_folders().logs.glob("crash-*.txt")
    assert "ValueError: unexpected" in path.read_text(encoding="utf-8")
    assert "crash-" in said(desk)


@pytest.mark.log_errors("unexpected")
async def test_an_error_in_a_callback_is_told_and_the_table_goes_on(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()

    def fail() -> None:
        raise LookupError("in a callback")

    asyncio.get_running_loop().call_soon(fail)
    await asyncio.sleep(0.1)
    assert desk.model.notice_rows.rowCount() == 1
    desk.press("5", "\r")
    await desk.until(lambda: len(desk.hand.arrangement.items) == 35)


def start(home: Path, *arguments: str) -> subprocess.Popen[bytes]:
    environment = os.environ | {"GOUJI_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.Popen(
        [sys.executable, "-m", "gouji_desktop", *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def wait_for_events(folder: Path, number: int, process: subprocess.Popen[bytes]) -> Path:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for path in folder.glob("*.gouji"):
            if path.read_bytes().count(b"\n") > number:
                return path
        assert process.poll() is None, process.stderr.read() if process.stderr else ""
        time.sleep(0.02)
    raise AssertionError("the program wrote no match")


def wait_until_settled(folder: Path, process: subprocess.Popen[bytes]) -> None:
    """Until the first page is there, and the game behind it: the process has no more to do then."""
    deadline = time.monotonic() + 60
    while not (folder / "profile.lock").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    used = Path("/proc", str(process.pid), "stat")
    if not used.exists():
        time.sleep(4)
        return
    before: list[str] = []
    while time.monotonic() < deadline:
        # Its processor time, in hundredths of a second.
        now = used.read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
        if now == before:
            return
        before = now
        time.sleep(1)
    raise AssertionError("the program never came to rest")


async def test_a_killed_program_goes_on_with_the_same_deal(desk: Desk) -> None:
    home = profile_folders().data / "other"
    process = start(home, "play", "--seed", "7")
    try:
        path = await asyncio.to_thread(wait_for_events, home / "matches", 2, process)
    finally:
        process.send_signal(signal.SIGKILL if os.name != "nt" else signal.SIGTERM)
        process.wait(60)
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()
    kept = read_log(path)
    assert not kept.finished
    match = kept.match()
    assert match.deal is not None
    matches = profile_folders().matches
    matches.mkdir(parents=True, exist_ok=True)
    (matches / path.name).write_bytes(path.read_bytes())
    desk.program.matches.look_for_unfinished()
    desk.model.resume()
    view = desk.table.inputs.update.view
    assert view.deal.number == match.deal.number
    assert view.deal.hands[0] == match.deal.hands[0]


@pytest.mark.parametrize("arguments", [("play", "--seed", "3"), ()])
def test_quitting_ends_the_process_within_two_seconds_and_nothing_is_complained_of(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    process = start(tmp_path, *arguments)
    try:
        if arguments:
            wait_for_events(tmp_path / "matches", 1, process)
        else:
            wait_until_settled(tmp_path, process)
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        _, complaints = process.communicate(timeout=60)
        assert process.returncode == 0
        assert time.monotonic() - began < 2 * SLOW
        assert complaints.replace(b"This plugin does not support propagateSizeHints()\n", b"") == b""
    finally:
        process.kill()
        process.wait(60)
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()


def test_a_second_copy_says_so(tmp_path: Path) -> None:
    first = start(tmp_path, "play")
    try:
        wait_for_events(tmp_path / "matches", 1, first)
        second = start(tmp_path)
        _, said_by = second.communicate(timeout=60)
        assert second.returncode == 1
        assert said_by.count(b"\n") == 1
        assert b"running already" in said_by
    finally:
        first.kill()
        first.communicate(timeout=60)
