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


#: Sizes in which the window first opens; the largest that leaves a screen some room.
FIRST_SIZES = ((2048, 1280), (1600, 1000), (1280, 800))
LARGEST_SHARE = 0.85


def clamp(wanted: Geometry | None, screens: Sequence[Geometry]) -> Geometry:
    """The geometry a window gets: what was wanted, within the screen that shows most of it.

    A window that stood on a screen comes back to where it was. One that has to be moved leaves room for its title.
    """
    if not screens:
        return wanted or Geometry(0, 0, 1280, 800)
    if wanted is None:
        return _first(screens[0])
    screen = max(screens, key=wanted.shares)
    width = max(LEAST_WIDTH, min(wanted.width, screen.width))
    height = max(LEAST_HEIGHT, min(wanted.height, screen.height))
    x = max(screen.x, min(wanted.x, screen.x + screen.width - width))
    y = max(screen.y, min(wanted.y, screen.y + screen.height - height))
    if wanted.y < screen.y and height + TITLE_BAR <= screen.height:
        y = screen.y + TITLE_BAR
    return Geometry(x, y, width, height)


def _first(screen: Geometry) -> Geometry:
    """Where a window that was never opened stands: in the middle of the screen, at a size that suits it."""
    room = screen.height - TITLE_BAR
    width, height = next(
        (
            size
            for size in FIRST_SIZES
            if size[0] <= LARGEST_SHARE * screen.width and size[1] <= LARGEST_SHARE * screen.height
        ),
        (min(1280, screen.width), min(800, room)),
    )
    width, height = max(LEAST_WIDTH, width), max(LEAST_HEIGHT, height)
    x = screen.x + max(0, (screen.width - width) // 2)
    y = screen.y + max(0, min(screen.height - height, TITLE_BAR + (room - height) // 2))
    return Geometry(x, y, width, height)
