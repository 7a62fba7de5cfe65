"""A viewer's side of the shuffle: its share, what must not change, and every card that it saw."""

from __future__ import annotations

import msgspec
import pytest

from gouji_desktop.net.messages import Nonces
from gouji_desktop.net.proofs import ShufflePhase, ShuffleState, ShuffleWatch
from gouji_desktop.net.shuffle import entries_of, nonce_hash, reveal_of
from gouji_desktop.rules.events import DealEnded, DealScored, DealStarted, DealVoided, Event, Played
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.state import Hand, new_match
from gouji_desktop.rules.views import PUBLIC, Audience, SeatAudience, View, fold, project, redact
from gouji_desktop.table.host import TableHost
from tests.net.ceremonies import TABLE, chance_of, commit_of, proof_for
from tests.net.vectors import secret
from tests.table.drivers import RULES as NAMES
from tests.table.drivers import finish, make_setup, random_maker

RULES = preset("tribute216")
UID = "u2"
SEAT = SeatAudience(2)

Told = list[tuple[Event, ...]]


def played(name: str, deals: int = 1, rules_proof: str = "") -> Told:
    """What happened in a match whose deals come from honest shuffles."""
    setup = make_setup(name, "ebeebe", deals=deals, pace="instant")
    proofs = preset(rules_proof or name)
    batches: Told = []
    journal = lambda events: batches.append(tuple(events))  # noqa: E731
    finish(TableHost(setup, random_maker, journal=journal, chance=lambda number: chance_of(proofs, number)))
    return batches


class Viewer:
    """Somebody who is told a match and watches its shuffles."""

    def __init__(self, name: str, deals: int, audience: Audience, share: bytes = b"", uid: str = UID) -> None:
        self.rules = preset(name)
        self.audience = audience
        self.view: View = project(new_match(self.rules, deals), audience)
        self.watch = ShuffleWatch(TABLE, uid, entropy=lambda _: share or secret(TABLE, 1, self.deal, 2))
        self.deal = 0

    def ceremony(self) -> None:
        proof = proof_for(self.rules, self.deal)
        own = self.watch.committed(commit_of(proof), self.rules.digest)
        assert own is not None
        assert own.deal == self.deal
        self.watch.named(Nonces(t=TABLE, deal=self.deal, entries=entries_of(proof.shares, opened=False)))

    def see(self, batch: tuple[Event, ...]) -> None:
        told = [seen for event in batch if (seen := redact(event, self.audience)) is not None]
        self.watch.happened(self.view, told)
        for event in told:
            self.view = fold(self.view, event)

    def reveal(self) -> None:
        self.watch.revealed(reveal_of(proof_for(self.rules, self.deal)), self.view)
        self.deal += 1

    def follow(self, batches: Told) -> None:
        """A whole match as a server tells it."""
        for batch in batches:
            if any(isinstance(event, DealStarted) for event in batch):
                self.ceremony()
                assert self.watch.state.phase == ShufflePhase.WAITING
            self.see(batch)
            if any(isinstance(event, DealScored | DealVoided) for event in batch):
                self.reveal()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("audience", [SEAT, PUBLIC], ids=["seat", "public"])
def test_every_deal_of_a_match_is_verified(name: str, audience: Audience) -> None:
    batches = played(name, 2)
    viewer = Viewer(name, 2, audience)
    viewer.follow(batches)
    dealt = [event for batch in batches for event in batch if isinstance(event, DealStarted)]
    state = viewer.watch.state
    assert (state.phase, state.trouble, state.match, state.deal) == ("verified", "", 1, len(dealt) - 1)
    assert (state.shares, state.own) == (3, True)
    assert [found.permutation for found in viewer.watch.verified] == [deal.permutation for deal in dealt]


def test_who_is_shown_other_cards_than_the_shuffle_gave_says_so() -> None:
    """A server that deals as it likes: own cards for a seat, and for spectators the cards that others lay."""
    batches = played("tribute216", 1, rules_proof="tribute216")
    swapped = [tuple(map(swap, batch)) for batch in batches]
    viewer = Viewer("tribute216", 1, SEAT)
    viewer.follow(swapped[:1])
    viewer.reveal()
    assert viewer.watch.state.phase == ShufflePhase.FAILED
    assert viewer.watch.state.trouble == "the cards that seat 2 was dealt are not those of the shuffle"


