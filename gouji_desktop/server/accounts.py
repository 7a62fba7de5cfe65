"""Who somebody is: guests with an identity that the server gives out, and accounts with a password.

A name is no identity; the uid is, and the token proves it. Passwords are hashed in threads, hence those methods return
futures; everything else is done when the method returns. Where the store cannot be written, the answer is
`frozen_storage`, and who has a token still comes in.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple, TypeVar

from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.messages import SessionRow
from gouji_desktop.net.names import NameError_, clean_display_name, clean_label, skeleton
from gouji_desktop.server.kept_answers import KeptAnswer
from gouji_desktop.server.passwords import (
    HashingPool,
    PasswordRefusedError,
    QueueFullError,
    Verdict,
    clean_password,
    hash_password,
    try_password,
)
from gouji_desktop.server.ports import Done, Refused, StoreError
from gouji_desktop.server.store import Store
from gouji_desktop.server.tokens import Tokens
from gouji_desktop.server.uptime import Moment

_log = logging.getLogger(__name__)
_T = TypeVar("_T")

#: When somebody may try again after `busy`, in seconds.
_BUSY_SECONDS = 1.0
_DAY = 86_400
#: So many dead guests and sessions go at most with each guest that comes.
_AT_ONCE = 20
#: How often it is kept that somebody was here.
_SEEN_SECONDS = 3600


class Identity(NamedTuple):
    """Who somebody is. `account` is "" for a guest."""

    uid: str
    name: str
    account: str = ""


class SignedIn(NamedTuple):
    """An identity and the token that proves it the next time. Its repr hides the token."""

    identity: Identity
    token: str

    def __repr__(self) -> str:
        return f"SignedIn({self.identity!r}, ***)"


class Accounts:
    """All who have ever been here. `join_password` is the hash of the password that newcomers need, "" for none."""

    def __init__(
        self,
        store: Store,
        *,
        join_password: str = "",
        token_days: int = 90,
        threads: int = 2,
        queue: int = 32,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._database = store.database
        self._uptime = store.uptime
        self._answers = store.answers
        self._entropy = entropy
        self._clock = clock
        self._days = token_days
        self._join_password = join_password
        self._tokens = Tokens(store.database, days=token_days, entropy=entropy)
        self._hashing = HashingPool(threads=threads, queue=queue)

    def close(self) -> None:
        """End the threads. The store is closed by whoever opened it."""
        self._hashing.close()

    # --- coming in ---

    def guest(self, name: str, device: str) -> SignedIn | Refused:
        """A new guest. Refused: name_rejected, frozen_storage."""
        try:
            clean = clean_display_name(name)
        except NameError_ as error:
            return _name_rejected(error)
        return self._guarded(lambda: self._new_guest(clean, clean_label(device)))

    def by_token(self, token: str, device: str) -> SignedIn | Refused:
        """Who was given the token, with a new one. Refused: auth_failed, frozen_storage.

        The token that was shown stays valid until the new one is confirmed.
        """
        return self._guarded(lambda: self._by_token(token, clean_label(device)))

    def confirm(self, token: str) -> None:
        """The holder of a token has used it: the token before it is void. Call it at the first message under it."""
        try:
            self._tokens.confirm(token)
        except StoreError as error:
            # Two tokens are valid for longer; the next sign-in puts that right.
            _log.warning("A token could not be confirmed: %s", error)

    def login(self, account: str, password: str, device: str) -> Future[SignedIn | Refused]:
        """Who has that account and knows its password. Refused: auth_failed, busy, frozen_storage."""
        key = _keys(account)
        try:
            rows = self._database.read("SELECT uid, password, account FROM users WHERE skeleton = ?", key[:1])
        except StoreError as error:
            return _already(_frozen(error))
        # A name that merely looks like the account's is another one.
        known = [row for row in rows if row[2].casefold() == key[1]]
        uid: str | None = known[0][0] if known else None
        kept: str | None = known[0][1] if known else None
        label = clean_label(device)

        def work() -> SignedIn | Refused:
            verdict = try_password(kept, password)
            if verdict is Verdict.WRONG or uid is None or kept is None:
                return Refused(ErrorCode.AUTH_FAILED)
            fresh = hash_password(password) if verdict is Verdict.STALE else kept
            return self._guarded(lambda: self._logged_in(uid, kept, fresh, label))

        return self._hashed(work)

    def register(self, uid: str, account: str, password: str, request: str = "") -> Future[Identity | Refused]:
        """Give a guest an account name and a password; it keeps its uid. The request is noted by its id.

        Refused: name_rejected, name_taken, password_rejected, already_done (has an account), busy, frozen_storage.
        """
        try:
            name = clean_display_name(account)
            clean_password(password)
            key = skeleton(name)
            if self._database.read("SELECT 1 FROM users WHERE skeleton = ? AND uid != ?", (key, uid)):
                return _already(Refused(ErrorCode.NAME_TAKEN))
            rows = self._database.read("SELECT account FROM users WHERE uid = ?", (uid,))
        except NameError_ as error:
            return _already(_name_rejected(error))
        except PasswordRefusedError as error:
            return _already(Refused(ErrorCode.PASSWORD_REJECTED, {"why": str(error)}))
        except StoreError as error:
            return _already(_frozen(error))
        if not rows:
            return _already(Refused(ErrorCode.UNAUTHENTICATED))
        if rows[0][0] is not None:
            return _already(Refused(ErrorCode.ALREADY_DONE))

        def work() -> Identity | Refused:
            kept = hash_password(password)
            return self._guarded(lambda: self._registered(uid, name, key, kept, request))

        return self._hashed(work)

    def admits(self, password: str) -> Future[bool | Refused]:
        """Whether a newcomer knows the password of the server; always, where it has none. Refused: busy."""
        if not self._join_password:
            return _already(True)
        return self._hashed(lambda: try_password(self._join_password, password) is not Verdict.WRONG)

    # --- being here ---

    def identity(self, uid: str) -> Identity | None:
        """Who has a uid. Raises StoreError."""
        rows = self._database.read("SELECT uid, name, account FROM users WHERE uid = ?", (uid,))
        return Identity(rows[0][0], rows[0][1], rows[0][2] or "") if rows else None

    def rename(self, uid: str, name: str, request: str = "") -> Identity | Refused:
        """Change the name that others see; the request is noted by its id.

        Refused: name_rejected, unauthenticated, frozen_storage.
        """
        try:
            clean = clean_display_name(name)
        except NameError_ as error:
            return _name_rejected(error)

        def change() -> Identity | Refused:
            with self._database.transaction():
                self._database.write("UPDATE users SET name = ? WHERE uid = ?", (clean, uid))
                self._note(uid, request, "rename")
            return self.identity(uid) or Refused(ErrorCode.UNAUTHENTICATED)

        return self._guarded(change)

    def logout(self, token: str) -> Done | Refused:
        """End the session of a token; also where it has ended before. Refused: frozen_storage."""

        def end() -> Done | Refused:
            session = self._tokens.find(token, self._now())
            if session is not None:
                self._tokens.end(session.uid, session.session)
            return Done()

        return self._guarded(end)

    def sessions(self, uid: str, token: str) -> tuple[SessionRow, ...]:
        """Where somebody is signed in, the last used first; the session of the token is marked. Raises StoreError."""
        now = self._now()
        own = self._tokens.find(token, now)
        return tuple(
            SessionRow(row.session, row.device, row.used, own is not None and own.session == row.session)
            for row in self._tokens.sessions(uid, now)
        )

    def revoke(self, uid: str, token: str, session: str, request: str = "") -> Done | Refused:
        """End another session of somebody as listed, or ("") all but that of the token; the request is noted by its id.

        Refused: unauthenticated (the token is void), already_done (there is no such session), frozen_storage.
        """

        def end() -> Done | Refused:
            own = self._tokens.find(token, self._now())
            if own is None or own.uid != uid:
                return Refused(ErrorCode.UNAUTHENTICATED)
            with self._database.transaction():
                if not session:
                    self._tokens.end_others(uid, own.session)
                elif not self._tokens.end(uid, session):
                    return Refused(ErrorCode.ALREADY_DONE)
                self._note(uid, request, "revoke")
            return Done()

        return self._guarded(end)

    def prune(self) -> int:
        """Forget expired tokens, and guests who have none, were not here since and are at no table; how many.

        Raises StoreError.
        """
        with self._database.transaction():
            return self._prune(self._now(), -1)

    def _prune(self, now: Moment, at_once: int) -> int:
        self._tokens.prune(now, at_once)
        return self._database.write(
            "DELETE FROM users WHERE uid IN (SELECT uid FROM users WHERE account IS NULL AND seen_up < ?"
            " AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.uid = users.uid)"
            " AND NOT EXISTS (SELECT 1 FROM tables WHERE instr(body, CAST(users.uid AS BLOB))) LIMIT ?)",
            (now.up - self._days * _DAY, at_once),
        )

    # --- what happens in a transaction ---

    def _new_guest(self, name: str, device: str) -> SignedIn:
        now, uid = self._now(), f"u{self._entropy(8).hex()}"
        with self._database.transaction():
            # With each that comes a few go: no sweep ever takes long.
            self._prune(now, _AT_ONCE)
            self._uptime.keep()
            self._database.write(
                "INSERT INTO users (uid, name, created, seen, seen_up) VALUES (?, ?, ?, ?, ?)",
                (uid, name, now.day, *now),
            )
            return SignedIn(Identity(uid, name), self._tokens.issue(uid, device, now))

    def _by_token(self, token: str, device: str) -> SignedIn | Refused:
        now = self._now()
        session = self._tokens.find(token, now)
        identity = self.identity(session.uid) if session is not None else None
        if session is None or identity is None:
            return Refused(ErrorCode.AUTH_FAILED)
        try:
            with self._database.transaction():
                fresh = self._tokens.rotate(session, token, device, now)
                self._touch(identity.uid, now)
        except StoreError as error:
            # Whoever plays must be able to come back while the disk is full: the token stays what it was.
            _log.warning("A token could not be renewed: %s", error)
            return SignedIn(identity, token)
        return SignedIn(identity, fresh)

    def _logged_in(self, uid: str, kept: str, fresh: str, device: str) -> SignedIn | Refused:
        now = self._now()
        with self._database.transaction():
            # What was read before the hashing may have changed since.
            if not self._database.write(
                "UPDATE users SET password = ? WHERE uid = ? AND password = ?", (fresh, uid, kept)
            ):
                return Refused(ErrorCode.AUTH_FAILED)
            identity = self.identity(uid)
            if identity is None:
                return Refused(ErrorCode.AUTH_FAILED)
            self._touch(uid, now)
            return SignedIn(identity, self._tokens.issue(uid, device, now))

    def _registered(self, uid: str, account: str, key: str, password: str, request: str) -> Identity | Refused:
        with self._database.transaction():
            if self._database.read("SELECT 1 FROM users WHERE skeleton = ?", (key,)):
                return Refused(ErrorCode.NAME_TAKEN)
            changed = self._database.write(
                "UPDATE users SET account = ?, skeleton = ?, password = ? WHERE uid = ? AND account IS NULL",
                (account, key, password, uid),
            )
            if changed:
                self._note(uid, request, "register")
            return (self.identity(uid) if changed else None) or Refused(ErrorCode.ALREADY_DONE)

    def _note(self, uid: str, request: str, kind: str) -> None:
        """The request is carried out in this transaction."""
        if request:
            self._answers.put(KeptAnswer(uid, request, kind))

    def _touch(self, uid: str, now: Moment) -> None:
        self._uptime.keep()
        self._database.write(
            "UPDATE users SET seen = ?, seen_up = ? WHERE uid = ? AND seen_up < ?", (*now, uid, now.up - _SEEN_SECONDS)
        )

    def _guarded(self, work: Callable[[], _T]) -> _T | Refused:
        try:
            return work()
        except StoreError as error:
            return _frozen(error)

    def _hashed(self, work: Callable[[], _T]) -> Future[_T | Refused]:
        try:
            future: Future[Any] = self._hashing.submit(work)
        except QueueFullError:
            return _already(Refused(ErrorCode.BUSY, retry_after=_BUSY_SECONDS))
        return future

    def _now(self) -> Moment:
        return Moment(int(self._clock()), self._uptime.now())


def account_key(account: str) -> str:
    """How account names are told apart, whatever way they are written; "" for what can be none. For limits."""
    return _keys(account)[1]


def _keys(account: str) -> tuple[str, str]:
    """What an account name looks like, and what it is; both "" where it can be none."""
    try:
        name = clean_display_name(account)
    except NameError_:
        return "", ""
    return skeleton(name), name.casefold()


def _already(result: _T) -> Future[Any]:
    future: Future[_T] = Future()
    future.set_result(result)
    return future


def _name_rejected(error: NameError_) -> Refused:
    return Refused(ErrorCode.NAME_REJECTED, {"why": str(error)})


def _frozen(error: StoreError) -> Refused:
    _log.warning("An account could not be written: %s", error)
    return Refused(ErrorCode.FROZEN_STORAGE)
