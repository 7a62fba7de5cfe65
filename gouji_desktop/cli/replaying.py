"""`gouji-desktop replay`: print or verify the log of a match."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from gouji_desktop.cli.parsing import FINE, NO, CommandError, add_language, chosen_language
from gouji_desktop.rules.engine import evolve
from gouji_desktop.table.asks import asked_publicly
from gouji_desktop.table.log import LogError, MatchLog, read_log
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
        "online table, of the shuffles to which everybody there gave a share (status 1 where they are not).",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a match log")
    parser.add_argument("--verify", action="store_true", help="verify instead of printing")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print or verify."""
    try:
        log = read_log(args.file)
    except LogError as error:
        raise CommandError(f"{args.file}: {error}") from None
    except OSError as error:
        raise CommandError(f"{args.file}: the file cannot be read ({error.strerror or error})") from None
    words = read_words(assets_folder() / "translations", chosen_language(args))
    if args.verify:
        return _verify(args.file, log)
    _print(log, words)
    return FINE


def _verify(path: Path, log: MatchLog) -> int:
    state = "finished" if log.finished else "unfinished (its last line is torn)" if log.torn else "unfinished"
    deals = len(log.match().results)
    trouble = verify(log)
    if trouble:
        print(f"{path}: {trouble}")
        return NO
    where = f"; match {log.header.number} of table {log.header.table}" if log.header.online else ""
    print(f"{path}: good; {log.header.rules.name}, {deals} of {log.header.deals} deals scored, {state}{where}")
    if log.proofs:
        shares = " ".join(str(len(proof.shares)) for proof in log.proofs)
        print(f"shares in the shuffle of each deal: {shares}")
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
