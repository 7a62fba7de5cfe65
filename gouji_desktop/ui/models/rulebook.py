"""The rule book and the glossary, as the presenter writes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.rules.presets import DEFAULT_PRESET, PRESETS
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import Rows
from gouji_desktop.ui.presenter.glossary import find, terms
from gouji_desktop.ui.presenter.newmatch import rules_title
from gouji_desktop.ui.presenter.rulebook import CHAPTERS, book
from gouji_desktop.ui.presenter.words import Words

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


class ChapterRow(NamedTuple):
    """One chapter of the list."""

    key: str
    title: str


class BlockRow(NamedTuple):
    """A paragraph or an example."""

    kind: str
    text: str
    cards: tuple[str, ...]
    answer: tuple[str, ...]
    good: bool


class TermRow(NamedTuple):
    """A word of the game."""

    key: str
    chinese: str
    pinyin: str
    english: str
    meaning: str


class BookProps(NamedTuple):
    """The pages without their lists."""

    about: str = ""
    heading: str = ""
    current: int = 0
    wanted: str = ""
    found: str = ""


@QmlElement
class RuleBookModel(QObject):
    """The rule book of one rule set, a chapter at a time, and the glossary."""

    aboutChanged = Signal()
    headingChanged = Signal()
    currentChanged = Signal()
    wantedChanged = Signal()
    foundChanged = Signal()

    _about = prop("about")
    _heading = prop("heading")
    _current = prop("current")
    _wanted = prop("wanted")
    _found = prop("found")
    about = Property(str, _about, notify=aboutChanged)
    heading = Property(str, _heading, notify=headingChanged)
    current = Property(int, _current, notify=currentChanged)
    wanted = Property(str, _wanted, notify=wantedChanged)
    found = Property(str, _found, notify=foundChanged)

    def __init__(self, words: Callable[[], Words], parent: QObject) -> None:
        super().__init__(parent)
        self._words = words
        self._props = BookProps()
        self._rules: RuleSet = PRESETS[DEFAULT_PRESET]
        self._chapters = Rows(ChapterRow, self, key=lambda row: row.key)
        self._blocks = Rows(BlockRow, self)
        self._terms = Rows(TermRow, self, key=lambda row: row.key)
        self._glossary = Rows(TermRow, self, key=lambda row: row.key)

    @Property(QObject, constant=True)
    def chapters(self) -> QObject:
        """The chapters."""
        return self._chapters

    @Property(QObject, constant=True)
    def blocks(self) -> QObject:
        """The chapter that is read."""
        return self._blocks

    @Property(QObject, constant=True)
    def terms(self) -> QObject:
        """The words of that chapter."""
        return self._terms

    @Property(QObject, constant=True)
    def glossary(self) -> QObject:
        """The words that were looked for."""
        return self._glossary

    @property
    def rules(self) -> RuleSet:
        """The rule set that is explained."""
        return self._rules

    def show_rules(self, rules: RuleSet) -> None:
        """Explain this rule set, from the first chapter on unless it is explained already."""
        same = rules == self._rules
        self._rules = rules
        self._derive(self._props.current if same else 0)

    def refresh(self) -> None:
        """Say everything again, in the words of now."""
        self._derive(self._props.current)
        self.search(self._props.wanted)

    @Slot(int)
    def choose(self, index: int) -> None:
        """Read a chapter."""
        if 0 <= index < len(CHAPTERS):
            self._derive(index)

    @Slot(str)
    def search(self, wanted: str) -> None:
        """Look for a word."""
        words = self._words()
        hits = find(wanted, words)
        self._glossary.show([TermRow(*term) for term in hits])
        found = words("glossary.count", n=len(hits)) if hits else words("glossary.nothing")
        show(self, self._props._replace(wanted=wanted, found=found))

    def _derive(self, current: int) -> None:
        words, rules = self._words(), self._rules
        chapters = book(rules, words)
        chapter = chapters[current]
        self._chapters.show([ChapterRow(each.key, each.title) for each in chapters])
        self._blocks.show([BlockRow(*block) for block in chapter.blocks])
        self._terms.show([TermRow(*term) for term in terms(words, chapter.terms)])
        about = words("book.about", title=rules_title(rules.name, words), cards=rules.cards, hand=rules.hand_size)
        show(self, self._props._replace(about=about, heading=chapter.title, current=current))
