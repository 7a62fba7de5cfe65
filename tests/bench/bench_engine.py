"""How fast the rules are on this machine, and against rlcard's bare doudizhu game in the same run.

    python -m tests.bench.bench_engine [--rules NAME] [--seconds S] [--rounds N] [--rlcard PYTHON] [--json]

Random legal games are played and measured in three ways: the engine alone (recorded commands go through `apply`, each
followed by `prompts` for the next question), the same together with the enumeration and random choice of moves, and
the legality of one chosen set of cards. An action is one accepted command.

PYTHON is an interpreter that has rlcard. The two alternate in short runs, each ratio is that of two runs side by side,
and medians count, so that a machine whose speed changes slows both; processor time counts, not the clock on the wall.
Not a test: times depend on the machine.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import subprocess
import sys
from collections import defaultdict
from contextlib import closing, nullcontext, suppress
from itertools import cycle
from statistics import median
from subprocess import PIPE
from time import process_time

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.engine import apply
from gouji_desktop.rules.phases.playing import check_play, known_hand
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.prompts import prompts
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Match, new_match
from tests.rules.randomplay import play_match

#: Recorded matches: enough that no hand is still in the processor's cache when it comes round again.
MATCHES = 6
DEALS = 3
SEED = 20_000

#: Plays rlcard's game for as many seconds of processor time as each line of its input names, and prints actions a
#: second. It enumerates the legal actions of the next player in every step, as its players need them.
RLCARD = """
import random, sys, time
import numpy
from rlcard.games.doudizhu import Game
game = Game()
game.np_random = numpy.random.RandomState(1)
random.seed(1)
for line in sys.stdin:
    actions, start, took = 0, time.process_time(), 0.0
    while took < float(line):
        state, player = game.init_game()
        while not game.is_over():
            state, player = game.step(random.choice(state["actions"]))
            actions += 1
        took = time.process_time() - start
    print(actions / took, flush=True)
"""

Chosen = tuple[Match, Seat, tuple[Face, ...]]


def record(rules: RuleSet, matches: int) -> tuple[list[list[cmd.Command]], list[Chosen], list[Chosen]]:
    """The commands of random matches; sets of cards that were laid; sets chosen at random, most of them illegal."""
    rng = random.Random(SEED)
    games: list[list[cmd.Command]] = []
    laid: list[Chosen] = []
    chosen: list[Chosen] = []
    for seed in range(matches):
        game: list[cmd.Command] = []
        for before, command, _, _ in play_match(rules, SEED + seed, DEALS):
            game.append(command)
            if isinstance(command, cmd.PlayCards) and before.deal is not None:
                laid.append((before, command.seat, command.faces))
                faces = known_hand(before.deal, command.seat).faces
                chosen.append((before, command.seat, tuple(rng.sample(faces, min(len(faces), rng.randint(1, 6))))))
        games.append(game)
    return games, laid, chosen


def replay(rules: RuleSet, games: list[list[cmd.Command]], seconds: float) -> float:
    """Actions a second of the engine alone."""
    actions, took = 0, 0.0
    for game in cycle(games):
        start = process_time()
        match = new_match(rules, DEALS)
        for command in game:
            outcome = apply(match, command)
            if isinstance(outcome, Rejected):
                raise SystemExit(f"{command} was accepted when it was recorded, and is refused now: {outcome.reason}")
            match = outcome[0]
            prompts(match)
        took += process_time() - start
        actions += len(game)
        if took >= seconds:
            break
    return actions / took


def play(rules: RuleSet, seconds: float, seed: int) -> float:
    """Actions a second of whole games: the engine, the enumeration of moves and the choice among them."""
    actions, start, took = 0, process_time(), 0.0
    while took < seconds:
        actions += sum(1 for _ in play_match(rules, seed, DEALS))
        took = process_time() - start
        seed += 1
    return actions / took


def check(sets: list[Chosen], seconds: float) -> float:
    """Sets a second that are found legal or not."""
    checked, start, took = 0, process_time(), 0.0
    while took < seconds:
        for match, seat, faces in sets:
            check_play(match, seat, faces)
        checked += len(sets)
        took = process_time() - start
    return checked / took


class Rlcard:
    """rlcard's bare game in a process of its own."""

    def __init__(self, python: str) -> None:
        self._python = python
        try:
            self._process = subprocess.Popen(
                [python, "-c", RLCARD], stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise SystemExit(f"{python} does not run: {error.strerror}") from error

    def rate(self, seconds: float) -> float:
        """Actions a second."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(f"{seconds}\n")
        answer = self._process.stdout.readline()
        if not answer:
            why = (self._process.stderr.read().strip().splitlines() or ["it says nothing"])[-1]
            raise SystemExit(f"{self._python} cannot run rlcard: {why}")
        return float(answer)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()


def measure(rules: RuleSet, seconds: float, rounds: int, python: str | None) -> dict[str, float]:
    """The median of every measure over the rounds, each a number a second; ratios are those of one round."""
    games, laid, chosen = record(rules, MATCHES)
    # What was recorded is not the engine's: the collector need not go through it again and again.
    gc.freeze()
    found: defaultdict[str, list[float]] = defaultdict(list)
    with closing(Rlcard(python)) if python else nullcontext() as other:
        for number in range(rounds):
            rates = {"engine": replay(rules, games, seconds)}
            if other is not None:
                rates["rlcard"] = other.rate(seconds)
            rates["engine_and_choice"] = play(rules, seconds, number)
            if other is not None:
                rates |= {f"{name}_ratio": rate / rates["rlcard"] for name, rate in rates.items() if name != "rlcard"}
            rates["check_laid"] = check(laid, seconds / 4)
            rates["check_random"] = check(chosen, seconds / 4)
            for name, rate in rates.items():
                found[name].append(rate)
    return {name: median(values) for name, values in found.items()}


def main() -> int:
    """Print the measures."""
    parser = argparse.ArgumentParser(description="Measure the rules.")
    parser.add_argument("--rules", default="tribute216", choices=list(PRESETS))
    parser.add_argument("--seconds", type=float, default=0.5, help="processor time of each run")
    parser.add_argument("--rounds", type=int, default=9, help="runs of each measure; the median counts")
    parser.add_argument("--rlcard", metavar="PYTHON", help="an interpreter that has rlcard, to compare with")
    parser.add_argument("--json", action="store_true", help="print one object")
    options = parser.parse_args()
    rates = measure(PRESETS[options.rules], options.seconds, options.rounds, options.rlcard)
    if options.json:
        print(json.dumps({"rules": options.rules} | {name: round(rate, 2) for name, rate in rates.items()}))
        return 0
    print(f"{options.rules}, medians of {options.rounds} rounds")
    for name, rate in rates.items():
        if not name.endswith("_ratio"):
            ratio = f"  {rates[name + '_ratio']:6.2f} x rlcard" if name + "_ratio" in rates else ""
            print(f"{name:18} {rate:10,.0f} a second  {1e6 / rate:7.2f} us each{ratio}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
