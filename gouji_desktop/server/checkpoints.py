"""Carries what was committed from the write-ahead log into the database, beside the loop.

A checkpoint waits for the disk. It runs here, in a thread with a connection of its own, so that the event loop never
does: SQLite's own checkpoints at a commit are off.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

_log = logging.getLogger(__name__)

#: Seconds between two looks.
LOOK_SECONDS = 1.0
#: After so many writes there is a checkpoint at the next look, however busy the server is; else when it is quiet.
WRITES = 10_000
#: Pages (of 4 KiB) in the write-ahead log after which writers must wait until it is empty.
LONGEST = 32_768


class CheckpointThread:
    """Runs until it is stopped. `writes` tells how many writes there have been so far."""

    def __init__(self, path: Path, writes: Callable[[], int], *, look_seconds: float = LOOK_SECONDS) -> None:
        self._path = path
        self._writes = writes
        self._look_seconds = look_seconds
        self._stopped = threading.Event()
        self._failing = False
        #: Held while a checkpoint may keep others from writing.
        self._busy = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="store-checkpoints", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop after the checkpoint that is running."""
        self._stopped.set()
        self._thread.join()

    def wait(self, seconds: float) -> bool:
        """Wait for a checkpoint that is running, no longer than so; whether there was one, and it is done."""
        if not self._busy.locked() or not self._busy.acquire(timeout=seconds):
            return False
        self._busy.release()
        return True

    def _run(self) -> None:
        connection: sqlite3.Connection | None = None
        done = looked = self._writes()
        while not self._stopped.wait(self._look_seconds):
            now = self._writes()
            quiet, looked = now == looked, now
            if now == done or not (quiet or now - done >= WRITES):
                continue
            try:
                connection = connection or _connect(self._path)
                with self._busy:
                    checkpoint(connection)
                done = now
                self._failing = False
            except sqlite3.Error as error:
                # Nothing is lost by waiting: what was committed stays in the write-ahead log. A long write in the
                # loop is no fault at all.
                if not self._failing and error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    _log.warning("The store could not be checkpointed: %s.", error)
                    self._failing = True
        if connection is not None:
            connection.close()


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA busy_timeout = 1000")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def checkpoint(connection: sqlite3.Connection) -> None:
    """Carry over everything that is committed. Raises sqlite3.Error."""
    busy, pages, carried = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    if pages > LONGEST:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if not busy and pages == carried:
        begin_log(connection)


def begin_log(connection: sqlite3.Connection) -> None:
    """Write something that nobody reads: the first write into an empty log waits for the disk. Raises sqlite3.Error."""
    connection.execute("UPDATE housekeeping SET checkpoints = checkpoints + 1")
