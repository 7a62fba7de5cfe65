from __future__ import annotations

from random import Random

import pytest

from gouji_desktop.bots.levels import make_player
from gouji_desktop.bots.tracker import EMPTY_TRACKER, Tracker, catch_up, fold_tracker, unseen
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import RANK_OF_FACE, counts_of, parse_faces
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Act, Payment, Purchase
from gouji_desktop.rules.views import SeatAudience, redact
from tests.bots.games import hand_of, other_unseen, questions, see
from tests.rules.randomplay import play_match


class Watcher:
    """A player that keeps a tracker and leaves the answers to another."""

    def __init__(self, seat: int) -> None:
        self.player = make_player("easy", seat, Random(seat))
        self.tracker: Tracker = EMPTY_TRACKER

    def observe(self, event, view) -> None:
        self.tracker = fold_tracker(self.tracker, event)
        self.player.observe(event, view)

    def answer(self, view, prompt):
        return self.player.answer(view, prompt)


@pytest.mark.parametrize("name", PRESETS)
def test_nothing_is_lost_or_invented(name: str) -> None:
    """What the others hold is what is unseen and what they are known to hold; known cards are really there."""
    watchers = [Watcher(seat) for seat in range(SEATS)]
    seen_known = 0
    for match, prompt, _ in questions(PRESETS[name], 6, deals=2, players=watchers):  # type: ignore[arg-type]
        assert match.deal is not None
        gone = match.deal.revolted or match.deal.placed_last
        tracker = watchers[prompt.seat].tracker
        hidden = unseen(tracker, see(match, prompt.seat), prompt.seat)
        others = [0] * 15
        known = [0] * 15
        for other in range(SEATS):
            if other != prompt.seat:
                held = hand_of(match, other)
                for rank, number in enumerate(held.counts):
                    others[rank] += number
                left = list(held.faces)
                for face in tracker.known[other]:
                    left.remove(face)
                    known[RANK_OF_FACE[face]] += 1
        seen_known += sum(known)
        assert gone or [one + two for one, two in zip(hidden, known, strict=True)] == others
    if match.rules.tribute_cards or match.rules.first_lead == "shown" or match.rules.buy_threes != "none":
        assert seen_known > 0


@pytest.mark.parametrize("name", PRESETS)
def test_the_tracker_is_blind_to_cards_that_are_not_seen(name: str) -> None:
    rng = Random(1)
    watchers = [Watcher(seat) for seat in range(SEATS)]
    for match, prompt, _ in questions(PRESETS[name], 3, players=watchers):  # type: ignore[arg-type]
        other = other_unseen(match, prompt.seat, rng)
        tracker = watchers[prompt.seat].tracker
        view, twin = see(match, prompt.seat), see(other, prompt.seat)
        assert unseen(tracker, view, prompt.seat) == unseen(tracker, twin, prompt.seat)
        assert catch_up(view) == catch_up(twin)


def test_known_cards_follow_tribute_purchase_and_return() -> None:
    two, three, king = parse_faces("2h 3s Kd")
    tracker = EMPTY_TRACKER
    tracker = fold_tracker(tracker, ev.Bought(Purchase(0, 3, three, two)))
    assert tracker.known[0] == (three,)
    assert tracker.known[3] == (two,)
    tracker = fold_tracker(tracker, ev.TributePaid(Payment("place", 3, 5, (two,), False)))
    assert tracker.known[3] == ()
    assert tracker.known[5] == (two,)
    tracker = fold_tracker(tracker, ev.Returned(5, 3, (king,)))
    assert tracker.known[3] == (king,)
    tracker = fold_tracker(tracker, ev.Played(3, (king,), False, False, False, ev.Mode.TURN))
    assert tracker.known[3] == ()
    assert tracker.played == counts_of((king,))


def test_who_let_what_lie() -> None:
    faces = parse_faces("9 9")
    tracker = fold_tracker(EMPTY_TRACKER, ev.Played(2, faces, False, False, False, ev.Mode.TURN))
    tracker = fold_tracker(tracker, ev.Passed(3, Act.PASS))
    tracker = fold_tracker(tracker, ev.Passed(5, Act.YIELD))
    assert [(each.seat, each.top, each.play.base) for each in tracker.declined] == [(3, 2, 6), (5, 2, 6)]
    tracker = fold_tracker(tracker, ev.RoundEnded(2, 2))
    assert tracker.table is None
    assert fold_tracker(tracker, ev.DealStarted(2, (), -1, ())) == EMPTY_TRACKER


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_hidden_of_an_event_changes_no_tracker(name: str) -> None:
    """The tracker of the whole truth is that of what the seat was told: it cannot speak of hidden cards."""
    cut = 0
    for seat in (0, 3):
        tracker = EMPTY_TRACKER
        for move in play_match(PRESETS[name], seed=5, deals=2):
            for event in move.events:
                seen = redact(event, SeatAudience(seat))
                whole = fold_tracker(tracker, event)
                assert whole == (tracker if seen is None else fold_tracker(tracker, seen)), event
                cut += seen != event
                tracker = whole
    assert cut > 0
