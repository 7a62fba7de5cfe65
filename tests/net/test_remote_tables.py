"""Which session and which table: new matches, other tables, other devices, spectators, six persons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from gouji_desktop.net.clientstate import Phase, Trouble
from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.rules.views import SeatAudience
from tests.net.following import HOURS, asked, begin, follow, over, truth
from tests.net.wired import Autopilot, Wired, maker
from tests.server.world import World


@pytest.fixture
def world() -> Iterator[World]:
    with World(seed=7, make_player=maker) as made:
        yield made


def test_another_match_is_another_session(world: World) -> None:
    wired = begin(world)
    Autopilot(wired, 3)
    first = wired.session
    assert world.clock.run(HOURS, until=partial(over, wired))
    wired.settle()
    wired.must(wired.client.rematch)
    wired.must(wired.client.start)
    wired.settle()
    assert wired.session is not first
    assert first is not wired.session
    assert [first.key[1], wired.session.key[1]] == [1, 2]


def test_a_session_that_was_closed_is_opened_again_at_the_present(world: World) -> None:
    """Somebody looks at something else meanwhile, and comes back to the table."""
    wired = begin(world)
    session = wired.session
    folded = follow(wired)
    assert world.clock.run(120.0, until=lambda: asked(wired))
    session.close()
    stale = folded()
    wired.drop()
    world.clock.run(60.0)
    wired.back()
    assert wired.client.session is session
    follow(wired)
    assert not session.closed
    assert session.latest.view.step > stale.step
    assert session.latest.view == truth(world, wired)
    Autopilot(wired, 3)
    assert world.clock.run(HOURS, until=partial(over, wired))
    world.clock.run(5.0)
    assert wired.client.proof.phase == ShufflePhase.VERIFIED


def test_who_is_at_two_tables_goes_from_one_to_the_other(world: World) -> None:
    wired = begin(world)
    table = wired.session.key[0]
    assert world.clock.run(120.0, until=lambda: asked(wired))
    other = wired.host("chayuan")
    assert wired.client.table.t == other
    assert wired.client.session is None
    world.clock.run(1.0)
    wired.must(wired.client.join, table)
    wired.settle()
    assert wired.client.table.you == 0
    assert wired.session.latest.view == next(iter(world.core.rooms))._play.match.host.view(SeatAudience(0))
    wired.must(wired.client.join, other)
    wired.settle()
    assert (wired.client.table.t, wired.client.session) == (other, None)


@pytest.mark.parametrize("drops", [False, True])
@pytest.mark.parametrize("plays", [False, True])
def test_who_watches_another_table_meanwhile_finds_the_own_one_again(world: World, *, plays: bool, drops: bool) -> None:
    wired, host = Wired(world, "甲"), Wired(world, "乙")
    own, other = wired.host(bots="hehhh"), host.host(bots="hehhh")
    host.must(host.client.start)
    if plays:
        wired.must(wired.client.start)
        wired.settle()
    for watched_before in (False, True):
        wired.must(wired.client.spectate, other)
        wired.settle()
        assert (wired.client.table.t, wired.client.watching) == (other, 30.0)
        if watched_before:
            wired.must(wired.client.unspectate)
        elif drops:
            wired.drop()
            wired.back()
            wired.settle()
            assert wired.client.table.t == other
        wired.must(wired.client.join, own)
        wired.settle()
        assert (wired.client.table.t, wired.client.table.you, wired.client.watching) == (own, 0, None)
        assert (wired.client.session is not None) == plays
        assert not plays or wired.session.key[0] == own


def test_who_watched_and_sat_down_comes_back_to_the_seat(world: World) -> None:
    host, wired = Wired(world, "甲"), Wired(world, "乙")
    table = host.host(bots="-ehhh")
    wired.must(wired.client.join, table)
    wired.must(wired.client.spectate, table)
    wired.must(wired.client.sit, 1)
    wired.settle()
    wired.drop()
    wired.back()
    wired.settle()
    client = wired.client
    assert (client.table.t, client.table.you, client.watching, client.notice) == (table, 1, None, None)


def test_who_watches_and_comes_back_too_often_is_let_in_after_a_while(world: World) -> None:
    host, wired = Wired(world, "甲"), Wired(world, "乙")
    table = host.host(bots="hehhh", deals=1)
    host.must(host.client.start)
    wired.must(wired.client.spectate, table)
    world.clock.run(40.0)
    for _ in range(10):
        wired.drop()
        wired.back()
    peer = world.core._presence.of(wired.client.state.uid)
    assert peer is not None
    assert not peer.watching
    assert world.clock.run(15.0, until=lambda: bool(peer.watching))
    before = wired.session.latest.view.step
    Autopilot(host, 3)
    assert world.clock.run(60.0, until=lambda: wired.session.latest.view.step > before)


@pytest.mark.parametrize("gone", [False, True])
def test_who_leaves_one_table_is_shown_the_match_at_the_other(world: World, *, gone: bool) -> None:
    """Left, or closed while the connection was lost; the match at the other was told of long ago."""
    wired, watcher = begin(world, turn_s=60), Wired(world, "乙")
    own, (room,) = wired.client.table.t, world.core.rooms
    table = wired.host()
    assert world.core.rooms[-1].id == table
    if gone:
        wired.drop()
        world.core._registry.close(world.core.rooms[-1], "closed")
        wired.back()
    else:
        wired.must(wired.client.leave)
    assert wired.client.table is None
    watcher.must(watcher.client.spectate, own)
    world.clock.run(1.0)
    assert wired.session.key[0] == own
    assert wired.session.latest.view == room._play.match.host.view(SeatAudience(0))


def test_why_a_match_is_gone_is_known_as_soon_as_it_is(world: World) -> None:
    wired = begin(world)
    told: list[tuple[str, Trouble | None]] = []
    wired.client.subscribe(lambda topic: told.append((topic, wired.client.notice)))
    world.core._registry.close(world.core.rooms[0], "closed")
    wired.settle()
    assert ("session", Trouble("gone_closed")) in told
    assert ("session", None) not in told


def test_a_seat_elsewhere_leads_nobody_away_who_watches_and_asks_to_come_in(world: World) -> None:
    """The connection is lost before the answer; after it the server first tells of the tables where one has a seat."""
    host, wired = Wired(world, "甲"), begin(world)
    table = host.host(bots="-hhhh")
    wired.must(wired.client.spectate, table)
    wired.client.join(table)
    wired.drop()
    wired.back()
    world.clock.run(1.0)
    peer = world.core._presence.of(wired.client.state.uid)
    assert wired.client.table.t == table
    assert wired.client.watching is not None
    assert peer.watching == {table}


def test_a_program_that_starts_anew_is_back_at_its_seat(world: World) -> None:
    wired = begin(world)
    assert world.clock.run(120.0, until=lambda: asked(wired))
    wired.drop()
    again = Wired(world, "", kept=wired.client.kept)
    assert again.client.state.uid == wired.client.state.uid
    assert again.session.seat == 0
    assert again.session.latest.view == truth(world, again)
    assert again.client.table.you == 0


def test_a_second_device_takes_over(world: World) -> None:
    wired = begin(world)
    other = Wired(world, "", kept=wired.client.kept)
    world.clock.run(1.0)
    assert wired.client.state.phase == Phase.CLOSED
    assert wired.client.state.trouble.key == "replaced"
    assert wired.after.stop
    assert other.session.latest.view == truth(world, other)


def test_spectators_see_the_same_whenever_they_come(world: World) -> None:
    host = Wired(world, "甲")
    table = host.host(bots="hhehe", deals=1)
    early, late = Wired(world, "乙"), Wired(world, "丙")
    early.must(early.client.spectate, table)
    host.must(host.client.start)
    Autopilot(host, 3)
    world.clock.run(90.0)
    follow(early)
    late.must(late.client.spectate, table)
    late.settle()
    assert early.session.latest.view == late.session.latest.view
    assert (late.session.seat, late.session.capabilities) == (None, frozenset())
    late.drop()
    world.clock.run(10.0)
    late.back()
    assert late.client.watching == 30.0
    assert early.session.latest.view == late.session.latest.view
    assert world.clock.run(HOURS, until=lambda: over(early) and over(late))
    assert early.session.latest.view.results == host.session.latest.view.results
    assert early.session.latest.view == late.session.latest.view == truth(world, early)


def test_six_persons_play_and_every_share_counts(world: World) -> None:
    people = [Wired(world, name) for name in "甲乙丙丁戊己"]
    host, *others = people
    table = host.host("tribute216", deals=1)
    for seat, wired in enumerate(others, 1):
        wired.must(wired.client.join, table)
        wired.must(wired.client.sit, seat)
        wired.must(wired.client.ready)
    host.must(host.client.start)
    world.clock.run(1.0)
    for number, wired in enumerate(people):
        Autopilot(wired, number, thinks=0.4)
    started = [wired.session.latest.view.deal for wired in people]
    assert all(started)
    assert world.clock.run(HOURS, until=lambda: all(over(wired) for wired in people))
    world.clock.run(5.0)
    assert {wired.client.proof.phase for wired in people} == {ShufflePhase.VERIFIED}
    assert {wired.client.proof.shares for wired in people} == {6}
    assert len({wired.session.latest.view.results for wired in people}) == 1
    assert all(wired.session.latest.view == truth(world, wired) for wired in people)
