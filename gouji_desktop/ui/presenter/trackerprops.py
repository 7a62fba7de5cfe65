"""The tracker (记牌器): how many cards of each rank are still in other hands, and who let which plays lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gouji_desktop.bots.tracker import EMPTY_TRACKER, Tracker, catch_up, fold_tracker, unseen
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import NO_CARDS, RANKS, Counts, Rank, counts_of
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.seats import Seat, same_side
from gouji_desktop.rules.views import View
from gouji_desktop.table.session import Update
from gouji_desktop.ui.presenter.cardwords import play_words, rank_mark, rank_word
from gouji_desktop.ui.presenter.seating import Names, in_order
from gouji_desktop.ui.presenter.words import Words

#: So many plays that a seat let lie are named, the latest first.
MOST_PLAYS: Final = 4


@dataclass(frozen=True, slots=True)
class TrackerCell:
    """One rank. An empty cell is drawn faintly."""

    rank: Rank
    mark: str
    count: int
    empty: bool
    #: For a screen reader.
    spoken: str


@dataclass(frozen=True, slots=True)
class TrackerProps:
    """Fifteen cells from 大王 to 3."""

    title: str
    outside: str
    cells: tuple[TrackerCell, ...]


@dataclass(frozen=True, slots=True)
class PassLine:
    """What one seat let lie."""

    seat: Seat
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class PassProps:
    """The five other seats in order of play. The note says where earlier passes are unknown."""

    note: str
    lines: tuple[PassLine, ...]


@dataclass(frozen=True, slots=True)
class Tracking:
    """What was counted so far. `whole` says whether the deal was seen from its beginning."""

    tracker: Tracker = EMPTY_TRACKER
    whole: bool = False


def track(tracking: Tracking, update: Update) -> Tracking:
    """What is counted after an update. A snapshot knows this round and the last alone."""
    if update.snapshot:
        return Tracking(catch_up(update.view), whole=_nothing_missed(update.view))
    tracker, whole = tracking.tracker, tracking.whole
    for event in update.events:
        if isinstance(event, ev.DealStarted):
            tracker, whole = EMPTY_TRACKER, True
        tracker = fold_tracker(tracker, event)
    return Tracking(tracker, whole)


def _nothing_missed(view: View) -> bool:
    """Whether no card was laid before the rounds that the view shows: the first round runs, or none has begun."""
    deal = view.deal
    return deal is None or not (any(deal.last_round) or deal.finished or deal.placed_last)


def outside_counts(tracking: Tracking, update: Update, seat: Seat) -> Counts:
    """Cards by rank that other hands hold: those that were never seen, and those that are known to be there."""
    if update.view.deal is None:
        return NO_CARDS
    counts = list(unseen(tracking.tracker, update.view, seat))
    for owner, faces in enumerate(tracking.tracker.known):
        if owner != seat:
            for rank, number in enumerate(counts_of(faces)):
                counts[rank] += number
    return tuple(counts)


def derive_tracker(counts: Counts, words: Words, *, whole: bool = True) -> TrackerProps:
    """The strip from the counts."""
    cells = tuple(
        TrackerCell(
            rank,
            rank_mark(rank, words),
            counts[rank],
            counts[rank] == 0,
            words("tracker.spoken", rank=rank_word(rank, words), n=counts[rank]),
        )
        for rank in reversed(range(RANKS))
    )
    key = "tracker.outside" if whole else "tracker.outside_part"
    return TrackerProps(words("tracker.title"), words(key, n=sum(counts)), cells)


def let_lie(tracking: Tracking, seat: Seat) -> tuple[Play, ...]:
    """The last few plays of its enemies that a seat let lie in this deal, the latest first, each once.

    Letting an ally's play lie says nothing about a hand.
    """
    found: list[Play] = []
    for each in reversed(tracking.tracker.declined):
        if each.seat == seat and not same_side(seat, each.top) and each.play not in found:
            found.append(each.play)
    return tuple(found[:MOST_PLAYS])


def derive_passes(tracking: Tracking, own: Seat, names: Names, words: Words) -> PassProps:
    """Who let what lie, as the panel of the tracker tells it."""
    lines = []
    for seat in in_order(own)[1:]:
        plays = [play_words(play, words) for play in let_lie(tracking, seat)]
        text = words("tracker.let_lie", plays=words.join(plays)) if plays else words("tracker.let_none")
        lines.append(PassLine(seat, names.subject(seat, words), text))
    return PassProps("" if tracking.whole else words("tracker.passes_part"), tuple(lines))
