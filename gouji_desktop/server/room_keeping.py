"""What a room keeps in the store, and what happens while the store cannot be written.

Everything is kept before anybody learns of it. Where it cannot be kept nothing has changed: the table is frozen, and
whether it can go on is tried again every few seconds.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple, TypeVar

from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.server.config import Config
from gouji_desktop.server.kept_answers import KeptAnswer
from gouji_desktop.server.ports import Refused, StoreError
from gouji_desktop.server.room_seats import Place, encode_place
from gouji_desktop.server.store import Store
from gouji_desktop.table.local import Scheduler

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class Leave(NamedTuple):
    """Somebody left a running match for good."""

    uid: str
    match: int
    #: What it costs, in base scores of the room.
    points: int


class Keeper:
    """The present place of one table, as it is kept."""

    def __init__(self, place: Place, store: Store, scheduler: Scheduler, config: Config) -> None:
        #: What is in the store.
        self.place = place
        self.frozen = False
        #: Called when the table is frozen, and when it can go on.
        self.on_freeze: Callable[[], None] = lambda: None
        self.on_thaw: Callable[[], None] = lambda: None
        #: Nothing more is kept: the table is closed.
        self.closed = False
        self.scheduler = scheduler
        self._store = store
        self._seconds = config.limits.frozen_seconds
        #: The request that is being carried out, until it is noted.
        self._request: KeptAnswer | None = None

    @property
    def refusal(self) -> Refused:
        """What is answered while nothing can be kept."""
        return Refused(ErrorCode.FROZEN_STORAGE, retry_after=self._seconds)

    def change(self, place: Place, leaves: tuple[Leave, ...] = (), also: Callable[[], object] | None = None) -> None:
        """Keep a new place, together with what else is written. Raises StoreError, and nothing has changed then."""
        with self._store.transaction():
            self.write(place, leaves)
            if also is not None:
                also()
        self.place = place

    def write(self, place: Place, leaves: tuple[Leave, ...] = ()) -> None:
        """The same as a part of somebody else's transaction, who sets `place` afterwards."""
        self._store.put_table(place.id, encode_place(place))
        if self._request is not None:
            self._store.answers.put(self._request)
            self._request = None
        for leave in leaves:
            self._store.record_leave(leave.uid, place.id, leave.match, leave.points)

    @contextmanager
    def answering(self, request: KeptAnswer | None) -> Iterator[None]:
        """A request is being carried out: it is noted together with the first thing that it changes."""
        before, self._request = self._request, request
        try:
            yield
        finally:
            self._request = before

    def note(self) -> None:
        """The request was carried out, and nothing had to be kept of it; it is noted where that is possible."""
        if self._request is not None and not self.frozen:
            with suppress(StoreError):
                self._store.answers.put(self._request)
        self._request = None

    def attempt(self, action: Callable[[], _T]) -> _T | None:
        """Do something that writes; where it cannot, freeze. None then."""
        if self.frozen:
            return None
        try:
            return action()
        except StoreError as error:
            self.freeze(str(error))
            return None

    def freeze(self, why: str) -> None:
        """Stand still until the store can be written again."""
        if self.frozen or self.closed:
            return
        _log.warning("table %s stands still: %s", self.place.id, why)
        self.frozen = True
        self._store.recovery.wait(self, self.scheduler, self._seconds)
        self.on_freeze()

    def try_again(self) -> None:
        """Whether it can be written again. Raises StoreError."""
        with self._store.transaction():
            self.write(self.place)

    def go_on(self) -> None:
        """It can."""
        if self.closed:
            return
        _log.warning("table %s goes on", self.place.id)
        self.frozen = False
        self.on_thaw()

    def close(self) -> None:
        """Nothing more is kept."""
        self.closed = True
        self.on_freeze = self.on_thaw = lambda: None
        self._store.recovery.leave(self)
