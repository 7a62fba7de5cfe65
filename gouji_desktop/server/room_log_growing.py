"""The log of a match while it is played: it grows deal by deal, in steps that never keep the event loop for long."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

from gouji_desktop.rules.events import DealScored, DealStarted
from gouji_desktop.server.ceremony import proofs_of
from gouji_desktop.server.kept_progress import LogPartRow
from gouji_desktop.server.packed_logs import PackedLog
from gouji_desktop.server.ports import StoreError
from gouji_desktop.server.room_log import decode_batch
from gouji_desktop.server.store import BatchRow, Store
from gouji_desktop.table.log import LogMaker
from gouji_desktop.table.logheaders import LogHeader
from gouji_desktop.table.setup import TableSetup

#: So many commands are read in one step: some milliseconds.
STEP = 64


class GrowingLog:
    """The log of one match as far as its last finished deal; what came after it waits here, and nobody is shown it."""

    def __init__(self, store: Store, setup: TableSetup, created: int, table: str, match: int) -> None:
        self.table = table
        self.match = match
        #: What may be shown: finished deals, those that are kept by their sizes alone.
        self.packed = PackedLog(partial(store.progress.log_part, table, match))
        #: How many deals are in it, and whether the match has ended and it is whole.
        self.deals = 0
        self.over = False
        self._store = store
        self._rules = setup.rules.digest
        self._maker = LogMaker()
        header = LogHeader.of_table(setup, datetime.fromtimestamp(created, UTC), table, match)
        self._waiting = [self._maker.header(header)]
        self._shuffled = 0
        self._last = -1
        self._begun = False

    def grow(self) -> bool:
        """Take in some of what the store has and the log has not; whether there may be more.

        Raises StoreError, and nothing has changed then, and ValueError where what was kept is damaged.
        """
        if self.over:
            return False
        if not self._begun:
            self._go_on_from(self._store.progress.log_parts(self.table, self.match))
            self._begun = True
        rows = self._store.batches(self.table, self.match, self._last, STEP)
        shuffles = (self._store.secrets(self.table, self.match), self._store.shuffles(self.table, self.match))
        for row in rows:
            self._take(row, *shuffles)
        return len(rows) == STEP and not self.over

    def _go_on_from(self, parts: list[LogPartRow]) -> None:
        """So much of the log was made before the server was started anew."""
        for number, part in enumerate(parts):
            self.packed.add_packed(part.body, part.size)
            self.packed.let_go(number)
        if parts:
            self.deals, self._last, self._shuffled = len(parts), parts[-1].number, parts[-1].shuffled
            self._maker = LogMaker(parts[-1].chain)
            self._waiting.clear()

    def _take(self, row: BatchRow, secrets: dict[int, bytes], shuffles: dict[int, bytes]) -> None:
        events = decode_batch(row).events
        if any(isinstance(event, DealStarted) for event in events):
            place = (self.table, self.match, self._rules)
            (proof,) = proofs_of(place, secrets, shuffles, range(self._shuffled, self._shuffled + 1))
            self._waiting.append(self._maker.proof(proof))
            self._shuffled += 1
        self._waiting.append(self._maker.events(events))
        self._last = row.number
        scored = next((event for event in events if isinstance(event, DealScored)), None)
        if scored is not None:
            self.over = scored.over
            if self.over:
                self._waiting.append(self._maker.digest())
            self._show()

    def _show(self) -> None:
        """A deal has ended: everybody may know it."""
        content = b"".join(self._waiting)
        body = self.packed.add(content)
        self._waiting.clear()
        self.deals += 1
        if self.over:
            return
        # Where it cannot be kept, a restarted server makes it once more.
        with suppress(StoreError):
            row = LogPartRow(self._last, self._shuffled, self._maker.chain, len(content), body)
            self._store.progress.put_log_part(self.table, self.match, self.deals, row)
            self.packed.let_go(self.deals - 1)
