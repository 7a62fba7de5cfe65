"""What one client was told and has seen, and whether all of it agrees: numbers, events, answers, views.

It sees every frame that the server sends to a client, whether it arrives or not, and every change of the client's own
view. Nothing that was once seen may ever be otherwise, not over any number of connections and restarts.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import msgspec

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.client import Client
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.wire import decode_client, decode_server
from gouji_desktop.rules.views import View
from gouji_desktop.table.session import Update
from gouji_desktop.table.viewcodec import encode_view

_NOT_NOW = (ErrorCode.RATE_LIMITED, ErrorCode.BUSY, ErrorCode.FROZEN_STORAGE, ErrorCode.DRAINING)


class Place(NamedTuple):
    """A place in a match: its table and number, the number of the public command, and of the own ones since."""

    t: str
    match: int
    seq: int
    p: int


def digest(view: View) -> str:
    """What a view is, in a few letters."""
    return hashlib.sha256(msgspec.json.encode(encode_view(view))).hexdigest()[:20]


class Witness:
    """Of one client. What it finds wrong is in `faults`: who calls it would swallow an exception."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults: list[str] = []
        #: The events of every number that the server sent, whether they arrived or not; the views that were seen.
        self.sent: dict[Place, bytes] = {}
        self.seen: dict[Place, View] = {}
        #: Every request, and its outcome.
        self.requests: dict[str, str] = {}
        self.answers: dict[str, msg.Ack | msg.Err] = {}
        self.commands: set[str] = set()
        #: Commands that were acknowledged.
        self.done: set[str] = set()
        self.snaps = 0
        #: Where each connection is, by table: epoch and place.
        self._at: dict[tuple[object, str], tuple[int, Place]] = {}
        self._epochs: dict[str, int] = {}
        self._client: Client | None = None
        self._last: Place | None = None

    def _must(self, true: object, otherwise: str) -> None:
        if not true:
            self.faults.append(f"{self.name}: {otherwise}")

    # --- what goes over the line ------------------------------------------------------------------------------

    def asked(self, frame: str) -> None:
        """The client sends a request."""
        message = decode_client(frame)
        number: str | None = getattr(message, "id", None)
        if number is not None and not isinstance(message, req.Auth):
            self._must(self.requests.setdefault(number, frame) == frame, f"the id {number} is used for two requests")
            if isinstance(message, req.Cmd):
                self.commands.add(number)

    def told(self, line: object, frame: str | bytes) -> None:
        """The server sends a frame."""
        message = decode_server(frame)
        if isinstance(message, msg.Ack | msg.Err):
            if message.re in self.requests:
                self._answer(message.re, message)
        elif isinstance(message, msg.Snap):
            self._snap(line, message)
        elif isinstance(message, msg.Ev):
            self._event(line, message)
        elif isinstance(message, msg.State):
            epoch, place = self._at.get((line, message.t), (0, None))
            here = place is not None and (message.ep, message.seq, message.p) == (epoch, place.seq, place.p)
            self._must(here, f"a state out of step: {message.seq}, {message.p} at {place}")

    def _answer(self, number: str, answer: msg.Ack | msg.Err) -> None:
        # Who is told to wait may ask again; everything else is said once and for all.
        if isinstance(answer, msg.Err) and answer.code in _NOT_NOW:
            return
        before = self.answers.setdefault(number, answer)
        if isinstance(answer, msg.Ack) and number in self.commands:
            self.done.add(number)
        self._must(type(before) is type(answer), f"{before} and then {answer}")
        if isinstance(answer, msg.Ack):
            # The reason of a refusal may be another one by then; what was done stays what it was.
            self._must(before == answer, f"{before} and then {answer}")

    def server_forgot(self) -> None:
        """The server was started anew: of requests it remembers the commands alone."""
        self.answers = {number: answer for number, answer in self.answers.items() if number in self.commands}

    def _epoch(self, table: str, epoch: int) -> None:
        self._must(epoch >= self._epochs.get(table, 0), "an epoch goes back")
        self._epochs[table] = epoch

    def _snap(self, line: object, snap: msg.Snap) -> None:
        self.snaps += 1
        place = Place(snap.t, snap.match, snap.seq, snap.p)
        self._epoch(snap.t, snap.ep)
        before = self._at.get((line, snap.t))
        if before is not None and before[1].match == place.match:
            self._must(place >= before[1], f"a snapshot goes back from {before[1]} to {place}")
        self._at[line, snap.t] = snap.ep, place

    def _event(self, line: object, ev: msg.Ev) -> None:
        known = self._at.get((line, ev.t))
        if known is None:
            self._must(False, "events before a snapshot")
            return
        epoch, here = known
        there = here._replace(seq=ev.seq, p=ev.p)
        self._epoch(ev.t, ev.ep)
        self._must(ev.ep == epoch, "events of another epoch")
        events = msgspec.json.encode(ev.events)
        self._must(self.sent.setdefault(there, events) == events, f"{there} is told in two ways")
        if there <= here:
            # It was asked for, and is sent again.
            return
        follows = {here._replace(seq=here.seq + 1, p=0), here._replace(p=here.p + 1)}
        self._must(there in follows, f"{there} is sent after {here}")
        self._at[line, ev.t] = epoch, there

    # --- what the client makes of it --------------------------------------------------------------------------

    def follow(self, client: Client) -> None:
        """Look at the client's session from now on."""
        self._client = client
        known: list[object] = []

        def topic(name: str) -> None:
            session = client.session
            if name == "session" and session is not None and session not in known:
                known.append(session)
                session.subscribe(self._see)
                self._see(session.latest)

        client.subscribe(topic)

    def _see(self, update: Update) -> None:
        client = self._client
        assert client is not None
        session = client.session
        if session is None or session.seat is None:
            return
        if update.view != session.latest.view:
            # It is told what happened while it was away, before what is now.
            return
        position = session.position
        place = Place(session.key[0], session.key[1], position.seq, position.p)
        if place in self.seen and not update.events and not update.snapshot:
            return
        last = self._last
        if last is not None and last.t == place.t:
            self._must(place >= last, f"what was seen is lost: from {last} back to {place}")
        self._last = place
        self._must(self.seen.setdefault(place, update.view) == update.view, f"{place} looks in two ways")
