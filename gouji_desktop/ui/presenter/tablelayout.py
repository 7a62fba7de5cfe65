"""Where the parts of the table window stand: bars, seats, plays, message, action row and hand.

`lay_out_table` answers in whole device-independent pixels of the window. The places follow from the size of
the window, the layout of the hand, the language and the seat whose play is to be answered; they never
depend on what a seat holds or how long its words are, so nothing jumps while a round goes on. Where the
smallest window leaves too little room, plays move within their corridor and the plate's cards shrink, and
nothing overlaps.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from math import floor
from typing import Final, NamedTuple

from gouji_desktop.ui.presenter.handlayout import INDEX_SHARE, HandMode, reserved_height, rise_room
from gouji_desktop.ui.presenter.scale import Scale, half_up, scale_for

PILE_CARD: Final = 64
"""Width of the cards of a play of the round, in units of the design."""
PLATE_CARD: Final = 88
"""Width of the cards of the play to be answered, in units of the design."""
PILE_STEP: Final = 0.44
"""Widest step between the cards of a play, as a share of their width."""
CARD_RATIO: Final = 1.4
ROOMS: Final = (200, 200, 250, 300, 250, 200)
"""Widest extent of the cards of a play, by seat, in units of the design."""
LEAST_GAP: Final = 6
"""Least distance in pixels between plays, panels and the message."""
CLEAR_SIDE: Final = 30
PLATE_SIDE: Final = 18
PLATE_TOP: Final = 9
PLATE_BOTTOM: Final = 10
CAPTION_GAP: Final = 5
CAPTION_FONT: Final = 13
WORD_FONT: Final = 24
PANEL_WIDTH: Final = 206
WIDE_PANEL_WIDTH: Final = 232
"""Width of a seat's panel in languages with longer words."""
ROOMY: Final = 1280
"""From this width of a window on, in pixels, such a panel may be wider still."""
ROOMY_PANEL_WIDTH: Final = 256
PANEL_HEIGHT: Final = 74
EDGE_ROOM: Final = 24
"""How far a count chip or the seal of a place may reach over the inner edge of a panel."""
SIDE_PANEL: Final = 304
"""Width of a panel at the right (log, chat …), in units of the text."""
COIN_HOLE: Final = 0.14
"""Half the side of the coin's square hole, as a share of the coin's width."""


class Side(StrEnum):
    """How a seat stands to the person at the foot of the table."""

    YOU = "you"
    ALLY = "ally"
    ENEMY = "enemy"
    OPPOSITE = "opposite"


SIDES: Final = (Side.YOU, Side.ENEMY, Side.ALLY, Side.OPPOSITE, Side.ALLY, Side.ENEMY)
"""The side of the seat that plays so many turns after the own one."""


ACROSS: Final = 3
"""The offset of the opposite."""


class Align(StrEnum):
    """To which edge of its place a play is pushed."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


class Rect(NamedTuple):
    """A rectangle in pixels of the window."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to the right of it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.height

    def overlaps(self, other: Rect) -> bool:
        """Say whether the two share a pixel."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


class Play(NamedTuple):
    """The place of a seat's play.

    `area` is the most it may cover, words included; the play is pushed to its `align` edge. `card` is the
    width of its cards, `room` the widest extent of the cards, both in pixels; `plate` says whether it is
    the play to be answered, in its frame.
    """

    area: Rect
    card: int
    room: int
    align: Align
    plate: bool


class SeatSpot(NamedTuple):
    """What belongs to one seat.

    `offset` counts seats in the direction of play from the own one (0). `mirrored` panels have the avatar
    on the right. `word` is where 过 or 让 lies instead of a play, `edge` what a count chip or the seal of a place
    may cover at the inner edge of the panel, inside and outside of it.
    """

    offset: int
    side: Side
    panel: Rect
    mirrored: bool
    play: Play
    word: Rect
    edge: Rect


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The whole window laid out; every rectangle is in pixels of the window.

    `table` is the oval with its rim, `radius` its corner, `rim` the width of the wood. `message` is the
    room for the two lines of 轮到你. `actions` runs from the own panel to the right margin. `hand` is the
    zone of `handlayout`, as wide as the window. `dialog` is the area a dialog may stand in without hiding
    the hand.
    """

    scale: Scale
    mode: HandMode
    top_bar: Rect
    table: Rect
    radius: int
    rim: int
    coin: Rect
    seats: tuple[SeatSpot, ...]
    message: Rect
    actions: Rect
    hand: Rect
    dialog: Rect


