"""Where every card of the own hand lies: in one row, in two rows, or in stacks by rank.

All results are whole device-independent pixels from the left edge of the window and from the top of the hand
zone, which is `reserved_height()` high. A raised card may reach above that top by `rise_room()`; the table's
layout keeps that room free.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, floor
from typing import Final, NamedTuple

from gouji_desktop.ui.presenter.scale import Scale

CARD_WIDTH: Final = 84
"""Width of a card of the hand in units of the design; its height is 1.4 times that."""
SIDE_MARGINS: Final = 28
"""Both margins beside the hand together, in units of the design."""
INDEX_SHARE: Final = 0.215
"""Share of a card's width that holds its index: less than this may not stay visible."""
SMALLEST_EDGE: Final = 18
"""Least visible edge of a covered card in the automatic layout, in pixels."""
WIDEST_EDGE_SHARE: Final = 0.46
MANY_CARDS: Final = 40
UPPER_ROW_SHARE: Final = 0.56
"""Share of the upper row's height that stays visible above the lower row."""
SELECTED_RISE: Final = 0.20
HOVER_RISE: Final = 0.05
STACK_RISE: Final = 0.36
STACK_COLUMNS: Final = 15
STACK_GAP: Final = 6
STACK_STEP: Final = 5
"""How far a card of a stack looks out above the one before it, in pixels."""
STACK_DEPTH: Final = 20
"""What the cards behind a stack's front card may take together, in pixels."""
LABEL_HEIGHT: Final = 24
LABEL_GAP: Final = 4
SELECTED_ROOM: Final = 24
"""Room for raised cards that the table keeps free above the hand, in units of the design."""
JOKER_FACE: Final = 52
"""The first joker: a face code is `rank * 4 + suit` below it, 52 and 53 are the jokers."""


class HandMode(StrEnum):
    """How the player wants the hand laid out; `AUTO` chooses between one row and two."""

    AUTO = "auto"
    ONE = "one"
    TWO = "two"
    STACKS = "stacks"


class CardPlace(NamedTuple):
    """Where one card lies.

    `card` is its position in the hand as it was given, `x` and `y` its top left corner with the rise of a
    selected or hovered card already in it, `row` 0 for the upper or only row and 1 for the lower one (in
    stacks: the column), `z` the order of painting, `rest` the `y` the card has when it is neither selected
    nor hovered.
    """

    card: int
    x: int
    y: int
    row: int
    z: int
    rest: int


class StackLabel(NamedTuple):
    """The plate under a stack: its place and size, how many cards it counts, and how many are selected."""

    x: int
    y: int
    width: int
    height: int
    cards: int
    selected: int
    first: int
    """Position in the hand of one card of the stack."""


@dataclass(frozen=True, slots=True)
class HandLayout:
    """The whole hand laid out.

    `mode` is never `AUTO`. `edge` is what stays visible of a covered card, `gap` the additional room
    between ranks (both 0 for stacks), `height` what the zone reserves, `places` one entry a card in the
    order of the hand.
    """

    mode: HandMode
    card_width: int
    card_height: int
    edge: int
    gap: int
    height: int
    places: tuple[CardPlace, ...]
    labels: tuple[StackLabel, ...]


class _Row(NamedTuple):
    first: int
    last: int
    groups: int
    gap: int
    edge: int


def group_of(face: int) -> int:
    """Return the group a face belongs to in a row: its rank, and one group for both jokers."""
    return min(face, JOKER_FACE) // 4


def stack_of(face: int) -> int:
    """Return the column a face belongs to in stacks: its rank, and a column for each joker."""
    return face // 4 if face < JOKER_FACE else face


def card_size(scale: Scale) -> tuple[int, int]:
    """Return width and height in pixels of a card in one row or two."""
    width = scale.px(CARD_WIDTH)
    return width, floor(width * 1.4 + 0.5)


