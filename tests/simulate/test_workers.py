"""Several processes: what is said where one dies, and that Ctrl-C ends them all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.simulate.arena import Contest, makers_of, play_pair
from gouji_desktop.simulate.table import SimulationError
from gouji_desktop.simulate.workers import WorkerLostError, play_pairs
from tests.bots.test_pool import install

ROOT = Path(__file__).resolve().parents[2]
#: Processes are slow to start on a busy machine.
pytestmark = pytest.mark.timeout(300)

#: Bots that end their process: always, or in one process alone, whichever comes first.
DEADLY = """
import os, pathlib
from gouji_desktop.bots.baselines import GreedyPlayer

MARK = pathlib.Path(__file__).with_name("dead")

class Deadly(GreedyPlayer):
    def answer(self, view, prompt):
        os._exit(7)

class Once(GreedyPlayer):
    def answer(self, view, prompt):
        try:
            MARK.touch(exist_ok=False)
        except FileExistsError:
            return super().answer(view, prompt)
        os.kill(os.getpid(), 9)

"""


@pytest.fixture
def deadly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    install(tmp_path, "deadly_bots", "deadly = deadly_bots:Deadly\nonce = deadly_bots:Once", DEADLY)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("deadly_bots", None)


def tell_nobody(sentence: str) -> None:
    raise AssertionError(sentence)


def contest(one: str, other: str) -> Contest:
    return Contest(PRESETS["tribute216"], (one, other))


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_the_pair_of_a_worker_that_died_is_played_again(deadly: None) -> None:
    told: list[str] = []
    results = list(play_pairs(contest("once", "greedy-team"), 3, 2, told.append))
    assert len(told) == 1
    assert told[0].startswith("a worker process ended while it played pair ")
    assert told[0].endswith("(signal 9): the pair is played again")
    given = contest("greedy-team", "greedy-team")
    expected = [play_pair(given, makers_of(given), number).values for number in range(3)]
    assert [result.values for result in sorted(results, key=lambda result: result.number)] == expected


def test_a_pair_that_kills_two_workers_ends_the_contest(deadly: None) -> None:
    told: list[str] = []
    with pytest.raises(WorkerLostError, match=r"ended while it played pair \d+ \(exit status 7\), the second one"):
        list(play_pairs(contest("deadly", "easy"), 2, 2, told.append))
    assert 1 <= len(told) <= 2


def test_what_a_worker_cannot_play_is_told(deadly: None) -> None:
    """The pool of a worker is asked by name, as that of the first process is."""
    with pytest.raises(SimulationError, match="unknown player 'nobody-of-this-name': the pool holds novice"):
        list(play_pairs(contest("nobody-of-this-name", "easy"), 2, 2, tell_nobody))


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_everything(workers: str) -> None:
    def hear_signals() -> None:
        """Take back what a shell gives to a program in the background, and lead a group as one in front does."""
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    arguments = ["simulate", "--teams", "easy,random", "--pairs", "100000", "--workers", workers, "--progress"]
    process = subprocess.Popen(
        [sys.executable, "-m", "gouji_desktop", *arguments],
        preexec_fn=hear_signals,  # noqa: PLW1509 - nothing but signals is touched there
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stderr is not None
        # The bar is drawn when the first pair is done.
        begun = process.stderr.read(40)
        os.killpg(process.pid, signal.SIGINT)
        # Its pipes end when the last process that writes to them has ended.
        out, err = process.communicate(timeout=60)
    assert begun.strip().startswith("[")
    assert process.returncode == 130
    assert out == ""
    assert err.splitlines()[-1] == "gouji-desktop: interrupted"
    assert "Traceback" not in err
