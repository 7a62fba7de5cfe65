"""The index in the top left corner: rank over suit, all of it left of ``INDEX_WIDTH``."""

from __future__ import annotations

from typing import NamedTuple

from tools.draw_cards.glyphs import Face
from tools.draw_cards.suits import draw_suit
from tools.draw_cards.svg import Box, element, line, rect

RANKS = "3456789TJQKA2"
INDEX_WIDTH = 43


class IndexLayout(NamedTuple):
    """Places of the parts of an index, and of the tribute stamp under it."""

    rank: Box
    suit_y: float
    suit_size: float
    stamp_y: float
    queen_height: float


SUIT_X = 24.5
STAMP_X = 6

STANDARD = IndexLayout(Box(6.5, 13, 36, 48), suit_y=86, suit_size=35, stamp_y=109, queen_height=52.8)
# The large index is moved up so that the stamp under it still shows where 0.56 of a card's height is seen.
LARGE = IndexLayout(Box(6, 7, 37, 72), suit_y=103.5, suit_size=38, stamp_y=122, queen_height=78)

# Ink widths of ranks as parts of the box, so that letters keep their character when stretched.
_NATURAL_WIDTHS = {"J": 0.74, "Q": 1.0, "K": 1.0, "A": 1.0}
_DIGIT_WIDTH = 0.86
_SIDE_BEARING = 0.98


def draw_index(sans: Face, rank: str, suit: str, colour: str, layout: IndexLayout) -> str:
    """Rank and suit in the corner."""
    mark = draw_suit(suit, SUIT_X, layout.suit_y, layout.suit_size, colour)
    return draw_rank(sans, rank, colour, layout) + mark


def draw_rank(sans: Face, rank: str, colour: str, layout: IndexLayout) -> str:
    """The rank alone; the tail of the queen hangs below the line of the others."""
    if rank == "T":
        return _draw_ten(layout.rank, colour)
    box = layout.rank
    width = box.width * _NATURAL_WIDTHS.get(rank, _DIGIT_WIDTH) * _SIDE_BEARING
    height = layout.queen_height if rank == "Q" else box.height
    return sans.fill(rank, Box(box.x + (box.width - width) / 2, box.y, width, height), colour)


def _draw_ten(box: Box, colour: str) -> str:
    """10 in the width of one figure: a flag and a stem, and a ring with straight sides."""
    stroke = box.width * 0.215
    stem_right = box.x + box.width * 0.30
    ring_left = stem_right + box.width * 0.12
    ring_width = box.x + box.width - ring_left
    flag = line(
        f"M{box.x + stroke * 0.3:.1f} {box.y + box.height * 0.22:.1f}"
        f"L{stem_right - stroke / 2:.1f} {box.y + stroke * 0.75:.1f}",
        colour,
        stroke * 0.8,
    )
    stem = rect(Box(stem_right - stroke, box.y, stroke, box.height), colour)
    ring = element(
        "rect",
        x=ring_left + stroke / 2,
        y=box.y + stroke / 2,
        width=ring_width - stroke,
        height=box.height - stroke,
        rx=(ring_width - stroke) / 2,
        fill="none",
        stroke=colour,
        stroke_width=stroke,
    )
    return flag + stem + ring
