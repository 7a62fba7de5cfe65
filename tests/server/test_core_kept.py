"""Requests that come again after a restart of the server: done once, and answered as they were."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.fields import Message
from gouji_desktop.server.config import Rate
from gouji_desktop.server.kept_answers import KeptAnswer, KeptAnswers
from gouji_desktop.server.ports import StoreError
from gouji_desktop.server.store import Store
from tests.server.world import ScriptedClient, World


@pytest.fixture
def world() -> Iterator[World]:
    with World(seed=3) as made:
        yield made


class Evening:
    """A host and a guest at a waiting table."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.wang, self.li = world.client("wang"), world.client("li")
        self.table = self.wang.create(private=True)
        self.li.join(self.table)

    def asked(self, client: ScriptedClient, request: Message) -> Any:
        """The last answer to a request that is sent (again)."""
        client.send(request)
        return client.answers(request.id)[-1]  # type: ignore[attr-defined]

    def restart(self) -> None:
        self.world.restart()
        for client in (self.wang, self.li):
            client.back()

    def again(self, client: ScriptedClient, request: Message) -> None:
        """The request is made, carried out, and made again of a server that was started anew."""
        first = self.asked(client, request)
        assert isinstance(first, msg.Ack), first
        self.restart()
        before = self.what_there_is()
        assert self.asked(client, request) == first
        assert self.what_there_is() == before, "it was done twice"

    def what_there_is(self) -> list[Any]:
        return [[room.phase, room.member_uids, room.row(), room.host_uid] for room in self.world.core.rooms]


Make = Callable[[Evening], tuple[ScriptedClient, Message]]


def _sit(evening: Evening) -> tuple[ScriptedClient, Message]:
    return evening.li, req.Sit(id="x", t=evening.table, seat=3)


def _stand(evening: Evening) -> tuple[ScriptedClient, Message]:
    evening.li.sit(evening.table, 3)
    return evening.li, req.Stand(id="x", t=evening.table)


def _leave(evening: Evening) -> tuple[ScriptedClient, Message]:
    return evening.li, req.Leave(id="x", t=evening.table)


def _last_leave(evening: Evening) -> tuple[ScriptedClient, Message]:
    evening.li.leave(evening.table)
    return evening.wang, req.Leave(id="x", t=evening.table)


def _kick(evening: Evening) -> tuple[ScriptedClient, Message]:
    evening.li.sit(evening.table, 3)
    return evening.wang, req.Kick(id="x", t=evening.table, seat=3)


def _put_out(evening: Evening) -> tuple[ScriptedClient, Message]:
    return evening.wang, req.Kick(id="x", t=evening.table, uid=evening.li.last(msg.Authed).uid)


def _put_bot(evening: Evening) -> tuple[ScriptedClient, Message]:
    return evening.wang, req.PutBot(id="x", t=evening.table, seat=5, level="easy")


def _start(evening: Evening) -> tuple[ScriptedClient, Message]:
    return evening.wang, req.Start(id="x", t=evening.table)


def _leave_the_match(evening: Evening) -> tuple[ScriptedClient, Message]:
    evening.li.sit(evening.table, 3)
    evening.li.ready(evening.table)
    evening.wang.start(evening.table)
    return evening.li, req.Leave(id="x", t=evening.table)


def _trustee(evening: Evening) -> tuple[ScriptedClient, Message]:
    evening.wang.start(evening.table)
    return evening.wang, req.Trustee(id="x", t=evening.table, on=True)


def _auto_pass(evening: Evening) -> tuple[ScriptedClient, Message]:
    evening.wang.start(evening.table)
    return evening.wang, req.AutoPass(id="x", t=evening.table, on=True)


def _create(evening: Evening) -> tuple[ScriptedClient, Message]:
    return evening.li, req.Create(id="x", rules=evening.wang.place(evening.table).rules)


def _join(evening: Evening) -> tuple[ScriptedClient, Message]:
    code = evening.wang.place(evening.table).code
    evening.li.leave(evening.table)
    return evening.li, req.Join(id="x", code=code)


KINDS: list[Make] = [
    _sit,
    _stand,
    _leave,
    _last_leave,
    _kick,
    _put_out,
    _put_bot,
    _start,
    _leave_the_match,
    _trustee,
    _auto_pass,
    _create,
    _join,
]


@pytest.mark.parametrize("make", KINDS)
def test_what_was_done_is_answered_again_by_a_server_that_was_started_anew(world: World, make: Make) -> None:
    evening = Evening(world)
    evening.again(*make(evening))


def test_another_match_is_agreed_to_once(world: World) -> None:
    evening = Evening(world)
    evening.wang.start(evening.table)
    world.play_match(evening.table)
    evening.again(evening.wang, req.Rematch(id="x", t=evening.table))


