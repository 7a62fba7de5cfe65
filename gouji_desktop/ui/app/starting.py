"""The start of the program with a window: the profile is taken, Qt's loop runs, and the system's requests end it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import qasync
from PySide6.QtCore import qInstallMessageHandler

from gouji_desktop.profile.folders import HOME_VARIABLE, Folders, profile_folders
from gouji_desktop.profile.lock import ProfileLock
from gouji_desktop.ui.app.display import is_seen
from gouji_desktop.ui.app.garbage import Sweeper
from gouji_desktop.ui.app.glance import glance
from gouji_desktop.ui.app.program import Program
from gouji_desktop.ui.app.qt import make_application
from gouji_desktop.ui.app.smallnotice import SmallNotice
from gouji_desktop.ui.app.telling import complain, is_read
from gouji_desktop.ui.presenter.words import read_words
from gouji_desktop.ui.resources import assets_folder, qml_folder

if TYPE_CHECKING:
    from PySide6.QtGui import QGuiApplication

    from gouji_desktop.ui.app.run import MatchRequest
    from gouji_desktop.ui.presenter.words import Words

#: The profile is in use by another copy of the program.
BUSY = 1
#: There can be no profile where it is to be.
NO_PROFILE = 2
#: The display went away while the window was open.
NO_MORE_DISPLAY = 1
#: How Qt says so: it ends the process next.
LOST = ("The X11 connection broke", "The Wayland connection")
#: The usual requests of a system that a program ends: Ctrl-C, a kill, a terminal or a session that is closed.
ENDING = ("SIGINT", "SIGTERM", "SIGHUP")


def run(request: MatchRequest | None) -> int:
    """Run the window; the exit status of the program."""
    try:
        folders = profile_folders()
    except RuntimeError:
        return _refuse(NO_PROFILE, f"the profile cannot be used: {HOME_VARIABLE} names no person's home", None)
    lock = ProfileLock(folders.lock)
    try:
        if not lock.acquire():
            sentence = f"it is running already with the profile in {folders.data}"
            return _refuse(BUSY, f"{sentence} (for a second one, {HOME_VARIABLE} names another folder)", folders)
    except OSError as error:
        # On the way to the folder stands a file: what the system says of that helps nobody.
        blocked = isinstance(error, FileExistsError | NotADirectoryError)
        why = "it is no folder" if blocked else error.strerror or str(error)
        return _refuse(NO_PROFILE, f"the profile cannot be used: {why} ({folders.data})", folders)
    with lock:
        return _run(request, folders)


def _run(request: MatchRequest | None, folders: Folders) -> int:
    assets = assets_folder()
    application = make_application(assets)

    async def main() -> int:
        asked = asyncio.Event()
        end_on_signals(asked.set)
        program = Program(application, assets, folders)
        end_on_signals(program.ended.set)
        try:
            if not asked.is_set():
                program.open(request)
                await program.until_closed()
        finally:
            program.close()
        return 0

    previous = qInstallMessageHandler(_hear)
    try:
        return in_qt_loop(application, main)
    finally:
        qInstallMessageHandler(previous)


def _hear(_kind: object, _context: object, text: str) -> None:
    """Pass on what Qt says; where the display is gone, end before Qt or Xlib do it in their own words."""
    if text.startswith(LOST):
        complain("the display went away; the match is saved as far as it was played.")
        os._exit(NO_MORE_DISPLAY)
    complain(f"Qt: {text}")


def _refuse(status: int, sentence: str, folders: Folders | None) -> int:
    """Say why there is no game: to whoever reads a terminal, and in a small window to whoever clicked an icon."""
    complain(f"{sentence}.")
    return status if folders is None or is_read() or not is_seen() else _show(status, sentence, folders)


def _show(status: int, sentence: str, folders: Folders) -> int:
    assets = assets_folder()
    application = make_application(assets)
    look = glance(folders.settings)
    words = read_words(assets / "translations", look.language, lenient=True)

    async def main() -> int:
        closed = asyncio.Event()
        end_on_signals(closed.set)
        notice = SmallNotice(
            qml_folder(),
            title=words("app.window"),
            words=words("notice.second_copy" if status == BUSY else "notice.no_profile"),
            detail=notice_detail(status, sentence, folders, words),
            button=words("button.close"),
            dark=look.theme == "dark",
            done=closed.set,
        )
        await closed.wait()
        notice.close()
        return status

    return in_qt_loop(application, main)


def notice_detail(status: int, sentence: str, folders: Folders, words: Words) -> str:
    """What the small window says below its title: what can be done, else the sentence of the terminal."""
    if status != BUSY:
        return sentence
    return words("notice.second_copy_how", folder=str(folders.data), variable=HOME_VARIABLE)


def end_on_signals(end: Callable[[], object]) -> None:
    """Let the usual requests of the system to end be orderly ends; one that whoever started us ignores stays so."""
    loop = asyncio.get_running_loop()
    for name in ENDING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            with contextlib.suppress(NotImplementedError, OSError, ValueError):
                loop.add_signal_handler(number, end)


def in_qt_loop(application: QGuiApplication, main: Callable[[], Coroutine[Any, Any, int]]) -> int:
    """Run a coroutine in the one event loop of Qt and asyncio."""
    loop = qasync.QEventLoop(application)
    asyncio.set_event_loop(loop)
    Sweeper(application).begin()
    with loop:
        return int(loop.run_until_complete(main()))
