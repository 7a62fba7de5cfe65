"""Dispatch of the command line."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence

from gouji_desktop import __version__
from gouji_desktop.cli.loading import add as add_load
from gouji_desktop.cli.parsing import FINE, NO, WRONG, CommandError, OneSentenceParser, say
from gouji_desktop.cli.replaying import add as add_replay
from gouji_desktop.cli.ruling import add as add_rules
from gouji_desktop.cli.scenarios import add as add_scenario
from gouji_desktop.cli.serving import add as add_serve
from gouji_desktop.cli.simulating import add as add_simulate
from gouji_desktop.cli.window import add as add_window

#: What a full or failing disk behind standard output says.
_OUTPUT_FAULTS = (errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EBADF)
#: Status of a program that was interrupted by Ctrl-C.
INTERRUPTED = 130


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    parser = OneSentenceParser(
        prog="gouji-desktop",
        description="够级 (Gouji), the six-player card game of Shandong. Without a command the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"gouji-desktop {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=OneSentenceParser)
    add_window(parser, commands)
    for add in (add_simulate, add_scenario, add_rules, add_replay, add_serve, add_load):
        add(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        # Card names and rule texts are Chinese; a console of another encoding shows what it can.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8" if os.name != "nt" else None, errors="replace")
    args = build_parser().parse_args(argv)
    try:
        status: int = args.run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except CommandError as error:
        say(f"gouji-desktop: {error}")
        return WRONG
    except KeyboardInterrupt:
        say("gouji-desktop: interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output went away; what it read was right.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except OSError as error:
        if error.filename is not None or error.errno not in _OUTPUT_FAULTS:
            raise
        say(f"gouji-desktop: the output cannot be written ({error.strerror})")
        # What is left of it would be tried again, and complained of, when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO
    return status
