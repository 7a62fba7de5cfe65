"""Processes that this program starts for itself: they do not hear Ctrl-C, and they end when their parent does."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Any


@contextmanager
def uninterrupted() -> Iterator[None]:
    """A process that is started meanwhile does not hear Ctrl-C until it is ready not to; this one hears it later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # What Python itself starts beside the first process would let Ctrl-C through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_process() -> None:
    """What a process does first: Ctrl-C is its parent's to hear, and a parent that is gone ends it at once.

    Whatever it is at then: a thought or a game may take minutes, and nobody waits for it any more.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent,), name="gouji-parent", daemon=True).start()


def _end_after(parent: Any) -> None:
    """End this process when its parent has ended."""
    parent.join()
    os._exit(1)
