"""What the table shows in passing: gifts, questions that wait for the cards, parts that make way, words in full."""

from __future__ import annotations

import asyncio
import time

import pytest
from PySide6.QtCore import QCoreApplication, QRect, QRectF, Qt
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import parse_faces
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.state import Payment, Stage
from gouji_desktop.ui.models import table as tablemodel
from gouji_desktop.ui.models.dialog import DialogProps
from gouji_desktop.ui.models.table import GIFT_SHOWN, GIFT_TOLD
from gouji_desktop.ui.models.tablerows import MarkRow
from gouji_desktop.ui.presenter.trackerprops import Tracking
from gouji_desktop.ui.presenter.words import pseudo
from tests.ui.window.conftest import Desk, walk
from tests.ui.window.test_focus import text_button


def placed(item: QQuickItem) -> QRectF:
    return item.mapRectToScene(QRectF(0, 0, item.width(), item.height()))


def of_type(desk: Desk, name: str) -> list[QQuickItem]:
    return [
        item
        for item in walk(desk.window.contentItem())
        if item.metaObject().className().startswith(f"{name}_QML") and item.isVisible()
    ]


def opaque(item: QQuickItem) -> bool:
    parent: QQuickItem | None = item
    while parent is not None:
        if parent.opacity() == 0:
            return False
        parent = parent.parentItem()
    return True


def shown_suits(desk: Desk) -> None:
    """Every other seat has shown its 3s, as 亮牌 leaves them until the first play."""
    update = desk.table.inputs.update
    assert update is not None
    assert update.view.deal is not None
    shows = tuple((seat, parse_faces("3s 3s 3s 3s")) for seat in range(1, 6))
    view = update.view._replace(deal=update.view.deal._replace(shows=shows))
    desk.table._on_update(update._replace(view=view, events=(), snapshot=True))


def give(desk: Desk, *pairs: tuple[int, int]) -> None:
    update = desk.table.inputs.update
    paid = tuple(ev.TributePaid(Payment("place", one, two, parse_faces("BS"), mutual=False)) for one, two in pairs)
    desk.table._on_update(update._replace(events=paid, snapshot=False))


@pytest.mark.parametrize("less", [False, True])
async def test_gifts_are_seen_for_a_second_and_told(desk: Desk, less: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1000 < GIFT_SHOWN < GIFT_TOLD < 2000
    # They are looked at after a second, and that may be a long one.
    monkeypatch.setattr(tablemodel, "GIFT_SHOWN", 3000)
    desk.table._telling.setInterval(3000)
    desk.sit(less_motion=less, pace="fast")
    await desk.own_turn()
    give(desk, (1, 2), (3, 2))
    await asyncio.sleep(1.0)
    items = of_type(desk, "TransferItem")
    assert len(items) == 2
    assert placed(items[0]).toRect() != placed(items[1]).toRect()
    assert "→" in desk.table.property("messageTitle")
    await desk.until(lambda: of_type(desk, "TransferItem") == [])
    await desk.until(lambda: "→" not in desk.table.property("messageTitle"))


async def test_cards_on_their_way_may_vanish_with_the_table(desk: Desk) -> None:
    """Whatever still moves when its rows go asks nothing of what has gone."""
    desk.sit(less_motion=False)
    await desk.own_turn()
    give(desk, (1, 2), (3, 0), (5, 4))
    await asyncio.sleep(0.1)
    desk.model.leaveTable()
    # Under load animations end after the page has lost its context and before it is deleted: so it is here.
    end = time.monotonic() + 1.2
    while time.monotonic() < end:
        QCoreApplication.processEvents()
        time.sleep(0.01)  # noqa: ASYNC251 - nothing else shall run
    assert desk.table._transfers.rows == ()


async def test_a_question_waits_until_the_cards_lie_there(desk: Desk) -> None:
    hand = "BB 2222 AAAA KKKK QQQ JJJ TTTT 999 888 777 33"
    desk.sit(rules=preset("tribute216"), hand=hand, less_motion=False)
    await desk.until(lambda: desk.prompt is not None and desk.prompt.stage is Stage.POINT_QUERY)
    await desk.until(lambda: desk.items("question"))
    # It is dealt anew: the question is there at once, its picture when the cards lie there.
    desk.table.dialog_model.show(DialogProps())
    desk.hand._derive(dealing=True)
    desk.table.set_options()
    await asyncio.sleep(0.3)
    assert desk.table.dialog_model.props.kind == "declare"
    assert desk.items("question") == []
    assert desk.table.property("messageTitle") != ""
    await desk.until(lambda: desk.items("question"))
    # The keys were never waiting.
    desk.table.dialog_model.show(DialogProps())
    desk.hand._derive(dealing=True)
    desk.table.set_options()
    desk.press("n")
    await desk.until(lambda: desk.prompt is None or desk.prompt.stage is not Stage.POINT_QUERY)


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800)])
async def test_a_dialog_cuts_no_seat_and_no_play_in_two(desk: Desk, size: tuple[int, int]) -> None:
    desk.window.setGeometry(0, 0, *size)
    desk.sit(language="en")
    await desk.own_turn()
    desk.table.act("auto")
    await desk.until(lambda: desk.table.dialog_model.props.kind == "result")
    await asyncio.sleep(0.1)
    frame = placed(desk.item("result"))
    parts = [*of_type(desk, "SeatItem"), *desk.items("play")]
    assert len(of_type(desk, "SeatItem")) == 6
    parts += [*of_type(desk, "PlaceSeal"), *of_type(desk, "CountChip")]
    for part in parts:
        assert not opaque(part) or not placed(part).intersects(frame)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("panel", ["log", "score", "menu"])
