"""大厅: the open tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import Rows
from gouji_desktop.ui.presenter.onlinelobby import LobbyFilter, derive_lobby
from gouji_desktop.ui.presenter.words import Words

if TYPE_CHECKING:
    from gouji_desktop.net.messages import LobbyRow

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


class OpenTableRow(NamedTuple):
    """One open table."""

    table: str
    title: str
    detail: str
    seats: str
    phase: str
    deed: str
    label: str
    why: str


class LobbyPageProps(NamedTuple):
    """The lobby without its rows."""

    family: int = 0
    free: bool = False
    families: tuple[str, ...] = ()
    empty: str = ""
    #: Whether an invite code is being typed, and what is wrong with it.
    code_open: bool = False
    code_fault: str = ""
    #: The code of a full table that may be watched.
    full_code: str = ""
    #: Whether the rows may be used: not while the line is broken.
    live: bool = False


@QmlElement
class OnlineLobbyModel(QObject):
    """The lobby."""

    familyChanged = Signal()
    freeChanged = Signal()
    familiesChanged = Signal()
    emptyChanged = Signal()
    codeOpenChanged = Signal()
    codeFaultChanged = Signal()
    fullCodeChanged = Signal()
    liveChanged = Signal()
    #: The person wants something of a table: (table, `sit`, `watch` or `back`).
    chosen = Signal(str, str)
    codeEntered = Signal(str)
    codeWatched = Signal(str)

    _family = prop("family")
    _free = prop("free")
    _empty = prop("empty")
    _codeOpen = prop("code_open")
    _codeFault = prop("code_fault")
    _fullCode = prop("full_code")
    _live = prop("live")
    family = Property(int, _family, notify=familyChanged)
    free = Property(bool, _free, notify=freeChanged)
    empty = Property(str, _empty, notify=emptyChanged)
    codeOpen = Property(bool, _codeOpen, notify=codeOpenChanged)
    codeFault = Property(str, _codeFault, notify=codeFaultChanged)
    fullCode = Property(str, _fullCode, notify=fullCodeChanged)
    live = Property(bool, _live, notify=liveChanged)

    def __init__(self, words: Callable[[], Words], parent: QObject) -> None:
        super().__init__(parent)
        self._words = words
        self._props = LobbyPageProps()
        self._tables = Rows(OpenTableRow, self, key=lambda row: row.table)
        self._open: tuple[LobbyRow, ...] = ()
        #: What was to be shown last, and whether it could be used.
        self._told: tuple[object, ...] | None = None
        self._own = ""
        self._held: tuple[LobbyRow, ...] = ()

    @Property(QObject, constant=True)
    def tables(self) -> QObject:
        """The rows."""
        return self._tables

    @Property("QStringList", notify=familiesChanged)  # type: ignore[arg-type]
    def families(self) -> list[str]:
        """The rule sets that may be chosen, in words."""
        return list(self._props.families)

    @property
    def props(self) -> LobbyPageProps:
        """What is shown."""
        return self._props

    @property
    def rows(self) -> tuple[OpenTableRow, ...]:
        """The rows as they are shown."""
        return self._tables.rows

    def show_tables(self, rows: Sequence[LobbyRow], own: str, *, live: bool, held: Sequence[LobbyRow] = ()) -> None:
        """These tables are open; `own` is the id of the one that one is at, `held` are those where one has a seat."""
        told = tuple(rows), own, tuple(held), live
        if told != self._told:
            # A connection says often that it is well, and a long list is much work.
            self._told = told
            self._open, self._own, self._held, _ = told
            self._derive(live=live)

    def refresh(self) -> None:
        """Say everything in the words of now."""
        self._derive()

    def say_code(self, fault: str, *, opened: bool, full: str = "") -> None:
        """Ask for an invite code or no more, and say what was wrong with the last; `full`: it may be watched."""
        show(self, self._props._replace(code_open=opened, code_fault=fault, full_code=full))

    @Slot(int)
    def chooseFamily(self, family: int) -> None:
        """Show the tables of one family of rule sets."""
        self._derive(family=family)

    @Slot(bool)
    def chooseFree(self, free: bool) -> None:
        """Show tables with a free seat alone, or all."""
        self._derive(free=free)

    @Slot(str, str)
    def choose(self, table: str, action: str) -> None:
        """Do with a table what its row offers."""
        if self._props.live:
            self.chosen.emit(table, action)

    @Slot(bool)
    def askCode(self, on: bool) -> None:
        """Ask for an invite code, or no more."""
        self.say_code("", opened=on)

    @Slot(str)
    def enterCode(self, code: str) -> None:
        """Go where this code leads."""
        self.codeEntered.emit(code)

    @Slot()
    def watchCode(self) -> None:
        """Watch the full table of the code that was typed."""
        self.codeWatched.emit(self._props.full_code)

    def _derive(self, **changes: object) -> None:
        props = self._props._replace(**changes)  # type: ignore[arg-type]
        chosen = LobbyFilter(props.family, props.free)
        lobby = derive_lobby(self._open, chosen, self._own, self._words(), held=self._held, live=props.live)
        self._tables.show(
            [
                OpenTableRow(row.table, row.title, row.detail, row.seats, row.phase, row.action, row.label, row.why)
                for row in lobby.rows
            ]
        )
        show(self, props._replace(families=lobby.families, empty=lobby.empty))
