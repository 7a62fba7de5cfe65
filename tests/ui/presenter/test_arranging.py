"""Stable handles, marks, and an order that stays."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from gouji_desktop.rules.cards import Held, parse_faces, rank_of
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.state import Hand, Match, Payment, Purchase, make_hand
from gouji_desktop.ui.presenter.arranging import (
    Arrangement,
    Mark,
    groups,
    move_cards,
    sort_cards,
    sort_key,
    update_arrangement,
)
from gouji_desktop.ui.presenter.selection import EMPTY, choose_faces, keep
from tests.ui.presenter.scenes import held, play, start, updates, view_of


def arranged(match: Match) -> Arrangement:
    return update_arrangement(Arrangement(), view_of(match), 0)


def with_hand(match: Match, text: str, received: str = "") -> Match:
    """The match with another hand on seat 0."""
    cards = [Held(face) for face in parse_faces(text)] + [Held(face, True) for face in parse_faces(received)]
    deal = match.deal
    assert deal is not None
    return match._replace(deal=deal._replace(hands=(make_hand(cards), *deal.hands[1:])))


def text_of(arrangement: Arrangement) -> str:
    return "".join("3456789TJQKA2SB"[rank_of(face)] for face in arrangement.faces)


def test_from_high_to_low_with_handles() -> None:
    arrangement = arranged(start("K 2 9 B 9 S"))
    assert text_of(arrangement) == "BS2K99"
    assert len(set(arrangement.handles)) == 6
    assert [len(group) for group in groups(arrangement.items)] == [1, 1, 1, 1, 2]


def test_a_card_that_leaves_takes_its_handle_with_it() -> None:
    match = start("K K K 9 9")
    before = arranged(match)
    after = update_arrangement(before, view_of(play(match, "K K")), 0)
    assert text_of(after) == "K99"
    assert set(after.handles) < set(before.handles)
    again = update_arrangement(after, view_of(match), 0)
    assert not set(again.handles[:2]) & set(before.handles) - set(after.handles)


def test_of_equal_cards_the_selected_ones_leave() -> None:
    match = with_hand(start("9"), "Ks Ks Ks 9")
    before = arranged(match)
    leaving = before.handles[2:3]
    after = update_arrangement(before, view_of(with_hand(match, "Ks Ks 9")), 0, leaving)
    assert after.handles == (*before.handles[:2], before.handles[3])


def test_an_order_by_hand_survives_updates_and_new_cards_join_their_rank() -> None:
    match = with_hand(start("9"), "2 K K 9 5")
    arrangement = arranged(match)
    nine = next(item.handle for item in arrangement.items if rank_of(item.face) == 6)
    moved = move_cards(arrangement, [nine], arrangement.handles[0])
    assert text_of(moved) == "92KK5"
    assert moved.manual
    same = update_arrangement(moved, view_of(match), 0)
    assert same == moved
    more = update_arrangement(moved, view_of(with_hand(match, "2 K K 9 5", "9 B 6")), 0)
    assert text_of(more) == "B992KK65"
    assert set(moved.handles) < set(more.handles)
    assert text_of(sort_cards(more)) == "B2KK9965"


def test_moving_nothing_or_onto_itself_changes_nothing() -> None:
    arrangement = arranged(with_hand(start("9"), "2 K 9"))
    first = arrangement.handles[0]
    assert move_cards(arrangement, [], first) is arrangement
    assert move_cards(arrangement, [first], first) is arrangement
    assert move_cards(arrangement, [first], arrangement.handles[1]) is arrangement
    assert text_of(move_cards(arrangement, [first], None)) == "K92"


def test_another_deal_is_sorted_afresh() -> None:
    arrangement = arranged(start("2 K 9"))
    moved = move_cards(arrangement, [arrangement.handles[0]], None)
    fresh = update_arrangement(moved, view_of(start("A K 9")), 0)
    assert text_of(fresh) == "AK9"
    assert not fresh.manual
    assert not set(fresh.handles) & set(moved.handles)


def test_resuming_from_a_snapshot_keeps_order_and_selection() -> None:
    match = start("2 K K 9 5")
    arrangement = arranged(match)
    moved = move_cards(arrangement, [arrangement.handles[-1]], arrangement.handles[0])
    selection = choose_faces(EMPTY, moved.items, held(match, 0, "K K"))
    resumed = update_arrangement(moved, view_of(match), 0)
    assert resumed == moved
    assert keep(selection, resumed.items) is selection


def test_bought_cards_are_told_from_tribute() -> None:
    match = with_hand(start("9"), "2 K", "3s 4h 4h 2s")
    deal = match.deal
    assert deal is not None
    three, four, two = parse_faces("3s 4h 2s")
    deal = deal._replace(
        purchases=(Purchase(0, 3, three, None), Purchase(2, 0, parse_faces("5s")[0], two), Purchase(0, 3, four, two)),
        payments=(Payment("place", 5, 0, (four,), mutual=False),),
    )
    arrangement = arranged(match._replace(deal=deal))
    marks = Counter((item.face, item.mark) for item in arrangement.items if item.received)
    assert marks == {
        (three, Mark.BOUGHT): 1,
        (two, Mark.BOUGHT): 1,
        (four, Mark.BOUGHT): 1,
        (four, Mark.TRIBUTE): 1,
    }
    assert [item.received for item in arrangement.items][:2] == [True, False]


def test_a_spectator_has_no_hand() -> None:
    match = start("2 K 9")
    assert update_arrangement(arranged(match), view_of(match, None), None).items == ()


@pytest.mark.parametrize("name", ["tribute216", "jinyou4", "zaozhuang6"])
def test_random_games_lose_no_card_and_keep_handles(name: str) -> None:
    rng = random.Random(7)
    arrangement, selection = Arrangement(), EMPTY
    seen = 0
    for update in updates(preset(name), seed=11, deals=2):
        before = arrangement
        arrangement = update_arrangement(arrangement, update.view, 0, selection.handles)
        deal = update.view.deal
        if deal is None:
            continue
        hand = deal.hands[0]
        assert isinstance(hand, Hand)
        assert sorted(arrangement.faces) == sorted(hand.faces)
        received = Counter(Held(item.face, item.received) for item in arrangement.items)
        assert received == Counter(hand.held)
        assert len(set(arrangement.handles)) == len(arrangement.items)
        old = {item.handle: item for item in before.items}
        stays = [item.handle for item in arrangement.items if item.handle in old]
        assert all(old[item.handle] == item for item in arrangement.items if item.handle in old)
        if arrangement.manual:
            assert stays == [handle for handle in before.handles if handle in set(stays)]
        else:
            assert list(arrangement.items) == sorted(arrangement.items, key=sort_key)
        selection = keep(selection, arrangement.items)
        assert selection.handles <= set(arrangement.handles)
        seen += 1
        if arrangement.items and rng.random() < 0.2:
            moved = rng.sample(arrangement.handles, min(3, len(arrangement.items)))
            arrangement = move_cards(arrangement, moved, rng.choice((None, *arrangement.handles)))
            selection = choose_faces(selection, arrangement.items, rng.sample(arrangement.faces, len(moved)))
            assert len(selection.chosen) == len(moved)
    assert seen > 100
