"""The strip of the tracker: right at every moment, and blind to hidden cards."""

from __future__ import annotations

import pytest

from gouji_desktop.rules.cards import NO_CARDS, RANKS, counts_of
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.state import Hand, new_match
from gouji_desktop.rules.views import SeatAudience, fold, project, redact
from gouji_desktop.table.session import Update
from gouji_desktop.ui.presenter.trackerprops import Tracking, derive_tracker, outside_counts, track
from tests.rules.randomplay import play_match
from tests.ui.presenter.scenes import INFOS, NO_CLOCK, en, zh


def test_fifteen_cells() -> None:
    props = derive_tracker((12, 4, 4, 4, 4, 4, 4, 4, 3, 0, 5, 6, 5, 2, 1), zh())
    assert [cell.mark for cell in props.cells] == ["大王", "小王", *"2AKQJ", "10", *"9876543"]
    assert [cell.count for cell in props.cells][:3] == [1, 2, 5]
    assert props.outside == "外面 62"
    assert [cell.mark for cell in props.cells if cell.empty] == ["Q"]
    english = derive_tracker((0,) * RANKS, en(), whole=False)
    assert [cell.mark for cell in english.cells][:2] == ["BJ", "SJ"]
    assert english.outside == "at most 0 out"


@pytest.mark.parametrize("name", ["tribute216", "jinyou4", "zaozhuang6"])
def test_the_counts_are_the_cards_of_the_others(name: str) -> None:
    audience = SeatAudience(2)
    rules = preset(name)
    view = project(new_match(rules, 2), audience)
    tracking = Tracking()
    for move in play_match(rules, seed=8, deals=2):
        events = [redacted for event in move.events if (redacted := redact(event, audience)) is not None]
        for event in events:
            view = fold(view, event)
        update = Update(tuple(events), view, prompt_of(view, 2), INFOS, NO_CLOCK)
        tracking = track(tracking, update)
        deal = move.after.deal
        counts = outside_counts(tracking, update, 2)
        if deal is None:
            assert counts == NO_CARDS
            continue
        hands = [hand for seat, hand in enumerate(deal.hands) if seat != 2 and isinstance(hand, Hand)]
        held = counts_of(face for hand in hands for face in hand.faces)
        if not deal.places:
            assert tracking.whole
            assert counts == held


def test_a_late_joiner_says_at_most() -> None:
    rules, audience = preset("zaozhuang6"), SeatAudience(0)
    tracking = Tracking()
    for number, move in enumerate(play_match(rules, seed=8, deals=1)):
        view = project(move.after, audience)
        tracking = track(Tracking(), Update((), view, None, INFOS, NO_CLOCK, snapshot=True))
        if number == 0:
            assert tracking.whole
    assert not tracking.whole
