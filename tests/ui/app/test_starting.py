"""The start: a profile that cannot be, a second copy, no console, requests to end at any moment."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtQuick import QQuickItem

from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.profile.lock import ProfileLock
from gouji_desktop.ui.app import starting, telling
from gouji_desktop.ui.app.display import display_trouble
from gouji_desktop.ui.app.qt import make_application
from gouji_desktop.ui.app.run import run_window
from gouji_desktop.ui.app.smallnotice import SmallNotice
from gouji_desktop.ui.presenter.words import read_words
from gouji_desktop.ui.resources import assets_folder, qml_folder

ROOT = Path(__file__).resolve().parents[3]
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


def hear_signals() -> None:
    """Take back what a shell gives to a program in the background: that it does not hear some signals."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def start(*arguments: str, **variables: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        preexec_fn=hear_signals,  # noqa: PLW1509 - nothing but signals is touched there
        args=[sys.executable, "-X", "faulthandler", "-m", "gouji_desktop", *arguments],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONUNBUFFERED": "1"} | variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


# --- the profile ------------------------------------------------------------------------------------------------


def closed_profile(kind: str, folder: Path) -> str:
    """What `GOUJI_HOME` says where there can be no profile."""
    if kind == "unknown home":
        return "~nobody-of-this-name/profile"
    if kind == "unwritable":
        return "/proc/gouji"
    (folder / "file").write_text("a file")
    return str(folder / "file" / "below" if kind == "below a file" else folder / "file")


