"""The court figures: J a guard in a helmet, Q a lady with hairpins, K a king in a crown with bead strings.

A figure is the upper half of a person, drawn above the point (0, 0) in the middle of the card; the lower half
is the same, turned. Robes have the colour of the suit, so they must stay plain shapes.
"""

from __future__ import annotations

from tools.draw_cards.palette import BRASS, COURT_TINT, INK, PAPER, RED, SKIN
from tools.draw_cards.suits import draw_suit
from tools.draw_cards.svg import Box, circle, element, group, line, outlined, path, rect, upside_down

PANEL = Box(-45, -110, 90, 220)
_PLACE = "translate(119 140) scale(1.12)"
_SUIT_PLACE = (-33.5, -98.5)
_SUIT_SIZE = 15

_ROBE = "M-43 0C-43 -22 -28 -32 0 -32C28 -32 43 -22 43 0Z"
_COLLAR = "M-16 -33L12 0L0 0L-24 -28ZM16 -33L24 -28L11 -12L4 -20Z"
_EYE_WIDTH = 2.6


def draw_court(rank: str, suit: str, colour: str) -> str:
    """The panel with the figure of ``rank`` twice, head to head at the waist."""
    figure = {"J": _guard, "Q": _lady, "K": _king}[rank](colour)
    mark = draw_suit(suit, *_SUIT_PLACE, _SUIT_SIZE, colour)
    half = figure + mark
    panel = rect(PANEL, COURT_TINT[colour], 7)
    waist = line("M-45 0H45", PAPER, 3)
    return group(panel + half + upside_down(half, 0, 0) + waist, _PLACE)


def _body(colour: str) -> str:
    """Robe with a crossed collar, and the face without features."""
    head = outlined(Box(-18.25, -69.25, 36.5, 42.5), SKIN, INK, 2.5, 18.25)
    return path(_ROBE, colour) + path(_COLLAR, PAPER) + head


def _eyes(y: float) -> str:
    return line(f"M-10 {y}h7M3 {y}h7", INK, _EYE_WIDTH)


def _guard(colour: str) -> str:
    neck_guard = path("M-23 -54H-14V-30C-20 -30 -26 -28 -29 -24ZM23 -54H14V-30C20 -30 26 -28 29 -24Z", colour)
    dome = path("M-23 -57C-22 -70 -14 -82 -4 -88H4C14 -82 22 -70 23 -57Z", colour)
    rib = line("M0 -86V-74", BRASS, 2.2)
    brim = path("M-30 -50C-20 -56 20 -56 30 -50L26 -60C14 -63 -14 -63 -26 -60Z", INK)
    tassel = path("M0 -106C2 -98 9 -96 7 -87H-7C-9 -96 -2 -98 0 -106Z", BRASS)
    badge = circle(0, -70, 4.5, BRASS)
    return _body(colour) + neck_guard + _eyes(-45) + dome + rib + brim + tassel + badge


def _lady(colour: str) -> str:
    hair = path(
        "M-22 -46C-24 -70 -14 -74 0 -74C14 -74 24 -70 22 -46L15 -48C15 -58 8 -61 0 -61C-8 -61 -15 -58 -15 -48Z",
        INK,
    )
    bun = element("ellipse", cx=0, cy=-83, rx=16, ry=12, fill=INK)
    pin = line("M-30 -80H30", BRASS, 4)
    strings = line("M-30 -80V-60M30 -80V-60", BRASS, 2)
    pearls = circle(-30, -58, 4, colour) + circle(30, -58, 4, colour)
    mouth = line("M-3 -39h6", RED, 3)
    return _body(colour) + hair + bun + pin + strings + pearls + _eyes(-49) + mouth


def _king(colour: str) -> str:
    beard = path("M-10 -39H10L0 -18Z", INK)
    cap = path("M-20 -61V-72H20V-61Z", colour)
    board = rect(Box(-38, -82, 76, 10), INK, 2)
    beads = "".join(_bead_string(x) for x in (-34, -26, 26, 34))
    return _body(colour) + _eyes(-49) + beard + cap + board + beads


def _bead_string(x: float) -> str:
    string = line(f"M{x} -72V-54", BRASS, 2.2)
    return string + circle(x, -62, 2.6, BRASS) + circle(x, -53, 2.6, BRASS)
