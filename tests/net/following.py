"""A person at a table of bots on a server in memory, and how its view compares with the server's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.state import PLAYING
from gouji_desktop.rules.views import PUBLIC, SeatAudience, View, fold
from gouji_desktop.table.session import Update
from tests.net.wired import Wired
from tests.server.world import World

HOURS = 6 * 3600.0


def begin(world: World, *, bots: str = "hhehe", rules: str = "jinyou4", **fields: Any) -> Wired:
    """One person at a table of bots, whose match has begun."""
    wired = Wired(world, "甲")
    wired.host(rules, bots=bots, deals=1, **fields)
    wired.must(wired.client.start)
    wired.settle()
    return wired


def truth(world: World, wired: Wired) -> View:
    """The view of the client's seat, as the server's table host has it."""
    (room,) = world.core.rooms
    match = room._play.match
    assert match is not None
    seat = wired.session.seat
    return match.host.view(PUBLIC if seat is None else SeatAudience(seat))


def in_step(world: World, wired: Wired) -> bool:
    """Whether the client has caught up before anything else happens at the table."""
    return world.clock.run(0.3, until=lambda: wired.session.latest.view == truth(world, wired))


def asked(wired: Wired) -> bool:
    prompt = wired.session.latest.prompt
    return prompt is not None and prompt.stage == PLAYING


def follow(wired: Wired) -> Callable[[], View]:
    """Fold what the session publishes; the view that comes of it."""
    view = wired.session.latest.view

    def see(update: Update) -> None:
        nonlocal view
        if update.snapshot:
            view = update.view
        for event in update.events:
            view = fold(view, event)
        assert view == update.view
        seat = wired.session.seat
        if update.prompt is not None or view == wired.session.latest.view:
            # What was missed is told as it happened, but nothing of it is asked any more.
            assert update.prompt == (None if seat is None else prompt_of(view, seat))

    wired.session.subscribe(see)
    return lambda: view


def over(wired: Wired) -> bool:
    return wired.session.latest.view.over
