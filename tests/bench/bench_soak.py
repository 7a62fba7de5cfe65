"""Tables on bad lines for minutes: nothing contradicts itself, and the server does not grow.

    python -m tests.bench.bench_soak [--tables 100] [--persons 6] [--seconds 300] [--thinks 0.5] [--seed 1]

Not a test. The program's own clients play without a pause at a server process, through proxies that reset, swallow,
pause, slow down and slice what they carry. Every client has a witness. The memory of the server (PSS) is looked at once
a second; its slope is that of a line through what was seen after the first third. Files and tasks are counted in a calm
moment after that third, and in one at the end, when all are connected.

Tables that begin together are all in their first deal for the first ten minutes. What a running deal holds (0.4 KiB an
action, for who comes back and who watches) is dropped at its end: a shorter run sees that, and no more, as a slope.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from gouji_desktop.net.clientstate import Phase
from gouji_desktop.server.load.driver import LIFTED
from gouji_desktop.server.load.running import run_fast
from tests.chaos.proxy import ChaosProxy, Roughness
from tests.chaos.seats import SocketSeat, take_seats, until
from tests.chaos.storm import most_clients
from tests.chaos.test_tcp import torment

ROOT = Path(__file__).resolve().parents[2]
PROXIES = 8
#: The slope of the server's memory may be so many KiB a minute.
MOST_SLOPE = 1024.0
#: As long as people are at a table, a match of so many deals does not end.
DEALS = 99
WORDS = ("jinyou4", "tribute216", "zaozhuang6", "chayuan")


class Calm(NamedTuple):
    """What the server holds while nothing happens to the lines."""

    pss: float
    files: int
    tasks: int


def pss_kib(pid: int) -> float:
    """Proportional memory of a process."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("Pss:")))


def files_of(pid: int) -> int:
    """How many files a process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The slope of the line through points (least squares)."""
    count = len(points)
    mean_x, mean_y = sum(x for x, _ in points) / count, sum(y for _, y in points) / count
    wide = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / wide if wide else 0.0


class Soak:
    """One run."""

    def __init__(self, folder: Path, chosen: argparse.Namespace) -> None:
        self._folder = folder
        self._chosen = chosen
        self._log = folder / "log"
        self._server: asyncio.subprocess.Process | None = None
        self.proxies: list[ChaosProxy] = []
        self.tables: list[list[SocketSeat]] = []
        self.memory: list[tuple[float, float]] = []

    @property
    def _pid(self) -> int:
        assert self._server is not None
        return self._server.pid

    @property
    def seats(self) -> list[SocketSeat]:
        """Everybody."""
        return [each for seats in self.tables for each in seats]

    @property
    def progress(self) -> int:
        """How far all tables have come."""
        return sum(max(each.session.position.seq for each in seats) for seats in self.tables)

    async def run(self) -> int:
        """All of it; the exit status."""
        await self._start()
        try:
            return await self._soak()
        finally:
            for proxy in self.proxies:
                await proxy.stop()
            assert self._server is not None
            if self._server.returncode is None:
                self._server.terminate()
            await self._server.wait()

    async def _start(self) -> None:
        lifted = [part for limit in LIFTED for part in ("--limits", limit)]
        command = ["serve", "--port", "0", "--data", str(self._folder / "data"), "--log-level", "warning", *lifted]
        with self._log.open("wb") as log:
            self._server = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "gouji_desktop", *command), cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=log
            )
        assert self._server.stdout is not None
        found = re.search(rb":(\d+)/ws", await self._server.stdout.readline())
        assert found is not None, "the server did not start"
        self.proxies = [ChaosProxy(int(found[1]), seed=self._chosen.seed + number) for number in range(PROXIES)]
        ports = [await proxy.start() for proxy in self.proxies]
        gate = asyncio.Semaphore(20)

        async def table(number: int) -> None:
            async with gate:
                ways = tuple(ports[(number + seat) % PROXIES] for seat in range(self._chosen.persons))
                _, seats = await take_seats(
                    ways, WORDS[number % 4], thinks=self._chosen.thinks, prefix=f"{number}", deals=DEALS, answer_s=2
                )
                self.tables.append(seats)

        await asyncio.gather(*(table(number) for number in range(self._chosen.tables)))

    async def _soak(self) -> int:
        loop = asyncio.get_running_loop()
        chosen, begun = self._chosen, time.monotonic()
        print(f"{len(self.tables)} tables, {len(self.seats)} persons", flush=True)
        looking = loop.create_task(self._look())
        await self._torment(chosen.seconds / 3)
        first, warm = await self._calm(), time.monotonic()
        actions = self.progress
        await self._torment(chosen.seconds * 2 / 3)
        points = [(when, pss) for when, pss in self.memory if when >= warm]
        second = await self._calm()
        looking.cancel()
        for each in self.seats:
            each.playing = False
        played = self.progress - actions
        faults = [fault for each in self.seats for fault in (*each.witness.faults, *each.notices)]
        took = time.monotonic() - warm
        await asyncio.gather(*(each.connection.close() for each in self.seats))
        rise = slope(points) * 60.0
        said = [line for line in self._log.read_text().splitlines() if '"error"' in line.lower()]
        print(
            f"{time.monotonic() - begun:.0f} s, after the warm-up {played} actions in {took:.0f} s; "
            f"{sum(each.arrivals for each in self.seats) - len(self.seats)} times somebody came back\n"
            f"invariant failures {len(faults)} {faults[:3]}; errors in the server's log {len(said)} {said[:2]}\n"
            f"PSS {first.pss / 1024:.1f} and then {second.pss / 1024:.1f} MiB, slope {rise:.0f} KiB a minute; "
            f"files {first.files} and then {second.files}; tasks {first.tasks} and then {second.tasks}"
        )
        grown = second.files > first.files + 5 or second.tasks > first.tasks + 20
        return 1 if faults or said or grown or rise > MOST_SLOPE else 0

    async def _look(self) -> None:
        while True:
            self.memory.append((time.monotonic(), pss_kib(self._pid)))
            await asyncio.sleep(1.0)

    async def _torment(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        seed = self._chosen.seed + len(self.memory)
        evils = [loop.create_task(torment(proxy, random.Random(seed + n))) for n, proxy in enumerate(self.proxies)]
        await asyncio.sleep(seconds)
        for evil in evils:
            evil.cancel()
        await asyncio.gather(*evils, return_exceptions=True)

    async def _calm(self) -> Calm:
        """Let the lines heal, wait until all are connected, and look."""
        for proxy in self.proxies:
            proxy.heal()
            proxy.roughness = Roughness()
        await until(self._all_there, 60.0)
        await asyncio.sleep(12.0)
        before = self._log.stat().st_size
        os.kill(self._pid, signal.SIGUSR1)
        found: list[str] = []

        def told() -> bool:
            found[:] = re.findall(r"(\d+) tasks", self._log.read_text()[before:])
            return bool(found)

        await until(told, 10.0)
        return Calm(pss_kib(self._pid), files_of(self._pid), int(found[0]))

    def _all_there(self) -> bool:
        return all(each.client.state.phase == Phase.ONLINE for each in self.seats)


def main(arguments: list[str] | None = None) -> int:
    """Print what came of it; the exit status is 1 where that is not good."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--persons", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--thinks", type=float, default=0.5)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    most_clients()
    with tempfile.TemporaryDirectory() as folder:
        return run_fast(Soak(Path(folder), chosen).run())


if __name__ == "__main__":
    sys.exit(main())
