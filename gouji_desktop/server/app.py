"""A whole table server, put together: store, accounts, core, sockets, side port, announcement; and its process.

`TableServer` starts and stops within a running event loop; `run` is the process around it: signals, and one line on
standard output that says where it listens.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import signal
import ssl
import sys
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any

from gouji_desktop.net.codes import PATH
from gouji_desktop.net.interfaces import own_addresses
from gouji_desktop.server.accounts import Accounts
from gouji_desktop.server.announcing import Announcement, Announcer
from gouji_desktop.server.certificates import (
    CertificateError,
    CertificateFiles,
    ReadCertificate,
    own_certificate,
    read_certificate,
)
from gouji_desktop.server.config import Config
from gouji_desktop.server.core import ServerCore
from gouji_desktop.server.dumping import Held, dump
from gouji_desktop.server.gateway import Gateway
from gouji_desktop.server.health import LOOPBACK, Health
from gouji_desktop.server.logs import log_to, write_always
from gouji_desktop.server.metrics import Metrics, Values
from gouji_desktop.server.named_files import beside
from gouji_desktop.server.options import warnings_of
from gouji_desktop.server.players import Players
from gouji_desktop.server.ports import StoreError
from gouji_desktop.server.store import Store
from gouji_desktop.server.unix_place import UnixPlaceError

_log = logging.getLogger(__name__)

DATABASE = "server.sqlite3"
#: After a planned end clients come back after so many seconds, and later ones a little later.
RECONNECT_AFTER = 3.0
#: How many objects may be new before cycles are looked for among them.
_YOUNG_OBJECTS = 50_000
#: Most systems keep the ports below for those who may administer them.
_FREE_PORTS = 1024
#: How long connections have to read that the server ends, in seconds.
_PATIENCE = 3.0


class StartError(OSError):
    """The server cannot start; its text is one sentence. `errno` says why where the system did, else it is 0."""

    def __init__(self, sentence: str, number: int | None = None) -> None:
        super().__init__(number or 0, sentence)
        self._sentence = sentence

    def __str__(self) -> str:
        return self._sentence


class TableServer:
    """One server. `start` and `stop` once each, in the same event loop."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.metrics = Metrics()
        self._players = Players()
        self._store: Store | None = None
        self._accounts: Accounts | None = None
        self._core: ServerCore | None = None
        self._gateway: Gateway | None = None
        self._health: Health | None = None
        self._announcer: Announcer | None = None
        self._files: CertificateFiles | None = None
        self._context: ssl.SSLContext | None = None
        self._reloading: asyncio.Task[None] | None = None
        self._reload_again = False
        self._draining = False
        #: The SHA-256 of its certificate, "" without TLS.
        self.fingerprint = ""

    # -- start and end

    async def start(self) -> None:
        """Open everything and listen. Raises StartError, and leaves nothing open then."""
        try:
            await self._start()
        except CertificateError as error:
            await self.stop()
            raise StartError(str(error)) from None
        except StoreError as error:
            await self.stop()
            raise StartError(str(error)) from None
        except BaseException:
            await self.stop()
            raise

    async def _start(self) -> None:
        config, loop = self.config, asyncio.get_running_loop()
        await self._open_certificate()
        self._open_store()
        assert self._store is not None
        assert self._accounts is not None
        self._core = ServerCore(
            self._store,
            self._accounts,
            loop,
            config,
            make_player=self._players.make,
            defer=_deferrer(loop),
            timings=self.metrics.timings,
        )
        self._gateway = Gateway(config, self._core, self.metrics, context=self._context)
        self._core.seat_lost = self._gateway.expect
        self._players.wake = lambda: loop.call_soon_threadsafe(self._wake_tables)
        # The port first: what cannot listen must not go on with tables that another process has.
        await self._listen(self._gateway.bind(), config.host, config.port)
        restored = self._core.start()
        await self._listen(self._gateway.accept(), config.host, config.port)
        self.metrics.read_from(self._gauges, self._counters)
        self.metrics.watch_loop(loop)
        if config.health_port is not None:
            self._health = Health(self.metrics, self._unready)
            await self._listen(self._health.start(config.health_port), LOOPBACK, config.health_port)
        if config.announce:
            self._announcer = Announcer(self._announcement())
            self._announcer.start()
        _log.info("the server listens", extra={"address": self.url, "count": restored})

    @staticmethod
    async def _listen(starting: Awaitable[None], host: str, port: int) -> None:
        try:
            await starting
        except UnixPlaceError as error:
            raise StartError(str(error), error.errno) from None
        except OSError as error:
            why = _reason(error)
            if error.errno == errno.EACCES and 0 < port < _FREE_PORTS:
                why += f": ports below {_FREE_PORTS} take a privilege of their own"
            sentence = f"{host} port {port} cannot be listened on ({why})"
            raise StartError(sentence, error.errno) from None

    async def stop(self, reconnect_after: float | None = None, patience: float = _PATIENCE) -> None:
        """End: tell the clients (when to come back, None: not at all), flush, close. Twice is the same as once."""
        self._draining = True
        if self._reloading is not None:
            self._reloading.cancel()
        announcer, self._announcer = self._announcer, None
        if announcer is not None:
            await announcer.stop()
        gateway, self._gateway = self._gateway, None
        core, self._core = self._core, None
        if gateway is not None:
            gateway.refuse_new()
        if core is not None:
            if reconnect_after is not None:
                core.drain(reconnect_after)
            else:
                core.close()
        if gateway is not None:
            await gateway.stop(patience)
        if core is not None:
            core.close()
        health, self._health = self._health, None
        if health is not None:
            await health.stop()
        self.metrics.close()
        self._players.close()
        accounts, self._accounts = self._accounts, None
        if accounts is not None:
            accounts.close()
        store, self._store = self._store, None
        if store is not None:
            store.close()

    def reload_soon(self) -> None:
        """Begin to use the files of the certificate anew; where they are being read already, once more after that."""
        if self._reloading is not None and not self._reloading.done():
            self._reload_again = True
            _log.warning("the files of the certificate are still being read")
            return
        self._reloading = asyncio.get_running_loop().create_task(self._reload_as_asked())

    async def _reload_as_asked(self) -> None:
        self._reload_again = True
        while self._reload_again:
            self._reload_again = False
            await self.reload_certificates()

    async def reload_certificates(self) -> None:
        """Use the files of the certificate anew, from the next handshake on; bad ones are logged and not used."""
        if self._files is None:
            _log.warning("there is no certificate to reload")
            return
        try:
            # A context of its own: the present one must never be left with a certificate whose key does not fit.
            self._use(await self._read_certificate(self._files))
        except CertificateError as error:
            _log.error("the old certificate stays: %s", error)
        else:
            _log.info("the certificate was reloaded")

    def dump(self) -> None:
        """Write to the log what it holds and waits for, whatever the level of the log is."""
        core, gateway = self._core, self._gateway
        if core is None or gateway is None:
            return
        stats = core.stats
        held = Held(
            stats.connections,
            stats.signed_in,
            *gateway.sockets,
            stats.tables,
            self.metrics.lag,
            gateway.queues,
            stats.counters,
        )
        for line in dump(held):
            write_always(_log, f"dump: {line}")

    # -- what it is

    @property
    def port(self) -> int:
        """Where it listens; 0 for a unix socket."""
        assert self._gateway is not None, "not started"
        return self._gateway.port

    @property
    def health_port(self) -> int | None:
        """The side port, None where there is none."""
        return self._health.port if self._health is not None else None

    @property
    def url(self) -> str:
        """Its address, for people."""
        if self.config.unix is not None:
            return f"unix:{self.config.unix}"
        return self._url_of(self.config.host)

    @property
    def url_for_others(self) -> str:
        """What others type in: 0.0.0.0 and :: are no address of theirs. "" where `url` is it, or there is none."""
        if self.config.unix is not None or self.config.host not in ("0.0.0.0", "::"):  # noqa: S104 - compared only
            return ""
        others = (str(each) for each in own_addresses() if not (each.is_loopback or each.is_link_local))
        first = next((each for each in others if ":" not in each or self.config.host == "::"), "")
        return self._url_of(first) if first else ""

    def _url_of(self, host: str) -> str:
        return f"{'wss' if self._context else 'ws'}://{f'[{host}]' if ':' in host else host}:{self.port}{PATH}"

    @property
    def announced(self) -> bool:
        """Whether it is announced in the local network."""
        return self._announcer is not None and self._announcer.works

    @property
    def core(self) -> ServerCore:
        """The tables; for tests and for whoever embeds the server."""
        assert self._core is not None, "not started"
        return self._core

    # -- parts

    async def _open_certificate(self) -> None:
        config = self.config
        if config.tls_cert is not None:
            self._files = CertificateFiles(config.tls_cert, config.tls_key or config.tls_cert)
        elif config.self_signed:
            if config.data is None:
                raise StartError("a self-signed certificate needs a data folder to stay in")
            self._files = own_certificate(config.data)
        if self._files is not None:
            self._use(await self._read_certificate(self._files))

    async def _read_certificate(self, files: CertificateFiles) -> ReadCertificate:
        """Raises CertificateError."""
        # What an operator names may hang, on a network share; the own one lies beside the store.
        if self.config.tls_cert is None:
            return read_certificate(files)
        return await beside(lambda: read_certificate(files))

    def _use(self, certificate: ReadCertificate) -> None:
        self._context, self.fingerprint = certificate.context, certificate.fingerprint
        if self._gateway is not None:
            self._gateway.context = certificate.context
        if certificate.out_of_date:
            _log.warning("%s", certificate.out_of_date)

    def _open_store(self) -> None:
        config, limits = self.config, self.config.limits
        path: Path | None = None
        if config.data is not None:
            try:
                config.data.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StartError(f"{config.data} cannot be used ({_reason(error)})") from None
            path = config.data / DATABASE
        self._store = Store.open(path, durability=config.durability)
        self._store.database.on_commit = self.metrics.timings.committed
        self._accounts = Accounts(
            self._store,
            join_password=config.join_password,
            token_days=limits.token_days,
            threads=limits.password_threads,
            queue=limits.password_queue,
        )

    def _announcement(self) -> Announcement:
        return Announcement(self.config.name, self.port, self.config.build, self.fingerprint, self.config.host)

    def _wake_tables(self) -> None:
        """A master has thought: the tables look again for what is due."""
        for room in self._core.rooms if self._core is not None else ():
            room.wake()

    # -- what operators ask

    def _unready(self) -> str:
        if self._draining or self._core is None:
            return "the server ends"
        if self._core.stats.tables.get("frozen"):
            return "the store cannot be written"
        return ""

    def _gauges(self) -> Mapping[str, Values]:
        if self._core is None or self._gateway is None:
            return {}
        stats = self._core.stats
        return {
            "connections": {"open": stats.connections, "signed_in": stats.signed_in},
            "tables": stats.tables,
            "frozen_tables": {"": stats.tables.get("frozen", 0)},
            "outbound_queue_bytes": {"": self._gateway.waiting_bytes},
        }

    def _counters(self) -> Mapping[str, float]:
        return self._core.stats.counters if self._core is not None else {}


