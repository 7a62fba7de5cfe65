"""How much one connection, one account and one address may do: buckets of tokens, and nothing that waits.

Play never starves: commands have a bucket of their own and use up no other. Times are those of the scheduler, in
seconds.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import NamedTuple

from gouji_desktop.net.fields import Message
from gouji_desktop.net.requests import (
    AutoPass,
    Cmd,
    FetchLog,
    LobbySub,
    PutBot,
    Ready,
    Rename,
    Resync,
    Say,
    Sit,
    Stand,
    Trustee,
)
from gouji_desktop.server.config import Limits, Rate

#: Strikes are forgotten when a connection has kept to the limits for so many seconds.
FORGET_STRIKES = 60.0
#: As many keys are held before those with full buckets are swept out.
SWEEP_AT = 1024
#: The shortest waiting time that is named, so that who waits for it is not refused by a rounding error.
SHORTEST_WAIT = 0.05


class Bucket:
    """So many tokens at once, and so many a second once it is empty."""

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._tokens = float(rate.burst)
        self._at = now

    def _fill(self, now: float) -> None:
        self._tokens = min(self._rate.burst, self._tokens + max(0.0, now - self._at) * self._rate.per_second)
        self._at = now

    def wait(self, now: float) -> float:
        """Seconds until there is a token, 0.0 where there is one."""
        self._fill(now)
        # A hair below one is one: what was waited for exactly must be there.
        return 0.0 if self._tokens >= 1 - 1e-6 else max(SHORTEST_WAIT, (1 - self._tokens) / self._rate.per_second)

    def take(self, now: float) -> float:
        """Take a token; where there is none take nothing and say how many seconds to wait."""
        wait = self.wait(now)
        if not wait:
            self._tokens = max(0.0, self._tokens - 1)
        return wait

    def give(self, now: float) -> None:
        """Give a token back."""
        self._fill(now)
        self._tokens = min(self._rate.burst, self._tokens + 1)

    def full(self, now: float) -> bool:
        """Whether it is as good as new."""
        self._fill(now)
        return self._tokens >= self._rate.burst


class Buckets:
    """A bucket for each key (an address, an account, both); full ones are forgotten from time to time."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: dict[Hashable, Bucket] = {}
        self._sweep_at = SWEEP_AT

    def __len__(self) -> int:
        return len(self._buckets)

    def wait(self, key: Hashable, now: float) -> float:
        """Seconds until the key has a token, 0.0 where it has one."""
        bucket = self._buckets.get(key)
        return 0.0 if bucket is None else bucket.wait(now)

    def take(self, key: Hashable, now: float) -> float:
        """Take a token of the key; where there is none take nothing and say how many seconds to wait."""
        bucket = self._buckets.get(key)
        if bucket is None:
            self._sweep(now)
            bucket = self._buckets[key] = Bucket(self._rate, now)
        return bucket.take(now)

    def give(self, key: Hashable, now: float) -> None:
        """Give a token back."""
        if (bucket := self._buckets.get(key)) is not None:
            bucket.give(now)

    def _sweep(self, now: float) -> None:
        if len(self._buckets) >= self._sweep_at:
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full(now)}
            self._sweep_at = max(SWEEP_AT, 2 * len(self._buckets))


class Excess(NamedTuple):
    """A message too many."""

    retry_after: float
    #: Whether the connection has run into its limits so often that it is closed.
    last: bool


@cache
def _rates(limits: Limits) -> dict[type[Message], tuple[str, Rate]]:
    """The buckets of one connection: which one a kind of message takes from, and how large it is."""
    seats, trustees = ("seats", limits.changes), ("trustees", limits.changes)
    return {
        Cmd: ("commands", limits.commands),
        Say: ("chat", limits.chat),
        Resync: ("resyncs", limits.resyncs),
        FetchLog: ("pieces", limits.pieces),
        Rename: ("renames", limits.renames),
        LobbySub: ("looks", limits.looks),
        PutBot: ("bots", limits.changes),
        **dict.fromkeys((Sit, Stand, Ready), seats),
        **dict.fromkeys((Trustee, AutoPass), trustees),
    }


class PeerLimits:
    """What one connection may send."""

    __slots__ = ("_buckets", "_messages", "_most_strikes", "_rates", "_strikes", "_struck")

    def __init__(self, limits: Limits, now: float) -> None:
        self._rates = _rates(limits)
        self._most_strikes = limits.rate_strikes
        self._messages = Bucket(limits.messages, now)
        #: Those that something was taken from: most connections need one or two.
        self._buckets: dict[str, Bucket] = {}
        self._strikes = 0
        self._struck = now

    def _own(self, kind: type[Message], now: float) -> Bucket | None:
        """The bucket of a kind of message; None where it has none of its own."""
        named = self._rates.get(kind)
        if named is None:
            return None
        name, rate = named
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(rate, now)
        return bucket

    def check(self, message: Message | None, now: float) -> Excess | None:
        """Count a message (None: a frame that is none); an Excess where it must not be carried out.

        Too many resyncs and changes and too much talk are refused and no more; excessive messages and commands lead to
        the end of the connection. Pieces of a log count as messages only where there are too many of them: a long one
        has hundreds.
        """
        kind = None if message is None else type(message)
        own = None if kind is None else self._own(kind, now)
        if kind is FetchLog and own is not None and not own.take(now):
            return None
        if kind is not Cmd and (wait := self._messages.take(now)):
            return self._strike(wait, now)
        if own is not None and (wait := own.take(now)):
            return self._strike(wait, now) if kind is Cmd else Excess(wait, last=False)
        return None

    def _strike(self, wait: float, now: float) -> Excess:
        if now - self._struck > FORGET_STRIKES:
            self._strikes = 0
        self._strikes += 1
        self._struck = now
        return Excess(wait, last=self._strikes >= self._most_strikes)


class ServerLimits:
    """What addresses and accounts may do, over all their connections; how many may connect the gate counts."""

    def __init__(self, limits: Limits) -> None:
        self._logins_address = Buckets(limits.logins_per_address)
        self._logins_account = Buckets(limits.logins_per_account)
        #: Tokens that were none, by address.
        self.wrong_tokens = Buckets(limits.logins_per_address)
        #: New accounts, by address.
        self.new_accounts = Buckets(limits.accounts_per_address)
        #: Invite codes that were none, by address.
        self.wrong_codes = Buckets(limits.invite_codes_per_address)
        #: Coming to and leaving a table, by account and table.
        self.visits = Buckets(limits.visits)

    def try_login(self, address: str, account: str, now: float) -> float:
        """Before a login: seconds to wait, 0.0 where it may be tried; it counts as failed until `login_succeeded`.

        `account` is the name as it was typed, "" for the password of the server.
        """
        wait = self._logins_address.wait(address, now)
        if account:
            wait = max(wait, self._logins_account.wait(account, now))
        if wait:
            return wait
        self._logins_address.take(address, now)
        if account:
            self._logins_account.take(account, now)
        return 0.0

    def login_succeeded(self, address: str, account: str, now: float) -> None:
        """The login was no failure (or was none at all: the server could not say)."""
        self._logins_address.give(address, now)
        if account:
            self._logins_account.give(account, now)
