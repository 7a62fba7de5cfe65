"""What may be laid, beaten and burnt, against brute force over all small hands.

The other side of each comparison is written here from the rules alone: a hand's parts are all tried, cards are compared
one by one, and whether a burner can run out is found by playing the rest in every way. The normal run takes a fixed
sample of hands and tables; the `long` one takes all hands of up to seven cards over each set of five ranks.
"""

from __future__ import annotations

import itertools
import random
from functools import cache
from typing import NamedTuple

import pytest

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.cards import (
    BIG,
    FOUR,
    RANKS,
    SMALL,
    THREE,
    TWO,
    Counts,
    Face,
    Held,
    face_of,
    parse_counts,
)
from gouji_desktop.rules.engine import apply
from gouji_desktop.rules.moves import answers, leads
from gouji_desktop.rules.phases.playing import check_burn, check_play
from gouji_desktop.rules.plays import Play, is_gouji, play_of_faces
from gouji_desktop.rules.policies import burning
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.state import Burn, Laid, Match, make_hand
from gouji_desktop.scenarios.dealing import position

#: Five ranks each: 3s to be held, ranks that reach the threshold at once or late, 2s and jokers, ranks that never do.
RANK_SETS = ("3T2SB", "34ASB", "39A2B", "45Q2S", "3456S", "4KA2B")
MOST_CARDS = 7
MOST_ON_TABLE = 4
#: Below everything that answers, so that ranks too are tried from both sides.
BELOW = "48"

VARIANTS: dict[str, RuleSet] = {
    **PRESETS,
    **{f"{name}-pairs": PRESETS[name].with_options({"small_joker_pairs": True}) for name in ("jinyou4", "zaozhuang6")},
    "chayuan-open-threes": PRESETS["chayuan"].with_options({"hold_threes": False}),
}


# --- the rules, read once more ----------------------------------------------------------------------------------


def as_one_play(part: Counts) -> bool:
    """Whether cards can be laid together at all: any cards of one rank, with 2s and jokers."""
    return sum(part) > 0 and sum(1 for number in part[THREE:TWO] if number) <= 1


class Comparing(NamedTuple):
    """The options that say what beats what."""

    doubling: bool
    strict: bool
    degrade: bool
    pairs: bool


def comparing(rules: RuleSet) -> Comparing:
    return Comparing(
        rules.big_joker_doubling, rules.strict_hung_count, rules.mixed_jokers_degrade, rules.small_joker_pairs
    )


def values(part: Counts, how: Comparing) -> list[int]:
    """What each card of a play counts, from high to low."""
    hung = [rank for rank in range(THREE, SMALL) for _ in range(part[rank])]
    base = next((rank for rank in hung if rank < TWO), TWO)
    small, big = part[SMALL], part[BIG]
    if how.degrade and small and big and hung:
        small, big = small + big, 0
    return [BIG] * big + [SMALL] * small + [base] * len(hung)


