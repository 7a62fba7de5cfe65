"""The short text for newcomers: how the game is played, with examples of cards."""

from __future__ import annotations

from typing import Final, NamedTuple

from gouji_desktop.ui.presenter.words import Words

#: The parts in order: the name of their keys, and cards that stand beside them, by the names of their drawings.
PARTS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("aim", ()),
    ("seats", ()),
    ("plays", ("8s", "8h", "2c")),
    ("beat", ("9s", "9h", "9d")),
    ("jokers", ("S", "7s", "7h")),
    ("gouji", ("Qs", "Qh", "Qc")),
    ("turns", ()),
    ("yield", ()),
    ("burn", ("B", "As", "Ad")),
    ("point", ("Ks", "Kd")),
    ("threes", ("3s", "3d")),
    ("headless", ()),
    ("chaos", ()),
    ("tribute", ()),
    ("score", ()),
    ("keys", ()),
)


class HelpPart(NamedTuple):
    """One part of the help."""

    name: str
    title: str
    text: str
    cards: tuple[str, ...]


def help_parts(words: Words) -> tuple[HelpPart, ...]:
    """The whole text."""
    return tuple(
        HelpPart(name, words(f"help.{name}.title"), words(f"help.{name}.text"), cards) for name, cards in PARTS
    )
