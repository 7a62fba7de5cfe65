"""The ceremony in which a deal is shuffled: a machine without clock, wire or store.

The server's secret is drawn and kept before its hash is shown (`HASHES`); every seat shows the hash of its share; all
hashes are named (`SHARES`); every seat shows its share; then nothing changes any more (`DRAWN`). Whoever drives it says
when a wait is over. `kept` is everything but the secret: a ceremony that is taken up again goes on where it stood,
with the same secret and the hashes that were named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from gouji_desktop.net.fields import Hex32, SeatNumber
from gouji_desktop.net.messages import DealCommit, Nonces, Reveal
from gouji_desktop.net.shuffle import Share, Shuffled, ShuffleProof, commit, entries_of, nonce_hash, reveal_of, shuffled
from gouji_desktop.rules.seats import SEATS, Seat


class Step(StrEnum):
    """How far a ceremony is."""

    HASHES = "hashes"
    SHARES = "shares"
    DRAWN = "drawn"


class DealId(NamedTuple):
    """Which deal is shuffled: of the table's match of that number the deal of that number, and under which rules."""

    table: str
    match: int
    deal: int
    #: The digest of the rule set.
    rules: str


class _KeptShare(Struct, frozen=True, omit_defaults=True):
    seat: SeatNumber
    uid: str
    h: Hex32
    r: Hex32 | None = None


class _Kept(Struct, frozen=True):
    step: Step
    shares: Annotated[tuple[_KeptShare, ...], Meta(max_length=SEATS)] = ()


class Ceremony:
    """The shuffle of one deal. `seats` are the persons that are asked for a share, each with its account."""

    def __init__(self, deal: DealId, secret: bytes, seats: Mapping[Seat, str], kept: bytes | None = None) -> None:
        self.deal = deal
        self._secret = secret
        self.step = Step.HASHES
        self._shares: dict[Seat, Share] = {}
        #: Who is waited for in this step.
        self._awaited = dict(seats)
        if kept is not None:
            self._take_up(kept)

    def _take_up(self, kept: bytes) -> None:
        found = _read(kept)
        if found.step == Step.HASHES:
            return
        self.step = found.step
        self._shares = {share.seat: Share(share.seat, share.uid, share.h, share.r) for share in found.shares}
        self._await_shares()

    # --- what is told -----------------------------------------------------------------------------------------

    @property
    def deal_commit(self) -> DealCommit:
        """The hash of the server's secret."""
        table, match, deal, rules = self.deal
        return DealCommit(t=table, match=match, deal=deal, c=commit(*self.deal, self._secret), rules=rules)

    @property
    def nonces(self) -> Nonces | None:
        """The hashes that were named, None while they are not, or where there are none."""
        if self.step == Step.HASHES or not self._shares:
            return None
        return Nonces(t=self.deal.table, deal=self.deal.deal, entries=entries_of(self.shares, opened=False))

    @property
    def shares(self) -> tuple[Share, ...]:
        """All shares, by seat."""
        return tuple(self._shares[seat] for seat in sorted(self._shares))

    @property
    def proof(self) -> ShuffleProof:
        """Everything from which the shuffle follows: secret until the deal is over."""
        table, match, deal, rules = self.deal
        return ShuffleProof(table, match, deal, rules, self.deal_commit.c, self._secret.hex(), self.shares)

    @property
    def reveal(self) -> Reveal:
        """The same as it is shown when the deal is over."""
        return reveal_of(self.proof)

    @property
    def kept(self) -> bytes:
        """What is kept of it, beside the secret."""
        shares = tuple(_KeptShare(*share) for share in self.shares)
        return msgspec.json.encode(_Kept(self.step, shares if self.step != Step.HASHES else ()))

    # --- what is done -----------------------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether nobody is waited for in this step any more."""
        return not self._awaited

    def has_share_of(self, uid: str) -> bool:
        """Whether an account has shown the hash of its share."""
        return any(share.uid == uid for share in self._shares.values())

    def absent(self, seat: Seat) -> None:
        """A seat is not waited for any more: its person is away."""
        if self.step == Step.HASHES:
            self._awaited.pop(seat, None)

    def give_hash(self, seat: Seat, uid: str, h: str) -> bool:
        """A seat shows the hash of its share; the first one counts. Whether it was taken."""
        if self.step != Step.HASHES or seat in self._shares:
            return False
        self._shares[seat] = Share(seat, uid, h)
        self._awaited.pop(seat, None)
        return True

    def name_hashes(self) -> None:
        """The wait for hashes is over."""
        if self.step == Step.HASHES:
            self.step = Step.SHARES
            self._await_shares()

    def give_share(self, seat: Seat, r: str) -> bool:
        """A seat shows its share, which must be the one of its hash. Whether it was taken."""
        share = self._shares.get(seat)
        if self.step != Step.SHARES or share is None or share.r is not None:
            return False
        table, match, deal, _ = self.deal
        if nonce_hash(table, match, deal, share.uid, bytes.fromhex(r)) != share.h:
            return False
        self._shares[seat] = share._replace(r=r)
        self._awaited.pop(seat, None)
        return True

    def draw(self) -> None:
        """The wait for shares is over: what is missing is replaced by its hash."""
        self.step = Step.DRAWN
        self._awaited = {}

    def shuffled(self, cards: int) -> Shuffled:
        """The shuffle of a deck of so many cards, once it is drawn."""
        assert self.step == Step.DRAWN, "shares may still come"
        return shuffled(self.proof, cards)

    def _await_shares(self) -> None:
        self._awaited = {share.seat: share.uid for share in self._shares.values() if share.r is None}
        if self.step == Step.DRAWN:
            self._awaited = {}


def _read(kept: bytes) -> _Kept:
    """What was kept of a ceremony. Raises ValueError with a sentence."""
    try:
        return msgspec.json.decode(kept, type=_Kept)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise ValueError(f"the shares of a deal cannot be read: {error}") from None


def proofs_of(
    place: tuple[str, int, str], secrets: Mapping[int, bytes], shuffles: Mapping[int, bytes], deals: Iterable[int]
) -> tuple[ShuffleProof, ...]:
    """The proofs of deals that are over. `place` names table, match and the digest of the rules. Raises ValueError."""
    table, match, rules = place
    proofs = []
    for deal in deals:
        if deal not in secrets:
            raise ValueError(f"the secret of deal {deal} is missing")
        proofs.append(Ceremony(DealId(table, match, deal, rules), secrets[deal], {}, shuffles.get(deal)).proof)
    return tuple(proofs)
