"""The servers of the local network: who announces `_gouji._tcp.local.` by multicast DNS.

Whoever is in the network may announce anything: texts are cleaned and shortened, and a fingerprint found here is a
hint, not a reason to trust.
"""

from __future__ import annotations

import asyncio
import logging
import unicodedata
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import IPv4Network, ip_address
from typing import Any, NamedTuple

from zeroconf import Error, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from gouji_desktop.net.codes import PATH
from gouji_desktop.net.fingerprints import read_fingerprint
from gouji_desktop.net.interfaces import LOOK_SECONDS, multicast, own_addresses, own_networks

_log = logging.getLogger(__name__)

SERVICE = "_gouji._tcp.local."
#: How long a server may take to say what it is, in milliseconds.
_ASK_MS = 3000
#: How often it is looked whether those that were found are still there, in seconds; who said so lately is not asked.
_AGAIN_SECONDS = 6.0
#: A network in which more than these announce themselves is not one of people who want to play.
MOST_SERVERS = 64
_NAME_LENGTH = 60


class FoundServer(NamedTuple):
    """A server that announces itself."""

    #: What tells it from others for as long as it is there.
    key: str
    name: str
    #: The address to connect to; `addresses` are all of them.
    host: str
    port: int
    secure: bool
    #: Its certificate's SHA-256 as it says itself, "" where it says none.
    fingerprint: str
    build: str
    #: The versions of the protocol that it speaks.
    versions: tuple[int, ...]
    addresses: tuple[str, ...]


def instance_name(name: str, machine: str, port: int) -> str:
    """The name of a service: readable, different from machine to machine, 63 bytes at most."""
    return f"{_shortened(plain_text(name), 28)} ({_shortened(plain_text(machine), 24)} {port})"


def _shortened(text: str, size: int) -> str:
    """As much of a text as so many bytes hold."""
    return text.encode()[:size].decode(errors="ignore").strip()


def plain_text(text: str) -> str:
    """A line without control and direction characters, at most 60 characters."""
    kept = "".join(char if unicodedata.category(char)[0] not in "CZ" else " " for char in text)
    return " ".join(kept.split())[:_NAME_LENGTH].strip()


def found_server(
    key: str,
    addresses: list[str],
    port: int | None,
    properties: dict[Any, Any],
    networks: Iterable[IPv4Network] = (),
) -> FoundServer | None:
    """What an announcement says; None where nobody could connect to it.

    `networks` are those of this machine: a server may have addresses in others, too.
    """
    texts = {_text(name): _text(value) for name, value in properties.items() if value is not None}
    usable = [each for each in addresses if _is_usable(each)]
    if not usable or port is None or not 0 < port < 65536 or texts.get("path", PATH) != PATH:
        return None
    near = tuple(networks)
    usable.sort(key=lambda each: _distance(each, near))
    versions = tuple(int(each) for each in texts.get("v", "1").split(",")[:8] if each.isdecimal() and len(each) < 4)
    name = plain_text(texts.get("name", "")) or plain_text(key.removesuffix(f".{SERVICE}"))
    return FoundServer(
        key,
        name,
        usable[0],
        port,
        texts.get("secure", "") == "1",
        read_fingerprint(texts.get("fp", "")) or "",
        plain_text(texts.get("build", ""))[:24],
        versions,
        tuple(usable),
    )


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _is_usable(address: str) -> bool:
    with suppress(ValueError):
        parsed = ip_address(address)
        # One that holds on one cable alone leads nowhere without the number of its interface.
        astray = parsed.version == 6 and parsed.is_link_local and "%" not in address
        return not (parsed.is_multicast or parsed.is_unspecified or astray)
    return False


def _distance(address: str, near: tuple[IPv4Network, ...]) -> tuple[bool, bool, bool, bool]:
    parsed = ip_address(address)
    reached = parsed.version == 4 and any(parsed in each for each in near)
    return parsed.is_loopback, not reached, parsed.version == 6, parsed.is_link_local


