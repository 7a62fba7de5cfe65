"""The four backs: tortoise shell, coins, waves, window lattice."""

from __future__ import annotations

import math
from typing import NamedTuple

from tools.draw_cards.palette import EDGE, PAPER
from tools.draw_cards.svg import Box, arc, circle, element, number, outlined, point, rect

# What shows of a pattern; the border round it hides where the pattern is cut.
FIELD = Box(19, 19, 162, 242)
GROUND = Box(10, 10, 180, 260)
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
    card = Box(0, 0, 200, 280)
    paper = outlined(card, PAPER, PAPER, 2.5, 14.25)
    ground = rect(GROUND, style.ground, 6)
    margin = outlined(Box(1.25, 1.25, 197.5, 277.5), "none", PAPER, 8.75, 13)
    border = outlined(GROUND, "none", style.ground, FIELD.x - GROUND.x, 6)
    edge = outlined(Box(FIELD.x - 3, FIELD.y - 3, FIELD.width + 6, FIELD.height + 6), "none", style.line, 2, 3)
    rim = outlined(card, "none", EDGE, 2.5, 14.25)
    return paper + ground + pattern + margin + border + edge + rim


def _strokes(commands: list[str], colour: str, width: float = 2) -> str:
    return element("path", d="".join(commands), fill="none", stroke=colour, stroke_width=width)


def _spread(count: int, step: float, centre: float) -> list[float]:
    """``count`` places ``step`` apart round ``centre``."""
    return [centre + (index - (count - 1) / 2) * step for index in range(count)]


def _tortoise(colour: str) -> str:
    """Hexagons with a dot, as on a tortoise's shell; every other row ends on the edges of the field."""
    columns, rows = 6, 11
    step_x, step_y = FIELD.width / columns, FIELD.height / (rows - 1)
    edges: list[str] = []
    dots = ""
    for row, y in enumerate(_spread(rows, step_y, CENTRE_Y)):
        for x in _spread(columns + 1 - row % 2, step_x, CENTRE_X):
            edges.append(_hexagon(x, y, step_x / 2, step_y / 1.5))
            dots += circle(x, y, 3.2, colour)
    return _strokes(edges, colour) + dots


def _hexagon(x: float, y: float, half_width: float, half_height: float) -> str:
    right, left = x + half_width, x - half_width
    upper, lower = y - half_height / 2, y + half_height / 2
    corners = ((x, y - half_height), (right, upper), (right, lower), (x, y + half_height), (left, lower))
    return "M" + "L".join(point(*corner) for corner in (*corners, (left, upper))) + "Z"


def _coins(colour: str) -> str:
    """Old coins linked like a chain: the circles of neighbours cross in a leaf; each has a square hole."""
    columns, rows = 6, 9
    step_x, step_y = FIELD.width / columns, FIELD.height / rows
    strokes: list[str] = []
    for x in _spread(columns, step_x, CENTRE_X):
        strokes.extend(_box_path(x, y, 3.6, 3.6) for y in _spread(rows, step_y, CENTRE_Y))
        strokes.extend(_leaf(x - step_x / 2, y, step_x, 0) for y in _spread(rows + 1, step_y, CENTRE_Y))
    for x in _spread(columns + 1, step_x, CENTRE_X):
        strokes.extend(_leaf(x, y - step_y / 2, 0, step_y) for y in _spread(rows, step_y, CENTRE_Y))
    return _strokes(strokes, colour)


def _leaf(x: float, y: float, along_x: float, along_y: float) -> str:
    """Two quarter circles between (x, y) and the point that lies ``along_x``, ``along_y`` from it."""
    length = along_x + along_y
    radius = length / math.sqrt(2)
    middle_x, middle_y = x + along_x / 2, y + along_y / 2
    if along_x:
        over = arc(middle_x, middle_y + length / 2, radius, -135, -45)
        back = arc(middle_x, middle_y - length / 2, radius, 45, 135)
    else:
        over = arc(middle_x - length / 2, middle_y, radius, -45, 45)
        back = arc(middle_x + length / 2, middle_y, radius, 135, 225)
    return f"M{point(x, y)}{over}{back}Z"


def _waves(colour: str) -> str:
    """Rows of nested half circles like scales; every other row ends on the edges of the field."""
    columns, rows = 5, 15
    step_x, step_y = FIELD.width / columns, FIELD.height / rows
    arcs: list[str] = []
    for row in range(rows):
        y = FIELD.y + (row + 1) * step_y
        for x in _spread(columns + row % 2, step_x, CENTRE_X):
            arcs.extend(_half_circle(x, y, radius) for radius in (15.2, 10.2, 5.2))
    return _strokes(arcs, colour)


def _half_circle(x: float, y: float, radius: float) -> str:
    return f"M{point(x - radius, y)}{arc(x, y, radius, 180, 360)}"


def _lattice(colour: str) -> str:
    """Window panes: a frame, a smaller frame inside and the bars that hold it."""
    columns, rows = 4, 5
    step_x, step_y = FIELD.width / columns, FIELD.height / rows
    places = [(x, y) for y in _spread(rows, step_y, CENTRE_Y) for x in _spread(columns, step_x, CENTRE_X)]
    panes = [_pane(x, y, step_x / 2 - 3, step_y / 2 - 3) for x, y in places]
    return _strokes(panes, colour, 2.2)


def _pane(x: float, y: float, half_width: float, half_height: float) -> str:
    inner_x, inner_y = half_width * 0.5, half_height * 0.56
    outer = _box_path(x, y, half_width, half_height)
    inner = _box_path(x, y, inner_x, inner_y)
    right, bottom = number(x + half_width), number(y + half_height)
    across = f"M{point(x - half_width, y)}H{number(x - inner_x)}M{point(x + inner_x, y)}H{right}"
    down = f"M{point(x, y - half_height)}V{number(y - inner_y)}M{point(x, y + inner_y)}V{bottom}"
    return outer + inner + across + down


def _box_path(x: float, y: float, half_width: float, half_height: float) -> str:
    left, right = number(x - half_width), number(x + half_width)
    return f"M{left} {number(y - half_height)}H{right}V{number(y + half_height)}H{left}Z"
