"""A killed server whose files are damaged before it is started anew: it starts or says why not, and serves no gap."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gouji_desktop.server.app import DATABASE
from gouji_desktop.server.store import Store
from tests.chaos.killing import ROOT, Fleet, Server, told_by
from tests.chaos.seats import run_fast, until
from tests.chaos.witness import Witness

FACTOR = 40.0

pytestmark = [pytest.mark.long, pytest.mark.timeout(180)]


def _frames(log: bytes) -> list[tuple[int, int]]:
    """Where the frames of a write-ahead log begin and end that belong to its present round."""
    page, salts = struct.unpack(">I", log[8:12])[0], log[16:24]
    size, found, at = page + 24, [], 32
    while len(log) >= at + size and log[at + 8 : at + 16] == salts:
        found.append((at, at + size))
        at += size
    return found


def _log_of(folder: Path) -> Path:
    return folder / f"{DATABASE}-wal"


def spoil_last_page(folder: Path) -> None:
    """Bits of the last page have flipped."""
    log = bytearray(_log_of(folder).read_bytes())
    begin, end = _frames(bytes(log))[-1]
    log[begin + 24 + 100 : end - 100] = os.urandom(end - begin - 224)
    _log_of(folder).write_bytes(log)


def spoil_a_page_in_the_middle(folder: Path) -> None:
    """So have those of one that others follow."""
    log = bytearray(_log_of(folder).read_bytes())
    frames = _frames(bytes(log))
    begin, end = frames[len(frames) // 2]
    log[begin + 24 : end] = bytes(end - begin - 24)
    _log_of(folder).write_bytes(log)


def cut_the_log(folder: Path) -> None:
    """The last page is there by half."""
    log = _log_of(folder).read_bytes()
    begin, end = _frames(log)[-1]
    _log_of(folder).write_bytes(log[: (begin + end) // 2])


def rubbish_log(folder: Path) -> None:
    """The log is none any more."""
    _log_of(folder).write_bytes(os.urandom(_log_of(folder).stat().st_size))


def lose_the_log(folder: Path) -> None:
    """Somebody has copied the database alone."""
    _log_of(folder).unlink()
    (folder / f"{DATABASE}-shm").unlink(missing_ok=True)


async def damaged(folder: Path, damage: Callable[[Path], None]) -> None:
    """What is served after the damage is whole, and the store has all of it."""
    server = Server(folder, FACTOR)
    await server.start()
    fleet = Fleet(server)
    try:
        await fleet.sit_down(("jinyou4", "tribute216"), 2)
        await fleet.play(40)
        server.kill()
        assert await server.gone() == -signal.SIGKILL
        before = fleet.position()
        damage(folder)
        for each in fleet.seats:
            each.witness = Witness(each.name)
            each.witness.follow(each.client)
        await server.start()
        if server.restored == 2:
            await fleet.everybody_is_back(2)
            print(damage.__name__, "of", before, "there are", fleet.position())
            await fleet.play(20)
        else:
            # The tables are older than the database: everybody is told that theirs is gone.
            print(damage.__name__, "restored", server.restored, "of 2 tables")
            await until(lambda: sum(each.client.table is None for each in fleet.seats) >= 2, 60.0)
        for each in fleet.seats:
            each.playing = False
        await asyncio.sleep(2.0)
        assert await server.end() == 0
        store = Store.open(folder / DATABASE)
        assert store.notice == ""
        for row in store.open_tables():
            seats = fleet.tables[row.table]
            numbers = [batch.number for batch in store.batches(row.table, 1)]
            assert numbers == list(range(1, len(numbers) + 1))
            for seat, each in enumerate(seats):
                truth = told_by(store, row.table, seat)
                told = {(place.seq, place.p): events for place, events in each.witness.sent.items()}
                assert told.items() <= truth.items()
                assert each.witness.faults == []
        store.close()
    finally:
        await fleet.go_home()
        await server.end()


@pytest.mark.parametrize(
    "damage", [spoil_last_page, spoil_a_page_in_the_middle, cut_the_log, rubbish_log, lose_the_log]
)
def test_after_damage_to_the_log_no_gap_is_served(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    run_fast(damaged(tmp_path, damage), FACTOR)


def _rubbish(path: Path) -> None:
    path.write_bytes(random.Random(1).randbytes(200_000))


def _half(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def _nothing(path: Path) -> None:
    path.write_bytes(b"")


async def a_killed_one(folder: Path) -> None:
    server = Server(folder, FACTOR)
    await server.start()
    fleet = Fleet(server)
    try:
        await fleet.sit_down(("jinyou4",), 2)
        await fleet.play(20)
        server.kill()
        await server.gone()
    finally:
        await fleet.go_home()


def serve_for_a_moment(folder: Path) -> tuple[int, str, str]:
    """Start the program itself; its status, what it says and what its log says. One that starts is ended."""
    command = [sys.executable, "-m", "gouji_desktop", "serve", "--port", "0", "--data", str(folder)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    process.terminate()
    _, log = process.communicate(timeout=30.0)
    return process.returncode, line, log


def _carry_over(path: Path) -> None:
    """Everything is in the database, and nothing in the log."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


@pytest.mark.parametrize("damage", [_rubbish, _half, _nothing])
@pytest.mark.parametrize("carried", [True, False])
def test_a_database_that_is_none_is_kept_aside_and_said(
    tmp_path: Path, damage: Callable[[Path], None], carried: bool
) -> None:
    run_fast(a_killed_one(tmp_path), FACTOR)
    if carried:
        _carry_over(tmp_path / DATABASE)
    damage(tmp_path / DATABASE)
    content = (tmp_path / DATABASE).read_bytes()
    status, line, log = serve_for_a_moment(tmp_path)
    assert status == 0
    assert "listening on" in line
    assert "Traceback" not in log
    aside = [path.read_bytes() for path in tmp_path.glob("*.damaged-1")]
    if damage is _nothing and carried:
        # As at the first start.
        assert aside == []
    elif aside:
        assert aside == [content]
        assert log.count("was damaged") == 1
    else:
        # Every page of it was in the log as well.
        assert not carried
        assert '"count": 1' in log


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Path]:
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root mounts and remounts a file system")
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(disk)], capture_output=True, check=False).returncode:
        pytest.skip("nothing may be mounted here")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def remount(disk: Path, how: str) -> bool:
    """Whether the system lets it be remounted: not while a file is open for writing."""
    command = ["mount", "-o", f"remount,{how}", str(disk)]
    return not subprocess.run(command, capture_output=True, check=False).returncode


def test_a_start_on_a_read_only_disk_is_refused_in_a_sentence(mounted: Path) -> None:
    run_fast(a_killed_one(mounted), FACTOR)
    assert remount(mounted, "ro")
    status, line, log = serve_for_a_moment(mounted)
    print(status, line, log)
    assert (status, line) == (1, "")
    last = log.strip().splitlines()[-1]
    assert last.startswith("gouji-desktop serve: ")
    assert "ead-only" in last
    assert "Traceback" not in log
    assert remount(mounted, "rw")
    status, line, _ = serve_for_a_moment(mounted)
    assert status == 0
    assert "listening on" in line
