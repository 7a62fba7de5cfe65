"""Takes a match up again from what the store kept of it, after the server stopped in its middle.

Numbers and answers follow from the batches, deals from their secrets. Only the running deal is read: how the match
stood before it was kept when it began. What spectators had seen is not kept, and they see the finished deals at once
and the rest as if it had just happened.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from gouji_desktop.rules.engine import evolve
from gouji_desktop.rules.events import DealScored, Event
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import PUBLIC, View, fold, project, redact
from gouji_desktop.server.deal_snapshots import DealSnapshot, beginning, decode_snapshot, done_of
from gouji_desktop.server.past import begins_deal
from gouji_desktop.server.room_log import Batch, MatchHeader, batches_of, decode_batch, decode_header
from gouji_desktop.server.room_match import History, RoomMatch, count_batch
from gouji_desktop.server.room_seats import Place
from gouji_desktop.server.spectators import Spectators
from gouji_desktop.server.store import Store
from gouji_desktop.table.session import ClockInfo, SeatInfo, Told

_log = logging.getLogger(__name__)
_NO_HISTORY = "the events are no history of a match under these rules"
_NO_CLOCK = ClockInfo((), None, None)


class KeptMatch(NamedTuple):
    """What the store kept of a match."""

    header: MatchHeader
    history: History


def read_match(store: Store, place: Place, rules: RuleSet, answers_kept: int) -> KeptMatch:
    """The match that runs at a place. Raises StoreError, ValueError where what was kept cannot be read."""
    header = decode_header(store.match_header(place.id, place.match))
    before = _snapshot(store, place, rules)
    if before is not None:
        batches = _batches(store, place, before.number)
        if not batches:
            # The first of them was kept together with the snapshot.
            raise ValueError(f"the events of match {place.match} break off after batch {before.number}")
        if not begins_deal(batches[0].events):
            raise ValueError(_NO_HISTORY)
        return KeptMatch(header, History(before, batches))
    batches = _batches(store, place, -1)
    return KeptMatch(
        header, _since_last_deal(beginning(rules, place.terms.deals or None, place.match), batches, answers_kept)
    )


def read_ended(store: Store, place: Place, rules: RuleSet, answers_kept: int) -> KeptMatch:
    """A match that has ended, from its log where that is kept. Raises as `read_match` does."""
    log = store.packed_log(place.id, place.match)
    if log is None and store.count_batches(place.id, place.match):
        return read_match(store, place, rules, answers_kept)
    header = decode_header(store.match_header(place.id, place.match))
    before = _snapshot(store, place, rules)
    if log is not None and before is not None:
        batches = batches_of(log.last_part())
        last = max((number for number, batch in enumerate(batches) if begins_deal(batch.events)), default=None)
        if last is not None:
            return KeptMatch(header, History(before, batches[last:]))
    batches = batches_of(b"" if log is None else log.read(0, log.size))
    return KeptMatch(
        header, _since_last_deal(beginning(rules, place.terms.deals or None, place.match), batches, answers_kept)
    )


def _snapshot(store: Store, place: Place, rules: RuleSet) -> DealSnapshot | None:
    """How the match stood before its last deal; None where that is not known."""
    body = store.progress.snapshot(place.id, place.match)
    try:
        return None if body is None else decode_snapshot(body, rules)
    except ValueError as error:
        _log.warning("table %s: %s", place.id, error)
        return None


def _batches(store: Store, place: Place, after: int) -> tuple[Batch, ...]:
    rows = store.batches(place.id, place.match, after)
    kept = store.count_batches(place.id, place.match, after)
    if kept != len(rows):
        # Persons have seen what is lost: a match that went on from before it would be another one.
        first = max(after, 0)
        raise ValueError(
            f"the events of match {place.match} break off after batch {first + len(rows)} of {first + kept}"
        )
    return tuple(map(decode_batch, rows))


def _since_last_deal(before: DealSnapshot, batches: Sequence[Batch], answers_kept: int) -> History:
    """All batches of a match, cut down to its last deal. Raises ValueError where they are no history of it."""
    deals = [number for number, batch in enumerate(batches) if begins_deal(batch.events)]
    last = deals[-1] if deals else 0
    match, seq = before.match, before.seq
    done: list[dict[str, int]] = [{} for _ in range(SEATS)]
    try:
        for batch in batches[:last]:
            match = reduce(evolve, batch.events, match)
            seq = count_batch(batch, seq, done, answers_kept)
    except (AssertionError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(_NO_HISTORY) from error
    before = DealSnapshot(match, max(0, len(deals) - 1), before.number + last, seq, done_of(done))
    return History(before, tuple(batches[last:]))


def take_up_shuffle(match: RoomMatch) -> None:
    """Give a match the shuffle of its last deal. Raises StoreError, ValueError."""
    if not match.dealt:
        return
    match.dealing.take_up(match.dealt - 1)
    deal = match.match.deal
    if deal is None or deal.stage == Stage.OVER:
        match.dealing.over()


def show_again(spectators: Spectators, place: Place, epoch: int, history: History, seats: tuple[SeatInfo, ...]) -> None:
    """Let spectators see a match that was taken up."""
    public = [told for batch in history.batches if (told := _told(batch))]
    ends = [number for number, told in enumerate(public, 1) if any(isinstance(each, DealScored) for each in told)]
    known = ends[-1] if ends else 0
    seq = history.before.seq
    view: View = project(history.before.match, PUBLIC)
    for told in public[:known]:
        view = reduce(fold, told, view)
    spectators.begin(place.match, epoch, seq + known, view, seats, at_once=True)
    for number, told in enumerate(public[known:], seq + known + 1):
        spectators.hear(Told(told, None, seats, _NO_CLOCK, paused=False), number)


def _told(batch: Batch) -> tuple[Event, ...]:
    """What the public learned."""
    return tuple([told for event in batch.events if (told := redact(event, PUBLIC)) is not None])
