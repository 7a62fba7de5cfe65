"""A table in the same process, as the person at it sees it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.views import PUBLIC, Audience, SeatAudience
from gouji_desktop.table.controllers import Thinker, think_inline
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.listening import Listeners
from gouji_desktop.table.log import LogError, LogHeader, LogWriter, read_log
from gouji_desktop.table.pacing import Pace
from gouji_desktop.table.session import Capability, Update
from gouji_desktop.table.setup import PlayerMaker, TableSetup


class Timer(Protocol):
    """A planned call."""

    def cancel(self) -> object:
        """Do not make it."""
        ...


class Scheduler(Protocol):
    """A clock that calls back later; every asyncio event loop is one."""

    def time(self) -> float:
        """Seconds of a clock that never goes back."""
        ...

    def call_later(self, delay: float, callback: Callable[[], object]) -> Timer:
        """Call back after so many seconds, in the thread of the event loop."""
        ...


class LocalSession:
    """Drives a table host with a scheduler and shows it to one audience.

    The audience is the table's first person unless another seat is named; without persons it is the public. `writer`
    is the log that the host's journal fills; the session closes it.
    """

    def __init__(
        self,
        host: TableHost,
        scheduler: Scheduler,
        *,
        seat: Seat | None = None,
        writer: LogWriter | None = None,
    ) -> None:
        persons = host.setup.persons
        self._host = host
        self._scheduler = scheduler
        self._seat = seat if seat is not None else persons[0] if persons else None
        self._audience: Audience = PUBLIC if self._seat is None else SeatAudience(self._seat)
        self._listeners = Listeners()
        self._timer: Timer | None = None
        self._closed = False
        self._writer = writer
        self._detach = host.attach(self._audience, self._publish)

    def start(self) -> None:
        """Deal the first deal, or go on with a match that was taken up again. Subscribe before."""
        self._host.start(self._scheduler.time())
        self._plan()

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What may be called on it."""
        able = {Capability.PAUSE, Capability.PACE, Capability.FAST_FORWARD, Capability.NEXT_DEAL}
        if self._seat is not None and self._host.setup.seats[self._seat].is_person:
            able |= {Capability.PLAY, Capability.TRUSTEE}
        return frozenset(able)

    @property
    def seat(self) -> Seat | None:
        """The own seat, None where nobody but bots plays."""
        return self._seat

    @property
    def host(self) -> TableHost:
        """The table; for tests and for the command line, not for the interface."""
        return self._host

    @property
    def log_path(self) -> Path | None:
        """Where the match is saved; None where it is not."""
        return None if self._writer is None else self._writer.path

    @property
    def log_fault(self) -> str | None:
        """Why the match cannot be saved at the moment; None where it is saved."""
        return None if self._writer is None else self._writer.fault

    @property
    def latest(self) -> Update:
        """The present state as an update without events."""
        return self._host.snapshot(self._audience, self._scheduler.time())

    def subscribe(self, listener: Callable[[Update], None]) -> Callable[[], None]:
        """Call the listener at every update; the result unsubscribes."""
        return self._listeners.add(listener)

    def submit(self, command: SeatCommand) -> None:
        """Send a command of the own seat; a refusal comes as an update."""
        if self._closed:
            return
        if self._seat is None or getattr(command, "seat", None) != self._seat:
            rejected: Rejected | None = Rejected(Reason.NOT_ASKED)
        else:
            rejected = self._host.handle(command, self._scheduler.time())
        if rejected is not None:
            self._publish(self.latest._replace(rejected=rejected, snapshot=False))
        self._plan()

    def set_trustee(self, on: bool) -> None:
        """托管 for the own seat, also for the prompt that is open now, or no longer."""
        if self._seat is not None and not self._closed:
            self._host.set_trustee(self._seat, on, self._scheduler.time())
            self._plan()

    def set_paused(self, paused: bool) -> None:
        """Stop every clock, or go on."""
        if not self._closed:
            self._host.set_paused(paused, self._scheduler.time())
            self._plan()

    def set_pace(self, pace: str) -> None:
        """How fast bots play. Raises ValueError for a word that is no pace."""
        self._host.set_pace(Pace(pace), self._scheduler.time())
        self._plan()

    def set_fast_forward(self, on: bool) -> None:
        """Hurry through the rest of the deal, once no person plays in it."""
        self._host.set_fast_forward(on, self._scheduler.time())
        self._plan()

    def set_auto_pass(self, on: bool) -> None:
        """Pass for the person where it cannot beat (要不起), from the next prompt on."""
        self._host.set_auto_pass(on)

    def next_deal(self) -> None:
        """Deal the next deal after one has ended."""
        if not self._closed:
            self._host.next_deal(self._scheduler.time())
            self._plan()

    def wake(self) -> None:
        """Look again for what is due: for players that think elsewhere and have an answer now."""
        self._tick()

    def close(self) -> None:
        """Let go of the table; everything that must be kept is kept already."""
        if self._closed:
            return
        self._closed = True
        self._detach()
        self._listeners.clear()
        self._cancel()
        if self._writer is not None:
            self._writer.close()

    def _publish(self, update: Update) -> None:
        self._listeners.tell(update)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _plan(self) -> None:
        """Plan the next look at the table."""
        self._cancel()
        if self._closed:
            return
        now = self._scheduler.time()
        wakeup = self._host.next_wakeup(now)
        if wakeup is not None:
            self._timer = self._scheduler.call_later(max(0.0, wakeup - now), self._tick)

    def _tick(self) -> None:
        """Do one thing that is due; the event loop gets its turn before the next."""
        if self._closed:
            return
        try:
            self._host.advance(self._scheduler.time(), steps=1)
        finally:
            self._plan()


