"""What every table session does, whatever stands behind it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gouji_desktop.rules.commands import Pass
from gouji_desktop.rules.events import Answered, DealEnded, DealScored, DealStarted
from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Hand, Hidden
from gouji_desktop.rules.views import EVERYTHING, fold, own_seat
from gouji_desktop.table.session import Capability, Controller, Update
from tests.contract.sessions import DEALS, MAKERS, Scene


@pytest.fixture(params=MAKERS)
def scene(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Scene]:
    made = MAKERS[request.param](tmp_path)
    yield made
    made.close()


def test_every_update_follows_from_the_one_before(scene: Scene) -> None:
    scene.finish()
    view = scene.first.view
    for update in scene.updates:
        if update.snapshot:
            view = update.view
        for event in update.events:
            view = fold(view, event)
        assert update.view == view
    assert view.over
    assert scene.session.latest.view == view


def test_a_whole_match_is_told_in_order(scene: Scene) -> None:
    scene.finish()
    events = [event for update in scene.updates for event in update.events]
    for kind in (DealStarted, DealEnded, DealScored):
        assert sum(isinstance(event, kind) for event in events) == DEALS
    steps = [update.view.step for update in scene.updates]
    assert steps == sorted(steps)


def test_the_latest_is_a_snapshot_that_changes_nothing(scene: Scene) -> None:
    scene.go_on(30)
    before = len(scene.updates)
    one, two = scene.session.latest, scene.session.latest
    assert one.snapshot
    assert one.events == ()
    assert one == two
    assert len(scene.updates) == before


def test_the_prompt_follows_from_the_view(scene: Scene) -> None:
    scene.finish()
    for update in scene.updates:
        seat = scene.session.seat
        assert update.prompt == (None if seat is None else prompt_of(update.view, seat))


def test_nothing_is_shown_that_the_audience_may_not_see(scene: Scene) -> None:
    scene.finish()
    own = own_seat(scene.audience)
    for update in scene.updates:
        if scene.audience == EVERYTHING or update.view.deal is None:
            continue
        for seat, hand in enumerate(update.view.deal.dealt):
            assert isinstance(hand, Hand if seat == own else Hidden)
        assert not [event for event in update.events if isinstance(event, Answered) and event.seat != own]


def test_seats_and_clocks_are_proper(scene: Scene) -> None:
    scene.finish()
    for update in scene.updates:
        assert len(update.seats) == SEATS
        assert all((info.controller == Controller.BOT) == bool(info.level) for info in update.seats)
        assert set(update.clock.seats) <= set(range(SEATS))
        assert (update.clock.left is None) == (update.clock.total is None)


def test_many_may_listen_and_leave(scene: Scene) -> None:
    heard: list[Update] = []
    leave = scene.session.subscribe(heard.append)
    before = len(scene.updates)
    scene.go_on(20)
    assert heard == scene.updates[before:]
    assert heard
    leave()
    leave()
    number = len(heard)
    scene.go_on(20)
    assert len(heard) == number


def test_a_listener_may_leave_while_it_listens(scene: Scene) -> None:
    heard: list[Update] = []

    def once(update: Update) -> None:
        heard.append(update)
        leave()

    leave = scene.session.subscribe(once)
    scene.go_on(20)
    assert len(heard) == 1


def test_a_command_of_nobody_here_is_refused_to_the_sender_alone(scene: Scene) -> None:
    scene.go_on(10)
    before = scene.session.latest.view
    number = len(scene.updates)
    scene.session.submit(Pass(4, before.step))
    assert [update.rejected is None for update in scene.updates[number:]] == [False]
    assert scene.updates[-1].events == ()
    assert scene.session.latest.view == before
    assert scene.session.latest.rejected is None


def test_pausing_stops_and_goes_on(scene: Scene) -> None:
    scene.go_on(10)
    if Capability.PAUSE not in scene.session.capabilities:
        scene.session.set_paused(True)
        assert not scene.session.latest.paused
        scene.finish()
        return
    scene.session.set_paused(True)
    assert [update.paused for update in (scene.updates[-1], scene.session.latest)] == [True, True]
    number, view = len(scene.updates), scene.session.latest.view
    scene.session.set_paused(True)
    scene.clock.run(100)
    assert len(scene.updates) == number
    assert scene.session.latest.view == view
    scene.session.set_paused(False)
    assert not scene.session.latest.paused
    scene.finish()


def test_every_pace_is_taken_and_no_other(scene: Scene) -> None:
    for pace in ("slow", "normal", "fast", "instant"):
        scene.session.set_pace(pace)
        scene.go_on(3)
    with pytest.raises(ValueError, match="sideways"):
        scene.session.set_pace("sideways")


def test_what_it_cannot_do_does_nothing(scene: Scene) -> None:
    scene.go_on(10)
    able = scene.session.capabilities
    before = scene.session.latest
    if Capability.TRUSTEE not in able:
        scene.session.set_trustee(True)
        scene.session.set_trustee(False)
    if Capability.FAST_FORWARD not in able:
        scene.session.set_fast_forward(True)
    if Capability.PLAY not in able:
        scene.session.set_auto_pass(True)
        assert scene.session.seat is None
    if Capability.PAUSE not in able:
        scene.session.set_paused(True)
    assert scene.session.latest == before
    assert able or scene.session.seat is None


def test_after_closing_nothing_is_told_and_nothing_raises(scene: Scene) -> None:
    scene.go_on(10)
    session = scene.session
    session.close()
    session.close()
    number = len(scene.updates)
    session.submit(Pass(0, 1))
    session.set_paused(True)
    session.set_paused(False)
    session.set_trustee(True)
    session.set_auto_pass(True)
    session.set_fast_forward(True)
    session.set_pace("fast")
    session.next_deal()
    scene.clock.run(100)
    assert len(scene.updates) == number
