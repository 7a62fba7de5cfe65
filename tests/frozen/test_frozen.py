"""The frozen program: it is built, it runs where there is no Python, it holds what it should and no more."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [pytest.mark.long, pytest.mark.timeout(1200)]


def build_py(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "packaging" / "build.py"), *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    done = build_py("--dist", str(folder), "--no-smoke")
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def contents(dist: Path) -> set[str]:
    bundle = dist / "gouji-desktop"
    return {path.relative_to(bundle).as_posix() for path in bundle.rglob("*") if path.is_file()}


def test_the_self_test_passes_in_a_foreign_folder_without_an_environment(dist: Path) -> None:
    done = build_py("--dist", str(dist), "--smoke-only")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_broken_bundle_is_noticed(tmp_path: Path) -> None:
    assert build_py("--dist", str(tmp_path), "--smoke-only").returncode == 1


def test_every_asset_and_every_qml_file_is_there(contents: set[str]) -> None:
    expected = {
        f"_internal/gouji_desktop/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / "assets").rglob("*")
        if path.is_file() and path.suffix != ".icns"
    }
    expected |= {
        f"_internal/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / "gouji_desktop" / "ui" / "qml").rglob("*")
        if path.is_file()
    }
    assert len(expected) > 50
    assert expected <= contents


def test_the_bots_have_their_numbers(contents: set[str]) -> None:
    expected = {
        f"_internal/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / "gouji_desktop" / "bots" / "data").iterdir()
    }
    assert len(expected) > 4
    assert expected <= contents


def test_it_starts_processes_of_its_own(dist: Path) -> None:
    """A frozen program is what its workers are started from: they play, and do not open another window."""
    program = dist / "gouji-desktop" / ("gouji-desktop.exe" if os.name == "nt" else "gouji-desktop")
    words = ["simulate", "--teams", "easy,random", "--pairs", "2", "--workers", "2", "--json"]
    done = subprocess.run(
        [str(program), *words], capture_output=True, encoding="utf-8", errors="replace", timeout=300, check=False
    )
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)


def test_what_is_not_used_is_not_there(contents: set[str]) -> None:
    unused = (
        "FluentWinUI3",
        "/Imagine/",
        "/Material/",
        "/Universal/",
        "/Fusion/",
        "WebEngine",
        "qmltooling",
        "Particles",
    )
    assert [name for name in contents if any(word in name for word in unused)] == []
    assert [name for name in contents if name.endswith(".qmltypes")] == []
    assert [name for name in contents if name.endswith(".qm") and "PySide6" in name and "zh_CN" not in name] == []
    assert [name for name in contents if "libstdc++" in name or "libgcc_s" in name] == []
    assert [name for name in contents if "PySide6/Qt/plugins/platforms" in name or os.name == "nt"]
