"""The pages about rules, by clicks: looked at, changed, refused, kept, brought back, written, read, and played."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtQuick import QQuickItem

from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.profile.rulefiles import SUFFIX, read_rules, write_rules
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.state import Stage
from gouji_desktop.table.log import read_log
from gouji_desktop.ui.presenter.actions import Action
from gouji_desktop.ui.presenter.rulewords import GROUPS
from gouji_desktop.ui.presenter.words import pseudo
from tests.ui.window.conftest import Desk, walk
from tests.ui.window.test_program import assert_whole, said, texts

BEAT = 0.05
#: Buttons ignore clicks for so many seconds after they appear.
GUARD = 0.3
#: Seconds that a whole deal may take on a machine that has other things to do.
LONG = 150


async def press(desk: Desk, name: str, wanted: str = "") -> None:
    """Click a button once it takes clicks; wait for what it brings."""
    await desk.until(lambda: desk.items(name))
    await asyncio.sleep(GUARD)
    desk.click(desk.item(name))
    await desk.until(lambda: desk.items(wanted) if wanted else True)
    await asyncio.sleep(GUARD)


async def open_rules(desk: Desk) -> None:
    await press(desk, "home-rules", "rule-play")


def option(desk: Desk, key: str) -> QQuickItem:
    return next(item for item in desk.items("rule-option") if item.property("key") == key)


def within(desk: Desk, item: QQuickItem, text: str) -> QQuickItem:
    """The pressable thing of that text inside an item."""
    return next(each for each in walk(item) if each.property("meaning") == text and each.isVisible())


def named(item: QQuickItem, name: str) -> QQuickItem:
    return next(each for each in walk(item) if each.objectName() == name and each.isVisible())


async def look_at(desk: Desk, key: str) -> QQuickItem:
    """Bring an option into sight."""
    desk.model.rules_model.chooseGroup(next(n for n, keys in enumerate(GROUPS.values()) if key in keys))
    await desk.until(lambda: any(item.property("key") == key for item in desk.items("rule-option")))
    await asyncio.sleep(GUARD)
    item = option(desk, key)
    parent: QQuickItem | None = item.parentItem()
    while parent is not None and not parent.inherits("QQuickFlickable"):
        parent = parent.parentItem()
    assert parent is not None
    most = max(0.0, parent.property("contentHeight") - parent.height())
    parent.setProperty("contentY", min(most, item.mapToItem(parent, QPointF(0, 0)).y() + parent.property("contentY")))
    await asyncio.sleep(BEAT)
    return item


def type_text(desk: Desk, text: str) -> None:
    for char in text:
        desk.press(char)


async def test_an_option_is_changed_marked_and_reset(desk: Desk) -> None:
    await open_rules(desk)
    rules = desk.model.rules_model
    desk.click(within(desk, await look_at(desk, "hold_threes"), "关"))
    await asyncio.sleep(BEAT)
    assert rules.rules.hold_threes is False
    assert "改过，原来是：开" in said(desk)
    assert "比“进贡 · 四副”改了 1 处" in said(desk)
    desk.click(named(option(desk, "hold_threes"), "rule-reset"))
    await asyncio.sleep(BEAT)
    assert rules.rules == preset("tribute216")


async def test_what_cannot_be_says_why_and_cannot_be_used(desk: Desk) -> None:
    await open_rules(desk)
    item = await look_at(desk, "threes")
    desk.click(named(item, "rule-less"))
    await asyncio.sleep(BEAT)
    assert "总张数要能六家平分" in said(desk)
    for name in ("rule-play", "rule-save", "rule-book", "rule-export", "rule-duplicate"):
        assert desk.item(name).property("allowed") is False
        desk.click(desk.item(name))
    assert desk.model.shown_page == "rules"
    assert desk.model.keeping_model.property("mode") == ""
    await press(desk, "rule-reset-all")
    assert "总张数" not in said(desk)


async def test_a_number_is_typed(desk: Desk) -> None:
    await open_rules(desk)
    item = await look_at(desk, "announce_at")
    field = named(item, "rule-field")
    desk.click(field)
    field.setProperty("text", "")
    type_text(desk, "6")
    desk.press("\r")
    await asyncio.sleep(BEAT)
    assert desk.model.rules_model.rules.announce_at == 6
    field.setProperty("text", "")
    type_text(desk, "x")
    desk.press("\r")
    await asyncio.sleep(BEAT)
    assert "要写一个整数" in said(desk)


async def save_own(desk: Desk, name: str) -> None:
    """Change the usual rule set and save it under a name."""
    await open_rules(desk)
    desk.click(within(desk, await look_at(desk, "hold_threes"), "关"))
    await asyncio.sleep(GUARD)
    await press(desk, "rule-save", "rule-ask")
    desk.item("rule-ask").setProperty("text", name)
    await press(desk, "rule-ask-confirm")


async def test_saved_under_a_name_played_and_carried_by_the_log(desk: Desk) -> None:
    await save_own(desk, "Mine")
    (path,) = profile_folders().rules.iterdir()
    kept = read_rules(path)
    assert (kept.name, kept.hold_threes) == ("Mine", False)
    assert "存好了“Mine”" in said(desk)
    await press(desk, "rule-play")
    assert desk.model.shown_page == "new"
    assert "Mine" in said(desk)
    desk.program.preferences.change(pace="instant")
    desk.model.new_match_model.start()
    await desk.until(lambda: desk.table.inputs.update is not None)
    await asyncio.sleep(0.1)
    assert "Mine" in said(desk)
    (log,) = profile_folders().matches.glob("*.gouji")
    assert read_log(log).header.rules == kept
    assert desk.program.preferences.settings.match_rules == "Mine"


async def test_rules_that_were_not_saved_are_played_too(desk: Desk) -> None:
    await open_rules(desk)
    desk.click(within(desk, await look_at(desk, "hold_threes"), "关"))
    await asyncio.sleep(GUARD)
    await press(desk, "rule-play")
    assert "改了 1 处" in said(desk)
    desk.model.new_match_model.start()
    await desk.until(lambda: desk.table.inputs.update is not None)
    update = desk.table.inputs.update
    assert update is not None
    assert (update.view.rules.name, update.view.rules.hold_threes) == ("tribute216+", False)
    await asyncio.sleep(0.1)
    shown = said(desk)
    assert "进贡 · 四副" in shown
    assert "共 5 局 · 改过" in shown


async def test_renamed_copied_deleted_and_brought_back(desk: Desk) -> None:
    await save_own(desk, "Mine")
    await press(desk, "rule-rename", "rule-ask")
    field = desk.item("rule-ask")
    for wrong, fault in (("chayuan", "现成打法的名字"), ("", "请写个名字"), ("a+b", "加号")):
        field.setProperty("text", wrong)
        desk.model.keeping_model.check(wrong)
        await asyncio.sleep(BEAT)
        assert fault in said(desk)
        assert desk.item("rule-ask-confirm").property("allowed") is False
    field.setProperty("text", "Ours")
    desk.model.keeping_model.check("Ours")
    desk.press("\r")
    await asyncio.sleep(GUARD)
    store = desk.model.rules_model.editor.own
    assert [rules.name for rules in store] == ["Ours"]
    await press(desk, "rule-duplicate")
    assert [rules.name for rules in desk.model.rules_model.editor.own] == ["Ours", "Ours 副本"]
    await press(desk, "rule-delete")
    assert [rules.name for rules in desk.model.rules_model.editor.own] == ["Ours"]
    await press(desk, "rule-undo")
    assert [rules.name for rules in desk.model.rules_model.editor.own] == ["Ours", "Ours 副本"]
    assert len(list(profile_folders().rules.iterdir())) == 2


async def test_escape_asks_no_more_and_then_leaves(desk: Desk) -> None:
    await open_rules(desk)
    await press(desk, "rule-import", "rule-ask")
    desk.press("\x1b")
    await asyncio.sleep(BEAT)
    assert (desk.model.shown_page, desk.model.keeping_model.property("mode")) == ("rules", "")
    desk.press("\x1b")
    assert desk.model.shown_page == "home"


async def test_exported_and_imported_again(desk: Desk, tmp_path: Path) -> None:
    await save_own(desk, "Mine")
    await press(desk, "rule-export", "rule-ask")
    desk.item("rule-ask").setProperty("text", str(tmp_path / "sent"))
    desk.press("\r")
    await asyncio.sleep(GUARD)
    sent = tmp_path / f"sent{SUFFIX}"
    assert read_rules(sent).name == "Mine"
    assert "导出到" in said(desk)
    await press(desk, "rule-import", "rule-ask")
    await press(desk, "rule-entry")
    assert "导入了“Mine 2”" in said(desk)
    assert [rules.name for rules in desk.model.rules_model.editor.own] == ["Mine", "Mine 2"]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"{nothing", "不是 JSON"),
        (b'{"format": 9}', "请先更新程序"),
        (b'{"format": 1, "colour": 1}', "不认识的项：colour"),
    ],
)
async def test_a_bad_file_is_refused_and_nothing_is_taken(
    desk: Desk, tmp_path: Path, content: bytes, fault: str
) -> None:
    path = tmp_path / f"bad{SUFFIX}"
    path.write_bytes(content)
    await open_rules(desk)
    await press(desk, "rule-import", "rule-ask")
    for place in (str(path), str(tmp_path / "missing"), " "):
        desk.item("rule-ask").setProperty("text", place)
        desk.model.keeping_model.confirm(place)
        await asyncio.sleep(BEAT)
        wanted = {str(path): fault, " ": "请写出文件的位置"}.get(place, "文件动不了")
        assert wanted in said(desk)
    assert desk.model.rules_model.editor.own == ()
    assert path.read_bytes() == content


async def test_a_folder_is_looked_through(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    write_rules(tmp_path / "inside" / "a", preset("chayuan").with_options({}, name="A"))
    await open_rules(desk)
    keeping = desk.model.keeping_model
    keeping.ask("import")
    keeping.confirm(str(tmp_path))
    await asyncio.sleep(BEAT)
    assert str(tmp_path) in said(desk)
    keeping.openEntry(0)
    await asyncio.sleep(BEAT)
    assert f"a{SUFFIX}" in said(desk)
    keeping.openEntry(-1)
    await asyncio.sleep(BEAT)
    assert "inside/" in said(desk)


async def test_the_book_and_its_words(desk: Desk) -> None:
    await open_rules(desk)
    desk.model.rules_model.choose(list(PRESETS).index("jinyou4"))
    await asyncio.sleep(GUARD)
    await press(desk, "rule-book", "book-chapter")
    assert desk.model.shown_page == "book"
    assert "198 张" in said(desk)
    desk.click(desk.items("book-chapter")[4])
    await asyncio.sleep(BEAT)
    assert "反烧" in said(desk)
    desk.press("\x1b")
    assert desk.model.shown_page == "rules"
    desk.model.rules_model.read()
    await desk.until(lambda: desk.items("book-chapter"))
    desk.program.preferences.change(language="en")
    await asyncio.sleep(GUARD)
    assert "Burning" in said(desk)
    await press(desk, "book-glossary", "glossary-search")
    type_text(desk, "revolt")
    await asyncio.sleep(BEAT)
    assert "gé mìng" in said(desk)
    assert len(desk.items("glossary-term")) < 5


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (2560, 1440)])
@pytest.mark.parametrize("language", ["zh", "en"])
async def test_the_pages_are_whole_with_words_forty_percent_longer(
    desk: Desk, size: tuple[int, int], language: str
) -> None:
    desk.window.setGeometry(0, 0, *size)
    desk.model.set_words(pseudo(desk.program.words_of(language)))
    for name in ("rules", "book", "glossary"):
        desk.model.go(name)
        await asyncio.sleep(BEAT)
        assert_whole(desk.window, desk)
        assert texts(desk)
    desk.model.home()
    desk.model.go("rules")
    for mode in ("import", "save", "export"):
        desk.model.keeping_model.ask(mode)
        await asyncio.sleep(BEAT)
        assert_whole(desk.window, desk)


async def test_a_damaged_rule_file_is_moved_aside_and_told(desk: Desk) -> None:
    folder = profile_folders().rules
    folder.mkdir(parents=True)
    (folder / f"bad{SUFFIX}").write_text("{", encoding="utf-8")
    desk.program.model.keeping_model.reload(desk.program._notice)
    await asyncio.sleep(BEAT)
    assert [path.name for path in folder.iterdir()] == [f"bad{SUFFIX}.damaged-1"]
    assert "damaged-1" in said(desk)


def results(desk: Desk) -> int:
    """How many deals have been played."""
    update = desk.table.inputs.update
    return 0 if update is None else len(update.view.results)


async def play_a_deal(desk: Desk, name: str) -> None:
    """A match of that rule set, whose first deal the trustee plays to its end."""
    desk.program.preferences.change(pace="instant")
    desk.model.new_match_model.choose(list(PRESETS).index(name))
    desk.model.new_match_model.start()
    await desk.until(lambda: desk.table.inputs.update is not None)
    desk.table.act(Action.AUTO)
    await desk.until(lambda: results(desk) == 1, LONG)
    await desk.drawn()
    assert_whole(desk.window, desk)
    desk.table.act("explain")
    await desk.drawn()
    desk.table.act("explain")
    desk.table.act("next_deal")


@pytest.mark.timeout(4 * LONG)
@pytest.mark.parametrize("name", PRESETS)
async def test_a_deal_of_every_rule_set_is_played_to_its_end(desk: Desk, name: str) -> None:
    """By the trustee: hands of 54, purchases, declarations; then tribute and returns, until cards lie there again.

    Qt says no word all the while.
    """
    await play_a_deal(desk, name)

    def begun() -> bool:
        update = desk.table.inputs.update
        deal = None if update is None else update.view.deal
        return deal is not None and deal.stage is Stage.PLAYING and any(row.cards for row in desk.table._plays.rows)

    await desk.until(lambda: results(desk) > 1 or begun(), LONG)
    # From here on the person plays: the table waits, and can be looked at.
    desk.table._session.set_trustee(False)
    await desk.until(lambda: results(desk) > 1 or desk.prompt is not None, LONG)
    await desk.drawn()
    assert_whole(desk.window, desk)


@pytest.mark.long
@pytest.mark.timeout(4 * LONG)
@pytest.mark.parametrize("name", PRESETS)
async def test_two_deals_of_every_rule_set_are_played_to_their_ends(desk: Desk, name: str) -> None:
    await play_a_deal(desk, name)
    await desk.until(lambda: results(desk) == 2, 2 * LONG)
    await desk.drawn()
    assert_whole(desk.window, desk)
