"""Decks whose cards tell whose they are, dealt by a real server."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

from gouji_desktop.rules.cards import FOUR, THREE, TWO, rank_of
from gouji_desktop.rules.deck import deck_of
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.server.room_dealing import Dealing
from gouji_desktop.table.chance import Shuffle
from tests.laws.test_mixtures import MIXTURES, mixture

#: Makes another shuffle of the one that was drawn for a deal.
Change = Callable[[RuleSet, int, Shuffle], Shuffle]


def change_deals(monkeypatch: pytest.MonkeyPatch, change: Change) -> None:
    """Let servers deal otherwise than was drawn."""
    drawn = Dealing.chance

    def chance(self: Dealing, deal: int) -> Shuffle | None:
        found, (_, _, digest) = drawn(self, deal), self._place
        return None if found is None else change(rule_sets()[digest], deal, found)

    monkeypatch.setattr(Dealing, "chance", chance)


@cache
def rule_sets() -> dict[str, RuleSet]:
    """Every rule set that the tests play by, by its digest."""
    return {rules.digest: rules for rules in (*PRESETS.values(), *map(mixture, range(MIXTURES)))}


def telling_deals(rules: RuleSet, deal: int, drawn: Shuffle) -> Shuffle:
    """Deals of even numbers have cards that tell whose they are; of the others two of three are full of secrets."""
    rng = random.Random(repr(drawn))
    if deal % 2 == 0:
        return canary_deck(rules, rng)
    return hot_deck(rules, rng) if rng.random() < 0.7 else drawn


def hot_deals(rules: RuleSet, deal: int, drawn: Shuffle) -> Shuffle:
    """Deals that are full of secrets."""
    return hot_deck(rules, random.Random(repr(drawn)))


def hot_deck(rules: RuleSet, rng: random.Random) -> Shuffle:
    """A shuffle that gives two seats nearly all jokers and 2s, and another no 3: they may burn, and revolt."""
    deck = deck_of(rules)
    high = [place for place, face in enumerate(deck) if rank_of(face) >= TWO]
    threes = [place for place, face in enumerate(deck) if rank_of(face) == THREE]
    rest = [place for place, face in enumerate(deck) if THREE < rank_of(face) < TWO]
    for each in (high, threes, rest):
        rng.shuffle(each)
    size = len(deck) // SEATS
    seats = rng.sample(range(SEATS), SEATS)
    hands: list[list[int]] = [[] for _ in range(SEATS)]
    for seat in seats[:2]:
        hands[seat], high = high[: size // 2], high[size // 2 :]
    for place in threes:
        hands[rng.choice([seat for seat in seats[1:] if len(hands[seat]) < size])].append(place)
    rest += high
    for hand in hands:
        missing = size - len(hand)
        hand.extend(rest[:missing])
        del rest[:missing]
        rng.shuffle(hand)
    return tuple(hands[index % SEATS][index // SEATS] for index in range(size * SEATS)), rng.randrange(SEATS)


def canary_deck(rules: RuleSet, rng: random.Random) -> Shuffle:
    """A shuffle that gives all cards of a face to one seat: whose card it is can be told from its name.

    The last face that a seat gets is shared with the next one where it does not fit in whole.
    """
    deck = deck_of(rules)
    places: dict[int, list[int]] = {}
    for place, face in enumerate(deck):
        places.setdefault(face, []).append(place)
    faces = list(places)
    rng.shuffle(faces)
    flat = [place for face in faces for place in places[face]]
    size = len(deck) // SEATS
    hands = [flat[seat * size : (seat + 1) * size] for seat in range(SEATS)]
    return tuple(hands[index % SEATS][index // SEATS] for index in range(size * SEATS)), rng.randrange(SEATS)


#: Which cards of others are moved about.
MOVED: dict[str, Callable[[int], bool]] = {
    "all": lambda _rank: True,
    #: With which one burns.
    "high": lambda rank: rank >= TWO,
    #: With which one shows, revolts, buys and opens.
    "low": lambda rank: rank <= FOUR,
}


def moved_about(rules: RuleSet, drawn: Shuffle, viewer: int, rng: random.Random, moved: str) -> Shuffle:
    """The same deal for one seat, with the cards of the five others moved about among them: those of `MOVED`."""
    order, lot = drawn
    deck = deck_of(rules)
    others = [index for index in range(rules.cards) if index % SEATS != viewer]
    chosen = [index for index in others if MOVED[moved](rank_of(deck[order[index]]))]
    sources = chosen[:]
    rng.shuffle(sources)
    changed = list(order)
    for target, source in zip(chosen, sources, strict=True):
        changed[target] = order[source]
    return tuple(changed), lot
