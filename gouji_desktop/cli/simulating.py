"""`gouji-desktop simulate`: bots against bots."""

from __future__ import annotations

from typing import Any

from gouji_desktop.simulate.command import add_arguments, main


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "simulate",
        help="let bots play against bots and report",
        description="Two teams of the pool in paired games (--teams), or whole matches of levels (--level): progress "
        "on standard error, the report on standard output. Status 1: a bot or a worker process failed.",
    )
    add_arguments(parser)
    parser.set_defaults(run=main)
