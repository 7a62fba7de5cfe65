"""A load run from its beginning to its end."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from contextlib import AsyncExitStack
from time import perf_counter
from typing import NamedTuple

from websockets.asyncio.client import connect

from gouji_desktop.net import messages as m
from gouji_desktop.net import requests as q
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.server.load.failing import refused
from gouji_desktop.server.load.figures import Figures, percentile
from gouji_desktop.server.load.running import LoadError, Served, served
from gouji_desktop.server.load.seat import LoadSeat, LoadTable, Shared
from gouji_desktop.server.load.stamped import StampedConnection
from gouji_desktop.server.load.usage import cpu_seconds, difference, memory_kib
from gouji_desktop.table.codec import encode_rules

#: What makes `gouji-desktop load` the echo itself.
ECHO_OPTION = "--echo"
#: The size of the frames of the echo: a usual event.
ECHO_BYTES = 300
#: How many seats come in at once.
AT_ONCE = 24
#: Shares of the time: tables at human pace, tables at full pace, the echo at their rate, the echo at full pace.
SHARES = (0.5, 0.2, 0.2, 0.1)
#: Limits that a load run lifts: it comes from one address and plays faster than people.
LIFTED = (
    "connections=100000",
    "connections_per_address=100000",
    "handshakes=100000/100000",
    "handshakes_per_address=100000/100000",
    "accounts_per_address=100000/100000",
    "messages=100000/100000",
    "commands=100000/100000",
    "tables=100000",
    "tables_per_address=100000",
)

Tell = Callable[[str], None]


class Plan(NamedTuple):
    """What a load run does."""

    tables: int
    seconds: float
    rules: RuleSet
    seed: int = 1
    #: A server that runs already; "": one is started for the run.
    url: str = ""


async def run(plan: Plan, tell: Tell) -> Figures:
    """Make a load run. Raises LoadError and OSError where it cannot be made."""
    human, full, echo_paced, echo_full = (plan.seconds * share for share in SHARES)
    async with AsyncExitStack() as stack:
        server = await _server(plan, stack)
        shared = Shared()
        # The first table brings with it what every table uses.
        await _leave_all(await _seat_all(plan._replace(tables=1), server.url, Shared(), "w"))
        before = memory_kib(server.pid)
        tell(f"seating {plan.tables * SEATS} persons")
        seats = await _seat_all(plan, server.url, shared)
        stack.push_async_callback(_leave_all, seats)
        await _until_playing(seats)
        memory = difference(memory_kib(server.pid), before)
        tell(f"playing at human pace for {human:.0f} s")
        frames, actions = shared.frames, shared.actions
        await asyncio.sleep(human)
        paced_frames, paced_actions = shared.frames - frames, shared.actions - actions
        tell(f"playing at full pace for {full:.0f} s")
        shared.human = False
        actions, cpu, begun = shared.actions, cpu_seconds(server.pid), perf_counter()
        await asyncio.sleep(full)
        full_actions, took = shared.actions - actions, perf_counter() - begun
        used = difference(cpu_seconds(server.pid), cpu)
        await _quiesce(seats, shared)
        await _leave_all(seats)
    rate = paced_frames / human
    tell(f"the raw echo at {rate:.0f} frames a second for {echo_paced:.0f} s, and at full pace for {echo_full:.0f} s")
    echo = await _measure_echo(plan.tables * SEATS, rate, echo_paced, echo_full)
    return Figures(
        tables=plan.tables,
        seats=plan.tables * SEATS,
        seconds=plan.seconds,
        actions=paced_actions + full_actions,
        paced_actions=paced_actions,
        full_actions=full_actions,
        full_actions_per_second=full_actions / took,
        p50_ms=percentile(shared.latencies, 0.5),
        p99_ms=percentile(shared.latencies, 0.99),
        echo_p50_ms=percentile(echo.latencies, 0.5),
        echo_p99_ms=percentile(echo.latencies, 0.99),
        cpu_us_per_action=None if not used or not full_actions else used * 1e6 / full_actions,
        echo_cpu_us=echo.cpu_us,
        kib_per_seat=None if memory is None else memory / (plan.tables * SEATS),
        echo_kib=echo.kib,
        frames=shared.frames,
        lost=shared.lost,
        leaked=shared.leaked,
        refused=shared.refused,
        dropped=shared.dropped,
    )


# --- tables -------------------------------------------------------------------------------------------------------


async def _server(plan: Plan, stack: AsyncExitStack) -> Served:
    if plan.url:
        return Served(plan.url, 0)
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="gouji-load-", ignore_cleanup_errors=True))
    options = ["--host", "127.0.0.1", "--port", "0", "--data", folder, "--log-level", "error"]
    lifted = [part for limit in LIFTED for part in ("--limits", limit)]
    return await stack.enter_async_context(served(["serve", *options, *lifted]))


async def _seat_all(plan: Plan, url: str, shared: Shared, name: str = "load") -> list[LoadSeat]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> list[LoadSeat]:
        async with gate:
            return await _seat_table(plan, url, shared, name, number)

    found = await asyncio.gather(*(one(number) for number in range(plan.tables)))
    return [seat for table in found for seat in table]


async def _seat_table(plan: Plan, url: str, shared: Shared, name: str, number: int) -> list[LoadSeat]:
    table = LoadTable()
    seats = [
        LoadSeat(url, f"{name}{number}x{seat}", shared, table, (plan.seed * 100_003 + number) * SEATS + seat)
        for seat in range(SEATS)
    ]
    for seat in seats:
        await seat.enter()
    host = seats[0]
    rules = encode_rules(plan.rules)
    made = _done(
        await host.ask(
            lambda number: q.Create(number, rules, deals=99, turn_s=120, answer_s=2, bots="", spectators=False)
        )
    )
    place = made.t or ""
    for chair, seat in enumerate(seats[1:], 1):
        _done(await seat.ask(lambda number: q.Join(number, place)))
        _done(await seat.ask(lambda number, chair=chair: q.Sit(number, place, chair)))
        _done(await seat.ask(lambda number: q.Ready(number, place)))
    _done(await host.ask(lambda number: q.Start(number, place)))
    for seat in seats:
        try:
            await asyncio.wait_for(seat.started.wait(), 30.0)
        except TimeoutError:
            raise LoadError("the tables do not come to play") from None
    return seats


def _done(answer: m.ServerMessage) -> m.Ack:
    if isinstance(answer, m.Ack):
        return answer
    raise LoadError(refused(answer.code if isinstance(answer, m.Err) else type(answer).__name__))


async def _until_playing(seats: list[LoadSeat]) -> None:
    """Wait until the questions before play are through at every table."""
    for _ in range(600):
        if all(seat.in_play for seat in seats[::SEATS]):
            return
        await asyncio.sleep(0.1)
    raise LoadError("the tables do not come to play")


async def _quiesce(seats: list[LoadSeat], shared: Shared) -> None:
    """Let everybody stop, and count what somebody did not get that another seat of the table got."""
    shared.playing = False
    await asyncio.sleep(4.0)
    for start in range(0, len(seats), SEATS):
        numbers = [seat.seq for seat in seats[start : start + SEATS]]
        shared.lost += sum(max(numbers) - number for number in numbers)


async def _leave_all(seats: list[LoadSeat]) -> None:
    await asyncio.gather(*(seat.leave() for seat in seats))
    seats.clear()


# --- the echo -----------------------------------------------------------------------------------------------------


class _Echo(NamedTuple):
    latencies: list[float]
    cpu_us: float | None
    kib: float | None


async def _measure_echo(connections: int, rate: float, paced: float, full: float) -> _Echo:
    async with served(["load", ECHO_OPTION]) as echo:
        async with connect(echo.url, compression=None, proxy=None) as first:
            await first.send("x")
            await first.recv()
        before = memory_kib(echo.pid)
        sockets: list[StampedConnection] = []
        try:
            while len(sockets) < connections:
                sockets.append(await _connect_echo(echo.url))
            memory = difference(memory_kib(echo.pid), before)
            latencies = await _paced_echo(sockets, rate, paced)
            cpu, frames = cpu_seconds(echo.pid), await _full_echo(sockets, full)
            used = difference(cpu_seconds(echo.pid), cpu)
        finally:
            await asyncio.gather(*(socket.close() for socket in sockets))
    return _Echo(
        latencies,
        None if not used or not frames else used * 1e6 / frames,
        None if memory is None else memory / connections,
    )


async def _connect_echo(url: str) -> StampedConnection:
    socket = await connect(url, compression=None, proxy=None, ping_interval=None, create_connection=StampedConnection)
    assert isinstance(socket, StampedConnection)
    return socket


async def _paced_echo(sockets: list[StampedConnection], rate: float, seconds: float) -> list[float]:
    """Round trips at so many frames a second over all connections alike, in milliseconds."""
    loop = asyncio.get_running_loop()
    end, gap = loop.time() + seconds, len(sockets) / max(rate, 1.0)
    latencies: list[float] = []

    async def talk(number: int, socket: StampedConnection) -> None:
        frame = "x" * ECHO_BYTES
        await asyncio.sleep(gap * number / len(sockets))
        while loop.time() < end:
            begun = perf_counter()
            await socket.send(frame)
            _, now = await socket.receive()
            latencies.append((now - begun) * 1000)
            await asyncio.sleep(gap)

    await asyncio.gather(*(talk(number, socket) for number, socket in enumerate(sockets)))
    return latencies


async def _full_echo(sockets: list[StampedConnection], seconds: float) -> int:
    """As many round trips as there can be; how many there were."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds

    async def talk(socket: StampedConnection) -> int:
        frame, frames = "x" * ECHO_BYTES, 0
        while loop.time() < end:
            await socket.send(frame)
            await socket.receive()
            frames += 1
        return frames

    return sum(await asyncio.gather(*map(talk, sockets)))
