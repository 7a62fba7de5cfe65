"""A sealed answer is nobody else's: no frame, no number and no other sign of it, whoever gives it and however."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.views import SECRETLY_ASKED
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


@pytest.fixture(params=ASKED, ids=lambda asked: f"{asked[0]}-{asked[1]}-{asked[2]}")
def company(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Company]:
    """A table at which a question with secret candidates is open."""
    rules, stage, seed = request.param
    change_deals(monkeypatch, hot_deals)
    with World(seed=seed, **UNLIMITED) as world:
        company = Company(world, rules, seed=seed)
        assert world.run(3000.0, until=lambda: stage in {stage_of(company, client) for client in company.players})
        for client in company.players:
            client.policy = None
        yield company


def stage_of(company: Company, client: ScriptedClient) -> str | None:
    """The question with secret candidates that somebody is asked."""
    prompt = client.follow(company.table).prompt
    return str(prompt.stage) if prompt is not None and prompt.stage in SECRETLY_ASKED else None


def who_is_asked(company: Company) -> ScriptedClient:
    return next(client for client in company.players if stage_of(company, client))


def sealed(company: Company, client: ScriptedClient) -> req.Cmd:
    prompt = client.follow(company.table).prompt
    op = {"show_query": "show", "burn_query": "burn"}.get(str(prompt.stage), "decide")
    return req.Cmd(id=company.world.new_id(), t=company.table, pid=prompt.id, op=op)  # type: ignore[arg-type]


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


def test_nor_who_asks_for_everything_again(company: Company) -> None:
    """Snapshots and states are the same before it and after it, to the last byte."""
    client = who_is_asked(company)
    others = [each for each in company.players if each is not client]

    def everything() -> list[list[bytes]]:
        heard = []
        for each in [*others, company.standing, company.early]:
            mark = len(each.frames)
            position = each.matches[company.table].position if each in others else (1, 0, 0)
            for epoch, seq, p in (position, (0, 0, 0)):
                each.send(req.Resync(t=company.table, ep=epoch, seq=seq, p=p))
            heard.append(each.frames[mark:])
        return heard

    before = everything()
    company.oracle.forget()
    assert others_hear(company, client, 0.0) == []
    assert everything() == before
    assert {json.loads(frame)["k"] for heard in before for frame in heard} >= {"state", "snap", "table"}
