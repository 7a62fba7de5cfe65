"""The rollout engine's lists of moves against the rules', and what the short ones hold."""

from __future__ import annotations

from random import Random

import pytest

from gouji_desktop.bots.rollout import moves
from gouji_desktop.bots.rollout.burns import NEAR, gap_of, may_burn
from gouji_desktop.bots.rollout.coded import Code, code_of
from gouji_desktop.rules import compare
from gouji_desktop.rules.cards import BIG, SMALL, THREE, TWO, Counts, counts_text, parse_counts
from gouji_desktop.rules.moves import answers, leads
from gouji_desktop.rules.plays import Play, form_play
from gouji_desktop.rules.policies import burning, opening
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.ruleset import RuleSet
from tests.bots.games import mixture

RULES = [*PRESETS.values(), *(mixture(seed) for seed in range(13))]


def some_hand(rng: Random) -> Counts:
    """Few groups or many, with more jokers and 2s than are dealt as a rule."""
    counts = [0] * 15
    for rank in rng.sample(range(THREE, TWO), rng.randint(1, 9)):
        counts[rank] = rng.choice((1, 1, 2, 3, 4, 6))
    counts[TWO], counts[SMALL], counts[BIG] = rng.randint(0, 4), rng.randint(0, 3), rng.randint(0, 3)
    return tuple(counts)


def some_table(rng: Random, rules: RuleSet) -> Play:
    hand = some_hand(rng)
    play = rng.choice(leads(hand, rules))
    # Low ones that many hands beat, as often as any.
    return play._replace(base=rng.randrange(6)) if play.naturals and rng.random() < 0.5 else play


def text_of(play: tuple[int, ...]) -> str:
    return counts_text(Play(*play).counts)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.name} {rules.digest[:4]}")
def test_lists_agree_with_the_rules(rules: RuleSet) -> None:
    rng, code = Random(rules.digest), code_of(rules)
    burners = 0
    for _ in range(40):
        hand, table = some_hand(rng), some_table(rng, rules)
        every = answers(hand, table, rules)
        assert sorted(moves.hand_answers(hand, table, code)) == sorted(every)
        short = moves.canonical_answers(hand, table, code)
        assert len(set(short)) == len(short) <= moves.MOST_ANSWERS
        assert set(short) <= set(every)
        assert bool(short) == bool(every)
        wide = leads(hand, rules)
        assert sorted(moves.hand_leads(hand, code)) == sorted(wide)
        few = moves.canonical_leads(hand, code)
        assert few
        assert len(set(few)) == len(few)
        assert set(few) <= set(wide)
        whole = form_play(hand)
        assert whole is None or whole not in wide or whole in few
        for play in [*every, *rng.choices(wide, k=30)]:
            assert moves.beats(table, play, code) == compare.beats(table, play, rules)
            assert code.can_open(play) == opening.can_open(play, rules)
        if gap_of(hand) <= NEAR:
            burns = burning.may_burn(hand, table, rules)
            assert may_burn(hand, table, code) == burns
            burners += burns
        else:
            assert not burning.may_burn(hand, table, rules)
    assert burners > 0


#: hand, table, what is tried against it (tribute216: 3s are held, a big joker stands).
SHORT_ANSWERS = [
    # Exact fits before anything else; a bigger group is split, a smaller one filled with as few 2s as will do.
    ("3 44 555 6 2", "33", "44 55 26"),
    ("4 5 6", "33", ""),
    # One joker instead of the 2, small and big as alternatives; jokers alone.
    ("6 2 S B", "44", "62 6S 6B 2S 2B SB"),
    ("6 7 S", "44", "6S 7S"),
    ("9", "8", "9"),
    ("8 2 S B", "8", "2 S B"),
    # Two short, two jokers; nothing cheaper does.
    ("K SS", "777", "KSS"),
    # Small jokers fall to big ones, one for one; big ones do not fall.
    ("99 AA B", "88S", "99B AAB"),
    ("99 AA BB", "88B", ""),
    ("55 BBB", "44", "55 BB"),
]


@pytest.mark.parametrize(("hand", "table", "wanted"), SHORT_ANSWERS)
def test_short_answers(hand: str, table: str, wanted: str) -> None:
    code = code_of(PRESETS["tribute216"])
    play = form_play(parse_counts(table))
    assert play is not None
    found = moves.canonical_answers(parse_counts(hand), play, code)
    assert sorted(map(text_of, found)) == sorted(counts_text(parse_counts(each)) for each in wanted.split())


#: hand, what is tried as a lead.
SHORT_LEADS = [
    ("33", "33"),
    ("3 5", "5"),
    ("3 55 6", "55 6"),
    ("3 55 2", "55 552 2"),
    ("3 T6666666TTTTTTT", "6666666 TTTTTTTT TTTTT"),
    ("5 S B 6", "5 5S 5B 6 6S 6B S B"),
    ("5 SS B", "5 5S 5B S B 5SSB"),
    ("3 2222", "2 22 222 2222"),
    ("3 SSB", "S B SSB"),
]


@pytest.mark.parametrize(("hand", "wanted"), SHORT_LEADS)
def test_short_leads(hand: str, wanted: str) -> None:
    found = moves.canonical_leads(parse_counts(hand), code_of(PRESETS["tribute216"]))
    assert sorted(map(text_of, found)) == sorted(counts_text(parse_counts(each)) for each in wanted.split())


def test_a_rule_set_is_read_once() -> None:
    code = code_of(PRESETS["chayuan"])
    assert isinstance(code, Code)
    assert code_of(PRESETS["chayuan"].with_options({})) is code
    assert code_of(PRESETS["jinyou4"]) is not code
