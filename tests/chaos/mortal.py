"""A server that is killed in the midst of what it does: at any write, at any frame."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Any

from gouji_desktop.server.ports import StoreError
from gouji_desktop.server.store import Store
from tests.chaos.matches import LONGEST, Crew, Sea


class Point(StrEnum):
    """Where it is killed."""

    #: Before anything of a transaction is written.
    BEFORE = "before"
    #: Everything is written and nothing committed.
    WITHIN = "within"
    #: Committed, and nobody was told.
    COMMITTED = "committed"
    #: In the midst of telling: some were told, some were not.
    TELLING = "telling"


class Killed(BaseException):
    """The process is gone; no handler of the server can catch it."""


class MortalStore(Store):
    """A store whose process ends at its writes when `fuse` says so."""

    doom: Doom | None = None
    #: The disk is full.
    broken = False
    _inside = 0

    def _pass(self, point: Point) -> None:
        if self.doom is not None and not self._inside:
            self.doom.reach(point)

    def put_table(self, table: str, body: bytes) -> None:
        """Keep a table, where the disk is not full."""
        if self.broken:
            raise StoreError("The disk of the store is full.")
        super().put_table(table, body)

    @contextmanager
    def transaction(self, *, lone: bool = False) -> Iterator[None]:
        """A transaction, never a lone one, and a chance to die before it, at its end and after it."""
        self._pass(Point.BEFORE)
        if self.broken:
            raise StoreError("The disk of the store is full.")
        with super().transaction():
            self._inside += 1
            try:
                yield
            finally:
                self._inside -= 1
            self._pass(Point.WITHIN)
        self._pass(Point.COMMITTED)


class Doom:
    """Kills the server of a sea again and again, at points that a seed chooses; each time another one takes over."""

    def __init__(self, sea: Sea, seed: int, *, points: tuple[Point, ...] = tuple(Point), most: int = 12) -> None:
        assert isinstance(sea.store, MortalStore)
        self._sea = sea
        self._chance = random.Random(seed)
        self._points = points
        self._most = most
        self._next: tuple[Point, int] | None = None
        self.kills: Counter[Point] = Counter()
        #: What was being asked, or done, when it was killed.
        self.stages: Counter[str] = Counter()
        sea.store.doom = self
        sea.taps.append(lambda _client, _frame: self.reach(Point.TELLING))

    def arm(self) -> None:
        """Let it be killed soon."""
        point = self._chance.choice(self._points)
        often = 6 if point == Point.TELLING else 1
        self._next = point, self._chance.randint(1, self._most * often)

    def reach(self, point: Point) -> None:
        """The server is at such a point."""
        if self._next is None or self._next[0] != point:
            return
        self._next = (point, self._next[1] - 1)
        if self._next[1] <= 0:
            self._next = None
            self.kills[point] += 1
            raise Killed(point)

    def sail(self, crew: Crew, *, seconds: float = LONGEST, most: int = 10_000) -> None:
        """Play to the end of the match through all deaths, at most so many."""
        sea = self._sea
        end = sea.clock.now + seconds

        def over() -> bool:
            for sailor in crew.sailors:
                assert not sailor.witness.faults, sailor.witness.faults[:3]
            return sea.room(crew.table).phase == "over"

        for _ in range(most):
            self.arm()
            try:
                assert sea.clock.run(end - sea.clock.now, until=over, steps=3_000_000), "it never ends"
                break
            except Killed:
                self.stages[self._stage(crew)] += 1
                self._next = None
                epochs = self._epoch(crew)
                sea.kill()
                sea.revive()
                assert self._epoch(crew) == epochs + 1
                assert sea.core.stats.counters.get("not_restored", 0) == 0
        self._next = None

    def _stage(self, crew: Crew) -> str:
        match = self._sea.room(crew.table)._play.match
        if match is None:
            return "place"
        if match.host.wanted_deal is not None:
            return "ceremony"
        deal = match.match.deal
        return "void" if deal is None else str(deal.stage)

    def _epoch(self, crew: Crew) -> int:
        (row,) = [row for row in self._sea.store.open_tables() if row.table == crew.table]
        return row.epoch


def mortal_sea(seed: int, **options: Any) -> Sea:
    """A sea whose store is mortal."""
    return Sea(seed, store=MortalStore.open(None), **options)
