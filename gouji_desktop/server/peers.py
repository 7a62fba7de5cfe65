"""One connection as the core knows it, and who is connected."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

from gouji_desktop.net.codes import CloseCode, ErrorCode
from gouji_desktop.net.fields import Message
from gouji_desktop.net.messages import Bye, Err
from gouji_desktop.net.wire import encode_bytes
from gouji_desktop.server.config import Limits
from gouji_desktop.server.limits import PeerLimits
from gouji_desktop.server.ports import Link
from gouji_desktop.server.timings import LAG_LIMIT
from gouji_desktop.table.local import Scheduler, Timer

_log = logging.getLogger(__name__)


class Peer:
    """A connection. What it may do follows from `uid`, which the server alone sets; no frame is ever asked for it."""

    __slots__ = (
        "_cleared",
        "_held",
        "_link",
        "_on_frame",
        "_on_gone",
        "_timer",
        "account",
        "bad_frames",
        "closed",
        "confirm",
        "features",
        "greeted",
        "here",
        "limits",
        "name",
        "number",
        "signing_in",
        "token",
        "uid",
        "waited",
        "watching",
    )

    def __init__(
        self,
        number: int,
        link: Link,
        limits: Limits,
        now: float,
        on_frame: Callable[[Peer, str | bytes], None],
        on_gone: Callable[[Peer], None],
    ) -> None:
        self._link = link
        self._on_frame = on_frame
        self._on_gone = on_gone
        self._timer: Timer | None = None
        self._cleared = False
        #: What waits until the request is answered that is being worked on; None: nothing has to wait.
        self._held: list[tuple[bytes, bool]] | None = None
        #: For the log.
        self.number = number
        self.closed = False
        self.limits = PeerLimits(limits, now)
        self.bad_frames = 0
        #: Messages that came before it had signed in.
        self.waited = 0
        self.greeted = False
        #: A password is being looked at.
        self.signing_in = False
        #: The account, "" until it has signed in.
        self.uid = ""
        self.name = ""
        #: The account name, "" for a guest.
        self.account = ""
        self.token = ""
        #: Whether the next message shows that the new token has arrived.
        self.confirm = False
        self.features: frozenset[str] = frozenset()
        #: The tables that have told it everything, as to one of their members; it may have left some of them since.
        self.here: set[str] = set()
        #: The tables that it watches as a spectator.
        self.watching: set[str] = set()

    def __repr__(self) -> str:
        return f"<connection {self.number} uid={self.uid or '-'}>"

    @property
    def address(self) -> str:
        """Where it comes from, as the limits count it."""
        return self._link.address

    # -- what the gateway calls -----------------------------------------------------------------------------------

    def receive(self, frame: str | bytes) -> None:
        """A frame has come. Never raises."""
        if self.closed:
            return
        try:
            self._on_frame(self, frame)
        except Exception:  # noqa: BLE001 - whatever it is, this connection alone bears it
            _log.exception("connection %d: a frame could not be worked on", self.number)
            self.close(CloseCode.POLICY, "internal error")

    def gone(self) -> None:
        """The connection is closed. Never raises; may be called more than once."""
        self.wait_no_more()
        self.closed = True
        if self._cleared:
            return
        self._cleared = True
        self._on_gone(self)

    # -- what rooms and the core call -----------------------------------------------------------------------------

    def send(self, message: Message, *, droppable: bool = False) -> None:
        """Send a message; nothing happens where the connection is closed."""
        if not self.closed:
            self._put(encode_bytes(message), droppable)

    def send_frame(self, frame: bytes) -> None:
        """Send what is encoded already."""
        if not self.closed:
            self._put(frame, droppable=False)

    def _put(self, frame: bytes, droppable: bool) -> None:
        if self._held is None:
            self._link.send(frame, droppable=droppable)
        else:
            self._held.append((frame, droppable))

    def hold(self) -> None:
        """A request is being worked on: what it leads to comes after its answer."""
        self._held = []

    def release(self, answer: Message | None = None) -> None:
        """The request is answered (or needs no answer): send the answer, and what waited for it."""
        held, self._held = self._held or (), None
        if answer is not None:
            self.send(answer)
        for frame, droppable in held:
            if not self.closed:
                self._link.send(frame, droppable=droppable)

    def refuse(self, code: ErrorCode, text: str, re: str | None = None, retry_after: float | None = None) -> None:
        """Say that something was not done, with a sentence for programmers."""
        self.send(Err(code, re, retry_after, {"text": text}))

    def close(self, code: CloseCode, reason: str = "", reconnect_after: float | None = None) -> None:
        """Say why, and close; it counts as gone from now on."""
        if not self.closed:
            self.release()
            self.send(Bye(code, reason, reconnect_after))
            self.cut(code, reason)

    def cut(self, code: CloseCode, reason: str = "") -> None:
        """Close without a word, after what has been sent already."""
        if not self.closed:
            self.release()
            self.closed = True
            self._link.close(code, reason)
            self.gone()

    def wait(self, scheduler: Scheduler, seconds: float, late: Callable[[], object]) -> None:
        """Call back when so much time has passed; takes the place of what was waited for before.

        Where the server itself is late, what has come meanwhile lies in the socket: it is read first.
        """
        due = scheduler.time() + seconds

        def look() -> None:
            behind = scheduler.time() - due
            if behind > LAG_LIMIT:
                self.wait(scheduler, min(behind, seconds), late)
            else:
                late()

        self.wait_no_more()
        self._timer = scheduler.call_later(seconds, look)

    def wait_no_more(self) -> None:
        """What was waited for has come."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Presence:
    """Who is connected: all connections, and the one live connection of each account."""

    def __init__(self) -> None:
        self._peers: set[Peer] = set()
        self._accounts: dict[str, Peer] = {}

    def __len__(self) -> int:
        return len(self._peers)

    def __iter__(self) -> Iterator[Peer]:
        return iter(sorted(self._peers, key=lambda peer: peer.number))

    @property
    def online(self) -> int:
        """How many accounts are here."""
        return len(self._accounts)

    def of(self, uid: str) -> Peer | None:
        """The live connection of an account."""
        return self._accounts.get(uid)

    def add(self, peer: Peer) -> None:
        """A connection has come."""
        self._peers.add(peer)

    def sign_in(self, peer: Peer) -> Peer | None:
        """The connection is its account's from now on; the one whose place it takes."""
        older = self._accounts.get(peer.uid)
        self._accounts[peer.uid] = peer
        return older

    def remove(self, peer: Peer) -> None:
        """A connection has gone."""
        self._peers.discard(peer)
        if self._accounts.get(peer.uid) is peer:
            del self._accounts[peer.uid]
