"""`gouji-desktop simulate`: its arguments and what it does."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any

from gouji_desktop.bots.levels import LEVELS, WEIGHING, UnknownLevelError, maker_of
from gouji_desktop.bots.pool import PoolError, names
from gouji_desktop.bots.weightfiles import weights_or_usual
from gouji_desktop.rules.presets import DEFAULT_PRESET, PRESETS, preset
from gouji_desktop.rules.ruleset import RuleSet, RuleSetError
from gouji_desktop.simulate.alone import Parser, alone
from gouji_desktop.simulate.arena import DEFAULT_LIMIT, Contest, report_of, try_out
from gouji_desktop.simulate.paired import compare
from gouji_desktop.simulate.printing import Bar, contest_text, text_of
from gouji_desktop.simulate.run import levels_by_seat, run
from gouji_desktop.simulate.table import SimulationError
from gouji_desktop.simulate.workers import WorkerLostError, play_pairs

FINE, NO, WRONG = 0, 1, 2

DEFAULT_DEALS, DEFAULT_PAIRS = 20, 100
#: The word for all rule sets.
ALL = "all"
#: More processes than this are taken for a slip of the keyboard.
MOST_WORKERS = 256
#: The most deals that a match may have.
LONGEST_MATCH = 99


class _PoolNames:
    """The names of the pool, looked up where the help is printed and not before."""

    def __str__(self) -> str:
        return ", ".join(names())


class _TeamsAction(argparse.Action):
    """Stores a value; its help can name the pool as `%(pool)s`."""

    def __init__(self, *words: Any, **options: Any) -> None:
        super().__init__(*words, **options)
        # A help text is filled in from the attributes of its action.
        self.pool = _PoolNames()

    def __call__(self, _parser: Any, namespace: argparse.Namespace, values: Any, _option: Any = None) -> None:
        """Store the value."""
        setattr(namespace, self.dest, values)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand to its parser."""
    parser.add_argument(
        "--teams",
        action=_TeamsAction,
        metavar="A,B",
        help="two teams in paired games: same hands and first seat, the sides swapped. The pool: %(pool)s",
    )
    parser.add_argument("--pairs", type=int, metavar="N", help=f"how many pairs (default {DEFAULT_PAIRS})")
    parser.add_argument(
        "--match-deals", type=int, metavar="N", help="play each game of a pair as a match of so many deals (default 1)"
    )
    parser.add_argument(
        "--weights",
        metavar="FILE",
        help=f"team A ({', '.join(WEIGHING)}) plays by the weights of this file; a file that does not fit the rule set"
        " is told, and its usual weights are used",
    )
    parser.add_argument("--workers", type=int, metavar="N", help="processes that play pairs at once (default 1)")
    parser.add_argument(
        "--limit",
        type=float,
        metavar="SECONDS",
        help="a decision of --teams that takes longer is a fault and somebody else decides"
        f" (default {DEFAULT_LIMIT:g}; 0: none)",
    )
    parser.add_argument(
        "--rules",
        nargs="+",
        default=[DEFAULT_PRESET],
        metavar="NAME",
        help=f"one or several of {', '.join(PRESETS)}, or {ALL}; a report for each",
    )
    parser.add_argument("--seed", default=1, type=int, metavar="S", help="the same seed plays the same games")
    parser.add_argument(
        "--level",
        nargs="+",
        metavar="LEVEL",
        help=f"without --teams: one for all, two for the sides, or six: {', '.join(LEVELS)} (default hard)",
    )
    parser.add_argument("--deals", type=int, metavar="N", help=f"how many deals of --level (default {DEFAULT_DEALS})")
    parser.add_argument(
        "--paired", action="store_true", help="compare two levels: every deal is played twice, the sides swapped"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print each report as one line of JSON: rules, teams, pairs, mean, ci95, win, draw, loss, sweeps, …; for"
        " each team p50_ms, p95_ms, max_ms, faults, … under by_team.A and by_team.B (docs/bot-authors.md names all)",
    )
    parser.add_argument("--progress", action="store_true", help="show progress even where nobody watches")


def main(args: argparse.Namespace) -> int:
    """Run the subcommand. 0: fine; 1: a bot or a worker failed; 2: the question is wrong (one sentence says why)."""
    try:
        rule_sets = chosen_rules(args.rules)
        shown = args.progress or (sys.stderr is not None and sys.stderr.isatty())
        contests = [] if args.teams is None else [_contest(args, rules) for rules in rule_sets]
        if contests:
            try_out(contests[0])
        else:
            _check_levels(args)
    except (RuleSetError, UnknownLevelError, PoolError, ValueError) as error:
        _say(str(error))
        return WRONG
    try:
        if contests:
            return max(_play(args, contest, shown, len(contests) > 1) for contest in contests)
        return max(_play_levels(args, rules, shown) for rules in rule_sets)
    except (SimulationError, WorkerLostError, PoolError) as error:
        _say(str(error))
        return NO


