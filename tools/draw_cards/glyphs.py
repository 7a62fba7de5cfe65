"""Characters of a font as SVG paths, fitted into boxes."""

from __future__ import annotations

from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from tools.draw_cards.svg import Box, Value, element, number


class Face:
    """One font file whose characters can be drawn."""

    def __init__(self, file: Path) -> None:
        font = TTFont(file)
        self._glyphs = font.getGlyphSet()
        self._names = font.getBestCmap()

    def fill(self, character: str, box: Box, colour: str) -> str:
        """``character`` with its ink stretched to fill ``box``."""
        return element("path", d=self._outline(character, box), fill=colour)

    def fit(self, character: str, box: Box, colour: str, weight: float = 0) -> str:
        """``character`` in its own proportions centred in ``box``; ``weight`` thickens it by a stroke."""
        left, bottom, right, top = self._bounds(character)
        scale = min(box.width / (right - left), box.height / (top - bottom))
        width, height = scale * (right - left), scale * (top - bottom)
        inner = Box(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height)
        edge: dict[str, Value] = {"stroke": colour, "stroke_width": weight} if weight else {}
        return element("path", d=self._outline(character, inner), fill=colour, **edge)

    def _bounds(self, character: str) -> tuple[float, float, float, float]:
        pen = BoundsPen(self._glyphs)
        self._glyphs[self._names[ord(character)]].draw(pen)
        if pen.bounds is None:
            raise ValueError(f"{character!r} has no ink")
        left, bottom, right, top = pen.bounds
        return left, bottom, right, top

    def _outline(self, character: str, box: Box) -> str:
        left, bottom, right, top = self._bounds(character)
        scale_x, scale_y = box.width / (right - left), box.height / (top - bottom)
        pen = SVGPathPen(self._glyphs, ntos=number)
        place = (scale_x, 0, 0, -scale_y, box.x - scale_x * left, box.y + scale_y * top)
        self._glyphs[self._names[ord(character)]].draw(TransformPen(pen, place))
        return str(pen.getCommands())


class Fonts:
    """The two fonts of the cards: a bold sans for ranks and words, a serif for the heart of the jokers."""

    def __init__(self, folder: Path) -> None:
        own = Path(__file__).resolve().parent / "fonts"
        self.sans = Face(folder / "NotoSansSC-Bold.ttf")
        self.serif = Face(own / "NotoSerifSC-Jokers.otf")
