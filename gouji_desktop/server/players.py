"""The bots of all tables of a server, and the trustees of their persons.

Most bots take a few milliseconds and think where they are asked. Masters search for longer: they do so in a process of
their own, for which threads wait, so that the event loop never does.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

from gouji_desktop.bots.levels import LEVELS, make_player
from gouji_desktop.bots.player import Player
from gouji_desktop.bots.search.choosing import Job, Thought
from gouji_desktop.bots.search.master import MasterPlayer
from gouji_desktop.bots.search.worker import WORKER_WORLDS, SearchWorker
from gouji_desktop.bots.trustee import trustee
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.views import View
from gouji_desktop.table.controllers import Thinker, ThreadThinker
from gouji_desktop.table.pacing import Pace, thinking_seconds

MASTER_LEVEL = "master"
#: Threads that wait for the process; masters that find no thread free wait their turn, and play the heuristic's move
#: where it comes too late.
_THREADS = 4
#: What a job and its thought need to go to the process and back, in seconds.
_WAY = 0.02


class LateTrustee:
    """A cautious trustee that comes about when it is first told something: most persons never need theirs."""

    __slots__ = ("_player", "_seat", "_seed")

    def __init__(self, seat: Seat, seed: int) -> None:
        self._seat = seat
        self._seed = seed
        self._player: Player | None = None

    def _there(self) -> Player:
        if self._player is None:
            self._player = trustee(self._seat, Random(self._seed))  # noqa: S311 - bots, not cards
        return self._player

    def observe(self, event: Event, view: View) -> None:
        """Tell the trustee."""
        self._there().observe(event, view)

    def answer(self, view: View, prompt: Prompt) -> SeatCommand:
        """Ask the trustee."""
        return self._there().answer(view, prompt)


class OffLoopMaster(MasterPlayer):
    """A master that thinks in a thread."""

    def __init__(self, seat: Seat, rng: Random, brain: Callable[[Job], Thought | None], thinker: Thinker) -> None:
        super().__init__(seat, rng, brain, worlds=WORKER_WORLDS)
        #: Where it thinks; whoever asks it looks here.
        self.thinker = thinker


class Players:
    """Makes the players of a server; one search process, started when the first master sits down."""

    def __init__(self) -> None:
        self._worker: SearchWorker | None = None
        self._executor: ThreadPoolExecutor | None = None
        #: Called, in another thread, when a master has an answer.
        self.wake: Callable[[], object] | None = None

    def make(self, level: str, rules: RuleSet, seat: Seat, seed: int) -> Player:  # noqa: ARG002 - a PlayerMaker
        """The player of a level for a seat (a PlayerMaker); a cautious trustee for every word that is no level."""
        if level not in LEVELS:
            return LateTrustee(seat, seed)
        chance = Random(seed)  # noqa: S311 - bots, not cards
        if level != MASTER_LEVEL:
            return make_player(level, seat, chance)
        if self._worker is None:
            self._worker = SearchWorker()
            self._executor = ThreadPoolExecutor(_THREADS, thread_name_prefix="gouji-master")
            self._executor.submit(self._worker.warm)
        assert self._executor is not None
        return OffLoopMaster(seat, chance, self._think, ThreadThinker(self._executor, self._woken))

    def close(self) -> None:
        """End the process and its threads."""
        self.wake = None
        worker, self._worker = self._worker, None
        executor, self._executor = self._executor, None
        if worker is not None:
            worker.close()
        if executor is not None:
            executor.shutdown(wait=True, cancel_futures=True)

    def _think(self, job: Job) -> Thought | None:
        worker = self._worker
        if worker is None:
            return None
        seconds = thinking_seconds(Pace.NORMAL, job.prompt.stage)
        return worker.think(job, max(seconds - _WAY, seconds / 2))

    def _woken(self) -> None:
        if self.wake is not None:
            self.wake()
