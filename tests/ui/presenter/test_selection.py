"""The selection machine, by table and over random inputs."""

from __future__ import annotations

import random

import pytest

from gouji_desktop.rules.cards import counts_of, parse_counts, parse_faces, ranks_text
from gouji_desktop.rules.presets import preset
from gouji_desktop.ui.presenter import selection as machine
from gouji_desktop.ui.presenter.arranging import Arrangement, CardItem, Mark, update_arrangement
from gouji_desktop.ui.presenter.selection import EMPTY, Selection
from tests.ui.presenter.scenes import updates

#: B S 2 2 K K K 9 9 with handles 1 … 9; the second K was received.
FACES = parse_faces("B S 2s 2h Ks Kh Kc 9s 9d")
ITEMS = tuple(
    CardItem(handle, face, Mark.TRIBUTE if handle == 6 else Mark.DRAWN) for handle, face in enumerate(FACES, start=1)
)


def typed(text: str, selection: Selection = EMPTY) -> Selection:
    for key in text.split():
        selection = machine.press_key(selection, ITEMS, key)
    return selection


def shown(selection: Selection) -> str:
    return ranks_text(machine.chosen_faces(selection, ITEMS))


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        ("K", (6,)),
        ("K K", (6, 5)),
        ("K K K", (6, 5, 7)),
        ("K K K K", ()),
        ("K K K K K", (6,)),
        ("k 9", (6, 8)),
        ("2 2 S B", (3, 4, 2, 1)),
        ("b s", (1, 2)),
        ("T", ()),
        ("0", ()),
        ("7 x 1 F5", ()),
        ("K 9 Backspace", (6,)),
        ("K 9 Backspace Backspace Backspace", ()),
        ("K K 9 Escape", ()),
        ("Right Space", (1,)),
        ("Right Right Right Space Left Space", (3, 2)),
        ("Right Space Space", ()),
        ("Left Space", (9,)),
        ("End Space Home Space", (9, 1)),
        ("Right Down Down Down Space", (5,)),
        ("Right Down Down Down Down Down Space", (8,)),
        ("End Up Space", (5,)),
        ("Space", ()),
    ],
)
def test_keys(keys: str, chosen: tuple[int, ...]) -> None:
    assert typed(keys).chosen == chosen


@pytest.mark.parametrize(("key", "rank"), [("0", "T"), ("t", "T"), ("a", "A"), ("3", "3"), ("S", "S")])
def test_every_rank_has_a_key(key: str, rank: str) -> None:
    items = tuple(CardItem(handle, face, Mark.DRAWN) for handle, face in enumerate(parse_faces("BS2AKQJT9876543")))
    chosen = machine.press_key(EMPTY, items, key)
    assert ranks_text(machine.chosen_faces(chosen, items)) == rank
    assert machine.takes_key(key)
    assert not machine.takes_key("P")


def test_click_and_double_click() -> None:
    once = machine.click(EMPTY, ITEMS, 5)
    assert once.chosen == (5,)
    assert machine.click(once, ITEMS, 5).chosen == ()
    assert machine.click(once, ITEMS, 99) == once
    whole = machine.double_click(once, ITEMS, 5)
    assert whole.handles == {5, 6, 7}
    # The first click of a double click takes one card away; the whole rank was chosen before it, and is dropped.
    assert machine.double_click(machine.click(whole, ITEMS, 6), ITEMS, 6).chosen == ()
    # A rank chosen in part is completed, whichever of its cards is hit.
    assert machine.double_click(machine.click(once, ITEMS, 5), ITEMS, 5).handles == {5, 6, 7}
    assert machine.double_click(whole, ITEMS, 99) == whole


def test_a_double_click_takes_what_the_table_asks_for_then_all() -> None:
    asked = machine.double_click(machine.click(EMPTY, ITEMS, 7), ITEMS, 7, 2)
    # The card that was hit, and the received one before the others.
    assert asked.handles == {7, 6}
    again = machine.double_click(machine.click(asked, ITEMS, 7), ITEMS, 7, 2)
    assert again.handles == {5, 6, 7}
    assert machine.double_click(machine.click(again, ITEMS, 7), ITEMS, 7, 2).chosen == ()
    # What the rank has where that is not enough, and all where nothing is asked.
    assert machine.double_click(EMPTY, ITEMS, 7, 5).handles == {5, 6, 7}
    assert machine.double_click(EMPTY, ITEMS, 7, 3).handles == {5, 6, 7}
    assert machine.double_click(EMPTY, ITEMS, 7, 0).handles == {5, 6, 7}
    # A 2 that is chosen already counts.
    assert machine.double_click(typed("2"), ITEMS, 5, 3).handles == {3, 5, 6}
    assert machine.toggle_rank(EMPTY, ITEMS, 5, 1).handles == {5}


