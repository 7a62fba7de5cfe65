"""Connections that end and come back, a server that is restarted, and a match from its first card to its last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import STOPPED, CloseCode
from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.state import Hand
from gouji_desktop.table.codec import encode_rules
from tests.server.world import ScriptedClient, World
from tests.table.drivers import RULES, RandomPlayer


@pytest.fixture
def world() -> Iterator[World]:
    with World() as made:
        yield made


def own_hand(client: ScriptedClient, table: str) -> Hand:
    """The own cards as the client knows them."""
    followed = client.follow(table)
    assert followed.view.deal is not None
    assert followed.you is not None
    hand = followed.view.deal.hands[followed.you]
    assert isinstance(hand, Hand)
    return hand


def outcome(client: ScriptedClient, table: str) -> Any:
    """A match that is over: the last deal but for the own cards of its beginning, and all results."""
    view = client.follow(table).view
    assert view.deal is not None
    return view.deal._replace(dealt=()), view.results


def dealt(world: World, table: str, *clients: ScriptedClient) -> None:
    """Let time pass until everybody has cards."""
    assert world.run(
        60.0, until=lambda: all(table in each.matches and each.follow(table).view.deal is not None for each in clients)
    )


# -- a match ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_six_persons_play_a_match(rules: str) -> None:
    with World(seed=5) as world:
        clients = [world.client(f"p{number}") for number in range(6)]
        table = world.table(*clients, rules=rules)
        world.play_match(table)
        assert len({str(outcome(client, table)) for client in clients}) == 1
        assert [client.proof(table) for client in clients] == [ShufflePhase.VERIFIED] * 6


def test_two_persons_and_four_bots_play_two_deals_and_again(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang, li, deals=2, seats=(0, 3))
    world.play_match(table, policy={wang: RandomPlayer(1).answer, li: RandomPlayer(2).answer})
    assert wang.place(table).phase == "over"
    li.must(req.Rematch, t=table)
    li.ready(table)
    wang.start(table)
    world.pump()
    world.play_match(table)
    assert wang.place(table).match == 2


def test_the_same_seed_gives_the_same_frames() -> None:
    def told(seed: int) -> list[list[bytes]]:
        with World(seed=seed) as world:
            clients = [world.client(f"p{number}") for number in range(2)]
            table = world.table(*clients)
            world.run(200.0)
            return [client.frames for client in clients] if table else []

    assert told(1) == told(1)
    assert told(1) != told(2)


def test_a_table_of_people_who_are_asleep_plays_on(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang, li)
    assert world.run(6 * 3600.0, until=lambda: wang.place(table).phase == "over")


# -- connections --------------------------------------------------------------------------------------------------


def test_who_comes_back_has_seat_and_hand_as_before(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang, li)
    dealt(world, table, wang, li)
    hand, seat = own_hand(li, table), li.seat(table)
    li.drop()
    world.run(3.0)
    assert [each.connected for each in wang.place(table).seats[:2]] == [True, False]
    mark = li.mark()
    li.back()
    kinds = [type(message) for message in li.since(mark)]
    assert kinds[:5] == [msg.Welcome, msg.Authed, msg.Table, msg.Past, msg.Snap]
    held = li.last(msg.Authed).seats
    assert [(each.t, each.seat) for each in held] == [(table, seat)]
    assert own_hand(li, table).faces == hand.faces
    assert wang.place(table).seats[1].connected


def test_a_connection_that_is_replaced_hears_nothing_more(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang, li)
    old, heard = li.link, li.frames
    assert old is not None
    newer = ScriptedClient(world, "li", li.address, li.features)
    world.clients.append(newer)
    newer.token, newer.places = li.token, dict(li.places)
    newer.connect()
    newer.sign_in()
    count = len(heard)
    assert old.closed is not None
    assert old.closed[0] == CloseCode.REPLACED
    world.run(120.0)
    assert len(heard) == count
    newer.read()
    assert newer.matches[table].position
    assert wang.place(table).seats[1].connected, "the old connection's end takes nobody away"


def test_nothing_is_sent_to_who_is_gone(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang, li)
    li.drop()
    count = len(li.frames)
    world.run(60.0)
    wang.play(table)
    assert len(li.frames) == count
    assert world.core.stats.connections == 1


def test_a_connection_may_end_while_it_is_sent_to(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link that is cut off for being slow says so in the middle of the table's sending."""
    wang, li, zhao = (world.client(name) for name in ("wang", "li", "zhao"))
    table = world.table(wang, li, zhao, start=False)
    link, peer = li.link, li.peer
    assert link is not None
    assert peer is not None

    def cut(_frame: bytes, *, droppable: bool = False) -> None:
        peer.gone()

    monkeypatch.setattr(link, "send", cut)
    wang.must(req.Say, t=table, text="hello")
    assert zhao.last(msg.Said).text == "hello"
    assert wang.place(table).seats[1].connected, "the table is not told in the middle of what it does"
    world.run(1.0)
    wang.read()
    assert not wang.place(table).seats[1].connected


@pytest.mark.parametrize("moments", [(0.0, 1.0), (5.0, 40.0), (33.0, 0.5), (70.0, 100.0)])
def test_dropped_at_any_moment_everybody_ends_with_the_same(moments: tuple[float, float]) -> None:
    with World(seed=9) as world:
        wang, li = world.client("wang"), world.client("li")
        table = world.table(wang, li)
        world.run(moments[0])
        li.drop()
        world.run(moments[1])
        li.back()
        world.play_match(table)
        assert outcome(wang, table) == outcome(li, table)


# -- the server ---------------------------------------------------------------------------------------------------


