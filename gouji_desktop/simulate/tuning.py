"""Tuning the weights of the house bot for one family of rule sets.

    python -m gouji_desktop.simulate.tuning --rules jinyou4 --seed 1 --trials 600 --write FILE
    python -m gouji_desktop.simulate.tuning --rules jinyou4 --try FILE

1. Each *trial* moves every weight up or down at random and plays one paired deal of the weights so moved against the
   weights moved the opposite way. Over all trials that tells by how much, and how surely, each weight should change.
2. Steps of three lengths in that direction, less what may be chance, are compared with the weights before.
3. The best step is played against the weights before on *acceptance* seeds. It is kept only where the lower end of the
   95 % interval is above 0; otherwise the weights before stay.
4. On *report* seeds: the step against the weights before once more, and the weights kept against the level easy.

Everything follows from the seed, the number of trials and of pairs, never from the clock: the same command gives the
same weights on every machine and with any number of workers. It begins with the built-in weights, or with those of
`--start`. Seeds of the three purposes can never meet. `--write` writes the data file with its run; `--try` plays
somebody's file on report seeds, against the family's own weights or (`--against`) the built-in ones.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from gouji_desktop.bots.baselines import greedy_team_player
from gouji_desktop.bots.house import HousePlayer
from gouji_desktop.bots.player import Player
from gouji_desktop.bots.processes import begin_process, uninterrupted
from gouji_desktop.bots.weightfiles import FORMAT, VERSION, family_of, weights_from, weights_of
from gouji_desktop.bots.weights import GREATEST, SHARES, WEIGHTS, Weights, WeightsError
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.ruleset import RuleSet, RuleSetError
from gouji_desktop.rules.seats import Seat
from gouji_desktop.simulate.alone import Parser, alone
from gouji_desktop.simulate.paired import Comparison, Maker, pair_value, summary
from gouji_desktop.simulate.table import seeded

FINE, NO, WRONG = 0, 1, 2

#: The seeds of deals, by purpose. They have nothing in common with one another, nor with the small seeds of tests.
TUNING = range(1_000_000_000_000, 2_000_000_000_000)
ACCEPTANCE = range(2_000_000_000_000, 3_000_000_000_000)
REPORT = range(3_000_000_000_000, 4_000_000_000_000)
#: Each `--seed` has a block of so many in each of them.
BLOCK = 1_000_000_000
RUNS = range(len(TUNING) // BLOCK)
#: More trials or pairs than this would leave a block.
MOST_PAIRS = 1_000_000

#: How far a trial moves a weight: this part of it, but no less than so much.
SWING, LEAST_SWING = 0.45, 0.12
#: The lengths of the steps: the greatest change of any weight, in swings.
STEPS = (0.5, 1.0, 2.0)
#: How many standard errors of a direction are taken for chance.
DOUBT = 1.0
#: What the built-in weights are called as the start of a run.
BUILT_IN = "built-in"


class Run(NamedTuple):
    """What a tuning run is to do."""

    rules: RuleSet
    seed: int
    trials: int
    #: The weights to begin with, and what they are called.
    before: Weights
    start: str
    #: Pairs for each step, for the acceptance and for the report.
    step_pairs: int
    acceptance_pairs: int
    report_pairs: int


class Pair(NamedTuple):
    """One paired deal to be played. `other` None: against the level easy."""

    rules: RuleSet
    one: Weights
    other: Weights | None
    seed: int


def seeds_of(purpose: range, seed: int, first: int, count: int) -> range:
    """So many seeds of a purpose for the run `--seed`, after the first ones. Raises ValueError outside its block."""
    if seed not in RUNS:
        raise ValueError(f"the seed of a run must be from 0 to {RUNS[-1]}, not {seed}")
    if first < 0 or count < 0 or first + count > BLOCK:
        raise ValueError(f"a run has {BLOCK} seeds for each purpose, and no more")
    start = purpose.start + seed * BLOCK + first
    return range(start, start + count)


def maker(weights: Weights | None) -> Maker:
    """Players with these weights; None: the level easy."""
    if weights is None:
        return greedy_team_player

    def make(seat: Seat, rng: Random) -> Player:
        return HousePlayer(seat, rng, weights)

    return make


def play(pair: Pair) -> tuple[float, float]:
    """The two results of a paired deal, in points a deal for the side of `one`."""
    return pair_value(pair.rules, maker(pair.one), maker(pair.other), pair.seed)


class Games:
    """Plays pairs, in order, over some processes or in this one, telling how far it is."""

    def __init__(self, pool: Executor | None, tell: bool) -> None:
        self._pool = pool
        self._tell = tell

    def play(self, pairs: Sequence[Pair], what: str) -> list[tuple[float, float]]:
        """The results of all pairs, in their order."""
        with uninterrupted():
            # The processes start with the first pairs.
            done = map(play, pairs) if self._pool is None else self._pool.map(play, pairs)
        results = []
        for number, result in enumerate(done, start=1):
            results.append(result)
            if self._tell and (number == len(pairs) or number % max(1, len(pairs) // 20) == 0):
                sys.stderr.write(f"{what}: {number} of {len(pairs)} pairs\n")
                sys.stderr.flush()
        return results


def swings(weights: Weights) -> tuple[float, ...]:
    """How far a trial moves each weight."""
    return tuple(max(LEAST_SWING, SWING * abs(value)) for value in weights)


def moved(weights: Weights, by: Sequence[float]) -> Weights:
    """The weights with each changed by so many of its swings, within its bounds, to three digits."""
    values = {}
    for name, value, swing, times in zip(Weights._fields, weights, swings(weights), by, strict=True):
        least, most = (0.0, 1.0) if name in SHARES else (-GREATEST, GREATEST)
        values[name] = round(min(most, max(least, value + swing * times)), 3)
    return Weights(**values)


def direction(run: Run, games: Games) -> list[float]:
    """For each weight: points gained by one swing up, less what may be chance."""
    before = run.before
    signs = [
        [seeded("tuning", run.seed, trial, name).choice((-1.0, 1.0)) for name in Weights._fields]
        for trial in range(run.trials)
    ]
    seeds = seeds_of(TUNING, run.seed, 0, run.trials)
    pairs = [
        Pair(run.rules, moved(before, up), moved(before, [-sign for sign in up]), seed)
        for up, seed in zip(signs, seeds, strict=True)
    ]
    values = [sum(result) / 2 for result in games.play(pairs, "trials")]
    return [slope([up[index] for up in signs], values) for index in range(len(Weights._fields))]


def slope(signs: Sequence[float], values: Sequence[float]) -> float:
    """Points for one swing up, from games of a swing up against a swing down, shrunk by what may be chance."""
    count = len(values)
    if count < 2:
        return 0.0
    each = [sign * value / 2 for sign, value in zip(signs, values, strict=True)]
    mean = sum(each) / count
    error = sqrt(sum((value - mean) ** 2 for value in each) / (count - 1) / count)
    left = abs(mean) - DOUBT * error
    return (left if mean > 0 else -left) if left > 0 else 0.0


def steps(before: Weights, towards: Sequence[float]) -> list[Weights]:
    """The weights after steps of each length in a direction; none where there is no direction."""
    greatest = max(abs(each) for each in towards)
    if not greatest:
        return []
    return [moved(before, [each / greatest * length for each in towards]) for length in STEPS]


def against(run: Run, one: Weights, other: Weights | None, seeds: range, games: Games, what: str) -> Comparison:
    """`one` against `other` on some seeds."""
    return summary(games.play([Pair(run.rules, one, other, seed) for seed in seeds], what))


def tune(run: Run, games: Games) -> tuple[Weights, dict[str, Any]]:
    """The weights to keep, and what happened on the way."""
    before = run.before
    towards = direction(run, games)
    story: dict[str, Any] = {"steps": []}
    best, tuned = 0.0, before
    for length, weights in zip(STEPS, steps(before, towards), strict=False):
        seeds = seeds_of(TUNING, run.seed, MOST_PAIRS, run.step_pairs)
        result = against(run, weights, before, seeds, games, f"step {length}")
        story["steps"].append({"length": length} | told(result))
        if result.mean > best:
            best, tuned = result.mean, weights
    kept = before
    if tuned == before:
        story["result"] = "no step was better on the tuning seeds: the weights before stay"
    else:
        seeds = seeds_of(ACCEPTANCE, run.seed, 0, run.acceptance_pairs)
        result = against(run, tuned, before, seeds, games, "acceptance")
        story["acceptance"] = told(result)
        kept = tuned if result.low > 0 else before
        word = "kept" if kept == tuned else "not kept: the weights before stay"
        story["result"] = f"tuned v before {result.mean:+.2f} ± {result.half_width:.2f} a deal, {word}"
        result = against(run, tuned, before, seeds_of(REPORT, run.seed, 0, run.report_pairs), games, "report")
        story["report_tuned_v_before"] = told(result)
        if kept == before:
            story["not_kept"] = {
                name: value for name, value, old in zip(tuned._fields, tuned, before, strict=True) if value != old
            }
    seeds = seeds_of(REPORT, run.seed, MOST_PAIRS, run.report_pairs)
    story["report_v_easy"] = told(against(run, kept, None, seeds, games, "report, against easy"))
    return kept, story


def told(result: Comparison) -> dict[str, Any]:
    """A comparison as the file tells it."""
    return {
        "pairs": result.pairs,
        "mean": round(result.mean, 3),
        "ci95": [round(result.low, 3), round(result.high, 3)],
        "win": result.wins,
        "draw": result.draws,
        "loss": result.losses,
    }


def command_of(run: Run) -> str:
    """The command that repeats a run."""
    start = f" --start {run.start}" if run.start != BUILT_IN else ""
    return (
        f"python -m gouji_desktop.simulate.tuning --rules {run.rules.name} --seed {run.seed}{start}"
        f" --trials {run.trials}"
        f" --step-pairs {run.step_pairs} --acceptance-pairs {run.acceptance_pairs} --report-pairs {run.report_pairs}"
    )


def document(run: Run, kept: Weights, story: dict[str, Any]) -> dict[str, Any]:
    """The data file: the weights and the run that made them."""
    before = run.before
    changed = {name: old for name, old, new in zip(before._fields, before, kept, strict=True) if old != new}
    purposes = {"tuning": TUNING, "acceptance": ACCEPTANCE, "report": REPORT}
    return {
        "format": FORMAT,
        "version": VERSION,
        "family": family_of(run.rules),
        "weights": kept._asdict(),
        "run": {
            "command": command_of(run),
            "date": datetime.now(tz=UTC).date().isoformat(),
            "seeds": {name: seeds_of(purpose, run.seed, 0, 1).start for name, purpose in purposes.items()},
            "start": run.start,
            "trials": run.trials,
            "changed_from": changed,
        }
        | story,
    }


@contextmanager
def pool_of(workers: int) -> Iterator[Executor | None]:
    """So many processes; none beside this one for one worker."""
    if workers < 2:
        yield None
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=begin_process) as pool:
        yield pool


def arguments() -> argparse.ArgumentParser:
    """The arguments of the command."""
    parser = Parser(
        prog="python -m gouji_desktop.simulate.tuning",
        description="Tune the weights of the house bot for the family of a rule set, or try a weights file.",
    )
    parser.add_argument("--rules", default="tribute216", metavar="NAME", help=f"one of {', '.join(PRESETS)}")
    parser.add_argument("--seed", type=int, default=1, help=f"of the run, from 0 to {RUNS[-1]} (default 1)")
    parser.add_argument("--start", metavar="FILE", help="weights to begin with (default: the built-in ones)")
    parser.add_argument("--trials", type=int, default=600, metavar="N", help="paired deals that find the direction")
    parser.add_argument("--step-pairs", type=int, default=80, metavar="N", help="paired deals for each step length")
    parser.add_argument("--acceptance-pairs", type=int, default=250, metavar="N", help="paired deals that decide")
    parser.add_argument("--report-pairs", type=int, default=100, metavar="N", help="paired deals for each report")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes (the result is the same)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the weights with their run")
    parser.add_argument("--try", type=Path, metavar="FILE", dest="tried", help="play a file against the usual weights")
    parser.add_argument(
        "--against", choices=("family", BUILT_IN), default="family", help="whose weights a tried file plays against"
    )
    parser.add_argument("--quiet", action="store_true", help="tell no progress")
    return parser


def run_of(options: argparse.Namespace) -> Run:
    """The run that the arguments ask for. Raises ValueError with one sentence."""
    rules = preset(options.rules)
    run = Run(
        rules,
        options.seed,
        options.trials,
        WEIGHTS if options.start is None else weights_from(Path(options.start), rules),
        BUILT_IN if options.start is None else Path(options.start).name,
        options.step_pairs,
        options.acceptance_pairs,
        options.report_pairs,
    )
    seeds_of(TUNING, run.seed, 0, 0)
    if not 0 <= run.trials <= MOST_PAIRS:
        raise ValueError(f"--trials must be from 0 to {MOST_PAIRS}")
    if not all(2 <= pairs <= MOST_PAIRS for pairs in run[5:]):
        raise ValueError(f"every number of pairs must be from 2 to {MOST_PAIRS}")
    if not 1 <= options.workers <= 64:
        raise ValueError("--workers must be from 1 to 64")
    return run


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. 0: kept, or the tried file holds its own; 1: it does not; 2: the question is wrong."""
    options = arguments().parse_args(argv)
    try:
        run = run_of(options)
        tried = None if options.tried is None else weights_from(options.tried, run.rules)
    except (RuleSetError, WeightsError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return WRONG
    with pool_of(options.workers) as pool:
        games = Games(pool, not options.quiet)
        if tried is not None:
            seeds = seeds_of(REPORT, run.seed, 0, run.report_pairs)
            usual = weights_of(run.rules) if options.against == "family" else WEIGHTS
            result = against(run, tried, usual, seeds, games, "report")
            sys.stdout.write(json.dumps({"rules": run.rules.name, "against": options.against} | told(result)) + "\n")
            return FINE if result.high >= 0 else NO
        kept, story = tune(run, games)
    text = json.dumps(document(run, kept, story), indent=2, ensure_ascii=False) + "\n"
    if options.write is None:
        sys.stdout.write(text)
    else:
        try:
            options.write.write_text(text, encoding="utf-8")
        except OSError as error:
            sys.stdout.write(text)
            sys.stderr.write(f"cannot write {options.write}: {error.strerror or error}\n")
            return WRONG
    return FINE if kept != run.before else NO


if __name__ == "__main__":
    sys.exit(alone(main))
