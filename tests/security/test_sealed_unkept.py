"""A sealed answer that cannot be kept is nobody else's either: a table that stands still tells nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.rules.seats import seats_of
from gouji_desktop.rules.views import SECRETLY_ASKED
from tests.security.canaries import change_deals, hot_deals
from tests.security.company import UNLIMITED, Company
from tests.security.test_sealed_answers import ASKED, asked_id, sealed, stage_of, who_is_asked
from tests.server.rooms import FlakyStore, Hall, eager
from tests.server.scripted import ScriptedClient
from tests.server.world import World

#: What others are told, and when.
Heard = list[tuple[float, str, bytes]]


@contextmanager
def flaky_table(rules: str, stage: str, seed: int) -> Iterator[tuple[Company, FlakyStore]]:
    """A table at which a question is open, and everybody waits; its store can be made to fail."""
    with pytest.MonkeyPatch.context() as patched, World(seed=seed, store=FlakyStore.open(None), **UNLIMITED) as world:
        change_deals(patched, hot_deals)
        company = Company(world, rules, seed=seed, deals=2)
        assert world.run(9000.0, until=lambda: stage in {stage_of(company, client) for client in company.players})
        for client in company.players:
            client.policy = None
        assert isinstance(world.store, FlakyStore)
        yield company, world.store


def others_hear(asked: tuple[str, str, int], *, answers: bool) -> tuple[Heard, list[str]]:
    """What everybody but who is asked is told from the moment at which the disk is full; what that one is told."""
    with flaky_table(*asked) as (company, store):
        client, world = who_is_asked(company), company.world
        heard: Heard = []
        told: list[str] = []

        def tap(to: ScriptedClient, frame: bytes) -> None:
            if to is not client:
                heard.append((round(world.clock.now, 6), to.name, frame))

        world.run(1.5)
        world.taps.append(tap)
        store.full = True
        if answers:
            for _ in range(2):
                answer = sealed(company, client)
                client.send(answer)
                refused = client.answers(answer.id)[-1]
                assert isinstance(refused, msg.Err)
                assert refused.retry_after is not None
                told.append(refused.code)
                company.standing.ask(req.Say, t=company.table, text="a line")
                world.run(0.3)
        else:
            for _ in range(2):
                world.new_id()
                company.standing.ask(req.Say, t=company.table, text="a line")
                world.run(0.3)
        assert not client.follow(company.table).frozen, "not yet"
        world.run(20.0)
        assert client.follow(company.table).frozen
        store.full = False
        world.run(40.0)
        assert not client.follow(company.table).frozen
        return heard, told


@pytest.mark.parametrize("asked", [ASKED[0], ASKED[2], ASKED[5], ASKED[6], ASKED[8]], ids=asked_id)
def test_others_hear_the_same_whether_somebody_answered_or_not(asked: tuple[str, str, int]) -> None:
    heard, told = others_hear(asked, answers=True)
    silence, _ = others_hear(asked, answers=False)
    assert heard == silence
    assert told == ["frozen_storage"] * 2
    assert any(b'"frozen":true' in frame for _, _, frame in heard)


def test_an_answer_that_is_given_again_counts_where_it_can_be_kept_meanwhile() -> None:
    with flaky_table("jinyou4", "burn_query", 0) as (company, store):
        client = who_is_asked(company)
        answer = sealed(company, client)
        store.full = True
        client.send(answer)
        assert isinstance(client.answers(answer.id)[-1], msg.Err)
        store.full = False
        client.send(answer)
        assert isinstance(client.answers(answer.id)[-1], msg.Ack), "the same request, with the same id"
        assert company.oracle.leaks == []


def test_a_bot_whose_answer_cannot_be_kept_tells_nothing_either() -> None:
    """The table stands still when the time of the question is up, and not when the bot answered."""
    hall = Hall("jinyou4", seed=3)
    (guest,) = hall.begin(1, deals=2)
    guest.policy = eager(3)

    def asked() -> bool:
        deal = hall.host.match.deal
        if deal is None or deal.query is None or deal.stage not in SECRETLY_ASKED:
            return False
        return bool(deal.query.public & 1) and any(seat != 0 for seat in seats_of(deal.query.waiting))

    assert hall.run(4 * 3600.0, asked, step=0.05), "no bot is asked"
    guest.policy = None
    opened, count = hall.clock.now, len(guest.frames)
    hall.store.full = True
    hall.run(6.5, lambda: hall.room.frozen, step=0.05)
    assert not hall.room.frozen
    assert len(guest.frames) == count
    assert hall.run(1.5, lambda: hall.room.frozen, step=0.05)
    assert hall.clock.now - opened == pytest.approx(7.0, abs=0.3), "six seconds, and one of grace"
    hall.store.full = False
    hall.run(6.0)
    guest.policy = eager(3)
    assert hall.run(600.0, lambda: not asked(), step=0.4)
    hall.check()
