"""What a restarted server goes on from tells the same as all the events of the match."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.views import PUBLIC, SeatAudience
from gouji_desktop.server import schema
from gouji_desktop.server.deal_snapshots import DealSnapshot, beginning, decode_snapshot, encode_snapshot
from gouji_desktop.server.room import Room
from gouji_desktop.server.room_match import RoomMatch
from gouji_desktop.server.store import BatchRow, Store
from tests.server.rooms import Guest, Hall
from tests.server.test_restoring import back, damage

_BREAK = "UPDATE snapshots SET crc = crc + 1"
_MEND = "UPDATE snapshots SET crc = crc - 1"


def running(hall: Hall) -> RoomMatch:
    match = hall.room._play.match
    assert match is not None
    return match


def log_of(hall: Hall) -> bytes:
    """The log of the running match as far as its last finished deal."""
    growing, kept = hall.room._play.logs._growing, hall.store.log(hall.id, 1)
    if growing is None or kept is not None:
        return kept or b""
    while growing.grow():
        pass
    return growing.packed.read(0, growing.packed.size)


def portrait(hall: Hall) -> dict[str, Any]:
    """Everything that a table is and tells about its match."""
    match = running(hall)
    place = (hall.id, 1)
    return {
        "truth": match.match,
        "views": [match.host.view(SeatAudience(seat)) for seat in range(SEATS)],
        "asked": match.host.snapshot(SeatAudience(0), hall.clock.time()).prompt,
        "deals": (match.dealt, match.host._deals_started, match.host.wanted_deal),
        "numbers": (match._number, match._seq, match.frames.seq, match.frames.own),
        "done": [list(each.items()) for each in match._done],
        "past": [match._past.frames(place, 0, SeatAudience(seat)) for seat in range(SEATS)],
        "row": hall.room.row(),
        "log": log_of(hall),
    }


def watched(hall: Hall) -> dict[str, Any]:
    """What somebody is shown who comes to watch, and what waits for its time."""
    spectators = hall.room._spectators
    began = spectators._began
    assert began is not None
    return {
        "view": (began.match, began.seq, began.view, began.seats),
        "past": spectators._past.frames((hall.id, 1), 0, PUBLIC),
        "waiting": [
            (item.at, getattr(item.what, "seq", 0), getattr(item.what, "events", ())) for item in spectators._queue
        ],
    }


def both_ways(hall: Hall, guests: list[Guest]) -> list[Guest]:
    """A restart from the snapshot and one from the events alone, compared with the table that never stopped."""
    lived = portrait(hall)
    hall.restart()
    quick, shown = portrait(hall), watched(hall)
    damage(hall, _BREAK)
    hall.restart()
    slow, told = portrait(hall), watched(hall)
    damage(hall, _MEND)
    for other in (quick, slow):
        assert other.keys() == lived.keys()
        for name, value in lived.items():
            assert other[name] == value, name
    assert shown == told
    return back(hall, *guests)


@pytest.mark.log_errors("is damaged")
@pytest.mark.parametrize(
    ("rules", "seed", "longest"),
    [
        ("tribute216", 1, 240.0),
        pytest.param("zaozhuang6", 2, 60.0, marks=pytest.mark.long),
        pytest.param("chayuan", 3, 60.0, marks=pytest.mark.long),
    ],
)
def test_a_restart_from_it_is_one_from_all_the_events(rules: str, seed: int, longest: float) -> None:
    chance = random.Random(seed)
    hall = Hall(rules, seed=seed)
    guests = hall.begin(2, deals=3)
    seen: set[int] = set()
    while hall.room.phase != "over":
        assert hall.clock.now < 3600.0
        hall.run(chance.uniform(1.0, longest), lambda: hall.room.phase == "over", step=0.4)
        if hall.room.phase != "over":
            guests = both_ways(hall, guests)
            seen.add(running(hall).dealt)
    assert {1, 2, 3} <= seen


@pytest.mark.log_errors("is damaged")
def test_a_match_that_is_over_is_shown_again_from_its_last_deal() -> None:
    hall = Hall("tribute216", seed=5)
    guests = hall.begin(2, deals=2)
    hall.play()
    assert hall.store.batches(hall.id, 1) == []
    lived = portrait(hall)
    hall.restart()
    quick, shown = portrait(hall), watched(hall)
    damage(hall, _BREAK)
    hall.restart()
    slow, told = portrait(hall), watched(hall)
    assert shown == told
    for name in ("truth", "views", "numbers", "past", "row", "log"):
        assert quick[name] == slow[name] == lived[name], name
    for guest in back(hall, *guests):
        assert guest.play.view.results == running(hall).match.results


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b"\xff", b'{"view":{},"results":[],"deals":1}'])
def test_one_that_cannot_be_read_is_no_loss(body: bytes) -> None:
    hall = Hall("zaozhuang6", seed=6)
    hall.begin(2)
    hall.run(30.0, step=0.4)
    lived = portrait(hall)
    hall.store.progress.put_snapshot(hall.id, 1, body)
    hall.restart()
    assert portrait(hall) == lived


@pytest.mark.log_errors("break off before batch 4")
@pytest.mark.parametrize("number", [0, 3])
def test_events_that_were_lost_after_it_are_missed(number: int) -> None:
    hall = Hall("zaozhuang6", seed=6)
    hall.begin(2)
    hall.run(30.0, step=0.4)
    damage(
        hall, "DELETE FROM batches WHERE number > ?" if not number else "DELETE FROM batches WHERE number = ?", number
    )
    (row,) = hall.store.open_tables()
    with pytest.raises(ValueError, match="the events of match 1 break off after batch"):
        Room.restore(row, hall.deps)


@pytest.mark.log_errors("The log of match 1 at table t1 breaks off before deal")
@pytest.mark.parametrize(
    "statement",
    [
        "",
        "DELETE FROM log_parts",
        "DELETE FROM log_parts WHERE part = 1",
        "UPDATE log_parts SET crc = crc + 1 WHERE part = 2",
    ],
)
def test_the_log_goes_on_from_its_finished_deals(monkeypatch: pytest.MonkeyPatch, statement: str) -> None:
    hall = Hall("zaozhuang6", seed=10)
    hall.begin(2, deals=3)
    assert hall.run(7200.0, lambda: hall.room.row().done == 2, step=0.4)
    lived = log_of(hall)
    assert len(hall.store.progress.log_parts(hall.id, 1)) == 2
    if statement:
        damage(hall, statement)
    read: list[int] = []
    whole = Store.batches

    def batches(store: Store, *given: Any) -> list[BatchRow]:
        rows = whole(store, *given)
        read.extend(row.number for row in rows)
        return rows

    monkeypatch.setattr(Store, "batches", batches)
    hall.restart()
    read.clear()
    assert log_of(hall) == lived
    assert bool(read) == bool(statement)


def test_it_is_of_the_running_match_alone() -> None:
    hall = Hall("zaozhuang6", seed=7)
    hall.begin(2)
    hall.run(20.0, step=0.4)
    assert hall.store.progress.snapshot(hall.id, 1) is not None
    assert hall.store.progress.snapshot(hall.id, 2) is None
    hall.store.drop_table(hall.id)
    assert hall.store.progress.snapshot(hall.id, 1) is None


def test_it_is_read_as_it_was_written() -> None:
    hall = Hall("tribute216", seed=8)
    hall.begin(2, deals=3)
    assert hall.run(7200.0, lambda: hall.room.row().done == 2, step=0.4)
    match, rules = running(hall).match, hall.rules
    for snapshot in (
        beginning(rules, 3),
        DealSnapshot(match, 2, 7, 5, ((("r1", 3), ("r2", 4)), (), (), (), (), ())),
    ):
        assert decode_snapshot(encode_snapshot(snapshot), rules) == snapshot


def test_a_store_from_before_goes_on(tmp_path: Path) -> None:
    """Its running matches are read whole."""
    path = tmp_path / "server.sqlite3"
    before = schema.MIGRATIONS[:3]
    older = sqlite3.connect(path, isolation_level=None)
    schema.migrate(older, 0, before)
    hall = Hall("zaozhuang6", seed=9)
    hall.begin(2, deals=2)
    hall.run(60.0, step=0.4)
    lived = portrait(hall)
    for table in ("tables", "matches", "batches", "secrets", "shuffles"):
        for row in hall.store.database.read(f"SELECT * FROM {table}"):
            older.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)
    older.close()
    with_file = hall.deps._replace(store=Store.open(path))
    hall.deps = with_file
    hall.store = with_file.store  # type: ignore[assignment]
    hall.restart()
    try:
        assert portrait(hall) == lived
        assert hall.store.progress.snapshot(hall.id, 1) is None
    finally:
        hall.store.close()
