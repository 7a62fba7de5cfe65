"""`gouji-desktop simulate`: bots against bots."""

from __future__ import annotations

import argparse
from typing import Any

from gouji_desktop.cli.parsing import add_rules, chosen_rules, positive
from gouji_desktop.rules.presets import DEFAULT_PRESET


def add(commands: Any) -> None:
    """Add the command."""
    from gouji_desktop.bots.levels import LEVELS

    parser = commands.add_parser(
        "simulate",
        help="let bots play against bots and report",
        description="Play deals of bots against bots; progress on standard error, the report on standard output.",
    )
    add_rules(parser)
    parser.add_argument("--deals", type=positive, default=100, metavar="N", help="how many deals (default 100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed plays the same deals")
    parser.add_argument("--level", choices=LEVELS, default="hard", help="level of all six bots (default hard)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Simulate."""
    from gouji_desktop.simulate import report

    return report.run_command(
        rules=chosen_rules(args, DEFAULT_PRESET),
        deals=args.deals,
        seed=args.seed,
        level=args.level,
        as_json=args.json,
    )
