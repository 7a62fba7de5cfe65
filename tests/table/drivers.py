"""What drives a table in the tests: a clock that a test moves, players of several characters, a whole match."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from itertools import count
from typing import Any

from gouji_desktop.bots.faces import choose_faces
from gouji_desktop.bots.player import Player
from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.rules.commands import BurnCards, Decide, Pass, PlayCards, SeatCommand, ShowSuit, Yield
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.moves import answers, leads
from gouji_desktop.rules.phases.playing import check_burn, check_play, known_hand
from gouji_desktop.rules.policies.burning import covers
from gouji_desktop.rules.policies.first_lead import groups, shown_rank
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import View
from gouji_desktop.table.chance import seed_of_text
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.setup import SeatPlan, TableSetup

RULES = ("tribute216", "jinyou4", "zaozhuang6", "chayuan")


class FakeTimer:
    def __init__(self, callback: Callable[[], object]) -> None:
        self.callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        self.callback = None


class FakeClock:
    """A scheduler whose time passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._planned: list[tuple[float, int, FakeTimer]] = []
        self._order = count()

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: Callable[[], object]) -> FakeTimer:
        timer = FakeTimer(callback)
        heapq.heappush(self._planned, (self.now + delay, next(self._order), timer))
        return timer

    def run(self, seconds: float = 0.0, until: Callable[[], bool] | None = None, steps: int = 200_000) -> bool:
        """Let so many seconds pass, or less until something is true; whether it came true (or time passed)."""
        end = self.now + seconds
        for _ in range(steps):
            if until is not None and until():
                return True
            while self._planned and self._planned[0][2].callback is None:
                heapq.heappop(self._planned)
            if not self._planned or self._planned[0][0] > end:
                self.now = end
                return until is None or until()
            when, _, timer = heapq.heappop(self._planned)
            self.now = max(self.now, when)
            callback, timer.callback = timer.callback, None
            if callback is not None:
                callback()
        raise AssertionError("the table never comes to rest")


class RandomPlayer:
    """Any legal answer, by chance; it burns, shows and revolts whenever it may."""

    def __init__(self, seed: int, eager: bool = False) -> None:
        self._random = random.Random(seed)
        self._eager = eager
        self.seen: list[Event] = []
        self.views: list[View] = []

    def observe(self, event: Event, view: View) -> None:
        self.seen.append(event)
        self.views.append(view)

    def answer(self, view: View, prompt: Prompt) -> SeatCommand:
        deal = view.deal
        assert deal is not None
        seat, number = prompt.seat, prompt.id
        hand = known_hand(deal, seat)
        if prompt.stage == Stage.BURN_QUERY:
            assert deal.round.laid is not None
            chosen = [choose_faces(hand, play) for play in covers(hand.counts, deal.round.laid.play, view.rules)]
            legal = [faces for faces in chosen if not isinstance(check_burn(view, seat, faces), Reason)]
            return BurnCards(seat, number, self._random.choice(legal) if legal else ())
        if prompt.stage == Stage.SHOW_QUERY:
            shown = groups(hand.faces, shown_rank(view.rules))
            return ShowSuit(seat, number, shown[0] if shown else ())
        if prompt.stage in (Stage.POINT_QUERY, Stage.HEAD_QUERY, Stage.FOUR_QUERY, Stage.REVOLT_QUERY):
            return Decide(seat, number, self._random.random() < 0.5)
        if prompt.stage == Stage.RETURN_QUERY:
            return simplest_answer(view, prompt)
        laid = deal.round.laid
        plays = leads(hand.counts, view.rules) if laid is None else answers(hand.counts, laid.play, view.rules)
        legal = [
            faces
            for play in self._random.sample(plays, min(len(plays), 12))
            if not isinstance(check_play(view, seat, faces := choose_faces(hand, play)), Reason)
        ]
        if legal and ("pass" not in prompt.verbs or self._eager or self._random.random() < 0.7):
            return PlayCards(seat, number, max(legal, key=len) if self._eager else self._random.choice(legal))
        if laid is None:
            return simplest_answer(view, prompt)
        if "yield" in prompt.verbs and self._random.random() < 0.3:
            return Yield(seat, number)
        return Pass(seat, number)


def random_maker(level: str, rules: RuleSet, seat: Seat, seed: int) -> Player:
    return RandomPlayer(seed, eager=level == "eager")


def seats_of_text(text: str) -> tuple[SeatPlan, ...]:
    """`p` a person, `b` a bot that plays by chance, `e` one that plays whatever it can."""
    levels = {"p": "", "b": "random", "e": "eager"}
    return tuple(SeatPlan(f"seat {seat}", levels[char]) for seat, char in enumerate(text))


def make_setup(rules: str | RuleSet = "tribute216", seats: str = "peeeee", seed: str = "1", **more: Any) -> TableSetup:
    chosen = preset(rules) if isinstance(rules, str) else rules
    return TableSetup(chosen, seats_of_text(seats), seed=seed_of_text(seed), **more)


def run_host(host: TableHost, now: float = 0.0, until: Callable[[], bool] | None = None) -> float:
    """Drive a host until nothing is due any more, or until something is true; the time then."""
    for _ in range(200_000):
        if until is not None and until():
            return now
        wakeup = host.next_wakeup(now)
        if wakeup is None:
            return now
        now = max(now, wakeup)
        host.advance(now, steps=1)
    raise AssertionError("the table never comes to rest")


def finish(host: TableHost, now: float = 0.0) -> float:
    """Drive a table of bots to the end of its match."""
    host.start(now)
    while True:
        now = run_host(host, now)
        if not host.next_deal(now):
            return now


__all__ = [
    "RULES",
    "SEATS",
    "FakeClock",
    "FakeTimer",
    "RandomPlayer",
    "finish",
    "make_setup",
    "random_maker",
    "run_host",
    "seats_of_text",
]
