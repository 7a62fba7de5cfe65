"""A table as a place: who comes, sits, is ready, leaves; and who is its host."""

from __future__ import annotations

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.rules.presets import preset
from gouji_desktop.server.ports import Done, Refused
from gouji_desktop.server.room import Room
from gouji_desktop.server.room_seats import MOST_MEMBERS, decode_place, encode_place
from gouji_desktop.table.codec import encode_rules
from tests.server.rooms import Hall, eager


def test_its_maker_sits_and_is_its_host() -> None:
    hall = Hall("chayuan")
    host = hall.open(title="  Evening\u202e game ", deals=3, turn_s=20)
    place = host.place
    assert (place.you, place.host, place.phase, place.match) == (0, "a", "waiting", 0)
    assert place.title == "Evening game"
    assert place.rules == encode_rules(preset("chayuan"))
    assert place.code == hall.room.code
    row = hall.room.row()
    assert (row.t, row.host, row.rules, row.deals, row.seats, row.turn_s) == ("t1", "A", "chayuan", 3, "p-----", 20)
    assert hall.room.member_uids == ("a",)
    assert hall.changes > 0


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"decks": "many"}, ErrorCode.RULES_REJECTED),
        ({"digest": "0" * 64}, ErrorCode.RULES_REJECTED),
        ({"no_such_option": 1}, ErrorCode.RULES_REJECTED),
    ],
)
def test_a_rule_set_that_is_none_makes_no_table(change: dict[str, object], code: ErrorCode) -> None:
    hall = Hall()
    request = req.Create(id="c", rules=encode_rules(hall.rules) | change)
    refused = Room.create("t1", hall.guest("a"), request, hall.deps)
    assert isinstance(refused, Refused)
    assert refused.code == code
    assert refused.detail
    assert refused.detail["text"]
    assert hall.store.open_tables() == []


def test_the_name_of_a_rule_set_is_cleaned_as_others_read_it() -> None:
    hall = Hall(preset("chayuan").with_options({}, "home\u202e\n rules"))
    host = hall.open()
    assert host.place.rules == encode_rules(preset("chayuan").with_options({}, "home rules"))
    assert hall.room.row().rules == "home rules"
    hall.restart()
    assert hall.room.row().rules == "home rules"


def test_an_unknown_level_makes_no_table() -> None:
    hall = Hall()
    request = req.Create(id="c", rules=encode_rules(hall.rules), bots="genius")
    assert Room.create("t1", hall.guest("a"), request, hall.deps).code == ErrorCode.BAD_SCHEMA


def test_people_sit_move_and_stand() -> None:
    hall = Hall()
    host = hall.open()
    guest = hall.guest("b")
    assert guest.join() == Done(t="t1", code=hall.room.code)
    assert guest.place.you is None
    assert guest.ask(req.Sit, seat=0).code == ErrorCode.SEAT_TAKEN
    assert guest.ask(req.Sit, seat=3) == Done()
    assert guest.ask(req.Sit, seat=3) == Done()
    assert guest.ask(req.Ready) == Done()
    assert host.place.seats[3].ready
    assert guest.ask(req.Sit, seat=4) == Done()
    assert [seat.uid for seat in host.place.seats] == ["a", "", "", "", "b", ""]
    assert not host.place.seats[4].ready
    assert guest.ask(req.Stand) == Done()
    assert guest.place.you is None
    assert guest.ask(req.Stand).code == ErrorCode.NOT_SEATED
    assert guest.ask(req.Ready).code == ErrorCode.NOT_SEATED


def test_a_match_begins_when_everybody_is_ready() -> None:
    hall = Hall()
    host = hall.open()
    guest = hall.seat("b", 1)
    assert host.ask(req.Start).detail == {"reason": "not_ready"}
    assert guest.ask(req.Start).code == ErrorCode.FORBIDDEN
    assert guest.ask(req.Ready) == Done()
    assert guest.ask(req.Ready, on=False) == Done()
    assert host.ask(req.Start).code == ErrorCode.FORBIDDEN
    assert guest.ask(req.Ready) == Done()
    assert host.ask(req.Start) == Done()
    assert host.place.phase == "playing"
    assert [seat.level for seat in host.place.seats] == ["", "", "easy", "easy", "easy", "easy"]
    for refused in (host.ask(req.Start), guest.ask(req.Stand), guest.ask(req.Sit, seat=2), host.ask(req.Rematch)):
        assert refused.code == ErrorCode.FORBIDDEN
    assert host.ask(req.Kick, seat=1).code == ErrorCode.FORBIDDEN
    assert host.ask(req.PutBot, seat=2, level="hard").code == ErrorCode.FORBIDDEN


