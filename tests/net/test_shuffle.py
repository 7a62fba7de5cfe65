"""The shuffle that nobody chooses: its vectors, its evenness, and that no field of a revelation can be changed."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable
from itertools import combinations

import msgspec
import pytest

from gouji_desktop.net.messages import NonceEntry, Reveal
from gouji_desktop.net.shuffle import (
    Share,
    Verified,
    check,
    commit,
    deck_key,
    flaw,
    nonce_hash,
    proof_of,
    reveal_of,
    shuffle,
    shuffled,
)
from gouji_desktop.rules.presets import preset
from gouji_desktop.table.shuffle import packed
from tests.net import vectors
from tests.net.ceremonies import commit_of, proof_for

RULES = preset("tribute216")


def test_the_published_vectors_come_out() -> None:
    assert vectors.FILE.read_text(encoding="utf-8") == vectors.text(), "python -m tests.net.vectors writes them anew"
    for vector in json.loads(vectors.FILE.read_text(encoding="utf-8")):
        place, s = (vector["table"], vector["match"], vector["deal"]), bytes.fromhex(vector["s"])
        shares = [Share(**entry) for entry in vector["entries"]]
        assert commit(*place, vector["rules"], s) == vector["commit"]
        assert deck_key(*place, vector["rules"], s, shares).hex() == vector["key"]
        assert shuffle(bytes.fromhex(vector["key"]), vector["cards"]) == (tuple(vector["permutation"]), vector["lot"])


def test_rows_of_parts_cannot_be_taken_for_each_other() -> None:
    rows = [("a", "b"), ("ab",), ("ab", ""), ("", "ab"), (b"a", 98), ("a", 98, ""), (1, 2), (2, 1), (1,), ("1",)]
    for one, other in combinations(rows, 2):
        assert packed(*one) != packed(*other)
    assert packed("老", 1) == bytes.fromhex("00000003e88081000000080000000000000001")


def test_every_deal_seat_and_rule_set_has_a_shuffle_of_its_own() -> None:
    proof = proof_for(RULES)
    same = shuffled(proof, RULES.cards)
    others = [
        proof._replace(table="another"),
        proof._replace(match=2),
        proof._replace(deal=1),
        proof._replace(rules="0" * 64),
        proof._replace(s="0" * 64),
        proof._replace(shares=proof.shares[:2]),
        proof._replace(shares=(*proof.shares[:2], proof.shares[2]._replace(seat=4))),
        proof._replace(shares=(*proof.shares[:2], proof.shares[2]._replace(uid="x"))),
        proof._replace(shares=(*proof.shares[:2], proof.shares[2]._replace(r="0" * 64))),
    ]
    found = {shuffled(other, RULES.cards).permutation for other in others}
    assert len(found | {same.permutation}) == len(others) + 1


def test_a_seat_that_never_shows_its_share_cannot_choose_by_it() -> None:
    proof = proof_for(RULES, silent=())
    silent = proof._replace(shares=tuple(share._replace(r=None) for share in proof.shares))
    assert flaw(proof) is None
    assert flaw(silent) is None
    assert deck_key("t", 1, 0, "r", b"s", silent.shares) == deck_key(
        "t", 1, 0, "r", b"s", [share._replace(r=share.h) for share in proof.shares]
    )


def chi_square(counts: list[int]) -> float:
    even = sum(counts) / len(counts)
    return sum((count - even) ** 2 / even for count in counts)


def far(freedom: int) -> float:
    """A value that chi-square with so many degrees of freedom passes once in a million times (Wilson and Hilferty)."""
    return float(freedom * (1 - 2 / (9 * freedom) + 4.75 * math.sqrt(2 / (9 * freedom))) ** 3)


def test_every_place_is_as_likely_for_every_card() -> None:
    """Small decks by every order, a whole deck by which seat gets which card; the keys are fixed."""
    keys = [hashlib.sha256(str(number).encode()).digest() for number in range(12_000)]
    orders: dict[tuple[int, ...], int] = {}
    lots = [0] * 6
    for key in keys:
        permutation, lot = shuffle(key, 4)
        orders[permutation] = orders.get(permutation, 0) + 1
        lots[lot] += 1
    assert len(orders) == 24
    assert chi_square([*orders.values()]) < far(23)
    assert chi_square(lots) < far(5)
    cards, rounds = RULES.cards, 1_200
    owners = [[0] * 6 for _ in range(cards)]
    firsts = [0] * cards
    for key in keys[:rounds]:
        permutation, _ = shuffle(key, cards)
        firsts[permutation[0]] += 1
        for place, card in enumerate(permutation):
            owners[card][place % 6] += 1
    assert max(map(chi_square, owners)) < far(5)
    assert chi_square([count for row in owners for count in row]) < far(cards * 5)
    assert chi_square(firsts) < far(cards - 1)


def test_an_uneven_shuffle_would_be_seen() -> None:
    """The test above can fail: a shuffle that swaps every card with any other one is not even."""
    orders: dict[tuple[int, ...], int] = {}
    for number in range(12_000):
        digest, order = hashlib.sha256(str(number).encode()).digest(), [0, 1, 2, 3]
        for index in range(4):
            other = digest[index] % 4
            order[index], order[other] = order[other], order[index]
        orders[tuple(order)] = orders.get(tuple(order), 0) + 1
    assert chi_square([*orders.values()]) > far(23)


PROOF = proof_for(RULES)
REVEAL = reveal_of(PROOF)


def test_an_honest_revelation_is_verified() -> None:
    found = check(REVEAL, commit_of(PROOF), RULES.cards)
    assert isinstance(found, Verified)
    assert found.proof == PROOF == proof_of(REVEAL)
    assert (found.permutation, found.lot) == shuffled(PROOF, RULES.cards)
    assert sorted(found.permutation) == list(range(RULES.cards))
    assert found.proof.shares[2].r is None


def entry(number: int, **changes: object) -> Callable[[Reveal], Reveal]:
    def change(reveal: Reveal) -> Reveal:
        entries = list(reveal.entries)
        entries[number] = msgspec.structs.replace(entries[number], **changes)
        return msgspec.structs.replace(reveal, entries=tuple(entries))

    return change


def field(**changes: object) -> Callable[[Reveal], Reveal]:
    return lambda reveal: msgspec.structs.replace(reveal, **changes)


def order(*numbers: int) -> Callable[[Reveal], Reveal]:
    return lambda reveal: msgspec.structs.replace(reveal, entries=tuple(reveal.entries[number] for number in numbers))


#: What a server changes after the deal, and what is said of it.
TAMPERINGS: dict[str, tuple[Callable[[Reveal], Reveal], str]] = {
    "another table": (field(t="other"), "another deal"),
    "another match": (field(match=2), "another deal"),
    "another deal": (field(deal=1), "another deal"),
    "another hash": (field(c="0" * 64), "changed its hash"),
    "another rule set": (field(rules="0" * 64), "changed the rule set"),
    "another secret": (field(s="0" * 64), "not the one that it committed to"),
    "a short secret": (field(s="00"), "lacks the secret"),
    "a secret that is none": (field(s="x" * 64), "lacks the secret"),
    "an upper-case secret": (field(s=PROOF.s.upper()), "lacks the secret"),
    "another share": (entry(0, r="0" * 64), "seat 0 is not the one"),
    "a share that is none": (entry(0, r=""), "cannot be read"),
    "a share that was never shown": (entry(2, r="0" * 64), "seat 3 is not the one"),
    "another hash of a share": (entry(1, h="0" * 64), "seat 2 is not the one"),
    "a hash that is none": (entry(2, h="h"), "cannot be read"),
    "another account": (entry(0, uid="u9"), "seat 0 is not the one"),
    "an account without a name": (entry(0, uid=""), "whose its shares are"),
    "an account twice": (entry(1, uid="u0"), "whose its shares are"),
    "a seat that there is not": (entry(2, seat=6), "order of the seats"),
    "a seat before the first": (entry(0, seat=-1), "order of the seats"),
    "a share twice": (order(0, 0, 1, 2), "order of the seats"),
    "shares in another order": (order(1, 0, 2), "order of the seats"),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_changed_field_is_found(name: str) -> None:
    change, told = TAMPERINGS[name]
    found = check(change(REVEAL), commit_of(PROOF), RULES.cards)
    assert isinstance(found, str)
    assert told in found
    assert "\n" not in found


def test_no_field_of_a_revelation_was_forgotten() -> None:
    """Every field of the messages has a tampering."""
    changed = set()
    for change, _ in TAMPERINGS.values():
        tampered = change(REVEAL)
        changed |= {name for name in Reveal.__struct_fields__ if getattr(tampered, name) != getattr(REVEAL, name)}
        changed |= {
            f"entries.{name}"
            for name in NonceEntry.__struct_fields__
            for one, other in zip(tampered.entries, REVEAL.entries, strict=False)
            if getattr(one, name) != getattr(other, name)
        }
    assert changed == {*Reveal.__struct_fields__} | {f"entries.{name}" for name in NonceEntry.__struct_fields__}


def test_what_a_revelation_can_change_leads_to_other_cards() -> None:
    """What the hashes alone cannot show (a share more or less, a seat, a share kept back) is another shuffle."""
    right = shuffled(PROOF, RULES.cards)
    for change in (order(0, 1), order(), entry(2, seat=4), entry(0, r=None)):
        found = check(change(REVEAL), commit_of(PROOF), RULES.cards)
        assert isinstance(found, Verified)
        assert found.permutation != right.permutation


def test_an_account_cannot_repeat_the_share_of_another() -> None:
    r = vectors.secret("r")
    assert nonce_hash("t", 1, 0, "u1", r) != nonce_hash("t", 1, 0, "u2", r)
    copied = PROOF._replace(shares=(PROOF.shares[0], PROOF.shares[0]._replace(seat=2, uid="u2")))
    assert flaw(copied) == "the share of seat 2 is not the one that it committed to"
