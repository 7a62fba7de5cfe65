"""Short deals in which much happens: few ranks, many 2s and jokers, now and then a revolt."""

from __future__ import annotations

from random import Random

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import ACE, BIG, FOUR, JACK, KING, QUEEN, SMALL, THREE, TWO, Counts, Held, face_of
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import OPPOSITE, SEATS, next_in
from gouji_desktop.rules.state import Hand, Match, make_hand, new_match
from gouji_desktop.rules.tape import Tape


def arranged_counts(rules: RuleSet, rng: Random, ready: bool, tiny: bool) -> Counts:
    """A hand of one to six groups; one that is ready to burn has few and high ones, and jokers for them.

    A tiny one is a group or two and its 3s: the seat goes out with its first plays, of which the 4s may be the last.
    """
    counts = [0] * 15
    if tiny:
        for rank in rng.sample((FOUR, FOUR, JACK, QUEEN, KING, ACE), rng.randint(1, 2)):
            counts[rank] = rng.randint(2, 4)
        counts[rng.choice((TWO, SMALL, BIG, THREE))] = rng.randint(0, 2)
        counts[THREE] += rules.hold_threes
        return tuple(counts)
    low = JACK if ready else THREE + 1
    for rank in rng.sample(range(low, TWO), rng.randint(1, 3 if ready else 6)):
        counts[rank] = rng.randint(2, 4) if ready else rng.randint(1, 5)
    counts[TWO] = rng.randint(0, 3) if ready else rng.choice((0, 0, 1, 3))
    counts[SMALL], counts[BIG] = rng.choice(((2, 2), (1, 3), (0, 4)) if ready else ((0, 0), (1, 0), (0, 1), (2, 0)))
    counts[THREE] = rng.randint(1, 2) if rules.hold_threes else rng.randint(0, 2)
    return tuple(counts)


def hand_of(counts: Counts, rng: Random) -> Hand:
    return make_hand([Held(face_of(rank, rng.randrange(4))) for rank in range(15) for _ in range(counts[rank])])


def arranged(rules: RuleSet, rng: Random) -> Match:
    """A match at the beginning of play of such a deal."""
    burners = rng.choice((0.2, 0.5, 0.9))
    tiny = rng.random() < 0.3
    hands = tuple(hand_of(arranged_counts(rules, rng, rng.random() < burners, tiny), rng) for _ in range(SEATS))
    leader = rng.randrange(SEATS)
    tape = Tape(new_match(rules, 1))
    tape.emit(ev.DealStarted(1, (), 0, hands))
    tape.emit(ev.LeaderFound(leader))
    if rules.revolt and rng.random() < 0.4:
        seat = rng.randrange(SEATS)
        tape.emit(ev.Revolted(1 << seat, 0))
        if rules.claim_head:
            tape.emit(ev.HeadClaimed(OPPOSITE[seat], rng.random() < 0.8))
        if seat == leader:
            leader = next_in(tape.deal.live, leader)
    tape.emit(ev.PlayBegan(leader))
    return tape.match


def counts_of_hands(match: Match) -> list[Counts]:
    assert match.deal is not None
    hands = match.deal.hands
    return [hand.counts for hand in hands if isinstance(hand, Hand)]
