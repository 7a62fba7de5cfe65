"""The load driver: what it counts, and one small run over real sockets."""

from __future__ import annotations

import json
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from gouji_desktop.cli.main import main
from gouji_desktop.net import messages as m
from gouji_desktop.net.wire import encode
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.state import Match
from gouji_desktop.rules.views import EVERYTHING, PUBLIC, SeatAudience, project
from gouji_desktop.server.config import Limits, Rate
from gouji_desktop.server.load.driver import Plan, run
from gouji_desktop.server.load.figures import Figures, percentile, report
from gouji_desktop.server.load.running import LoadError
from gouji_desktop.server.load.seat import LoadSeat, LoadTable, Shared, leaks
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.viewcodec import encode_view
from tests.server.test_app import a_server
from tests.table.drivers import make_setup, random_maker, run_host

KEYS = {
    *("tables", "actions", "p50_ms", "p99_ms", "echo_p50_ms", "echo_p99_ms", "cpu_us_per_action", "echo_cpu_us"),
    *("kib_per_seat", "lost", "leaked"),
}


def a_match(steps: int = 30) -> Match:
    host = TableHost(make_setup(seats="e" * 6, deals=1, pace="instant"), random_maker)
    host.start(0.0)
    run_host(host, until=lambda: host.match.step > steps)
    return host.match


def test_a_foreign_hand_is_a_leak_and_the_own_is_none() -> None:
    match = a_match()
    assert [leaks(project(match, SeatAudience(seat)), seat) for seat in range(6)] == [0] * 6
    assert leaks(project(match, PUBLIC), -1) == 0
    # Dealt and present hands of five others, or of six.
    assert leaks(project(match, EVERYTHING), 3) == 10
    assert leaks(project(match, EVERYTHING), -1) == 12
    assert leaks(project(match, SeatAudience(1)), 2) == 2


def snap_of(match: Match, seat: int) -> m.Snap:
    view = project(match, SeatAudience(seat))
    return m.Snap("t", 1, 7, 0, 1, encode_view(view), (), m.Clock(), you=seat)


@pytest.mark.parametrize(("numbers", "lost"), [([8, 9, 10], 0), ([8, 10], 1), ([9, 12], 3), ([8, 8], 1)], ids=str)
async def test_gaps_and_repetitions_are_counted_as_lost(numbers: list[int], lost: int) -> None:
    shared = Shared()
    shared.playing = False
    seat = LoadSeat("ws://127.0.0.1:9/", "x", shared, LoadTable(), 1)
    seat.take(snap_of(a_match(), 2), 0.0)
    for number in numbers:
        seat.take(m.Ev("t", 1, number, [], m.Clock()), 0.0)
    assert shared.lost == lost


async def test_latency_is_counted_from_the_sending_of_the_command() -> None:
    shared, table = Shared(), LoadTable()
    shared.playing = False
    table.sent[8] = 1.0
    seat = LoadSeat("ws://127.0.0.1:9/", "x", shared, table, 1)
    seat.take(snap_of(a_match(), 2), 0.0)
    seat.take(m.Ev("t", 1, 8, [], m.Clock()), 1.25)
    seat.take(m.Ev("t", 1, 9, [], m.Clock()), 1.5)
    assert shared.latencies == [250.0]
    assert len(encode(snap_of(a_match(), 2))) > 1000


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [([], 0.5, None), ([3.0], 0.99, 3.0), ([4.0, 1.0, 3.0, 2.0], 0.5, 3.0), ([*map(float, range(100))], 0.99, 99.0)],
)
def test_percentiles(values: list[float], share: float, expected: float | None) -> None:
    assert percentile(values, share) == expected


def test_the_report_names_ratios_and_says_what_cannot_be_measured() -> None:
    figures = Figures(2, 12, 5.0, 130, 40, 90, 30.0, 0.6, 2.0, 0.2, 0.5, 400.0, 20.0, None, None, 900, 0, 0, 0, 0)
    lines = report(figures).splitlines()
    assert "server" in lines[0]
    assert [line.split()[-1] for line in lines if "p50" in line or "p99" in line or "processor" in line] == [
        "3.0x",
        "4.0x",
        "20.0x",
    ]
    assert next(line for line in lines if "memory" in line).split()[-3:] == ["-", "-", "-"]


