"""The heart of the server: connections in, frames out, all tables; no socket, no thread and no clock of its own."""

from __future__ import annotations

import logging
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from itertools import count
from typing import Any, NamedTuple

from gouji_desktop.net import requests
from gouji_desktop.net.codes import STOPPED, CloseCode
from gouji_desktop.net.messages import Ack, Authed
from gouji_desktop.server.accounts import Accounts
from gouji_desktop.server.config import Config
from gouji_desktop.server.dispatching import Dispatcher
from gouji_desktop.server.flights import Flights
from gouji_desktop.server.kept_answers import OF_ACCOUNTS, READY
from gouji_desktop.server.limits import ServerLimits
from gouji_desktop.server.lobby import Filter, Lobby
from gouji_desktop.server.peers import Peer, Presence
from gouji_desktop.server.places import Places
from gouji_desktop.server.ports import Done, Link
from gouji_desktop.server.registry import Registry
from gouji_desktop.server.replies import Handler, Reply
from gouji_desktop.server.room import Room
from gouji_desktop.server.room_deps import RoomDeps
from gouji_desktop.server.room_seats import WAITING
from gouji_desktop.server.signing import Defer, SigningIn
from gouji_desktop.server.store import Store
from gouji_desktop.server.timings import Timings, timed
from gouji_desktop.table.controllers import Thinker, think_inline
from gouji_desktop.table.local import Scheduler, Timer
from gouji_desktop.table.setup import PlayerMaker

_log = logging.getLogger(__name__)

#: So many connections a second are asked back after a planned restart.
BACK_PER_SECOND = 200


class Stats(NamedTuple):
    """What there is, for the metrics."""

    connections: int
    signed_in: int
    #: Tables by phase.
    tables: dict[str, int]
    #: What has happened since the start: `messages`, `signed_in`, `repeated`, `err.<code>`, ...
    counters: dict[str, int]


