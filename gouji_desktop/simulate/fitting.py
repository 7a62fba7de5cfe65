"""Fitting the judge of one family of rule sets: what positions between two rounds are worth to the master.

    python -m gouji_desktop.simulate.fitting --rules jinyou4 --seed 1 --deals 1500 --workers 2 --write FILE

Six players of the level hard play deals, each now and then making another move than its best, so that positions after
such moves are known too. Before every lead the features of each seat are kept, together with who went out before whom
and what the deal was worth. Logistic regression over the pairs of enemies gives the weights, least
squares the points. The last fifth of the deals takes no part in it: on these the fit is reported.

Everything follows from the seed and the number of deals: the same command gives the same judge, with any number of
workers. It needs numpy (`pip install numpy`, or the extra `dev`), which the program itself does without.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from gouji_desktop.bots.levels import hard
from gouji_desktop.bots.memory import Memory
from gouji_desktop.bots.processes import begin_process, uninterrupted
from gouji_desktop.bots.rollout.state import state_of
from gouji_desktop.bots.search.candidates import candidates
from gouji_desktop.bots.search.features import NAMES, features
from gouji_desktop.bots.search.judgefiles import FORMAT, VERSION
from gouji_desktop.bots.search.judging import opened_more, pairs_won, rank_keys, settled
from gouji_desktop.bots.search.looking import OpenTable
from gouji_desktop.bots.sight import play_command, yield_command
from gouji_desktop.bots.weightfiles import family_of, weights_of
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.ruleset import RuleSet, RuleSetError
from gouji_desktop.rules.seats import SEATS, SIDES, Seat, seats_of
from gouji_desktop.rules.state import Hand, Match, Stage
from gouji_desktop.rules.views import View
from gouji_desktop.simulate.alone import Parser, alone
from gouji_desktop.simulate.table import Table, seeded

FINE, WRONG = 0, 2
#: Seeds of the deals; the purposes of tuning.py end below them.
FITTING = range(4_000_000_000_000, 5_000_000_000_000)
BLOCK = 1_000_000_000
#: How often a player makes another move than its best.
WANDERING = 0.12
#: This part of the deals is fitted on.
FITTED = 0.8
#: How strongly weights are drawn to 0.
RIDGE = 5.0
#: Steps of Newton's method: far more than it needs.
_STEPS = 12


class Position(NamedTuple):
    """One moment before a lead, and what became of it. Values are the even side's."""

    live: int
    chaos: bool
    #: For each seat its features, None where it no longer plays.
    numbers: tuple[list[float] | None, ...]
    keys: list[int]
    opened: int
    #: Points won already, and in the end.
    settled: float
    score: float
    #: For each seat its place, 0 for 头科.
    places: tuple[int, ...]


class Wanderer:
    """A hard player that now and then makes another of its candidate moves."""

    def __init__(self, seat: Seat, rng: Random) -> None:
        self._player = hard(seat, rng)
        self._rng = rng
        self._memory = Memory()

    def observe(self, event: ev.Event, view: View) -> None:
        """Remember what the hard player does."""
        self._player.observe(event, view)
        self._memory.observe(event)

    def answer(self, view: View, prompt: Prompt) -> SeatCommand:
        """The hard player's answer, mostly."""
        if prompt.stage != Stage.PLAYING or self._rng.random() >= WANDERING:
            return self._player.answer(view, prompt)
        moves = candidates(view, prompt, self._memory.tracker(view), weights_of(view.rules))
        move = self._rng.choice(moves)
        return yield_command(prompt) if move is None else play_command(view, prompt, move)


def positions_of(rules: RuleSet, seed: int) -> list[Position]:
    """The positions of one deal."""
    found: list[Position] = []

    def hear(event: ev.Event, match: Match) -> None:
        deal = match.deal
        if deal is None or not isinstance(event, ev.RoundEnded | ev.PlayBegan):
            return
        state = state_of(match, [hand.counts for hand in deal.hands if isinstance(hand, Hand)])
        table = OpenTable(state)
        numbers = tuple(features(table, s, event.leader) if state.live >> s & 1 else None for s in range(SEATS))
        keys = rank_keys(state.live, state.finished, state.placed_last)
        found.append(Position(state.live, state.chaos, numbers, keys, state.opened, settled(state), 0.0, ()))

    players = [Wanderer(seat, seeded(seed, seat)) for seat in range(SEATS)]
    table = Table(rules, players, seeded(seed, "table"), deals=1, listener=hear)
    result = table.play_deal().results[-1]
    score = (result.scores[0] - result.scores[1]) / 2
    places = tuple(result.places.index(seat) for seat in range(SEATS))
    return [each._replace(score=score, places=places) for each in found]


def played(rules: RuleSet, seeds: Sequence[int], workers: int, tell: bool) -> Iterator[list[Position]]:
    """The positions of each deal, in order."""
    play = partial(positions_of, rules)

    def counted(deals: Iterator[list[Position]]) -> Iterator[list[Position]]:
        for number, deal in enumerate(deals, start=1):
            if tell and (number % 50 == 0 or number == len(seeds)):
                sys.stderr.write(f"\r{number}/{len(seeds)} deals")
                sys.stderr.flush()
            yield deal
        if tell:
            sys.stderr.write("\n")

    if workers < 2:
        yield from counted(map(play, seeds))
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=begin_process) as pool:
        with uninterrupted():
            # The processes start with the first deals.
            deals = pool.map(play, seeds, chunksize=5)
        yield from counted(deals)


