"""The self-test itself, at the smallest size: it takes most of a minute."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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


def test_a_folder_that_takes_no_pictures_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "gouji_desktop", "self-test", "--screenshots", str(tmp_path / "file" / "pictures")],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("gouji-desktop: the pictures cannot be saved in ")