def swap(event: Event) -> Event:
    """Seats 2 and 3 got each other's cards."""
    if isinstance(event, DealStarted):
        hands = list(event.hands)
        hands[2], hands[3] = hands[3], hands[2]
        return event._replace(hands=tuple(hands))
    return event


def test_cards_that_others_lay_must_come_from_the_shuffle() -> None:
    batches = played("tribute216", 1)
    viewer = Viewer("tribute216", 1, PUBLIC)
    hands = next(event.hands for event in batches[0] if isinstance(event, DealStarted))
    assert isinstance(hands[0], Hand)
    for number, batch in enumerate(batches):
        first = batch[0]
        if isinstance(first, Played) and number > 1:
            mine = hands[first.seat]
            assert isinstance(mine, Hand)
            foreign = next(face for face in range(54) if face not in mine.faces)
            wrong = first._replace(faces=(foreign,) * len(first.faces))
            viewer.ceremony()
            for before in batches[:number]:
                viewer.see(before)
            viewer.watch.happened(viewer.view, [wrong])
            viewer.reveal()
            assert viewer.watch.state.trouble == f"cards of seat {first.seat} cannot have come from the shuffle"
            return
    pytest.fail("nobody played")


def test_the_hands_that_are_opened_must_come_from_the_shuffle() -> None:
    viewer = Viewer("tribute216", 1, PUBLIC)
    other = []
    for batch in played("tribute216", 1):
        ends = [event for event in batch if isinstance(event, DealEnded)]
        if ends:
            hands = list(ends[0].hands)
            full = max(range(6), key=lambda seat: hands[seat].size)
            hands[full] = hands[(full + 1) % 6]
            other.append(tuple(event._replace(hands=tuple(hands)) if event in ends else event for event in batch))
        else:
            other.append(batch)
    viewer.follow(other)
    assert viewer.watch.state.trouble == "the cards left at the end of the deal are not those of the shuffle"


def test_who_came_back_in_the_middle_still_compares_its_own_cards() -> None:
    for wrong in (False, True):
        viewer = Viewer("tribute216", 1, SEAT)
        batches = played("tribute216", 1)
        viewer.ceremony()
        for batch in batches[:30]:
            viewer.see(tuple(map(swap, batch)) if wrong and batch is batches[0] else batch)
        viewer.watch.snapped(viewer.view)
        viewer.reveal()
        assert viewer.watch.state.phase == (ShufflePhase.FAILED if wrong else ShufflePhase.VERIFIED)


def test_who_came_after_the_commitment_claims_nothing() -> None:
    watch = ShuffleWatch(TABLE, UID)
    watch.revealed(reveal_of(proof_for(RULES)), new_match(RULES, 1))
    assert watch.named(Nonces(t=TABLE, deal=0)) is None
    assert watch.state.phase == ShufflePhase.NONE


def test_what_is_shown_twice_is_counted_once() -> None:
    viewer = Viewer("tribute216", 1, SEAT)
    viewer.follow(played("tribute216", 1))
    viewer.deal -= 1
    viewer.reveal()
    assert (viewer.watch.state.phase, len(viewer.watch.verified)) == ("verified", 1)


def test_a_deal_that_was_left_away_is_none() -> None:
    """The next commitment takes the place of one whose deal was never revealed."""
    watch = ShuffleWatch(TABLE, UID)
    for deal in (0, 1):
        assert watch.committed(commit_of(proof_for(RULES, deal)), RULES.digest) is not None
    watch.revealed(reveal_of(proof_for(RULES, 0)), new_match(RULES, 1))
    assert (watch.state.phase, watch.state.deal) == ("waiting", 1)


# --- giving a share -----------------------------------------------------------------------------------------------

SHARE = secret("own")
PROOF = proof_for(RULES)
COMMIT = commit_of(PROOF)


