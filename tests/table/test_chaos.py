"""Anything in any order: a table never raises, never locks up, and everybody's stream still folds to the truth."""

from __future__ import annotations

import random

import pytest

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.prompts import prompts
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.views import PUBLIC, Audience, SeatAudience, View, fold, project
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.pacing import Pace
from gouji_desktop.table.session import Controller, Update
from tests.table.drivers import RULES, RandomPlayer, finish, make_setup, random_maker

AUDIENCES: list[Audience] = [PUBLIC, SeatAudience(0), SeatAudience(1), SeatAudience(4)]


class Watcher:
    """Folds what an audience is told."""

    def __init__(self, host: TableHost, audience: Audience) -> None:
        self.view: View = host.view(audience)
        host.attach(audience, self.hear)

    def hear(self, update: Update) -> None:
        for event in update.events:
            self.view = fold(self.view, event)
        assert update.view == self.view
        assert update.clock.left is None or update.clock.total is None or 0 <= update.clock.left <= update.clock.total


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 4))])
def test_a_table_takes_everything(rules: str, seed: int) -> None:
    chance = random.Random(f"{rules}{seed}")
    log: list[Event] = []
    setup = make_setup(
        rules,
        chance.choice(["peeeee", "ppebee", "pppppp", "epeepe"]),
        str(seed),
        deals=2,
        turn_seconds=chance.choice([None, 8.0, 15.0]),
        auto_pass=chance.random() < 0.5,
        next_deal_after=chance.choice([None, 3.0]),
        pace=chance.choice(list(Pace)),
    )
    host = TableHost(setup, random_maker, journal=log.extend)
    watchers = [(audience, Watcher(host, audience)) for audience in AUDIENCES]
    persons = {seat: RandomPlayer(seat, eager=True) for seat in setup.persons}
    now = 0.0
    host.start(now)
    kept: list[SeatCommand] = []
    for _ in range(1500):
        now = pass_time(host, now, chance) if chance.random() < 0.6 else do_something(host, now, chance, persons, kept)
        for seat, info in enumerate(host.seats):
            assert (info.controller == Controller.BOT) == (seat not in persons)
        assert len({prompt.seat for prompt in prompts(host.match)}) == len(prompts(host.match))
    for audience, watcher in watchers:
        assert watcher.view == host.view(audience) == project(host.match, audience)
    assert TableHost(setup, random_maker, history=log).match == host.match
    # Left to itself, with nobody there, the match comes to its end.
    host.set_paused(False, now)
    host.set_pace(Pace.FAST, now)
    for seat in persons:
        host.set_trustee(seat, on=True, now=now)
    finish(host, now)
    assert host.match.over


def pass_time(host: TableHost, now: float, chance: random.Random) -> float:
    """Drive the host, punctually or not."""
    wakeup = host.next_wakeup(now)
    if chance.random() < 0.05:
        now += chance.choice([0.1, 1.0, 20.0, 4000.0])
    else:
        now = now + chance.random() * 3 if wakeup is None else max(now, wakeup)
    host.advance(now, steps=chance.choice([None, 1, 2]))
    return now


def do_something(
    host: TableHost,
    now: float,
    chance: random.Random,
    persons: dict[int, RandomPlayer],
    kept: list[SeatCommand],
) -> float:
    """Anything that a person may do, old commands among it."""
    seat = chance.choice(list(persons))
    action = chance.random()
    if action < 0.8:
        prompt = host.snapshot(SeatAudience(seat), now).prompt
        if prompt is not None:
            answer = persons[seat].answer if chance.random() < 0.7 else simplest_answer
            kept.append(answer(host.view(SeatAudience(seat)), prompt))
            host.handle(kept[-1], now)
    elif action < 0.86 and kept:
        host.handle(chance.choice(kept), now)
    elif action < 0.9:
        host.set_trustee(chance.randrange(SEATS), chance.random() < 0.5, now)
    elif action < 0.93:
        host.set_paused(chance.random() < 0.3, now)
    elif action < 0.95:
        host.set_pace(chance.choice(list(Pace)), now)
    elif action < 0.97:
        host.set_fast_forward(chance.random() < 0.5, now)
        host.set_auto_pass(chance.random() < 0.5)
    else:
        host.next_deal(now)
    return now
