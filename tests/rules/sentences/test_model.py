"""The engine and a second reading of the rules agree on thousands of small positions (model.py)."""

import random
from collections import Counter

import pytest

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import ranks_text
from gouji_desktop.rules.engine import apply
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.prompts import prompts
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.seats import seats_of
from gouji_desktop.rules.state import Match, Stage
from gouji_desktop.scenarios.dealing import position
from tests.rules.randomplay import random_answer
from tests.rules.sentences.model import Model, across

POSITIONS = 600
MORE_POSITIONS = 40_000


def random_position(rng: random.Random) -> tuple[dict[str, object], bool]:
    """Hands of one or two ranks with some 2s and jokers, so that burns are near; now and then a seat is out."""
    held = rng.random() < 0.4
    hands = []
    for _ in range(6):
        ranks = rng.sample("456789TKA", rng.randint(1, 3))
        hand = "".join(rng.choice(ranks) for _ in range(rng.randint(1, 7)))
        hand += rng.choice(["", "", "2", "22", "S", "SS", "B", "S2", "AA", "222", "BS"])
        hands.append(hand + "3" * rng.choice([0, 1, 2]) if held else hand)
    out: dict[str, list[int]] = {"revolted": [], "head_claims": [], "finished": []}
    seat, chance = rng.randrange(6), rng.random()
    if chance < 0.3:
        out["revolted"] = [seat]
        out["head_claims"] = [across(seat)] if rng.random() < 0.7 else []
        hands[across(seat)] += "AAKKQQQ" if out["head_claims"] else ""
    elif chance < 0.5:
        out["finished"] = [seat]
    for each in (*out["revolted"], *out["finished"]):
        hands[each] = ""
    leader = rng.choice([seat for seat in range(6) if hands[seat]])
    return {"hands": hands, "leader": leader, **out}, held


def compare_questions(match: Match, model: Model) -> None:
    deal = match.deal
    assert deal is not None
    if deal.query is not None:
        assert model.asking_burners
        assert set(seats_of(deal.query.public)) == model.burners()
    else:
        [prompt] = prompts(match)
        assert (prompt.seat, list(prompt.verbs)) == model.question()


def follow(model: Model, event: ev.Event) -> None:
    """Take an event of the engine as the model's own, where the model agrees that it is due."""
    if isinstance(event, ev.Played):
        assert not model.breaks_duty(event.seat, ranks_text(event.faces))
        model.lay(event.seat, ranks_text(event.faces), event.burns)
    elif isinstance(event, ev.QueryClosed):
        model.burners_answered()
    elif isinstance(event, ev.Passed):
        model.turn_down(event.seat, event.act.value)
    elif isinstance(event, ev.BurnFailed):
        model.fail(event.seat)
    elif isinstance(event, ev.RoundEnded):
        assert not model.asking_burners
        assert model.question() is None
        model.stand()


def compare_positions(match: Match, model: Model) -> None:
    deal = match.deal
    assert deal is not None
    assert set(seats_of(deal.live)) == model.live
    assert (deal.chaos, list(deal.dead_left)) == (model.chaos, model.dead_left)
    assert [(burn.by, burn.victim, burn.outcome) for burn in deal.burns] == [
        (burn.by, burn.victim, burn.outcome) for burn in model.burns
    ]
    assert [tuple(shut) for shut in deal.shut] == model.shut
    assert set(seats_of(deal.opened)) == model.opened
    assert (deal.stage == Stage.OVER) == model.over()


def play_both(seed: int) -> Counter[str]:
    """Play one position to its end; what was seen on the way."""
    rng = random.Random(seed)
    scenario, held = random_position(rng)
    rules = preset("tribute216").with_options({"hold_threes": held})
    match = position(scenario, rules)
    hands, leader = scenario["hands"], scenario["leader"]
    model = Model(hands, leader, scenario["revolted"], scenario["head_claims"], held)  # type: ignore[arg-type]
    seen: Counter[str] = Counter()
    while match.deal is not None and match.deal.stage != Stage.OVER:
        compare_questions(match, model)
        waiting = prompts(match)
        command = random_answer(match, rng.choice(waiting), rng) if waiting else cmd.CloseQuery()
        fails = isinstance(command, cmd.PlayCards) and model.breaks_duty(command.seat, ranks_text(command.faces))
        outcome = apply(match, command)
        assert not isinstance(outcome, Rejected)
        match, events = outcome
        assert any(isinstance(event, ev.BurnFailed) for event in events) == fails
        for event in events:
            follow(model, event)
        compare_positions(match, model)
        seen[model.kind.name] += 1
    assert match.deal is not None
    assert list(match.deal.places) == model.places()
    seen.update(f"burn {burn.outcome}" for burn in model.burns)
    seen["shut"] += len(model.shut)
    return seen


def test_engine_and_model_agree():
    seen: Counter[str] = Counter()
    for seed in range(POSITIONS):
        try:
            seen += play_both(seed)
        except AssertionError as error:
            raise AssertionError(f"position {seed}: {random_position(random.Random(seed))}") from error
    kinds = ["PLAIN", "BOUND", "GOUJI", "DEAD", "CHAOS", "GOUJI_THEN_CHAOS"]
    things = [*kinds, "burn success", "burn undone", "burn failed", "shut"]
    assert {thing: seen[thing] for thing in things if seen[thing] < 2} == {}


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_engine_and_model_agree_on_many():
    for seed in range(POSITIONS, POSITIONS + MORE_POSITIONS):
        play_both(seed)
