"""Names that people give themselves, and lines that they write: kind, hostile, and much alike."""

from __future__ import annotations

import time
import unicodedata

import pytest

from gouji_desktop.net.names import (
    NameError_,
    clean_chat,
    clean_display_name,
    clean_label,
    skeleton,
)

ZALGO = "H\u0335\u0321\u0322e\u0315\u031b\u0300\u0301\u0302\u0303\u0304llo"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("小明", "小明"),
        ("  张三 ", "张三"),
        ("阿依古丽·买买提", "阿依古丽·买买提"),
        ("阿依古丽•买买提", "阿依古丽·买买提"),
        ("阿依古丽・买买提", "阿依古丽·买买提"),
        ("欧阳　修", "欧阳 修"),
        ("二〇二六", "二〇二六"),
        ("够级王", "够级王"),
        ("青岛小嫚儿", "青岛小嫚儿"),
        ("大魔王_666", "大魔王_666"),
        ("㊣版", "正版"),
        ("𠮷田", "𠮷田"),
        ("ＡＢＣ１２３", "ABC123"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("Nguyễn", "Nguyễn"),
        ("Иван", "Иван"),
        ("محمد", "محمد"),
        ("สมชาย", "สมชาย"),
        ("さくら", "さくら"),
        ("김철수", "김철수"),
        ("佐々木", "佐々木"),
        ("Mary-Jane", "Mary-Jane"),
        ("一" * 16, "一" * 16),
        ("a" * 16, "a" * 16),
        ("Adam", "Adam"),
        ("Admiral", "Admiral"),
        ("Modesty", "Modesty"),
        ("Robot", "Robot"),
        ("管仲", "管仲"),
        ("7", "7"),
    ],
)
def test_good_names(text: str, name: str) -> None:
    assert clean_display_name(text) == name
    assert clean_display_name(name) == name


