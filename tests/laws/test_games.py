"""Laws of design.md over whole matches of random players, every preset."""

import random

import pytest

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.deck import deck_of
from gouji_desktop.rules.engine import decide, evolve
from gouji_desktop.rules.plays import is_gouji
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.prompts import prompt_of, prompts
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Hidden, Stage, new_match
from gouji_desktop.rules.views import EVERYTHING, PUBLIC, Audience, SeatAudience, fold, project, redact, seen_by_all
from tests.rules.randomplay import play_match

AUDIENCES: list[Audience] = [*(SeatAudience(seat) for seat in range(SEATS)), PUBLIC, EVERYTHING]
OPEN_THREES = {name: rules.with_options({"hold_threes": False}) for name, rules in PRESETS.items()}
RULE_SETS = [
    *((name, rules) for name, rules in PRESETS.items()),
    *((f"{name} without 憋三", rules) for name, rules in OPEN_THREES.items() if rules != PRESETS[name]),
]
EACH_RULE_SET = pytest.mark.parametrize(("name", "rules"), RULE_SETS, ids=[name for name, _ in RULE_SETS])
#: Of whole matches, one a rule set; and one more if asked for.
SEEDS = [0, pytest.param(1, marks=pytest.mark.long)]


@pytest.mark.parametrize("seed", SEEDS)
@EACH_RULE_SET
def test_a_view_folds_like_the_state(name, rules, seed):
    views = {audience: project(new_match(rules, 3), audience) for audience in AUDIENCES}
    for move in play_match(rules, seed, deals=3):
        state = move.before
        for event in move.events:
            state = evolve(state, event)
            for audience in AUDIENCES:
                told = redact(event, audience)
                assert told is event or not seen_by_all(event), (name, seed, audience, event)
                views[audience] = fold(views[audience], told)
                assert views[audience] == project(state, audience), (name, seed, audience, event)
        assert state == move.after, "apply() and folding the events agree"


@EACH_RULE_SET
def test_a_prompt_is_a_function_of_the_own_view(name, rules):
    for move in play_match(rules, 7, deals=2):
        for seat in range(SEATS):
            own = project(move.after, SeatAudience(seat))
            assert prompt_of(own, seat) == prompt_of(move.after, seat)
            for other in range(SEATS):
                if other != seat and move.after.deal is not None and move.after.deal.query is None:
                    assert prompt_of(own, other) == prompt_of(move.after, other)


@EACH_RULE_SET
def test_no_hand_of_another_is_in_a_view(name, rules):
    for move in play_match(rules, 8, deals=1):
        deal = project(move.after, SeatAudience(2)).deal
        if deal is not None and deal.stage != Stage.OVER:
            assert all(isinstance(hand, Hidden) == (seat != 2) for seat, hand in enumerate(deal.hands))
            assert all(isinstance(hand, Hidden) == (seat != 2) for seat, hand in enumerate(deal.dealt))
            assert deal.query is None or all(seat == 2 for seat, _ in deal.query.answers)


@pytest.mark.parametrize("seed", SEEDS)
@EACH_RULE_SET
def test_cards_places_scores_and_prompts(name, rules, seed):
    deck = sorted(deck_of(rules))
    laid: list[int] = []
    for move in play_match(rules, seed + 20, deals=3):
        if isinstance(move.command, cmd.StartDeal):
            laid = []
        laid += [face for event in move.events if type(event).__name__ == "Played" for face in event.faces]
        deal = move.after.deal
        open_prompts = prompts(move.after)
        assert len({prompt.seat for prompt in open_prompts}) == len(open_prompts)
        if deal is None:
            continue
        held = [face for hand in deal.hands for face in hand.faces]
        assert sorted(held + laid) == deck
        if deal.stage == Stage.OVER:
            assert sorted(deal.places) == list(range(SEATS))
            result = move.after.results[-1]
            if not rules.positive_only:
                assert sum(result.placement) == 0
                assert result.scores[0] == -result.scores[1]
        else:
            assert open_prompts or deal.query is not None, "nobody is asked and nothing is open"


@EACH_RULE_SET
def test_a_gouji_in_force_is_beaten_by_gouji_alone(name, rules):
    seen = 0
    for move in play_match(rules, 31, deals=2):
        before, after = move.before.deal, move.after.deal
        if not (before and before.round.laid and after and after.round.laid):
            continue
        beaten = after.round.top != before.round.top and after.round.laid != before.round.laid
        if beaten and is_gouji(before.round.laid.play):
            seen += 1
            assert is_gouji(after.round.laid.play)
    assert seen


@EACH_RULE_SET
def test_decide_is_total_and_a_refusal_changes_nothing(name, rules):
    """Commands of every kind, from every seat, with old and new prompt numbers and any cards."""
    rng = random.Random(5)
    refused = accepted = 0
    for index, move in enumerate(play_match(rules, 40, deals=2)):
        if index % 5:
            continue
        state = move.after
        for _ in range(6):
            seat, prompt = rng.randrange(-1, 7), state.step - rng.choice([0, 0, 1, 5])
            faces = tuple(rng.randrange(-2, 60) for _ in range(rng.randrange(5)))
            if state.deal is not None and 0 <= seat < SEATS and rng.random() < 0.5:
                hand = state.deal.hands[seat].faces
                faces = tuple(rng.sample(hand, min(len(hand), rng.randrange(4))))
            commands: list[cmd.Command] = [
                cmd.PlayCards(seat, prompt, faces),
                cmd.Pass(seat, prompt),
                cmd.Yield(seat, prompt),
                cmd.BurnCards(seat, prompt, faces),
                cmd.ShowSuit(seat, prompt, faces),
                cmd.Decide(seat, prompt, rng.random() < 0.5),
                cmd.ReturnCards(seat, prompt, faces),
                cmd.CloseQuery(),
                cmd.StartDeal(tuple(range(rng.choice([3, rules.cards]))), rng.randrange(-1, 7)),
            ]
            outcome = decide(state, rng.choice(commands))
            if isinstance(outcome, Rejected):
                refused += 1
            else:
                accepted += 1
                for event in outcome:
                    state = evolve(state, event)
                state = move.after
    assert refused > 20
    assert accepted > 2
