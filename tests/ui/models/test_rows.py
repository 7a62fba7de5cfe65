"""Rows become other rows by inserting, removing, moving and changing; a view that follows the signals agrees."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest
from PySide6.QtCore import QModelIndex, QObject, QRect
from PySide6.QtTest import QAbstractItemModelTester

from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import FIRST_ROLE, Rows, camel, for_qml
from gouji_desktop.ui.presenter.tablelayout import Rect


class Row(NamedTuple):
    key: int
    value_text: str


class Mirror:
    """Follows a model by its signals alone."""

    def __init__(self, rows: Rows) -> None:
        self.rows: list[Any] = []
        self.resets = 0
        self.model = rows
        rows.rowsInserted.connect(self.insert)
        rows.rowsRemoved.connect(self.remove)
        rows.rowsMoved.connect(self.move)
        rows.dataChanged.connect(self.change)
        rows.modelReset.connect(self.reset)

    def read(self, place: int) -> tuple[Any, Any]:
        index = self.model.index(place, 0)
        return self.model.data(index, FIRST_ROLE), self.model.data(index, FIRST_ROLE + 1)

    def insert(self, _parent: QModelIndex, first: int, last: int) -> None:
        self.rows[first:first] = [self.read(place) for place in range(first, last + 1)]

    def remove(self, _parent: QModelIndex, first: int, last: int) -> None:
        del self.rows[first : last + 1]

    def move(self, _parent: QModelIndex, first: int, _last: int, _to: QModelIndex, place: int) -> None:
        self.rows.insert(place, self.rows.pop(first))

    def change(self, first: QModelIndex, _last: QModelIndex, _roles: list[int]) -> None:
        self.rows[first.row()] = self.read(first.row())

    def reset(self) -> None:
        self.resets += 1


@pytest.mark.parametrize("seed", range(30))
def test_rows_follow_any_change_without_reset(qapp: object, seed: int) -> None:
    dice = Random(seed)
    parent = QObject()
    rows = Rows(Row, parent, key=lambda row: row.key)
    tester = QAbstractItemModelTester(rows, QAbstractItemModelTester.FailureReportingMode.Warning)
    mirror = Mirror(rows)
    for _ in range(25):
        keys = dice.sample(range(12), dice.randrange(13))
        wanted = [Row(key, dice.choice("abc")) for key in keys]
        rows.show(wanted)
        assert list(rows.rows) == wanted
        assert mirror.rows == [tuple(row) for row in wanted]
    assert mirror.resets == 0
    del tester


def test_rows_without_key_grow_and_shrink_at_the_end(qapp: object) -> None:
    parent = QObject()
    rows = Rows(Row, parent)
    mirror = Mirror(rows)
    for number in (3, 5, 0, 2):
        wanted = [Row(place, "x") for place in range(number)]
        rows.show(wanted)
        assert mirror.rows == [tuple(row) for row in wanted]


def test_only_the_roles_that_changed_are_told(qapp: object) -> None:
    parent = QObject()
    rows = Rows(Row, parent, key=lambda row: row.key)
    rows.show([Row(1, "a"), Row(2, "b")])
    told: list[list[int]] = []
    rows.dataChanged.connect(lambda _first, _last, roles: told.append(list(roles)))
    rows.show([Row(1, "a"), Row(2, "c")])
    assert told == [[FIRST_ROLE + 1]]
    assert rows.roleNames()[FIRST_ROLE + 1].data() == b"valueText"


def test_values_for_qml() -> None:
    assert camel("card_width") == "cardWidth"
    assert for_qml(Rect(1, 2, 3, 4)) == QRect(1, 2, 3, 4)
    assert for_qml((Row(1, "a"),)) == [{"key": 1, "valueText": "a"}]


class Props(NamedTuple):
    title: str = ""
    number: int = 0


class Fake:
    """A view model without Qt."""

    def __init__(self) -> None:
        self._props = Props()
        self.told: list[str] = []
        self.titleChanged = self.signal("title")
        self.numberChanged = self.signal("number")

    def signal(self, name: str) -> Any:
        fake = self

        class Signal:
            def emit(self) -> None:
                fake.told.append(name)

        return Signal()

    title = prop("title")


def test_only_what_changed_is_emitted() -> None:
    fake = Fake()
    assert show(fake, Props("x", 0)) == ("title",)
    assert show(fake, Props("x", 0)) == ()
    assert show(fake, Props("y", 2)) == ("title", "number")
    assert fake.told == ["title", "title", "number"]
    assert fake.title() == "y"