def fresh() -> ShuffleWatch:
    draws = iter([SHARE, secret("second")])
    return ShuffleWatch(TABLE, "me", entropy=lambda size: next(draws)[:size])


def named(watch: ShuffleWatch, *, own: str = "", others: int = 2) -> Nonces:
    del watch
    own = own or nonce_hash(TABLE, 1, 0, "me", SHARE)
    entries = entries_of(PROOF.shares[:others], opened=False)
    mine = msgspec.structs.replace(entries[0], seat=5, uid="me", h=own)
    return Nonces(t=TABLE, deal=0, entries=(*entries, mine))


def test_the_share_is_drawn_once_and_shown_only_after_all_hashes() -> None:
    watch = fresh()
    hashed = watch.committed(COMMIT, RULES.digest)
    assert hashed is not None
    assert hashed.h == nonce_hash(TABLE, 1, 0, "me", SHARE)
    assert watch.committed(COMMIT, RULES.digest) == hashed
    shown = watch.named(named(watch))
    assert shown is not None
    assert shown.r == SHARE.hex()
    assert watch.named(named(watch)) == shown
    assert watch.state == ShuffleState(ShufflePhase.WAITING, 1, 0, "", 3, own=True)


def test_who_sits_nowhere_gives_no_share_and_checks_all_the_same() -> None:
    watch = fresh()
    assert watch.committed(COMMIT, RULES.digest, seated=False) is None
    assert watch.named(Nonces(t=TABLE, deal=0, entries=entries_of(PROOF.shares, opened=False))) is None
    watch.revealed(reveal_of(PROOF), new_match(RULES, 1))
    assert (watch.state.phase, watch.state.own) == ("verified", False)


def test_other_tables_and_deals_are_not_answered() -> None:
    watch = fresh()
    assert watch.committed(msgspec.structs.replace(COMMIT, t="other"), RULES.digest) is None
    assert watch.state == ShuffleState()
    watch.committed(COMMIT, RULES.digest)
    assert watch.named(msgspec.structs.replace(named(watch), t="other")) is None
    assert watch.named(msgspec.structs.replace(named(watch), deal=1)) is None
    watch.revealed(msgspec.structs.replace(reveal_of(PROOF), t="other"), new_match(RULES, 1))
    assert watch.state.phase == ShufflePhase.WAITING


def test_a_late_share_is_no_failure() -> None:
    watch = fresh()
    watch.committed(COMMIT, RULES.digest)
    assert watch.named(Nonces(t=TABLE, deal=0, entries=entries_of(PROOF.shares, opened=False))) is None
    assert (watch.state.phase, watch.state.own) == ("waiting", False)


def test_a_share_that_the_server_made_up_is_told() -> None:
    watch = fresh()
    watch.committed(COMMIT, RULES.digest)
    assert watch.named(named(watch, own="0" * 64)) is None
    assert watch.state.trouble == "the server names another share than the one that this seat gave"


def test_before_a_share_is_shown_the_server_may_begin_again() -> None:
    watch = fresh()
    first = watch.committed(COMMIT, RULES.digest)
    again = watch.committed(msgspec.structs.replace(COMMIT, c="0" * 64), RULES.digest)
    assert again == first
    assert watch.state.phase == ShufflePhase.WAITING


def test_after_a_share_was_shown_nothing_may_change() -> None:
    for change in ("commit", "shares", "revealed shares"):
        watch = fresh()
        watch.committed(COMMIT, RULES.digest)
        assert watch.named(named(watch)) is not None
        if change == "commit":
            assert watch.committed(msgspec.structs.replace(COMMIT, c="0" * 64), RULES.digest) is None
            told = "the server drew anew for a deal whose shares it knew"
        elif change == "shares":
            assert watch.named(named(watch, others=1)) is None
            told = "the server changed the shares of a deal after they were given"
        else:
            watch.revealed(reveal_of(PROOF), new_match(RULES, 1))
            told = "the server changed the shares of a deal after they were given"
        assert (watch.state.phase, watch.state.trouble) == ("failed", told)


