"""What the first page must know of the settings before they are read in earnest: nothing is judged or moved here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from gouji_desktop.ui.presenter.languages import shown_language


class Look(NamedTuple):
    """The settings of the first page; the defaults where they cannot be had."""

    language: str
    theme: str = "dark"
    window_geometry: str = ""
    window_maximized: bool = False


_THEMES = ("dark", "paper")


def glance(path: Path) -> Look:
    """The look that a settings file asks for. Never raises."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        return Look(shown_language())
    language, theme = data.get("language"), data.get("theme")
    geometry = data.get("window_geometry")
    return Look(
        shown_language(language if isinstance(language, str) else ""),
        theme if theme in _THEMES else "dark",
        geometry if isinstance(geometry, str) else "",
        data.get("window_maximized") is True,
    )
