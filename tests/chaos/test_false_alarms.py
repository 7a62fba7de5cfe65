"""Who was away while a deal was shuffled must not be told that the shuffle was foul: the server did nothing wrong."""

from __future__ import annotations

import hashlib

from gouji_desktop.net.messages import DealCommit, NonceEntry, Nonces
from gouji_desktop.net.proofs import ShufflePhase, ShuffleWatch
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.state import new_match

RULES = preset("jinyou4")
VIEW = new_match(RULES, 2)


def commit(deal: int, *, again: bool = False) -> DealCommit:
    """The server's hash for a deal."""
    c = hashlib.sha256(b"%d" % deal).hexdigest()
    return DealCommit(t="t1", match=1, deal=deal, c=c, rules=RULES.digest, again=again)


def test_a_deal_that_began_without_the_own_share_was_not_left_out() -> None:
    """Its hash was given; then it was away, through the beginning of the deal and through its end."""
    watch = ShuffleWatch("t1", "me")
    given = watch.committed(commit(1), RULES.digest)
    assert given is not None
    watch.interrupted()
    # Back in the middle of the deal: the snapshot first, then what was said of its shuffle.
    watch.snapped(VIEW)
    watch.committed(commit(1, again=True), RULES.digest)
    watch.named(Nonces(t="t1", deal=1, entries=(NonceEntry(0, "me", given.h),)))
    # Away again, and back when the next one is shuffled; what happened meanwhile follows from what it knew.
    watch.interrupted()
    watch.committed(commit(2), RULES.digest)
    assert watch.state.phase == ShufflePhase.WAITING


def test_the_share_of_a_deal_outlives_what_a_server_that_was_started_anew_says_of_the_one_before() -> None:
    watch = ShuffleWatch("t1", "me")
    watch.committed(commit(0), RULES.digest)
    given = watch.committed(commit(1), RULES.digest)
    assert given is not None
    # The server was killed in the ceremony; before that of deal 1 goes on it tells of deal 0.
    watch.interrupted()
    assert watch.committed(commit(0, again=True), RULES.digest) is None
    assert watch.committed(commit(1, again=True), RULES.digest) == given
    nonce = watch.named(Nonces(t="t1", deal=1, entries=(NonceEntry(0, "me", given.h),)))
    assert nonce is not None
    assert watch.state.phase == ShufflePhase.WAITING


def test_a_deal_whose_shares_were_given_and_that_never_came_is_foul() -> None:
    watch = ShuffleWatch("t1", "me")
    given = watch.committed(commit(1), RULES.digest)
    assert given is not None
    assert watch.named(Nonces(t="t1", deal=1, entries=(NonceEntry(0, "me", given.h),))) is not None
    watch.committed(commit(2), RULES.digest)
    assert watch.state.phase == ShufflePhase.FAILED
