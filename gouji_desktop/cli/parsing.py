"""A parser whose refusals are one sentence, and values that many commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.ruleset import RuleSet, RuleSetError
from gouji_desktop.ui.presenter.languages import shown_language
from gouji_desktop.ui.presenter.words import LANGUAGES

#: The most deals that a match may have.
LONGEST_MATCH = 99
#: Exit statuses.
FINE, NO, WRONG = 0, 1, 2

Handler = Callable[[argparse.Namespace], int]


class CommandError(Exception):
    """The question is wrong; its text is one sentence for standard error."""


class OneSentenceParser(argparse.ArgumentParser):
    """An argument parser that refuses in one line."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse what no option is in the name of the command that it was given to."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        """Print one sentence and exit with 2."""
        self.exit(WRONG, f"{self.prog}: {message} (see {self.prog} --help)\n")


def rule_set(text: str) -> RuleSet:
    """An argument that names a preset."""
    try:
        return preset(text)
    except RuleSetError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def option_value(text: str) -> tuple[str, Any]:
    """An argument `NAME=VALUE`: an option of the rule set."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is no option such as hold_threes=off")
    words: dict[str, Any] = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
    if value in words:
        return name, words[value]
    if "," in value or value == "":
        return name, [_number(part) for part in value.split(",") if part]
    return name, _number(value)


def _number(text: str) -> int | str:
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 10 else text


def positive(text: str) -> int:
    """An argument that is a whole number from 1."""
    if not text.isdecimal() or not 1 <= int(text) <= 10**9:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1")
    return int(text)


def match_length(text: str) -> int:
    """An argument that is a number of deals a match may have."""
    number = positive(text)
    if number > LONGEST_MATCH:
        raise argparse.ArgumentTypeError(f"a match has at most {LONGEST_MATCH} deals, not {text}")
    return number


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add `--lang zh|en`."""
    parser.add_argument("--lang", choices=LANGUAGES, default=None, help="language (default: the system's)")


def chosen_language(args: argparse.Namespace) -> str:
    """The language of the arguments, else the system's."""
    return args.lang or shown_language()


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add `--rules NAME` and `--option NAME=VALUE`."""
    parser.add_argument("--rules", type=rule_set, default=None, metavar="NAME", help=f"rule set: {', '.join(PRESETS)}")
    parser.add_argument(
        "--option",
        type=option_value,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change one option of the rule set, such as hold_threes=off; may be given again",
    )


def chosen_rules(args: argparse.Namespace, default: str) -> RuleSet:
    """The rule set of the arguments with its options. Raises CommandError."""
    rules: RuleSet = args.rules or preset(default)
    try:
        return rules.with_options(dict(args.option)) if args.option else rules
    except RuleSetError as error:
        raise CommandError(str(error)) from None


def say(sentence: str) -> None:
    """One line on standard error."""
    if sys.stderr is not None:
        print(sentence, file=sys.stderr)
