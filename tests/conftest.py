"""What every test of the project stands on.

* Qt draws offscreen, with the basic render loop and the Basic style of the controls.
* A Qt warning, an error in the log, an exception in a slot or in a forgotten task fails its test. Expected
  ones are named: `@pytest.mark.qt_warnings("pattern")`, `@pytest.mark.log_errors("pattern")`.
* Every test has its own empty home and profile folder (`GOUJI_HOME`).
* Garbage is looked for between two tests, in the thread that runs them: what belongs to Qt must not die in another.
* Coroutine tests under tests/ui, and those that ask for `qapp` or `qtbot` or are marked `qt_loop`, run in the
  Qt event loop; all others in asyncio's own. Nothing of Qt is imported before such a test asks for it.
"""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import itertools
import logging
import os
import re
import sys
from collections.abc import Callable, Generator, Mapping
from pathlib import Path

import pytest
from hypothesis import settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["QSG_RENDER_LOOP"] = "basic"
os.environ["QT_QUICK_CONTROLS_STYLE"] = "Basic"

# A machine that is busy with other things is no reason for a law to fail.
settings.register_profile("project", deadline=None, print_blob=True)
settings.load_profile("project")

TESTS = Path(__file__).resolve().parent

#: What Qt's offscreen platform says about windows that are perfectly well.
HARMLESS = (r"^This plugin does not support ",)

LoopFactory = Callable[[], asyncio.AbstractEventLoop]

_applications: list[object] = []
_homes = itertools.count()
_sweeps = itertools.count(1)


class Watch:
    """Collects Qt's warnings and the log's errors while one test runs."""

    def __init__(self, item: pytest.Item) -> None:
        self._expected_qt = [*HARMLESS, *_patterns(item, "qt_warnings")]
        self._expected_log = _patterns(item, "log_errors")
        self._previous: object = None
        self._watching_qt = False
        self._handler = _Forward(self.see_record)
        self.messages: list[str] = []
        self.faults: list[str] = []

    def start(self) -> None:
        """Begin to watch; Qt only if somebody has already imported it."""
        logging.getLogger().addHandler(self._handler)
        self.watch_qt()

    def watch_qt(self) -> None:
        """Listen to Qt from now on, if it is there and not yet heard."""
        if not self._watching_qt and "PySide6.QtCore" in sys.modules:
            self._previous = sys.modules["PySide6.QtCore"].qInstallMessageHandler(self.see_message)
            self._watching_qt = True

    def stop(self) -> None:
        """Give back what was listened to."""
        logging.getLogger().removeHandler(self._handler)
        if self._watching_qt:
            sys.modules["PySide6.QtCore"].qInstallMessageHandler(self._previous)
            self._watching_qt = False

    def see_message(self, kind: object, context: object, text: str) -> None:
        """Qt's message handler."""
        self.messages.append(text)
        name = getattr(kind, "name", str(kind))
        place = f" ({file}:{getattr(context, 'line', 0)})" if (file := getattr(context, "file", None)) else ""
        print(f"{name}: {text}{place}", file=sys.stderr)
        if name in {"QtWarningMsg", "QtCriticalMsg", "QtFatalMsg"} and not _matches(self._expected_qt, text):
            self.faults.append(f"{name}: {text}")

    def see_record(self, record: logging.LogRecord) -> None:
        """One record of Python's log."""
        text = record.getMessage()
        if record.levelno >= logging.ERROR and not _matches(self._expected_log, text):
            if record.exc_info and record.exc_info[1]:
                text += f" ({record.exc_info[1]!r})"
            self.faults.append(f"log {record.levelname} of {record.name}: {text}")

    def judge(self) -> None:
        """Fail if anything was seen that nobody expected."""
        self.watch_qt()
        faults, self.faults = self.faults, []
        if faults:
            pytest.fail("not expected by this test:\n" + "\n".join(faults), pytrace=False)


class _Forward(logging.Handler):
    def __init__(self, receive: Callable[[logging.LogRecord], None]) -> None:
        super().__init__(logging.ERROR)
        self._receive = receive

    def emit(self, record: logging.LogRecord) -> None:
        self._receive(record)


def _patterns(item: pytest.Item, marker: str) -> list[str]:
    return [str(pattern) for mark in item.iter_markers(marker) for pattern in mark.args]


def _matches(patterns: list[str], text: str) -> bool:
    return any(re.search(pattern, text) for pattern in patterns)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Thousands of tests stay until the end: to look through them for garbage again and again is slow.

    From here on nothing but `_sweep` and a test itself collects: left alone, Python does so in whichever thread makes
    the next object, and a timer of Qt's that dies in a thread of the store takes the process with it.
    """
    gc.collect()
    gc.freeze()
    gc.disable()


def _sweep() -> None:
    """Free what tests have left behind: always what is new, seldom what has been looked at before."""
    number = next(_sweeps)
    gc.collect(2 if number % 200 == 0 else 1 if number % 20 == 0 else 0)


_WATCH = pytest.StashKey[Watch]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    watch = item.stash[_WATCH] = Watch(item)
    watch.start()
    yield
    watch.judge()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    yield
    item.stash[_WATCH].judge()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    watch = item.stash.get(_WATCH, None)
    try:
        yield
        _sweep()
        if watch is not None:
            watch.judge()
    finally:
        if watch is not None:
            watch.stop()


@pytest.fixture
def qt_messages(request: pytest.FixtureRequest) -> list[str]:
    """Everything that Qt has said during this test so far."""
    item: pytest.Item = request.node
    return item.stash[_WATCH].messages


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home of this test's own; the profile folder lies in it."""
    folder = tmp_path_factory.mktemp(f"home{next(_homes)}", numbered=False)
    for variable, name in {
        "HOME": "",
        "USERPROFILE": "",
        "XDG_CONFIG_HOME": "config",
        "XDG_DATA_HOME": "data",
        "XDG_STATE_HOME": "state",
        "XDG_CACHE_HOME": "cache",
        "XDG_RUNTIME_DIR": "runtime",
        "APPDATA": "roaming",
        "LOCALAPPDATA": "local",
        "GOUJI_HOME": "profile",
    }.items():
        monkeypatch.setenv(variable, str(folder / name))
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LOGNAME", "小鱼")
    # A system that names no language: everything is shown in Chinese.
    monkeypatch.setenv("LANG", "C.UTF-8")
    (folder / "runtime").mkdir(mode=0o700)
    return folder


def _asyncio_loop() -> asyncio.AbstractEventLoop:
    return asyncio.new_event_loop()


def _qt_loop() -> asyncio.AbstractEventLoop:
    import qasync
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication([])
    if application not in _applications:
        _applications.append(application)  # Qt wants it to outlive every window
    loop: asyncio.AbstractEventLoop = qasync.QEventLoop(application, already_running=False)
    return loop


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> Mapping[str, LoopFactory]:
    wants_qt = (
        TESTS / "ui" in item.path.parents
        or item.get_closest_marker("qt_loop") is not None
        or bool({"qapp", "qtbot"} & set(getattr(item, "fixturenames", ())))
    )
    if wants_qt and importlib.util.find_spec("PySide6"):
        return {"qt": _qt_loop}
    return {"asyncio": _asyncio_loop}
