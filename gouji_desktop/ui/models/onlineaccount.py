"""Who one is on a server: a guest with a name, or an account with a password, and where it is signed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import Rows

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


class PlaceRow(NamedTuple):
    """One place where the account is signed in."""

    key: str
    title: str
    detail: str
    here: bool


class AccountProps(NamedTuple):
    """The account."""

    #: The name that others see, as it is to be edited.
    name: str = ""
    guest: bool = True
    account: str = ""
    #: Whether the server knows passwords.
    passwords: bool = True
    #: Signed in, so that something can be changed.
    online: bool = False
    #: What was refused last, or what was done last, and where that is to be said: at the field `name`, `account` or
    #: `password`, at `register` below these two, at `where` to sign in, at `join` for the password of
    #: the server, at `places`, or at the `end`.
    fault: str = ""
    told: str = ""
    at: str = "end"
    busy: bool = False
    #: Whether the server asks everybody for a password.
    join_wanted: bool = False
    #: Whether the server knows who one is; what it knows, in words; where one would sign in.
    signed_in: bool = False
    known: str = ""
    sign_in_at: str = ""


@QmlElement
class OnlineAccountModel(QObject):
    """The account."""

    nameChanged = Signal()
    guestChanged = Signal()
    accountChanged = Signal()
    passwordsChanged = Signal()
    onlineChanged = Signal()
    faultChanged = Signal()
    toldChanged = Signal()
    atChanged = Signal()
    busyChanged = Signal()
    joinWantedChanged = Signal()
    signedInChanged = Signal()
    knownChanged = Signal()
    signInAtChanged = Signal()
    #: What the person wants.
    nameChosen = Signal(str)
    registerAsked = Signal(str, str)
    signOutAsked = Signal()
    placesAsked = Signal()
    revokeAsked = Signal(str)
    joinAsked = Signal(str)

    _name = prop("name")
    _guest = prop("guest")
    _account = prop("account")
    _passwords = prop("passwords")
    _online = prop("online")
    _fault = prop("fault")
    _told = prop("told")
    _at = prop("at")
    _busy = prop("busy")
    _joinWanted = prop("join_wanted")
    _signedIn = prop("signed_in")
    _known = prop("known")
    _signInAt = prop("sign_in_at")
    name = Property(str, _name, notify=nameChanged)
    guest = Property(bool, _guest, notify=guestChanged)
    account = Property(str, _account, notify=accountChanged)
    passwords = Property(bool, _passwords, notify=passwordsChanged)
    online = Property(bool, _online, notify=onlineChanged)
    fault = Property(str, _fault, notify=faultChanged)
    told = Property(str, _told, notify=toldChanged)
    at = Property(str, _at, notify=atChanged)
    busy = Property(bool, _busy, notify=busyChanged)
    joinWanted = Property(bool, _joinWanted, notify=joinWantedChanged)
    signedIn = Property(bool, _signedIn, notify=signedInChanged)
    known = Property(str, _known, notify=knownChanged)
    signInAt = Property(str, _signInAt, notify=signInAtChanged)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._props = AccountProps()
        self._places = Rows(PlaceRow, self, key=lambda row: row.key)

    @Property(QObject, constant=True)
    def places(self) -> QObject:
        """Where the account is signed in."""
        return self._places

    @property
    def props(self) -> AccountProps:
        """What is shown."""
        return self._props

    def look(self, **changes: object) -> None:
        """Show other props."""
        show(self, self._props._replace(**changes))  # type: ignore[arg-type]

    def show_places(self, places: Sequence[PlaceRow]) -> None:
        """The account is signed in there."""
        self._places.show(places)

    @Slot(str)
    def edit(self, field: str) -> None:
        """Somebody types there: what was said of it is no longer true."""
        at = self._props.at
        if at == field or (at == "register" and field in ("account", "password")):
            self.look(fault="", told="", at="end")

    @Slot(str)
    def choose(self, name: str) -> None:
        """Be called so."""
        self.nameChosen.emit(name)

    @Slot(str)
    def join(self, password: str) -> None:
        """Come in with the password that the server asks of everybody."""
        self.joinAsked.emit(password)

    @Slot(str, str)
    def register(self, account: str, password: str) -> None:
        """Give the guest that one is an account name and a password."""
        self.registerAsked.emit(account, password)

    @Slot()
    def signOut(self) -> None:
        """Be nobody there."""
        self.signOutAsked.emit()

    @Slot()
    def askPlaces(self) -> None:
        """Say where the account is signed in."""
        self.placesAsked.emit()

    @Slot(str)
    def revoke(self, key: str) -> None:
        """Sign out elsewhere; "" everywhere else."""
        self.revokeAsked.emit(key)
