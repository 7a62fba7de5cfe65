"""The positions of docs/bots.md: each level plays what the page says, and the page is made from the data beside it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from gouji_desktop.bots.levels import LEVELS
from gouji_desktop.bots.pool import BUILT_IN
from gouji_desktop.rules.presets import PRESETS
from tests.bots.page_positions import COMPARED, SEEDS, PagePosition, play_of, positions, rebuilt
from tools import bots_page

POSITIONS = positions()
MADE_BY_HAND = tuple(level for level in COMPARED if level != "master")


@pytest.mark.parametrize("level", MADE_BY_HAND)
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_a_level_plays_what_the_page_says(position: PagePosition, level: str) -> None:
    assert play_of(level, rebuilt(position)) == position.plays[level]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_master_plays_what_the_page_says(position: PagePosition, seed: int) -> None:
    assert play_of("master", rebuilt(position), seed) == position.plays["master"]


def test_five_positions_in_which_levels_differ() -> None:
    assert len({position.name for position in POSITIONS}) == 5
    assert all(len(set(position.plays.values())) > 1 for position in POSITIONS)
    assert any(position.plays["master"] != position.plays["hard"] for position in POSITIONS)


def test_the_page_is_the_one_that_the_data_make() -> None:
    """Write it anew with `python -m tools.bots_page`."""
    text = bots_page.PAGE.read_text(encoding="utf-8")
    assert bots_page.page(text) == text


def test_a_part_that_is_out_of_date_is_made_anew() -> None:
    text = bots_page.PAGE.read_text(encoding="utf-8")
    old = text.replace("联邦（隔三位）", "谁")
    assert old != text
    assert bots_page.page(old) == text


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda text: text.replace("made: contests", "made: contest"), "nobody can make 'contest'"),
        (lambda text: text.replace("made: position burn zh", "made: position burn fr"), "nobody can make"),
        (lambda text: text.replace("made: position burn en", "made: position burn zh"), "twice"),
        (lambda text: text.replace("<!-- made: single figures -->", ""), "the page lacks single figures"),
    ],
)
def test_a_spoilt_page_is_told_in_a_sentence(spoil: Callable[[str], str], said: str) -> None:
    text = bots_page.PAGE.read_text(encoding="utf-8")
    with pytest.raises(ValueError, match=said):
        bots_page.page(spoil(text))


def test_the_figures_are_of_players_and_rules_that_exist() -> None:
    figures: dict[str, list[dict[str, Any]]] = json.loads(bots_page.FIGURES.read_text(encoding="utf-8"))
    assert set(figures) == {"contests", "single"}
    for row in figures["contests"]:
        assert set(row) == {"rules", "one", "other", "pairs", "mean", "ci95", "win", "draw", "loss", "note"}
        assert row["rules"] in PRESETS
        assert {row["one"], row["other"]} <= set(BUILT_IN)
        assert row["win"] + row["draw"] + row["loss"] == pytest.approx(1.0, abs=0.002)
    for row in figures["single"]:
        assert set(row) == {"name", "value", "how"}


def test_the_compared_levels_are_levels() -> None:
    assert set(COMPARED) < set(LEVELS)
