"""The socket of a client: opens it, carries frames both ways, and comes back when it is lost."""

from __future__ import annotations

import asyncio
import random
import ssl
import time
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from websockets.exceptions import ConnectionClosed

from gouji_desktop.net.addresses import ServerAddress, is_private
from gouji_desktop.net.client import Client
from gouji_desktop.net.clientstate import After, Kept, Phase, Trouble
from gouji_desktop.net.connecting import Socket, TroubleError, open_socket
from gouji_desktop.net.credentials import Credentials
from gouji_desktop.net.failures import MENDED_ELSEWHERE, trouble_of_close
from gouji_desktop.net.fingerprints import same_fingerprint
from gouji_desktop.net.pins import Pins
from gouji_desktop.net.seeking import Seeking
from gouji_desktop.net.slices import Slices

#: Before the first attempt to come back at most so many seconds pass, and before the next ones.
FIRST_WAIT = 0.4
WAITS = (0.5, 1.0, 2.0, 4.0, 8.0)
#: A server that asks for a wait is not stormed by everybody at its end.
ASKED_JITTER = 1.0
#: A connection that held for so long starts the waits anew.
STEADY_SECONDS = 5.0
CANCEL_SECONDS = 0.1


class Moved(NamedTuple):
    """A server was recognised by its pinned certificate at another address than before."""

    address: ServerAddress
    #: Where it was known from, as `host:port`.
    before: tuple[str, ...]
    #: Another server was known at the new address, and is now looked for at the first of `before`.
    swapped: bool = False
    #: The person had typed a password for whoever is at that address: it was not sent.
    withheld: bool = False


