"""A server process that is killed again and again under full play: what was seen and is lost must be nothing.

    python -m tests.bench.bench_kills [--kills 20] [--tables 3] [--persons 3] [--seed 1]

Not a test: it takes a minute or two. Tables of the program's own clients play at a server whose clock runs fast; it is
killed by SIGKILL, at any moment or in the midst of a write or of telling, and started anew over the same data. Then
every event that anybody was told is compared with what the store has.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from tests.chaos.killing import Account, kill_again_and_again
from tests.chaos.mortal import Point
from tests.chaos.seats import run_fast
from tests.table.drivers import RULES

FACTOR = 20.0


def main(arguments: list[str] | None = None) -> int:
    """Print the account; the exit status is 1 where something was lost."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--persons", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    chance = random.Random(chosen.seed)
    ways = ["now", *map(str, Point)]
    # The first is killed from outside: the others are told when they are started.
    kills = ["now", *chance.choices(ways, k=chosen.kills - 1)]
    rules = tuple(RULES[number % len(RULES)] for number in range(chosen.tables))
    accounts: list[tuple[Account, list[float]]] = []

    async def run(folder: Path) -> None:
        accounts.append(await kill_again_and_again(folder, FACTOR, kills, rules, chosen.persons, chosen.seed))

    start = perf_counter()
    with tempfile.TemporaryDirectory() as name:
        run_fast(run(Path(name)), FACTOR)
    (account, waits) = accounts[0]
    counted = ", ".join(f"{kills.count(way)} {way}" for way in ways)
    print(
        f"{chosen.kills} kills ({counted}) of {chosen.tables} tables with {chosen.persons} persons each "
        f"in {perf_counter() - start:.0f} s\n"
        f"told {account.told}: lost {account.lost}, changed {account.changed}\n"
        f"commands {account.commands}, acknowledged {account.acknowledged}: "
        f"forgotten {account.forgotten}, done twice {account.doubled}\n"
        f"epochs {account.epochs}; faults {len(account.faults)} {account.faults[:3]}\n"
        f"all back after {max(waits) / FACTOR:.1f} s at most, the start of the process included"
    )
    good = not (account.lost or account.changed or account.forgotten or account.doubled or account.faults)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
