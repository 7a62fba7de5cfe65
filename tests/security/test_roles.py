"""Nobody is what it only claims to be: every request by everybody who may not make it, at every time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.commands import cmd_of
from gouji_desktop.net.fields import Message
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.seats import SEATS
from tests.security.company import TABLE_REQUESTS, UNLIMITED, WITHOUT_ID, Company
from tests.server.scripted import ScriptedClient
from tests.server.world import World


@pytest.fixture
def world() -> Iterator[World]:
    with World(seed=11, **UNLIMITED) as made:
        yield made


def playing(company: Company) -> bool:
    """Whether a turn is to be played by somebody."""
    return any(str(asked.stage) == "playing" for asked in prompts(company))


def prompts(company: Company) -> list[Any]:
    followed = [client.follow(company.table) for client in company.players if company.table in client.matches]
    return [each.prompt for each in followed if each.prompt is not None]


def company_at(world: World, phase: str, **options: Any) -> Company:
    """A table in a phase, at which everybody has stopped to act."""
    deals = 1 if phase in ("waiting", "over") else 2
    company = Company(world, "jinyou4", seed=3, deals=deals, **options)
    if phase in ("waiting", "over"):
        company.play(curious=False)
        if phase == "waiting":
            company.players[0].must(req.Rematch, t=company.table)
    elif phase == "between":
        for client in company.players[3:]:
            client.drop()
        # Those who are here do not say that they want to go on.
        world.run(20_000.0, until=lambda: company.players[0].follow(company.table).over)
    else:
        assert world.run(600.0, until=lambda: playing(company) and len(company.players[0].frames) > 60)
    for client in company.players:
        client.policy = None
    company.oracle.forget()
    return company


def kept(company: Company) -> tuple[Any, ...]:
    """Everything that a server keeps of its tables."""
    store, truth = company.world.store, company.oracle.truth
    return store.open_tables(), {key: len(match.batches) for key, match in truth.matches.items()}


def send(company: Company, client: ScriptedClient, kind: type[Message], fields: dict[str, Any]) -> str:
    """What a request is answered with: a code, "" for an answer that is none, "-" for nothing."""
    given = {"t": company.table, **fields}
    if kind not in WITHOUT_ID:
        given["id"] = company.world.new_id()
    mark = client.mark()
    client.send(kind(**given))
    answers = client.since(mark)
    codes = [answer.code for answer in answers if isinstance(answer, msg.Err)]
    return codes[0] if codes else "" if answers else "-"


def answer_of(client: ScriptedClient, table: str) -> SeatCommand:
    """What somebody that is asked may answer."""
    followed = client.follow(table)
    assert followed.prompt is not None
    return simplest_answer(followed.view, followed.prompt)


def others_heard(company: Company, client: ScriptedClient) -> int:
    return sum(len(each.frames) for each in company.world.clients if each is not client)


#: What each may do in a running match, by the name of the request; the rest is as "other" says.
ALLOWED: dict[str, dict[str, str]] = {
    "stranger": {"Cmd": "not_seated", "Trustee": "not_seated", "AutoPass": "not_seated", "Nonce": "not_seated"}
    | {"NonceCommit": "not_seated", "other": "forbidden"},
    "spectator": {"Cmd": "not_seated", "Trustee": "not_seated", "AutoPass": "not_seated", "Nonce": "not_seated"}
    | {"NonceCommit": "not_seated", "Resync": "", "other": "forbidden"},
    "standing": {"Cmd": "not_seated", "Trustee": "not_seated", "AutoPass": "not_seated", "Ready": "not_seated"}
    | {"Nonce": "-", "NonceCommit": "-", "Resync": "", "other": "forbidden"},
}


@pytest.mark.parametrize("phase", ["playing", "between", "over"])
@pytest.mark.parametrize("role", ALLOWED)
def test_who_has_no_seat_may_do_nothing_to_a_match(world: World, role: str, phase: str) -> None:
    company = company_at(world, phase)
    company.stranger.must(req.LobbySub)
    client = {"stranger": company.stranger, "spectator": company.early, "standing": company.standing}[role]
    before, heard = kept(company), others_heard(company, client)
    for kind, fields in TABLE_REQUESTS:
        if role == "standing" and kind in (req.Leave, req.Say, req.FetchLog):
            continue  # who is at a table may go, talk, and read of deals that are over
        code = send(company, client, kind, fields)
        if phase == "playing":
            wanted = ALLOWED[role]
            assert code == wanted.get(kind.__name__, wanted["other"]), kind.__name__
        else:
            assert code in (ErrorCode.NOT_SEATED, ErrorCode.FORBIDDEN, "", "-"), kind.__name__
        assert kept(company) == before, kind.__name__
    assert others_heard(company, client) == heard
    assert company.oracle.leaks == []


def test_of_private_tables_strangers_hear_nothing(world: World) -> None:
    """A table that one may not know of is answered as one that is not there, to the last byte."""
    players = [world.client(f"player {seat}") for seat in range(SEATS)]
    stranger = world.client("stranger")
    table = world.table(*players, rules="jinyou4", private=True)
    rows = world.store.open_tables()
    stranger.must(req.LobbySub)
    assert table not in stranger.lobby
    more: tuple[tuple[type[Message], dict[str, Any]], ...] = ((req.Join, {}), (req.Spectate, {}), (req.Unspectate, {}))
    for kind, fields in TABLE_REQUESTS + more:
        answers = []
        for name in (table, "0000000000"):
            mark = len(stranger.frames)
            stranger.send(kind(**{"t": name, **fields} | ({} if kind in WITHOUT_ID else {"id": world.new_id()})))
            answers.append([strip(frame) for frame in stranger.frames[mark:]])
        assert answers[0] == answers[1] == [{"k": "err", "code": "table_gone"}], kind.__name__
    world.run(5.0)
    assert world.store.open_tables() == rows
    assert table not in stranger.lobby


@pytest.mark.parametrize("by", ["t", "code"])
def test_who_sits_at_a_table_never_watches_it(world: World, by: str) -> None:
    company = company_at(world, "playing")
    player = company.players[2]
    name = {"t": company.table} if by == "t" else {"code": player.place(company.table).code}
    assert player.refused(req.Spectate, **name) == "forbidden"
    player.drop()
    player.connect()
    player.sign_in()
    assert player.refused(req.Spectate, **name) == "forbidden"
    # Not even who has left the match for good.
    player.leave(company.table)
    assert player.refused(req.Spectate, **name) == "forbidden"
    snaps = [snap for snap in player.all(msg.Snap) if snap.t == company.table]
    assert {snap.you for snap in snaps} == {2}
    assert company.oracle.leaks == []


def test_another_account_of_a_player_is_a_stranger(world: World) -> None:
    company = company_at(world, "playing")
    second = world.client("player 2")
    assert second.uid != company.players[2].uid
    assert second.refused(req.Cmd, t=company.table, pid=1, op="pass") == "not_seated"
    assert second.must(req.Spectate, t=company.table).delay_s == 30.0
    second.must(req.Join, t=company.table)
    assert second.seat(company.table) is None
    assert {snap.you for snap in second.all(msg.Snap)} <= {None}
    assert company.oracle.leaks == []


#: Words of a client that wants to be somebody else; none of them is a field of a request.
CLAIMS: dict[str, Any] = {
    "seat": 4,
    "you": 4,
    "role": "host",
    "as": "player 4",
    "audience": "everything",
    "spectator": False,
    "god": True,
    "view": {"seat": 4},
    "features": ["legal", "everything"],
}


def test_claims_are_worth_nothing(world: World) -> None:
    """The same frames with and without them, for everybody."""
    company = company_at(world, "playing")
    victim = company.players[4]
    claims = CLAIMS | {"uid": victim.uid, "name": victim.name, "account": victim.name}
    for client in (company.players[1], company.standing, company.early, company.stranger):
        for kind in ("resync", "spectate", "cmd", "trustee", "fetch_log", "sit"):
            fields: dict[str, Any] = {"k": kind, "t": company.table, "ep": 0, "seq": 0, "p": 0}
            fields |= {"pid": 0, "op": "burn", "on": False, "match": 9}
            heard = []
            for more in (claims, {}):
                if kind == "sit":
                    more = more | {"seat": 4}  # noqa: PLW2901 - that one is a field
                mark = len(client.frames)
                client.send_raw(json.dumps(fields | more | ({} if kind == "resync" else {"id": world.new_id()})))
                heard.append([strip(frame) for frame in client.frames[mark:]])
            assert heard[0] == heard[1], (client.name, kind)
    assert company.oracle.leaks == []


def strip(frame: bytes) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(frame)
    return {name: value for name, value in message.items() if name not in ("re", "rev", "token")}


def test_nobody_signs_in_as_somebody_else_by_saying_so(world: World) -> None:
    company = company_at(world, "playing")
    victim = company.players[4]
    liar = world.client("liar", sign_in=False)
    claims = CLAIMS | {"uid": victim.uid, "account": victim.name, "seats": [{"t": company.table, "seat": 4}]}
    liar.send_raw(json.dumps({"k": "auth", "id": "1", "how": "guest", "name": victim.name} | {"x": 1} | claims))
    authed = liar.last(msg.Authed)
    assert (authed.uid != victim.uid, authed.seats) == (True, ())
    assert liar.refused(req.Trustee, t=company.table, on=True) == "not_seated"
    assert victim.connected


def test_a_seat_has_no_use_for_what_belongs_to_another(world: World) -> None:
    """Prompts, request ids and answers of seat B, by seat A."""
    company = company_at(world, "playing")
    asked = next(client for client in company.players if client.follow(company.table).prompt is not None)
    seat = company.oracle.seats[asked]
    answer = cmd_of(answer_of(asked, company.table), "shared-id", company.table)
    before = kept(company)
    for client in company.players:
        if client is not asked:
            client.send(answer)
            (refusal,) = client.answers("shared-id")
            assert isinstance(refusal, msg.Err)
            assert refusal.code == "not_your_turn"
            assert kept(company) == before
    asked.send(answer)
    assert isinstance(asked.answers("shared-id")[-1], msg.Ack)
    after = kept(company)
    # An id is its account's own: the refusal of A is not the answer of B, and is given again.
    other = company.players[(seat + 1) % SEATS]
    other.send(answer)
    refusal = other.answers("shared-id")[-1]
    assert isinstance(refusal, msg.Err)
    assert refusal.code in ("not_your_turn", "stale_prompt")
    assert kept(company) == after


def test_an_answer_to_another_table_is_none_to_this_one(world: World) -> None:
    company = company_at(world, "playing")
    asked = next(client for client in company.players if client.follow(company.table).prompt is not None)
    other = world.table(asked, *[each for each in company.players if each is not asked], rules="jinyou4")
    mine = asked.follow(company.table)
    before = kept(company)
    for pid in (mine.prompt.id, mine.prompt.id + 1, 0):
        command = cmd_of(answer_of(asked, company.table), world.new_id(), other)
        code = asked.refused(req.Cmd, t=other, pid=pid, op=command.op, cards=command.cards)
        assert code in ("not_your_turn", "stale_prompt")
    assert kept(company) == before
    stranger = company.stranger
    assert stranger.refused(req.Cmd, t=other, pid=mine.prompt.id, op="pass") == "not_seated"


@pytest.mark.parametrize("phase", ["waiting", "over"])
def test_nothing_is_answered_outside_of_a_match(world: World, phase: str) -> None:
    company = company_at(world, phase)
    before = kept(company)
    for client in company.players:
        for op in ("play", "pass", "yield", "burn", "show", "decide", "return"):
            code = client.refused(req.Cmd, t=company.table, pid=1, op=op, cards=("Th",) if op == "play" else ())
            assert code in ("not_your_turn", "stale_prompt", "bad_schema")
        for kind in (req.Trustee, req.AutoPass):
            assert client.refused(kind, t=company.table, on=True) == "forbidden"
    assert kept(company) == before


def test_old_and_future_prompts_are_stale(world: World) -> None:
    company = company_at(world, "playing")
    asked = next(client for client in company.players if client.follow(company.table).prompt is not None)
    followed = asked.follow(company.table)
    own = {message.prompt.pid for message in asked.all(msg.Ev) if message.prompt is not None}
    answer = answer_of(asked, company.table)
    before = kept(company)
    for pid in sorted((own | {0, followed.prompt.id + 1, 2**40}) - {followed.prompt.id}):
        command = cmd_of(answer, world.new_id(), company.table)
        code = asked.refused(req.Cmd, t=company.table, pid=pid, op=command.op, cards=command.cards)
        assert code == "stale_prompt"
    assert kept(company) == before
