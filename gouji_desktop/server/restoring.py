"""Takes a match up again from what the store kept of it, after the server stopped in its middle.

Numbers and answers follow from the batches, deals from their secrets; what spectators had seen is not kept, and they
see the finished deals at once and the rest as if it had just happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gouji_desktop.rules.events import DealScored, DealStarted, Event
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.state import Stage, new_match
from gouji_desktop.rules.views import PUBLIC, View, fold, redact
from gouji_desktop.server.room_log import Batch, MatchHeader, decode_batch, decode_header
from gouji_desktop.server.room_match import RoomMatch
from gouji_desktop.server.room_seats import Place
from gouji_desktop.server.spectators import Spectators
from gouji_desktop.server.store import Store
from gouji_desktop.table.session import ClockInfo, SeatInfo, Told

_NO_CLOCK = ClockInfo((), None, None)


class KeptMatch(NamedTuple):
    """What the store kept of a running match."""

    header: MatchHeader
    batches: tuple[Batch, ...]

    @property
    def deals(self) -> int:
        """How many deals were dealt; those that were void count too."""
        return sum(isinstance(event, DealStarted) for batch in self.batches for event in batch.events)


def read_match(store: Store, place: Place) -> KeptMatch:
    """The match that runs at a place. Raises StoreError, ValueError where what was kept cannot be read."""
    header = decode_header(store.match_header(place.id, place.match))
    rows = store.batches(place.id, place.match)
    ((kept,),) = store.database.read(
        "SELECT count(*) FROM batches WHERE name = ? AND match = ?", (place.id, place.match)
    )
    if kept != len(rows):
        # Persons have seen what is lost: a match that went on from before it would be another one.
        raise ValueError(f"the events of match {place.match} break off after batch {len(rows)} of {kept}")
    return KeptMatch(header, tuple(map(decode_batch, rows)))


def take_up_shuffle(match: RoomMatch, deals: int) -> None:
    """Give a match the shuffle of its last deal. Raises StoreError, ValueError."""
    if not deals:
        return
    match.dealing.take_up(deals - 1)
    deal = match.match.deal
    if deal is None or deal.stage == Stage.OVER:
        match.dealing.over()


def show_again(
    spectators: Spectators,
    place: Place,
    rules: RuleSet,
    epoch: int,
    batches: Sequence[Batch],
    seats: tuple[SeatInfo, ...],
) -> None:
    """Let spectators see a match that was taken up."""
    public = [told for batch in batches if (told := _told(batch))]
    ends = [number for number, told in enumerate(public, 1) if any(isinstance(each, DealScored) for each in told)]
    known = ends[-1] if ends else 0
    view: View = new_match(rules, place.terms.deals or None)
    for told in public[:known]:
        view = _folded(view, told)
    spectators.begin(place.match, epoch, known, view, seats, at_once=True)
    for seq, told in enumerate(public[known:], known + 1):
        view = _folded(view, told)
        spectators.hear(Told(told, None, seats, _NO_CLOCK, paused=False), seq)


def _told(batch: Batch) -> tuple[Event, ...]:
    """What the public learned."""
    return tuple(told for event in batch.events if (told := redact(event, PUBLIC)) is not None)


def _folded(view: View, told: Sequence[Event]) -> View:
    for event in told:
        view = fold(view, event)
    return view
