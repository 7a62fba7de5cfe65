"""Says in the local network that there is a server: the service `_gouji._tcp.local.` of multicast DNS."""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import NamedTuple

from zeroconf import Error
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from gouji_desktop.net.codes import PATH, VERSION
from gouji_desktop.net.discovery import SERVICE, instance_name
from gouji_desktop.net.interfaces import LOOK_SECONDS, is_of_one_cable, multicast, own_addresses

_log = logging.getLogger(__name__)

#: How long saying good-bye may take, in seconds.
_FAREWELL_SECONDS = 2.0
#: For how long others believe that it is there without asking again, in seconds: a laptop may be closed at any moment.
_BELIEVED_SECONDS = 30


class Announcement(NamedTuple):
    """What others are told."""

    name: str
    port: int
    #: The program's version.
    build: str
    #: The SHA-256 of the certificate, "" without TLS.
    fingerprint: str
    #: The address that the server listens on.
    host: str = "0.0.0.0"  # noqa: S104 - a value, nothing is bound here

    @property
    def addresses(self) -> list[str]:
        """Where others reach it: the addresses of this machine that it listens on, loopback last.

        Of IPv6 those that hold on one cable alone: they are enough for a neighbour, and there are no others like them.
        """
        found = reachable(self.host)
        return [each for each in found if ":" not in each or is_of_one_cable(each)] or found


def reachable(host: str) -> list[str]:
    """The addresses at which a server that listens on a host is reached, the likeliest first and loopback last."""
    with suppress(ValueError):
        parsed = ip_address(host)
        if not parsed.is_unspecified:
            return [str(parsed)]
        return [str(each) for each in own_addresses() if each.version == 4 or parsed.version == 6]
    return [str(each) for each in own_addresses() if each.version == 4]


class Announcer:
    """Announces one server; that it cannot be announced is logged and nothing worse."""

    def __init__(self, announcement: Announcement) -> None:
        self._announcement = announcement
        self._zeroconf: AsyncZeroconf | None = None
        self._info: AsyncServiceInfo | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def works(self) -> bool:
        """Whether others can hear it."""
        return self._info is not None

    def start(self) -> None:
        """Announce it from now on: it takes a second to ask whether the name is free, for which nobody waits."""
        self._task = asyncio.get_running_loop().create_task(self._keep_announcing())

    async def _keep_announcing(self) -> None:
        """Announce it, and anew whenever this machine has other addresses than before."""
        while True:
            addresses = own_addresses()
            await self._announce()
            while own_addresses() == addresses:  # noqa: ASYNC110 - no system tells it without a library of its own
                await asyncio.sleep(LOOK_SECONDS)
            await self._close()

    async def _announce(self) -> None:
        told = self._announcement
        try:
            addresses = [ip_address(each.partition("%")[0]).packed for each in told.addresses]
            info = AsyncServiceInfo(
                SERVICE,
                f"{instance_name(told.name, socket.gethostname(), told.port)}.{SERVICE}",
                addresses=addresses,
                port=told.port,
                host_ttl=_BELIEVED_SECONDS,
                properties={
                    "v": str(VERSION),
                    "name": told.name,
                    "build": told.build,
                    "path": PATH,
                    "secure": "1" if told.fingerprint else "0",
                    "fp": told.fingerprint.replace(":", ""),
                },
            )
            self._zeroconf = multicast()
            # Another server of the same name gets a number behind it.
            await (await self._zeroconf.async_register_service(info, allow_name_change=True))
            self._info = info
        except (OSError, RuntimeError, Error, ValueError) as error:
            _log.warning("the server cannot be announced in the local network (%s)", error)
            await self._close()

    async def stop(self) -> None:
        """Say good-bye."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
        await self._close()

    async def _close(self) -> None:
        zeroconf, self._zeroconf = self._zeroconf, None
        info, self._info = self._info, None
        if zeroconf is None:
            return
        try:
            async with asyncio.timeout(_FAREWELL_SECONDS):
                if info is not None:
                    await (await zeroconf.async_unregister_service(info))
                await zeroconf.async_close()
        except (OSError, Error, TimeoutError) as error:
            _log.warning("the announcement could not be taken back (%s)", error)
