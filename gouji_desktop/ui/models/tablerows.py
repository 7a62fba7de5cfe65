"""Rows of the table: seats and plays, derived from an update and a layout. Pure; no Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from gouji_desktop.rules.cards import Face, face_name, sort_faces
from gouji_desktop.rules.seats import NOBODY, Seat
from gouji_desktop.ui.presenter.seatprops import ActProps, SeatProps
from gouji_desktop.ui.presenter.tablelayout import Rect, TableLayout


class MarkRow(NamedTuple):
    """A seal or a tag on a panel."""

    text: str
    kind: str
    fresh: bool


class SeatRow(NamedTuple):
    """One seat's panel."""

    seat: Seat
    own: bool
    panel_x: int
    panel_y: int
    panel_width: int
    panel_height: int
    side: str
    mirrored: bool
    name: str
    second: str
    letter: str
    marks: tuple[MarkRow, ...]
    place: str
    away: bool
    announced: int
    unit: str
    ring_shown: bool
    ring_total_ms: int
    ring_left_ms: int
    ring_moves: bool
    ring_tab: bool
    description: str


class PlayRow(NamedTuple):
    """What one seat did last."""

    seat: Seat
    cards: tuple[str, ...]
    caption: str
    plate: bool
    beaten: bool
    side: str
    align: str
    area_x: int
    area_y: int
    area_width: int
    card_width: int
    room: int
    word: str
    word_area: Rect
    serial: int
    from_x: int
    from_y: int
    from_scale: float


class Flight(NamedTuple):
    """Where a seat's play comes from, and which motion of the table it is."""

    serial: int
    x: int
    y: int
    scale: float


STILL = Flight(0, 0, 0, 1.0)
NO_SHOWS: Mapping[Seat, tuple[Face, ...]] = MappingProxyType({})


def seat_rows(
    seats: Sequence[SeatProps],
    layout: TableLayout,
    *,
    before: Sequence[SeatRow] = (),
    running: bool = True,
    leads: tuple[Seat, str] = (NOBODY, ""),
) -> list[SeatRow]:
    """The six panels; a mark that was not there before is fresh, and stamps.

    `leads` is the seat that will lead the deal, and the word on its tag.
    """
    known = {row.seat: row.marks for row in before}
    rows = []
    for props, spot in zip(seats, layout.seats, strict=True):
        extra = (leads[1],) if props.seat == leads[0] else ()
        marks = _marks(props, extra, known.get(props.seat))
        ring = props.ring
        rows.append(
            SeatRow(
                props.seat,
                props.offset == 0,
                *spot.panel,
                props.side.value,
                spot.mirrored,
                props.name,
                props.about,
                props.letter,
                marks,
                props.place_text,
                any(badge.key in {"badge.away", "badge.left"} for badge in props.badges),
                -1 if props.announced is None else props.announced,
                props.announced_text,
                ring.shown,
                round((ring.total or 1) * 1000),
                round((ring.left if ring.left is not None else ring.total or 1) * 1000),
                running and ring.total is not None,
                ring.tab and ring.total is not None,
                ", ".join(badge.help for badge in props.badges),
            )
        )
    return rows


def _marks(props: SeatProps, tags: tuple[str, ...], old: tuple[MarkRow, ...] | None) -> tuple[MarkRow, ...]:
    # 掉线 stands beside the name already.
    badges = [badge for badge in props.badges if badge.text != props.about]
    wanted = [(text, "tag") for text in tags] + [(badge.text, badge.kind.value) for badge in badges]
    if old is not None and [(mark.text, mark.kind) for mark in old] == wanted:
        return old
    there = None if old is None else {mark.text for mark in old}
    return tuple(MarkRow(text, kind, fresh=there is not None and text not in there) for text, kind in wanted)


def plate_offset(seats: Sequence[SeatProps]) -> int | None:
    """The offset of the seat whose play is to be answered."""
    return next((props.offset for props in seats if props.act.top), None)


def play_rows(
    seats: Sequence[SeatProps],
    layout: TableLayout,
    flights: Mapping[Seat, Flight],
    *,
    last_round: bool = False,
    stood: Seat = NOBODY,
    shows: Mapping[Seat, tuple[Face, ...]] = NO_SHOWS,
    shown_word: str = "",
) -> list[PlayRow]:
    """What lies in front of the six seats: this round, or on demand the one before it, all of it veiled.

    The play that stood in the round before is not veiled. Before the first play `shows` lies there, what 亮牌 showed.
    """
    rows = []
    for props, spot in zip(seats, layout.seats, strict=True):
        act: ActProps = props.last_act if last_round else props.act
        if act.kind == "none" and not last_round and shows.get(props.seat):
            act = ActProps("cards", shows[props.seat], shown_word, past=True)
        laid, play = act.kind == "cards", spot.play
        plate = act.top and laid
        flight = flights.get(props.seat, STILL)
        rows.append(
            PlayRow(
                props.seat,
                tuple(face_name(face) for face in sort_faces(act.faces)),
                act.text if laid else "",
                plate,
                laid and not plate and (last_round or not (act.past and (props.seat == stood or props.seat in shows))),
                props.side.value,
                play.align.value,
                play.area.x,
                play.area.y,
                play.area.width,
                play.card,
                play.room,
                "" if laid else act.text,
                spot.word,
                *flight,
            )
        )
    return rows


def turn_of(seats: Sequence[SeatProps]) -> Seat:
    """The one seat that has the turn, NOBODY in a query."""
    ringed = [props.seat for props in seats if props.ring.shown]
    return ringed[0] if len(ringed) == 1 else NOBODY
