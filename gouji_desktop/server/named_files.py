"""Files that an operator names: certificates, keys, passwords.

What stands there may be anything: a pipe or a device, which has no end or none that comes, or a file of a network share
that hangs. The first is refused before it is read; the second is waited for beside the event loop, not in it.
"""

from __future__ import annotations

import asyncio
import os
import stat
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import BinaryIO, TypeVar

T = TypeVar("T")

#: No certificate with its chain, and no key, is near that size, in bytes.
GREATEST_SIZE = 1_000_000
# Opening a pipe must not wait for who writes into it; the others are of one system each.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def open_ordinary(path: Path) -> BinaryIO:
    """A file, open to be read. Raises OSError, also where it is no ordinary file."""
    number = os.open(path, _FLAGS)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError("it is no ordinary file")
    return os.fdopen(number, "rb")


def read_ordinary(path: Path) -> bytes:
    """The content of a file. Raises OSError, also where it is no ordinary file or far too large."""
    with open_ordinary(path) as file:
        content = file.read(GREATEST_SIZE + 1)
    if len(content) > GREATEST_SIZE:
        raise OSError("it is too large")
    return content


async def beside(work: Callable[[], T]) -> T:
    """Do what may hang in a thread of its own; what it returns or raises.

    The thread keeps no process from ending, as those of an executor would: nobody waits for what hangs for good.
    """
    done: Future[T] = Future()

    def run() -> None:
        if not done.set_running_or_notify_cancel():
            return
        try:
            found = work()
        except Exception as error:  # noqa: BLE001 - it is raised where it is waited for
            done.set_exception(error)
        else:
            done.set_result(found)

    threading.Thread(target=run, name="named files", daemon=True).start()
    return await asyncio.wrap_future(done)
