"""What a log and a tracker hold of somebody who was never away, made of what the server's store has."""

from __future__ import annotations

from functools import lru_cache

from gouji_desktop.net.remote import RemoteSession
from gouji_desktop.rules.events import Answered, DealStarted, Event
from gouji_desktop.rules.views import PUBLIC, SeatAudience, View, fold, project, redact
from gouji_desktop.server.room_log import batches_of, decode_batch
from gouji_desktop.table.session import ClockInfo, Update
from gouji_desktop.ui.presenter.logbook import Entry, Logbook, record
from gouji_desktop.ui.presenter.trackerprops import Tracking, track
from tests.server.world import World


def told(world: World, session: RemoteSession) -> tuple[Logbook, Tracking]:
    """What a log and a tracker make of everything that the seat was told since its match began, as the store has it."""
    table, match, seat = session.key
    audience = PUBLIC if seat is None else SeatAudience(seat)
    (room,) = world.core.rooms
    log = room._play.match
    assert log is not None
    view: View = project(session.latest.view._replace(step=0, scores=(0,) * 6, deal=None), audience)
    view = view._replace(debts=(), streaks=(), opened_next=0, results=(), over=False)
    book, tracking = Logbook(), Tracking()
    public = 0
    for batch in stored(world, table, match):
        seen = tuple(each for event in batch if (each := redact(event, audience)) is not None)
        alone = isinstance(batch[0], Answered) and all(redact(event, PUBLIC) is None for event in batch)
        if not alone and public == session.position.seq:
            break
        public += not alone
        for event in seen:
            view = fold(view, event)
        if seen:
            update = Update(seen, view, None, (), ClockInfo((), None, None))
            book, tracking = record(book, update), track(tracking, update)
    assert view == session.latest.view
    return book, tracking


def stored(world: World, table: str, match: int) -> list[tuple[Event, ...]]:
    rows = world.store.batches(table, match)
    if rows:
        return [_events(row) for row in rows]
    return [batch.events for batch in batches_of(world.store.log(table, match) or b"")]


#: Everybody who comes back is compared with everything that happened.
_events = lru_cache(maxsize=4096)(lambda row: decode_batch(row).events)


def of_deal(book: Logbook) -> list[Entry]:
    """The entries of the running deal."""
    starts = [number for number, entry in enumerate(book.entries) if isinstance(entry.event, DealStarted)]
    return list(book.entries[starts[-1] :]) if starts else []


def compare(world: World, book: Logbook, tracking: Tracking, session: RemoteSession) -> None:
    """A log and a tracker of the running deal are those of somebody who was never away."""
    wanted, counted = told(world, session)
    assert of_deal(book) == of_deal(wanted)
    assert (book.deal, book.round) == (wanted.deal, wanted.round)
    assert tracking == counted
