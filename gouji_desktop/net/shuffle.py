"""The shuffle of a deal as its messages tell it: what server and client compute, and what a client checks.

The arithmetic itself lies in table/shuffle.py, because logs are checked with it too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gouji_desktop.net.messages import DealCommit, NonceEntry, Reveal
from gouji_desktop.table.shuffle import (
    NONCE_BYTES,
    Share,
    Shuffled,
    ShuffleProof,
    commit,
    deck_key,
    flaw,
    nonce_hash,
    shuffle,
    shuffled,
)


class Verified(NamedTuple):
    """A shuffle that was computed anew from what the server showed."""

    proof: ShuffleProof
    permutation: tuple[int, ...]
    #: The seat that leads where the rules leave it to chance.
    lot: int


def shares_of(entries: Iterable[NonceEntry]) -> tuple[Share, ...]:
    """The shares of a message."""
    return tuple(Share(entry.seat, entry.uid, entry.h, entry.r) for entry in entries)


def entries_of(shares: Iterable[Share], *, opened: bool) -> tuple[NonceEntry, ...]:
    """Shares as the entries of a message, with the shares themselves or with their hashes alone."""
    return tuple(NonceEntry(share.seat, share.uid, share.h, share.r if opened else None) for share in shares)


def proof_of(reveal: Reveal) -> ShuffleProof:
    """What a revelation says, unchecked."""
    shares = shares_of(reveal.entries)
    return ShuffleProof(reveal.t, reveal.match, reveal.deal, reveal.rules, reveal.c, reveal.s, shares)


def reveal_of(proof: ShuffleProof) -> Reveal:
    """The message that shows a proof."""
    return Reveal(
        t=proof.table,
        match=proof.match,
        deal=proof.deal,
        c=proof.commit,
        s=proof.s,
        rules=proof.rules,
        entries=entries_of(proof.shares, opened=True),
    )


def check(reveal: Reveal, commit: DealCommit, cards: int) -> Verified | str:
    """The shuffle of a deck of so many cards that a revelation leads to, or a sentence that says what is wrong.

    `commit` is what the server showed before the deal. Whether the shares are those that were shown meanwhile, and the
    cards those that were dealt, is asked in proofs.py.
    """
    if (reveal.t, reveal.match, reveal.deal) != (commit.t, commit.match, commit.deal):
        return "the server showed the secret of another deal"
    if reveal.c != commit.c:
        return "the server changed its hash after the deal"
    if reveal.rules != commit.rules:
        return "the server changed the rule set after the deal"
    proof = proof_of(reveal)
    wrong = flaw(proof)
    return wrong or Verified(proof, *shuffled(proof, cards))


__all__ = [
    "NONCE_BYTES",
    "Share",
    "ShuffleProof",
    "Shuffled",
    "Verified",
    "check",
    "commit",
    "deck_key",
    "entries_of",
    "flaw",
    "nonce_hash",
    "proof_of",
    "reveal_of",
    "shares_of",
    "shuffle",
    "shuffled",
]