def test_a_match_waits_for_who_is_not_there() -> None:
    hall = Hall("zaozhuang6")
    one, two = hall.begin(2)
    hall.play()
    two.drop()
    assert one.ask(req.Rematch) == Done()
    assert one.ask(req.Start).detail == {"reason": "absent"}
    newer = two.again()
    newer.join()
    assert one.ask(req.Start).detail == {"reason": "not_ready"}
    assert newer.ask(req.Ready) == Done()
    assert one.ask(req.Start) == Done()


def test_nobody_is_ready_after_a_restart_who_is_not_there() -> None:
    hall = Hall()
    hall.open()
    guest = hall.seat("b", 1)
    assert guest.ask(req.Ready) == Done()
    hall.restart()
    host = hall.guests["a"].again()
    host.join()
    assert not host.place.seats[1].ready
    assert host.ask(req.Start).detail == {"reason": "absent"}
    newer = guest.again()
    newer.join()
    assert newer.ask(req.Ready) == Done()
    assert host.ask(req.Start) == Done()


def test_a_host_that_stands_may_start_for_others_but_not_for_bots_alone() -> None:
    hall = Hall()
    host = hall.open()
    assert host.ask(req.Stand) == Done()
    assert host.ask(req.Start).code == ErrorCode.FORBIDDEN
    guest = hall.seat("b", 1)
    assert guest.ask(req.Ready) == Done()
    assert host.ask(req.Start) == Done()
    assert host.place.you is None
    assert not host.all(msg.Snap)
    assert guest.all(msg.Snap)


def test_bots_are_put_and_taken_by_the_host_alone() -> None:
    hall = Hall()
    host = hall.open()
    guest = hall.seat("b", 1)
    assert guest.ask(req.PutBot, seat=2, level="easy").code == ErrorCode.FORBIDDEN
    assert host.ask(req.PutBot, seat=2, level="genius").code == ErrorCode.FORBIDDEN
    assert host.ask(req.PutBot, seat=1, level="easy").code == ErrorCode.SEAT_TAKEN
    assert host.ask(req.PutBot, seat=2, level="hard") == Done()
    assert guest.place.seats[2].level == "hard"
    assert guest.ask(req.Sit, seat=2).code == ErrorCode.SEAT_TAKEN
    assert host.ask(req.PutBot, seat=2, level="easy") == Done()
    assert host.ask(req.PutBot, seat=2) == Done()
    assert guest.place.seats[2] == msg.SeatState()
    assert hall.room.row().seats == "pp----"


def test_who_is_kicked_is_at_the_table_no_more() -> None:
    hall = Hall()
    host = hall.open()
    guest = hall.seat("b", 1)
    assert guest.ask(req.Kick, seat=0).code == ErrorCode.FORBIDDEN
    assert host.ask(req.Kick, seat=0).code == ErrorCode.FORBIDDEN
    assert host.ask(req.Kick, seat=5).code == ErrorCode.NOT_SEATED
    assert host.ask(req.Kick, seat=1) == Done()
    assert guest.all(msg.Gone) == [msg.Gone("t1", "kicked")]
    assert hall.room.member_uids == ("a",)
    before = len(guest.frames)
    assert host.ask(req.PutBot, seat=3, level="easy") == Done()
    assert host.ask(req.Kick, seat=3) == Done()
    assert len(guest.frames) == before
    assert guest.ask(req.Sit, seat=1).code == ErrorCode.TABLE_GONE


def test_the_table_goes_to_who_sits_when_its_host_leaves() -> None:
    hall = Hall()
    host = hall.open()
    standing = hall.guest("s")
    standing.join()
    away = hall.seat("b", 1)
    guest = hall.seat("c", 2)
    away.drop()
    assert host.ask(req.Leave) == Done()
    assert host.all(msg.Gone) == [msg.Gone("t1", "left")]
    assert guest.place.host == hall.room.host_uid == "c"
    assert guest.ask(req.Leave) == Done()
    assert standing.place.host == "s"
    assert guest.place.seats[0] == msg.SeatState()
    assert hall.room.seated("a") is None