async def test_an_open_panel_leaves_the_message_whole(desk: Desk, language: str, panel: str) -> None:
    desk.window.setGeometry(0, 0, 1024, 640)
    desk.sit(language=language)
    await desk.own_turn()
    desk.table.togglePanel(panel)
    await asyncio.sleep(0.05)
    (panels,) = of_type(desk, "TablePanels")
    (message,) = of_type(desk, "TableMessage")
    assert placed(message).right() <= placed(panels).left()
    for text in walk(message):
        assert not text.inherits("QQuickText") or not text.property("truncated")


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 800)])
async def test_the_selection_is_said_in_full(desk: Desk, size: tuple[int, int], language: str) -> None:
    desk.window.setGeometry(0, 0, *size)
    desk.sit(language=language, hand="BB SS 222 AAA KKKK QQQQQQ JJ TT 99 888 777 66 55 44 3")
    await desk.own_turn()
    for keys in ("QQQQQQ222SSBB", "QQQQQQ22SB", "KKKK22B", "44BB", "AS", "987", "BBSS", "QQQQ2B", "TTS"):
        desk.hand.clear()
        desk.press(*keys)
        await asyncio.sleep(0.02)
        title, detail = desk.item("selectionTitle"), desk.item("selectionDetail")
        assert title.property("text"), keys
        assert not title.property("truncated"), (keys, title.property("text"), title.width())
        assert not detail.property("truncated"), (keys, detail.property("text"))
        (row,) = of_type(desk, "ActionRow")
        assert placed(title).left() >= placed(row).right()
        table = QRect(desk.table.property("tableArea"))
        # At most the wood is touched, where two lines need it.
        assert placed(title).top() >= table.bottom() - 14
        assert placed(detail).bottom() <= desk.table.property("handArea").y()


@pytest.mark.parametrize("longer", [False, True])
@pytest.mark.parametrize("language", ["zh", "en"])
async def test_a_banner_covers_nothing(desk: Desk, language: str, longer: bool) -> None:
    desk.window.setGeometry(0, 0, 1024, 640)
    words = desk.program.words_of(language)
    desk.program.preferences.change(language=language)
    desk.model.set_words(pseudo(words) if longer else words)
    desk.sit(pace="slow", hand_layout="two")
    await desk.own_turn()
    desk.press("Q", "Q", Qt.Key.Key_Return)
    await desk.until(lambda: any(row.cards for row in desk.table._plays.rows))
    desk.table.setPaused(True)
    await asyncio.sleep(0.1)
    banner = placed(desk.item("paused"))
    assert of_type(desk, "TableMessage") == []
    for part in (*of_type(desk, "SeatItem"), *desk.items("play")):
        assert not placed(part).intersects(banner)
    assert QRectF(desk.table.property("tableArea")).contains(banner)