def test_a_stack_is_toggled_whole() -> None:
    chosen = machine.toggle_rank(typed("K"), ITEMS, 7)
    assert chosen.handles == {5, 6, 7}
    assert machine.toggle_rank(chosen, ITEMS, 5).chosen == ()


def test_drag_follows_the_first_card_and_is_computed_afresh() -> None:
    start = machine.click(EMPTY, ITEMS, 4)
    assert machine.drag(start, ITEMS, 2, 5).handles == {2, 3, 4, 5}
    assert machine.drag(start, ITEMS, 5, 2).handles == {2, 3, 4, 5}
    assert machine.drag(start, ITEMS, 2, 3).handles == {2, 3, 4}
    assert machine.drag(start, ITEMS, 4, 6).chosen == ()
    assert machine.drag(start, ITEMS, 4, 99) == start


def test_a_hint_replaces_the_selection() -> None:
    by_face = machine.choose_faces(typed("9 9"), ITEMS, parse_faces("Kh 2h"))
    assert by_face.chosen == (6, 4)
    by_count = machine.choose_counts(typed("9 9"), ITEMS, parse_counts("KK2"))
    assert shown(by_count) == "2KK"
    assert 6 in by_count.handles
    assert machine.choose_faces(EMPTY, ITEMS, parse_faces("7s")).chosen == ()
    assert machine.choose(EMPTY, ITEMS, [7, 5, 99]).chosen == (5, 7)


def test_cards_that_left_drop_out_and_nothing_else_changes() -> None:
    selection = typed("K K 9 Right")
    assert machine.keep(selection, ITEMS) is selection
    left = machine.keep(selection, [item for item in ITEMS if item.handle not in (1, 5)])
    assert left.chosen == (6, 8)
    assert left.cursor is None
    assert machine.keep(selection, ()).chosen == ()


def test_differences() -> None:
    before, after = typed("K K"), typed("K 9")
    difference = machine.difference(before, after)
    assert difference.chosen == {8}
    assert difference.dropped == {5}
    assert difference
    assert not machine.difference(before, before)


def test_counts_for_the_plates_of_stacks() -> None:
    assert machine.chosen_by_rank(typed("K K 2"), ITEMS) == {14: (0, 1), 13: (0, 1), 12: (1, 2), 10: (2, 3), 6: (0, 2)}


def test_chosen_cards_survive_twenty_updates_of_other_turns() -> None:
    arrangement, selection, kept = Arrangement(), EMPTY, 0
    for update in updates(preset("zaozhuang6"), seed=3):
        arrangement = update_arrangement(arrangement, update.view, 0, selection.handles)
        before = selection
        selection = machine.keep(selection, arrangement.items)
        own_played = any(getattr(event, "seat", None) == 0 and hasattr(event, "faces") for event in update.events)
        if before.chosen and not own_played:
            assert selection == before
            kept += 1
        if not selection.chosen and len(arrangement.items) > 5:
            selection = machine.click(
                machine.click(selection, arrangement.items, arrangement.handles[0]),
                arrangement.items,
                arrangement.handles[-1],
            )
    assert kept > 20


def test_random_inputs_keep_the_selection_within_the_hand() -> None:
    rng = random.Random(5)
    keys = ["Backspace", "Escape", "Space", "Left", "Right", "Up", "Down", "Home", "End", *"3456789T0JQKA2SB", "?"]
    items, selection = ITEMS, EMPTY
    for _ in range(3000):
        handle, other = rng.randrange(0, 11), rng.randrange(0, 11)
        act = rng.randrange(5)
        if act == 0:
            selection = machine.press_key(selection, items, rng.choice(keys))
        elif act == 1:
            selection = machine.click(selection, items, handle)
        elif act == 2:
            selection = machine.double_click(selection, items, handle)
        elif act == 3:
            selection = machine.drag(selection, items, handle, other)
        else:
            selection = machine.toggle_rank(selection, items, handle)
        if rng.random() < 0.05:
            items = tuple(item for item in ITEMS if rng.random() < 0.8)
            selection = machine.keep(selection, items)
        there = {item.handle for item in items}
        assert set(selection.chosen) <= there
        assert len(set(selection.chosen)) == len(selection.chosen)
        assert selection.cursor is None or selection.cursor in there
        faces = machine.chosen_faces(selection, items)
        assert sum(counts_of(faces)) == len(selection.chosen)
