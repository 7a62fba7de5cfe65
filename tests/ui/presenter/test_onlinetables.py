"""The lobby's rows, the waiting room and the table to be made, as the presenter derives them."""

from __future__ import annotations

from typing import Any

import pytest

from gouji_desktop.net.messages import LobbyRow, Said, SeatState, Table
from gouji_desktop.net.phrases import EMOTES, PHRASES
from gouji_desktop.net.requests import Create
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.ruleset import RuleSetError
from gouji_desktop.table.codec import decode_rules, encode_rules
from gouji_desktop.ui.presenter.newmatch import NewMatch, choose_level, take_rules
from gouji_desktop.ui.presenter.onlinecreate import TURN_CHOICES, TableForm, create_fields, turn_words
from gouji_desktop.ui.presenter.onlinelobby import FAMILIES, LobbyFilter, derive_lobby, family_of, held_row
from gouji_desktop.ui.presenter.onlineroom import RoomProps, Watch, chat_lines, derive_room, derive_watched, next_level
from tests.ui.presenter.scenes import en, zh

ROW = LobbyRow("t1", "泉城夜话", "小鱼", "tribute216", 5, "waiting", "pb----")


def row(**fields: Any) -> LobbyRow:
    values = {name: getattr(ROW, name) for name in ROW.__struct_fields__}
    return LobbyRow(**{**values, **fields})


@pytest.mark.parametrize(
    ("fields", "own", "wanted"),
    [
        ({}, "", ("等人 2 / 6", "sit", "坐下", "")),
        ({"seats": "pbpppp"}, "", ("坐满了", "", "坐下", "坐满了")),
        ({"phase": "playing", "done": 1}, "", ("第 2 局 / 5", "watch", "观战", "")),
        ({"phase": "playing", "done": 5}, "", ("第 5 局 / 5", "watch", "观战", "")),
        ({"phase": "playing", "spectators": False}, "", ("第 1 局 / 5", "", "观战", "不让看")),
        ({"phase": "over"}, "", ("打完了", "", "坐下", "打完了")),
        ({"phase": "meteor"}, "", ("打完了", "", "坐下", "打完了")),
        ({"phase": "playing"}, "t1", ("第 1 局 / 5", "back", "回到牌桌", "")),
        ({}, "t1", ("等人 2 / 6", "back", "回去", "")),
    ],
)
def test_a_row_says_how_far_it_is_and_what_can_be_done(
    fields: dict[str, Any], own: str, wanted: tuple[str, ...]
) -> None:
    (shown,) = derive_lobby([row(**fields)], LobbyFilter(), own, zh()).rows
    assert (shown.phase, shown.action, shown.label, shown.why) == wanted


def test_a_match_with_an_own_seat_is_gone_back_to_whether_it_is_listed_or_not() -> None:
    seated = held_row(table(WANG, ME, BOT, title="自家桌", host="w", phase="playing", you=1))
    listed = row(t="t1", title="自家桌", phase="playing", done=2)
    for rows, phase in (([row(t="a")], "正在打"), ([row(t="a"), listed], "第 3 局 / 5")):
        filters = LobbyFilter(FAMILIES.index("chayuan"), free=True)
        first = derive_lobby(rows, filters, "", zh(), held=[seated]).rows[0]
        assert (first.table, first.title, first.phase, first.action) == ("t1", "自家桌", phase, "back")
        assert first.label == "回到牌桌"
    (alone,) = derive_lobby([], LobbyFilter(), "", zh(), held=[seated]).rows
    assert alone.seats == "ppb---"
    assert alone.detail == "金游 · 四副 · 房主 老王"


def test_a_lobby_without_a_connection_says_nothing_of_tables() -> None:
    assert "没有连着" in derive_lobby([], LobbyFilter(), "", zh(), live=False).empty


def test_rows_bear_what_servers_send() -> None:
    (shown,) = derive_lobby(
        [row(title=" \n", host="\u202eevil", rules="x" * 200 + "+", seats="p", deals=0)], LobbyFilter(), "", zh()
    ).rows
    assert shown.title == "没起名的桌"
    assert shown.seats == "p-----"
    assert "\u202e" not in shown.detail
    assert len(shown.detail) < 80


def test_families_and_free_seats() -> None:
    rows = [
        row(t="a"),
        row(t="b", rules="jinyou4-match", seats="pppppp"),
        row(t="c", rules="我家的"),
        row(t="d", rules="tribute216+", phase="playing"),
    ]

    def shown(**chosen: Any) -> list[str]:
        return [each.table for each in derive_lobby(rows, LobbyFilter(**chosen), "", zh()).rows]

    assert shown() == ["a", "c", "b", "d"]
    assert shown(family=FAMILIES.index("tribute216")) == ["a", "d"]
    assert shown(family=FAMILIES.index("jinyou4")) == ["b"]
    assert shown(family=FAMILIES.index("other")) == ["c"]
    assert shown(free=True) == ["a", "c"]
    assert derive_lobby(rows, LobbyFilter(FAMILIES.index("chayuan")), "", zh()).empty
    assert derive_lobby([], LobbyFilter(), "", zh()).empty != derive_lobby(rows, LobbyFilter(2), "", zh()).empty
    assert derive_lobby(rows, LobbyFilter(), "d", zh()).rows[0].table == "d"


