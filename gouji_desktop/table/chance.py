"""Where the shuffles of a match come from.

All chance of a match follows from one secret seed of 32 bytes, so that a match can be repeated and, after a kill,
continued. The seed is drawn from the system's secure source unless somebody names one. `commitment` may be shown to
everybody before the first deal: it gives nothing away and fixes the seed.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator

from gouji_desktop.rules.seats import SEATS, Seat

SEED_BYTES = 32

#: The order of the deck, and the seat that leads where the rules leave it to chance.
Shuffle = tuple[tuple[int, ...], Seat]
#: The chance of the deal of that number (0, 1, 2 …, a deal that is dealt again counts too); None while it is not drawn.
Chance = Callable[[int], Shuffle | None]


def fresh_seed() -> bytes:
    """A seed that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


def seed_of_text(text: str) -> bytes:
    """The seed that a person names by a word or a number; the same text gives the same match."""
    return hashlib.sha256(b"gouji/text-seed/1\0" + text.encode()).digest()


def commitment(seed: bytes) -> str:
    """SHA-256 of the seed in hexadecimal, under a label of its own."""
    return hashlib.sha256(b"gouji/commit/1\0" + seed).hexdigest()


def derive(seed: bytes, label: str) -> bytes:
    """32 bytes that follow from the seed and tell nothing about it or about those of another label."""
    return hmac.new(seed, b"gouji/" + label.encode(), hashlib.sha256).digest()


def fraction(key: bytes, label: str) -> float:
    """A number from 0 to below 1 that follows from the key and the label."""
    digest = hashlib.blake2b(label.encode(), digest_size=8, key=key).digest()
    return int.from_bytes(digest, "big") / 2**64


def player_seed(seed: bytes, seat: int) -> int:
    """What the automatic player of a seat draws from."""
    return int.from_bytes(derive(seed, f"player/1/{seat}")[:8], "big")


def seeded_chance(seed: bytes, cards: int) -> Callable[[int], Shuffle]:
    """The chance of every deal of a match with decks of so many cards."""

    def chance(number: int) -> Shuffle:
        words = _words(derive(seed, f"deal/1/{number}"))
        return order_of(cards, words), below(words, SEATS)

    return chance


def _words(key: bytes) -> Iterator[int]:
    """Endless numbers of 32 bits."""
    counter = 0
    while True:
        block = hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest()
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def order_of(cards: int, words: Iterator[int]) -> tuple[int, ...]:
    """The order of a deck of so many cards (Fisher and Yates, from the top), drawn from numbers of 32 bits."""
    order = list(range(cards))
    for index in range(cards - 1, 0, -1):
        other = below(words, index + 1)
        order[index], order[other] = order[other], order[index]
    return tuple(order)


def below(words: Iterator[int], limit: int) -> int:
    """A number below the limit; words that would favour some numbers are left out."""
    usable = 2**32 - 2**32 % limit
    return next(word for word in words if word < usable) % limit
