"""Rendering of the drawings for the tests of the assets."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ASSETS = Path(__file__).resolve().parents[2] / "assets"
CARDS = ASSETS / "cards"

DECKS = ("standard", "large", "four", "four-large")
FACES = (*(rank + suit for rank in "3456789TJQKA2" for suit in "shcd"), "S", "B")
BACKS = ("tortoise", "coin", "wave", "lattice")
CARD_WIDTH, CARD_HEIGHT = 200, 280
INDEX_WIDTH = 43


def render(file: Path, width: int, height: int) -> QImage:
    """The drawing on a black ground."""
    renderer = QSvgRenderer(str(file))
    assert renderer.isValid(), file
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, width, height))
    painter.end()
    return image


def render_card(name: str, width: int) -> QImage:
    """The card ``name`` (without ``.svg``) at ``width`` pixels."""
    return render(CARDS / f"{name}.svg", width, round(width * CARD_HEIGHT / CARD_WIDTH))


def pixels(image: QImage) -> bytes:
    """The colour channels of ``image``, row by row."""
    # The picture must be kept in a name: it owns the memory that constBits() shows.
    converted = image.convertToFormat(QImage.Format.Format_RGBX8888)
    return bytes(converted.constBits())
