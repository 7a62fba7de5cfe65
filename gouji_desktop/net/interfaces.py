"""The networks that this machine is in, as the search for tables and their announcement need them."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Address, ip_address

import ifaddr
from zeroconf import IPVersion
from zeroconf.asyncio import AsyncZeroconf

#: How often it is looked whether the networks are still the same, in seconds.
LOOK_SECONDS = 3.0
#: A machine of more addresses announces the first ones.
_MOST = 16

Address = IPv4Address | IPv6Address


def own_addresses() -> tuple[Address, ...]:
    """The addresses of this machine, the likeliest to be reached first.

    IPv4, that which a machine gave itself for want of a router behind the others; IPv6, the same; loopback last. An
    address of IPv6 that holds on one cable alone has the number of its interface (`fe80::1%2`).
    """
    found: list[Address] = []
    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            if isinstance(each.ip, str):
                found.append(IPv4Address(each.ip))
            else:
                scope = f"%{each.ip[2]}" if each.ip[2] else ""
                found.append(IPv6Address(each.ip[0].partition("%")[0] + scope))
    found.sort(key=_distance)
    return tuple(found[:_MOST])


def own_networks() -> tuple[IPv4Network, ...]:
    """The IPv4 networks that this machine is in, without loopback."""
    found = (
        IPv4Interface(f"{each.ip}/{each.network_prefix}").network
        for adapter in ifaddr.get_adapters()
        for each in adapter.ips
        if isinstance(each.ip, str)
    )
    return tuple(each for each in found if not each.is_loopback)


def _distance(address: Address) -> tuple[bool, int, bool]:
    return address.is_loopback, address.version, address.is_link_local


def is_of_one_cable(address: str) -> bool:
    """Whether an address is one of IPv6 that holds on one cable alone."""
    parsed = ip_address(address)
    return parsed.version == 6 and parsed.is_link_local


def multicast() -> AsyncZeroconf:
    """Multicast DNS in all networks of this machine. Raises OSError, RuntimeError (there are none), zeroconf.Error."""
    try:
        return AsyncZeroconf(ip_version=IPVersion.All)
    except OSError:
        # A system without IPv6.
        return AsyncZeroconf(ip_version=IPVersion.V4Only)
