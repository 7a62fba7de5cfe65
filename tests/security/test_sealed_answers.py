"""A sealed answer is nobody else's: no frame, no number and no other sign of it, whoever gives it and however."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.commands import cmd_of
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Stage
from tests.security.canaries import change_deals, hot_deals
from tests.security.company import UNLIMITED, Company
from tests.server.scripted import ScriptedClient
from tests.server.world import World

#: Deals in which somebody is asked in secret, and where.
ASKED = [
    ("tribute216", "show_query", 0),
    ("tribute216", "show_query", 3),
    ("tribute216", "revolt_query", 0),
    ("chayuan", "revolt_query", 2),
    ("jinyou4", "four_query", 0),
    ("jinyou4-match", "four_query", 1),
    ("jinyou4", "burn_query", 0),
    ("zaozhuang6", "burn_query", 1),
    ("zaozhuang6-classic", "burn_query", 2),
]
#: Questions of which everybody knows who is asked.
ASKED_OPENLY = [
    ("tribute216", "point_query", 0),
    ("chayuan", "point_query", 3),
    ("tribute216", "head_query", 0),
    ("tribute216", "return_query", 2),
]


def asked_id(asked: tuple[str, str, int]) -> str:
    return "-".join(map(str, asked))


@contextmanager
def table_at(rules: str, stage: str, seed: int) -> Iterator[Company]:
    """A table at which a question is open, and everybody waits."""
    with pytest.MonkeyPatch.context() as patched, World(seed=seed, **UNLIMITED) as world:
        change_deals(patched, hot_deals)
        company = Company(world, rules, seed=seed, deals=2)
        assert world.run(9000.0, until=lambda: stage in {stage_of(company, client) for client in company.players})
        for client in company.players:
            client.policy = None
        yield company


@pytest.fixture(params=ASKED, ids=asked_id)
def company(request: pytest.FixtureRequest) -> Iterator[Company]:
    """A table at which a question with secret candidates is open."""
    with table_at(*request.param) as company:
        yield company


@pytest.fixture(params=ASKED_OPENLY, ids=asked_id)
def open_company(request: pytest.FixtureRequest) -> Iterator[Company]:
    """A table at which a question is open of which everybody knows who is asked."""
    with table_at(*request.param) as company:
        yield company


def stage_of(company: Company, client: ScriptedClient) -> str | None:
    """The question that somebody is asked."""
    prompt = client.follow(company.table).prompt
    return None if prompt is None or prompt.stage == Stage.PLAYING else str(prompt.stage)


def who_is_asked(company: Company) -> ScriptedClient:
    return next(client for client in company.players if stage_of(company, client))


def sealed(company: Company, client: ScriptedClient) -> req.Cmd:
    followed = client.follow(company.table)
    assert followed.prompt is not None
    return cmd_of(simplest_answer(followed.view, followed.prompt), company.world.new_id(), company.table)


def others_hear(company: Company, client: ScriptedClient, seconds: float = 0.4, *, taken: bool = True) -> list[bytes]:
    """What everybody else is sent while somebody answers."""
    others = [each for each in company.world.clients if each is not client]
    before = {each: len(each.frames) for each in others}
    answer = sealed(company, client)
    client.send(answer)
    assert isinstance(client.answers(answer.id)[-1], msg.Ack if taken else msg.Err)
    company.world.run(seconds)
    return [frame for each in others for frame in each.frames[before[each] :]]


def test_nobody_hears_of_it(company: Company) -> None:
    client = who_is_asked(company)
    place = company.players[(company.oracle.seats[client] + 1) % SEATS].place(company.table)
    assert others_hear(company, client) == []
    assert company.standing.place(company.table).rev == place.rev
    assert company.oracle.leaks == []


def test_nor_where_a_trustee_plays_for_who_gives_it(company: Company) -> None:
    """A play ends the trustee, which everybody sees; this must not, and is left to the trustee."""
    client = who_is_asked(company)
    client.must(req.Trustee, t=company.table, on=True)
    assert stage_of(company, client), "the trustee has not answered yet"
    assert others_hear(company, client, 0.0, taken=False) == []
    seat = company.oracle.seats[client]
    assert client.follow(company.table).seats[seat].by == "trustee"
    client.must(req.Trustee, t=company.table, on=False)
    assert client.follow(company.table).seats[seat].by == "person"


def everything(company: Company, client: ScriptedClient) -> list[list[bytes]]:
    """Snapshots and states of everybody else."""
    others = [each for each in company.players if each is not client]
    heard = []
    for each in [*others, company.standing, company.early]:
        mark = len(each.frames)
        position = each.matches[company.table].position if each in others else (1, 0, 0)
        for epoch, seq, p in (position, (0, 0, 0)):
            each.send(req.Resync(t=company.table, ep=epoch, seq=seq, p=p))
        heard.append(each.frames[mark:])
    company.oracle.forget()
    return heard


def test_nor_who_asks_for_everything_again(company: Company) -> None:
    """Snapshots and states are the same before it and after it, to the last byte."""
    client = who_is_asked(company)
    before = everything(company, client)
    assert others_hear(company, client, 0.0) == []
    assert everything(company, client) == before
    assert {json.loads(frame)["k"] for heard in before for frame in heard} >= {"state", "snap", "table"}


def test_nor_where_everybody_knows_who_is_asked(open_company: Company) -> None:
    """Who has answered, and who thinks, is not seen; only the last answer closes the question."""
    company = open_company
    asked = [client for client in company.players if stage_of(company, client)]
    for client in asked[:-1]:
        before = everything(company, client)
        assert others_hear(company, client, 0.0) == []
        assert everything(company, client) == before
    assert others_hear(company, asked[-1]) != []
