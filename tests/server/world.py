"""A whole server in one process, on a clock that a test moves: the real core, store, accounts and tables, no socket.

    with World(seed=1) as world:
        wang, li = world.client("wang"), world.client("li")
        table = world.table(wang, li, rules="tribute216")        # made, joined, seated, started
        world.play_match(table)                                  # everybody answers; to the end of the match
        li.drop(); world.run(40.0); li.back()                    # gone and back, by its token
        world.restart()                                          # another core over the same store; come `back()`

`ScriptedClient` follows what it is told as a client must, and fails the test where numbers do not follow each other,
where something comes that it may not be sent, or where a snapshot is not what its events led to. Everything is
deterministic: the same seed gives the same frames.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from types import TracebackType
from typing import Any, Self

import msgspec

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.net import messages as msg
from gouji_desktop.net.codes import FEATURES
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.server.accounts import Accounts
from gouji_desktop.server.config import Config, Limits
from gouji_desktop.server.core import ServerCore, wait_for_it
from gouji_desktop.server.ports import StoreError
from gouji_desktop.server.signing import Defer
from gouji_desktop.server.store import Store
from gouji_desktop.table.setup import PlayerMaker, fallback_maker
from tests.server.following import Followed, MemoryLink
from tests.server.scripted import Policy, ScriptedClient
from tests.table.drivers import FakeClock

Tap = Callable[[ScriptedClient, bytes], None]

#: Where clients come from, unless a test says otherwise.
ADDRESS = "192.0.2.1"
#: No match of one deal lasts longer, in seconds of the test's clock.
LONGEST_MATCH = 6 * 3600.0


class World:
    """A server, its clients and their time. Close it, or use it as a context."""

    def __init__(
        self,
        seed: int = 0,
        *,
        make_player: PlayerMaker = fallback_maker,
        store: Store | None = None,
        defer: Defer = wait_for_it,
        **config: Any,
    ) -> None:
        """`config` are fields of Config or of its Limits."""
        self.clock = FakeClock()
        self.random = random.Random(seed)
        self.entropy = self.random.randbytes
        limits = {name: config.pop(name) for name in tuple(config) if name in Limits._fields}
        self.config = replace(Config(**config), limits=Limits(**limits))
        self.store = Store.open(None, steady=self.clock.time) if store is None else store
        self.make_player = make_player
        self.defer = defer
        self.clients: list[ScriptedClient] = []
        #: Told every frame that any client is sent, before anybody reads it.
        self.taps: list[Tap] = []
        self._news = False
        self._ids = count(1)
        self.accounts = self._new_accounts()
        self.core = self._new_core()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the server and forget its store."""
        self.core.close()
        self.accounts.close()
        self.store.close()

    def _chance_of_accounts(self) -> Callable[[int], bytes]:
        """What accounts and tokens are drawn from."""
        return self.entropy

    def _new_accounts(self) -> Accounts:
        return Accounts(
            self.store,
            join_password=self.config.join_password,
            entropy=self._chance_of_accounts(),
            clock=lambda: 1_700_000_000 + self.clock.time(),
        )

    def _new_core(self) -> ServerCore:
        core = ServerCore(
            self.store,
            self.accounts,
            self.clock,
            self.config,
            make_player=self.make_player,
            entropy=self.entropy,
            defer=self.defer,
        )
        try:
            core.start()
        except StoreError:
            # A process that cannot start ends, with whatever it had begun.
            core.close()
            raise
        return core

    def restart(self) -> None:
        """Kill the server at once, and start another one over the same store. Everybody has lost the connection."""
        for client in self.clients:
            client.lose()
        self.core.close()
        self.accounts.close()
        self.accounts = self._new_accounts()
        self.core = self._new_core()

    def new_id(self) -> str:
        """The id of a request."""
        return f"q{next(self._ids)}"

    def client(
        self,
        name: str,
        *,
        sign_in: bool = True,
        address: str = ADDRESS,
        features: tuple[str, ...] = FEATURES,
    ) -> ScriptedClient:
        """A new client, connected and (as a guest) signed in."""
        client = ScriptedClient(self, name, address, features)
        self.clients.append(client)
        client.connect()
        if sign_in:
            answer = client.sign_in()
            assert isinstance(answer, msg.Authed), answer
        return client

    def heard(self, client: ScriptedClient, frame: bytes) -> None:
        """A client is being sent a frame."""
        self._news = True
        for tap in self.taps:
            tap(client, frame)

    def code_of(self, table: str) -> str | None:
        """The invite code of a table, where somebody at it knows one."""
        for client in self.clients:
            place = client.places.get(table)
            if place is not None and place.code is not None:
                return place.code
        return None

    # -- time -----------------------------------------------------------------------------------------------------

    def pump(self) -> None:
        """Let every client do what it does by itself, until nobody does anything more."""
        while True:
            self._news = False
            for client in self.clients:
                client.react()
            if not self._news:
                return

    def run(self, seconds: float = 0.0, until: Callable[[], bool] | None = None) -> bool:
        """Let so many seconds pass, or less until something is true; whether it came true (or the time passed)."""
        end = self.clock.now + seconds
        while True:
            self.pump()
            if until is not None and until():
                return True
            self.clock.run(max(0.0, end - self.clock.now), until=self._has_news)
            if not self._news:
                return until is None or until()

    def wake(self) -> None:
        """Look, as if something had come, what the clients do by themselves."""
        self._news = True

    def _has_news(self) -> bool:
        return self._news

    # -- tables ---------------------------------------------------------------------------------------------------

    def table(
        self,
        *players: ScriptedClient,
        rules: str | RuleSet = "tribute216",
        start: bool = True,
        seats: tuple[Seat, ...] | None = None,
        **options: Any,
    ) -> str:
        """A table of the first player, at which the others sit on the next seats (or on `seats`); its id."""
        host, *others = players
        table = host.create(rules, **options)
        if seats is not None and seats[0] != 0:
            host.sit(table, seats[0])
        for seat, player in zip((seats or tuple(range(6)))[1:], others, strict=False):
            player.join(table)
            player.sit(table, seat)
            player.ready(table)
        if start:
            host.start(table)
            self.pump()
        return table

    def players(self, table: str) -> list[ScriptedClient]:
        """The clients who sit at a table, and are connected."""
        return [
            client
            for client in self.clients
            if client.connected and table in client.places and client.places[table].you is not None
        ]

    def play(
        self,
        table: str,
        until: Callable[[], bool],
        *,
        policy: Policy | dict[ScriptedClient, Policy] = simplest_answer,
        seconds: float = LONGEST_MATCH,
    ) -> None:
        """Let everybody at a table play by a policy until something is true; the test fails where it never is."""
        players = self.players(table)
        for client in players:
            client.policy = policy.get(client) if isinstance(policy, dict) else policy
        try:
            assert self.run(seconds, until=until), "it never came to that"
        finally:
            for client in players:
                client.policy = None

    def play_match(self, table: str, **options: Any) -> None:
        """Let everybody at a table play to the end of the match."""
        self.play(table, partial(self._is_over, table), **options)

    def _is_over(self, table: str) -> bool:
        for client in self.clients:
            if client.connected and (place := client.places.get(table)) is not None:
                return place.phase == "over"
        raise AssertionError("nobody is at the table any more")


def frame_of(**fields: Any) -> str:
    """A frame of any fields."""
    return msgspec.json.encode(fields).decode()


__all__ = ["ADDRESS", "Followed", "MemoryLink", "Policy", "ScriptedClient", "Tap", "World", "frame_of"]
