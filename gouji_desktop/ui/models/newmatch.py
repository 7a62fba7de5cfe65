"""开一局: the match to be made."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import Property, QAbstractListModel, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import Rows
from gouji_desktop.ui.presenter.words import Words

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


class RuleSetRow(NamedTuple):
    """One rule set."""

    name: str
    title: str
    detail: str


class NewSeatRow(NamedTuple):
    """One seat."""

    side: str
    letter: str
    label: str


class OptionRow(NamedTuple):
    """One option that may be changed."""

    key: str
    kind: str
    text: str
    detail: str
    choices: tuple[str, ...]
    current: int


class NewMatchProps(NamedTuple):
    """The page without its lists."""

    current: int = 0
    level: int = 1
    levels: tuple[str, ...] = ()
    summary: str = ""
    trouble: str = ""


@QmlElement
class NewMatchModel(QObject):
    """The page 开一局."""

    currentChanged = Signal()
    levelChanged = Signal()
    levelsChanged = Signal()
    summaryChanged = Signal()
    troubleChanged = Signal()
    #: The match is to begin.
    started = Signal()

    _current = prop("current")
    _level = prop("level")
    _summary = prop("summary")
    _trouble = prop("trouble")
    current = Property(int, _current, notify=currentChanged)
    level = Property(int, _level, notify=levelChanged)
    summary = Property(str, _summary, notify=summaryChanged)
    trouble = Property(str, _trouble, notify=troubleChanged)

    def __init__(self, words: Callable[[], Words], parent: QObject) -> None:
        super().__init__(parent)
        self._words = words
        self._props = NewMatchProps()
        self._rule_sets = Rows(RuleSetRow, self)
        self._seats = Rows(NewSeatRow, self)
        self._options = Rows(OptionRow, self, key=lambda row: row.key)

    @Property(QAbstractListModel, constant=True)
    def ruleSets(self) -> QAbstractListModel:
        """The rule sets."""
        return self._rule_sets

    @Property(QAbstractListModel, constant=True)
    def seats(self) -> QAbstractListModel:
        """The six seats."""
        return self._seats

    @Property(QAbstractListModel, constant=True)
    def options(self) -> QAbstractListModel:
        """The options."""
        return self._options

    @Property("QStringList", notify=levelsChanged)  # type: ignore[arg-type]
    def levels(self) -> list[str]:
        """The levels of bots, in words."""
        return list(self._props.levels)

    @Slot(int)
    def choose(self, index: int) -> None:
        """Take a rule set."""
        show(self, self._props._replace(current=index))

    @Slot(int)
    def setLevel(self, index: int) -> None:
        """All bots have this level."""
        show(self, self._props._replace(level=index))

    @Slot(int)
    def cycleSeat(self, index: int) -> None:
        """The bot of a seat gets the next level."""

    @Slot(str, int)
    def setOption(self, key: str, index: int) -> None:
        """Change an option."""

    @Slot()
    def resetOptions(self) -> None:
        """Back to the rule set's own options."""

    @Slot()
    def start(self) -> None:
        """Begin."""
        self.started.emit()
