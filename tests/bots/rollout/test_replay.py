"""The rollout engine against the rules: the same deals and commands through both, equal after every one."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from gouji_desktop.bots.rollout.state import state_of
from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.cards import ACE, FOUR, KING, parse_faces
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.state import Stage
from tests.bots.games import after, mixture, started
from tests.bots.rollout.arranged import arranged, counts_of_hands
from tests.bots.rollout.twin import compare, replay
from tests.rules.randomplay import play_match

#: Without 憋三 the last play can be a gouji, on which much in these rule sets depends.
FREE_THREES = ("tribute216", "chayuan", "jinyou4")
RULES = (
    dict(PRESETS)
    | {f"{name}, 3s free": PRESETS[name].with_options({"hold_threes": False}) for name in FREE_THREES}
    # Chaos of two circles that the opposite's answer begins.
    | {"zaozhuang6, two circles": PRESETS["zaozhuang6"].with_options({"last_gouji_play": "opposite"})}
)
#: Deals for each rule set; some things happen in one of them alone, and seldom.
DEALS = dict.fromkeys(RULES, 18) | {"tribute216, 3s free": 90, "jinyou4, 3s free": 30, "zaozhuang6, two circles": 30}
MIXTURES = range(8)

#: What must have come up in the deals of all rule sets, at least so often: otherwise they prove nothing.
PHENOMENA = {
    **dict.fromkeys([f"mode {mode}" for mode in ("turn", "everyone", "gouji", "dead", "chaos")], 10),
    **dict.fromkeys([f"burn {outcome}" for outcome in ("success", "undone", "ended")], 10),
    **dict.fromkeys(("burn", "BurnStood", "BurnReleased", "BurnFailed", "lead under duty", "several burners"), 10),
    **dict.fromkeys(("PointOpened", "PointReadied", "PointMissed", "SeatShut", "wind", "chaos"), 10),
    **dict.fromkeys(("pass", "yield", "accept", "asked again", "yield came back", "second circle"), 10),
    **dict.fromkeys(("headless answer", "closed early", "query without a question"), 10),
    **dict.fromkeys(("failed into gouji", "failed into chaos", "mode gouji_chaos"), 5),
    **dict.fromkeys(("mode bound", "counter-burn", "earned dead gouji", "burn in chaos"), 1),
}


def short_deals(rules: RuleSet, seed: int, number: int) -> Counter[str]:
    """What came up in arranged deals that were played through both engines."""
    seen: Counter[str] = Counter()
    for deal in range(number):
        rng = Random(seed * 1000 + deal)
        replay(arranged(rules, rng), rng, seen)
    return seen


@cache
def seen_in(name: str) -> Counter[str]:
    return short_deals(RULES[name], list(RULES).index(name), DEALS[name])


@pytest.mark.parametrize("name", RULES)
def test_short_deals_of_every_preset(name: str) -> None:
    assert seen_in(name)["DealEnded"] == DEALS[name]


def test_everything_came_up() -> None:
    seen = sum((seen_in(name) for name in RULES), Counter[str]())
    assert {name: seen[name] for name, least in PHENOMENA.items() if seen[name] < least} == {}


@pytest.mark.long
@pytest.mark.parametrize("name", RULES)
def test_many_short_deals_of_every_preset(name: str) -> None:
    assert short_deals(RULES[name], 50 + list(RULES).index(name), 100)["DealEnded"] == 100


@pytest.mark.parametrize("batch", MIXTURES)
def test_short_deals_of_mixtures(batch: int) -> None:
    for seed in range(batch * 10, batch * 10 + 10):
        assert short_deals(mixture(seed), 100 + seed, 2)["DealEnded"] == 2


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_whole_deals(name: str) -> None:
    """Real deals, through buying, revolts and tribute, from the beginning of play."""
    rng = Random(name)
    for seed in range(2):
        for move in play_match(PRESETS[name], seed, 1):
            deal = move.after.deal
            if deal is not None and deal.stage == Stage.PLAYING:
                assert replay(move.after, rng, Counter()) > 50
                break


def test_a_last_cover_that_ends_the_deal_stands() -> None:
    """The last of its federation burns with all it holds: nobody can beat that any more (A:L49)."""
    rules = PRESETS["jinyou4"].with_options({"hold_threes": False})
    match = started(rules, ["KK 5", "AA", "5", "5", "5", "5"])
    assert match.deal is not None
    match = match._replace(deal=match.deal._replace(live=0b010111, placed_last=(3, 5)))
    state = state_of(match, counts_of_hands(match))
    match = after(match, cmd.PlayCards(0, match.step, parse_faces("KsKh")))
    state.lay((KING, 2, 0, 0, 0))
    compare(match, state)
    match = after(match, cmd.BurnCards(1, match.step, parse_faces("AsAh")))
    state.burn(1, (ACE, 2, 0, 0, 0))
    match = after(match, cmd.CloseQuery())
    compare(match, state)
    assert [burn.outcome for burn in state.result().burns] == ["success"]


@pytest.mark.parametrize(("finished", "opened"), [((), 0b1), ((2,), 0)])
def test_last_fours_open_unless_chaos_begins_with_them(finished: tuple[int, ...], opened: int) -> None:
    match = started(PRESETS["jinyou4"].with_options({"hold_threes": False}), ["44"])
    assert match.deal is not None
    live = 0b111111 & ~sum(1 << seat for seat in finished)
    match = match._replace(deal=match.deal._replace(live=live, finished=finished, point_ready=0b1))
    state = state_of(match, counts_of_hands(match))
    match = after(match, cmd.PlayCards(0, match.step, parse_faces("4s4h")))
    state.lay((FOUR, 2, 0, 0, 0))
    compare(match, state)
    assert (state.opened, state.point_ready) == (opened, 0)
