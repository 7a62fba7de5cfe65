"""Which requests were carried out, for those who make them again of a server that was started anew.

A request that changes something is noted in the transaction of what it changed: either both are in the store or
neither. Refusals change nothing and are not kept; what a seat plays is noted with the events of its match, and here
when the match is over and its events go.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gouji_desktop.server.database import Database
from gouji_desktop.server.uptime import Uptime

#: Kinds of requests: what their answers are follows from how things are now.
READY, PLAYED, OF_ACCOUNTS = "ready", "cmd", frozenset({"register", "rename"})
#: So long a client may be away with a request that was not answered, in seconds of uptime.
KEPT_SECONDS = 7 * 86_400
#: With every so many that come, so many at most go that are too old.
_EVERY, _AT_ONCE = 8, 100


class KeptAnswer(NamedTuple):
    """A request that was carried out."""

    uid: str
    #: Its id, and its kind as on the wire.
    request: str
    kind: str
    #: The table that it was made of, "" for none.
    table: str = ""
    #: What the `ack` said.
    t: str | None = None
    code: str | None = None
    seq: int | None = None


class KeptAnswers:
    """The last requests of each account that were carried out."""

    def __init__(self, database: Database, uptime: Uptime, most: int = 64) -> None:
        """`most` are kept for an account."""
        self.most = most
        self._database = database
        self._uptime = uptime
        self._put = 0

    def put(self, answer: KeptAnswer) -> None:
        """Note a request; call it in the transaction of what it does. Raises StoreError."""
        now, database = self._uptime.now(), self._database
        with database.transaction():
            self._insert(answer, now)
            self._put += 1
            if self._put % _EVERY:
                return
            database.write(
                "DELETE FROM answers WHERE uid = ? AND kind != ? AND id <="
                " (SELECT id FROM answers WHERE uid = ? AND kind != ? ORDER BY id DESC LIMIT 1 OFFSET ?)",
                (answer.uid, PLAYED, answer.uid, PLAYED, self.most),
            )
            database.write(
                "DELETE FROM answers WHERE id IN (SELECT id FROM answers WHERE kept_up < ? ORDER BY kept_up LIMIT ?)",
                (now - KEPT_SECONDS, _AT_ONCE),
            )

    def _insert(self, answer: KeptAnswer, now: int) -> None:
        self._database.write(
            "INSERT OR REPLACE INTO answers (uid, request, kind, name, t, code, seq, kept_up)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*answer, now),
        )

    def put_played(self, uid: str, table: str, done: Iterable[tuple[str, int]]) -> None:
        """Note what somebody played in a match that is over, the oldest first: ids and what their `ack` said.

        So many as are kept for an account are kept of each of its tables. Raises StoreError.
        """
        now, database = self._uptime.now(), self._database
        with database.transaction():
            for request, seq in done:
                self._insert(KeptAnswer(uid, request, PLAYED, table, seq=seq), now)
            mine = (uid, PLAYED, table)
            database.write(
                "DELETE FROM answers WHERE uid = ? AND kind = ? AND name = ? AND id <="
                " (SELECT id FROM answers WHERE uid = ? AND kind = ? AND name = ? ORDER BY id DESC LIMIT 1 OFFSET ?)",
                (*mine, *mine, self.most),
            )

    def played(self, uid: str, request: str) -> KeptAnswer | None:
        """What somebody played by a request of that id in a match that is over. Raises StoreError."""
        rows = self._database.read(
            "SELECT uid, request, kind, name, t, code, seq FROM answers"
            " WHERE uid = ? AND request = ? AND kind = ? AND kept_up >= ?",
            (uid, request, PLAYED, self._uptime.now() - KEPT_SECONDS),
        )
        return KeptAnswer(*rows[0]) if rows else None

    def of(self, uid: str) -> list[KeptAnswer]:
        """Those of an account that count, without what it played, the oldest first. Raises StoreError."""
        rows = self._database.read(
            "SELECT uid, request, kind, name, t, code, seq FROM answers WHERE uid = ? AND kind != ? AND kept_up >= ?"
            " ORDER BY id DESC LIMIT ?",
            (uid, PLAYED, self._uptime.now() - KEPT_SECONDS, self.most),
        )
        return [KeptAnswer(*row) for row in reversed(rows)]
