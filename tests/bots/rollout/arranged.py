"""Short deals in which much happens: few ranks, many 2s and jokers, now and then a revolt."""

from __future__ import annotations

from random import Random

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import BIG, SMALL, THREE, TWO, Counts, Held, face_of
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import OPPOSITE, SEATS, next_in
from gouji_desktop.rules.state import Hand, Match, make_hand, new_match
from gouji_desktop.rules.tape import Tape


def arranged_counts(rules: RuleSet, rng: Random) -> Counts:
    """A hand of one to five groups."""
    counts = [0] * 15
    for rank in rng.sample(range(THREE + 1, TWO), rng.randint(1, 5)):
        counts[rank] = rng.randint(1, 5)
    counts[TWO], counts[SMALL], counts[BIG] = rng.choice((0, 0, 1, 3)), rng.choice((0, 1, 2)), rng.choice((0, 0, 1, 3))
    counts[THREE] = rng.randint(1, 2) if rules.hold_threes else rng.randint(0, 2)
    return tuple(counts)


def hand_of(counts: Counts, rng: Random) -> Hand:
    return make_hand([Held(face_of(rank, rng.randrange(4))) for rank in range(15) for _ in range(counts[rank])])


def arranged(rules: RuleSet, rng: Random) -> Match:
    """A match at the beginning of play of such a deal."""
    hands = tuple(hand_of(arranged_counts(rules, rng), rng) for _ in range(SEATS))
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
