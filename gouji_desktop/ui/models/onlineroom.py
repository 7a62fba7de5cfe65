"""The waiting room: the table that one is at, as a place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.net.names import clean_chat
from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import Rows
from gouji_desktop.ui.presenter.onlineroom import ChatLine, Deed, RoomProps, RoomSeat

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


#: After these there is nothing more to be done about a seat at once.
SETTLED = frozenset({"sit", "stand", "kick", "unbot"})


class RoomSeatRow(NamedTuple):
    """One seat, by its place from the foot."""

    seat: int
    side: str
    name: str
    letter: str
    tags: tuple[str, ...]
    free: bool
    ready: bool
    usable: bool


class DeedRow(NamedTuple):
    """Something that can be done."""

    key: str
    label: str
    why: str
    main: bool


class ChatRow(NamedTuple):
    """Something that was said."""

    number: int
    name: str
    text: str
    own: bool


class RoomPageProps(NamedTuple):
    """The room without its lists."""

    table: str = ""
    title: str = ""
    state: str = ""
    rules: str = ""
    facts: tuple[str, ...] = ()
    code: str = ""
    hint: str = ""
    #: The seat that was clicked, -1 for none, and who sits there.
    chosen: int = -1
    chosen_name: str = ""
    #: Whether anything can be sent: not while the line is broken.
    live: bool = False
    #: Whether one may speak there; whether it is the person who starts the match.
    talks: bool = True
    starts: bool = False


@QmlElement
class OnlineRoomModel(QObject):
    """The room."""

    tableChanged = Signal()
    titleChanged = Signal()
    stateChanged = Signal()
    rulesChanged = Signal()
    factsChanged = Signal()
    codeChanged = Signal()
    hintChanged = Signal()
    chosenChanged = Signal()
    chosenNameChanged = Signal()
    liveChanged = Signal()
    talksChanged = Signal()
    startsChanged = Signal()
    #: The person wants something of a seat (-1: of the room).
    wanted = Signal(str, int)
    said = Signal(str)
    #: A line is longer than what is told; it stays where it was written.
    tooLong = Signal()
    copyAsked = Signal(str)

    _title = prop("title")
    _state = prop("state")
    _rules = prop("rules")
    _code = prop("code")
    _hint = prop("hint")
    _chosen = prop("chosen")
    _chosenName = prop("chosen_name")
    _live = prop("live")
    _talks = prop("talks")
    _starts = prop("starts")
    title = Property(str, _title, notify=titleChanged)
    state = Property(str, _state, notify=stateChanged)
    rules = Property(str, _rules, notify=rulesChanged)
    code = Property(str, _code, notify=codeChanged)
    hint = Property(str, _hint, notify=hintChanged)
    chosen = Property(int, _chosen, notify=chosenChanged)
    chosenName = Property(str, _chosenName, notify=chosenNameChanged)
    live = Property(bool, _live, notify=liveChanged)
    talks = Property(bool, _talks, notify=talksChanged)
    starts = Property(bool, _starts, notify=startsChanged)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._props = RoomPageProps()
        self._room: RoomProps | None = None
        self._seats = Rows(RoomSeatRow, self)
        self._seat_deeds = Rows(DeedRow, self)
        self._deeds = Rows(DeedRow, self)
        self._chat = Rows(ChatRow, self, key=lambda row: row.number)

    @Property(QObject, constant=True)
    def seats(self) -> QObject:
        """The six seats from the foot on."""
        return self._seats

    @Property(QObject, constant=True)
    def seatDeeds(self) -> QObject:
        """What can be done about the seat that was clicked."""
        return self._seat_deeds

    @Property(QObject, constant=True)
    def deeds(self) -> QObject:
        """What can be done in the room."""
        return self._deeds

    @Property(QObject, constant=True)
    def chat(self) -> QObject:
        """What was said."""
        return self._chat

    @Property("QStringList", notify=factsChanged)  # type: ignore[arg-type]
    def facts(self) -> list[str]:
        """What is special about the table, a line each."""
        return list(self._props.facts)

    @property
    def props(self) -> RoomPageProps:
        """What is shown."""
        return self._props

    @property
    def room(self) -> RoomProps | None:
        """The room as the presenter derived it."""
        return self._room

    def show_room(self, room: RoomProps | None, *, live: bool) -> None:
        """The room is like this; None: there is none."""
        before = self._room
        self._room = room
        if room is None:
            for rows in (self._seats, self._seat_deeds, self._deeds, self._chat):
                rows.show([])
            show(self, RoomPageProps())
            return
        chosen = self._props.chosen if before is not None and before.table == room.table else -1
        self._seats.show([_seat_row(seat) for seat in room.seats])
        self._deeds.show([_deed_row(deed) for deed in room.deeds])
        self._show(
            RoomPageProps(
                *(room.table, room.title, room.state, room.rules, room.facts, room.code, room.hint, chosen),
                live=live,
                talks=room.talks,
                starts=any(deed.key == "start" for deed in room.deeds),
            )
        )

    def show_chat(self, lines: Sequence[ChatLine]) -> None:
        """This was said."""
        self._chat.show([ChatRow(*line) for line in lines])

    @Slot(int)
    def choose(self, seat: int) -> None:
        """A seat was clicked: whoever can only sit down there does so at once."""
        place = self._place(seat)
        if place is None or not place.deeds:
            self._show(self._props._replace(chosen=-1))
        elif [deed.key for deed in place.deeds] == ["sit"]:
            self._show(self._props._replace(chosen=-1))
            self.wish("sit", seat)
        else:
            self._show(self._props._replace(chosen=-1 if seat == self._props.chosen else seat))

    @Slot(str, int)
    def wish(self, key: str, seat: int) -> None:
        """The person wants something; leaving is possible without a connection too."""
        if self._props.live or key == "leave":
            self.wanted.emit(key, seat)
            if key in SETTLED:
                self._show(self._props._replace(chosen=-1))

    @Slot(str, result=bool)
    def say(self, text: str) -> bool:
        """Say something at the table; whether it went."""
        if not (self._props.live and self._props.talks and text.strip()):
            return False
        if clean_chat(text) is None:
            self.tooLong.emit()
            return False
        self.said.emit(text)
        return True

    @Slot()
    def copyCode(self) -> None:
        """Put the invite code on the clipboard."""
        self.copyAsked.emit(self._props.code)

    def _place(self, seat: int) -> RoomSeat | None:
        if self._room is None:
            return None
        return next((each for each in self._room.seats if each.seat == seat), None)

    def _show(self, props: RoomPageProps) -> None:
        """Show the props; what was clicked goes when nothing can be done about it any more."""
        place = self._place(props.chosen)
        if place is None or not place.deeds:
            props = props._replace(chosen=-1, chosen_name="")
            self._seat_deeds.show([])
        else:
            props = props._replace(chosen_name=place.name)
            self._seat_deeds.show([_deed_row(deed) for deed in place.deeds])
        show(self, props)


def _seat_row(seat: RoomSeat) -> RoomSeatRow:
    return RoomSeatRow(
        seat.seat, seat.side.value, seat.name, seat.letter, seat.tags, seat.free, seat.ready, bool(seat.deeds)
    )


def _deed_row(deed: Deed) -> DeedRow:
    return DeedRow(deed.key, deed.label, deed.why, deed.main)
