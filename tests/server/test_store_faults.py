"""A store on a bad day: full disks, faults of the disk, foreign, newer and damaged files, a second server."""

from __future__ import annotations

import contextlib
import itertools
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gouji_desktop.server import database, schema
from gouji_desktop.server.packed_logs import PackedLog
from gouji_desktop.server.ports import StoreError
from gouji_desktop.server.store import Store

posix = pytest.mark.skipif(sys.platform == "win32", reason="a matter of POSIX")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite3"


def fill(store: Store, match: int = 1) -> int:
    """Append until the store refuses; how many batches went in."""
    fault = None
    for written in itertools.count():
        try:
            store.append("t", match, written + 1, b"x" * 500)
        except StoreError as error:
            fault = error
            break
    assert str(fault) == "The disk of the store is full."
    return written


def test_a_full_disk_loses_nothing_and_ends(path: Path) -> None:
    store = Store.open(path)
    pages = store.database.read("PRAGMA page_count")[0][0]
    store.database.read(f"PRAGMA max_page_count = {pages + 10}")
    store.put_table("t", b"small")
    written = fill(store)
    assert written > 10

    def move() -> None:
        with store.transaction():
            store.put_table("t", b"changed")
            store.append("t", 1, written + 1, b"x" * 500)

    with pytest.raises(StoreError, match="disk of the store is full"):
        move()
    # Reading goes on, and nothing of what failed is there.
    assert [row.number for row in store.batches("t", 1)] == list(range(1, written + 1))
    assert store.open_tables()[0].body == b"small"
    store.database.read("PRAGMA max_page_count = 1000000")
    move()
    store.close()
    store = Store.open(path)
    assert len(store.batches("t", 1)) == written + 1
    assert store.open_tables()[0].body == b"changed"
    store.close()


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root mounts a disk of one megabyte")
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("nothing may be mounted here")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


def test_a_really_full_disk(tiny_disk: Path) -> None:
    ballast = tiny_disk / "ballast"
    ballast.write_bytes(b"x" * 300_000)
    store = Store.open(tiny_disk / "store.sqlite3")
    store.put_table("t", b"small")
    written = fill(store)
    assert written > 10
    # Once more: the second time it is no other.
    for _ in range(3):
        with pytest.raises(StoreError, match="disk of the store is full"):
            store.put_table("t", b"y" * 65_536)
    assert [row.number for row in store.batches("t", 1)] == list(range(1, written + 1))
    ballast.unlink()
    store.append("t", 1, written + 1, b"x" * 500)
    fill(store, match=2)
    store.close()
    # A server starts on a full disk as well, and what was written can be read.
    with contextlib.suppress(StoreError):
        ballast.write_bytes(b"x")
    store = Store.open(tiny_disk / "store.sqlite3")
    assert len(store.batches("t", 1)) == written + 1
    store.close()


@posix
def test_a_fault_of_the_disk_passes(path: Path) -> None:
    import resource

    store = Store.open(path)
    store.append("t", 1, 1, b"x")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    # A file may not grow: the system answers with EFBIG, which SQLite takes for a fault of the disk.
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.with_name("store.sqlite3-wal").stat().st_size, hard))
    try:
        for _ in range(2):
            with pytest.raises(StoreError, match="The disk of the store gives errors"):
                store.append("t", 1, 2, b"x")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert len(store.batches("t", 1)) == 1
    store.append("t", 1, 2, b"x")
    assert len(store.batches("t", 1)) == 2
    store.close()


def test_a_read_only_store_is_read(path: Path) -> None:
    store = Store.open(path)
    store.append("t", 1, 1, b"x")
    store.database.read("PRAGMA query_only = 1")
    for write in (lambda: store.append("t", 1, 2, b"x"), lambda: store.finish_match("t", 1, PackedLog.of(b"log"))):
        with pytest.raises(StoreError, match="The store is read-only"):
            write()
    assert len(store.batches("t", 1)) == 1
    store.database.read("PRAGMA query_only = 0")
    store.append("t", 1, 2, b"x")
    store.close()


