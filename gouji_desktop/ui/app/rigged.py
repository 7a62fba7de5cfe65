"""Deals that are arranged for the self-test, so that one match meets every kind of question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from gouji_desktop.bots.player import Player
from gouji_desktop.rules.cards import (
    ACE,
    BIG,
    FOUR,
    KING,
    QUEEN,
    SMALL,
    SPADES,
    THREE,
    TWO,
    Face,
    face_of,
    rank_of,
)
from gouji_desktop.rules.commands import Decide, SeatCommand
from gouji_desktop.rules.deck import deck_of
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import OPPOSITE, SEATS, Seat
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import View
from gouji_desktop.table.chance import Chance
from gouji_desktop.table.setup import PlayerMaker

OWN: Seat = 0


def strong(rules: RuleSet) -> dict[Seat, list[Face]]:
    """The own hand can burn nearly anything, leads by showing 4s, and is likely to finish first."""
    jokers = [face_of(BIG)] * 3 + [face_of(SMALL)] * 3
    aces = [face for face in deck_of(rules) if rank_of(face) == FOUR and face % 4 == SPADES][:4]
    twos = [face for face in deck_of(rules) if rank_of(face) == TWO][:8]
    high = [face for face in deck_of(rules) if rank_of(face) in (TWO - 1, TWO - 2)][:16]
    return {OWN: jokers + aces + twos + high}


def burner(rules: RuleSet) -> dict[Seat, list[Face]]:
    """The own hand can burn nearly anything and go on under the joker duty."""
    hand = [face_of(BIG)] * 4 + [face_of(SMALL)] * 4
    for rank, number in ((ACE, 8), (KING, 8), (TWO, 6), (QUEEN, 4), (THREE, 2)):
        hand += [face for face in deck_of(rules) if rank_of(face) == rank][:number]
    return {OWN: hand}


def weak(seat: Seat) -> Callable[[RuleSet], dict[Seat, list[Face]]]:
    """A hand without 2s and jokers: it may revolt."""

    def hand(rules: RuleSet) -> dict[Seat, list[Face]]:
        low = [face for face in deck_of(rules) if rank_of(face) < TWO]
        return {seat: Random(3).sample(low, rules.hand_size)}  # noqa: S311 - an arranged deal

    return hand


def rigged_chance(
    rules: RuleSet, plans: Mapping[int, Callable[[RuleSet], dict[Seat, list[Face]]]], seed: int
) -> Chance:
    """The chance of a match: deals by number, as arranged where they are, else by the seed."""

    def chance(number: int) -> tuple[tuple[int, ...], Seat]:
        dice = Random(f"{seed}/{number}")  # noqa: S311 - an arranged deal
        plan = plans.get(number)
        wanted = plan(rules) if plan is not None else {}
        return arranged(rules, wanted, dice), dice.randrange(SEATS)

    return chance


def arranged(rules: RuleSet, wanted: Mapping[Seat, list[Face]], dice: Random) -> tuple[int, ...]:
    """A permutation that deals these faces to these seats, and the rest by chance."""
    deck = deck_of(rules)
    free: dict[Face, list[int]] = {}
    for index, face in enumerate(deck):
        free.setdefault(face, []).append(index)
    hands: list[list[int]] = [[] for _ in range(SEATS)]
    for seat, faces in wanted.items():
        for face in faces[: rules.hand_size]:
            if free[face]:
                hands[seat].append(free[face].pop())
    rest = [index for indices in free.values() for index in indices]
    dice.shuffle(rest)
    for hand in hands:
        while len(hand) < rules.hand_size:
            hand.append(rest.pop())
    return tuple(hands[index % SEATS][index // SEATS] for index in range(len(deck)))


class Revolter:
    """A player that revolts whenever it may, and else plays like the one inside it."""

    def __init__(self, inside: Player) -> None:
        self._inside = inside

    def observe(self, event: Event, view: View) -> None:
        """Tell the one inside."""
        self._inside.observe(event, view)

    def answer(self, view: View, prompt: Prompt) -> SeatCommand:
        """Revolt, or answer as the one inside does."""
        if prompt.stage is Stage.REVOLT_QUERY:
            return Decide(prompt.seat, prompt.id, yes=True)
        return self._inside.answer(view, prompt)


def with_revolter(make: PlayerMaker) -> PlayerMaker:
    """Makes the same players, the opposite of the own seat a revolter, the others none."""

    def made(level: str, rules: RuleSet, seat: Seat, seed: int) -> Player:
        player = make(level, rules, seat, seed)
        return Revolter(player) if seat == OPPOSITE[OWN] else player

    return made
