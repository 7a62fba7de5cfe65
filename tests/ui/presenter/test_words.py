"""How texts are filled: numbers, counting words, plurals, and what is wrong with a catalogue."""

from __future__ import annotations

import json

import pytest

from gouji_desktop.ui.presenter.words import (
    Words,
    WordsError,
    chinese_count,
    chinese_numeral,
    choose_language,
    lengthen,
    parse_words,
    placeholders,
    pseudo,
    read_words,
    signed_number,
)

TEXTS = {"n": "{n}", "sign": "{n:+}", "count": "{n:c}张", "plural": "{n} {n:card/cards}", "name": "{who}过"}


@pytest.mark.parametrize(
    ("language", "key", "number", "text"),
    [
        ("zh", "n", 7, "7"),
        ("zh", "n", -7, "−7"),
        ("zh", "sign", 4, "+4"),
        ("zh", "sign", 0, "0"),
        ("en", "sign", -4, "−4"),
        ("zh", "count", 2, "两张"),
        ("zh", "count", 12, "十二张"),
        ("en", "count", 2, "two张"),
        ("en", "plural", 1, "1 card"),
        ("en", "plural", 0, "0 cards"),
        ("en", "plural", 2, "2 cards"),
    ],
)
def test_numbers(language: str, key: str, number: int, text: str) -> None:
    assert Words(language, TEXTS)(key, n=number) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "零"), (2, "二"), (9, "九"), (10, "十"), (11, "十一"), (20, "二十"), (54, "五十四"), (216, "216")],
)
def test_chinese_numerals(number: int, text: str) -> None:
    assert chinese_numeral(number) == text


def test_two_of_something() -> None:
    assert chinese_count(2) == "两"
    assert chinese_count(12) == "十二"
    assert signed_number(-12) == "−12"


def test_a_value_is_never_read_as_a_format() -> None:
    assert Words("zh", TEXTS)("name", who="{who} {0} %s") == "{who} {0} %s过"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_faults_are_loud_or_lenient(language: str) -> None:
    strict, lenient = Words(language, TEXTS), Words(language, TEXTS, lenient=True)
    for key, values in (("nowhere", {}), ("name", {}), ("name", {"whom": "x"})):
        with pytest.raises(WordsError):
            strict(key, **values)
        assert lenient(key, **values) == key


@pytest.mark.parametrize("source", ["", "[]", '{"a": 1}', "{'a'}", "null"])
def test_what_is_no_catalogue(source: str) -> None:
    with pytest.raises(WordsError):
        parse_words("zh", source)


def test_catalogue_from_disk(tmp_path) -> None:
    (tmp_path / "zh.json").write_text(json.dumps({"a": "甲"}), encoding="utf-8")
    (tmp_path / "en.json").write_bytes(b"\xff\xfe")
    assert read_words(tmp_path, "zh")("a") == "甲"
    for language in ("en", "de"):
        with pytest.raises(WordsError):
            read_words(tmp_path, language)


@pytest.mark.parametrize(
    ("wanted", "system", "language"),
    [
        ("zh", "en_US", "zh"),
        ("en", "zh_CN", "en"),
        ("auto", "zh_CN", "zh"),
        ("auto", "zh-Hans-CN", "zh"),
        ("auto", "yue_HK", "zh"),
        ("auto", "en_GB", "en"),
        ("auto", "de_DE", "en"),
        ("auto", "", "zh"),
        ("klingon", "", "zh"),
    ],
)
def test_language(wanted: str, system: str, language: str) -> None:
    assert choose_language(wanted, system) == language


def test_pseudo_locale_is_longer_and_keeps_its_values() -> None:
    for text in TEXTS.values():
        longer = lengthen(text)
        assert placeholders(longer) == placeholders(text)
        assert len(longer) >= len(text)
    assert lengthen("出牌不出") == "出牌不出字字"
    assert len(lengthen("Don't burn")) == 14
    assert pseudo(Words("en", TEXTS))("plural", n=3).startswith("3 cards")


def test_broken_format_strings() -> None:
    for text in ("{", "{n"):
        with pytest.raises(WordsError):
            placeholders(text)
    with pytest.raises(WordsError):
        Words("zh", {"a": "{n:q}"})("a", n=1)
