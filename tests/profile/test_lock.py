"""One running copy per profile; a killed one is in nobody's way."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.profile.lock import ProfileLock

ROOT = Path(__file__).resolve().parents[2]
CHILD = """
import sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from gouji_desktop.profile.lock import ProfileLock
lock = ProfileLock(Path(sys.argv[1]))
print(lock.acquire(), flush=True)
time.sleep(60)
"""


def test_one_copy_holds_it() -> None:
    path = profile_folders().lock
    first, second = ProfileLock(path), ProfileLock(path)
    assert first.acquire()
    assert first.acquire()
    assert not second.acquire()
    assert second.owner() == os.getpid()
    first.release()
    first.release()
    assert second.owner() is None
    with second:
        assert second.acquire()
        assert second.held
    assert not second.held


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills as POSIX does")
def test_a_killed_copy_leaves_no_lock() -> None:
    path = profile_folders().lock
    with subprocess.Popen([sys.executable, "-c", CHILD, str(path), str(ROOT)], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline().strip() == b"True"
        mine = ProfileLock(path)
        assert not mine.acquire()
        assert mine.owner() == child.pid
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
    assert mine.acquire()
    assert mine.owner() == os.getpid()
    mine.release()


def test_junk_in_the_file_is_no_owner() -> None:
    path = profile_folders().lock
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\xff no number")
    lock = ProfileLock(path)
    assert lock.owner() is None
    assert lock.acquire()
    lock.release()


def test_a_full_disk_does_not_keep_the_game_shut(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        """A file of a disk that takes nothing more."""

        def __init__(self, file: Any) -> None:
            self._file = file

        def write(self, data: bytes) -> int:
            raise OSError(errno.ENOSPC, "No space left on device", len(data))

        def __getattr__(self, name: str) -> object:
            return getattr(self._file, name)

    opened = os.fdopen
    monkeypatch.setattr("gouji_desktop.table.filelock.os.fdopen", lambda *args, **more: Full(opened(*args, **more)))
    lock, second = ProfileLock(profile_folders().lock), ProfileLock(profile_folders().lock)
    assert lock.acquire()
    assert lock.held
    assert lock.owner() is None
    assert not second.acquire()
    lock.release()
    assert second.acquire()
    second.release()


def test_folders_follow_the_variable_or_the_platform(tmp_path: Path) -> None:
    mine = profile_folders({"GOUJI_HOME": str(tmp_path / "测试 用户")})
    assert mine.matches == tmp_path / "测试 用户" / "matches"
    assert mine.settings.parent == mine.statistics.parent == mine.lock.parent
    usual = profile_folders({})
    assert "gouji-desktop" in str(usual.settings)
    assert usual.matches.name == "matches"
