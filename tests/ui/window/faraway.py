"""A table that is far away: a session that lags and says what a remote one says, and the client it belongs to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

from gouji_desktop.rules.cards import parse_faces
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.table.fallback import FallbackPlayer
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.local import LocalSession
from gouji_desktop.table.session import Capability, Update
from gouji_desktop.table.setup import SeatPlan
from gouji_desktop.ui.app.rigged import arranged
from gouji_desktop.ui.app.tables import new_setup
from tests.ui.window.conftest import HAND, PLAIN, Desk
from tests.ui.window.farclient import NAMES, FarClient


class FarSession:
    """A session whose words travel: `slow` keeps both ways until `arrive` (to the table) and `come` (from it)."""

    def __init__(self, inner: LocalSession, *, watches: bool = False) -> None:
        self._inner = inner
        self._watches = watches
        self._listeners: list[Callable[[Update], None]] = []
        self._held: list[Update] = []
        self._sent: list[Callable[[], None]] = []
        self.slow = False
        self.frozen = False
        self.commands: list[SeatCommand] = []
        self.calls: list[tuple[str, object]] = []
        self._shown = self._dress(inner.latest)
        inner.subscribe(self._take)

    @property
    def capabilities(self) -> frozenset[Capability]:
        if self._watches:
            return frozenset()
        return frozenset({Capability.PLAY, Capability.TRUSTEE, Capability.NEXT_DEAL})

    @property
    def seat(self) -> Seat | None:
        return self._inner.seat

    @property
    def latest(self) -> Update:
        return self._dress(self._shown)._replace(events=(), rejected=None, snapshot=True)

    def subscribe(self, listener: Callable[[Update], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def submit(self, command: SeatCommand) -> None:
        self.commands.append(command)
        self._go(lambda: self._inner.submit(command))

    def set_trustee(self, on: bool) -> None:
        self.calls.append(("trustee", on))
        self._go(lambda: self._inner.set_trustee(on))

    def next_deal(self) -> None:
        """Only ready: the table waits for the others."""
        self.calls.append(("next_deal", None))

    def deal(self) -> None:
        """Everybody was ready."""
        self._inner.next_deal()

    def set_paused(self, paused: bool) -> None:
        self.calls.append(("paused", paused))

    def set_pace(self, pace: str) -> None:
        self.calls.append(("pace", pace))

    def set_fast_forward(self, on: bool) -> None:
        self.calls.append(("fast_forward", on))

    def set_auto_pass(self, on: bool) -> None:
        self.calls.append(("auto_pass", on))

    def close(self) -> None:
        self._inner.close()

    # --- the way in between ---------------------------------------------------------------------------------------

    def arrive(self) -> None:
        """What was sent reaches the table."""
        sent, self._sent = self._sent, []
        for each in sent:
            each()

    def come(self) -> None:
        """What the table said reaches the window."""
        held, self._held = self._held, []
        for update in held:
            self._publish(update)

    def freeze(self, frozen: bool) -> None:
        """The server cannot write, or can again."""
        self.frozen = frozen
        self._publish(self._shown._replace(events=(), rejected=None))

    def snapshot(self) -> None:
        """The connection is there again: everything as it is now, and nothing of what was under way."""
        self._held.clear()
        self._shown = self._dress(self._inner.latest)
        self._publish(self._shown._replace(snapshot=True))

    def _go(self, deed: Callable[[], None]) -> None:
        if self.slow:
            self._sent.append(deed)
        else:
            deed()

    def _take(self, update: Update) -> None:
        if self.slow:
            self._held.append(update)
        else:
            self._publish(update)

    def _dress(self, update: Update) -> Update:
        return update._replace(paused=self.frozen)

    def _publish(self, update: Update) -> None:
        self._shown = self._dress(update)
        for listener in tuple(self._listeners):
            listener(self._shown)


def sit_far(
    desk: Desk, rules: RuleSet = PLAIN, hand: str = HAND, *, watches: bool = False, deals: int = 3, **settings: Any
) -> FarClient:
    """Sit down at a far table, or watch one."""
    program = desk.program
    program.preferences.change(pace="instant", **settings)
    persons = 0 if watches else 1
    seats = tuple(SeatPlan(name, "" if number < persons else "medium") for number, name in enumerate(NAMES))
    setup = new_setup(rules, seats, program.preferences.settings, seed=1, deals=deals)
    order = arranged(rules, {0: list(parse_faces(hand))}, Random(1))
    host = TableHost(
        setup, lambda *_: FallbackPlayer(), chance=lambda _number: (order, 0), journal=lambda _events: None
    )
    inner = LocalSession(host, asyncio.get_running_loop())
    session = FarSession(inner, watches=watches)
    client = FarClient(session, rules)
    if watches:
        client.watching = 30.0
    desk.table.online_model.attach(client)
    desk.table.attach(session)
    desk.model.go("table")
    inner.start()
    return client
