"""A socket in the file system as the place where a reverse proxy of the same machine finds the server.

Whoever may write to the file may connect: its owner and its group. A file that another server left behind when it was
killed is taken away; one at which somebody still answers never is.
"""

from __future__ import annotations

import errno
import os
import socket
import stat
from contextlib import suppress
from pathlib import Path

#: Nobody but the owner and the group of the file may connect.
MODE = 0o660
_NOT_OURS = 0o777 & ~MODE
#: How long somebody who is there may take to answer, in seconds.
_ANSWER_SECONDS = 1.0


class UnixPlaceError(OSError):
    """The server cannot listen there; its text is one sentence."""


def available() -> bool:
    """Whether this system has such sockets for Python."""
    return hasattr(socket, "AF_UNIX")


class UnixPlace:
    """One such file: made by `open`, taken away by `remove`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._ours: tuple[int, int] | None = None

    def open(self, backlog: int) -> socket.socket:
        """Take the place: a socket that others can already wait at. Raises UnixPlaceError."""
        if not available():
            raise UnixPlaceError("this system has no unix sockets: use --host and --port")
        self._clear()
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            made.setblocking(False)
            # Its mode is right from the first moment on.
            before = os.umask(_NOT_OURS)
            try:
                made.bind(str(self.path))
            finally:
                os.umask(before)
            found = self.path.lstat()
            self._ours = found.st_dev, found.st_ino
            # Who listens, though it does not accept yet, is seen to be there by the next one who wants the place.
            made.listen(backlog)
        except OSError as error:
            made.close()
            self.remove()
            raise self._refused(error) from None
        return made

    def remove(self) -> None:
        """Take the file away, where it is still the one that was made here. Twice is the same as once."""
        ours, self._ours = self._ours, None
        with suppress(OSError):
            found = self.path.lstat()
            if ours == (found.st_dev, found.st_ino):
                self.path.unlink()

    def _clear(self) -> None:
        """Take away what a killed server left behind."""
        try:
            found = self.path.lstat()
        except OSError:
            # What is wrong with it, binding says.
            return
        if not stat.S_ISSOCK(found.st_mode):
            raise UnixPlaceError(f"{self.path} cannot be listened on: it is there, and is no socket")
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial:
            trial.settimeout(_ANSWER_SECONDS)
            try:
                trial.connect(str(self.path))
            except ConnectionRefusedError:
                with suppress(OSError):
                    self.path.unlink()
                return
            except OSError as error:
                # One that is too busy to answer is there, too.
                if not isinstance(error, BlockingIOError | TimeoutError):
                    raise self._refused(error) from None
        raise UnixPlaceError(f"{self.path} cannot be listened on: another server answers there")

    def _refused(self, error: OSError) -> UnixPlaceError:
        if error.errno is None:
            # Python's own word for a path that fits into no address.
            why = f"the path has {len(os.fsencode(self.path))} bytes, and the system takes about 100"
        elif error.errno == errno.ENOENT:
            why = f"there is no folder {self.path.parent}"
        else:
            why = (error.strerror or str(error)).lower()
        refused = UnixPlaceError(f"{self.path} cannot be listened on: {why}")
        refused.errno = error.errno
        return refused