@cache
def beats(table: Counts, part: Counts, how: Comparing) -> bool:
    """Card by card; a big joker on the table falls to two, where it falls."""
    old, new = values(table, how), values(part, how)
    bigs = old.count(BIG)
    if bigs and (not how.doubling or new.count(BIG) < 2 * bigs):
        return False
    if bigs and how.strict and sum(card < SMALL for card in old) != sum(card < SMALL for card in new):
        return False
    old, new = old[bigs:], new[2 * bigs :]
    most = min(old.count(SMALL), new.count(SMALL) // 2) if how.pairs else 0
    for pairs in range(most + 1):
        mine = [card for card in new if card != SMALL] + [SMALL] * (new.count(SMALL) - 2 * pairs)
        theirs = [card for card in old if card != SMALL] + [SMALL] * (old.count(SMALL) - pairs)
        if len(mine) == len(theirs) and all(high > low for high, low in zip(sorted(mine), sorted(theirs), strict=True)):
            return True
    return False


@cache
def parts(hand: Counts) -> list[Counts]:
    """All parts of a hand, plays or not."""
    return [part for part in itertools.product(*(range(number + 1) for number in hand)) if any(part)]


@cache
def plays_of(hand: Counts, hold_threes: bool) -> frozenset[Counts]:
    """The parts that may be laid from a hand as a lead."""
    return frozenset(
        part
        for part in parts(hand)
        if as_one_play(part) and not (hold_threes and part[THREE] and (part != hand or part[THREE] != sum(part)))
    )


def rest(hand: Counts, part: Counts) -> Counts:
    return tuple(have - gone for have, gone in zip(hand, part, strict=True))


def jokers(part: Counts) -> int:
    return part[SMALL] + part[BIG]


@cache
def runs_out(hand: Counts, hold_threes: bool) -> bool:
    """Whether some way to lay the whole hand hangs a joker on every play but the last."""
    if not any(hand):
        return True
    plays = plays_of(hand, hold_threes)
    return hand in plays or any(jokers(part) and runs_out(rest(hand, part), hold_threes) for part in plays)


def covers_of(hand: Counts, table: Counts, rules: RuleSet) -> set[Counts]:
    """The plays with which a hand may burn."""
    sets = sum(1 for rank in range(THREE, TWO) if hand[rank])
    if (rules.burn_needs_no_fours and hand[FOUR]) or (rules.burn_formula and sets - jokers(hand) > 2):
        return set()
    how = comparing(rules)
    return {
        part
        for part in plays_of(hand, rules.hold_threes)
        if beats(table, part, how) and runs_out(rest(hand, part), rules.hold_threes)
    }


def may_say(reason: Reason, hand: Counts, table: Counts | None, part: Counts, rules: RuleSet) -> bool:
    """Whether a refusal tells the truth about the cards."""
    if reason == Reason.NOT_A_PLAY:
        return not as_one_play(part)
    if reason == Reason.THREES_STAND_ALONE:
        return rules.hold_threes and part[THREE] not in (0, sum(part))
    if reason == Reason.THREES_LAST:
        return rules.hold_threes and part[THREE] > 0 and part != hand
    if table is None:
        return False
    how = comparing(rules)
    old, new = values(table, how), values(part, how)
    bigs = old.count(BIG)
    # So many cards more than the table has, where big jokers cost two and pairs of small ones kill one.
    more = len(new) - len(old) - bigs
    pairs = min(old.count(SMALL), new.count(SMALL) // 2) if rules.small_joker_pairs else 0
    right = 0 <= more <= pairs
    told: dict[Reason, bool] = {
        Reason.BIG_JOKER_STANDS: bigs > 0 and not rules.big_joker_doubling,
        Reason.BIG_JOKER_COSTS_TWO: bigs > 0 and new.count(BIG) < 2 * bigs,
        Reason.HUNG_NUMBER: len(old) - old.count(SMALL) - bigs != len(new) - new.count(SMALL) - new.count(BIG),
        Reason.WRONG_NUMBER: not right,
        Reason.JOKERS_TOO_LOW: right and new.count(BIG) - 2 * bigs < old.count(SMALL) - more,
        Reason.TOO_LOW: right and min(new) <= max(old),
    }
    return told.get(reason, False)


# --- positions --------------------------------------------------------------------------------------------------


def hands_over(ranks: str) -> list[Counts]:
    """Every hand of up to seven cards over the ranks."""
    codes = [parse_counts(rank).index(1) for rank in ranks]
    return [
        tuple(chosen.count(rank) for rank in range(RANKS))
        for size in range(1, MOST_CARDS + 1)
        for chosen in itertools.combinations_with_replacement(codes, size)
    ]


def tables_over(ranks: str) -> list[Counts]:
    """Every play of up to four cards over the ranks and two low ones."""
    hands = hands_over("".join(dict.fromkeys(BELOW + ranks)))
    return [hand for hand in hands if sum(hand) <= MOST_ON_TABLE and as_one_play(hand)]


def faces_of(part: Counts) -> tuple[Face, ...]:
    return tuple(face_of(rank, index % 4) for rank in range(RANKS) for index in range(part[rank]))


def play_of(part: Counts) -> Play:
    play = play_of_faces(faces_of(part))
    assert play is not None
    return play


#: Seat 1 holds the hand that is looked at; nobody else matters.
OTHERS = ["4", "4", "4", "4", "4", "4"]


def base_match(rules: RuleSet) -> Match:
    return position({"hands": OTHERS, "leader": 1}, rules)


def holding(match: Match, hand: Counts) -> Match:
    """The match in which seat 1 holds the hand and leads."""
    deal = match.deal
    assert deal is not None
    held = make_hand([Held(face) for face in faces_of(hand)])
    return match._replace(deal=deal._replace(hands=(deal.hands[0], held, *deal.hands[2:])))


def facing(match: Match, table: Counts) -> Match:
    """The match in which a play of seat 0 lies on the table."""
    deal = match.deal
    assert deal is not None
    laid = Laid(faces_of(table), play_of(table))
    return match._replace(deal=deal._replace(round=deal.round._replace(top=0, laid=laid)))


def hold_lead(match: Match, hand: Counts, rules: RuleSet) -> None:
    """What may be led is what is listed and what the engine takes."""
    expected = plays_of(hand, rules.hold_threes)
    listed = leads(hand, rules)
    assert len(listed) == len(set(listed))
    assert {play.counts for play in listed} == expected, hand
    for part in parts(hand):
        outcome = check_play(match, 1, faces_of(part))
        if isinstance(outcome, Reason):
            assert part not in expected, (hand, part)
            assert may_say(outcome, hand, None, part, rules), (outcome, hand, part)
        else:
            assert part in expected, (hand, part)
            assert outcome.counts == part


def hold_answer(match: Match, hand: Counts, table: Counts, rules: RuleSet, whole: bool) -> None:
    """So it is with what beats the table and what covers it."""
    how = comparing(rules)
    expected = {part for part in plays_of(hand, rules.hold_threes) if beats(table, part, how)}
    listed = answers(hand, play_of(table), rules)
    assert len(listed) == len(set(listed))
    assert {play.counts for play in listed} == expected, (hand, table)
    for part in expected:
        assert is_gouji(play_of(part)) or not is_gouji(play_of(table))
    burns = covers_of(hand, table, rules)
    covers = burning.covers(hand, play_of(table), rules)
    assert {play.counts for play in covers} == burns, (hand, table)
    assert burning.may_burn(hand, play_of(table), rules) == bool(burns)
    if not whole:
        return
    for part in parts(hand):
        faces = faces_of(part)
        outcome = check_play(match, 1, faces)
        assert isinstance(outcome, Play) == (part in expected), (hand, table, part)
        if isinstance(outcome, Reason):
            assert may_say(outcome, hand, table, part, rules), (outcome, hand, table, part)
        burnt = check_burn(match, 1, faces)
        assert isinstance(burnt, Play) == (part in burns), (hand, table, part)
        if isinstance(burnt, Reason):
            assert burnt == (Reason.BURN_NOT_FEASIBLE if part in expected else outcome), (hand, table, part)


def hold_duty(match: Match, hand: Counts, rules: RuleSet) -> None:
    """A burner that leads lays a joker or its last cards, and where failure is forbidden it can always run out."""
    deal = match.deal
    assert deal is not None
    laid = Laid(faces_of(parse_counts("AA")), play_of(parse_counts("AA")))
    burn = Burn(1, 0, laid, 0, stood=True, bound=True, outcome="")
    bound = match._replace(deal=deal._replace(burns=(burn,)))
    seen = 0
    for part in plays_of(hand, rules.hold_threes):
        left = rest(hand, part)
        keeps = bool(jokers(part)) or not any(left)
        outcome = check_play(bound, 1, faces_of(part))
        if rules.burn_failure == "forbidden":
            assert isinstance(outcome, Play) == (keeps and runs_out(left, rules.hold_threes)), (hand, part)
            seen += isinstance(outcome, Play)
        else:
            assert isinstance(outcome, Play)
            after = apply(bound, cmd.PlayCards(1, bound.step, faces_of(part)))
            assert not isinstance(after, Rejected)
            assert after[0].deal is not None
            assert (after[0].deal.placed_last == ()) == keeps, (hand, part)
    if rules.burn_failure == "forbidden" and runs_out(hand, rules.hold_threes):
        assert seen, "a burner that could run out is never without a play"


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=list(VARIANTS))
def test_a_sample_of_small_hands(rules):
    rng = random.Random(11)
    base = base_match(rules)
    for ranks in RANK_SETS:
        tables = tables_over(ranks)
        for hand in rng.sample(hands_over(ranks), 8):
            match = holding(base, hand)
            hold_lead(match, hand, rules)
            hold_duty(match, hand, rules)
            for table in rng.sample(tables, 12):
                hold_answer(facing(match, table), hand, table, rules, whole=rng.random() < 0.3)


def differing() -> dict[str, RuleSet]:
    """The variants that differ in what is tried here; of equal ones the first."""
    found: dict[tuple[object, ...], str] = {}
    for name, rules in VARIANTS.items():
        burns = (rules.hold_threes, rules.burn_needs_no_fours, rules.burn_formula, rules.burn_failure)
        found.setdefault((comparing(rules), burns), name)
    return {name: VARIANTS[name] for name in found.values()}


DIFFERING = differing()


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("ranks", RANK_SETS)
@pytest.mark.parametrize("rules", DIFFERING.values(), ids=list(DIFFERING))
def test_all_small_hands(rules, ranks):
    """Presets that share every option that matters here are tried once."""
    rng = random.Random(12)
    base = base_match(rules)
    tables = tables_over(ranks)
    for hand in hands_over(ranks):
        match = holding(base, hand)
        hold_lead(match, hand, rules)
        hold_duty(match, hand, rules)
        for table in tables:
            hold_answer(facing(match, table), hand, table, rules, whole=rng.random() < 0.03)


def test_the_brute_force_knows_the_rules():
    """What the texts say in so many words (C:L21, D:L11-L17, A:L26-L33, A:L46)."""
    chayuan, tribute, jinyou = PRESETS["chayuan"], PRESETS["tribute216"], PRESETS["jinyou4"]

    def lies(table, part, rules):
        return beats(parse_counts(table), parse_counts(part), comparing(rules))

    assert lies("SS777", "BB888", chayuan)
    assert not lies("SS777", "BB777", chayuan)
    assert lies("SS888", "BBB99", tribute)
    assert lies("BS225555", "BB666666", tribute)
    assert not lies("BS225555", "BB666666", chayuan)
    assert lies("B5555", "BB6666", jinyou)
    assert not lies("B", "BBB", jinyou)
    assert lies("BS", "BBB", jinyou)
    assert runs_out(parse_counts("S5566"), hold_threes=False)
    assert not runs_out(parse_counts("55667"), hold_threes=False)
    assert not runs_out(parse_counts("553"), hold_threes=True)
    assert runs_out(parse_counts("S553"), hold_threes=True)
