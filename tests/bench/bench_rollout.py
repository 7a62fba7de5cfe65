"""How fast the rollout engine is on this machine, and against rlcard's bare doudizhu game in the same run.

    python -m tests.bench.bench_rollout [--rules NAME ...] [--seconds S] [--rounds N] [--rlcard PYTHON] [--json]

Whole deals are played from the beginning of play and measured in two ways: recorded moves alone, and every move chosen
at random from the canonical list (passing is one of the choices). An action is one play, pass, yield or answer to a
burn query. PYTHON is an interpreter that has rlcard. Runs alternate and medians are compared, so that a noisy machine
slows both; processor time counts, not the clock on the wall. Not a test: times depend on the machine.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Callable
from itertools import cycle
from statistics import median
from time import process_time

from gouji_desktop.bots.rollout.coded import PlayTuple
from gouji_desktop.bots.rollout.moves import canonical_answers, canonical_leads, choices, covers, hand_leads
from gouji_desktop.bots.rollout.state import RolloutState, state_of
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.state import Hand, Match, Stage
from tests.rules.randomplay import play_match

DEALS = 40
#: What rlcard does in the given seconds of processor time, printed as games and actions a second. It enumerates the
#: legal actions of the next player in every step, as its players need them.
RLCARD = """
import random, sys, time
import numpy
from rlcard.games.doudizhu import Game
game = Game()
game.np_random = numpy.random.RandomState(int(sys.argv[2]))
random.seed(int(sys.argv[2]))
games, actions, start, end = 0, 0, time.process_time(), 0.0
while end < float(sys.argv[1]):
    state, player = game.init_game()
    while not game.is_over():
        state, player = game.step(random.choice(state["actions"]))
        actions += 1
    games += 1
    end = time.process_time() - start
