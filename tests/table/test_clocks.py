"""Deadlines, 托管, pauses, paces, passes for those who cannot beat."""

from __future__ import annotations

import pytest

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.rules.commands import Decide
from gouji_desktop.rules.events import DealStarted, DealVoided, Event, Passed, Played
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Stage, Word
from gouji_desktop.rules.views import PUBLIC, SeatAudience
from gouji_desktop.table.chance import seeded_chance
from gouji_desktop.table.fallback import FallbackPlayer, can_beat
from gouji_desktop.table.host import FROZEN_SECONDS, TableHost
from gouji_desktop.table.pacing import Pace
from gouji_desktop.table.session import Controller, Update
from tests.table.drivers import RandomPlayer, make_setup, random_maker, run_host

OWN = SeatAudience(0)


class Table:
    """A host with its time, and what the person at seat 0 is told."""

    def __init__(self, rules: str = "zaozhuang6", seats: str = "peeeee", maker=random_maker, **more) -> None:
        self.log: list[Event] = []
        self.updates: list[Update] = []
        self.now = 0.0
        self.host = TableHost(make_setup(rules, seats, **more), maker, journal=self.log.extend)
        self.host.attach(OWN, self.updates.append)
        self.host.start(0)

    @property
    def prompt(self) -> Prompt | None:
        return self.host.snapshot(OWN, self.now).prompt

    def until_asked(self, stage: Stage = Stage.PLAYING) -> Prompt:
        for _ in range(500):
            self.now = run_host(self.host, self.now, until=self.needs_a_person)
            prompt = self.prompt
            if prompt is None:
                assert self.host.next_deal(self.now)
            elif prompt.stage == stage:
                return prompt
            else:
                self.answer()
        raise AssertionError("never asked")

    def needs_a_person(self) -> bool:
        return self.prompt is not None or (self.host.may_deal and self.host.match.deal is not None)

    def answer(self) -> None:
        prompt = self.prompt
        assert prompt is not None
        assert self.host.handle(simplest_answer(self.host.view(OWN), prompt), self.now) is None

    def pass_time(self, seconds: float) -> None:
        end = self.now + seconds
        while (wakeup := self.host.next_wakeup(self.now)) is not None and wakeup <= end:
            self.now = max(self.now, wakeup)
            self.host.advance(self.now, steps=1)
        self.now = end

    def is_played_by(self, controller: Controller) -> bool:
        return self.host.seats[0].controller == controller


def test_the_trustee_starts_at_the_second_missed_deadline_and_one_call_ends_it() -> None:
    table = Table(turn_seconds=15.0)
    for missed in (1, 2):
        prompt = table.until_asked()
        clock = table.host.snapshot(OWN, table.now).clock
        assert clock.seats == (0,)
        assert clock.left == pytest.approx(15.0)
        assert clock.total == 15.0
        table.pass_time(14.9)
        assert table.prompt == prompt
        table.pass_time(0.2 if missed == 1 else 2.0)
        assert table.prompt != prompt
        assert table.is_played_by(Controller.PERSON if missed == 1 else Controller.TRUSTEE)
    assert [update.seats[0].controller for update in table.updates[-1:]] == ["trustee"]
    step = table.host.match.step
    table.pass_time(30)
    assert table.host.match.step > step + 6
    table.host.set_trustee(0, on=False, now=table.now)
    assert table.is_played_by(Controller.PERSON)
    assert [update.seats[0].controller for update in table.updates[-1:]] == ["person"]


def test_an_answer_between_two_missed_deadlines_begins_the_count_anew() -> None:
    table = Table(turn_seconds=15.0)
    for _ in range(3):
        table.until_asked()
        table.pass_time(15.1)
        table.until_asked()
        table.answer()
    assert table.is_played_by(Controller.PERSON)


def test_a_command_that_comes_too_late_changes_nothing() -> None:
    table = Table(turn_seconds=15.0)
    prompt = table.until_asked()
    late = simplest_answer(table.host.view(OWN), prompt)
    table.pass_time(15.2)
    before = table.host.match
    rejected = table.host.handle(late, table.now)
    assert rejected is not None
    assert rejected.reason in (Reason.STALE_PROMPT, Reason.NOT_ASKED, Reason.QUERY_OPEN)
    assert table.host.match is before


