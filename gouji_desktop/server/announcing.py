"""Says in the local network that there is a server: the service `_gouji._tcp.local.` of multicast DNS."""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import NamedTuple

import ifaddr
from zeroconf import Error, IPVersion
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from gouji_desktop.net.codes import PATH, VERSION
from gouji_desktop.net.discovery import SERVICE, instance_name

_log = logging.getLogger(__name__)

#: How long saying good-bye may take, in seconds.
_FAREWELL_SECONDS = 2.0


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
        """Where others reach it: the addresses of this machine that it listens on, loopback last."""
        return reachable(self.host)


def reachable(host: str) -> list[str]:
    """The addresses at which a server that listens on a host is reached: IPv4 alone, loopback last."""
    with suppress(ValueError):
        parsed = ip_address(host)
        if not parsed.is_unspecified:
            return [str(parsed)]
    found = [ip_address(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if isinstance(ip.ip, str)]
    usable = [each for each in found if not each.is_link_local]
    return [str(each) for each in sorted(usable, key=lambda each: each.is_loopback)]


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
        self._task = asyncio.get_running_loop().create_task(self._announce())

    async def _announce(self) -> None:
        told = self._announcement
        try:
            addresses = [ip_address(each).packed for each in told.addresses]
            info = AsyncServiceInfo(
                SERVICE,
                f"{instance_name(told.name, socket.gethostname(), told.port)}.{SERVICE}",
                addresses=addresses,
                port=told.port,
                properties={
                    "v": str(VERSION),
                    "name": told.name,
                    "build": told.build,
                    "path": PATH,
                    "secure": "1" if told.fingerprint else "0",
                    "fp": told.fingerprint.replace(":", ""),
                },
            )
            self._zeroconf = AsyncZeroconf(ip_version=IPVersion.V4Only)
            # Another server of the same name gets a number behind it.
            await (await self._zeroconf.async_register_service(info, allow_name_change=True))
            self._info = info
        except (OSError, Error, ValueError) as error:
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
