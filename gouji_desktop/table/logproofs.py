"""The proofs of the shuffles in the log of an online match (format 2, log.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gouji_desktop.rules.events import DealStarted
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.table.codec import CodecError
from gouji_desktop.table.findings import Finding
from gouji_desktop.table.shuffle import Share, ShuffleProof, flaw, shuffled

_PROOF_FIELDS = {"commit", "s", "entries"}
_ENTRY_FIELDS = ({"seat", "uid", "h"}, {"seat", "uid", "h", "r"})


def encode_proof(proof: ShuffleProof) -> dict[str, Any]:
    """What a log says of a proof; table, match, deal and rules follow from its header and the place of the line."""
    entries = []
    for share in proof.shares:
        entry = {"seat": share.seat, "uid": share.uid, "h": share.h}
        entries.append(entry if share.r is None else {**entry, "r": share.r})
    return {"commit": proof.commit, "s": proof.s, "entries": entries}


def decode_proof(data: Any, table: str, match: int, deal: int, rules: str) -> ShuffleProof:
    """The proof of a deal, unchecked. Raises CodecError."""
    if not isinstance(data, Mapping) or set(data) != _PROOF_FIELDS:
        raise CodecError("a proof names the secret of the server, its hash and the shares of the seats")
    entries = data["entries"]
    if not isinstance(entries, list) or len(entries) > SEATS:
        raise CodecError("a proof has a list of at most six shares")
    shares = []
    for entry in entries:
        if not isinstance(entry, Mapping) or set(entry) not in _ENTRY_FIELDS or type(entry["seat"]) is not int:
            raise CodecError("a share names its seat, its account and its hash")
        words = _text(entry["uid"]), _text(entry["h"]), _text(entry["r"]) if "r" in entry else None
        shares.append(Share(entry["seat"], *words))
    return ShuffleProof(table, match, deal, rules, _text(data["commit"]), _text(data["s"]), tuple(shares))


def _text(data: Any) -> str:
    if not isinstance(data, str) or len(data) > 64:
        raise CodecError("the parts of a proof are texts")
    return data


def foul(proofs: Sequence[ShuffleProof], deals: Sequence[DealStarted], cards: int) -> Finding | None:
    """The first deal that is not the one that its proof leads to, in a sentence; None where all are."""
    for number, (proof, deal) in enumerate(zip(proofs, deals, strict=True), 1):
        wrong = flaw(proof)
        if wrong is not None:
            return Finding(f"deal {number}: {wrong}", "bad_proof", deal=number)
        if (deal.permutation, deal.lot) != shuffled(proof, cards):
            return Finding(f"deal {number} is not the one that its shuffle leads to", "other_shuffle", deal=number)
    return None
