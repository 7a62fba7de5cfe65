"""A disk that is full, a wall clock that jumps, a client that sleeps through a restart: the match waits and goes on."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gouji_desktop.rules.views import SeatAudience, project
from gouji_desktop.server.app import TableServer
from gouji_desktop.server.config import Config, Rate
from gouji_desktop.server.room_deps import RoomDeps
from gouji_desktop.server.store import Store
from gouji_desktop.table.session import Controller
from tests.chaos.matches import Crew, Sea, embark, land, outcome, sail
from tests.chaos.mortal import MortalStore, mortal_sea
from tests.chaos.seats import run_fast, take_seats, until
from tests.chaos.shaky import Weather
from tests.table.drivers import RULES

OFTEN = Rate(10_000, 100.0)


# --- a full disk --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_a_disk_that_is_full_again_and_again_stops_the_clocks_and_loses_nothing(rules: str) -> None:
    chance = random.Random(4)
    with mortal_sea(4, logins_per_address=OFTEN) as sea:
        crew = embark(sea, 3, rules, Weather(delay=(0.005, 0.05)), seed=4, turn_s=15, deals=2)
        store, room, frozen = sea.store, sea.room(crew.table), 0
        assert isinstance(store, MortalStore)
        while room.phase != "over":
            sea.clock.run(chance.uniform(2.0, 60.0))
            number = len(store.batches(crew.table, 1))
            store.broken = True
            sea.clock.run(chance.uniform(1.0, 100.0))
            assert len(store.batches(crew.table, 1)) == number or room.phase == "over"
            if room.frozen:
                frozen += 1
                assert all(sailor.session.latest.paused for sailor in crew.sailors)
            store.broken = False
            # It is tried again every five seconds.
            sea.clock.run(6.0)
            assert not room.frozen
            assert not any(sailor.session.latest.paused for sailor in crew.sailors)
            assert all(seat.controller != Controller.TRUSTEE for seat in crew.sailors[0].session.latest.seats)
        assert frozen > 5
        land(sea, crew)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system with room for a megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip("no small disk can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Take all the room there is."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(512))
        except OSError:
            pass
    return ballast


async def full(folder: Path) -> None:
    server = TableServer(Config(port=0, data=folder))
    await server.start()
    try:
        table, seats = await take_seats((server.port, server.port), "jinyou4", thinks=0.3, deals=1, turn_s=15)
        room = next(room for room in server.core.rooms if room.id == table)
        await until(lambda: seats[0].session.position.seq > 10, 300.0)
        ballast = fill(folder)
        await until(lambda: all(each.session.latest.paused for each in seats), 300.0)
        assert room.frozen
        stands = seats[0].session.position
        await asyncio.sleep(60.0)
        assert seats[0].session.position == stands
        ballast.unlink()
        await until(lambda: not any(each.session.latest.paused for each in seats), 60.0)
        await until(lambda: seats[0].session.position.seq > stands.seq + 10, 300.0)
        match = room._play.match
        assert match is not None
        for number, each in enumerate(seats):
            view = lambda each=each, number=number: (  # noqa: E731
                each.session.latest.view == project(match.match, SeatAudience(number))
            )
            await until(view, 30.0)
            assert not each.witness.faults
            await each.connection.close()
    finally:
        await server.stop(patience=1.0)


@pytest.mark.log_errors("could not be checkpointed")
def test_a_real_disk_that_is_full(small_disk: Path) -> None:
    run_fast(full(small_disk), 40.0)


# --- the time of day ----------------------------------------------------------------------------------------------


class Jumping:
    """A time of day of which nothing can be relied on."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return 1_800_000_000.0 + self._chance.choice([0.0, 3600.0, -3600.0, 86_400.0 * 7, -1_799_999_999.0])


def length_and_outcome(time_of_day: Callable[[], float]) -> tuple[float, tuple[str, ...]]:
    """A match of which one person misses the first deadlines; when it ended, and how."""
    with Sea(9, store=Store.open(None, clock=time_of_day)) as sea:
        crew = embark(sea, 2, "zaozhuang6", seed=9, turn_s=15, deals=2)
        crew.pilots[1].on = False
        sail(sea, crew)
        ended = sea.clock.now
        land(sea, crew)
        return ended, outcome(sea, crew)


def test_a_clock_that_jumps_moves_no_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """An hour to and fro, a week, the year 1970: everything happens when it would have happened."""
    calm = length_and_outcome(lambda: 1_800_000_000.0)
    jumping = Jumping(9)
    monkeypatch.setattr(time, "time", jumping)
    monkeypatch.setattr(RoomDeps.__new__, "__defaults__", (jumping,))
    assert length_and_outcome(jumping) == calm
    assert jumping.looks > 5


# --- a client that sleeps -----------------------------------------------------------------------------------------


def acts(crew: Crew) -> Controller:
    """Who acts for seat 1, as the other person is told."""
    return crew.sailors[0].session.latest.seats[1].controller


def test_who_sleeps_while_the_server_is_started_anew_has_the_seat_again() -> None:
    with mortal_sea(7) as sea:
        crew = embark(sea, 2, "jinyou4", seed=7, turn_s=15, deals=2)
        sea.clock.run(60.0)
        sleeper = crew.sailors[1]
        before, hand = sleeper.session, sleeper.session.latest.view.deal.dealt[1]
        sleeper.sleep()
        sea.clock.run(20.0)
        for _ in range(2):
            sea.kill()
            sea.revive()
            sea.clock.run(60.0)
        assert acts(crew) == Controller.TRUSTEE
        sleeper.wake()
        sea.clock.run(5.0)
        assert sleeper.session is before
        assert sleeper.session.position.ep == 3
        assert acts(crew) == Controller.PERSON
        deal = sleeper.session.latest.view.deal
        assert deal is not None
        assert deal.dealt[1] == hand
        sail(sea, crew)
        land(sea, crew)
