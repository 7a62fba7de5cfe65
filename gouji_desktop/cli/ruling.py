"""`gouji-desktop rules`: print or compare rule sets."""

from __future__ import annotations

import argparse
import json
from typing import Any

from gouji_desktop.cli.parsing import FINE, CommandError, add_language, chosen_language, option_value, rule_set
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.ruleset import RuleSet, RuleSetError
from gouji_desktop.ui.presenter.newmatch import rules_title
from gouji_desktop.ui.presenter.rulewords import option_word, value_word
from gouji_desktop.ui.presenter.words import Words, read_words
from gouji_desktop.ui.resources import assets_folder


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "rules",
        help="print or compare rule sets",
        description="Print the names of the rule sets, one rule set, or what differs between two.",
    )
    parser.add_argument("preset", nargs="?", type=rule_set, metavar="PRESET", help="the rule set to print")
    parser.add_argument("--diff", nargs=2, type=rule_set, metavar=("A", "B"), help="print what differs")
    parser.add_argument("--option", type=option_value, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what is asked for."""
    if args.option and (args.diff or args.preset is None):
        raise CommandError("--option changes one rule set: name it (see gouji-desktop rules --help)")
    if args.diff and args.preset is not None:
        raise CommandError("name one rule set to print it, or two after --diff to compare them")
    if args.diff:
        return _print_difference(args.diff[0], args.diff[1], _words(args), as_json=args.json)
    if args.preset is None:
        print(json.dumps(list(PRESETS)) if args.json else "\n".join(PRESETS))
        return FINE
    try:
        rules = args.preset.with_options(dict(args.option))
    except RuleSetError as error:
        raise CommandError(str(error)) from None
    options = rules.to_dict()
    if args.json:
        print(json.dumps(options | {"digest": rules.digest}, ensure_ascii=False, indent=2))
        return FINE
    words = _words(args)
    print(_title(rules, words))
    values = {name: _text(value) for name, value in options.items()}
    width, room = max(map(len, values)), max(map(len, values.values()))
    for name, value in values.items():
        print(f"{name:{width}}  {value:{room}}  {_said(rules, name, words)}".rstrip())
    print(f"{'digest':{width}}  {rules.digest}")
    return FINE


def _words(args: argparse.Namespace) -> Words:
    return read_words(assets_folder() / "translations", chosen_language(args))


def _title(rules: RuleSet, words: Words) -> str:
    """What the window calls a rule set, and what it says about it."""
    about = f"rules.about.{rules.name}"
    said = [rules_title(rules.name, words), words(about) if about in words else ""]
    return words.join(said, "join.dots")


def _said(rules: RuleSet, name: str, words: Words) -> str:
    """An option and its value in the words of the window; empty where they have none."""
    title = option_word(name, words)
    if title == name:
        return ""
    return f"{title}: {value_word(name, getattr(rules, name), words)}"


def _print_difference(one: RuleSet, other: RuleSet, words: Words, *, as_json: bool) -> int:
    """What differs; asking is no failure, so that the status is 0 whether or not something does."""
    first, second = one.to_dict(), other.to_dict()
    differing = [name for name in first if name != "name" and first[name] != second[name]]
    if as_json:
        print(json.dumps({name: [first[name], second[name]] for name in differing}, ensure_ascii=False, indent=2))
    else:
        width = max([len(name) for name in differing] or [0])
        for name in differing:
            title = option_word(name, words)
            said = "" if title == name else f"  {title}"
            print(f"{name:{width}}  {_text(first[name])}  ->  {_text(second[name])}{said}")
    return FINE


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
