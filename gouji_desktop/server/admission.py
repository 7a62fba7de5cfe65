"""Who may connect: by address and in the process, at once and by the second.

A reverse proxy says in `X-Forwarded-For` for whom it asks; that is believed from the configured proxies alone. An IPv6
host has a whole network of addresses: it counts as its /64.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from itertools import islice
from math import ceil
from typing import NamedTuple

from gouji_desktop.server.config import Limits
from gouji_desktop.server.limits import Bucket, Buckets

#: Who comes by a unix socket and does not say for whom.
NAMELESS = "unix"
#: A longer header is an attack or a mistake.
_MOST_HOPS = 20
#: A seat that was lost in a running match is let in before others for so long, in seconds.
_EXPECTED_SECONDS = 120.0
#: Nobody is sent away for longer because too many come at once, in seconds.
_LONGEST_WAIT = 15.0


class Full(NamedTuple):
    """Come back later: after so many seconds, and why in one word."""

    retry_after: int
    why: str


class Proxies:
    """The reverse proxies whose word is believed."""

    def __init__(self, networks: Iterable[str], *, nameless: bool = False) -> None:
        """`nameless`: who connects has no address, for it comes by a unix socket, and is a proxy."""
        self._networks = [ip_network(each, strict=False) for each in networks]
        self._nameless = nameless

    def trusts(self, address: str) -> bool:
        """Whether an address is that of a proxy."""
        if not address:
            return self._nameless
        parsed = _parse(address)
        return parsed is not None and any(parsed in network for network in self._networks)

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """The address of the client: the last one that no trusted proxy has, read from the right."""
        if not self.trusts(peer):
            return peer
        hops = [hop.strip() for value in forwarded for hop in value.split(",")]
        for hop in reversed(hops[-_MOST_HOPS:]):
            if _parse(hop) is None:
                return peer or NAMELESS
            if not self.trusts(hop):
                return hop
        return peer or NAMELESS


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
        #: Until when there is a place for each of those who were told to come back.
        self._promised = clock()
        self._by_address = Buckets(limits.handshakes_per_address)
        #: Addresses from which somebody had a seat in a running match: how many, and until when they are expected.
        self._expected: dict[str, tuple[int, float]] = {}
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
        """Count a handshake, or say when to come back."""
        now = self._clock()
        if self.closed:
            return Full(5, "draining")
        expected = self._expects(address, now)
        # Who is waited for at a table does not stand in the queue of all.
        if wait := self._by_address.take(address, now) or (0.0 if expected else self._take_or_promise(now)):
            return Full(max(1, ceil(wait)), "handshakes")
        if self._open[address] >= self._limits.connections_per_address:
            return Full(10, "address")
        if self._admitted >= self._limits.connections:
            return Full(10, "full")
        self._open[address] += 1
        self._admitted += 1
        if expected:
            self._all.take(now)
            self._expected[address] = expected - 1, self._expected[address][1]
        return None

    def expect(self, address: str) -> None:
        """Somebody at that address has lost the connection to a seat in a running match, and will be back."""
        now = self._clock()
        for each in [each for each, (_, until) in islice(self._expected.items(), 2) if until < now]:
            del self._expected[each]
        count, _ = self._expected.pop(address, (0, 0.0))
        self._expected[address] = min(count + 1, self._limits.connections_per_address), now + _EXPECTED_SECONDS

    def _expects(self, address: str, now: float) -> int:
        """How many seats were lost there and are not yet back."""
        count, until = self._expected.get(address, (0, now))
        return count if until >= now else 0

    def _take_or_promise(self, now: float) -> float:
        """Take a handshake of the process, or seconds until there is one that nobody else was told to come for.

        Where a network fails for all of its people they come back together. If all were told the same second they would
        come together again, and turning them away would be all the work.
        """
        wait = self._all.take(now)
        if not wait:
            return 0.0
        self._promised = max(self._promised, now) + 1 / self._limits.handshakes.per_second
        return min(_LONGEST_WAIT, max(wait, self._promised - now))

    def left(self, address: str) -> None:
        """An admitted connection has ended."""
        self._admitted -= 1
        _less(self._open, address)


def _less(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
