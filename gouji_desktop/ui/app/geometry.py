"""Where the window stands: remembered, and moved onto the screens that there are now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

LEAST_WIDTH = 1024
LEAST_HEIGHT = 640
TITLE_BAR = 32
"""Room that is left above a window, so that its title can be reached."""


class Geometry(NamedTuple):
    """A rectangle in device-independent pixels."""

    x: int
    y: int
    width: int
    height: int

    def shares(self, other: Geometry) -> int:
        """How many pixels two rectangles have in common."""
        wide = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        high = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return max(0, wide) * max(0, high)


def parse(text: str) -> Geometry | None:
    """The geometry that `dump` wrote; None for anything else."""
    parts = text.split(",")
    try:
        numbers = [int(part) for part in parts]
    except ValueError:
        return None
    if len(numbers) != 4 or any(abs(number) > 100_000 for number in numbers) or min(numbers[2:]) <= 0:
        return None
    return Geometry(*numbers)


def dump(geometry: Geometry) -> str:
    """A geometry as text."""
    return ",".join(map(str, geometry))


def clamp(wanted: Geometry | None, screens: Sequence[Geometry]) -> Geometry:
    """The geometry a window gets: what was wanted, within the screen that shows most of it."""
    if not screens:
        return wanted or Geometry(0, 0, 1280, 800)
    if wanted is None:
        home = screens[0]
        width = max(LEAST_WIDTH, min(1280, home.width))
        height = max(LEAST_HEIGHT, min(800, home.height))
        return Geometry(home.x + (home.width - width) // 2, home.y + (home.height - height) // 2, width, height)
    screen = max(screens, key=wanted.shares)
    width = max(LEAST_WIDTH, min(wanted.width, screen.width))
    height = max(LEAST_HEIGHT, min(wanted.height, screen.height))
    top = TITLE_BAR if height + TITLE_BAR <= screen.height else 0
    x = max(screen.x, min(wanted.x, screen.x + screen.width - width))
    y = max(screen.y + top, min(wanted.y, screen.y + screen.height - height))
    return Geometry(x, y, width, height)
