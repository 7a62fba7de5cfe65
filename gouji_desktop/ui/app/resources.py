"""Where the program's own files lie, in a checkout, an installed package and a frozen program alike."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]


def assets_folder() -> Path:
    """The folder of cards, fonts, icons, sounds and translations."""
    inside = PACKAGE / "assets"
    return inside if inside.is_dir() else PACKAGE.parent / "assets"


def qml_folder() -> Path:
    """The folder of QML modules."""
    return PACKAGE / "ui" / "qml"