def test_titles_with_numbers_stand_in_their_order() -> None:
    titles = ["第 10 桌", "b", "第１桌", "第 2 桌", "", "A 7", "第 1 桌 b", "第 1 桌", "a 07", "9" * 60, "7"]
    rows = [row(t=f"t{number:02}", title=title) for number, title in enumerate(titles)]
    shown = [titles[int(each.table[1:])] for each in derive_lobby(rows, LobbyFilter(), "", zh()).rows]
    assert shown == ["", "7", "9" * 60, "A 7", "a 07", "b", "第１桌", "第 1 桌", "第 1 桌 b", "第 2 桌", "第 10 桌"]


def test_every_ready_made_rule_set_has_a_family() -> None:
    assert {family_of(name) for name in PRESETS} == set(FAMILIES[1:-1])


# --- the room -------------------------------------------------------------------------------------------------------

FREE = SeatState()
ME = SeatState(uid="me", name="小鱼")
WANG = SeatState(uid="w", name="老王", ready=True)
LI = SeatState(uid="l", name="<b>李</b>", connected=False)
BOT = SeatState(name="bot.01", level="hard", ready=True)


def table(*seats: SeatState, **fields: Any) -> Table:
    values: dict[str, Any] = {
        "t": "t1",
        "rev": 1,
        "title": "周五",
        "host": "me",
        "rules": encode_rules(preset("jinyou4")),
        "deals": 5,
        "turn_s": 30,
        "answer_s": 6,
        "bots": "medium",
        "private": False,
        "spectators": True,
        "phase": "waiting",
        "seats": (*seats, *(FREE,) * 6)[:6],
        "you": 0,
    }
    return Table(**{**values, **fields})


def room(*seats: SeatState, uid: str = "me", at_table: bool = False, **fields: Any) -> RoomProps:
    return derive_room(table(*seats, **fields), uid, zh(), at_table=at_table)


def deeds(props: RoomProps) -> list[tuple[str, str]]:
    return [(deed.key, deed.why) for deed in props.deeds]


def test_seats_of_the_room() -> None:
    props = room(ME, WANG, LI, BOT)
    assert [seat.name for seat in props.seats] == ["我", "老王", "<b>李</b>", "泉城柳", "空座", "空座"]
    assert [seat.tags for seat in props.seats[:4]] == [("房主",), ("准备好了",), ("没准备", "断线"), ("老手",)]
    assert [seat.ready for seat in props.seats] == [True, True, False, True, False, False]
    assert [[deed.key for deed in seat.deeds] for seat in props.seats] == [
        ["stand"],
        ["kick"],
        ["kick"],
        ["level", "unbot"],
        ["sit", "bot"],
        ["sit", "bot"],
    ]
    assert props.state == "等人 4 / 6 · 还有 1 人没准备"


def test_who_is_no_host_only_sits_and_stands() -> None:
    props = room(WANG, ME, BOT, host="w", you=1)
    assert [[deed.key for deed in seat.deeds] for seat in props.seats] == [["stand"], [], ["sit"], ["sit"], ["sit"], []]
    assert [seat.seat for seat in props.seats] == [1, 2, 3, 4, 5, 0]
    assert deeds(props) == [("ready", "")]
    assert deeds(room(WANG, SeatState(uid="me", name="x", ready=True), host="w", you=1)) == [("unready", "")]
    standing = room(WANG, host="w", you=None)
    assert deeds(standing) == []
    assert "点个空座" in standing.hint


@pytest.mark.parametrize(
    ("seats", "fields", "wanted"),
    [
        ((ME,), {}, [("start", "")]),
        ((ME, LI), {}, [("start", "有人没准备")]),
        ((ME,), {"bots": ""}, [("start", "还有空座")]),
        ((ME, WANG, BOT, BOT, BOT, BOT), {"bots": ""}, [("start", "")]),
        ((ME,), {"phase": "over"}, [("rematch", "")]),
        ((ME,), {"phase": "over", "you": None}, []),
        ((ME,), {"phase": "playing"}, []),
        ((ME,), {"phase": "playing", "you": None}, [("watch", "")]),
        ((ME,), {"phase": "playing", "you": None, "spectators": False}, [("watch", "不让看")]),
    ],
)
def test_what_can_be_done(seats: tuple[SeatState, ...], fields: dict[str, Any], wanted: list[tuple[str, str]]) -> None:
    assert deeds(room(*seats, **fields)) == wanted


