"""开一局: the match to be made, as the presenter derives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import Rows
from gouji_desktop.ui.presenter.newmatch import (
    NewMatch,
    choose_level,
    choose_option,
    choose_preset,
    derive_new_match,
    draw_names,
    next_level,
    reset_options,
    take_rules,
    with_own,
)
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
    name: str


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
    #: What is said of the match that has not ended; "" while nothing is asked about it.
    unfinished: str = ""


@QmlElement
class NewMatchModel(QObject):
    """The page 开一局."""

    currentChanged = Signal()
    levelChanged = Signal()
    levelsChanged = Signal()
    summaryChanged = Signal()
    troubleChanged = Signal()
    unfinishedChanged = Signal()
    #: The match was changed: it is remembered for the next time.
    changed = Signal()
    #: The match is to begin.
    started = Signal()
    #: The match that has not ended shall go on instead, or make way for this one.
    goOnAsked = Signal()
    giveUpAsked = Signal()

    _current = prop("current")
    _level = prop("level")
    _summary = prop("summary")
    _trouble = prop("trouble")
    _unfinished = prop("unfinished")
    current = Property(int, _current, notify=currentChanged)
    level = Property(int, _level, notify=levelChanged)
    summary = Property(str, _summary, notify=summaryChanged)
    trouble = Property(str, _trouble, notify=troubleChanged)
    unfinished = Property(str, _unfinished, notify=unfinishedChanged)

    def __init__(self, words: Callable[[], Words], parent: QObject) -> None:
        super().__init__(parent)
        self._words = words
        self._props = NewMatchProps()
        self._match = NewMatch()
        self._own_name = ""
        self._rule_sets = Rows(RuleSetRow, self, key=lambda row: row.name)
        self._seats = Rows(NewSeatRow, self)
        self._options = Rows(OptionRow, self, key=lambda row: row.key)

    @property
    def match(self) -> NewMatch:
        """The match as it stands."""
        return self._match

    @Property(QObject, constant=True)
    def ruleSets(self) -> QObject:
        """The rule sets."""
        return self._rule_sets

    @Property(QObject, constant=True)
    def seats(self) -> QObject:
        """The six seats."""
        return self._seats

    @Property(QObject, constant=True)
    def options(self) -> QObject:
        """The options."""
        return self._options

    @Property("QStringList", notify=levelsChanged)  # type: ignore[arg-type]
    def levels(self) -> list[str]:
        """The levels of bots, in words."""
        return list(self._props.levels)

    def show_match(self, match: NewMatch, own_name: str) -> None:
        """Begin with this match."""
        self._match, self._own_name = match, own_name
        self._derive()

    @Slot(int)
    def choose(self, index: int) -> None:
        """Take a rule set."""
        self._become(choose_preset(self._match, index))

    @Slot(int)
    def setLevel(self, index: int) -> None:
        """All bots have this level."""
        self._become(choose_level(self._match, index))

    @Slot(int)
    def cycleSeat(self, index: int) -> None:
        """The bot of a seat gets the next level."""
        self._become(next_level(self._match, index))

    @Slot(str, int)
    def setOption(self, key: str, index: int) -> None:
        """Change an option."""
        self._become(choose_option(self._match, key, index))

    @Slot()
    def resetOptions(self) -> None:
        """Back to the rule set's own options."""
        self._become(reset_options(self._match))

    @Slot()
    def start(self) -> None:
        """Begin."""
        if not self._props.trouble:
            self.started.emit()

    def ask(self, unfinished: str) -> None:
        """Ask what shall become of the match that has not ended."""
        show(self, self._props._replace(unfinished=unfinished))

    @Slot(str)
    def settle(self, what: str) -> None:
        """What shall become of it: `go_on`, `give_up`, or "" for neither."""
        self.ask("")
        if what == "go_on":
            self.goOnAsked.emit()
        elif what == "give_up":
            self.giveUpAsked.emit()

    def show_own(self, own: tuple[RuleSet, ...]) -> None:
        """Offer the person's own rule sets."""
        self._become(with_own(self._match, own))

    def take(self, name: str, options: Mapping[str, Any]) -> None:
        """Take exactly these rules."""
        self._become(take_rules(self._match, name, options))

    def draw_names(self, seed: int) -> None:
        """Other names for the bots."""
        self._become(draw_names(self._match, seed))

    def _become(self, match: NewMatch) -> None:
        if match != self._match:
            self._match = match
            self._derive()
            self.changed.emit()

    def _derive(self) -> None:
        page = derive_new_match(self._match, self._own_name, self._words())
        self._rule_sets.show([RuleSetRow(each.name, each.title, each.detail) for each in page.rule_sets])
        self._seats.show([NewSeatRow(seat.side.value, seat.letter, seat.label, seat.name) for seat in page.seats])
        self._options.show(
            [
                OptionRow(each.key, each.kind, each.text, each.detail, each.choices, each.current)
                for each in page.options
            ]
        )
        show(
            self,
            NewMatchProps(
                page.current, page.level, page.levels, page.summary, page.trouble, unfinished=self._props.unfinished
            ),
        )