def test_a_second_server_is_turned_away(path: Path) -> None:
    store = Store.open(path)
    code = (
        "import sys; from pathlib import Path; from gouji_desktop.server.store import Store;"
        "from gouji_desktop.server.ports import StoreError\n"
        "try: Store.open(Path(sys.argv[1]))\n"
        "except StoreError as error: print(error)\n"
    )
    arguments = [sys.executable, "-c", code, str(path)]
    said = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=Path(database.__file__).parents[2])
    assert f"Another server (process {os.getpid()}) uses the store" in said.stdout
    with pytest.raises(StoreError, match="Another server"):
        Store.open(path)
    store.append("t", 1, 1, b"x")
    store.close()
    Store.open(path).close()


def test_the_database_of_another_program_is_left_alone(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="The file is the database of another program"):
        Store.open(path)
    assert path.read_bytes() == before
    # The lock was given back.
    path.unlink()
    Store.open(path).close()


def test_a_store_of_a_newer_version_is_left_alone(path: Path) -> None:
    Store.open(path).close()
    newer = sqlite3.connect(path)
    known = len(schema.MIGRATIONS)
    newer.execute(f"PRAGMA user_version = {known + 1}")
    newer.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"of version {known + 1}, and this program knows versions up to {known}"):
        Store.open(path)
    assert path.read_bytes() == before


def _later(store: Path, migrations: tuple[tuple[str, ...], ...]) -> None:
    connection = sqlite3.connect(store, isolation_level=None)
    try:
        schema.migrate(connection, schema.check_ours(connection, migrations), migrations)
    finally:
        connection.close()


def test_an_older_store_becomes_a_newer_one_whole_or_not_at_all(path: Path) -> None:
    store = Store.open(path)
    store.put_table("t", b"body")
    store.close()
    column = "ALTER TABLE tables ADD COLUMN colour TEXT NOT NULL DEFAULT 'green'"
    with pytest.raises(sqlite3.OperationalError):
        _later(path, (*schema.MIGRATIONS, (column,), ("ALTER TABLE nothing ADD COLUMN x",)))
    Store.open(path).close()
    _later(path, (*schema.MIGRATIONS, (column,)))
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT name, colour FROM tables").fetchall() == [("t", "green")]
    assert connection.execute("PRAGMA user_version").fetchone() == (len(schema.MIGRATIONS) + 1,)
    connection.close()


def _garble_the_middle(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 : len(content) - 4096] = os.urandom(len(content) - 8192)
    path.write_bytes(content)


