"""Ranks, suits, faces, counts and hands, and their text.

Three ways to look at cards, from the poorest to the richest:

* *counts*: how many cards of each of the 15 ranks. Rules, bots and hints compute on these; suits do not matter.
* a *face*: rank and suit, what others may see and what is drawn. There are 54 of them.
* a *held card*: a face and whether its holder received it from another seat (paid, returned or sold). A hand is a
  multiset of held cards: the rules know no physical copies, so that nobody can follow a tribute card through a deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

#: Rank codes, low to high. `T` is the 10, `S` 小王 (small joker), `B` 大王 (big joker).
RANK_TEXT = "3456789TJQKA2SB"
THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE, TWO, SMALL, BIG = range(15)
RANKS = 15
#: Ranks that can be the base of a play: 3 … 2.
BASE_RANKS = range(THREE, SMALL)

#: Suit codes: spades, hearts, clubs, diamonds.
SUIT_TEXT = "shcd"
SPADES, HEARTS, CLUBS, DIAMONDS = range(4)

Rank = int
Suit = int
#: `rank * 4 + suit` up to the 2s, then 52 for 小王 and 53 for 大王.
Face = int
#: How many cards of each rank, indexed by rank (15 numbers).
Counts = tuple[int, ...]

FACES = 54
SMALL_FACE: Face = 52
BIG_FACE: Face = 53
NO_CARDS: Counts = (0,) * RANKS

_RANK_OF_CHAR = {char: rank for rank, char in enumerate(RANK_TEXT)}
_SUIT_OF_CHAR = {char: suit for suit, char in enumerate(SUIT_TEXT)}
#: Rank of every face, indexed by face.
RANK_OF_FACE: tuple[Rank, ...] = (*(face // 4 for face in range(52)), SMALL, BIG)


class CardTextError(ValueError):
    """A string that names no cards; its text is one sentence for a person."""


class Held(NamedTuple):
    """One card in a hand."""

    face: Face
    #: True where another seat gave it in this deal (tribute, return, purchase): it cannot be paid on (A:L71).
    received: bool = False


#: Every card that a seat may have drawn itself, and every one that another may have given it, indexed by face.
OWN: tuple[Held, ...] = tuple(Held(face) for face in range(FACES))
RECEIVED: tuple[Held, ...] = tuple(Held(face, True) for face in range(FACES))


def rank_of(face: Face) -> Rank:
    """The rank of a face."""
    return RANK_OF_FACE[face]


def suit_of(face: Face) -> Suit | None:
    """The suit of a face, None for a joker."""
    return face % 4 if face < SMALL_FACE else None


def face_of(rank: Rank, suit: Suit = SPADES) -> Face:
    """The face of a rank and suit; the suit of a joker is ignored."""
    if rank == SMALL:
        return SMALL_FACE
    return BIG_FACE if rank == BIG else rank * 4 + suit


def counts_of(faces: Iterable[Face]) -> Counts:
    """How many cards of each rank there are among the faces."""
    counts = [0] * RANKS
    rank_of_face = RANK_OF_FACE
    for face in faces:
        counts[rank_of_face[face]] += 1
    return tuple(counts)


def face_name(face: Face) -> str:
    """`Th` for the ten of hearts, `S` and `B` for the jokers; the name of the drawing too."""
    rank = RANK_OF_FACE[face]
    return RANK_TEXT[rank] if rank >= SMALL else RANK_TEXT[rank] + SUIT_TEXT[face % 4]


def faces_text(faces: Iterable[Face]) -> str:
    """Faces from high to low with their suits, separated by spaces: `B 2s 9h 9c`."""
    return " ".join(face_name(face) for face in sorted(faces, key=_high_to_low))


def ranks_text(faces: Iterable[Face]) -> str:
    """Ranks from high to low, without suits or spaces: `B299`."""
    return counts_text(counts_of(faces))


def counts_text(counts: Counts) -> str:
    """A multiset of ranks from high to low: `B299`."""
    return "".join(RANK_TEXT[rank] * counts[rank] for rank in reversed(range(RANKS)))


def parse_faces(text: str) -> tuple[Face, ...]:
    """The faces named in a string such as `5h 5s 22 B`; order and spaces mean nothing.

    A card without a suit gets the first suit that no card of its rank in this string has yet, so that cards whose
    suits were left out form no group of one suit by accident. Raises CardTextError.
    """
    ranks: list[tuple[Rank, Suit | None]] = []
    previous_takes_suit = False
    for char in text:
        if char.isspace():
            previous_takes_suit = False
        elif char in _RANK_OF_CHAR:
            ranks.append((_RANK_OF_CHAR[char], None))
            previous_takes_suit = ranks[-1][0] < SMALL
        elif char in _SUIT_OF_CHAR and previous_takes_suit:
            ranks[-1] = (ranks[-1][0], _SUIT_OF_CHAR[char])
            previous_takes_suit = False
        else:
            raise CardTextError(f"{char!r} in {text!r} is no card: use {' '.join(RANK_TEXT)} and the suits s h c d")
    used = [[0] * 4 for _ in range(RANKS)]
    for rank, suit in ranks:
        if suit is not None:
            used[rank][suit] += 1
    faces: list[Face] = []
    for rank, suit in ranks:
        chosen = suit or 0
        if suit is None and rank < SMALL:
            chosen = used[rank].index(min(used[rank]))
            used[rank][chosen] += 1
        faces.append(face_of(rank, chosen))
    return tuple(faces)


def parse_counts(text: str) -> Counts:
    """The multiset of ranks named in a string; raises CardTextError."""
    return counts_of(parse_faces(text))


def _high_to_low(face: Face) -> tuple[int, int]:
    return -RANK_OF_FACE[face], face


def sort_faces(faces: Iterable[Face]) -> tuple[Face, ...]:
    """Faces from high to low, within a rank ♠ ♥ ♣ ♦."""
    return tuple(sorted(faces, key=_high_to_low))
