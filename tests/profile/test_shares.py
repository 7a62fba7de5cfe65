"""The file with the own share in the shuffle of the running deal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from gouji_desktop.profile.archive import Archive
from gouji_desktop.profile.shares import FORGOTTEN_SECONDS, ShareFiles


def test_it_is_there_until_it_is_forgotten(tmp_path: Path) -> None:
    files = ShareFiles(tmp_path / "matches", "wss://one:443")
    assert files.read("t1") is None
    files.write("t1", b"first")
    files.write("t1", b"second")
    assert ShareFiles(tmp_path / "matches", "wss://one:443").read("t1") == b"second"
    assert ShareFiles(tmp_path / "matches", "wss://two:443").read("t1") is None, "another server's table"
    assert files.read("t2") is None
    files.write("t1", None)
    files.write("t1", None)
    assert files.read("t1") is None
    assert list((tmp_path / "matches").iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="no modes there")
def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    files = ShareFiles(tmp_path, "one")
    files.write("t1", b"secret")
    (path,) = tmp_path.iterdir()
    assert path.stat().st_mode & 0o777 == 0o600


def test_it_is_no_match_and_lies_where_it_should(tmp_path: Path) -> None:
    files = ShareFiles(tmp_path / "matches", "one")
    files.write("../../evil\0", b"x")
    assert [path.parent for path in tmp_path.rglob("*.share")] == [tmp_path / "matches"]
    assert Archive(tmp_path / "matches").entries() == ([], ())


def test_what_nobody_came_back_for_is_removed(tmp_path: Path) -> None:
    files = ShareFiles(tmp_path, "one")
    files.write("old", b"x")
    files.write("new", b"x")
    path = files.path("old")
    then = path.stat().st_mtime - FORGOTTEN_SECONDS - 60
    os.utime(path, (then, then))
    again = ShareFiles(tmp_path, "two")
    assert (files.read("old"), files.read("new")) == (None, b"x")
    assert again.read("new") is None


def test_a_disk_that_cannot_be_written_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "matches").write_text("a file, no folder")
    files = ShareFiles(tmp_path / "matches", "one")
    files.write("t1", b"x")
    files.write("t1", None)
    assert files.read("t1") is None
    assert "share in a shuffle is not kept" in caplog.text
