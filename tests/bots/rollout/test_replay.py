"""The rollout engine against the rules: the same deals and commands through both, equal after every one."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.state import Stage
from tests.bots.games import mixture
from tests.bots.rollout.arranged import arranged
from tests.bots.rollout.twin import replay
from tests.rules.randomplay import play_match

#: What must have come up, at least so often, or the deals below prove nothing.
PHENOMENA = {
    **{f"mode {mode}": 5 for mode in ("turn", "everyone", "bound", "gouji", "dead", "gouji_chaos", "chaos")},
    **{f"burn {outcome}": 5 for outcome in ("success", "undone", "ended")},
    **{f"failed into {mode}": 1 for mode in ("gouji", "turn", "chaos")},
    **{name: 5 for name in ("BurnStood", "BurnReleased", "BurnFailed", "SeatShut")},
    **{name: 5 for name in ("PointOpened", "PointReadied", "PointMissed")},
    **{name: 5 for name in ("burn", "counter-burn", "chaos", "headless answer", "pass", "yield", "accept", "wind")},
    **{name: 5 for name in ("answer under duty", "second circle", "asked again", "yield came back")},
    **{name: 5 for name in ("several burners", "closed early", "query without a question")},
    **{name: 1 for name in ("earned dead gouji", "burn under duty", "burn in chaos", "row ends the deal")},
}
MIXTURES = range(8)


def short_deals(rules: RuleSet, seed: int, number: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for deal in range(number):
        rng = Random(seed * 1000 + deal)
        replay(arranged(rules, rng), rng, seen)
    return seen


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_short_deals_of_every_preset(name: str) -> None:
    seen = short_deals(PRESETS[name], sorted(PRESETS).index(name), 25)
    assert seen["burn"] >= 10
    assert seen["chaos"] >= 10


@pytest.mark.parametrize("batch", MIXTURES)
def test_short_deals_of_mixtures(batch: int) -> None:
    for seed in range(batch * 10, batch * 10 + 10):
        assert short_deals(mixture(seed), 100 + seed, 2)["DealEnded"] == 2


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_whole_deals(name: str) -> None:
    """Real deals, through buying, revolts and tribute, from the beginning of play."""
    rng = Random(name)
    seen: Counter[str] = Counter()
    for seed in range(2):
        for move in play_match(PRESETS[name], seed, 1):
            deal = move.after.deal
            if deal is not None and deal.stage == Stage.PLAYING:
                assert replay(move.after, rng, seen) > 50
                break


def test_everything_comes_up() -> None:
    seen: Counter[str] = Counter()
    for index, name in enumerate(sorted(PRESETS)):
        seen += short_deals(PRESETS[name], index, 25)
    rare = {name: seen[name] for name, least in PHENOMENA.items() if seen[name] < least}
    assert rare == {}
