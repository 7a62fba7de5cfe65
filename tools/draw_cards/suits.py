"""The four suits, each drawn in a square of 100 units."""

from __future__ import annotations

from tools.draw_cards.svg import element, number, ring

SUITS = "shcd"

_SHAPES = {
    "s": (
        "M50 3C70 30 95 43 95 63C95 76 85 84 74 84C66 84 59 80 55 73C55.5 83 59 91 67 96L33 96"
        "C41 91 44.5 83 45 73C41 80 34 84 26 84C15 84 5 76 5 63C5 43 30 30 50 3Z"
    ),
    "h": ("M50 94C20 68 5 52 5 32C5 16 16 7 29 7C39 7 46 13 50 22C54 13 61 7 71 7C84 7 95 16 95 32C95 52 80 68 50 94Z"),
    # Three leaves, and a stem that reaches up between them; all clockwise, so that they add up.
    "c": (
        f"{ring(50, 25, 21.5)}{ring(25.5, 61, 21.5)}{ring(74.5, 61, 21.5)}"
        "M44 38L56 38L58 52L70 55L70 67L56 67C56.5 81 60 91 68 96"
        "L32 96C40 91 43.5 81 44 67L30 67L30 55L42 52Z"
    ),
    "d": "M50 2C60 22 74 37 90 50C74 63 60 78 50 98C40 78 26 63 10 50C26 37 40 22 50 2Z",
}


def draw_suit(suit: str, x: float, y: float, size: float, colour: str, *, turned: bool = False) -> str:
    """The suit centred at (x, y) in a square of ``size``, upside down if ``turned``."""
    turn = "rotate(180) " if turned else ""
    place = f"translate({number(x)} {number(y)}) {turn}scale({size / 100:.3f}) translate(-50 -50)"
    return element("path", transform=place, d=_SHAPES[suit], fill=colour)
