"""A list for QML whose rows are named tuples: it inserts, removes, moves and changes rows, and never resets."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractListModel, QByteArray, QModelIndex, QObject, QPersistentModelIndex, QRect, Qt

FIRST_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_ROOT = QModelIndex()
#: The fields of a rectangle of the presenter.
RECTANGLE = ("x", "y", "width", "height")
AnyIndex = QModelIndex | QPersistentModelIndex


def camel(name: str) -> str:
    """`card_width` as QML writes it: `cardWidth`."""
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


def for_qml(value: Any) -> Any:
    """A frozen value as QML takes it: rectangles, lists, maps."""
    if isinstance(value, tuple):
        fields = getattr(value, "_fields", None)
        if fields == RECTANGLE:
            return QRect(*value)
        if fields is not None:
            return {camel(name): for_qml(each) for name, each in zip(fields, value, strict=True)}
        return [for_qml(each) for each in value]
    return value


class Rows(QAbstractListModel):
    """Rows of one named tuple type; each of its fields is a role.

    `key` tells which row of the old list a row of the new one continues: its delegate lives on, and moves.
    """

    def __init__(self, kind: type[NamedTuple], parent: QObject, key: Callable[[Any], Hashable] | None = None) -> None:
        super().__init__(parent)
        self._fields: tuple[str, ...] = kind._fields
        self._key = key
        self._rows: list[Any] = []

    @property
    def rows(self) -> tuple[Any, ...]:
        """The rows as they are shown."""
        return tuple(self._rows)

    def rowCount(self, parent: AnyIndex = _ROOT) -> int:
        """How many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = FIRST_ROLE) -> Any:
        """One field of one row."""
        field = role - FIRST_ROLE
        if not index.isValid() or not 0 <= field < len(self._fields):
            return None
        return for_qml(self._rows[index.row()][field])

    def roleNames(self) -> dict[int, QByteArray]:
        """The fields in the spelling of QML."""
        return {FIRST_ROLE + place: QByteArray(camel(name).encode()) for place, name in enumerate(self._fields)}

    def show(self, rows: Sequence[Any]) -> None:
        """Become these rows with as few changes as it takes."""
        if self._key is None:
            self._resize(rows)
        else:
            self._match(rows, self._key)
        self._fill(rows)

    def _resize(self, rows: Sequence[Any]) -> None:
        have, want = len(self._rows), len(rows)
        if want < have:
            self._remove(want, have)
        elif want > have:
            self._insert(have, rows[have:])

    def _match(self, rows: Sequence[Any], key: Callable[[Any], Hashable]) -> None:
        wanted = [key(row) for row in rows]
        keep = set(wanted)
        end = len(self._rows)
        for place in range(len(self._rows) - 1, -2, -1):
            if place < 0 or key(self._rows[place]) in keep:
                if place + 1 < end:
                    self._remove(place + 1, end)
                end = place
        have = [key(row) for row in self._rows]
        place = 0
        while place < len(rows):
            if place < len(have) and have[place] == wanted[place]:
                place += 1
                continue
            if wanted[place] in have[place:]:
                old = have.index(wanted[place], place)
                self.beginMoveRows(_ROOT, old, old, _ROOT, place)
                self._rows.insert(place, self._rows.pop(old))
                self.endMoveRows()
                have.insert(place, have.pop(old))
                place += 1
                continue
            last = place + 1
            while last < len(rows) and wanted[last] not in have[place:]:
                last += 1
            self._insert(place, rows[place:last])
            have[place:place] = wanted[place:last]
            place = last

    def _insert(self, place: int, rows: Sequence[Any]) -> None:
        self.beginInsertRows(_ROOT, place, place + len(rows) - 1)
        self._rows[place:place] = rows
        self.endInsertRows()

    def _remove(self, first: int, end: int) -> None:
        self.beginRemoveRows(_ROOT, first, end - 1)
        del self._rows[first:end]
        self.endRemoveRows()

    def _fill(self, rows: Sequence[Any]) -> None:
        for place, row in enumerate(rows):
            old = self._rows[place]
            if old == row:
                continue
            roles = [FIRST_ROLE + field for field, value in enumerate(row) if old[field] != value]
            self._rows[place] = row
            index = self.index(place, 0)
            self.dataChanged.emit(index, index, roles)
