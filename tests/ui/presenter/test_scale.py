"""Sizes of text and lengths at the reference windows."""

from __future__ import annotations

import pytest

from gouji_desktop.ui.presenter.scale import half_up, scale_for

WINDOWS = ((1024, 640), (1280, 800), (2560, 1440))


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (12, (12, 12, 22)),
        (13, (12, 13, 23)),
        (15, (14, 15, 27)),
        (16, (14, 16, 29)),
        (18, (16, 18, 32)),
        (22, (20, 22, 40)),
        (24, (22, 24, 43)),
    ],
)
def test_steps_of_type(size: int, expected: tuple[int, int, int]) -> None:
    assert tuple(scale_for(*window).font(size) for window in WINDOWS) == expected


def test_factor_is_bounded_and_follows_the_smaller_side() -> None:
    assert scale_for(800, 500).u == 0.8
    assert scale_for(8000, 5000).u == 2.0
    assert scale_for(1280, 2000).u == 1.0
    assert scale_for(3000, 800).u == 1.0
    assert scale_for(1920, 1080).u == pytest.approx(1.35)


def test_text_shrinks_half_as_fast() -> None:
    assert scale_for(1024, 640).ft == pytest.approx(0.9)
    assert scale_for(2560, 1440).ft == pytest.approx(1.8)


@pytest.mark.parametrize("window", [(1024, 640), (1152, 700), (1366, 768), (3840, 2160)])
def test_nothing_is_too_small(window: tuple[int, int]) -> None:
    scale = scale_for(*window)
    assert scale.font(9) >= 12
    assert scale.button(46) >= 40
    assert scale.line(12) >= scale.font(12)


def test_halves_go_up_like_in_qml() -> None:
    assert [half_up(value) for value in (0.5, 1.5, 2.5, 2.4, -0.5)] == [1, 2, 3, 2, 0]
