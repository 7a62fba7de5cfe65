"""Sessions of every kind, made for the contract suite; each kind is one entry in `MAKERS`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from gouji_desktop.rules.views import EVERYTHING, Audience, SeatAudience
from gouji_desktop.table.local import new_session
from gouji_desktop.table.log import MatchLog, read_log
from gouji_desktop.table.replay import ReplaySession
from gouji_desktop.table.session import TableSession, Update
from tests.table.drivers import FakeClock, RandomPlayer, make_setup, random_maker

CREATED = datetime(2026, 2, 3, tzinfo=UTC)
DEALS = 2


class Scene:
    """A session, the clock that drives it, the audience that it shows, and how to bring it to its end."""

    def __init__(self, session: TableSession, clock: FakeClock, audience: Audience) -> None:
        self.session = session
        self.clock = clock
        self.audience = audience
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
            else:
                before = len(self.updates)
                self.clock.run(5, until=lambda before=before: len(self.updates) > before)  # type: ignore[misc]
                if len(self.updates) == before:
                    self.session.next_deal()

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


MAKERS: dict[str, Callable[[Path], Scene]] = {
    "local": local,
    "replay": replay,
    "replay of everything": lambda folder: replay(folder, audience=EVERYTHING),
    "replay of a bot's seat": lambda folder: replay(folder, audience=SeatAudience(3)),
}


__all__ = ["CREATED", "DEALS", "MAKERS", "Scene"]
