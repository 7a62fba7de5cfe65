"""What may be asked of a match: by the table host (`StartDeal`, `CloseQuery`) or by a seat.

A seat's command carries the number of the prompt that it answers, so that an answer to an old question changes nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.seats import Seat


class StartDeal(NamedTuple):
    """Host: deal the next deal. All chance of a deal is in here."""

    #: The order of the deck: `deck[permutation[0]]` is dealt first (see deck.py).
    permutation: tuple[int, ...]
    #: The seat that leads where the rules leave it to chance.
    lot: Seat


class CloseQuery(NamedTuple):
    """Host: the waiting time of the open query is over; seats that have not answered take the default."""


class PlayCards(NamedTuple):
    """出牌 / 发牌: lay cards."""

    seat: Seat
    prompt: int
    faces: tuple[Face, ...]


class Pass(NamedTuple):
    """过牌; at the last word it accepts (扣)."""

    seat: Seat
    prompt: int


class Yield(NamedTuple):
    """让牌."""

    seat: Seat
    prompt: int


class BurnCards(NamedTuple):
    """烧牌: burn and cover in one step; no faces: declined."""

    seat: Seat
    prompt: int
    faces: tuple[Face, ...]


class ShowSuit(NamedTuple):
    """亮牌: show a group of one suit; no faces: not shown."""

    seat: Seat
    prompt: int
    faces: tuple[Face, ...]


class Decide(NamedTuple):
    """The answer to a question of yes or no: 宣点, 革命, 要头 (no: 无头), 买四."""

    seat: Seat
    prompt: int
    yes: bool


class ReturnCards(NamedTuple):
    """还贡: the cards that go back."""

    seat: Seat
    prompt: int
    faces: tuple[Face, ...]


SeatCommand = PlayCards | Pass | Yield | BurnCards | ShowSuit | Decide | ReturnCards
HostCommand = StartDeal | CloseQuery
Command = SeatCommand | HostCommand
