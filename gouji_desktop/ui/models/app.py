"""The root of the view models: which page is shown, in which words and colours, and what is to be told.

The table and the page 开一局 bring the whole game with them; they are built when the first page has been drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import Property, QObject, QUrl, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.replay import ReplayModel
from gouji_desktop.ui.models.replays import ReplaysModel
from gouji_desktop.ui.models.rows import Rows
from gouji_desktop.ui.models.settings import SettingsModel
from gouji_desktop.ui.presenter.words import Words

if TYPE_CHECKING:
    from gouji_desktop.ui.models.newmatch import NewMatchModel
    from gouji_desktop.ui.models.online import OnlineModel
    from gouji_desktop.ui.models.rulebook import RuleBookModel
    from gouji_desktop.ui.models.rulekeeping import RuleKeepingModel
    from gouji_desktop.ui.models.rules import RulesModel
    from gouji_desktop.ui.models.table import TableModel

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1

#: Pages of playing with others.
ONLINE = ("online", "account", "lobby", "create", "room", "host")
PAGES = ("home", "new", "table", "settings", "replays", "help", "about", "rules", "book", "glossary", *ONLINE)
#: Pages that bring the game with them.
LATER = frozenset({"new", "table", "rules", "book", "glossary", *ONLINE})


class NoticeRow(NamedTuple):
    """Something that stands until it is closed."""

    number: int
    title: str
    detail: str


class HelpRow(NamedTuple):
    """One part of the help."""

    title: str
    detail: str
    cards: tuple[str, ...]


class LicenceRow(NamedTuple):
    """One licence."""

    title: str
    detail: str


class AppProps(NamedTuple):
    """What the window shows besides its page."""

    page: str = "home"
    title: str = ""
    version: str = ""
    dark: bool = True
    less_motion: bool = False
    deck: str = "standard"
    card_back: str = "tortoise"
    can_resume: bool = False
    resume_text: str = ""
    #: Where a match on a server waits, in words; "" where none does.
    waiting: str = ""
    language: str = "zh"


def _later(name: str) -> Callable[[Any], QObject | None]:
    """The getter of a model that is there once the game is."""

    def read(model: Any) -> QObject | None:
        return getattr(model, name, None)

    return read


@QmlElement
class AppModel(QObject):
    """The whole window."""

    pageChanged = Signal()
    titleChanged = Signal()
    versionChanged = Signal()
    darkChanged = Signal()
    lessMotionChanged = Signal()
    deckChanged = Signal()
    cardBackChanged = Signal()
    canResumeChanged = Signal()
    resumeTextChanged = Signal()
    waitingChanged = Signal()
    languageChanged = Signal()
    wordsChanged = Signal()
    builtChanged = Signal()
    #: A short message.
    toasted = Signal(str)
    quitAsked = Signal()
    resumeAsked = Signal()
    #: Go back to the match that waits on a server.
    returnAsked = Signal()
    leaveAsked = Signal()

    _page = prop("page")
    _title = prop("title")
    _version = prop("version")
    _dark = prop("dark")
    _lessMotion = prop("less_motion")
    _deck = prop("deck")
    _cardBack = prop("card_back")
    _canResume = prop("can_resume")
    _resumeText = prop("resume_text")
    _waiting = prop("waiting")
    _language = prop("language")

    _rules = _later("rules_model")
    _ruleKeeping = _later("keeping_model")
    _ruleBook = _later("book_model")
    _online = _later("online_model")
    page = Property(str, _page, notify=pageChanged)
    title = Property(str, _title, notify=titleChanged)
    version = Property(str, _version, notify=versionChanged)
    dark = Property(bool, _dark, notify=darkChanged)
    lessMotion = Property(bool, _lessMotion, notify=lessMotionChanged)
    deck = Property(str, _deck, notify=deckChanged)
    cardBack = Property(str, _cardBack, notify=cardBackChanged)
    canResume = Property(bool, _canResume, notify=canResumeChanged)
    resumeText = Property(str, _resumeText, notify=resumeTextChanged)
    waiting = Property(str, _waiting, notify=waitingChanged)
    language = Property(str, _language, notify=languageChanged)
    rules = Property(QObject, _rules, notify=builtChanged)
    ruleKeeping = Property(QObject, _ruleKeeping, notify=builtChanged)
    ruleBook = Property(QObject, _ruleBook, notify=builtChanged)
    online = Property(QObject, _online, notify=builtChanged)

    def __init__(self, words: Words, assets: QUrl, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._props = AppProps()
        self._catalogue = words
        self._assets = assets
        self.notice_rows = Rows(NoticeRow, self, key=lambda row: row.number)
        self._help = Rows(HelpRow, self)
        self._licences = Rows(LicenceRow, self)
        self._before: list[str] = []
        self._number = 0
        #: A page that was asked for before it could be shown.
        self._awaited = ""
        self._size: tuple[int, int] | None = None
        self.table_model: TableModel
        self.new_match_model: NewMatchModel
        self.rules_model: RulesModel
        self.keeping_model: RuleKeepingModel
        self.book_model: RuleBookModel
        self.online_model: OnlineModel
        self._built = False
        self.settings_model = SettingsModel(self.current_words, self)
        self.replays_model = ReplaysModel(self)
        self.replay_model = ReplayModel(self)

    @Property(QObject, notify=builtChanged)
    def table(self) -> QObject | None:
        """The table, a TableModel."""
        return self.table_model if self._built else None

    @Property(QObject, notify=builtChanged)
    def newMatch(self) -> QObject | None:
        """The match to be made, a NewMatchModel."""
        return self.new_match_model if self._built else None

    @Property(SettingsModel, constant=True)
    def settings(self) -> SettingsModel:
        """The settings."""
        return self.settings_model

    @Property(ReplaysModel, constant=True)
    def replays(self) -> ReplaysModel:
        """The matches on disk."""
        return self.replays_model

    @Property(ReplayModel, constant=True)
    def replay(self) -> ReplayModel:
        """The bar of a match that is played back."""
        return self.replay_model

    @Property(QObject, constant=True)
    def notices(self) -> QObject:
        """Notices that stand until they are closed."""
        return self.notice_rows

    @Property(QObject, constant=True)
    def helpParts(self) -> QObject:
        """The help."""
        return self._help

    @Property(QObject, constant=True)
    def licences(self) -> QObject:
        """What the program carries."""
        return self._licences

    @Property(QUrl, constant=True)
    def assets(self) -> QUrl:
        """Where cards and icons lie."""
        return self._assets

    @Property("QVariantMap", notify=wordsChanged)  # type: ignore[arg-type]
    def words(self) -> dict[str, str]:
        """The texts that QML shows as they are, by key."""
        return {key: self._catalogue.raw(key) for key in self._catalogue}

    def build(self, table: TableModel, new_match: NewMatchModel) -> None:
        """Take over the models that bring the game with them."""
        self.table_model, self.new_match_model = table, new_match
        self._built = True
        self.builtChanged.emit()
        if self._size is not None:
            table.resize(*self._size)
        if self._awaited:
            self.go(self._awaited)

    @property
    def shown_page(self) -> str:
        """The page that is shown."""
        return self._props.page

    def current_words(self) -> Words:
        """The catalogue of the language that is shown."""
        return self._catalogue

    def set_words(self, words: Words) -> None:
        """Show everything in another language, at once."""
        self._catalogue = words
        self.wordsChanged.emit()
        self.look(language=words.language)
        if self._built:
            self.table_model.set_options()

    def look(self, **changes: Any) -> None:
        """Show other props."""
        show(self, self._props._replace(**changes))

    def show_help(self, parts: Sequence[HelpRow], licences: Sequence[LicenceRow]) -> None:
        """The pages that are read."""
        self._help.show(parts)
        self._licences.show(licences)

    def notice(self, title: str, detail: str = "") -> None:
        """Tell something that must not be missed."""
        self._number += 1
        self.notice_rows.show([*self.notice_rows.rows, NoticeRow(self._number, title, detail)])

    @Slot(float, float)
    def resize(self, width: float, height: float) -> None:
        """The window has this size."""
        if width > 0 and height > 0:
            self._size = round(width), round(height)
            if self._built:
                self.table_model.resize(*self._size)

    @Slot(str)
    def go(self, page: str) -> None:
        """Show a page; `back` leads here again."""
        if page in LATER and not self._built:
            self._awaited = page
            return
        if page != self._props.page and page in PAGES:
            self._before.append(self._props.page)
            self.look(page=page)

    @Slot()
    def back(self) -> None:
        """Show the page before this one."""
        self.look(page=self._before.pop() if self._before else "home")

    def home(self, *pages: str) -> None:
        """Show the first page with nothing behind it, or the last of these pages with the others behind it."""
        way = ["home", *pages]
        self._before[:] = way[:-1]
        self.look(page=way[-1])

    @Slot(int)
    def dismiss(self, number: int) -> None:
        """Close a notice."""
        self.notice_rows.show([row for row in self.notice_rows.rows if row.number != number])

    @Slot()
    def quit(self) -> None:
        """The person wants to leave."""
        self.quitAsked.emit()

    @Slot()
    def resume(self) -> None:
        """Go on with the match that is running."""
        self.resumeAsked.emit()

    @Slot()
    def leaveTable(self) -> None:
        """Leave the table; the match stays on disk."""
        self.leaveAsked.emit()