def test_without_deadlines_a_table_waits() -> None:
    table = Table()
    prompt = table.until_asked()
    assert table.host.next_wakeup(table.now) is None
    assert table.host.snapshot(OWN, table.now).clock.left is None
    table.pass_time(3600)
    assert table.prompt == prompt


def test_a_command_of_a_person_ends_the_trustee() -> None:
    table = Table()
    table.until_asked()
    table.host.set_trustee(0, on=True, now=table.now)
    assert table.is_played_by(Controller.TRUSTEE)
    table.answer()
    assert table.is_played_by(Controller.PERSON)


def test_the_trustee_plays_the_open_prompt_and_gives_it_back() -> None:
    table = Table()
    prompt = table.until_asked()
    table.host.set_trustee(0, on=True, now=table.now)
    assert table.host.next_wakeup(table.now) is not None
    table.host.set_trustee(0, on=False, now=table.now)
    assert table.host.next_wakeup(table.now) is None
    assert table.prompt == prompt
    table.host.set_trustee(0, on=True, now=table.now)
    table.pass_time(5)
    assert table.prompt != prompt


def test_bots_cannot_be_given_a_trustee() -> None:
    table = Table()
    table.host.set_trustee(3, on=True, now=0)
    table.host.set_trustee(3, on=False, now=0)
    assert table.host.seats[3].controller == Controller.BOT


def test_a_missed_secret_query_never_starts_the_trustee() -> None:
    """托管 is public; that a seat was asked whether it burns or shows is not."""
    for seed in range(12):
        table = Table("tribute216", turn_seconds=15.0, seed=str(seed))
        missed = 0
        while missed < 3 and not table.host.match.over:
            table.now = run_host(table.host, table.now, until=table.needs_a_person)
            prompt = table.prompt
            if prompt is None:
                table.host.next_deal(table.now)
            elif prompt.stage in (Stage.SHOW_QUERY, Stage.BURN_QUERY):
                missed += 1
                table.pass_time(15.1)
                assert table.prompt != prompt
            else:
                table.answer()
            assert table.is_played_by(Controller.PERSON)
        if missed == 3:
            return
    raise AssertionError("the person was never asked three times")


def test_a_person_asked_in_secret_may_think_and_bots_answer_meanwhile_like_persons() -> None:
    for seed in range(20):
        table = Table("tribute216", seed=str(seed))
        table.pass_time(0.01)
        prompt = table.prompt
        if prompt is None:
            continue
        assert prompt.stage == Stage.SHOW_QUERY
        table.pass_time(1.3)  # nobody has shown faster than a person can
        deal = table.host.match.deal
        assert deal is not None
        assert deal.query is not None
        assert not deal.query.answers
        table.pass_time(600)
        assert table.prompt == prompt
        table.answer()
        assert table.host.next_wakeup(table.now) <= table.now  # type: ignore[operator]
        return
    raise AssertionError("the person was never asked")


@pytest.mark.parametrize("pace", [Pace.SLOW, Pace.NORMAL, Pace.FAST])
@pytest.mark.parametrize("seats", ["peeeee", "pepeee"])
def test_a_person_that_shows_within_a_second_and_a_half_comes_first(pace: Pace, seats: str) -> None:
    """亮牌: equal groups go by who shows first. Bots are spread, at every pace and before the time is over."""
    tried = 0
    for seed in range(20):
        table = Table("tribute216", seats, seed=str(seed), pace=pace)
        table.pass_time(1.5)
        deal = table.host.match.deal
        assert deal is not None
        if deal.stage != Stage.SHOW_QUERY or table.prompt is None:
            continue
        assert deal.query is not None
        assert not [seat for seat, _ in deal.query.answers if seats[seat] == "e"]
        table.pass_time(4.4 if "p" in seats[1:] else 8.0)
        deal = table.host.match.deal
        assert deal is not None
        assert deal.query is not None
        bots = [seat for seat in range(SEATS) if seats[seat] == "e" and deal.query.asked >> seat & 1]
        answered = {seat for seat, _ in deal.query.answers}
        tried += bool(bots) and answered >= set(bots)
    assert tried


