"""Tokens: who shows one is who was given it.

A token is 32 random bytes, and its SHA-256 alone is kept. Every sign-in gives out a new token; the one before it
stays valid until the new one was used, so that a lost answer locks nobody out, and is void from then on. Where it is
shown again meanwhile it has several successors, of which none was used yet: each is valid until one of them is used,
for nobody knows which of them its holder has kept.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from gouji_desktop.server.database import Database
from gouji_desktop.server.uptime import Moment

TOKEN_BYTES = 32
#: A token as it travels: base64 for addresses, without padding.
TOKEN_LENGTH = 43
#: So many successors of a token wait at most to be used; the oldest is void first.
SUCCESSORS = 4
#: Sessions that one account may have; a further one ends the one that was not used for longest.
SESSIONS = 20

_DAY = 86_400


class Session(NamedTuple):
    """One place where somebody is signed in."""

    session: str
    uid: str
    device: str
    #: Seconds since the epoch.
    used: int


class Tokens:
    """The sessions of all accounts. They grow old by uptime; every method may raise StoreError."""

    def __init__(
        self, database: Database, *, days: int = 90, entropy: Callable[[int], bytes] = secrets.token_bytes
    ) -> None:
        self._database = database
        self._lifetime = days * _DAY
        self._entropy = entropy

    def issue(self, uid: str, device: str, now: Moment) -> str:
        """Begin a session; its token."""
        token, session = self._fresh(), self._entropy(8).hex()
        with self._database.transaction():
            self._database.write(
                "DELETE FROM sessions WHERE session IN"
                " (SELECT session FROM sessions WHERE uid = ? ORDER BY used_up DESC, used DESC, session"
                " LIMIT -1 OFFSET ?)",
                (uid, SESSIONS - 1),
            )
            self._database.write(
                "INSERT INTO sessions (session, uid, digest, previous, device, created, used, used_up)"
                " VALUES (?, ?, ?, NULL, ?, ?, ?, ?)",
                (session, uid, _digest(token), device, now.day, *now),
            )
        return token

    def find(self, token: str, now: Moment) -> Session | None:
        """The session of a token, or of the one before an unused newer one. Changes nothing."""
        row = self._row(token)
        if row is None or row[4] < now.up - self._lifetime:
            return None
        return Session(*row[:4])

    def rotate(self, session: Session, shown: str, device: str, now: Moment) -> str:
        """Give the session a new token; the one that was `shown` stays valid until that is confirmed."""
        token, before = self._fresh(), _digest(shown)
        with self._database.transaction():
            ((digest, previous),) = self._database.read(
                "SELECT digest, previous FROM sessions WHERE session = ?", (session.session,)
            )
            if previous == before:
                self._put_aside(session.session, digest)
            else:
                # To show a successor is to use it.
                self._drop_others(session.session)
            self._database.write(
                "UPDATE sessions SET digest = ?, previous = ?, device = ?, used = ?, used_up = ? WHERE session = ?",
                (_digest(token), before, device or session.device, *now, session.session),
            )
        return token

    def confirm(self, token: str) -> None:
        """The token was used: the one before it is void, and all other successors of that."""
        if not _is_token(token):
            return
        digest = _digest(token)
        rows = self._database.read(
            "SELECT session FROM sessions WHERE digest = ? AND previous IS NOT NULL"
            " UNION ALL SELECT session FROM successors WHERE digest = ?",
            (digest, digest),
        )
        if not rows:
            return
        ((session,),) = rows
        with self._database.transaction():
            self._drop_others(session)
            self._database.write("UPDATE sessions SET digest = ?, previous = NULL WHERE session = ?", (digest, session))

    def _put_aside(self, session: str, digest: bytes) -> None:
        """A token that was not used gets a younger sister."""
        self._database.write("INSERT INTO successors (session, digest) VALUES (?, ?)", (session, digest))
        self._database.write(
            "DELETE FROM successors WHERE session = ? AND id <="
            " (SELECT id FROM successors WHERE session = ? ORDER BY id DESC LIMIT 1 OFFSET ?)",
            (session, session, SUCCESSORS - 1),
        )

    def _drop_others(self, session: str) -> None:
        """One token of a session was used: the others that waited for that are void."""
        self._database.write("DELETE FROM successors WHERE session = ?", (session,))

    def sessions(self, uid: str, now: Moment) -> list[Session]:
        """Where somebody is signed in, the last used first."""
        rows = self._database.read(
            "SELECT session, uid, device, used FROM sessions WHERE uid = ? AND used_up >= ?"
            " ORDER BY used_up DESC, used DESC, session",
            (uid, now.up - self._lifetime),
        )
        return [Session(*row) for row in rows]

    def end(self, uid: str, session: str) -> bool:
        """End a session of somebody; False where it has none of that name."""
        return self._database.write("DELETE FROM sessions WHERE uid = ? AND session = ?", (uid, session)) > 0

    def end_others(self, uid: str, session: str) -> int:
        """End all sessions of somebody but one; how many."""
        return self._database.write("DELETE FROM sessions WHERE uid = ? AND session != ?", (uid, session))

    def prune(self, now: Moment, at_once: int = -1) -> int:
        """Forget sessions whose tokens have expired, so many at most (-1: all); how many."""
        return self._database.write(
            "DELETE FROM sessions WHERE session IN (SELECT session FROM sessions WHERE used_up < ? LIMIT ?)",
            (now.up - self._lifetime, at_once),
        )

    def _fresh(self) -> str:
        return base64.urlsafe_b64encode(self._entropy(TOKEN_BYTES)).rstrip(b"=").decode("ascii")

    def _row(self, token: str) -> tuple[Any, ...] | None:
        if not _is_token(token):
            return None
        digest = _digest(token)
        rows = self._database.read(
            "SELECT session, uid, device, used, used_up, digest, previous FROM sessions"
            " WHERE digest = ? OR previous = ?",
            (digest, digest),
        ) or self._database.read(
            "SELECT session, uid, device, used, used_up, successors.digest, NULL"
            " FROM successors JOIN sessions USING (session) WHERE successors.digest = ?",
            (digest,),
        )
        for *found, current, previous in rows:
            if hmac.compare_digest(current, digest) or hmac.compare_digest(previous or b"", digest):
                return tuple(found)
        return None


def _is_token(text: str) -> bool:
    return len(text) == TOKEN_LENGTH and text.isascii()


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("ascii")).digest()
