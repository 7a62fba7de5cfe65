"""上班 / 亮牌: who leads a deal (A:L35, B1:L126, D:L33)."""

from __future__ import annotations

from collections.abc import Sequence

from gouji_desktop.rules.cards import CLUBS, DIAMONDS, FIVE, FOUR, HEARTS, SPADES, THREE, Face, Rank, face_of
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat

#: ♥ > ♠ > ♦ > ♣ among groups of equal length (A:L35).
_SUIT_ORDER = (HEARTS, SPADES, DIAMONDS, CLUBS)
#: A group has at least two cards (A:L35, D:L33).
SMALLEST_GROUP = 2


def shown_rank(rules: RuleSet) -> Rank:
    """The rank of 亮牌: 4s under 憋三, 3s otherwise (D:L33)."""
    return FOUR if rules.hold_threes else THREE


def groups(faces: Sequence[Face], rank: Rank) -> list[tuple[Face, ...]]:
    """Groups of one suit of a rank that may be shown, longest first."""
    found = [(face_of(rank, suit),) * faces.count(face_of(rank, suit)) for suit in range(4)]
    return sorted((group for group in found if len(group) >= SMALLEST_GROUP), key=len, reverse=True)


def may_show(faces: Sequence[Face], shown: tuple[Face, ...], rules: RuleSet) -> bool:
    """Whether the faces are a group of one suit that the hand holds."""
    return any(shown == group[: len(shown)] for group in groups(faces, shown_rank(rules))) and len(shown) >= 2


def leader_by_shows(shows: Sequence[tuple[Seat, tuple[Face, ...]]], lot: Seat) -> Seat:
    """The longest group leads, equal lengths by who showed first, nobody: the lot (D:L33)."""
    return max(shows, key=lambda show: len(show[1]))[0] if shows else lot


def leader_by_fives(hands: Sequence[Sequence[Face]], lot: Seat) -> tuple[Seat, bool]:
    """The longest suit of 5s leads; then by suit, then by lot (A:L35). The second value: chance decided."""
    best: list[Seat] = []
    best_key: tuple[int, int] | None = None
    for seat, faces in enumerate(hands):
        for index, suit in enumerate(_SUIT_ORDER):
            number = list(faces).count(face_of(FIVE, suit))
            key = (number, -index)
            if number < SMALLEST_GROUP:
                continue
            if best_key is None or key > best_key:
                best, best_key = [seat], key
            elif key == best_key and seat not in best:
                best.append(seat)
    if not best:
        return lot, True
    # Two or three seats tie at most in six decks: each leads by as many of the six lots as the others.
    return best[lot % len(best)], len(best) > 1
