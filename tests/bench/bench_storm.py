"""Everybody at a server loses the connection at once: how long it takes until all are back, and what it costs.

    python -m tests.bench.bench_storm [--tables 100] [--idle 2000]

Not a test. Persons at tables of six, and others who look at the lobby, each from an address of their own, with the
usual limits of the server; their connections are reset all at once.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from gouji_desktop.server.load.running import run_fast
from tests.chaos.storm import most_clients, storm

#: All must be back within so many seconds.
BACK_SECONDS = 15.0


def main(arguments: list[str] | None = None) -> int:
    """Print what came of it; the exit status is 1 where that is not good."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--idle", type=int, default=2000)
    chosen = parser.parse_args(arguments)
    idle = min(chosen.idle, most_clients() - chosen.tables * 6)
    with tempfile.TemporaryDirectory() as folder:
        found = run_fast(storm(Path(folder), chosen.tables, idle, log=lambda text: print(text, flush=True)))
    print(
        f"{found.seated} seated, {found.idle} idle: half back after {found.half:.1f} s, 99 % after {found.most:.1f} s, "
        f"all after {found.all:.1f} s; the seated after {found.seated_back:.1f} s\n"
        f"processor time of the server {found.server_cpu:.1f} s, of the clients {found.clients_cpu:.1f} s; "
        f"refused meanwhile {found.refused}, attempts that failed {found.troubles}\n"
        f"deadlines missed {found.timeouts}, seats played for {found.played_for}, faults {len(found.faults)} "
        f"{found.faults[:3]}; actions in the 10 s after {found.actions_after}"
    )
    good = found.all <= BACK_SECONDS and not found.timeouts and not found.played_for and not found.faults
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
