"""`gouji-desktop self-test`: the real window walks through every screen and plays a match by itself.

It has a profile of its own in a temporary folder, draws offscreen where there is no display, presses the buttons of
the view models as a person would, and meets every kind of question at least once.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from gouji_desktop.profile.folders import HOME_VARIABLE, profile_folders
from gouji_desktop.ui.app.display import display_trouble
from gouji_desktop.ui.app.telling import say

#: The whole test may take so long, in seconds: so much, and more for every million pixels of the window.
LIMIT = 90.0
LIMIT_PER_MEGAPIXEL = 6.0
#: Status of a test that was interrupted.
INTERRUPTED = 130
#: A question, or the end of a deal, must come within so many seconds.
PATIENCE = 20.0


class SelfTestError(Exception):
    """Something is not as it should be; the text says what."""


class PicturesError(Exception):
    """The pictures cannot be saved where they are to be; the text is one sentence."""


def self_test(screenshots: Path | None = None, lang: str = "zh", size: tuple[int, int] = (1280, 800)) -> int:
    """Run the test; 0 if all is well, 1 after saying what failed. Raises PicturesError."""
    check_folder(screenshots)
    if display_trouble(os.environ):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    home = tempfile.mkdtemp(prefix="gouji-self-test-")
    before = os.environ.get(HOME_VARIABLE)
    os.environ[HOME_VARIABLE] = home
    try:
        return _run(screenshots, lang, size)
    finally:
        if before is None:
            del os.environ[HOME_VARIABLE]
        else:
            os.environ[HOME_VARIABLE] = before
        shutil.rmtree(home, ignore_errors=True)


def check_folder(folder: Path | None) -> None:
    """Make the folder of the pictures, and try it. Raises PicturesError."""
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"a picture")
    except (FileExistsError, NotADirectoryError):
        raise PicturesError(f"the pictures cannot be saved in {folder}: it is no folder, or lies in none") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise PicturesError(f"the pictures cannot be saved in {folder}: {why}") from None


def time_limit(size: tuple[int, int]) -> float:
    """How long the whole test may take at a window of this size, in seconds: a big one is slow to draw."""
    return LIMIT + LIMIT_PER_MEGAPIXEL * size[0] * size[1] / 1e6


def _run(screenshots: Path | None, lang: str, size: tuple[int, int]) -> int:
    from PySide6.QtCore import QtMsgType, qInstallMessageHandler

    from gouji_desktop.ui.app.qt import make_application
    from gouji_desktop.ui.app.starting import end_on_signals, in_qt_loop
    from gouji_desktop.ui.resources import assets_folder

    warnings: list[str] = []
    report = Report(screenshots)

    def hear(kind: QtMsgType, _context: object, text: str) -> None:
        if (
            kind is not QtMsgType.QtDebugMsg
            and kind is not QtMsgType.QtInfoMsg
            and "plugin does not support" not in text
        ):
            warnings.append(f"{text} (at: {report.last}, {report.pictures} pictures)")

    previous = qInstallMessageHandler(hear)
    started = time.monotonic()
    application = make_application(assets_folder())

    async def main() -> int:
        from gouji_desktop.ui.app.program import Program
        from gouji_desktop.ui.app.walk import Walk

        interrupted = asyncio.Event()
        end_on_signals(interrupted.set)
        program = Program(application, assets_folder(), profile_folders())
        program.build()
        walk = Walk(program, report, lang, size)
        crashed: list[BaseException] = []
        program.crashes.on_error = crashed.append
        limit = time_limit(size)
        try:
            async with asyncio.timeout(limit):
                if not await _until(walk.everything(), interrupted):
                    report.say("interrupted")
                    return INTERRUPTED
            if crashed:
                raise SelfTestError(f"an unexpected exception: {crashed[0]!r}")
            if warnings:
                raise SelfTestError(f"Qt warned: {warnings[0]}")
        except SelfTestError as error:
            report.say(f"FAILED: {error}")
            with contextlib.suppress(OSError, SelfTestError):
                walk.picture("failed")
            return 1
        except TimeoutError:
            report.say(f"FAILED: not done after {limit:.0f} seconds, at: {report.last}")
            return 1
        finally:
            program.close()
        report.say(f"all is well: {report.pictures} pictures, {time.monotonic() - started:.1f} s")
        return 0

    try:
        return in_qt_loop(application, main)
    finally:
        qInstallMessageHandler(previous)


async def _until(work: Coroutine[Any, Any, None], interrupted: asyncio.Event) -> bool:
    """Do the work to its end, or until somebody interrupts it; whether it was done."""
    doing, waiting = asyncio.ensure_future(work), asyncio.ensure_future(interrupted.wait())
    try:
        await asyncio.wait((doing, waiting), return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            doing.result()
        return doing.done()
    finally:
        for task in (doing, waiting):
            task.cancel()
        await asyncio.gather(doing, waiting, return_exceptions=True)


class Report:
    """What is said and what is saved."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self.pictures = 0
        self.last = "start"

    def say(self, text: str) -> None:
        """One line on standard output."""
        self.last = text
        say(f"self-test: {text}")

    def save(self, name: str, write: Callable[[str], bool]) -> None:
        """Save the next picture."""
        self.pictures += 1
        if self._folder is not None:
            path = self._folder / f"{self.pictures:02}-{name}.png"
            if not write(str(path)):
                raise SelfTestError(f"the picture {path.name} could not be written")


#: Every kind of question that the match must meet.
KINDS = (
    "show_query",
    "point_query",
    "revolt_query",
    "head_query",
    "return_query",
    "burn_query",
    "lead",
    "answer",
    "yield",
    "last_word",
)
