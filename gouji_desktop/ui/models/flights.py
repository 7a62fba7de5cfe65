"""Where plays and gifts come from, and which sounds belong to an update; motions never delay the truth."""

from __future__ import annotations

from collections.abc import Sequence

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import Face, face_name, sort_faces
from gouji_desktop.rules.plays import is_gouji, play_of_faces
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Act
from gouji_desktop.table.session import Update
from gouji_desktop.ui.models.hand import HandModel
from gouji_desktop.ui.models.tableprops import TransferRow
from gouji_desktop.ui.models.tablerows import Flight
from gouji_desktop.ui.presenter.seating import offset_of
from gouji_desktop.ui.presenter.tablelayout import Rect, TableLayout

#: Cards grow as they fly from a seat's hand to the table.
FROM_SEAT = 0.55
#: More than so many plays in one update, and the picture jumps to the truth.
MOST_PLAYS = 2
#: Gifts that come to one seat at once lie so many pixels below each other.
GIFT_STEP = 36


class Flights:
    """Remembers, for every seat, which motion its last play was and where it began."""

    def __init__(self) -> None:
        self.motion = 0
        self.origins: dict[Seat, Flight] = {}
        self.transfers: list[TransferRow] = []
        self.sounds: list[str] = []
        self._takers: list[Seat] = []

    def forget(self) -> None:
        """Another table is shown."""
        self.origins = {}
        self.transfers = []
        self.sounds = []

    def stage(
        self,
        update: Update,
        own: Seat | None,
        layout: TableLayout,
        hand: HandModel,
        origin: Sequence[tuple[int, int]],
    ) -> None:
        """Take in an update: the origins of its plays, the cards that change hands, and its sounds."""
        self.transfers, self.sounds, self._takers = [], [], []
        if update.snapshot:
            self.origins = {}
            return
        plays = sum(isinstance(event, ev.Played) for event in update.events)
        for event in update.events:
            self._sound(event)
            if isinstance(event, ev.Played) and plays <= MOST_PLAYS:
                self.motion += 1
                self.origins[event.seat] = self._flight(event.seat, own, layout, hand, origin)
            elif isinstance(event, ev.TributePaid):
                payment = event.payment
                self._transfer(payment.payer, payment.taker, payment.faces, own, layout)
            elif isinstance(event, ev.Returned):
                self._transfer(event.giver, event.to, event.faces, own, layout)
            elif isinstance(event, ev.Bought):
                buy = event.purchase
                self._transfer(buy.seller, buy.buyer, (buy.face,), own, layout)
        if update.prompt is not None and not self.sounds:
            self.sounds.append("string")

    def _flight(
        self,
        seat: Seat,
        own: Seat | None,
        layout: TableLayout,
        hand: HandModel,
        origin: Sequence[tuple[int, int]],
    ) -> Flight:
        x, y = _middle(layout.seats[offset_of(seat, own)].panel)
        if seat != own or not origin:
            return Flight(self.motion, x, y, FROM_SEAT)
        left, right = min(place[0] for place in origin), max(place[0] for place in origin)
        width = hand.layout.card_width
        top = min(place[1] for place in origin)
        play = layout.seats[0].play
        return Flight(
            self.motion,
            layout.hand.x + (left + right + width) // 2,
            layout.hand.y + top + hand.layout.card_height // 2,
            width / max(1, play.card),
        )

    def _transfer(
        self, giver: Seat, taker: Seat, faces: tuple[Face, ...], own: Seat | None, layout: TableLayout
    ) -> None:
        self.motion += 1
        start = _middle(layout.seats[offset_of(giver, own)].panel)
        # In front of its seat, so that its name can be read.
        end = _middle(layout.seats[offset_of(taker, own)].play.area)
        names = tuple(face_name(face) for face in sort_faces(faces))
        # What comes to the same seat at once lies below each other.
        lower = GIFT_STEP * sum(other == taker for other in self._takers)
        self._takers.append(taker)
        self.transfers.append(TransferRow(self.motion, names, *start, end[0], end[1] + lower))

    def _sound(self, event: ev.Event) -> None:
        name = ""
        if isinstance(event, ev.Played):
            play = play_of_faces(event.faces)
            name = "wood" if play is not None and is_gouji(play) else "card"
            if event.burns:
                name = "drum"
        elif isinstance(event, ev.Passed):
            name = "tap"
            if event.act is Act.YIELD:
                self.sounds.append("tap")
        else:
            name = _SOUNDS.get(type(event), "")
        if name:
            self.sounds.append(name)


_SOUNDS: dict[type, str] = {
    ev.DealStarted: "riffle",
    ev.PointOpened: "seal",
    ev.DealEnded: "seal",
    ev.BurnStood: "drum_stand",
    ev.BurnSettled: "drum_damped",
    ev.TributePaid: "slide",
    ev.Returned: "slide",
    ev.Bought: "slide",
}


def _middle(rect: Rect) -> tuple[int, int]:
    return rect.x + rect.width // 2, rect.y + rect.height // 2
