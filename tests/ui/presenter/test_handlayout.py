"""The hand in one row, in two rows and in stacks."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gouji_desktop.ui.presenter.handlayout import (
    HandLayout,
    HandMode,
    card_at,
    card_size,
    choose_mode,
    group_of,
    lay_out,
    reserved_height,
    rise_room,
    smallest_edge,
    stack_card_size,
)
from gouji_desktop.ui.presenter.scale import scale_for

WINDOWS = ((1024, 640), (1280, 800), (1366, 768), (1920, 1080), (2560, 1440))
COUNTS = (33, 36, 54, 60)
REFERENCE = {1024: 640, 1280: 800, 2560: 1440}


def hand(count: int) -> list[int]:
    """Return a hand of all ranks, strongest first, as even as it can be."""
    ranks = [13, *range(12, -1, -1)]
    many = {rank: count // 14 + (1 if place < count % 14 else 0) for place, rank in enumerate(ranks)}
    faces: list[int] = []
    for rank in ranks:
        if rank == 13:
            faces += [53] * ((many[rank] + 1) // 2) + [52] * (many[rank] // 2)
        else:
            faces += [rank * 4 + suit % 4 for suit in range(many[rank])]
    return faces


@pytest.mark.parametrize(
    ("width", "card", "edges"),
    [(1024, 67, (27, 24, 16, 15)), (1280, 84, (33, 30, 21, 19)), (2560, 151, (68, 62, 42, 38))],
)
def test_edges_of_one_row(width: int, card: int, edges: tuple[int, ...]) -> None:
    scale = scale_for(width, REFERENCE[width])
    layouts = [lay_out(hand(count), scale, HandMode.ONE) for count in COUNTS]
    assert tuple(layout.edge for layout in layouts) == edges
    assert {layout.card_width for layout in layouts} == {card}


@pytest.mark.parametrize(
    ("width", "modes"),
    [
        (1024, (HandMode.ONE, HandMode.ONE, HandMode.TWO, HandMode.TWO)),
        (1280, (HandMode.ONE,) * 4),
        (2560, (HandMode.ONE,) * 4),
    ],
)
def test_automatic_choice(width: int, modes: tuple[HandMode, ...]) -> None:
    scale = scale_for(width, REFERENCE[width])
    assert tuple(choose_mode(hand(count), scale) for count in COUNTS) == modes


def test_two_rows_at_the_smallest_window() -> None:
    layout = lay_out(hand(54), scale_for(1024, 640))
    assert layout.mode is HandMode.TWO
    assert layout.edge == 30


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("count", [*range(1, 61)])
def test_automatic_layout_keeps_every_index(window: tuple[int, int], count: int) -> None:
    scale = scale_for(*window)
    layout = lay_out(hand(count), scale)
    if count > 1:
        assert layout.edge >= smallest_edge(scale) >= 18
    assert_inside(layout, scale.width)
    for before, after in pairwise(layout.places):
        if before.row == after.row:
            assert after.x - before.x >= layout.edge


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("mode", [HandMode.ONE, HandMode.TWO, HandMode.STACKS])
@pytest.mark.parametrize("count", [0, 1, 2, 13, 33, 54, 60])
def test_every_layout_is_whole_and_inside(window: tuple[int, int], mode: HandMode, count: int) -> None:
    scale = scale_for(*window)
    layout = lay_out(hand(count), scale, mode, selected=range(0, count, 3), hovered=1 if count > 1 else None)
    assert layout.mode is mode
    assert [place.card for place in layout.places] == list(range(count))
    assert_inside(layout, scale.width)
    for place in layout.places:
        assert place.y >= -rise_room(scale)
        assert place.rest + layout.card_height <= layout.height


def assert_inside(layout: HandLayout, width: int) -> None:
    for place in layout.places:
        assert place.x >= 0
        assert place.x + layout.card_width <= width


def test_rows_are_centred_and_split_between_ranks() -> None:
    scale = scale_for(1280, 800)
    counts = (3, 5, 4, 5, 4, 4, 5, 4, 4, 3, 4, 3, 3, 3)
    faces = [53, 53, 52]
    for rank, many in zip(range(12, -1, -1), counts[1:], strict=True):
        faces += [rank * 4] * many
    layout = lay_out(faces, scale, HandMode.TWO)
    upper = [place for place in layout.places if place.row == 0]
    lower = [place for place in layout.places if place.row == 1]
    assert (len(upper), len(lower)) == (25, 29)
    assert layout.edge == 38
    for row in (upper, lower):
        left, right = row[0].x, row[-1].x + layout.card_width
        assert abs(left - (1280 - right)) <= 1
    assert lower[0].rest - upper[0].rest == round(0.56 * layout.card_height)


def test_gap_between_ranks_only() -> None:
    layout = lay_out(hand(36), scale_for(1280, 800))
    faces = hand(36)
    for one, two in pairwise(layout.places):
        same = group_of(faces[one.card]) == group_of(faces[two.card])
        assert two.x - one.x == layout.edge + (0 if same else layout.gap)
    assert layout.gap == 7
    assert lay_out(hand(54), scale_for(1280, 800)).gap == 3


def test_jokers_are_one_group_in_rows_and_two_stacks() -> None:
    assert group_of(52) == group_of(53) == 13
    assert group_of(51) == 12
    layout = lay_out([53, 52, 48], scale_for(1280, 800), HandMode.STACKS)
    assert [label.cards for label in layout.labels] == [1, 1, 1]


def test_raised_cards() -> None:
    scale = scale_for(1280, 800)
    layout = lay_out(hand(36), scale, selected={4, 9}, hovered=7)
    lifted = {place.card: place.rest - place.y for place in layout.places if place.y != place.rest}
    assert lifted == {4: 17, 9: 17, 7: 4}
    both = lay_out(hand(36), scale, selected={4}, hovered=4)
    assert {place.card: place.rest - place.y for place in both.places if place.y != place.rest} == {4: 17}


def test_selecting_and_hovering_move_no_other_card() -> None:
    scale = scale_for(1024, 640)
    still = lay_out(hand(54), scale)
    moved = lay_out(hand(54), scale, selected={3, 40}, hovered=20)
    for before, after in zip(still.places, moved.places, strict=True):
        assert (before.x, before.z, before.row, before.rest) == (after.x, after.z, after.row, after.rest)


def test_stacks_count_and_raise_from_the_back() -> None:
    scale = scale_for(1280, 800)
    faces = [40, 40, 41, 42, 43, 36]
    layout = lay_out(faces, scale, HandMode.STACKS, selected={1, 2, 3})
    assert [(label.cards, label.selected) for label in layout.labels] == [(5, 3), (1, 0)]
    by_depth = sorted(layout.places[:5], key=lambda place: -place.z)
    assert [place.card for place in by_depth] == [4, 0, 3, 2, 1]
    assert [by_depth[0].y - place.y for place in by_depth[:2]] == [0, 5]
    assert by_depth[2].rest - by_depth[2].y == round(0.36 * layout.card_height)
    assert layout.card_width == stack_card_size(scale)[0]


def test_a_received_card_lies_at_the_front_of_its_stack() -> None:
    layout = lay_out([40, 41, 42], scale_for(1280, 800), HandMode.STACKS, received={0})
    assert max(layout.places, key=lambda place: place.z).card == 0


def test_a_very_high_stack_stays_in_its_depth() -> None:
    layout = lay_out([40] * 24, scale_for(1024, 640), HandMode.STACKS)
    tops = [place.y for place in layout.places]
    assert max(tops) - min(tops) <= 20
    assert min(tops) >= 0


@pytest.mark.parametrize("window", WINDOWS)
def test_fifteen_stacks_fit(window: tuple[int, int]) -> None:
    scale = scale_for(*window)
    faces = [53, 52, *range(0, 52, 4)]
    layout = lay_out(faces, scale, HandMode.STACKS, selected=range(15))
    assert_inside(layout, scale.width)
    edges = sorted((label.x, label.x + label.width) for label in layout.labels)
    assert all(one[1] <= two[0] for one, two in pairwise(edges))


def test_point_to_card() -> None:
    scale = scale_for(1280, 800)
    layout = lay_out(hand(36), scale)
    third = layout.places[3]
    assert card_at(layout, third.x + 2, 40) == 3
    assert card_at(layout, layout.places[-1].x + layout.card_width - 1, 40) == 35
    assert card_at(layout, 1, 40) is None
    assert card_at(layout, third.x + 2, -1) is None


@pytest.mark.parametrize("mode", [HandMode.ONE, HandMode.TWO])
def test_raising_a_card_never_loses_the_pointer(mode: HandMode) -> None:
    scale = scale_for(1280, 800)
    faces = hand(54)
    still = lay_out(faces, scale, mode)
    for place in still.places:
        for y in (place.rest, place.rest + still.card_height - 1):
            point = (place.x + 1, y)
            hit = card_at(still, *point)
            if hit is None:
                continue
            hovered = lay_out(faces, scale, mode, hovered=hit)
            assert card_at(hovered, *point) == hit


def test_the_zone_keeps_its_height_while_cards_are_played() -> None:
    scale = scale_for(1280, 800)
    for mode in (HandMode.ONE, HandMode.TWO, HandMode.STACKS):
        assert {lay_out(hand(n), scale, mode).height for n in (54, 20, 3, 1)} == {reserved_height(mode, scale)}
    assert reserved_height(HandMode.ONE, scale) == card_size(scale)[1] == 118


def test_last_cards_of_a_two_row_hand_stay_at_the_foot() -> None:
    layout = lay_out([40, 41], scale_for(1280, 800), HandMode.TWO)
    assert {place.row for place in layout.places} == {1}


def test_split_is_at_a_rank_boundary_even_if_uneven() -> None:
    faces = [40] * 20 + [0] * 4
    layout = lay_out(faces, scale_for(1024, 640), HandMode.TWO)
    assert [place.row for place in layout.places] == [0] * 20 + [1] * 4
