"""The process in which masters think: it may be slow, die or be killed, and the game goes on."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import cache
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from gouji_desktop.bots.search import worker as module
from gouji_desktop.bots.search.choosing import Job, Thought, choose
from gouji_desktop.bots.search.worker import MOST_VAIN, SearchWorker
from gouji_desktop.rules.presets import PRESETS
from tests.bots.search.positions import jobs

#: Seconds for what is sure to come: a machine that is busy with other things needs a part of them.
ENOUGH = 60.0
#: Seconds of a thought that is to be broken off, and its worlds: it comes to no end by itself.
ENDLESS, MANY = 600.0, 10_000_000
pytestmark = pytest.mark.timeout(300)


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[SearchWorker]:
    monkeypatch.setattr(module, "START_SECONDS", ENOUGH)
    with SearchWorker() as made:
        yield made


@cache
def _hard_job() -> Job:
    for _, job in jobs(PRESETS["tribute216"], seed=2, every=4):
        if choose(job._replace(worlds=1)).rollouts > 3:
            return job
    raise AssertionError("no such position")


def hard_job(worlds: int) -> Job:
    """A job with a real choice."""
    return _hard_job()._replace(worlds=worlds)


def warmed(worker: SearchWorker) -> int:
    """Let the process come up and think once; its number."""
    assert isinstance(worker.think(hard_job(1), ENOUGH), Thought)
    assert worker.pid is not None
    return worker.pid


def begin_to_think(worker: SearchWorker, found: list[Thought | None]) -> threading.Thread:
    """A thread that waits for a thought without an end, which has begun."""
    thread = threading.Thread(target=lambda: found.append(worker.think(hard_job(MANY), ENDLESS)), daemon=True)
    thread.start()
    end = time.monotonic() + ENOUGH
    while not worker._lock.locked() and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(0.1)
    return thread


def test_it_thinks_what_is_thought_here(worker: SearchWorker) -> None:
    job = hard_job(4)
    assert worker.think(job, ENOUGH) == choose(job)
    assert worker.think(job, ENOUGH) == choose(job)


def test_it_keeps_its_deadline(worker: SearchWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thought is broken off at its time; that its news may be late on a busy machine is no matter here."""
    monkeypatch.setattr(module, "LEAST_PATIENCE", ENOUGH)
    warmed(worker)
    thought = worker.think(hard_job(MANY), 0.5)
    assert isinstance(thought, Thought)
    assert 0 < thought.worlds < MANY


