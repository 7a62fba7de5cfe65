"""The matches on disk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import Rows

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


class ReplayRow(NamedTuple):
    """One match."""

    heading: str
    summary: str
    score: str
    openable: bool


class ReplaysProps(NamedTuple):
    """The list without its rows."""

    total: int = 0


@QmlElement
class ReplaysModel(QObject):
    """The page of matches on disk."""

    totalChanged = Signal()
    #: A match is to be looked at, by its place in the list.
    watchAsked = Signal(int)

    _total = prop("total")
    total = Property(int, _total, notify=totalChanged)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._props = ReplaysProps()
        self._entries = Rows(ReplayRow, self)

    @Property(QObject, constant=True)
    def entries(self) -> QObject:
        """The matches, the newest first."""
        return self._entries

    def show_entries(self, rows: Sequence[ReplayRow]) -> None:
        """The list as it is now."""
        self._entries.show(rows)
        show(self, ReplaysProps(len(rows)))

    @Slot(int)
    def watch(self, index: int) -> None:
        """Look at a match."""
        self.watchAsked.emit(index)

    def watch_first(self) -> bool:
        """Look at the newest match; whether there is one."""
        place = next((place for place, row in enumerate(self._entries.rows) if row.openable), None)
        if place is None:
            return False
        self.watch(place)
        return True
