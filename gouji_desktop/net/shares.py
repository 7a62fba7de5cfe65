"""The own share in the shuffle of the running deal, kept until it is checked: a program that is started anew needs it.

Without its share a client can check the cards of a deal, but not that its own chance went into them. It is a secret
until all hashes are named; whoever reads it then can do nothing with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from gouji_desktop.net.fields import Hex32, Number
from gouji_desktop.net.messages import DealCommit, NonceEntry
from gouji_desktop.net.shuffle import Share, entries_of, shares_of
from gouji_desktop.rules.seats import SEATS


class KeptShare(Struct, frozen=True, omit_defaults=True):
    """What a client that took part in a shuffle knows of it."""

    uid: str
    match: Number
    deal: Number
    #: The server's hash of its secret, and the digest of the rule set.
    c: Hex32
    rules: Hex32
    #: The own share.
    r: Hex32
    #: All hashes, once they were named; the own share was shown then.
    named: Annotated[tuple[NonceEntry, ...], Meta(max_length=SEATS)] = ()

    def commit(self, table: str) -> DealCommit:
        """What the server had said."""
        return DealCommit(t=table, match=self.match, deal=self.deal, c=self.c, rules=self.rules)

    @property
    def shares(self) -> tuple[Share, ...]:
        """The hashes that were named."""
        return shares_of(self.named)


class KeptShares:
    """One share a table. `read` and `write` (None: delete) know what is kept under a name, and never raise."""

    def __init__(
        self,
        read: Callable[[str], bytes | None] = lambda _name: None,
        write: Callable[[str, bytes | None], None] = lambda _name, _content: None,
    ) -> None:
        self._read = read
        self._write = write

    def of(self, table: str, uid: str) -> KeptShare | None:
        """What is kept of somebody's share at a table; None where that is nothing, or cannot be read."""
        content = self._read(table)
        try:
            kept = None if content is None else msgspec.json.decode(content, type=KeptShare)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return None
        return kept if kept is not None and kept.uid == uid else None

    def keep(self, uid: str, commit: DealCommit, share: bytes, named: tuple[Share, ...] = ()) -> None:
        """Keep somebody's share in the shuffle of a deal, in place of that of the deal before."""
        kept = KeptShare(
            uid, commit.match, commit.deal, commit.c, commit.rules, share.hex(), entries_of(named, opened=False)
        )
        self._write(commit.t, msgspec.json.encode(kept))

    def forget(self, table: str) -> None:
        """The deal was checked."""
        self._write(table, None)
