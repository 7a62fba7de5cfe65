"""Write SVG Tiny elements as text, with short and repeatable numbers."""

from __future__ import annotations

import math
from typing import NamedTuple

Value = str | float


class Box(NamedTuple):
    """A rectangle by its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float


def number(value: float) -> str:
    """``value`` with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, **attributes: Value) -> str:
    """An empty element; underscores in attribute names become hyphens."""
    written = "".join(f' {key.replace("_", "-")}="{_text(value)}"' for key, value in attributes.items())
    return f"<{name}{written}/>"


def _text(value: Value) -> str:
    return value if isinstance(value, str) else number(value)


def point(x: float, y: float) -> str:
    """A pair of coordinates in a path."""
    return f"{number(x)} {number(y)}"


def arc(x: float, y: float, radius: float, start: float, end: float) -> str:
    """Curves along a circle round (x, y), from the angle ``start`` (where the path must stand) to ``end``.

    Angles are degrees, clockwise from the right, as the eye sees them.
    """
    steps = max(1, math.ceil(abs(end - start) / 90 - 1e-9))
    step = math.radians((end - start) / steps)
    handle = radius * 4 / 3 * math.tan(step / 4)
    curves = ""
    for index in range(steps):
        first = math.radians(start) + index * step
        last = first + step
        from_x, from_y = x + radius * math.cos(first), y + radius * math.sin(first)
        to_x, to_y = x + radius * math.cos(last), y + radius * math.sin(last)
        leave = point(from_x - handle * math.sin(first), from_y + handle * math.cos(first))
        arrive = point(to_x + handle * math.sin(last), to_y - handle * math.cos(last))
        curves += f"C{leave} {arrive} {point(to_x, to_y)}"
    return curves


def ring(x: float, y: float, radius: float) -> str:
    """A whole circle as a part of a path, clockwise."""
    return f"M{point(x + radius, y)}{arc(x, y, radius, 0, 360)}Z"


def path(commands: str, fill: str) -> str:
    """A filled path."""
    return element("path", d=commands, fill=fill)


def line(commands: str, stroke: str, width: float) -> str:
    """A stroked path without filling."""
    return element("path", d=commands, fill="none", stroke=stroke, stroke_width=width)


def circle(x: float, y: float, radius: float, fill: str) -> str:
    """A filled circle."""
    return element("circle", cx=x, cy=y, r=radius, fill=fill)


def rect(box: Box, fill: str, radius: float = 0) -> str:
    """A filled rectangle, with round corners if ``radius`` is given."""
    shape: dict[str, Value] = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    if radius:
        shape["rx"] = radius
    return element("rect", **shape, fill=fill)


def outlined(box: Box, fill: str, stroke: str, width: float, radius: float = 0) -> str:
    """A rectangle whose edge of ``width`` lies wholly inside ``box``."""
    half = width / 2
    return element(
        "rect",
        x=box.x + half,
        y=box.y + half,
        width=box.width - width,
        height=box.height - width,
        rx=max(radius - half, 0),
        fill=fill,
        stroke=stroke,
        stroke_width=width,
    )


def group(content: str, transform: str) -> str:
    """``content`` under a transformation."""
    return f'<g transform="{transform}">{content}</g>'


def upside_down(content: str, x: float, y: float) -> str:
    """``content`` turned half round the point (x, y)."""
    return group(content, f"rotate(180 {number(x)} {number(y)})")


def document(content: str, width: int, height: int) -> str:
    """A whole SVG Tiny 1.2 file."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny"'
    return f'{head} viewBox="0 0 {width} {height}" width="{width}" height="{height}">{content}</svg>\n'
