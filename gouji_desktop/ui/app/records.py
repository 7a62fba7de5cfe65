"""What a seat was told so far, read from the log of a match: for its log in words and its tracker."""

from __future__ import annotations

from gouji_desktop.rules.events import Event
from gouji_desktop.rules.views import SeatAudience, View, fold, project, redact
from gouji_desktop.table.log import MatchLog
from gouji_desktop.table.session import ClockInfo, Controller, SeatInfo, Update


def past_updates(log: MatchLog, seat: int) -> list[Update]:
    """The updates that a session of that seat has published before."""
    audience = SeatAudience(seat)
    view: View = project(log.start, audience)
    seats = tuple(
        SeatInfo(plan.name, Controller.PERSON if plan.is_person else Controller.BOT, plan.level)
        for plan in log.header.seats
    )
    updates = []
    for batch in log.batches:
        told: list[Event] = []
        for event in batch:
            seen = redact(event, audience)
            if seen is not None:
                view = fold(view, seen)
                told.append(seen)
        if told:
            updates.append(Update(tuple(told), view, None, seats, ClockInfo((), None, None)))
    return updates
