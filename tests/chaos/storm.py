"""Thousands of persons at one server, all of whom lose their connection in the same moment, and come back.

Every person has an address of their own (127.0.0.0/8 is large), so that the limits of addresses are those of people
who live in different places.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import re
import resource
import socket
import struct
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gouji_desktop.net import connecting
from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.client import Client
from gouji_desktop.net.clientstate import Phase
from gouji_desktop.net.connection import Connection
from gouji_desktop.net.credentials import Credentials
from gouji_desktop.net.pins import Pins
from gouji_desktop.rules.presets import preset
from gouji_desktop.server.load.usage import cpu_seconds
from gouji_desktop.table.codec import encode_rules
from tests.chaos.seats import SocketSeat, until

ROOT = Path(__file__).resolve().parents[2]
#: A client has one file, and so has the server for it.
SPARE_FILES = 200

_here: ContextVar[tuple[str, int] | None] = ContextVar("here", default=None)


class Storm(NamedTuple):
    """What came of it. Times are seconds since the connections were cut."""

    seated: int
    idle: int
    #: When half of them, nearly all and all were back.
    half: float
    most: float
    all: float
    #: When the last of the seated was back, with the present of the table.
    seated_back: float
    #: Processor time of the server until then.
    server_cpu: float
    #: And of this process: where it is as long as the wait, the clients were what took so long.
    clients_cpu: float
    #: Handshakes that the server refused meanwhile, by reason.
    refused: dict[str, int]
    #: Why attempts failed, as the clients saw it.
    troubles: dict[str, int]
    #: Deadlines that were missed, and seats that somebody else plays for.
    timeouts: int
    played_for: int
    #: Contradictions and losses that a witness saw.
    faults: tuple[str, ...]
    #: Actions at the tables in the ten seconds after.
    actions_after: int


def most_clients() -> int:
    """How many clients the limits of the system allow; they are raised as far as it lets."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard - SPARE_FILES


@contextmanager
def addresses_of_their_own() -> Iterator[None]:
    """Let every connection come from the address that was `_here` when it was started."""
    connect: Any = connecting._connect

    async def from_here(*arguments: Any, **how: Any) -> Any:
        here = _here.get()
        return await connect(*arguments, **how, **({"local_addr": here} if here is not None else {}))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(connecting, "_connect", from_here)
        yield


def _address(number: int) -> tuple[str, int]:
    return f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}", 0


class _Return:
    """When a client was online again after it was not."""

    def __init__(self, client: Client, loop: asyncio.AbstractEventLoop) -> None:
        self._client = client
        self._loop = loop
        self._away = False
        self.at: float | None = None
        #: What went wrong on the way.
        self.troubles: list[str] = []
        client.subscribe(self._look)

    def _look(self, topic: str) -> None:
        there = self._client.state.phase == Phase.ONLINE
        self._away = self._away or not there
        if topic == "state" and self._away and there and self.at is None:
            self.at = self._loop.time()
        trouble = self._client.state.trouble
        if topic == "state" and self._client.state.retry_in is not None and trouble is not None:
            self.troubles.append(trouble.key)


