"""The laws over a thousand deals of every preset: random players, greedy bots, and both at one table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from gouji_desktop.bots.baselines import GreedyPlayer
from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.deck import deck_of
from gouji_desktop.rules.engine import apply, evolve
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.prompts import Prompt, prompts
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS, seats_of
from gouji_desktop.rules.state import Deal, Hand, Match, Stage, new_match
from gouji_desktop.rules.views import PUBLIC, Audience, SeatAudience, fold, project, redact
from tests.rules.randomplay import EXPECTED_REFUSALS, MOST_COMMANDS_A_DEAL, Move, random_answer, start_command

EACH_PRESET = pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
DEALS = 1000
#: A burner that may not fail tries its plays at random; so many tries in vain mean that it has none.
MOST_TRIES = 500

Answer = Callable[[Match, Prompt], cmd.Command]


def seat_players(seed: int, rng: random.Random) -> list[Answer]:
    """A third of the tables is random, a third greedy, a third mixed."""

    def by_chance(match: Match, prompt: Prompt) -> cmd.Command:
        return random_answer(match, prompt, rng)

    def by_greed(player: GreedyPlayer) -> Answer:
        return lambda match, prompt: player.answer(project(match, SeatAudience(prompt.seat)), prompt)

    greedy = [by_greed(GreedyPlayer(seat, rng, team=seat % 2 == 0, random_rate=0.1)) for seat in range(SEATS)]
    kind = seed % 3
    return [greedy[seat] if kind == 1 or (kind == 2 and rng.random() < 0.5) else by_chance for seat in range(SEATS)]


def play(rules: RuleSet, seed: int) -> Iterator[Move]:
    """A whole match, move by move."""
    rng = random.Random(seed)
    players = seat_players(seed, rng)
    match = new_match(rules)
    commands = tries = 0
    while not match.over:
        deal = match.deal
        waiting = prompts(match)
        if deal is None or deal.stage == Stage.OVER:
            command: cmd.Command = start_command(rules, rng)
            commands = 0
        elif deal.query is not None and (not waiting or rng.random() < 0.02):
            command = cmd.CloseQuery()
        else:
            prompt = rng.choice(waiting)
            command = players[prompt.seat](match, prompt)
        outcome = apply(match, command)
        if isinstance(outcome, Rejected):
            assert outcome.reason in EXPECTED_REFUSALS, (command, outcome)
            tries += 1
            assert tries < MOST_TRIES, "a burner without a play"
            continue
        tries = 0
        yield Move(match, command, outcome[1], outcome[0])
        match = outcome[0]
        commands += 1
        assert commands < MOST_COMMANDS_A_DEAL, "the deal does not end"


def hold_match(rules: RuleSet, seed: int) -> Counter[str]:
    """Play a match under the laws; how often each kind of event came."""
    seen: Counter[str] = Counter()
    audiences: list[Audience] = [SeatAudience(seed % SEATS), PUBLIC]
    match = new_match(rules)
    views = {audience: project(match, audience) for audience in audiences}
    deck = Counter(deck_of(rules))
    laid: list[Face] = []
    for move in play(rules, seed):
        for event in move.events:
            match = evolve(match, event)
            seen[type(event).__name__] += 1
            if isinstance(event, ev.DealStarted):
                laid = []
            elif isinstance(event, ev.Played):
                laid += event.faces
            for audience in audiences:
                views[audience] = fold(views[audience], redact(event, audience))
        assert match == move.after
        for audience in audiences:
            assert views[audience] == project(match, audience)
        asked = [prompt.seat for prompt in prompts(match)]
        assert len(set(asked)) == len(asked), "one prompt a seat"
        if match.deal is not None:
            hold_deal(match, match.deal, asked)
            if any(isinstance(event, CARD_EVENTS) for event in move.events):
                held = Counter(face for hand in match.deal.hands if isinstance(hand, Hand) for face in hand.faces)
                assert held + Counter(laid) == deck, "no card is lost"
    assert match.over
    assert len(match.results) == rules.match_deals
    assert match.scores == tuple(sum(result.scores[seat] for result in match.results) for seat in range(SEATS))
    return seen


CARD_EVENTS = (ev.DealStarted, ev.Played, ev.Bought, ev.TributePaid, ev.Returned, ev.BurnFailed, ev.DealEnded)


def hold_deal(match: Match, deal: Deal, asked: list[int]) -> None:
    """What is true of every deal at any time."""
    out = [*deal.finished, *deal.placed_last, *seats_of(deal.revolted), *seats_of(deal.live)]
    if deal.stage != Stage.OVER:
        assert asked or deal.query is not None, "somebody is asked"
        assert sorted(out) == list(range(SEATS)), "each seat plays, or is out in one way"
        assert all(deal.live >> seat & 1 for seat in asked)
        bound = [burn for burn in deal.burns if burn.bound]
        assert len({burn.by for burn in bound}) == len(bound), "one duty a seat"
        assert all(deal.live >> burn.by & 1 for burn in bound)
        return
    assert sorted(deal.places) == list(range(SEATS))
    result = match.results[-1]
    assert len({result.scores[seat] for seat in (0, 2, 4)}) == 1
    assert len({result.scores[seat] for seat in (1, 3, 5)}) == 1
    if not match.rules.positive_only:
        assert sum(result.placement) == 0
        assert result.scores[0] + result.scores[1] == 0
    assert all(debt.payer != debt.taker and debt.cards > 0 for debt in result.debts)
    revolter = seats_of(deal.revolted)
    if revolter and not deal.placed_last:
        assert deal.places.index(revolter[0]) in (2, 3)


def hold_many(rules: RuleSet, seeds: range) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        seen += hold_match(rules, seed)
    return seen


@EACH_PRESET
def test_a_few_deals(rules):
    assert hold_many(rules, range(3))["DealScored"] == 3 * rules.match_deals


@pytest.mark.long
@pytest.mark.timeout(3600)
@EACH_PRESET
def test_a_thousand_deals(rules):
    seen = hold_many(rules, range(100, 100 + -(-DEALS // rules.match_deals)))
    assert seen["DealScored"] >= DEALS
    for kind in ("Played", "Passed", "PointOpened", "RoundEnded", "BurnSettled", "BurnStood"):
        assert seen[kind] > DEALS // 10, (kind, seen)
    print(rules.name, dict(seen))
