"""What a client of a test's server is told, followed as a client must follow it.

The test fails where numbers do not follow each other, where a snapshot is not what its events led to, where a prompt is
not what the view says, or where something comes that must not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from gouji_desktop.net import messages as msg
from gouji_desktop.net.codes import CloseCode
from gouji_desktop.net.fields import Message
from gouji_desktop.net.proofs import ShufflePhase, ShuffleWatch
from gouji_desktop.net.wire import decode_server
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.prompts import Prompt, prompt_of
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import View, fold
from gouji_desktop.table.codec import decode_event
from gouji_desktop.table.viewcodec import decode_view

M = TypeVar("M", bound=Message)


@lru_cache(maxsize=64)
def read_frame(frame: bytes) -> tuple[msg.ServerMessage | None, tuple[Event, ...]]:
    """A frame as a message (None: of a kind that is not known), and the events in it: most go to many clients."""
    message = decode_server(frame)
    return message, tuple(decode_event(each) for each in message.events) if isinstance(message, msg.Ev) else ()


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
        #: Whether it has heard everything; not after a reconnect, until the whole match has come again.
        self.in_step = True
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
        self.in_step = True
        if before == self.position:
            assert view == self.view, "the snapshot is not what its events led to"

    def ev(self, ev: msg.Ev, events: tuple[Event, ...] | None = None) -> None:
        """Events that must follow, or are known already."""
        there = ev.ep, ev.seq, ev.p
        if not self.in_step or (ev.ep == self.ep and there <= self.position):
            return
        follows = [(self.ep, self.seq + 1, 0), (self.ep, self.seq, self.p + 1)]
        assert there in follows, f"{there} does not follow {self.position}"
        for event in map(decode_event, ev.events) if events is None else events:
            self.view = fold(self.view, event)
            self.events += 1
        _, self.seq, self.p = there
        self.clock, self.told = ev.clock, ev.prompt
        self.seats = self.seats if ev.seats is None else ev.seats
        self._check_prompt()

    def state(self, state: msg.State) -> None:
        """What replaces clock, seats and prompt."""
        if not self.in_step:
            return
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


class Follower:
    """Reads what one account is told, over all its connections."""

    def __init__(self, entropy: Callable[[int], bytes], *, shares: bool) -> None:
        """`shares`: it takes part in shuffles."""
        self._entropy = entropy
        self._shares = shares
        self.name = ""
        #: Every frame.
        self.frames: list[bytes] = []
        #: The same as messages; those of kinds that are not known are left out.
        self.received: list[msg.ServerMessage] = []
        self._read_to = 0
        self._answers: dict[str, list[msg.ServerMessage]] = {}
        self.uid = ""
        self.token = ""
        #: Tables where it is, and matches that it follows, by table.
        self.places: dict[str, msg.Table] = {}
        self.matches: dict[str, Followed] = {}
        #: The lobby as it was told.
        self.lobby: dict[str, msg.LobbyRow] = {}
        self.online = 0
        #: What it has to send for its part in shuffles.
        self.todo: list[Message] = []
        self._shuffles: dict[str, ShuffleWatch] = {}

    def follow(self, table: str) -> Followed:
        """The match at a table as it has followed it."""
        self.read()
        return self.matches[table]

    def seat(self, table: str) -> Seat | None:
        """The own seat."""
        return self.place(table).you

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

    def answers(self, re: str) -> list[msg.ServerMessage]:
        """What answers a request."""
        self.read()
        return self._answers.get(re, [])

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
            message, events = read_frame(frame)
            if message is not None:
                self.received.append(message)
                if (re := getattr(message, "re", None)) is not None:
                    self._answers.setdefault(re, []).append(message)
                self._take(message, events)

    def _take(self, message: msg.ServerMessage, events: tuple[Event, ...]) -> None:
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
            followed.ev(message, events)
            if (watch := self._shuffles.get(message.t)) is not None:
                watch.happened(before, events)
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
            watch = self._shuffles[message.t] = ShuffleWatch(message.t, self.uid, entropy=self._entropy)
        answer: Message | None = None
        if isinstance(message, msg.DealCommit):
            place = self.places.get(message.t)
            answer = watch.committed(message, message.rules, seated=place is not None and place.you is not None)
        elif isinstance(message, msg.Nonces):
            answer = watch.named(message)
        elif (followed := self.matches.get(message.t)) is not None:
            watch.revealed(message, followed.view)
        if answer is not None and self._shares:
            self.todo.append(answer)
