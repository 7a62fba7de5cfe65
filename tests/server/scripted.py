"""A client of a test's server: led by the test, or playing by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import CloseCode
from gouji_desktop.net.commands import cmd_of
from gouji_desktop.net.fields import Message
from gouji_desktop.net.wire import encode
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.views import View
from gouji_desktop.server.peers import Peer
from gouji_desktop.table.codec import encode_rules
from tests.server.following import Followed, Follower, MemoryLink

if TYPE_CHECKING:
    from tests.server.world import World

Policy = Callable[[View, Prompt], SeatCommand]

#: So long they think about an answer, in seconds: faster than any person, and not so fast that the server minds.
THINKING = 0.5


class ScriptedClient(Follower):
    """A client that a test leads, or that plays by itself (`policy`)."""

    def __init__(self, world: World, name: str, address: str, features: tuple[str, ...]) -> None:
        super().__init__(world.entropy, shares="shuffle" in features)
        self.world = world
        self.name = name
        self.address = address
        self.features = features
        self.link: MemoryLink | None = None
        self.peer: Peer | None = None
        #: How it answers prompts by itself; None: it does not.
        self.policy: Policy | None = None
        #: The prompt of each table, as match and number, that it thinks or has thought about; and those thought out.
        self._thought: dict[str, tuple[int, int]] = {}
        self._thought_out: set[tuple[str, tuple[int, int]]] = set()
        #: What there was when it last looked what it might do.
        self._looked: tuple[object, ...] = ()

    # -- the connection -------------------------------------------------------------------------------------------

    @property
    def connected(self) -> bool:
        """Whether it has an open connection."""
        return self.link is not None and self.link.closed is None

    @property
    def closed(self) -> tuple[CloseCode, str] | None:
        """How the server closed the connection, where it did."""
        return None if self.link is None else self.link.closed

    def connect(self, *, hello: bool = True) -> None:
        """Open a connection, and say hello."""
        assert not self.connected, "connected already"
        link = self.link = MemoryLink(self.address, self._hear)
        self.peer = self.world.core.connect(link)
        if hello and link.closed is None:
            self.send(req.Hello(v=(1,), client="scripted", features=self.features))

    def sign_in(self, **fields: Any) -> Any:
        """Sign in: as a guest of its name, by its token where it has one, or as said."""
        if not fields:
            fields = {"how": "token", "token": self.token} if self.token else {"how": "guest", "name": self.name}
        return self.ask(req.Auth, **fields)

    def drop(self) -> None:
        """Lose the connection."""
        link, peer = self.link, self.peer
        self.lose()
        if link is not None and peer is not None:
            link.closed = link.closed or (CloseCode.NORMAL, "dropped")
            peer.gone()
            self.world.run(0.0)

    def lose(self) -> None:
        """The server is not there any more."""
        self.read()
        self.link = self.peer = None
        for followed in self.matches.values():
            followed.in_step = False

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

    # -- by itself ------------------------------------------------------------------------------------------------

    def react(self) -> None:
        """Do what a client does by itself: its part in a shuffle; by its policy answer prompts and be ready."""
        there = len(self.frames), len(self._thought_out), self.policy, self.link
        if there == self._looked and not self.todo:
            return
        self._looked = there
        self.read()
        todo, self.todo = self.todo, []
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
        if prompt is not None:
            key = followed.match, prompt.id
            if self._thought.get(table) != key:
                self._thought[table] = key
                self.world.clock.call_later(THINKING, partial(self._think, table, key))
            elif (table, key) in self._thought_out:
                self._thought_out.remove((table, key))
                self.play(table, policy)
        elif place is not None and place.phase == "playing" and place.you is not None:
            self._go_on(table, followed, waits=not place.seats[place.you].ready)

    def _go_on(self, table: str, followed: Followed, *, waits: bool) -> None:
        if followed.over and waits:
            self.ask(req.Ready, t=table)

    def _think(self, table: str, key: tuple[int, int]) -> None:
        """The time for an answer has come."""
        self._thought_out.add((table, key))
        self.world.wake()
