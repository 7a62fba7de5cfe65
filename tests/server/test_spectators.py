"""Spectators: the public view, late, the same for everybody, and nothing that is a seat's."""

from __future__ import annotations

import msgspec
import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.rules.state import Hidden
from gouji_desktop.rules.views import PUBLIC, View, project
from gouji_desktop.server.ports import Done, StoreError
from tests.server.rooms import Guest, Hall, eager
from tests.table.drivers import RULES


def watching(hall: Hall, uid: str) -> Guest:
    guest = hall.guest(uid)
    assert hall.room.spectate(guest) == Done(t="t1")
    return guest


@pytest.mark.parametrize("rules", RULES)
def test_who_comes_late_sees_what_those_see_who_were_there(rules: str) -> None:
    hall = Hall(rules, seed=3)
    hall.open(deals=2)
    early = watching(hall, "w")
    two = hall.seat("b", 1)
    two.ask(req.Ready)
    for seat, guest in enumerate((hall.guests["a"], two)):
        guest.policy = eager(seat)
    assert hall.guests["a"].ask(req.Start) == Done()
    late = 0
    while hall.room.phase == "playing":
        hall.run(73.0, step=0.4)
        newcomer = watching(hall, f"n{late}")
        late += 1
        if early.play is not None:
            assert newcomer.play.view == early.play.view
            assert newcomer.play.position == early.play.position
            assert newcomer.play.seats == early.play.seats
            assert newcomer.place == early.place or newcomer.place.watchers >= early.place.watchers
    hall.run(31.0)
    for guest in hall.guests.values():
        if guest.uid.startswith(("w", "n")):
            assert guest.play.view == project(hall.host.match, PUBLIC)
            assert guest.place.phase == "over"
    assert late > 3


def test_everything_is_seen_half_a_minute_late() -> None:
    hall = Hall("zaozhuang6")
    one, _ = hall.begin(2)
    watcher = watching(hall, "w")
    views: list[tuple[float, View]] = []
    start = hall.clock.now
    seen = 0
    for _ in range(500):
        hall.run(0.2, step=0.2)
        views.append((hall.clock.now, project(hall.host.match, PUBLIC)))
        if watcher.play is None:
            assert hall.clock.now < start + 30.3
            continue
        then = max((view for when, view in views if when <= hall.clock.now - 29.8), key=lambda view: view.step)
        assert watcher.play.view.step <= then.step
        if watcher.play.view.step == then.step:
            assert watcher.play.view == then
            seen += 1
    assert seen > 50
    assert one.play.seq > watcher.play.seq


def test_nothing_that_is_a_seats_reaches_a_spectator() -> None:
    hall = Hall("tribute216", seed=4)
    hall.begin(3, deals=2)
    watcher = watching(hall, "w")
    hands: set[str] = set()
    while hall.room.phase == "playing":
        hall.run(5.0, step=0.4)
        view = watcher.play and watcher.play.view
        if view and view.deal is not None and view.deal.stage != "over":
            assert all(isinstance(hand, Hidden) for hand in (*view.deal.hands, *view.deal.dealt))
            hands.add(view.deal.stage)
    hall.run(31.0)
    assert hands
    kinds = {type(message) for message in watcher.received}
    assert kinds <= {msg.Table, msg.Snap, msg.Ev, msg.State, msg.DealCommit, msg.Nonces, msg.Reveal}
    for message in watcher.received:
        assert getattr(message, "prompt", None) is None
        assert getattr(message, "you", None) is None
        assert getattr(message, "cmd", None) is None
        if isinstance(message, msg.Ev):
            assert message.p == 0
            for event in message.events:
                assert event["type"] != "Answered"
                if event["type"] == "DealStarted":
                    assert event["permutation"] == []
                    assert event["hands"] == [{"hidden": 36}] * 6
                if event["type"] == "QueryOpened" and event["stage"] in ("show_query", "burn_query"):
                    assert event["asked"] == 0


