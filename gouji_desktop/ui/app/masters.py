"""Where the masters of the window's tables think: in another process, so that the window never waits for them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

from gouji_desktop.bots.player import Player
from gouji_desktop.bots.search.choosing import Job, Thought
from gouji_desktop.bots.search.master import MasterPlayer
from gouji_desktop.bots.search.worker import WORKER_WORLDS, SearchWorker
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.table.controllers import Thinker, ThreadThinker, think_inline
from gouji_desktop.table.pacing import Pace, thinking_seconds
from gouji_desktop.table.setup import PlayerMaker, TableSetup

MASTER_LEVEL = "master"
#: Threads that wait for the process: more masters than that are asked at once only in burn queries.
_THREADS = 2
#: What a job and its thought need to go to the process and back, in seconds.
_WAY = 0.02


class Masters:
    """One search process for all tables of a program, started when the first master sits down."""

    def __init__(self, others: PlayerMaker) -> None:
        self._others = others
        self._worker: SearchWorker | None = None
        self._executor: ThreadPoolExecutor | None = None
        #: How fast the table plays: a master thinks no longer than a bot's shortest pause, whatever it holds.
        self.pace: Callable[[], Pace] = lambda: Pace.NORMAL
        #: Whether the rest of a deal is hurried through.
        self.fast_forward: Callable[[], bool] = lambda: False

    def make(self, level: str, rules: RuleSet, seat: Seat, seed: int) -> Player:
        """The player of a seat (a PlayerMaker): masters think in the process, the others where they are asked."""
        if level != MASTER_LEVEL or self._worker is None:
            return self._others(level, rules, seat, seed)
        chance = Random(seed)  # noqa: S311 - bots, not cards
        return MasterPlayer(seat, chance, self._think, worlds=WORKER_WORLDS)

    def thinker(self, setup: TableSetup, wake: Callable[[], object]) -> Thinker:
        """How the players of a table think; `wake` is called from another thread when a thought is ready."""
        if not any(plan.level == MASTER_LEVEL for plan in setup.seats):
            return think_inline
        if self._worker is None:
            self._worker = SearchWorker()
            self._executor = ThreadPoolExecutor(_THREADS, thread_name_prefix="gouji-master")
        assert self._executor is not None
        self._executor.submit(self._worker.warm)
        return ThreadThinker(self._executor, wake)

    def _think(self, job: Job) -> Thought | None:
        worker = self._worker
        if worker is None:
            return None
        seconds = thinking_seconds(self.pace(), job.prompt.stage, fast_forward=self.fast_forward())
        return worker.think(job, max(seconds - _WAY, seconds / 2))

    def close(self) -> None:
        """End the process and its threads."""
        if self._worker is not None:
            self._worker.close()
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