def waking_clock() -> float:
    """Seconds of a clock that also runs while the machine sleeps, where the system has one."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.time() if boot is None else time.clock_gettime(boot)


def wait_before(attempt: int, chance: random.Random) -> float:
    """Seconds before an attempt, the first one being 0: never the same for two clients."""
    return chance.uniform(0.0, FIRST_WAIT if attempt == 0 else WAITS[min(attempt, len(WAITS)) - 1])


class Connection:
    """Keeps one client connected to one server, from `start` to `close`, in the running event loop.

    A server with a pinned certificate is the same server wherever it is found (`announced`); `address` is where it was
    last, and `moved` is told. What is kept for a server is said to that server alone: once the client knows who it is
    there, no other one is taken for it.

    `context` is what certificates are checked with, None for what the system trusts; `proxy` as in `open_socket`.
    `named`: at this address is a server that an authority vouches for, and no pinned certificate takes its place.
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
        moved: Callable[[Moved], object] = lambda _moved: None,
        named: bool = False,
    ) -> None:
        self.address = address
        self.client = client
        self._credentials = credentials
        self._pins = pins
        self._proxy = proxy
        self._context = context
        self._chance = chance or random.Random()  # noqa: S311 - spreads reconnects, keeps no secret
        self._running: asyncio.Task[None] | None = None
        self._socket: Socket | None = None
        self._wake = asyncio.Event()
        self._moved = moved
        self._named = named
        self._seeking = Seeking()
        #: The server that the client was told the sign-in of: its pinned certificate, "" for one without; None before.
        self._server: str | None = None
        #: What was found in the keyring, by the name under which it is kept.
        self._found: dict[str, Kept | None] = {}
        #: Why it has stopped.
        self._ended_for = ""
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

    def announced(self, certificates: Iterable[tuple[str, ServerAddress]]) -> None:
        """These fingerprints are announced at these places now: whoever says so may lie.

        Without a connection this server is looked for where its own is announced, too.
        """
        wanted = self._wanted_server
        mine = [
            place
            for fingerprint, place in certificates
            # Nobody in the network may send this machine out of it.
            if wanted and place != self.address and is_private(place.host) and same_fingerprint(fingerprint, wanted)
        ]
        if not self._seeking.announced(mine) or self._socket is not None:
            return
        if self._running is not None and not self._running.done():
            self._wake.set()
        elif self._ended_for in MENDED_ELSEWHERE:
            self.retry_now()

    @property
    def kept_under(self) -> str:
        """The name under which things of this server are kept; it stays the same when the server moves."""
        return self._pins.kept_under(self.address, self._wanted_server or "")

    @property
    def _wanted_server(self) -> str | None:
        """The certificate of the server that this is a connection to; None, or "", where none is pinned."""
        if self._server is not None or not self.address.secure:
            return self._server
        return self._pins.of(self.address)

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
        self._ended_for = ""
        if self._server is None:
            # The keyring may ask the person first, and take its time; no server waits for that.
            self.client.connecting()
            await self._find(self.kept_under)
            self.client.attach(None, keep=self._keep, woke=self.retry_now)
        while self._wanted():
            self.client.connecting()
            since = time.monotonic()
            trouble = await self._once()
            if not self._wanted():
                return
            # One that the server took its time to refuse has not held.
            if self.client.state.phase == Phase.ONLINE and time.monotonic() - since > STEADY_SECONDS:
                attempt = 0
            what = self.client.lost(trouble)
            if what.stop:
                self._ended_for = self.client.state.trouble.key if self.client.state.trouble else ""
                return
            await self._wait(what, attempt)
            attempt += 1

    def _wanted(self) -> bool:
        """Whether the connection was not closed meanwhile."""
        return self._running is asyncio.current_task()

    async def _wait(self, what: After, attempt: int) -> None:
        self._wake.clear()
        seconds = wait_before(attempt, self._chance)
        if what.wait:
            seconds = what.wait + self._chance.uniform(0.0, ASKED_JITTER)
        elif what.at_once and attempt == 0:
            seconds = 0.0
        self.client.waiting(seconds)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), seconds)

    async def _once(self) -> Trouble | None:
        """One connection from its beginning to its end; why it ended."""
        wanted = self._wanted_server
        try:
            place, made = await self._seeking.open(
                self.address, self._open, lambda made: wanted is None or made.pinned == wanted
            )
        except TroubleError as error:
            return error.trouble
        self._socket = made
        outgoing: asyncio.Queue[str] = asyncio.Queue()
        writing = asyncio.get_running_loop().create_task(_write(made, outgoing))
        try:
            await self._recognise(place, made, wanted)
            if not self._wanted():
                return None
            self.client.opened(outgoing.put_nowait, made.transport.abort)
            # What lies here already is handed out without a pause; the window's loop has its turn between.
            slices = Slices()
            async for frame in made:
                self._hand(frame)
                if slices.full():
                    await asyncio.sleep(0)
        except ConnectionClosed:
            pass
        except TroubleError as error:
            return error.trouble
        finally:
            self._socket = None
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            if not made.close_code:
                made.transport.abort()
        return trouble_of_close(made.close_code, made.close_reason or "")

    async def _open(self, place: ServerAddress, strict: bool) -> Socket:
        server = self._wanted_server if strict else self._server
        if self._named and server is None and self._pins.of(place) is None:
            server = ""
        return await open_socket(place, self._pins, proxy=self._proxy, context=self._context, server=server)

    async def _recognise(self, place: ServerAddress, made: Socket, wanted: str | None) -> None:
        """Before the first word: which server this is, and who one is there. Raises TroubleError for the wrong one."""
        if self._server is not None and made.pinned != self._server:
            detail = {"host": place.host, "address": str(place), "pinned": self._server, "fingerprint": made.pinned}
            raise TroubleError(Trouble("other_server", detail))
        withheld = False
        if self._server is None:
            kept = await self._find(self._pins.kept_under(place, made.pinned))
            meant = made.pinned in {"", wanted}
            withheld = self.client.attach(kept, keep=self._keep, woke=self.retry_now, meant=meant)
            self._server = made.pinned
        self.address = place
        if made.pinned:
            settled = self._pins.settle(place, made.pinned)
            if settled.before:
                self._moved(Moved(place, settled.before, settled.swapped, withheld))

    async def _find(self, name: str) -> Kept | None:
        """What is kept under a name; the keyring is asked once."""
        if name not in self._found:
            self._found[name] = await self._credentials.load(name)
        return self._found[name]

    def _hand(self, frame: str | bytes) -> None:
        """Give a frame to the client; what a listener raises is told and does not end the connection."""
        try:
            self.client.received(frame)
        except Exception as error:  # noqa: BLE001 - a fault of whoever listens
            context = {"message": "a listener of the client failed", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)

    # --- sign-ins ---------------------------------------------------------------------------------------------

    def _keep(self, kept: Kept | None) -> None:
        self._do(self._credentials.save(self.kept_under, kept))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)


async def _write(made: Socket, outgoing: asyncio.Queue[str]) -> None:
    """Send what is queued, in order, until the connection ends."""
    while True:
        try:
            await made.send(await outgoing.get())
        except ConnectionClosed:
            return


__all__ = ["Connection", "Moved", "wait_before", "waking_clock"]
