from __future__ import annotations

import signal
import threading
import time

import pytest

from gouji_desktop.simulate.limits import Overrun, TimeLimit

ALARM = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="alarm signals as POSIX has them")


def test_a_result_and_an_error_come_through() -> None:
    with TimeLimit(60.0) as limit:
        assert limit.call(lambda one, two: one + two, 1, 2) == 3
        with pytest.raises(ZeroDivisionError):
            limit.call(lambda: 1 // 0)


def test_no_limit_asks_for_no_alarm() -> None:
    with TimeLimit(0.0) as limit:
        assert limit.call(lambda: time.sleep(0.01)) is None
        if hasattr(signal, "getitimer"):
            assert limit.call(lambda: signal.getitimer(signal.ITIMER_REAL)) == (0.0, 0.0)


@ALARM
@pytest.mark.parametrize("kind", ["sleeping", "busy", "deaf"])
def test_a_call_over_its_limit_is_broken_off(kind: str) -> None:
    def sleeping() -> None:
        time.sleep(120)

    def busy() -> None:
        while True:
            pass

    def deaf() -> None:
        for _ in range(2):
            try:
                time.sleep(60)
            except BaseException:  # noqa: BLE001 - the fault that is tested
                continue

    start = time.perf_counter()
    with TimeLimit(0.05) as limit, pytest.raises(Overrun):
        limit.call({"sleeping": sleeping, "busy": busy, "deaf": deaf}[kind])
    assert time.perf_counter() - start < 50


@ALARM
def test_nothing_strikes_afterwards() -> None:
    before = signal.getsignal(signal.SIGALRM)
    # Long enough for a call of nothing on any machine.
    with TimeLimit(0.5) as limit:
        for _ in range(2):
            with pytest.raises(Overrun):
                limit.call(time.sleep, 60.0)
            limit.call(int)
        time.sleep(0.75)
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_beside_the_main_thread_it_is_seen_when_the_call_comes_back() -> None:
    seen: list[bool] = []

    def beside() -> None:
        with TimeLimit(0.02) as limit:
            try:
                limit.call(time.sleep, 0.1)
            except Overrun:
                seen.append(True)

    thread = threading.Thread(target=beside)
    thread.start()
    thread.join()
    assert seen == [True]
