"""Legal plays: what is listed is accepted, what is accepted is listed; what beats what."""

import itertools
import random

import pytest

from gouji_desktop.rules.cards import ACE, BIG, FIVE, KING, RANKS, SMALL, TEN, THREE, TWO
from gouji_desktop.rules.compare import beats
from gouji_desktop.rules.moves import answers, leads, play_fault
from gouji_desktop.rules.plays import form_play, is_gouji
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.ruleset import RuleSet

#: Rank sets over which small hands are taken: low and high ranks with 2s and jokers, and 3s for 憋三.
RANK_SETS = [(THREE, TEN, TWO, SMALL, BIG), (FIVE, KING, ACE, TWO, BIG)]
VARIANTS: list[RuleSet] = [
    *PRESETS.values(),
    *(rules.with_options({"small_joker_pairs": True}) for rules in PRESETS.values()),
    PRESETS["tribute216"].with_options({"hold_threes": False}),
]


def hands_over(ranks, most):
    """Every multiset of up to `most` cards over the ranks."""
    for numbers in itertools.product(range(most + 1), repeat=len(ranks)):
        if 0 < sum(numbers) <= most:
            counts = [0] * RANKS
            for rank, number in zip(ranks, numbers, strict=True):
                counts[rank] = number
            yield tuple(counts)


def brute_plays(hand, rules):
    """Every play that is a part of the hand, found by trying all parts."""
    found = set()
    for part in itertools.product(*(range(number + 1) for number in hand)):
        play = form_play(part)
        if play is not None and play_fault(play, hand, rules) is None:
            found.add(play)
    return found


@pytest.mark.parametrize("ranks", RANK_SETS, ids=["3T2SB", "5KA2B"])
def test_listed_leads_are_all_legal_leads(ranks):
    for rules in (PRESETS["tribute216"], PRESETS["zaozhuang6"]):
        for hand in hands_over(ranks, 6):
            listed = leads(hand, rules)
            assert len(listed) == len(set(listed))
            assert set(listed) == brute_plays(hand, rules)


@pytest.mark.parametrize("rules", VARIANTS, ids=[f"{rules.name}-{index}" for index, rules in enumerate(VARIANTS)])
def test_listed_answers_are_all_legal_answers(rules):
    rng = random.Random(3)
    hands = [hand for ranks in RANK_SETS for hand in hands_over(ranks, 5)]
    tables = list({play for hand in rng.sample(hands, 40) for play in brute_plays(hand, rules)})
    for hand in rng.sample(hands, 60):
        mine = brute_plays(hand, rules)
        for table in rng.sample(tables, 40):
            listed = answers(hand, table, rules)
            assert len(listed) == len(set(listed))
            expected = {play for play in mine if beats(table, play, rules)}
            # Under 憋三, 3s are led and never answer.
            assert set(listed) == expected, (hand, table)


@pytest.mark.parametrize("rules", VARIANTS, ids=[f"{rules.name}-{index}" for index, rules in enumerate(VARIANTS)])
def test_beating_is_irreflexive_and_asymmetric_and_keeps_gouji(rules):
    rng = random.Random(4)
    plays = list({play for ranks in RANK_SETS for hand in hands_over(ranks, 5) for play in brute_plays(hand, rules)})
    wins = 0
    for _ in range(20_000):
        one, other = rng.choice(plays), rng.choice(plays)
        assert not beats(one, one, rules)
        if beats(one, other, rules):
            wins += 1
            assert not beats(other, one, rules), (one, other)
            assert is_gouji(other) or not is_gouji(one)
    assert wins > 100
