"""The window: `gouji-desktop`, `gouji-desktop play`, `gouji-desktop self-test`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from gouji_desktop.bots.levels import LEVELS
from gouji_desktop.cli.parsing import CommandError, add_language, add_rules, chosen_language, chosen_rules, match_length
from gouji_desktop.rules.presets import DEFAULT_PRESET

#: The smallest window that the table is laid out for, in pixels.
SMALLEST = (1024, 640)
LARGEST = (7680, 4320)


def add(parser: argparse.ArgumentParser, commands: Any) -> None:
    """Make the window the default, and add the commands that open it."""
    parser.set_defaults(run=run_home)
    play = commands.add_parser(
        "play",
        help="open the window straight into a match",
        description="Open the window straight into a match against bots.",
    )
    add_rules(play)
    play.add_argument("--level", choices=LEVELS, default=None, help="level of the bots")
    play.add_argument("--seed", type=int, default=None, metavar="S", help="the same seed deals the same cards")
    play.add_argument("--deals", type=match_length, default=None, metavar="N", help="deals of the match")
    play.set_defaults(run=run_play)
    test = commands.add_parser(
        "self-test",
        help="walk through every screen, play a match and say what failed",
        description="Start the real window (offscreen where there is no display), walk through every screen and play "
        "one match with every kind of question. Status 0: all is well; 1: something failed.",
    )
    test.add_argument("--screenshots", type=Path, metavar="DIR", help="save numbered pictures there")
    add_language(test)
    test.add_argument("--size", type=window_size, default=(1280, 800), metavar="WxH", help="window (default 1280x800)")
    test.set_defaults(run=run_self_test)


def window_size(text: str) -> tuple[int, int]:
    """An argument such as 1280x800."""
    width, _, height = text.lower().partition("x")
    if width.isdecimal() and height.isdecimal():
        size = int(width), int(height)
        if SMALLEST[0] <= size[0] <= LARGEST[0] and SMALLEST[1] <= size[1] <= LARGEST[1]:
            return size
    raise argparse.ArgumentTypeError(
        f"{text!r} is no window size from {SMALLEST[0]}x{SMALLEST[1]} to {LARGEST[0]}x{LARGEST[1]}"
    )


def run_home(_args: argparse.Namespace) -> int:
    """Open the window at its home screen."""
    from gouji_desktop.ui.app.run import run_window

    return run_window(None)


def run_play(args: argparse.Namespace) -> int:
    """Open the window in a new match."""
    from gouji_desktop.ui.app.run import MatchRequest, run_window

    rules = chosen_rules(args, DEFAULT_PRESET)
    return run_window(MatchRequest(rules=rules, level=args.level, seed=args.seed, deals=args.deals))


def run_self_test(args: argparse.Namespace) -> int:
    """Test the window."""
    from gouji_desktop.ui.app.selftest import PicturesError, self_test

    try:
        return self_test(screenshots=args.screenshots, lang=chosen_language(args), size=args.size)
    except PicturesError as error:
        raise CommandError(str(error)) from None
