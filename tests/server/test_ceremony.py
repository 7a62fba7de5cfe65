"""The ceremony of a shuffle: who chooses nothing, and what cannot be changed any more."""

from __future__ import annotations

import pytest

from gouji_desktop.net.shuffle import Verified, check, nonce_hash
from gouji_desktop.server.ceremony import Ceremony, DealId, Step, proofs_of

DEAL = DealId("t1", 1, 0, "ab" * 32)
SECRET = bytes(range(32))
SEATS = {0: "a", 2: "b", 5: "c"}
SHARES = {seat: bytes([seat + 1]) * 32 for seat in SEATS}


def ceremony(kept: bytes | None = None) -> Ceremony:
    return Ceremony(DEAL, SECRET, SEATS, kept)


def done(one: Ceremony) -> bool:
    return one.complete


def h_of(seat: int, share: bytes | None = None) -> str:
    return nonce_hash("t1", 1, 0, SEATS[seat], share or SHARES[seat])


def test_all_shares_in_time() -> None:
    one = ceremony()
    for seat, uid in SEATS.items():
        assert not done(one)
        assert one.give_hash(seat, uid, h_of(seat))
    assert done(one)
    one.name_hashes()
    assert [(entry.seat, entry.uid, entry.r) for entry in one.nonces.entries] == [
        (s, u, None) for s, u in SEATS.items()
    ]
    for seat, share in SHARES.items():
        assert not done(one)
        assert one.give_share(seat, share.hex())
    assert done(one)
    one.draw()
    found = check(one.reveal, one.deal_commit, 216)
    assert isinstance(found, Verified)
    assert (found.permutation, found.lot) == one.shuffled(216)
    assert sorted(found.permutation) == list(range(216))


def test_whoever_is_missing_does_not_stop_it() -> None:
    one = ceremony()
    one.give_hash(0, "a", h_of(0))
    one.give_hash(2, "b", h_of(2))
    one.absent(5)
    assert done(one)
    one.name_hashes()
    assert not one.give_hash(5, "c", h_of(5))
    one.give_share(0, SHARES[0].hex())
    one.draw()
    assert not one.give_share(2, SHARES[2].hex())
    assert [(share.seat, share.r is None) for share in one.shares] == [(0, False), (2, True)]
    assert isinstance(check(one.reveal, one.deal_commit, 324), Verified)


def test_nobody_at_all() -> None:
    one = Ceremony(DEAL, SECRET, {})
    assert done(one)
    one.name_hashes()
    assert done(one)
    assert one.nonces is None
    one.draw()
    assert isinstance(check(one.reveal, one.deal_commit, 198), Verified)


def test_a_hash_counts_once_and_a_share_must_be_its_own() -> None:
    one = ceremony()
    assert one.give_hash(0, "a", h_of(0))
    assert not one.give_hash(0, "a", h_of(0, b"x" * 32))
    assert not one.give_share(0, SHARES[0].hex())
    one.name_hashes()
    assert not one.give_share(0, (b"x" * 32).hex())
    assert not one.give_share(5, SHARES[5].hex())
    assert one.give_share(0, SHARES[0].hex())
    assert not one.give_share(0, SHARES[0].hex())
    assert one.shares[0].h == h_of(0)


def test_the_secret_is_in_nothing_but_the_proof() -> None:
    one = ceremony()
    one.give_hash(0, "a", h_of(0))
    for step in (one.name_hashes, one.draw):
        text = repr((one.deal_commit, one.nonces, one.kept))
        assert SECRET.hex() not in text
        step()
    assert SECRET.hex() not in one.kept.decode()
    assert one.reveal.s == SECRET.hex()


def test_it_is_taken_up_where_it_stood() -> None:
    one = ceremony()
    one.give_hash(0, "a", h_of(0))
    again = ceremony(one.kept)
    assert again.step == Step.HASHES
    assert again.shares == ()
    assert again.deal_commit == one.deal_commit
    one.give_hash(2, "b", h_of(2))
    one.name_hashes()
    again = Ceremony(DEAL, SECRET, {}, one.kept)
    assert (again.step, again.nonces) == (Step.SHARES, one.nonces)
    assert not done(again)
    assert again.give_share(0, SHARES[0].hex())
    one.give_share(0, SHARES[0].hex())
    one.draw()
    again.draw()
    assert again.shuffled(216) == one.shuffled(216)
    assert Ceremony(DEAL, SECRET, SEATS, one.kept).shuffled(216) == one.shuffled(216)


@pytest.mark.parametrize(
    "kept", [b"", b"{}", b'{"step":"dancing"}', b'{"step":"drawn","shares":[{"seat":9}]}', b"\xff"]
)
def test_what_was_kept_and_cannot_be_read(kept: bytes) -> None:
    with pytest.raises(ValueError, match="the shares of a deal cannot be read"):
        ceremony(kept)


def test_proofs_of_a_match() -> None:
    one = ceremony()
    one.name_hashes()
    one.draw()
    (proof,) = proofs_of(("t1", 1, DEAL.rules), {0: SECRET}, {0: one.kept}, range(1))
    assert proof == one.proof
    with pytest.raises(ValueError, match="the secret of deal 1 is missing"):
        proofs_of(("t1", 1, DEAL.rules), {0: SECRET}, {0: one.kept}, range(2))
