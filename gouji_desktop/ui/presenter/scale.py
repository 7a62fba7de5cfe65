"""How large everything is in a window of a given size.

Lengths of the design are given at a window of 1280 by 800. `Scale` turns them into whole device-independent
pixels. Text shrinks half as fast as everything else and never below 12 pixels, so a small window stays
readable. `Theme.qml` holds the same formulas for QML; a test keeps the two equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

REFERENCE_WIDTH = 1280
REFERENCE_HEIGHT = 800
MINIMUM_WIDTH = 1024
"""Narrowest window the table is laid out for, in pixels."""
MINIMUM_HEIGHT = 640
"""Lowest window the table is laid out for, in pixels."""
SMALLEST = 0.8
LARGEST = 2.0
SMALLEST_FONT = 12
"""No text is drawn smaller than this, in pixels."""
SMALLEST_BUTTON = 40
"""No button is lower or narrower than this, in pixels."""
LINE_FACTOR = 1.35
"""Height of a line of text as a multiple of its font size."""


def half_up(value: float) -> int:
    """Return the nearest whole number, halves rounded up, as `Math.round` does in QML."""
    return floor(value + 0.5)


@dataclass(frozen=True, slots=True)
class Scale:
    """The sizes that belong to one window.

    `width` and `height` are the window's in pixels, `u` is the factor of lengths, `ft` that of text and of
    panels that hold text.
    """

    width: int
    height: int
    u: float
    ft: float

    def px(self, length: float) -> int:
        """Return a length of the design in pixels."""
        return half_up(length * self.u)

    def tx(self, length: float) -> int:
        """Return a length that follows the text (widths of panels, count chips) in pixels."""
        return half_up(length * self.ft)

    def font(self, size: float) -> int:
        """Return a font size of the design in pixels, at least 12."""
        return max(SMALLEST_FONT, half_up(size * self.ft))

    def line(self, size: float) -> int:
        """Return the height in pixels of one line of text whose design size is `size`."""
        return half_up(self.font(size) * LINE_FACTOR)

    def button(self, length: float) -> int:
        """Return the height of a button in pixels, at least 40."""
        return max(SMALLEST_BUTTON, self.px(length))


def scale_for(width: int, height: int) -> Scale:
    """Return the scale of a window of `width` by `height` pixels."""
    u = min(LARGEST, max(SMALLEST, min(width / REFERENCE_WIDTH, height / REFERENCE_HEIGHT)))
    return Scale(width, height, u, 0.5 + 0.5 * u if u < 1 else u)
