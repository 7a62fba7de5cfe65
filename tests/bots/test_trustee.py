"""托管: two policies."""

from __future__ import annotations

from random import Random

import pytest

from gouji_desktop.bots.house import HousePlayer
from gouji_desktop.bots.trustee import ChosenTrustee, TrusteePolicy, cautious_weights, trustee
from gouji_desktop.bots.weightfiles import weights_of
from gouji_desktop.bots.weights import WEIGHTS
from gouji_desktop.rules.commands import PlayCards
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.simulate.paired import compare
from gouji_desktop.simulate.table import Table, seeded
from tests.bots.games import questions, see


@pytest.mark.parametrize("policy", TrusteePolicy)
@pytest.mark.parametrize("name", ["tribute216", "chayuan", "jinyou4", "zaozhuang6"])
def test_the_trustee_plays_whole_matches(name: str, policy: TrusteePolicy) -> None:
    players = [trustee(seat, seeded("trustee", seat), policy) for seat in range(SEATS)]
    table = Table(PRESETS[name], players, seeded("trustee"), deals=2)
    while not table.match.over:
        table.play_deal()
    assert len(table.match.results) == 2


def test_the_cautious_trustee_answers_nothing_before_play_that_the_person_would_regret() -> None:
    asked = 0
    for match, prompt, _ in questions(PRESETS["tribute216"], 5, deals=2):
        if prompt.verbs in {("declare", "decline"), ("decline", "revolt")}:
            command = trustee(prompt.seat, Random(1)).answer(see(match, prompt.seat), prompt)
            assert command[2] is False  # type: ignore[misc]
            asked += 1
    assert asked > 4


def test_the_cautious_trustee_lays_less_than_the_full_one() -> None:
    """Where both are asked the same, the cautious one beats an enemy's or an ally's play more rarely."""
    laid = dict.fromkeys(TrusteePolicy, 0)
    for match, prompt, _ in questions(PRESETS["tribute216"], 8, deals=2):
        if "pass" in prompt.verbs:
            for policy in TrusteePolicy:
                command = trustee(prompt.seat, Random(1), policy).answer(see(match, prompt.seat), prompt)
                laid[policy] += isinstance(command, PlayCards)
    assert 10 < laid[TrusteePolicy.CAUTIOUS] < laid[TrusteePolicy.FULL]


def test_the_full_trustee_plays_like_the_house_bot() -> None:
    players = [HousePlayer(seat, Random(seat)) for seat in range(SEATS)]
    full = [trustee(seat, Random(seat), TrusteePolicy.FULL) for seat in range(SEATS)]
    for number, (match, prompt, _) in enumerate(questions(PRESETS["jinyou4"], 3, players=[*players])):
        if number % 5 == 0:
            view = see(match, prompt.seat)
            full[prompt.seat]._memory = players[prompt.seat]._memory
            assert full[prompt.seat].answer(view, prompt) == players[prompt.seat].answer(view, prompt)


@pytest.mark.parametrize("pairs", [8, pytest.param(16, marks=pytest.mark.long)])
def test_the_full_trustee_is_no_weaker_than_the_cautious_one(pairs: int) -> None:
    def full(seat: int, rng: Random) -> HousePlayer:
        return trustee(seat, rng, TrusteePolicy.FULL)

    assert compare(PRESETS["tribute216"], full, trustee, pairs, seed=6).mean > 0


def test_the_policy_may_change_while_it_plays() -> None:
    policy = [TrusteePolicy.CAUTIOUS]
    changed = 0
    chosen = ChosenTrustee(2, Random(2), lambda: policy[0])
    for match, prompt, _ in questions(PRESETS["tribute216"], 8):
        if prompt.seat != 2:
            continue
        view = see(match, 2)
        said = []
        for each in TrusteePolicy:
            policy[0] = each
            said.append(chosen.answer(view, prompt))
            assert said[-1] == trustee(2, Random(2), each).answer(view, prompt)
        changed += said[0] != said[1]
    assert changed


def test_the_cautious_weights_follow_the_family() -> None:
    cautious = cautious_weights(WEIGHTS)
    assert (cautious.ally, cautious.burn_safe) == (WEIGHTS.ally + 2.0, 0.95)
    for rules in PRESETS.values():
        assert trustee(0, Random(1)).weights(rules) == cautious_weights(weights_of(rules))
