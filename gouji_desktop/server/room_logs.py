"""The logs of one table's matches: of the one that runs as far as its last finished deal, and of those that ended."""

from __future__ import annotations

import logging
from collections import deque

from gouji_desktop.net import requests
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.messages import LogPart
from gouji_desktop.server.packed_logs import PackedLog
from gouji_desktop.server.ports import Outcome, Refused, StoreError
from gouji_desktop.server.room_keeping import Keeper
from gouji_desktop.server.room_log import piece
from gouji_desktop.server.room_log_growing import GrowingLog
from gouji_desktop.server.room_seats import PLAYING
from gouji_desktop.server.store import Store
from gouji_desktop.table.setup import TableSetup

_log = logging.getLogger(__name__)

NO_LOG = Refused(ErrorCode.FORBIDDEN, {"reason": "no_log"})
#: The match has just ended, and its log is not yet whole.
NOT_YET = Refused(ErrorCode.BUSY, retry_after=1.0)
#: After a restart a long log is made anew: everybody else has the loop so long between two steps, in seconds.
_REST_SECONDS = 0.02
#: So long, twice at most, what was read of a log is held for who fetches the next piece of it, in seconds.
_HELD_SECONDS = 60.0
#: Where somebody waits for a deal it is taken in at once, in so many steps at most.
_AT_ONCE = 6


class MatchLogs:
    """Makes, keeps and hands out the logs of one table."""

    def __init__(self, store: Store, keeper: Keeper) -> None:
        self._store = store
        self._keeper = keeper
        #: The log of the present match, until it is kept; None also where the match is damaged.
        self._growing: GrowingLog | None = None
        self._planned = False
        #: The present match has ended, and its log is still to be kept.
        self._due = False
        #: Matches whose logs are kept and whose events are not yet gone.
        self._leftover: deque[int] = deque()
        #: The log of a finished match that was handed out last, while somebody may read on in it.
        self._known: tuple[int, PackedLog] | None = None
        #: Somebody has read since it was last looked whether anybody does; and that is planned.
        self._read = False
        self._looks = False

    def begin(self, setup: TableSetup, created: int) -> None:
        """Another match runs; it began at that time (seconds since the epoch)."""
        # Somebody was quick: the log of the match before is whole first.
        while self._due and not self._keeper.frozen:
            if not self._work():
                break
        place = self._keeper.place
        self._growing = GrowingLog(self._store, setup, created, place.id, place.match)
        self._due = False

    def grow(self) -> None:
        """A deal has ended: take it into the log, soon."""
        self._plan(0.0)

    def end(self) -> None:
        """The match has ended: `finish` is due."""
        self._due = True

    def tidy(self) -> None:
        """The server was started anew: where it was stopped while events went whose log is kept, they go on going."""
        place = self._keeper.place
        for match in (place.match - 1, place.match):
            if not self._store.has_log(place.id, match):
                continue
            if match == place.match:
                self._growing = None
            if self._store.count_batches(place.id, match):
                self._leftover.append(match)
                self._plan(0.0)

    def finish(self) -> None:
        """Keep the log of a match that has ended instead of its events, soon; of one that grew in time it is here."""
        if self._keeper.frozen:
            return
        if self._due:
            self._catch_up(0)
        if self._due or self._leftover:
            self._plan(0.0)

    def _plan(self, seconds: float) -> None:
        if not self._planned:
            self._planned = True
            self._keeper.scheduler.call_later(seconds, self._go_on)

    def _go_on(self) -> None:
        self._planned = False
        # A frozen table goes on by `finish`.
        if not self._keeper.frozen and not self._keeper.closed and self._work():
            self._plan(_REST_SECONDS)

    def _work(self) -> bool:
        """Do one thing of what there is to do; whether there is more."""
        growing = self._growing
        if growing is None:
            self._due = False
            return self._drop_some()
        try:
            if self._due and growing.over:
                self._keeper.attempt(lambda: self._keep(growing))
                return not self._keeper.frozen
            return growing.grow() or (self._due and growing.over) or self._drop_some()
        except StoreError as error:
            _log.warning("table %s: match %d cannot be read: %s", growing.table, growing.match, error)
            return False
        except ValueError:
            # Its events stay where they are, for whoever looks into it.
            _log.exception("table %s: match %d has no log", growing.table, growing.match)
            self._growing, self._due = None, False
            return bool(self._leftover)

    def _keep(self, growing: GrowingLog) -> None:
        self._store.finish_match(growing.table, growing.match, growing.packed)
        self._due, self._growing, self._known = False, None, None
        self._leftover.append(growing.match)

    def _drop_some(self) -> bool:
        """Drop some events of a match whose log is kept; whether there are more."""
        if self._leftover:
            match = self._leftover[0]
            if self._keeper.attempt(lambda: self._store.drop_events(self._keeper.place.id, match)):
                self._leftover.popleft()
        return bool(self._leftover) and not self._keeper.frozen

    def fetch(self, request: requests.FetchLog, deals_done: int) -> Outcome | LogPart:
        """A piece of the log of a match; `deals_done` is how many deals of the present one have ended."""
        place = self._keeper.place
        self._hold()
        try:
            growing = self._growing
            if growing is None or growing.match != request.match or not (place.phase == PLAYING or self._due):
                found = self._finished(request.match)
                return NO_LOG if found is None else piece(found, request.offset, request.id)
            self._catch_up(deals_done)
            if growing.deals < deals_done:
                self._plan(0.0)
            if self._due and not growing.over:
                return NOT_YET
            return piece(growing.packed, request.offset, request.id) if growing.deals else NO_LOG
        except (StoreError, ValueError) as error:
            _log.warning("table %s: the log of match %d cannot be read: %s", place.id, request.match, error)
            return NO_LOG

    def _hold(self) -> None:
        """Somebody reads: hold what is read for a while."""
        self._read = True
        if not self._looks:
            self._looks = True
            self._keeper.scheduler.call_later(_HELD_SECONDS, self._let_go)

    def _let_go(self) -> None:
        """Hold nothing where nobody has read since the last look."""
        self._looks = False
        if self._read:
            self._hold()
            self._read = False
            return
        self._known = None
        if self._growing is not None:
            self._growing.packed.rest()

    def _catch_up(self, deals: int) -> None:
        """Take in what is missing of so many deals, as far as that does not take long."""
        for _ in range(_AT_ONCE):
            growing = self._growing
            if growing is None or growing.over or (growing.deals >= deals and not self._due):
                return
            if not self._work():
                return

    def _finished(self, match: int) -> PackedLog | None:
        if self._known is None or self._known[0] != match:
            found = self._store.packed_log(self._keeper.place.id, match)
            if found is None:
                return None
            self._known = match, found
        return self._known[1]
