"""买三, 要三, 买四: who sells, and at what price (A:L64-L67, C:L54-L56, D:L47)."""

from __future__ import annotations

from collections.abc import Sequence

from gouji_desktop.rules.cards import BIG, RANK_OF_FACE, SMALL, THREE, TWO, Counts, Face, Rank
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS, Seat, allies, opposite, ring_distance
from gouji_desktop.rules.state import Purchase

#: Prices in the order in which they are paid: a 2, else 小王, else 大王 (A:L64).
_PRICES = (TWO, SMALL, BIG)
#: A seller keeps one.
_SELLER_HAS = 2


def first_of(faces: Sequence[Face], rank: Rank) -> Face | None:
    """The first card of a rank in the order ♠ ♥ ♣ ♦, or None."""
    return min([face for face in faces if RANK_OF_FACE[face] == rank], default=None)


def number_of(faces: Sequence[Face], rank: Rank) -> int:
    """How many cards of a rank there are."""
    return len([face for face in faces if RANK_OF_FACE[face] == rank])


def price_of(faces: Sequence[Face], ranks: Sequence[Rank] = _PRICES) -> Face | None:
    """The card that a buyer pays with, None where it has none."""
    for rank in ranks:
        face = first_of(faces, rank)
        if face is not None:
            return face
    return None


def _by_turn(buyer: Seat, seats: Sequence[Seat]) -> list[Seat]:
    return sorted(seats, key=lambda seat: ring_distance(buyer, seat))


def _first_with_two(hands: Sequence[Sequence[Face]], seats: Sequence[Seat], rank: Rank) -> Seat | None:
    return next((seat for seat in seats if number_of(hands[seat], rank) >= _SELLER_HAS), None)


def is_forced_to_revolt(hand: Counts, rules: RuleSet) -> bool:
    """No 3 and nothing to pay with (D:L47)."""
    return (
        rules.hold_threes
        and rules.buy_threes == "any_seller_or_revolt"
        and not hand[THREE]
        and not any(hand[rank] for rank in _PRICES)
    )


def purchase(hands: Sequence[Sequence[Face]], buyer: Seat, rank: Rank, policy: str) -> Purchase | None:
    """What a seat without cards of the rank buys, None where nobody can sell or it cannot pay and must revolt.

    `any_seller`: opposite, its allies, own allies; free for who has nothing to pay with (A:L64, Q21).
    `opposite_or_ally`: the opposite for a 2, else an own ally for nothing (C:L54-L56).
    `any_seller_or_revolt`: opposite or its allies for a 2 or joker, else an own ally for nothing (D:L47).
    """
    enemies = [opposite(buyer), *_by_turn(buyer, allies(opposite(buyer)))]
    own = _by_turn(buyer, allies(buyer))
    if policy == "opposite_or_ally":
        price = price_of(hands[buyer], (TWO,))
        paid, free = (enemies[:1], own) if price is not None else ([], own)
        free = [*free, *enemies]
    elif policy == "any_seller":
        price = price_of(hands[buyer])
        everybody = [*enemies, *own]
        paid, free = (everybody, []) if price is not None else ([], everybody)
    else:
        price = price_of(hands[buyer])
        if price is None:
            return None
        paid, free = enemies, own
    for sellers, asked in ((paid, price), (free, None)):
        seller = _first_with_two(hands, sellers, rank)
        if seller is not None:
            face = first_of(hands[seller], rank)
            assert face is not None
            return Purchase(buyer, seller, face, asked)
    return None


def buyers(leader: Seat) -> list[Seat]:
    """All seats in turn order from the leader: the order in which they buy."""
    return [(leader + step) % SEATS for step in range(SEATS)]
