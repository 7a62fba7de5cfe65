"""主持一桌: the server that the program itself runs for others."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.ui.models.props import prop, show

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


class HostProps(NamedTuple):
    """The own server."""

    #: `off`, `starting`, `on` or `stopping`.
    phase: str = "off"
    #: Its name and port, as they are typed.
    name: str = ""
    port: str = ""
    #: What is wrong with them, or why it could not start.
    fault: str = ""
    #: Where others reach it, a line each.
    addresses: tuple[str, ...] = ()
    fingerprint: tuple[str, ...] = ()
    #: Who is there, in words.
    people: str = ""


@QmlElement
class OnlineHostModel(QObject):
    """The own server."""

    phaseChanged = Signal()
    nameChanged = Signal()
    portChanged = Signal()
    faultChanged = Signal()
    addressesChanged = Signal()
    fingerprintChanged = Signal()
    peopleChanged = Signal()
    #: Start a server with this name and port; stop it; copy something.
    startAsked = Signal(str, str)
    nameTyped = Signal(str)
    stopAsked = Signal()
    copyAsked = Signal(str)
    goAsked = Signal()

    _phase = prop("phase")
    _name = prop("name")
    _port = prop("port")
    _fault = prop("fault")
    _people = prop("people")
    phase = Property(str, _phase, notify=phaseChanged)
    name = Property(str, _name, notify=nameChanged)
    port = Property(str, _port, notify=portChanged)
    fault = Property(str, _fault, notify=faultChanged)
    people = Property(str, _people, notify=peopleChanged)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._props = HostProps()

    @Property("QStringList", notify=addressesChanged)  # type: ignore[arg-type]
    def addresses(self) -> list[str]:
        """Where others reach it."""
        return list(self._props.addresses)

    @Property("QStringList", notify=fingerprintChanged)  # type: ignore[arg-type]
    def fingerprint(self) -> list[str]:
        """The fingerprint of its certificate."""
        return list(self._props.fingerprint)

    @property
    def props(self) -> HostProps:
        """What is shown."""
        return self._props

    def look(self, **changes: object) -> None:
        """Show other props."""
        show(self, self._props._replace(**changes))  # type: ignore[arg-type]

    @Slot(str, str)
    def start(self, name: str, port: str) -> None:
        """Start it."""
        if self._props.phase == "off":
            self.startAsked.emit(name, port)

    @Slot(str)
    def call(self, name: str) -> None:
        """The server is to be called so when it is started."""
        self.nameTyped.emit(name)

    @Slot()
    def stop(self) -> None:
        """Stop it."""
        if self._props.phase == "on":
            self.stopAsked.emit()

    @Slot(str)
    def copy(self, text: str) -> None:
        """Put an address on the clipboard."""
        self.copyAsked.emit(text)

    @Slot()
    def go(self) -> None:
        """Go to the own server's lobby."""
        self.goAsked.emit()
