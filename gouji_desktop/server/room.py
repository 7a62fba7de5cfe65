"""One table on the server: its people, its place and its matches.

Who somebody is comes from the connection alone, and what somebody may do from the place: a request names a table and
never a role. Everything is kept before anybody learns of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gouji_desktop.net import requests
from gouji_desktop.net.codes import ErrorCode, Feature
from gouji_desktop.net.fields import Message
from gouji_desktop.net.messages import Gone, LobbyRow, LogPart
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.server.ports import Done, Outcome, Refused, StoreError, Viewer
from gouji_desktop.server.room_backing import Backing
from gouji_desktop.server.room_deps import RoomDeps
from gouji_desktop.server.room_keeping import Keeper
from gouji_desktop.server.room_making import NOT_NOTED, SEATED, UNKEPT, kept_answer, new_table
from gouji_desktop.server.room_people import Chore, Chores, People
from gouji_desktop.server.room_play import NOT_SEATED, RoomPlay
from gouji_desktop.server.room_seats import FORBIDDEN, OVER, PLAYING, WAITING, Place, decode_place
from gouji_desktop.server.room_table import TableFrames, lobby_row
from gouji_desktop.server.saying import Talk
from gouji_desktop.server.spectators import Spectators
from gouji_desktop.server.store import TableRow
from gouji_desktop.table.codec import decode_rules

#: A host that is away from a waiting table gives it to somebody who is there after so many seconds.
HOST_AWAY_SECONDS = 60.0
TABLE_GONE = Refused(ErrorCode.TABLE_GONE)
#: Nobody watches a table where it has a seat, also one that it left: it may come back.
HAS_SEAT = Refused(ErrorCode.FORBIDDEN, {"reason": "seated"})


class Room:
    """One table. Make one with `create` or `restore`."""

    def __init__(self, place: Place, rules: RuleSet, epoch: int, deps: RoomDeps) -> None:
        limits = deps.config.limits
        self._deps = deps
        self._rules = rules
        self._keeper = Keeper(place, deps.store, deps.scheduler, deps.config)
        self._keeper.on_freeze, self._keeper.on_thaw = self._stand_still, self._go_on
        self._people = People(deps.scheduler)
        self._spectators = Spectators(
            place.id,
            limits.spectator_delay,
            limits.spectators if place.terms.spectators else 0,
            deps.scheduler,
            lambda uid: self._place.member(uid) is not None,
        )
        self._frames = TableFrames(place, rules, epoch)
        self._talk = Talk(place.id, epoch)
        self._play = RoomPlay(
            Backing(
                store=deps.store,
                scheduler=deps.scheduler,
                make_player=deps.make_player,
                thinker=deps.thinker,
                entropy=deps.entropy,
                config=deps.config,
                keeper=self._keeper,
                people=self._people,
                spectators=self._spectators,
                rules=rules,
                epoch=epoch,
                counters=deps.counters,
                flights=deps.flights,
                tell_place=self._tell_place,
                time_of_day=deps.time_of_day,
            )
        )
        self._chores = Chores(deps.scheduler, self._due)
        self._deserted = False
        self._closed = False
        self._handlers: dict[type, Callable[[Viewer, Any], Any]] = {
            requests.Sit: self._sit,
            requests.Stand: lambda viewer, _: self._become(self._place.stood(viewer.uid)),
            requests.Ready: self._ready,
            requests.Leave: self._leave,
            requests.Kick: self._kick,
            requests.PutBot: lambda viewer, it: self._become(self._place.with_bot(viewer.uid, it.seat, it.level)),
            requests.Start: self._start,
            requests.Rematch: self._rematch,
            requests.Cmd: self._cmd,
            requests.Trustee: self._trustee,
            requests.AutoPass: self._auto_pass,
            requests.NonceCommit: lambda viewer, it: self._play.share(viewer.uid, it),
            requests.Nonce: lambda viewer, it: self._play.share(viewer.uid, it),
            requests.Resync: self._resync,
            requests.Say: self._say,
            requests.FetchLog: lambda _, it: self._play.logs.fetch(it, self._play.deals_done),
        }

    @classmethod
    def create(cls, id: str, host: Viewer, request: requests.Create, deps: RoomDeps) -> Room | Refused:  # noqa: A002
        """A table that somebody makes, who sits at it on seat 0."""
        made = new_table(id, host, request, deps)
        if isinstance(made, Refused):
            return made
        place, rules = made
        try:
            with deps.store.transaction():
                Keeper(place, deps.store, deps.scheduler, deps.config).write(place)
                deps.store.answers.put(kept_answer(host.uid, request, id)._replace(t=id, code=place.code))
                epoch = deps.store.next_epoch(id)
        except StoreError:
            return Refused(ErrorCode.FROZEN_STORAGE, retry_after=deps.config.limits.frozen_seconds)
        room = cls(place, rules, epoch, deps)
        room._people.come(host)
        room._tell_place()
        return room

    @classmethod
    def restore(cls, row: TableRow, deps: RoomDeps) -> Room:
        """A table that was open when the server stopped; its match goes on by itself.

        Raises StoreError, and ValueError with a sentence where what was kept of it cannot be used.
        """
        place = decode_place(row.body)
        if place.id != row.table:
            raise ValueError(f"the table {row.table} is kept as {place.id}")
        if place.phase == WAITING:
            # Nobody is here; who comes back says so again.
            place = place.nobody_ready()
        room = cls(place, decode_rules(place.terms.rules), deps.store.next_epoch(row.table), deps)
        room._people.missing(member.uid for member in place.members)
        room._people.keep_out(place.out, deps.store.uptime.now())
        if place.phase == PLAYING:
            room._play.take_up()
        elif place.phase == OVER:
            room._play.end_late()
        room._tell_place()
        return room

    # --- what there is ----------------------------------------------------------------------------------------

    @property
    def _place(self) -> Place:
        return self._keeper.place

    @property
    def id(self) -> str:
        """The name of the table."""
        return self._place.id

    @property
    def code(self) -> str:
        """The invite code."""
        return self._place.code

    @property
    def private(self) -> bool:
        """Whether the table is not listed."""
        return self._place.terms.private

    @property
    def phase(self) -> str:
        """`waiting`, `playing` or `over`."""
        return self._place.phase

    @property
    def host_uid(self) -> str:
        """The account of the host, "" where nobody is left."""
        return self._place.host

    @property
    def member_uids(self) -> tuple[str, ...]:
        """The accounts at the table, connected or not; who left a running match is none of them."""
        return tuple(member.uid for member in self._place.members)

    @property
    def leaver_uids(self) -> tuple[str, ...]:
        """The accounts whose seat is theirs though they left the running match."""
        return tuple(holder.uid for holder in self._place.seats if holder.left) if self.phase == PLAYING else ()

    @property
    def empty(self) -> bool:
        """Whether nobody needs the table any more."""
        return self._closed or self._deserted or (not self._place.members and self._place.phase != PLAYING)

    @property
    def frozen(self) -> bool:
        """Whether the store cannot be written, and the table stands still."""
        return self._keeper.frozen

    @property
    def watchers(self) -> int:
        """How many watch."""
        return len(self._spectators)

    def watched_by(self, uid: str) -> bool:
        """Whether an account watches."""
        return uid in self._spectators

    def seated(self, uid: str) -> Seat | None:
        """The seat that belongs to an account, also where its person left the running match."""
        return self._place.seat_of(uid)

    def row(self) -> LobbyRow:
        """The row in the lobby."""
        return lobby_row(self._place, self._rules, self._play.deals_done)

    # --- coming and going -------------------------------------------------------------------------------------

    def join(self, viewer: Viewer, request: requests.Join | None = None) -> Outcome:
        """Somebody comes to the table, by a request, or is back at it by a newer connection."""
        noted = None if request is None else kept_answer(viewer.uid, request, self.id, self.code)
        with self._keeper.answering(noted):
            outcome = self._join(viewer)
            if isinstance(outcome, Done):
                self._keeper.note()
            return outcome

    def joined_before(self, viewer: Viewer, request: requests.Join) -> None:
        """Somebody asks for the way to the table who is at it, and has been told everything."""
        with self._keeper.answering(kept_answer(viewer.uid, request, self.id, self.code)):
            self._keeper.note()

    def _join(self, viewer: Viewer) -> Outcome:
        if self._closed:
            return TABLE_GONE
        old = self._place
        if kicked := self._people.kept_out(viewer.uid):
            return kicked
        place = old.joined(viewer.uid, viewer.name)
        if isinstance(place, Refused):
            return place
        place = self._play.returning(viewer.uid, place)
        if place != old and not self._change(place) and old.member(viewer.uid) is None:
            return self._keeper.refusal
        came = self._people.of(viewer.uid) is not viewer
        self._people.come(viewer)
        if self._place.seat_of(viewer.uid) is not None:
            self._spectators.remove(viewer.uid)
        self._tell_place()
        if came and Feature.CHAT in viewer.features:
            for said in self._talk.again(viewer.uid):
                viewer.send(said, droppable=True)
        self._play.came(viewer.uid, viewer)
        return Done(t=self.id, code=self.code)

    def renamed(self, viewer: Viewer) -> None:
        """Somebody at the table has another name."""
        place = self._place.joined(viewer.uid, viewer.name)
        if self._people.of(viewer.uid) is viewer and not isinstance(place, Refused) and place != self._place:
            self._become(place)

    def gone(self, viewer: Viewer) -> None:
        """A connection is closed."""
        self._spectators.unwatch(viewer)
        if self._closed or not self._people.go(viewer):
            return
        seat = self._place.seat_of(viewer.uid)
        if self.phase == WAITING and seat is not None:
            place = self._place.made_ready(viewer.uid, on=False)
            assert isinstance(place, Place), "who waits may be not ready"
            self._change(place)
        self._play.went(viewer.uid)
        self._tell_place()

    def spectate(self, viewer: Viewer) -> Outcome:
        """Somebody watches the table."""
        if self._closed:
            return TABLE_GONE
        if self._place.seat_of(viewer.uid) is not None:
            return HAS_SEAT
        if not self._place.terms.spectators:
            return FORBIDDEN
        if (refused := self._people.kept_out(viewer.uid) or self._spectators.watch(viewer)) is not None:
            return refused
        self._tell_place()
        return Done(t=self.id)

    def unspectate(self, viewer: Viewer) -> None:
        """Somebody watches no more."""
        if self._spectators.unwatch(viewer) and not self._closed:
            self._tell_place()

    def close(self, why: str) -> None:
        """Close the table. Raises StoreError where it cannot be taken out of the store; it is closed all the same."""
        if self._closed:
            return
        self._closed = True
        for viewer in tuple(self._people.here.values()):
            viewer.send(Gone(self.id, why))
        self._spectators.close(why)
        self._play.close()
        self._keeper.close()
        self._chores.close()
        self._handlers.clear()
        self._deps.store.drop_table(self.id)

    def wake(self) -> None:
        """A player that thinks elsewhere has an answer."""
        if self._play.match is not None and not self._closed:
            self._play.match.wake()

    # --- requests ---------------------------------------------------------------------------------------------

    def handle(self, viewer: Viewer, request: Message) -> Outcome | LogPart | None:
        """Carry out a request of somebody at the table; None where no answer is due."""
        handler = self._handlers.get(type(request))
        if handler is None or self._closed:
            return TABLE_GONE
        if self._people.of(viewer.uid) is not viewer:
            return self._handle_watching(viewer, request)
        if self._keeper.frozen and not isinstance(request, UNKEPT):
            return self._keeper.refusal
        if isinstance(request, NOT_NOTED):
            return handler(viewer, request)  # type: ignore[no-any-return]
        with self._keeper.answering(kept_answer(viewer.uid, request, self.id)):
            outcome: Outcome = handler(viewer, request)
            if isinstance(outcome, Done):
                self._keeper.note()
            return outcome

    def _handle_watching(self, viewer: Viewer, request: Message) -> Outcome | None:
        """What somebody asks who is not at the table."""
        if viewer.uid not in self._spectators:
            return TABLE_GONE
        if isinstance(request, requests.Resync):
            self._spectators.show(viewer)
        if isinstance(request, requests.Resync | requests.NonceCommit | requests.Nonce):
            return None
        return NOT_SEATED if isinstance(request, SEATED) else FORBIDDEN

    def _become(self, place: Place | Refused) -> Outcome:
        """Keep another place and tell it."""
        if isinstance(place, Refused):
            return place
        if not self._change(place):
            return self._keeper.refusal
        self._tell_place()
        return Done()

    def _sit(self, viewer: Viewer, request: requests.Sit) -> Outcome:
        outcome = self._become(self._place.sat(viewer.uid, request.seat))
        if isinstance(outcome, Done) and self._spectators.remove(viewer.uid):
            self._tell_place()
        return outcome

    def _ready(self, viewer: Viewer, request: requests.Ready) -> Outcome:
        if self.phase == PLAYING and not self._play.between_deals:
            return FORBIDDEN if self._place.seat_of(viewer.uid) is not None else NOT_SEATED
        outcome = self._become(self._place.made_ready(viewer.uid, request.on))
        self._play.maybe_deal()
        return outcome

    def _leave(self, viewer: Viewer, _request: requests.Leave) -> Outcome:
        uid = viewer.uid
        place = self._place.left(uid, tuple(self._people.here))
        if self.phase == PLAYING and self._place.seat_of(uid) is not None:
            if not self._attempt(lambda: self._play.left(uid, place)):
                return self._keeper.refusal
        elif not self._change(place):
            return self._keeper.refusal
        self._people.remove(uid)
        viewer.send(Gone(self.id, "left"))
        self._tell_place()
        return Done()

    def _kick(self, viewer: Viewer, request: requests.Kick) -> Outcome:
        before, now = self.member_uids, self._deps.store.uptime.now()
        watches = request.uid in self._spectators
        outcome = self._become(self._place.kicked(viewer.uid, request.seat, request.uid, now, watches=watches))
        watching = {request.uid} if watches and isinstance(outcome, Done) else set()
        for uid in (set(before) - set(self.member_uids)) | watching:
            watched = self._spectators.put_out(uid)
            if (other := self._people.put_out(uid) or watched) is not None:
                other.send(Gone(self.id, "kicked"))
            if watched is not None:
                self._tell_place()
            self._deps.changed(self)
        return outcome

    def _start(self, viewer: Viewer, _request: requests.Start) -> Outcome:
        place = self._place.started(viewer.uid, self._people.here)
        if isinstance(place, Refused):
            return place
        if not self._attempt(lambda: self._play.begin(place)):
            return self._keeper.refusal
        self._tell_place()
        for uid, other in tuple(self._people.here.items()):
            self._play.show(uid, other)
        self._play.start()
        return Done()

    def _rematch(self, viewer: Viewer, _request: requests.Rematch) -> Outcome:
        outcome = self._become(self._place.rematched(viewer.uid))
        if isinstance(outcome, Done):
            self._play.forget()
        return outcome

    def _cmd(self, viewer: Viewer, request: requests.Cmd) -> Outcome:
        seat, match = self._place.seat_of(viewer.uid), self._play.match
        if seat is None:
            return NOT_SEATED
        return Refused(ErrorCode.NOT_YOUR_TURN) if match is None else match.command(seat, request)

    def _trustee(self, viewer: Viewer, request: requests.Trustee) -> Outcome:
        seat = self._place.seat_of(viewer.uid)
        return NOT_SEATED if seat is None else self._play.set_trustee(seat, request.on)

    def _auto_pass(self, viewer: Viewer, request: requests.AutoPass) -> Outcome:
        seat = self._place.seat_of(viewer.uid)
        return NOT_SEATED if seat is None else self._play.set_auto_pass(seat, request.on)

    def _resync(self, viewer: Viewer, request: requests.Resync) -> None:
        seat, match = self._place.seat_of(viewer.uid), self._play.match
        if seat is None or match is None:
            viewer.send_frame(self._frame(viewer.uid))
        else:
            match.resync(seat, viewer, request.ep, request.seq, request.p)

    def _say(self, viewer: Viewer, request: requests.Say) -> Outcome:
        seat = self._place.seat_of(viewer.uid)
        said = self._talk.said(request, viewer.uid, viewer.name, seat, self.member_uids)
        if isinstance(said, Refused):
            return said
        # Before anybody reads it: it is said once, whenever the server is killed.
        self._keeper.note()
        for other in tuple(self._people.here.values()):
            if Feature.CHAT in other.features:
                other.send(said, droppable=True)
        return Done()

    # --- keeping and telling ----------------------------------------------------------------------------------

    def _attempt(self, action: Callable[[], object]) -> bool:
        """Do something that writes; whether it was done."""
        if self._keeper.frozen:
            return False
        self._keeper.attempt(action)
        return not self._keeper.frozen

    def _change(self, place: Place) -> bool:
        """Keep another place; whether it is kept."""
        return place == self._place or self._attempt(lambda: self._keeper.change(place))

    def _frame(self, uid: str | None) -> bytes:
        return self._frames.frame(self._place, uid, self._people.here, len(self._spectators))

    def _tell_place(self) -> None:
        """Send the place to everybody as it is now, and plan what follows from it."""
        if self._closed:
            return
        self._frames.changed()
        for uid, viewer in tuple(self._people.here.items()):
            viewer.send_frame(self._frame(uid))
        self._spectators.tell(self._frame(None), lasting=True, at_once=self.phase == WAITING)
        self._chores.plan()
        self._deps.changed(self)

    def _stand_still(self) -> None:
        self._play.stand_still()
        self._chores.plan()

    def _go_on(self) -> None:
        self._play.go_on()
        self._tell_place()

    # --- what time brings -------------------------------------------------------------------------------------

    def _due(self) -> Iterator[Chore]:
        """What is to be done, and when, as things are now."""
        yield from self._play.chores()
        people, limits, playing = self._people, self._deps.config.limits, self.phase == PLAYING
        if people.deserted is not None and not (playing or self._deserted):
            yield Chore(people.deserted + limits.empty_table_seconds, self._desert)
        if people.deserted is not None or self._keeper.frozen:
            return
        for uid in self.member_uids:
            since = people.away_since(uid)
            # Who has a seat in a running match keeps it.
            if since is None or (playing and self.seated(uid) is not None):
                continue
            yield Chore(since + limits.away_seconds, lambda uid=uid: self._give_up(uid))  # type: ignore[misc]
            if uid == self.host_uid:
                yield Chore(since + HOST_AWAY_SECONDS, self._hand_over)

    def _desert(self) -> None:
        """Nobody has been here for long."""
        self._deserted = True
        self._deps.changed(self)

    def _give_up(self, uid: str) -> None:
        """Somebody has been away for long, while others wait."""
        if self._change(self._place.left(uid, tuple(self._people.here))):
            self._people.remove(uid)
            self._tell_place()

    def _hand_over(self) -> None:
        """The host has been away for a while, while others wait."""
        if self._change(self._place.with_heir(tuple(self._people.here))):
            self._tell_place()
