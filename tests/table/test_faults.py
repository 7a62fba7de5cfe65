"""Players that fail: the game goes on, and one line is written a fault."""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.rules.commands import Pass, PlayCards, SeatCommand
from gouji_desktop.rules.engine import decide
from gouji_desktop.rules.events import DealStarted
from gouji_desktop.rules.prompts import prompts
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.views import EVERYTHING, SeatAudience, project
from gouji_desktop.table.asks import THINKING_SECONDS
from gouji_desktop.table.controllers import ThreadThinker
from gouji_desktop.table.fallback import FallbackPlayer
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.session import Update
from tests.table.drivers import RULES, RandomPlayer, finish, make_setup, random_maker, run_host

LOGGER = "gouji_desktop.table.controllers"


class Raises(FallbackPlayer):
    asked = 0

    def answer(self, view, prompt):
        self.asked += 1
        raise RuntimeError("no idea")


class RaisesAtEvents(FallbackPlayer):
    def observe(self, event, view):
        raise RuntimeError("blind")


class Cheats(FallbackPlayer):
    """Answers with what is illegal, foreign, malformed or nothing of the kind."""

    def __init__(self) -> None:
        self.asked = 0

    def answer(self, view, prompt):
        self.asked += 1
        return (
            PlayCards(prompt.seat, prompt.id, (53,) * 9),
            Pass((prompt.seat + 1) % 6, prompt.id),
            Pass(prompt.seat, prompt.id - 1),
            PlayCards(prompt.seat, prompt.id, (-1, 99)),
            "pass",
            PlayCards(prompt.seat, prompt.id, [1]),  # type: ignore[arg-type]
            simplest_answer,
        )[self.asked % 7]


@pytest.mark.log_errors("a fallback plays for it")
@pytest.mark.parametrize("rules", RULES)
def test_a_bot_that_always_raises(rules: str, caplog: pytest.LogCaptureFixture) -> None:
    made: list[Raises] = []

    def maker(level, *_):
        made.append(Raises())
        return made[-1]

    host = TableHost(make_setup(rules, "eeeeee", deals=1, pace="instant"), maker)
    with caplog.at_level(logging.ERROR, LOGGER):
        finish(host)
    assert host.match.over
    assert len(caplog.records) == sum(player.asked for player in made) > 0
    assert all("\n" not in record.getMessage() for record in caplog.records)


@pytest.mark.log_errors("failed to observe")
def test_a_bot_that_raises_at_every_event(caplog: pytest.LogCaptureFixture) -> None:
    deals = 2
    host = TableHost(make_setup("zaozhuang6", "eeeeee", deals=deals, pace="instant"), lambda *_: RaisesAtEvents())
    with caplog.at_level(logging.ERROR, LOGGER):
        finish(host)
    assert host.match.over
    assert len(caplog.records) == 6 * deals


@pytest.mark.log_errors("a fallback plays for it")
@pytest.mark.parametrize("rules", RULES)
def test_a_bot_that_cheats(rules: str, caplog: pytest.LogCaptureFixture) -> None:
    made: list[Cheats] = []

    def maker(level, rules, seat, seed):
        if seat % 2:
            return RandomPlayer(seed, eager=True)
        made.append(Cheats())
        return made[-1]

    host = TableHost(make_setup(rules, "eeeeee", deals=1, pace="instant"), maker)
    with caplog.at_level(logging.ERROR, LOGGER):
        finish(host)
    assert host.match.over
    assert 0 < len(caplog.records) <= sum(player.asked for player in made)


def collect(told: list[object], update: Update) -> None:
    told.extend(update.events)


class Later:
    """A thought in another place, ready when the test says so."""

    def __init__(self, answer) -> None:
        self.answer = answer
        self.ready = False

    def poll(self) -> SeatCommand | None:
        command: SeatCommand | None = self.answer() if self.ready else None
        return command


def test_a_player_may_answer_later() -> None:
    thoughts: list[Later] = []

    def thinker(answer):
        thoughts.append(Later(answer))
        return thoughts[-1]

    host = TableHost(make_setup("zaozhuang6", "eeeeee"), random_maker, thinker=thinker)
    host.start(0)
    now = run_host(host, 0, until=lambda: bool(thoughts))
    before = host.match
    now += 3
    host.advance(now)
    assert host.match is before
    wakeup = host.next_wakeup(now)
    assert wakeup is not None
    assert wakeup > now + 10
    thoughts[0].ready = True
    host.advance(now, steps=1)
    assert host.match is not before


@pytest.mark.log_errors("did not answer in time")
def test_a_player_that_thinks_for_ever_is_replaced() -> None:
    host = TableHost(make_setup("zaozhuang6", "eeeeee"), random_maker, thinker=Later)
    host.start(0)
    now = run_host(host, 0, until=lambda: host.match.step > 12)
    assert now > 2 * THINKING_SECONDS


def test_at_the_pace_instant_secret_queries_wait_for_thinkers() -> None:
    """No pause hides anything there, so that nobody's burn is lost."""
    thoughts: list[Later] = []

    def thinker(answer):
        thoughts.append(Later(answer))
        return thoughts[-1]

    for seed in range(30):
        thoughts.clear()
        host = TableHost(make_setup("tribute216", "eeeeee", str(seed), pace="instant"), random_maker, thinker=thinker)
        host.start(0)
        host.advance(0, steps=50)
        deal = host.match.deal
        assert deal is not None
        if not thoughts or deal.query is None or deal.stage != "show_query":
            continue
        wakeup = host.next_wakeup(0)
        assert wakeup is not None
        assert wakeup > 1
        for thought in thoughts:
            thought.ready = True
        host.advance(0, steps=len(thoughts) + 1)
        assert host.match.deal is not None
        assert host.match.deal.shows
        return
    raise AssertionError("nobody was ever asked")


