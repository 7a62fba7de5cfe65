"""The first line of a match log (log.py): what a match was made from, and where it was played."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Self

from gouji_desktop import __version__
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.table.chance import SEED_BYTES, commitment
from gouji_desktop.table.codec import CodecError, decode_rules, encode_rules
from gouji_desktop.table.setup import LEVEL_LENGTH, MOST_DEALS, SeatPlan, TableSetup, clean_name

FORMAT = 1
#: The format of matches at online tables.
ONLINE_FORMAT = 2

_TABLE = re.compile(r"[a-z0-9]{1,16}")
_GREATEST = 2**53


class LogError(ValueError):
    """A file that cannot be used as a log; its text is one sentence for a person."""


class FutureLogError(LogError):
    """A log of a newer version of the program: it is not damaged."""


@dataclass(frozen=True, slots=True)
class LogHeader:
    """What a log says before its first event."""

    rules: RuleSet
    deals: int
    seats: tuple[SeatPlan, ...]
    #: The seed of all deals; b"" where the match was played at an online table.
    seed: bytes
    #: When the match began, in UTC.
    created: datetime
    #: The version of the program that wrote it.
    program: str = __version__
    #: The id of the online table, "" where the match was played offline.
    table: str = ""
    #: The number of the match at that table, from 1.
    number: int = 0
    #: The seat at the online table of the person whose file it is, where it is known.
    own: Seat | None = None

    @classmethod
    def of(cls, setup: TableSetup, created: datetime) -> Self:
        """The header of a match at a table."""
        seats = tuple(SeatPlan(clean_name(plan.name), plan.level) for plan in setup.seats)
        return cls(setup.rules, setup.match_deals, seats, setup.seed, created.astimezone(UTC).replace(microsecond=0))

    @classmethod
    def of_table(
        cls, setup: TableSetup, created: datetime, table: str, number: int, *, own: Seat | None = None
    ) -> Self:
        """The header of a match at an online table, the number of which is counted from 1."""
        return replace(cls.of(setup, created), seed=b"", table=table, number=number, own=own)

    @property
    def person(self) -> Seat | None:
        """The seat of the person whose match it is; None where bots played alone, or it is not known."""
        if self.online:
            return self.own
        return next((seat for seat, plan in enumerate(self.seats) if plan.is_person), None)

    @property
    def online(self) -> bool:
        """Whether the match was played at an online table."""
        return bool(self.table)

    @property
    def commitment(self) -> str:
        """What may be shown of the seed."""
        return commitment(self.seed)


def header_out(header: LogHeader) -> dict[str, Any]:
    """The header as its line says it, without the chain."""
    said = {
        "format": ONLINE_FORMAT if header.online else FORMAT,
        "program": header.program,
        "created": header.created.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "rules": encode_rules(header.rules),
        "deals": header.deals,
        "seats": [{"name": plan.name, "level": plan.level} for plan in header.seats],
    }
    if not header.online:
        return {**said, "commitment": header.commitment, "seed": header.seed.hex()}
    own = {} if header.own is None else {"own": header.own}
    return {**said, "table": header.table, "match": header.number, **own}


def check_format(data: dict[str, Any]) -> None:
    """Whether this version knows the format that a first line names. Raises LogError and FutureLogError."""
    version = data.get("format")
    if type(version) is not int or version < 1:
        raise LogError("the file is no match log: it names no format")
    if version > ONLINE_FORMAT:
        raise FutureLogError(f"the log has format {version}: it needs a newer version of the program")


def header_in(data: dict[str, Any]) -> LogHeader:
    """The header that a first line says. Raises LogError."""
    try:
        rules = decode_rules(data.get("rules"))
    except CodecError as error:
        raise LogError(f"the log's rule set cannot be used: {error}") from error
    deals, seats, program = data.get("deals"), data.get("seats"), data.get("program")
    if type(deals) is not int or not 1 <= deals <= MOST_DEALS:
        raise LogError("the log does not say how many deals the match has")
    if not isinstance(program, str) or len(program) > 64:
        raise LogError("the log does not say which version wrote it")
    try:
        created = datetime.strptime(str(data.get("created")), "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        raise LogError("the log does not say when the match began") from None
    header = LogHeader(rules, deals, _seats_in(seats), b"", created, program)
    if data.get("format") == ONLINE_FORMAT:
        return replace(header, **_place_in(data))
    return replace(header, seed=_seed_in(data))


def _seed_in(data: dict[str, Any]) -> bytes:
    text = data.get("seed")
    try:
        seed = bytes.fromhex(text if isinstance(text, str) else "")
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or data.get("commitment") != commitment(seed):
        raise LogError("the log's seed is not the one that it commits to")
    return seed


def _place_in(data: dict[str, Any]) -> dict[str, Any]:
    """Where an online match was played, and whose file it is."""
    table, number, own = data.get("table"), data.get("match"), data.get("own")
    if not isinstance(table, str) or not _TABLE.fullmatch(table):
        raise LogError("the log does not name the online table of the match")
    if type(number) is not int or not 0 < number < _GREATEST:
        raise LogError("the log does not say which match of its table it is")
    if own is not None and (type(own) is not int or own not in range(SEATS)):
        raise LogError("the log names a seat of its own that there is not")
    return {"table": table, "number": number, "own": own}


def _seats_in(data: Any) -> tuple[SeatPlan, ...]:
    if not isinstance(data, list) or len(data) != SEATS:
        raise LogError("the log does not name six seats")
    plans = []
    for entry in data:
        name = entry.get("name") if isinstance(entry, dict) else None
        level = entry.get("level") if isinstance(entry, dict) else None
        if (
            not isinstance(name, str)
            or not isinstance(level, str)
            or len(level) > LEVEL_LENGTH
            or clean_name(name) != name
        ):
            raise LogError("a seat of the log has no proper name or level")
        plans.append(SeatPlan(name, level))
    return tuple(plans)
