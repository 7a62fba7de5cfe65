"""What happens when something unexpected goes wrong: it is written down, and the person is told."""

from __future__ import annotations

import logging
import platform
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from gouji_desktop import __version__

MOST_FILES = 20
log = logging.getLogger(__name__)


class CrashHandler:
    """Writes unexpected exceptions into files and calls `notice` with the file, once for each place."""

    def __init__(self, folder: Path, notice: Callable[[Path | None], None]) -> None:
        self._folder = folder
        self._notice = notice
        self._seen: set[str] = set()
        self._previous = sys.excepthook
        #: Told of every exception, for tests.
        self.on_error: Callable[[BaseException], object] = lambda _error: None

    def install(self) -> None:
        """Take over from Python's own hook, which PySide calls for exceptions in slots too."""
        self._previous = sys.excepthook
        sys.excepthook = self._hook

    def remove(self) -> None:
        """Give back the hook."""
        sys.excepthook = self._previous

    def _hook(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._previous(kind, error, trace)
            return
        self.report(error)

    def report(self, error: BaseException) -> Path | None:
        """Write one exception down; the file, or None where it could not be written or was seen before."""
        text = "".join(traceback.format_exception(error))
        place = "".join(traceback.format_tb(error.__traceback__)[-1:]) + type(error).__name__
        log.error("unexpected: %s", text.rstrip())
        self.on_error(error)
        if place in self._seen:
            return None
        self._seen.add(place)
        path = self._write(text)
        self._notice(path)
        return path

    def _write(self, text: str) -> Path | None:
        head = f"gouji_desktop {__version__}, Python {platform.python_version()}, {platform.platform()}\n\n"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for old in sorted(self._folder.glob("crash-*.txt"))[: -MOST_FILES or None]:
                old.unlink()
            path = self._folder / f"crash-{time.strftime('%Y%m%d-%H%M%S')}-{len(self._seen)}.txt"
            path.write_text(head + text, encoding="utf-8")
        except OSError as error:
            log.warning("a crash file could not be written: %s", error)
            return None
        return path
