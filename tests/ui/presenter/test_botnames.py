"""Bots of a table server are called by words of the reader's language, and nobody else is."""

from __future__ import annotations

import pytest

from gouji_desktop.table.session import Controller, SeatInfo
from gouji_desktop.ui.presenter.botnames import bot_name, named
from tests.ui.presenter.scenes import words_of


@pytest.mark.parametrize(
    ("name", "level", "zh", "en"),
    [
        ("bot.01", "hard", "泉城柳", "Willow"),
        ("bot.01", "", "bot.01", "bot.01"),
        ("bot.31", "easy", "bot.31", "bot.31"),
        ("阿强", "easy", "阿强", "阿强"),
        ("table.title", "easy", "table.title", "table.title"),
    ],
)
def test_a_name_in_both_languages(name: str, level: str, zh: str, en: str) -> None:
    assert (bot_name(name, level, words_of("zh")), bot_name(name, level, words_of("en"))) == (zh, en)


def test_only_bots_are_renamed() -> None:
    seats = (SeatInfo("bot.02", Controller.PERSON, ""), SeatInfo("bot.02", Controller.BOT, "easy"))
    assert [info.name for info in named(seats, words_of("zh"))] == ["bot.02", "微山湖"]