def test_a_killed_process_costs_a_thought_and_starts_anew(
    worker: SearchWorker, caplog: pytest.LogCaptureFixture
) -> None:
    first = warmed(worker)
    killer = threading.Timer(0.1, os.kill, (first, getattr(signal, "SIGKILL", signal.SIGTERM)))
    killer.start()
    with caplog.at_level(logging.WARNING):
        assert worker.think(hard_job(MANY), ENOUGH) is None
    killer.join()
    assert len(caplog.records) == 1
    assert "heuristic" in caplog.text
    assert isinstance(worker.think(hard_job(2), ENOUGH), Thought)
    assert worker.pid != first


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system stops no processes")
def test_a_process_that_hangs_is_given_up(worker: SearchWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HANGING_SECONDS", ENOUGH)
    pid = warmed(worker)
    os.kill(pid, signal.SIGSTOP)
    start = time.monotonic()
    assert worker.think(hard_job(2), 0.2) is None
    assert time.monotonic() - start < ENOUGH / 2
    assert worker.pid == pid
    monkeypatch.setattr(module, "HANGING_SECONDS", 0.0)
    assert worker.think(hard_job(2), 0.2) is None
    assert worker.pid != pid
    assert isinstance(worker.think(hard_job(2), ENOUGH), Thought)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system stops no processes")
def test_a_process_that_is_late_is_kept(
    worker: SearchWorker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As on a machine that is busy with other things: the late answer is no answer to the next question."""
    monkeypatch.setattr(module, "HANGING_SECONDS", ENOUGH)
    pid = warmed(worker)
    os.kill(pid, signal.SIGSTOP)
    with caplog.at_level(logging.WARNING):
        assert worker.think(hard_job(3), 0.2) is None
    os.kill(pid, signal.SIGCONT)
    assert [record.getMessage() for record in caplog.records] == [
        "a master thought too long: this move is the heuristic's"
    ]
    job = hard_job(2)
    assert worker.think(job, ENOUGH) == choose(job)
    assert worker.pid == pid


def test_a_job_that_fails_is_answered_with_none_and_told(
    worker: SearchWorker, caplog: pytest.LogCaptureFixture
) -> None:
    broken = hard_job(2)._replace(tracker=None)  # type: ignore[arg-type]
    with caplog.at_level(logging.WARNING):
        assert worker.think(broken, ENOUGH) is None
    assert [record.getMessage().partition(" (")[0] for record in caplog.records] == ["a master could not think"]
    assert isinstance(worker.think(hard_job(2), ENOUGH), Thought)


def test_jobs_of_several_threads_come_back_to_their_own(worker: SearchWorker) -> None:
    work = [job for _, job in jobs(PRESETS["tribute216"], seed=3, every=40, worlds=2)][:4]
    found: dict[int, Thought | None] = {}

    def ask(index: int) -> None:
        found[index] = worker.think(work[index], ENOUGH)

    threads = [threading.Thread(target=ask, args=(index,)) for index in range(len(work))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[index] for index in range(len(work))] == [choose(job) for job in work]


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system stops no processes")
def test_a_process_that_is_still_coming_up_keeps_nobody_waiting(
    worker: SearchWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first thoughts are the heuristic's then, and the process is left to come up."""
    real = BaseProcess.start

    def start(process: BaseProcess) -> None:
        real(process)
        assert process.pid is not None
        os.kill(process.pid, signal.SIGSTOP)

    monkeypatch.setattr(BaseProcess, "start", start)
    job = hard_job(2)
    begun = time.monotonic()
    assert worker.think(job, 0.001) is None
    assert time.monotonic() - begun < ENOUGH / 2
    first = worker.pid
    assert first is not None
    os.kill(first, signal.SIGCONT)
    assert isinstance(worker.think(job, ENOUGH), Thought)
    assert worker.pid == first


def test_processes_that_never_come_up_are_given_up(
    worker: SearchWorker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "serve", os._exit)
    with caplog.at_level(logging.WARNING):
        thoughts = [worker.think(hard_job(2), ENOUGH) for _ in range(MOST_VAIN + 2)]
    assert thoughts == [None] * len(thoughts)
    assert worker.pid is None
    assert len(caplog.records) == MOST_VAIN
    assert caplog.records[-1].getMessage().endswith("masters play the heuristic's moves")


def test_closing_while_a_process_comes_up_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever comes first: the process is ended, and no thought is waited for."""
    worker = SearchWorker()
    begun, go_on = threading.Event(), threading.Event()
    started: list[int | None] = []
    real = BaseProcess.start

    def start(process: BaseProcess) -> None:
        begun.set()
        go_on.wait(ENOUGH)
        real(process)
        started.append(process.pid)

    monkeypatch.setattr(BaseProcess, "start", start)
    thinking = threading.Thread(target=worker.think, args=(hard_job(MANY), ENDLESS), daemon=True)
    thinking.start()
    assert begun.wait(ENOUGH)
    closing = threading.Thread(target=worker.close, daemon=True)
    closing.start()
    time.sleep(0.1)
    go_on.set()
    closing.join(ENOUGH)
    thinking.join(ENOUGH)
    assert not closing.is_alive()
    assert not thinking.is_alive()
    assert worker.pid is None
    assert started != [None]


def test_closing_says_nothing_of_a_thought_that_it_ended(
    worker: SearchWorker, caplog: pytest.LogCaptureFixture
) -> None:
    warmed(worker)
    with caplog.at_level(logging.WARNING):
        thread = begin_to_think(worker, [])
        worker.close()
        thread.join(ENOUGH)
    assert not thread.is_alive()
    assert caplog.records == []


#: A program with a search process in mid-thought, which tells the number of that process.
PARENT = """
import threading, time
from gouji_desktop.bots.search.worker import SearchWorker
from tests.bots.search.test_worker import hard_job

if __name__ == "__main__":
    worker = SearchWorker()
    worker.think(hard_job(1), 60.0)
    threading.Thread(target=worker.think, args=(hard_job(10_000_000), 600.0), daemon=True).start()
    time.sleep(0.2)
    print(worker.pid, flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM"])
def test_the_process_ends_with_its_parent_also_in_mid_thought(tmp_path: Path, how: str) -> None:
    """No thought of ten minutes goes on for a program that is gone: its pipes end when the last process has ended."""
    program = tmp_path / "程 序.py"
    program.write_text(PARENT, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3])}
    with subprocess.Popen(
        [sys.executable, str(program)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline().strip().isdecimal()
        parent.send_signal(getattr(signal, how))
        rest, _ = parent.communicate(timeout=ENOUGH)
    assert "Traceback" not in rest


def test_closing_ends_a_thought_and_the_process(worker: SearchWorker) -> None:
    warmed(worker)
    found: list[Thought | None] = []
    thread = begin_to_think(worker, found)
    worker.close()
    thread.join(ENOUGH)
    assert found == [None]
    assert worker.pid is None
    assert worker.think(hard_job(1), 1.0) is None
