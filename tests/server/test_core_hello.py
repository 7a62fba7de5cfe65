"""The first messages of a connection: hello, then who it is; and what becomes of those who say something else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import CloseCode
from gouji_desktop.server.config import Rate
from gouji_desktop.server.passwords import hash_password
from tests.server.world import ScriptedClient, World, frame_of

HELLO = frame_of(k="hello", v=[1])


@pytest.fixture
def world() -> Iterator[World]:
    with World(name="club", motd="be kind") as made:
        yield made


def stranger(world: World, *, hello: bool = False, **options: Any) -> ScriptedClient:
    """A client that is connected and not signed in."""
    client = world.client("wang", sign_in=False, **options)
    if not hello:
        client.drop()
        client.connect(hello=False)
    return client


def kinds(client: ScriptedClient, start: int = 0) -> list[str]:
    """The kinds of the messages since the start, errors with their code."""
    return [
        message.code if isinstance(message, msg.Err) else str(message.__struct_config__.tag)
        for message in client.since(start)
    ]


def test_the_server_says_what_it_is_and_what_both_know(world: World) -> None:
    client = stranger(world)
    client.send_raw(frame_of(k="hello", v=[7, 1], client="x", features=["legal", "telepathy", "chat"]))
    welcome = client.last(msg.Welcome)
    assert (welcome.v, welcome.server, welcome.motd) == (1, "club", "be kind")
    assert welcome.features == ("legal", "chat")
    assert welcome.limits["frame_in"] == 16384
    assert welcome.auth_methods == ("guest", "password")


@pytest.mark.parametrize("versions", [[2], [0, 2, 99], [-1]])
def test_another_version_is_turned_away_with_what_it_needs(world: World, versions: list[int]) -> None:
    client = stranger(world)
    client.send_raw(frame_of(k="hello", v=versions))
    refuse = client.last(msg.Refuse)
    assert (refuse.code, refuse.min_v) == ("version_unsupported", 1)
    assert client.closed is not None
    assert client.closed[0] == CloseCode.UPGRADE_REQUIRED
    assert world.core.stats.connections == 0


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", "bad_json"),
        ("hello", "bad_json"),
        ("[]", "bad_schema"),
        ("{}", "bad_schema"),
        (frame_of(k="hello"), "bad_schema"),
        (frame_of(k="hello", v=[]), "bad_schema"),
        (frame_of(k="hello", v=["1"]), "bad_schema"),
        (frame_of(k="hello", v=[True]), "bad_schema"),
        (frame_of(k="helo", v=[1]), "unknown_kind"),
        (frame_of(k="welcome", v=1, server="me"), "unknown_kind"),
        (frame_of(k="auth", id="1", how="guest", name="wang"), "unauthenticated"),
        (frame_of(k="ping"), "unauthenticated"),
        ("[" * 15000, "bad_schema"),
        ("x" * 20000, "bad_json"),
    ],
)
def test_who_does_not_begin_with_hello_is_closed(world: World, frame: str, code: str) -> None:
    client = stranger(world)
    client.send_raw(frame)
    assert kinds(client)[-2:] == [code, "bye"]
    assert client.closed is not None
    assert client.closed[0] == CloseCode.PROTOCOL


@pytest.mark.parametrize(
    ("hello", "seconds", "open_"),
    [(False, 4.9, True), (False, 5.1, False), (True, 19.9, True), (True, 20.1, False)],
)
def test_nobody_may_stay_unnamed(world: World, hello: bool, seconds: float, open_: bool) -> None:
    client = stranger(world, hello=hello)
    world.run(seconds)
    client.read()
    assert client.connected == open_
    if not open_:
        assert client.closed is not None
        assert client.closed[0] == (CloseCode.AUTH_FAILED if hello else CloseCode.PROTOCOL)
        assert client.last(msg.Bye).code == client.closed[0]
        assert world.core.stats.connections == 0


def test_who_has_signed_in_may_stay(world: World) -> None:
    client = world.client("wang")
    world.run(3600.0)
    assert client.connected


def test_a_second_hello_is_one_too_many(world: World) -> None:
    client = stranger(world, hello=True)
    client.send_raw(HELLO)
    assert kinds(client) == ["welcome", "already_done"]
    assert client.connected


BEFORE = [
    frame_of(k="lobby_sub", id="1"),
    frame_of(k="create", id="1", rules={}),
    frame_of(k="join", id="1", t="abc"),
    frame_of(k="sit", id="1", t="abc", seat=0),
    frame_of(k="cmd", id="1", t="abc", pid=1, op="pass"),
    frame_of(k="say", id="1", t="abc", text="hello"),
    frame_of(k="spectate", id="1", t="abc"),
    frame_of(k="sessions", id="1"),
    frame_of(k="logout", id="1"),
    frame_of(k="rename", id="1", name="li"),
    frame_of(k="register", id="1", name="li", password="12345678"),
    frame_of(k="revoke", id="1"),
    frame_of(k="fetch_log", id="1", t="abc", match=1),
]


@pytest.mark.parametrize("frame", BEFORE, ids=[json.loads(frame)["k"] for frame in BEFORE])
def test_nothing_is_done_for_strangers(world: World, frame: str) -> None:
    client = stranger(world, hello=True)
    client.send_raw(frame)
    err = client.last(msg.Err)
    assert (err.code, err.re) == ("unauthenticated", "1")
    assert client.connected


def test_strangers_may_say_five_things(world: World) -> None:
    client = stranger(world, hello=True)
    for number in range(6):
        assert client.connected
        client.send_raw(frame_of(k="sessions", id=str(number)))
    assert kinds(client)[-2:] == ["unauthenticated", "bye"]
    assert client.closed is not None
    assert client.closed[0] == CloseCode.AUTH_FAILED


def test_a_guest_gets_an_identity_of_the_server(world: World) -> None:
    wang, other = world.client("wang"), world.client("wang")
    first, second = wang.last(msg.Authed), other.last(msg.Authed)
    assert first.guest
    assert (first.name, first.account, first.seats) == ("wang", "", ())
    assert first.uid != second.uid
    assert first.token != second.token
    assert world.core.stats.signed_in == 2


@pytest.mark.parametrize("name", ["", " ", "a" * 200, "wang\u202eli", "a\nb", "\x00"])
def test_a_name_that_is_none_is_refused_and_another_may_be_tried(world: World, name: str) -> None:
    client = stranger(world, hello=True)
    answer = client.sign_in(how="guest", name=name)
    assert isinstance(answer, msg.Err)
    assert answer.code == "name_rejected"
    assert isinstance(client.sign_in(how="guest", name="wang"), msg.Authed)


def test_a_token_brings_back_the_same_person_and_is_replaced(world: World) -> None:
    client = world.client("wang")
    uid, token = client.uid, client.token
    client.back()
    assert client.uid == uid
    assert client.token != token
    client.ask(req.ListSessions)
    late = stranger(world, hello=True)
    answer = late.sign_in(how="token", token=token)
    assert isinstance(answer, msg.Err)
    assert answer.code == "auth_failed", "the old token is void once the new one was used"
    assert client.connected


def test_a_lost_answer_locks_nobody_out(world: World) -> None:
    """The token before the last is valid until the new one was used."""
    client = world.client("wang")
    token = client.token
    client.back()
    client.token = token
    client.back()
    assert client.connected


def test_who_comes_back_often_is_not_taken_for_a_guesser(world: World) -> None:
    client = world.client("wang")
    for _ in range(25):
        client.back()
    assert client.connected


@pytest.mark.parametrize("token", ["", "x", "0" * 64, "' OR 1=1 --", "\ud83d"])
def test_what_is_no_token_is_refused(world: World, token: str) -> None:
    client = stranger(world, hello=True)
    client.send_raw(frame_of(k="auth", id="1", how="token", token="x").replace('"x"', json.dumps(token)))
    err = client.last(msg.Err)
    assert err.code in ("auth_failed", "bad_schema", "bad_json")
    assert client.connected
    assert world.core.stats.signed_in == 0


def test_one_account_has_one_connection_the_newest(world: World) -> None:
    old = world.client("wang")
    new = ScriptedClient(world, "wang", old.address, ())
    world.clients.append(new)
    new.token = old.token
    new.connect()
    answer = new.sign_in()
    assert isinstance(answer, msg.Authed)
    assert answer.uid == old.uid
    old.read()
    assert old.last(msg.Bye).code == CloseCode.REPLACED
    assert old.closed is not None
    assert old.closed[0] == CloseCode.REPLACED
    old.drop()
    world.run(1.0)
    assert world.core.stats.connections == world.core.stats.signed_in == 1
    assert isinstance(new.ask(req.ListSessions), msg.Sessions)


def test_a_wrong_token_disturbs_nobody(world: World) -> None:
    old = world.client("wang")
    thief = stranger(world, hello=True)
    thief.sign_in(how="token", token=old.token[:-1] + ("0" if old.token[-1] != "0" else "1"))
    world.run(1.0)
    assert old.connected
    assert world.core.stats.signed_in == 1


def test_who_is_signed_in_cannot_become_somebody_else(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    assert wang.refused(req.Auth, how="token", token=li.token) == "already_done"
    assert wang.refused(req.Auth, how="guest", name="zhao") == "already_done"
    assert li.connected


def test_failed_sign_ins_are_slowed_down_by_address() -> None:
    with World(messages_before_auth=100) as world:
        client = stranger(world, hello=True)
        codes = [client.sign_in(how="token", token=f"{number:064}").code for number in range(12)]
        assert codes == ["auth_failed"] * 10 + ["rate_limited"] * 2
        retry = client.last(msg.Err).retry_after
        assert retry is not None
        assert 0 < retry <= 60
        elsewhere = stranger(world, hello=True, address="192.0.2.77")
        assert elsewhere.sign_in(how="token", token="x").code == "auth_failed"


def test_new_guests_are_counted_by_address() -> None:
    with World(accounts_per_address=Rate(2, 0.001)) as world:
        world.client("wang")
        world.client("li")
        third = stranger(world, hello=True)
        answer = third.sign_in(how="guest", name="zhao")
        assert isinstance(answer, msg.Err)
        assert answer.code == "rate_limited"
        world.client("qian", address="192.0.2.77")


def test_a_server_without_guests_has_none() -> None:
    with World(guests=False) as world:
        client = stranger(world, hello=True)
        assert client.last(msg.Welcome).auth_methods == ("password",)
        assert client.sign_in(how="guest", name="wang").code == "forbidden"


def test_a_club_lets_in_who_knows_its_password() -> None:
    with World(join_password=hash_password("let me in")) as world:
        client = stranger(world, hello=True)
        assert client.last(msg.Welcome).auth_methods == ("guest", "password", "join_password")
        assert client.sign_in(how="guest", name="wang").code == "auth_failed"
        assert client.sign_in(how="guest", name="wang", password="let me on").code == "auth_failed"
        assert isinstance(client.sign_in(how="guest", name="wang", password="let me in"), msg.Authed)
        client.drop()
        client.connect()
        assert isinstance(client.sign_in(how="token", token=client.token), msg.Authed), "members need it once"
