"""The rule editor, as the presenter derives it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import Rows
from gouji_desktop.ui.presenter import ruleeditor as editing
from gouji_desktop.ui.presenter.ruleeditor import Editor
from gouji_desktop.ui.presenter.words import Words

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


class RuleChoiceRow(NamedTuple):
    """One rule set of the list."""

    name: str
    title: str
    detail: str
    own: bool
    unsaved: bool


class RuleOptionRow(NamedTuple):
    """One option."""

    key: str
    kind: str
    title: str
    about: str
    meaning: str
    sources: str
    choices: tuple[str, ...]
    current: int
    typed: str
    missing: tuple[str, ...]
    changed: bool
    change: str
    wrong: bool


class RulesProps(NamedTuple):
    """The page without its lists."""

    current: int = 0
    title: str = ""
    summary: str = ""
    relation: str = ""
    groups: tuple[str, ...] = ()
    group: int = 0
    trouble: str = ""
    own: bool = False
    unsaved: bool = False
    edited: bool = False


@QmlElement
class RulesModel(QObject):
    """The page of rule sets: which one, and every option of it."""

    currentChanged = Signal()
    titleChanged = Signal()
    summaryChanged = Signal()
    relationChanged = Signal()
    groupsChanged = Signal()
    groupChanged = Signal()
    troubleChanged = Signal()
    ownChanged = Signal()
    unsavedChanged = Signal()
    editedChanged = Signal()
    #: The rule set is to be played; its book is to be read; another one is looked at.
    playAsked = Signal()
    bookAsked = Signal()
    turned = Signal()

    _current = prop("current")
    _title = prop("title")
    _summary = prop("summary")
    _relation = prop("relation")
    _group = prop("group")
    _trouble = prop("trouble")
    _own = prop("own")
    _unsaved = prop("unsaved")
    _edited = prop("edited")
    current = Property(int, _current, notify=currentChanged)
    title = Property(str, _title, notify=titleChanged)
    summary = Property(str, _summary, notify=summaryChanged)
    relation = Property(str, _relation, notify=relationChanged)
    group = Property(int, _group, notify=groupChanged)
    trouble = Property(str, _trouble, notify=troubleChanged)
    own = Property(bool, _own, notify=ownChanged)
    unsaved = Property(bool, _unsaved, notify=unsavedChanged)
    edited = Property(bool, _edited, notify=editedChanged)

    def __init__(self, words: Callable[[], Words], parent: QObject) -> None:
        super().__init__(parent)
        self._words = words
        self._props = RulesProps()
        self._editor = Editor()
        self._choices = Rows(RuleChoiceRow, self, key=lambda row: row.name)
        self._options = Rows(RuleOptionRow, self, key=lambda row: row.key)

    @property
    def editor(self) -> Editor:
        """What is looked at, with what was changed."""
        return self._editor

    @property
    def shown(self) -> RulesProps:
        """The page without its lists."""
        return self._props

    @property
    def rules(self) -> RuleSet:
        """The rule set as it stands. Raises RuleSetError."""
        return editing.rules_of(self._editor)

    @Property(QObject, constant=True)
    def choices(self) -> QObject:
        """The rule sets."""
        return self._choices

    @Property(QObject, constant=True)
    def options(self) -> QObject:
        """The options of the group that is looked at."""
        return self._options

    @Property("QStringList", notify=groupsChanged)  # type: ignore[arg-type]
    def groups(self) -> list[str]:
        """What the options are about."""
        return list(self._props.groups)

    def become(self, editor: Editor) -> None:
        """Show another state of the page."""
        turns = editor.chosen != self._editor.chosen
        self._editor = editor
        self.refresh()
        if turns:
            self.turned.emit()

    def refresh(self) -> None:
        """Say everything again, in the words of now."""
        page = editing.derive_editor(self._editor, self._words())
        self._choices.show(
            [RuleChoiceRow(*(getattr(each, name) for name in RuleChoiceRow._fields)) for each in page.choices]
        )
        self._options.show(
            [RuleOptionRow(*(getattr(each, name) for name in RuleOptionRow._fields)) for each in page.options]
        )
        show(self, RulesProps(*(getattr(page, name) for name in RulesProps._fields)))

    @Slot(int)
    def choose(self, index: int) -> None:
        """Look at a rule set of the list."""
        names = editing.names_of(self._editor)
        if 0 <= index < len(names):
            self.become(editing.choose(self._editor, names[index]))

    @Slot(int)
    def chooseGroup(self, index: int) -> None:
        """Look at other options."""
        self.become(editing.choose_group(self._editor, index))

    @Slot(str, int)
    def setValue(self, key: str, index: int) -> None:
        """One of an option's choices; 1 and 0 for a switch."""
        self.become(editing.choose_value(self._editor, key, index))

    @Slot(str, int)
    def step(self, key: str, by: int) -> None:
        """A number one more or less."""
        self.become(editing.step(self._editor, key, by))

    @Slot(str, str)
    def typeValue(self, key: str, text: str) -> None:
        """What was typed for an option."""
        self.become(editing.type_value(self._editor, key, text))

    @Slot(str, int, int)
    def move(self, key: str, place: int, by: int) -> None:
        """A member of a list to another place."""
        self.become(editing.move(self._editor, key, place, by))

    @Slot(str, int)
    def leaveOut(self, key: str, place: int) -> None:
        """A list without this member."""
        self.become(editing.leave_out(self._editor, key, place))

    @Slot(str, int)
    def putIn(self, key: str, place: int) -> None:
        """A list with one more member."""
        self.become(editing.put_in(self._editor, key, place))

    @Slot(str)
    def reset(self, key: str) -> None:
        """An option as it was."""
        self.become(editing.reset(self._editor, key))

    @Slot()
    def resetAll(self) -> None:
        """Every option as it was."""
        self.become(editing.reset_all(self._editor))

    @Slot()
    def play(self) -> None:
        """Play the rule set."""
        if not self._props.trouble:
            self.playAsked.emit()

    @Slot()
    def read(self) -> None:
        """Read its rule book."""
        if not self._props.trouble:
            self.bookAsked.emit()
