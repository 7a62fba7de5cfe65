"""The shuffle of a deal at an online table, which nobody chose and everybody can check.

The server draws a secret `s` for every deal and shows its hash before anybody else's share exists. Every seat draws a
share `r`, shows its hash, and shows the share itself once all hashes are known. The order of the deck follows from all
of them together; when the deal is over the server shows `s`, and who wants to know computes the order anew. A share
that was never shown is replaced by its own hash, which is fixed already.

Everything that is hashed is a row of parts, each with its length before it, so that no two rows give the same bytes.
docs/fair-shuffle.md says all of it in words, with test vectors. It does not hide the cards from who runs the server.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.table.chance import below, order_of

#: How many bytes a secret and a share have.
NONCE_BYTES = 32

COMMIT_LABEL = "gouji/commit/1"
NONCE_LABEL = "gouji/seed/1"
SHUFFLE_LABEL = "gouji/shuffle/1"
#: What the numbers are drawn for that order the deck, and the one that names a seat.
DECK_LABEL = "deck"
LOT_LABEL = "lot"

_HEX32 = re.compile(r"[0-9a-f]{64}")
_TABLE = re.compile(r"[a-z0-9]{1,16}")
_UID_LENGTH = 64
_GREATEST = 2**53


class Share(NamedTuple):
    """What one seat gave to the shuffle of a deal; `h` and `r` in hexadecimal."""

    seat: Seat
    #: The account on the seat.
    uid: str
    #: The hash of the share, shown first.
    h: str
    #: The share; None where it was never shown and `h` stood in for it.
    r: str | None = None


class ShuffleProof(NamedTuple):
    """Everything from which the shuffle of a deal follows; hashes and secrets in hexadecimal."""

    #: The table's id, the number of its match (from 1) and of the deal (from 0; one that is dealt again counts anew).
    table: str
    match: int
    deal: int
    #: The digest of the rule set.
    rules: str
    #: The hash of the server's secret, shown before any share.
    commit: str
    #: The server's secret, shown after the deal.
    s: str
    #: In the order of the seats; bots and who was away give none.
    shares: tuple[Share, ...] = ()


class Shuffled(NamedTuple):
    """The order of the deck, and the seat that leads where the rules leave it to chance."""

    permutation: tuple[int, ...]
    lot: Seat


def packed(*parts: str | int | bytes) -> bytes:
    """Parts as bytes, each after its length (4 bytes, big-endian): text in UTF-8, numbers in 8 bytes, big-endian."""
    row = b""
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode() if isinstance(part, str) else part.to_bytes(8, "big")
        row += len(data).to_bytes(4, "big") + data
    return row


def commit(table: str, match: int, deal: int, rules: str, s: bytes) -> str:
    """The hash of the server's secret for a deal, in hexadecimal; `rules` is the digest of the rule set."""
    return hashlib.sha256(packed(COMMIT_LABEL, table, match, deal, rules, s)).hexdigest()


def nonce_hash(table: str, match: int, deal: int, uid: str, r: bytes) -> str:
    """The hash of a seat's share, in hexadecimal; it holds the account, so that nobody can repeat another's."""
    return hashlib.sha256(packed(NONCE_LABEL, table, match, deal, uid, r)).hexdigest()


def deck_key(table: str, match: int, deal: int, rules: str, s: bytes, shares: Sequence[Share]) -> bytes:
    """The key from which the shuffle follows: HMAC-SHA-256 under the server's secret over all shares by seat."""
    parts: list[str | int | bytes] = [SHUFFLE_LABEL, table, match, deal, rules]
    for share in sorted(shares, key=lambda share: share.seat):
        parts += [share.seat, share.uid, bytes.fromhex(share.h if share.r is None else share.r)]
    return hmac.new(s, packed(*parts), hashlib.sha256).digest()


def shuffle(key: bytes, cards: int) -> Shuffled:
    """The order of a deck of so many cards (Fisher and Yates, from the top), and the lot."""
    return Shuffled(order_of(cards, _words(key, DECK_LABEL)), below(_words(key, LOT_LABEL), SEATS))


def shuffled(proof: ShuffleProof, cards: int) -> Shuffled:
    """The shuffle of a proof that is consistent (`flaw` finds nothing)."""
    place = (proof.table, proof.match, proof.deal)
    return shuffle(deck_key(*place, proof.rules, bytes.fromhex(proof.s), proof.shares), cards)


def flaw(proof: ShuffleProof) -> str | None:
    """What is wrong with a proof by itself, in a sentence; None where its hashes are those of its secrets."""
    if not _TABLE.fullmatch(proof.table) or not 0 <= proof.match < _GREATEST or not 0 <= proof.deal < _GREATEST:
        return "the proof names no table, match and deal"
    if not all(map(_HEX32.fullmatch, (proof.rules, proof.commit, proof.s))):
        return "the proof lacks the secret of the server or its hash"
    place = (proof.table, proof.match, proof.deal)
    if commit(*place, proof.rules, bytes.fromhex(proof.s)) != proof.commit:
        return "the secret of the server is not the one that it committed to"
    seats = [share.seat for share in proof.shares]
    if seats != sorted({*seats} & {*range(SEATS)}):
        return "the proof does not name its shares in the order of the seats"
    uids = [share.uid for share in proof.shares]
    if not all(0 < len(uid) <= _UID_LENGTH and uid.isprintable() for uid in uids) or len({*uids}) != len(uids):
        return "the proof does not say whose its shares are"
    for share in proof.shares:
        if not _HEX32.fullmatch(share.h) or (share.r is not None and not _HEX32.fullmatch(share.r)):
            return f"the share of seat {share.seat} cannot be read"
        if share.r is not None and nonce_hash(*place, share.uid, bytes.fromhex(share.r)) != share.h:
            return f"the share of seat {share.seat} is not the one that it committed to"
    return None


def _words(key: bytes, label: str) -> Iterator[int]:
    """Endless numbers of 32 bits for a purpose."""
    counter = 0
    while True:
        block = hmac.new(key, packed(label, counter), hashlib.sha256).digest()
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1
