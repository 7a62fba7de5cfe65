"""Tuning the weights of the house bot: a hill climb on paired deals against the best weights so far.

    python -m gouji_desktop.simulate.tuning --rules NAME NAME --seconds 600 --seed 1

Each trial changes a few weights, plays short matches over all named rule sets, goes on only while the change looks
good, and keeps it where the mean is more than one standard error above 0. The result is printed as the text that
belongs into `bots/weights.py`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import exp, sqrt
from random import Random
from time import perf_counter

from gouji_desktop.bots.house import HousePlayer
from gouji_desktop.bots.player import Player
from gouji_desktop.bots.weights import WEIGHTS, Weights
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.simulate.paired import Maker, pair_value
from gouji_desktop.simulate.table import seeded

#: Pairs after which a trial is looked at; it ends where the mean is below so many standard errors.
STAGES: tuple[tuple[int, float], ...] = ((16, 0.0), (48, 0.5), (140, 1.3))
#: Weights that are probabilities.
_SHARES = ("wild_use", "inference", "burn_safe")


def maker(weights: Weights) -> Maker:
    """Players with these weights."""

    def make(seat: Seat, rng: Random) -> Player:
        return HousePlayer(seat, rng, weights)

    return make


def mutate(weights: Weights, rng: Random) -> Weights:
    """The weights with two or three of them changed."""
    changed = weights._asdict()
    for name in rng.sample(sorted(changed), rng.choice((1, 2, 3))):
        value = changed[name]
        if name in _SHARES:
            changed[name] = min(1.0, max(0.05, value + rng.gauss(0.0, 0.15)))
        else:
            changed[name] = value * exp(rng.gauss(0.0, 0.35)) + rng.gauss(0.0, 0.06)
    return Weights(**{name: round(value, 3) for name, value in changed.items()})


def trial(
    challenger: Weights, champion: Weights, rule_sets: Sequence[RuleSet], seed: int
) -> tuple[bool, int, float, float]:
    """Whether the challenger is better; pairs played, mean and standard error (1 is the points of 头科)."""
    values: list[float] = []
    mean = error = 0.0
    for pairs, least in STAGES:
        while len(values) < pairs:
            rules = rule_sets[len(values) % len(rule_sets)]
            games = pair_value(rules, maker(challenger), maker(champion), seed + len(values))
            values.append(sum(games) / 2 / rules.placement[0])
        mean = sum(values) / len(values)
        error = sqrt(sum((value - mean) ** 2 for value in values)) / len(values)
        if mean <= least * error:
            return False, len(values), mean, error
    return True, len(values), mean, error


def climb(rule_sets: Sequence[RuleSet], seconds: float, seed: int, start: Weights = WEIGHTS) -> Weights:
    """Climb for some time, telling each step on standard error."""
    rng = seeded("tuning", seed)
    champion, trials, accepted = start, 0, 0
    end = perf_counter() + seconds
    while perf_counter() < end:
        challenger = mutate(champion, rng)
        trials += 1
        better, pairs, mean, error = trial(challenger, champion, rule_sets, seed * 1_000_000_007 + trials * 1000)
        if better:
            accepted += 1
            before = champion._asdict()
            steps = {name: value for name, value in challenger._asdict().items() if value != before[name]}
            champion = challenger
            sys.stderr.write(f"trial {trials} kept {accepted}: {mean:+.3f} ± {error:.3f} over {pairs} pairs: {steps}\n")
            sys.stderr.flush()
    sys.stderr.write(f"{trials} trials, {accepted} kept\n")
    return champion


def main(argv: Sequence[str] | None = None) -> int:
    """Run the climb from the command line."""
    parser = argparse.ArgumentParser(description="Tune the weights of the house bot on paired deals.")
    parser.add_argument("--rules", nargs="+", choices=list(PRESETS), default=list(PRESETS), help="rule sets to play")
    parser.add_argument("--seconds", type=float, default=600.0, help="how long to climb")
    parser.add_argument("--seed", type=int, default=1, help="of the changes and the deals")
    options = parser.parse_args(argv)
    best = climb([preset(name) for name in options.rules], options.seconds, options.seed)
    for name, value in best._asdict().items():
        sys.stdout.write(f"{name} = {value}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
