"""`gouji-desktop load`: real deals against a table server, measured next to a raw echo."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from gouji_desktop.cli.parsing import FINE, NO, CommandError, add_rules, chosen_rules, positive, say
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.server.load.driver import ECHO_OPTION, Plan, run
from gouji_desktop.server.load.echo import serve_echo
from gouji_desktop.server.load.failing import FAILURES, check_address, reason
from gouji_desktop.server.load.figures import report
from gouji_desktop.server.load.running import LoadError, run_fast

#: More connections than so many tables of six have no machine to measure them on; nobody measures for days.
MOST_TABLES, MOST_SECONDS = 5000, 86_400
#: Files that a run needs besides its connections.
_SPARE_FILES = 64


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "load",
        help="measure a table server with real deals, next to a raw echo",
        description="Start a table server, seat six persons at each table, let them play over real sockets, first at "
        "a person's pace and then as fast as they can, and measure a raw websockets echo in the same run. Status 1: an "
        "event was lost, a card was leaked, or a connection broke. Status 2: the run cannot be made. What was not "
        "measured is null in JSON and - in text.",
    )
    parser.add_argument(
        "--tables", type=_up_to(MOST_TABLES), default=20, metavar="N", help="tables of six (default: 20)"
    )
    parser.add_argument(
        "--seconds", type=_up_to(MOST_SECONDS), default=20, metavar="S", help="how long, echo included (default: 20)"
    )
    parser.add_argument(
        "--seed", type=positive, default=1, metavar="N", help="how long each person thinks (default: 1)"
    )
    parser.add_argument("--url", default="", metavar="URL", help="a server that runs already and has its limits lifted")
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(ECHO_OPTION, action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    if args.echo:
        run_fast(serve_echo())
        return FINE
    if args.url:
        _check(args.url)
    plan = Plan(args.tables, float(args.seconds), chosen_rules(args, "tribute216"), args.seed, args.url)
    _open_files(args.tables * SEATS + _SPARE_FILES)
    tell = say if sys.stderr is not None and sys.stderr.isatty() else _silent
    try:
        figures = run_fast(run(plan, tell))
    except LoadError as error:
        raise CommandError(str(error)) from None
    except FAILURES as error:
        raise CommandError(reason(error, args.url or "this machine")) from None
    print(json.dumps(figures.as_dict()) if args.json else report(figures))
    return NO if figures.lost or figures.leaked or figures.dropped else FINE


def _check(url: str) -> None:
    try:
        check_address(url)
    except LoadError as error:
        raise CommandError(str(error)) from None


def _up_to(most: int) -> Callable[[str], int]:
    """An argument that is a whole number from 1 to so many."""

    def number(text: str) -> int:
        found = positive(text)
        if found > most:
            raise argparse.ArgumentTypeError(f"it is at most {most}, not {text}")
        return found

    return number


def _silent(_sentence: str) -> None:
    """Nobody looks."""


def _open_files(wanted: int) -> None:
    """Let this process and those that it starts have so many connections."""
    try:
        import resource
    except ImportError:  # Windows knows no such limit.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(
                resource.RLIMIT_NOFILE, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard)
            )
