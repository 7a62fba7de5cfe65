"""Garbage that holds something of Qt's dies in the thread of the window, whoever makes the objects meanwhile."""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from gouji_desktop.ui.app import garbage
from gouji_desktop.ui.app.garbage import MIDDLE, WHOLE, YOUNG, Sweeper

ROOT = Path(__file__).resolve().parents[3]

#: A timer that runs and is garbage; then another thread makes objects, as those of the store and of bots do.
BUSY_THREADS = """
import asyncio, gc, threading, weakref
from PySide6.QtCore import QTimer
from gouji_desktop.ui.app.qt import make_application
from gouji_desktop.ui.app.starting import in_qt_loop
from gouji_desktop.ui.resources import assets_folder

died, kept = [], []

def leave_garbage():
    timer = QTimer()
    timer.start(5)
    timer.itself = timer
    weakref.finalize(timer, lambda: died.append(threading.current_thread()))

def work():
    kept.extend([] for _ in range(200_000))

async def main():
    while not gc.get_freeze_count():  # what was there before the first look stays
        await asyncio.sleep(0.01)
    leave_garbage()
    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive() or not died:
        await asyncio.sleep(0.01)
    return 0

assert in_qt_loop(make_application(assets_folder()), main) == 0
assert died == [threading.main_thread()], died
"""


def test_what_belongs_to_qt_never_dies_in_another_thread() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", BUSY_THREADS],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


class Ring:
    """Garbage as soon as nobody holds it."""

    def __init__(self) -> None:
        self.itself = self


def much_new() -> list[list[object]]:
    return [[] for _ in range(2 * YOUNG)]


def test_a_sweep_frees_what_is_new_if_there_is_much_of_it() -> None:
    gc.collect()
    owner = QObject()
    sweeper, ring = Sweeper(owner), weakref.ref(Ring())
    sweeper.sweep()
    assert ring() is not None
    kept = much_new()
    sweeper.sweep()
    assert ring() is None
    assert kept


def test_what_has_grown_old_is_freed_in_the_end() -> None:
    owner = QObject()
    sweeper, held = Sweeper(owner), Ring()
    ring = weakref.ref(held)
    gc.collect()
    del held
    rounds = 0
    while ring() is not None:
        rounds += 1
        kept = much_new()
        sweeper.sweep()
        del kept
    assert rounds == WHOLE
    assert WHOLE % MIDDLE == 0


async def test_the_loop_spares_what_was_there_and_sweeps_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(garbage, "PERIOD", 1)
    enabled, owner, frozen = gc.isenabled(), QObject(), gc.get_freeze_count()
    try:
        Sweeper(owner).begin()
        assert not gc.isenabled()
        async with asyncio.timeout(60):
            while gc.get_freeze_count() <= frozen:  # noqa: ASYNC110 - nor does this
                await asyncio.sleep(0.001)
            ring, kept = weakref.ref(Ring()), much_new()
            while ring() is not None:  # noqa: ASYNC110 - garbage tells nobody
                await asyncio.sleep(0.001)
        assert kept
    finally:
        del owner
        if enabled:
            gc.enable()
