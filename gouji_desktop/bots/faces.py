"""From counts to cards: which faces a play is laid with.

Plays are computed by counts, because suits never matter to a comparison. A command needs faces. Received cards go
first, since they cannot be paid on in the next deal and nothing is lost by showing them; then ♠ ♥ ♣ ♦.
"""

from __future__ import annotations

from gouji_desktop.rules.cards import RANK_OF_FACE, RANKS, Counts, Face
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.state import Hand


def choose_cards(hand: Hand, counts: Counts) -> tuple[Face, ...]:
    """Faces of the hand for a multiset of ranks, from high to low: received ones first, then ♠ ♥ ♣ ♦.

    Raises ValueError where the hand does not hold them.
    """
    left = list(counts)
    chosen: list[Face] = []
    for received in (True, False):
        for held in hand.held:
            rank = RANK_OF_FACE[held.face]
            if held.received is received and left[rank]:
                left[rank] -= 1
                chosen.append(held.face)
    if any(left):
        raise ValueError("the hand does not hold these cards")
    return tuple(sorted(chosen, key=lambda face: (-RANK_OF_FACE[face], face)))


def choose_faces(hand: Hand, play: Play) -> tuple[Face, ...]:
    """Faces of the hand for a play; raises ValueError where the hand does not hold them."""
    return choose_cards(hand, play.counts)


def counts_without(counts: Counts, gone: Counts) -> Counts:
    """The counts less other counts."""
    return tuple(counts[rank] - gone[rank] for rank in range(RANKS))