class _Frame(NamedTuple):
    """What the plays at the sides have to keep clear of: `foot` is the top of the message."""

    scale: Scale
    table: Rect
    foot: int
    across: Rect


class _Half(NamedTuple):
    """The two seats of the right half: their panels and plays."""

    near: Rect
    far: Rect
    near_play: Play
    far_play: Play


def pile_step(card: int, room: int, count: int) -> int:
    """Return the step in pixels between `count` cards of a play, `card` wide, within `room`."""
    if count < 2:
        return 0
    return max(1, floor(min(PILE_STEP * card, (room - card) / (count - 1))))


def pile_width(card: int, room: int, count: int) -> int:
    """Return the extent in pixels of `count` cards of a play."""
    return 0 if count == 0 else card + (count - 1) * pile_step(card, room, count)


def lay_out_table(
    width: int,
    height: int,
    *,
    mode: HandMode = HandMode.ONE,
    wide: bool = False,
    plate: int | None = None,
) -> TableLayout:
    """Lay out the table for a window of `width` by `height` pixels.

    `mode` is how the hand lies (never `AUTO`), `wide` asks for the wider panels of languages with long words,
    `plate` is the offset of the seat whose play is to be answered.
    """
    scale = scale_for(width, height)
    px = scale.px
    top_bar = Rect(0, 0, width, max(px(54), 46))
    hand_height = reserved_height(mode, scale)
    hand = Rect(0, height - px(10) - hand_height, width, hand_height)
    row = hand.y - px(24) - px(50)
    top = top_bar.bottom + px(4)
    table = Rect(px(14), top, width - 2 * px(14), row - px(9) - top)
    lines = scale.line(22) + px(4) + scale.line(15)
    message = Rect(table.x + table.height // 3, table.bottom - px(28) - lines, 0, lines)
    message = message._replace(width=width - 2 * message.x)
    roomy = width >= ROOMY and height >= ROOMY * 5 // 8
    panel_width = scale.tx((ROOMY_PANEL_WIDTH if roomy else WIDE_PANEL_WIDTH) if wide else PANEL_WIDTH)
    own_panel = Rect(px(16), row - px(18), panel_width, px(PANEL_HEIGHT))
    top_panel = Rect((width - panel_width) // 2, table.y - px(2), panel_width, px(PANEL_HEIGHT))

    across = _across(scale, table, message, plate=plate == ACROSS)
    frame = _Frame(scale, table, message.y, across.area)
    right = _half(frame, panel_width, near_plate=plate == 1, far_plate=plate == 2)
    left = _half(frame, panel_width, near_plate=plate == 5, far_plate=plate == 4)
    inner = min(right.near_play.area.x, left.near_play.area.x)
    own = _own(scale, table, (across.area.bottom, message.y), inner, plate=plate == 0)
    left = _mirrored(left, width)

    panels = (own_panel, right.near, right.far, top_panel, left.far, left.near)
    plays = (own, right.near_play, right.far_play, across, left.far_play, left.near_play)
    radius = floor(0.15 * table.height + 0.5)
    centre = table.y + half_up(0.66 * table.height)
    coin = Rect(width // 2 - radius, centre - radius, 2 * radius, 2 * radius)
    seats = tuple(
        _spot(scale, offset, panel, play) for offset, (panel, play) in enumerate(zip(panels, plays, strict=True))
    )
    seats = (_clear_of_coin(seats[0], scale, coin, message.y), *seats[1:])
    actions_x = seats[0].edge.right + px(6)
    dialog_top = top_bar.bottom + px(8)
    return TableLayout(
        scale=scale,
        mode=mode,
        top_bar=top_bar,
        table=table,
        radius=half_up(0.34 * table.height),
        rim=px(7),
        coin=coin,
        seats=seats,
        message=message,
        actions=Rect(actions_x, row, width - px(18) - actions_x, scale.button(50)),
        hand=hand,
        dialog=Rect(px(14), dialog_top, width - 2 * px(14), hand.y - rise_room(scale) - dialog_top),
    )


def _chrome(scale: Scale, *, plate: bool) -> int:
    """Return the height of a play without its cards."""
    words = scale.px(CAPTION_GAP) + scale.line(CAPTION_FONT)
    return words + (scale.px(PLATE_TOP) + scale.px(PLATE_BOTTOM) if plate else 0)


def _card(scale: Scale, available: int, *, plate: bool) -> int:
    """Return the width of a play's cards: what the design wants or what fits into `available` pixels."""
    wanted = scale.px(PLATE_CARD if plate else PILE_CARD)
    return max(1, min(wanted, floor((available - _chrome(scale, plate=plate) + 0.49) / CARD_RATIO)))


def _size(scale: Scale, card: int, room: int, *, plate: bool) -> tuple[int, int]:
    height = half_up(card * CARD_RATIO) + _chrome(scale, plate=plate)
    return room + (2 * scale.px(PLATE_SIDE) if plate else 0), height


def _across(scale: Scale, table: Rect, message: Rect, *, plate: bool) -> Play:
    """Return the play of the opposite: under its panel, and leaving room for the own one."""
    y = table.y + scale.px(86)
    _, pile = _size(scale, scale.px(PILE_CARD), 0, plate=False)
    card = _card(scale, message.y - 2 * LEAST_GAP - pile - y, plate=plate)
    room = scale.px(ROOMS[ACROSS])
    wide, high = _size(scale, card, room, plate=plate)
    return Play(Rect((scale.width - wide) // 2, y, wide, high), card, room, Align.CENTER, plate)


def _own(scale: Scale, table: Rect, corridor: tuple[int, int], inner: int, *, plate: bool) -> Play:
    """Return the own play: on the coin, between the opposite's play and the message.

    `inner` is where the plays of the right half begin, or those of the left half mirrored.
    """
    low, high = corridor[0] + LEAST_GAP, corridor[1] - LEAST_GAP
    card = _card(scale, high - low, plate=plate)
    frame = scale.px(PLATE_SIDE) if plate else 0
    room = min(scale.px(ROOMS[0]), 2 * (inner - LEAST_GAP - frame - scale.width // 2 - 1))
    wide, tall = _size(scale, card, room, plate=plate)
    y = max(low, min(table.y + half_up(0.66 * table.height) - tall // 2, high - tall))
    return Play(Rect((scale.width - wide) // 2, y, wide, tall), card, room, Align.CENTER, plate)


def _half(frame: _Frame, panel_width: int, *, near_plate: bool, far_plate: bool) -> _Half:
    """Return the right half: the enemy beside the own seat (near) and the ally beside the opposite (far)."""
    scale, table = frame.scale, frame.table

    def panel(margin: int, share: float) -> Rect:
        y = table.y + half_up(share * table.height)
        return Rect(scale.width - scale.px(margin) - panel_width, y, panel_width, scale.px(PANEL_HEIGHT))

    near, far = panel(22, 0.60), panel(78, 0.10)
    near_play = _near_play(frame, near, far, plate=near_plate)
    return _Half(near, far, near_play, _far_play(scale, near, far, near_play.area, plate=far_plate))


def _near_play(frame: _Frame, near: Rect, far: Rect, *, plate: bool) -> Play:
    """Return the near seat's play: beside its panel, between the far panel and the message."""
    scale = frame.scale
    right = near.x - scale.px(44)
    room = scale.px(ROOMS[1])
    if plate:
        # The own play keeps its full room on the other side.
        own_right = scale.width // 2 + scale.px(ROOMS[0]) // 2 + LEAST_GAP + 1
        room = min(room, right - 2 * scale.px(PLATE_SIDE) - own_right)
    wide, _ = _size(scale, 0, room, plate=plate)
    above = max(far.bottom, frame.across.bottom if right - wide < frame.across.right else 0)
    low, high = above + LEAST_GAP, frame.foot - LEAST_GAP
    card = _card(scale, high - low, plate=plate)
    _, tall = _size(scale, card, room, plate=plate)
    y = max(low, min(frame.table.y + half_up(0.575 * frame.table.height), high - tall))
    return Play(Rect(right - wide, y, wide, tall), card, room, Align.RIGHT, plate)


def _far_play(scale: Scale, near: Rect, far: Rect, beside: Rect, *, plate: bool) -> Play:
    """Return the far seat's play: under its panel, or further out if the near seat is in the way."""
    y = far.bottom + scale.px(6 if plate else 10)
    full = scale.px(ROOMS[2])
    frame = 2 * scale.px(PLATE_SIDE) if plate else 0
    plain_right = far.right - scale.px(30)
    in_the_way = plain_right - full - frame < beside.right + LEAST_GAP
    plain_low = min(near.y, beside.y) if in_the_way else near.y
    outer_right = min(scale.width - scale.px(CLEAR_SIDE), beside.right + LEAST_GAP + full + frame)
    outer_room = min(full, outer_right - frame - beside.right - LEAST_GAP)
    choices = []
    for right, low, room in ((plain_right, plain_low, full), (outer_right, near.y, outer_room)):
        card = _card(scale, low - LEAST_GAP - y, plate=plate)
        wide, tall = _size(scale, card, room, plate=plate)
        choices.append(Play(Rect(right - wide, y, wide, tall), card, room, Align.RIGHT, plate))
    return max(choices, key=_legibility)


def _legibility(play: Play) -> float:
    """Return how well eight cards can be read there: their width, less if their index is covered."""
    step = (play.room - play.card) / 7
    return play.card * min(1.0, step / (INDEX_SHARE * play.card))


def _mirrored(half: _Half, width: int) -> _Half:
    def turn(rect: Rect) -> Rect:
        return rect._replace(x=width - rect.right)

    def turn_play(play: Play) -> Play:
        return play._replace(area=turn(play.area), align=Align.LEFT)

    return _Half(turn(half.near), turn(half.far), turn_play(half.near_play), turn_play(half.far_play))


def _spot(scale: Scale, offset: int, panel: Rect, play: Play) -> SeatSpot:
    """Return one seat with the place of its word: level with a side panel, else where plays lie."""
    height = scale.line(WORD_FONT)
    width = scale.tx(140)
    area = play.area
    x = area.x + (area.width - width) // 2
    if play.align is Align.RIGHT:
        x = area.right - width
    elif play.align is Align.LEFT:
        x = area.x
    y = area.y
    if offset in (1, 5):
        y = panel.y + (panel.height - height) // 2
    elif offset == 0:
        y = area.y + (area.height - height) // 2
    mirrored = offset in (1, 2)
    reach = scale.tx(EDGE_ROOM)
    edge = Rect((panel.x if mirrored else panel.right) - reach, panel.y, 2 * reach, panel.height)
    return SeatSpot(offset, SIDES[offset], panel, mirrored, play, Rect(x, y, width, height), edge)


def _clear_of_coin(own: SeatSpot, scale: Scale, coin: Rect, foot: int) -> SeatSpot:
    """Return the own seat with its word on the ring of the coin, under the square hole and over the message."""
    hole = coin.y + coin.height // 2 + half_up(COIN_HOLE * coin.width)
    y = min(hole + scale.px(4), foot - LEAST_GAP // 2 - own.word.height)
    return own._replace(word=own.word._replace(y=y))


def beside_panel(layout: TableLayout) -> TableLayout:
    """Return the layout while a panel stands at the right: plays and words that it would cover lie to the left of it.

    What lies in the middle makes way as far as the left half allows; then the plays of the right half become narrower.
    """
    limit = panel_left(layout) - LEAST_GAP
    own, near, far, across, left_far, left_near = layout.seats
    if max(near.play.area.right, far.play.area.right) <= limit:
        return layout
    across = _narrowed(across, min(across.play.room, layout.scale.px(ROOMS[0])))
    slack = min(own.play.area.x - left_near.play.area.right, across.play.area.x - left_far.play.area.right) - LEAST_GAP
    widest = max(own.play.area.right + near.play.area.width, across.play.area.right + far.play.area.width)
    shift = max(0, min(slack, widest + LEAST_GAP - limit))
    own, across = (_moved(spot, spot.play.area.x - shift, spot.play.area.y) for spot in (own, across))
    near = _squeezed(layout.scale, near, own.play.area.right, limit, across.play.area, None)
    # As low as the message allows: its own panel is covered, and the far play needs the room.
    foot = layout.message.y - LEAST_GAP - near.play.area.height
    near = _moved(near, near.play.area.x, max(near.play.area.y, foot))
    middle = max(own.play.area.right, across.play.area.right)
    choices = [
        _squeezed(layout.scale, far, left, limit, across.panel, near.play.area)
        for left in (middle, max(middle, across.panel.right))
    ]
    far = max(choices, key=lambda spot: _legibility(spot.play))
    return replace(layout, seats=(own, near, far, across, left_far, left_near))


def panel_left(layout: TableLayout) -> int:
    """Return where a panel at the right begins."""
    return layout.table.right - layout.scale.tx(SIDE_PANEL)


def _moved(spot: SeatSpot, x: int, y: int) -> SeatSpot:
    """Return a seat whose play begins at a point, its word with it."""
    area, word = spot.play.area, spot.word
    play = spot.play._replace(area=area._replace(x=x, y=y))
    return spot._replace(play=play, word=word._replace(x=word.x + x - area.x, y=word.y + y - area.y))


def _narrowed(spot: SeatSpot, room: int) -> SeatSpot:
    """Return a seat in the middle whose play has so much room."""
    play, less = spot.play, spot.play.room - room
    area = play.area._replace(x=play.area.x + less // 2, width=play.area.width - less)
    return spot._replace(play=play._replace(area=area, room=room))


def _squeezed(scale: Scale, spot: SeatSpot, left: int, right: int, above: Rect, below: Rect | None) -> SeatSpot:
    """Return a seat of the right half whose play lies between two columns, under one thing and over another.

    Its own panel is covered, so that the play may lie as high as that.
    """
    play, area = spot.play, spot.play.area
    if area.right <= right:
        return spot
    room = play.room - max(0, area.width - (right - left - LEAST_GAP))
    card = play.card if room == play.room else min(play.card, scale.px(PILE_CARD))
    wide, tall = _size(scale, card, room, plate=play.plate)
    x, y = right - wide, area.y
    if below is not None and y + tall > below.y - LEAST_GAP:
        y = below.y - LEAST_GAP - tall
    low = above.bottom + LEAST_GAP if x < above.right + LEAST_GAP else min(spot.panel.y, area.y)
    if y < low and (below is not None or area.y < low):
        y = low
        high = area.bottom if below is None else below.y - LEAST_GAP
        card = min(card, _card(scale, high - low, plate=play.plate))
        wide, tall = _size(scale, card, room, plate=play.plate)
    moved = Rect(right - wide, y, wide, tall)
    word = spot.word._replace(x=right - spot.word.width, y=spot.word.y + y - area.y if below else spot.word.y)
    return spot._replace(play=play._replace(area=moved, card=card, room=room), word=word)
