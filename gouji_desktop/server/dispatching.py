"""From a frame to its request's handler: what is no message, what comes too early, too often or twice.

A frame is counted first, then carried out at most once, then answered at most once. The answer comes before whatever
else the request leads to on the same connection.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from time import perf_counter

from msgspec.structs import replace

from gouji_desktop.net import requests
from gouji_desktop.net.codes import CloseCode, ErrorCode
from gouji_desktop.net.fields import Message
from gouji_desktop.net.messages import Ack, Authed, Err, Pong
from gouji_desktop.net.requests import ClientMessage
from gouji_desktop.net.wire import WireError, decode_client
from gouji_desktop.server.answers import REPEATED, Answers, is_kept
from gouji_desktop.server.config import Limits
from gouji_desktop.server.peers import Peer, Presence
from gouji_desktop.server.ports import Refused, StoreError
from gouji_desktop.server.replies import Handler, Reply
from gouji_desktop.server.signing import SigningIn
from gouji_desktop.server.timings import Timing
from gouji_desktop.table.local import Scheduler


class Dispatcher:
    """Works on the frames of all connections."""

    def __init__(
        self,
        scheduler: Scheduler,
        limits: Limits,
        presence: Presence,
        signing: SigningIn,
        handlers: Mapping[type, Handler],
        confirm: Callable[[str], None],
        before: Callable[[str], Iterable[Ack | Authed]],
        counters: Counter[str],
        commands: Timing,
    ) -> None:
        """`confirm` is told a token at the first message that comes under it.

        `before` tells what an account was answered before the server was started anew.
        """
        self._scheduler = scheduler
        self._limits = limits
        self._presence = presence
        self._signing = signing
        self._handlers = handlers
        self._confirm = confirm
        self._answers = Answers(limits.answers_kept, before)
        self._counters = counters
        self._commands = commands

    def receive(self, peer: Peer, frame: str | bytes) -> None:
        """A frame of an open connection."""
        now = self._scheduler.time()
        self._counters["messages"] += 1
        try:
            message = decode_client(frame)
        except WireError as error:
            self._no_message(peer, error, now)
            return
        excess = peer.limits.check(message, now)
        re: str | None = getattr(message, "id", None)
        if excess is not None:
            self._err(peer, ErrorCode.RATE_LIMITED, re, retry_after=excess.retry_after)
            if excess.last:
                peer.close(CloseCode.RATE, "too many messages", reconnect_after=excess.retry_after)
        elif not peer.greeted:
            self._first(peer, message, re)
        elif isinstance(message, requests.Ping):
            peer.send(Pong(message.n), droppable=True)
        elif isinstance(message, requests.Hello):
            self._err(peer, ErrorCode.ALREADY_DONE, re)
        elif not peer.uid:
            self._stranger(peer, message, re)
        else:
            self._work(peer, message, re)

    # -- before somebody has signed in ----------------------------------------------------------------------------

    def _no_message(self, peer: Peer, error: WireError, now: float) -> None:
        """What was sent is none of our messages."""
        excess = peer.limits.check(None, now)
        peer.bad_frames += 1
        self._err(peer, error.code, error.re, text=str(error))
        if not peer.greeted:
            peer.close(CloseCode.PROTOCOL, "the first message is hello")
        elif peer.bad_frames >= self._limits.bad_frames:
            peer.close(CloseCode.PROTOCOL, "too many frames that are no messages")
        elif excess is not None and excess.last:
            peer.close(CloseCode.RATE, "too many messages", reconnect_after=excess.retry_after)

    def _first(self, peer: Peer, message: ClientMessage, re: str | None) -> None:
        if isinstance(message, requests.Hello):
            self._signing.hello(peer, message)
        else:
            self._err(peer, ErrorCode.UNAUTHENTICATED, re, text="the first message is hello")
            peer.close(CloseCode.PROTOCOL, "the first message is hello")

    def _stranger(self, peer: Peer, message: ClientMessage, re: str | None) -> None:
        """A message of somebody who has said hello, but not who it is."""
        peer.waited += 1
        if peer.waited > self._limits.messages_before_auth:
            self._err(peer, ErrorCode.UNAUTHENTICATED, re)
            peer.close(CloseCode.AUTH_FAILED, "nobody signed in")
        elif isinstance(message, requests.Auth):
            reply = Reply("auth", message.id, lambda answer: self._answer(peer, message, answer))
            self._carry_out(peer, message, reply, self._signing.auth)
        else:
            self._err(peer, ErrorCode.UNAUTHENTICATED, re)

    # -- afterwards -----------------------------------------------------------------------------------------------

    def _work(self, peer: Peer, message: ClientMessage, re: str | None) -> None:
        """A message of somebody who has signed in."""
        if peer.confirm:
            peer.confirm = False
            self._confirm(peer.token)
        handler = self._handlers[type(message)]
        kind = type(message).__name__.lower()
        if re is None:
            reply = Reply(kind, None, lambda answer: self._answer(peer, message, answer))
            self._carry_out(peer, message, reply, handler)
        elif isinstance(message, REPEATED):
            reply = Reply(kind, re, lambda answer: self._answer(peer, message, answer))
            self._carry_out(peer, message, reply, handler)
        else:
            try:
                new, answer = self._answers.begin(peer.uid, re)
            except StoreError:
                self._err(peer, ErrorCode.FROZEN_STORAGE, re)
                return
            if new:
                reply = Reply(kind, re, lambda answer: self._answered(peer, message, re, answer))
                start = perf_counter()
                self._carry_out(peer, message, reply, handler)
                if isinstance(message, requests.Cmd):
                    self._commands.observe(perf_counter() - start)
            elif answer is not None:
                self._counters["repeated"] += 1
                self._send(peer, replace(answer, token=peer.token) if isinstance(answer, Authed) else answer)

    def _carry_out(self, peer: Peer, message: Message, reply: Reply, handler: Handler) -> None:
        peer.hold()
        try:
            handler(peer, message, reply)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is logged and answered
            reply.fail(error)
        peer.release()

    def _answered(self, peer: Peer, request: Message, re: str, answer: Message) -> None:
        """A request that is done once has its answer."""
        self._answers.end(peer.uid, re, answer if is_kept(request, answer) else None)
        # It may have come back by another connection while its password was hashed.
        self._answer((self._presence.of(peer.uid) or peer) if peer.closed else peer, request, answer)

    def _answer(self, peer: Peer, request: Message, answer: Message) -> None:
        """Count what became of a request, and say it."""
        code = answer.code if isinstance(answer, Err) else "ok"
        op = request.op if isinstance(request, requests.Cmd) else request.__struct_config__.tag
        self._counters[f"cmd.{op}.{code}"] += 1
        if isinstance(request, requests.Auth) and request.how == "token":
            self._counters[f"resume.{code}"] += 1
        self._send(peer, answer)

    def _send(self, peer: Peer, answer: Message) -> None:
        if isinstance(answer, Err):
            self._counters[f"err.{answer.code}"] += 1
        peer.release(answer)

    def _err(
        self, peer: Peer, code: ErrorCode, re: str | None, *, text: str = "", retry_after: float | None = None
    ) -> None:
        Reply("", re, lambda answer: self._send(peer, answer))(
            Refused(code, {"text": text} if text else None, retry_after)
        )
