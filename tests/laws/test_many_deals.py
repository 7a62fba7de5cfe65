"""The laws over a thousand deals of every preset: random players, greedy bots, and both at one table.

Whole hands seldom burn. So there are short deals too: a few cards of few ranks with 2s and jokers, now and then with a
seat that has gone out or revolted.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

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
from gouji_desktop.rules.seats import SEATS, opposite, seats_of
from gouji_desktop.rules.state import Deal, Hand, Match, Stage, new_match
from gouji_desktop.rules.views import PUBLIC, Audience, SeatAudience, fold, project, redact
from gouji_desktop.scenarios.dealing import position
from tests.rules.randomplay import EXPECTED_REFUSALS, MOST_COMMANDS_A_DEAL, Move, random_answer, start_command

EACH_PRESET = pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
DEALS = 1000
SHORT_DEALS = 2_000
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


def play(match: Match, seed: int) -> Iterator[Move]:
    """Play a match to its end, move by move."""
    rng = random.Random(seed)
    players = seat_players(seed, rng)
    commands = tries = 0
    while not match.over:
        deal = match.deal
        waiting = prompts(match)
        if deal is None or deal.stage == Stage.OVER:
            command: cmd.Command = start_command(match.rules, rng)
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


def short_match(rules: RuleSet, seed: int) -> Match:
    """A match of one deal, in which a seat leads from hands that are nearly played."""
    rng = random.Random(seed)
    held = rules.hold_threes
    hands = []
    for _ in range(SEATS):
        ranks = rng.sample("456789TJQKA" if held else "3456789TJQKA", rng.randint(1, 4))
        hand = "".join(rng.choice(ranks) for _ in range(rng.randint(1, 8)))
        hand += rng.choice(["", "", "2", "22", "S", "SS", "B", "S2", "AA", "222", "BS", "SSB", "BB2", "KK"])
        hands.append(hand + "3" * rng.choice([0, 1, 1, 2]) if held else hand)
    out: dict[str, list[int]] = {}
    gone = rng.randrange(SEATS)
    chance = rng.random()
    if chance < 0.2:
        out["finished"] = [gone]
    elif chance < 0.5 and rules.revolt:
        out["revolted"] = [gone]
        out["head_claims"] = [opposite(gone)] if rules.claim_head and chance < 0.4 else []
    for seat in [seat for seats in (out.get("finished"), out.get("revolted")) for seat in seats or ()]:
        hands[seat] = ""
    leader = rng.choice([seat for seat in range(SEATS) if hands[seat]])
    return position({"hands": hands, "leader": leader, **out}, rules)._replace(deals=1)


def hold_match(match: Match, seed: int) -> Counter[str]:
    """Play a match under the laws; how often each kind of event came, and each end of a burn."""
    seen: Counter[str] = Counter()
    audiences: list[Audience] = [SeatAudience(seed % SEATS), PUBLIC]
    views = {audience: project(match, audience) for audience in audiences}
    all_cards = cards_in(match) or Counter(deck_of(match.rules))
    laid: list[Face] = []
    for move in play(match, seed):
        for event in move.events:
            match = evolve(match, event)
            seen[type(event).__name__] += 1
            if isinstance(event, ev.DealStarted):
                laid = []
            elif isinstance(event, ev.Played):
                laid += event.faces
            elif isinstance(event, ev.BurnSettled):
                seen[event.outcome] += 1
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
                assert cards_in(match) + Counter(laid) == all_cards, "no card is lost"
    assert match.over
    assert len(match.results) == match.deals
    assert match.scores == tuple(sum(result.scores[seat] for result in match.results) for seat in range(SEATS))
    return seen


def cards_in(match: Match) -> Counter[Face]:
    """All cards that are held."""
    hands = match.deal.hands if match.deal else ()
    return Counter(face for hand in hands if isinstance(hand, Hand) for face in hand.faces)


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
        assert all(deal.live >> burn.by & 1 or burn.by == deal.round.top for burn in bound)
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


def hold_many(matches: Iterable[tuple[Match, int]]) -> Counter[str]:
    seen: Counter[str] = Counter()
    for match, seed in matches:
        seen += hold_match(match, seed)
    return seen


def whole(rules: RuleSet, seeds: range) -> Iterator[tuple[Match, int]]:
    """Whole matches."""
    return ((new_match(rules), seed) for seed in seeds)


def short(rules: RuleSet, seeds: range) -> Iterator[tuple[Match, int]]:
    """Short deals."""
    return ((short_match(rules, seed), seed) for seed in seeds)


@EACH_PRESET
def test_a_few_deals(rules):
    assert hold_many(whole(rules, range(1)))["DealScored"] == rules.match_deals
    seen = hold_many(short(rules, range(40)))
    assert seen["DealScored"] == 40
    assert seen["BurnStood"] > 2


@pytest.mark.long
@pytest.mark.timeout(3600)
@EACH_PRESET
def test_a_thousand_deals(rules):
    matches = -(-DEALS // rules.match_deals)
    seen = hold_many(whole(rules, range(100, 100 + matches)))
    assert seen["DealScored"] >= DEALS
    for kind in ("Played", "Passed", "PointOpened", "RoundEnded"):
        assert seen[kind] > DEALS // 10, (kind, seen)
    print(rules.name, dict(seen))


@pytest.mark.long
@pytest.mark.timeout(3600)
@EACH_PRESET
def test_many_short_deals(rules):
    seen = hold_many(short(rules, range(1000, 1000 + SHORT_DEALS)))
    assert seen["DealScored"] == SHORT_DEALS
    assert seen["BurnStood"] > SHORT_DEALS // 20, seen
    outcomes = {"play_out": "success", "cover_stands": "success", "none": "ended"}
    for outcome in ("undone", outcomes[rules.burn_success]):
        assert seen[outcome] > SHORT_DEALS // 100, (outcome, seen)
    assert (seen["BurnFailed"] > SHORT_DEALS // 100) == (rules.burn_failure == "last_place"), seen
    assert seen["BurnFailed"] == 0 or rules.burn_failure == "last_place"
    print(rules.name, dict(seen))
