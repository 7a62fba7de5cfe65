"""Lines that lose, repeat, delay, disorder and cut what they carry, between the program's own client and a server.

TCP shows a WebSocket neither loss nor disorder: what it does is to end. So lines here either are honest and end
(`cut`, `dead`), in the midst of anything, or they are worse than any network (`drop`, `twice`, `again`, `disorder`),
which is how it shows whether numbers and request ids keep their word. Everything is decided by a seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from gouji_desktop.net import messages as msg
from gouji_desktop.net.client import Client
from gouji_desktop.net.clientstate import After, Phase, Trouble
from gouji_desktop.net.codes import CloseCode
from gouji_desktop.net.failures import trouble_of_close
from gouji_desktop.net.remote import RemoteSession
from gouji_desktop.server.peers import Peer
from gouji_desktop.table.session import Update
from tests.chaos.witness import Witness
from tests.server.following import MemoryLink
from tests.server.world import World
from tests.table.drivers import RandomPlayer

#: What may be lost without an answer being waited for: a lost answer is a lost connection.
_UNASKED = ("ev", "state", "said")
#: What is lost is followed by the end of its connection after so many seconds: the gap may be seen and filled before.
_CUT_AFTER = {"up": 1.0, "down": 4.0}
#: After so many seconds a person answers a question again that is still open.
PERSISTENCE = 5.0


class Weather(NamedTuple):
    """What happens to each frame, as probabilities; both ways alike."""

    #: Seconds on the way, from and to.
    delay: tuple[float, float] = (0.01, 0.01)
    #: Frames overtake each other.
    disorder: bool = False
    drop: float = 0.0
    #: Comes twice at once, or an older frame comes again.
    twice: float = 0.0
    again: float = 0.0
    #: The connection ends before the frame, and both sides know it.
    cut: float = 0.0
    #: The connection dies and neither side knows it.
    dead: float = 0.0
    #: Seconds until the client comes back, from and to.
    away: tuple[float, float] = (0.05, 1.0)


FAIR = Weather()


class Line:
    """One connection between one client and the server, as rough as its client's weather."""

    def __init__(self, owner: Shaky, link_address: str) -> None:
        self._owner = owner
        self._clock = owner.world.clock
        self.link = MemoryLink(link_address, self._send_down)
        self.peer: Peer | None = None
        self.up = True
        #: Nothing comes through any more, and nobody was told.
        self.dead = False
        self._free_at = {"up": 0.0, "down": 0.0}
        self._past: dict[str, list[Any]] = {"up": [], "down": []}
        self._closing = False

    def send_up(self, frame: str) -> None:
        """The client says something."""
        self._owner.said.append(frame)
        self._owner.witness.asked(frame)
        self._carry("up", frame, self._arrive_up)

    def _send_down(self, frame: bytes) -> None:
        """The server says something."""
        self._owner.witness.told(self, frame)
        self._owner.world.heard(self._owner, frame)  # type: ignore[arg-type]
        self._carry("down", frame, self._arrive_down)

    def _carry(self, way: str, frame: Any, arrive: Callable[[Any], None]) -> None:
        weather, chance = self._owner.weather, self._owner.chance
        self._past[way].append(frame)
        if chance.random() < weather.cut:
            self._clock.call_later(0.0, self.cut)
            self.dead = True
        elif chance.random() < weather.dead:
            self.dead = True
        if self.dead:
            return
        if chance.random() < weather.drop and self._may_be_lost(way, frame):
            self._clock.call_later(_CUT_AFTER[way], self.cut)
            return
        self._deliver(way, frame, arrive)
        if chance.random() < weather.twice and self._may_come_twice(frame):
            self._deliver(way, frame, arrive)
        if chance.random() < weather.again:
            older = chance.choice(self._past[way])
            if self._may_come_twice(older):
                self._deliver(way, older, arrive)

    def _may_be_lost(self, way: str, frame: Any) -> bool:
        return kind(frame) in _UNASKED if way == "down" else kind(frame) not in ("hello", "auth")

    def _may_come_twice(self, frame: Any) -> bool:
        return kind(frame) not in ("hello", "auth", "welcome", "authed", "bye", "gone", "leave")

    def _deliver(self, way: str, frame: Any, arrive: Callable[[Any], None]) -> None:
        weather = self._owner.weather
        wait = self._owner.chance.uniform(*weather.delay)
        signs_in = kind(frame) in ("hello", "auth", "welcome", "authed")
        if not weather.disorder or signs_in:
            at = max(self._free_at[way], self._clock.time() + wait)
            self._free_at[way] = at
            wait = at - self._clock.time()
        else:
            # The disorder begins behind the sign-in: before it there is nothing to be in order with.
            wait = max(wait, self._free_at[way] - self._clock.time() + 1e-6)
        self._clock.call_later(wait, lambda: arrive(frame))

    def _arrive_up(self, frame: str) -> None:
        if self.up and not self.dead and self.peer is not None and self.link.closed is None:
            self.peer.receive(frame)

    def _arrive_down(self, frame: bytes) -> None:
        if self.up and not self.dead:
            self._owner.client.received(frame)
        self.look_closed()

    def look_closed(self) -> None:
        """Where the server has closed the connection, the client learns it after what was sent before."""
        if self.link.closed is not None and self.up and not self._closing:
            self._closing = True
            wait = max(0.0, self._free_at["down"] - self._clock.time())
            self._clock.call_later(wait, lambda: self.end(trouble_of_close(*self.link.closed)))  # type: ignore[misc]

    @property
    def lands_at(self) -> float:
        """When everything that the server has sent will have arrived."""
        return self._free_at["down"]

    def cut(self) -> None:
        """Both sides learn that the connection is gone; what was on its way is lost."""
        self.dead = True
        self.end(Trouble("lost"))

    def end(self, trouble: Trouble) -> None:
        """It is over for the client, and the server is told."""
        if not self.up:
            return
        self.up = False
        if self.link.closed is None:
            self.link.closed = (CloseCode.SHUTDOWN, "lost")
        if self.peer is not None:
            self.peer.gone()
        self._owner.ended(self, trouble)

    def hang_up(self) -> None:
        """The client ends it."""
        self._clock.call_later(0.0, self.cut)


