"""The list of open tables: whole for who begins to look, then what changed, at most once a second.

Who looks at the same tables (the same filter) is told the same, encoded once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

from gouji_desktop.net.messages import Lobby as WholeLobby
from gouji_desktop.net.messages import LobbyDelta, LobbyRow
from gouji_desktop.net.wire import encode_bytes
from gouji_desktop.table.local import Scheduler, Timer

if TYPE_CHECKING:
    from gouji_desktop.server.room import Room

_log = logging.getLogger(__name__)

#: So many bytes of rows go into one frame.
ROWS_BYTES = 40 * 1024
FREE = "-"


class Looker(Protocol):
    """Who looks at the lobby."""

    def send_frame(self, frame: bytes) -> None:
        """Send what is encoded already."""
        ...


class Filter(NamedTuple):
    """Which tables somebody wants to see."""

    #: The name of a rule set, "" for all.
    rules: str = ""
    #: Only tables at which somebody may still sit down.
    free: bool = False

    def fits(self, row: LobbyRow) -> bool:
        """Whether it wants to see this table."""
        return self.rules in ("", row.rules) and (not self.free or (row.phase == "waiting" and FREE in row.seats))


def pack(rows: Iterable[LobbyRow], gone: Iterable[str], online: int, *, whole: bool) -> Iterator[bytes]:
    """The frames that tell these rows: one, or several where there are many. The first may be a whole lobby."""
    part: list[LobbyRow] = []
    size = 0
    left = tuple(gone)

    def frame() -> bytes:
        return encode_bytes(WholeLobby(tuple(part), online) if whole else LobbyDelta(tuple(part), left, online))

    for row in rows:
        length = len(encode_bytes(row))
        if part and size + length > ROWS_BYTES:
            yield frame()
            part, size, whole, left = [], 0, False, ()
        part.append(row)
        size += length
    yield frame()


class _Board:
    """The tables that fit one filter, as all who look at them were told."""

    def __init__(self, rows: dict[str, LobbyRow], online: int) -> None:
        self.rows = rows
        self.online = online
        self.lookers: set[Looker] = set()


class Lobby:
    """Who looks at the open tables."""

    def __init__(
        self,
        scheduler: Scheduler,
        seconds: float,
        find: Callable[[str], Room | None],
        count_online: Callable[[], int],
    ) -> None:
        """`seconds` lie between two messages at least; `find` knows the open tables."""
        self._scheduler = scheduler
        self._seconds = seconds
        self._find = find
        self._count_online = count_online
        #: Public tables as they are, besides those in `_stale`.
        self._rows: dict[str, LobbyRow] = {}
        self._stale: set[str] = set()
        self._boards: dict[Filter, _Board] = {}
        self._filters: dict[Looker, Filter] = {}
        self._last = scheduler.time() - seconds
        self._timer: Timer | None = None

    def subscribe(self, looker: Looker, wanted: Filter) -> None:
        """Tell somebody the open tables, and from now on what changes; another filter replaces the last one."""
        self.unsubscribe(looker)
        board = self._boards.get(wanted)
        if board is None:
            self._refresh()
            board = self._boards[wanted] = _Board(self._fitting(wanted), self._count_online())
        board.lookers.add(looker)
        self._filters[looker] = wanted
        # As those who look already were told it, so that what changed since then is news to all of them.
        for frame in pack(board.rows.values(), (), board.online, whole=True):
            looker.send_frame(frame)

    def unsubscribe(self, looker: Looker) -> None:
        """Tell it no more."""
        wanted = self._filters.pop(looker, None)
        if wanted is not None:
            board = self._boards[wanted]
            board.lookers.discard(looker)
            if not board.lookers:
                del self._boards[wanted]

    def touch(self, table: str) -> None:
        """A table has changed, is new or is gone."""
        if self._find(table) is None:
            self._rows.pop(table, None)
            self._stale.discard(table)
        else:
            self._stale.add(table)
        self._plan()

    def people_changed(self) -> None:
        """Somebody came online or went."""
        self._plan()

    def _plan(self) -> None:
        if self._timer is None and self._boards:
            wait = max(0.0, self._last + self._seconds - self._scheduler.time())
            self._timer = self._scheduler.call_later(wait, self._tell)

    def _tell(self) -> None:
        self._timer = None
        self._last = self._scheduler.time()
        self._refresh()
        online = self._count_online()
        for wanted, board in self._boards.items():
            rows = self._fitting(wanted)
            changed = [row for table, row in rows.items() if board.rows.get(table) != row]
            gone = [table for table in board.rows if table not in rows]
            if changed or gone or online != board.online:
                for frame in pack(changed, gone, online, whole=False):
                    for looker in tuple(board.lookers):
                        looker.send_frame(frame)
            board.rows, board.online = rows, online

    def _fitting(self, wanted: Filter) -> dict[str, LobbyRow]:
        return {table: row for table, row in self._rows.items() if wanted.fits(row)}

    def _refresh(self) -> None:
        """Look at the tables that have changed."""
        for table in sorted(self._stale):
            room = self._find(table)
            assert room is not None, "a table that is gone is not stale"
            self._rows.pop(table, None)
            try:
                if not room.private:
                    self._rows[table] = room.row()
            except Exception:  # noqa: BLE001 - one table's fault, and its row's alone
                _log.exception("table %s has no row for the lobby", table)
        self._stale.clear()
