"""Which table somebody is at, and what somebody may ask of it.

The role at a table (host, seat, standing, spectator) comes from the tables of the server: a request names a table and
never a role. A table that fails is one table's fault: it is logged once, answered `internal`, and disturbs no other.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from gouji_desktop.net import requests
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.fields import Message
from gouji_desktop.net.messages import SeatHeld, Spectating
from gouji_desktop.server.config import Limits
from gouji_desktop.server.limits import ServerLimits
from gouji_desktop.server.peers import Peer
from gouji_desktop.server.ports import Done, Outcome, Refused, StoreError
from gouji_desktop.server.registry import Registry
from gouji_desktop.server.replies import Handler, Reply
from gouji_desktop.server.room import Room
from gouji_desktop.server.room_deps import RoomDeps
from gouji_desktop.server.room_making import SEATED
from gouji_desktop.server.room_seats import PLAYING
from gouji_desktop.table.local import Scheduler

_log = logging.getLogger(__name__)
_T = TypeVar("_T")

#: At so many tables an account may be at a time, and watch so many others.
MOST_PLACES = 8
MOST_WATCHED = 3
#: Said of tables that are not there and of those that one may not know of: nothing tells which.
TABLE_GONE = Refused(ErrorCode.TABLE_GONE)

#: What a member of a table may ask.
INSIDE: tuple[type[Message], ...] = (
    requests.Sit,
    requests.Stand,
    requests.Ready,
    requests.Leave,
    requests.Kick,
    requests.PutBot,
    requests.Start,
    requests.Rematch,
    *SEATED,
    requests.Resync,
    requests.Say,
    requests.FetchLog,
)
#: What a spectator may ask.
WATCHING = (requests.Resync,)


class Places:
    """The requests that are about a table."""

    def __init__(
        self, deps: RoomDeps, registry: Registry, scheduler: Scheduler, limits: Limits, counted: ServerLimits
    ) -> None:
        self._deps = deps
        self._registry = registry
        self._scheduler = scheduler
        self._limits = limits
        self._counted = counted
        #: Tables that have failed, and how often.
        self.failed: Counter[str] = Counter()

    def handlers(self) -> dict[type, Handler]:
        """What each request of a signed-in connection leads to."""
        own: dict[type, Handler] = {
            requests.Create: self._create,
            requests.Join: self._join,
            requests.Spectate: self._spectate,
            requests.Unspectate: self._unspectate,
        }
        return own | dict.fromkeys(INSIDE, self._inside)

    # -- coming and going -----------------------------------------------------------------------------------------

    def seats_of(self, uid: str) -> Iterator[SeatHeld]:
        """The tables at which an account sits, and where; then those whose running match it has left."""
        for left, rooms in ((False, self._registry.of_account(uid)), (True, self._registry.left_by(uid))):
            for room in rooms:
                seat = self._try(room, lambda it: it.seated(uid), None)
                if seat is not None:
                    yield SeatHeld(room.id, seat, left, self._try(room, lambda it: it.row().title, ""))

    def plays(self, uid: str) -> bool:
        """Whether an account has a seat in a running match."""
        rooms = self._registry.of_account(uid)
        return any(room.phase == PLAYING and room.seated(uid) is not None for room in rooms)

    def came(self, peer: Peer) -> None:
        """Somebody has signed in: back to the tables at which that account is."""
        for room in self._registry.of_account(peer.uid):
            peer.here.add(room.id)
            self._try(room, lambda it: it.join(peer), None)

    def renamed(self, peer: Peer) -> None:
        """Somebody has another name: the tables are told."""
        for room in self._registry.of_account(peer.uid):
            self._try(room, lambda it: it.renamed(peer), None)

    def went(self, peer: Peer, *, last: bool) -> None:
        """A connection is gone; `last`: its account is here by no newer one."""
        for table in sorted(peer.watching):
            self._stop_watching(peer, table)
        if last:
            for room in self._registry.of_account(peer.uid):
                self._try(room, lambda it: it.gone(peer), None)

    # -- requests -------------------------------------------------------------------------------------------------

    def _create(self, peer: Peer, message: requests.Create, reply: Reply) -> None:
        registry, limits = self._registry, self._limits
        if len(registry) >= limits.tables or registry.made_by(peer.uid) >= limits.tables_per_account:
            reply(Refused(ErrorCode.TOO_MANY))
            return
        crowded = registry.made_from(peer.address) >= limits.tables_per_address
        if crowded or len(registry.of_account(peer.uid)) >= MOST_PLACES:
            reply(Refused(ErrorCode.TOO_MANY))
            return
        room = Room.create(registry.new_id(), peer, message, self._deps)
        if isinstance(room, Refused):
            reply(room)
            return
        registry.add(room, peer.uid, peer.address)
        peer.here.add(room.id)
        reply(Done(t=room.id, code=room.code))

    def _join(self, peer: Peer, message: requests.Join, reply: Reply) -> None:
        room = self._find(peer, message.t, message.code)
        if isinstance(room, Refused):
            reply(room)
            return
        if self._registry.is_member(room, peer.uid):
            if room.id in peer.here:
                # It came back when it signed in, and has been told everything.
                self._try(room, lambda it: it.joined_before(peer, message), None)
                reply(Done(None, room.id, room.code))
                return
        else:
            if len(self._registry.of_account(peer.uid)) >= MOST_PLACES:
                reply(Refused(ErrorCode.TOO_MANY))
                return
            if wait := self._visit(peer, room):
                reply(Refused(ErrorCode.RATE_LIMITED, retry_after=wait))
                return
        outcome = self._ask(peer, room, message, lambda it: it.join(peer, message))
        self._watch_no_seat(peer, room)
        if isinstance(outcome, Done):
            peer.here.add(room.id)
            outcome = Done(outcome.seq, room.id, room.code)
        reply(outcome)

    def _spectate(self, peer: Peer, message: requests.Spectate, reply: Reply) -> None:
        room = self._find(peer, message.t, message.code)
        if isinstance(room, Refused):
            reply(room)
            return
        if room.id not in peer.watching:
            peer.watching = {table for table in peer.watching if self._watches(peer, table)}
            if len(peer.watching) >= MOST_WATCHED:
                reply(Refused(ErrorCode.TOO_MANY))
                return
            if wait := self._visit(peer, room):
                reply(Refused(ErrorCode.RATE_LIMITED, retry_after=wait))
                return
        outcome = self._ask(peer, room, message, lambda it: it.spectate(peer))
        if isinstance(outcome, Refused):
            reply(outcome)
            return
        peer.watching.add(room.id)
        reply(Spectating(message.id, room.id, self._limits.spectator_delay))

    def _unspectate(self, peer: Peer, message: requests.Unspectate, reply: Reply) -> None:
        if message.t not in peer.watching:
            reply(TABLE_GONE)
            return
        self._stop_watching(peer, message.t)
        reply(Done())

    def _inside(self, peer: Peer, message: Any, reply: Reply) -> None:
        """A request at a table."""
        answer = self._unless_played(peer, message, reply) if isinstance(message, requests.Cmd) else reply
        room = self._registry.get(message.t)
        if room is None:
            answer(TABLE_GONE)
            return
        if not self._registry.is_member(room, peer.uid):
            watches = message.t in peer.watching
            if not (watches and isinstance(message, WATCHING)):
                answer(_stranger(message, hidden=room.private and not watches))
                return
        if isinstance(message, requests.Leave):
            # Nobody is kept at a table; but it counts for who wants to come back.
            self._visit(peer, room)
        outcome = self._ask(peer, room, message, lambda it: it.handle(peer, message))
        self._watch_no_seat(peer, room)
        if outcome is not None:
            answer(outcome)

    def _unless_played(self, peer: Peer, message: requests.Cmd, reply: Reply) -> Callable[[Any], None]:
        """The reply, where a refused command that was carried out in an earlier match is answered as it was then.

        No prompt of an earlier match is open in a later one, so that such a command is always refused first.
        """

        def answer(outcome: Any) -> None:
            if isinstance(outcome, Refused):
                played = self._deps.store.answers.played(peer.uid, message.id)
                outcome = outcome if played is None else Done(played.seq)
            reply(outcome)

        return answer

    # -- what they share ------------------------------------------------------------------------------------------

    def _find(self, peer: Peer, table: str | None, code: str | None) -> Room | Refused:
        """The table that somebody may come to. Wrong codes are counted, and answered as tables that are gone."""
        if code is not None:
            now = self._scheduler.time()
            if wait := self._counted.wrong_codes.wait(peer.address, now):
                return Refused(ErrorCode.RATE_LIMITED, retry_after=wait)
            room = self._registry.of_code(code)
            if room is None or table not in (None, room.id):
                self._counted.wrong_codes.take(peer.address, now)
                return TABLE_GONE
            return room
        if table is None:
            return Refused(ErrorCode.BAD_SCHEMA, {"text": "name a table or give a code"})
        room = self._registry.get(table)
        if room is None:
            return TABLE_GONE
        # Who left a running match has a seat there and may come back without the code.
        known = self._registry.is_member(room, peer.uid) or room.seated(peer.uid) is not None
        return room if known or not room.private else TABLE_GONE

    def _visit(self, peer: Peer, room: Room) -> float:
        """Count that somebody comes to a table or leaves it; seconds to wait where that is once too often."""
        return self._counted.visits.take((peer.uid, room.id), self._scheduler.time())

    def _watches(self, peer: Peer, table: str) -> bool:
        """Whether somebody who watched a table does so still: it may have closed, or put somebody out."""
        room = self._registry.get(table)
        return room is not None and self._try(room, lambda it: it.watched_by(peer.uid), False)

    def _stop_watching(self, peer: Peer, table: str) -> None:
        peer.watching.discard(table)
        room = self._registry.get(table)
        if room is not None:
            self._try(room, lambda it: it.unspectate(peer), None)

    def _watch_no_seat(self, peer: Peer, room: Room) -> None:
        """Who has a seat at a table watches it no more."""
        if room.id in peer.watching and self._try(room, lambda it: it.seated(peer.uid), None) is not None:
            self._stop_watching(peer, room.id)

    def _ask(self, peer: Peer, room: Room, message: Message, work: Callable[[Room], _T]) -> _T | Refused:
        """Ask something of a table; its faults become refusals."""
        flights = self._deps.flights
        flights.came(room.id, message, peer.number)
        try:
            answer = work(room)
            if isinstance(answer, Refused):
                flights.refused(room.id, answer.code, peer.number)
            return answer
        except StoreError:
            return Refused(ErrorCode.FROZEN_STORAGE)
        except Exception:  # noqa: BLE001 - whatever it is, it is that table's own
            self._report(room, type(message).__name__.lower())
            return Refused(ErrorCode.INTERNAL)

    def _try(self, room: Room, work: Callable[[Room], _T], otherwise: _T) -> _T:
        """Tell a table something that nobody waits for an answer to."""
        try:
            return work(room)
        except StoreError:
            return otherwise
        except Exception:  # noqa: BLE001 - whatever it is, it is that table's own
            self._report(room, "coming or going")
            return otherwise

    def _report(self, room: Room, what: str) -> None:
        """Tell the log, once a table, what could not be done; call it where the exception is caught."""
        self.failed[room.id] += 1
        self._deps.counters["table_faults"] += 1
        if self.failed[room.id] == 1:
            _log.exception("table %s failed: %s", room.id, what)
            self._deps.flights.write(room.id)


def _stranger(message: Message, *, hidden: bool) -> Outcome:
    """The answer to who is not at the table."""
    if hidden:
        return TABLE_GONE
    return Refused(ErrorCode.NOT_SEATED if isinstance(message, SEATED) else ErrorCode.FORBIDDEN)