class Shaky:
    """The program's own client over such lines. It comes back by itself, as its connection would make it."""

    def __init__(self, world: World, name: str, weather: Weather = FAIR, *, seed: int = 0, shares: bool = True) -> None:
        self.world = world
        self.name = name
        self.weather = weather
        self.chance = random.Random(f"{name}/{seed}")
        self.witness = Witness(name)
        #: Takes part in shuffles.
        self.shares = shares
        self.line: Line | None = None
        #: How often it was online, and what every end of a connection was.
        self.arrivals = 0
        self.ends: list[str] = []
        #: What it has said.
        self.said: list[str] = []
        #: Asleep: it comes back when it is woken.
        self.asleep = False
        entropy = random.Random(f"entropy/{name}").randbytes
        self.client = Client(world.clock, name=name, entropy=entropy)
        self.client.subscribe(self._topic)
        self._phase = Phase.OFFLINE
        self.witness.follow(self.client)
        world.clients.append(self)  # type: ignore[arg-type]
        self.connect()

    # What a world asks of its clients.
    connected = False

    def react(self) -> None:
        """It does by itself what it does."""

    def _topic(self, topic: str) -> None:
        phase = self.client.state.phase
        if topic == "state" and phase != self._phase:
            self._phase = phase
            self.arrivals += phase == Phase.ONLINE

    def connect(self) -> None:
        """Make a connection."""
        if self.line is not None or self.asleep:
            return
        self.client.connecting()
        line = self.line = Line(self, "192.0.2.1")
        line.peer = self.world.core.connect(line.link)
        self.client.opened(line.send_up, line.hang_up)
        line.look_closed()

    def ended(self, line: Line, trouble: Trouble) -> None:
        """A connection has ended; come back after a while."""
        if line is not self.line:
            return
        self.line = None
        after = self.client.lost(trouble)
        state = self.client.state
        self.ends.append("" if state.trouble is None else state.trouble.key)
        if not after.stop:
            self.world.clock.call_later(self._wait(after), self.connect)

    def _wait(self, after: After) -> float:
        low, high = self.weather.away
        return self.chance.uniform(low, high) if after.wait is None else after.wait + self.chance.uniform(0.0, high)

    def sleep(self) -> None:
        """The machine sleeps: the connection is lost, and nobody makes another."""
        self.asleep = True
        if self.line is not None:
            self.line.cut()

    def wake(self) -> None:
        """It is awake again."""
        self.asleep = False
        self.connect()

    def lose(self) -> None:
        """The server was killed."""
        self.witness.server_forgot()
        line = self.line
        if line is None:
            return
        line.peer = None
        # What the system has taken over already arrives, or does not.
        wait = max(0.0, line.lands_at - self.world.clock.time()) if self.chance.random() < 0.5 else 0.0
        line.dead = not wait
        self.world.clock.call_later(wait, line.cut)

    # --- asking -----------------------------------------------------------------------------------------------

    def must(self, what: Callable[..., Any], *arguments: Any, **fields: Any) -> Any:
        """Ask something that is granted, however often the connection is lost meanwhile."""
        answers: list[Any] = []
        what(*arguments, done=answers.append, **fields)
        assert self.world.clock.run(300.0, until=lambda: bool(answers)), f"{self.name}: no answer came"
        assert len(answers) == 1
        assert not isinstance(answers[0], msg.Err), answers
        return answers[0]

    @property
    def session(self) -> RemoteSession:
        """The match that it follows."""
        assert self.client.session is not None, f"{self.name} follows no match"
        return self.client.session