@dataclass(frozen=True, slots=True)
class TablePreferences:
    """What a person may choose anew each time a match is taken up; the rest stands in its log."""

    pace: Pace = Pace.NORMAL
    turn_seconds: float | None = None
    auto_pass: bool = False
    next_deal_after: float | None = None

    def apply(self, header: LogHeader) -> TableSetup:
        """The table of a log with these preferences."""
        return TableSetup(
            header.rules,
            header.seats,
            header.deals,
            header.seed,
            pace=self.pace,
            turn_seconds=self.turn_seconds,
            auto_pass=self.auto_pass,
            next_deal_after=self.next_deal_after,
        )


def new_session(
    setup: TableSetup,
    make_player: PlayerMaker,
    scheduler: Scheduler,
    *,
    log: Path | None = None,
    created: datetime | None = None,
    thinker: Thinker = think_inline,
) -> LocalSession:
    """A new match, saved in a log of that name as it goes on; call `start` when everybody listens.

    Raises FileExistsError where there is such a log already, and OSError where none can be written.
    """
    writer = None
    if log is not None:
        if created is None:
            raise ValueError("a log says when its match began: name `created`")
        writer = LogWriter.create(log, LogHeader.of(setup, created))
    host = TableHost(setup, make_player, journal=None if writer is None else writer.append, thinker=thinker)
    return LocalSession(host, scheduler, writer=writer)


def resume_session(
    log: Path,
    make_player: PlayerMaker,
    scheduler: Scheduler,
    *,
    preferences: TablePreferences | None = None,
    thinker: Thinker = think_inline,
) -> LocalSession:
    """A match that goes on from its log, at the prompt or query where it stood; call `start` when everybody listens.

    Raises LogError where the file is no usable log, and OSError where it cannot be written.
    """
    found = read_log(log)
    if found.header.online:
        raise LogError("the match was played at an online table: its server alone can go on with it")
    setup = (preferences or TablePreferences()).apply(found.header)
    writer = LogWriter.resume(log, found)
    host = TableHost(setup, make_player, journal=writer.append, thinker=thinker, history=found.events)
    return LocalSession(host, scheduler, writer=writer)
