"""Tokens, passwords and codes over real sockets: what is stolen, old, cut off, guessed or sent twice is of no use."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any, Literal

import argon2
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from gouji_desktop.net.codes import SUBPROTOCOL, CloseCode
from gouji_desktop.server import passwords
from gouji_desktop.server.accounts import Accounts
from gouji_desktop.server.app import TableServer
from gouji_desktop.server.config import Limits, Rate
from gouji_desktop.server.logs import log_to
from gouji_desktop.server.registry import ALPHABET
from gouji_desktop.server.store import Store
from tests.server.test_app import Client, a_client, a_match, a_server

PASSWORD = "correct horse battery"
_numbers = count(1000, 1000)


@asynccontextmanager
async def nobody(server: TableServer, path: str = "/ws") -> AsyncIterator[Client]:
    """A connection that has said hello and no more."""
    url = f"ws://127.0.0.1:{server.port}{path}"
    async with connect(url, subprotocols=[Subprotocol(SUBPROTOCOL)], proxy=None, compression=None) as connection:
        client = Client(connection)
        # The ids of requests are unique within an account, over all its connections.
        client.number = next(_numbers)
        await client.send("hello", v=[1], client="test")
        await client.kind("welcome")
        yield client


async def by_token(server: TableServer, token: str) -> str:
    """What a token is worth: the uid, or the code of the refusal."""
    async with nobody(server) as client:
        answer = await client.ask("auth", how="token", token=token)
        return str(answer.get("uid") or answer["code"])


def authed(client: Client) -> dict[str, Any]:
    return [message for message in client.seen if message["k"] == "authed"][-1]


async def closed(client: Client) -> int | None:
    """The code that a connection was closed with."""
    async with asyncio.timeout(30):
        with suppress(ConnectionClosed):
            while True:
                client.seen.append(json.loads(await client.socket.recv()))
    return client.socket.close_code


CHANGES: dict[str, Callable[[str], str]] = {
    "cut off": lambda token: token[:-1],
    "longer": lambda token: token + "A",
    "another last letter": lambda token: token[:-2] + ("B" if token[-2] != "B" else "C") + token[-1],
    "capitals": str.swapcase,
    "with a space": lambda token: f" {token}",
    "padded": lambda token: f"{token}=",
    "with a null": lambda token: f"{token}\0",
    "its half": lambda token: token[: len(token) // 2],
    "nothing": lambda _token: "",
}


@pytest.mark.parametrize("change", CHANGES)
async def test_what_is_nearly_a_token_is_none(change: str) -> None:
    async with a_server() as server, a_client(server, name="wang") as wang:
        token = authed(wang)["token"]
        assert await by_token(server, CHANGES[change](token)) == "auth_failed"
        assert (await wang.ask("sessions"))["rows"][0]["current"], "nobody was disturbed"
        assert await by_token(server, token) == authed(wang)["uid"]


async def test_an_old_token_is_void_once_the_new_one_was_used() -> None:
    async with a_server() as server:
        async with a_client(server, name="wang") as wang:
            first = authed(wang)
        async with a_client(server, token=first["token"]) as wang:
            await wang.ask("sessions")
            assert await by_token(server, first["token"]) == "auth_failed"
            assert (await wang.ask("sessions"))["k"] == "session_list"


async def test_an_answer_that_was_lost_locks_nobody_out() -> None:
    """The same token twice, as its holder never heard of the newer one; that one is void then."""
    async with a_server() as server:
        async with a_client(server, name="wang") as wang:
            first = authed(wang)
        async with nobody(server) as lost:
            await lost.send("auth", id="1", how="token", token=first["token"])
            lost_answer = await lost.kind("authed")
        async with a_client(server, token=first["token"]) as wang:
            assert authed(wang)["uid"] == first["uid"]
            await wang.ask("sessions")
            assert await by_token(server, lost_answer["token"]) == "auth_failed"
            assert await by_token(server, first["token"]) == "auth_failed"
            newest = authed(wang)["token"]
        assert await by_token(server, newest) == first["uid"]


@pytest.mark.parametrize("how", ["logout", "revoke"])
async def test_after_the_end_of_a_session_its_tokens_are_void(how: str) -> None:
    async with a_server() as server, a_client(server, name="wang") as wang:
        first = authed(wang)["token"]
        await wang.ask("register", name="old wang", password=PASSWORD)
        async with nobody(server) as other:
            second = (await other.ask("auth", how="password", name="old wang", password=PASSWORD))["token"]
            assert await closed(wang) == CloseCode.REPLACED
            if how == "logout":
                assert (await other.ask("logout"))["k"] == "ack"
                assert await closed(other) == CloseCode.NORMAL
                assert await by_token(server, second) == "auth_failed"
                assert await by_token(server, first) == authed(wang)["uid"], "another session is another one"
            else:
                assert (await other.ask("revoke"))["k"] == "ack"
                assert await by_token(server, first) == "auth_failed"
                assert len((await other.ask("sessions"))["rows"]) == 1


async def test_nobody_ends_the_session_of_somebody_else() -> None:
    async with a_server() as server, a_client(server, name="wang") as wang, a_client(server, name="li") as thief:
        session = (await wang.ask("sessions"))["rows"][0]["session"]
        assert (await thief.ask("revoke", session=session))["code"] == "already_done"
        assert (await thief.ask("revoke"))["k"] == "ack"
        assert (await wang.ask("sessions"))["rows"][0]["session"] == session
        answer = await thief.ask("auth", how="token", token=authed(wang)["token"])
        assert answer["code"] == "already_done"


async def test_of_two_that_come_back_at_once_one_is_here() -> None:
    """Both know the token; the later one has the seat, and the other hears why it is out."""
    async with a_server() as server:
        async with a_client(server, name="wang") as wang:
            table = await a_match(wang)
            token = authed(wang)["token"]
        async with nobody(server) as one, nobody(server) as two:
            answers = await asyncio.gather(*(each.ask("auth", how="token", token=token) for each in (one, two)))
            assert [answer["k"] for answer in answers] == ["authed", "authed"]
            assert {answer["uid"] for answer in answers} == {authed(wang)["uid"]}
            assert await closed(one) == CloseCode.REPLACED
            snap = await two.ever(lambda message: message["k"] == "snap")
            assert (snap["t"], snap["you"]) == (table, 0)
            assert (await two.ask("trustee", t=table, on=True))["k"] == "ack"
            assert server.core.stats.signed_in == 1
            assert answers[0]["token"] != answers[1]["token"]
            assert await by_token(server, answers[0]["token"]) == "auth_failed"


async def test_a_token_in_the_address_signs_nobody_in_and_is_not_logged() -> None:
    stream, root = io.StringIO(), logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        log_to(stream, "debug")
        async with a_server() as server, a_client(server, name="wang") as wang:
            token = authed(wang)["token"]
            for path in (f"/ws?token={token}", f"/ws?auth={token}&uid={authed(wang)['uid']}"):
                async with nobody(server, path) as client:
                    answer = await client.ask("sessions")
                    assert answer["code"] == "unauthenticated"
            assert (await wang.ask("sessions"))["k"] == "session_list", "and nobody was replaced"
    finally:
        logging.captureWarnings(False)
        root.handlers[:] = before
        root.setLevel(level)
    assert token not in stream.getvalue()


async def test_a_seat_needs_the_token_and_no_name() -> None:
    """Somebody of the same name who joins is another person, and sees no hand."""
    async with a_server() as server, a_client(server, name="wang") as wang:
        table = await a_match(wang)
        async with a_client(server, name="wang") as double:
            assert "seats" not in authed(double)
            assert (await double.ask("join", t=table))["k"] == "ack"
            place = await double.ever(lambda message: message["k"] == "table")
            assert place.get("you") is None
            assert (await double.ask("trustee", t=table, on=True))["code"] == "not_seated"
            await double.send("resync", t=table, ep=0, seq=0, p=0)
            await double.kind("table")
            assert not [message for message in double.seen if message["k"] in ("snap", "ev")]


# --- guessing ------------------------------------------------------------------------------------------------------


async def test_invite_codes_cannot_be_guessed() -> None:
    """Ten wrong ones, and then not even the right one is looked at; a later minute allows ten more."""
    async with a_server() as server, a_client(server, name="wang") as wang, a_client(server, name="guesser") as guesser:
        rules = {"rules": (await table_of(wang))["rules"]}
        made = await wang.ask("create", private=True, **rules)
        codes = []
        for number in range(12):
            guess = f"{ALPHABET[number]}{made['code'][1:]}"
            if guess != made["code"]:
                codes.append((await guesser.ask("spectate" if number % 2 else "join", code=guess))["code"])
        right = await guesser.ask("join", code=made["code"])
        assert codes[:10] == ["table_gone"] * 10
        assert right["code"] == "rate_limited"
        assert right["retry_after"] <= 60.0
    # 40 bits: ten guesses a minute from one address find one of a thousand tables in a hundred thousand years.
    assert len(ALPHABET) ** 8 / 1000 / 10 / 60 / 24 / 365 > 200


async def table_of(client: Client) -> dict[str, Any]:
    """A table of somebody's own, as it is told."""
    await a_match(client)
    return await client.ever(lambda message: message["k"] == "table")


