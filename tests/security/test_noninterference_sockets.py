"""The same over real sockets: six clients of a whole server on loopback, once and again with other hands for five."""

from __future__ import annotations

import asyncio
import json
import random
import re
from contextlib import AsyncExitStack
from operator import ne
from typing import Any, NamedTuple

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from gouji_desktop.net.codes import SUBPROTOCOL
from gouji_desktop.net.commands import cmd_of
from gouji_desktop.net.messages import Ev, Snap
from gouji_desktop.net.wire import decode_server, encode
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.views import PUBLIC, SeatAudience, redact
from gouji_desktop.server.accounts import Accounts
from gouji_desktop.server.app import TableServer
from gouji_desktop.server.config import Config, Limits
from gouji_desktop.server.core import ServerCore
from gouji_desktop.table import eyes
from gouji_desktop.table.chance import Shuffle
from gouji_desktop.table.codec import encode_rules
from tests.security.canaries import Change, change_deals, hot_deals, moved_about
from tests.security.company import modest
from tests.security.hurried import HurriedLoop
from tests.security.truth import Cards, TableTruth, Truth
from tests.security.twins import OPEN
from tests.server.following import Followed
from tests.server.world import Policy

#: So many times faster than the world's time runs that of a match: a question of 3 s is over after 60 ms.
SPEED = 50.0
#: So many public batches are compared at most.
BATCHES = 45
#: What clocks show and what ids clients choose.
_MASKED = re.compile(rb'"left_ms":\d+,?|"(?:re|cmd)":"[^"]+",?')
ROOMY = Limits(ping_seconds=1e6, pong_seconds=1e6)


#: Rule sets, and a seat each of which the others' jokers and 2s can be moved about.
VIEWERS = {
    "tribute216": 2,
    "chayuan": 0,
    "jinyou4": 5,
    "jinyou4-match": 3,
    "zaozhuang6": 1,
    "zaozhuang6-match": 0,
    "zaozhuang6-classic": 4,
}


class Run(NamedTuple):
    """What one seat was sent, and what everybody learned."""

    heard: list[bytes]
    public: list[tuple[ev.Event, ...]]
    hands: tuple[Cards, ...]


class Client:
    """A client with a seat, which plays by a policy."""

    def __init__(self, name: str, policy: Policy) -> None:
        self.name = name
        self.policy = policy
        self.frames: list[bytes] = []
        self.followed: Followed | None = None
        self.table = ""
        self._socket: ClientConnection | None = None
        self._numbers = 0
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._reader: asyncio.Task[None] | None = None
        self._answered = -1

    async def come(self, stack: AsyncExitStack, port: int) -> None:
        self._socket = await stack.enter_async_context(
            connect(
                f"ws://127.0.0.1:{port}/ws",
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                proxy=None,
                compression=None,
                ping_interval=None,
            )
        )
        self._reader = asyncio.create_task(self._read(self._socket))
        await self._socket.send('{"k":"hello","v":[1],"client":"twin"}')
        await self.ask("auth", how="guest", name=self.name)

    async def go(self) -> None:
        assert self._reader is not None
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Make a request; its answer."""
        self._numbers += 1
        name = f"q{self._numbers}"
        future = self._answers[name] = asyncio.get_running_loop().create_future()
        assert self._socket is not None
        await self._socket.send(json.dumps({"k": kind, "id": name, **fields}))
        async with asyncio.timeout(60):
            answer: dict[str, Any] = await future
        assert answer["k"] != "err", answer
        return answer

    async def _read(self, socket: ClientConnection) -> None:
        async for frame in socket:
            assert isinstance(frame, str)
            self.frames.append(frame.encode())
            message = decode_server(frame)
            re_ = getattr(message, "re", None)
            if re_ in self._answers:
                self._answers.pop(re_).set_result(json.loads(frame))
            if isinstance(message, Snap):
                self.table, self.followed = message.t, Followed(message)
            elif isinstance(message, Ev):
                assert self.followed is not None
                self.followed.ev(message)
            await self._play(socket)

    async def _play(self, socket: ClientConnection) -> None:
        followed = self.followed
        if followed is None or followed.prompt is None or followed.prompt.id == self._answered:
            return
        self._answered = followed.prompt.id
        self._numbers += 1
        answer = self.policy(followed.view, followed.prompt)
        await socket.send(encode(cmd_of(answer, f"q{self._numbers}", self.table)))


def public_of(match: TableTruth | None) -> list[tuple[ev.Event, ...]]:
    """What everybody learned of a match, without times."""
    batches = [] if match is None else match.batches
    told = [tuple(told for event in batch if (told := redact(event, PUBLIC)) is not None) for _, batch in batches]
    return [events for events in told if events]


async def play(rules: str, viewer: Seat) -> Run:
    """A match of six over sockets, until so much has happened."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, HurriedLoop)
    server = TableServer(Config(port=0, build="twin", limits=ROOMY))
    await server.start()
    assert server._store is not None
    truth = Truth(server._store, loop.time)
    clients = [Client(f"player {seat}", modest(seat)) for seat in range(SEATS)]
    try:
        async with AsyncExitStack() as stack:
            for client in clients:
                await client.come(stack, server.port)
            host, *others = clients
            made = await host.ask("create", rules=encode_rules(preset(rules)), deals=1, turn_s=600, answer_s=2)
            for seat, client in enumerate(others, 1):
                await client.ask("join", t=made["t"])
                await client.ask("sit", t=made["t"], seat=seat)
                await client.ask("ready", t=made["t"])
            loop.hurry(SPEED)
            await host.ask("start", t=made["t"])
            async with asyncio.timeout(60 * SPEED):
                while len(public_of(truth.of(made["t"]))) <= BATCHES:  # noqa: ASYNC110 - there is no event for it
                    await asyncio.sleep(1.0)
            for client in clients:
                await client.go()
    finally:
        await server.stop(patience=0.1)
    match = truth.of(made["t"])
    assert match is not None
    return Run(clients[viewer].frames, public_of(match), match.deals[0].dealt)