class Browser:
    """Looks for servers for as long as it is started; both callbacks come in the loop's thread.

    `found` is called for a new server and again when what it says has changed, `lost` with the `key` of one that is
    gone. `trouble` says in a sentence why nobody can be found (no network), "" while all is well.
    """

    def __init__(self, found: Callable[[FoundServer], object], lost: Callable[[str], object]) -> None:
        self._found = found
        self._lost = lost
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._watching: asyncio.Task[None] | None = None
        #: The addresses of this machine when the search began.
        self._addresses: tuple[object, ...] = ()
        #: Those that announce themselves; some may not answer.
        self._names: set[str] = set()
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._servers: dict[str, FoundServer] = {}
        self.trouble = ""
        #: One start or stop at a time.
        self._turning = asyncio.Lock()

    @property
    def servers(self) -> tuple[FoundServer, ...]:
        """Those that are there."""
        return tuple(self._servers.values())

    async def start(self) -> None:
        """Begin to look; twice is the same as once."""
        async with self._turning:
            if self._watching is None:
                self._open()
                self._watching = asyncio.get_running_loop().create_task(self._watch())

    async def stop(self) -> None:
        """Look no more; what was found stays in `servers` until the next start."""
        async with self._turning:
            watching, self._watching = self._watching, None
            if watching is not None:
                watching.cancel()
                await asyncio.wait([watching])
            await self._close()
            # Those that were found are asked after again; the others may have gone meanwhile.
            self._names.intersection_update(self._servers)

    def _open(self) -> None:
        self.trouble = ""
        self._addresses = own_addresses()
        try:
            self._zeroconf = multicast()
            self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, SERVICE, handlers=[self._changed])
        except (OSError, RuntimeError, Error) as error:
            _log.warning("the local network cannot be searched for servers (%s)", error)
            self.trouble = str(error)

    async def _close(self) -> None:
        tasks = tuple(self._asking.values())
        self._asking.clear()
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        browser, self._browser = self._browser, None
        zeroconf, self._zeroconf = self._zeroconf, None
        with suppress(OSError, Error, TimeoutError):
            if browser is not None:
                await browser.async_cancel()
            if zeroconf is not None:
                await zeroconf.async_close()

    async def _watch(self) -> None:
        """Look again: networks come and go, and whoever loses power says no good-bye."""
        loop = asyncio.get_running_loop()
        asked = loop.time()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if own_addresses() != self._addresses:
                _log.info("this machine is in other networks than before: servers are searched for anew")
                await self._close()
                self._open()
            if self._zeroconf is not None and loop.time() - asked >= _AGAIN_SECONDS:
                asked = loop.time()
                for name in self._names - set(self._asking):
                    self._ask_for(self._zeroconf.zeroconf, name)

    def _changed(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        del service_type
        if self._zeroconf is None:
            return
        if state_change is ServiceStateChange.Removed:
            self._names.discard(name)
            asking = self._asking.pop(name, None)
            if asking is not None:
                asking.cancel()
            self._lose(name)
        elif name in self._names or len(self._names) < MOST_SERVERS:
            self._names.add(name)
            self._ask_for(zeroconf, name)

    def _lose(self, name: str) -> None:
        if self._servers.pop(name, None) is not None:
            self._lost(name)

    def _ask_for(self, zeroconf: Zeroconf, name: str) -> None:
        before = self._asking.pop(name, None)
        if before is not None:
            before.cancel()
        self._asking[name] = asyncio.get_running_loop().create_task(self._ask(zeroconf, name))

    async def _ask(self, zeroconf: Zeroconf, name: str) -> None:
        info = AsyncServiceInfo(SERVICE, name)
        try:
            known = await info.async_request(zeroconf, _ASK_MS)
        except (OSError, Error) as error:
            _log.info("a server in the local network cannot be asked (%s)", type(error).__name__)
            known = False
        if self._asking.get(name) is asyncio.current_task():
            del self._asking[name]
        if not known:
            self._lose(name)
            return
        server = found_server(name, info.parsed_scoped_addresses(), info.port, info.properties, own_networks())
        if server is None or self._servers.get(name) == server:
            return
        self._servers[name] = server
        self._found(server)
