"""What cards mean when they are laid together (一手牌).

A play is natural cards of one rank, 2s that take that rank (贴钱), and jokers that go along (挂花); or 2s alone; or
jokers alone (A:L17, A:L19, C:L27: no straights). A multiset of ranks is one play or none: there is never a choice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gouji_desktop.rules.cards import (
    ACE,
    BIG,
    JACK,
    KING,
    QUEEN,
    RANK_OF_FACE,
    SMALL,
    TEN,
    THREE,
    TWO,
    Counts,
    Face,
    Rank,
)
from gouji_desktop.rules.tuples import maker

#: Base of a play of jokers alone.
JOKERS: Rank = -1
#: The fewest cards of a rank that are 够级 (A:L20, B1:L120, C:L23); ranks that are not here never are.
GOUJI_THRESHOLD: dict[Rank, int] = {TEN: 5, JACK: 4, QUEEN: 3, KING: 2, ACE: 2, TWO: 1}
_THRESHOLD: tuple[int, ...] = tuple(GOUJI_THRESHOLD.get(rank, 999) for rank in range(15))


class Play(NamedTuple):
    """Cards laid at once, by counts."""

    #: The rank of the hung cards, 2 for 2s alone, JOKERS where there are none.
    base: Rank
    #: Cards that are of the base rank themselves.
    naturals: int
    #: 2s that count as the base rank (贴钱); 0 where the base is 2 or JOKERS.
    money: int
    small: int
    big: int

    @property
    def hung(self) -> int:
        """How many cards count as the base rank."""
        return self.naturals + self.money

    @property
    def jokers(self) -> int:
        """How many jokers go along."""
        return self.small + self.big

    @property
    def size(self) -> int:
        """How many cards were laid."""
        return self.naturals + self.money + self.small + self.big

    @property
    def counts(self) -> Counts:
        """The play as a multiset of ranks."""
        counts = [0] * 15
        if self.base >= 0:
            counts[self.base] = self.naturals
        counts[TWO] += self.money
        counts[SMALL] = self.small
        counts[BIG] = self.big
        return tuple(counts)


#: Makes a play of its fields in order.
make_play = maker(Play)


def form_play(counts: Counts) -> Play | None:
    """The play that a multiset of ranks is, or None where it is not one (A:L17)."""
    ranks = counts[THREE:TWO]
    naturals = max(ranks)
    base = JOKERS
    if naturals:
        if ranks.count(0) < TWO - 1:
            return None
        base = ranks.index(naturals)
    return _play_on(base, naturals, counts[TWO], counts[SMALL], counts[BIG])


def play_of_faces(faces: Iterable[Face]) -> Play | None:
    """The play that faces are, or None: `form_play` of their counts, found without counting every rank."""
    base, naturals, twos, small, big = JOKERS, 0, 0, 0, 0
    for face in faces:
        rank = RANK_OF_FACE[face]
        if rank < TWO:
            if naturals and rank != base:
                return None
            base = rank
            naturals += 1
        elif rank == TWO:
            twos += 1
        elif rank == SMALL:
            small += 1
        else:
            big += 1
    return _play_on(base, naturals, twos, small, big)


def _play_on(base: Rank, naturals: int, twos: int, small: int, big: int) -> Play | None:
    """The play of natural cards of one rank at most with these 2s and jokers, None where there is no card."""
    if naturals:
        return make_play((base, naturals, twos, small, big))
    if twos:
        return make_play((TWO, twos, 0, small, big))
    return make_play((JOKERS, 0, 0, small, big)) if small or big else None


def is_gouji(play: Play) -> bool:
    """够级: at the threshold of its rank, or with a joker, or a 2 (A:L20, B1:L120, C:L23, D:L13)."""
    return bool(play.small or play.big) or play.naturals + play.money >= _THRESHOLD[play.base]
