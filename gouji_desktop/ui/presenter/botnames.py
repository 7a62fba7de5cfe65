"""The names of bots in words: a table server sends them as keys of the catalogue."""

from __future__ import annotations

from gouji_desktop.bots.names import BOT_NAMES
from gouji_desktop.table.session import SeatInfo
from gouji_desktop.ui.presenter.words import Words


def bot_name(name: str, level: str, words: Words) -> str:
    """What a seat is called: the word where a bot has one of the names that the catalogue knows."""
    return words(name) if level and name in BOT_NAMES else name


def named(seats: tuple[SeatInfo, ...], words: Words) -> tuple[SeatInfo, ...]:
    """The seats with their bots named in words."""
    return tuple(info._replace(name=bot_name(info.name, info.level, words)) for info in seats)