def _deferrer(loop: asyncio.AbstractEventLoop) -> Callable[[Future[Any], Callable[[Future[Any]], None]], None]:
    """Runs a callback in the loop's thread when a future is done."""

    def defer(future: Future[Any], callback: Callable[[Future[Any]], None]) -> None:
        def done(finished: Future[Any]) -> None:
            # The loop may be closed by now; nobody waits for the answer then.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(callback, finished)

        future.add_done_callback(done)

    return defer


def _reason(error: OSError) -> str:
    text = error.strerror or str(error)
    # asyncio wraps the system's words in its own; uvloop does not.
    return text.rpartition(": ")[2].rstrip(")") if "error while attempting" in text else text


# -- the process


def run(config: Config) -> int:
    """Run a server until a signal ends it; the exit status: 0, or 1 where it cannot start."""
    log_to(None, config.log_level, config.node)
    _raise_file_limit()
    _collect_seldom()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(_serve(config))


def _collect_seldom() -> None:
    """Look for cycles of garbage less often.

    States are trees of tuples, thousands of them an action, that die by themselves: with Python's own thresholds a
    sixth of the processor time went into looking at them again and again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG_OBJECTS, 20, 50)


def _raise_file_limit() -> None:
    """Let the process have as many sockets as the system allows it: many systems begin with 1024 files."""
    try:
        import resource  # noqa: PLC0415 - there is none for Windows
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415 - there is none for Windows
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _serve(config: Config) -> int:
    server, end = TableServer(config), asyncio.Event()
    undo = _handle_signals(
        {"SIGINT": end.set, "SIGTERM": end.set, "SIGHUP": server.reload_soon, "SIGUSR1": server.dump}
    )
    try:
        try:
            if not await _started(server, end):
                return 0
        except StartError as error:
            print(f"gouji-desktop serve: {error}", file=sys.stderr)  # noqa: T201 - the word of a command
            return 1
        _say_where(server)
        for sentence in warnings_of(config):
            _log.warning("%s", sentence)
        await end.wait()
        _log.info("the server ends")
        await server.stop(RECONNECT_AFTER)
        _log.info("the server has ended")
    finally:
        undo()
    return 0


async def _started(server: TableServer, end: asyncio.Event) -> bool:
    """Start it; False where it was told to end before, as while its files hang. Raises StartError."""
    loop = asyncio.get_running_loop()
    starting, ending = loop.create_task(server.start()), loop.create_task(end.wait())
    await asyncio.wait({starting, ending}, return_when=asyncio.FIRST_COMPLETED)
    ending.cancel()
    if not starting.done():
        starting.cancel()
        await asyncio.wait({starting})
        if starting.cancelled():
            return False
    await starting
    return True


def _say_where(server: TableServer) -> None:
    """The one line on standard output."""
    line = f"gouji-desktop serve: listening on {server.url}"
    if server.health_port is not None:
        line += f", health on http://{LOOPBACK}:{server.health_port}"
    if server.url_for_others:
        line += f", for others {server.url_for_others}"
    if server.config.self_signed and server.config.tls_cert is None:
        line += f", certificate SHA-256 {server.fingerprint}"
    # Nobody may be reading; that is no reason to end.
    with suppress(OSError, ValueError, AttributeError):
        print(line, flush=True)  # noqa: T201 - the word of a command


def _handle_signals(calls: Mapping[str, Callable[[], None]]) -> Callable[[], None]:
    """Let signals, those that this system has, call these in the loop; the result undoes it."""
    loop = asyncio.get_running_loop()
    wanted = {signal.Signals[name]: call for name, call in calls.items() if name in signal.Signals.__members__}
    before = {number: signal.getsignal(number) for number in wanted}
    for number, call in wanted.items():
        try:
            loop.add_signal_handler(number, call)
        except NotImplementedError:
            # Windows: the handler runs between two instructions of the main thread.
            signal.signal(number, lambda *_, call=call: loop.call_soon_threadsafe(call))

    def undo() -> None:
        for number, handler in before.items():
            with suppress(NotImplementedError):
                loop.remove_signal_handler(number)
            with suppress(TypeError, ValueError):
                signal.signal(number, handler)

    return undo
