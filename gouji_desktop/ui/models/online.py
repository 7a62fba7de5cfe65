"""联网: which servers there are, how the connection stands, and what its pages share."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.ui.models.newmatch import NewMatchModel
from gouji_desktop.ui.models.onlineaccount import OnlineAccountModel
from gouji_desktop.ui.models.onlinecreate import OnlineCreateModel
from gouji_desktop.ui.models.onlinehost import OnlineHostModel
from gouji_desktop.ui.models.onlinelobby import OnlineLobbyModel
from gouji_desktop.ui.models.onlinequestion import OnlineQuestionModel
from gouji_desktop.ui.models.onlineroom import OnlineRoomModel
from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import Rows
from gouji_desktop.ui.presenter.online import ConnectionProps, ServerChoice
from gouji_desktop.ui.presenter.words import Words

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


class ServerRow(NamedTuple):
    """One server."""

    address: str
    title: str
    detail: str
    kind: str
    plain: bool
    here: bool


class OnlineProps(NamedTuple):
    """The connection, and what is said beside the field of the address."""

    phase: str = "offline"
    title: str = ""
    detail: str = ""
    trouble: str = ""
    advice: str = ""
    motd: str = ""
    can_retry: bool = False
    can_cancel: bool = False
    plain: bool = False
    who: str = ""
    #: What is wrong with the address that was typed.
    address_fault: str = ""
    #: Whether the local network is being searched.
    searching: bool = False
    #: How many persons are at the own server, in words; "" where none is hosted.
    hosting: str = ""


@QmlElement
class OnlineModel(QObject):
    """The page 联网, and the models of the pages behind it."""

    phaseChanged = Signal()
    titleChanged = Signal()
    detailChanged = Signal()
    troubleChanged = Signal()
    adviceChanged = Signal()
    motdChanged = Signal()
    canRetryChanged = Signal()
    canCancelChanged = Signal()
    plainChanged = Signal()
    whoChanged = Signal()
    addressFaultChanged = Signal()
    searchingChanged = Signal()
    hostingChanged = Signal()
    #: The person wants to be connected to an address, or to forget it.
    connectAsked = Signal(str)
    forgetAsked = Signal(str)
    #: Be an account at an address, "" for the server of now or the last one: (address, account, password).
    signInAsked = Signal(str, str, str)
    #: Try again now; or give the connection up.
    retryAsked = Signal()
    cancelAsked = Signal()

    _phase = prop("phase")
    _title = prop("title")
    _detail = prop("detail")
    _trouble = prop("trouble")
    _advice = prop("advice")
    _motd = prop("motd")
    _canRetry = prop("can_retry")
    _canCancel = prop("can_cancel")
    _plain = prop("plain")
    _who = prop("who")
    _addressFault = prop("address_fault")
    _searching = prop("searching")
    _hosting = prop("hosting")
    phase = Property(str, _phase, notify=phaseChanged)
    title = Property(str, _title, notify=titleChanged)
    detail = Property(str, _detail, notify=detailChanged)
    trouble = Property(str, _trouble, notify=troubleChanged)
    advice = Property(str, _advice, notify=adviceChanged)
    motd = Property(str, _motd, notify=motdChanged)
    canRetry = Property(bool, _canRetry, notify=canRetryChanged)
    canCancel = Property(bool, _canCancel, notify=canCancelChanged)
    plain = Property(bool, _plain, notify=plainChanged)
    who = Property(str, _who, notify=whoChanged)
    addressFault = Property(str, _addressFault, notify=addressFaultChanged)
    searching = Property(bool, _searching, notify=searchingChanged)
    hosting = Property(str, _hosting, notify=hostingChanged)

    def __init__(self, words: Callable[[], Words], parent: QObject) -> None:
        super().__init__(parent)
        self._props = OnlineProps()
        self._servers = Rows(ServerRow, self, key=lambda row: row.address)
        self.account_model = OnlineAccountModel(self)
        self.lobby_model = OnlineLobbyModel(words, self)
        self.create_model = OnlineCreateModel(words, NewMatchModel(words, self), self)
        self.room_model = OnlineRoomModel(self)
        self.host_model = OnlineHostModel(self)
        self.question_model = OnlineQuestionModel(self)

    @Property(QObject, constant=True)
    def servers(self) -> QObject:
        """The servers."""
        return self._servers

    @Property(OnlineAccountModel, constant=True)
    def account(self) -> OnlineAccountModel:
        """Who one is there."""
        return self.account_model

    @Property(OnlineLobbyModel, constant=True)
    def lobby(self) -> OnlineLobbyModel:
        """The open tables."""
        return self.lobby_model

    @Property(OnlineCreateModel, constant=True)
    def create(self) -> OnlineCreateModel:
        """The table to be made."""
        return self.create_model

    @Property(OnlineRoomModel, constant=True)
    def room(self) -> OnlineRoomModel:
        """The table that one is at."""
        return self.room_model

    @Property(OnlineHostModel, constant=True)
    def host(self) -> OnlineHostModel:
        """The own server."""
        return self.host_model

    @Property(OnlineQuestionModel, constant=True)
    def question(self) -> OnlineQuestionModel:
        """What is asked, over every page."""
        return self.question_model

    @property
    def props(self) -> OnlineProps:
        """What is shown."""
        return self._props

    def show_connection(self, connection: ConnectionProps) -> None:
        """The connection stands so."""
        shown = {
            name: getattr(connection, name)
            for name in (
                *("phase", "title", "detail", "trouble", "advice", "motd", "can_retry", "can_cancel", "plain", "who"),
            )
        }
        show(self, self._props._replace(**shown))

    def show_servers(self, servers: tuple[ServerChoice, ...], *, searching: bool) -> None:
        """There are these servers."""
        self._servers.show(
            [ServerRow(row.address, row.title, row.detail, row.kind, row.plain, row.here) for row in servers]
        )
        show(self, self._props._replace(searching=searching))

    def say_address(self, fault: str) -> None:
        """What is wrong with the address that was typed."""
        show(self, self._props._replace(address_fault=fault))

    def say_hosting(self, hosting: str) -> None:
        """How the own server stands, in a few words."""
        show(self, self._props._replace(hosting=hosting))

    @Slot(str)
    def connectTo(self, address: str) -> None:
        """Connect to an address that was chosen or typed."""
        self.connectAsked.emit(address)

    @Slot(str, str, str)
    def signIn(self, address: str, account: str, password: str) -> None:
        """Be this account, at an address that was typed or at the server that is meant without one."""
        self.signInAsked.emit(address, account, password)

    @Slot()
    def edited(self) -> None:
        """The address is being typed anew."""
        self.say_address("")

    @Slot(str)
    def forget(self, address: str) -> None:
        """Remember a server no more."""
        self.forgetAsked.emit(address)

    @Slot()
    def retry(self) -> None:
        """Try again now."""
        self.retryAsked.emit()

    @Slot()
    def cancel(self) -> None:
        """Give the connection up."""
        self.cancelAsked.emit()
