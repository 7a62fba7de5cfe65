"""What the server must not lose: tables, the events of running matches, their secrets, the logs of finished ones.

Everything is written from the event loop's thread, and is there when the method returns; StoreError says that it is
not. Bodies are bytes whose meaning is the business of whoever wrote them.
"""

from __future__ import annotations

import logging
import time
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import NamedTuple, Self

from gouji_desktop.server.database import Database
from gouji_desktop.server.kept_answers import KeptAnswers
from gouji_desktop.server.kept_progress import Progress
from gouji_desktop.server.packed_logs import PackedLog
from gouji_desktop.server.ports import StoreError
from gouji_desktop.server.recovering import Recovery
from gouji_desktop.server.uptime import Uptime

_log = logging.getLogger(__name__)


class TableRow(NamedTuple):
    """An open table."""

    table: str
    epoch: int
    body: bytes


class BatchRow(NamedTuple):
    """The events of one command."""

    number: int
    body: bytes
    #: The seat whose command it was, and the id of that command; None for what the server did.
    seat: int | None
    cmd: str | None


class LeaveRow(NamedTuple):
    """A running match that somebody left for good."""

    table: str
    match: int
    points: int
    #: Seconds since the epoch.
    at: int


class Retention(NamedTuple):
    """How long things are kept that nobody plays with any more: the oldest go first. Days are days of uptime."""

    #: Logs of finished matches: days, how many, and their compressed bytes (looked at when the store is opened).
    log_days: int = 90
    logs: int = 20_000
    log_bytes: int = 512 * 1024 * 1024
    leave_days: int = 365


_DAY = 86_400
#: So many old logs go at most with each that comes: the loop has other things to do.
_AT_ONCE = 20
#: So many batches: some milliseconds.
_BATCHES_AT_ONCE = 2000


