"""Contrast of every pair of colours, and the file that QML reads."""

from __future__ import annotations

import itertools

import pytest

from gouji_desktop.ui.presenter.palette import (
    CARD,
    DARK,
    PAIRS,
    PAPER,
    THEMES,
    Pair,
    colour,
    contrast,
    javascript,
    luminance,
    ratio,
    script_path,
    veiled,
)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.foreground}-on-{pair.background}")
def test_contrast(theme: str, pair: Pair) -> None:
    assert round(ratio(theme, pair), 2) >= pair.minimum


@pytest.mark.parametrize(
    ("theme", "foreground", "background", "expected"),
    [
        ("dark", "text", "window", 14.2),
        ("dark", "text", "table", 8.6),
        ("dark", "text", "panel", 12.0),
        ("dark", "text2", "table", 5.3),
        ("dark", "ally", "table", 5.7),
        ("dark", "enemy", "table", 5.0),
        ("dark", "sel", "cardPaper", 4.0),
        ("dark", "tagText", "tag", 8.3),
        ("dark", "primaryText", "primary", 13.8),
        ("paper", "text", "window", 12.4),
        ("paper", "text3", "window", 4.7),
        ("paper", "ally", "table", 4.5),
        ("paper", "you", "panel", 6.5),
        ("paper", "sel", "cardPaper", 6.6),
        ("paper", "tagText", "tag", 11.0),
        ("dark", "cardInk", "cardPaper", 15.1),
        ("dark", "cardRed", "cardPaper", 5.6),
        ("dark", "cardEdge", "cardPaper", 3.5),
    ],
)
def test_published_ratios(theme: str, foreground: str, background: str, expected: float) -> None:
    assert ratio(theme, Pair(foreground, background, 1)) == pytest.approx(expected, abs=0.06)


@pytest.mark.parametrize(("theme", "ink", "red"), [("dark", 10.9, 4.9), ("paper", 8.4, 4.2)])
def test_beaten_cards_stay_readable(theme: str, ink: float, red: float) -> None:
    veil = colour(theme, "veil")
    paper = veiled(CARD["cardPaper"], veil)
    assert contrast(veiled(CARD["cardInk"], veil), paper) == pytest.approx(ink, abs=0.3)
    assert contrast(veiled(CARD["cardRed"], veil), paper) == pytest.approx(red, abs=0.2)


@pytest.mark.parametrize("theme", THEMES)
def test_filled_and_outlined_seals_differ_in_grey(theme: str) -> None:
    filled = luminance(colour(theme, "seal"))
    panel = luminance(colour(theme, "panel"))
    assert abs(filled - panel) > 0.05


@pytest.mark.parametrize("theme", THEMES)
def test_a_selected_card_stands_out_in_grey(theme: str) -> None:
    values = [luminance(colour(theme, role)) for role in ("sel", "cardPaper")]
    assert all(abs(a - b) > 0.1 for a, b in itertools.combinations(values, 2))


def test_themes_have_the_same_roles() -> None:
    assert set(DARK) == set(PAPER)
    assert not set(DARK) & set(CARD)


def test_every_pair_names_roles() -> None:
    for pair in PAIRS:
        assert colour("dark", pair.foreground)
        assert colour("dark", pair.background)


def test_qml_reads_these_colours() -> None:
    assert script_path().read_text(encoding="utf-8") == javascript()


def test_contrast_knows_black_and_white() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)
