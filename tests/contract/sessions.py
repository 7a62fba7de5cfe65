"""Sessions of every kind, made for the contract suite; each kind is one entry in `MAKERS`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from gouji_desktop.rules.views import EVERYTHING, PUBLIC, Audience, SeatAudience
from gouji_desktop.table.local import new_session
from gouji_desktop.table.log import MatchLog, read_log
from gouji_desktop.table.replay import ReplaySession
from gouji_desktop.table.session import TableSession, Update
from tests.net.wired import Autopilot, Wired
from tests.net.wired import maker as server_maker
from tests.server.world import World
from tests.table.drivers import FakeClock, RandomPlayer, make_setup, random_maker

CREATED = datetime(2026, 2, 3, tzinfo=UTC)
DEALS = 2


class Scene:
    """A session, the clock that drives it, the audience that it shows, and how to bring it to its end.

    `patience`: no two things happen further apart, in seconds. `close` lets go of whatever stands behind the session.
    """

    def __init__(
        self,
        session: TableSession,
        clock: FakeClock,
        audience: Audience,
        *,
        patience: float = 5.0,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        self.session = session
        self.clock = clock
        self.audience = audience
        self._patience = patience
        self._close = close
        self.updates: list[Update] = []
        self.first = session.latest
        session.subscribe(self.updates.append)
        self._person = RandomPlayer(5, eager=True)

    def go_on(self, steps: int) -> None:
        """Let something happen, a person's play among it."""
        for _ in range(steps):
            latest = self.session.latest
            if latest.prompt is not None:
                self.session.submit(self._person.answer(latest.view, latest.prompt))
                self.wait()
            elif not self.wait():
                self.session.next_deal()

    def wait(self) -> bool:
        """Let time pass until something has happened; whether it has."""
        before = len(self.updates)
        return self.clock.run(self._patience, until=lambda: len(self.updates) > before)

    def close(self) -> None:
        """Let go of everything."""
        self.session.close()
        self._close()

    def finish(self) -> None:
        """Bring the match to its end."""
        while not self.session.latest.view.over:
            self.go_on(1)


def local(folder: Path) -> Scene:
    clock = FakeClock()
    setup = make_setup("jinyou4", "peebee", "contract", deals=DEALS, pace="instant")
    session = new_session(setup, random_maker, clock, log=folder / "local.gouji", created=CREATED)
    scene = Scene(session, clock, SeatAudience(0))
    session.start()
    return scene


#: The one match that every replay plays back.
_recorded: list[MatchLog] = []


def replay(folder: Path, audience: Audience | None = None) -> Scene:
    clock = FakeClock()
    chosen = audience or SeatAudience(0)
    if not _recorded:
        scene = local(folder)
        scene.finish()
        scene.session.close()
        _recorded.append(read_log(folder / "local.gouji"))
    session = ReplaySession(_recorded[0], clock, chosen)
    session.set_pace("instant")
    scene = Scene(session, clock, chosen)
    session.start()
    return scene


def remote(_folder: Path) -> Scene:
    """A person at a table of a server, among bots."""
    world = World(seed=11, make_player=server_maker)
    person = Wired(world, "甲")
    return _at_table(world, person, person, SeatAudience(0))


def spectator(_folder: Path) -> Scene:
    """Somebody who watches the same table from its beginning, later than it happens."""
    world = World(seed=11, make_player=server_maker)
    person, watcher = Wired(world, "甲"), Wired(world, "乙")
    Autopilot(person, 5)
    return _at_table(world, person, watcher, PUBLIC)


def _at_table(world: World, host: Wired, looking: Wired, audience: Audience) -> Scene:
    table = host.host("jinyou4", bots="hheeh", deals=DEALS)
    if looking is not host:
        looking.must(looking.client.spectate, table)
    host.must(host.client.start)
    assert world.clock.run(60.0, until=lambda: looking.client.session is not None)
    return Scene(looking.session, world.clock, audience, patience=45.0, close=world.close)


MAKERS: dict[str, Callable[[Path], Scene]] = {
    "local": local,
    "remote": remote,
    "spectator": spectator,
    "replay": replay,
    "replay of everything": lambda folder: replay(folder, audience=EVERYTHING),
    "replay of a bot's seat": lambda folder: replay(folder, audience=SeatAudience(3)),
}


__all__ = ["CREATED", "DEALS", "MAKERS", "Scene"]
