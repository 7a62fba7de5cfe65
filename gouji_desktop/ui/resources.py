"""Where the program's own files lie: in a checkout beside the package, in a wheel and the frozen program inside it."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def assets_folder() -> Path:
    """The folder with cards, fonts, sounds, icons and translations."""
    inside = _PACKAGE / "assets"
    return inside if inside.is_dir() else _PACKAGE.parent / "assets"


def qml_folder() -> Path:
    """The folder of QML modules."""
    return _PACKAGE / "ui" / "qml"
