"""Stamps on cards: 贡 for a tribute card, 买 for a purchased one; in English T and B."""

from __future__ import annotations

from tools.draw_cards.glyphs import Face
from tools.draw_cards.palette import RED, STAMP_TEXT
from tools.draw_cards.svg import Box, document, path

STAMP_SIDE = 40
# A seal cut by hand: no two sides are quite parallel. It leaves a little room on the right, where the next card
# of a narrow fan begins.
_SQUARE = "M1 1L38 0.5L38.5 38.5L0.5 39Z"
_WORDS = {"stamp": "贡", "stamp-bought": "买", "stamp-en": "T", "stamp-bought-en": "B"}


def draw_stamps(sans: Face) -> dict[str, str]:
    """Whole SVG files of the stamps by file name."""
    return {name: _stamp(sans, word) for name, word in _WORDS.items()}


def _stamp(sans: Face, word: str) -> str:
    # A letter is drawn as wide as it is; a character fills its square.
    place = Box(4.4, 4.4, 30.2, 31)
    character = sans.fit(word, place, STAMP_TEXT) if word.isascii() else sans.fill(word, place, STAMP_TEXT)
    return document(path(_SQUARE, RED) + character, STAMP_SIDE, STAMP_SIDE)
