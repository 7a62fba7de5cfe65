"""Another program that holds the lock of the store (a backup, a shell): tables stand still, and nobody waits for it."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gouji_desktop.server.config import Config
from gouji_desktop.server.ports import StoreError
from gouji_desktop.server.recovering import Recovery
from gouji_desktop.server.room_keeping import Keeper
from gouji_desktop.server.store import Store
from tests.server.rooms import Hall
from tests.table.drivers import FakeClock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    opened = Store.open(path)
    yield opened
    opened.close()


def locked(path: Path) -> sqlite3.Connection:
    """Another program in the middle of a write."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA busy_timeout = 2000")
    other.execute("BEGIN IMMEDIATE")
    return other


def test_a_lock_is_waited_for_a_moment_once(store: Store, path: Path) -> None:
    other = locked(path)
    patience: list[int] = store.database.read("PRAGMA busy_timeout")[0]
    assert patience[0] < 100, "of a second a tenth at most"
    start = time.monotonic()
    with pytest.raises(StoreError, match="Another program keeps the store busy"):
        store.put_table("t", b"")
    first = time.monotonic() - start
    assert first >= patience[0] / 2000
    start = time.monotonic()
    for _ in range(200):
        with pytest.raises(StoreError), store.transaction():
            store.put_table("t", b"")
    # Two hundred times as long, did it wait as long for each table.
    assert time.monotonic() - start < 60 * first, "not once more for each table"
    assert store.open_tables() == []
    other.execute("ROLLBACK")
    store.put_table("t", b"")
    assert store.database.read("PRAGMA busy_timeout")[0][0] > 0, "a lock that lasts no time at all is waited for again"
    other.close()


def test_a_checkpoint_of_our_own_is_waited_for(store: Store, path: Path) -> None:
    checkpoints = store.database._checkpoints
    assert checkpoints is not None
    begun = threading.Event()

    def checkpoint() -> None:
        with checkpoints._busy:
            other = locked(path)
            begun.set()
            time.sleep(0.15)
            other.close()

    thread = threading.Thread(target=checkpoint)
    thread.start()
    assert begun.wait(30.0)
    store.put_table("t", b"")
    thread.join()
    assert len(store.open_tables()) == 1


class Counted(Store):
    """Counts who tries to write."""

    tries = 0
    full = False

    def put_table(self, table: str, body: bytes) -> None:
        self.tries += 1
        if self.full:
            raise StoreError("The disk is full.")
        super().put_table(table, body)


def keepers(store: Store, clock: FakeClock, many: int) -> list[Keeper]:
    hall = Hall("zaozhuang6")
    hall.open()
    place = hall.room._place
    found = [Keeper(place, store, clock, Config()) for _ in range(many)]
    for each in found:
        each.freeze("a test")
    return found


def test_of_many_frozen_tables_one_tries_at_a_time() -> None:
    clock, store = FakeClock(), Counted.open(None)
    frozen = keepers(store, clock, 100)
    store.full = True
    clock.run(26.0)
    assert store.tries == 5
    assert all(each.frozen for each in frozen)
    store.full = False
    clock.run(5.0)
    assert not any(each.frozen for each in frozen)
    store.close()


@pytest.mark.log_errors("what stood still cannot go on")
def test_a_table_that_cannot_go_on_holds_up_no_other() -> None:
    clock, store = FakeClock(), Counted.open(None)
    bad, failing, *others = keepers(store, clock, 30)
    bad.try_again = failing_try  # type: ignore[method-assign]

    def broken() -> None:
        raise RuntimeError("this table alone")

    failing.on_thaw = broken
    clock.run(11.0)
    assert bad.frozen
    assert not any(each.frozen for each in others)
    bad.close()
    before = store.tries
    clock.run(60.0)
    assert store.tries == before, "a closed table does not try"
    store.close()


def failing_try() -> None:
    raise StoreError("this one alone")


def test_who_waited_in_a_server_that_is_gone_keeps_nobody() -> None:
    recovery, tried = Recovery(), []

    class Waiting:
        def __init__(self, name: str) -> None:
            self.name = name

        def try_again(self) -> None:
            tried.append(self.name)

        def go_on(self) -> None:
            tried.append(f"{self.name} goes on")

    dead, alive = FakeClock(), FakeClock()
    recovery.wait(Waiting("dead"), dead, 5.0)
    recovery.wait(Waiting("alive"), alive, 5.0)
    alive.run(6.0)
    assert tried == ["alive", "alive goes on"]