def test_who_sits_inherits_before_who_stands() -> None:
    hall = Hall()
    host = hall.open()
    hall.guest("s").join()
    guest = hall.seat("b", 1)
    assert host.ask(req.Leave) == Done()
    assert guest.place.host == "b"


def test_a_host_that_is_away_hands_the_table_over() -> None:
    hall = Hall()
    host = hall.open()
    guest = hall.seat("b", 1)
    host.drop()
    hall.run(55.0)
    assert guest.place.host == "a"
    assert not guest.place.seats[0].connected
    hall.run(10.0)
    assert guest.place.host == "b"
    assert guest.place.seats[0].uid == "a"


def test_who_is_away_from_a_waiting_table_for_long_gives_the_seat_up() -> None:
    hall = Hall()
    host = hall.open()
    guest = hall.seat("b", 1)
    assert guest.ask(req.Ready) == Done()
    guest.drop()
    assert host.place.seats[1] == msg.SeatState("b", "B", connected=False)
    hall.run(100.0)
    newer = guest.again()
    assert newer.join() == Done(t="t1", code=hall.room.code)
    assert host.place.seats[1].connected
    newer.drop()
    hall.run(185.0)
    assert host.place.seats[1] == msg.SeatState()
    assert hall.room.member_uids == ("a",)


def test_a_table_is_empty_when_everybody_left() -> None:
    hall = Hall()
    host = hall.open()
    guest = hall.seat("b", 1)
    assert host.ask(req.Leave) == Done()
    assert not hall.empty()
    assert guest.ask(req.Leave) == Done()
    assert hall.empty()
    hall.room.close("closed")
    assert hall.store.open_tables() == []


def test_a_table_at_which_nobody_is_closes_after_ten_minutes() -> None:
    hall = Hall()
    host = hall.open()
    host.drop()
    hall.run(590.0, step=10.0)
    assert not hall.empty()
    assert host.again().join() == Done(t="t1", code=hall.room.code)
    hall.run(700.0, step=10.0)
    assert not hall.empty()
    hall.guests["a"].drop()
    hall.run(605.0, step=10.0)
    assert hall.empty()


def test_a_closed_table_is_gone() -> None:
    hall = Hall()
    host = hall.open()
    watcher = hall.guest("w")
    hall.room.spectate(watcher)
    hall.room.close("closed")
    assert host.all(msg.Gone) == watcher.all(msg.Gone) == [msg.Gone("t1", "closed")]
    assert hall.empty()
    assert host.ask(req.Ready).code == ErrorCode.TABLE_GONE
    assert host.join().code == ErrorCode.TABLE_GONE
    before = len(host.frames)
    hall.run(1000.0, step=50.0)
    assert len(host.frames) == before


def test_a_table_holds_so_many_people() -> None:
    hall = Hall()
    hall.open()
    for number in range(MOST_MEMBERS - 1):
        assert isinstance(hall.guest(f"g{number}").join(), Done)
    assert hall.guest("late").join().code == ErrorCode.TABLE_FULL


def test_who_has_a_seat_comes_back_to_a_table_that_is_full() -> None:
    hall = Hall()
    _, two = hall.begin(2)
    assert two.ask(req.Leave) == Done()
    for number in range(MOST_MEMBERS - 1):
        assert isinstance(hall.guest(f"g{number}").join(), Done)
    assert hall.guest("late").join().code == ErrorCode.TABLE_FULL
    newer = two.again()
    assert isinstance(newer.join(), Done)
    assert newer.seat == 1


def test_who_stands_and_is_away_for_long_is_at_a_running_match_no_more() -> None:
    hall = Hall("zaozhuang6", away_seconds=60.0)
    one, two = hall.begin(2)
    standing, lost = hall.guest("s"), hall.guest("t")
    standing.join()
    lost.join()
    lost.drop()
    two.drop()
    hall.run(61.0, step=0.5)
    assert hall.room.phase == "playing"
    assert hall.room.member_uids == ("a", "b", "s")
    assert [each.uid for each in one.place.standing] == ["s"]
    assert one.place.seats[1].uid == "b"


def test_a_host_that_stands_and_is_away_for_long_loses_a_running_table() -> None:
    hall = Hall("zaozhuang6", away_seconds=60.0)
    host = hall.open()
    assert host.ask(req.Stand) == Done()
    guest = hall.seat("b", 1)
    guest.policy = eager(1)
    assert guest.ask(req.Ready) == Done()
    assert host.ask(req.Start) == Done()
    host.drop()
    hall.run(61.0, step=0.5)
    assert guest.place.phase == "playing"
    assert guest.place.host == "b"