def test_the_move_that_ended_a_match_is_answered_again(world: World) -> None:
    evening = Evening(world)
    wang = evening.wang
    wang.start(evening.table)
    last = played(evening)[-1]
    answer = wang.answers(last.id)[-1]
    world.run(30.0)
    evening.restart()
    assert evening.asked(wang, last) == answer


def played(evening: Evening) -> list[req.Cmd]:
    """All that the host played in a match of which it is told the end."""
    wang, table = evening.wang, evening.table
    sent: list[req.Cmd] = []
    while wang.place(table).phase == "playing":
        command = wang.command(table)
        if command is not None:
            sent.append(command)
            assert isinstance(evening.asked(wang, command), msg.Ack)
        evening.world.run(1.0)
    return sent


@pytest.mark.parametrize("restarts", [False, True])
def test_what_was_played_in_one_match_is_never_played_in_the_next(restarts: bool) -> None:
    """Where it is over, in the room after it, and in a later match whose prompts come in the same order."""
    often = Rate(100_000, 1000.0)
    # All of them are kept: the first prompts of the next match are those that come in the same order.
    with World(seed=3, commands=often, messages=often, answers_kept=1000) as world:
        _play_twice(Evening(world), restarts)


def _play_twice(evening: Evening, restarts: bool) -> None:
    world = evening.world
    wang, table = evening.wang, evening.table
    wang.start(table)
    sent = played(evening)
    first = [wang.answers(each.id)[-1] for each in sent]
    assert len(sent) > 5

    def again() -> list[Any]:
        if restarts:
            evening.restart()
        return [evening.asked(wang, each) for each in sent]

    assert again() == first
    wang.must(req.Rematch, t=table)
    assert again() == first
    wang.must(req.Stand, t=table)
    assert again() == first
    wang.sit(table, 0)
    wang.start(table)
    assert world.run(120.0, until=lambda: wang.command(table) is not None)
    assert again() == first
    assert world.run(120.0, until=lambda: wang.command(table) is not None)
    prompt = wang.command(table)
    assert prompt is not None
    assert prompt.pid not in {each.pid for each in sent}
    assert again() == first
    # Nobody has answered for it.
    assert (wang.command(table) or prompt).pid == prompt.pid
    assert evening.asked(wang, msgspec.structs.replace(sent[0], id="x")).code == "stale_prompt"
    assert isinstance(evening.asked(wang, prompt), msg.Ack)
    assert evening.asked(evening.li, msgspec.structs.replace(sent[0], id=sent[0].id)).code == "not_seated"
    later = played(evening)
    assert not {each.pid for each in later} & {each.pid for each in sent}
    wang.leave(table)
    assert again() == first


def test_so_many_of_each_table_are_kept_of_what_was_played() -> None:
    store = Store.open(None)
    kept = KeptAnswers(store.database, store.uptime, most=3)
    kept.put(KeptAnswer("u1", "x", "sit", "t1"))
    kept.put_played("u1", "t1", [(f"a{number}", number) for number in range(5)])
    kept.put_played("u1", "t1", [("b0", 1)])
    kept.put_played("u1", "t2", [(f"c{number}", number) for number in range(5)])
    asked = ("a2", "a3", "a4", "b0", "c1", "c2", "c4", "x")
    assert [each for each in asked if kept.played("u1", each)] == ["a3", "a4", "b0", "c2", "c4"]
    assert kept.played("u2", "a4") is None
    assert [row.request for row in kept.of("u1")] == ["x"], "what was played takes no room from the rest"
    store.close()


def test_who_came_and_left_again_without_an_answer_does_not_come_back(world: World) -> None:
    evening = Evening(world)
    code, li = evening.wang.place(evening.table).code, evening.li
    join, leave = req.Join(id="x1", code=code), req.Leave(id="x2", t=evening.table)
    for request in (join, leave):
        assert isinstance(evening.asked(li, request), msg.Ack)
    evening.restart()
    for request in (join, leave):
        assert isinstance(evening.asked(li, request), msg.Ack)
    assert [len(room.member_uids) for room in world.core.rooms] == [1]


def test_a_line_is_said_once(world: World) -> None:
    evening = Evening(world)
    say = req.Say(id="x", t=evening.table, text="谁先来")
    assert isinstance(evening.asked(evening.wang, say), msg.Ack)
    evening.restart()
    mark = evening.li.mark()
    assert isinstance(evening.asked(evening.wang, say), msg.Ack)
    evening.li.read()
    assert not [each for each in evening.li.since(mark) if isinstance(each, msg.Said)]


def test_who_was_ready_says_so_again_of_a_server_that_forgot_it(world: World) -> None:
    evening = Evening(world)
    evening.li.sit(evening.table, 3)
    ready = req.Ready(id="x", t=evening.table)
    evening.asked(evening.li, ready)
    evening.restart()
    assert not evening.wang.place(evening.table).seats[3].ready
    assert isinstance(evening.asked(evening.li, ready), msg.Ack)
    evening.wang.read()
    assert evening.wang.place(evening.table).seats[3].ready
    evening.wang.start(evening.table)
    evening.restart()
    assert isinstance(evening.asked(evening.li, ready), msg.Ack), "what was done is refused"


