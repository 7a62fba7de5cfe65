"""`gouji-desktop replay`: print or verify the log of a match."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from gouji_desktop.cli.parsing import FINE, NO, CommandError, add_language, chosen_language
from gouji_desktop.rules.engine import evolve
from gouji_desktop.table.asks import asked_publicly
from gouji_desktop.table.log import FutureLogError, LogError, MatchLog, read_log
from gouji_desktop.table.session import ClockInfo, Controller, SeatInfo, Update
from gouji_desktop.table.verify import verify
from gouji_desktop.ui.presenter.botnames import named
from gouji_desktop.ui.presenter.logbook import Logbook, record, sections
from gouji_desktop.ui.presenter.seating import names_of
from gouji_desktop.ui.presenter.words import Words, read_words
from gouji_desktop.ui.resources import assets_folder


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "replay",
        help="print or verify the log of a match",
        description="Print a match log (*.gouji) in words, or verify it: that the rules follow every event of it, "
        "that its chain of digests is whole, and that its deals are those of its seed or, where it was played at an "
        "online table, of the shuffles to which everybody there gave a share (status 1 where they are not, 2 where the "
        "file is no log or holds no deal).",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a match log")
    parser.add_argument("--verify", action="store_true", help="verify instead of printing")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print or verify."""
    words = read_words(assets_folder() / "translations", chosen_language(args))
    try:
        log = read_log(args.file)
    except LogError as error:
        raise CommandError(f"{args.file}{words('join.colon')}{_unusable(error, words)}") from None
    except OSError as error:
        why = words("cli.unreadable", reason=error.strerror or str(error))
        raise CommandError(f"{args.file}{words('join.colon')}{why}") from None
    if args.verify:
        return _verify(args.file, log, words)
    _print(log, words)
    return FINE


def _unusable(error: LogError, words: Words) -> str:
    """Why a file is no log: in English what exactly is wrong, elsewhere what a person can make of it."""
    if words.language == "en":
        return str(error)
    if isinstance(error.__cause__, OSError):
        return words("cli.unreadable", reason=error.__cause__.strerror or str(error.__cause__))
    if isinstance(error, FutureLogError):
        return words("cli.log_newer")
    line = re.match(r"line (\d+) ", str(error))
    return words("cli.log_damaged", line=int(line[1])) if line and line[1] != "1" else words("cli.log_none")


def _verify(path: Path, log: MatchLog, words: Words) -> int:
    head = f"{path}{words('join.colon')}"
    trouble = verify(log)
    if trouble is not None:
        said = trouble if words.language == "en" else words(f"cli.verify.{trouble.key}", **trouble.values)
        print(f"{head}{said}")
        return NO
    if not log.batches:
        # To say that it is right would be to say nothing: it holds a header, which anybody can write.
        raise CommandError(head + words("cli.verify.nothing"))
    done = len(log.match().results)
    deals = words("cli.verify.deals", rules=log.header.rules.name, done=done, deals=log.header.deals)
    state = words("cli.verify.finished" if log.finished else "cli.verify.torn" if log.torn else "cli.verify.unfinished")
    parts = [words("cli.verify.good"), words.join([deals, state], "join.extras")]
    if log.header.online:
        parts.append(words("cli.verify.online", number=log.header.number, table=log.header.table))
    print(head + words.join(parts, "join.clauses"))
    if log.proofs:
        print(words("cli.verify.shares", shares=" ".join(str(len(proof.shares)) for proof in log.proofs)))
    return FINE


def _print(log: MatchLog, words: Words) -> None:
    """The whole log in words, every hand open: whoever has the file has every card in it."""
    seats = tuple(
        SeatInfo(plan.name, Controller.PERSON if plan.is_person else Controller.BOT, plan.level)
        for plan in log.header.seats
    )
    seats = named(seats, words)
    match, book = log.start, Logbook()
    for event in log.events:
        match = evolve(match, event)
        update = Update((event,), match, None, seats, ClockInfo(asked_publicly(match.deal), None, None))
        book = record(book, update)
    for section in sections(book, names_of([info.name for info in seats], None), words):
        print(f"\n{section.title}")
        for line in section.lines:
            print(f"  {line.text}")
