"""The engine and the second reading of the round (model.py), as 茶苑 plays it, agree on small positions."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.cards import ranks_text
from gouji_desktop.rules.engine import apply
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.prompts import prompts
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.state import Stage
from gouji_desktop.scenarios.dealing import position
from tests.rules.randomplay import random_answer
from tests.rules.sentences.model import Kind, Model, is_gouji, jokers_in
from tests.rules.sentences.test_model import compare_positions, compare_questions, follow, random_position

POSITIONS = 300
MORE_POSITIONS = 10_000
MOST_TRIES = 500


class ChayuanModel(Model):
    """No bound yields, no 够死级; everybody answers 头科's gouji; a burn cannot fail (C:L68-L98)."""

    everyone = False

    def start_round(self) -> None:
        super().start_round()
        self.everyone = False

    def kind_of(self, seat: int, cards: str, out: bool, *, begins: bool, ends_yield: bool) -> Kind:
        self.everyone = out and is_gouji(cards) and not self.chaos
        if self.chaos:
            return Kind.CHAOS
        return Kind.GOUJI if is_gouji(cards) and not self.headless(seat) and not self.everyone else Kind.PLAIN

    def may_answer(self, seat: int) -> bool:
        if self.everyone:
            return seat in self.live - self.passed - {self.yielded}
        return super().may_answer(seat)

    def may_lay(self, seat: int, cards: str) -> Reason | None:
        """Why a burner may not lay cards that are a play by themselves."""
        if self.duty(seat) is None:
            return None
        if self.breaks_duty(seat, cards):
            return Reason.JOKER_DUTY
        rest = self.hands[seat] - Counter(cards)
        return None if self.runs_out(rest) else Reason.BURN_NOT_FEASIBLE

    def runs_out(self, rest: Counter[str]) -> bool:
        """Every set takes a joker; one may do without, and with 憋三 that one is the 3s."""
        sets = set(rest) - set("2SB")
        jokers = jokers_in("".join(rest.elements()))
        if self.held and rest["3"]:
            others = len(sets) - 1
            return jokers >= max(others, 1 if rest["2"] else 0)
        return len(sets) <= jokers + 1


def play_both(seed: int) -> Counter[str]:
    """Play one position to its end; what was seen on the way."""
    rng = random.Random(seed)
    scenario, held = random_position(rng)
    del scenario["head_claims"]
    rules = preset("chayuan").with_options({"hold_threes": held})
    match = position(scenario, rules)
    model = ChayuanModel(scenario["hands"], scenario["leader"], scenario["revolted"], [], held)  # type: ignore[arg-type]
    seen: Counter[str] = Counter()
    tries = 0
    while match.deal is not None and match.deal.stage != Stage.OVER:
        compare_questions(match, model)
        waiting = prompts(match)
        command = random_answer(match, rng.choice(waiting), rng) if waiting else cmd.CloseQuery()
        fault = None
        if isinstance(command, cmd.PlayCards):
            fault = model.may_lay(command.seat, ranks_text(command.faces))
        outcome = apply(match, command)
        if isinstance(outcome, Rejected):
            assert outcome.reason == fault
            seen[outcome.reason] += 1
            tries += 1
            assert tries < MOST_TRIES, "a burner without a play"
            continue
        assert fault is None
        tries = 0
        match, events = outcome
        for event in events:
            follow(model, event)
        compare_positions(match, model)
        seen["EVERYONE" if model.everyone else model.kind.name] += 1
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
    things = ["PLAIN", "GOUJI", "CHAOS", "EVERYONE", "burn success", "burn undone", "shut"]
    things += [Reason.JOKER_DUTY, Reason.BURN_NOT_FEASIBLE]
    assert {thing: seen[thing] for thing in things if seen[thing] < 2} == {}
    assert seen["burn failed"] == 0


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_engine_and_model_agree_on_many():
    for seed in range(POSITIONS, POSITIONS + MORE_POSITIONS):
        play_both(seed)
