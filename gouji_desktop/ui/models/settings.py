"""The settings page: rows of choices; every change is told at once to the composition root, which keeps it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import Rows
from gouji_desktop.ui.presenter.words import Words

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


class SettingRow(NamedTuple):
    """One setting: a switch, or a choice."""

    key: str
    kind: str
    text: str
    detail: str
    choices: tuple[str, ...]
    current: int
    #: Whether it can be changed here.
    open: bool = True


class SettingsProps(NamedTuple):
    """The page without its rows."""

    name: str = ""
    volume: float = 0.8
    sound_note: str = ""


@QmlElement
class SettingsModel(QObject):
    """The page of settings."""

    nameChanged = Signal()
    volumeChanged = Signal()
    soundNoteChanged = Signal()
    #: A choice was made: (key, place of the choice).
    chosen = Signal(str, int)
    nameChosen = Signal(str)
    volumeChosen = Signal(float)

    _name = prop("name")
    _volume = prop("volume")
    _soundNote = prop("sound_note")
    name = Property(str, _name, notify=nameChanged)
    volume = Property(float, _volume, notify=volumeChanged)
    soundNote = Property(str, _soundNote, notify=soundNoteChanged)

    def __init__(self, words: Callable[[], Words], parent: QObject) -> None:
        super().__init__(parent)
        self._words = words
        self._props = SettingsProps()
        self._looks = Rows(SettingRow, self, key=lambda row: row.key)
        self._plays = Rows(SettingRow, self, key=lambda row: row.key)

    @Property(QObject, constant=True)
    def looks(self) -> QObject:
        """How it looks."""
        return self._looks

    @Property(QObject, constant=True)
    def plays(self) -> QObject:
        """How it plays."""
        return self._plays

    def show_rows(self, looks: Sequence[SettingRow], plays: Sequence[SettingRow], props: SettingsProps) -> None:
        """The settings as they are now."""
        self._looks.show(looks)
        self._plays.show(plays)
        show(self, props)

    @Slot(str, int)
    def choose(self, key: str, index: int) -> None:
        """Choose one of a setting's choices (1 and 0 for a switch)."""
        self.chosen.emit(key, index)

    @Slot(str)
    def setName(self, name: str) -> None:
        """What the person is called."""
        self.nameChosen.emit(name)

    @Slot(float)
    def setVolume(self, volume: float) -> None:
        """How loud everything is."""
        self.volumeChosen.emit(volume)
