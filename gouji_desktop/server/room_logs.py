"""The logs of one table's matches: of the one that runs as far as its last finished deal, and of those that ended."""

from __future__ import annotations

import logging

from gouji_desktop.net import requests
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.messages import LogPart
from gouji_desktop.server.ports import Outcome, Refused, StoreError
from gouji_desktop.server.room_keeping import Keeper
from gouji_desktop.server.room_log import piece, running_log
from gouji_desktop.server.room_seats import PLAYING
from gouji_desktop.server.store import Store
from gouji_desktop.table.setup import TableSetup

_log = logging.getLogger(__name__)

NO_LOG = Refused(ErrorCode.FORBIDDEN, {"reason": "no_log"})


class MatchLogs:
    """Makes, keeps and hands out the logs of one table."""

    def __init__(self, store: Store, keeper: Keeper) -> None:
        self._store = store
        self._keeper = keeper
        self._setup: TableSetup | None = None
        self._created = 0
        #: The match has ended and its log is to be kept.
        self._due = False
        #: The log that was handed out last: match and how many of its deals, None: a match that ended.
        self._known: tuple[tuple[int, int | None], bytes] | None = None

    def begin(self, setup: TableSetup, created: int) -> None:
        """Another match runs; it began at that time (seconds since the epoch)."""
        self._setup, self._created, self._due, self._known = setup, created, False, None

    def end(self) -> None:
        """The match has ended: `finish` is due."""
        self._due = True

    def finish(self) -> None:
        """Keep the log of a match that has ended instead of its events."""
        if self._due:
            self._keeper.attempt(self._keep)

    def _keep(self) -> None:
        place = self._keeper.place
        try:
            content = self._running()
        except ValueError:
            # Its events stay where they are, for whoever looks into it.
            _log.exception("table %s: match %d has no log", place.id, place.match)
        else:
            self._store.finish_match(place.id, place.match, content)
        self._due, self._known = False, None

    def _running(self) -> bytes:
        place = self._keeper.place
        assert self._setup is not None, "no match has begun"
        return running_log(self._store, self._setup, self._created, place.id, place.match)

    def fetch(self, request: requests.FetchLog, deals_done: int) -> Outcome | LogPart:
        """A piece of the log of a match; `deals_done` is how many deals of the present one have ended."""
        place = self._keeper.place
        try:
            content = self._find(request.match, deals_done)
        except (StoreError, ValueError) as error:
            _log.warning("table %s: the log of match %d cannot be read: %s", place.id, request.match, error)
            content = None
        return NO_LOG if content is None else piece(content, request.offset, request.id)

    def _find(self, match: int, deals_done: int) -> bytes | None:
        place = self._keeper.place
        runs = match == place.match and (place.phase == PLAYING or self._due)
        if runs and not deals_done:
            return None
        key = match, deals_done if runs else None
        if self._known is None or self._known[0] != key:
            content = self._running() if runs else self._store.log(place.id, match)
            self._known = None if content is None else (key, content)
        return None if self._known is None else self._known[1]