def test_what_the_middle_of_the_room_says() -> None:
    assert "点“准备”" in room(SeatState(uid="h"), ME, host="h", you=1).hint
    assert room(SeatState(uid="h"), SeatState(uid="me", ready=True), host="h", you=1).hint == "准备好了，等房主开打"
    full = room(WANG, LI, BOT, BOT, BOT, BOT, host="w", you=None)
    assert full.state == "坐满了 · 还有 1 人没准备"
    assert "坐满了" in full.hint
    assert deeds(full) == [("watch", "")]
    closed = room(WANG, LI, BOT, BOT, BOT, BOT, host="w", you=None, spectators=False)
    assert deeds(closed) == []
    assert "观战" not in closed.hint


def test_who_watches_is_told_when_something_is_seen() -> None:
    props = derive_watched(row(title="青岛海边"), zh(), Watch(30, 12))
    assert (props.title, props.hint, props.talks, props.deeds) == ("青岛海边", "12 秒后开始看", False, ())
    running = table(WANG, host="w", you=None, phase="playing", code="AAAABBBB")
    props = derive_room(running, "me", zh(), watch=Watch(30, 0))
    assert props.hint == "马上开始看…"
    assert deeds(props) == [("watch", "正在观战")]
    assert props.talks
    waiting = table(WANG, LI, BOT, BOT, BOT, BOT, host="w", you=None)
    props = derive_room(waiting, "me", zh(), watch=Watch(30))
    assert "晚 30 秒" in props.hint
    assert not props.talks


def test_a_running_match_is_gone_to() -> None:
    props = room(ME, phase="playing", at_table=True)
    assert deeds(props) == [("table", "")]
    assert all(seat.deeds == () for seat in props.seats)


def test_facts_of_the_table() -> None:
    changed = preset("jinyou4").with_options({"announce_at": 5}, name="我家的")
    props = room(ME, rules=encode_rules(changed), turn_s=0, bots="", private=True, spectators=False, watchers=3)
    assert props.rules == "我家的"
    assert props.facts == (
        "憋三开 · 五张报牌 · 五局",
        "比“金游 · 四副”改了 1 处",
        "出牌不限时，问话 6 秒",
        "六个人到齐才开",
        "只凭邀请码进",
        "不让观战",
    )
    assert "3 人在看" in props.state


def test_rules_of_another_version_are_borne() -> None:
    props = room(ME, rules={"name": "x", "digest": "0"})
    assert props.rules == ""
    assert "看不懂" in props.facts[0]


def test_a_level_follows_another() -> None:
    assert [next_level(level) for level in ("novice", "master", "", "meteor")] == [
        "easy",
        "novice",
        "novice",
        "novice",
    ]


def test_what_is_said() -> None:
    said = [
        Said("t1", 1, "w", "老王", text="<img src=x>\u202e"),
        Said("t1", 2, "me", "小鱼", phrase=PHRASES[0]),
        Said("t1", 3, "l", "李", text="muted"),
        Said("t1", 4, "w", "老王", emote="meteor"),
        Said("t1", 5, "w", ""),
    ]
    lines = chat_lines(said, "me", frozenset({"l"}), zh())
    assert [(line.name, line.own) for line in lines] == [("老王", False), ("小鱼", True), ("老王", False)]
    assert lines[0].text == "<img src=x>"
    assert lines[2].text == "meteor"
    assert all(f"chat.phrase.{each}" in en() for each in PHRASES)
    assert all(f"chat.emote.{each}" in en() for each in EMOTES)


# --- making one -----------------------------------------------------------------------------------------------------


def test_the_request_for_a_table() -> None:
    match = choose_level(take_rules(NewMatch(), "jinyou4", {"announce_at": 5}), 3)
    form = TableForm("  周五\n晚上 ", private=True, spectators=False, turn=5, bots=True)
    fields = create_fields(form, match, "小鱼", zh())
    request = Create(id="1", **fields)
    assert decode_rules(request.rules).announce_at == 5
    assert (request.title, request.private, request.spectators) == ("周五 晚上", True, False)
    assert (request.turn_s, request.bots, request.deals) == (0, "hard", 0)
    assert create_fields(TableForm(bots=False), match, "小鱼", zh())["bots"] == ""
    assert create_fields(TableForm(), match, "小鱼", zh())["title"] == "小鱼的桌"
    assert len(turn_words(zh())) == len(TURN_CHOICES)


def test_options_that_contradict_each_other_make_no_table() -> None:
    with pytest.raises(RuleSetError):
        create_fields(TableForm(), take_rules(NewMatch(), "tribute216", {"revolt": False}), "x", zh())
