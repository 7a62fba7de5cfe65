"""Pairs played by several processes at once.

Each worker is a fresh process that is told the contest once and then one pair's number after the other. A worker that
dies is replaced and its pair is played again; a pair that kills two workers ends the contest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

from gouji_desktop.bots.pool import PoolError
from gouji_desktop.bots.processes import begin_process, uninterrupted
from gouji_desktop.simulate.arena import Contest, PairResult, makers_of, play_pair
from gouji_desktop.simulate.table import SimulationError

#: Seconds that a worker has to end when told to.
_GRACE = 2.0
_LOST = (EOFError, ConnectionError)


class WorkerLostError(RuntimeError):
    """A pair killed two workers; its text is one sentence."""


def play_pairs(
    contest: Contest, pairs: int, workers: int, tell: Callable[[str], None]
) -> Generator[PairResult, None, None]:
    """The results of pairs 0 … as they are finished; `tell` hears of each worker that died.

    One worker: in this process. Raises PoolError, SimulationError or WorkerLostError.
    """
    if workers == 1:
        makers = makers_of(contest)
        return (play_pair(contest, makers, number) for number in range(pairs))
    return _shared(contest, pairs, min(workers, pairs), tell)


def _shared(contest: Contest, pairs: int, count: int, tell: Callable[[str], None]) -> Generator[PairResult, None, None]:
    todo, lost = deque[int](), set[int]()
    numbers = iter(range(pairs))
    workers: list[_Worker] = []

    def give(worker: _Worker) -> bool:
        number = todo.popleft() if todo else next(numbers, None)
        worker.give(number)
        return number is not None

    try:
        for _ in range(count):
            workers.append(_Worker(contest))
            give(workers[-1])
        while workers:
            for worker in _with_news(workers):
                number = worker.number
                result = worker.result()
                if isinstance(result, PairResult):
                    yield result
                    if not give(worker):
                        worker.end()
                        workers.remove(worker)
                    continue
                if result is not None:
                    raise SimulationError(result)
                workers.remove(worker)
                how = f"a worker process ended while it played pair {number + 1} ({worker.end()})"
                if number in lost:
                    raise WorkerLostError(f"{how}, the second one: the contest cannot go on")
                tell(f"{how}: the pair is played again")
                lost.add(number)
                todo.append(number)
                workers.append(_Worker(contest))
                give(workers[-1])
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """One process and the line to it."""

    def __init__(self, contest: Contest) -> None:
        context = get_context("spawn")
        self.connection, far = context.Pipe()
        self.process = context.Process(target=_serve, args=(far, contest))
        with uninterrupted():
            self.process.start()
        far.close()
        self.number = -1

    def give(self, number: int | None) -> None:
        """The next pair to play, None for no more."""
        self.number = -1 if number is None else number
        # Whether it is still there is seen when its result is read.
        with suppress(*_LOST):
            self.connection.send(number)

    def result(self) -> PairResult | str | None:
        """What it sent: a result, or a sentence that says why there is none; None where it died."""
        try:
            news = self.connection.recv() if self.connection.poll() else None
        except _LOST:
            return None
        assert news is None or isinstance(news, PairResult | str)
        return news

    def end(self) -> str:
        """End it, whatever it does; how it ended, in words."""
        self.connection.close()
        self.process.join(0.2 if self.number >= 0 else _GRACE)
        if self.process.exitcode is None:
            self.process.terminate()
            self.process.join(_GRACE)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        code = self.process.exitcode or 0
        return f"signal {-code}" if code < 0 else f"exit status {code}"


def _with_news(workers: list[_Worker]) -> list[_Worker]:
    """Workers that have sent something or have died; waits until there is one."""
    ends: dict[Any, _Worker] = {}
    for worker in workers:
        ends[worker.connection] = ends[worker.process.sentinel] = worker
    return list({id(ends[end]): ends[end] for end in wait(list(ends))}.values())


def _serve(connection: Connection, contest: Contest) -> None:
    """The life of a worker. Ctrl-C is the parent's to hear; a parent that is gone ends it."""
    begin_process()
    with suppress(*_LOST):
        try:
            makers = makers_of(contest)
            while (number := connection.recv()) is not None:
                connection.send(play_pair(contest, makers, number))
        except (PoolError, SimulationError) as error:
            connection.send(str(error))
