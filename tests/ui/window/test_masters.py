"""Masters at the table of the window: it never waits for them, and they end when it does."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time

import pytest

from gouji_desktop.bots.search.worker import SearchWorker
from gouji_desktop.rules.events import Played
from gouji_desktop.table.local import LocalSession
from gouji_desktop.table.pacing import Pace
from gouji_desktop.table.session import Update
from gouji_desktop.ui.app import masters
from gouji_desktop.ui.app.run import MatchRequest
from tests.ui.window.conftest import PLAIN, Desk

#: Seconds of a thought, and of one that nobody waits for.
THOUGHT, LONG_THOUGHT = 0.5, 60.0
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


class Game:
    """A table of five masters, 托管 playing for the person, in which each thought takes a long time."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.plays = 0
        self.sit(seed=1)

    def sit(self, seed: int) -> None:
        """Begin a match."""
        self.desk.program.matches.begin_request(MatchRequest(PLAIN, "master", seed=seed, deals=1))
        session = self.desk.program.matches.session
        assert isinstance(session, LocalSession)
        session.set_trustee(True)
        session.subscribe(self.hear)

    def hear(self, update: Update) -> None:
        """Count plays."""
        self.plays += sum(isinstance(event, Played) for event in update.events)

    @property
    def worker(self) -> SearchWorker:
        """The search process of the program."""
        worker = self.desk.program.matches._masters._worker
        assert worker is not None
        return worker

    async def in_mid_thought(self) -> int:
        """Wait until a search has been going on for a moment; the number of its process."""
        while True:
            await self.desk.until(lambda: self.worker._ready and self.worker._lock.locked())
            await asyncio.sleep(0.1)
            if self.worker._lock.locked():
                break
        assert self.worker.pid is not None
        return self.worker.pid


@pytest.fixture
def game(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(masters, "thinking_seconds", lambda *_, **__: THOUGHT)
    monkeypatch.setattr(masters, "WORKER_WORLDS", 10**6)
    desk.program.preferences.change(pace="fast")
    return Game(desk)


async def test_the_window_goes_on_while_they_think(game: Game) -> None:
    """A window that waited would never find one of them in mid-thought, and would stand still meanwhile."""
    await game.in_mid_thought()
    beats = 0
    async with asyncio.timeout(60):
        while game.plays < 2 or beats < 20:
            await asyncio.sleep(0.01)
            beats += game.worker._lock.locked()


@POSIX
async def test_a_process_that_is_killed_in_mid_thought_costs_a_thought(
    game: Game, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(masters, "thinking_seconds", lambda *_, **__: LONG_THOUGHT)
    pid = await game.in_mid_thought()
    plays = game.plays
    with caplog.at_level(logging.WARNING):
        os.kill(pid, signal.SIGKILL)
        await game.desk.until(lambda: game.worker.pid not in (None, pid))
        await game.desk.until(lambda: game.plays > plays)
        assert await game.in_mid_thought() != pid
    assert [record.getMessage() for record in caplog.records] == [
        "the process in which masters think has ended: this move is the heuristic's, its process starts anew"
    ]


async def test_a_table_that_is_left_in_mid_thought_is_no_burden_for_the_next(game: Game) -> None:
    pid = await game.in_mid_thought()
    game.desk.program.matches.leave()
    assert game.desk.model.shown_page == "home"
    game.plays = 0
    game.sit(seed=2)
    await game.desk.until(lambda: game.plays > 0)
    assert game.worker.pid == pid


async def test_the_end_in_mid_thought_comes_at_once(
    game: Game, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(masters, "thinking_seconds", lambda *_, **__: LONG_THOUGHT)
    await game.in_mid_thought()
    process = game.worker._process
    assert process is not None
    start = time.monotonic()
    game.desk.program.matches.close()
    assert time.monotonic() - start < LONG_THOUGHT / 2
    assert not process.is_alive()
    await asyncio.sleep(0.05)
    assert caplog.records == []


async def test_masters_hurry_with_the_table(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the rest of a deal is hurried through, its pauses are shorter than a usual search."""
    given: list[tuple[object, bool]] = []

    def seconds(pace: Pace, stage: object, *, fast_forward: bool = False) -> float:
        given.append((pace, fast_forward))
        return 0.05

    monkeypatch.setattr(masters, "thinking_seconds", seconds)
    desk.program.preferences.change(pace="normal")
    Game(desk)
    await desk.until(lambda: given)
    assert given[-1] == (Pace.NORMAL, False)
    session = desk.program.matches.session
    assert isinstance(session, LocalSession)
    hurried = session.host.tempo._replace(fast_forward=True)
    monkeypatch.setattr(type(session.host), "tempo", hurried)
    given.clear()
    await desk.until(lambda: given)
    assert given[-1] == (Pace.NORMAL, True)
