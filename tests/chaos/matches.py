"""Whole matches of the program's own clients at a server in memory, and what must be true of them afterwards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from gouji_desktop.bots.player import Player
from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Match
from gouji_desktop.rules.views import PUBLIC, SeatAudience, project
from gouji_desktop.server.room import Room
from gouji_desktop.table.codec import encode_rules
from tests.chaos.shaky import FAIR, Pilot, Shaky, Weather
from tests.chaos.witness import digest
from tests.server.world import World
from tests.table.drivers import RandomPlayer

#: As long as any match of these tests may take, in seconds of the test's clock.
LONGEST = 8 * 3600.0


def maker(level: str, rules: RuleSet, seat: Seat, seed: int) -> Player:
    """Bots and trustees that play whatever they can, and take no chances: what they do follows from their hand."""
    return RandomPlayer(seat, eager=True)


class Sea(World):
    """A world whose accounts and tables draw their chance apart, so that coming back does not change the cards."""

    def __init__(self, seed: int = 0, **options: Any) -> None:
        self._for_accounts = random.Random(f"accounts/{seed}").randbytes
        super().__init__(seed, make_player=options.pop("make_player", maker), **options)

    def _chance_of_accounts(self) -> Callable[[int], bytes]:
        return self._for_accounts

    def room(self, table: str) -> Room:
        """A table of the server."""
        found = next((room for room in self.core.rooms if room.id == table), None)
        assert found is not None, f"there is no table {table}"
        return found

    def truth(self, table: str) -> Match:
        """The match at a table as it is."""
        match = self.room(table)._play.match
        assert match is not None
        return match.match

    def kill(self) -> None:
        """The process is gone at once: nobody is told, and what it had not written is lost."""
        self.core._clock.stopped = True
        for client in self.clients:
            client.lose()
        self.accounts.close()

    def revive(self) -> None:
        """Another process opens the same store."""
        self.accounts = self._new_accounts()
        self.core = self._new_core()


class Crew(NamedTuple):
    """The clients of one table, in the order of their seats, and who plays for them."""

    table: str
    sailors: tuple[Shaky, ...]
    pilots: tuple[Pilot, ...]


def embark(
    sea: Sea,
    persons: int,
    rules: str = "tribute216",
    weather: Weather = FAIR,
    *,
    seed: int = 0,
    thinks: float = 0.4,
    shares: bool = True,
    **options: Any,
) -> Crew:
    """A table of so many persons whose match has begun, in fair weather; the weather comes then."""
    sailors = tuple(Shaky(sea, name, seed=seed) for name in ("wang", "li", "zhao", "qian", "sun", "zhou")[:persons])
    for sailor in sailors:
        assert sea.clock.run(5.0, until=lambda sailor=sailor: sailor.arrivals > 0)  # type: ignore[misc]
        if not shares:
            _give_no_shares(sailor)
    host, *others = sailors
    options = {"deals": 1, "turn_s": 30, "bots": "hard", **options}
    table = str(host.must(host.client.create, encode_rules(preset(rules)), **options).t)
    for seat, other in enumerate(others, 1):
        other.must(other.client.join, table)
        other.must(other.client.sit, seat)
        other.must(other.client.ready)
    pilots = tuple(Pilot(sailor, thinks=thinks) for sailor in sailors)
    host.must(host.client.start)
    for sailor in sailors:
        sailor.weather = weather
    return Crew(table, sailors, pilots)


def _give_no_shares(sailor: Shaky) -> None:
    """Let the cards follow from the server's chance alone, so that two runs can be compared."""
    send = sailor.client._line.send
    sailor.client._at._asker.send = lambda message: (  # type: ignore[method-assign]
        None if type(message).__name__ in ("NonceCommit", "Nonce") else send(message)
    )


def sail(sea: Sea, crew: Crew, seconds: float = LONGEST) -> None:
    """Let everybody play to the end of the match."""

    def over() -> bool:
        for sailor in crew.sailors:
            assert not sailor.witness.faults, sailor.witness.faults[:3]
        return sea.room(crew.table).phase == "over"

    assert sea.clock.run(seconds, until=over, steps=3_000_000), "it never ends"


def land(sea: Sea, crew: Crew) -> None:
    """The sky clears: everybody is to have arrived where the server is, and what they went through is looked at."""
    for sailor in crew.sailors:
        lossy, sailor.weather = sailor.weather.drop > 0, FAIR
        if lossy and sailor.line is not None:
            # The last frame may be lost, and no later one shows that it was: where frames are lost, connections end.
            sailor.line.cut()
    sea.clock.run(120.0)
    truth, room = sea.truth(crew.table), sea.room(crew.table)
    assert not [fault for sailor in crew.sailors for fault in sailor.witness.faults]
    for seat, sailor in enumerate(crew.sailors):
        assert sailor.session.latest.view == project(truth, SeatAudience(seat)), f"{sailor.name} sees something else"
        assert sailor.session.position[1] == room._play.match.frames.seq
        assert sailor.client.table is not None
        assert sailor.client.table.phase == room.phase
        assert sailor.client.proof.phase != ShufflePhase.FAILED, sailor.client.proof
        assert not sailor.client._line.waiting, f"{sailor.name} still waits for an answer"
    check_once(sea, crew)


def check_once(sea: Sea, crew: Crew) -> None:
    """Every command that was kept was kept once; every one that was acknowledged was kept."""
    kept = Counter(row.cmd for match in (1, 2, 3) for row in sea.store.batches(crew.table, match) if row.cmd)
    assert not [name for name, times in kept.items() if times > 1], "a command was done twice"
    if sea.store.batches(crew.table, 1):
        for sailor in crew.sailors:
            lost = sailor.witness.done - set(kept)
            assert not lost, f"{sailor.name} was told of commands that are lost: {lost}"


def outcome(sea: Sea, crew: Crew) -> tuple[str, ...]:
    """How it ended: the public view, and what everybody sees."""
    truth = sea.truth(crew.table)
    return (digest(project(truth, PUBLIC)), *[digest(sailor.session.latest.view) for sailor in crew.sailors])


def voyage(
    seed: int, persons: int, rules: str, weather: Weather, look: Callable[[Crew], None] = lambda _: None, **options: Any
) -> tuple[tuple[str, ...], Sequence[Shaky]]:
    """A whole match; how it ended, and the clients with what they went through."""
    limits = options.pop("limits", {})
    with Sea(seed, **limits) as sea:
        crew = embark(sea, persons, rules, weather, seed=seed, **options)
        look(crew)
        sail(sea, crew)
        land(sea, crew)
        return outcome(sea, crew), crew.sailors
