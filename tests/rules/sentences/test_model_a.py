"""The engine and the second reading of the round (model.py), as 金游 plays it, agree on small positions."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

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
from tests.rules.sentences.model import Burnt, Kind, Model, across, after, base_of, is_gouji, jokers_in
from tests.rules.sentences.test_model import compare_positions, compare_questions, follow, random_position

POSITIONS = 300
MORE_POSITIONS = 40_000


def position_of(rng: random.Random) -> tuple[dict[str, Any], bool]:
    """A random position, every other one with hands that burn one another."""
    scenario, held = random_position(rng)
    found: dict[str, Any] = {"hands": scenario["hands"], "leader": scenario["leader"]}
    found["finished"] = [*scenario["finished"], *scenario["revolted"]]  # type: ignore[misc]
    if rng.random() < 0.5:
        for seat in range(6):
            if seat not in found["finished"]:
                gouji = rng.sample(["KK", "AA", "22", "SS", "BB", "KKK", "AAA"], 3)
                found["hands"][seat] = "".join(gouji) + rng.choice(["", "S", "B", "4", "44"]) + ("3" if held else "")
    return found, held


class JinyouBurnt(Burnt):
    """A burn that may have stood, and may answer another."""

    stood = False
    counter = 0


class JinyouModel(Model):
    """Burns that succeed when the cover stands, counter-burns, points by 4s, chaos when two are out (A:L35-L61)."""

    everyone = False
    accepted = False

    def __init__(self, hands: list[str], leader: int, held: bool) -> None:
        self.ready: set[int] = set()
        super().__init__(hands, leader, [], [], held)
        self.chaos = len(self.finished) >= 2

    def start_round(self) -> None:
        super().start_round()
        self.everyone = False
        self.accepted = False

    def begin_chaos_where_due(self) -> None:
        if len(self.finished) >= 2:
            self.chaos = True
            self.locked = set()

    # --- questions ----------------------------------------------------------------------------------------------

    def question(self) -> tuple[int, list[str]] | None:
        if self.accepted:
            return None
        asked = super().question()
        if asked is not None or self.top is None or self.chaos or self.kind == Kind.GOUJI:
            return asked
        other = across(self.top)
        return (other, ["accept", "play"]) if other in self.live else None

    def may_answer(self, seat: int) -> bool:
        assert self.top is not None
        if seat not in self.live - self.passed - {self.yielded}:
            return False
        if self.everyone or seat == across(self.top) or self.headless(seat):
            return True
        return self.kind == Kind.PLAIN and (seat not in self.locked or self.headless(self.top))

    # --- what happens -------------------------------------------------------------------------------------------

    def turn_down(self, seat: int, verb: str) -> None:
        asked = self.question()
        super().turn_down(seat, verb)
        self.accepted = asked is not None and "accept" in asked[1]

    def kind_of(self, seat: int, cards: str, out: bool, *, begins: bool, ends_yield: bool) -> Kind:
        self.everyone = out and is_gouji(cards) and not self.chaos
        if self.chaos:
            return Kind.CHAOS
        return Kind.GOUJI if is_gouji(cards) and not self.headless(seat) and not self.everyone else Kind.PLAIN

    def lay(self, seat: int, cards: str, burns: bool) -> None:
        lead, was_ready = self.top is None, seat in self.ready
        answered = self.duty(self.top) if self.top is not None and burns else None
        fours = cards == "4" * len(cards) and self.hands[seat]["4"] == len(cards)
        super().lay(seat, cards, burns)
        self.accepted = False
        if burns:
            last = self.burns[-1]
            burn = JinyouBurnt(last.by, last.victim, last.cards)
            if isinstance(answered, JinyouBurnt) and answered.victim == seat and not answered.stood:
                burn.counter = answered.counter + 1
            self.burns[-1] = burn
        if lead and was_ready:
            self.ready.discard(seat)
            if fours and not self.chaos:
                self.opened.add(seat)
        if self.over():
            self.succeed()

    def settle_beaten(self, beaten: int, by: int) -> None:
        duty = self.duty(beaten)
        outcome = duty.outcome if duty else ""
        super().settle_beaten(beaten, by)
        if duty and outcome:
            duty.outcome = outcome

    def leave(self, seat: int) -> None:
        waiting = [burn for burn in self.burns if burn.by == seat and not burn.outcome]
        super().leave(seat)
        for burn in waiting:
            burn.bound, burn.outcome = True, ""
        for burn in self.burns:
            if burn.by == seat and burn.outcome:
                burn.bound = False

    def succeed(self) -> None:
        duty = self.duty(self.top) if self.top is not None else None
        if isinstance(duty, JinyouBurnt) and not duty.stood:
            duty.stood, duty.outcome = True, "success"
            duty.bound = duty.by in self.live

    def fail(self, seat: int) -> None:
        super().fail(seat)
        self.accepted = False

    def stand(self) -> None:
        assert self.top is not None
        self.succeed()
        pure = is_gouji(self.cards) and not jokers_in(self.cards) and "2" not in self.cards
        if pure and base_of(self.cards) and not self.chaos and self.top not in self.opened and self.top in self.live:
            self.ready.add(self.top)
        self.leader = next(seat for seat in [self.top, *after(self.top)] if seat in self.live)
        self.start_round()


def compare_more(match: Match, model: JinyouModel) -> None:
    """What 金游 has beyond the others."""
    deal = match.deal
    assert deal is not None
    assert set(seats_of(deal.point_ready)) == model.ready
    assert [(burn.counter, burn.stood, burn.bound) for burn in deal.burns] == [
        (burn.counter, burn.stood, burn.bound) for burn in model.burns if isinstance(burn, JinyouBurnt)
    ]
    if deal.query is not None:
        assert not any(model.hands[seat]["4"] for seat in seats_of(deal.query.asked))


def play_both(seed: int) -> Counter[str]:
    """Play one position to its end; what was seen on the way."""
    rng = random.Random(seed)
    scenario, held = position_of(rng)
    rules = preset("jinyou4").with_options({"hold_threes": held})
    match = position(scenario, rules)
    model = JinyouModel(scenario["hands"], scenario["leader"], held)
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
        compare_more(match, model)
        seen["EVERYONE" if model.everyone else model.kind.name] += 1
    assert match.deal is not None
    assert list(match.deal.places) == model.places()
    seen.update(f"burn {burn.outcome}" for burn in model.burns)
    seen["counter"] += sum(isinstance(burn, JinyouBurnt) and burn.counter > 0 for burn in model.burns)
    seen["shut"] += len(model.shut)
    seen["opened"] += len(model.opened)
    return seen


def test_engine_and_model_agree():
    seen: Counter[str] = Counter()
    for seed in range(POSITIONS):
        try:
            seen += play_both(seed)
        except AssertionError as error:
            raise AssertionError(f"position {seed}: {position_of(random.Random(seed))}") from error
    things = ["PLAIN", "GOUJI", "CHAOS", "EVERYONE", "burn success", "burn undone", "burn failed", "counter", "shut"]
    assert {thing: seen[thing] for thing in [*things, "opened"] if seen[thing] < 2} == {}


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_engine_and_model_agree_on_many():
    for seed in range(POSITIONS, POSITIONS + MORE_POSITIONS):
        play_both(seed)
