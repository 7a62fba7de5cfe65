"""The test set-up itself: what must fail a test does fail it, and what is expected does not."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

CULPRITS = """
import asyncio, gc, logging, os, threading
from pathlib import Path
import pytest
from PySide6.QtCore import QObject, QTimer, QUrl, Signal, Slot, qCritical, qWarning
from PySide6.QtQml import QQmlComponent, QQmlEngine


class Bell(QObject):
    rung = Signal()

    @Slot()
    def answer(self):
        raise ValueError("raised in a slot")


def ring():
    bell = Bell()
    bell.rung.connect(bell.answer)
    bell.rung.emit()


def qml(body):
    engine = QQmlEngine()
    component = QQmlComponent(engine)
    component.setData(("import QtQml\\nQtObject {" + body + "}").encode(), QUrl("memory:sample.qml"))
    item = component.create()
    del item, component, engine


def test_bad_warning():
    qWarning("a warning")

def test_bad_critical():
    qCritical("a critical message")

def test_bad_slot():
    ring()

def test_bad_slot_with_qtbot(qtbot):
    ring()

def test_bad_timer(qapp):
    def late():
        raise ValueError("raised in a timer")
    QTimer.singleShot(0, late)
    qapp.processEvents()

def test_bad_qml(qapp):
    qml("Component.onCompleted: nowhere.call()")

def test_bad_binding(qapp):
    qml("property int number: undefined")

def test_bad_log():
    logging.getLogger("gouji").error("an error in the log")

def test_bad_thread():
    def work():
        raise ValueError("raised in a thread")
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

def test_bad_finaliser():
    class Broken:
        def __del__(self):
            raise ValueError("raised in a finaliser")
    Broken()
    gc.collect()

async def forgotten():
    async def fail():
        raise ValueError("raised in a task")
    task = asyncio.ensure_future(fail())
    await asyncio.sleep(0.01)
    del task
    gc.collect()

async def test_bad_task():
    await forgotten()

@pytest.mark.qt_loop
async def test_bad_task_in_qt():
    await forgotten()

@pytest.mark.qt_warnings("an expected")
def test_good_expected(qt_messages):
    qWarning("an expected warning")
    assert qt_messages == ["an expected warning"]

@pytest.mark.log_errors("an expected")
def test_good_log():
    logging.getLogger("gouji").error("an expected error")

def test_good_no_collection_in_the_middle():
    # Python's own collector works in any thread: Qt's objects would die where they do not live.
    assert not gc.isenabled()

async def test_good_plain_loop():
    assert type(asyncio.get_running_loop()).__module__.startswith("asyncio")

@pytest.mark.qt_loop
async def test_good_qt_loop():
    assert type(asyncio.get_running_loop()).__module__.startswith("qasync")

async def test_good_qt_loop_for_qapp(qapp):
    assert type(asyncio.get_running_loop()).__module__.startswith("qasync")

def test_good_home(home, tmp_path):
    assert os.environ["GOUJI_HOME"].startswith(str(home))
    assert Path.home() == home
    assert os.environ["QT_QPA_PLATFORM"]
"""


@pytest.fixture
def inner(pytester: pytest.Pytester) -> pytest.Pytester:
    """An empty project with this project's test set-up."""
    pytester.makeconftest((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    return pytester


def run(inner: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    settings = str(ROOT / "pyproject.toml")
    return inner.runpytest_subprocess("-c", settings, f"--rootdir={inner.path}", *arguments, str(inner.path))


def test_faults_fail_and_expected_ones_pass(inner: pytest.Pytester) -> None:
    inner.makepyfile(test_culprits=CULPRITS)
    result = run(inner)
    bad = CULPRITS.count("def test_bad_")
    good = CULPRITS.count("def test_good_")
    assert bad > 10
    result.assert_outcomes(failed=bad, passed=good)
    assert not [line for line in result.outlines if line.startswith("FAILED") and "test_good" in line]


def test_tests_of_the_rules_need_no_qt(inner: pytest.Pytester) -> None:
    """Without pytest-qt (and its settings) nothing imports PySide6."""
    inner.makepyfile(
        test_pure="""
        import sys

        def test_pure():
            assert not [name for name in sys.modules if name.startswith(("PySide6", "qasync"))]

        async def test_pure_coroutine():
            assert not [name for name in sys.modules if name.startswith(("PySide6", "qasync"))]
        """
    )
    settings = inner.makeini("[pytest]\nasyncio_mode = auto\n")
    result = inner.runpytest_subprocess("-c", str(settings), "-p", "no:pytest-qt", str(inner.path))
    result.assert_outcomes(passed=2)
