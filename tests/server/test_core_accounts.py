"""Accounts and sessions over the wire: registering, names, signing in elsewhere, signing out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import CloseCode
from gouji_desktop.server.core import wait_for_it
from tests.server.world import ScriptedClient, World

PASSWORD = "correct horse"


@pytest.fixture
def world() -> Iterator[World]:
    with World() as made:
        yield made


def second(world: World, **fields: Any) -> tuple[ScriptedClient, Any]:
    """Another device that signs in as told, and what it is answered."""
    client = world.client("x", sign_in=False)
    return client, client.sign_in(**fields)


def test_a_guest_becomes_an_account_and_comes_in_by_its_password(world: World) -> None:
    wang = world.client("wang")
    authed = wang.must(req.Register, name="old wang", password=PASSWORD)
    assert (authed.uid, authed.account, authed.guest, authed.token) == (wang.uid, "old wang", False, wang.token)
    device, answer = second(world, how="password", name="Old Wang", password=PASSWORD, device="laptop")
    assert isinstance(answer, msg.Authed)
    assert (answer.uid, answer.account, answer.guest) == (wang.uid, "old wang", False)
    wang.read()
    assert wang.closed is not None
    assert wang.closed[0] == CloseCode.REPLACED
    assert device.connected


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": "", "password": PASSWORD}, "name_rejected"),
        ({"name": "li", "password": PASSWORD}, "name_taken"),
        ({"name": "LI", "password": PASSWORD}, "name_taken"),
        ({"name": "wang", "password": "short"}, "password_rejected"),
        ({"name": "wang", "password": ""}, "password_rejected"),
    ],
)
def test_what_makes_no_account_is_refused(world: World, fields: dict[str, str], code: str) -> None:
    world.client("li").must(req.Register, name="li", password=PASSWORD)
    wang = world.client("wang")
    assert wang.refused(req.Register, **fields) == code
    assert wang.last(msg.Authed).guest


def test_an_account_registers_once(world: World) -> None:
    wang = world.client("wang")
    wang.must(req.Register, name="wang", password=PASSWORD)
    assert wang.refused(req.Register, name="other", password=PASSWORD) == "already_done"


def test_wrong_names_and_wrong_passwords_cannot_be_told_apart(world: World) -> None:
    world.client("wang").must(req.Register, name="wang", password=PASSWORD)
    _, unknown = second(world, how="password", name="nobody", password=PASSWORD)
    _, wrong = second(world, how="password", name="wang", password="correct house")
    assert isinstance(unknown, msg.Err)
    assert isinstance(wrong, msg.Err)
    assert (unknown.code, unknown.detail) == (wrong.code, wrong.detail) == ("auth_failed", None)


def test_guessing_at_an_account_is_slowed_down(world: World) -> None:
    world.client("wang").must(req.Register, name="wang", password=PASSWORD)
    codes = []
    for number in range(7):
        client = world.client("x", sign_in=False, address=f"192.0.2.{number + 10}")
        codes.append(client.sign_in(how="password", name="wang", password=f"guess {number}!").code)
    assert codes == ["auth_failed"] * 5 + ["rate_limited"] * 2
    world.run(60.0)
    _, answer = second(world, how="password", name="wang", password=PASSWORD)
    assert isinstance(answer, msg.Authed)


def test_a_new_name_is_composed_and_told(world: World) -> None:
    wang = world.client("wang")
    table = wang.create()
    answer = wang.must(req.Rename, name="old wa\u0301ng")
    assert (answer.name, answer.token, answer.uid) == ("old w\u00e1ng", wang.token, wang.uid)
    assert wang.last(msg.Table).seats[0].name == "old w\u00e1ng"
    assert wang.refused(req.Rename, name="<b>\u202e") == "name_rejected"
    wang.back()
    assert wang.last(msg.Authed).name == "old w\u00e1ng"
    assert wang.place(table).seats[0].name == "old w\u00e1ng"


def test_who_logs_out_is_out(world: World) -> None:
    wang = world.client("wang")
    token = wang.token
    wang.must(req.Logout)
    assert wang.closed is not None
    assert wang.closed[0] == CloseCode.NORMAL
    assert world.core.stats.signed_in == 0
    _, answer = second(world, how="token", token=token)
    assert isinstance(answer, msg.Err)
    assert answer.code == "auth_failed"


def devices(world: World) -> tuple[ScriptedClient, ScriptedClient]:
    """A phone that is offline and a laptop that is here, of one account."""
    phone = world.client("wang")
    phone.must(req.Register, name="wang", password=PASSWORD)
    phone.drop()
    laptop, answer = second(world, how="password", name="wang", password=PASSWORD, device="laptop")
    assert isinstance(answer, msg.Authed)
    return phone, laptop


def test_sessions_are_listed_and_revoked(world: World) -> None:
    phone, laptop = devices(world)
    rows = laptop.must(req.ListSessions).rows
    assert sorted((row.device, row.current) for row in rows) == [("", False), ("laptop", True)]
    other = next(row.session for row in rows if not row.current)
    laptop.must(req.Revoke, session=other)
    assert [row.device for row in laptop.must(req.ListSessions).rows] == ["laptop"]
    phone.connect()
    assert phone.sign_in(how="token", token=phone.token).code == "auth_failed"


def test_all_others_are_revoked_at_once(world: World) -> None:
    phone, laptop = devices(world)
    laptop.must(req.Revoke)
    assert laptop.connected
    phone.connect()
    assert phone.sign_in(how="token", token=phone.token).code == "auth_failed"


def test_who_revokes_the_own_session_is_out(world: World) -> None:
    _, laptop = devices(world)
    own = next(row.session for row in laptop.must(req.ListSessions).rows if row.current)
    laptop.must(req.Revoke, session=own)
    assert laptop.closed is not None
    assert laptop.closed[0] == CloseCode.NORMAL


def test_a_session_of_somebody_else_is_none(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    session = wang.must(req.ListSessions).rows[0].session
    li.ask(req.Revoke, session=session)
    wang.back()
    assert wang.connected


class Slow:
    """Passwords that take until a test says so."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[[Future[Any]], None]]] = []

    def __call__(self, future: Future[Any], callback: Callable[[Future[Any]], None]) -> None:
        self.waiting.append((future, callback))

    def finish(self) -> None:
        waiting, self.waiting = self.waiting, []
        for future, callback in waiting:
            wait_for_it(future, callback)


