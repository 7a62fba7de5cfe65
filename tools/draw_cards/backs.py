"""The four backs: tortoise shell, coins, waves, window lattice."""

from __future__ import annotations

import math
from typing import NamedTuple

from tools.draw_cards.palette import EDGE, PAPER
from tools.draw_cards.svg import Box, circle, element, number, outlined, rect

# The pattern is drawn inside this field; a plain border hides where it is cut.
FIELD = Box(15, 15, 170, 250)
CENTRE_X = FIELD.x + FIELD.width / 2
CENTRE_Y = FIELD.y + FIELD.height / 2


class BackStyle(NamedTuple):
    """Colours of one back."""

    ground: str
    line: str


TORTOISE = BackStyle("#3C7A6C", "#BFDACF")
COIN = BackStyle("#2F4E78", "#B9C9E0")
WAVE = BackStyle("#8A4B32", "#E9CDB8")
LATTICE = BackStyle("#3A3A3C", "#CFC8BA")


def draw_backs() -> dict[str, str]:
    """Contents of the backs by name."""
    return {
        "tortoise": _frame(TORTOISE, _tortoise(TORTOISE.line)),
        "coin": _frame(COIN, _coins(COIN.line)),
        "wave": _frame(WAVE, _waves(WAVE.line)),
        "lattice": _frame(LATTICE, _lattice(LATTICE.line)),
    }


def _frame(style: BackStyle, pattern: str) -> str:
    card = outlined(Box(0, 0, 200, 280), PAPER, EDGE, 2.5, 14.25)
    ground = rect(Box(10, 10, 180, 260), style.ground, 7)
    border = outlined(FIELD, "none", style.line, 2, 4)
    return card + ground + pattern + border


def _strokes(commands: list[str], colour: str, width: float = 2) -> str:
    return element("path", d="".join(commands), fill="none", stroke=colour, stroke_width=width)


def _tortoise(colour: str) -> str:
    """Hexagons with a dot, as on a tortoise's shell; rows are shifted by half a cell."""
    columns, rows, gap = 6, 9, 4.0
    radius = (FIELD.width - 2 * gap) / (columns * math.sqrt(3))
    step_x, step_y = radius * math.sqrt(3), radius * 1.5
    edges: list[str] = []
    dots = ""
    for row in range(rows):
        shifted = row % 2
        for column in range(columns - shifted):
            x = CENTRE_X + (column - (columns - 1 - shifted) / 2) * step_x
            y = CENTRE_Y + (row - (rows - 1) / 2) * step_y
            edges.append(_hexagon(x, y, radius))
            dots += circle(x, y, 3.4, colour)
    return _strokes(edges, colour) + dots


def _hexagon(x: float, y: float, radius: float) -> str:
    corners = [math.radians(60 * corner - 90) for corner in range(6)]
    points = [f"{number(x + radius * math.cos(a))} {number(y + radius * math.sin(a))}" for a in corners]
    return "M" + "L".join(points) + "Z"


def _coins(colour: str) -> str:
    """Touching round coins with a square hole: each square cell holds one coin and a diamond of four arcs."""
    columns, rows, radius = 6, 9, 13.0
    rings: list[str] = []
    for row in range(rows):
        for column in range(columns):
            x = CENTRE_X + (column - (columns - 1) / 2) * 2 * radius
            y = CENTRE_Y + (row - (rows - 1) / 2) * 2 * radius
            rings.append(_ring(x, y, radius - 0.5))
            rings.append(_square(x, y, 4))
    return _strokes(rings, colour)


def _ring(x: float, y: float, radius: float) -> str:
    size = number(radius)
    arcs = (x + radius, x - radius)
    turns = "".join(f"A{size} {size} 0 1 1 {number(end)} {number(y)}" for end in arcs)
    return f"M{number(x - radius)} {number(y)}{turns}Z"


def _square(x: float, y: float, half: float) -> str:
    left, right, top, bottom = (number(value) for value in (x - half, x + half, y - half, y + half))
    return f"M{left} {top}H{right}V{bottom}H{left}Z"


def _waves(colour: str) -> str:
    """Rows of nested half circles like scales; each row is shifted by half a wave."""
    step_x, step_y, rows = 32.0, 16.0, 14
    arcs: list[str] = []
    for row in range(rows):
        shifted = row % 2
        waves = 5 - shifted
        y = FIELD.y + FIELD.height - 12 - (rows - 1 - row) * step_y
        for wave in range(waves):
            x = CENTRE_X + (wave - (waves - 1) / 2) * step_x
            arcs.extend(_half_circle(x, y, radius) for radius in (15.5, 10.5, 5.5))
    return _strokes(arcs, colour)


def _half_circle(x: float, y: float, radius: float) -> str:
    size = number(radius)
    return f"M{number(x - radius)} {number(y)}A{size} {size} 0 0 1 {number(x + radius)} {number(y)}"


def _lattice(colour: str) -> str:
    """Window panes: a frame, a smaller frame inside and the bars that hold it."""
    columns, rows, cell_x, cell_y = 5, 6, 32.4, 40.4
    bars: list[str] = []
    for row in range(rows):
        for column in range(columns):
            x = CENTRE_X + (column - (columns - 1) / 2) * cell_x
            y = CENTRE_Y + (row - (rows - 1) / 2) * cell_y
            bars.append(_pane(x, y, 14, 18))
    return _strokes(bars, colour)


def _pane(x: float, y: float, half_width: float, half_height: float) -> str:
    inner_x, inner_y = half_width / 2, half_height * 0.55
    outer = _box_path(x, y, half_width, half_height)
    inner = _box_path(x, y, inner_x, inner_y)
    across = f"M{number(x - half_width)} {number(y)}H{number(x - inner_x)}M{number(x + inner_x)} {number(y)}"
    down = f"M{number(x)} {number(y - half_height)}V{number(y - inner_y)}M{number(x)} {number(y + inner_y)}"
    return f"{outer}{inner}{across}H{number(x + half_width)}{down}V{number(y + half_height)}"


def _box_path(x: float, y: float, half_width: float, half_height: float) -> str:
    left, right = number(x - half_width), number(x + half_width)
    return f"M{left} {number(y - half_height)}H{right}V{number(y + half_height)}H{left}Z"
