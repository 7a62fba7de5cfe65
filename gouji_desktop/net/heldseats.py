"""The seats of an account, as far as the client knows: where it is, elsewhere, and those that it left."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from gouji_desktop.net.messages import Gone, LobbyRow, SeatHeld, Table


class HeldSeats:
    """One seat a table. Who left a running match keeps the seat until that match is over."""

    def __init__(self) -> None:
        self._seats: dict[str, SeatHeld] = {}
        #: The tables of these at which a match runs, as they were told last.
        self._running: set[str] = set()
        #: The tables where the account is, as they were told last.
        self._tables: dict[str, Table] = {}

    @property
    def all(self) -> tuple[SeatHeld, ...]:
        """The seats, in the order in which they became known."""
        return tuple(self._seats.values())

    @property
    def running(self) -> frozenset[str]:
        """The tables of these at which a match runs."""
        return frozenset(self._running)

    def table(self, t: str) -> Table | None:
        """One of these tables, as far as it was told; of one that was left before the program began nothing is."""
        return self._tables.get(t)

    def signed_in(self, seats: Iterable[SeatHeld]) -> None:
        """What the server knows."""
        self._seats = {seat.t: seat for seat in seats}
        self._running = {seat.t for seat in self._seats.values() if seat.left}
        self._tables = {t: table for t, table in self._tables.items() if t in self._seats}

    def told(self, table: Table) -> None:
        """A table as it is now."""
        if table.you is None:
            self.lost(table.t)
            return
        self._seats[table.t] = SeatHeld(table.t, table.you, title=table.title)
        self._tables[table.t] = table
        (self._running.add if table.phase == "playing" else self._running.discard)(table.t)

    def gone(self, gone: Gone) -> None:
        """The account is at a table no more."""
        seat = self._seats.get(gone.t)
        if seat is not None and gone.why == "left" and gone.t in self._running:
            self._seats[gone.t] = replace(seat, left=True)
        else:
            self.lost(gone.t)

    def listed(self, rows: Iterable[LobbyRow]) -> None:
        """The rows of the lobby: a match that was left is over."""
        for row in rows:
            seat = self._seats.get(row.t)
            if seat is not None and seat.left and row.phase != "playing":
                self.lost(row.t)

    def lost(self, t: str) -> None:
        """There is no such seat any more."""
        self._seats.pop(t, None)
        self._running.discard(t)
        self._tables.pop(t, None)
