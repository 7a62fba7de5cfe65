"""Put faces together and write every file of ``assets/cards``.

Names: ``<deck>/<rank><suit>.svg`` with ranks ``3456789TJQKA2`` and suits ``shcd``; ``<deck>/S.svg`` is 小王
and ``<deck>/B.svg`` 大王; ``backs/<name>.svg``; ``stamp.svg`` and ``stamp-bought.svg``, both with ``-en`` too;
``decks.json`` holds the measures that the table needs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from tools.draw_cards.backs import draw_backs
from tools.draw_cards.courts import draw_court
from tools.draw_cards.glyphs import Fonts
from tools.draw_cards.index import INDEX_WIDTH, LARGE, RANKS, STAMP_X, STANDARD, IndexLayout, draw_index
from tools.draw_cards.jokers import BIG, SMALL, draw_joker
from tools.draw_cards.palette import EDGE, FOUR_COLOURS, PAPER, TWO_COLOURS
from tools.draw_cards.pips import draw_pips
from tools.draw_cards.stamps import draw_stamps
from tools.draw_cards.suits import SUITS, draw_suit
from tools.draw_cards.svg import Box, document, outlined

WIDTH = 200
HEIGHT = 280
COURTS = "JQK"
STAMP_SIDE = 38


class Deck(NamedTuple):
    """One style of faces."""

    name: str
    colours: dict[str, str]
    large: bool

    @property
    def layout(self) -> IndexLayout:
        """Measures of the index of this deck."""
        return LARGE if self.large else STANDARD


DECKS = (
    Deck("standard", TWO_COLOURS, large=False),
    Deck("large", TWO_COLOURS, large=True),
    Deck("four", FOUR_COLOURS, large=False),
    Deck("four-large", FOUR_COLOURS, large=True),
)


def draw_faces(fonts: Fonts, deck: Deck) -> dict[str, str]:
    """The 54 faces of ``deck`` as SVG files by name."""
    faces = {rank + suit: _draw_face(fonts, deck, rank, suit) for suit in SUITS for rank in RANKS}
    jokers = {name: draw_joker(fonts, name, deck.large) for name in (SMALL, BIG)}
    return {name: _on_paper(content) for name, content in (faces | jokers).items()}


def _draw_face(fonts: Fonts, deck: Deck, rank: str, suit: str) -> str:
    colour = deck.colours[suit]
    index = draw_index(fonts.sans, rank, suit, colour, deck.layout)
    if deck.large:
        return index + draw_suit(suit, 119, 178, 96, colour)
    if rank in COURTS:
        return index + draw_court(rank, suit, colour)
    return index + draw_pips(rank, suit, colour)


def _on_paper(content: str) -> str:
    return document(outlined(Box(0, 0, WIDTH, HEIGHT), PAPER, EDGE, 2.5, 14.25) + content, WIDTH, HEIGHT)


def measures() -> str:
    """What the table has to know about the drawings, as JSON."""
    decks = {deck.name: {"stamp": {"x": STAMP_X, "y": deck.layout.stamp_y, "side": STAMP_SIDE}} for deck in DECKS}
    card = {"width": WIDTH, "height": HEIGHT, "index_width": INDEX_WIDTH}
    return json.dumps({"card": card, "decks": decks}, indent=2) + "\n"


def all_files(font_folder: Path) -> dict[str, str]:
    """Every file of ``assets/cards`` by its path in that folder."""
    fonts = Fonts(font_folder)
    files: dict[str, str] = {}
    for deck in DECKS:
        files |= {f"{deck.name}/{name}.svg": face for name, face in draw_faces(fonts, deck).items()}
    files |= {f"backs/{name}.svg": document(back, WIDTH, HEIGHT) for name, back in draw_backs().items()}
    files |= {f"{name}.svg": stamp for name, stamp in draw_stamps(fonts.sans).items()}
    files["decks.json"] = measures()
    return files


def write_all(font_folder: Path, target: Path) -> int:
    """Write all files below ``target``; return their number."""
    files = all_files(font_folder)
    for name, text in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return len(files)
