"""烧牌 on hands that are lists: who may burn, and what the joker duty leaves (`rules.policies.burning`)."""

from __future__ import annotations

from collections.abc import Sequence

from gouji_desktop.bots.rollout.coded import Code, PlayTuple
from gouji_desktop.rules.cards import BIG, FOUR, SMALL, THREE, TWO

#: A cover uses up one natural set at most: with more sets than jokers plus this nobody can burn.
NEAR = 2


def gap_of(hand: Sequence[int]) -> int:
    """Natural sets from 3 to A less jokers."""
    return 12 - list(hand[:TWO]).count(0) - hand[SMALL] - hand[BIG]


def runs_out(sets: int, jokers: int, twos: int, held: int) -> bool:
    """Whether so many natural sets can be played with a joker in every play but the last.

    `held`: 3s that are kept to the end, which count in `sets` and are that last play; 2s are a set of their own only
    where nothing else is left.
    """
    if held:
        others = sets - 1
        return (1 if others == 0 and twos else others) <= jokers
    return sets - jokers <= 1


def leaves_a_run(hand: Sequence[int], play: PlayTuple, code: Code) -> bool:
    """Whether what a play leaves of a hand can be played out under the joker duty."""
    base, naturals, money, small, big = play
    jokers = hand[SMALL] + hand[BIG]
    sets = gap_of(hand) + jokers
    twos = hand[TWO] - money
    if base == TWO:
        twos -= naturals
    elif base >= 0 and hand[base] == naturals:
        sets -= 1
    held = hand[THREE] if code.hold_threes and base != THREE else 0
    return runs_out(sets, jokers - small - big, twos, held)


def may_burn(hand: Sequence[int], table: PlayTuple, code: Code) -> bool:
    """Whether a hand has a cover from which it can run out (3.3.1); `gap_of(hand) <= NEAR` is taken for granted."""
    if code.needs_no_fours and hand[FOUR]:
        return False
    jokers = hand[SMALL] + hand[BIG]
    sets = gap_of(hand) + jokers
    twos = hand[TWO]
    held = hand[THREE] if code.hold_threes else 0
    low = max(table[0] + 1, code.first_base)
    for small, big, need in code.joker_options(table, hand[SMALL], hand[BIG]):
        left = jokers - small - big
        if not need:
            if runs_out(sets, left, twos, held):
                return True
            continue
        if need <= twos and table[0] < TWO and runs_out(sets, left, twos - need, held):
            return True
        # The best use of a group is to use it up; with fewer cards on the table than the group has, it stays a set.
        kept = runs_out(sets, left, twos, held)
        if not kept and not runs_out(sets - 1, left, 0, held):
            continue
        for base in range(low, TWO):
            number = hand[base]
            if not number or need > number + twos:
                continue
            if runs_out(sets - 1, left, twos - need + number, held) if need >= number else kept:
                return True
    return False
