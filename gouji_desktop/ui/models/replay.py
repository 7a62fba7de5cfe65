"""The bar under a match that is played back: where it stands, and the ways to move in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.ui.models.props import prop, show

if TYPE_CHECKING:
    from gouji_desktop.table.session import Update

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


class Played(Protocol):
    """A session that can be moved in."""

    @property
    def latest(self) -> Update:
        """How it stands."""
        ...

    def subscribe(self, listener: Callable[[Update], None]) -> Callable[[], None]:
        """Call the listener at every update."""
        ...

    def set_paused(self, paused: bool) -> None:
        """Stop or go on."""
        ...

    def next_deal(self) -> None:
        """Go to the next deal."""
        ...

    @property
    def position(self) -> int:
        """Where it stands."""
        ...

    @property
    def length(self) -> int:
        """The last position."""
        ...

    @property
    def deal_starts(self) -> Sequence[int]:
        """The positions at which deals begin."""
        ...

    def seek(self, position: int) -> None:
        """Go to a position."""
        ...

    def step(self, direction: int) -> None:
        """Go on or back by one."""
        ...


class ReplayProps(NamedTuple):
    """The bar."""

    shown: bool = False
    position: int = 0
    length: int = 0
    playing: bool = False
    #: There is a deal after the one that is shown.
    has_next: bool = False


@QmlElement
class ReplayModel(QObject):
    """The bar of a replay."""

    shownChanged = Signal()
    positionChanged = Signal()
    lengthChanged = Signal()
    playingChanged = Signal()
    hasNextChanged = Signal()

    _shown = prop("shown")
    _position = prop("position")
    _length = prop("length")
    _playing = prop("playing")
    _hasNext = prop("has_next")
    shown = Property(bool, _shown, notify=shownChanged)
    position = Property(int, _position, notify=positionChanged)
    length = Property(int, _length, notify=lengthChanged)
    playing = Property(bool, _playing, notify=playingChanged)
    hasNext = Property(bool, _hasNext, notify=hasNextChanged)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._props = ReplayProps()
        self._session: Played | None = None

    @property
    def last(self) -> int:
        """The last position."""
        return self._props.length

    def show_session(self, session: Played) -> None:
        """Stand under this session."""
        self._session = session
        session.subscribe(self._follow)
        self._follow(session.latest)

    def close(self) -> None:
        """Stand under nothing."""
        self._session = None
        show(self, ReplayProps())

    @Slot(float)
    def seek(self, position: float) -> None:
        """Go to a position."""
        if self._session is not None:
            self._session.seek(round(position))

    @Slot(int)
    def step(self, direction: int) -> None:
        """One step on, or back."""
        if self._session is not None:
            self._session.step(direction)

    @Slot()
    def toggle(self) -> None:
        """Play, or stop."""
        if self._session is not None:
            self._session.set_paused(self._props.playing)

    @Slot()
    def nextDeal(self) -> None:
        """Go to the next deal."""
        if self._session is not None:
            self._session.next_deal()

    def _follow(self, update: Update) -> None:
        session = self._session
        if session is not None:
            position = session.position
            more = any(start > position for start in session.deal_starts)
            show(self, ReplayProps(True, position, session.length, not update.paused, more))
