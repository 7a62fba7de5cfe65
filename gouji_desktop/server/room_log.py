"""What the store keeps of a match at an online table, and the pieces in which its log is fetched."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from gouji_desktop.net.messages import LogPart
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.server.packed_logs import PackedLog
from gouji_desktop.server.store import BatchRow
from gouji_desktop.table.codec import CodecError, decode_event
from gouji_desktop.table.setup import SeatPlan

#: So many bytes of a log go into one message.
PIECE = 30_000
#: The longest character, in bytes.
_CHARACTER = 4


class _Plan(Struct, frozen=True, omit_defaults=True):
    name: Annotated[str, Meta(max_length=64)]
    level: Annotated[str, Meta(max_length=64)] = ""


class MatchHeader(Struct, frozen=True):
    """What a match began from, beside the terms of its table."""

    seats: tuple[_Plan, ...]
    #: When, in seconds since the epoch: for people.
    created: Annotated[int, Meta(ge=0, le=10**11)]

    @property
    def plans(self) -> tuple[SeatPlan, ...]:
        """Who sits where."""
        return tuple(SeatPlan(plan.name, plan.level) for plan in self.seats)


class Batch(NamedTuple):
    """The events of one command, and whose it was."""

    events: tuple[Event, ...]
    seat: int | None
    cmd: str | None


def encode_header(plans: Sequence[SeatPlan], created: float) -> bytes:
    """A header as it is kept."""
    return msgspec.json.encode(MatchHeader(tuple(_Plan(plan.name, plan.level) for plan in plans), int(created)))


def decode_header(body: bytes | None) -> MatchHeader:
    """The header that was kept. Raises ValueError with a sentence."""
    try:
        header = msgspec.json.decode(body or b"", type=MatchHeader)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise ValueError(f"what the match began from cannot be read: {error}") from None
    if len(header.seats) != SEATS:
        raise ValueError("the match began without six seats")
    return header


def decode_batch(row: BatchRow) -> Batch:
    """The events that were kept. Raises ValueError with a sentence."""
    try:
        events = _read_short(row.body) if len(row.body) <= _SHORT else _read(row.body)
    except (msgspec.DecodeError, UnicodeError, RecursionError, CodecError) as error:
        raise ValueError(f"batch {row.number} of the match cannot be read: {error}") from None
    if not events:
        raise ValueError(f"batch {row.number} of the match is empty")
    return Batch(events, row.seat, row.cmd)


def _read(body: bytes) -> tuple[Event, ...]:
    return tuple([decode_event(event) for event in msgspec.json.decode(body, type=list)])


#: Two of three batches are a pass, an answer to a question or a single card: there are few different ones.
_SHORT = 96
_read_short = lru_cache(maxsize=4096)(_read)


def batches_of(content: bytes) -> tuple[Batch, ...]:
    """The batches of a log that was kept here; whose commands they were is not in it. Raises ValueError."""
    batches = []
    for number, line in enumerate(content.splitlines()):
        data = msgspec.json.decode(line, type=dict)
        if "events" in data:
            batches.append(decode_batch(BatchRow(number, msgspec.json.encode(data["events"]), None, None)))
    return tuple(batches)


def piece(log: PackedLog, offset: int, re: str) -> LogPart:
    """The piece of a log from a byte on, cut where a character ends; empty beyond the end."""
    start = min(offset, log.size)
    first = max(0, start - _CHARACTER)
    # A little more on both sides tells where the characters begin.
    content = log.read(first, start + PIECE + 1 - first)
    begin, end = start - first, min(start - first + PIECE, len(content))
    while 0 < begin < len(content) and _inside(content[begin]):
        begin -= 1
    end = min(end, begin + PIECE)
    while begin < end < len(content) and _inside(content[end]):
        end -= 1
    return LogPart(re=re, offset=first + begin, total=log.size, text=content[begin:end].decode())


def _inside(byte: int) -> bool:
    """Whether a byte continues a character."""
    return byte & 0xC0 == 0x80
