"""What the log of a table that has failed says of its last messages."""

from __future__ import annotations

import io
import json
import logging
import sys
from typing import get_args

import pytest

from gouji_desktop.net import messages
from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.server.flights import ALL, KEPT, Flights
from gouji_desktop.server.logs import log_to
from gouji_desktop.server.room import Room
from gouji_desktop.server.room_match import RoomMatch
from gouji_desktop.table.host import TableHost
from tests.server.world import World
from tests.table.drivers import FakeClock


def written(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The entries of what was written last."""
    said = [record.getMessage() for record in caplog.records if "the last messages of table" in record.getMessage()]
    return said[-1].partition(": ")[2].split("; ") if said else []


def test_messages_in_and_out_are_remembered_in_order(caplog):
    clock = FakeClock()
    flights = Flights(clock.time)
    flights.told("t", "snap", 3, 7, 3400)
    clock.run(1.5)
    flights.came("t", req.Cmd("abc", "t", 12, "play", ("2s", "2s")), 41)
    flights.refused("t", ErrorCode.STALE_PROMPT, 41)
    clock.run(0.25)
    flights.told("t", "ev", ALL, 8, 1500)
    flights.told("other", "ev", ALL, 8, 1500)
    flights.write("t")
    assert written(caplog) == [
        "-1.750 s out snap seq 7 to seat 3 3400 bytes",
        "-0.250 s in cmd prompt 12 from connection 41",
        "-0.250 s out err stale_prompt to connection 41",
        "-0.000 s out ev seq 8 to all 1500 bytes",
    ]
    flights.write("t")
    assert len(caplog.records) == 1, "nothing is written twice"


def test_only_the_last_ones_are(caplog):
    flights = Flights(FakeClock().time)
    for seq in range(3 * KEPT + 5):
        flights.told("t", "ev", ALL, seq, 1)
    flights.write("t")
    entries = written(caplog)
    assert len(entries) == KEPT
    assert " seq 405 " in entries[0]
    assert " seq 604 " in entries[-1]


def test_it_takes_little_memory_and_goes_with_the_table():
    flights = Flights(FakeClock().time)
    request = req.Cmd("abc", "t", 12, "pass")
    for _ in range(5000):
        flights.came("t", request, 1)
    ring = flights._rings["t"]
    assert sys.getsizeof(ring) + sys.getsizeof(ring.bytes) < 6 * 600
    flights.forget("t")
    assert len(flights) == 0


def test_every_kind_of_message_and_every_code_has_a_word_that_the_log_leaves_alone():
    stream = io.StringIO()
    flights = Flights(FakeClock().time)
    kinds = [str(kind.__struct_config__.tag) for kind in get_args(messages.ServerMessage)]
    handlers, level = logging.root.handlers[:], logging.root.level
    log_to(stream, "error")
    try:
        for kind in kinds:
            flights.told("t", kind, 5, 9, 9)
        for code in ErrorCode:
            flights.refused("t", code, 123_456)
        flights.write("t")
    finally:
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)
        logging.captureWarnings(False)
    line = json.loads(stream.getvalue())
    assert line["t"] == "t"
    assert "hidden" not in line["message"]
    for word in (*kinds, *ErrorCode):
        assert f" {word} " in line["message"]


@pytest.mark.log_errors("failed")
def test_a_table_whose_turn_fails_says_what_came_before(caplog, monkeypatch):
    with World(seed=3) as world:
        wang = world.client("wang")
        table = world.table(wang, bots="easy", rules="tribute216")
        world.run(30.0)
        caplog.clear()

        def broken(self: TableHost, now: float, steps: int | None = None) -> bool:
            raise RuntimeError("a fault of this table")

        monkeypatch.setattr(TableHost, "advance", broken)
        world.run(10.0)
        entries = written(caplog)
        assert any(" in start from connection 1" in entry for entry in entries)
        assert any(" out snap seq " in entry and " to seat 0 " in entry for entry in entries)
        assert sum(" out ev seq " in entry and " to all " in entry for entry in entries) >= 2
        assert world.core.stats.counters["table_faults"] >= 1
        text = "\n".join(record.getMessage() for record in caplog.records)
        for secret in (wang.uid, wang.token, "wang"):
            assert secret not in text
        assert table in text


@pytest.mark.log_errors("failed")
def test_a_table_that_fails_at_a_request_says_what_it_was(caplog, monkeypatch):
    with World(seed=3) as world:
        wang = world.client("wang")
        table = world.table(wang, start=False)

        def broken(self: Room, *_: object) -> None:
            raise RuntimeError("a fault of this table")

        monkeypatch.setattr(Room, "handle", broken)
        assert wang.refused(req.Say, t=table, text="nobodymayreadthis") == "internal"
        assert written(caplog)[-1] == "-0.000 s in say from connection 1"
        assert "nobodymayreadthis" not in caplog.text


def test_a_table_that_closes_is_forgotten():
    with World(seed=3) as world:
        wang = world.client("wang")
        table = world.table(wang, bots="easy", rules="tribute216")
        assert isinstance(next(iter(world.core.rooms))._play.match, RoomMatch)
        assert len(world.core._flights) == 1
        world.core._registry.close(next(iter(world.core.rooms)), "closed")
        assert world.core._registry.get(table) is None
        assert len(world.core._flights) == 0
