"""Who of a table's people is connected, since when the others are away, and what becomes of that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.server.ports import Refused, Viewer
from gouji_desktop.server.room_seats import KICKED_SECONDS, PutOut
from gouji_desktop.table.local import Scheduler, Timer


class People:
    """The connections of one table's members, and who was put out of it."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._here: dict[str, Viewer] = {}
        self._away: dict[str, float] = {}
        #: When who was put out may come back.
        self._out: dict[str, float] = {}
        #: Since when nobody is connected; None where somebody is.
        self.deserted: float | None = scheduler.time()

    @property
    def here(self) -> dict[str, Viewer]:
        """The connections by account."""
        return self._here

    def of(self, uid: str) -> Viewer | None:
        """The connection of an account."""
        return self._here.get(uid)

    def away_since(self, uid: str) -> float | None:
        """Since when somebody is away; None where it is not."""
        return self._away.get(uid)

    def away_for(self, uid: str) -> float:
        """For how many seconds somebody has been away."""
        since = self._away.get(uid)
        return 0.0 if since is None else self._scheduler.time() - since

    def come(self, viewer: Viewer) -> None:
        """Somebody is here, by this connection from now on."""
        self._here[viewer.uid] = viewer
        self._away.pop(viewer.uid, None)
        self.deserted = None

    def go(self, viewer: Viewer) -> bool:
        """A connection is gone; whether its account was here by it."""
        if self._here.get(viewer.uid) is not viewer:
            return False
        self.missing((viewer.uid,))
        return True

    def missing(self, uids: Iterable[str]) -> None:
        """These are away from now on."""
        for uid in uids:
            self._here.pop(uid, None)
            self._away[uid] = self._scheduler.time()
        self._look()

    def put_out(self, uid: str) -> Viewer | None:
        """Somebody is put out of the table, and stays out for a while; the connection, where there was one."""
        now = self._scheduler.time()
        self._out = {each: until for each, until in self._out.items() if until > now}
        self._out[uid] = now + KICKED_SECONDS
        return self.remove(uid)

    def keep_out(self, out: Iterable[PutOut], uptime: int) -> None:
        """These were put out before the server was started anew; `uptime` is its own now."""
        now = self._scheduler.time()
        for uid, until in ((each.uid, each.until) for each in out):
            # Some uptime is lost where the server was killed: nobody stays out for longer than anybody.
            self._out[uid] = now + max(0, min(KICKED_SECONDS, until - uptime))

    def out_for(self, uid: str) -> float:
        """For how many seconds somebody must stay out yet."""
        return max(0.0, self._out.get(uid, 0.0) - self._scheduler.time())

    def kept_out(self, uid: str) -> Refused | None:
        """What somebody is answered who was put out and comes back too early, to play or to watch."""
        wait = self.out_for(uid)
        return Refused(ErrorCode.FORBIDDEN, {"reason": "kicked"}, wait) if wait else None

    def remove(self, uid: str) -> Viewer | None:
        """Somebody is at the table no more; the connection, where there was one."""
        self._away.pop(uid, None)
        viewer = self._here.pop(uid, None)
        self._look()
        return viewer

    def _look(self) -> None:
        if not self._here and self.deserted is None:
            self.deserted = self._scheduler.time()


class Chore(NamedTuple):
    """Something that is to be done at a time, unless things change before."""

    at: float
    do: Callable[[], None]


class Chores:
    """Does what is due: one timer for whatever `due` lists, which is asked anew after every change."""

    def __init__(self, scheduler: Scheduler, due: Callable[[], Iterator[Chore]]) -> None:
        self._scheduler = scheduler
        self._due = due
        self._timer: Timer | None = None

    def plan(self) -> None:
        """Look when something is due."""
        self.cancel()
        first = min((chore.at for chore in self._due()), default=None)
        if first is not None:
            wait = max(0.0, first - self._scheduler.time())
            self._timer = self._scheduler.call_later(wait, self._tick)

    def cancel(self) -> None:
        """Do nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def close(self) -> None:
        """Nothing is ever due again."""
        self.cancel()
        self._due = lambda: iter(())

    def _tick(self) -> None:
        self._timer = None
        # Clocks round: what was waited for exactly is due.
        now = self._scheduler.time() + 1e-6
        for chore in [chore for chore in self._due() if chore.at <= now]:
            chore.do()
        self.plan()
