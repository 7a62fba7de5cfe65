"""A network or a server that fails is nobody's fault: no person misses a deadline by it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import CloseCode
from gouji_desktop.server.admission import Admission
from gouji_desktop.server.config import Limits, Rate
from tests.server.world import ScriptedClient, World
from tests.table.drivers import FakeClock

#: Its deals begin with a lead.
RULES = "zaozhuang6"


@pytest.fixture
def world() -> Iterator[World]:
    with World(seed=3) as made:
        yield made


def seated(world: World, persons: int = 4, turn_s: int = 20) -> tuple[str, list[ScriptedClient]]:
    """A table at which play has begun, and nobody answers any more."""
    clients = [world.client(f"p{number}") for number in range(persons)]
    table = world.table(*clients, rules=RULES, turn_s=turn_s)
    world.play(table, lambda: clients[0].follow(table).seq > 8)
    return table, clients


def asked(world: World, table: str, clients: list[ScriptedClient]) -> ScriptedClient:
    """Whoever of them is asked next."""
    assert world.run(10.0, until=lambda: any(each.follow(table).prompt for each in clients))
    return next(each for each in clients if each.follow(table).prompt)


def missed(world: World) -> int:
    return world.core.stats.counters.get("timeouts", 0)


def test_persons_who_are_lost_together_have_all_their_time_when_they_are_back(world: World) -> None:
    table, clients = seated(world)
    thinking = asked(world, table, clients)
    world.run(19.0)
    for each in clients:
        each.drop()
    world.run(18.0)
    thinking.back()
    thinking.play(table)
    # Whoever is asked next is still away, for longer than one who was lost alone is waited for.
    world.run(8.0)
    assert missed(world) == 0
    for each in clients:
        if each is not thinking:
            each.back()
    world.play_match(table)
    assert missed(world) == 0


def test_short_turns_are_no_shorter_for_who_comes_back(world: World) -> None:
    table, clients = seated(world, turn_s=5)
    thinking = asked(world, table, clients)
    stays = next(each for each in clients if each is not thinking)
    for each in clients:
        if each is not stays:
            each.drop()
    world.run(9.0)
    stays.must(req.Trustee, t=table, on=True)
    world.run(2.0)
    thinking.back()
    world.run(2.0)
    assert missed(world) == 0
    assert thinking.play(table) is not None


def test_who_is_lost_alone_has_no_more_time(world: World) -> None:
    table, clients = seated(world)
    thinking = asked(world, table, clients)
    world.run(19.0)
    thinking.drop()
    world.run(3.0)
    assert missed(world) == 1


def test_nobody_stops_a_table_for_good_by_being_lost(world: World) -> None:
    table, clients = seated(world)
    asked(world, table, clients)
    for _ in range(5):
        for each in clients:
            each.drop()
        world.run(10.0)
        for each in clients:
            each.back()
        world.run(9.0)
    assert missed(world) > 0


def test_an_answer_that_waits_while_the_server_is_late_counts(world: World) -> None:
    table, clients = seated(world)
    thinking = asked(world, table, clients)
    # The loop is held up over the deadline; the answer lies in the socket.
    world.clock.now += 23.0
    world.clock.run(0.0)
    thinking.play(table)
    world.run(2.0)
    assert missed(world) == 0
    asked(world, table, clients)
    world.clock.now += 23.0
    world.run(3.0)
    assert missed(world) == 1


def test_a_hello_that_waits_while_the_server_is_late_counts(world: World) -> None:
    early, never = world.client("early", sign_in=False), world.client("never", sign_in=False)
    early.drop()
    never.drop()
    early.connect(hello=False)
    never.connect(hello=False)
    world.clock.now += 9.0
    world.clock.run(0.0)
    early.send(req.Hello(v=(1,), client="scripted"))
    world.run(6.0)
    assert early.connected
    assert never.closed == (CloseCode.PROTOCOL, "no hello came")


def test_a_lost_seat_is_let_in_before_the_others(world: World) -> None:
    lost: list[str] = []
    world.core.seat_lost = lost.append
    _, clients = seated(world, persons=2)
    world.client("idle", address="198.51.100.7").drop()
    clients[0].drop()
    assert lost == [clients[0].address]

    clock = FakeClock()
    admission = Admission(Limits(handshakes=Rate(3, 1.0)), clock.time)
    admission.expect("seat")
    assert [admission.admit(f"idle{number}") for number in range(3)] == [None] * 3
    assert admission.admit("idle") is not None
    assert admission.admit("seat") is None
    assert admission.admit("seat") is not None
    admission.expect("late")
    clock.run(200.0)
    for number in range(3):
        assert admission.admit(f"more{number}") is None
    assert admission.admit("late") is not None
