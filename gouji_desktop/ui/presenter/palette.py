"""The colours of the two themes and of the cards, and the contrast they must keep.

This module is the one source of colours: `javascript()` writes the file that `Theme.qml` reads, and a test
compares the two. Run `python -m gouji_desktop.ui.presenter.palette` to write that file again.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

TEXT: Final = 4.5
"""Least contrast of words against their ground."""
MARK: Final = 3.0
"""Least contrast of shapes and edges that carry meaning."""

DARK: Final[Mapping[str, str]] = MappingProxyType(
    {
        "window": "#211E1B",
        "table": "#2F473F",
        "rim": "#4A3D32",
        "tableLine": "#466258",
        "stitch": "#3F5A51",
        "panelLine": "#5A5148",
        "panel": "#302B27",
        "raised": "#3C3631",
        "avatar": "#473F38",
        "avatarDim": "#3A3530",
        "line": "#7A6F63",
        "lineOff": "#4B443D",
        "text": "#F4EDDF",
        "text2": "#C3BBAC",
        "text3": "#9A9183",
        "ally": "#8ED1BC",
        "enemy": "#EBAA67",
        "you": "#92C5F0",
        "youText": "#23211E",
        "sel": "#2F7FC4",
        "seal": "#B8321F",
        "sealText": "#FFFAF2",
        "sealLine": "#F0907C",
        "sealLineText": "#FFB3A3",
        "tag": "#4A433C",
        "tagText": "#F4EDDF",
        "primary": "#F4EDDF",
        "primaryText": "#23211E",
        "primaryHover": "#FFFFFF",
        "primaryPressed": "#D9CFBC",
        "hover": "#544C45",
        "pressed": "#2A2622",
        "veil": "#282F473F",
    }
)
"""The dark theme 松烟: role to `#RRGGBB` (`veil` is `#AARRGGBB`)."""

PAPER: Final[Mapping[str, str]] = MappingProxyType(
    {
        "window": "#EAE1D0",
        "table": "#CBDAD0",
        "rim": "#B99F7C",
        "tableLine": "#A3BDAF",
        "stitch": "#B3C8BC",
        "panelLine": "#BFB094",
        "panel": "#FBF7EE",
        "raised": "#FFFFFF",
        "avatar": "#FFFFFF",
        "avatarDim": "#E4DAC6",
        "line": "#8A7A5A",
        "lineOff": "#BFB094",
        "text": "#23211E",
        "text2": "#5A5347",
        "text3": "#6A6153",
        "ally": "#17695A",
        "enemy": "#8A450E",
        "you": "#1C5C96",
        "youText": "#FFFAF2",
        "sel": "#1C5C96",
        "seal": "#B8321F",
        "sealText": "#FFFAF2",
        "sealLine": "#B8321F",
        "sealLineText": "#B8321F",
        "tag": "#E0D5BF",
        "tagText": "#23211E",
        "primary": "#2B2825",
        "primaryText": "#FFFAF2",
        "primaryHover": "#45403A",
        "primaryPressed": "#000000",
        "hover": "#F1E6D0",
        "pressed": "#DDD1BA",
        "veil": "#33CBDAD0",
    }
)
"""The light theme 宣纸, with the same roles."""

CARD: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cardPaper": "#FBF8F1",
        "cardInk": "#23211E",
        "cardRed": "#B8321F",
        "cardEdge": "#8F8470",
        "cardBrass": "#B98A35",
        "cardBlue": "#245A94",
        "cardGreen": "#1F6B4A",
        "cardText2": "#5A5347",
    }
)
"""Colours of cards and of paper chips, the same in both themes."""

THEMES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({"dark": DARK, "paper": PAPER})


class Pair(NamedTuple):
    """A foreground role that is drawn on a background role, and the least contrast between them."""

    foreground: str
    background: str
    minimum: float


_GROUNDS = ("window", "table", "panel")
_SIDES = ("ally", "enemy", "you")

PAIRS: Final[tuple[Pair, ...]] = (
    *(Pair("text", ground, TEXT) for ground in (*_GROUNDS, "raised", "avatar", "hover", "pressed")),
    *(Pair("text2", ground, TEXT) for ground in (*_GROUNDS, "raised", "avatarDim", "pressed")),
    Pair("text3", "window", TEXT),
    Pair("text3", "panel", TEXT),
    *(Pair(side, ground, TEXT) for side in _SIDES for ground in _GROUNDS),
    *(Pair(side, ground, MARK) for side in _SIDES for ground in ("avatar", "raised")),
    Pair("youText", "you", TEXT),
    Pair("line", "window", MARK),
    Pair("sel", "window", MARK),
    Pair("sel", "cardPaper", MARK),
    Pair("sealText", "seal", TEXT),
    Pair("sealLine", "panel", MARK),
    Pair("sealLineText", "panel", TEXT),
    Pair("tagText", "tag", TEXT),
    Pair("primaryText", "primary", TEXT),
    Pair("primaryText", "primaryHover", TEXT),
    Pair("primaryText", "primaryPressed", TEXT),
    Pair("cardInk", "cardPaper", TEXT),
    Pair("cardRed", "cardPaper", TEXT),
    Pair("cardBlue", "cardPaper", TEXT),
    Pair("cardGreen", "cardPaper", TEXT),
    Pair("cardText2", "cardPaper", TEXT),
    Pair("cardEdge", "cardPaper", MARK),
)
"""Every pair that carries meaning, for both themes. Roles that are absent here are ornament."""


def rgb(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255, of `#RRGGBB` or `#AARRGGBB`."""
    digits = colour.removeprefix("#")[-6:]
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2, 0 for black to 1 for white."""
    linear = [
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in (value / 255 for value in rgb(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of WCAG 2 between two colours, 1 to 21, in either order."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def veiled(colour: str, veil: str) -> str:
    """Return `colour` as it looks under `veil`, an `#AARRGGBB` colour laid over it."""
    alpha = int(veil.removeprefix("#")[:2], 16) / 255
    mixed = (round(a + (b - a) * alpha) for a, b in zip(rgb(colour), rgb(veil), strict=True))
    return "#" + "".join(f"{value:02X}" for value in mixed)


def colour(theme: str, role: str) -> str:
    """Return the colour of a role in the theme `dark` or `paper`; roles of cards are the same in both."""
    return CARD[role] if role in CARD else THEMES[theme][role]


def ratio(theme: str, pair: Pair) -> float:
    """Return the contrast that a pair has in a theme."""
    return contrast(colour(theme, pair.foreground), colour(theme, pair.background))


def javascript() -> str:
    """Return the text of `palette.js`, the colours as QML reads them."""
    head = "// Written by the module presenter.palette; change the colours there."
    blocks = [".pragma library", "", head, ""]
    for name, values in (*THEMES.items(), ("card", CARD)):
        rows = [f'    {role}: "{value}",' for role, value in values.items()]
        blocks += [f"const {name} = {{", *rows, "};", ""]
    return "\n".join(blocks[:-1]) + "\n"


def script_path() -> Path:
    """Return where `palette.js` lies beside `Theme.qml`."""
    return Path(__file__).resolve().parent.parent / "qml" / "Gouji" / "Theme" / "palette.js"


if __name__ == "__main__":
    script_path().write_text(javascript(), encoding="utf-8")