@pytest.mark.parametrize("name", ["old wang", "nobody"])
async def test_passwords_cannot_be_guessed(name: str) -> None:
    """Whether the account exists or not: five tries, then a wait, in the same words."""
    limits = Limits(messages_before_auth=50, logins_per_address=Rate(100, 100.0))
    async with a_server(limits=limits) as server, a_client(server, name="wang") as wang:
        await wang.ask("register", name="old wang", password=PASSWORD)
        answers = []
        async with nobody(server) as guesser:
            for number in range(7):
                answer = await guesser.ask("auth", how="password", name=name, password=f"guess number {number}")
                answers.append({key: value for key, value in answer.items() if key not in ("re", "retry_after")})
            # Not even the right password is looked at now.
            right = await guesser.ask("auth", how="password", name=name, password=PASSWORD)
        assert answers == [{"k": "err", "code": "auth_failed"}] * 5 + [{"k": "err", "code": "rate_limited"}] * 2
        assert right["code"] == "rate_limited"


def test_how_long_a_login_takes_does_not_tell_whether_there_is_the_account(monkeypatch: pytest.MonkeyPatch) -> None:
    """One hash of the same cost is made for every name, also for one that is nobody's or can be nobody's."""
    store = Store.open(None)
    accounts = Accounts(store)
    made: list[argon2.Parameters] = []

    class Counted(argon2.PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - as argon2 calls it
            made.append(argon2.extract_parameters(str(hash)))
            return super().verify(hash, password)

    hasher = passwords._HASHER
    monkeypatch.setattr(
        passwords, "_HASHER", Counted(hasher.time_cost, hasher.memory_cost, hasher.parallelism, hasher.hash_len)
    )
    try:
        signed = accounts.guest("wang", "")
        accounts.register(signed.identity.uid, "old wang", PASSWORD).result()
        for name in ("old wang", "nobody", "!!", "x" * 200):
            assert accounts.login(name, "wrong horse battery", "").result().code == "auth_failed"
        assert made == made[:1] * 4
    finally:
        accounts.close()
        store.close()