class Pilot:
    """Plays for a client. What it answers follows from the view and the prompt alone, however often it is asked."""

    def __init__(self, shaky: Shaky, *, thinks: float = 0.4, eager: bool = True) -> None:
        self._shaky = shaky
        self._thinks = thinks
        self._eager = eager
        self._session: RemoteSession | None = None
        self._thinking: tuple[int, int] | None = None
        self.on = True
        #: Why plays were refused, and how often something had to be answered again that had come to nothing.
        self.refusals: list[str] = []
        self.again = 0
        shaky.client.subscribe(self._topic)
        self._topic("session")

    def _topic(self, topic: str) -> None:
        session = self._shaky.client.session
        if topic == "session" and session is not None and session is not self._session and session.seat is not None:
            self._session = session
            session.subscribe(self._see)
            self._see(session.latest)

    def _see(self, update: Update) -> None:
        session = self._session
        if update.rejected is not None:
            self.refusals.append(str(update.rejected.reason))
        if session is None or not self.on:
            return
        prompt = update.prompt
        if prompt is None:
            deal = update.view.deal
            if deal is not None and deal.stage == "over" and not update.view.over and update.events:
                session.next_deal()
            return
        key = (session.key[1], prompt.id)
        if key != self._thinking:
            self._thinking = key
            self._shaky.world.clock.call_later(self._thinks, lambda: self._answer(session, key))

    def _answer(self, session: RemoteSession, key: tuple[int, int]) -> None:
        latest = session.latest
        if session.closed or latest.prompt is None or (session.key[1], latest.prompt.id) != key or not self.on:
            if key == self._thinking:
                self._thinking = None
            return
        self._shaky.world.clock.call_later(PERSISTENCE, lambda: self._look_again(session, key))
        player = RandomPlayer(seed_of(key, latest.prompt.seat), eager=self._eager)
        session.submit(player.answer(latest.view, latest.prompt))

    def _look_again(self, session: RemoteSession, key: tuple[int, int]) -> None:
        """A person who sees the same question again answers it again."""
        prompt = session.latest.prompt
        if not session.closed and prompt is not None and (session.key[1], prompt.id) == key and not session._sent:
            self.again += 1
            self._answer(session, key)


def seed_of(key: tuple[int, int], seat: int) -> int:
    """A number that follows from a question alone."""
    return (key[0] * 10_007 + key[1]) * 6 + seat


class _Kind(msgspec.Struct):
    k: str


_kind = msgspec.json.Decoder(_Kind)


def kind(frame: str | bytes) -> str:
    """What kind of message a frame is."""
    return _kind.decode(frame).k