def test_a_server_that_is_killed_goes_on_where_it_was(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang, li)
    dealt(world, table, wang, li)
    world.play(table, until=lambda: wang.follow(table).seq > 20)
    hands = [own_hand(client, table) for client in (wang, li)]
    epoch = wang.follow(table).ep
    world.restart()
    assert [room.id for room in world.core.rooms] == [table]
    for client in (wang, li):
        client.back()
    assert [own_hand(client, table) for client in (wang, li)] == hands
    assert wang.follow(table).ep > epoch
    world.play_match(table)
    assert outcome(wang, table) == outcome(li, table)


def test_a_command_that_is_sent_again_after_a_restart_is_done_once(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang, li)
    assert world.run(60.0, until=lambda: table in wang.matches and wang.follow(table).prompt is not None)
    command = wang.command(table)
    assert command is not None
    wang.send(command)
    first = wang.answers(command.id)[0]
    assert isinstance(first, msg.Ack)
    world.restart()
    wang.back()
    position = wang.follow(table).position
    wang.send(command)
    again = wang.answers(command.id)[-1]
    assert isinstance(again, msg.Ack)
    assert again.seq == first.seq
    assert wang.follow(table).position == position


def test_waiting_tables_outlive_the_server_too(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table, private = wang.create(title="evening"), wang.create(private=True)
    code = wang.place(private).code
    li.join(table)
    li.sit(table, 4)
    world.restart()
    for client in (wang, li):
        client.places.clear()
        client.back()
    assert (li.seat(table), wang.place(table).title) == (4, "evening")
    li.must(req.Join, code=code)


def test_a_table_that_cannot_be_restored_keeps_no_other_back(world: World, caplog: pytest.LogCaptureFixture) -> None:
    wang = world.client("wang")
    first, second = wang.create(), wang.create()
    world.store.put_table(first, b"{")
    with caplog.at_level("CRITICAL", logger="gouji_desktop.server.core"):
        world.restart()
    assert [room.id for room in world.core.rooms] == [second]
    assert world.core.stats.counters["not_restored"] == 1


def test_a_planned_restart_says_when_to_come_back(world: World) -> None:
    clients = [world.client(f"p{number}") for number in range(6)]
    table = world.table(*clients[:3])
    world.core.drain(5.0)
    waits = []
    for client in clients:
        client.read()
        bye = client.last(msg.Bye)
        assert client.closed is not None
        assert client.closed[0] == bye.code == CloseCode.RESTART
        assert bye.reconnect_after is not None
        waits.append(bye.reconnect_after)
    assert min(waits) >= 5.0
    assert len(set(waits)) == len(waits), "not all at once"
    late = ScriptedClient(world, "late", "192.0.2.1", ())
    late.connect()
    late.read()
    assert late.closed is not None
    assert late.closed[0] == CloseCode.RESTART
    world.run(3600.0)
    world.restart()
    clients[0].back()
    assert table in clients[0].places


def test_a_stopped_server_does_nothing_any_more(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    world.table(wang, li)
    (room,) = world.core.rooms
    world.core.close()
    count = wang.mark()
    world.run(6 * 3600.0)
    assert wang.mark() == count
    assert room.phase == "playing", "its tables stand still"
    assert wang.closed is not None
    assert wang.closed[0] == wang.last(msg.Bye).code == CloseCode.SHUTDOWN
    bye = wang.last(msg.Bye)
    assert (bye.reason, bye.reconnect_after) == (STOPPED, None)
    assert wang.closed[1] == STOPPED
    late = ScriptedClient(world, "late", "192.0.2.1", ())
    late.connect()
    late.read()
    assert late.last(msg.Bye) == bye


def test_what_there_is_can_be_counted(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    world.table(wang, li)
    li.create()
    li.refused(req.Sit, t="nothing", seat=0)
    stats = world.core.stats
    assert (stats.connections, stats.signed_in) == (2, 2)
    assert stats.tables == {"playing": 1, "waiting": 1}
    assert stats.counters["signed_in"] == 2
    assert stats.counters["err.table_gone"] == 1
    assert stats.counters["messages"] > 8


def test_frames_can_be_tapped(world: World) -> None:
    heard: list[tuple[Any, bytes]] = []
    world.taps.append(lambda client, frame: heard.append((client, frame)))
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang, li)
    world.run(30.0)
    assert table
    assert [frame for client, frame in heard if client is li] == li.frames
    assert len(heard) == len(wang.frames) + len(li.frames)


def test_a_command_that_is_sent_twice_is_done_once(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang, li)
    assert world.run(60.0, until=lambda: table in wang.matches and wang.follow(table).prompt is not None)
    command = wang.command(table)
    assert command is not None
    wang.send(command)
    position = wang.follow(table).position
    wang.send(command)
    answers = wang.answers(command.id)
    assert len(answers) == 2
    assert answers[0] == answers[1]
    assert wang.follow(table).position == position


def test_a_table_that_is_asked_for_again_after_a_restart_is_made_once(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")

    def create(client: ScriptedClient, number: str, **fields: Any) -> Any:
        client.send(req.Create(id=number, rules=rules, **fields))
        return client.answers(number)[-1]

    rules = encode_rules(preset("tribute216"))
    made = create(wang, "x.1", private=True)
    other = create(wang, "x.2")
    world.restart()
    wang.back()
    li.back()
    again = create(wang, "x.1", private=True)
    assert (again.t, again.code) == (made.t, made.code)
    assert create(wang, "x.2").t == other.t
    assert {room.id for room in world.core.rooms} == {made.t, other.t}
    # An id is its account's own, and another id is another table.
    assert create(li, "x.1").t not in (made.t, other.t)
    assert create(wang, "x.3").t not in (made.t, other.t)