def _cut_in_half(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def _write_text(path: Path) -> None:
    path.write_text("this is no database " * 100)


def _garble_the_header(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(os.urandom(100))


@pytest.mark.log_errors("was damaged .* moved to .*damaged-1.* a new one was begun")
@pytest.mark.parametrize("damage", [_garble_the_middle, _cut_in_half, _write_text, _garble_the_header])
def test_a_damaged_store_is_moved_aside_and_never_written_over(path: Path, damage) -> None:
    store = Store.open(path)
    for number in range(1, 200):
        store.append("t", 1, number, b"x" * 500)
    store.close()
    damage(path)
    content = path.read_bytes()
    store = Store.open(path)
    assert "was damaged" in store.notice
    assert store.batches("t", 1) == []
    store.append("t", 1, 1, b"x")
    store.close()
    assert path.with_name("store.sqlite3.damaged-1").read_bytes() == content
    store = Store.open(path)
    assert store.notice == ""
    store.close()


@pytest.mark.log_errors("was damaged")
def test_every_damaged_store_is_kept(path: Path) -> None:
    for round_ in (1, 2, 3):
        path.write_bytes(b"rubbish %d" % round_ * 100)
        path.with_name("store.sqlite3-wal").write_bytes(b"log %d" % round_)
        Store.open(path).close()
    for round_ in (1, 2, 3):
        assert path.with_name(f"store.sqlite3.damaged-{round_}").read_bytes() == b"rubbish %d" % round_ * 100
        assert path.with_name(f"store.sqlite3.damaged-{round_}-wal").read_bytes() == b"log %d" % round_


def test_a_place_where_there_can_be_no_store_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder" / "store.sqlite3").mkdir(parents=True)
    for place in (tmp_path / "file" / "store.sqlite3", tmp_path / "folder" / "store.sqlite3"):
        with pytest.raises(StoreError) as caught:
            Store.open(place)
        assert str(place) in str(caught.value)
        assert "\n" not in str(caught.value)


@posix
def test_only_the_operator_reads_the_store(path: Path) -> None:
    store = Store.open(path)
    store.put_secret("t", 1, 1, b"s" * 32)
    for each in path.parent.iterdir():
        assert stat.S_IMODE(each.stat().st_mode) == 0o600, each
    store.close()


@pytest.mark.log_errors("was damaged")
def test_the_log_of_a_damaged_store_is_kept_as_it_was(tmp_path: Path) -> None:
    running, path = tmp_path / "running" / "store.sqlite3", tmp_path / "store.sqlite3"
    Store.open(running).close()
    store = Store.open(running)
    for number in range(1, 200):
        store.append("t", 1, number, b"x" * 500)
    for end in ("", "-wal"):
        path.with_name(path.name + end).write_bytes(running.with_name(running.name + end).read_bytes())
    store.close()
    _garble_the_middle(path)
    content, log = path.read_bytes(), path.with_name("store.sqlite3-wal").read_bytes()
    Store.open(path).close()
    assert path.with_name("store.sqlite3.damaged-1").read_bytes() == content
    assert path.with_name("store.sqlite3.damaged-1-wal").read_bytes() == log


def _lose_the_database(path: Path) -> None:
    path.unlink()


def _empty_the_database(path: Path) -> None:
    path.write_bytes(b"")


def _write_over_the_log(path: Path) -> None:
    log = path.with_name(f"{path.name}-wal")
    log.write_bytes(b"x" * log.stat().st_size)


@pytest.mark.log_errors("was damaged .* moved to .*damaged-1.* a new one was begun")
@pytest.mark.parametrize("damage", [_lose_the_database, _empty_the_database, _write_over_the_log])
def test_a_log_that_is_all_there_is_is_not_thrown_away(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    running, path = tmp_path / "running" / "store.sqlite3", tmp_path / "store.sqlite3"
    store = Store.open(running)
    for number in range(1, 20):
        store.append("t", 1, number, b"x" * 500)
    for end in ("", "-wal"):
        path.with_name(path.name + end).write_bytes(running.with_name(running.name + end).read_bytes())
    store.close()
    damage(path)
    log = path.with_name("store.sqlite3-wal").read_bytes()
    assert len(log) > 500
    store = Store.open(path)
    assert "was damaged" in store.notice
    assert store.batches("t", 1) == []
    store.close()
    assert path.with_name("store.sqlite3.damaged-1-wal").read_bytes() == log


@posix
@pytest.mark.parametrize("name", ["store.sqlite3", "store.sqlite3.lock"])
@pytest.mark.parametrize("make", [os.mkdir, getattr(os, "mkfifo", os.mkdir)])
def test_a_folder_or_a_pipe_is_no_store(path: Path, name: str, make: Callable[[Path], None]) -> None:
    make(path.with_name(name))
    with pytest.raises(StoreError, match=f"There can be no store at .*: {name} is there, and is no ordinary file"):
        Store.open(path)


def test_a_file_that_may_only_be_read_is_refused_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that can write nothing would greet everybody and let nobody play."""
    Store.open(path).close()
    opened = sqlite3.connect

    def reading(name: str, **how: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = opened(name, **how)
        # As SQLite does where the system lets it only read the file.
        connection.execute("PRAGMA query_only = 1")
        return connection

    monkeypatch.setattr(sqlite3, "connect", reading)
    with pytest.raises(StoreError, match=r"^The store is read-only \(.*store\.sqlite3\)\.$"):
        Store.open(path)


def test_a_lone_write_is_there_at_once_and_one_that_fails_is_not(path: Path) -> None:
    told: list[int] = []
    with contextlib.closing(Store.open(path)) as store:
        store.database.on_commit = lambda _seconds, statements: told.append(statements)
        with store.transaction(lone=True):
            store.append("a", 1, 1, b"[1]")
        with pytest.raises(StoreError), store.transaction(lone=True):
            store.append("a", 1, 1, b"[2]")
        hidden = contextlib.suppress(StoreError)
        with pytest.raises(StoreError, match="failed before"), store.transaction(lone=True), hidden:
            store.append("a", 1, 1, b"[3]")
        # Inside of another one it is a part of that.
        with contextlib.suppress(KeyError), store.transaction():
            with store.transaction(lone=True):
                store.append("a", 1, 2, b"[4]")
            raise KeyError
        with store.transaction(lone=True):
            store.append("a", 1, 2, b"[5]")
        assert [row.body for row in store.batches("a", 1)] == [b"[1]", b"[5]"]
        assert told == [1, 1]
