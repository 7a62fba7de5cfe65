"""Tables of the program's own clients at a server process that is killed and started anew, and the account of it."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from gouji_desktop.rules.views import SeatAudience, redact
from gouji_desktop.server.app import DATABASE
from gouji_desktop.server.room_log import batches_of, decode_batch
from gouji_desktop.server.room_match import own_of
from gouji_desktop.server.store import Store
from gouji_desktop.table.codec import encode_event
from tests.chaos.mortal import Point
from tests.chaos.seats import SocketSeat, take_seats, until
from tests.chaos.serving import DIE

ROOT = Path(__file__).resolve().parents[2]


class Server:
    """The process."""

    def __init__(self, folder: Path, factor: float) -> None:
        self.folder = folder
        self.factor = factor
        self.port = 0
        self.restored = 0
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, die: str = "") -> None:
        """Start it, to die at a point where one is given."""
        environment = os.environ | {"PYTHONPATH": str(ROOT)} | ({DIE: die} if die else {})
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.chaos.serving", str(self.folder), str(self.port), str(self.factor)),
            cwd=ROOT,
            env=environment,
            stdout=asyncio.subprocess.PIPE,
        )
        assert self._process.stdout is not None
        line = (await self._process.stdout.readline()).split()
        assert line, "the server did not start"
        self.port, self.restored = map(int, line)

    def kill(self) -> None:
        """SIGKILL."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)

    async def gone(self) -> int:
        """Wait for its end; the exit status."""
        assert self._process is not None
        return await self._process.wait()

    async def end(self) -> int:
        """SIGTERM; the exit status."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        return await self.gone()


class Account(NamedTuple):
    """What became of everything that was seen and done."""

    #: Numbers that clients were told, and those of them that the store does not have, or has otherwise.
    told: int
    lost: int
    changed: int
    #: Commands that were acknowledged, those of them that the store does not have, and those that it has twice.
    acknowledged: int
    forgotten: int
    doubled: int
    #: Commands that were sent.
    commands: int
    epochs: tuple[int, ...]
    faults: tuple[str, ...]


class Fleet:
    """Tables of persons who play as fast as they can, and come back by themselves."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.tables: dict[str, list[SocketSeat]] = {}

    @property
    def seats(self) -> Iterator[SocketSeat]:
        """All persons."""
        return (each for seats in self.tables.values() for each in seats)

    async def sit_down(self, rules: tuple[str, ...], persons: int, deals: int = 9) -> None:
        """A table for each rule set."""
        for number, name in enumerate(rules):
            table, seats = await take_seats(
                (self.server.port,) * persons, name, thinks=0.3, deals=deals, turn_s=20, prefix=f"{number}"
            )
            self.tables[table] = seats

    def position(self) -> int:
        """How far all tables have come, as far as anybody has seen."""
        return sum(max(each.session.position.seq for each in seats) for seats in self.tables.values())

    async def play(self, batches: int, seconds: float = 3600.0) -> None:
        """Until so much more has happened."""
        goal = self.position() + batches
        await until(lambda: self.position() >= goal, seconds)

    async def everybody_is_back(self, epoch: int) -> None:
        """Wait until everybody follows that epoch of their table."""
        await until(lambda: all(each.session.position.ep >= epoch for each in self.seats), 600.0)

    async def go_home(self) -> None:
        """Close everything."""
        for each in self.seats:
            await each.connection.close()

    def account(self) -> Account:
        """Compare what everybody was told with what the store has. The server must not run."""
        store = Store.open(self.server.folder / DATABASE)
        numbers: Counter[str] = Counter()
        epochs = {row.table: row.epoch for row in store.open_tables()}
        for table, seats in self.tables.items():
            kept: Counter[str] = Counter(row.cmd for row in store.batches(table, 1) if row.cmd)
            numbers["doubled"] += sum(times - 1 for times in kept.values())
            for seat, each in enumerate(seats):
                witness = each.witness
                truth = told_by(store, table, seat)
                for place, events in witness.sent.items():
                    numbers["told"] += 1
                    numbers["lost"] += (place.seq, place.p) not in truth
                    numbers["changed"] += truth.get((place.seq, place.p), events) != events
                numbers["commands"] += len(witness.commands)
                numbers["acknowledged"] += len(witness.done)
                numbers["forgotten"] += len(witness.done - set(kept)) if store.batches(table, 1) else 0
        store.close()
        return Account(
            told=numbers["told"],
            lost=numbers["lost"],
            changed=numbers["changed"],
            acknowledged=numbers["acknowledged"],
            forgotten=numbers["forgotten"],
            doubled=numbers["doubled"],
            commands=numbers["commands"],
            epochs=tuple(sorted(epochs.values())),
            faults=tuple(fault for each in self.seats for fault in (*each.witness.faults, *each.notices)),
        )


def told_by(store: Store, table: str, seat: int) -> dict[tuple[int, int], bytes]:
    """What a seat is told of the match at a table, by number, as it follows from the store."""
    batches = [decode_batch(row) for row in store.batches(table, 1)] or batches_of(store.log(table, 1) or b"")
    seq = own = 0
    told: dict[tuple[int, int], bytes] = {}
    for batch in batches:
        alone = own_of(batch.events)
        if alone is None:
            seq, own = seq + 1, 0
        elif alone == seat:
            own += 1
        else:
            continue
        seen = [redact(event, SeatAudience(seat)) for event in batch.events]
        told[seq, own] = msgspec.json.encode([encode_event(event) for event in seen if event is not None])
    return told


async def kill_again_and_again(
    folder: Path, factor: float, kills: list[str], rules: tuple[str, ...], persons: int, seed: int
) -> tuple[Account, list[float]]:
    """Play at a server that is killed again and again (`now`, or at a point), or ends in good order (`term`).

    With the account come the seconds until all were back.

    They are seconds of the fast clock, in which starting a process takes `factor` times as long as it does.
    """
    chance, loop = random.Random(seed), asyncio.get_running_loop()
    server = Server(folder, factor)
    await server.start()
    fleet = Fleet(server)
    waits: list[float] = []
    try:
        await fleet.sit_down(rules, persons)
        await fleet.play(10)
        for number, how in enumerate(kills):
            if how == "now":
                await asyncio.sleep(chance.uniform(1.0, 20.0))
                server.kill()
            if how == "term":
                await asyncio.sleep(chance.uniform(1.0, 20.0))
                assert await server.end() == 0
            else:
                assert await server.gone() == -signal.SIGKILL
            following = kills[number + 1] if number + 1 < len(kills) else "now"
            die = "" if following in ("now", "term") else f"{Point(following)}:{chance.randint(3, 60)}"
            since = loop.time()
            await server.start(die)
            assert server.restored == len(rules)
            if not die:
                # Whoever is not back yet when it dies again comes back later.
                await fleet.everybody_is_back(number + 2)
                waits.append(loop.time() - since)
                await fleet.play(5)
        for each in fleet.seats:
            each.playing = False
        await fleet.everybody_is_back(len(kills) + 1)
        await asyncio.sleep(2.0)
        assert await server.end() == 0
        await fleet.go_home()
        return fleet.account(), waits
    finally:
        await fleet.go_home()
        await server.end()
