"""How long a server that was killed takes to have its running tables again.

    python -m tests.bench.bench_restore [--tables 1000] [--deals 3] [--stop 10 60 110 160]

Not a test: times depend on the machine. Matches of all presets are played in memory with three persons, stopped in
their last deal at different places, and copied under other names until there are as many tables as asked. Then a core
starts over the file, as `serve` does. Aimed at: 15 s for 1,000 tables, and 50 µs for an event beyond reading it again.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
import tempfile
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

from gouji_desktop.server.accounts import Accounts
from gouji_desktop.server.app import _collect_seldom
from gouji_desktop.server.config import Config
from gouji_desktop.server.core import ServerCore
from gouji_desktop.server.players import Players
from gouji_desktop.server.registry import new_code
from gouji_desktop.server.store import Store
from tests.chaos.matches import Crew, Sea, embark
from tests.table.drivers import RULES, FakeClock

#: Where the matches stand still: after so many batches of their last deal.
STOPS = (10, 60, 110, 160)
PERSONS = 3


def play_on(sea: Sea, crew: Crew, deals: int, batches: int) -> None:
    """Play until so many batches of the last deal are there."""
    while len(sea.truth(crew.table).results) < deals - 1:
        sea.clock.run(10.0)
    began = len(sea.store.batches(crew.table, 1))
    while len(sea.store.batches(crew.table, 1)) < began + batches:
        sea.clock.run(1.0)
        assert not sea.truth(crew.table).over, "the last deal is shorter"


def play(folder: Path, rules: str, deals: int, stop: int) -> Path:
    """A store with one running match that stands in its last deal."""
    path = folder / f"{rules}-{stop}.sqlite3"
    with Sea(stop, store=Store.open(path)) as sea:
        crew = embark(sea, PERSONS, rules, seed=stop, deals=deals, bots="medium")
        play_on(sea, crew, deals, stop)
        sea.kill()
    return path


class Copier:
    """Writes matches under other names into one store."""

    def __init__(self, path: Path) -> None:
        self._path = path
        Store.open(path).close()
        self._number = 0

    def copy(self, source: Path, times: int) -> None:
        """So many copies of the one table of a store, each with people of its own."""
        read = sqlite3.connect(source)
        tables = {name: read.execute(f"SELECT * FROM {name}").fetchall() for name in _TABLES}
        columns = {name: [each[1] for each in read.execute(f"PRAGMA table_info({name})")] for name in _TABLES}
        read.close()
        ((old, body),) = [
            (dict(zip(columns["tables"], row, strict=True))["name"], dict(zip(columns["tables"], row, strict=True)))
            for row in tables["tables"]
        ]
        place = json.loads(body["body"])
        uids = [member["uid"] for member in place["members"]]
        write = sqlite3.connect(self._path)
        with write:
            for _ in range(times):
                self._number += 1
                words = {old: f"{self._number:010d}", place["code"]: new_code(partial(_bytes, self._number))}
                words |= {uid: f"u{self._number:08x}{each:08x}" for each, uid in enumerate(uids)}
                for name, rows in tables.items():
                    marks = ",".join("?" * len(columns[name]))
                    statement = f"INSERT INTO {name} VALUES ({marks})"
                    write.executemany(statement, [[_renamed(value, words) for value in row] for row in rows])
        write.close()


_TABLES = ("tables", "matches", "batches", "snapshots", "secrets", "shuffles", "log_parts")


def _bytes(number: int, count: int) -> bytes:
    return (number * 2_654_435_761).to_bytes(16, "big")[-count:]


def _renamed(value: object, words: dict[str, str]) -> object:
    """A value with other names; the bodies of batches hold none."""
    if isinstance(value, str):
        return words.get(value, value)
    if isinstance(value, bytes) and len(value) > 32 and not value.startswith(b"["):
        for old, new in words.items():
            value = value.replace(old.encode(), new.encode())
    return value


def raw(path: Path) -> tuple[float, int, int]:
    """Seconds to read every batch of the running deals again and see that it is whole, batches and events."""
    store = Store.open(path)
    begun = dict(
        store.database.read("SELECT name, max(number) FROM batches WHERE instr(body, '\"DealStarted\"') GROUP BY name")
    )
    start = process_time()
    rows = [row for table, number in begun.items() for row in store.batches(table, 1, number - 1)]
    seconds = process_time() - start
    events = sum(len(json.loads(row.body)) for row in rows)
    store.close()
    return seconds, len(rows), events


def main(arguments: list[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--deals", type=int, default=3)
    parser.add_argument("--stop", type=int, nargs="+", default=STOPS, help="batches of the last deal")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder, path = Path(name), Path(name) / "server.sqlite3"
        sources = [play(folder, rules, chosen.deals, stop) for rules in RULES for stop in chosen.stop]
        copier = Copier(path)
        for number, source in enumerate(sources):
            copier.copy(source, chosen.tables // len(sources) + (number < chosen.tables % len(sources)))
        reading, batches, events = raw(path)
        store, players = Store.open(path), Players()
        accounts = Accounts(store)
        _collect_seldom()
        core = ServerCore(store, accounts, FakeClock(), Config(), make_player=players.make)
        start, cpu = perf_counter(), process_time()
        tables = core.start()
        seconds, cpu = perf_counter() - start, process_time() - cpu
        assert tables == chosen.tables, f"{tables} tables were restored"
        assert core.stats.tables == {"playing": chosen.tables}, core.stats.tables
        core.close()
        accounts.close()
        store.close()
    each = (cpu - reading) / events * 1e6
    print(
        f"{tables} tables, {batches} batches in running deals, {events} events: restored in {seconds:.2f} s "
        f"({cpu:.2f} s of processor time, {cpu / tables * 1e3:.2f} ms a table)\n"
        f"reading alone {reading:.2f} s ({reading / events * 1e6:.1f} µs an event); "
        f"beyond it {each:.1f} µs an event (aim 50)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
