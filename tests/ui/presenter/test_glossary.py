"""The glossary: every word of the game, found by characters, by pinyin with or without tones, and in English."""

from __future__ import annotations

import re

import pytest
from fontTools.ttLib import TTFont

from gouji_desktop.ui.presenter.glossary import TERMS, find, plain, terms
from gouji_desktop.ui.presenter.words import LANGUAGES
from tests.ui.presenter.scenes import TRANSLATIONS, en, words_of, zh

#: Words of the rules that a player meets.
WANTED = """
一场 一局 一轮 一手牌 对头 联邦 贴钱 挂花 够级牌 先出 管牌 过牌 让牌 扣牌 烧牌 解烧 烧牌失误 反烧 开点 有头 无头
四户乱缠 头科 二科 三科 四科 二落 大落 串三户 接风 憋三 被闷 买三 买四 要三 宣点 革命 要头 够死级
点贡 烧贡 闷贡 落贡 圈贡 还贡 抗贡 托管
"""


def test_every_word_is_there_once() -> None:
    written = [chinese for chinese, _, _ in TERMS.values()]
    assert set(WANTED.split()) <= set(written)
    assert len(set(written)) == len(written)


def test_every_word_has_its_meaning_in_both_languages() -> None:
    names = {"page", "subtitle", "search", "nothing", "count", *TERMS}
    assert {key.removeprefix("glossary.") for key in zh() if key.startswith("glossary.")} == names
    assert len({term.meaning for term in terms(en())}) == len(TERMS)


@pytest.mark.parametrize("term", TERMS)
def test_pinyin_has_a_syllable_for_each_character(term: str) -> None:
    chinese, pinyin, english = TERMS[term]
    assert len(pinyin.split()) == len(chinese)
    assert re.fullmatch(r"[a-z ]+", re.sub(r"[āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ]", "a", pinyin))
    assert english.isascii()


@pytest.mark.parametrize("style", ["Regular", "Bold"])
def test_the_font_draws_every_word(style: str) -> None:
    with TTFont(TRANSLATIONS.parents[1] / "assets" / "fonts" / f"NotoSansSC-{style}.ttf") as font:
        there = {chr(code) for code in font.getBestCmap()}
    assert {char for forms in TERMS.values() for form in forms for char in form} - there == set()


@pytest.mark.parametrize(
    ("wanted", "first"),
    [
        ("烧牌", "烧牌"),
        ("shāo pái", "烧牌"),
        ("shaopai", "烧牌"),
        ("SHAO PAI", "烧牌"),
        ("burn", "烧牌"),
        ("dead", "够死级"),
        ("贡", "进贡"),
        ("gou", "够级牌"),
        ("hung", "挂花"),
    ],
)
def test_finding(wanted: str, first: str) -> None:
    for language in LANGUAGES:
        hits = [term.chinese for term in find(wanted, words_of(language))]
        assert first in hits[:3], hits


def test_nothing_wanted_is_everything_and_nonsense_is_nothing() -> None:
    assert len(find("  ", zh())) == len(TERMS)
    assert find("qqq", zh()) == ()


def test_what_begins_with_the_text_comes_first() -> None:
    hits = [term.key for term in find("tribute", en())]
    assert hits[0] == "tribute"
    assert {"point", "place", "circle"} <= set(hits)


def test_plain() -> None:
    assert plain("Lǜ  É") == "lue"
