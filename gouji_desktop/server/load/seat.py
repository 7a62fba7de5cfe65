"""One seat of a load run: a client that folds what it is told, answers simply, and keeps watch over what it gets."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from random import Random
from time import perf_counter
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.net import messages as m
from gouji_desktop.net import requests as q
from gouji_desktop.net.codes import SUBPROTOCOL
from gouji_desktop.net.commands import cmd_of
from gouji_desktop.net.wire import decode_server, encode
from gouji_desktop.rules.events import Answered
from gouji_desktop.rules.prompts import Prompt, prompt_of
from gouji_desktop.rules.state import Hand, Stage
from gouji_desktop.rules.views import View, fold
from gouji_desktop.server.load.failing import FAILURES, reason, refused
from gouji_desktop.server.load.running import LoadError
from gouji_desktop.server.load.stamped import StampedConnection
from gouji_desktop.table.codec import decode_event
from gouji_desktop.table.viewcodec import decode_view

#: Seconds that a person thinks at human pace, least and most.
THINKING = (0.6, 2.6)
#: How long frames lie before they are folded, in seconds.
FOLD_AFTER = 0.004


class Shared:
    """What the seats of one run have together."""

    def __init__(self) -> None:
        self.human = True
        #: Commands are answered; else every seat only listens.
        self.playing = True
        self.latencies: list[float] = []
        self.actions = 0
        self.frames = 0
        self.lost = 0
        self.leaked = 0
        self.refused = 0
        self.dropped = 0
        self._work: deque[Callable[[], None]] = deque()

    def do_later(self, work: Callable[[], None]) -> None:
        """Do something that has time, one thing after the other, with a look at all sockets before each."""
        self._work.append(work)
        if len(self._work) == 1:
            asyncio.get_running_loop().call_soon(self._do_one)

    def _do_one(self) -> None:
        try:
            self._work[0]()
        finally:
            self._work.popleft()
            if self._work:
                asyncio.get_running_loop().call_soon(self._do_one)


class LoadTable:
    """What the seats of one table have together: when the command was sent that leads to an event of that number."""

    def __init__(self) -> None:
        self.sent: dict[int, float] = {}


class LoadSeat:
    """One seat."""

    def __init__(self, url: str, name: str, shared: Shared, table: LoadTable, seed: int) -> None:
        self._url = url
        self._name = name
        self._shared = shared
        self._table = table
        self._chance = Random(seed)  # noqa: S311 - how long somebody thinks
        self._socket: StampedConnection | None = None
        self._answers: dict[str, asyncio.Future[m.ServerMessage]] = {}
        self._number = 0
        self._view: View | None = None
        self._asked = -1
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        #: Why the connection is over, in a sentence; "" while it is not.
        self._ended = ""
        self._unread: list[tuple[str | bytes, float]] = []
        self.seat = -1
        self.seq = -1
        self.started = asyncio.Event()
        self._table_id = ""

    # --- talking ----------------------------------------------------------------------------------------------

    async def enter(self) -> None:
        """Connect and sign in as a guest. Raises LoadError."""
        try:
            socket = await connect(
                self._url,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None,
                max_size=None,
                proxy=None,
                ping_interval=None,
                create_connection=StampedConnection,
            )
        except FAILURES as error:
            raise LoadError(reason(error, self._url)) from None
        assert isinstance(socket, StampedConnection)
        self._socket = socket
        self._keep(self._listen())
        await self._send(encode(q.Hello((1,), "gouji load")))
        answer = await self.ask(lambda number: q.Auth(number, "guest", name=self._name))
        if isinstance(answer, m.Err):
            raise LoadError(refused(answer.code))

    async def ask(self, make: Any) -> m.ServerMessage:
        """Send a request and wait for its answer. Raises LoadError where none comes."""
        self._number += 1
        number = f"{self._name}.{self._number}"
        future: asyncio.Future[m.ServerMessage] = asyncio.get_running_loop().create_future()
        self._answers[number] = future
        await self._send(encode(make(number)))
        if self._ended:
            raise LoadError(self._ended)
        try:
            return await asyncio.wait_for(future, 30.0)
        except TimeoutError as error:
            raise LoadError(reason(error, self._url)) from None

    async def _send(self, frame: str) -> None:
        assert self._socket is not None
        # Who has just left says nothing more; a connection that broke is counted by who listens to it.
        with suppress(ConnectionClosed):
            await self._socket.send(frame)

    async def leave(self) -> None:
        """Close the connection."""
        self._closing = True
        for task in self._tasks:
            task.cancel()
        if self._socket is not None:
            await self._socket.close()

    def _keep(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- listening --------------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        assert self._socket is not None
        later = asyncio.get_running_loop().call_later
        try:
            while True:
                stamped = await self._socket.receive()
                # Folded later, when the other seats of the table have their stamps: this process's work, and not the
                # server's, must not delay them.
                if not self._unread:
                    later(FOLD_AFTER, self._shared.do_later, self._read)
                self._unread.append(stamped)
        except ConnectionClosed as error:
            self._ended = reason(error, self._url)
        if not self._closing:
            self._shared.dropped += 1
        # Who waits for an answer waits no longer: none comes any more.
        for future in self._answers.values():
            if not future.done():
                future.set_exception(LoadError(self._ended))

    def _read(self) -> None:
        """Take in what has come, in order."""
        unread, self._unread = self._unread, []
        for frame, now in unread:
            self._shared.frames += 1
            message = decode_server(frame)
            if message is not None:
                self.take(message, now)

    def take(self, message: m.ServerMessage, now: float) -> None:
        """Take in a message that came at a time of `perf_counter`."""
        if isinstance(message, m.Ev):
            self._take_events(message, now)
        elif isinstance(message, m.Snap):
            self._view, self.seq = decode_view(message.view), message.seq
            self._table_id = message.t
            self.seat = -1 if message.you is None else message.you
            self.started.set()
            self._look()
        elif isinstance(message, m.Ack | m.Err | m.Authed):
            if isinstance(message, m.Err):
                self._shared.refused += 1
            future = self._answers.pop(message.re or "", None)
            if future is not None and not future.done():
                future.set_result(message)

    def _take_events(self, message: m.Ev, now: float) -> None:
        shared = self._shared
        if message.p == 0:
            shared.lost += abs(message.seq - self.seq - 1)
            self.seq = message.seq
            sent = self._table.sent.get(message.seq)
            if sent is not None and shared.human:
                shared.latencies.append((now - sent) * 1000)
        if message.cmd is not None:
            shared.actions += 1
        view = self._view
        assert view is not None
        for data in message.events:
            event = decode_event(data)
            shared.leaked += isinstance(event, Answered) and event.seat != self.seat
            view = fold(view, event)
        self._view = view
        shared.leaked += leaks(view, self.seat)
        self._look()

    def _look(self) -> None:
        """Answer what is asked, or go on after a deal."""
        view = self._view
        if view is None or not self._shared.playing:
            return
        prompt = prompt_of(view, self.seat)
        if prompt is not None and prompt.id != self._asked:
            self._asked = prompt.id
            self._keep(self._answer(view, prompt))
        elif view.deal is not None and view.deal.stage == Stage.OVER and not view.over and self._asked != -view.step:
            self._asked = -view.step
            self._number += 1
            self._keep(self._send(encode(q.Ready(f"{self._name}.{self._number}", self._table_id))))

    async def _answer(self, view: View, prompt: Prompt) -> None:
        command = simplest_answer(view, prompt)
        if self._shared.human:
            await asyncio.sleep(self._chance.uniform(*THINKING))
        self._number += 1
        frame = encode(cmd_of(command, f"{self._name}.{self._number}", self._table_id))
        if prompt.stage == Stage.PLAYING:
            self._table.sent[self.seq + 1] = perf_counter()
        await self._send(frame)

    @property
    def in_play(self) -> bool:
        """Whether the questions before play are through."""
        deal = None if self._view is None else self._view.deal
        return deal is not None and deal.stage in (Stage.PLAYING, Stage.BURN_QUERY, Stage.OVER)


def leaks(view: View, seat: int) -> int:
    """How many hands a seat sees that it may not see."""
    deal = view.deal
    if deal is None:
        return 0
    open_hands = sum(isinstance(hand, Hand) for owner, hand in enumerate(deal.dealt) if owner != seat)
    if deal.stage != Stage.OVER:
        open_hands += sum(isinstance(hand, Hand) for owner, hand in enumerate(deal.hands) if owner != seat)
    return open_hands
