"""Match logs: `*.gouji` files, JSON lines (UTF-8).

The first line is the header: format, program version, the rule set in full with its hash, how many deals, who sits
where, when it began, the secret seed and the commitment to it. Then one line for the events of each command, so that a
line torn by a kill drops a command as a whole. Where the match has ended, the last line is its digest.

Every line but the last carries `chain`: SHA-256 over the chain of the line before it and its own text. A changed byte
is therefore found in the line where it is, and the digest is the chain of the last line.

The seed stands in the header so that a killed match can go on with the same deals. Who can read the file can read every
hand in it anyway: it lies on the machine of the person who plays, as in any offline game.

The log of a match at an online table (format 2) has no seed. Its header names the table and the number of the match
there, and before the line of every deal stands a line with the proof of its shuffle (shuffle.py). It is made as a whole
by the server, which alone can go on with such a match.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, Self

from gouji_desktop.rules.deck import deal_hands, is_permutation
from gouji_desktop.rules.engine import evolve
from gouji_desktop.rules.events import DealEnded, DealScored, DealStarted, Event
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.state import Match, new_match
from gouji_desktop.table.carrying import FAULTS, can_go_on, is_between_commands, is_in_turn
from gouji_desktop.table.chance import seeded_chance
from gouji_desktop.table.codec import CodecError, decode_event, encode_event
from gouji_desktop.table.findings import Finding
from gouji_desktop.table.logheaders import (
    FutureLogError,
    LogError,
    LogHeader,
    check_format,
    header_in,
    header_out,
)
from gouji_desktop.table.logproofs import decode_proof, encode_proof, foul
from gouji_desktop.table.shuffle import ShuffleProof

SUFFIX = ".gouji"
#: A file of more bytes is no log.
GREATEST_SIZE = 64 * 1024 * 1024

Batch = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class MatchLog:
    """A log that was read: whole, and a history that the rules can follow."""

    header: LogHeader
    batches: tuple[Batch, ...]
    #: The match has ended and its digest is right.
    finished: bool
    #: A torn last line was left out.
    torn: bool
    #: The chain of the last whole line.
    chain: str
    #: How many bytes are whole.
    size: int
    #: The shuffles of the deals of an online match, in order; none of an offline one.
    proofs: tuple[ShuffleProof, ...] = ()

    @property
    def events(self) -> tuple[Event, ...]:
        """All events in order."""
        return tuple(event for batch in self.batches for event in batch)

    @property
    def start(self) -> Match:
        """The match before the first event."""
        return new_match(self.header.rules, self.header.deals)

    def match(self) -> Match:
        """The match after the last event."""
        match = self.start
        for event in self.events:
            match = evolve(match, event)
        return match

    def fair(self) -> bool:
        """Whether every deal is the one that the seed of the header, or the proof of its shuffle, leads to."""
        return self.foul() is None

    def foul(self) -> Finding | None:
        """What is wrong with the deals, in a sentence; None where they are fair."""
        deals = [event for event in self.events if isinstance(event, DealStarted)]
        cards = self.header.rules.cards
        if self.header.online:
            return foul(self.proofs[: len(deals)], deals, cards)
        chance = seeded_chance(self.header.seed, cards)
        if all((deal.permutation, deal.lot) == chance(number) for number, deal in enumerate(deals)):
            return None
        return Finding("the deals are not those of the seed in the header", "other_seed")

    def numbered(self) -> Iterator[tuple[int, Batch]]:
        """Every batch with the number of its line."""
        line = 1
        for batch in self.batches:
            line += 1 + (_deals(batch) if self.header.online else 0)
            yield line, batch


# --- writing ------------------------------------------------------------------------------------------------------


class LogWriter:
    """Adds the events of a running match to its file.

    Every line is handed to the system at once, so that a kill of the program loses nothing that anybody has seen; it
    is forced to the disk where a deal begins or ends. Where the disk is full, lines wait here and are tried again with
    the next; `fault` says what is wrong meanwhile.
    """

    def __init__(self, path: Path, chain: str, finished: bool = False) -> None:
        self.path = path
        #: Why the file is behind, None where it is not.
        self.fault: str | None = None
        self._chain = chain
        self._finished = finished
        self._pending = b""
        self._file: BinaryIO | None = path.open("ab", buffering=0)

    @classmethod
    def create(cls, path: Path, header: LogHeader) -> Self:
        """Start the log of an offline match.

        Raises FileExistsError where there is one, OSError where it cannot be written.
        """
        if header.online:
            raise ValueError("the log of an online match is made as a whole")
        if path.exists():
            raise FileExistsError(f"there is a log at {path} already")
        line, chain = _sealed("", header_out(header))
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(path.name + ".new")
        with fresh.open("wb") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        return cls(path, chain)

    @classmethod
    def resume(cls, path: Path, log: MatchLog) -> Self:
        """Go on with a log that was read from that file; a torn last line is cut off. Raises OSError."""
        if path.stat().st_size != log.size:
            with path.open("r+b") as file:
                file.truncate(log.size)
        writer = cls(path, log.chain, log.finished)
        if not log.finished and log.match().over:
            writer._finish()
        return writer

    def append(self, events: Sequence[Event]) -> None:
        """Add the events of one command; after the last of a match its digest. Never raises OSError: see `fault`."""
        if self._file is None or self._finished:
            return
        line, self._chain = _sealed(self._chain, {"events": [encode_event(event) for event in events]})
        self._pending += line
        if any(isinstance(event, DealScored) and event.over for event in events):
            self._finish()
        else:
            self._flush(durable=any(isinstance(event, DealStarted | DealScored) for event in events))

    def close(self) -> None:
        """Write what is left and let go of the file."""
        if self._file is not None:
            self._flush(durable=True)
            self._file.close()
            self._file = None

    def _finish(self) -> None:
        self._finished = True
        self._pending += _text({"digest": self._chain}) + b"\n"
        self._flush(durable=True)

    def _flush(self, durable: bool) -> None:
        assert self._file is not None
        try:
            while self._pending:
                written = self._file.write(self._pending)
                self._pending = self._pending[written:]
            if durable:
                os.fsync(self._file.fileno())
            self.fault = None
        except OSError as error:
            self.fault = error.strerror or str(error)


class LogMaker:
    """Makes the lines of the log of a match at an online table, in order: header, then proofs and events, digest."""

    def __init__(self, chain: str = "") -> None:
        #: What the next line continues: another one that is made with it goes on from here.
        self.chain = chain

    def header(self, header: LogHeader) -> bytes:
        """The first line."""
        return self._line(header_out(header))

    def proof(self, proof: ShuffleProof) -> bytes:
        """The line before that of the events with which a deal begins."""
        return self._line({"proof": encode_proof(proof)})

    def events(self, events: Sequence[Event]) -> bytes:
        """The line of the events of one command."""
        return self._line({"events": [encode_event(event) for event in events]})

    def digest(self) -> bytes:
        """The last line, after the end of the match."""
        return _text({"digest": self.chain}) + b"\n"

    def _line(self, data: dict[str, Any]) -> bytes:
        line, self.chain = _sealed(self.chain, data)
        return line


def log_bytes(header: LogHeader, batches: Iterable[Batch], proofs: Sequence[ShuffleProof]) -> bytes:
    """The whole log of a match at an online table, as far as its batches go, one proof for each deal in order.

    Raises ValueError where the proofs are not as many as the deals.
    """
    maker = LogMaker()
    lines = [maker.header(header)]
    left = iter(proofs)
    over = False
    for batch in batches:
        if _deals(batch):
            proof = next(left, None)
            if proof is None:
                raise ValueError("a deal of the match has no proof of its shuffle")
            lines.append(maker.proof(proof))
        lines.append(maker.events(batch))
        over = isinstance(batch[-1], DealScored) and batch[-1].over
    if next(left, None) is not None:
        raise ValueError("the match has more proofs than deals")
    if over:
        lines.append(maker.digest())
    return b"".join(lines)


def _deals(batch: Batch) -> int:
    """How many deals begin in a batch."""
    return sum(isinstance(event, DealStarted) for event in batch)


def own_bytes(log: MatchLog, own: Seat) -> bytes:
    """The log of an online match as the file of the person on a seat, so that an archive knows whose match it was."""
    return log_bytes(replace(log.header, own=own), log.batches, log.proofs)


def _text(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def _sealed(before: str, data: dict[str, Any]) -> tuple[bytes, str]:
    """A line with its chain, and the chain."""
    chain = hashlib.sha256(before.encode() + _text(data)).hexdigest()
    return _text({**data, "chain": chain}) + b"\n", chain


# --- reading ------------------------------------------------------------------------------------------------------


def read_log(path: Path) -> MatchLog:
    """The log in a file. Raises LogError (and nothing else) where it is none."""
    return parse_log(_content(path))


def read_header(path: Path) -> LogHeader:
    """The header of a log alone. Raises LogError."""
    line, newline, _ = _content(path).partition(b"\n")
    if not newline:
        raise LogError("the file is no match log: its first line is not whole")
    return header_in(_unsealed("", line, 1)[0])


def _content(path: Path) -> bytes:
    try:
        # A device or a pipe has no end, or none that comes: it is not even opened.
        if not stat.S_ISREG(path.stat().st_mode):
            raise OSError("it is no ordinary file")
        with path.open("rb") as file:
            content = file.read(GREATEST_SIZE + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise LogError(f"the file cannot be read: {why}") from error
    if len(content) > GREATEST_SIZE:
        raise LogError("the file is too large to be a match log")
    return content


def parse_log(content: bytes) -> MatchLog:
    """The log in the content of a file. Raises LogError."""
    *lines, rest = content.split(b"\n")
    if not lines:
        raise LogError("the file is no match log: its first line is not whole")
    data, chain = _unsealed("", lines[0], 1)
    header = header_in(data)
    batches: list[Batch] = []
    proofs: list[ShuffleProof] = []
    finished = False
    match = new_match(header.rules, header.deals)
    number, deals = 1, 0
    for number, line in enumerate(lines[1:], 2):
        if finished:
            raise LogError(f"line {number} follows the end of the match")
        if match.over:
            if line != _text({"digest": chain}):
                raise LogError(f"line {number} is not the digest of this match: the file was changed")
            finished = True
            continue
        data, chain = _unsealed(chain, line, number)
        if header.online and "proof" in data and len(proofs) == deals:
            proofs.append(_proof_in(header, deals, data, number))
            continue
        batch = _batch_in(data, number)
        deals += _deals(batch)
        if header.online and len(proofs) != deals:
            raise LogError(f"line {number} is not a deal that follows the proof of its shuffle")
        match = _follow(match, batch, number)
        batches.append(batch)
    if not can_go_on(match):
        raise LogError(f"the match cannot be where line {number} leaves it")
    size = len(content) - len(rest)
    return MatchLog(header, tuple(batches), finished, bool(rest), chain, size, tuple(proofs))


def _unsealed(before: str, line: bytes, number: int) -> tuple[dict[str, Any], str]:
    """What a line says, after its chain was found right."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise LogError(f"line {number} is not what a match log holds") from None
    if not isinstance(data, dict):
        raise LogError(f"line {number} is not what a match log holds")
    if number == 1:
        check_format(data)
    chain = data.pop("chain", None)
    sealed, right = _sealed(before, data)
    if chain != right or sealed != line + b"\n":
        raise LogError(f"line {number} was changed or damaged")
    return data, right