def test_spectators_check_the_shuffle_too() -> None:
    hall = Hall("zaozhuang6")
    hall.begin(2, deals=2)
    watcher = watching(hall, "w")
    hall.play()
    hall.run(31.0)
    assert watcher.watch.state.phase == ShufflePhase.VERIFIED
    assert len(watcher.watch.verified) == 2
    assert not watcher.watch.state.own


def test_a_secret_is_shown_to_spectators_no_sooner_than_the_end_of_its_deal() -> None:
    hall = Hall("zaozhuang6")
    hall.begin(2)
    watcher = watching(hall, "w")
    hall.play()
    hall.run(31.0)
    kinds = [type(message) for message in watcher.received]
    last = max(number for number, kind in enumerate(kinds) if kind is msg.Ev)
    assert kinds.index(msg.Reveal) > last


def test_who_sits_at_the_table_may_not_watch_it() -> None:
    hall = Hall()
    one, two = hall.begin(2)
    standing = hall.guest("s")
    standing.join()
    assert hall.room.spectate(one).code == ErrorCode.FORBIDDEN
    assert hall.room.spectate(standing) == Done(t="t1")
    assert two.ask(req.Leave) == Done()
    assert hall.room.spectate(two).code == ErrorCode.FORBIDDEN


def test_who_sits_down_watches_no_more() -> None:
    hall = Hall()
    hall.open()
    guest = watching(hall, "w")
    guest.join()
    assert hall.room.watchers == 1
    assert guest.ask(req.Sit, seat=3) == Done()
    assert hall.room.watchers == 0
    assert not guest.all(msg.Gone)
    assert guest.place.you == 3
    before = len(guest.frames)
    hall.run(40.0)
    assert len(guest.frames) == before


def test_a_table_may_have_no_spectators_and_never_more_than_so_many() -> None:
    hall = Hall(spectators=3)
    hall.open(spectators=False)
    assert hall.room.spectate(hall.guest("w")).code == ErrorCode.FORBIDDEN
    hall = Hall(spectators=3)
    host = hall.open()
    for number in range(3):
        watching(hall, f"w{number}")
    assert hall.room.spectate(hall.guest("late")).code == ErrorCode.TABLE_FULL
    assert host.place.watchers == 3
    hall.room.unspectate(hall.guests["w1"])
    assert host.place.watchers == 2
    watching(hall, "late")
    hall.room.gone(hall.guests["w0"])
    assert hall.room.watchers == 2


def test_a_spectator_that_has_gone_is_told_nothing() -> None:
    hall = Hall("zaozhuang6")
    hall.begin(2)
    watcher = watching(hall, "w")
    hall.run(60.0, step=0.4)
    hall.room.unspectate(watcher)
    before = len(watcher.frames)
    hall.run(60.0, step=0.4)
    assert len(watcher.frames) == before
    again = watching(hall, "w")
    assert again.play.seq > watcher.play.seq


def test_what_nobody_watched_is_there_for_who_comes() -> None:
    """The queue of a table that nobody watches does not grow for ever."""
    hall = Hall("zaozhuang6")
    hall.begin(6, deals=2)
    longest = 0
    while hall.room.phase == "playing":
        hall.run(10.0, step=0.4)
        longest = max(longest, len(hall.room._spectators._queue))
    assert 100 < longest <= 300
    hall.run(31.0)
    watcher = watching(hall, "w")
    assert watcher.play.view == project(hall.host.match, PUBLIC)


def test_a_resync_shows_a_spectator_everything_again() -> None:
    hall = Hall("zaozhuang6")
    hall.begin(2)
    watcher = watching(hall, "w")
    hall.run(60.0, step=0.4)
    start = len(watcher.received)
    assert watcher.ask(req.Resync, ep=0) is None
    assert [type(message) for message in watcher.received[start:]] == [
        msg.Table,
        msg.Past,
        msg.Snap,
        msg.DealCommit,
        msg.Nonces,
    ]
    commit = watcher.received[-2]
    assert isinstance(commit, msg.DealCommit)
    assert commit.again


