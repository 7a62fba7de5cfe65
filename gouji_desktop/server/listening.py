"""Where a server listens: one address of this machine, or all of them, of IPv4 and of IPv6 alike."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

EVERY_IPV4 = "0.0.0.0"  # noqa: S104 - a value
EVERY = "::"


def everywhere() -> str:
    """The address that stands for all of this machine."""
    return EVERY if socket.has_dualstack_ipv6() else EVERY_IPV4


def place(host: str, port: int) -> dict[str, Any]:
    """What asyncio is told to listen on. Raises OSError where it cannot be had.

    Left to itself it lets nobody of IPv4 in at `::`.
    """
    every = False
    with suppress(ValueError):
        every = ip_address(host) == ip_address(EVERY)
    if not every or not socket.has_dualstack_ipv6():
        return {"host": host, "port": port}
    found = socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            # There it would let two servers have one port.
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        found.bind((EVERY, port))
    except BaseException:
        found.close()
        raise
    return {"sock": found}