def _proof_in(header: LogHeader, deal: int, data: dict[str, Any], number: int) -> ShuffleProof:
    try:
        return decode_proof(data["proof"], header.table, header.number, deal, header.rules.digest)
    except CodecError as error:
        raise LogError(f"line {number} holds a proof that cannot be used: {error}") from error


def _batch_in(data: dict[str, Any], number: int) -> Batch:
    events = data.get("events")
    if not isinstance(events, list) or not events:
        raise LogError(f"line {number} holds no events")
    try:
        return tuple(decode_event(event) for event in events)
    except CodecError as error:
        raise LogError(f"line {number} holds an event that cannot be used: {error}") from error


def _follow(match: Match, batch: Batch, number: int) -> Match:
    try:
        for event in batch:
            if not _fits(match.rules, event):
                raise LogError(f"line {number} holds a deal that cannot be")
            if not is_in_turn(match, event):
                raise LogError(f"line {number} does not follow from the lines before it")
            match = evolve(match, event)
    except LogError:
        raise
    except FAULTS as error:
        raise LogError(f"line {number} does not follow from the lines before it") from error
    if not is_between_commands(match):
        raise LogError(f"line {number} does not lead to where a table can wait")
    return match


def _fits(rules: RuleSet, event: Event) -> bool:
    """Whether the lists of an event have the members that they must have."""
    if isinstance(event, DealStarted):
        return (
            is_permutation(rules, event.permutation)
            and event.lot in range(SEATS)
            and event.hands == deal_hands(rules, event.permutation)
        )
    if isinstance(event, DealEnded):
        return sorted(event.places) == list(range(SEATS)) and len(event.hands) == SEATS
    if isinstance(event, DealScored):
        result = event.result
        lists = (event.scores, result.scores, result.placement)
        return sorted(result.places) == list(range(SEATS)) and all(len(each) == SEATS for each in lists)
    return True


# --- files --------------------------------------------------------------------------------------------------------


def move_aside(path: Path) -> Path:
    """Rename a file that cannot be used to `NAME.damaged-<n>`, over no other file; the new path. Raises OSError."""
    number = 1
    while (target := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    path.rename(target)
    return target


def log_files(folder: Path) -> Iterator[Path]:
    """The logs in a folder, in the order of their names; nothing where there is no folder."""
    if folder.is_dir():
        yield from sorted(path for path in folder.iterdir() if path.suffix == SUFFIX and path.is_file())


__all__ = [
    "GREATEST_SIZE",
    "SUFFIX",
    "Batch",
    "FutureLogError",
    "LogError",
    "LogHeader",
    "LogMaker",
    "LogWriter",
    "MatchLog",
    "log_bytes",
    "log_files",
    "move_aside",
    "own_bytes",
    "parse_log",
    "read_header",
    "read_log",
]