def test_pausing_stops_every_clock() -> None:
    table = Table(turn_seconds=15.0)
    table.until_asked()
    table.pass_time(5)
    table.host.set_paused(True, table.now)
    assert [update.paused for update in table.updates[-2:]] == [False, True]
    assert table.host.next_wakeup(table.now) is None
    table.now += 100
    assert not table.host.advance(table.now)
    assert table.host.snapshot(OWN, table.now).clock.left == pytest.approx(10)
    table.host.set_paused(False, table.now)
    assert [update.paused for update in table.updates[-2:]] == [True, False]
    assert table.host.snapshot(OWN, table.now).clock.left == pytest.approx(10)
    table.host.set_paused(False, table.now)
    prompt = table.prompt
    table.pass_time(9.9)
    assert table.prompt == prompt
    table.pass_time(0.2)
    assert table.prompt != prompt


def test_what_is_played_while_paused_waits_like_everything_else() -> None:
    table = Table()
    table.until_asked()
    table.host.set_paused(True, table.now)
    table.now += 50
    table.answer()
    table.now += 50
    table.host.set_paused(False, table.now)
    wakeup = table.host.next_wakeup(table.now)
    assert wakeup is not None
    assert 0 <= wakeup - table.now < 3


def test_a_machine_that_slept_gives_the_time_back() -> None:
    table = Table(turn_seconds=15.0)
    prompt = table.until_asked()
    table.host.advance(table.now)
    table.now += 3600
    table.host.advance(table.now)
    assert table.prompt == prompt
    assert table.host.snapshot(OWN, table.now).clock.left == pytest.approx(15, abs=FROZEN_SECONDS)
    table.now += 14
    table.host.advance(table.now)
    assert table.prompt == prompt
    table.now += 2
    table.host.advance(table.now)
    table.host.advance(table.now)
    assert table.prompt != prompt


def plays(pace: Pace) -> list[float]:
    """How long bots took for each answer in turn."""
    host = TableHost(make_setup("zaozhuang6", "eeeeee", pace=pace, deals=1), random_maker)
    taken: list[float] = []
    now, before = 0.0, 0.0
    host.start(now)
    while not host.match.over:
        deal = host.match.deal
        answers = deal is not None and deal.query is None and deal.round.word != Word.LEAD
        wakeup = host.next_wakeup(now)
        assert wakeup is not None
        now = max(now, wakeup)
        if host.advance(now, steps=1) and answers:
            taken.append(now - before)
        before = now
    return taken


def test_bots_play_at_a_natural_pace() -> None:
    taken = plays(Pace.NORMAL)
    assert sum(taken) / len(taken) == pytest.approx(0.7, abs=0.06)
    assert min(taken) > 0.4
    assert max(taken) < 1.0
    assert len({round(each, 3) for each in taken}) > 50
    assert sum(plays(Pace.SLOW)) > sum(taken) > sum(plays(Pace.FAST)) > sum(plays(Pace.INSTANT)) == 0


def test_a_pace_takes_effect_at_once() -> None:
    table = Table(maker=lambda *_: FallbackPlayer(), pace=Pace.SLOW, seats="peeeee")
    table.until_asked()
    table.answer()
    slow = table.host.next_wakeup(table.now)
    table.host.set_pace(Pace.INSTANT, table.now)
    assert slow is not None
    assert table.host.next_wakeup(table.now) == table.now < slow
    assert table.host.tempo.pace == Pace.INSTANT
    with pytest.raises(ValueError, match="sudden"):
        table.host.set_pace("sudden", table.now)  # type: ignore[arg-type]


def test_passing_for_those_who_cannot_beat() -> None:
    delays = []
    for seed in range(4):
        table = Table("tribute216", auto_pass=True, seed=str(seed))
        for _ in range(25):
            table.until_asked()
            opened, prompt, view = table.now, table.prompt, table.host.view(OWN)
            assert prompt is not None
            assert view.deal is not None
            if view.deal.round.word == Word.LEAD or can_beat(view, prompt):
                assert table.host.next_wakeup(table.now) is None
                table.answer()
                continue
            count = len(table.log)
            table.pass_time(0.79)
            assert table.prompt == prompt
            while table.prompt == prompt:
                table.pass_time(0.01)
            assert isinstance(table.log[count], Passed)
            delays.append(table.now - opened)
    assert len(delays) > 4, delays
    assert all(0.8 <= delay <= 2.52 for delay in delays)
    assert len({round(delay, 1) for delay in delays}) > 3


def test_a_person_may_be_quicker_than_the_interface_that_passes_for_it() -> None:
    table = Table(auto_pass=True)
    while True:
        prompt = table.until_asked()
        if table.host.next_wakeup(table.now) is not None:
            break
        table.answer()
    count = len(table.log)
    table.answer()
    table.pass_time(3)
    mine = [event for event in table.log[count:] if isinstance(event, Passed | Played) and event.seat == 0]
    assert isinstance(mine[0], Passed)
    assert len(mine) == 1
    assert prompt != table.prompt


