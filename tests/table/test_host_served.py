"""What a table needs that persons at other machines play at: shuffles that come later, a full disk, short limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from gouji_desktop.rules.commands import Pass
from gouji_desktop.rules.events import Event, QueryClosed, QueryOpened
from gouji_desktop.rules.prompts import prompts
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import PUBLIC, Audience, SeatAudience
from gouji_desktop.table.asks import By
from gouji_desktop.table.chance import Shuffle, seed_of_text, seeded_chance
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.session import Controller, Told, Update
from tests.table.drivers import make_setup, random_maker, run_host


class LateShuffles:
    """Draws a deal when it is told to."""

    def __init__(self) -> None:
        self.drawn: set[int] = set()
        self.asked: list[int] = []
        self._chance = seeded_chance(seed_of_text("late"), 216)

    def __call__(self, number: int) -> Shuffle | None:
        self.asked.append(number)
        return self._chance(number) if number in self.drawn else None


def test_a_deal_waits_for_its_shuffle() -> None:
    shuffles = LateShuffles()
    host = TableHost(make_setup(deals=2, seats="e" * 6, next_deal_after=3.0), random_maker, chance=shuffles)
    host.start(0.0)
    now = run_host(host)
    assert [host.wanted_deal, host.match.deal, shuffles.asked] == [0, None, [0]]
    assert not host.next_deal(now)
    shuffles.drawn.add(0)
    assert host.next_deal(now)
    assert [host.wanted_deal] == [None]
    assert not host.next_deal(now)
    now = run_host(host, now)
    assert len(host.match.results) == 1
    assert [host.wanted_deal] == [1]
    shuffles.drawn.add(1)
    assert host.next_deal(now)
    run_host(host, now)
    assert host.match.over


class FullDiskError(OSError):
    """Nothing can be kept."""


class Disk:
    """A journal that may be full."""

    def __init__(self) -> None:
        self.full = False
        self.kept: list[Event] = []

    def __call__(self, events: Sequence[Event]) -> None:
        if self.full:
            raise FullDiskError
        self.kept.extend(events)


@pytest.mark.parametrize("every", [3, 7, 20])
def test_what_cannot_be_kept_has_not_happened(every: int) -> None:
    disk = Disk()
    host = TableHost(make_setup(deals=1, seats="e" * 6), random_maker, journal=disk)
    told: list[Update] = []
    host.attach(PUBLIC, told.append)
    host.start(0.0)
    now, steps = 0.0, 0
    while not host.match.over:
        now = max(now, host.next_wakeup(now) or now)
        steps += 1
        if steps % every == 0:
            disk.full = True
            before, updates, kept = host.match, len(told), len(disk.kept)
            try:
                host.advance(now, steps=1)
            except FullDiskError:
                assert (host.match, len(told), len(disk.kept)) == (before, updates, kept)
            disk.full = False
            host.reask(now)
        host.advance(now, steps=1)
    again = TableHost(host.setup, random_maker, history=disk.kept)
    assert again.match == host.match


def test_a_seat_with_a_limit_is_played_for_soon_and_the_open_prompt_keeps_its_time() -> None:
    host = TableHost(make_setup(seats="peeeee", turn_seconds=30.0, grace_seconds=0.5), random_maker)
    host.start(0.0)

    def asked() -> bool:
        deal = host.match.deal
        return deal is not None and deal.stage == Stage.PLAYING and host.snapshot(PUBLIC, 0.0).clock.seats == (0,)

    now = run_host(host, until=asked)
    host.set_trustee(0, False, now)  # whatever it missed before play is forgotten
    host.set_seat_limit(0, 5.0, 0.0)
    opened, step = now, host.match.step
    now = run_host(host, now, until=lambda: host.match.step > step)
    assert now - opened == pytest.approx(30.5)
    now = run_host(host, now, until=asked)
    opened, step = now, host.match.step
    now = run_host(host, now, until=lambda: host.match.step > step)
    # The second miss in a row: the trustee takes over, and plays at a trustee's pace.
    assert 5.5 < now - opened < 7.5
    assert host.seats[0].controller == Controller.TRUSTEE


def burn_query_seconds(**more: Any) -> set[float]:
    """How long the burn queries stay open that a lone person may be asked in and never answers."""
    host = TableHost(make_setup(seats="peeeee", deals=1, turn_seconds=20.0, **more), random_maker)
    opened, lasted = 0.0, set()
    now = 0.0

    def see(update: Update) -> None:
        nonlocal opened
        for event in update.events:
            if isinstance(event, QueryOpened) and event.stage == Stage.BURN_QUERY and event.public & 1:
                opened = now
            elif isinstance(event, QueryClosed) and opened and host.seats[0].controller == Controller.PERSON:
                lasted.add(round(now - opened, 6))
            if not isinstance(event, QueryOpened):
                opened = 0.0

    host.attach(PUBLIC, see)
    host.start(0.0)
    while not host.match.over:
        wakeup = host.next_wakeup(now)
        assert wakeup is not None
        now = max(now, wakeup)
        host.advance(now, steps=1)
        if host.seats[0].controller == Controller.TRUSTEE:
            host.set_trustee(0, False, now)
    return lasted


def test_a_watched_table_asks_a_lone_person_for_a_fixed_time() -> None:
    assert burn_query_seconds(watched=True, answer_seconds=4.0, grace_seconds=0.5) == {4.5}


def test_one_person_of_several_may_be_passed_for() -> None:
    host = TableHost(make_setup(seats="ppeeee", deals=1, turn_seconds=9.0), random_maker)
    host.set_auto_pass(True, 1)
    seen: list[set[int]] = [set(), set()]
    host.start(0.0)
    now, asked_at, seat = 0.0, 0.0, -1
    while not host.match.over:
        wakeup = host.next_wakeup(now)
        assert wakeup is not None
        step = host.match.step
        now = max(now, wakeup)
        host.advance(now, steps=1)
        if seat in (0, 1) and host.match.step > step:
            seen[seat].add(round(now - asked_at))
        for person in (0, 1):
            if host.seats[person].controller == Controller.TRUSTEE:
                host.set_trustee(person, False, now)
        deal = host.match.deal
        playing = deal is not None and deal.stage == Stage.PLAYING and deal.query is None
        turn = deal.round.turn if playing and deal is not None else -1
        if turn != seat or host.match.step > step:
            seat, asked_at = turn, now
    assert min(seen[0]) >= 9
    assert min(seen[1]) < 3


def test_whoever_serves_a_table_is_told_what_each_audience_is_told() -> None:
    host = TableHost(make_setup(seats="ppeeep", deals=1, turn_seconds=5.0), random_maker)
    audiences: list[Audience] = [*(SeatAudience(seat) for seat in range(6)), PUBLIC]
    heard: list[list[Update]] = [[] for _ in audiences]
    served: list[Sequence[Told]] = []
    for audience, updates in zip(audiences, heard, strict=True):
        host.attach(audience, updates.append)
    host.serve(served.append)
    host.start(0.0)
    now = run_host(host)
    host.set_paused(True, now)
    assert host.match.over
    for place, updates in enumerate(heard):
        told = [each[place] for each in served]
        # A change that is no event is told to everybody, an event only to those who learn of it.
        kept = [one for one, whole in zip(told, served, strict=True) if one.events or not any(w.events for w in whole)]
        assert kept == [Told(u.events, u.prompt, u.seats, u.clock, u.paused) for u in updates]


@pytest.mark.parametrize(("least", "seconds"), [(0.0, 5.0), (15.0, 15.0)])
def test_what_is_open_when_a_match_is_taken_up_stays_so_until_persons_are_back(least: float, seconds: float) -> None:
    kept: list[Event] = []
    setup = make_setup(seats="p" * 6, turn_seconds=5.0, answer_seconds=4.0)
    first = TableHost(setup, random_maker, journal=kept.extend)
    first.start(0.0)
    run_host(first, until=lambda: first.match.deal is not None and first.match.deal.stage == Stage.PLAYING)
    host = TableHost(setup, random_maker, history=kept)
    host.start(0.0, least)
    step = host.match.step
    assert run_host(host, until=lambda: host.match.step > step) == pytest.approx(seconds)
    # Only what was open then: what is asked next has the time of a query or a turn.
    due = host.next_wakeup(seconds)
    assert due is not None
    assert due - seconds <= 5.0


def test_a_query_that_is_asked_anew_has_its_time_anew() -> None:
    host = TableHost(make_setup(seats="p" * 6, turn_seconds=5.0, answer_seconds=4.0), random_maker)
    host.start(0.0)
    now = run_host(host, until=lambda: host.match.deal is not None and host.match.deal.query is not None)
    assert host.snapshot(PUBLIC, now + 3.0).clock.left == pytest.approx(1.0)
    host.reask(now + 3.0)
    assert host.snapshot(PUBLIC, now + 3.0).clock.left == pytest.approx(4.0)
    assert host.next_wakeup(now + 3.0) == pytest.approx(now + 7.0)


def a_turn_of_a_person(**more: Any) -> tuple[TableHost, float]:
    """A table where seat 0 has just been asked in play, with all its time."""
    host = TableHost(make_setup(seats="pppppp", turn_seconds=30.0, **more), random_maker)
    host.start(0.0)

    def asked() -> bool:
        deal = host.match.deal
        return deal is not None and deal.stage == Stage.PLAYING and deal.query is None

    return host, run_host(host, until=asked)


@pytest.mark.parametrize("stray", [False, True], ids=["the clock comes first", "a command comes first"])
def test_the_time_of_a_sleep_is_given_back_whatever_comes_first(stray: bool) -> None:
    host, now = a_turn_of_a_person()
    step = host.match.step
    seat = prompts(host.match)[0].seat
    host.advance(now + 20.0)
    woken = now + 20.0 + 40.0
    if stray:
        assert host.handle(Pass((seat + 1) % 6, step), woken) is not None
    host.advance(woken)
    assert host.match.step == step
    assert host.snapshot(PUBLIC, woken).clock.left == pytest.approx(10.0)


def test_who_is_passed_for_misses_nothing_however_short_the_turns_are() -> None:
    host = TableHost(make_setup(seats="pppppp", deals=1, turn_seconds=1.0, auto_pass=True), random_maker)
    host.start(0.0)
    now, passed_for = 0.0, 0
    while not host.match.over:
        wakeup = host.next_wakeup(now)
        assert wakeup is not None
        now = max(now, wakeup)
        host.advance(now, steps=1)
        for seat, info in enumerate(host.seats):
            if info.controller == Controller.TRUSTEE:
                host.set_trustee(seat, False, now)
        for ask in host._book._asks.values():
            if ask.by == By.AUTO_PASS:
                passed_for += 1
                assert ask.due is not None
                assert ask.deadline is not None
                assert ask.due <= ask.deadline
    assert passed_for > 10
