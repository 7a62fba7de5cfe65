"""The list of open tables, as those who look at it are told it."""

from __future__ import annotations

from typing import Any

import pytest

from gouji_desktop.net.codes import FRAME_OUT
from gouji_desktop.net.messages import Lobby as WholeLobby
from gouji_desktop.net.messages import LobbyDelta, LobbyRow
from gouji_desktop.net.wire import decode_server
from gouji_desktop.server.lobby import Filter, Lobby
from tests.table.drivers import FakeClock


class Table:
    """A table with a row."""

    def __init__(self, name: str, **fields: Any) -> None:
        self.id = name
        self.private = fields.pop("private", False)
        self.broken = False
        known = {"title": "", "host": "wang", "rules": "tribute216", "deals": 1, "phase": "waiting", "seats": "p-----"}
        self.fields: dict[str, Any] = known | fields

    def row(self) -> LobbyRow:
        if self.broken:
            raise RuntimeError("this table is broken")
        return LobbyRow(t=self.id, **self.fields)


class Looker:
    """Somebody who looks, and what it knows."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.rows: dict[str, LobbyRow] = {}
        self.online = 0

    def send_frame(self, frame: bytes) -> None:
        self.frames.append(frame)
        message = decode_server(frame)
        assert isinstance(message, WholeLobby | LobbyDelta)
        if isinstance(message, WholeLobby):
            self.rows = {}
        else:
            for gone in message.gone:
                del self.rows[gone]
        self.rows |= {row.t: row for row in message.rows}
        self.online = message.online

    @property
    def tables(self) -> list[str]:
        return sorted(self.rows)


class Hall:
    """A lobby and its tables."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.tables: dict[str, Any] = {}
        self.online = 1
        self.lobby = Lobby(self.clock, 1.0, self.tables.get, lambda: self.online)

    def put(self, name: str, **fields: Any) -> Table:
        table = self.tables[name] = Table(name, **fields)
        self.lobby.touch(name)
        return table

    def change(self, name: str, **fields: Any) -> None:
        self.tables[name].fields |= fields
        self.lobby.touch(name)

    def drop(self, name: str) -> None:
        del self.tables[name]
        self.lobby.touch(name)

    def look(self, **wanted: Any) -> Looker:
        looker = Looker()
        self.lobby.subscribe(looker, Filter(**wanted))
        return looker


@pytest.mark.parametrize(
    ("wanted", "seen"),
    [
        ({}, ["four", "full", "open", "over", "playing"]),
        ({"rules": "tribute216"}, ["full", "open", "over", "playing"]),
        ({"rules": "jinyou4"}, ["four"]),
        ({"rules": "nothing"}, []),
        ({"free": True}, ["four", "open"]),
        ({"rules": "tribute216", "free": True}, ["open"]),
    ],
)
def test_a_filter_shows_what_fits(wanted: dict[str, Any], seen: list[str]) -> None:
    hall = Hall()
    hall.put("open")
    hall.put("four", rules="jinyou4", seats="pp-b--")
    hall.put("full", seats="pppbbb")
    hall.put("playing", phase="playing", seats="pbbbb-")
    hall.put("over", phase="over", seats="p-----")
    hall.put("secret", private=True)
    early = hall.look(**wanted)
    assert early.tables == seen
    hall.clock.run(5.0)
    assert hall.look(**wanted).tables == early.tables == seen


def test_changes_come_together_and_at_most_once_a_second() -> None:
    hall = Hall()
    looker = hall.look()
    assert len(looker.frames) == 1
    times = []
    for _ in range(50):
        hall.put(f"t{len(hall.tables)}")
        hall.clock.run(0.1)
        times.append(len(looker.frames))
    hall.clock.run(1.0)
    assert looker.tables == sorted(hall.tables)
    assert 5 <= len(looker.frames) <= 8
    assert times[-1] - times[0] <= 5, "once a second"


