"""How fast and how strong the bots are on this machine.

    python -m tests.bench.bench_bots [--pairs N] [--deals N] [--rules NAME ...]

Not a test: times depend on the machine. The budget is 5 ms for the slowest decision and well under 1 ms on average.
"""

from __future__ import annotations

import argparse
import sys
from time import process_time

from gouji_desktop.bots.baselines import BASELINES
from gouji_desktop.bots.levels import LEVELS, make_player, maker_of
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.simulate.paired import Maker, compare
from gouji_desktop.simulate.table import seeded
from tests.bots.games import questions, see

BUDGET_MS = 5.0


def decision_times(name: str, level: str, deals: int) -> list[float]:
    """Processor time of every decision in milliseconds, the better of two: a pause of the machine does not count."""
    times = []
    for seed in range(deals):
        players = [make_player(level, seat, seeded(seed, seat)) for seat in range(SEATS)]
        for match, prompt, asked in questions(PRESETS[name], seed, players=players):
            view, player = see(match, prompt.seat), asked[prompt.seat]
            best = float("inf")
            for _ in range(2):
                start = process_time()
                player.answer(view, prompt)
                best = min(best, process_time() - start)
            times.append(best * 1000)
    return sorted(times)


def main() -> int:
    """Print both tables; 1 where a decision takes longer than the budget."""
    parser = argparse.ArgumentParser(description="Measure the bots.")
    parser.add_argument("--rules", nargs="+", default=["tribute216", "chayuan", "jinyou4", "zaozhuang6"])
    parser.add_argument("--deals", type=int, default=8, help="deals whose decisions are timed")
    parser.add_argument("--pairs", type=int, default=100, help="pairs of deals for each strength; 0: no strengths")
    options = parser.parse_args()
    over = False
    print(f"{'rules':12} {'level':8} {'decisions':>9} {'mean ms':>8} {'p99 ms':>8} {'most ms':>8}")
    for name in options.rules:
        for level in LEVELS:
            times = decision_times(name, level, options.deals)
            over = over or times[-1] > BUDGET_MS
            mean, high = sum(times) / len(times), times[len(times) * 99 // 100]
            print(f"{name:12} {level:8} {len(times):9d} {mean:8.3f} {high:8.2f} {times[-1]:8.2f}", flush=True)
    levels: dict[str, Maker] = {level: maker_of(level) for level in LEVELS}
    matches = [("hard", foe) for foe in BASELINES] + list(zip(list(LEVELS)[1:], LEVELS, strict=False))
    for name in options.rules if options.pairs else []:
        for one, other in matches:
            foe = BASELINES.get(other) or levels[other]
            result = compare(PRESETS[name], levels[one], foe, options.pairs, seed=9)
            print(
                f"{name:12} {one:7} v {other:12} {result.mean:+6.2f} ± {result.half_width:.2f}"
                f"  won {result.wins} drawn {result.draws} lost {result.losses}",
                flush=True,
            )
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
