"""The own hand: cards with their places, and what mouse and keyboard do to them.

Which card lies under the pointer, what a key chooses and where everything lies is computed by the presenter; this
model keeps the inputs and shows the result as rows that are moved and changed, never reset.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.rules.cards import Face, face_name
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.views import View
from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import Rows
from gouji_desktop.ui.presenter import selection as choosing
from gouji_desktop.ui.presenter.arranging import (
    Arrangement,
    Handle,
    Mark,
    move_cards,
    sort_cards,
    update_arrangement,
)
from gouji_desktop.ui.presenter.cardwords import card_word
from gouji_desktop.ui.presenter.handlayout import HandLayout, HandMode, card_at, choose_mode, lay_out
from gouji_desktop.ui.presenter.scale import Scale, scale_for
from gouji_desktop.ui.presenter.selection import Selection
from gouji_desktop.ui.presenter.words import Words

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


class HandCardRow(NamedTuple):
    """One card of the hand."""

    handle: Handle
    name: str
    received: bool
    bought: bool
    selected: bool
    cursor: bool
    place_x: int
    place_y: int
    place_z: int
    label: str


class StackRow(NamedTuple):
    """The plate under one stack."""

    plate_x: int
    plate_y: int
    plate_width: int
    plate_height: int
    text: str
    chosen: bool
    handle: Handle


class HandProps(NamedTuple):
    """What the hand shows besides its cards."""

    card_width: int = 0
    size: int = 0
    dealing: bool = False
    mode: str = "one"
    manual: bool = False


@QmlElement
class HandModel(QObject):
    """The own hand."""

    cardWidthChanged = Signal()
    sizeChanged = Signal()
    dealingChanged = Signal()
    modeChanged = Signal()
    manualChanged = Signal()
    #: The window has another size: cards are put there without motion.
    resized = Signal()
    #: They have been put there.
    settled = Signal()
    #: The chosen cards are others than before.
    selectionChanged = Signal()

    _cardWidth = prop("card_width")
    _size = prop("size")
    _dealing = prop("dealing")
    _mode = prop("mode")
    _manual = prop("manual")
    cardWidth = Property(int, _cardWidth, notify=cardWidthChanged)
    size = Property(int, _size, notify=sizeChanged)
    #: Cards that come now are being dealt, and fly in.
    dealing = Property(bool, _dealing, notify=dealingChanged)
    mode = Property(str, _mode, notify=modeChanged)
    manual = Property(bool, _manual, notify=manualChanged)

    def __init__(self, words: Callable[[], Words], parent: QObject) -> None:
        super().__init__(parent)
        self._props = HandProps()
        self._words = words
        self._scale = scale_for(1280, 800)
        self._wanted = HandMode.AUTO
        self._arrangement = Arrangement()
        self._selection = choosing.EMPTY
        self._hovered: Handle | None = None
        self._layout: HandLayout = lay_out((), self._scale)
        self.card_rows = Rows(HandCardRow, self, key=lambda row: row.handle)
        self._stacks = Rows(StackRow, self)
        self._before_drag: Selection | None = None
        self._drag_first: Handle | None = None
        self._moving = False
        self._before_last_press: Selection | None = None
        self._before_press: Selection | None = None
        #: How many cards an answer to the table has, 0 where that is open: what a double click takes of a rank.
        self.asked = 0

    @Property(QObject, constant=True)
    def cards(self) -> QObject:
        """The cards, left to right."""
        return self.card_rows

    @Property(QObject, constant=True)
    def stacks(self) -> QObject:
        """The plates under stacks; none in rows."""
        return self._stacks

    @property
    def selection(self) -> Selection:
        """What is chosen."""
        return self._selection

    @property
    def arrangement(self) -> Arrangement:
        """The cards in their order."""
        return self._arrangement

    @property
    def layout(self) -> HandLayout:
        """Where the cards lie."""
        return self._layout

    @property
    def faces(self) -> tuple[Face, ...]:
        """The chosen faces in the order of the hand."""
        return choosing.chosen_faces(self._selection, self._arrangement.items)

    @property
    def wanted_mode(self) -> HandMode:
        """The layout the person has chosen."""
        return self._wanted

    def used_mode(self, scale: Scale) -> HandMode:
        """The layout that a window of this scale gets: judged on the hand as it was dealt, so that it stays."""
        return choose_mode(self._judged, scale, self._wanted)

    @property
    def _judged(self) -> tuple[Face, ...]:
        dealt = self._arrangement.dealt
        faces = getattr(dealt, "faces", ())
        return faces if len(faces) > len(self._arrangement.items) else self._arrangement.faces

    def set_view(self, view: View | None, seat: Seat | None, *, animate: bool = False) -> None:
        """Take over the cards of a view; the selection loses nothing but cards that have left.

        A hand that was dealt just now comes flying if `animate` is set.
        """
        old = self._arrangement
        if view is None:
            self._arrangement = Arrangement(next_handle=old.next_handle)
        else:
            self._arrangement = update_arrangement(old, view, seat, self._selection.handles)
        fresh = bool(self._arrangement.items) and self._arrangement.dealt != old.dealt
        self._select(choosing.keep(self._selection, self._arrangement.items))
        if self._hovered not in self._arrangement.handles:
            self._hovered = None
        self._derive(dealing=fresh and animate)

    def set_scale(self, scale: Scale, mode: HandMode) -> None:
        """The window has this size now, and the person wants the hand laid out so."""
        if (scale, mode) != (self._scale, self._wanted):
            self._scale, self._wanted = scale, mode
            self.resized.emit()
            self._derive()
            self.settled.emit()

    def retranslate(self) -> None:
        """The language has changed."""
        self._derive()

    def choose_faces(self, faces: Collection[Face]) -> None:
        """Choose exactly these faces: a hint, or what a dialog proposes."""
        self._become(choosing.choose_faces(self._selection, self._arrangement.items, faces))

    def clear(self) -> None:
        """Choose nothing."""
        self._become(choosing.clear(self._selection))

    def places_of(self, handles: Collection[Handle]) -> tuple[tuple[int, int], ...]:
        """Where some cards lie, in the hand zone."""
        items = self._arrangement.items
        return tuple((place.x, place.y) for place in self._layout.places if items[place.card].handle in handles)

    @Slot(float, float)
    def hoverAt(self, x: float, y: float) -> None:
        """The pointer is here, without a button."""
        self._hover(self._handle_at(x, y))

    @Slot()
    def away(self) -> None:
        """The pointer has left the hand."""
        self._hover(None)

    @Slot(float, float, bool)
    def pressAt(self, x: float, y: float, extend: bool) -> None:
        """The button went down: the card under it rises or sinks. With Shift, chosen cards are about to be moved."""
        handle = self._handle_at(x, y)
        self._before_last_press, self._before_press = self._before_press, self._selection
        self._before_drag, self._drag_first = self._selection, handle
        self._moving = extend and handle is not None
        if handle is None:
            return
        if self._moving:
            if handle not in self._selection.handles:
                self._become(choosing.choose(self._selection, self._arrangement.items, (handle,)))
        else:
            self._become(choosing.click(self._selection, self._arrangement.items, handle))

    @Slot(float, float)
    def dragTo(self, x: float, y: float) -> None:
        """The pointer moves with the button down."""
        handle = self._handle_at(x, min(max(y, 0.0), float(self._layout.height - 1)))
        if handle is None or self._drag_first is None or self._before_drag is None:
            return
        if self._moving:
            self._move_before(handle)
        elif handle != self._drag_first or self._selection.before_click is None:
            self._become(choosing.drag(self._before_drag, self._arrangement.items, self._drag_first, handle))

    @Slot()
    def release(self) -> None:
        """The button went up."""
        self._before_drag = self._drag_first = None
        self._moving = False

    @Slot(float, float)
    def doubleClickAt(self, x: float, y: float) -> None:
        """A double click: as much of the rank as the table asks for, then the whole rank."""
        handle = self._handle_at(x, y)
        if handle is None:
            return
        before = self._before_last_press or self._before_press or self._selection
        self._become(choosing.double_click(before, self._arrangement.items, handle, self.asked))
        self.release()

    @Slot(int)
    def toggle(self, handle: int) -> None:
        """Assistive technology asked for a card to rise or sink."""
        self._become(choosing.click(self._selection, self._arrangement.items, handle))

    @Slot(int)
    def toggleStack(self, handle: int) -> None:
        """The plate under a stack was clicked: what a double click takes."""
        self._become(choosing.toggle_rank(self._selection, self._arrangement.items, handle, self.asked))

    @Slot()
    def sort(self) -> None:
        """Back to the automatic order."""
        self._arrangement = sort_cards(self._arrangement)
        self._derive()

    def press_key(self, key: str) -> bool:
        """A key for the selection; whether it was one."""
        if not choosing.takes_key(key):
            return False
        self._become(choosing.press_key(self._selection, self._arrangement.items, key))
        return True

    def _move_before(self, handle: Handle) -> None:
        handles = self._arrangement.handles
        first = handles.index(self._drag_first) if self._drag_first in handles else 0
        place = handles.index(handle)
        before = handle if place < first else next(iter(handles[place + 1 :]), None)
        self._arrangement = move_cards(self._arrangement, self._selection.handles, before)
        self._derive()

    def _handle_at(self, x: float, y: float) -> Handle | None:
        card = card_at(self._layout, x, y)
        return None if card is None else self._arrangement.items[card].handle

    def _hover(self, handle: Handle | None) -> None:
        if handle != self._hovered:
            self._hovered = handle
            self._derive()

    def _become(self, selection: Selection) -> None:
        if selection != self._selection:
            self._select(selection)
            self._derive()

    def _select(self, selection: Selection) -> None:
        old, self._selection = self._selection, selection
        if old.chosen != selection.chosen:
            self.selectionChanged.emit()

    def _derive(self, *, dealing: bool = False) -> None:
        items = self._arrangement.items
        chosen = self._selection.handles
        words = self._words()
        position = {item.handle: place for place, item in enumerate(items)}
        layout = self._layout = lay_out(
            self._arrangement.faces,
            self._scale,
            self.used_mode(self._scale),
            selected=frozenset(position[handle] for handle in chosen if handle in position),
            hovered=None if self._hovered is None else position.get(self._hovered),
            received=frozenset(place for place, item in enumerate(items) if item.received),
        )
        show(self, HandProps(layout.card_width, len(items), dealing, layout.mode.value, self._arrangement.manual))
        self.card_rows.show(
            [
                HandCardRow(
                    item.handle,
                    face_name(item.face),
                    item.mark is Mark.TRIBUTE,
                    item.mark is Mark.BOUGHT,
                    item.handle in chosen,
                    item.handle == self._selection.cursor,
                    place.x,
                    place.y,
                    place.z,
                    card_word(item.face, words),
                )
                for item, place in zip(items, self._layout.places, strict=True)
            ]
        )
        self._stacks.show(
            [
                StackRow(
                    label.x,
                    label.y,
                    label.width,
                    label.height,
                    words("hand.chosen", chosen=label.selected, n=label.cards) if label.selected else str(label.cards),
                    label.selected > 0,
                    items[label.first].handle,
                )
                for label in self._layout.labels
            ]
        )
        if dealing:
            show(self, self._props._replace(dealing=False))
