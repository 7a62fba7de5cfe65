"""The own share of the running deal outlives the program: its shuffle is proved as if nothing had happened."""

from __future__ import annotations

import msgspec
import pytest

from gouji_desktop.net.messages import Nonces
from gouji_desktop.net.proofs import ShufflePhase, ShuffleState, ShuffleWatch
from gouji_desktop.net.shares import KeptShares
from gouji_desktop.net.shuffle import entries_of, nonce_hash, reveal_of
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.state import new_match
from tests.net.ceremonies import TABLE, commit_of, proof_for
from tests.net.vectors import secret
from tests.net.wired import Autopilot, Wired, maker
from tests.server.world import World

RULES = preset("tribute216")
#: An honest shuffle in which seat 0 gave its share.
PROOF = proof_for(RULES)
COMMIT = commit_of(PROOF)
AGAIN = msgspec.structs.replace(COMMIT, again=True)
NAMED = Nonces(t=TABLE, deal=0, entries=entries_of(PROOF.shares, opened=False))
UID = "u0"
SHARE = secret(TABLE, 1, 0, 0)


class Drawer:
    """Where a client keeps its shares, in memory."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def read(self, name: str) -> bytes | None:
        return self.files.get(name)

    def write(self, name: str, content: bytes | None) -> None:
        if content is None:
            self.files.pop(name, None)
        else:
            self.files[name] = content


def watch(drawer: Drawer, uid: str = UID, share: bytes = SHARE) -> ShuffleWatch:
    """The program is started (anew)."""
    return ShuffleWatch(TABLE, uid, entropy=lambda _: share, shares=KeptShares(drawer.read, drawer.write))


def restarted(drawer: Drawer, uid: str = UID) -> ShuffleWatch:
    return watch(drawer, uid, b"\x01" * 32)


@pytest.mark.parametrize("step", ["hashed", "named"])
def test_a_program_that_is_started_anew_in_mid_deal_proves_its_own_share(step: str) -> None:
    drawer = Drawer()
    first = watch(drawer)
    given = first.committed(COMMIT, RULES.digest)
    if step == "named":
        first.named(NAMED)
    second = restarted(drawer)
    assert second.committed(AGAIN, RULES.digest) == given
    shown = second.named(NAMED)
    assert shown is not None
    assert shown.r == SHARE.hex()
    assert second.state == ShuffleState(ShufflePhase.WAITING, 1, 0, "", 3, own=True)
    second.snapped(new_match(RULES, 1))
    second.revealed(reveal_of(PROOF), new_match(RULES, 1))
    assert second.state == ShuffleState(ShufflePhase.VERIFIED, 1, 0, "", 3, own=True)
    assert drawer.files == {}, "what was checked is not needed any more"


def test_nothing_is_kept_of_a_deal_to_which_the_viewer_gave_no_share() -> None:
    drawer = Drawer()
    watch(drawer).committed(COMMIT, RULES.digest, seated=False)
    restarted(drawer, "late").committed(AGAIN, RULES.digest)
    assert drawer.files == {}


@pytest.mark.parametrize("what", ["commit", "shares", "own"])
def test_what_changed_while_the_program_was_not_there_is_told(what: str) -> None:
    drawer = Drawer()
    first = watch(drawer)
    first.committed(COMMIT, RULES.digest)
    first.named(NAMED)
    second = restarted(drawer)
    if what == "commit":
        assert second.committed(msgspec.structs.replace(AGAIN, c="0" * 64), RULES.digest) is None
        told = "the server drew anew for a deal whose shares it knew"
    else:
        second.committed(AGAIN, RULES.digest)
        entries = NAMED.entries[:2]
        if what == "own":
            other = nonce_hash(TABLE, 1, 0, UID, b"\x02" * 32)
            entries = (msgspec.structs.replace(NAMED.entries[0], h=other), *NAMED.entries[1:])
        assert second.named(msgspec.structs.replace(NAMED, entries=entries)) is None
        told = "the server changed the shares of a deal after they were given"
    assert (second.state.phase, second.state.trouble) == ("failed", told)


def test_who_comes_back_for_a_later_deal_or_as_somebody_else_knows_nothing_of_it() -> None:
    drawer = Drawer()
    first = watch(drawer)
    first.committed(COMMIT, RULES.digest)
    first.named(NAMED)
    other = restarted(drawer, "u7")
    assert other.committed(AGAIN, RULES.digest) is None
    assert other.state.late
    later = restarted(drawer)
    assert later.committed(commit_of(proof_for(RULES, 1)), RULES.digest) is not None
    assert later.state == ShuffleState(ShufflePhase.WAITING, 1, 1), "nobody is accused of what an absence explains"


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"uid": 3}', b"\xff" * 50])
def test_what_cannot_be_read_was_not_kept(content: bytes) -> None:
    drawer = Drawer()
    drawer.files[TABLE] = content
    second = restarted(drawer)
    assert second.committed(AGAIN, RULES.digest) is None
    assert second.state.late


def test_a_client_that_is_started_anew_in_mid_deal_has_the_whole_proof() -> None:
    with World(seed=4, make_player=maker) as world:
        drawer = Drawer()
        shares = KeptShares(drawer.read, drawer.write)
        wired = Wired(world, "甲", shares=shares)
        host = wired.host(bots="eeeee")
        wired.must(wired.client.start)
        Autopilot(wired, 1)
        assert world.clock.run(
            60.0, until=lambda: wired.client.proof.own and wired.session.latest.view.deal is not None
        )
        world.clock.run(5.0)
        assert list(drawer.files) == [host]
        kept = wired.client.kept
        wired.drop()
        again = Wired(world, "", kept=kept, shares=shares)
        Autopilot(again, 1)
        assert (again.client.proof.own, again.client.proof.late) == (True, False)
        assert world.clock.run(4 * 3600.0, until=lambda: again.client.proof.phase != ShufflePhase.WAITING)
        assert again.client.proof.phase == ShufflePhase.VERIFIED
        assert (again.client.proof.own, again.client.proof.late) == (True, False)
        assert drawer.files == {}
