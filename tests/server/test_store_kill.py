"""A killed server and a torn log: what was committed is there, and nothing else."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gouji_desktop.server.store import BatchRow, Store
from tests.server import appending

ROOT = Path(__file__).resolve().parents[2]
KILLS = 6
FRAME = 4096 + 24


def kill_while_appending(path: Path, lines: int) -> int:
    """Let a process append so many batches and kill it in the midst of the next; the last one that it told."""
    command = [sys.executable, "-m", "tests.server.appending", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        told += process.stdout.read().splitlines(keepends=True)
    return max(int(line) for line in told if line.endswith("\n"))


def test_a_killed_process_loses_nothing_that_it_told(tmp_path: Path) -> None:
    path, chance = tmp_path / "store.sqlite3", random.Random(5)
    before = 0
    for _ in range(KILLS):
        told = kill_while_appending(path, chance.randint(1, 300))
        store = Store.open(path)
        rows = store.batches("t", 1)
        assert store.notice == ""
        assert len(rows) >= told > before
        assert rows == [BatchRow(n, appending.body(n), n % 6, f"c:{n}") for n in range(1, len(rows) + 1)]
        # The table was written in the same transactions.
        assert store.open_tables()[0].body == b"%d" % len(rows)
        before = len(rows)
        store.close()


def cut(log: Path, at: int) -> None:
    with log.open("r+b") as file:
        file.truncate(at)


def flip(log: Path, at: int) -> None:
    with log.open("r+b") as file:
        file.seek(at)
        byte = file.read(1)
        file.seek(at)
        file.write(bytes([byte[0] ^ 0xFF]))


@pytest.fixture
def crashed(tmp_path: Path) -> tuple[Path, int]:
    """The files of a server that went away with everything still in the log; and how many batches."""
    running = tmp_path / "running" / "store.sqlite3"
    store = Store.open(running)
    for number in range(1, 101):
        store.append("t", 1, number, appending.body(number))
    copy = tmp_path / "crashed" / "store.sqlite3"
    copy.parent.mkdir()
    for end in ("", "-wal"):
        shutil.copy(running.with_name(running.name + end), copy.with_name(copy.name + end))
    store.close()
    return copy, 100


@pytest.mark.parametrize(
    ("harm", "from_end", "at_least"),
    [
        (cut, 1, 99),
        (cut, FRAME - 10, 99),
        (cut, FRAME, 99),
        (cut, 20 * FRAME + 5, 70),
        (flip, 10, 99),
        (flip, FRAME - 2, 99),
        (flip, 30 * FRAME + 1000, 60),
    ],
    ids=["a byte", "a page", "a frame", "many", "last byte", "frame header", "in the middle"],
)
def test_a_torn_log_serves_what_came_before(crashed: tuple[Path, int], harm, from_end: int, at_least: int) -> None:
    path, written = crashed
    log = path.with_name(path.name + "-wal")
    harm(log, log.stat().st_size - from_end)
    store = Store.open(path)
    rows = store.batches("t", 1)
    assert at_least <= len(rows) < written
    assert [(row.number, row.body) for row in rows] == [(n, appending.body(n)) for n in range(1, len(rows) + 1)]
    assert store.database.read("PRAGMA integrity_check") == [("ok",)]
    # And goes on where it broke off.
    store.append("t", 1, len(rows) + 1, b"goes on")
    store.close()
    store = Store.open(path)
    assert len(store.batches("t", 1)) == len(rows) + 1
    store.close()


def test_an_untouched_log_serves_everything(crashed: tuple[Path, int]) -> None:
    path, written = crashed
    store = Store.open(path)
    assert len(store.batches("t", 1)) == written
    store.close()
