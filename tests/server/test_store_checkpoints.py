"""The log is carried into the database by a thread, whatever the loop does meanwhile."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gouji_desktop.server import checkpoints
from gouji_desktop.server.checkpoints import CheckpointThread
from gouji_desktop.server.store import Store


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks every few milliseconds."""
    monkeypatch.setattr(CheckpointThread.__init__, "__kwdefaults__", {"look_seconds": 0.01})


def wait(until: Callable[[], bool]) -> bool:
    end = time.monotonic() + 30
    while not until() and time.monotonic() < end:
        time.sleep(0.01)
    return until()


def count(store: Store) -> int:
    return int(store.database.read("SELECT checkpoints FROM housekeeping")[0][0])


def settled(store: Store) -> int:
    """How many there were when no more came: a machine that is busy may find the store quiet between two writes."""
    while True:
        before = count(store)
        looked(store)
        if count(store) == before:
            return before


def looked(store: Store) -> None:
    """Wait until the thread has looked often enough to find the store quiet and to act on it."""
    thread, times = store.database._checkpoints, 0
    assert thread is not None
    writes = thread._writes

    def counted() -> int:
        nonlocal times
        times += 1
        return writes()

    thread._writes = counted
    assert wait(lambda: times >= 5)
    thread._writes = writes


def stored_size(path: Path) -> int:
    return path.stat().st_size


def test_a_quiet_store_is_checkpointed_once(quick, tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    store = Store.open(path)
    before, size = count(store), stored_size(path)
    for number in range(1, 300):
        store.append("t", 1, number, b"x" * 500)
    assert wait(lambda: count(store) > before)
    assert stored_size(path) > size + 100_000
    after = settled(store)
    looked(store)
    assert count(store) == after
    # The log begins anew and grows no more.
    log = path.with_name("store.sqlite3-wal")
    grown = log.stat().st_size
    for number in range(300, 320):
        store.append("t", 1, number, b"x" * 500)
    assert log.stat().st_size == grown
    store.close()


def test_a_busy_store_is_checkpointed_too(quick, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "WRITES", 200)
    path = tmp_path / "store.sqlite3"
    store = Store.open(path)
    size = stored_size(path)
    end, number = time.monotonic() + 30, 0
    while stored_size(path) == size and time.monotonic() < end:
        number += 1
        store.append("t", 1, number, b"x" * 500)
    assert stored_size(path) > size
    assert len(store.batches("t", 1)) == number
    store.close()


def test_a_log_that_grew_long_is_emptied_between_two_writes(
    quick, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "LONGEST", 10)
    path = tmp_path / "store.sqlite3"
    store = Store.open(path)
    reader = sqlite3.connect(path)
    for number in range(1, 50):
        store.append("t", 1, number, b"x" * 500)
    # A reader of the past keeps a checkpoint from being whole.
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM batches").fetchall()
    before = count(store)
    store.append("t", 1, 50, b"x" * 500)
    connection = checkpoints._connect(path)
    connection.execute("PRAGMA busy_timeout = 1")
    checkpoints.checkpoint(connection)
    assert count(store) == before
    reader.close()
    checkpoints.checkpoint(connection)
    assert count(store) > before
    connection.close()
    store.close()


def test_a_checkpoint_that_fails_is_said_once_and_tried_again(
    quick, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    faults = threading.Semaphore(3)
    fault = sqlite3.OperationalError("database or disk is full")
    fault.sqlite_errorcode = sqlite3.SQLITE_FULL
    real = checkpoints.checkpoint

    def failing(connection: sqlite3.Connection) -> None:
        if faults.acquire(blocking=False):
            raise fault
        real(connection)

    monkeypatch.setattr(checkpoints, "checkpoint", failing)
    store = Store.open(tmp_path / "store.sqlite3")
    with caplog.at_level(logging.WARNING):
        before = count(store)
        store.append("t", 1, 1, b"x")
        assert wait(lambda: count(store) > before)
    assert [record.getMessage() for record in caplog.records] == [
        "The store could not be checkpointed: database or disk is full."
    ]
    store.close()


def test_the_thread_ends_with_the_store(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "store.sqlite3")
    assert "store-checkpoints" in [thread.name for thread in threading.enumerate()]
    store.close()
    assert "store-checkpoints" not in [thread.name for thread in threading.enumerate()]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["store.sqlite3", "store.sqlite3.lock"]


def test_a_long_write_in_the_loop_delays_a_checkpoint_without_a_word(
    quick, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = checkpoints._connect

    def impatient(path: Path) -> sqlite3.Connection:
        connection = real(path)
        connection.execute("PRAGMA busy_timeout = 1")
        return connection

    monkeypatch.setattr(checkpoints, "_connect", impatient)
    store = Store.open(tmp_path / "store.sqlite3")
    store.append("t", 1, 1, b"x")
    with caplog.at_level(logging.WARNING):
        with store.transaction():
            before = count(store)
            store.append("t", 1, 2, b"x")
            time.sleep(0.1)
            assert count(store) == before
        assert wait(lambda: count(store) > before)
    assert caplog.records == []
    store.close()
