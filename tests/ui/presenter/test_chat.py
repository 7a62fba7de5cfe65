"""What is said: plain text, one line, capped; calls in both languages; who is heard; where bubbles stand."""

from __future__ import annotations

import itertools

import pytest

from gouji_desktop.net.messages import Said, SeatState, Table
from gouji_desktop.net.phrases import EMOTES, PHRASES
from gouji_desktop.ui.presenter.chat import (
    KEPT,
    LONGEST,
    chat_rows,
    clean_line,
    emote_rows,
    heard,
    names_at,
    person_rows,
    phrase_rows,
    said_text,
)
from gouji_desktop.ui.presenter.chatbubbles import bubble_area, bubble_rows
from gouji_desktop.ui.presenter.handlayout import HandMode
from gouji_desktop.ui.presenter.tablelayout import lay_out_table
from gouji_desktop.ui.resources import qml_folder
from tests.ui.presenter.scenes import words_of, zh


def line(n: int, seat: int | None = 1, text: str = "", phrase: str = "", emote: str = "", uid: str = "") -> Said:
    return Said("t", n, uid or f"u{seat}", "老城南", seat, text, phrase, emote)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("好牌", "好牌"),
        ("<img src='http://127.0.0.1/x'>", "<img src='http://127.0.0.1/x'>"),
        ("a\nb\tc\r\n  d", "a b c d"),
        ("\u202eevil\u202c\u200b\x00!", "evil !"),
        ("x" * 500, "x" * LONGEST),
        ("e" + "\u0301\u0302\u0303\u0304\u0305" * 9, "é\u0302\u0303"),
        (" \n ", ""),
    ],
)
def test_a_line_is_one_plain_capped_line(said: str, shown: str) -> None:
    assert clean_line(said) == shown


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_call_has_words_and_every_emote_a_drawing(language: str) -> None:
    words = words_of(language)
    assert len(phrase_rows(words)) == len(PHRASES)
    assert len({row.label for row in (*phrase_rows(words), *emote_rows(words))}) == len(PHRASES) + len(EMOTES)
    source = (qml_folder() / "Gouji" / "Table" / "ChatEmote.qml").read_text(encoding="utf-8")
    assert [name for name in EMOTES if f"            {name}: " not in source] == []


def test_calls_that_nobody_knows_are_left_out() -> None:
    lines = (line(1, phrase="of a later version"), line(2, emote="sparkles"), line(3, phrase="hello"))
    assert [each.n for each in heard(lines, (), zh())] == [3]
    assert said_text(lines[2], zh()) == zh()("chat.phrase.hello")


def test_nobody_who_is_muted_is_heard_and_the_oldest_go() -> None:
    lines = tuple(line(n, seat=n % 2, text=str(n)) for n in range(1, 3 * KEPT))
    found = heard(lines, {"u1"}, zh())
    assert {each.uid for each in found} == {"u0"}
    assert len(found) == KEPT
    assert found[-1].n == 3 * KEPT - 1 - (3 * KEPT - 1) % 2


def test_lines_say_who_on_which_side() -> None:
    lines = (line(1, 0, "我的"), line(2, 3, "对头的"), line(3, None, "站着", uid="u9"), line(4, 1, emote="tea"))
    rows = chat_rows(lines, "u0", 0, zh())
    assert [row.side for row in rows] == ["you", "opposite", "", "enemy"]
    assert rows[0].who == "我"
    assert [row.emote for row in rows] == ["", "", "", "tea"]
    assert rows[3].text == zh()("chat.emote.tea")


def test_two_of_one_name_are_told_apart_where_they_sit_and_speak() -> None:
    seats = (SeatState("u0", "老李"), SeatState("", "bot.01", "easy"), SeatState("u2", "老李"), *[SeatState()] * 3)
    place = Table("t", 1, "", "u0", {}, 3, 30, 6, "", False, True, "playing", seats)
    names = names_at(place, {"u9": "老李", "u2": "老李"}, zh())
    assert names == {"u0": "老李", "u2": "老李·2", "u9": "老李·3"}
    rows = chat_rows((line(1, 2, "来了"),), "u0", 0, zh(), names)
    assert [row.who for row in rows] == ["老李·2"]
    people = person_rows(place, {"u9": "老李"}, set(), "u0", 0, names)
    assert [row.name for row in people] == ["老李·2", "老李·3"]


def test_everybody_else_can_be_muted_and_who_has_gone_be_heard_again() -> None:
    seats = (*(SeatState(f"u{n}", f"n{n}") for n in range(3)), SeatState("", "机", "easy"), SeatState(), SeatState())
    place = Table("t", 1, "", "u0", {}, 3, 30, 6, "", False, True, "playing", seats)
    rows = person_rows(place, {"u9": "站客", "u1": "n1", "u0": "n0"}, {"u9"}, "u0", 0)
    assert [(row.uid, row.muted) for row in rows] == [("u1", False), ("u2", False), ("u9", True)]


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1366, 768), (1920, 1080), (2560, 1440)])
@pytest.mark.parametrize("mode", [HandMode.ONE, HandMode.TWO])
@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("plate", [None, 0, 1, 2, 3])
def test_bubbles_cover_no_panel_no_play_and_no_hand(
    size: tuple[int, int], mode: HandMode, wide: bool, plate: int | None
) -> None:
    layout = lay_out_table(*size, mode=mode, wide=wide, plate=plate)
    areas = [bubble_area(layout, offset) for offset in range(6)]
    taken = [spot.panel for spot in layout.seats] + [spot.play.area for spot in layout.seats]
    taken += [layout.hand, layout.actions, layout.message]
    for area in areas:
        assert area.x >= 0
        assert area.right <= size[0]
        assert area.y >= 0
        assert area.width >= layout.scale.tx(120)
    for area, other in itertools.product(areas, taken):
        assert not area.overlaps(other), (area, other)
    for one, two in itertools.combinations(areas, 2):
        assert not one.overlaps(two)


def test_a_seat_has_one_bubble_its_newest_and_free_text_none() -> None:
    layout = lay_out_table(1280, 800)
    lines = (line(1, 1, phrase="hello"), line(2, 2, text="lang"), line(3, 1, emote="cry"), line(4, None, phrase="luck"))
    rows = bubble_rows(lines, layout, 0, zh())
    assert [(row.seat, row.number, row.text, row.emote) for row in rows] == [(1, 3, "", "cry")]
    assert rows[0].at_right