@pytest.mark.parametrize("kind", ["a file", "below a file", "unwritable", "unknown home"])
def test_a_profile_that_cannot_be_is_one_sentence(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if kind == "unwritable" and not sys.platform.startswith("linux"):
        pytest.skip("/proc is Linux's")
    monkeypatch.setenv("GOUJI_HOME", closed_profile(kind, tmp_path))
    assert run_window(None) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("gouji-desktop: the profile cannot be used: ")


@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize("terminal", [True, False])
def test_only_who_reads_no_terminal_is_shown_the_notice(
    seen: bool, terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []

    def show(status: int, sentence: str, _folders: object) -> int:
        shown.append(sentence)
        return status

    monkeypatch.setattr(starting, "_show", show)
    monkeypatch.setattr(starting, "is_seen", lambda: seen)
    monkeypatch.setattr(starting, "is_read", lambda: terminal)
    with ProfileLock(profile_folders().lock) as lock:
        assert lock.acquire()
        assert starting.run(None) == 1
    assert "running already" in capsys.readouterr().err
    assert bool(shown) == (seen and not terminal)


@pytest.mark.parametrize(("language", "part"), [("zh", "要再开一份"), ("en", "To run a second one")])
def test_a_second_copy_is_told_how_to_run_in_the_words_of_the_program(language: str, part: str) -> None:
    folders = profile_folders()
    words = read_words(assets_folder() / "translations", language)
    detail = starting.notice_detail(starting.BUSY, "it is running already", folders, words)
    assert part in detail
    assert str(folders.data) in detail
    assert "GOUJI_HOME" in detail
    assert starting.notice_detail(starting.NO_PROFILE, "why", folders, words) == "why"


async def test_the_small_notice_says_it_and_closes() -> None:
    make_application(assets_folder())
    closed: list[bool] = []
    notice = SmallNotice(
        qml_folder(),
        title="够级",
        words="游戏已经开着",
        detail="it is running already with the profile in /somewhere/" + "long/" * 40,
        button="关闭",
        dark=False,
        done=lambda: closed.append(True),
    )
    await asyncio.sleep(0.3)
    button = notice.window.findChild(QQuickItem, "smallNoticeClose")
    assert button is not None
    corner = button.mapToScene(button.boundingRect().bottomRight())
    assert corner.y() < notice.window.height()
    notice.window.close()
    assert closed == [True]
    notice.close()
    await asyncio.sleep(0)


# --- no console ---------------------------------------------------------------------------------------------------


class Gone:
    """A stream that nobody reads any more."""

    def write(self, _text: str) -> int:
        raise BrokenPipeError(32, "Broken pipe")

    def isatty(self) -> bool:
        raise ValueError("I/O operation on closed file")


@pytest.mark.parametrize("stream", [None, Gone()])
def test_nothing_goes_wrong_where_there_is_no_console(
    stream: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(sys, "stdout", stream)
    telling.complain("a sentence")
    telling.say("a line")
    assert not telling.is_read()
    monkeypatch.setattr("gouji_desktop.ui.app.run.display_trouble", lambda _environment: "there is no display")
    assert run_window(None) == 2
    monkeypatch.undo()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GOUJI_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(sys, "stderr", stream)
    assert run_window(None) == 2


# --- requests to end ----------------------------------------------------------------------------------------------


INTERRUPT = """
import runpy, sys

class Interrupt:
    module = sys.argv.pop()

    def find_spec(self, name, path=None, target=None):
        if name == self.module:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt())
runpy.run_module("gouji_desktop", run_name="__main__", alter_sys=True)
"""
LOADED = (
    "cli",
    "cli.main",
    "rules.engine",
    "ui.app.run",
    "ui.app.starting",
    "ui.app.program",
    "ui.app.qt",
    "ui.models.app",
)


@pytest.mark.parametrize(
    "module", [*(f"gouji_desktop.{name}" for name in LOADED), "argparse", "PySide6.QtQml", "qasync"]
)
def test_ctrl_c_while_it_is_loaded_is_one_line(module: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPT, module],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "GOUJI_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "gouji-desktop: interrupted\n")


@POSIX
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_the_self_test_can_be_interrupted(name: str) -> None:
    with start("self-test") as child:
        assert child.stdout is not None
        said = child.stdout.readline()
        child.send_signal(getattr(signal, name))
        out, err = child.communicate(timeout=60)
    assert child.returncode == 130, said + out + err
    assert err == ""
    # At once: what it was just doing may still be told, and no more than that.
    assert out.endswith("self-test: interrupted\n")
    assert out.count("\n") <= 3, out


@POSIX
def test_a_closed_terminal_ends_the_window(home: Path) -> None:
    with start("play", GOUJI_HOME=str(home / "hung up")) as child:
        until = time.monotonic() + 60
        while not list((home / "hung up").glob("matches/*.gouji")) and time.monotonic() < until:
            time.sleep(0.05)
        child.send_signal(signal.SIGHUP)
        out, err = child.communicate(timeout=60)
    assert (child.returncode, out, err) == (0, "", "")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="an X server to take away")
def test_a_display_that_goes_away_is_no_traceback(home: Path) -> None:
    if subprocess.run(["sh", "-c", "command -v Xvfb"], capture_output=True, check=False).returncode:
        pytest.skip("there is no Xvfb")
    number = next(number for number in range(90, 200) if not Path("/tmp", f".X{number}-lock").exists())
    server = subprocess.Popen(
        ["Xvfb", f":{number}", "-screen", "0", "1280x800x24"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        until = time.monotonic() + 60
        while display_trouble({"DISPLAY": f":{number}"}, "linux") and time.monotonic() < until:
            time.sleep(0.05)
        variables = {"QT_QPA_PLATFORM": "xcb", "DISPLAY": f":{number}", "GOUJI_HOME": str(home / "x")}
        with start("play", **variables) as child:
            until = time.monotonic() + 60
            while not list((home / "x").glob("matches/*.gouji")) and time.monotonic() < until:
                time.sleep(0.05)
            time.sleep(0.5)
            server.terminate()
            out, err = child.communicate(timeout=60)
    finally:
        server.kill()
        server.wait()
    assert child.returncode == 1, err
    assert "Traceback" not in err
    assert err.count("\n") == 1
    assert out == ""
