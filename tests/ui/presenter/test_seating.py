"""Seats round the table and names that are safe to show."""

from __future__ import annotations

import pytest

from gouji_desktop.net.names import clean_display_name
from gouji_desktop.ui.presenter.seating import (
    NAME_WIDTH,
    avatar_letter,
    clean_name,
    in_order,
    names_of,
    offset_of,
    seat_at,
    side_of,
    told_apart,
    whole_name,
)
from gouji_desktop.ui.presenter.tablelayout import Side
from tests.ui.presenter.scenes import en, zh


def test_own_seat_at_the_foot_and_the_next_on_the_right() -> None:
    assert in_order(4) == (4, 5, 0, 1, 2, 3)
    assert in_order(None) == (0, 1, 2, 3, 4, 5)
    for own in range(6):
        assert offset_of((own + 1) % 6, own) == 1
        assert [seat_at(offset_of(seat, own), own) for seat in range(6)] == list(range(6))


def test_sides() -> None:
    expected = [Side.YOU, Side.ENEMY, Side.ALLY, Side.OPPOSITE, Side.ALLY, Side.ENEMY]
    assert [side_of(seat, 0) for seat in range(6)] == expected
    assert [side_of(seat, 4) for seat in in_order(4)] == expected
    assert Side.YOU not in {side_of(seat, None) for seat in range(6)}


@pytest.mark.parametrize(
    ("name", "letter"),
    [("微山湖", "湖"), ("Weishan", "W"), ("青岛小鱼3", "鱼"), ("~~x", "X"), ("", "·"), ("☀", "·"), ("7号", "号")],
)
def test_letters(name: str, letter: str) -> None:
    assert avatar_letter(name) == letter


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("微山湖", "微山湖"),
        ("  a \t b  ", "a b"),
        ("two\nlines\r\n", "two lines"),
        ("a\u202eb\u2066c\u200fd", "a b c d"),
        ("a\x00b\x1b[31mc", "a b [31mc"),
        ("<b>x</b>", "<b>x</b>"),
        ("\u2028\u2029", ""),
        ("一二三四五六七八九十", "一二三四五六七八…"),
        ("abcdefghijklmnop", "abcdefghijklmnop"),
        ("abcdefghijklmnopq", "abcdefghijklmnop…"),
    ],
)
def test_names_are_one_short_line_of_plain_characters(name: str, shown: str) -> None:
    assert clean_name(name) == shown
    assert len(shown) <= NAME_WIDTH + 1


def test_a_name_that_stands_alone_is_as_long_as_servers_take_them() -> None:
    longest = "一二三四五六七八九十甲乙丙丁戊己"
    assert clean_display_name(longest) == whole_name(longest) == longest
    assert whole_name(longest + "庚") == longest + "…"
    assert whole_name("a\u202eb") == "a b"
    names = names_of([longest, *"乙丙丁戊己"], 1)
    assert names.alone(0, zh()) == longest
    assert (names.alone(1, zh()), names.subject(0, zh())) == ("我", clean_name(longest))


def test_names_in_sentences() -> None:
    names = names_of(["甲", "乙", "丙", "丁", "戊", "\n"], 1)
    assert names.names[5] == "·"
    assert names.subject(1, zh()) == names.object(1, zh()) == "我"
    assert (names.subject(1, en()), names.object(1, en())) == ("You", "you")
    assert names.subjects([0, 1, 3], zh()) == "我、丁、甲"


def test_equal_names_are_told_apart() -> None:
    assert told_apart(["老李", "王", "老李", "老李", "", ""]) == ("老李", "王", "老李·2", "老李·3", "", "")
    assert told_apart(["老李·2", "老李", "老李"]) == ("老李·2", "老李", "老李·3")
    # The number stays where a name is cut.
    long = "长" * 16
    assert told_apart([long, long], 16) == ("长" * 8 + "…", "长" * 7 + "…·2")
    assert names_of([long, long, "a", "b", "c", "d"], 2).names[1].endswith("·2")
