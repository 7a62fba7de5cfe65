"""The parts of the table used: pressed, hovered, dragged, counted down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from gouji_desktop.ui.presenter.palette import THEMES, colour
from tests.ui.gallery import deal
from tests.ui.gallery.samples import states
from tests.ui.gallery.shown import Show, count, load_fonts, press, same, walk, windows


@pytest.fixture
def show(qapp: object) -> Iterator[Show]:
    load_fonts()
    with windows() as make:
        yield make


def test_a_button_ignores_clicks_just_after_its_meaning_changed(show: Show) -> None:
    shown = show("States.qml", 1280, 1100, states())
    button: Any = shown.items("button")[4]
    assert button.property("guard") == 250
    seen = count(button.triggered)
    button.setProperty("guard", 60_000)
    press(shown, button)
    assert seen == []  # it has only just appeared
    button.setProperty("guard", 0)
    press(shown, button)
    assert len(seen) == 1
    button.setProperty("guard", 60_000)
    button.setProperty("text", "扣")
    press(shown, button)
    assert len(seen) == 1


def test_a_press_that_began_before_the_change_means_nothing(show: Show) -> None:
    shown = show("States.qml", 1280, 1100, states())
    button: Any = shown.items("button")[4]
    seen = count(button.triggered)
    QTest.qWait(300)
    where = shown.centre(button)
    QTest.mousePress(shown.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)
    button.setProperty("meaning", "yield")
    QTest.qWait(300)
    QTest.mouseRelease(shown.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)
    assert seen == []


def test_a_grey_button_does_nothing_and_can_be_explained(show: Show) -> None:
    shown = show("States.qml", 1280, 1100, states())
    button: Any = shown.items("button")[2]
    seen = count(button.triggered)
    QTest.qWait(300)
    assert not button.property("explaining")
    QTest.mouseMove(shown.view, shown.centre(button))
    QTest.qWait(20)
    assert button.property("explaining")
    press(shown, button)
    assert seen == []


@pytest.mark.parametrize("theme", THEMES)
def test_hover_and_focus_of_buttons(show: Show, theme: str) -> None:
    shown = show("States.qml", 1280, 1100, states(), theme=theme)
    primary, normal = shown.items("button")[0], shown.items("button")[4]
    for button, role in ((primary, "primaryHover"), (normal, "hover")):
        QTest.mouseMove(shown.view, shown.centre(button))
        image = shown.grab(f"hover-{theme}-{role}")
        point = button.mapToScene(QPointF(8, button.height() / 2)).toPoint()
        assert same(image, point.x(), point.y(), colour(theme, role))
    shown.view.requestActivate()
    normal.forceActiveFocus(Qt.FocusReason.TabFocusReason)
    image = shown.grab(f"focus-{theme}")
    point = normal.mapToScene(QPointF(-3, normal.height() / 2)).toPoint()
    assert same(image, point.x(), point.y(), colour(theme, "you"))


def test_keys_press_buttons(show: Show) -> None:
    shown = show("States.qml", 1280, 1100, states())
    button: Any = shown.items("button")[0]
    seen = count(button.triggered)
    QTest.qWait(300)
    button.forceActiveFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(shown.view, Qt.Key.Key_Space)
    QTest.keyClick(shown.view, Qt.Key.Key_Return)
    assert len(seen) == 2


def test_the_ring_counts_down_and_rests(show: Show) -> None:
    shown = show("States.qml", 1280, 1100, states())
    ring: Any = shown.of_type("TimeRing")[0]
    assert ring.property("fraction") == pytest.approx(0.75)
    ring.setProperty("total", 2000)
    ring.setProperty("remaining", 1000)
    assert ring.property("fraction") == 0.5
    steps = count(ring.fractionChanged)
    ring.setProperty("running", True)
    QTest.qWait(550)
    ring.setProperty("running", False)
    assert 1 <= len(steps) <= 7
    assert ring.property("remaining") == 1000


def test_nothing_is_drawn_while_nothing_happens(show: Show) -> None:
    shown = show("TableScene.qml", 1280, 800, deal.scene(1280, 800))
    shown.grab()
    QTest.qWait(200)
    frames = count(shown.view.frameSwapped)
    QTest.qWait(500)
    assert frames == []


def test_hand_area_tells_where_the_pointer_is(show: Show) -> None:
    shown = show("TableScene.qml", 1280, 800, deal.scene(1280, 800))
    area: Any = shown.of_type("HandArea")[0]
    pressed, dragged, ended = count(area.pressedAt), count(area.draggedTo), count(area.released)
    hovered, double, second = count(area.hoveredAt), count(area.doubleClickedAt), count(area.secondaryAt)
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mouseMove(shown.view, QPoint(300, 700))
    QTest.mousePress(shown.view, left, none, QPoint(300, 700))
    QTest.mouseMove(shown.view, QPoint(420, 705))
    QTest.mouseRelease(shown.view, left, none, QPoint(420, 705))
    QTest.mouseDClick(shown.view, left, none, QPoint(420, 705))
    QTest.mouseClick(shown.view, Qt.MouseButton.RightButton, none, QPoint(420, 705))
    assert hovered[0] == (300, 28)
    assert pressed[0] == (300, 28, False)
    assert dragged[0] == (420, 33)
    assert len(ended) >= 1
    assert double == [(420, 33)]
    assert second == [(420, 33)]


def test_controls_of_pages_tell_what_was_chosen(show: Show) -> None:
    shown = show("Pages.qml", 1280, 900)
    levels: Any = shown.items("levels")[0]
    chosen = count(levels.chosen)
    cells = [item for item in walk(levels) if item.metaObject().className().startswith("PressButton_QML")]
    press(shown, cells[2])
    press(shown, cells[2])
    assert chosen == [(2,)]
    check: Any = shown.items("check")[0]
    press(shown, check)
    assert check.property("checked") is False
    field = shown.items("field")[0]
    press(shown, field)
    for key in (Qt.Key.Key_A, Qt.Key.Key_B):
        QTest.keyClick(shown.view, key)
    assert field.property("text") == "ab"


def test_a_dialog_fades_and_hides(show: Show) -> None:
    shown = show("Pages.qml", 1280, 900)
    dialog = shown.items("dialog")[0]
    assert dialog.property("opacity") == 1
    dialog.setProperty("opened", False)
    QTest.qWait(30)
    assert not dialog.isVisible()
    toast: Any = shown.items("toast")[0]
    assert toast.property("shown")
    toast.hide()
    QTest.qWait(30)
    assert not toast.isVisible()
