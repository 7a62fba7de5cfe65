"""The socket of a client: opens it, carries frames both ways, and comes back when it is lost."""

from __future__ import annotations

import asyncio
import random
import ssl
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.client import Client
from gouji_desktop.net.clientstate import After, Kept, Trouble
from gouji_desktop.net.connecting import TroubleError, open_socket
from gouji_desktop.net.credentials import Credentials
from gouji_desktop.net.failures import trouble_of_close
from gouji_desktop.net.pins import Pins

#: Before the first attempt to come back at most so many seconds pass, and before the next ones.
FIRST_WAIT = 0.4
WAITS = (0.5, 1.0, 2.0, 4.0, 8.0)
#: A server that asks for a wait is not stormed by everybody at its end.
ASKED_JITTER = 1.0
#: A connection that held for so long starts the waits anew.
STEADY_SECONDS = 5.0
CANCEL_SECONDS = 0.1


def waking_clock() -> float:
    """Seconds of a clock that also runs while the machine sleeps, where the system has one."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.time() if boot is None else time.clock_gettime(boot)


def wait_before(attempt: int, chance: random.Random) -> float:
    """Seconds before an attempt, the first one being 0: never the same for two clients."""
    return chance.uniform(0.0, FIRST_WAIT if attempt == 0 else WAITS[min(attempt, len(WAITS)) - 1])


class Connection:
    """Keeps one client connected to one server, from `start` to `close`, in the running event loop.

    `context` is what certificates are checked with, None for what the system trusts; `proxy` as in `open_socket`.
    """

    def __init__(
        self,
        address: ServerAddress,
        client: Client,
        *,
        credentials: Credentials,
        pins: Pins,
        proxy: bool | str = True,
        context: ssl.SSLContext | None = None,
        chance: random.Random | None = None,
    ) -> None:
        self.address = address
        self.client = client
        self._credentials = credentials
        self._pins = pins
        self._proxy = proxy
        self._context = context
        self._chance = chance or random.Random()  # noqa: S311 - spreads reconnects, keeps no secret
        self._running: asyncio.Task[None] | None = None
        self._socket: ClientConnection | None = None
        self._wake = asyncio.Event()
        self._loaded = False
        self._chores: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        """Connect, and stay connected."""
        if self._running is None or self._running.done():
            self._wake.clear()
            self._running = asyncio.get_running_loop().create_task(self._run())

    def retry_now(self) -> None:
        """Try again at once, also after it has stopped."""
        self._wake.set()
        self.start()

    def trust(self, fingerprint: str) -> None:
        """Pin the certificate of that fingerprint, and try again. Raises ValueError, OSError; see Pins."""
        self._pins.pin(self.address, fingerprint)
        self.retry_now()

    async def close(self) -> None:
        """End the connection in good order, and what is still being kept."""
        running, self._running = self._running, None
        self.client.stopped()
        if self._socket is not None:
            await self._socket.close()
        while running is not None and not running.done():
            # More than once: a wait that ends in the same moment swallows being cancelled.
            running.cancel()
            await asyncio.wait({running}, timeout=CANCEL_SECONDS)
        await asyncio.gather(*self._chores, return_exceptions=True)

    # --- the loop ---------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        attempt = 0
        if not self._loaded:
            # The keyring may ask the person first, and take its time.
            self.client.connecting()
            kept = await self._credentials.load(self.address.netloc)
            self.client.attach(kept, keep=self._keep, woke=self.retry_now)
            self._loaded = True
        while self._wanted():
            self.client.connecting()
            since = time.monotonic()
            trouble = await self._once()
            if not self._wanted():
                return
            if time.monotonic() - since > STEADY_SECONDS:
                attempt = 0
            what = self.client.lost(trouble)
            if what.stop:
                return
            await self._wait(what, attempt)
            attempt += 1

    def _wanted(self) -> bool:
        """Whether the connection was not closed meanwhile."""
        return self._running is asyncio.current_task()

    async def _wait(self, what: After, attempt: int) -> None:
        self._wake.clear()
        seconds = wait_before(attempt, self._chance)
        if what.wait is not None:
            seconds = what.wait + self._chance.uniform(0.0, ASKED_JITTER)
        elif what.at_once and attempt == 0:
            seconds = 0.0
        self.client.waiting(seconds)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), seconds)

    async def _once(self) -> Trouble | None:
        """One connection from its beginning to its end; why it ended."""
        try:
            made = await open_socket(self.address, self._pins, proxy=self._proxy, context=self._context)
        except TroubleError as error:
            return error.trouble
        self._socket = made
        outgoing: asyncio.Queue[str] = asyncio.Queue()
        writing = asyncio.get_running_loop().create_task(_write(made, outgoing))
        try:
            self.client.opened(outgoing.put_nowait, made.transport.abort)
            async for frame in made:
                self._hand(frame)
        except ConnectionClosed:
            pass
        finally:
            self._socket = None
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            if not made.close_code:
                made.transport.abort()
        return trouble_of_close(made.close_code, made.close_reason or "")

    def _hand(self, frame: str | bytes) -> None:
        """Give a frame to the client; what a listener raises is told and does not end the connection."""
        try:
            self.client.received(frame)
        except Exception as error:  # noqa: BLE001 - a fault of whoever listens
            context = {"message": "a listener of the client failed", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)

    # --- sign-ins ---------------------------------------------------------------------------------------------

    def _keep(self, kept: Kept | None) -> None:
        self._do(self._credentials.save(self.address.netloc, kept))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)


async def _write(made: ClientConnection, outgoing: asyncio.Queue[str]) -> None:
    """Send what is queued, in order, until the connection ends."""
    while True:
        try:
            await made.send(await outgoing.get())
        except ConnectionClosed:
            return


__all__ = ["Connection", "wait_before", "waking_clock"]
