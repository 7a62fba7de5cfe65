"""Every byte that anybody at a table is sent, over whole matches of every rule set: nothing of what others hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.ruleset import RuleSet
from tests.laws.test_mixtures import mixture
from tests.security.canaries import change_deals, telling_deals
from tests.security.company import UNLIMITED, Company
from tests.security.oracle import Oracle
from tests.server.world import World

MIXTURES, FEW = 8, 2


@pytest.fixture(autouse=True)
def _owners_of_cards_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    change_deals(monkeypatch, telling_deals)


@cache
def watch(rules: str | RuleSet, seed: int) -> Oracle:
    """A match among people who want to know more than they may."""
    with World(seed=seed, **UNLIMITED) as world:
        company = Company(world, rules, seed=seed, deals=2)
        company.play(restarts=1)
        return company.oracle


def events_of(oracle: Oracle) -> Iterator[ev.Event]:
    for match in oracle.truth.matches.values():
        for _, batch in match.batches:
            yield from batch


@pytest.mark.parametrize("rules", PRESETS)
def test_nobody_is_sent_what_it_may_not_know(rules: str) -> None:
    oracle = watch(rules, 1)
    assert oracle.leaks == []
    assert oracle.frames > 3000
    assert oracle.cards > 3000
    assert {"past", "snap", "ev", "state", "reveal", "log_part", "err", "said", "lobby_delta"} <= oracle.kinds


@pytest.mark.parametrize(
    "seed", [*range(FEW), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(FEW, MIXTURES))]
)
def test_nor_under_any_mixture_of_options(seed: int) -> None:
    oracle = watch(mixture(seed), seed)
    assert oracle.leaks == []
    assert oracle.frames > 1000


def test_everything_that_is_secret_has_happened() -> None:
    happened: Counter[str] = Counter()
    for rules, seed in (("tribute216", 1), ("jinyou4", 1), ("zaozhuang6-classic", 1), ("chayuan", 1)):
        for event in events_of(watch(rules, seed)):
            nobody = isinstance(event, ev.Revolted) and not event.seats
            happened[type(event).__name__] += not nobody
    wanted = (
        "SuitsShown Bought Revolted TributePaid Returned PointsDeclared PointsConceded QueryClosed Answered BurnStood"
    )
    assert {name for name in wanted.split() if not happened[name]} == set()