class Store:
    """The store of one server; made by `open`."""

    def __init__(
        self,
        database: Database,
        *,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        retention: Retention | None = None,
    ) -> None:
        #: For those who keep their own tables in it.
        self.database = database
        #: For those who stand still while it cannot be written.
        self.recovery = Recovery()
        self.uptime = Uptime(database, steady)
        #: What spares a restarted server the finished deals of running matches.
        self.progress = Progress(database)
        #: Which requests were carried out.
        self.answers = KeptAnswers(database, self.uptime)
        self._clock = clock
        self._retention = retention or Retention()

    @classmethod
    def open(
        cls,
        path: Path | None,
        *,
        durability: str = "normal",
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        retention: Retention | None = None,
    ) -> Self:
        """Open or make the store in a file; None: in memory. Raises StoreError.

        `clock` is the time of day, `steady` a clock that never jumps.
        """
        database = Database.open(path, durability=durability)
        try:
            store = cls(database, clock=clock, steady=steady, retention=retention)
        except StoreError:
            database.close()
            raise
        try:
            store.prune()
        except StoreError as error:
            # What is old does no harm where nothing can be written.
            _log.warning("Old logs could not be removed: %s", error)
        return store

    @property
    def notice(self) -> str:
        """One sentence that an operator should read, "" where all is well."""
        return self.database.notice

    def close(self) -> None:
        """Close it. Twice is the same as once."""
        with suppress(StoreError):
            self.uptime.keep(at_once=True)
        self.database.close()

    def transaction(self, *, lone: bool = False) -> AbstractContextManager[None]:
        """All that is written inside is there, or nothing of it; an exception rolls back.

        `lone`: one row at most is written, and nobody changes his mind afterwards.
        """
        return self.database.transaction(lone=lone)

    # --- tables ---

    def put_table(self, table: str, body: bytes) -> None:
        """Keep the state of a table outside of its events; the epoch stays."""
        self.database.write(
            "INSERT INTO tables (name, body, changed) VALUES (?, ?, ?)"
            " ON CONFLICT (name) DO UPDATE SET body = excluded.body, changed = excluded.changed",
            (table, body, self._now()),
        )

    def drop_table(self, table: str) -> None:
        """Forget a table and everything of it besides the logs of its finished matches."""
        with self.transaction():
            for place in ("tables", "matches", "batches", "snapshots", "secrets", "shuffles", "log_parts"):
                self.database.write(f"DELETE FROM {place} WHERE name = ?", (table,))  # noqa: S608 - names from above

    def open_tables(self) -> list[TableRow]:
        """All tables that were not dropped."""
        return [TableRow(*row) for row in self.database.read("SELECT name, epoch, body FROM tables ORDER BY name")]

    def next_epoch(self, table: str) -> int:
        """Count the epoch of a table up, and keep it. Raises StoreError where there is no such table."""
        with self.transaction():
            rows = self.database.read("UPDATE tables SET epoch = epoch + 1 WHERE name = ? RETURNING epoch", (table,))
        if not rows:
            raise StoreError(f"There is no table {table} in the store.")
        return int(rows[0][0])

    # --- running matches ---

    def start_match(self, table: str, match: int, header: bytes) -> None:
        """Keep what a match begins from."""
        self.database.write("INSERT INTO matches (name, match, header) VALUES (?, ?, ?)", (table, match, header))

    def match_header(self, table: str, match: int) -> bytes | None:
        """What a match began from, until its table is dropped."""
        return self._one("SELECT header FROM matches WHERE name = ? AND match = ?", (table, match))

    def append(
        self, table: str, match: int, number: int, body: bytes, seat: int | None = None, cmd: str | None = None
    ) -> None:
        """Keep the events of one command; batches count up by one from 0 or 1."""
        self.database.write(
            "INSERT INTO batches (name, match, number, seat, cmd, crc, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (table, match, number, seat, cmd, zlib.crc32(body), body),
        )

    def batches(self, table: str, match: int, after: int = -1, most: int = -1) -> list[BatchRow]:
        """The batches of a running match in order, as far as they are whole and none is missing.

        `after` is the number of the last one that is known, `most` how many are wanted (-1: all).
        """
        rows = self.database.read(
            "SELECT number, body, seat, cmd, crc FROM batches WHERE name = ? AND match = ? AND number > ?"
            " ORDER BY number LIMIT ?",
            (table, match, after, most),
        )
        sound: list[BatchRow] = []
        last = after
        for number, body, seat, cmd, crc in rows:
            follows = number == last + 1 or (last, number) == (-1, 1)
            if not follows or zlib.crc32(body) != crc:
                _log.error("The events of match %d at table %s break off before batch %d.", match, table, number)
                break
            sound.append(BatchRow(number, body, seat, cmd))
            last = number
        return sound

    def count_batches(self, table: str, match: int, after: int = -1) -> int:
        """How many batches of a running match are kept, whole or not, beyond that number."""
        ((kept,),) = self.database.read(
            "SELECT count(*) FROM batches WHERE name = ? AND match = ? AND number > ?", (table, match, after)
        )
        return int(kept)

    def put_secret(self, table: str, match: int, deal: int, secret: bytes) -> None:
        """Keep the secret of a deal's shuffle; once only."""
        self.database.write("INSERT INTO secrets VALUES (?, ?, ?, ?)", (table, match, deal, secret))

    def secrets(self, table: str, match: int) -> dict[int, bytes]:
        """The secrets of a running match by deal."""
        return dict(self.database.read("SELECT deal, secret FROM secrets WHERE name = ? AND match = ?", (table, match)))

    def put_shuffle(self, table: str, match: int, deal: int, body: bytes) -> None:
        """Keep what everybody knows of a deal's shuffle; replaces what was kept of it."""
        self.database.write("INSERT OR REPLACE INTO shuffles VALUES (?, ?, ?, ?)", (table, match, deal, body))

    def shuffles(self, table: str, match: int) -> dict[int, bytes]:
        """What everybody knows of the shuffles of a match by deal, until its table is dropped."""
        return dict(self.database.read("SELECT deal, body FROM shuffles WHERE name = ? AND match = ?", (table, match)))

    # --- finished matches ---

    def finish_match(self, table: str, match: int, log: PackedLog) -> None:
        """Keep the log of a finished match: `drop_events` is due then."""
        body = log.packed()
        with self.transaction():
            self.database.write(
                "INSERT OR REPLACE INTO logs (name, match, finished, finished_up, size, body)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (table, match, self._now(), self.uptime.now(), len(body), body),
            )
            self.progress.drop_log(table, match)
            self._drop_old_logs(_AT_ONCE)

    def drop_events(self, table: str, match: int, most: int = _BATCHES_AT_ONCE) -> bool:
        """Forget the batches and secrets of a match whose log is kept, so many batches at most; whether all are gone.

        The first ones go first. A long match has tens of thousands: the loop has other things to do meanwhile.
        """
        with self.transaction():
            self.database.write(
                "DELETE FROM batches WHERE name = ? AND match = ? AND number <"
                " (SELECT min(number) + ? FROM batches WHERE name = ? AND match = ?)",
                (table, match, most, table, match),
            )
            if self.database.read("SELECT 1 FROM batches WHERE name = ? AND match = ? LIMIT 1", (table, match)):
                return False
            self.database.write("DELETE FROM secrets WHERE name = ? AND match = ?", (table, match))
            return True

    def has_log(self, table: str, match: int) -> bool:
        """Whether there is a log of a finished match."""
        return bool(self.database.read("SELECT 1 FROM logs WHERE name = ? AND match = ?", (table, match)))

    def packed_log(self, table: str, match: int) -> PackedLog | None:
        """The log of a finished match; None where there is none, or none any more."""
        body = self._one("SELECT body FROM logs WHERE name = ? AND match = ?", (table, match))
        try:
            return None if body is None else PackedLog.unpack(body)
        except ValueError as error:
            raise StoreError(f"The log of match {match} at table {table} is damaged.") from error

    def log(self, table: str, match: int) -> bytes | None:
        """The same as a whole."""
        packed = self.packed_log(table, match)
        try:
            return None if packed is None else packed.read(0, packed.size)
        except ValueError as error:
            raise StoreError(f"The log of match {match} at table {table} is damaged.") from error

    def record_leave(self, uid: str, table: str, match: int, points: int) -> None:
        """Keep that somebody left a running match for good, and what it cost; once a match."""
        self.database.write(
            "INSERT OR REPLACE INTO leaves (uid, name, match, points, left_at, left_up) VALUES (?, ?, ?, ?, ?, ?)",
            (uid, table, match, points, self._now(), self.uptime.now()),
        )

    def leaves(self, uid: str) -> list[LeaveRow]:
        """The matches that somebody left, the oldest first."""
        rows = self.database.read(
            "SELECT name, match, points, left_at FROM leaves WHERE uid = ? ORDER BY left_at, name, match", (uid,)
        )
        return [LeaveRow(*row) for row in rows]

    def prune(self) -> int:
        """Remove what is kept for too long or too much; how many logs. Raises StoreError."""
        with self.transaction():
            self.database.write(
                "DELETE FROM leaves WHERE left_up < ?", (self.uptime.now() - self._retention.leave_days * _DAY,)
            )
            dropped = self._drop_old_logs(-1)
            return dropped + self.database.write(
                "DELETE FROM logs WHERE id IN (SELECT id FROM"
                " (SELECT id, sum(size) OVER (ORDER BY id DESC) AS kept FROM logs) WHERE kept > ?)",
                (self._retention.log_bytes,),
            )

    def _drop_old_logs(self, at_once: int) -> int:
        """Remove logs that are too old or too many, so many at most (-1: all); how many."""
        oldest = self.uptime.now() - self._retention.log_days * _DAY
        dropped = self.database.write(
            "DELETE FROM logs WHERE id IN (SELECT id FROM logs WHERE finished_up < ? ORDER BY finished_up LIMIT ?)",
            (oldest, at_once),
        )
        # Ids count up with the logs: an index of its own is not needed to find those that are too many.
        return dropped + self.database.write(
            "DELETE FROM logs WHERE id IN"
            " (SELECT id FROM logs WHERE id <= (SELECT max(id) FROM logs) - ? ORDER BY id LIMIT ?)",
            (self._retention.logs, at_once),
        )

    def _one(self, statement: str, values: tuple[object, ...]) -> bytes | None:
        rows = self.database.read(statement, values)
        return bytes(rows[0][0]) if rows else None

    def _now(self) -> int:
        return int(self._clock())
