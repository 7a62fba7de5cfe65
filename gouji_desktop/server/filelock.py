"""One server per store.

The lock is the operating system's own and belongs to the process: it is gone when the process is, however it ended, so
that a lock never has to be guessed stale.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

#: The byte that is locked lies behind the text, so that the text can be read on every system.
_PLACE = 4096


class FileLock:
    """The lock file at a path. It stays when it is released, so that two processes never lock two files of one name."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None

    def acquire(self) -> bool:
        """Take the lock; False where somebody else holds it. Raises OSError where there can be no lock file."""
        file = os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600), "r+b", buffering=0)
        if not _take(file):
            file.close()
            return False
        self._file = file
        # Only people read the number: a full disk must not keep the server shut.
        with contextlib.suppress(OSError):
            file.seek(0)
            file.truncate(0)
            file.write(f"{os.getpid()}\n".encode())
        return True

    def owner(self) -> str:
        """The number of the process that holds the lock, as it says itself; "" where that cannot be told."""
        try:
            return self._path.read_bytes()[:32].decode("ascii", "replace").strip()
        except OSError:
            return ""

    def release(self) -> None:
        """Give the lock back."""
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(OSError):
                file.truncate(0)
            file.close()


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
