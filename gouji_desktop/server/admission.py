"""Who may connect: by address and in the process, at once and by the second.

A reverse proxy says in `X-Forwarded-For` for whom it asks; that is believed from the configured proxies alone. An IPv6
host has a whole network of addresses: it counts as its /64.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

from gouji_desktop.server.config import Limits, Rate

#: How many addresses are remembered at once; beyond it those whose bucket is full again are forgotten.
_REMEMBERED = 10_000
#: A longer header is an attack or a mistake.
_MOST_HOPS = 20


class Full(NamedTuple):
    """Come back later: after so many seconds, and why in one word."""

    retry_after: int
    why: str


class Bucket:
    """Tokens that grow with time."""

    __slots__ = ("_left", "_rate", "_since")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = float(rate.burst)
        self._since = now

    def take(self, now: float) -> bool:
        """Take one token; false where there is none."""
        self._fill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def is_full(self, now: float) -> bool:
        """Whether nobody has taken anything for so long that it need not be remembered."""
        self._fill(now)
        return self._left >= self._rate.burst

    def _fill(self, now: float) -> None:
        grown = (now - self._since) * self._rate.per_second
        self._left, self._since = min(self._left + grown, float(self._rate.burst)), now


class Proxies:
    """The reverse proxies whose word is believed."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = [ip_network(each, strict=False) for each in networks]

    def trusts(self, address: str) -> bool:
        """Whether an address is that of a proxy."""
        parsed = _parse(address)
        return parsed is not None and any(parsed in network for network in self._networks)

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """The address of the client: the last one that no trusted proxy has, read from the right."""
        if not self.trusts(peer):
            return peer
        hops = [hop.strip() for value in forwarded for hop in value.split(",")]
        for hop in reversed(hops[-_MOST_HOPS:]):
            if _parse(hop) is None:
                return peer
            if not self.trusts(hop):
                return hop
        return peer


def counted_address(address: str) -> str:
    """The name under which an address is counted."""
    parsed = _parse(address)
    if parsed is None:
        return address
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((int(parsed), 64), strict=False))
    return str(parsed)


def _parse(address: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return parsed.ipv4_mapped
    return parsed


class Admission:
    """Counts connections and handshakes."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._raw: Counter[str] = Counter()
        self._open: Counter[str] = Counter()
        self._admitted = 0
        self._all = Bucket(limits.handshakes, clock())
        self._by_address: dict[str, Bucket] = {}
        #: How many sockets are open, with and without a handshake.
        self.sockets = 0
        #: Set while the server drains.
        self.closed = False

    def socket_opened(self, address: str, *, proxy: bool) -> bool:
        """Count a new socket that has said nothing yet; false where there are too many."""
        self._raw[address] += 1
        self.sockets += 1
        # Somebody at their limit of connections is told so in the handshake: there must be room for that.
        most = self._limits.connections_per_address * 2
        if not proxy and self._raw[address] > most:
            return False
        return self.sockets <= self._limits.connections * 2

    def socket_closed(self, address: str) -> None:
        """Count it no more."""
        self.sockets -= 1
        _less(self._raw, address)

    def admit(self, address: str) -> Full | None:
        """Count a handshake; a sentence for the client where it has to come back later."""
        now = self._clock()
        if self.closed:
            return Full(5, "draining")
        if not self._bucket(address, now).take(now) or not self._all.take(now):
            return Full(1, "handshakes")
        if self._open[address] >= self._limits.connections_per_address:
            return Full(10, "address")
        if self._admitted >= self._limits.connections:
            return Full(10, "full")
        self._open[address] += 1
        self._admitted += 1
        return None

    def left(self, address: str) -> None:
        """An admitted connection has ended."""
        self._admitted -= 1
        _less(self._open, address)

    def _bucket(self, address: str, now: float) -> Bucket:
        bucket = self._by_address.get(address)
        if bucket is None:
            if len(self._by_address) >= _REMEMBERED:
                kept = {name: each for name, each in self._by_address.items() if not each.is_full(now)}
                # Many thousand hosts at the same second: the bucket of all is what holds then.
                self._by_address = kept if len(kept) < _REMEMBERED else {}
            bucket = self._by_address[address] = Bucket(self._limits.handshakes_per_address, now)
        return bucket


def _less(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
