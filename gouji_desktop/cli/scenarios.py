"""`gouji-desktop scenario`: put questions to the rules."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from gouji_desktop.cli.parsing import FINE, NO, CommandError
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.scenarios.reading import ScenarioError
from gouji_desktop.scenarios.running import MAX_BYTES, ScenarioResult, parse, run_all


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "scenario",
        help="put rule questions (JSON files) to the rules",
        description="Run scenario files; each scenario prints one JSON result on one line. Status 0: no answer is "
        "wrong; 1: one is; 2: a file cannot be read or is no scenario.",
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a JSON object or a list of them")
    parser.add_argument("--rules", metavar="NAME,...", help="only scenarios of these rule sets")
    parser.add_argument("--reasons", action="store_true", help="print the reason codes and stop")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the files."""
    if args.reasons:
        for reason in Reason:
            print(reason.value)
        return FINE
    if not args.files:
        raise CommandError("no scenario file was named (see gouji-desktop scenario --help)")
    presets = _presets(args.rules)
    wrong = False
    for path, scenarios in [(path, _read(path)) for path in args.files]:
        try:
            for result in run_all(scenarios, presets):
                print(_line(result), flush=True)
                wrong = wrong or result.ok is False
        except ScenarioError as error:
            raise CommandError(f"{path}: {error}") from None
    return NO if wrong else FINE


def _line(result: ScenarioResult) -> str:
    text = json.dumps(result.as_dict(), ensure_ascii=False)
    # A name may hold half of a surrogate pair, which no encoding can print.
    return text if text.isprintable() else json.dumps(result.as_dict())


def _presets(text: str | None) -> set[str] | None:
    if text is None:
        return None
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in PRESETS:
            raise CommandError(f"unknown rule set {name!r}: the rule sets are {', '.join(PRESETS)}")
    return set(names)


def _read(path: Path) -> list[Any]:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        # Some editors put a mark before UTF-8.
        return list(parse(content.decode("utf-8-sig")))
    except OSError as error:
        raise CommandError(f"{path}: the file cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise CommandError(f"{path}: the file is no UTF-8 text") from None
    except ScenarioError as error:
        raise CommandError(f"{path}: {error}") from None