def test_a_player_hears_nothing_while_it_thinks_and_everything_in_the_end() -> None:
    thoughts: list[Later] = []
    made: list[RandomPlayer] = []

    def thinker(answer):
        thoughts.append(Later(answer))
        return thoughts[-1]

    def maker(level, rules, seat, seed):
        made.append(RandomPlayer(seed, eager=True))
        return made[-1]

    host = TableHost(make_setup("tribute216", "eeeeee", "4", deals=1), maker, thinker=thinker)
    told: list[list[object]] = [[] for _ in range(6)]
    for seat in range(6):
        host.attach(SeatAudience(seat), partial(collect, told[seat]))
    host.start(0)
    now = 0.0
    for turn in range(6000):
        wakeup = host.next_wakeup(now)
        if wakeup is None:
            break
        now = max(now, min(wakeup, now + 1))
        for thought in thoughts if turn % 3 == 0 else ():
            thought.ready = True
        host.advance(now, steps=1)
    assert host.match.over
    assert [player.seen for player in made] == told


def test_players_think_in_threads_and_are_never_in_two() -> None:
    """Also where a question is closed while somebody still thinks about it."""
    inside = [0] * 6
    crowded: list[int] = []

    class Slow(RandomPlayer):
        def __init__(self, seed: int, seat: int) -> None:
            super().__init__(seed, eager=True)
            self.seat = seat

        def within(self, seconds: float) -> None:
            inside[self.seat] += 1
            if inside[self.seat] > 1:
                crowded.append(self.seat)
            time.sleep(seconds)
            inside[self.seat] -= 1

        def observe(self, event, view):
            self.within(0)
            super().observe(event, view)

        def answer(self, view, prompt):
            self.within(0.002 if prompt.stage == "playing" else 0.02)
            return super().answer(view, prompt)

    made: list[Slow] = []

    def maker(level, rules, seat, seed):
        made.append(Slow(seed, seat))
        return made[-1]

    woken = threading.Event()
    told: list[list[object]] = [[] for _ in range(6)]
    with ThreadPoolExecutor(6) as executor:
        thinker = ThreadThinker(executor)
        thinker.wake = woken.set
        host = TableHost(make_setup("tribute216", "eeeeee", "2", deals=1), maker, thinker=thinker)
        for seat in range(6):
            host.attach(SeatAudience(seat), partial(collect, told[seat]))
        host.start(0)
        now = 0.0
        for _ in range(8000):
            if host.match.over:
                break
            host.advance(now)
            wakeup = host.next_wakeup(now)
            if wakeup is not None and wakeup - now < 10:
                now = max(now, wakeup)
            elif not host.match.over:
                assert woken.wait(60)
                woken.clear()
    assert host.match.over
    assert not crowded
    assert [player.seen for player in made] == told


@pytest.mark.parametrize("rules", RULES)
def test_the_fallback_is_legal_wherever_anybody_is_asked(rules: str) -> None:
    """At every prompt of matches that go all ways, seen with the seat's own view."""
    kinds: set[str] = set()

    class Checks(RandomPlayer):
        def answer(self, view, prompt):
            command = simplest_answer(view, prompt)
            state = host.match
            assert prompt in prompts(state)
            assert not isinstance(decide(state, command), Rejected)
            kinds.add(prompt.stage)
            return super().answer(view, prompt)

    def maker(level, rules, seat, seed):
        return Checks(seed, eager=seat % 2 == 0)

    for seed in range(2):
        host = TableHost(make_setup(rules, "eeeeee", str(seed), deals=2, pace="instant"), maker)
        finish(host)
    assert len(kinds) >= 2


def test_listeners_may_come_go_and_call_back() -> None:
    host = TableHost(make_setup("zaozhuang6", "peeeee"), random_maker)
    order: list[int] = []
    steps: list[int] = []

    def first(update):
        order.append(1)
        if update.prompt is not None:
            host.handle(simplest_answer(update.view, update.prompt), now)

    def second(update):
        order.append(2)
        steps.append(update.view.step)

    host.attach(SeatAudience(0), first)
    detach = host.attach(SeatAudience(0), second)
    host.start(0)
    now = 0.0
    for _ in range(300):
        wakeup = host.next_wakeup(now)
        if wakeup is None:
            break
        now = max(now, wakeup)
        host.advance(now, steps=1)
    assert order == [1, 2] * (len(order) // 2)
    assert steps == sorted(steps)
    detach()
    detach()
    assert host.view(EVERYTHING) == project(host.match, EVERYTHING)


def test_events_of_a_batch_arrive_together() -> None:
    host = TableHost(make_setup("zaozhuang6", "eeeeee"), random_maker)
    first: list[object] = []
    host.attach(EVERYTHING, lambda update: first.append(update.events))
    host.start(0)
    host.advance(0, steps=1)
    assert len(first) == 1
    assert isinstance(first[0], tuple)
    assert isinstance(first[0][0], DealStarted)
