"""The process in which masters think, so that nothing else waits for them.

One process serves all masters of a program, one job after another. A job that does not come back in time, or whose
process died, is answered with None, and its player plays the house bot's move; the process is started anew.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
import threading
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import monotonic
from types import TracebackType
from typing import Self

from gouji_desktop.bots.search.choosing import Job, Thought, choose

_log = logging.getLogger(__name__)

#: A job is given up after so many times its deadline, and no sooner than this.
PATIENCE, LEAST_PATIENCE = 1.5, 0.1
#: What a process needs to come up, once: its first job may wait so much longer.
START_SECONDS = 5.0
#: Worlds that a master looks at if time allows.
WORKER_WORLDS = 96


class SearchWorker:
    """One spawned process and its queue of one. Its methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._number = 0
        self._ready = False
        self._closed = False

    def __enter__(self) -> Self:
        """Use it for the length of a block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process."""
        self.close()

    @property
    def pid(self) -> int | None:
        """The number of the process, None while there is none."""
        return self._process.pid if self._process is not None else None

    def warm(self) -> None:
        """Start the process ahead of its first job."""
        with self._lock:
            self._start()

    def think(self, job: Job, seconds: float) -> Thought | None:
        """The thought of a job after so many seconds at most, None where it does not come in time.

        Blocks: to be called off the window's thread. Time that another master's job takes counts.
        """
        start = monotonic()
        patience = max(seconds * PATIENCE, seconds + LEAST_PATIENCE)
        if not self._lock.acquire(timeout=patience):
            return None
        try:
            left = seconds - (monotonic() - start)
            return self._think(job, max(left, seconds / 4), start + patience)
        finally:
            self._lock.release()

    def _think(self, job: Job, seconds: float, end: float) -> Thought | None:
        self._start()
        if self._pipe is None:
            return None
        self._number += 1
        if not self._ready:
            end += START_SECONDS
        try:
            self._pipe.send((self._number, job, seconds))
            while self._pipe.poll(max(0.0, end - monotonic())):
                number, thought = self._pipe.recv()
                self._ready = True
                if number == self._number:
                    return thought if isinstance(thought, Thought) else None
        except (OSError, EOFError, ValueError):
            _log.warning("the process in which masters think has ended: this move is the heuristic's, it starts anew")
            self._stop()
            return None
        _log.warning("a master thought too long: this move is the heuristic's, its process starts anew")
        self._stop()
        return None

    def _start(self) -> None:
        if self._closed or (self._process is not None and self._process.is_alive()):
            return
        self._stop()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs,), name="gouji-master", daemon=True)
        try:
            process.start()
        except (OSError, RuntimeError) as error:
            _log.warning("no process for masters to think in (%s): they play the heuristic's moves", error)
            ours.close()
            theirs.close()
            return
        theirs.close()
        self._process, self._pipe, self._ready = process, ours, False

    def _stop(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.kill()
            process.join(1.0)

    def close(self) -> None:
        """End the process for good; later jobs are answered with None."""
        self._closed = True
        # A job that is running loses its pipe with the process and comes back at once.
        process = self._process
        if process is not None:
            process.kill()
        with self._lock:
            self._stop()


def serve(pipe: Connection) -> None:
    """The process: answer jobs until the other end closes. A job that fails is answered with its error's text."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            number, job, seconds = pipe.recv()
        except (EOFError, OSError):
            return
        end = monotonic() + seconds
        try:
            thought: Thought | str = choose(job, lambda end=end: monotonic() < end)  # type: ignore[misc]
        except Exception as error:  # noqa: BLE001 - the house bot's move is played instead, whatever went wrong
            thought = f"{type(error).__name__}: {error}"
        try:
            pipe.send((number, thought))
        except (OSError, ValueError):
            return
