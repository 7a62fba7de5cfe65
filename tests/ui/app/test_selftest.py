"""The self-test itself, at the smallest size: it takes most of a minute."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gouji_desktop.cli import main
from gouji_desktop.ui.app.selftest import time_limit

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.long
@pytest.mark.parametrize(("size", "language"), [("1024x640", "zh"), ("2560x1440", "en")])
def test_the_self_test_passes(tmp_path: Path, size: str, language: str) -> None:
    arguments = ["--screenshots", str(tmp_path / "pictures"), "--size", size, "--lang", language]
    done = subprocess.run(
        [sys.executable, "-m", "gouji_desktop", "self-test", *arguments],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    assert len(list((tmp_path / "pictures").glob("*.png"))) >= 40


@pytest.mark.parametrize("kind", ["a file", "below a file", "unwritable"])
def test_a_folder_that_takes_no_pictures_is_one_sentence(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if kind == "unwritable" and not sys.platform.startswith("linux"):
        pytest.skip("/proc is Linux's")
    (tmp_path / "file").write_text("a file")
    folder = {"a file": tmp_path / "file", "below a file": tmp_path / "file" / "x", "unwritable": Path("/proc/x")}[kind]
    assert main(["self-test", "--screenshots", str(folder)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert str(folder) in told.err
    assert (tmp_path / "file").read_text() == "a file"


def test_a_big_window_gets_more_time() -> None:
    assert time_limit((1024, 640)) < 100
    assert time_limit((7680, 4320)) > 240


def test_a_picture_that_cannot_be_saved_is_what_failed(tmp_path: Path) -> None:
    """The last attempt, the picture of the failure, fails too."""
    folder = tmp_path / "pictures"
    code = (
        "import sys; from pathlib import Path; from PySide6.QtGui import QImage\n"
        "from gouji_desktop.ui.app import selftest\n"
        "QImage.save = lambda *_: False\n"
        f"sys.exit(selftest.self_test(Path({str(folder)!r})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1].startswith("self-test: FAILED: ")
    assert "could not be written" in done.stdout
