"""How far running matches have come: what spares a restarted server their finished deals.

It follows from their batches: where it is damaged, a restarted server reads those.
"""

from __future__ import annotations

import logging
import zlib
from typing import NamedTuple

from gouji_desktop.server.database import Database

_log = logging.getLogger(__name__)


class LogPartRow(NamedTuple):
    """A finished deal in the log of a running match."""

    #: The last batch in it, and how many deals were shuffled until then.
    number: int
    shuffled: int
    #: What the next line of the log continues.
    chain: str
    #: Before compression.
    size: int
    body: bytes


class Progress:
    """How each running match stood before its last deal, and its log as far as it is made. All raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put_snapshot(self, table: str, match: int, body: bytes) -> None:
        """Keep how a match stands; replaces what was kept of the table."""
        self._database.write(
            "INSERT OR REPLACE INTO snapshots (name, match, crc, body) VALUES (?, ?, ?, ?)",
            (table, match, zlib.crc32(body), body),
        )

    def snapshot(self, table: str, match: int) -> bytes | None:
        """What was kept last of how a match stood, until another match begins; None also where it is damaged."""
        rows = self._database.read("SELECT body, crc FROM snapshots WHERE name = ? AND match = ?", (table, match))
        for body, crc in rows:
            if zlib.crc32(body) == crc:
                return bytes(body)
            _log.error("What was kept of how match %d at table %s stood is damaged.", match, table)
        return None

    def put_log_part(self, table: str, match: int, part: int, row: LogPartRow) -> None:
        """Keep a finished deal in the log of a running match; parts count up by one from 1."""
        self._database.write(
            "INSERT OR REPLACE INTO log_parts (name, match, part, number, shuffled, chain, size, body, crc)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (table, match, part, *row, zlib.crc32(row.body)),
        )

    def log_parts(self, table: str, match: int) -> list[LogPartRow]:
        """The log of a running match in order, as far as it is whole and nothing is missing."""
        rows = self._database.read(
            "SELECT part, crc, number, shuffled, chain, size, body FROM log_parts WHERE name = ? AND match = ?"
            " ORDER BY part",
            (table, match),
        )
        sound: list[LogPartRow] = []
        for part, crc, *row in rows:
            if part != len(sound) + 1 or zlib.crc32(row[-1]) != crc:
                _log.error("The log of match %d at table %s breaks off before deal %d.", match, table, part)
                break
            sound.append(LogPartRow(*row))
        return sound

    def log_part(self, table: str, match: int, number: int) -> bytes:
        """A finished deal in the log of a running match, by its number from 0. Raises ValueError too: it is damaged."""
        rows = self._database.read(
            "SELECT body, crc FROM log_parts WHERE name = ? AND match = ? AND part = ?", (table, match, number + 1)
        )
        for body, crc in rows:
            if zlib.crc32(body) == crc:
                return bytes(body)
        raise ValueError(f"what was kept of deal {number + 1} in the log of match {match} at table {table} is damaged")

    def drop_log(self, table: str, match: int) -> None:
        """The log of a match is kept as a whole."""
        self._database.write("DELETE FROM log_parts WHERE name = ? AND match = ?", (table, match))
