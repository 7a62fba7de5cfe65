"""Laws of design.md over random rule sets: whatever options are mixed, a match ends and loses nothing."""

import random
from itertools import permutations

import pytest

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.deck import deck_of
from gouji_desktop.rules.engine import evolve
from gouji_desktop.rules.events import Played
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.prompts import prompts
from gouji_desktop.rules.ruleset import BOUNDS, CHOICES, LISTS, TRIBUTE_KINDS, RuleSet, RuleSetError, option_names
from gouji_desktop.rules.seats import SEATS, seats_of
from gouji_desktop.rules.state import Stage, new_match
from gouji_desktop.rules.views import PUBLIC, SeatAudience, fold, project, redact
from tests.rules.randomplay import play_match

AUDIENCES = (SeatAudience(4), PUBLIC)
MIXTURES = 48
MORE_MIXTURES = 600
DEALS = 2


def value_of(option: str, decks: int, rng: random.Random) -> object:
    """Any value that the option may have by itself."""
    if option in CHOICES:
        return rng.choice(CHOICES[option])
    if option in ("threes", "fours"):
        return rng.choice([0, 6, 8, 4 * decks, rng.randint(0, 4 * decks)])
    if option in BOUNDS:
        return rng.randint(*BOUNDS[option])
    if option == "placement":
        high = sorted((rng.randint(0, 9) for _ in range(SEATS // 2)), reverse=True)
        return [*high, *(-points for points in reversed(high))]
    if option in LISTS:
        _, least, most = LISTS[option]
        return [rng.randint(least, most) for _ in range(rng.randint(0, 3))]
    if option == "tribute_order":
        return list(rng.choice(list(permutations(TRIBUTE_KINDS)))[: rng.randint(0, len(TRIBUTE_KINDS))])
    return rng.random() < 0.5


def mixture(seed: int) -> RuleSet:
    """A random rule set: options are drawn until they mean something together."""
    rng = random.Random(seed)
    base = PRESETS[rng.choice(list(PRESETS))]
    while True:
        decks = rng.choice([2, 3, 4, 4, 4, 5, 6, 8])
        drawn = {name: value_of(name, decks, rng) for name in option_names() if rng.random() < 0.8}
        try:
            return base.with_options(drawn | {"decks": decks}, name=f"mixture {seed}")
        except RuleSetError:
            continue


def hold_laws(rules: RuleSet, seed: int) -> None:
    """Play a short match and hold the laws after each of its moves."""
    deck = sorted(deck_of(rules))
    views = {audience: project(new_match(rules, DEALS), audience) for audience in AUDIENCES}
    laid: list[int] = []
    match = new_match(rules, DEALS)
    for move in play_match(rules, seed, deals=DEALS):
        if isinstance(move.command, cmd.StartDeal):
            laid = []
        for event in move.events:
            match = evolve(match, event)
            if isinstance(event, Played):
                laid += event.faces
            for audience in AUDIENCES:
                views[audience] = fold(views[audience], redact(event, audience))
        assert match == move.after
        for audience in AUDIENCES:
            assert views[audience] == project(match, audience)
        deal = match.deal
        if deal is None:
            continue
        if deal.stage == Stage.OVER:
            assert sorted(deal.places) == list(range(SEATS))
        else:
            assert prompts(match) or deal.query is not None
            out = (*deal.finished, *deal.placed_last, *seats_of(deal.revolted), *seats_of(deal.live))
            assert sorted(out) == list(range(SEATS)), "each seat plays, or is out in one way"
        if not isinstance(move.command, cmd.Pass | cmd.Yield | cmd.Decide):
            assert sorted([*laid, *(face for hand in deal.hands for face in hand.faces)]) == deck
        assert min(deal.dead_left) >= 0
    assert match.over
    assert len(match.results) == DEALS


@pytest.mark.parametrize("seed", range(MIXTURES))
def test_a_mixture(seed):
    hold_laws(mixture(seed), seed)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_many_mixtures():
    for seed in range(MIXTURES, MIXTURES + MORE_MIXTURES):
        hold_laws(mixture(seed), seed)


def test_mixtures_are_different_and_the_same_again():
    rule_sets = [mixture(seed) for seed in range(MIXTURES)]
    assert len({rules.digest for rules in rule_sets}) == MIXTURES
    assert mixture(3) == rule_sets[3]
    for option, choices in CHOICES.items():
        assert {getattr(rules, option) for rules in rule_sets} == set(choices), option
