"""What a player that searches takes for its answers is planned without regard to what it searches for."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from gouji_desktop.bots.search.choosing import Job, Thought
from gouji_desktop.bots.search.master import MasterPlayer
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.events import Event, Played, QueryOpened
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import PUBLIC
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.local import LocalSession
from gouji_desktop.table.pacing import Pace, Tempo, thinking_seconds
from gouji_desktop.table.session import Update
from gouji_desktop.table.setup import SeatPlan, TableSetup
from tests.table.drivers import FakeClock, make_setup

PACED = (Pace.SLOW, Pace.NORMAL, Pace.FAST)


class OneProcess:
    """The search process in the clock's time, with the two threads that wait for it: what each thought lasts.

    `busy`: every search takes all its time; else it is done at once.
    """

    def __init__(self, clock: FakeClock, busy: bool) -> None:
        self._clock = clock
        self._busy = busy
        self._threads = [0.0, 0.0]
        self._free = 0.0
        self._stage: Stage | None = None
        self.searched = 0
        self.host: TableHost | None = None
        self.wake: Callable[[], object] = lambda: None

    def brain(self, job: Job) -> Thought | None:
        """The heuristic's move, after a search."""
        self._stage = job.prompt.stage
        return None

    def __call__(self, answer: Callable[[], SeatCommand]) -> OneThought:
        """Start thinking (a Thinker)."""
        self._stage = None
        command = answer()
        return OneThought(command, self._end(), self._clock)

    def _end(self) -> float:
        now = self._clock.now
        if self._stage is None or not self._busy:
            return now
        assert self.host is not None
        self.searched += 1
        seconds = thinking_seconds(self.host.tempo.pace, self._stage, fast_forward=self.host.tempo.fast_forward)
        thread = min(range(2), key=self._threads.__getitem__)
        asked = max(now, self._threads[thread])
        begun = max(asked, self._free)
        end = begun + max(seconds - (begun - asked), seconds / 4)
        self._threads[thread] = self._free = end
        self._clock.call_later(end - now, self.wake)
        return end


class OneThought:
    """An answer that is ready at some time."""

    def __init__(self, command: SeatCommand, end: float, clock: FakeClock) -> None:
        self._command = command
        self._end = end
        self._clock = clock

    def poll(self) -> SeatCommand | None:
        """The answer, None while it is not ready."""
        return self._command if self._clock.now + 1e-9 >= self._end else None


def timeline(pace: Pace, busy: bool, fast_forward: bool = False) -> tuple[list[tuple[float, tuple[Event, ...]]], int]:
    """When everybody learns what in a deal of six masters, and how many searches took their time."""
    clock = FakeClock()
    process = OneProcess(clock, busy)
    base = make_setup(deals=1)
    setup = TableSetup(base.rules, (SeatPlan("甲", "master"),) * SEATS, deals=1, seed=base.seed, pace=pace)
    host = TableHost(
        setup,
        lambda _level, _rules, seat, seed: MasterPlayer(seat, Random(seed), process.brain),
        thinker=process,
    )
    process.host = host
    session = LocalSession(host, clock)
    process.wake = session.wake
    seen: list[tuple[float, tuple[Event, ...]]] = []

    def hear(update: Update) -> None:
        if update.events:
            seen.append((round(clock.now, 4), update.events))

    host.attach(PUBLIC, hear)
    session.start()
    if fast_forward:
        clock.run(until=lambda: host.may_fast_forward, seconds=60.0)
        session.set_fast_forward(True)
        assert host.tempo.fast_forward
    assert clock.run(7200.0, until=lambda: seen != [] and host.view(PUBLIC).over)
    return seen, process.searched


@pytest.mark.parametrize("fast_forward", [False, True], ids=["", "fast-forward"])
@pytest.mark.parametrize("pace", PACED)
def test_when_things_happen_tells_nothing_of_a_search(pace: Pace, fast_forward: bool) -> None:
    """The same moves at the same times, burn queries too, whether each search takes no time or all that it has."""
    quick, none = timeline(pace, busy=False, fast_forward=fast_forward)
    slow, searches = timeline(pace, busy=True, fast_forward=fast_forward)
    assert none == 0
    assert searches > 50
    events = [event for _, told in quick for event in told]
    assert any(isinstance(event, QueryOpened) and event.stage == Stage.BURN_QUERY for event in events)
    assert sum(isinstance(event, Played) for event in events) > 30
    assert slow == quick


@pytest.mark.parametrize("fast_forward", [False, True])
@pytest.mark.parametrize("pace", PACED)
def test_a_search_is_shorter_than_any_pause(pace: Pace, fast_forward: bool) -> None:
    for number in range(500):
        tempo = Tempo(number.to_bytes(32), pace, fast_forward)
        assert 0 < thinking_seconds(pace, Stage.PLAYING, fast_forward=fast_forward) < tempo.play_delay(number, 0)


def test_where_bots_take_no_time_a_search_takes_its_own() -> None:
    for stage in (Stage.PLAYING, Stage.BURN_QUERY):
        assert 0.1 < thinking_seconds(Pace.INSTANT, stage) < 0.5
