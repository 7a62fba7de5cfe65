"""Who watches a table: everybody sees the public view, the same one, later than it happens.

What comes in here is the public audience's alone; it waits in a queue until its time has come. The view is folded from
what was released, so that who comes late sees what those see who were there from the start.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from gouji_desktop.net.codes import ErrorCode, Feature
from gouji_desktop.net.fields import Message
from gouji_desktop.net.messages import Clock, DealCommit, Ev, Gone, Nonces, Reveal, Snap, State
from gouji_desktop.net.wire import encode_bytes
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.views import PUBLIC, View, fold
from gouji_desktop.server.past import DealPast
from gouji_desktop.server.ports import Refused, Viewer
from gouji_desktop.server.room_views import EventBytes, clock_of, seats_now
from gouji_desktop.table.local import Scheduler, Timer
from gouji_desktop.table.session import ClockInfo, SeatInfo, Told
from gouji_desktop.table.viewcodec import encode_view

#: While nobody watches, what is due is folded when so much of it waits.
_FOLD_AT = 64


class _Began(NamedTuple):
    """A match began, or was taken up again."""

    match: int
    epoch: int
    seq: int
    view: View
    #: Who sits where.
    seats: tuple[SeatInfo, ...]
    #: It was taken up again: what was said of its last shuffle before holds.
    again: bool = False


class _Happened(NamedTuple):
    """Events of one command; none where only the clock or the seats changed."""

    seq: int
    events: tuple[Event, ...]
    seats: tuple[SeatInfo, ...]
    clock: ClockInfo
    paused: bool


class _Told(NamedTuple):
    """A message that is passed on as it is; the last `lasting` one is for who comes later too."""

    frame: bytes
    lasting: bool
    #: What it says of the shuffle of a deal.
    shuffle: DealCommit | Nonces | Reveal | None = None


class _Item(NamedTuple):
    at: float
    what: _Began | _Happened | _Told


class Spectators:
    """Those who watch one table."""

    def __init__(
        self, table: str, delay: float, most: int, scheduler: Scheduler, is_inside: Callable[[str], bool]
    ) -> None:
        """`most` may watch at a time, 0: nobody ever; `is_inside` tells who is at the table and knows its place."""
        self.delay = delay
        self._is_inside = is_inside
        self._table = table
        self._most = most
        self._scheduler = scheduler
        self._viewers: dict[str, Viewer] = {}
        self._queue: deque[_Item] = deque()
        self._timer: Timer | None = None
        # What was released.
        self._place: bytes | None = None
        self._began: _Began | None = None
        self._now: _Happened | None = None
        self._since = 0.0
        self._past = DealPast()
        #: What was said of the shuffle of the last deal.
        self._shuffle: list[Message] = []

    def __len__(self) -> int:
        return len(self._viewers)

    def __contains__(self, uid: str) -> bool:
        return uid in self._viewers

    # --- who watches ------------------------------------------------------------------------------------------

    def watch(self, viewer: Viewer) -> Refused | None:
        """Somebody comes to watch, or comes back."""
        if viewer.uid not in self._viewers and len(self._viewers) >= self._most:
            return Refused(ErrorCode.TABLE_FULL)
        self._release()
        self._viewers[viewer.uid] = viewer
        self.show(viewer)
        self._plan()
        return None

    def show(self, viewer: Viewer) -> None:
        """Send somebody who watches everything that was released."""
        if self._place is not None and not self._is_inside(viewer.uid):
            viewer.send_frame(self._place)
        began = self._began
        if began is not None:
            if Feature.PAST in viewer.features:
                for frame in self._past.frames((self._table, began.match), began.epoch, PUBLIC):
                    viewer.send_frame(frame)
            viewer.send_frame(self._snap())
            if Feature.PAST in viewer.features:
                for message in self._shuffle:
                    viewer.send(message)

    def unwatch(self, viewer: Viewer) -> bool:
        """Somebody watches no more; whether it did, by this connection."""
        if self._viewers.get(viewer.uid) is not viewer:
            return False
        del self._viewers[viewer.uid]
        self._plan()
        return True

    def remove(self, uid: str) -> bool:
        """Somebody sits down and watches no more; whether it did."""
        return self.put_out(uid) is not None

    def put_out(self, uid: str) -> Viewer | None:
        """Somebody may watch no more; the connection, where it did."""
        viewer = self._viewers.pop(uid, None)
        self._plan()
        return viewer

    def close(self, why: str) -> None:
        """The table closes."""
        for viewer in self._viewers.values():
            viewer.send(Gone(self._table, why))
        self._viewers.clear()
        self._queue.clear()
        self._is_inside = lambda _uid: False
        self._plan()

    # --- what happens -----------------------------------------------------------------------------------------

    def begin(
        self,
        match: int,
        epoch: int,
        seq: int,
        view: View,
        seats: tuple[SeatInfo, ...] = (),
        *,
        at_once: bool = False,
    ) -> None:
        """A match begins from this public view, or is taken up again (at once: the view is of long ago).

        `seats` are those who sit there, as everybody sees them at the table as a place.
        """
        self._put(_Began(match, epoch, seq, view, seats, at_once), 0.0 if at_once else self.delay)

    def hear(self, told: Told, seq: int) -> None:
        """What the public is told of a change."""
        self._put(_Happened(seq, told.events, told.seats, told.clock, told.paused))

    def tell(self, frame: bytes, *, lasting: bool = False, at_once: bool = False) -> None:
        """A message for everybody who watches; at once only where nothing waits before it.

        The place as it is first told is known at once: who sits where is no secret.
        """
        if lasting and self._place is None:
            self._place = frame
        self._put(_Told(frame, lasting), 0.0 if at_once else self.delay)

    def tell_of_shuffle(self, message: DealCommit | Nonces | Reveal) -> None:
        """Something is said of the shuffle of a deal: for everybody who watches, and who comes before the next deal."""
        self._put(_Told(encode_bytes(message), lasting=False, shuffle=message))

    def remember_shuffle(self, commit: DealCommit, nonces: Nonces | None) -> None:
        """What was said of the shuffle of a deal that is taken up again: for everybody who comes."""
        self._shuffle = [replace(commit, again=True), *([] if nonces is None else [nonces])]

    def _put(self, what: _Began | _Happened | _Told, delay: float | None = None) -> None:
        if not self._most:
            return
        now = self._scheduler.time()
        at = now + (self.delay if delay is None else delay)
        if self._queue:
            at = max(at, self._queue[-1].at)
        self._queue.append(_Item(at, what))
        if len(self._queue) >= _FOLD_AT or at <= now:
            self._release()
        self._plan()

    # --- what is released -------------------------------------------------------------------------------------

    def _release(self) -> None:
        """Let out what is due."""
        now = self._scheduler.time()
        while self._queue and self._queue[0].at <= now:
            item = self._queue.popleft()
            build = self._take_in(item)
            if not self._viewers:
                continue
            frame, of_place = build(), isinstance(item.what, _Told) and item.what.lasting
            for viewer in tuple(self._viewers.values()):
                if not (of_place and self._is_inside(viewer.uid)):
                    viewer.send_frame(frame)

    def _take_in(self, item: _Item) -> Callable[[], bytes]:
        """What was released is the present now; the result makes the frame that says so."""
        what = item.what
        self._since = item.at
        if isinstance(what, _Told):
            if what.lasting:
                self._place = what.frame
            if isinstance(what.shuffle, DealCommit):
                self._shuffle = [replace(what.shuffle, again=True)]
            elif what.shuffle is not None:
                self._shuffle.append(what.shuffle)
            return lambda: what.frame
        if isinstance(what, _Began):
            self._began, self._now, self._past = what, None, DealPast()
            self._shuffle = self._shuffle if what.again else []
            return self._snap
        began, before = self._began, self._now
        assert began is not None, "something happened in no match"
        view = began.view
        if what.events:
            self._past.happened(view, what.events, what.seq)
        for event in what.events:
            view = fold(view, event)
        self._began = began._replace(seq=what.seq, view=view)
        self._now = what._replace(events=())
        changed = before is None or before.seats != what.seats
        epoch = began.epoch
        return lambda: self._event(what, epoch, changed) if what.events else self._state(what, epoch)

    def _event(self, what: _Happened, epoch: int, changed: bool) -> bytes:
        return encode_bytes(
            Ev(
                t=self._table,
                ep=epoch,
                seq=what.seq,
                events=msgspec.Raw(EventBytes().listed(what.events)),
                clock=clock_of(what.clock),
                seats=seats_now(what.seats) if changed else None,
            )
        )

    def _state(self, what: _Happened, epoch: int) -> bytes:
        return encode_bytes(
            State(
                t=self._table,
                ep=epoch,
                seq=what.seq,
                p=0,
                seats=seats_now(what.seats),
                clock=clock_of(what.clock),
                frozen=what.paused,
            )
        )

    def _snap(self) -> bytes:
        began, now = self._began, self._now
        assert began is not None, "there is no match to be shown"
        return encode_bytes(
            Snap(
                t=self._table,
                ep=began.epoch,
                seq=began.seq,
                p=0,
                match=began.match,
                view=encode_view(began.view),
                seats=seats_now(began.seats if now is None else now.seats),
                clock=Clock() if now is None else clock_of(self._run_down(now)),
                frozen=now is not None and now.paused,
            )
        )

    def _run_down(self, now: _Happened) -> ClockInfo:
        """The clock of then, as far as it has run meanwhile."""
        left = now.clock.left
        if left is None or now.paused:
            return now.clock
        return now.clock._replace(left=max(0.0, left - (self._scheduler.time() - self._since)))

    # --- when -------------------------------------------------------------------------------------------------

    def _plan(self) -> None:
        """Wake up for the next thing, where somebody watches."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._queue and self._viewers:
            wait = self._queue[0].at - self._scheduler.time()
            self._timer = self._scheduler.call_later(max(0.0, wait), self._tick)

    def _tick(self) -> None:
        self._timer = None
        self._release()
        self._plan()
