"""The program's own client with its real connection, in a loop whose clock runs fast, at a real server's socket."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Coroutine
from typing import Any

from gouji_desktop.net import messages as msg
from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.client import Client
from gouji_desktop.net.clientstate import Phase
from gouji_desktop.net.connection import Connection, waking_clock
from gouji_desktop.net.credentials import Credentials
from gouji_desktop.net.pins import Pins
from gouji_desktop.net.remote import RemoteSession
from gouji_desktop.rules.presets import preset
from gouji_desktop.table.codec import encode_rules
from gouji_desktop.table.session import Update
from tests.chaos.shaky import seed_of
from tests.chaos.witness import Witness
from tests.net.fast_server import FastLoop
from tests.table.drivers import RandomPlayer

NAMES = ("wang", "li", "zhao", "qian", "sun", "zhou")


def run_fast(main: Coroutine[Any, Any, None], factor: float) -> None:
    """Run something in a loop whose clock is so many times faster."""
    loop = FastLoop(factor)
    try:
        loop.run_until_complete(main)
    finally:
        pending = asyncio.all_tasks(loop)
        for task in pending:
            task.cancel()
        if pending:
            loop.run_until_complete(asyncio.wait(pending))
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


async def until(true: Callable[[], bool], seconds: float) -> None:
    """Wait for something, for so many seconds of the loop's clock, and some real ones: it may be a busy machine."""
    loop = asyncio.get_running_loop()
    end, patience = loop.time() + seconds, time.monotonic() + 30.0
    while not true():
        assert loop.time() < end or time.monotonic() < patience, "it never came to that"
        await asyncio.sleep(0.1)


class SocketSeat:
    """A person with the program: plays by itself, comes back by itself, and is watched over by a witness."""

    def __init__(
        self,
        name: str,
        port: int,
        *,
        credentials: Credentials | None = None,
        thinks: float = 0.5,
        seed: int = 0,
        address: ServerAddress | None = None,
        pins: Pins | None = None,
        awake: bool = False,
    ) -> None:
        """`address`, `pins`: where it is not plain loopback; `awake`: it notices that its machine slept."""
        loop = asyncio.get_running_loop()
        self.name = name
        self.thinks = thinks
        self.playing = True
        self.credentials = credentials or Credentials(use_keyring=False)
        self.client = Client(loop, name=name, wall=waking_clock if awake else None)
        self.witness = Witness(name)
        self.witness.follow(self.client)
        self._line = object()
        self._listen_in()
        self.connection = Connection(
            address or ServerAddress("127.0.0.1", port, secure=False),
            self.client,
            credentials=self.credentials,
            pins=pins or Pins(None),
            chance=random.Random(seed),
            proxy=False,
        )
        #: How often it was online, and why connections ended.
        self.arrivals = 0
        self.troubles: list[str] = []
        self.notices: list[str] = []
        self._phase = Phase.OFFLINE
        self._session: RemoteSession | None = None
        self._answered: set[tuple[int, int]] = set()
        self.client.subscribe(self._topic)

    def _listen_in(self) -> None:
        """Let the witness see what goes over the socket: what arrives, of what the server has sent."""
        opened, received = self.client.opened, self.client.received

        def open_line(send: Callable[[str], None], hang_up: Callable[[], None] | None = None) -> None:
            self._line = object()
            self.witness.server_forgot()

            def say(frame: str) -> None:
                self.witness.asked(frame)
                send(frame)

            opened(say, hang_up)

        def hear(frame: str | bytes) -> None:
            self.witness.told(self._line, frame)
            received(frame)

        self.client.opened = open_line  # type: ignore[method-assign]
        self.client.received = hear  # type: ignore[method-assign]

    @property
    def session(self) -> RemoteSession:
        assert self.client.session is not None, f"{self.name} follows no match"
        return self.client.session

    async def start(self) -> None:
        """Connect, and wait until it is signed in."""
        self.connection.start()
        await until(lambda: self.client.state.phase == Phase.ONLINE, 60.0)

    async def must(self, what: Callable[..., Any], *arguments: Any, **fields: Any) -> Any:
        """Ask something that is granted."""
        answers: list[Any] = []
        what(*arguments, done=answers.append, **fields)
        await until(lambda: bool(answers), 120.0)
        assert not isinstance(answers[0], msg.Err), answers
        return answers[0]

    def _topic(self, topic: str) -> None:
        state = self.client.state
        if topic == "state" and state.phase != self._phase:
            self._phase = state.phase
            self.arrivals += state.phase == Phase.ONLINE
            if state.trouble is not None:
                self.troubles.append(state.trouble.key)
        elif topic == "notice" and self.client.notice is not None:
            self.notices.append(self.client.notice.key)
        elif topic == "session" and self.client.session is not None and self.client.session is not self._session:
            self._session = session = self.client.session
            session.subscribe(self._see)
            self._see(session.latest)

    def _see(self, update: Update) -> None:
        prompt, session = update.prompt, self._session
        if prompt is None or session is None or not self.playing:
            return
        key = session.key[1], prompt.id
        if key not in self._answered:
            self._answered.add(key)
            asyncio.get_running_loop().call_later(self.thinks, lambda: self._answer(session, key))

    def _answer(self, session: RemoteSession, key: tuple[int, int]) -> None:
        latest = session.latest
        if session.closed or latest.prompt is None or (session.key[1], latest.prompt.id) != key:
            self._answered.discard(key)
            return
        session.submit(RandomPlayer(seed_of(key, latest.prompt.seat), eager=True).answer(latest.view, latest.prompt))


async def take_seats(
    ports: tuple[int, ...], rules: str = "jinyou4", *, thinks: float = 0.5, prefix: str = "", **options: Any
) -> tuple[str, list[SocketSeat]]:
    """Persons who come by these ports, sit down at one table and begin a match; the table's id."""
    seats = [
        SocketSeat(prefix + name, port, seed=number, thinks=thinks)
        for number, (name, port) in enumerate(zip(NAMES, ports, strict=False))
    ]
    for each in seats:
        await each.start()
    host, *others = seats
    options = {"deals": 1, "turn_s": 20, "bots": "easy", **options}
    table = str((await host.must(host.client.create, encode_rules(preset(rules)), **options)).t)
    for seat, each in enumerate(others, 1):
        await each.must(each.client.join, table)
        await each.must(each.client.sit, seat)
        await each.must(each.client.ready)
    await host.must(host.client.start)
    # The answer may come in one turn of the loop, and the match in the next.
    await until(lambda: all(each.client.session is not None for each in seats), 60.0)
    return table, seats
