"""The real window, offscreen, with a profile of the test's own, and a table that waits for the person at once."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.rules.cards import parse_faces
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.table.fallback import FallbackPlayer
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.setup import SeatPlan
from gouji_desktop.ui.app.geometry import Geometry
from gouji_desktop.ui.app.program import Program
from gouji_desktop.ui.app.qt import make_application
from gouji_desktop.ui.app.rigged import arranged
from gouji_desktop.ui.app.tables import new_setup
from gouji_desktop.ui.presenter.actions import ActionProps
from gouji_desktop.ui.resources import assets_folder

#: The own seat leads at once: nothing is asked before play.
PLAIN: RuleSet = preset("tribute216").with_options(
    {
        "first_lead": "random",
        "declare_point": False,
        "point_tribute": "one",
        "revolt": False,
        "claim_head": False,
        "buy_threes": "none",
        "hold_threes": False,
    },
    name="tribute216+",
)
#: Where a test's window stands; the screen of the offscreen platform is smaller.
PLACE = Geometry(0, 0, 1280, 800)
HAND = "B S 22 AAA KKKK QQQ JJ TT 99 888 7777 66 555 44 33"


class Desk:
    """The window and what a person does to it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.model = program.model
        self.table = program.model.table_model
        self.hand = program.model.table_model.hand_model
        self.window = program.window
        self._seen = False
        self.window.frameSwapped.connect(self._see)

    def sit(self, rules: RuleSet = PLAIN, hand: str = HAND, pace: str = "instant", **settings: Any) -> None:
        """Sit down at a table where the own seat holds these cards and has the lead."""
        from random import Random

        self.program.preferences.change(pace=pace, **settings)
        seats = (SeatPlan("小鱼"), *(SeatPlan(f"{name}", "medium") for name in ("甲", "乙", "丙", "丁", "戊")))
        setup = new_setup(rules, seats, self.program.preferences.settings, seed=1)
        order = arranged(rules, {0: list(parse_faces(hand))}, Random(1))
        self.program.matches.begin_with(
            setup,
            lambda keep: TableHost(setup, lambda *_: FallbackPlayer(), chance=lambda _number: (order, 0), journal=keep),
        )

    @property
    def actions(self) -> ActionProps:
        """The action row."""
        assert self.table.action_props is not None
        return self.table.action_props

    async def until(self, holds: Callable[[], Any], seconds: float = 60.0) -> None:
        """Wait until something holds; the limit is that of a machine with a lot of other things to do."""
        async with asyncio.timeout(seconds):
            while not holds():  # noqa: ASYNC110 - view models emit no asyncio event
                await asyncio.sleep(0.005)

    async def drawn(self) -> None:
        """Wait until everything that is true by now has been laid out and drawn, however long the machine takes.

        What is drawn first may ask for more, so two pictures are waited for.
        """
        for _ in range(2):
            self._seen = False
            self.window.update()
            await self.until(lambda: self._seen)

    def _see(self) -> None:
        self._seen = True

    async def own_turn(self) -> None:
        """Wait until the own seat is asked, and the guard against early clicks has gone by."""
        await self.until(lambda: self.prompt is not None)
        await asyncio.sleep(0.3)

    @property
    def prompt(self) -> Any:
        """The open prompt."""
        update = self.table.inputs.update
        return None if update is None else update.prompt

    @property
    def chosen(self) -> str:
        """The chosen cards by rank."""
        from gouji_desktop.rules.cards import ranks_text

        return ranks_text(self.hand.faces)

    def items(self, name: str) -> list[QQuickItem]:
        """Visible items of that object name, in the order of the tree."""
        return [item for item in walk(self.window.contentItem()) if item.objectName() == name and item.isVisible()]

    def item(self, name: str) -> QQuickItem:
        """The one visible item of that name."""
        (found,) = self.items(name)
        return found

    def middle(self, item: QQuickItem, x: float | None = None, y: float | None = None) -> QPoint:
        """A point of an item in the window, its middle unless said otherwise."""
        point = QPointF(item.width() / 2 if x is None else x, item.height() / 2 if y is None else y)
        return item.mapToScene(point).toPoint()

    def edge(self, index: int) -> QPoint:
        """A point of the visible edge of a card of the hand."""
        place = self.hand.layout.places[index]
        area = self.item("hand")
        return area.mapToScene(QPointF(place.x + 8, place.y + self.hand.layout.card_height / 2)).toPoint()

    def click(self, what: QQuickItem | QPoint) -> None:
        """One click."""
        point = what if isinstance(what, QPoint) else self.middle(what)
        QTest.mouseClick(self.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)

    def press(self, *keys: str | Qt.Key) -> None:
        """Type keys."""
        for key in keys:
            QTest.keyClick(self.window, key)  # type: ignore[arg-type]


def walk(item: QQuickItem) -> list[QQuickItem]:
    """An item and everything below it that is seen; most of the window never is."""
    try:
        return _seen(item)
    except RuntimeError:
        # What Python still knew of an item that is gone was taken for one that lies at its place in memory now.
        gc.collect()
        return _seen(item)


def _seen(item: QQuickItem) -> list[QQuickItem]:
    if not item.isVisible():
        return []
    found = [item]
    for child in item.childItems():
        found += _seen(child)
    return found


def place_of(request: pytest.FixtureRequest) -> Geometry:
    """Where the window of a test stands from the beginning: at the size that the test is parametrized with, if it is.

    To make it in one size and to lay it all out again in another one costs more than all the rest.
    """
    called = getattr(request.node, "callspec", None)
    width, height = called.params.get("size", PLACE[2:]) if called is not None else PLACE[2:]
    return Geometry(0, 0, width, height)


@pytest.fixture
async def desk(home: object, request: pytest.FixtureRequest) -> AsyncIterator[Desk]:
    application = make_application(assets_folder())
    assert isinstance(application, QGuiApplication)
    program = Program(application, assets_folder(), profile_folders(), place=place_of(request))
    program.build()
    program.preferences.change(less_motion=True, tracker=True)
    program.open()
    await asyncio.sleep(0)
    try:
        yield Desk(program)
    finally:
        # What Python knows of the items goes before they do, and not in the middle of another test.
        gc.collect(0)
        program.close()
        await asyncio.sleep(0)