def test_what_was_not_measured_is_told_as_nothing() -> None:
    figures = Figures(1, 6, 1.0, 0, 0, 0, 0.0, None, None, None, None, None, None, None, None, 90, 0, 0, 0, 0)
    told = json.loads(json.dumps(figures.as_dict()))
    assert told.keys() >= KEYS
    assert {name for name, value in told.items() if value is None} == {
        *("p50_ms", "p99_ms", "echo_p50_ms", "echo_p99_ms", "cpu_us_per_action", "echo_cpu_us", "kib_per_seat"),
        "echo_kib",
    }
    assert told["actions"] == 0
    for line in report(figures).splitlines():
        if line.startswith(("delivery", "processor", "memory")):
            assert line.split()[-3:] == ["-", "-", "-"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--tables", "0"], "whole number"),
        (["--seconds", "x"], "whole number"),
        (["--tables", "999999999"], "at most 5000"),
        (["--seconds", "99999999"], "at most 86400"),
        (["--url", "http://example.org"], "no address of a table server"),
        (["--url", "ws://127.0.0.1:9/ws"], "cannot be reached"),
        (["--url", "ws://"], "no address of a table server"),
        (["--url", "ws://[::1/ws"], "no address of a table server"),
        (["--url", "ws://127.0.0.1:99999/ws"], "no address of a table server"),
        (["--url", "ws://127.0.0.1:0/ws"], "no address of a table server"),
        (["--url", "ws://127.0.0.1:x/ws"], "no address of a table server"),
        (["--url", "ws://127.0.0.1 /ws"], "no address of a table server"),
        (["--url", "ws://a..b/ws"], "no address of a table server"),
        (["--url", "ws://nosuch.invalid/ws"], "cannot be reached"),
        (["--rules", "bridge"], "bridge"),
    ],
)
def test_what_cannot_be_run_is_said_in_one_sentence(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status: Any
    try:
        status = main(["load", *arguments])
    except SystemExit as error:
        status = error.code
    said = capsys.readouterr()
    assert (status, said.out) == (2, "")
    assert words in said.err
    assert said.err.count("\n") == 1


def answering(content: bytes) -> Callable[[socket.socket], None]:
    def answer(connection: socket.socket) -> None:
        connection.recv(4096)
        connection.sendall(content)

    return answer


def status_of(number: int) -> Callable[[socket.socket], None]:
    return answering(f"HTTP/1.1 {number} Because\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())


@contextmanager
def something(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    """Something that listens and is no table server, or is one that lets nobody in."""

    def serve() -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                with connection, suppress(OSError):
                    connection.settimeout(30)
                    answer(connection)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join(30)


@pytest.mark.skipif(sys.platform == "win32", reason="no listener is shut down there")
@pytest.mark.parametrize(
    ("answer", "scheme", "words"),
    [
        (status_of(404), "ws", "there is no table server at ws://127.0.0.1:"),
        (status_of(200), "ws", "(it answers 200)"),
        (status_of(503), "ws", "needs its limits lifted"),
        (status_of(429), "ws", "needs its limits lifted"),
        (status_of(301), "ws", "(it answers 301)"),
        (answering(b"SSH-2.0-OpenSSH_9.6\r\n"), "ws", "there is no table server at ws://"),
        (answering(b""), "ws", "there is no table server at ws://"),
        (status_of(200), "wss", "there is no TLS at wss://"),
        (answering(b""), "wss", "there is no TLS at wss://"),
    ],
)
def test_what_is_no_table_server_is_said_in_one_sentence(
    answer: Callable[[socket.socket], None], scheme: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with something(answer) as port:
        status = main(["load", "--tables", "1", "--seconds", "1", "--url", f"{scheme}://127.0.0.1:{port}/ws"])
    said = capsys.readouterr()
    assert (status, said.out) == (2, "")
    assert words in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("limits", "path", "words"),
    [
        ({}, "/nope", "there is no table server at ws://"),
        ({"connections_per_address": 3}, "/ws", "needs its limits lifted"),
        ({"accounts_per_address": Rate(2, 0.1)}, "/ws", "(rate_limited): a load run comes from one address"),
        ({"tables_per_address": 1}, "/ws", "(too_many): a load run comes from one address"),
        ({"messages_before_auth": 0}, "/ws", "the server ended a connection before the tables were seated (4003"),
    ],
)
async def test_a_server_that_does_not_let_a_run_in_is_a_sentence(limits: dict[str, Any], path: str, words: str) -> None:
    async with a_server(limits=Limits()._replace(**limits)) as server:
        plan = Plan(2, 1.0, preset("tribute216"), url=f"ws://127.0.0.1:{server.port}{path}")
        with pytest.raises(LoadError) as refused:
            await run(plan, lambda _: None)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.timeout(110)
def test_a_small_run_plays_real_deals_and_loses_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["load", "--tables", "1", "--seconds", "4", "--json"])
    figures = json.loads(capsys.readouterr().out)
    assert figures.keys() >= KEYS
    assert (status, figures["lost"], figures["leaked"], figures["refused"], figures["dropped"]) == (0, 0, 0, 0, 0)
    assert figures["tables"] == 1
    assert figures["actions"] == figures["paced_actions"] + figures["full_actions"] > 0
    assert figures["echo_p50_ms"] > 0
    if sys.platform == "linux":
        assert isinstance(figures["kib_per_seat"], float)
