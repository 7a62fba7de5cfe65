"""A server's and six seats' parts in the shuffle of a deal, as the tests play them."""

from __future__ import annotations

from collections.abc import Sequence

from gouji_desktop.net.messages import DealCommit, NonceEntry, Reveal
from gouji_desktop.net.shuffle import Share, ShuffleProof, commit, entries_of, nonce_hash, reveal_of, shuffled
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from tests.net.vectors import secret

TABLE = "k3m9x2"


def proof_for(
    rules: RuleSet, deal: int = 0, *, match: int = 1, persons: Sequence[Seat] = (0, 2, 3), silent: Sequence[Seat] = (3,)
) -> ShuffleProof:
    """An honest shuffle in which the silent seats never showed their shares."""
    place = (TABLE, match, deal)
    s = secret(*place)
    shares = []
    for seat in persons:
        r = secret(*place, seat)
        h = nonce_hash(*place, f"u{seat}", r)
        shares.append(Share(seat, f"u{seat}", h, None if seat in silent else r.hex()))
    return ShuffleProof(*place, rules.digest, commit(*place, rules.digest, s), s.hex(), tuple(shares))


def chance_of(rules: RuleSet, number: int) -> tuple[tuple[int, ...], Seat]:
    """The chance of a match whose deals come from honest shuffles."""
    return shuffled(proof_for(rules, number), rules.cards)


def commit_of(proof: ShuffleProof) -> DealCommit:
    """What the server said before the deal."""
    return DealCommit(t=proof.table, match=proof.match, deal=proof.deal, c=proof.commit, rules=proof.rules)


__all__ = ["TABLE", "NonceEntry", "Reveal", "chance_of", "commit_of", "entries_of", "proof_for", "reveal_of"]
