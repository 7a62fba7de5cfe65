"""The table host: matches run to their end, and everybody sees what the rules allow and no more."""

from __future__ import annotations

import pytest

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.rules.commands import Pass, PlayCards
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.views import EVERYTHING, PUBLIC, SeatAudience, project, redact
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.local import LocalSession
from gouji_desktop.table.session import Update
from tests.table.drivers import RULES, FakeClock, RandomPlayer, finish, make_setup, random_maker, run_host


@pytest.mark.parametrize("rules", RULES)
def test_every_stream_is_the_redacted_log(rules: str) -> None:
    log: list[Event] = []
    players: list[RandomPlayer] = []

    def maker(level, rules, seat, seed):
        players.append(RandomPlayer(seed, eager=True))
        return players[-1]

    host = TableHost(make_setup(rules, "eeeeee", deals=2, pace="instant"), maker, journal=log.extend)
    public: list[Event] = []
    host.attach(PUBLIC, lambda update: public.extend(update.events))
    everything: list[Event] = []
    host.attach(EVERYTHING, lambda update: everything.extend(update.events))
    finish(host)
    assert host.match.over
    assert everything == log
    assert public == [each for event in log if (each := redact(event, PUBLIC)) is not None]
    for seat, player in enumerate(players):
        audience = SeatAudience(seat)
        assert player.seen == [each for event in log if (each := redact(event, audience)) is not None]
        assert player.views[-1] == project(host.match, audience) == host.view(audience)


def test_a_person_plays_a_match_against_bots() -> None:
    clock = FakeClock()
    host = TableHost(make_setup(deals=2), random_maker)
    session = LocalSession(host, clock)
    updates: list[Update] = []
    session.subscribe(updates.append)
    session.start()
    while not session.latest.view.over:
        clock.run(60, until=lambda: session.latest.prompt is not None or host.may_deal)
        latest = session.latest
        if latest.prompt is not None:
            session.submit(simplest_answer(latest.view, latest.prompt))
        else:
            session.next_deal()
    assert not [update.rejected for update in updates if update.rejected]
    assert updates[-1].view == session.latest.view


def test_a_command_twice_is_one_event_and_no_refusal() -> None:
    host = TableHost(make_setup(), random_maker)
    host.start(0)
    now = run_host(host)
    view = host.view(SeatAudience(0))
    prompt = prompt_of(view, 0)
    assert prompt is not None
    command = simplest_answer(view, prompt)
    assert host.handle(command, now) is None
    after = host.match
    assert host.handle(command, now) is None
    assert host.match is after


def test_stale_foreign_and_malformed_commands_change_nothing() -> None:
    host = TableHost(make_setup(), random_maker)
    host.start(0)
    now = run_host(host)
    before, wakeup = host.match, host.next_wakeup(now)
    prompt = prompt_of(host.view(SeatAudience(0)), 0)
    assert prompt is not None
    for command in (
        Pass(0, prompt.id - 1),
        Pass(3, prompt.id),
        Pass(9, prompt.id),
        PlayCards(0, prompt.id, (99,)),
        PlayCards(0, prompt.id, [1]),  # type: ignore[arg-type]
        Pass("0", prompt.id),  # type: ignore[arg-type]
    ):
        rejected = host.handle(command, now)
        assert rejected is not None
        assert rejected.reason in (Reason.STALE_PROMPT, Reason.NOT_ASKED, Reason.WRONG_VERB)
        assert host.match is before
        assert host.next_wakeup(now) == wakeup
