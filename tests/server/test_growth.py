"""A server that runs for months holds no more than one that has just been started: what is gone is forgotten."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.server import ServerProtocol

from gouji_desktop.net import requests as req
from gouji_desktop.server.config import Rate
from gouji_desktop.server.connections import GuardedConnection
from gouji_desktop.server.gateway import SocketLink
from gouji_desktop.server.outbound import Outbound
from gouji_desktop.server.past import DealPast
from gouji_desktop.server.peers import Peer
from gouji_desktop.server.room import Room
from gouji_desktop.server.room_match import RoomMatch
from gouji_desktop.server.room_views import MatchFrames
from gouji_desktop.server.spectators import Spectators
from gouji_desktop.table.host import TableHost
from tests.server.gates import a_gate, answers, until
from tests.server.holding import alive, held_by, without_collector
from tests.server.world import ScriptedClient, World

MANY = Rate(10_000, 10_000.0)
#: What a finished deal leaves in the memory of its table: its result.
OBJECTS_A_DEAL = 50


def forget(world: World, *clients: ScriptedClient) -> None:
    """These go, and the test forgets them, too."""
    for client in clients:
        if client.connected:
            client.drop()
        client.peer = client.link = None
        world.clients.remove(client)
    world.run(1.0)


def test_a_table_holds_its_running_deal_and_the_results_of_the_others() -> None:
    with World(seed=1, next_deal_seconds=100.0, commands=MANY) as world:
        wang, watcher = world.client("wang"), world.client("w")
        table = world.table(wang, deals=99)
        watcher.must(req.Spectate, t=table)
        room = world.core.rooms[0]
        # It lets the others wait for it between the deals.
        wang._go_on = lambda *_, **__: None  # type: ignore[method-assign]
        found, kept = [], []
        for deals in range(1, 5):
            world.play(table, lambda deals=deals: room.row().done >= deals)  # type: ignore[misc]
            # Spectators have seen the end of the deal, and the next one has not begun.
            world.run(50.0)
            wang.must(req.FetchLog, t=table, match=1, offset=0)
            world.run(10.0)
            # One deal is longer than another.
            found.append(held_by(world, DealPast, MatchFrames))
            assert room._play.match is not None
            kept.append(len(room._play.match._past._kept) + len(room._spectators._past._kept))
            wang.must(req.Ready, t=table)
        before, after = found[1], found[-1]
        assert (after.objects - before.objects).total() < 2 * OBJECTS_A_DEAL, after.objects - before.objects
        # Their logs are in the store.
        assert after.bytes["bytes"] - before.bytes["bytes"] < 1000
        assert max(kept) < 2 * min(kept)


def _see_a_match(world: World, number: int) -> None:
    """A match is played, watched, and played again; everybody leaves."""
    wang, li, watcher = (world.client(f"{name}{number}") for name in ("a", "b", "w"))
    table = world.table(wang, li)
    watcher.must(req.Spectate, t=table)
    watcher.must(req.LobbySub)
    world.play_match(table)
    wang.must(req.Rematch, t=table)
    world.run(40.0)
    for client in (wang, li):
        client.leave(table)
    forget(world, wang, li, watcher)


def _come_and_go(world: World, number: int) -> None:
    """Somebody makes a table and is lost, somebody looks in vain, comes by, is a stranger, says nonsense."""
    host, guest, stranger = (world.client(f"{name}{number}") for name in ("h", "g", "s"))
    table = host.create()
    guest.must(req.LobbySub, rules=f"r{number}")
    guest.must(req.Spectate, t=table)
    guest.must(req.Unspectate, t=table)
    guest.join(table)
    guest.sit(table, 3)
    guest.must(req.Say, t=table, text="a")
    host.must(req.Kick, t=table, seat=3)
    guest.must(req.LobbyUnsub)
    stranger.refused(req.Join, t=f"none{number}")
    stranger.send_raw(f"nonsense {number}")
    silent = world.client("n", sign_in=False, address=f"198.51.100.{number}")
    forget(world, host, guest, stranger, silent)
    world.run(700.0)


def _come_back(world: World, number: int) -> None:
    """Somebody is lost and comes back, more than once."""
    client = world.clients[0]
    for _ in range(5 * number):
        client.back()
    client.frames.clear()
    client.received.clear()
    client._read_to = 0


@pytest.mark.parametrize("doing", [_see_a_match, _come_and_go, _come_back])
def test_what_is_gone_is_forgotten(doing: Callable[[World, int], None]) -> None:
    with World(seed=2, visits=MANY, accounts_per_address=MANY) as world:
        world.client("lasting").create()
        doing(world, 1)
        before = held_by(world)
        for number in range(2, 4):
            doing(world, number)
        after = held_by(world)
        # Something was counted that had not happened before.
        assert after.objects - before.objects <= Counter({"str": 4})
        assert (after.bytes - before.bytes).total() < 1000


def test_what_is_gone_is_free_without_the_collector_of_garbage() -> None:
    kinds = Room, RoomMatch, TableHost, Spectators, Peer
    with World(seed=2) as world, without_collector():
        before = alive(*kinds)
        _see_a_match(world, 1)
        _come_and_go(world, 2)
        assert alive(*kinds) == before


async def _lost(client: ClientConnection) -> None:
    client.transport.abort()


async def _put_out(client: ClientConnection) -> None:
    await client.send("close 4001")
    await client.wait_closed()


@pytest.mark.parametrize("ending", [ClientConnection.close, _lost, _put_out])
async def test_a_socket_that_is_gone_is_free_without_the_collector_of_garbage(
    ending: Callable[[ClientConnection], Awaitable[None]],
) -> None:
    kinds = GuardedConnection, ServerProtocol, SocketLink, Outbound
    async with a_gate() as gate:
        with without_collector():
            before = alive(*kinds)
            for _ in range(3):
                async with gate.connect() as client:
                    await answers(client)
                    assert alive(*kinds) != before
                    await ending(client)
            await until(lambda: not gate.gateway.connections and not gate.gateway.sockets[0])
            gate.core.all.clear()
            await asyncio.sleep(0)
            assert alive(*kinds) == before
