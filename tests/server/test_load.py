"""The load driver: what it counts, and one small run over real sockets."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from gouji_desktop.cli.main import main
from gouji_desktop.net import messages as m
from gouji_desktop.net.wire import encode
from gouji_desktop.rules.state import Match
from gouji_desktop.rules.views import EVERYTHING, PUBLIC, SeatAudience, project
from gouji_desktop.server.load.figures import Figures, percentile, report
from gouji_desktop.server.load.seat import LoadSeat, LoadTable, Shared, leaks
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.viewcodec import encode_view
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
    [([], 0.5, 0.0), ([3.0], 0.99, 3.0), ([4.0, 1.0, 3.0, 2.0], 0.5, 3.0), ([*map(float, range(100))], 0.99, 99.0)],
)
def test_percentiles(values: list[float], share: float, expected: float) -> None:
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


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--tables", "0"], "whole number"),
        (["--seconds", "x"], "whole number"),
        (["--tables", "999999999"], "at most 5000"),
        (["--seconds", "99999999"], "at most 86400"),
        (["--url", "http://example.org"], "no address of a table server"),
        (["--url", "ws://127.0.0.1:9/ws"], "cannot be reached"),
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
