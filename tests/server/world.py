"""A whole server in one process, on a clock that a test moves: the real core, store, accounts and tables, no socket.

    with World(seed=1) as world:
        wang, li = world.client("wang"), world.client("li")
        table = world.table(wang, li, rules="tribute216")        # made, joined, seated, started
        world.play_match(table)                                  # everybody answers; to the end of the match
        li.drop(); world.run(40.0); li.back()                    # gone and back, by its token
        world.restart()                                          # another core over the same store; come `back()`

`ScriptedClient` follows what it is told as a client must, and fails the test where numbers do not follow each other,
where something comes that it may not be sent, or where a snapshot is not what its events led to. Everything is
deterministic: the same seed gives the same frames.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import FEATURES, CloseCode
from gouji_desktop.net.commands import cmd_of
from gouji_desktop.net.fields import Message
from gouji_desktop.net.proofs import ShufflePhase, ShuffleWatch
from gouji_desktop.net.wire import decode_server, encode
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.prompts import Prompt, prompt_of
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import View, fold
from gouji_desktop.server.accounts import Accounts
from gouji_desktop.server.config import Config, Limits
from gouji_desktop.server.core import ServerCore, wait_for_it
from gouji_desktop.server.peers import Peer
from gouji_desktop.server.signing import Defer
from gouji_desktop.server.store import Store
from gouji_desktop.table.codec import decode_event, encode_rules
from gouji_desktop.table.setup import PlayerMaker, fallback_maker
from gouji_desktop.table.viewcodec import decode_view
from tests.table.drivers import FakeClock

M = TypeVar("M", bound=Message)
Policy = Callable[[View, Prompt], SeatCommand]
Tap = Callable[["ScriptedClient", bytes], None]

#: Where clients come from, unless a test says otherwise.
ADDRESS = "192.0.2.1"
#: No match of one deal lasts longer, in seconds of the test's clock.
LONGEST_MATCH = 6 * 3600.0


class MemoryLink:
    """One connection in memory."""

    def __init__(self, address: str, deliver: Callable[[bytes], None]) -> None:
        self.address = address
        self._deliver = deliver
        #: How the server closed it.
        self.closed: tuple[CloseCode, str] | None = None

    def send(self, frame: bytes, *, droppable: bool = False) -> None:
        assert self.closed is None, "sent after it was closed"
        self._deliver(frame)

    def close(self, code: CloseCode, reason: str = "") -> None:
        assert self.closed is None, "closed twice"
        self.closed = code, reason


class Followed:
    """One match as one viewer has followed it."""

    def __init__(self, snap: msg.Snap) -> None:
        self.match = snap.match
        self.you: Seat | None = snap.you
        self.events = 0
        self._take(snap)

    def _take(self, snap: msg.Snap) -> None:
        self.ep, self.seq, self.p = snap.ep, snap.seq, snap.p
        self.view: View = decode_view(snap.view)
        self.seats, self.clock, self.frozen = snap.seats, snap.clock, snap.frozen
        self.told = snap.prompt

    @property
    def position(self) -> tuple[int, int, int]:
        """Epoch, number of the last public command, and of the own ones since."""
        return self.ep, self.seq, self.p

    @property
    def prompt(self) -> Prompt | None:
        """What the own seat is asked, as it follows from the view."""
        return None if self.you is None else prompt_of(self.view, self.you)

    @property
    def over(self) -> bool:
        """Whether the present deal has ended."""
        return self.view.deal is not None and self.view.deal.stage == Stage.OVER

    def snap(self, snap: msg.Snap) -> None:
        """The whole match again: where nothing was missed it is what the events led to."""
        before, view = self.position, self.view
        self._take(snap)
        if before == self.position:
            assert view == self.view, "the snapshot is not what its events led to"

    def ev(self, ev: msg.Ev) -> None:
        """Events that must follow, or are known already."""
        there = ev.ep, ev.seq, ev.p
        if ev.ep == self.ep and there <= self.position:
            return
        follows = [(self.ep, self.seq + 1, 0), (self.ep, self.seq, self.p + 1)]
        assert there in follows, f"{there} does not follow {self.position}"
        for event in ev.events:
            self.view = fold(self.view, decode_event(event))
            self.events += 1
        _, self.seq, self.p = there
        self.clock, self.told = ev.clock, ev.prompt
        self.seats = self.seats if ev.seats is None else ev.seats
        self._check_prompt()

    def state(self, state: msg.State) -> None:
        """What replaces clock, seats and prompt."""
        assert (state.ep, state.seq, state.p) == self.position, "a state of another position"
        self.clock, self.told, self.seats, self.frozen = state.clock, state.prompt, state.seats, state.frozen
        self._check_prompt()

    def _check_prompt(self) -> None:
        if self.told is not None:
            own = self.prompt
            assert own is not None, "asked, but the view knows nothing of it"
            assert (own.id, str(own.stage)) == (self.told.pid, self.told.kind), (
                "asked something else than the view says"
            )


class ScriptedClient:
    """A client that a test leads, or that plays by itself (`policy`)."""

    def __init__(self, world: World, name: str, address: str, features: tuple[str, ...]) -> None:
        self.world = world
        self.name = name
        self.address = address
        self.features = features
        #: Every frame of all its connections.
        self.frames: list[bytes] = []
        #: The same as messages; those of kinds that are not known are left out.
        self.received: list[msg.ServerMessage] = []
        self._read_to = 0
        self._todo: list[Message] = []
        #: What the server closed the connection with.
        self.closed: tuple[CloseCode, str] | None = None
        self.link: MemoryLink | None = None
        self.peer: Peer | None = None
        self.uid = ""
        self.token = ""
        #: Tables where it is, and matches that it follows, by table.
        self.places: dict[str, msg.Table] = {}
        self.matches: dict[str, Followed] = {}
        #: The lobby as it was told.
        self.lobby: dict[str, msg.LobbyRow] = {}
        self.online = 0
        #: How it answers prompts by itself; None: it does not.
        self.policy: Policy | None = None
        self._answered: dict[str, tuple[int, int]] = {}
        self._shuffles: dict[str, ShuffleWatch] = {}

    def __repr__(self) -> str:
        return f"<{self.name}>"

    # -- the connection -------------------------------------------------------------------------------------------

    @property
    def connected(self) -> bool:
        """Whether it has an open connection."""
        return self.link is not None and self.link.closed is None

    def connect(self, *, hello: bool = True) -> None:
        """Open a connection, and say hello."""
        assert not self.connected, "connected already"
        self.closed = None
        link = self.link = MemoryLink(self.address, self._hear)
        self.peer = self.world.core.connect(link)
        if hello and link.closed is None:
            self.send(req.Hello(v=(1,), client="scripted", features=self.features))

    def sign_in(self, **fields: Any) -> Message:
        """Sign in: as a guest of its name, by its token where it has one, or as said."""
        if not fields:
            fields = {"how": "token", "token": self.token} if self.token else {"how": "guest", "name": self.name}
        return self.ask(req.Auth, **fields)

    def drop(self) -> None:
        """Lose the connection."""
        link, peer = self.link, self.peer
        self.link = self.peer = None
        if link is not None and peer is not None:
            link.closed = link.closed or (CloseCode.NORMAL, "dropped")
            peer.gone()
            self.world.run(0.0)

    def back(self) -> None:
        """Connect again, and sign in by the token."""
        self.drop()
        self.connect()
        answer = self.sign_in()
        assert isinstance(answer, msg.Authed), answer

    def _hear(self, frame: bytes) -> None:
        self.frames.append(frame)
        self.world.heard(self, frame)

    # -- saying ---------------------------------------------------------------------------------------------------

    def send(self, message: Message) -> None:
        """Send a message."""
        self.send_raw(encode(message))

    def send_raw(self, frame: str | bytes) -> None:
        """Send a frame, whatever it is."""
        assert self.peer is not None, "not connected"
        self.peer.receive(frame)
        self.read()

    def ask(self, kind: type[Message], **fields: Any) -> Any:
        """Make a request with an id of its own; its answer, which comes at once."""
        fields.setdefault("id", self.world.new_id())
        self.send(kind(**fields))
        answers = self.answers(fields["id"])
        assert len(answers) == 1, f"{len(answers)} answers to {kind.__name__}"
        return answers[0]

    def must(self, kind: type[Message], **fields: Any) -> Any:
        """Make a request that is carried out."""
        answer = self.ask(kind, **fields)
        assert not isinstance(answer, msg.Err), (kind.__name__, answer)
        return answer

    def refused(self, kind: type[Message], **fields: Any) -> str:
        """Make a request that is refused; the code."""
        answer = self.ask(kind, **fields)
        assert isinstance(answer, msg.Err), (kind.__name__, answer)
        return answer.code

    # -- tables ---------------------------------------------------------------------------------------------------

    def create(self, rules: str | RuleSet = "tribute216", **options: Any) -> str:
        """Make a table; its id. One deal, unless said otherwise."""
        chosen = preset(rules) if isinstance(rules, str) else rules
        options.setdefault("deals", 1)
        return str(self.must(req.Create, rules=encode_rules(chosen), **options).t)

    def join(self, table: str) -> None:
        """Come to a table, by its code where it is private and somebody of this world knows it."""
        code = self.world.code_of(table)
        self.must(req.Join, **({"t": table} if code is None else {"code": code}))

    def sit(self, table: str, seat: Seat) -> None:
        """Take a seat."""
        self.must(req.Sit, t=table, seat=seat)

    def ready(self, table: str, on: bool = True) -> None:
        """Be ready."""
        self.must(req.Ready, t=table, on=on)

    def start(self, table: str) -> None:
        """Begin the match."""
        self.must(req.Start, t=table)

    def leave(self, table: str) -> None:
        """Go away."""
        self.must(req.Leave, t=table)

    def seat(self, table: str) -> Seat | None:
        """The own seat."""
        return self.place(table).you

    def follow(self, table: str) -> Followed:
        """The match at a table as it has followed it."""
        self.read()
        return self.matches[table]

    def command(self, table: str, policy: Policy = simplest_answer) -> req.Cmd | None:
        """The answer to the open prompt as a message; None where nothing is asked."""
        followed = self.follow(table)
        prompt = followed.prompt
        if prompt is None:
            return None
        return cmd_of(policy(followed.view, prompt), self.world.new_id(), table)

    def play(self, table: str, policy: Policy = simplest_answer) -> Any:
        """Answer the open prompt; what the server says to it, None where nothing is asked."""
        command = self.command(table, policy)
        if command is None:
            return None
        self.send(command)
        return self.answers(command.id)[-1]

    def proof(self, table: str) -> ShufflePhase:
        """Whether the last deal was shuffled as it must be."""
        self.read()
        return self._shuffles[table].state.phase

    # -- hearing --------------------------------------------------------------------------------------------------

    def all(self, kind: type[M]) -> list[M]:
        """All messages of a kind, in order."""
        self.read()
        return [message for message in self.received if isinstance(message, kind)]

    def last(self, kind: type[M]) -> M:
        """The last message of a kind."""
        found = self.all(kind)
        assert found, f"{self.name} was sent no {kind.__name__}"
        return found[-1]

    def answers(self, re: str) -> list[Message]:
        """What answers a request."""
        self.read()
        return [message for message in self.received if getattr(message, "re", None) == re]

    def mark(self) -> int:
        """How many messages have come."""
        self.read()
        return len(self.received)

    def since(self, mark: int) -> list[msg.ServerMessage]:
        """What came after a mark."""
        self.read()
        return self.received[mark:]

    def place(self, table: str) -> msg.Table:
        """A table as a place, as it was last told."""
        self.read()
        return self.places[table]

    def read(self) -> None:
        """Read what has come."""
        while self._read_to < len(self.frames):
            frame = self.frames[self._read_to]
            self._read_to += 1
            message = decode_server(frame)
            if message is not None:
                self.received.append(message)
                self._take(message)
        if self.link is not None and self.link.closed is not None:
            self.closed = self.link.closed

    def _take(self, message: msg.ServerMessage) -> None:
        if isinstance(message, msg.Authed):
            assert not self.uid or message.uid == self.uid or message.token != self.token
            self.uid, self.token, self.name = message.uid, message.token, message.name
        elif isinstance(message, msg.Lobby):
            self.lobby = {row.t: row for row in message.rows}
            self.online = message.online
        elif isinstance(message, msg.LobbyDelta):
            for gone in message.gone:
                assert self.lobby.pop(gone, None) is not None, "a table is gone that was never there"
            self.lobby |= {row.t: row for row in message.rows}
            self.online = message.online
        elif isinstance(message, msg.Gone):
            self.places.pop(message.t, None)
            self.matches.pop(message.t, None)
        elif isinstance(message, msg.Table):
            known = self.places.get(message.t)
            assert known is None or message.rev >= known.rev, "an older table came after a newer one"
            self.places[message.t] = message
        elif isinstance(message, msg.Snap):
            self._snap(message)
        elif isinstance(message, msg.Ev):
            followed = self.matches[message.t]
            before = followed.view
            followed.ev(message)
            if (watch := self._shuffles.get(message.t)) is not None:
                watch.happened(before, tuple(decode_event(event) for event in message.events))
        elif isinstance(message, msg.State):
            self.matches[message.t].state(message)
        else:
            self._ceremony(message)

    def _snap(self, snap: msg.Snap) -> None:
        known = self.matches.get(snap.t)
        if known is None or (known.match, known.you) != (snap.match, snap.you):
            self.matches[snap.t] = Followed(snap)
        else:
            known.snap(snap)
        if (watch := self._shuffles.get(snap.t)) is not None:
            watch.snapped(self.matches[snap.t].view)

    def _ceremony(self, message: msg.ServerMessage) -> None:
        """Give the own share in a shuffle, and check it."""
        if not isinstance(message, msg.DealCommit | msg.Nonces | msg.Reveal):
            return
        watch = self._shuffles.get(message.t)
        if watch is None:
            watch = self._shuffles[message.t] = ShuffleWatch(message.t, self.uid, entropy=self.world.entropy)
        answer: Message | None = None
        if isinstance(message, msg.DealCommit):
            place = self.places.get(message.t)
            answer = watch.committed(message, message.rules, seated=place is not None and place.you is not None)
        elif isinstance(message, msg.Nonces):
            answer = watch.named(message)
        elif (followed := self.matches.get(message.t)) is not None:
            watch.revealed(message, followed.view)
        if answer is not None and "shuffle" in self.features:
            self._todo.append(answer)

    # -- by itself ------------------------------------------------------------------------------------------------

    def react(self) -> None:
        """Do what a client does by itself: its part in a shuffle; by its policy answer prompts and be ready."""
        self.read()
        todo, self._todo = self._todo, []
        for message in todo:
            if self.connected:
                self.send(message)
        if self.policy is None:
            return
        for table in tuple(self.matches):
            if self.connected:
                self._act(table, self.policy)

    def _act(self, table: str, policy: Policy) -> None:
        followed = self.matches[table]
        if followed.frozen or followed.you is None:
            return
        place, prompt = self.places.get(table), followed.prompt
        if prompt is not None and self._answered.get(table) != (followed.match, prompt.id):
            self._answered[table] = followed.match, prompt.id
            self.play(table, policy)
        elif place is not None and place.phase == "playing" and place.you is not None and followed.over:
            if not place.seats[place.you].ready:
                self.ask(req.Ready, t=table)


class World:
    """A server, its clients and their time. Close it, or use it as a context."""

    def __init__(
        self,
        seed: int = 0,
        *,
        make_player: PlayerMaker = fallback_maker,
        store: Store | None = None,
        defer: Defer = wait_for_it,
        **config: Any,
    ) -> None:
        """`config` are fields of Config or of its Limits."""
        self.clock = FakeClock()
        self.random = random.Random(seed)
        self.entropy = self.random.randbytes
        limits = {name: config.pop(name) for name in tuple(config) if name in Limits._fields}
        self.config = replace(Config(**config), limits=Limits(**limits))
        self.store = Store.open(None) if store is None else store
        self.make_player = make_player
        self.defer = defer
        self.clients: list[ScriptedClient] = []
        #: Told every frame that any client is sent, before anybody reads it.
        self.taps: list[Tap] = []
        self._news = False
        self._ids = count(1)
        self.accounts = self._new_accounts()
        self.core = self._new_core()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the server and forget its store."""
        self.core.close()
        self.accounts.close()
        self.store.close()

    def _new_accounts(self) -> Accounts:
        return Accounts(
            self.store,
            join_password=self.config.join_password,
            entropy=self.entropy,
            clock=lambda: 1_700_000_000 + self.clock.time(),
        )

    def _new_core(self) -> ServerCore:
        core = ServerCore(
            self.store,
            self.accounts,
            self.clock,
            self.config,
            make_player=self.make_player,
            entropy=self.entropy,
            defer=self.defer,
        )
        core.start()
        return core

    def restart(self) -> None:
        """Kill the server at once, and start another one over the same store. Everybody has lost the connection."""
        for client in self.clients:
            client.read()
            client.link = client.peer = None
        self.core.close()
        self.accounts.close()
        self.accounts = self._new_accounts()
        self.core = self._new_core()

    def new_id(self) -> str:
        """The id of a request."""
        return f"q{next(self._ids)}"

    def client(
        self,
        name: str,
        *,
        sign_in: bool = True,
        address: str = ADDRESS,
        features: tuple[str, ...] = FEATURES,
    ) -> ScriptedClient:
        """A new client, connected and (as a guest) signed in."""
        client = ScriptedClient(self, name, address, features)
        self.clients.append(client)
        client.connect()
        if sign_in:
            answer = client.sign_in()
            assert isinstance(answer, msg.Authed), answer
        return client

    def heard(self, client: ScriptedClient, frame: bytes) -> None:
        """A client is being sent a frame."""
        self._news = True
        for tap in self.taps:
            tap(client, frame)

    def code_of(self, table: str) -> str | None:
        """The invite code of a table, where somebody at it knows one."""
        for client in self.clients:
            place = client.places.get(table)
            if place is not None and place.code is not None:
                return place.code
        return None

    # -- time -----------------------------------------------------------------------------------------------------

    def pump(self) -> None:
        """Let every client do what it does by itself, until nobody does anything more."""
        while True:
            self._news = False
            for client in self.clients:
                client.react()
            if not self._news:
                return

    def run(self, seconds: float = 0.0, until: Callable[[], bool] | None = None) -> bool:
        """Let so many seconds pass, or less until something is true; whether it came true (or the time passed)."""
        end = self.clock.now + seconds
        while True:
            self.pump()
            if until is not None and until():
                return True
            self.clock.run(max(0.0, end - self.clock.now), until=self._has_news)
            if not self._news:
                return until is None or until()

    def _has_news(self) -> bool:
        return self._news

    # -- tables ---------------------------------------------------------------------------------------------------

    def table(
        self,
        *players: ScriptedClient,
        rules: str | RuleSet = "tribute216",
        start: bool = True,
        seats: tuple[Seat, ...] | None = None,
        **options: Any,
    ) -> str:
        """A table of the first player, at which the others sit on the next seats (or on `seats`); its id."""
        host, *others = players
        table = host.create(rules, **options)
        if seats is not None and seats[0] != 0:
            host.sit(table, seats[0])
        for seat, player in zip((seats or tuple(range(6)))[1:], others, strict=False):
            player.join(table)
            player.sit(table, seat)
            player.ready(table)
        if start:
            host.start(table)
            self.pump()
        return table

    def players(self, table: str) -> list[ScriptedClient]:
        """The clients who sit at a table, and are connected."""
        return [
            client
            for client in self.clients
            if client.connected and table in client.places and client.places[table].you is not None
        ]

    def play(
        self,
        table: str,
        until: Callable[[], bool],
        *,
        policy: Policy | dict[ScriptedClient, Policy] = simplest_answer,
        seconds: float = LONGEST_MATCH,
    ) -> None:
        """Let everybody at a table play by a policy until something is true; the test fails where it never is."""
        players = self.players(table)
        for client in players:
            client.policy = policy.get(client) if isinstance(policy, dict) else policy
        try:
            assert self.run(seconds, until=until), "it never came to that"
        finally:
            for client in players:
                client.policy = None

    def play_match(self, table: str, **options: Any) -> None:
        """Let everybody at a table play to the end of the match."""
        self.play(table, partial(self._is_over, table), **options)

    def _is_over(self, table: str) -> bool:
        for client in self.clients:
            if client.connected and (place := client.places.get(table)) is not None:
                return place.phase == "over"
        raise AssertionError("nobody is at the table any more")


def frame_of(**fields: Any) -> str:
    """A frame of any fields."""
    return msgspec.json.encode(fields).decode()