def chosen_rules(words: Sequence[str]) -> list[RuleSet]:
    """The rule sets that the words name, each once. Raises RuleSetError."""
    named = [name for word in words for name in word.split(",") if name]
    if not named:
        raise ValueError("name a rule set after --rules")
    return [preset(name) for name in dict.fromkeys(PRESETS if ALL in named else named)]


def _contest(args: argparse.Namespace, rules: RuleSet) -> Contest:
    """The contest that the arguments ask for. Raises ValueError."""
    for word in ("level", "deals", "paired"):
        if getattr(args, word):
            raise ValueError(f"--{word} and --teams do not go together: --teams plays pairs, and --pairs says how many")
    teams = [name.strip() for name in args.teams.split(",")]
    if len(teams) != 2 or not all(teams):
        raise ValueError("--teams wants two names with a comma between them, such as hard,greedy")
    for word, most in (("pairs", 10**9), ("match_deals", LONGEST_MATCH), ("workers", MOST_WORKERS)):
        number = getattr(args, word)
        if number is not None and not 1 <= number <= most:
            raise ValueError(f"--{word.replace('_', '-')} wants a number from 1 to {most}, not {number}")
    limit = DEFAULT_LIMIT if args.limit is None else args.limit
    if not (math.isfinite(limit) and 0 <= limit <= 10**6):
        raise ValueError(f"--limit wants seconds from 0 to {10**6}, not {limit:g}")
    if args.weights is not None and teams[0] not in WEIGHING:
        raise ValueError(f"--weights is for team A of the level {', '.join(WEIGHING)}: {teams[0]} plays by no weights")
    return Contest(rules, (teams[0], teams[1]), args.seed, args.match_deals or 1, limit)


def _check_levels(args: argparse.Namespace) -> None:
    """Raise ValueError where the arguments without --teams mean nothing."""
    for word in ("pairs", "match_deals", "workers", "limit", "weights"):
        if getattr(args, word) is not None:
            raise ValueError(f"--{word.replace('_', '-')} is of --teams: name two teams, such as --teams hard,greedy")
    levels_by_seat(args.level or ["hard"])
    if args.deals is not None and args.deals < 1:
        raise ValueError("simulate at least one deal: give --deals a number from 1 up")
    if args.paired and len(args.level or []) != 2:
        raise ValueError("--paired compares two levels: name them both after --level")


def _play(args: argparse.Namespace, contest: Contest, shown: bool, labelled: bool) -> int:
    pairs = args.pairs or DEFAULT_PAIRS
    bar = Bar(shown, contest.rules.name if labelled else "")
    troubles: list[str] = []

    def tell(sentence: str) -> None:
        bar.end()
        troubles.append(sentence)
        _say(sentence)

    if args.weights is not None:
        weights, trouble = weights_or_usual(Path(args.weights), contest.rules)
        if trouble:
            tell(trouble)
        else:
            contest = contest._replace(weights=weights)
    start = perf_counter()
    results = []
    try:
        with closing(play_pairs(contest, pairs, args.workers or 1, tell)) as played:
            for result in played:
                results.append(result)
                bar(len(results), pairs)
    finally:
        bar.end()
    report = report_of(contest, results, perf_counter() - start)
    report["weights"] = None if contest.weights is None else args.weights
    _print(report, contest_text(report), args)
    return NO if report["faults"] or troubles else FINE


def _play_levels(args: argparse.Namespace, rules: RuleSet, shown: bool) -> int:
    bar = Bar(shown)
    levels, deals = args.level or ["hard"], args.deals or DEFAULT_DEALS
    try:
        report = (
            _paired(rules, levels, deals, args.seed, bar) if args.paired else run(rules, deals, args.seed, levels, bar)
        )
    finally:
        bar.end()
    _print(report, text_of(report), args)
    return NO if report["faults"] else FINE


def _paired(rules: RuleSet, levels: Sequence[str], deals: int, seed: int, bar: Bar) -> dict[str, Any]:
    one, other = levels
    pairs = max(2, deals // 2)
    result = compare(rules, maker_of(one), maker_of(other), pairs, seed, lambda done: bar(done, pairs))
    return {
        "rules": rules.name,
        "seed": seed,
        "levels": [one, other],
        "deals": 2 * pairs,
        "mean": round(result.mean, 3),
        "interval": [round(result.low, 3), round(result.high, 3)],
        "wins": result.wins,
        "draws": result.draws,
        "losses": result.losses,
        "faults": [],
    }


def _print(report: dict[str, Any], text: str, args: argparse.Namespace) -> None:
    if sys.stdout is not None:
        sys.stdout.write(json.dumps(report, ensure_ascii=False) + "\n" if args.json else text)
        sys.stdout.flush()


def _say(sentence: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"{sentence}\n")


def parse_and_run(argv: Sequence[str] | None = None) -> int:
    """The subcommand on its own: `python -m gouji_desktop.simulate`."""
    parser = Parser(prog="simulate", description="Let bots play bots.")
    add_arguments(parser)
    args = parser.parse_args(argv)
    return alone(lambda: main(args))
