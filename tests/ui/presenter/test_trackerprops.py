"""The strip of the tracker: right at every moment, and blind to hidden cards."""

from __future__ import annotations

import random

import pytest

from gouji_desktop.bots.tracker import EMPTY_TRACKER, Declined, Tracker, fold_tracker
from gouji_desktop.rules.cards import NO_CARDS, RANKS, counts_of, parse_faces
from gouji_desktop.rules.plays import play_of_faces
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.state import Hand, new_match
from gouji_desktop.rules.views import SeatAudience, fold, project, redact
from gouji_desktop.table.session import Update
from gouji_desktop.ui.presenter.trackerprops import (
    MOST_PLAYS,
    Tracking,
    derive_passes,
    derive_tracker,
    let_lie,
    outside_counts,
    track,
)
from tests.bots.games import other_unseen
from tests.rules.randomplay import play_match
from tests.ui.presenter.scenes import INFOS, NAMES, NO_CLOCK, en, names, zh


def test_fifteen_cells() -> None:
    props = derive_tracker((12, 4, 4, 4, 4, 4, 4, 4, 3, 0, 5, 6, 5, 2, 1), zh())
    assert [cell.mark for cell in props.cells] == ["大王", "小王", *"2AKQJ", "10", *"9876543"]
    assert [cell.count for cell in props.cells][:3] == [1, 2, 5]
    assert props.outside == "外面 62"
    assert [cell.mark for cell in props.cells if cell.empty] == ["Q"]
    english = derive_tracker((0,) * RANKS, en(), whole=False)
    assert [cell.mark for cell in english.cells][:2] == ["BJ", "SJ"]
    assert english.outside == "up to 0"


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


def passed(*lines: str) -> Tracking:
    """Who let what lie, in order: `3 by 2: 99` is seat 3 on the play 99 of seat 2."""
    declined = []
    for line in lines:
        who, cards = line.split(": ")
        seat, top = who.split(" by ")
        play = play_of_faces(parse_faces(" ".join(cards)))
        assert play is not None
        declined.append(Declined(int(seat), int(top), play))
    return Tracking(EMPTY_TRACKER._replace(declined=tuple(declined)), whole=True)


@pytest.mark.parametrize(
    ("lines", "seat", "chinese", "english"),
    [
        ((), 3, "还没放过对方的牌", "Has let no enemy play stand yet"),
        (("3 by 2: 99",), 3, "没管 两张 9", "Let stand: two 9s"),
        (("3 by 2: 99",), 4, "还没放过对方的牌", "Has let no enemy play stand yet"),
        (("3 by 1: 99",), 3, "还没放过对方的牌", "Has let no enemy play stand yet"),
        (("3 by 2: 99", "3 by 0: KKK", "3 by 4: 99"), 3, "没管 两张 9、三张 K", "Let stand: two 9s, three Ks"),
        (
            ("3 by 2: 9", "3 by 2: T", "3 by 2: J", "3 by 2: Q", "3 by 2: K"),
            3,
            "没管 一张 K、一张 Q、一张 J、一张 10",
            None,
        ),
    ],
)
def test_who_let_what_lie(lines: tuple[str, ...], seat: int, chinese: str, english: str | None) -> None:
    told = {line.seat: line for line in derive_passes(passed(*lines), 0, names(), zh()).lines}
    assert list(told) == [1, 2, 3, 4, 5]
    assert [line.name for line in told.values()] == list(NAMES[1:])
    assert told[seat].text == chinese
    if english is not None:
        assert {line.seat: line.text for line in derive_passes(passed(*lines), 0, names(), en()).lines}[seat] == english
    assert all(len(let_lie(passed(*lines), other)) <= MOST_PLAYS for other in range(6))


def test_passes_before_joining_are_said_to_be_unknown() -> None:
    assert derive_passes(Tracking(whole=True), 0, names(), zh()).note == ""
    assert derive_passes(Tracking(whole=False), 0, names(), zh()).note == "从中途看起，前面的不知道"
    assert derive_passes(Tracking(), 0, names(), en()).note == "Joined midway: earlier passes are unknown"


@pytest.mark.parametrize("name", ["tribute216", "jinyou4", "zaozhuang6"])
def test_the_tracker_of_the_window_is_blind_to_hidden_cards(name: str) -> None:
    """With the unseen cards dealt otherwise it shows the same counts and the same passes."""
    rng, audience = random.Random(4), SeatAudience(2)
    tracker: Tracker = EMPTY_TRACKER
    compared = 0
    for move in play_match(preset(name), seed=9, deals=1):
        for event in move.events:
            seen = redact(event, audience)
            tracker = tracker if seen is None else fold_tracker(tracker, seen)
        deal = move.after.deal
        if deal is None or not all(isinstance(hand, Hand) for hand in deal.hands) or rng.random() < 0.7:
            continue
        shown = []
        for match in (move.after, other_unseen(move.after, 2, rng)):
            update = Update((), project(match, audience), None, INFOS, NO_CLOCK)
            tracking = Tracking(tracker, whole=True)
            shown.append((outside_counts(tracking, update, 2), derive_passes(tracking, 2, names(2), zh())))
        assert shown[0] == shown[1]
        compared += 1
    assert compared > 20