def stack_card_size(scale: Scale) -> tuple[int, int]:
    """Return width and height in pixels of a card in stacks; fifteen columns always fit."""
    room = scale.width - scale.px(SIDE_MARGINS) - (STACK_COLUMNS - 1) * scale.px(STACK_GAP)
    width = min(scale.px(CARD_WIDTH), room // STACK_COLUMNS)
    return width, floor(width * 1.4 + 0.5)


def rise_room(scale: Scale) -> int:
    """Return how far a raised card may reach above the hand zone, in pixels."""
    return scale.px(SELECTED_ROOM)


def smallest_edge(scale: Scale) -> int:
    """Return the least edge in pixels at which the automatic layout keeps one row."""
    return max(SMALLEST_EDGE, ceil(INDEX_SHARE * scale.px(CARD_WIDTH)))


def reserved_height(mode: HandMode, scale: Scale) -> int:
    """Return the height of the hand zone in pixels; it does not change while cards are played."""
    _, height = card_size(scale)
    if mode is HandMode.TWO:
        return height + floor(UPPER_ROW_SHARE * height + 0.5)
    if mode is HandMode.STACKS:
        _, stack_height = stack_card_size(scale)
        return _stack_top(scale, stack_height) + stack_height + scale.tx(LABEL_GAP) + scale.tx(LABEL_HEIGHT)
    return height


def edge_for(width: float, card_width: int, count: int, groups: int, gap: int) -> int:
    """Return the visible edge in pixels of `count` cards in `groups` ranks within `width` pixels of room."""
    widest = floor(WIDEST_EDGE_SHARE * card_width)
    if count < 2:
        return widest
    return max(1, min(widest, floor((width - card_width - groups * gap) / (count - 1))))


def choose_mode(faces: Sequence[int], scale: Scale, mode: HandMode = HandMode.AUTO) -> HandMode:
    """Return the layout that is used: the player's choice, or one row while its edges show the index."""
    if mode is not HandMode.AUTO:
        return mode
    row = _row(faces, 0, len(faces), scale)
    return HandMode.ONE if len(faces) < 2 or row.edge >= smallest_edge(scale) else HandMode.TWO


def lay_out(
    faces: Sequence[int],
    scale: Scale,
    mode: HandMode = HandMode.AUTO,
    *,
    selected: Collection[int] = frozenset(),
    hovered: int | None = None,
    received: Collection[int] = frozenset(),
) -> HandLayout:
    """Lay out a hand whose cards come in the order in which they are shown, left to right.

    `faces` are face codes 0 to 53; `selected`, `hovered` and `received` are positions in it. A hovered card
    that is selected does not rise further.
    """
    chosen = choose_mode(faces, scale, mode)
    raised = frozenset(selected)
    if chosen is HandMode.STACKS:
        return _stacks(faces, scale, raised, hovered, frozenset(received))
    return _rows(faces, scale, chosen, raised, hovered)


def card_at(layout: HandLayout, x: float, y: float) -> int | None:
    """Return the position in the hand of the topmost card under a point of the hand zone, or None.

    A card is hit where it lies and where it would lie unraised, so the pointer cannot lose a card by
    raising it.
    """
    found: CardPlace | None = None
    for place in layout.places:
        inside = place.x <= x < place.x + layout.card_width
        top, bottom = min(place.y, place.rest), max(place.y, place.rest) + layout.card_height
        if inside and top <= y < bottom and (found is None or place.z > found.z):
            found = place
    return None if found is None else found.card


def _row(faces: Sequence[int], first: int, last: int, scale: Scale) -> _Row:
    card_width, _ = card_size(scale)
    count = last - first
    groups = 0 if count == 0 else 1 + len(_boundaries(faces, first, last))
    gap = floor((0.08 if count <= MANY_CARDS else 0.04) * card_width + 0.5)
    room = scale.width - SIDE_MARGINS * scale.u
    return _Row(first, last, groups, gap, edge_for(room, card_width, count, groups, gap))


def _boundaries(faces: Sequence[int], first: int, last: int) -> list[int]:
    return [i for i in range(first + 1, last) if group_of(faces[i]) != group_of(faces[i - 1])]


def _split(faces: Sequence[int]) -> int:
    middle = len(faces) / 2
    return min(_boundaries(faces, 0, len(faces)), key=lambda i: abs(i - middle), default=len(faces))


def _rows(
    faces: Sequence[int], scale: Scale, mode: HandMode, selected: frozenset[int], hovered: int | None
) -> HandLayout:
    width, height = card_size(scale)
    split = _split(faces) if mode is HandMode.TWO else len(faces)
    rows = [_row(faces, 0, split, scale), _row(faces, split, len(faces), scale)]
    rows = [row for row in rows if row.last > row.first]
    edge = min((row.edge for row in rows), default=0)
    step_down = floor(UPPER_ROW_SHARE * height + 0.5)
    places: list[CardPlace] = []
    for number, row in enumerate(rows):
        level = number + (1 if mode is HandMode.TWO and len(rows) == 1 else 0)
        breaks = frozenset(_boundaries(faces, row.first, row.last))
        total = width + (row.last - row.first - 1) * edge + len(breaks) * row.gap
        x = (scale.width - total) // 2
        for index in range(row.first, row.last):
            if index > row.first:
                x += edge + (row.gap if index in breaks else 0)
            rest = level * step_down
            rise = _rise(index, width, selected, hovered, SELECTED_RISE)
            places.append(CardPlace(index, x, rest - rise, level, index, rest))
    gap = max((row.gap for row in rows), default=0)
    return HandLayout(mode, width, height, edge, gap, reserved_height(mode, scale), tuple(places), ())


def _rise(index: int, length: int, selected: frozenset[int], hovered: int | None, share: float) -> int:
    if index in selected:
        return floor(share * length + 0.5)
    return floor(HOVER_RISE * length + 0.5) if index == hovered else 0


def _stack_top(scale: Scale, height: int) -> int:
    """Return where a front card's top lies in the zone: below its depth and what its rise has no room for."""
    return STACK_DEPTH + max(0, ceil(STACK_RISE * height) - rise_room(scale) + scale.px(8))


def _stacks(
    faces: Sequence[int],
    scale: Scale,
    selected: frozenset[int],
    hovered: int | None,
    received: frozenset[int],
) -> HandLayout:
    width, height = stack_card_size(scale)
    columns: dict[int, list[int]] = {}
    for index, face in enumerate(faces):
        columns.setdefault(stack_of(face), []).append(index)
    pitch = width + scale.px(STACK_GAP)
    left = (scale.width - len(columns) * pitch + scale.px(STACK_GAP)) // 2
    front = _stack_top(scale, height)
    places: list[CardPlace] = []
    labels: list[StackLabel] = []
    for column, members in enumerate(columns.values()):
        x = left + column * pitch
        # Front to back: what stays before what is chosen, received cards first so that their stamp is seen.
        order = sorted(members, key=lambda i: (i in selected, i not in received, -i))
        step = max(1, min(STACK_STEP, STACK_DEPTH // max(1, len(order) - 1)))
        for depth, index in enumerate(order):
            rest = front - min(STACK_DEPTH, depth * step)
            rise = _rise(index, height, selected, hovered, STACK_RISE)
            places.append(CardPlace(index, x, rest - rise, column, len(order) - 1 - depth, rest))
        chosen = sum(1 for index in members if index in selected)
        plate_width = min(pitch, scale.tx(68 if chosen else 30))
        labels.append(
            StackLabel(
                x + (width - plate_width) // 2,
                front + height + scale.tx(LABEL_GAP),
                plate_width,
                scale.tx(LABEL_HEIGHT),
                len(members),
                chosen,
                members[0],
            )
        )
    places.sort()
    reserved = reserved_height(HandMode.STACKS, scale)
    return HandLayout(HandMode.STACKS, width, height, 0, 0, reserved, tuple(places), tuple(labels))
