"""Clients of the program itself at a server in memory: frames take a moment, connections can be lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gouji_desktop.bots.player import Player
from gouji_desktop.net import messages as msg
from gouji_desktop.net.client import Client
from gouji_desktop.net.clientstate import After, Kept, Phase, Trouble
from gouji_desktop.net.failures import trouble_of_close
from gouji_desktop.net.remote import RemoteSession
from gouji_desktop.net.requesting import Answer
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.server.peers import Peer
from gouji_desktop.table.codec import encode_rules
from gouji_desktop.table.session import Update
from tests.server.world import ADDRESS, MemoryLink, World
from tests.table.drivers import RandomPlayer

#: One way, in seconds of the test's clock.
LATENCY = 0.01


class Wired:
    """A client of a world: connected at once, and again whenever `back` is called.

    `arriving` sees every frame on its way in and says what comes instead of it, by default the same.
    """

    def __init__(
        self, world: World, name: str, *, kept: Kept | None = None, connect: bool = True, **options: Any
    ) -> None:
        self.world = world
        self.clock = world.clock
        self.kept: list[Kept | None] = []
        self.logs: dict[str, bytes] = {}
        self.topics: list[str] = []
        self.arriving: Callable[[bytes], list[bytes]] = lambda frame: [frame]
        self.sent: list[str] = []
        self.after: After | None = None
        self.client = Client(
            world.clock,
            name=name,
            kept=kept,
            keep=self.kept.append,
            keep_log=self.logs.__setitem__,
            entropy=world.entropy,
            **options,
        )
        self.client.subscribe(self.topics.append)
        self._link: MemoryLink | None = None
        self._peer: Peer | None = None
        if connect:
            self.back()

    # --- the connection ---------------------------------------------------------------------------------------

    def back(self) -> None:
        """Connect, and let the sign-in happen."""
        self.client.connecting()
        link = MemoryLink(ADDRESS, lambda frame: self._deliver(link, frame))
        self._link, self._peer = link, self.world.core.connect(link)
        peer = self._peer

        def send(frame: str) -> None:
            self.sent.append(frame)
            self.clock.call_later(LATENCY, lambda: peer.receive(frame) if link is self._link else None)

        self.client.opened(send, self.drop)
        self.clock.run(0.5, until=lambda: self.client.state.phase in (Phase.ONLINE, Phase.CLOSED))
        self.clock.run(4 * LATENCY)

    def drop(self, trouble: Trouble | None = None) -> None:
        """Lose the connection; what is on its way is lost."""
        link, peer, self._link = self._link, self._peer, None
        if link is not None and peer is not None:
            link.closed = link.closed or (1006, "")  # type: ignore[assignment]
            peer.gone()
            self.after = self.client.lost(trouble or Trouble("lost"))

    def _deliver(self, link: MemoryLink, frame: bytes) -> None:
        self.clock.call_later(LATENCY, lambda: self._arrive(link, frame))

    def _arrive(self, link: MemoryLink, frame: bytes) -> None:
        for each in self.arriving(frame):
            if link is self._link:
                self.client.received(each)
        if link is self._link and link.closed is not None:
            self._link = None
            self.after = self.client.lost(trouble_of_close(*link.closed))

    # --- asking -----------------------------------------------------------------------------------------------

    def ask(self, what: Callable[..., Any], *arguments: Any, **fields: Any) -> Answer:
        """Call a method that makes a request, and wait for its answer."""
        answers: list[Answer] = []
        what(*arguments, done=answers.append, **fields)
        assert self.clock.run(2.0, until=lambda: bool(answers)), "no answer came"
        return answers[0]

    def must(self, what: Callable[..., Any], *arguments: Any, **fields: Any) -> Answer:
        answer = self.ask(what, *arguments, **fields)
        assert not isinstance(answer, msg.Err), answer
        return answer

    def host(self, rules: str = "jinyou4", *, bots: str = "", **fields: Any) -> str:
        """Make a table; `bots` names the bots of seats 1 to 5: h hard, e easy, - for none. Its id."""
        answer = self.must(self.client.create, encode_rules(preset(rules)), **fields)
        for seat, letter in enumerate(bots, 1):
            if letter != "-":
                self.must(self.client.put_bot, seat, {"h": "hard", "e": "easy"}[letter])
        self.settle()
        return str(answer.t)

    def settle(self) -> None:
        """Let what is on its way arrive."""
        self.clock.run(4 * LATENCY)

    @property
    def session(self) -> RemoteSession:
        assert self.client.session is not None, self.client.notice
        return self.client.session


def maker(level: str, rules: RuleSet, seat: Seat, seed: int) -> Player:
    """Players of a server: `hard` ones play whatever they can, others by chance."""
    return RandomPlayer(seed, eager=level == "hard")


class Autopilot:
    """Plays a client's seat, match after match; `thinks` for so many seconds each time."""

    def __init__(self, wired: Wired, seed: int, eager: bool = True, thinks: float = 0.0) -> None:
        self._thinks = thinks
        self._wired = wired
        self._player = RandomPlayer(seed, eager=eager)
        self._answered: tuple[int, int] | None = None
        self.on = True
        wired.client.subscribe(self._topic)
        self._topic("session")

    def _topic(self, topic: str) -> None:
        session = self._wired.client.session
        if topic == "session" and session is not None and session.seat is not None:
            session.subscribe(lambda update: self._see(session, update))
            self._see(session, session.latest)

    def _see(self, session: RemoteSession, update: Update) -> None:
        if update.prompt is not None:
            self._wired.clock.call_later(self._thinks, lambda: self.act(session))

    def act(self, session: RemoteSession) -> None:
        """Answer what is open."""
        latest = session.latest
        if not self.on or session.closed or latest.prompt is None:
            return
        key = (session.key[1], latest.prompt.id)
        if key != self._answered:
            self._answered = key
            session.submit(self._player.answer(latest.view, latest.prompt))