@pytest.mark.parametrize("rules", ["tribute216", "zaozhuang6"])
def test_after_a_restart_nothing_is_seen_sooner(rules: str) -> None:
    hall = Hall(rules, seed=2)
    hall.begin(2, deals=2)
    hall.run(3600.0, lambda: hall.room.row().done == 1 and not hall.between(), step=0.4)
    hall.run(20.0, step=0.4)
    for guest in hall.guests.values():
        guest.closed = True
    hall.restart()
    then = project(hall.host.match, PUBLIC)
    watcher = watching(hall, "w")
    assert watcher.play.view.deal.stage == "over"
    assert len(watcher.play.view.results) == 1
    assert [seat.by for seat in watcher.play.seats] == ["person"] * 2 + ["bot"] * 4
    assert [seat.name for seat in watcher.play.seats] == [seat.name for seat in watcher.place.seats]
    assert [seat.name for seat in watcher.place.seats[:2]] == ["A", "B"]
    hall.run(29.0, step=0.4)
    assert len(watcher.play.view.results) == 1
    assert watcher.play.view.deal.stage == "over"
    hall.run(1.1, step=0.1)
    assert watcher.play.view.step >= then.step
    hall.run(3600.0, lambda: hall.room.phase == "over", step=0.4)
    hall.run(31.0)
    assert watcher.play.view == project(hall.host.match, PUBLIC)


def test_the_frames_of_all_spectators_are_the_same_bytes() -> None:
    hall = Hall("zaozhuang6")
    hall.begin(2)
    one, two = watching(hall, "v"), watching(hall, "w")
    hall.run(90.0, step=0.4)
    tail = [frame for frame in one.frames if msgspec.json.decode(frame)["k"] == "ev"]
    assert len(tail) > 10
    assert all(mine is other for mine, other in zip(tail, [f for f in two.frames if f in tail], strict=True))


def _restarted(hall: Hall) -> Guest:
    """The server is started anew, and somebody watches who never did."""
    for guest in hall.guests.values():
        guest.closed = True
    hall.restart()
    return watching(hall, "w")


def test_who_first_watches_after_a_restart_checks_the_shuffle_of_the_deal_that_runs() -> None:
    hall = Hall("zaozhuang6", seed=2)
    hall.begin(2)
    hall.run(40.0, step=0.4)
    early = _restarted(hall)
    hall.run(10.0, step=0.4)
    late = watching(hall, "v")
    hall.run(3600.0, lambda: hall.room.phase == "over", step=0.4)
    hall.run(31.0)
    for watcher in (early, late):
        assert watcher.watch.state.phase == ShufflePhase.VERIFIED
        assert watcher.watch.state.late


def test_who_first_watches_after_a_restart_between_two_deals_checks_the_one_that_is_over() -> None:
    hall = Hall("zaozhuang6", seed=2)
    hall.begin(2, deals=2)
    hall.run(3600.0, hall.between, step=0.4)
    watcher = _restarted(hall)
    assert watcher.play.view.deal.stage == "over"
    hall.run(15.0, step=0.4)
    late = watching(hall, "v")
    hall.run(16.0, step=0.4)
    assert late.watch.state.phase == ShufflePhase.VERIFIED
    assert watcher.watch.state.phase == ShufflePhase.VERIFIED


def test_who_first_watches_after_a_restart_just_before_a_deal_checks_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall("zaozhuang6", seed=2)
    hall.begin(2)

    def fails(*_values: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "append", fails)
        assert hall.run(30.0, lambda: hall.room.frozen)
    (kept,) = hall.store.shuffles(hall.id, 1).values()
    assert b"drawn" in kept
    watcher = _restarted(hall)
    hall.run(3600.0, lambda: hall.room.phase == "over", step=0.4)
    hall.run(31.0)
    assert watcher.watch.state.phase == ShufflePhase.VERIFIED
