"""Plays in words, in both languages."""

from __future__ import annotations

import pytest

from gouji_desktop.rules.cards import parse_faces
from gouji_desktop.rules.plays import play_of_faces
from gouji_desktop.ui.presenter.cardwords import (
    caption,
    card_word,
    cards_words,
    plate_caption,
    play_words,
    rank_mark,
    spoken_play,
)
from tests.ui.presenter.scenes import en, zh

TABLE = [
    ("KK2", "三张 K（贴 1 张 2） · 够级", "三张 K，贴一张 2", "three Ks (one 2) · gouji", "three Ks, one is a 2"),
    ("QQQ", "三张 Q · 够级", "三张 Q", "three Qs · gouji", "three Qs"),
    ("QQQQQQ2S", "七张 Q（贴 1 张 2，挂小王） · 够级", "七张 Q，贴一张 2，挂小王", None, None),
    ("AABS", "两张 A（挂大小王） · 够级", "两张 A，挂大小王", "two As (with both jokers) · gouji", None),
    ("77BB", "两张 7（挂两张大王） · 够级", "两张 7，挂两张大王", "two 7s (with two big jokers) · gouji", None),
    ("TT22", "四张 10（贴 2 张 2）", "四张 10，贴两张 2", "four 10s (two 2s)", "four 10s, two are 2s"),
    ("9", "一张 9", "一张 9", "one 9", "one 9"),
    ("22S", "两张 2（挂小王） · 够级", "两张 2，挂小王", "two 2s (with small joker) · gouji", None),
    ("BB", "两张大王 · 够级", "两张大王", "two big jokers · gouji", "two big jokers"),
    ("BSS", "一张大王、两张小王 · 够级", "一张大王、两张小王", "one big joker, two small jokers · gouji", None),
]


@pytest.mark.parametrize(("cards", "spoken", "label", "english", "english_label"), TABLE)
def test_a_play(cards: str, spoken: str, label: str, english: str | None, english_label: str | None) -> None:
    play = play_of_faces(parse_faces(cards))
    assert play is not None
    assert spoken_play(play, zh()) == spoken
    assert caption(play, zh()) == label
    assert spoken.startswith(play_words(play, zh()))
    if english:
        assert spoken_play(play, en()) == english
    if english_label:
        assert caption(play, en()) == english_label


def test_the_plate_names_gouji_first() -> None:
    gouji, plain = (play_of_faces(parse_faces(text)) for text in ("QQQ", "88"))
    assert gouji is not None
    assert plain is not None
    assert plate_caption(gouji, zh()) == "够级 · 三张 Q"
    assert plate_caption(gouji, en()) == "Gouji · three Qs"
    assert plate_caption(plain, zh()) == "两张 8"


@pytest.mark.parametrize(
    ("card", "chinese", "english"),
    [("Th", "红桃 10", "ten of hearts"), ("2d", "方块 2", "two of diamonds"), ("B", "大王", "big joker")],
)
def test_a_card(card: str, chinese: str, english: str) -> None:
    (face,) = parse_faces(card)
    assert (card_word(face, zh()), card_word(face, en())) == (chinese, english)


def test_cards_from_high_to_low() -> None:
    assert cards_words(parse_faces("2 B 2 S"), zh()) == "一张大王、一张小王、两张 2"
    assert cards_words((), zh()) == ""
    assert [rank_mark(rank, en()) for rank in (14, 13, 7)] == ["BJ", "SJ", "10"]
