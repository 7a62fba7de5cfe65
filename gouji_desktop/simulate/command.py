"""`gouji-desktop simulate`: its arguments and what it prints."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from gouji_desktop.bots.levels import LEVELS, UnknownLevelError, maker_of
from gouji_desktop.rules.presets import DEFAULT_PRESET, PRESETS, preset
from gouji_desktop.rules.ruleset import RuleSet, RuleSetError
from gouji_desktop.simulate.paired import compare
from gouji_desktop.simulate.run import levels_by_seat, run

FINE, NO, WRONG = 0, 1, 2

#: How wide the bar is drawn.
_BAR = 30


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand to its parser."""
    parser.add_argument("--rules", default=DEFAULT_PRESET, metavar="NAME", help=f"one of {', '.join(PRESETS)}")
    parser.add_argument("--deals", default=20, type=int, metavar="N", help="how many deals (default 20)")
    parser.add_argument("--seed", default=1, type=int, metavar="S", help="the same seed plays the same games")
    parser.add_argument(
        "--level",
        nargs="+",
        default=["hard"],
        metavar="LEVEL",
        help=f"one for all, two for the sides, or six: {', '.join(LEVELS)}",
    )
    parser.add_argument(
        "--paired", action="store_true", help="compare two levels: every deal is played twice, the sides swapped"
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--progress", action="store_true", help="show progress even where nobody watches")


class Bar:
    """A progress line on standard error, redrawn in place."""

    def __init__(self, shown: bool) -> None:
        self._shown = shown
        self._drawn = -1

    def __call__(self, done: int, of: int) -> None:
        """Draw the line anew where it has grown."""
        percent = done * 100 // max(1, of)
        if self._shown and percent != self._drawn:
            self._drawn = percent
            full = percent * _BAR // 100
            sys.stderr.write(f"\r[{'#' * full}{'.' * (_BAR - full)}] {percent:3d} % {done}/{of}")
            sys.stderr.flush()

    def end(self) -> None:
        """Leave the line."""
        if self._shown and self._drawn >= 0:
            sys.stderr.write("\n")


def main(args: argparse.Namespace) -> int:
    """Run the subcommand. 0: fine; 1: a bot broke a rule; 2: the question is wrong (one sentence says why)."""
    try:
        rules = preset(args.rules)
        levels_by_seat(args.level)
        if args.deals < 1:
            raise ValueError("simulate at least one deal: give --deals a number from 1 up")
        if args.paired and len(args.level) != 2:
            raise ValueError("--paired compares two levels: name them both after --level")
    except (RuleSetError, UnknownLevelError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return WRONG
    bar = Bar(args.progress or (sys.stderr is not None and sys.stderr.isatty()))
    try:
        report = _paired(rules, args, bar) if args.paired else run(rules, args.deals, args.seed, args.level, bar)
    finally:
        bar.end()
    sys.stdout.write(json.dumps(report, ensure_ascii=False) + "\n" if args.json else text_of(report))
    return NO if report["faults"] else FINE


def _paired(rules: RuleSet, args: argparse.Namespace, bar: Bar) -> dict[str, Any]:
    one, other = args.level
    pairs = max(2, args.deals // 2)
    result = compare(rules, maker_of(one), maker_of(other), pairs, args.seed, lambda done: bar(done, pairs))
    return {
        "rules": rules.name,
        "seed": args.seed,
        "levels": [one, other],
        "deals": 2 * pairs,
        "mean": round(result.mean, 3),
        "interval": [round(result.low, 3), round(result.high, 3)],
        "wins": result.wins,
        "draws": result.draws,
        "losses": result.losses,
        "faults": [],
    }


def text_of(report: dict[str, Any]) -> str:
    """The report for a person."""
    lines = []
    for key, value in report.items():
        if key == "places":
            lines += ["places (rows: seats; columns: first to last)"]
            lines += ["  " + " ".join(f"{number:5d}" for number in row) for row in value]
        elif isinstance(value, dict):
            lines.append(f"{key}: " + ", ".join(f"{name} {number}" for name, number in value.items()))
        elif isinstance(value, list):
            lines.append(f"{key}: " + (", ".join(map(str, value)) or "none"))
        else:
            lines.append(f"{key}: {value}")
    return "\n".join(lines) + "\n"


def parse_and_run(argv: Sequence[str] | None = None) -> int:
    """The subcommand on its own: `python -m gouji_desktop.simulate`."""
    parser = argparse.ArgumentParser(prog="simulate", description="Let bots play bots.")
    add_arguments(parser)
    return main(parser.parse_args(argv))
