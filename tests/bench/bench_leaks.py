"""Looks for leaks in a thousand deals at online tables: `python -m tests.bench.bench_leaks [--deals N] [--seconds S]`.

Every rule set in turn, and mixtures of options; matches of two deals among six players, a standing member, spectators,
somebody who looks at the lobby and a stranger, who all try to find out more. Every byte that any of them is sent is
looked at (tests/security/oracle.py). Prints a table, and ends with 1 where anything has leaked.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

import pytest

from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.ruleset import RuleSet
from tests.laws.test_mixtures import mixture
from tests.security.canaries import change_deals, telling_deals
from tests.security.company import UNLIMITED, Company
from tests.security.oracle import Leak
from tests.server.world import World

#: As many mixtures there are rule sets for.
MIXTURES = 40


def watch(rules: RuleSet, seed: int) -> tuple[int, int, int, list[Leak]]:
    """One match: deals, frames, cards, leaks."""
    with World(seed=seed, **UNLIMITED) as world:
        company = Company(world, rules, seed=seed, deals=2)
        company.play(restarts=seed % 3)
        oracle = company.oracle
        deals = sum(len(match.deals) for match in oracle.truth.matches.values())
        return deals, oracle.frames, oracle.cards, oracle.leaks


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=1000)
    options = parser.parse_args()
    counted: dict[str, Counter[str]] = {}
    end = time.monotonic() + options.seconds
    seed = options.seed
    with pytest.MonkeyPatch.context() as patched:
        change_deals(patched, telling_deals)
        while sum(each["deals"] for each in counted.values()) < options.deals and time.monotonic() < end:
            for rules in (*PRESETS.values(), mixture(seed % MIXTURES)):
                seed += 1
                deals, frames, cards, leaks = watch(rules, seed)
                name = rules.name if rules.name in PRESETS else "mixtures"
                counted.setdefault(name, Counter()).update(deals=deals, frames=frames, cards=cards, leaks=len(leaks))
                for leak in leaks[:3]:
                    print(f"{rules.name}, seed {seed}: {leak.viewer} was sent {leak.what} in {leak.kind}")
    total: Counter[str] = Counter()
    for each in counted.values():
        total.update(each)
    print(f"{'rule set':24}{'deals':>8}{'frames':>12}{'cards':>12}{'leaks':>8}")
    for name, each in [*counted.items(), ("all", total)]:
        print(f"{name:24}{each['deals']:>8}{each['frames']:>12}{each['cards']:>12}{each['leaks']:>8}")
    return 1 if total["leaks"] else 0


if __name__ == "__main__":
    sys.exit(main())
