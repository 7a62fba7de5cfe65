"""Real sockets through a network that is slow, torn, blocked and one-sided: matches go on, and everybody comes back."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, NamedTuple

import pytest

from gouji_desktop.net.clientstate import Phase
from gouji_desktop.rules.views import SeatAudience, project
from gouji_desktop.server.app import TableServer
from gouji_desktop.server.config import Config, Limits, Rate
from gouji_desktop.server.room import Room
from gouji_desktop.table.session import Controller
from tests.chaos.proxy import ChaosProxy, Roughness
from tests.chaos.seats import SocketSeat, run_fast, take_seats, until

#: So many seconds pass in one: what is a minute for the table is a second for the test.
FACTOR = 80.0


class Net(NamedTuple):
    server: TableServer
    proxies: tuple[ChaosProxy, ...]
    ports: tuple[int, ...]

    def room(self, table: str) -> Room:
        return next(room for room in self.server.core.rooms if room.id == table)


@asynccontextmanager
async def a_net(ways: int, **more: Any) -> AsyncIterator[Net]:
    """A server and so many ways to it."""
    limits = Limits(logins_per_address=Rate(1000, 10.0), handshakes_per_address=Rate(1000, 100.0), **more)
    server = TableServer(Config(port=0, limits=limits))
    await server.start()
    proxies = tuple(ChaosProxy(server.port, seed=number) for number in range(ways))
    try:
        yield Net(server, proxies, tuple([await proxy.start() for proxy in proxies]))
    finally:
        for proxy in proxies:
            await proxy.stop()
        await server.stop(patience=1.0)


async def leave(seats: list[SocketSeat]) -> None:
    for each in seats:
        await each.connection.close()


async def agree(net: Net, table: str, seats: list[SocketSeat]) -> None:
    """Everybody sees what the server does, as soon as it has arrived, and has always seen it."""
    match = net.room(table)._play.match
    assert match is not None

    def same(number: int, each: SocketSeat) -> bool:
        there = each.session.position[:2] == (match.frames.epoch, match.frames.seq)
        return there and each.session.latest.view == project(match.match, SeatAudience(number))

    for number, each in enumerate(seats):
        await until(partial(same, number, each), 60.0)
        assert not each.witness.faults
        assert not each.notices


async def torment(proxy: ChaosProxy, chance: random.Random) -> None:
    """One evil after the other."""
    while True:
        await asyncio.sleep(chance.uniform(5.0, 25.0))
        match chance.choice(["reset", "dead", "deaf", "mute", "pause", "slow", "sliced"]):
            case "reset":
                proxy.reset()
            case "dead":
                proxy.swallow()
            case "deaf":
                proxy.swallow("down")
            case "mute":
                proxy.swallow("up")
            case "pause":
                proxy.paused = frozenset({chance.choice(["up", "down"])})
            case "slow":
                proxy.roughness = Roughness(latency=(0.1, 0.6), bandwidth=8_000.0)
            case "sliced":
                proxy.roughness = Roughness(latency=(0.0, 0.1), slices=1)
        await asyncio.sleep(chance.uniform(1.0, 20.0))
        proxy.heal()
        proxy.roughness = Roughness(latency=(0.01, 0.2))


async def tormented(seed: int, seconds: float) -> None:
    async with a_net(3) as net:
        table, seats = await take_seats(net.ports, "jinyou4")
        loop = asyncio.get_running_loop()
        evils = [loop.create_task(torment(proxy, random.Random(seed + n))) for n, proxy in enumerate(net.proxies)]
        end = loop.time() + seconds
        await until(lambda: net.room(table).phase == "over" or loop.time() > end, 3600.0)
        for evil in evils:
            evil.cancel()
        for proxy in net.proxies:
            proxy.heal()
            proxy.roughness = Roughness()
        await agree(net, table, seats)
        assert sum(each.arrivals for each in seats) > len(seats) + 3, "nobody was disturbed"
        await leave(seats)


def test_a_match_on_tormented_lines() -> None:
    run_fast(tormented(1, 300.0), FACTOR)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_matches_on_tormented_lines(seed: int) -> None:
    run_fast(tormented(seed * 100, 3600.0), FACTOR)


async def half_open() -> None:
    # The server does not look by itself whether anybody hears it.
    async with a_net(2, ping_seconds=36_000.0) as net:
        table, (host, guest) = await take_seats(net.ports, "jinyou4", turn_s=10)
        room = net.room(table)
        await until(lambda: room._play.match.host.match.deal is not None, 30.0)
        net.proxies[1].swallow()
        guest.playing = False

        def acts_for_guest() -> Controller:
            assert room._play.match is not None
            return room._play.match.host.seats[1].controller

        # Nothing tells the server that nobody hears it: deadlines pass, and then a trustee plays.
        await until(lambda: acts_for_guest() == Controller.TRUSTEE, 200.0)
        assert host.client.table is not None
        await until(lambda: host.session.latest.seats[1].controller == Controller.TRUSTEE, 60.0)
        # The same person by another socket: the seat is theirs at once.
        newer = SocketSeat("li", net.server.port)
        await newer.credentials.save(newer.connection.address.netloc, guest.client.kept)
        await newer.start()
        await until(lambda: newer.client.session is not None, 60.0)
        await until(lambda: acts_for_guest() == Controller.PERSON, 60.0)
        assert newer.client.state.uid == guest.client.state.uid
        uid = newer.client.state.uid
        assert sum(peer.uid == uid and not peer.closed for peer in net.server.core._presence) == 1
        # Who was half open finds out, and does not take the seat back: it was replaced.
        net.proxies[1].heal()
        await until(lambda: guest.client.state.phase == Phase.RECONNECTING or guest.arrivals > 1, 60.0)
        await guest.connection.close()
        await asyncio.sleep(20.0)
        await agree(net, table, [host, newer])
        await leave([host, newer])


def test_a_half_open_line_is_played_for_and_taken_over() -> None:
    run_fast(half_open(), 30.0)


async def slow_reader() -> None:
    """One reads a byte at a time, or nothing at all: the others do not notice."""
    async with a_net(3) as net:
        table, seats = await take_seats(net.ports, "jinyou4")
        net.proxies[2].paused = frozenset({"down"})
        seats[2].playing = False
        await until(lambda: net.room(table).phase == "over", 3600.0)
        await agree(net, table, seats[:2])
        assert not seats[2].session.latest.view.over
        net.proxies[2].heal()
        await agree(net, table, seats)
        await leave(seats)


def test_who_reads_nothing_holds_nobody_up() -> None:
    run_fast(slow_reader(), FACTOR)