def test_an_account_is_made_once_and_a_session_ended_once(world: World) -> None:
    evening = Evening(world)
    li, wang = evening.li, evening.wang
    register = req.Register(id="x1", name="LiLi", password="correct horse")
    first = evening.asked(li, register)
    assert isinstance(first, msg.Authed)
    phone = ScriptedClient(world, "phone", li.address, li.features)
    world.clients.append(phone)
    phone.connect()
    phone.sign_in(how="password", name="LiLi", password="correct horse")
    li.back()
    (other,) = [row.session for row in li.must(req.ListSessions).rows if not row.current]
    revoke = req.Revoke(id="x2", session=other)
    rename = req.Rename(id="x3", name="Li")
    for request in (revoke, rename):
        assert not isinstance(evening.asked(li, request), msg.Err)
    world.restart()
    li.back()
    wang.back()
    again = evening.asked(li, register)
    assert isinstance(again, msg.Authed), again
    assert (again.account, again.guest, again.token) == ("LiLi", False, li.token)
    assert isinstance(evening.asked(li, revoke), msg.Ack)
    assert isinstance(evening.asked(li, rename), msg.Authed)
    assert b"correct horse" not in b"".join(
        str(row).encode() for row in world.store.database.read("SELECT * FROM answers")
    )


def test_all_other_sessions_are_ended_once(world: World) -> None:
    evening = Evening(world)
    li = evening.li
    revoke = req.Revoke(id="x")
    assert isinstance(evening.asked(li, revoke), msg.Ack)
    li.must(req.Register, name="LiLi", password="correct horse")
    world.restart()
    phone = ScriptedClient(world, "phone", li.address, li.features)
    world.clients.append(phone)
    phone.connect()
    phone.sign_in(how="password", name="LiLi", password="correct horse")
    li.back()
    assert isinstance(evening.asked(li, revoke), msg.Ack)
    assert len(li.must(req.ListSessions).rows) == 2, "the phone came later"


def test_what_was_refused_may_be_asked_again(world: World) -> None:
    evening = Evening(world)
    evening.li.sit(evening.table, 3)
    start = req.Start(id="x", t=evening.table)
    assert isinstance(evening.asked(evening.wang, start), msg.Err)
    evening.restart()
    evening.li.ready(evening.table)
    assert isinstance(evening.asked(evening.wang, start), msg.Ack)


def test_what_could_not_be_kept_was_not_done_and_has_no_answer(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(world)
    put = KeptAnswers.put

    def fails(*_values: Any, **_named: Any) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(KeptAnswers, "put", fails)
    sit = req.Sit(id="x", t=evening.table, seat=3)
    assert isinstance(evening.asked(evening.li, sit), msg.Err)
    assert not evening.wang.place(evening.table).seats[3].uid
    say = evening.asked(evening.li, req.Say(id="y", t=evening.table, text="hello"))
    assert isinstance(say, msg.Ack), "talk needs no disk"
    monkeypatch.setattr(KeptAnswers, "put", put)
    world.run(10.0)
    assert isinstance(evening.asked(evening.li, sit), msg.Ack)


def test_no_more_answers_are_kept_than_are_remembered_and_none_for_ever() -> None:
    now = [0.0]
    store = Store.open(None, steady=lambda: now[0])
    kept = KeptAnswers(store.database, store.uptime, most=3)
    for number in range(5):
        kept.put(KeptAnswer("u1", f"x{number}", "sit", "t1"))
    kept.put(KeptAnswer("u2", "x9", "start", "t1"))
    assert [row.request for row in kept.of("u1")] == ["x2", "x3", "x4"]
    now[0] += 8 * 86_400
    kept.put(KeptAnswer("u3", "y", "sit"))
    assert kept.of("u1") == kept.of("u2") == []
    for number in range(40):
        kept.put(KeptAnswer("u3", f"y{number}", "sit"))
    assert store.database.read("SELECT count(*) FROM answers")[0][0] <= 3 + 8, "nor does the store keep them"
    store.close()


# -- who was put out ----------------------------------------------------------------------------------------------


def test_who_was_put_out_stays_out_after_a_restart(world: World) -> None:
    evening = Evening(world)
    code = evening.wang.place(evening.table).code
    evening.wang.must(req.Kick, t=evening.table, uid=evening.li.last(msg.Authed).uid)
    world.run(100.0)
    evening.restart()
    answer = evening.li.ask(req.Join, code=code)
    assert (answer.code, answer.detail) == ("forbidden", {"reason": "kicked"})
    assert 0 < answer.retry_after <= 200.0
    world.run(answer.retry_after)
    assert isinstance(evening.li.ask(req.Join, code=code), msg.Ack)