def test_while_a_password_is_looked_at_the_server_goes_on() -> None:
    slow = Slow()
    with World(defer=slow) as world:
        wang = world.client("wang")
        wang.send(req.Register(id="r", name="wang", password=PASSWORD))
        wang.send(req.Register(id="r", name="wang", password=PASSWORD))
        assert wang.answers("r") == []
        assert isinstance(wang.ask(req.ListSessions), msg.Sessions)
        slow.finish()
        assert len(wang.answers("r")) == 1, "asked twice, done once"
        laptop = world.client("x", sign_in=False)
        auth = {"how": "password", "name": "wang", "password": PASSWORD}
        laptop.send(req.Auth(id="a", **auth))  # type: ignore[arg-type]
        assert laptop.ask(req.Auth, **auth).code == "busy"
        world.run(60.0)
        assert laptop.connected, "the server is slow, not the client"
        slow.finish()
        assert isinstance(laptop.answers("a")[0], msg.Authed)


def test_who_goes_while_its_password_is_looked_at_is_gone() -> None:
    slow = Slow()
    with World(defer=slow) as world:
        wang = world.client("wang")
        wang.send(req.Register(id="r", name="wang", password=PASSWORD))
        wang.back()
        slow.finish()
        assert isinstance(wang.answers("r")[0], msg.Authed), "the answer follows the account"
        assert wang.last(msg.Authed).token == wang.token
        laptop = world.client("x", sign_in=False)
        laptop.send(req.Auth(id="a", how="password", name="wang", password=PASSWORD))
        laptop.drop()
        slow.finish()
        world.run(1.0)
        assert wang.connected
        assert world.core.stats.signed_in == 1


def test_no_spelling_of_a_name_gives_more_guesses_at_its_password(world: World) -> None:
    world.client("wang").must(req.Register, name="wang", password=PASSWORD)
    spellings = ["wang", "WANG", "Ｗａｎｇ", " wang ", "wａng"]
    for number, name in enumerate(spellings):
        client = world.client("x", sign_in=False, address=f"192.0.2.{number + 9}")
        assert client.sign_in(how="password", name=name, password="a wrong guess").code == "auth_failed"
    client = world.client("x", sign_in=False, address="192.0.2.99")
    assert client.sign_in(how="password", name="Wang", password=PASSWORD).code == "rate_limited"


def test_wrong_tokens_keep_nobody_out_who_has_a_good_one(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    li.must(req.Register, name="li", password=PASSWORD)
    codes = [second(world, how="token", token="A" * 43)[1].code for _ in range(12)]
    assert codes == ["auth_failed"] * 10 + ["rate_limited"] * 2
    wang.back()
    assert isinstance(second(world, how="password", name="li", password=PASSWORD)[1], msg.Authed)
