"""记牌器: what a seat can know of the cards by counting, folded from the events that it saw.

`fold_tracker` is pure: the tracker after an event follows from the tracker before it and the event. Nothing in it
depends on cards that the seat did not see, so that it may be shown to a person and kept by a bot alike.
"""

from __future__ import annotations

from typing import NamedTuple

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import NO_CARDS, RANK_OF_FACE, RANKS, Counts, Face, counts_of
from gouji_desktop.rules.deck import deck_of
from gouji_desktop.rules.plays import Play, play_of_faces
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.state import Hand, Laid
from gouji_desktop.rules.views import View


class Declined(NamedTuple):
    """A seat let a play lie: it passed, yielded or accepted."""

    seat: Seat
    #: Who had laid the play.
    top: Seat
    play: Play


class Tracker(NamedTuple):
    """Everything countable that happened in a deal."""

    #: Cards that were laid, by rank.
    played: Counts
    #: Faces that each seat is known to hold: shown, bought, paid or returned to it and not laid since.
    known: tuple[tuple[Face, ...], ...]
    #: Who let which play lie, in order.
    declined: tuple[Declined, ...]
    #: The play on the table and who laid it.
    top: Seat
    table: Play | None


EMPTY_TRACKER = Tracker(NO_CARDS, ((),) * SEATS, (), -1, None)


def fold_tracker(tracker: Tracker, event: ev.Event) -> Tracker:
    """The tracker after an event as its seat saw it."""
    if isinstance(event, ev.Played):
        play = play_of_faces(event.faces)
        return tracker._replace(
            played=_add(tracker.played, event.faces),
            known=_lose(tracker.known, event.seat, event.faces),
            top=event.seat,
            table=play,
        )
    if isinstance(event, ev.Passed):
        if tracker.table is None:
            return tracker
        return tracker._replace(declined=(*tracker.declined, Declined(event.seat, tracker.top, tracker.table)))
    if isinstance(event, ev.RoundEnded):
        return tracker._replace(top=-1, table=None)
    if isinstance(event, ev.DealStarted):
        return EMPTY_TRACKER
    if isinstance(event, ev.SuitsShown):
        known = tracker.known
        for seat, faces in event.shows:
            known = _gain(known, seat, faces)
        return tracker._replace(known=known)
    if isinstance(event, ev.Bought):
        buy = event.purchase
        known = _move(tracker.known, buy.seller, buy.buyer, (buy.face,))
        if buy.price is not None:
            known = _move(known, buy.buyer, buy.seller, (buy.price,))
        return tracker._replace(known=known)
    if isinstance(event, ev.TributePaid):
        payment = event.payment
        return tracker._replace(known=_move(tracker.known, payment.payer, payment.taker, payment.faces))
    if isinstance(event, ev.Returned):
        return tracker._replace(known=_move(tracker.known, event.giver, event.to, event.faces))
    return tracker


def unseen(tracker: Tracker, view: View, seat: Seat) -> Counts:
    """Cards by rank that the seat cannot place: the deck less its own hand, the cards laid and those known to be held.

    Cards of a hand that was laid down unseen (a revolter's, a failed burner's) stay unseen.
    """
    deal = view.deal
    left = list(_deck_counts(view))
    own = NO_CARDS
    if deal is not None:
        hand = deal.hands[seat]
        own = hand.counts if isinstance(hand, Hand) else NO_CARDS
    for rank in range(RANKS):
        left[rank] -= own[rank] + tracker.played[rank]
    for other in range(SEATS):
        if other != seat:
            for face in tracker.known[other]:
                left[RANK_OF_FACE[face]] -= 1
    return tuple(max(0, number) for number in left)


def catch_up(view: View) -> Tracker:
    """What a player that missed the events of a deal can still read from the view: this round and the last."""
    tracker = EMPTY_TRACKER
    deal = view.deal
    if deal is None:
        return tracker
    for seat, faces in deal.shows:
        tracker = tracker._replace(known=_gain(tracker.known, seat, faces))
    for acts in (deal.last_round, deal.round.acts):
        for seat, act in enumerate(acts):
            if isinstance(act, Laid):
                tracker = tracker._replace(
                    played=_add(tracker.played, act.faces), known=_lose(tracker.known, seat, act.faces)
                )
    laid = deal.round.laid
    return tracker._replace(top=deal.round.top, table=None if laid is None else laid.play)


_DECKS: dict[tuple[int, int, int], Counts] = {}


def _deck_counts(view: View) -> Counts:
    rules = view.rules
    key = rules.decks, rules.threes, rules.fours
    if key not in _DECKS:
        _DECKS[key] = counts_of(deck_of(rules))
    return _DECKS[key]


def _add(counts: Counts, faces: tuple[Face, ...]) -> Counts:
    numbers = list(counts)
    for face in faces:
        numbers[RANK_OF_FACE[face]] += 1
    return tuple(numbers)


def _set(known: tuple[tuple[Face, ...], ...], seat: Seat, faces: list[Face]) -> tuple[tuple[Face, ...], ...]:
    return (*known[:seat], tuple(faces), *known[seat + 1 :])


def _gain(known: tuple[tuple[Face, ...], ...], seat: Seat, faces: tuple[Face, ...]) -> tuple[tuple[Face, ...], ...]:
    return _set(known, seat, sorted((*known[seat], *faces)))


def _lose(known: tuple[tuple[Face, ...], ...], seat: Seat, faces: tuple[Face, ...]) -> tuple[tuple[Face, ...], ...]:
    if not known[seat]:
        return known
    left = list(known[seat])
    for face in faces:
        if face in left:
            left.remove(face)
    return _set(known, seat, left)


def _move(
    known: tuple[tuple[Face, ...], ...], source: Seat, target: Seat, faces: tuple[Face, ...]
) -> tuple[tuple[Face, ...], ...]:
    return _gain(_lose(known, source, faces), target, faces)
