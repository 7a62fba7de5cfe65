"""Start, memory, flying cards and idling of the window, against a minimal window of the same run.

Run with `-m long -s`; the figures are printed. Offscreen, with Qt's software
renderer; memory is read from Linux's /proc.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RUNS = 7


def run(script: str, home: Path, *arguments: str) -> list[float]:
    """The numbers that one run of a script prints."""
    done = subprocess.run(
        [sys.executable, str(HERE / script), *arguments],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "GOUJI_HOME": str(home), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return [float(word) for word in done.stdout.split()]


@pytest.mark.long
def test_start_and_memory_against_a_minimal_window(tmp_path: Path) -> None:
    plain = [run("start_plain.py", tmp_path) for _ in range(RUNS)]
    own = [run("start_window.py", tmp_path) for _ in range(RUNS)]
    start, base = median(each[0] for each in own), median(each[0] for each in plain)
    memory, base_memory = median(each[1] for each in own), median(each[1] for each in plain)
    print(f"\nstart {start:.3f} s against {base:.3f} s: {start / base:.2f}x")
    print(f"memory {memory:.0f} MB against {base_memory:.0f} MB: {memory / base_memory:.2f}x")
    assert start <= 2.5 * base
    assert memory <= 2 * base_memory


@pytest.mark.long
def test_flying_cards_and_an_idle_table(tmp_path: Path) -> None:
    runs = [run("start_window.py", tmp_path / str(number), "match") for number in range(3)]
    a_frame, frames, idle, memory = (median(each[place] for each in runs) for place in range(4))
    print(f"\n36 cards fly: {a_frame:.1f} ms of processor time a frame, {frames:.0f} frames in 0.75 s")
    print(f"idle table: {idle:.2f} % of a core, {memory:.0f} MB")
    assert frames > 20
    assert a_frame <= 12
    assert idle < 1
