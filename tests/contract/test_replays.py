"""A replay shows any moment of a match as it was, and no more of it than its audience may see."""

from __future__ import annotations

from pathlib import Path

import pytest

from gouji_desktop.rules.engine import evolve
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.views import EVERYTHING, PUBLIC, Audience, SeatAudience, project
from gouji_desktop.table.log import MatchLog, parse_log, read_log
from gouji_desktop.table.replay import ReplaySession
from gouji_desktop.table.session import Capability, SeekableSession, Update
from tests.contract.sessions import local
from tests.table.drivers import FakeClock

AUDIENCES: list[Audience] = [EVERYTHING, PUBLIC, *(SeatAudience(seat) for seat in range(SEATS))]


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("replay")
    scene = local(folder)
    scene.finish()
    scene.session.close()
    return (folder / "local.gouji").read_bytes()


@pytest.fixture
def log(content: bytes) -> MatchLog:
    return parse_log(content)


@pytest.mark.parametrize("audience", AUDIENCES)
def test_every_position_is_the_match_then(log: MatchLog, audience: Audience) -> None:
    session: SeekableSession = ReplaySession(log, FakeClock(), audience)
    assert Capability.SEEK in session.capabilities
    assert session.length == len(log.batches)
    match = log.start
    for position in range(session.length + 1):
        session.seek(position)
        assert session.position == position
        assert session.latest.view == project(match, audience)
        if position < session.length:
            for event in log.batches[position]:
                match = evolve(match, event)


def test_seeking_tells_a_snapshot_and_stays_within(log: MatchLog) -> None:
    session = ReplaySession(log, FakeClock())
    updates: list[Update] = []
    session.subscribe(updates.append)
    session.seek(10**6)
    assert session.position == session.length
    session.seek(-5)
    assert session.position == 0
    assert all(update.snapshot and update.events == () for update in updates)
    assert len(updates) == 2


def test_steps_forward_and_back_stop_where_something_is_seen(log: MatchLog) -> None:
    session = ReplaySession(log, FakeClock(), SeatAudience(2))
    updates: list[Update] = []
    session.subscribe(updates.append)
    forward = [0]
    for _ in range(40):
        session.step(1)
        forward.append(session.position)
    assert all(update.events for update in updates)
    assert len(set(forward)) == len(forward)
    for position in reversed(forward[:-1]):
        session.step(-1)
        assert session.position == position
    session.step(-1)
    assert session.position == 0
    session.seek(session.length)
    session.step(1)
    assert session.position == session.length


def test_deals_can_be_found(log: MatchLog) -> None:
    session = ReplaySession(log, FakeClock())
    assert len(session.deal_starts) == log.header.deals
    assert session.deal_starts[0] == 1
    for number, position in enumerate(session.deal_starts, 1):
        session.next_deal()
        assert session.position == position
        deal = session.latest.view.deal
        assert deal is not None
        assert deal.number == number
    session.next_deal()
    assert session.position == session.length


def test_it_plays_at_its_pace_to_the_end_and_again(log: MatchLog) -> None:
    clock = FakeClock()
    session = ReplaySession(log, clock)
    clock.run(100)
    assert session.position == 0
    assert session.latest.paused
    session.set_paused(False)
    clock.run(8.1)
    assert session.position == 10
    session.set_pace("fast")
    clock.run(3.6)
    assert session.position == 20
    clock.run(3600)
    assert session.position == session.length
    assert session.latest.paused
    session.set_paused(False)
    assert session.position == 0
    clock.run(1)
    assert session.position == 2


def test_another_pair_of_eyes_sees_the_same_moment(log: MatchLog) -> None:
    session = ReplaySession(log, FakeClock(), EVERYTHING)
    session.seek(25)
    step = session.latest.view.step
    for audience in AUDIENCES:
        session.look(audience)
        assert session.audience == audience
        assert session.position == 25
        assert session.latest.view.step == step


def test_a_running_deal_stays_secret(log: MatchLog, content: bytes) -> None:
    starts = ReplaySession(log, FakeClock()).deal_starts
    lines = content.splitlines(keepends=True)
    running = parse_log(b"".join(lines[: starts[1] + 12]))
    session = ReplaySession(running, FakeClock(), SeatAudience(0))
    assert session.length == starts[1] + 11
    session.seek(session.length)
    for audience in AUDIENCES:
        if audience != SeatAudience(0):
            session.look(audience)
            assert session.length == session.position == starts[1] - 1
            assert session.latest.view.results
    first = parse_log(b"".join(lines[:9]))
    assert ReplaySession(first, FakeClock(), EVERYTHING).length == 0
    assert ReplaySession(first, FakeClock(), SeatAudience(0)).length == 8


def test_an_empty_log_can_be_looked_at(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.gouji"
    path.write_bytes(content[: content.index(b"\n") + 1])
    clock = FakeClock()
    session = ReplaySession(read_log(path), clock)
    session.step(1)
    session.step(-1)
    session.set_paused(False)
    clock.run(10)
    assert (session.position, session.length, session.latest.paused) == (0, 0, True)
