"""The deck of a rule set, and dealing it from a permutation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from gouji_desktop.rules.cards import (
    BIG_FACE,
    CLUBS,
    DIAMONDS,
    FIVE,
    FOUR,
    HEARTS,
    SMALL,
    SMALL_FACE,
    SPADES,
    THREE,
    Face,
    Rank,
    face_of,
)
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Hand, drawn_hand

#: Which suits keep a card first where not all 3s or 4s stay: six 3s are ♠♠ ♥♥ ♦ ♣ (A:L14).
_KEEPING_ORDER = (SPADES, HEARTS, DIAMONDS, CLUBS)


def _kept(rank: Rank, number: int) -> list[Face]:
    return [face_of(rank, _KEEPING_ORDER[index % 4]) for index in range(number)]


@lru_cache(maxsize=64)
def _deck(decks: int, threes: int, fours: int) -> tuple[Face, ...]:
    faces = _kept(THREE, threes) + _kept(FOUR, fours)
    for rank in range(FIVE, SMALL):
        faces += _kept(rank, 4 * decks)
    return tuple(sorted(faces)) + (SMALL_FACE,) * decks + (BIG_FACE,) * decks


def deck_of(rules: RuleSet) -> tuple[Face, ...]:
    """All cards of a rule set in their canonical order: by face, jokers last."""
    return _deck(rules.decks, rules.threes, rules.fours)


def is_permutation(rules: RuleSet, permutation: Sequence[int]) -> bool:
    """Whether the numbers are an order of the whole deck."""
    size = rules.cards
    return len(permutation) == size and set(map(type, permutation)) == {int} and set(permutation) == _numbers(size)


@lru_cache(maxsize=64)
def _numbers(size: int) -> frozenset[int]:
    return frozenset(range(size))


def deal_hands(rules: RuleSet, permutation: Sequence[int]) -> tuple[Hand, ...]:
    """Six hands: the cards go round one by one, the first to seat 0."""
    deck = deck_of(rules)
    return tuple([drawn_hand([deck[place] for place in permutation[seat::SEATS]]) for seat in range(SEATS)])
