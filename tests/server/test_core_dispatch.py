"""Frames that are no messages, requests that come twice, too often or at a bad time, and tables that fail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import CloseCode, ErrorCode
from gouji_desktop.server.answers import Answers, is_kept
from gouji_desktop.server.config import Rate
from gouji_desktop.server.ports import Refused, StoreError
from tests.server.world import ScriptedClient, World, frame_of


@pytest.fixture
def world() -> Iterator[World]:
    with World() as made:
        yield made


# -- frames that are no messages ----------------------------------------------------------------------------------

BAD: list[tuple[str, str | bytes, str, str | None]] = [
    ("empty", "", "bad_json", None),
    ("text", "hello", "bad_json", None),
    ("cut", '{"k":"ping"', "bad_json", None),
    ("trailing", '{"k":"ping"}{}', "bad_json", None),
    ("number", "7", "bad_schema", None),
    ("null", "null", "bad_schema", None),
    ("list", "[]", "bad_schema", None),
    ("kindless", "{}", "bad_schema", None),
    ("kind is no text", '{"k":7}', "bad_schema", None),
    ("unknown", frame_of(k="fly", id="7"), "unknown_kind", "7"),
    ("of a server", frame_of(k="table", t="a"), "unknown_kind", None),
    ("nested", '{"k":"ping","n":' + "[" * 8000 + "}", "bad_json", None),
    ("long", frame_of(k="ping", x="x" * 16400), "bad_json", None),
    ("huge number", '{"k":"ping","n":' + "9" * 4000 + "}", "bad_schema", None),
    ("infinite", '{"k":"ping","n":1e400}', "bad_schema", None),
    ("negative", '{"k":"ping","n":-1}', "bad_schema", None),
    ("beyond 2^53", '{"k":"ping","n":9007199254740992}', "bad_schema", None),
    ("bool for a number", '{"k":"ping","n":true}', "bad_schema", None),
    ("seat 6", frame_of(k="sit", id="7", t="abc", seat=6), "bad_schema", "7"),
    ("seat -1", frame_of(k="sit", id="7", t="abc", seat=-1), "bad_schema", "7"),
    ("seat of text", frame_of(k="sit", id="7", t="abc", seat="0"), "bad_schema", "7"),
    ("no id", frame_of(k="sit", t="abc", seat=0), "bad_schema", None),
    ("bad id", frame_of(k="sit", id="a b", t="abc", seat=9), "bad_schema", "a b"),
    ("long id", frame_of(k="sit", id="7" * 41, t="abc", seat=0), "bad_schema", None),
    ("id is a number", frame_of(k="sit", id=7, t="abc", seat=0), "bad_schema", None),
    ("table of path", frame_of(k="sit", id="7", t="../x", seat=0), "bad_schema", "7"),
    ("61 cards", frame_of(k="cmd", id="7", t="a", pid=1, op="play", cards=["3s"] * 61), "bad_schema", "7"),
    ("no card", frame_of(k="cmd", id="7", t="a", pid=1, op="play", cards=["1s"]), "bad_schema", "7"),
    ("no op", frame_of(k="cmd", id="7", t="a", pid=1, op="win"), "bad_schema", "7"),
    ("long talk", frame_of(k="say", id="7", t="a", text="x" * 601), "bad_schema", "7"),
    ("rules of text", frame_of(k="create", id="7", rules="tribute216"), "bad_schema", "7"),
    ("surrogate", '{"k":"say","id":"7","t":"a","text":"\ud83d"}', "bad_json", None),
    ("no utf-8", b'{"k":"say","id":"7","t":"a","text":"\xff"}', "bad_schema", "7"),
    ("byte order mark", "\ufeff" + frame_of(k="ping"), "bad_json", None),
    ("NUL", '{"k":"ping"}\x00', "bad_json", None),
]


@pytest.mark.parametrize(("frame", "code", "re"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_frame_that_is_no_message_gets_one_error(world: World, frame: str | bytes, code: str, re: str | None) -> None:
    client, other = world.client("wang"), world.client("li")
    mark = client.mark()
    client.send_raw(frame)
    (err,) = client.since(mark)
    assert isinstance(err, msg.Err)
    assert (err.code, err.re) == (code, re)
    assert client.connected
    assert isinstance(client.ask(req.ListSessions), msg.Sessions)
    assert isinstance(other.ask(req.ListSessions), msg.Sessions)


@pytest.mark.parametrize("frame", ["", frame_of(k="fly"), frame_of(k="sit")])
def test_five_of_them_close_the_connection(world: World, frame: str) -> None:
    client, other = world.client("wang"), world.client("li")
    for number in range(5):
        assert client.connected
        world.run(float(number))
        client.send_raw(frame)
    assert client.closed is not None
    assert client.closed[0] == client.last(msg.Bye).code == CloseCode.PROTOCOL
    client.send_raw(frame_of(k="ping"))
    assert client.received[-1] == client.last(msg.Bye), "nothing is said any more"
    world.run(1.0)
    assert other.connected
    assert world.core.stats.connections == 1


def test_fields_of_later_versions_are_borne(world: World) -> None:
    client = world.client("wang")
    client.send_raw(frame_of(k="sessions", id="7", later={"x": [1]}))
    assert isinstance(client.answers("7")[0], msg.Sessions)


def test_a_ping_is_answered_with_its_number(world: World) -> None:
    client = world.client("wang")
    client.send(req.Ping(n=42))
    assert client.last(msg.Pong).n == 42


# -- twice --------------------------------------------------------------------------------------------------------


def test_the_same_request_twice_is_done_once_and_answered_twice(world: World) -> None:
    wang = world.client("wang")
    first = wang.create()
    frame = frame_of(k="create", id="same", rules=json.loads(_rules(world, first)), deals=1)
    wang.send_raw(frame)
    wang.send_raw(frame)
    answers = wang.answers("same")
    assert len(answers) == 2
    assert answers[0] == answers[1]
    assert len(world.core.rooms) == 2


def test_a_refusal_is_repeated_too(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = wang.create()
    li.join(table)
    for _ in range(2):
        li.send(req.Sit(id="s", t=table, seat=0))
    li.must(req.Sit, t=table, seat=1)
    li.send(req.Sit(id="s", t=table, seat=2))
    assert [answer.code for answer in li.answers("s")] == ["seat_taken"] * 3
    assert li.seat(table) == 1


def test_an_id_is_its_account_s_own(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    assert isinstance(wang.ask(req.Rename, id="same", name="a"), msg.Authed)
    answer = li.ask(req.Rename, id="same", name="b")
    assert answer.name == "b"


def test_the_answer_is_known_to_a_newer_connection(world: World) -> None:
    wang = world.client("wang")
    first = wang.ask(req.Rename, id="same", name="a")
    wang.back()
    wang.send(req.Rename(id="same", name="b"))
    answer = wang.answers("same")[-1]
    assert isinstance(answer, msg.Authed)
    assert answer.name == first.name == wang.name == "a"
    assert answer.token == wang.token != first.token, "but an old token is never given out again"


def test_what_could_not_be_done_now_may_be_asked_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    wang = world.client("wang")
    table = wang.create()
    room = world.core.rooms[0]
    outcome: list[Any] = [Refused(ErrorCode.FROZEN_STORAGE)]
    monkeypatch.setattr(type(room), "handle", lambda *_: outcome[0])
    wang.send(req.Stand(id="s", t=table))
    monkeypatch.undo()
    wang.send(req.Stand(id="s", t=table))
    assert [type(answer) for answer in wang.answers("s")] == [msg.Err, msg.Ack]
    assert wang.seat(table) is None


def test_sixty_four_answers_are_kept() -> None:
    answers = Answers(kept=64)
    for number in range(100):
        assert answers.begin("u", str(number)) == (True, None)
        answers.end("u", str(number), msg.Ack(str(number)))
    assert [answers.begin("u", str(number))[0] for number in (99, 36)] == [False, False]
    assert answers.begin("u", "35")[0]


def test_a_request_under_way_is_not_begun_again_nor_answered_twice() -> None:
    answers = Answers(kept=2)
    assert answers.begin("u", "1") == (True, None)
    assert answers.begin("u", "1") == (False, None)
    answers.end("u", "1", msg.Ack("1"))
    assert answers.begin("u", "1") == (False, msg.Ack("1"))
    answers.end("u", "nothing", msg.Ack("nothing"))
    answers.end("nobody", "1", msg.Ack("1"))
    assert answers.begin("u", "nothing") == (True, None)


def test_accounts_that_asked_long_ago_are_forgotten() -> None:
    answers = Answers(kept=2, accounts=3)
    for uid in ("a", "b", "c"):
        answers.begin(uid, "1")
        answers.end(uid, "1", msg.Ack("1"))
    answers.begin("a", "1")
    answers.begin("d", "1")
    assert [answers.begin(uid, "1")[0] for uid in ("a", "c")] == [False, False]
    assert answers.begin("b", "1")[0]


@pytest.mark.parametrize(
    ("request_", "answer", "kept"),
    [
        (req.Stand(id="1", t="a"), msg.Ack("1"), True),
        (req.Stand(id="1", t="a"), msg.Err("forbidden", "1"), True),
        (req.Stand(id="1", t="a"), msg.Err("internal", "1"), True),
        (req.Stand(id="1", t="a"), msg.Err("rate_limited", "1"), False),
        (req.Stand(id="1", t="a"), msg.Err("busy", "1"), False),
        (req.Stand(id="1", t="a"), msg.Err("frozen_storage", "1"), False),
        (req.Stand(id="1", t="a"), msg.Err("draining", "1"), False),
        (req.Cmd(id="1", t="a", pid=1, op="pass"), msg.Err("illegal_play", "1"), True),
        (req.Cmd(id="1", t="a", pid=1, op="pass"), msg.Err("frozen_storage", "1"), False),
        (req.Cmd(id="1", t="a", pid=1, op="pass"), msg.Ack("1"), False),  # the table itself knows
        (req.FetchLog(id="1", t="a", match=1), msg.LogPart("1", 0, 1, "x"), False),
        (req.ListSessions(id="1"), msg.Sessions("1"), False),
        (req.LobbySub(id="1"), msg.Ack("1"), False),
        (req.Spectate(id="1", t="a"), msg.Spectating("1", "a", 30.0), False),
    ],
)
def test_which_answers_are_kept(request_: Any, answer: Any, kept: bool) -> None:
    assert is_kept(request_, answer) == kept


def test_the_answer_comes_before_what_it_leads_to(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    mark = wang.mark()
    table = wang.create()
    assert isinstance(wang.since(mark)[0], msg.Ack)
    mark = li.mark()
    li.join(table)
    assert [type(message) for message in li.since(mark)[:2]] == [msg.Ack, msg.Table]
    mark = li.mark()
    li.leave(table)
    assert [type(message) for message in li.since(mark)] == [msg.Ack, msg.Gone]
    mark = wang.mark()
    wang.must(req.LobbySub)
    assert [type(message) for message in wang.since(mark)] == [msg.Ack, msg.Lobby]


# -- too often ----------------------------------------------------------------------------------------------------


def flood(client: ScriptedClient, message: Any, times: int) -> list[str]:
    """Send the same message many times; the codes of the errors."""
    mark = client.mark()
    for _ in range(times):
        if client.connected:
            client.send(message)
    return [message.code for message in client.since(mark) if isinstance(message, msg.Err)]


@pytest.mark.parametrize("message", [req.Ping(), req.ListSessions(id="1"), req.Sit(id="1", t="abc", seat=0)])
def test_too_many_messages_end_the_connection(world: World, message: Any) -> None:
    client, other = world.client("wang"), world.client("li")
    world.run(10.0)
    assert flood(client, message, 100)[-3:] == ["rate_limited"] * 3
    assert client.closed is not None
    assert client.closed[0] == CloseCode.RATE
    bye = client.last(msg.Bye)
    assert bye.code == CloseCode.RATE
    assert bye.reconnect_after
    assert isinstance(other.ask(req.ListSessions), msg.Sessions)


def test_too_many_commands_end_the_connection(world: World) -> None:
    client = world.client("wang")
    table = client.create()
    assert flood(client, req.Cmd(id="1", t=table, pid=1, op="pass"), 100).count("rate_limited") == 3
    assert client.closed is not None
    assert client.closed[0] == CloseCode.RATE


@pytest.mark.parametrize(("seconds", "limited"), [(0.0, 25), (20.0, 20)])
def test_too_much_talk_is_not_said_and_costs_nothing_else(world: World, seconds: float, limited: int) -> None:
    client = world.client("wang")
    table = client.create()
    world.run(20.0)
    codes = []
    for number in range(30):
        if number == 10:
            world.run(seconds)
        world.run(0.2)
        answer = client.ask(req.Say, t=table, text="hello")
        codes += [answer.code] if isinstance(answer, msg.Err) else []
    assert set(codes) == {"rate_limited"}
    assert abs(len(codes) - limited) <= 3
    assert client.connected
    assert len(client.all(msg.Said)) == 30 - len(codes)


def test_who_is_limited_is_told_when_to_come_again(world: World) -> None:
    client = world.client("wang")
    table = client.create()
    while not isinstance(answer := client.ask(req.Say, t=table, text="hello"), msg.Err):
        pass
    assert answer.retry_after is not None
    world.run(answer.retry_after)
    assert isinstance(client.ask(req.Say, t=table, text="hello"), msg.Ack)


def test_limits_are_the_connection_s_own() -> None:
    with World(messages=Rate(3, 0.01)) as world:
        wang, li = world.client("wang"), world.client("li")
        flood(wang, req.Ping(), 10)
        assert not wang.connected
        assert li.connected
        wang.back()
        assert wang.connected, "another connection begins anew"


# -- faults of tables ---------------------------------------------------------------------------------------------


@pytest.mark.log_errors("table .* failed: stand")
def test_a_table_that_fails_is_answered_and_logged_once(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    wang, li = world.client("wang"), world.client("li")
    broken, sound = wang.create(), li.create()
    room = next(room for room in world.core.rooms if room.id == broken)
    real = type(room).handle

    def handle(self: Any, viewer: Any, message: Any) -> Any:
        if self is room:
            raise RuntimeError("this table is broken")
        return real(self, viewer, message)

    monkeypatch.setattr(type(room), "handle", handle)
    assert [wang.refused(req.Stand, t=broken) for _ in range(3)] == ["internal"] * 3
    assert wang.connected
    li.must(req.Stand, t=sound)
    errors = [record for record in caplog.records if record.levelname == "ERROR"]
    assert len(errors) == 1
    assert broken in errors[0].getMessage()


def test_a_store_that_cannot_write_is_said(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    wang = world.client("wang")

    def full(*_: Any) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(world.store, "put_table", full)
    assert wang.refused(req.Create, rules=json.loads(_rules(world))) == "frozen_storage"
    monkeypatch.undo()
    wang.create()


@pytest.mark.log_errors("a request rename failed")
def test_a_fault_outside_of_tables_is_answered_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    wang = world.client("wang")

    def broken(*_: Any) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(world.accounts, "rename", broken)
    assert wang.refused(req.Rename, name="x") == "internal"
    assert wang.connected


@pytest.mark.log_errors("connection .*: a frame could not be worked on")
def test_receive_never_raises(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    wang, li = world.client("wang"), world.client("li")

    def broken(*_: Any) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(wang.peer.limits, "_messages", None)
    wang.send(req.Ping())
    assert not wang.connected
    li.send(req.Ping())
    assert li.connected


def _rules(world: World, table: str | None = None) -> str:
    """The rules of a table, or of a new one, as JSON."""
    if table is not None:
        return json.dumps(world.clients[0].places[table].rules)
    from gouji_desktop.rules.presets import preset
    from gouji_desktop.table.codec import encode_rules

    return json.dumps(encode_rules(preset("tribute216")))