async def test_rows_of_buttons_end_where_the_column_ends(desk: Desk) -> None:
    for size in ((1024, 640), (1280, 800), (1366, 768), (1603, 901)):
        desk.window.setGeometry(0, 0, *size)
        desk.model.home()
        await asyncio.sleep(0.05)
        words = desk.model.current_words()
        wide = placed(text_button(desk, words("home.settings")))
        row = [placed(text_button(desk, words(key))) for key in ("home.help", "home.about", "home.quit")]
        assert (row[0].left(), row[-1].right()) == (wide.left(), wide.right())
        desk.model.go("settings")
        await asyncio.sleep(0.1)
        for bar in of_type(desk, "Segmented"):
            cells = [child for child in bar.childItems() if child.isVisible() and child.width() > 0]
            assert cells[-1].x() + cells[-1].width() == int(bar.width())


async def test_without_sound_the_tick_and_the_slider_are_grey_and_the_way_to_it_is_told(desk: Desk) -> None:
    desk.program.sounds._effects.clear()
    desk.program.sounds.lacks_extra = True
    desk.program.showing.apply()
    desk.model.go("settings")
    await asyncio.sleep(0.1)
    assert not desk.item("volume").isEnabled()
    (row,) = (row for row in of_type(desk, "SettingRow") if row.property("key") == "sound")
    assert not row.isEnabled()
    shown = [str(item.property("text")) for item in walk(desk.window.contentItem()) if item.isVisible()]
    assert any('pip install -e ".[sound]"' in text for text in shown)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 800)])
async def test_the_tracker_says_in_full_how_far_it_is_sure(desk: Desk, size: tuple[int, int], language: str) -> None:
    desk.window.setGeometry(0, 0, *size)
    desk.sit(language=language)
    await desk.own_turn()
    for whole in (True, False):
        desk.table._inputs = desk.table._inputs._replace(tracking=Tracking(whole=whole))
        desk.table.set_options()
        await asyncio.sleep(0.02)
        (tracker,) = of_type(desk, "Tracker")
        texts = [item for item in walk(tracker) if item.inherits("QQuickText")]
        assert any("1" in item.property("text") for item in texts[:2])
        assert [item.property("text") for item in texts if item.property("truncated")] == []


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1080)])
async def test_a_question_leaves_what_one_decides_by(desk: Desk, size: tuple[int, int], language: str) -> None:
    desk.window.setGeometry(0, 0, *size)
    desk.sit(rules=preset("tribute216"), hand="BB 2222 AAAA KKKK QQQ JJJ TTTT 999 888 777 33", language=language)
    await desk.until(lambda: desk.table.dialog_model.props.kind == "declare")
    shown_suits(desk)
    await desk.until(lambda: desk.items("question"))
    await asyncio.sleep(0.3)
    frame = placed(desk.item("question"))
    plays = [item for item in desk.items("play") if item.property("cards")]
    assert len(plays) == 5
    assert all(opaque(item) for item in plays)
    cards = [card for play in plays for card in walk(play) if card.metaObject().className().startswith("Card_QML")]
    seen = [card for card in cards if not frame.contains(placed(card))]
    assert len(cards) == 20
    assert len(seen) >= 16


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_marks_without_room_are_no_number(desk: Desk, language: str) -> None:
    """A number beside 开点 would look like points."""
    desk.sit(language=language)
    await desk.own_turn()
    words = desk.model.current_words()
    names = [words(f"badge.{key}") for key in ("opened", "was_burnt", "shut", "declared", "owes_jokers", "headless")]
    marks = tuple(MarkRow(name, "outlined", fresh=False) for name in names)
    rows = [row._replace(marks=marks) if row.seat == 2 else row for row in desk.table._seats.rows]
    desk.table._seats.show(rows)
    await asyncio.sleep(0.05)
    (row,) = (item for item in of_type(desk, "MarkRow") if item.property("rest"))
    shown = [item.property("text") for item in walk(row) if item.inherits("QQuickText") and item.isVisible()]
    assert shown[-1] == "…"
    assert set(shown[:-1]) < set(names)
    assert not any(char.isdigit() or char == "+" for text in shown for char in text)
    (tag,) = (item for item in of_type(desk, "Tag") if item.property("text") == "…" and item.width() > 0)
    QTest.mouseMove(desk.window, desk.middle(tag))
    await desk.until(lambda: desk.items("moreMarks"))
    (told,) = (item.property("text") for item in walk(desk.item("moreMarks")) if item.inherits("QQuickText"))
    assert set(told.split("  ")) == set(names) - set(shown)