class _Clock:
    """The scheduler, until it is stopped: what was planned before does not happen any more."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self.stopped = False

    def time(self) -> float:
        return self._scheduler.time()

    def call_later(self, delay: float, callback: Callable[[], object]) -> Timer:
        return self._scheduler.call_later(delay, lambda: None if self.stopped else callback())


def wait_for_it(future: Future[Any], callback: Callable[[Future[Any]], None]) -> None:
    """Wait for a future and call back: for tests, which have no event loop."""
    future.exception()
    callback(future)


class ServerCore:
    """A whole table server but for its sockets.

    `defer` runs a callback in the loop's thread when a future is done; passwords alone need it.
    """

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        scheduler: Scheduler,
        config: Config,
        *,
        make_player: PlayerMaker,
        thinker: Thinker = think_inline,
        timings: Timings | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        defer: Defer = wait_for_it,
    ) -> None:
        self._store = store
        store.answers.most = config.limits.answers_kept
        self._scheduler = scheduler
        #: What tables and the lobby live by; stopped when the server ends.
        self._clock = _Clock(scheduler)
        self._config = config
        #: Told the address of a connection that is gone and had a seat in a running match.
        self.seat_lost: Callable[[str], object] = lambda _address: None
        self._numbers = count(1)
        #: What is said to who comes when the server has ended.
        self._farewell: tuple[CloseCode, str, float | None] = (CloseCode.RESTART, "the server restarts", 1.0)
        self._counters: Counter[str] = Counter()
        self._flights = Flights(scheduler.time)
        timings = timings or Timings()
        self._presence = Presence()
        limits = config.limits
        counted = ServerLimits(limits)
        self._registry = Registry(self._clock, entropy, self._table_changed)
        self._lobby = Lobby(self._clock, limits.lobby_seconds, self._registry.get, lambda: self._presence.online)
        self._deps = RoomDeps(
            store=store,
            scheduler=self._clock,
            make_player=make_player,
            thinker=timed(thinker, timings.bots),
            entropy=entropy,
            changed=self._registry.changed,
            config=config,
            counters=self._counters,
            flights=self._flights,
        )
        self._places = Places(self._deps, self._registry, self._clock, limits, counted)
        self._signing = SigningIn(
            accounts, self._clock, config, counted, self._presence, self._places, defer, self._arrived
        )
        own: dict[type, Handler] = {requests.LobbySub: self._look, requests.LobbyUnsub: self._look_away}
        self._dispatcher = Dispatcher(
            self._clock,
            limits,
            self._presence,
            self._signing,
            own | self._signing.handlers() | self._places.handlers(),
            accounts.confirm,
            self._answered_before,
            self._counters,
            timings.commands,
        )

    # -- the server -----------------------------------------------------------------------------------------------

    def start(self) -> int:
        """Restore the open tables; how many there are. Raises StoreError where the store cannot be written."""
        for row in self._store.open_tables():
            try:
                room = Room.restore(row, self._deps)
            except Exception:  # noqa: BLE001 - whatever it is, it is that table's own
                # Unless nothing at all can be written: rather no server than one without its tables.
                self._store.put_table(row.table, row.body)
                # It stays in the store for whoever looks into it; all others go on.
                _log.exception("table %s cannot be restored", row.table)
                self._counters["not_restored"] += 1
                continue
            self._registry.add(room, room.host_uid)
        return len(self._registry)

    def _answered_before(self, uid: str) -> Iterator[Ack | Authed]:
        """What an account was answered before this server was started. Raises StoreError."""
        for kept in self._store.answers.of(uid):
            room = self._registry.get(kept.table)
            if kept.kind == READY and room is not None and room.phase == WAITING:
                # Readiness was forgotten with the server: who says so again is ready again.
                continue
            if kept.kind in OF_ACCOUNTS:
                peer = self._presence.of(uid)
                if peer is not None:
                    yield self._signing.authed(kept.request, peer)
            else:
                yield Ack(kept.request, kept.seq, kept.t, kept.code)

    def drain(self, reconnect_after: float) -> None:
        """Close every connection and take no new one: the server restarts in about so many seconds.

        The tables stand still from now on; they are in the store as everybody has seen them.
        """
        self._clock.stopped = True
        for place, peer in enumerate(self._presence):
            peer.close(CloseCode.RESTART, "the server restarts", reconnect_after + place / BACK_PER_SECOND)

    def close(self) -> None:
        """Stop for good: nothing happens any more. The store is closed by whoever opened it."""
        if not self._clock.stopped:
            self._farewell = (CloseCode.SHUTDOWN, STOPPED, None)
        self._clock.stopped = True
        for peer in self._presence:
            peer.close(CloseCode.SHUTDOWN, STOPPED)

    @property
    def stats(self) -> Stats:
        """What there is now."""
        presence = self._presence
        return Stats(len(presence), presence.online, self._registry.phases(), dict(self._counters))

    @property
    def rooms(self) -> tuple[Room, ...]:
        """The open tables."""
        return tuple(self._registry)

    # -- connections ----------------------------------------------------------------------------------------------

    def connect(self, link: Link) -> Peer:
        """A new connection; when the server has ended it is closed at once."""
        limits, now = self._config.limits, self._scheduler.time()
        peer = Peer(next(self._numbers), link, limits, now, self._dispatcher.receive, self._gone)
        if self._clock.stopped:
            peer.close(*self._farewell)
            return peer
        self._presence.add(peer)
        self._signing.expect_hello(peer)
        return peer

    def _gone(self, peer: Peer) -> None:
        self._presence.remove(peer)
        # The rest not at once: a table may be in the middle of sending to it.
        self._clock.call_later(0.0, lambda: self._clear_away(peer))

    def _clear_away(self, peer: Peer) -> None:
        self._lobby.unsubscribe(peer)
        last = self._presence.of(peer.uid) is None
        if last and self._places.plays(peer.uid):
            self.seat_lost(peer.address)
        self._places.went(peer, last=last)
        self._lobby.people_changed()

    def _arrived(self) -> None:
        self._counters["signed_in"] += 1
        self._lobby.people_changed()

    # -- the lobby ------------------------------------------------------------------------------------------------

    def _table_changed(self, table: str) -> None:
        if self._registry.get(table) is None:
            self._flights.forget(table)
            self._places.failed.pop(table, None)
        self._lobby.touch(table)

    def _look(self, peer: Peer, message: requests.LobbySub, reply: Reply) -> None:
        reply(Done())
        self._lobby.subscribe(peer, Filter(message.rules, message.free))

    def _look_away(self, peer: Peer, _message: requests.LobbyUnsub, reply: Reply) -> None:
        self._lobby.unsubscribe(peer)
        reply(Done())