def test_a_deal_that_the_server_did_not_like_is_told() -> None:
    """It knew all shares, and goes on to the next deal as if there had been none."""
    watch = fresh()
    watch.committed(COMMIT, RULES.digest)
    assert watch.named(named(watch)) is not None
    watch.committed(commit_of(proof_for(RULES, 1)), RULES.digest)
    assert watch.state.trouble == "the server left out a deal whose shares it knew"


def test_who_was_away_does_not_know_of_a_deal_that_was_left_out() -> None:
    watch = fresh()
    watch.committed(COMMIT, RULES.digest)
    assert watch.named(named(watch)) is not None
    watch.snapped(new_match(RULES, 1))
    watch.committed(commit_of(proof_for(RULES, 1)), RULES.digest)
    assert (watch.state.phase, watch.state.deal) == ("waiting", 1)


def test_a_foreign_rule_set_is_told() -> None:
    watch = fresh()
    watch.committed(COMMIT, "0" * 64)
    assert watch.state.trouble == "the server shuffles for another rule set than the table's"


def test_a_failure_stays_until_the_next_match() -> None:
    watch = fresh()
    watch.committed(COMMIT, RULES.digest)
    tampered = msgspec.structs.replace(reveal_of(PROOF), s="0" * 64)
    watch.revealed(tampered, new_match(RULES, 1))
    assert watch.state.phase == ShufflePhase.FAILED
    watch.committed(commit_of(proof_for(RULES, 1)), RULES.digest)
    assert watch.state.phase == ShufflePhase.FAILED
    draws = ShuffleWatch(TABLE, "me")
    draws.committed(COMMIT, "0" * 64)
    assert draws.state.phase == ShufflePhase.FAILED
    draws.committed(commit_of(proof_for(RULES, 0, match=2)), RULES.digest)
    assert draws.state == ShuffleState(ShufflePhase.WAITING, 2, 0)


AGAIN = msgspec.structs.replace(COMMIT, again=True)


def test_who_comes_back_in_mid_deal_checks_all_but_the_own_share() -> None:
    watch = ShuffleWatch(TABLE, PROOF.shares[0].uid)
    assert watch.committed(AGAIN, RULES.digest) is None
    assert watch.named(Nonces(t=TABLE, deal=0, entries=entries_of(PROOF.shares, opened=False))) is None
    assert watch.state == ShuffleState(ShufflePhase.WAITING, 1, 0, "", 3, own=True, late=True)
    assert watch.committed(AGAIN, RULES.digest) is None
    watch.revealed(reveal_of(PROOF), new_match(RULES, 1))
    assert watch.state == ShuffleState(ShufflePhase.VERIFIED, 1, 0, "", 3, own=True, late=True)
    given = watch.committed(commit_of(proof_for(RULES, 1)), RULES.digest)
    assert given is not None
    assert watch.state == ShuffleState(ShufflePhase.WAITING, 1, 1)


def test_nor_may_the_shares_change_that_were_named_then() -> None:
    watch = ShuffleWatch(TABLE, "me")
    watch.committed(AGAIN, RULES.digest)
    watch.named(Nonces(t=TABLE, deal=0, entries=entries_of(PROOF.shares[:2], opened=False)))
    watch.revealed(reveal_of(PROOF), new_match(RULES, 1))
    assert watch.state.phase == ShufflePhase.FAILED


def test_who_was_there_takes_no_share_for_its_own() -> None:
    """A server that says that the shares are in already is believed by who may have missed them alone."""
    watch = ShuffleWatch(TABLE, "me")
    watch.committed(COMMIT, RULES.digest)
    second = commit_of(proof_for(RULES, 1))
    again = msgspec.structs.replace(second, again=True)
    assert watch.committed(again, RULES.digest) is not None
    assert not watch.state.late
    watch.interrupted()
    assert watch.committed(again, RULES.digest) is not None
    assert not watch.state.late
    watch.interrupted()
    third = msgspec.structs.replace(commit_of(proof_for(RULES, 2)), again=True)
    assert watch.committed(third, RULES.digest) is None
    assert watch.state.late