def run(monkeypatch: pytest.MonkeyPatch, rules: str, viewer: Seat, seed: int, change: Change) -> Run:
    """One of two runs of a server whose chance is always the same."""
    with monkeypatch.context() as patched:
        for kind in (ServerCore, Accounts):
            chance = random.Random(seed)
            patched.setitem(kind.__init__.__kwdefaults__, "entropy", chance.randbytes)  # type: ignore[arg-type]
        change_deals(patched, change)
        with asyncio.Runner(loop_factory=HurriedLoop) as runner:
            return runner.run(play(rules, viewer))


def other_hands(viewer: Seat, seed: int) -> Change:
    def change(rules: RuleSet, deal: int, drawn: Shuffle) -> Shuffle:
        return moved_about(rules, hot_deals(rules, deal, drawn), viewer, random.Random(seed), "high")

    return change


def until(frames: list[bytes], seq: int) -> list[bytes]:
    """What was sent up to the event of a number, without clocks and ids."""
    found = []
    for frame in frames:
        message = json.loads(frame)
        if message["k"] == "ev" and message["seq"] > seq:
            break
        found.append(_MASKED.sub(b"", frame))
    return found


def pair(monkeypatch: pytest.MonkeyPatch, rules: str, viewer: Seat, seed: int) -> tuple[int, list[bytes], list[bytes]]:
    """How many public batches two runs have in common, and what the viewer was sent until then."""
    one = run(monkeypatch, rules, viewer, seed, hot_deals)
    two = run(monkeypatch, rules, viewer, seed, other_hands(viewer, seed))
    assert one.hands[viewer] == two.hands[viewer]
    assert sum(map(ne, one.hands, two.hands)) > 1
    pairs = list(zip(one.public, two.public, strict=False))[:BATCHES]
    common = next((at for at, (left, right) in enumerate(pairs) if left != right), len(pairs))
    if common < len(pairs):
        left, right = next((a, b) for a, b in zip(*pairs[common], strict=False) if a != b)
        assert isinstance(left, OPEN) or isinstance(right, OPEN), (left, right)
    return common, until(one.heard, common), until(two.heard, common)


@pytest.mark.parametrize("rules", PRESETS)
def test_a_seat_hears_the_same_whatever_others_hold(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    common, one, two = pair(monkeypatch, rules, VIEWERS[rules], 1)
    assert one == two
    assert len(one) >= common > 20
    assert any(b'"k":"snap"' in frame for frame in one)


def test_a_hand_too_many_would_be_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(event: ev.Event, audience: Any) -> ev.Event | None:
        told = redact(event, audience)
        if isinstance(event, ev.DealStarted) and isinstance(told, ev.DealStarted) and audience == SeatAudience(2):
            return told._replace(hands=event.hands)
        return told

    monkeypatch.setattr(eyes, "redact", careless)
    _, one, two = pair(monkeypatch, "tribute216", 2, 1)
    assert one != two