def test_nothing_is_said_when_nothing_has_changed() -> None:
    hall = Hall()
    hall.put("a")
    looker = hall.look()
    hall.clock.run(1.0)
    heard = len(looker.frames)
    hall.change("a", title="")
    hall.put("secret", private=True)
    hall.clock.run(10.0)
    assert len(looker.frames) == heard


def test_a_table_that_fits_no_more_is_gone() -> None:
    hall = Hall()
    hall.put("a")
    hall.put("b")
    free, every = hall.look(free=True), hall.look()
    hall.change("a", seats="pppppp")
    hall.drop("b")
    hall.clock.run(1.0)
    assert (free.tables, every.tables) == ([], ["a"])
    hall.change("a", seats="ppppp-")
    hall.clock.run(1.0)
    assert free.tables == ["a"]


def test_who_comes_between_two_messages_misses_nothing() -> None:
    """A table that comes and goes within the same second leaves no trace, whenever one began to look."""
    hall = Hall()
    first = hall.look()
    hall.clock.run(1.0)
    hall.put("short")
    hall.put("long")
    second = hall.look()
    hall.clock.run(0.3)
    hall.drop("short")
    third = hall.look()
    hall.clock.run(1.0)
    assert first.tables == second.tables == third.tables == ["long"]


def test_how_many_are_online_is_told() -> None:
    hall = Hall()
    looker = hall.look()
    assert looker.online == 1
    hall.online = 7
    hall.lobby.people_changed()
    hall.clock.run(1.0)
    assert looker.online == 7


def test_another_filter_replaces_the_last_and_who_looks_away_hears_nothing() -> None:
    hall = Hall()
    hall.put("a")
    looker = hall.look()
    hall.lobby.subscribe(looker, Filter(rules="jinyou4"))
    hall.clock.run(1.0)
    assert looker.tables == []
    hall.put("b")
    hall.put("c", rules="jinyou4")
    hall.clock.run(1.0)
    assert looker.tables == ["c"]
    hall.lobby.unsubscribe(looker)
    hall.lobby.unsubscribe(looker)
    heard = len(looker.frames)
    hall.put("d", rules="jinyou4")
    hall.clock.run(5.0)
    assert len(looker.frames) == heard
    assert hall.look(rules="jinyou4").tables == ["c", "d"]


def test_a_thousand_tables_come_in_frames_that_are_not_too_long() -> None:
    hall = Hall()
    for number in range(1000):
        hall.put(f"t{number}", title="够" * 20, digest="0" * 64)
    looker = hall.look()
    assert looker.tables == sorted(hall.tables)
    for number in range(1000):
        hall.change(f"t{number}", seats="pp----")
    for number in range(0, 1000, 2):
        hall.drop(f"t{number}")
    hall.clock.run(1.0)
    assert looker.tables == sorted(hall.tables)
    assert all(row.seats == "pp----" for row in looker.rows.values())
    assert max(len(frame) for frame in looker.frames) < FRAME_OUT
    assert len(looker.frames) > 4


def test_those_who_see_the_same_are_sent_the_same_bytes() -> None:
    hall = Hall()
    lookers = [hall.look() for _ in range(20)]
    hall.put("a")
    hall.clock.run(1.0)
    assert len({id(looker.frames[-1]) for looker in lookers}) == 1


@pytest.mark.log_errors("table bad has no row")
def test_a_table_without_a_row_spoils_no_other() -> None:
    hall = Hall()
    looker = hall.look()
    hall.put("good")
    hall.put("bad").broken = True
    hall.clock.run(1.0)
    assert looker.tables == ["good"]


def test_nobody_looks_and_nothing_is_planned_or_kept() -> None:
    hall = Hall()
    for number in range(100):
        hall.put(f"t{number}")
        hall.drop(f"t{number}")
    assert not hall.clock.run(0.0, until=lambda: False)
    assert hall.look().tables == []
    hall.put("a")
    hall.clock.run(1.0)
    assert hall.look().tables == ["a"]