def fit(deals: Sequence[list[Position]]) -> dict[str, Any]:
    """The judge's numbers, and how well they tell the deals that took no part in the fit."""
    import numpy as np  # noqa: PLC0415 - for this command alone

    cut = round(len(deals) * FITTED)
    models, losses = {}, {}
    for name, chaos in (("headed", False), ("chaos", True)):
        inputs, outcomes = _pairs(deals[:cut], chaos)
        models[name] = _logistic(np.array(inputs), np.array(outcomes))
        inputs, outcomes = _pairs(deals[cut:], chaos)
        chance = 1.0 / (1.0 + np.exp(-(np.array(inputs) @ models[name])))
        hit = np.where(np.array(outcomes) > 0.5, chance, 1.0 - chance)
        losses[name] = round(float(-np.log(hit).mean()), 4)
    terms, points = _terms(deals[:cut], models)
    weights = np.linalg.lstsq(np.array(terms), np.array(points), rcond=None)[0]
    terms, points = _terms(deals[cut:], models)
    rest = np.array(points) - np.array(terms) @ weights
    explained = 1.0 - float((rest**2).sum() / (np.array(points) ** 2).sum())
    return {
        "headed": [round(float(weight), 4) for weight in models["headed"]],
        "chaos": [round(float(weight), 4) for weight in models["chaos"]],
        "points": {
            name: round(float(weight), 4)
            for name, weight in zip(("pairs", "pairs_cubed", "opened"), weights, strict=True)
        },
        "fit": {"log_loss": losses, "points_explained": round(explained, 3)},
    }


def _pairs(deals: Sequence[list[Position]], chaos: bool) -> tuple[list[list[float]], list[float]]:
    """For each pair of enemies that still play: the difference of their features, and whether the even seat won."""
    inputs, outcomes = [], []
    for each in (position for deal in deals for position in deal if position.chaos == chaos):
        for ours in seats_of(each.live & SIDES[0]):
            for theirs in seats_of(each.live & SIDES[1]):
                mine, other = each.numbers[ours], each.numbers[theirs]
                assert mine is not None
                assert other is not None
                inputs.append([a - b for a, b in zip(mine, other, strict=True)])
                outcomes.append(float(each.places[ours] < each.places[theirs]))
    return inputs, outcomes


def _logistic(inputs: Any, outcomes: Any) -> Any:
    """Logistic regression with a ridge, by Newton's method."""
    import numpy as np  # noqa: PLC0415 - for this command alone

    weights = np.zeros(inputs.shape[1])
    for _ in range(_STEPS):
        chance = 1.0 / (1.0 + np.exp(-np.clip(inputs @ weights, -30.0, 30.0)))
        slope = inputs.T @ (chance - outcomes) + RIDGE * weights
        bend = (inputs * (chance * (1.0 - chance))[:, None]).T @ inputs + RIDGE * np.eye(len(weights))
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def _terms(deals: Sequence[list[Position]], models: dict[str, Any]) -> tuple[list[list[float]], list[float]]:
    """What points are explained by, and the points that were still to be won."""
    terms, points = [], []
    for each in (position for deal in deals for position in deal):
        model = models["chaos" if each.chaos else "headed"]
        strengths = [0.0 if numbers is None else float(numbers @ model) for numbers in map(_array, each.numbers)]
        won = pairs_won(strengths, each.live, each.keys)
        terms.append([won, won**3, opened_more(each.opened)])
        points.append(each.score - each.settled)
    return terms, points


def _array(numbers: list[float] | None) -> Any:
    import numpy as np  # noqa: PLC0415 - for this command alone

    return None if numbers is None else np.array(numbers)


def arguments() -> argparse.ArgumentParser:
    """What the command takes."""
    parser = Parser(prog="fitting", description="Fit the judge of a family of rule sets.")
    parser.add_argument("--rules", default="tribute216", metavar="NAME", help=f"one of {', '.join(PRESETS)}")
    parser.add_argument("--deals", type=int, default=1500, metavar="N", help="how many deals (default 1500)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed fits the same judge")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes that play")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the data file of the family")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. 0: fine; 2: the question is wrong (one sentence says why)."""
    args = arguments().parse_args(argv)
    try:
        rules = preset(args.rules)
        if not 10 <= args.deals <= BLOCK or args.workers < 1 or not 0 <= args.seed < len(FITTING) // BLOCK:
            raise ValueError("give --deals a number from 10 up, --workers one from 1 up and --seed one from 0 to 999")
        import numpy  # noqa: F401, PLC0415, ICN001 - asked for before an hour of play, not after it
    except (RuleSetError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return WRONG
    except ImportError:
        sys.stderr.write("fitting needs numpy: install it with `pip install numpy`\n")
        return WRONG
    first = FITTING.start + args.seed * BLOCK
    deals = list(played(rules, range(first, first + args.deals), args.workers, sys.stderr.isatty()))
    found = fit(deals)
    run = {
        "command": f"python -m gouji_desktop.simulate.fitting --rules {rules.name} --seed {args.seed}"
        f" --deals {args.deals}",
        "date": datetime.now(UTC).date().isoformat(),
        "seeds": first,
        "positions": sum(map(len, deals)),
        **found.pop("fit"),
    }
    data = {"format": FORMAT, "version": VERSION, "family": family_of(rules), "features": list(NAMES), **found}
    text = json.dumps({**data, "run": run}, ensure_ascii=False, indent=1) + "\n"
    if args.write is None:
        sys.stdout.write(text)
        return FINE
    try:
        args.write.write_text(text, encoding="utf-8")
    except OSError as error:
        sys.stderr.write(f"cannot write {args.write}: {error.strerror or error}\n")
        return WRONG
    sys.stdout.write(f"{json.dumps(run, ensure_ascii=False)}\n")
    return FINE


if __name__ == "__main__":
    sys.exit(alone(main))