def test_the_host_puts_out_who_stands_also_while_the_match_runs() -> None:
    hall = Hall("zaozhuang6")
    one, two = hall.begin(2)
    standing, lost = hall.guest("s"), hall.guest("t")
    assert isinstance(standing.join(), Done)
    assert isinstance(lost.join(), Done)
    lost.drop()
    assert one.place.standing == (msg.Standing("s", "S"), msg.Standing("t", "T", connected=False))
    assert two.ask(req.Kick, uid="s").code == ErrorCode.FORBIDDEN
    assert one.ask(req.Kick, uid="b").code == ErrorCode.FORBIDDEN
    assert one.ask(req.Kick, uid="a").code == ErrorCode.FORBIDDEN
    assert one.ask(req.Kick, uid="x").code == ErrorCode.NOT_SEATED
    assert one.ask(req.Kick).code == ErrorCode.BAD_SCHEMA
    assert one.ask(req.Kick, uid="s") == Done()
    assert one.ask(req.Kick, uid="t") == Done()
    assert standing.all(msg.Gone) == [msg.Gone("t1", "kicked")]
    assert hall.room.member_uids == ("a", "b")
    assert one.place.standing == ()


def test_a_kick_that_names_a_person_hits_nobody_that_took_the_seat_since() -> None:
    hall = Hall()
    host = hall.open()
    first, second = hall.seat("b", 1), hall.guest("c")
    second.join()
    assert first.ask(req.Stand) == Done()
    assert second.ask(req.Sit, seat=1) == Done()
    assert host.ask(req.Kick, seat=1, uid="b").code == ErrorCode.NOT_SEATED
    assert host.ask(req.Kick, seat=1, uid="c") == Done()
    assert list(hall.room.member_uids) == ["a", "b"]
    assert host.ask(req.Kick, uid="b") == Done()
    assert list(hall.room.member_uids) == ["a"]


def test_only_members_are_told_who_stands() -> None:
    hall = Hall()
    hall.open()
    hall.guest("standing").join()
    watcher = hall.guest("w")
    hall.room.spectate(watcher)
    hall.run(60.0, step=10.0)
    assert watcher.place.standing == ()
    assert b"standing" not in b"".join(watcher.frames)


def test_a_newer_connection_takes_the_place_of_the_older() -> None:
    hall = Hall()
    host = hall.open()
    older = hall.seat("b", 1)
    newer = older.again()
    assert newer.join() == Done(t="t1", code=hall.room.code)
    before = len(older.frames)
    older.drop()
    assert host.place.seats[1].connected
    assert [seat.uid for seat in host.place.seats].count("b") == 1
    assert newer.ask(req.Ready) == Done()
    assert len(older.frames) == before
    assert older.ask(req.Ready, on=False).code == ErrorCode.TABLE_GONE


def test_a_new_name_is_shown() -> None:
    hall = Hall()
    host = hall.open()
    guest = hall.seat("b", 1)
    guest.name = "Bao"
    guest.join()
    assert host.place.seats[1].name == "Bao"


def test_only_members_know_the_code() -> None:
    hall = Hall()
    hall.open(private=True)
    watcher = hall.guest("w")
    assert hall.room.spectate(watcher) == Done(t="t1")
    assert watcher.place is not None
    assert watcher.place.code is None
    assert hall.room.code.encode() not in b"".join(watcher.frames)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"\xff\xfe",
        b"[" * 20_000,
        b'{"id":1}',
    ],
)
def test_a_place_that_cannot_be_read_says_so(body: bytes) -> None:
    with pytest.raises(ValueError, match="the table cannot be read"):
        decode_place(body)


def test_a_place_that_cannot_be_is_refused() -> None:
    hall = Hall()
    hall.open()
    (row,) = hall.store.open_tables()
    assert encode_place(decode_place(row.body)) == row.body
    for old, new in ((b'"waiting"', b'"dancing"'), (b'"seats":[{"uid":"a"', b'"seats":[{"uid":"a"},{"uid":"a"')):
        assert old in row.body
        with pytest.raises(ValueError, match=r"six seats|twice"):
            decode_place(row.body.replace(old, new))
