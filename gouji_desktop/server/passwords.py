"""Passwords: argon2id in a few threads with a short queue, so that a flood of logins costs the loop nothing."""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from enum import Enum, auto
from typing import TypeVar

import argon2

#: 19 MiB, two passes, one lane: about 20 ms of one core. The defaults of the library cost seven times that.
_HASHER = argon2.PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1, hash_len=32, salt_len=16)

#: The hash of 32 random bytes that nobody kept, with the same parameters: tried for users that do not exist.
_DUMMY = "$argon2id$v=19$m=19456,t=2,p=1$axIJ20pWhjA00jkCh+7MBg$G3nmMkNzykOn15Dlzm7XSSMV1+ksEGn/67JCO8czdQU"

SHORTEST = 8
LONGEST = 128
#: In UTF-8.
LONGEST_BYTES = 256

_T = TypeVar("_T")


class Verdict(Enum):
    """What became of a password that was tried."""

    WRONG = auto()
    RIGHT = auto()
    #: Right, and its hash should be made anew: the parameters have changed since.
    STALE = auto()


class PasswordRefusedError(ValueError):
    """No password may look like that; the text is one sentence."""


class QueueFullError(Exception):
    """Too many passwords are being hashed now."""


def clean_password(text: str) -> str:
    """A password as it is hashed (NFC). Raises PasswordRefusedError."""
    # Before anything that takes time with the length.
    if len(text) > LONGEST * 4:
        raise PasswordRefusedError(f"A password has at most {LONGEST} characters.")
    try:
        password = unicodedata.normalize("NFC", text)
        size = len(password.encode())
    except UnicodeEncodeError:
        raise PasswordRefusedError("The password holds something that is no character.") from None
    if len(password) < SHORTEST:
        raise PasswordRefusedError(f"A password has at least {SHORTEST} characters.")
    if len(password) > LONGEST or size > LONGEST_BYTES:
        raise PasswordRefusedError(f"A password has at most {LONGEST} characters, and {LONGEST_BYTES} bytes in UTF-8.")
    return password


def hash_password(password: str) -> str:
    """The hash to keep of a password; takes some 20 ms. Raises PasswordRefusedError."""
    return _HASHER.hash(clean_password(password))


def try_password(kept: str | None, password: str) -> Verdict:
    """Try a password against a hash; None, for a user that does not exist, takes as long and is wrong."""
    try:
        clean = clean_password(password)
    except PasswordRefusedError:
        return Verdict.WRONG
    try:
        _HASHER.verify(_DUMMY if kept is None else kept, clean)
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
        return Verdict.WRONG
    if kept is None:
        return Verdict.WRONG
    return Verdict.STALE if _HASHER.check_needs_rehash(kept) else Verdict.RIGHT


class HashingPool:
    """The threads that hash. `queue`: so many wait at most."""

    def __init__(self, *, threads: int = 2, queue: int = 32) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="passwords")
        self._free = threading.BoundedSemaphore(threads + queue)

    def submit(self, work: Callable[[], _T]) -> Future[_T]:
        """Run work in a thread. Raises QueueFullError at once where too much waits already."""
        if not self._free.acquire(blocking=False):
            raise QueueFullError
        try:
            future = self._pool.submit(work)
        except RuntimeError:
            self._free.release()
            raise QueueFullError from None
        future.add_done_callback(lambda _: self._free.release())
        return future

    def close(self) -> None:
        """Let what runs end, and forget what waits."""
        self._pool.shutdown(wait=True, cancel_futures=True)
