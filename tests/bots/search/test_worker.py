"""The process in which masters think: it may be slow, die or be killed, and the game goes on."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from gouji_desktop.bots.search.choosing import Job, Thought, choose
from gouji_desktop.bots.search.worker import SearchWorker
from gouji_desktop.rules.presets import PRESETS
from tests.bots.search.positions import jobs


@pytest.fixture
def worker() -> Iterator[SearchWorker]:
    with SearchWorker() as made:
        yield made


def hard_job(worlds: int) -> Job:
    """A job with a real choice."""
    for _, job in jobs(PRESETS["tribute216"], seed=2, every=4, worlds=worlds):
        if choose(job._replace(worlds=1)).rollouts > 3:
            return job
    raise AssertionError("no such position")


def test_it_thinks_what_is_thought_here(worker: SearchWorker) -> None:
    job = hard_job(4)
    assert worker.think(job, 30.0) == choose(job)
    assert worker.think(job, 30.0) == choose(job)


def test_it_keeps_its_deadline(worker: SearchWorker) -> None:
    worker.think(hard_job(1), 10.0)
    start = time.monotonic()
    thought = worker.think(hard_job(100_000), 0.3)
    assert isinstance(thought, Thought)
    assert 0 < thought.worlds < 100_000
    assert time.monotonic() - start < 5.0


def test_a_killed_process_costs_a_thought_and_starts_anew(
    worker: SearchWorker, caplog: pytest.LogCaptureFixture
) -> None:
    job = hard_job(100_000)
    worker.think(hard_job(1), 10.0)
    first = worker.pid
    assert first is not None
    killer = threading.Timer(0.3, os.kill, (first, getattr(signal, "SIGKILL", signal.SIGTERM)))
    killer.start()
    with caplog.at_level(logging.WARNING):
        assert worker.think(job, 20.0) is None
    killer.join()
    assert len(caplog.records) == 1
    assert "heuristic" in caplog.text
    assert isinstance(worker.think(hard_job(2), 10.0), Thought)
    assert worker.pid != first


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system stops no processes")
def test_a_process_that_hangs_is_given_up(worker: SearchWorker) -> None:
    worker.think(hard_job(1), 10.0)
    pid = worker.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    start = time.monotonic()
    assert worker.think(hard_job(2), 0.2) is None
    assert time.monotonic() - start < 3.0
    assert worker.pid is None


def test_a_job_that_fails_is_answered_with_none(worker: SearchWorker) -> None:
    broken = hard_job(2)._replace(tracker=None)  # type: ignore[arg-type]
    assert worker.think(broken, 10.0) is None
    assert isinstance(worker.think(hard_job(2), 10.0), Thought)


def test_jobs_of_several_threads_come_back_to_their_own(worker: SearchWorker) -> None:
    work = [job for _, job in jobs(PRESETS["tribute216"], seed=3, every=40, worlds=2)][:4]
    found: dict[int, Thought | None] = {}

    def ask(index: int) -> None:
        found[index] = worker.think(work[index], 30.0)

    threads = [threading.Thread(target=ask, args=(index,)) for index in range(len(work))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[index] for index in range(len(work))] == [choose(job) for job in work]


def test_closing_ends_a_thought_and_the_process() -> None:
    worker = SearchWorker()
    worker.think(hard_job(1), 10.0)
    found: list[Thought | None] = []
    thread = threading.Thread(target=lambda: found.append(worker.think(hard_job(100_000), 30.0)))
    thread.start()
    time.sleep(0.3)
    worker.close()
    thread.join(5.0)
    assert found == [None]
    assert worker.pid is None
    assert worker.think(hard_job(1), 1.0) is None
