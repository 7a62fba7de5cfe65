"""Frames by chance, almost right or all wrong, in every state of a connection: documented errors, and no more."""

from __future__ import annotations

import random
import typing
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import CloseCode, ErrorCode
from gouji_desktop.net.wire import encode_bytes
from gouji_desktop.rules.presets import preset
from gouji_desktop.server.config import Rate
from gouji_desktop.table.codec import encode_rules
from tests.server.world import ScriptedClient, World

KINDS: tuple[type[Any], ...] = typing.get_args(req.ClientMessage)
RULES = encode_rules(preset("tribute216"))
#: What any field may be.
JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    5,
    6,
    2**53,
    10**30,
    1.5,
    "",
    "x",
    "\x00",
    "\u202e",
    "够级" * 200,
    [],
    ["3s"] * 40,
    [[[[]]]],
    {},
    {"k": {"k": {}}},
    RULES,
)
#: What a field of a name may be so that it is taken: with luck the message is carried out.
FITTING: dict[str, tuple[Any, ...]] = {
    "v": ([1],),
    "how": ("guest", "token", "password"),
    "seat": (0, 1, 5),
    "op": ("play", "pass", "yield", "burn", "show", "decide", "return"),
    "cards": ([], ["3s"], ["Th", "Th"], ["S", "B"]),
    "on": (True, False),
    "yes": (True, False),
    "rules": (RULES, "", "tribute216"),
    "level": ("", "easy", "nothing"),
    "code": ("00000000", "ABCDEFGH"),
    "h": ("0" * 64,),
    "r": ("f" * 64,),
    "pid": (0, 1, 7),
    "match": (0, 1),
    "features": (["legal"], []),
    "text": ("hello", "<img src=x>"),
    "phrase": ("", "hurry"),
    "emote": ("", "nothing"),
}
#: Kinds that end the connection or make a password be hashed: one of these tells nothing more.
DULL = (req.Logout, req.Register)


class Fuzz:
    """Frames by chance."""

    def __init__(self, seed: int, tables: list[str]) -> None:
        self.random = random.Random(seed)
        self.tables = tables
        self.number = 0

    def frame(self) -> str | bytes:
        """A frame, of which a third is nearly right."""
        draw = self.random.random()
        fields = self._fields(self.random.choice([kind for kind in KINDS if kind not in DULL]))
        if draw < 0.35:
            fields[self.random.choice(list(fields))] = self.random.choice(JUNK)
        frame = msgspec.json.encode(fields)
        if draw < 0.1:
            cut = self.random.randrange(len(frame))
            frame = frame[:cut] + self.random.randbytes(self.random.randrange(4)) + frame[cut + 1 :]
        if draw < 0.02:
            frame *= 60
        try:
            return frame.decode()
        except UnicodeDecodeError:
            return frame

    def _fields(self, kind: type[Any]) -> dict[str, Any]:
        self.number += 1
        known: dict[str, tuple[Any, ...]] = FITTING | {"id": (f"f{self.number}", "again"), "t": (*self.tables, "none")}
        fields: dict[str, Any] = {"k": kind.__struct_config__.tag}
        for field in msgspec.structs.fields(kind):
            if field.required or self.random.random() < 0.7:
                fields[field.encode_name] = self.random.choice(known.get(field.encode_name, ("", "x", 0)))
        return fields


def greeted(world: World, tables: list[str]) -> ScriptedClient:
    return world.client("x", sign_in=False)


def signed_in(world: World, tables: list[str]) -> ScriptedClient:
    return world.client("x")


def standing(world: World, tables: list[str]) -> ScriptedClient:
    client = world.client("x")
    client.join(tables[1])
    return client


def playing(world: World, tables: list[str]) -> ScriptedClient:
    client, other = world.client("x"), world.client("y")
    tables.append(world.table(client, other))
    world.run(15.0)
    return client


def watching(world: World, tables: list[str]) -> ScriptedClient:
    client = world.client("x")
    client.must(req.Spectate, t=tables[0])
    return client


@pytest.mark.parametrize("state", [greeted, signed_in, standing, playing, watching])
@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 3))])
def test_anything_may_be_sent(state: Callable[[World, list[str]], ScriptedClient], seed: int) -> None:
    generous = Rate(100_000, 100_000.0)
    limits: dict[str, Any] = dict.fromkeys(
        ("messages", "commands", "chat", "resyncs", "renames", "changes", "looks", "logins_per_address", "visits"),
        generous,
    )
    limits |= {"invite_codes_per_address": generous, "accounts_per_address": generous}
    with World(seed=seed, bad_frames=10**6, messages_before_auth=10**6, **limits) as world:
        wang, li = world.client("wang"), world.client("li")
        tables = [world.table(wang, li), li.create()]
        client = state(world, tables)
        fuzz = Fuzz(seed, tables)
        for number in range(300):
            if not client.connected:
                client.drop()
                client.connect()
                if state is not greeted:
                    client.sign_in()
            client.send_raw(fuzz.frame())
            if number % 25 == 0:
                world.run(1.0)
        codes = {err.code for err in client.all(msg.Err)}
        assert codes <= set(ErrorCode)
        assert "internal" not in codes
        assert len(codes) > 4, "the frames are too dull"
        assert len(client.all(msg.Ack)) > 5 or state is greeted, "nothing was right by chance"
        closes = {bye.code for bye in client.all(msg.Bye)}
        assert closes <= set(CloseCode)
        world.play_match(tables[0])
        assert wang.place(tables[0]).match == 1


@pytest.mark.parametrize("kind", KINDS, ids=[kind.__struct_config__.tag for kind in KINDS])
def test_a_message_of_each_kind_gets_at_most_one_answer(kind: type[Any]) -> None:
    with World(seed=1) as world:
        wang, li = world.client("wang"), world.client("li")
        table = world.table(wang, li)
        fuzz = Fuzz(1, [table])
        fields = fuzz._fields(kind)
        named = {field.name for field in msgspec.structs.fields(kind)}
        fields |= {name: value for name, value in (("id", "only"), ("t", table)) if name in named}
        if kind is req.Create:
            fields |= {"rules": RULES, "deals": 1, "turn_s": 30, "answer_s": 6}
        li.send_raw(encode_bytes(fields))
        answers = li.answers("only")
        errors = [err for err in li.all(msg.Err) if err.re is None]
        assert len(answers) + len(errors) <= 1
        if "id" in named:
            assert len(answers) == 1
        world.run(60.0)
        assert wang.connected