def test_the_passing_can_be_turned_off() -> None:
    table = Table(auto_pass=True)
    table.host.set_auto_pass(False)
    for _ in range(8):
        table.until_asked()
        assert table.host.next_wakeup(table.now) is None
        table.answer()


def able(table: Table) -> bool:
    return table.host.may_fast_forward


def test_fast_forward_only_where_no_person_plays_any_more() -> None:
    table = Table(seed="3")
    person = RandomPlayer(1, eager=True)
    table.until_asked()
    table.host.set_fast_forward(True, table.now)
    assert able(table) is False
    for seed in range(40):
        table = Table(seed=str(seed), deals=2)
        person = RandomPlayer(seed, eager=True)
        while True:
            table.now = run_host(table.host, table.now, until=table.needs_a_person)
            prompt = table.prompt
            if able(table) or prompt is None:
                break
            assert table.host.handle(person.answer(table.host.view(OWN), prompt), table.now) is None
            if able(table):
                break
        if able(table):
            break
    else:
        raise AssertionError("the person never went out while others played")
    before, count = table.now, table.host.match.step
    table.host.set_fast_forward(True, table.now)
    table.now = run_host(table.host, table.now)
    assert table.needs_a_person()
    assert table.now - before < 0.4 * (table.host.match.step - count)
    assert table.host.next_deal(table.now)
    assert able(table) is False
    table.until_asked()
    table.answer()


class Rebel(FallbackPlayer):
    def answer(self, view, prompt):
        if prompt.stage == Stage.REVOLT_QUERY:
            return Decide(prompt.seat, prompt.id, yes=True)
        return super().answer(view, prompt)


def test_a_void_deal_is_dealt_again_with_other_cards() -> None:
    setup = make_setup("chayuan", "eeeeee", deals=1)
    usual = seeded_chance(setup.seed, setup.rules.cards)

    def chance(number: int) -> tuple[tuple[int, ...], int]:
        if number:
            return usual(number)
        order: list[int] = [0] * setup.rules.cards
        free = {seat: list(range(seat, setup.rules.cards, SEATS)) for seat in range(SEATS)}
        strong = setup.rules.cards - 24  # 2s and jokers end the deck: seats 1 and 2 get none
        for card in reversed(range(setup.rules.cards)):
            seats = [seat for seat in range(SEATS) if free[seat] and (card < strong or seat not in (1, 2))]
            seat = max(seats, key=lambda seat: len(free[seat]))
            order[free[seat].pop()] = card
        return tuple(order), 0

    log: list[Event] = []
    host = TableHost(setup, lambda *_: Rebel(), chance=chance, journal=log.extend)
    host.start(0)
    run_host(host, 0, until=lambda: host.match.over)
    assert sum(isinstance(event, DealVoided) for event in log) == 1
    first, second = (event for event in log if isinstance(event, DealStarted))
    assert first.number == second.number == 1
    assert first.permutation != second.permutation


def test_the_next_deal_waits_to_be_told_or_comes_by_itself() -> None:
    host = TableHost(make_setup("zaozhuang6", "eeeeee", deals=2), random_maker)
    host.start(0)
    host.advance(0)
    assert not host.next_deal(0)
    now = run_host(host, 0)
    assert len(host.match.results) == 1
    assert host.next_deal(now)
    assert not host.next_deal(now)
    host = TableHost(make_setup("zaozhuang6", "eeeeee", deals=2, next_deal_after=4.0), random_maker)
    started: list[float] = []
    host.attach(PUBLIC, lambda update: started.append(len(update.view.results)) if update.events else None)
    host.start(0)
    now = run_host(host, 0, until=lambda: len(host.match.results) == 1)
    assert host.next_wakeup(now) == pytest.approx(now + 4)
    run_host(host, now)
    assert host.match.over
    assert not host.next_deal(now)


def test_a_play_of_a_person_is_answered_after_a_while() -> None:
    table = Table()
    prompt = table.until_asked()
    command = simplest_answer(table.host.view(OWN), prompt)
    assert table.host.handle(command, table.now) is None
    wakeup = table.host.next_wakeup(table.now)
    assert wakeup is not None
    assert wakeup > table.now
