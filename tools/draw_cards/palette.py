"""Colours of the cards: the same in both themes."""

from __future__ import annotations

INK = "#23211E"
RED = "#B8321F"
BLUE = "#245A94"
GREEN = "#1F6B4A"
PAPER = "#FBF8F1"
EDGE = "#8F8470"
BRASS = "#B98A35"
SKIN = "#F6E9D6"
STAMP_TEXT = "#FFFAF2"

# The panel behind a court figure is a pale tint of the colour of its suit.
COURT_TINT = {INK: "#DDE3E8", BLUE: "#DDE3E8", RED: "#EAD9D3", GREEN: "#DAE6DD"}

TWO_COLOURS = {"s": INK, "h": RED, "c": INK, "d": RED}
FOUR_COLOURS = {"s": INK, "h": RED, "c": GREEN, "d": BLUE}