HOSTILE = {
    "nothing": "",
    "spaces": "   ",
    "no letter": "_-·",
    "too long": "a" * 17,
    "too many characters": "一" * 17,
    "too many bytes": "𠮷" * 13,
    "a novel": "a" * 1_000_000,
    "10,000 combining marks": "a" + "\u0301" * 10_000,
    "four marks on one": "\u1ea1\u0327\u0328\u0330\u0331" + "\u0323\u0327\u0328\u0330",
    "a mark in front": "\u0301a",
    "a mark on a dash": "a-\u0301",
    "a mark on a space": "a \u0301b",
    "Zalgo": ZALGO,
    "an enclosing mark": "a\u20dd",
    "NUL": "a\x00b",
    "a line feed": "a\nb",
    "a last line feed": "ab\n",
    "a tabulator": "a\tb",
    "escape": "\x1b[31mred",
    "delete": "a\x7f",
    "a C1 control": "a\x85b",
    "RTL override": "abc\u202egpj",
    "LTR embedding": "\u202aabc",
    "RTL isolate": "\u2067abc\u2069",
    "an RTL mark": "abc\u200f",
    "an Arabic letter mark": "abc\u061c",
    "ZWJ": "ab\u200dcd",
    "ZWNJ": "ab\u200ccd",
    "a zero width space": "ab\u200bcd",
    "a word joiner": "ab\u2060cd",
    "BOM": "\ufeffabc",
    "a soft hyphen": "ab\u00adcd",
    "a tag": "ab\U000e0041",
    "a variation selector": "小\ufe0f明",
    "an ideographic variation": "辻\U000e0100",
    "a grapheme joiner": "a\u034fb",
    "a Hangul filler": "\u3164",
    "a half-width filler": "\uffa0a",
    "a choseong filler": "\u115fa",
    "a braille blank": "a\u2800",
    "a private character": "a\ue000",
    "a private plane": "a\U000f0000",
    "unassigned": "a\u0378",
    "no character": "a\uffff",
    "a lone surrogate": "a\ud800",
    "two lone surrogates": "\udc00\ud800",
    "a line separator": "a\u2028b",
    "a paragraph separator": "a\u2029b",
    "two spaces": "a  b",
    "two wide spaces": "a\u3000\u3000b",
    "markup": "<b>a</b>",
    "an entity": "&lt;a",
    "an image": '<img src="x">',
    "a path": "../a",
    "an emoji": "😀小明",
    "a family": "👨\u200d👩\u200d👧",
    "a flag": "🇨🇳",
    "a ligature of a phrase": "\ufdfa",
    "a fraction slash": "½",
    "quotes": '"a"',
    "an at sign": "@all",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_names_are_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(NameError_) as caught:
        clean_display_name(text)
    said = str(caught.value)
    assert said.endswith(".")
    assert "\n" not in said
    # The sentence may go into a log: it repeats nothing of the name.
    assert said.isprintable()
    assert len(said) < 100


def test_hostile_names_cost_no_time() -> None:
    begun = time.process_time()
    for text in HOSTILE.values():
        with pytest.raises(NameError_):
            clean_display_name(text)
        clean_chat(text)
        clean_label(text)
    assert time.process_time() - begun < 0.5


@pytest.mark.parametrize(
    "text",
    [
        "admin",
        "ADMIN",
        "Admin",
        "аdmin",  # Cyrillic a
        "аԁміп",  # Cyrillic throughout
        "αdmιn",  # Greek
        "ａｄｍｉｎ",
        "𝐚𝐝𝐦𝐢𝐧",
        "ⓐⓓⓜⓘⓝ",
        "ᴀᴅᴍɪɴ",
        "ꓮꓓꓟꓲꓠ",
        "ᎪᎠmin",
        "adm1n",
        "4dm1n",
        "admln",
        "adrnin",
        "ádmîn",
        "admın",
        "admɨn",
        "a d m i n",
        "a-d_m·i-n",
        "admin 2",
        "_admin_",
        "2026admin",
        "Administrator",
        "AdministratorBob",
        "root",
        "r00t",
        "Server",
        "ѕегvег",
        "5y5t3m",
        "GM",
        "GM007",
        "bot3",
        "系统",
        "系統",
        "系 统",
        "系统1",
        "系·统",
        "⽅官方",
        "官⽅",
        "管理员",
        "够级管理员",
        "管理员小王",
        "服务器",
        "裁判",
        "机器人",
        "电脑3",
        "客服",
    ],
)
def test_nobody_is_taken_for_the_server_or_its_staff(text: str) -> None:
    if text == "⽅官方":
        assert clean_display_name(text) == "方官方"
        return
    with pytest.raises(NameError_, match="could be taken for the server or its staff"):
        clean_display_name(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("paypal", "раураl"),
        ("Ian", "lan"),
        ("user1", "userl"),
        ("User0", "usero"),
        ("José", "Jose"),
        ("straße", "STRASSE"),
        ("modern", "modem"),
        ("小明", "小 明"),
        ("ΑΒΓ", "αβγ"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("小明", "小红"),
        ("player3", "players"),
        ("かき", "がき"),
        ("ハハ", "ババ"),
        ("Anna", "Hanna"),
        ("कि", "का"),
        ("7", "1"),
    ],
)
def test_names_that_differ_have_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        ("  你好  ", "你好"),
        ("出牌 啊!\r\n\r\n快点\t!", "出牌 啊! 快点 !"),
        ("<b>bold</b> &lt; <img src='http://x/'>", "<b>bold</b> &lt; <img src='http://x/'>"),
        ("a\x00b\x1b[0mc\x7f", "ab[0mc"),
        ("abc\u202egpj\u202c", "abcgpj"),
        ("\u2067abc\u2069\u200f", "abc"),
        ("zero\u200bwidth\ufeff\u2060", "zerowidth"),
        ("in\u200dvis\u200dible", "invisible"),
        ("a\u2028b\u2029c", "a b c"),
        ("a\u00a0\u3000 b", "a b"),
        ("\ue000private\U000f0000", "private"),
        ("lone \ud800 surrogate \udfff", "lone surrogate"),
        ("\u3164\u2800", ""),
        ("é", "é"),
        ("e\u0301", "é"),
        ("\u0301a", "a"),
        ("a" + "\u0330" * 1000 + "b", "a" + "\u0330" * 3 + "b"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("👍🏽", "👍🏽"),
        ("🇨🇳", "🇨🇳"),
        ("\U0001fae8", "\U0001fae8"),
        ("\u200d👧\u200d", "👧"),
        ("👧\u200dadmin", "👧admin"),
        ("\u0378\uffff", ""),
    ],
)
def test_lines_of_chat(text: str, line: str) -> None:
    assert clean_chat(text) == line


@pytest.mark.parametrize("text", ["a" * 200, "一" * 200, "😀" * 150, "a b c" * 40, "é" * 200, "😀" * 149 + "abcd"])
def test_a_line_is_told_whole_or_not_at_all(text: str) -> None:
    """Up to 200 code points and 600 bytes; what does not show does not count."""
    assert clean_chat(text) == text
    assert clean_chat(f" \u200b{text}\u202e\n") == text
    assert clean_chat(f"{text}😀") is None


@pytest.mark.parametrize(
    "text",
    ["a" * 5000, "一" * 5000, "😀" * 5000, "a\u0301\u0330\u0331" * 900, "a b" * 900, ZALGO * 99, "\u200b" * 5000],
)
def test_no_line_is_cut(text: str) -> None:
    assert clean_chat(text) is None


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_whatever_is_written_becomes_one_readable_line(text: str) -> None:
    for line in (clean_chat(text) or "", clean_label(text)):
        assert line == line.strip()
        assert unicodedata.is_normalized("NFC", line)
        line.encode()
        assert not [
            c for c in line.replace("\u200d", "") if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
        ]


def test_labels_are_short() -> None:
    assert clean_label("  小明 的\n电脑 ") == "小明 的 电脑"
    assert clean_label("x" * 64) == "x" * 40
