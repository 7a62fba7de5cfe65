"""`gouji-desktop serve`: the table server."""

from __future__ import annotations

import argparse
from typing import Any

from gouji_desktop.cli.parsing import WRONG, say


def add(commands: Any) -> None:
    """Add the command."""
    from gouji_desktop.server.options import DESCRIPTION, add_options

    parser = commands.add_parser("serve", help="run a table server for others", description=DESCRIPTION)
    add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the server until a signal ends it."""
    from gouji_desktop.profile.folders import profile_folders
    from gouji_desktop.server.app import run as serve
    from gouji_desktop.server.options import FOLDER, OptionError, config_of

    try:
        config = config_of(args, profile_folders().data / FOLDER)
    except OptionError as error:
        # As everything else that this command says.
        say(f"gouji-desktop serve: {error}")
        return WRONG
    return serve(config)
