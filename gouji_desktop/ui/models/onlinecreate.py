"""开一桌: the table to be made on a server; its rules are chosen as those of a match at home."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.ui.models.newmatch import NewMatchModel
from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.presenter.onlinecreate import TableForm, turn_words
from gouji_desktop.ui.presenter.words import Words

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


class CreateProps(NamedTuple):
    """The table without its rules."""

    title: str = ""
    private_table: bool = False
    spectators: bool = True
    turn: int = 1
    bots: bool = True
    turns: tuple[str, ...] = ()
    #: What the server refused.
    fault: str = ""
    busy: bool = False


@QmlElement
class OnlineCreateModel(QObject):
    """The table to be made."""

    titleChanged = Signal()
    privateTableChanged = Signal()
    spectatorsChanged = Signal()
    turnChanged = Signal()
    botsChanged = Signal()
    turnsChanged = Signal()
    faultChanged = Signal()
    busyChanged = Signal()
    #: The table is to be made.
    made = Signal()

    _title = prop("title")
    _privateTable = prop("private_table")
    _spectators = prop("spectators")
    _turn = prop("turn")
    _bots = prop("bots")
    _fault = prop("fault")
    _busy = prop("busy")
    title = Property(str, _title, notify=titleChanged)
    privateTable = Property(bool, _privateTable, notify=privateTableChanged)
    spectators = Property(bool, _spectators, notify=spectatorsChanged)
    turn = Property(int, _turn, notify=turnChanged)
    bots = Property(bool, _bots, notify=botsChanged)
    fault = Property(str, _fault, notify=faultChanged)
    busy = Property(bool, _busy, notify=busyChanged)

    def __init__(self, words: Callable[[], Words], match: NewMatchModel, parent: QObject) -> None:
        super().__init__(parent)
        self._words = words
        self._props = CreateProps()
        self._form = TableForm()
        self.match_model = match
        self.refresh()

    @Property(NewMatchModel, constant=True)
    def match(self) -> NewMatchModel:
        """Its rules and the level of its bots."""
        return self.match_model

    @Property("QStringList", notify=turnsChanged)  # type: ignore[arg-type]
    def turns(self) -> list[str]:
        """The choices for the time of a turn."""
        return list(self._props.turns)

    @property
    def form(self) -> TableForm:
        """The table as it stands."""
        return self._form

    def refresh(self) -> None:
        """Say everything in the words of now."""
        self._become(self._form)

    def say(self, fault: str, *, busy: bool = False) -> None:
        """What the server refused; whether it is being asked."""
        show(self, self._props._replace(fault=fault, busy=busy))

    @Slot(str)
    def setTitle(self, title: str) -> None:
        """Call the table so."""
        self._become(replace(self._form, title=title))

    @Slot(bool)
    def setPrivate(self, on: bool) -> None:
        """List it in the lobby or not."""
        self._become(replace(self._form, private=on))

    @Slot(bool)
    def setSpectators(self, on: bool) -> None:
        """Let others watch or not."""
        self._become(replace(self._form, spectators=on))

    @Slot(bool)
    def setBots(self, on: bool) -> None:
        """Let bots take the free seats or not."""
        self._become(replace(self._form, bots=on))

    @Slot(int)
    def setTurn(self, index: int) -> None:
        """So long for a turn."""
        self._become(replace(self._form, turn=index))

    @Slot()
    def make(self) -> None:
        """Make it."""
        if not self._props.busy and not self.match_model.property("trouble"):
            self.made.emit()

    def _become(self, form: TableForm) -> None:
        self._form = form
        show(
            self,
            self._props._replace(
                title=form.title,
                private_table=form.private,
                spectators=form.spectators,
                turn=form.turn,
                bots=form.bots,
                turns=turn_words(self._words()),
            ),
        )
