"""The process in which masters think, so that nothing else waits for them.

One process serves all masters of a program, one job after another. A job that does not come back in time, or whose
process died, is answered with None, and its player plays the house bot's move. A process that died, or that has long
not answered, is started anew.
"""

from __future__ import annotations

import logging
import multiprocessing
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import monotonic
from types import TracebackType
from typing import Self

from gouji_desktop.bots.processes import begin_process, uninterrupted
from gouji_desktop.bots.search.choosing import Job, Thought, choose

_log = logging.getLogger(__name__)

#: A job is given up after so many times its deadline, and no sooner than this.
PATIENCE, LEAST_PATIENCE = 1.5, 0.1
#: A process that has answered nothing for so long after a deadline hangs; one that is merely late (the machine is
#: busy) is left to come to its end, for a new one would be later still.
HANGING_SECONDS = 3.0
#: A process that has not come up after so long is given up. Until it has, masters play the heuristic's moves.
START_SECONDS = 20.0
#: So many processes that end one after the other without a single thought are enough: no other is started.
MOST_VAIN = 3
#: Worlds that a master looks at if time allows.
WORKER_WORLDS = 96


class SearchWorker:
    """One spawned process and its queue of one. Its methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._number = 0
        self._started = 0.0
        #: When the oldest answer should have come that has not; None where every one came.
        self._owed: float | None = None
        self._ready = False
        self._closed = threading.Event()
        #: Processes that ended one after the other before they had thought anything.
        self._vain = 0

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
        try:
            if not self._is_ready(self._pipe, end):
                return None
            self._pipe.send((self._number, job, min(seconds, end - monotonic())))
            while self._pipe.poll(max(0.0, end - monotonic())):
                number, thought = self._pipe.recv()
                self._vain, self._owed = 0, None
                if number != self._number:
                    continue
                if isinstance(thought, Thought):
                    return thought
                _log.warning("a master could not think (%s): this move is the heuristic's", thought)
                return None
        except (OSError, EOFError, ValueError):
            self._lost("the process in which masters think has ended")
            return None
        self._owed = self._owed or end
        if monotonic() - self._owed > HANGING_SECONDS:
            self._lost("the process in which masters think hangs")
        else:
            _log.warning("a master thought too long: this move is the heuristic's")
        return None

    def _is_ready(self, pipe: Connection, end: float) -> bool:
        """Whether the process has come up, at the latest now that it is to end; raises OSError where it never does."""
        if not self._ready:
            if pipe.poll(max(0.0, end - monotonic())):
                pipe.recv()
                self._ready = True
            elif monotonic() - self._started > START_SECONDS:
                raise TimeoutError
            else:
                _log.info("the process in which masters think is still coming up: this move is the heuristic's")
        return self._ready

    def _lost(self, how: str) -> None:
        """Give the process up and start another one, which is ready by the time of the next job."""
        self._stop()
        if self._closed.is_set():
            return
        if self._vain < MOST_VAIN:
            _log.warning("%s: this move is the heuristic's, its process starts anew", how)
            self._start()
        else:
            _log.warning("%s before any thought, %d times: masters play the heuristic's moves", how, self._vain)

    def _start(self) -> None:
        if self._closed.is_set() or (self._process is not None and self._process.is_alive()):
            return
        if self._vain >= MOST_VAIN:
            self._stop()
            return
        self._stop()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs,), name="gouji-master", daemon=True)
        try:
            with uninterrupted():
                process.start()
        except (OSError, RuntimeError) as error:
            _log.warning("no process for masters to think in (%s): they play the heuristic's moves", error)
            ours.close()
            theirs.close()
            return
        theirs.close()
        self._process, self._pipe, self._ready = process, ours, False
        self._started, self._owed = monotonic(), None
        # Until it has thought once.
        self._vain += 1
        if self._closed.is_set():
            # Closed while it came up: whoever closed may not have seen it.
            self._stop()

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
        self._closed.set()
        # A job that is running loses its pipe with the process and comes back at once.
        process = self._process
        if process is not None:
            process.kill()
        with self._lock:
            self._stop()


def serve(pipe: Connection) -> None:
    """The process: answer jobs until the other end closes. A job that fails is answered with its error's text."""
    begin_process()
    with suppress(OSError):
        # It has come up.
        pipe.send((0, None))
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