print(games / end, actions / end)
"""

#: A recorded move: the seat that answers a burn query, -1 for the seat whose turn it is; what it lays; "yield".
Recorded = tuple[int, PlayTuple | str | None]
#: Games and actions a second.
Speed = tuple[float, float]


def beginnings(rules: RuleSet, number: int) -> list[RolloutState]:
    """Deals at the beginning of play, tribute and purchases done."""
    found = []
    for seed in range(number):
        for move in play_match(rules, seed, 1):
            deal = move.after.deal
            if deal is not None and deal.stage == Stage.PLAYING:
                found.append(state_of(move.after, counts(move.after)))
                break
    return found


def counts(match: Match) -> list[tuple[int, ...]]:
    assert match.deal is not None
    return [hand.counts for hand in match.deal.hands if isinstance(hand, Hand)]


def play_out(state: RolloutState, rng: random.Random) -> int:
    """Play a deal to its end by random moves from the canonical lists; how many there were."""
    chance = rng.random
    actions = 0
    while not state.over:
        actions += 1
        asked = state.asked
        if asked:
            seat = asked.bit_length() - 1
            plays = covers(state, seat)
            state.burn(seat, plays[int(chance() * len(plays))] if chance() < 0.5 else None)
            continue
        plays = choices(state)
        if state.top < 0:
            state.lay(plays[int(chance() * len(plays))])
            continue
        chosen = int(chance() * (len(plays) + 1))
        if chosen < len(plays):
            state.lay(plays[chosen])
        else:
            state.pass_turn()
    return actions


def record(state: RolloutState, rng: random.Random) -> list[Recorded]:
    """The moves of one such game, now and then a yield among them."""
    moves: list[Recorded] = []
    while not state.over:
        if state.asked:
            seat = state.asked.bit_length() - 1
            cover = rng.choice(covers(state, seat)) if rng.random() < 0.5 else None
            moves.append((seat, cover))
            state.burn(seat, cover)
            continue
        plays = choices(state)
        chosen = rng.randrange(len(plays) + (state.top >= 0))
        if chosen < len(plays):
            moves.append((-1, plays[chosen]))
            state.lay(plays[chosen])
        elif state.may_yield():
            moves.append((-1, "yield"))
            state.yield_turn()
        else:
            moves.append((-1, None))
            state.pass_turn()
    return moves


def replay(games: list[tuple[RolloutState, list[Recorded]]], seconds: float) -> Speed:
    """The engine alone."""
    played, actions, start, took = 0, 0, process_time(), 0.0
    for beginning, moves in cycle(games):
        state = beginning.copy()
        for seat, play in moves:
            if seat >= 0:
                state.burn(seat, play)  # type: ignore[arg-type]
            elif play is None:
                state.pass_turn()
            elif play == "yield":
                state.yield_turn()
            else:
                state.lay(play)  # type: ignore[arg-type]
        played += 1
        actions += len(moves)
        took = process_time() - start
        if took >= seconds:
            break
    return played / took, actions / took


def choose(states: list[RolloutState], seconds: float, seed: int) -> Speed:
    """The engine, the canonical lists and the choice from them."""
    rng = random.Random(seed)
    games, actions, start, took = 0, 0, process_time(), 0.0
    for state in cycle(states):
        actions += play_out(state.copy(), rng)
        games += 1
        took = process_time() - start
        if took >= seconds:
            break
    return games / took, actions / took


def rlcard(python: str, seconds: float, seed: int) -> Speed:
    """rlcard's bare game."""
    done = subprocess.run([python, "-c", RLCARD, str(seconds), str(seed)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{python} cannot run rlcard: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}")
    games, actions = map(float, done.stdout.split())
    return games, actions


def microseconds(run: Callable[[], object], times: int = 20_000) -> float:
    """Processor time of one call."""
    start = process_time()
    for _ in range(times):
        run()
    return (process_time() - start) / times * 1e6


def parts(state: RolloutState) -> dict[str, float]:
    """Microseconds that the parts of a step take at the beginning of a deal."""
    hand, code = state.hands[state.turn], state.code
    return {
        "copy": microseconds(state.copy),
        "canonical_leads": microseconds(lambda: canonical_leads(hand, code)),
        "every_lead": microseconds(lambda: hand_leads(hand, code), 2_000),
        "canonical_answers": microseconds(lambda: canonical_answers(hand, (4, 2, 0, 0, 0), code)),
    }


def measure(names: list[str], seconds: float, rounds: int, python: str | None) -> dict[str, Speed]:
    """The median of every measure over the rounds."""
    runs: dict[str, Callable[[int], Speed]] = {}
    for name in names:
        states = beginnings(PRESETS[name], DEALS)
        games = [(state, record(state.copy(), random.Random(number))) for number, state in enumerate(states)]
        runs[f"{name} recorded"] = lambda _, games=games: replay(games, seconds)  # type: ignore[misc]
        runs[f"{name} random"] = lambda number, states=states: choose(states, seconds, number)  # type: ignore[misc]
    if python is not None:
        runs["rlcard random"] = lambda number: rlcard(python, seconds, number)
    found: dict[str, list[Speed]] = {name: [] for name in runs}
    for number in range(rounds):
        for name, run in runs.items():
            found[name].append(run(number))
    return {
        name: (median(games for games, _ in speeds), median(actions for _, actions in speeds))
        for name, speeds in found.items()
    }


def main() -> int:
    """Print the measures."""
    parser = argparse.ArgumentParser(description="Measure the rollout engine.")
    parser.add_argument("--rules", nargs="+", default=["tribute216", "chayuan", "jinyou4", "zaozhuang6"])
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time of each run")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each measure, of which the median counts")
    parser.add_argument("--rlcard", metavar="PYTHON", help="an interpreter that has rlcard, to measure beside it")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    speeds = measure(options.rules, options.seconds, options.rounds, options.rlcard)
    base = speeds.get("rlcard random", (0.0, 0.0))[1]
    steps = parts(beginnings(PRESETS[options.rules[0]], 1)[0])
    if options.json:
        rows = {
            name: {"games_s": games, "actions_s": actions} | ({"times_rlcard": actions / base} if base else {})
            for name, (games, actions) in speeds.items()
        }
        print(json.dumps({"speeds": rows, "microseconds": steps}))
        return 0
    print(f"{'':24} {'games/s':>9} {'actions/s':>11} {'actions a game':>15} {'times rlcard':>13}")
    for name, (games, actions) in speeds.items():
        times = f"{actions / base:13.1f}" if base else ""
        print(f"{name:24} {games:9.0f} {actions:11.0f} {actions / games:15.0f} {times}")
    print("  ".join(f"{name} {value:.2f} µs" for name, value in steps.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
