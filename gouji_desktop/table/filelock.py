"""One process per file: a lock that a profile has and the store of a table server.

The lock is the operating system's own and belongs to the process: it is gone when the process is, however it ended, so
that a lock never has to be guessed stale. The number of the process is written beside it for people.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

#: The byte that is locked lies behind the text, so that the text can be read on every system.
_PLACE = 4096


class FileLock:
    """The lock file at a path; `acquire` it before anything is read of what it guards."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None

    @property
    def held(self) -> bool:
        """Whether this object holds the lock."""
        return self._file is not None

    def acquire(self) -> bool:
        """Take the lock; False where another process holds it. Raises OSError where there can be no lock file."""
        if self._file is not None:
            return True
        self._path.parent.mkdir(parents=True, exist_ok=True)
        file = os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600), "r+b", buffering=0)
        if not _take(file):
            file.close()
            return False
        self._file = file
        # Only people read the number: a full disk must not keep the program shut.
        with contextlib.suppress(OSError):
            file.seek(0)
            file.truncate(0)
            file.write(f"{os.getpid()}\n".encode())
        return True

    def owner(self) -> int | None:
        """The process that holds the lock, as it says itself; None where that cannot be told."""
        try:
            return int(self._path.read_bytes()[:32].decode("ascii", "replace"))
        except (OSError, ValueError):
            return None

    def release(self) -> None:
        """Give the lock back; the file stays, so that two processes never lock two files of one name."""
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(OSError):
                file.truncate(0)
            file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def _take(file: BinaryIO) -> bool:
    try:
        if sys.platform == "win32":
            file.seek(_PLACE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
