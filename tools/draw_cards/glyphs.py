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
        left, bottom, right, top = self._bounds(character)
        return self._draw(character, box, box.width / (right - left), box.height / (top - bottom), colour)

    def fit(self, character: str, box: Box, colour: str, weight: float = 0) -> str:
        """``character`` in its own proportions centred in ``box``; ``weight`` thickens it by a stroke."""
        left, bottom, right, top = self._bounds(character)
        scale = min(box.width / (right - left), box.height / (top - bottom))
        width, height = scale * (right - left), scale * (top - bottom)
        inner = Box(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height)
        return self._draw(character, inner, scale, scale, colour, weight)

    def _bounds(self, character: str) -> tuple[float, float, float, float]:
        pen = BoundsPen(self._glyphs)
        self._glyphs[self._names[ord(character)]].draw(pen)
        if pen.bounds is None:
            raise ValueError(f"{character!r} has no ink")
        left, bottom, right, top = pen.bounds
        return left, bottom, right, top

    def _draw(
        self, character: str, box: Box, scale_x: float, scale_y: float, colour: str, weight: float = 0
    ) -> str:
        left, _, _, top = self._bounds(character)
        pen = SVGPathPen(self._glyphs, ntos=number)
        place = (scale_x, 0, 0, -scale_y, box.x - scale_x * left, box.y + scale_y * top)
        self._glyphs[self._names[ord(character)]].draw(TransformPen(pen, place))
        edge: dict[str, Value] = {"stroke": colour, "stroke_width": weight} if weight else {}
        return element("path", d=pen.getCommands(), fill=colour, **edge)


class Fonts:
    """The two fonts of the cards: a bold sans for ranks and words, a serif for the heart of the jokers."""

    def __init__(self, folder: Path) -> None:
        own = Path(__file__).resolve().parent / "fonts"
        self.sans = Face(folder / "NotoSansSC-Bold.ttf")
        self.serif = Face(own / "NotoSerifSC-Jokers.otf")
