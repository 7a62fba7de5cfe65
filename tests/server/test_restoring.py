"""A server that was killed: its tables are back, their matches go on by themselves, and nothing is played twice."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.rules.prompts import prompts
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import SeatAudience, project
from gouji_desktop.server.ports import Done
from gouji_desktop.server.room import Room
from gouji_desktop.server.room_seats import decode_place
from gouji_desktop.server.store import Store
from tests.server.rooms import Guest, Hall, eager
from tests.table.drivers import RULES


def back(hall: Hall, *guests: Guest) -> list[Guest]:
    """Another server, and the guests by newer connections."""
    hall.restart()
    newer = [guest.again() for guest in guests]
    for guest in newer:
        assert isinstance(guest.join(), Done)
    return newer


def test_a_waiting_table_is_back() -> None:
    hall = Hall()
    host = hall.open(title="home", private=True)
    guest = hall.seat("b", 2)
    assert guest.ask(req.Ready) == Done()
    code = hall.room.code
    hall.restart()
    assert (hall.room.code, hall.room.private, hall.room.host_uid) == (code, True, "a")
    assert hall.room.member_uids == ("a", "b")
    newer = host.again()
    newer.join()
    assert newer.place.title == "home"
    assert newer.place.seats[2] == msg.SeatState("b", "B", connected=False)
    assert newer.place.rev > host.place.rev
    hall.run(200.0)
    assert newer.place.seats[2] == msg.SeatState()


@pytest.mark.parametrize("rules", RULES)
def test_a_restart_at_every_kind_of_question(rules: str) -> None:
    """Wherever the server is killed, hands return, the epoch has grown and the match goes on to its end."""
    hall = Hall(rules, seed=3)
    guests = hall.begin(3, deals=2)
    kinds: set[Stage] = set()
    steps = 0
    for _ in range(6000):
        if hall.room.phase == "over":
            break
        hall.run(0.4, step=0.4)
        deal = hall.host.match.deal if hall.room.phase == "playing" else None
        steps += 1
        if deal is None or (deal.stage in kinds and (steps % 150 or deal.stage == Stage.OVER)):
            continue
        kinds.add(deal.stage)
        match, epoch = hall.host.match, hall.room._play.match.frames.epoch
        numbers = [guest.play.position[1:] for guest in guests]
        guests = back(hall, *guests)
        assert hall.host.match == match
        assert hall.room._play.match.frames.epoch == epoch + 1
        for guest, (seq, p) in zip(guests, numbers, strict=True):
            assert guest.play.position == (epoch + 1, seq, p)
            assert guest.play.view == project(match, SeatAudience(guest.seat))
    assert hall.room.phase == "over"
    assert {Stage.PLAYING, Stage.OVER} < kinds
    assert any(stage.endswith("_query") for stage in kinds)
    hall.run(1.0)
    assert hall.store.log(hall.id, 1) is not None


@pytest.mark.parametrize("rules", ["tribute216", "zaozhuang6"])
def test_a_restored_match_goes_on_though_nobody_comes_back(rules: str) -> None:
    hall = Hall(rules, seed=4)
    guests = hall.begin(6, deals=1, turn_s=10)
    hall.run(30.0, step=0.4)
    hall.restart()
    for guest in guests:
        guest.closed = True
    assert hall.host.match.deal is not None
    assert hall.run(3 * 3600.0, lambda: hall.room.phase == "over", step=1.0)


def test_a_command_that_was_kept_is_answered_and_not_done_again() -> None:
    hall = Hall("zaozhuang6")
    one, two = hall.begin(2, playing=False)
    assert hall.run(60.0, lambda: bool(one.play.prompt or two.play.prompt))
    guest = one if one.play.prompt else two
    command = eager(1)(guest.play.view, guest.play.prompt)
    done = guest.answer(command, "x1")
    assert isinstance(done, Done)
    one, two = back(hall, one, two)
    guest = one if guest.uid == "a" else two
    match = hall.host.match
    assert guest.answer(command, "x1") == done
    assert hall.host.match == match


def test_open_questions_have_their_full_time_again() -> None:
    hall = Hall("zaozhuang6", grace_seconds=0.0)
    one, two = hall.begin(2, playing=False, turn_s=30)
    assert hall.run(60.0, lambda: bool(one.play.prompt or two.play.prompt))
    hall.run(25.0)
    one, two = back(hall, one, two)
    guest = one if one.play.prompt else two
    assert guest.play.clock.left_ms == 30_000
    hall.run(29.0)
    assert guest.play.prompt is not None
    assert guest.play.seats[guest.seat].by == "person"


def test_trustees_and_wishes_are_remembered() -> None:
    hall = Hall("zaozhuang6")
    one, two, three = hall.begin(3, deals=5)
    hall.run(10.0, step=0.3)
    assert two.ask(req.Trustee, on=True) == Done()
    assert one.ask(req.AutoPass, on=True) == Done()
    assert three.ask(req.Leave) == Done()
    one, two = back(hall, one, two)
    assert [seat.by for seat in two.play.seats[:3]] == ["person", "trustee", "trustee"]
    assert one.place.seats[2].left
    assert hall.host._book.auto_pass[:3] == [True, False, False]
    assert two.ask(req.Trustee, on=False) == Done()
    hall.run(3600.0, lambda: hall.room.row().done == 1, step=0.4)
    assert one.place.penalties == (0, 0, 20, 0, 0, 0)
    one, two = back(hall, one, two)
    assert one.place.penalties == (0, 0, 20, 0, 0, 0)
    newer = three.again()
    assert isinstance(newer.join(), Done)
    assert newer.seat == 2


# --- the shuffle --------------------------------------------------------------------------------------------------


def kept_shuffle(hall: Hall, deal: int = 0) -> Any:
    return msgspec.json.decode(hall.store.shuffles(hall.id, 1)[deal])


@pytest.mark.parametrize("step", ["hashes", "shares", "drawn"])
def test_a_ceremony_goes_on_with_the_same_secret(step: str) -> None:
    hall = Hall("zaozhuang6")
    one, two = hall.begin(2)
    hall.clock.run(0.0)
    secret = hall.store.secrets(hall.id, 1)
    if step != "hashes":
        one.act()
        two.act()
    if step == "drawn":
        one.act()
        two.act()
        assert hall.host.match.deal is not None
    assert kept_shuffle(hall)["step"] == step
    named = kept_shuffle(hall)["shares"]
    one, two = back(hall, one, two)
    hall.run(3.0, step=0.1)
    assert hall.store.secrets(hall.id, 1) == secret
    assert [share["h"] for share in kept_shuffle(hall)["shares"]][: len(named)] == [share["h"] for share in named]
    assert all("r" in share for share in kept_shuffle(hall)["shares"])
    assert hall.host.match.deal is not None
    assert len({message.c for message in (*one.all(msg.DealCommit), *two.all(msg.DealCommit))}) == 1
    hall.play()
    assert one.watch.state.phase == ShufflePhase.VERIFIED
    assert one.watch.state.own


def test_a_share_that_never_came_is_replaced_by_its_hash() -> None:
    hall = Hall("zaozhuang6")
    one, two = hall.begin(2)
    hall.clock.run(0.0)
    one.act()
    two.act()
    hall.restart()
    two.closed = True
    newer = one.again()
    newer.join()
    hall.run(6.0, step=0.1)
    shares = kept_shuffle(hall)["shares"]
    assert [("r" in share) for share in shares] == [True, False]
    hall.play()
    assert newer.watch.state.phase == ShufflePhase.VERIFIED


def test_what_a_deal_was_shuffled_from_is_shown_to_who_missed_the_end() -> None:
    hall = Hall("zaozhuang6")
    one, two = hall.begin(2, deals=2)
    hall.run(3600.0, lambda: two.play is not None and two.play.seq > 20, step=0.4)
    two.drop()
    hall.run(3600.0, hall.between, step=0.4)
    assert two.watch.state.phase == ShufflePhase.WAITING
    newer = two.again()
    newer.join()
    assert newer.watch.state.phase == ShufflePhase.VERIFIED
    one, two = back(hall, one, newer)
    assert one.reveals
    assert two.reveals


# --- after the match ----------------------------------------------------------------------------------------------


def test_a_table_whose_match_is_over_waits_for_another() -> None:
    hall = Hall("zaozhuang6")
    one, two = hall.begin(2)
    hall.play()
    one, two = back(hall, one, two)
    assert one.place.phase == "over"
    part = one.ask(req.FetchLog, match=1)
    assert part.total > 10_000
    assert one.ask(req.Rematch) == Done()
    assert two.ask(req.Ready) == Done()
    assert one.ask(req.Start) == Done()
    hall.play()
    assert one.place.match == 2


def test_a_match_that_ended_before_its_log_was_kept_is_closed_at_the_restart() -> None:
    hall = Hall("zaozhuang6")
    hall.begin(2)
    assert hall.run(3600.0, lambda: hall.room.phase == "over", step=0.4)
    hall.room._play.logs._due = False
    while hall.store.log(hall.id, 1) is None:
        assert hall.store.batches(hall.id, 1)
        hall.restart()
        hall.run(0.2)
    assert hall.store.batches(hall.id, 1) == []


@pytest.mark.parametrize("rematch", [False, True])
def test_a_restart_while_the_events_of_a_kept_match_go(monkeypatch: pytest.MonkeyPatch, rematch: bool) -> None:
    whole = Store.drop_events
    monkeypatch.setattr(Store, "drop_events", lambda store, table, match: whole(store, table, match, 3))
    hall = Hall("zaozhuang6")
    one, two = hall.begin(2)
    assert hall.run(3600.0, lambda: hall.store.log(hall.id, 1) is not None, step=0.4)
    view = one.play.view
    if rematch:
        assert one.ask(req.Rematch) == Done()
        assert two.ask(req.Ready) == Done()
        assert one.ask(req.Start) == Done()
    left = hall.store.count_batches(hall.id, 1)
    assert left > 10
    one, two = back(hall, one, two)
    assert rematch or one.play.view == view
    hall.clock.run(0.05)
    assert 0 < hall.store.count_batches(hall.id, 1) < left
    hall.clock.run(10.0)
    assert hall.store.batches(hall.id, 1) == []
    assert hall.store.secrets(hall.id, 1) == {}
    assert hall.store.log(hall.id, 1)


# --- what is damaged ----------------------------------------------------------------------------------------------


def damage(hall: Hall, statement: str, *values: Any) -> None:
    hall.store.database.write(statement, values)


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE tables SET body = x'7b7d'", "the table cannot be read"),
        ("UPDATE tables SET body = x'ff00'", "the table cannot be read"),
        ("DELETE FROM matches", "what the match began from cannot be read"),
        ("UPDATE matches SET header = x'5b5d'", "what the match began from cannot be read"),
        ("DELETE FROM secrets", "the secret of deal 0 is missing"),
        ("UPDATE shuffles SET body = x'00'", "the shares of a deal cannot be read"),
    ],
)
def test_a_damaged_table_is_refused_in_a_sentence(statement: str, sentence: str) -> None:
    hall = Hall("zaozhuang6")
    hall.begin(2)
    hall.run(30.0, step=0.4)
    damage(hall, statement)
    (row,) = hall.store.open_tables()
    with pytest.raises(ValueError, match=sentence):
        Room.restore(row, hall.deps)


def test_batches_that_are_no_history_are_refused_in_a_sentence() -> None:
    hall = Hall("zaozhuang6")
    hall.begin(2)
    hall.run(30.0, step=0.4)
    for body in (b"[]", b"[{}]", b"null", b'[{"type":"Passed","seat":0,"act":"pass"}]'):
        damage(hall, "UPDATE batches SET body = ?, crc = ? WHERE number = 1", body, zlib.crc32(body))
        (row,) = hall.store.open_tables()
        with pytest.raises(ValueError, match=r"batch 1 of the match|no history"):
            Room.restore(row, hall.deps)


@pytest.mark.log_errors("break off before batch")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE batches SET body = x'00' WHERE number = 5",
        "DELETE FROM batches WHERE number = 5",
        "UPDATE batches SET body = x'00' WHERE number = (SELECT max(number) FROM batches)",
    ],
)
def test_a_match_with_lost_events_is_refused_in_a_sentence(statement: str) -> None:
    """It is never taken up from before what persons have seen."""
    hall = Hall("zaozhuang6")
    hall.begin(2)
    hall.run(30.0, step=0.4)
    damage(hall, statement)
    (row,) = hall.store.open_tables()
    with pytest.raises(ValueError, match="the events of match 1 break off after batch"):
        Room.restore(row, hall.deps)


def test_a_table_that_is_kept_under_another_name_is_refused() -> None:
    hall = Hall()
    hall.open()
    (row,) = hall.store.open_tables()
    assert decode_place(row.body).id == "t1"
    with pytest.raises(ValueError, match="the table t2 is kept as t1"):
        Room.restore(row._replace(table="t2"), hall.deps)


def test_restored_prompts_are_those_of_the_rules() -> None:
    hall = Hall("chayuan", seed=2)
    guests = hall.begin(4, playing=False)
    hall.run(8.0, lambda: bool(prompts(hall.host.match)))
    asked = prompts(hall.host.match)
    guests = back(hall, *guests)
    assert prompts(hall.host.match) == asked
    for guest in guests:
        assert guest.play.prompt == next((prompt for prompt in asked if prompt.seat == guest.seat), None)
