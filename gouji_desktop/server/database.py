"""The database file: who may open it, how it is written, and what its faults are called.

One connection, used from the event loop's thread; the threads that hash passwords use it too, one user at a time.
Every fault of SQLite leaves here as a StoreError, after what was being written was rolled back.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, Self

from gouji_desktop.server.checkpoints import CheckpointThread, begin_log
from gouji_desktop.server.ports import StoreError
from gouji_desktop.server.schema import check_ours, migrate
from gouji_desktop.table.filelock import FileLock

_log = logging.getLogger(__name__)

#: `normal`: a killed process loses nothing, a power cut may lose the last commits. `full`: nor does a power cut.
DURABILITIES = ("normal", "full")

#: How long another program's lock is waited for in milliseconds: when the store is opened, in the loop, and in the loop
#: after it was in vain. A backup or a shell may hold one for long, and everybody at every table would wait for it.
_OPENING_MS, _BUSY_MS, _VAIN_MS = 5000, 40, 0
#: What SQLite may keep of the file in memory: what is written is seldom read again.
_CACHE_KIB = 256
#: How long a checkpoint of our own may hold the lock, in seconds.
_CHECKPOINT_SECONDS = 1.0
#: What a fault of SQLite is called, by its code.
_FAULTS = {
    sqlite3.SQLITE_FULL: "The disk of the store is full.",
    sqlite3.SQLITE_READONLY: "The store is read-only.",
    sqlite3.SQLITE_IOERR: "The disk of the store gives errors.",
    sqlite3.SQLITE_CANTOPEN: "The store cannot be opened.",
    sqlite3.SQLITE_PERM: "The store may not be opened.",
    sqlite3.SQLITE_CORRUPT: "The store is damaged.",
    sqlite3.SQLITE_NOTADB: "The store is damaged.",
    sqlite3.SQLITE_BUSY: "Another program keeps the store busy.",
    sqlite3.SQLITE_LOCKED: "The store is busy.",
    sqlite3.SQLITE_NOMEM: "There is no memory left for the store.",
}
#: How a write-ahead log begins.
_LOG_MAGIC = (bytes.fromhex("377f0682"), bytes.fromhex("377f0683"))
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Database:
    """A store's connection; made by `open`."""

    def __init__(
        self, connection: sqlite3.Connection, *, path: Path | None, lock: FileLock | None, notice: str = ""
    ) -> None:
        self._connection = connection
        self._path = path
        self._lock = lock
        #: One sentence that an operator should read, "" where all is well.
        self.notice = notice
        self._turn = threading.RLock()
        self._depth = 0
        self._spoiled = False
        self._writes = 0
        #: Told how many seconds a transaction took, and how many statements it had.
        self.on_commit: Callable[[float, int], None] | None = None
        self._closed = False
        self._patience = -1
        self._wait_for(_BUSY_MS)
        self._checkpoints = CheckpointThread(path, lambda: self._writes) if path is not None else None

    @classmethod
    def open(cls, path: Path | None, *, durability: str = "normal") -> Self:
        """Open or make a store; None: in memory.

        A damaged one is moved aside, and a new one is begun (`notice` says so). Raises StoreError where another process
        uses it, where it is no store of this version, and where the disk refuses.
        """
        if durability not in DURABILITIES:
            raise ValueError(f"no such durability: {durability}")
        if path is None:
            connection = _connect(":memory:", durability)
            migrate(connection, 0)
            return cls(connection, path=None, lock=None)
        _check_kind(path)
        lock = _lock(path)
        try:
            connection, notice = _open_file(path, durability)
        except BaseException:
            lock.release()
            raise
        if notice:
            _log.error("%s", notice)
        return cls(connection, path=path, lock=lock, notice=notice)

    def write(self, statement: str, values: Sequence[object] = ()) -> int:
        """Run a statement that changes rows; how many. A transaction of its own outside of `transaction`."""
        with self._turn:
            self._check()
            try:
                changed = self._execute(statement, values).rowcount
            except sqlite3.Error as error:
                raise self._failed(error) from error
            self._writes += 1
            return changed

    def read(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        """The rows of a query, or those that a statement with RETURNING changed."""
        with self._turn:
            self._check()
            try:
                return self._execute(statement, values).fetchall()
            except sqlite3.Error as error:
                raise self._failed(error) from error

    @contextlib.contextmanager
    def transaction(self, *, lone: bool = False) -> Iterator[None]:
        """All writes inside happen, or none; an exception rolls back. One inside of another is part of it.

        Where there is one write alone, at most, it needs no beginning and no end of its own: it is `lone`, and has
        happened when it returns.
        """
        with self._turn:
            self._check()
            start, before = perf_counter(), self._writes
            lone = lone and self._depth == 0
            if self._depth == 0 and not lone:
                self._begin()
            self._depth += 1
            try:
                yield
            except BaseException:
                self._roll_back()
                raise
            finally:
                self._depth -= 1
            if self._depth == 0:
                if not lone or self._spoiled:
                    self._commit()
                if self.on_commit is not None:
                    # A commit counts as a write itself.
                    self.on_commit(perf_counter() - start, self._writes - before - (not lone))

    def close(self) -> None:
        """Close the file and give the lock back. Twice is the same as once."""
        with self._turn:
            if self._closed:
                return
            self._closed = True
            if self._checkpoints is not None:
                self._checkpoints.stop()
            # A last checkpoint that fails loses nothing: the write-ahead log stays.
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            if self._lock is not None:
                self._lock.release()

    def _check(self) -> None:
        if self._closed:
            raise StoreError("The store is closed.")
        if self._spoiled:
            raise StoreError("The transaction has failed before.")

    def _begin(self) -> None:
        try:
            self._execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise self._failed(error) from error

    def _execute(self, statement: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Run a statement; the lock of another program is waited for only a moment, and the next time not at all."""
        try:
            found = self._connection.execute(statement, values)
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_BUSY:
                raise
            if self._checkpoints is None or not self._checkpoints.wait(_CHECKPOINT_SECONDS):
                self._wait_for(_VAIN_MS)
                raise
            # It was a checkpoint of our own, or there has been one meanwhile.
            found = self._connection.execute(statement, values)
        self._wait_for(_BUSY_MS)
        return found

    def _wait_for(self, milliseconds: int) -> None:
        if self._patience != milliseconds:
            self._patience = milliseconds
            self._connection.execute(f"PRAGMA busy_timeout = {milliseconds}")

    def _commit(self) -> None:
        if self._spoiled:
            # A write failed, and whoever wrote hid it: what came before it is rolled back already.
            self._spoiled = False
            raise StoreError("The transaction has failed before.")
        try:
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            failure = self._failed(error)
            self._spoiled = False
            raise failure from error
        self._writes += 1

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
        # Outer transactions are rolled back with this one.
        self._spoiled = self._depth > 1

    def _failed(self, error: sqlite3.Error) -> StoreError:
        """Roll back, and say what happened."""
        if self._connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
        self._spoiled = self._depth > 0
        return StoreError(sentence(error))


def sentence(error: sqlite3.Error) -> str:
    """What a fault of SQLite means."""
    return _FAULTS.get(_code(error)) or f"The store failed: {error}."


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _lock(path: Path) -> FileLock:
    lock = FileLock(path.with_name(f"{path.name}.lock"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        taken = lock.acquire()
    except OSError as error:
        raise StoreError(f"There can be no store at {path}: {error.strerror or error}.") from error
    if not taken:
        owner = lock.owner()
        raise StoreError(f"Another server{f' (process {owner})' if owner else ''} uses the store at {path}.")
    return lock


def _connect(path: Path | str, durability: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA busy_timeout = {_OPENING_MS}")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute(f"PRAGMA synchronous = {durability}")
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
    return connection


def _check_kind(path: Path) -> None:
    """A folder is no store, and whoever opens a pipe may wait for ever. Raises StoreError."""
    for each in (path, path.with_name(f"{path.name}.lock")):
        with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            if not stat.S_ISREG(each.stat().st_mode):
                raise StoreError(f"There can be no store at {path}: {each.name} is there, and is no ordinary file.")


def _open_file(path: Path, durability: str) -> tuple[sqlite3.Connection, str]:
    try:
        return _open_sound(path, durability), ""
    except sqlite3.Error as error:
        if _code(error) not in _DAMAGED:
            raise StoreError(f"{sentence(error)[:-1]} ({path}).") from error
        damage = str(error)
    try:
        aside = _move_aside(path)
        connection = _open_sound(path, durability)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"The store at {path} is damaged ({damage}), and there can be no new one: {error}.") from error
    return connection, f"The store at {path} was damaged ({damage}): it was moved to {aside}, and a new one was begun."


def _check_log(path: Path) -> None:
    """Raise sqlite3.DatabaseError where the log beside the file belongs to a database that is gone, or is no log.

    SQLite takes both for nothing, and would remove them without a word, with all that was played lately.
    """
    log = path.with_name(f"{path.name}-wal")
    size = log.stat().st_size if log.is_file() else 0
    if not size:
        return
    said = ""
    if not path.exists() or not path.stat().st_size:
        said = "the database is gone, and its log is there"
    else:
        with log.open("rb") as file:
            begin = file.read(4)
        # A log that was begun anew at the end of a checkpoint, and got no further, begins with nothing.
        if begin not in (*_LOG_MAGIC, bytes(4)):
            said = "its log is none"
    if said:
        fault = sqlite3.DatabaseError(said)
        fault.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise fault


def _open_sound(path: Path, durability: str) -> sqlite3.Connection:
    """Open a store that is whole. Raises sqlite3.Error, and StoreError where the file is none of ours."""
    _check_log(path)
    with contextlib.suppress(OSError):
        # Only the operator may read hands and password hashes; the files beside it get the same mode from SQLite.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    version = _examine(path)
    connection = _connect(path, durability)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection, version)
        try:
            # The first write waits for the disk: now, instead of in the loop.
            begin_log(connection)
        except sqlite3.Error as error:
            # On a full disk reading must do, until there is room. A file that may not be written stays so.
            if _code(error) == sqlite3.SQLITE_READONLY:
                raise
    except BaseException:
        connection.close()
        raise
    return connection


def _examine(path: Path) -> int:
    """The version of a store that is whole, 0 for an empty file.

    Through a connection that only reads: one that writes would carry the log into a damaged database, and remove it.
    Raises sqlite3.Error, and StoreError where the file is none of ours.
    """
    address, patience = f"{path.absolute().as_uri()}?mode=ro", _OPENING_MS / 1000
    connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=patience)
    try:
        version = check_ours(connection)
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except StoreError as error:
        raise StoreError(f"{str(error)[:-1]} ({path}).") from None
    finally:
        connection.close()
    if found != "ok":
        fault = sqlite3.DatabaseError(str(found).splitlines()[0])
        fault.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise fault
    return version


def _move_aside(path: Path) -> Path:
    """Give a damaged store and what belongs to it another name. Raises OSError."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for end in ("-wal", "-shm", ""):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + end).rename(aside.with_name(aside.name + end))
    return aside
