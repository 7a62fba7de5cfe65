"""What a table is made from: the rules, who sits where, and how it goes on."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Protocol

from gouji_desktop.bots.player import Player
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.table.chance import SEED_BYTES, fresh_seed
from gouji_desktop.table.fallback import FallbackPlayer
from gouji_desktop.table.pacing import Pace

#: The longest name of a seat, in characters.
NAME_LENGTH = 24
#: The longest name of a level, in characters.
LEVEL_LENGTH = 64
#: The most deals of a match: a log of more is none.
MOST_DEALS = 999


class PlayerMaker(Protocol):
    """Makes the automatic players of a table."""

    def __call__(self, level: str, rules: RuleSet, seat: Seat, seed: int) -> Player:
        """A player of that level for that seat; `seed` is all the chance it may use, and differs from seat to seat."""
        ...


def clean_name(name: str) -> str:
    """A name as it may be shown: one line, no control or direction characters, at most 24 characters."""
    kept = "".join(char if unicodedata.category(char)[0] not in "CZ" else " " for char in name)
    return " ".join(kept.split())[:NAME_LENGTH].strip()


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who sits on a seat."""

    name: str
    #: The level of a bot, "" for a person.
    level: str = ""

    @property
    def is_person(self) -> bool:
        """Whether a person sits there."""
        return not self.level


@dataclass(frozen=True, slots=True)
class TableSetup:
    """Everything that a match at a table is made from. Raises ValueError where it makes no table."""

    rules: RuleSet
    #: Six seats, in order of play.
    seats: tuple[SeatPlan, ...]
    #: How many deals, None: as many as the rule set names.
    deals: int | None = None
    #: All chance of the match (chance.py).
    seed: bytes = field(default_factory=fresh_seed, repr=False)
    pace: Pace = Pace.NORMAL
    #: Seconds for each turn of a person, None: as long as it likes.
    turn_seconds: float | None = None
    #: Seconds that queries with secret candidates stay open where several persons play, or others look on.
    answer_seconds: float = 6.0
    #: Others than the persons at the table look on: their queries take a fixed time even where one person plays alone.
    watched: bool = False
    #: Seconds that every deadline is silently longer than what is shown: what the way of an answer takes.
    grace_seconds: float = 0.0
    #: Pass for persons who cannot beat (要不起).
    auto_pass: bool = False
    #: Deal the next deal by itself after so many seconds, None: wait to be told.
    next_deal_after: float | None = None

    def __post_init__(self) -> None:
        if len(self.seats) != SEATS:
            raise ValueError(f"a table has six seats, not {len(self.seats)}")
        if self.deals is not None and not 1 <= self.deals <= MOST_DEALS:
            raise ValueError(f"a match has 1 to {MOST_DEALS} deals, not {self.deals}")
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"the seed of a match has {SEED_BYTES} bytes, not {len(self.seed)}")
        if any(len(plan.level) > LEVEL_LENGTH for plan in self.seats):
            raise ValueError(f"the level of a seat has at most {LEVEL_LENGTH} characters")
        if self.turn_seconds is not None and self.turn_seconds <= 0:
            raise ValueError("the time for a turn must be more than 0 seconds")
        if self.answer_seconds <= 0 or self.grace_seconds < 0:
            raise ValueError("the time for an answer must be more than 0 seconds, and its grace at least 0")

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats of persons."""
        return tuple(seat for seat, plan in enumerate(self.seats) if plan.is_person)

    @property
    def match_deals(self) -> int:
        """How many deals the match has."""
        return self.deals or self.rules.match_deals


def fallback_maker(level: str, rules: RuleSet, seat: Seat, seed: int) -> Player:  # noqa: ARG001 - a PlayerMaker
    """A `PlayerMaker` of players that are legal and no more."""
    return FallbackPlayer()
