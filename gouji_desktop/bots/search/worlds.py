"""Drawing hands for the seats that are not seen: every world agrees with what the seat knows."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from gouji_desktop.bots.search.habits import Habits
from gouji_desktop.bots.tracker import Tracker, unseen
from gouji_desktop.rules.cards import KING, RANK_OF_FACE, RANKS, THREE
from gouji_desktop.rules.phases.playing import known_hand
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.views import View

#: How much less likely a seat holds more of a rank that it laid before.
LEFTOVER = 0.25
#: Of so many draws the one is kept in which fewest seats let lie what they could have beaten for nothing.
DRAWS = 3

World = list[list[int]]


class Knowledge(NamedTuple):
    """What worlds are drawn from: counts by rank throughout."""

    own: tuple[int, ...]
    #: What each other seat certainly holds.
    certain: tuple[tuple[int, ...], ...]
    #: How many more cards each other seat holds.
    missing: tuple[int, ...]
    unseen: tuple[int, ...]
    habits: Habits
    #: How much habits are believed: 1 for not at all, LEFTOVER otherwise.
    leftover: float
    draws: int


def knowledge_of(view: View, seat: Seat, tracker: Tracker, habits: Habits, *, infer: bool = True) -> Knowledge:
    """What the seat knows of the hands. Without `infer` every hand that fits is as likely as any other."""
    deal = view.deal
    assert deal is not None, "a question without a deal"
    left = list(unseen(tracker, view, seat))
    certain = [[0] * RANKS for _ in range(SEATS)]
    for other in range(SEATS):
        if other == seat:
            continue
        for face in tracker.known[other]:
            certain[other][RANK_OF_FACE[face]] += 1
        # Under 憋三 every seat that still plays holds a 3 (A:L54).
        needs_three = view.rules.hold_threes and deal.live >> other & 1 and not certain[other][THREE]
        if needs_three and left[THREE] and sum(certain[other]) < deal.hands[other].size:
            certain[other][THREE] = 1
            left[THREE] -= 1
    missing = tuple(
        0 if other == seat else max(0, deal.hands[other].size - sum(certain[other])) for other in range(SEATS)
    )
    return Knowledge(
        known_hand(deal, seat).counts,
        tuple(map(tuple, certain)),
        missing,
        tuple(left),
        habits,
        LEFTOVER if infer else 1.0,
        DRAWS if infer else 1,
    )


def draw_world(knowledge: Knowledge, seat: Seat, rng: Random) -> World:
    """The counts of all six hands in one world."""
    best = _draw(knowledge, seat, rng)
    if knowledge.draws == 1 or not knowledge.habits.let_lie:
        return best
    fewest = _surprises(best, knowledge.habits)
    for _ in range(knowledge.draws - 1):
        if not fewest:
            break
        world = _draw(knowledge, seat, rng)
        surprises = _surprises(world, knowledge.habits)
        if surprises < fewest:
            best, fewest = world, surprises
    return best


def _draw(knowledge: Knowledge, seat: Seat, rng: Random) -> World:
    hands = [list(cards) for cards in knowledge.certain]
    hands[seat] = list(knowledge.own)
    room = list(knowledge.missing)
    others = [other for other in range(SEATS) if other != seat and room[other]]
    laid, leftover, random = knowledge.habits.laid, knowledge.leftover, rng.random
    unseen_cards = knowledge.unseen
    # Ranks that somebody laid go first, while there is room for them where they are likely.
    ranks = sorted(
        (rank for rank in range(RANKS) if unseen_cards[rank]),
        key=lambda rank: (leftover == 1.0 or not any(laid[other] >> rank & 1 for other in others), random()),
    )
    for rank in ranks:
        shares = [leftover if laid[other] >> rank & 1 else 1.0 for other in others]
        for _ in range(unseen_cards[rank]):
            weights = [room[other] * share for other, share in zip(others, shares, strict=True)]
            total = sum(weights)
            if total <= 0.0:
                return hands
            point = random() * total
            chosen = -1
            for index, weight in enumerate(weights):
                if weight:
                    chosen = index
                    point -= weight
                    if point < 0.0:
                        break
            hands[others[chosen]][rank] += 1
            room[others[chosen]] -= 1
    return hands


def _surprises(world: World, habits: Habits) -> int:
    """How many plays a seat let lie although it holds a whole low group that beats them."""
    number = 0
    for seat, base, hung in habits.let_lie:
        hand = world[seat]
        for rank in range(base + 1, KING):
            if hand[rank] == hung:
                number += 1
                break
    return number
