"""The commands that run on their own: what ends them from outside is a sentence or none, and nothing is left behind."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, TextIO

import pytest

from gouji_desktop.simulate import command, fitting, tuning
from gouji_desktop.simulate.alone import alone

ROOT = Path(__file__).resolve().parents[2]
WEIGHTS = "gouji_desktop/bots/data/weights-tribute216.json"
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
#: Commands that would play for hours over two processes, and one that is done soon.
ENDLESS = {
    "arena": ["gouji_desktop", "simulate", "--teams", "hard,hard", "--pairs", "99999", "--workers", "2"],
    "masters": ["gouji_desktop", "simulate", "--teams", "master,master", "--pairs", "9", "--workers", "2"],
    "tuning": [
        "gouji_desktop.simulate.tuning",
        "--workers",
        "2",
        "--quiet",
        "--report-pairs",
        "9999",
        "--try",
        WEIGHTS,
    ],
}
SHORT = ["gouji_desktop.simulate", "--teams", "random,random", "--pairs", "1", "--json"]


def start(words: list[str], stdout: int | TextIO = subprocess.PIPE) -> subprocess.Popen[str]:
    """The command, as the leader of a group of its own, as a shell starts one in front."""

    def hear_signals() -> None:
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    return subprocess.Popen(
        [sys.executable, "-m", *words],
        preexec_fn=hear_signals,  # noqa: PLW1509 - nothing but signals is touched there
        cwd=ROOT,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for_workers(number: int, wanted: int) -> None:
    """Wait until so many processes that the process has started are at work.

    A worker has a second thread then, which watches whether its parent is still there. What Python starts beside the
    workers has none.
    """
    end = time.monotonic() + 60.0
    while time.monotonic() < end:
        found = Path(f"/proc/{number}/task/{number}/children").read_text(encoding="ascii").split()
        if sum(threads(child) > 1 for child in found) >= wanted:
            # In the midst of a game, if they are quick.
            time.sleep(0.1)
            return
        time.sleep(0.02)
    raise AssertionError("no workers came up")


def threads(number: str) -> int:
    """How many threads a process has; none once it has ended."""
    try:
        return len(list(Path(f"/proc/{number}/task").iterdir()))
    except OSError:
        return 0


#: Each command is broken off in one way at least, the first one in each. Whatever kills the parent is the same to them.
ENDS = [
    (name, how)
    if name == "arena" or (name, how) in {("masters", "SIGKILL"), ("tuning", "SIGINT")}
    else pytest.param(name, how, marks=pytest.mark.long)
    for name in ENDLESS
    for how in ("SIGKILL", "SIGTERM", "SIGINT")
]


@POSIX
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="this system does not list processes there")
@pytest.mark.parametrize(("name", "how"), ENDS)
def test_nothing_is_left_behind(name: str, how: str) -> None:
    """The pipes of a program end when the last process that writes to them has ended."""
    with start(ENDLESS[name]) as process:
        try:
            wait_for_workers(process.pid, 2)
            if how == "SIGINT":
                os.killpg(process.pid, signal.SIGINT)
            else:
                process.send_signal(getattr(signal, how))
            out, err = process.communicate(timeout=60.0)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert out == ""
    assert "Traceback" not in err
    if how == "SIGINT":
        assert process.returncode == 130
        assert err.splitlines()[-1].endswith("interrupted")


@POSIX
def test_a_reader_that_goes_away_is_no_fault() -> None:
    reader, writer = os.pipe()
    with start(SHORT, stdout=writer) as process:
        os.close(reader)
        os.close(writer)
        _, err = process.communicate(timeout=60.0)
    assert (process.returncode, err) == (0, "")


@POSIX
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("w") as full, start(SHORT, stdout=full) as process:
        _, err = process.communicate(timeout=60.0)
    assert (process.returncode, err) == (1, "the output cannot be written (No space left on device)\n")


@POSIX
def test_no_output_at_all_is_no_fault() -> None:
    words = ["sh", "-c", f'exec "{sys.executable}" -m {" ".join(SHORT)} >&-']
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (KeyboardInterrupt(), 130, "interrupted\n"),
        (BrokenProcessPool("who knows"), 1, "a worker process ended before its time: start the command again\n"),
    ],
)
def test_what_ends_a_command(error: BaseException, status: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> NoReturn:
        raise error

    assert alone(work) == status
    assert capsys.readouterr() == ("", said)


def test_a_fault_of_a_file_is_not_taken_for_one_of_the_output() -> None:
    def work() -> NoReturn:
        raise FileNotFoundError(errno.ENOENT, "not there", "a file")

    with pytest.raises(FileNotFoundError):
        alone(work)


@pytest.mark.parametrize("main", [command.parse_and_run, tuning.main, fitting.main])
@pytest.mark.parametrize("words", [["--seed", "x"], ["--no-such-word"], ["--workers"]])
def test_a_wrong_word_is_one_sentence(
    main: Callable[[list[str]], int], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    out, err = capsys.readouterr()
    assert (ended.value.code, out, err.count("\n")) == (2, "", 1)
