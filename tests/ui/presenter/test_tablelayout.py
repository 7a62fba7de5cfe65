"""Nothing of the table overlaps, at any window, language, hand and play to be answered."""

from __future__ import annotations

import itertools

import pytest

from gouji_desktop.ui.presenter.handlayout import HandMode
from gouji_desktop.ui.presenter.tablelayout import (
    PILE_CARD,
    Align,
    Rect,
    Side,
    TableLayout,
    beside_panel,
    lay_out_table,
    panel_left,
    pile_step,
    pile_width,
)

WINDOWS = ((1024, 640), (1280, 800), (1366, 768), (1920, 1080), (2560, 1440), (1024, 1000), (2000, 640))
MODES = (HandMode.ONE, HandMode.TWO, HandMode.STACKS)
PLATES = (None, 0, 1, 2, 3, 4, 5)


def parts(layout: TableLayout) -> dict[str, Rect]:
    """Return everything that may not overlap, the hand with its raised cards."""
    rise = layout.scale.px(0.2 * 84)
    hand = layout.hand
    result = {
        "top bar": layout.top_bar,
        "message": layout.message,
        "actions": layout.actions,
        "hand": Rect(hand.x, hand.y - rise, hand.width, hand.height + rise),
    }
    for seat in layout.seats:
        panel, edge = seat.panel, seat.edge
        left, right = min(panel.x, edge.x), max(panel.right, edge.right)
        # A panel with the chip or the seal on its inner edge.
        result[f"panel {seat.offset}"] = Rect(left, panel.y, right - left, panel.height)
        result[f"play {seat.offset}"] = seat.play.area
    return result


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("plate", PLATES)
def test_no_overlap(window: tuple[int, int], mode: HandMode, wide: bool, plate: int | None) -> None:
    layout = lay_out_table(*window, mode=mode, wide=wide, plate=plate)
    everything = parts(layout)
    for (name, one), (other, two) in itertools.combinations(everything.items(), 2):
        assert not one.overlaps(two), (name, one, other, two)
    for name, rect in everything.items():
        assert 0 <= rect.x < rect.right <= window[0], (name, rect)
        assert 0 <= rect.y < rect.bottom <= window[1], (name, rect)


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("wide", [False, True])
def test_words_lie_free(window: tuple[int, int], mode: HandMode, wide: bool) -> None:
    layout = lay_out_table(*window, mode=mode, wide=wide)
    for seat in layout.seats:
        for name, rect in parts(layout).items():
            if name != f"play {seat.offset}":
                assert not seat.word.overlaps(rect), (seat.offset, name)


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("mode", MODES)
def test_the_own_word_is_clear_of_the_hole_of_the_coin(window: tuple[int, int], mode: HandMode) -> None:
    layout = lay_out_table(*window, mode=mode)
    coin, own = layout.coin, layout.seats[0]
    half = round(0.14 * coin.width)
    hole = Rect(coin.x + coin.width // 2 - half, coin.y + coin.height // 2 - half, 2 * half, 2 * half)
    assert not own.word.overlaps(hole)
    assert own.word.bottom <= coin.bottom


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("plate", PLATES)
def test_plays_and_panels_do_not_touch(window: tuple[int, int], mode: HandMode, wide: bool, plate: int | None) -> None:
    layout = lay_out_table(*window, mode=mode, wide=wide, plate=plate)
    for play, seat in itertools.product(layout.seats, layout.seats):
        area = play.play.area
        grown = Rect(area.x - 4, area.y - 4, area.width + 8, area.height + 8)
        assert not grown.overlaps(seat.panel), (play.offset, seat.offset)


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("plate", PLATES)
def test_cards_of_plays_stay_large(window: tuple[int, int], mode: HandMode, wide: bool, plate: int | None) -> None:
    layout = lay_out_table(*window, mode=mode, wide=wide, plate=plate)
    for seat in layout.seats:
        assert seat.play.card >= layout.scale.px(64) - 1, seat
        assert pile_width(seat.play.card, seat.play.room, 12) <= seat.play.room
        assert pile_step(seat.play.card, seat.play.room, 12) >= 5


@pytest.mark.parametrize("plate", PLATES)
def test_the_reference_window_has_the_sizes_of_the_design(plate: int | None) -> None:
    layout = lay_out_table(1280, 800, plate=plate)
    for seat in layout.seats:
        assert seat.play.card == (88 if seat.offset == plate else 64)
        assert seat.play.plate == (seat.offset == plate)


def test_places_of_the_reference_window() -> None:
    layout = lay_out_table(1280, 800, plate=3)
    assert layout.top_bar == (0, 0, 1280, 54)
    assert layout.table == (14, 58, 1252, 531)
    assert layout.hand == (0, 672, 1280, 118)
    assert layout.actions == (252, 598, 1010, 50)
    assert layout.coin == (560, 328, 160, 160)
    panels = [tuple(seat.panel) for seat in layout.seats]
    assert panels == [
        (16, 580, 206, 74),
        (1052, 377, 206, 74),
        (996, 111, 206, 74),
        (537, 56, 206, 74),
        (78, 111, 206, 74),
        (22, 377, 206, 74),
    ]
    assert layout.seats[3].play.area == (472, 144, 336, 165)
    assert layout.seats[1].play.area.right == 1008
    assert layout.seats[1].play.area.y == 363
    assert layout.seats[2].play.area.right == 1172
    assert layout.seats[2].play.area.y == 195
    assert layout.message.bottom == layout.table.bottom - 28


def test_english_panels_are_wider() -> None:
    layout = lay_out_table(1280, 800, wide=True)
    assert {seat.panel.width for seat in layout.seats} == {256}
    assert layout.seats[1].play.area.right == 958
    narrow, plain = lay_out_table(1200, 750, wide=True), lay_out_table(1200, 750)
    assert 0 < narrow.seats[1].panel.width - plain.seats[1].panel.width <= 26


def test_sides_and_edges() -> None:
    seats = lay_out_table(1280, 800).seats
    assert [seat.side for seat in seats] == [
        Side.YOU,
        Side.ENEMY,
        Side.ALLY,
        Side.OPPOSITE,
        Side.ALLY,
        Side.ENEMY,
    ]
    assert [seat.mirrored for seat in seats] == [False, True, True, False, False, False]
    assert [seat.play.align for seat in seats] == [
        Align.CENTER,
        Align.RIGHT,
        Align.RIGHT,
        Align.CENTER,
        Align.LEFT,
        Align.LEFT,
    ]


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("mode", MODES)
def test_left_half_mirrors_the_right(window: tuple[int, int], mode: HandMode) -> None:
    seats = lay_out_table(*window, mode=mode).seats
    for right, left in ((1, 5), (2, 4)):
        one, two = seats[right].panel, seats[left].panel
        assert (window[0] - one.right, one.y) == (two.x, two.y)
        here, there = seats[right].play.area, seats[left].play.area
        assert (window[0] - here.right, here.y, here.width) == (there.x, there.y, there.width)


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("mode", MODES)
def test_a_dialog_leaves_hand_and_bar_free(window: tuple[int, int], mode: HandMode) -> None:
    layout = lay_out_table(*window, mode=mode)
    assert not layout.dialog.overlaps(layout.top_bar)
    assert not layout.dialog.overlaps(parts(layout)["hand"])
    assert layout.dialog.height >= 360
    assert layout.actions.height >= 40


def test_steps_of_a_pile() -> None:
    assert pile_step(64, 200, 1) == 0
    assert pile_step(64, 200, 3) == 28
    assert pile_step(64, 200, 12) == 12
    assert pile_width(64, 200, 3) == 120
    assert pile_width(88, 300, 3) == 164
    assert pile_width(64, 200, 0) == 0


@pytest.mark.parametrize("plate", [None, *range(6)])
@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1366, 768), (1920, 1080), (2560, 1440)])
@pytest.mark.parametrize("mode", [HandMode.ONE, HandMode.TWO, HandMode.STACKS])
def test_plays_beside_a_panel(mode: HandMode, size: tuple[int, int], wide: bool, plate: int | None) -> None:
    layout = lay_out_table(*size, mode=mode, wide=wide, plate=plate)
    beside = beside_panel(layout)
    edge = panel_left(layout)
    plays = [spot.play for spot in beside.seats]
    assert all(
        play.area.right < edge and spot.word.right < edge for play, spot in zip(plays, beside.seats, strict=True)
    )
    panels = [beside.seats[offset].panel for offset in (0, 3, 4, 5)]
    for one, two in itertools.combinations([*(play.area for play in plays), *panels], 2):
        assert not one.overlaps(two)
    for before, play in zip(layout.seats, plays, strict=True):
        # Four cards can be told apart by their corners, and are no smaller than beaten plays are.
        assert play.card >= min(before.play.card, layout.scale.px(PILE_CARD))
        assert pile_width(play.card, play.room, 4) <= play.room
        assert pile_step(play.card, play.room, 4) >= 0.28 * play.card
        assert not play.area.overlaps(beside.message) or before.play.area.overlaps(layout.message)