class Crowd:
    """The persons."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._numbers = itertools.count()
        self.seats: list[SocketSeat] = []
        self.idle: list[Connection] = []
        self.tables: list[list[SocketSeat]] = []

    @property
    def connections(self) -> list[Connection]:
        """All connections."""
        return [*(each.connection for each in self.seats), *self.idle]

    def _start(self, connection: Connection) -> None:
        token = _here.set(_address(next(self._numbers)))
        connection.start()
        _here.reset(token)

    async def seat_table(self, persons: int, rules: str, turn_s: int) -> None:
        """A table at which persons think as long as people do."""
        number = len(self.tables)
        chance = random.Random(number)
        seats = [
            SocketSeat(f"p{number}x{seat}", self._port, seed=number * 6 + seat, thinks=chance.uniform(0.6, 2.6))
            for seat in range(persons)
        ]
        self.tables.append(seats)
        self.seats += seats
        for each in seats:
            self._start(each.connection)
            await _online(each.client, 60.0)
        host = seats[0]
        made = await host.must(
            host.client.create, encode_rules(preset(rules)), deals=9, turn_s=turn_s, answer_s=2, bots="easy"
        )
        for seat, each in enumerate(seats[1:], 1):
            await each.must(each.client.join, str(made.t))
            await each.must(each.client.sit, seat)
            await each.must(each.client.ready)
        await host.must(host.client.start)

    async def look_on(self) -> None:
        """Somebody who looks at the lobby."""
        number = len(self.idle)
        client = Client(asyncio.get_running_loop(), name=f"i{number}")
        connection = Connection(
            ServerAddress("127.0.0.1", self._port, secure=False),
            client,
            credentials=Credentials(use_keyring=False),
            pins=Pins(None),
            proxy=False,
            chance=random.Random(number),
        )
        self.idle.append(connection)
        self._start(connection)
        await _online(client, 120.0)
        client.lobby()

    def cut(self) -> None:
        """RST, everywhere at once."""
        for each in self.connections:
            if each._socket is not None:
                with suppress(OSError):
                    raw = each._socket.transport.get_extra_info("socket")
                    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                each._socket.transport.abort()

    async def go_home(self) -> None:
        """Close everything."""
        await asyncio.gather(*(each.close() for each in self.connections))


async def _online(client: Client, seconds: float) -> None:
    await until(lambda: client.state.phase == Phase.ONLINE, seconds)


def _metrics(port: int) -> dict[str, float]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10.0) as answer:
        text = answer.read().decode()
    return {name: float(value) for name, value in re.findall(r"^(gouji_\S+) (\S+)$", text, re.MULTILINE)}


async def storm(
    folder: Path, tables: int, idle: int, *, persons: int = 6, rules: str = "jinyou4", turn_s: int = 20, log: Any = None
) -> Storm:
    """Start a server with its usual limits, fill it, cut everybody off, and see."""
    health = 47_000 + random.Random(str(folder)).randrange(900)
    command = ["serve", "--port", "0", "--data", str(folder), "--log-level", "error", "--health-port", str(health)]
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "gouji_desktop", *command), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    tell = log or (lambda _text: None)
    try:
        assert server.stdout is not None
        found = re.search(rb":(\d+)/ws", await server.stdout.readline())
        assert found is not None, "the server did not start"
        crowd = Crowd(int(found[1]))
        with addresses_of_their_own():
            return await _storm(crowd, server.pid, health, (tables, idle, persons, rules, turn_s), tell)
    finally:
        if server.returncode is None:
            server.terminate()
        await server.wait()


async def _storm(crowd: Crowd, pid: int, health: int, plan: tuple[int, int, int, str, int], tell: Any) -> Storm:
    tables, idle, persons, rules, turn_s = plan
    loop = asyncio.get_running_loop()
    gate = asyncio.Semaphore(40)

    async def one(coming: Any) -> None:
        async with gate:
            await coming

    await asyncio.gather(*(one(crowd.seat_table(persons, rules, turn_s)) for _ in range(tables)))
    tell(f"{tables} tables are seated")
    await asyncio.gather(*(one(crowd.look_on()) for _ in range(idle)))
    tell(f"{idle} more look at the lobby")
    await asyncio.sleep(5.0)
    before, cpu = await asyncio.to_thread(_metrics, health), cpu_seconds(pid)
    clients = [*(each.client for each in crowd.seats), *(each.client for each in crowd.idle)]
    returns = [_Return(each, loop) for each in clients]
    own_cpu = time.process_time()
    crowd.cut()
    since = loop.time()
    while any(each.at is None for each in returns):
        await asyncio.sleep(0.1)
        assert loop.time() - since < 120.0, f"{sum(each.at is None for each in returns)} are not back"
    times = [(each.at or 0.0) - since for each in returns]
    seated_back, back = max(times[: len(crowd.seats)]), sorted(times)
    own_cpu = time.process_time() - own_cpu
    used = (cpu_seconds(pid) or 0.0) - (cpu or 0.0)
    tell("all are back")
    at = sum(seats[0].session.position.seq for seats in crowd.tables)
    await asyncio.sleep(10.0)
    after = await asyncio.to_thread(_metrics, health)
    actions = sum(seats[0].session.position.seq for seats in crowd.tables) - at
    refused = {
        name: int(value - before.get(name, 0))
        for name, value in after.items()
        if name.startswith("gouji_refused_total") and value > before.get(name, 0)
    }
    faults = tuple(fault for each in crowd.seats for fault in (*each.witness.faults, *each.notices))
    played_for = sum(
        str(each.session.latest.seats[number].controller) != "person"
        for seats in crowd.tables
        for number, each in enumerate(seats)
    )
    await crowd.go_home()
    return Storm(
        seated=len(crowd.seats),
        idle=len(crowd.idle),
        half=back[len(back) // 2],
        most=back[int(len(back) * 0.99)],
        all=back[-1],
        seated_back=seated_back,
        server_cpu=used,
        clients_cpu=own_cpu,
        refused=refused,
        troubles=dict(Counter(trouble for each in returns for trouble in each.troubles)),
        timeouts=int(after.get("gouji_timeouts_total", 0) - before.get("gouji_timeouts_total", 0)),
        played_for=played_for,
        faults=faults,
        actions_after=actions,
    )
