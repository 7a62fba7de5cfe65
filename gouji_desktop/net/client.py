"""One person's side of a server: signs in, asks, keeps what is asked until it is answered, and follows a table.

It does no input or output. A connection (connection.py), or a test, calls `connecting`, `opened`, `received` and
`lost`; time comes from a scheduler. Whatever happens to the connection, the client stays, and so do its table and its
session: a view of them survives a reconnect.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from gouji_desktop import __version__
from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.asking import AccountRequests, TableRequests
from gouji_desktop.net.attable import AtTable
from gouji_desktop.net.clientstate import After, ClientState, Kept, Phase, Trouble
from gouji_desktop.net.codes import FEATURES, VERSION, ErrorCode
from gouji_desktop.net.failures import (
    token_is_void,
    trouble_of_bye,
    trouble_of_refusal,
    trouble_of_sign_in,
    what_follows,
)
from gouji_desktop.net.fields import Message
from gouji_desktop.net.heartbeat import Heartbeat
from gouji_desktop.net.heldseats import HeldSeats
from gouji_desktop.net.line import Line
from gouji_desktop.net.lobbyview import LobbyView
from gouji_desktop.net.proofs import ShuffleState
from gouji_desktop.net.remote import RemoteSession
from gouji_desktop.net.requesting import Answer, Done
from gouji_desktop.net.shares import KeptShares
from gouji_desktop.net.signingin import SignIn
from gouji_desktop.net.wire import WireError, decode_server
from gouji_desktop.table.local import Scheduler

#: Listeners are told what has changed: `state`, `lobby`, `table`, `session`, `said`, `proof`, `notice`.
Listener = Callable[[str], None]

#: Frames that are no messages, in a row, after which the client starts anew.
BAD_FRAMES = 5
_MATTERS_OF_TABLES = (
    msg.Table,
    msg.Said,
    msg.Gone,
    msg.Past,
    msg.Snap,
    msg.Ev,
    msg.State,
    msg.DealCommit,
    msg.Nonces,
    msg.Reveal,
)
_ANSWERS = (msg.Ack, msg.Sessions, msg.Spectating, msg.LogPart)


class Client(TableRequests, AccountRequests):
    """One server and one account; see the module.

    `kept` is what was kept for this server, None for somebody new, who is called `name`. `keep` is told what is to be
    kept from now on (None: nothing), `keep_log` the log of each match that has ended, as (name, content). `shares`
    keeps the own share in the shuffle of the running deal. `wall` is a clock that also runs while the machine sleeps;
    the scheduler's is taken where there is none.
    """

    def __init__(
        self,
        scheduler: Scheduler,
        *,
        name: str = "",
        kept: Kept | None = None,
        locale: str = "zh",
        device: str = "",
        keep: Callable[[Kept | None], None] = lambda _kept: None,
        keep_log: Callable[[str, bytes], None] = lambda _name, _content: None,
        shares: KeptShares | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        wall: Callable[[], float] | None = None,
    ) -> None:
        self._scheduler = scheduler
        self._listeners: list[Listener] = []
        self._hang_up: Callable[[], None] | None = None
        self._hello = req.Hello(
            v=(VERSION,), client="gouji-desktop", version=__version__, features=FEATURES, locale=locale
        )
        self._line = Line(entropy(6).hex())
        self._beat = Heartbeat(scheduler, wall or scheduler.time, self._ping, self._silent, self._slept)
        self._line.beat = self._beat
        self._sign_in = SignIn(name, kept, device, keep)
        self._lobby = LobbyView()
        #: The seats of this account, also those that it left while the match runs: `join` goes back. Topic: `lobby`.
        self.held = HeldSeats()
        self._at = AtTable(self._line, scheduler, self._tell, entropy, keep_log, shares or KeptShares())
        self._phase = Phase.OFFLINE
        self._was_online = False
        self._retry_at: float | None = None
        self._trouble: Trouble | None = None
        #: How the connection is to end, once that is known: why, and what then.
        self._ending: tuple[Trouble | None, After] | None = None
        self._welcome: msg.Welcome | None = None
        self._bad_frames = 0
        self._woke: Callable[[], None] = lambda: None

    # --- what there is ----------------------------------------------------------------------------------------

    @property
    def state(self) -> ClientState:
        """The connection as a person may be shown it."""
        who, welcome = self._sign_in.identity, self._welcome
        return ClientState(
            self._phase,
            self._beat.silent_for if self._phase == Phase.ONLINE else 0.0,
            None if self._retry_at is None else max(0.0, self._retry_at - self._scheduler.time()),
            self._trouble,
            welcome.server if welcome else "",
            welcome.motd if welcome else "",
            self._beat.latency_ms,
            who.uid if who else "",
            who.name if who else self._sign_in.name,
            who.account if who else "",
            who.guest if who else True,
            welcome.auth_methods if welcome else (),
        )

    @property
    def lobby_rows(self) -> tuple[msg.LobbyRow, ...]:
        """The open tables, the newest last."""
        return self._lobby.rows

    @property
    def online(self) -> int:
        """How many persons are connected to the server."""
        return self._lobby.online

    @property
    def table(self) -> msg.Table | None:
        """The table where this client is, as a place."""
        return self._at.table

    @property
    def session(self) -> RemoteSession | None:
        """The match that is followed; a new one for every match, the same one through reconnects."""
        return self._at.session

    @property
    def watching(self) -> float | None:
        """How many seconds behind a spectator is; None for who does not watch."""
        return self._at.delay

    @property
    def said(self) -> tuple[msg.Said, ...]:
        """The last that was said at the table, without those who are muted."""
        return self._at.said

    @property
    def muted(self) -> frozenset[str]:
        """The accounts that are not listened to."""
        return self._at.muted

    @property
    def proof(self) -> ShuffleState:
        """How the last deal was shuffled."""
        return self._at.proof

    @property
    def notice(self) -> Trouble | None:
        """Why the table was left, or what went wrong there; until the next table."""
        return self._at.notice

    @property
    def kept(self) -> Kept | None:
        """What is kept for this server: a secret."""
        return self._sign_in.kept

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener with a topic whenever something has changed; the result unsubscribes."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    # --- what can be done -------------------------------------------------------------------------------------

    def request(self, kind: type[Message], done: Done | None = None, **fields: Any) -> str:
        """Make a request of a kind, with an id of its own; `done` gets its one answer, `err` where it was refused.

        Without a connection it waits for one; a request without an answer is sent again after a reconnect.
        """
        return self._line.request(kind, done, **fields)

    def lobby(self, rules: str = "", free: bool = False) -> None:
        """Be told the open tables from now on, also after a reconnect: those of a rule set, those with a free seat."""
        self._lobby.filter = {"rules": rules, "free": free}
        self._look()

    def leave_lobby(self) -> None:
        """Be told no more."""
        if self._lobby.filter is not None:
            self._lobby.filter = None
            self._line.request(req.LobbyUnsub, None, once=True)

    def mute(self, uid: str, on: bool) -> None:
        """Listen to somebody no longer, or again."""
        self._at.muted = self._at.muted | {uid} if on else self._at.muted - {uid}
        self._tell("said")

    def sign_in(self, account: str, password: str) -> None:
        """Be an account from the next connection on, which is made at once."""
        self._sign_in.with_password(account, password)
        self._end(None, After(at_once=True))

    def sign_in_as_guest(self, name: str, join_password: str = "") -> None:
        """Be a guest from the next connection on, a new one where nothing is kept."""
        self._sign_in.as_guest(name, join_password)
        self._end(None, After(at_once=True))

    # --- the connection ---------------------------------------------------------------------------------------

    def attach(
        self,
        kept: Kept | None,
        *,
        keep: Callable[[Kept | None], None],
        woke: Callable[[], None],
        meant: bool = True,
    ) -> bool:
        """A connection is in charge: it found what was kept, keeps what follows, and tries at once at `woke`.

        `meant`: the server is the one that the person meant. A password that was typed for another one is forgotten;
        whether there was one.
        """
        self._sign_in.attach(kept, keep)
        self._woke = woke
        return not meant and self._sign_in.withhold_password()

    def connecting(self) -> None:
        """A connection is being made."""
        self._phase = Phase.RECONNECTING if self._was_online else Phase.CONNECTING
        self._retry_at = self._ending = None
        self._beat.start()
        self._tell("state")

    def opened(self, send: Callable[[str], None], hang_up: Callable[[], None] | None = None) -> None:
        """It is there: frames go out through `send`; `hang_up` ends it at once, and `lost` follows."""
        self._hang_up = hang_up
        self._bad_frames = 0
        if not self._was_online:
            self._phase = Phase.SIGNING_IN
        self._line.connect(send)
        self._beat.connected()
        self._beat.expect()
        self._line.send(self._hello)
        self._tell("state")

    def received(self, frame: str | bytes) -> None:
        """A frame came. Bad ones and kinds of another version are borne."""
        if not self._line.connected or self._ending is not None:
            return
        try:
            message = decode_server(frame)
        except WireError as error:
            self._bad_frames += 1
            if self._bad_frames >= BAD_FRAMES:
                self._end(Trouble("not_understood", {"why": str(error)[:200]}))
            return
        self._bad_frames = 0
        shown = self._beat.heard()
        if message is not None:
            self._take(message)
        self._beat.still_due(self._line.waiting)
        if shown:
            self._tell("state")

    def lost(self, trouble: Trouble | None) -> After:
        """The connection ended or could not be made, as far as the connection knows why; what follows."""
        known, what = self._ending or (trouble, what_follows(trouble, was_online=self._was_online))
        self._hang_up = self._ending = None
        self._line.disconnect()
        self._beat.disconnected()
        self._sign_in.interrupted()
        self._trouble = known
        if what.stop:
            self._phase = Phase.CLOSED
            self._beat.stop()
        else:
            self._phase = Phase.RECONNECTING if self._was_online else Phase.CONNECTING
        self._tell("state")
        return what

    def waiting(self, seconds: float) -> None:
        """The next attempt is made in so many seconds."""
        self._retry_at = self._scheduler.time() + seconds
        self._tell("state")

    def stopped(self) -> None:
        """The person has ended it."""
        self._hang_up = self._ending = self._trouble = self._retry_at = None
        self._line.disconnect()
        self._beat.stop()
        self._phase = Phase.CLOSED
        self._tell("state")

    # --- what the server says ---------------------------------------------------------------------------------

    def _take(self, message: msg.ServerMessage) -> None:
        if isinstance(message, _MATTERS_OF_TABLES):
            self._hold(message)
            self._at.take(message)
            self._beat.lively = self._at.session is not None and not self._at.session.latest.view.over
        elif isinstance(message, _ANSWERS):
            self._line.answered(message)
        elif isinstance(message, msg.Err):
            self._take_error(message)
        elif isinstance(message, msg.Lobby | msg.LobbyDelta):
            self._lobby.take(message)
            self.held.listed(message.rows)
            self._tell("lobby")
        elif isinstance(message, msg.Pong):
            self._beat.pong(message.n)
            self._at.pong(message.n)
            self._tell("state")
        else:
            self._take_greeting(message)

    def _take_greeting(self, message: msg.ServerMessage) -> None:
        if isinstance(message, msg.Welcome):
            self._welcome = message
            self._line.send(self._sign_in.auth(self._line.new_id()))
        elif isinstance(message, msg.Authed):
            if self._sign_in.asked(message.re):
                self._signed_in(message)
            else:
                # A new name, or a guest that has become an account.
                self._sign_in.accepted(message)
                self._tell("state")
                self._line.answered(message)
        elif isinstance(message, msg.Refuse):
            self._end(trouble_of_refusal(message))
        elif isinstance(message, msg.Bye):
            trouble = trouble_of_bye(message)
            what = what_follows(trouble, was_online=True)
            if message.reconnect_after is not None:
                what = what._replace(wait=max(0.0, message.reconnect_after))
            self._ending = (trouble, what)

    def _take_error(self, err: msg.Err) -> None:
        how = self._sign_in.asked(err.re)
        if how is None:
            self._line.answered(err)
            return
        trouble = trouble_of_sign_in(err, how)
        if token_is_void(err) and self._sign_in.token_void():
            self._line.send(self._sign_in.auth(self._line.new_id()))
            return
        what = what_follows(trouble, was_online=self._was_online)
        if what.stop:
            self._sign_in.refused()
        self._end(trouble, what)

    def _signed_in(self, authed: msg.Authed) -> None:
        first = not self._was_online
        other = self._sign_in.accepted(authed)
        self._phase, self._was_online, self._trouble = Phase.ONLINE, True, None
        self._line.open = True
        if other:
            self._at.went()
        self._at.uid = authed.uid
        self.held.signed_in(authed.seats)
        self._at.rejoin(authed.seats, first=first or other)
        self._line.resend_all()
        self._look()
        self._tell("state")

    # --- odds and ends ----------------------------------------------------------------------------------------

    def _end(self, trouble: Trouble | None, what: After | None = None) -> None:
        """End the connection from this side."""
        if self._hang_up is None and not self._line.connected:
            self._woke()
            return
        self._ending = (trouble, what or what_follows(trouble, was_online=self._was_online))
        if self._hang_up is not None:
            self._hang_up()

    def _look(self) -> None:
        """Ask for the open tables, where somebody looks at them."""
        if self._lobby.filter is not None:
            self._line.request(req.LobbySub, self._looked, once=True, **self._lobby.filter)

    def _looked(self, answer: Answer) -> None:
        if isinstance(answer, msg.Err) and answer.retry_after is not None:
            # Too often; the last time counts.
            self._scheduler.call_later(answer.retry_after, lambda: self._look() if self._line.open else None)

    def _ping(self, number: int) -> None:
        self._line.send(req.Ping(n=number))

    def _silent(self, dead: bool) -> None:
        if dead:
            self._end(Trouble("silent"), After(at_once=True))
        else:
            self._tell("state")

    def _slept(self) -> None:
        self._end(Trouble("slept"), After(at_once=True))

    def _hold(self, message: msg.ServerMessage) -> None:
        """Keep in mind where the account has seats."""
        before = self.held.all, self.held.running
        if isinstance(message, msg.Table):
            self.held.told(message)
        elif isinstance(message, msg.Gone):
            self.held.gone(message)
        if (self.held.all, self.held.running) != before:
            self._tell("lobby")

    def _enter(self, kind: type[Message], done: Done | None, **fields: Any) -> None:
        def answered(answer: Answer) -> None:
            if isinstance(answer, msg.Err) and answer.code == ErrorCode.TABLE_GONE and fields.get("t"):
                self.held.lost(fields["t"])
                self._tell("lobby")
            if done is not None:
                done(answer)

        self._line.request(kind, self._at.entering(fields.get("code"), answered), **fields)

    def _table(self) -> str:
        return self._at.t or "0"

    def _is_member(self) -> bool:
        return self._at.member

    def _went(self) -> None:
        self._at.went()

    def _logged_out(self) -> None:
        self._sign_in.forget()
        self._at.went()
        self._was_online = False
        self._end(None, After(stop=True))

    def _tell(self, topic: str) -> None:
        for listener in tuple(self._listeners):
            listener(topic)
