"""Coming back in the middle of a deal: view, log and tracker are those of somebody who was never away."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net.codes import Feature
from gouji_desktop.net.past import PastParts
from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.net.remote import RemoteSession
from gouji_desktop.net.wire import decode_server, encode_bytes
from gouji_desktop.rules.views import PUBLIC
from gouji_desktop.server.past import DealPast
from gouji_desktop.table.session import Update
from gouji_desktop.ui.presenter.logbook import Logbook, record
from gouji_desktop.ui.presenter.trackerprops import Tracking, track
from tests.net.following import HOURS, begin, over, truth
from tests.net.pasts import compare, of_deal
from tests.net.wired import Autopilot, Wired, maker
from tests.server.world import World
from tests.table.drivers import RULES


def open_world(seed: int, **config: Any) -> World:
    return World(seed=seed, make_player=maker, **config)


class Looker:
    """A log and a tracker that look at a session from now on, as the table page does."""

    def __init__(self, session: RemoteSession) -> None:
        self.book, self.tracking = Logbook(), Tracking()
        self.snapshots = 0
        past = session.past
        for update in past:
            self._see(update)
        session.subscribe(self._see)
        self._see(session.latest._replace(snapshot=not past))
        self.snapshots = 0

    def _see(self, update: Update) -> None:
        self.snapshots += update.snapshot
        self.book, self.tracking = record(self.book, update), track(self.tracking, update)


@pytest.mark.parametrize(
    ("rules", "kept"),
    [
        *((rules, 1) for rules in RULES),
        *(pytest.param(rules, 32, marks=() if rules == "tribute216" else pytest.mark.long) for rules in RULES),
    ],
)
def test_the_connection_is_lost_for_a_while(rules: str, kept: int) -> None:
    """Longer than the server keeps frames for, and over the ends of deals."""
    with open_world(4, frames_kept=kept) as world:
        wired = Wired(world, "甲")
        wired.host(rules, bots="hhehe", deals=2)
        wired.must(wired.client.start)
        wired.settle()
        chance = random.Random(rules)
        pilot = Autopilot(wired, 3)
        session = wired.session
        looker = Looker(session)
        losses = jumps = 0
        while not over(wired):
            world.clock.run(chance.uniform(0.1, 30.0))
            wired.drop()
            world.clock.run(chance.choice((0.2, 3.0, 20.0, 90.0)))
            before = session.latest.view
            wired.back()
            world.clock.run(0.2)
            assert wired.client.session is session
            deals = [view.deal.number if view.deal else 0 for view in (before, session.latest.view)]
            assert looker.snapshots <= (deals[0] != deals[1])
            jumps, looker.snapshots = jumps + looker.snapshots, 0
            compare(world, looker.book, looker.tracking, session)
            losses += 1
            pilot.act(session)
        assert losses > 10
        assert not wired.client.notice


@pytest.mark.parametrize("rules", RULES)
def test_the_program_is_started_anew(rules: str) -> None:
    with open_world(5) as world:
        wired = Wired(world, "甲")
        wired.host(rules, bots="hhehe", deals=2)
        wired.must(wired.client.start)
        wired.settle()
        chance = random.Random(rules)
        starts = holes = 0
        while not over(wired):
            Autopilot(wired, starts)
            world.clock.run(chance.uniform(5.0, 60.0))
            wired.drop()
            world.clock.run(chance.choice((0.2, 5.0, 40.0)))
            if starts % 3 == 2:
                world.restart()
            wired = Wired(world, "甲", kept=wired.client.kept)
            starts += 1
            assert wired.session.latest.view == truth(world, wired)
            world.clock.run(chance.choice((0.0, 7.0)))
            looker = Looker(wired.session)
            compare(world, looker.book, looker.tracking, wired.session)
            assert looker.tracking.whole
            holes += any(entry.event is None for entry in of_deal(looker.book))
        assert starts > 8
        assert not holes


@pytest.mark.parametrize("kept", [1, 32])
def test_the_deal_is_told_once_to_who_comes_back(kept: int) -> None:
    """On a seat or watching, and to a seat also after the server was started anew."""
    with open_world(7, spectators=50, frames_kept=kept) as world:
        seated = begin(world, rules="tribute216")
        Autopilot(seated, 1)
        watching = Wired(world, "早")
        watching.must(watching.client.spectate, seated.session.key[0])
        world.clock.run(60.0)
        for away, restart in ((0.2, False), (10.0, False), (3.0, True)):
            for wired in (seated,) if restart else (seated, watching):
                wired.drop()
                world.clock.run(away)
                if restart:
                    world.restart()
                wired.sent.clear()
                told = _pasts(wired)
                wired.back()
                world.clock.run(3.0)
                assert len(told) == 1
                assert wired.session.latest.view.deal is not None
                assert not any('"resync"' in sent for sent in wired.sent)
            world.clock.run(15.0)
            assert seated.session.latest.view == truth(world, seated)


def _pasts(wired: Wired) -> list[msg.Past]:
    """The first pieces of what a client will be told of running deals."""
    told: list[msg.Past] = []
    before = wired.client.received

    def received(frame: str | bytes) -> None:
        message = decode_server(frame)
        if isinstance(message, msg.Past) and message.part == 0:
            told.append(message)
        before(frame)

    wired.client.received = received  # type: ignore[method-assign]
    return told


@pytest.mark.parametrize("rules", ["tribute216", "zaozhuang6-classic"])
def test_spectators_come_at_any_time(rules: str) -> None:
    with open_world(6, spectators=50) as world:
        wired = begin(world, rules=rules)
        Autopilot(wired, 2)
        table = wired.session.key[0]
        chance = random.Random(1)
        early = Wired(world, "早")
        early.must(early.client.spectate, table)
        assert world.clock.run(60.0, until=lambda: early.client.session is not None)
        first = Looker(early.session)
        came = 0
        while not over(early):
            world.clock.run(chance.uniform(10.0, 60.0))
            late = Wired(world, f"晚{came}")
            late.must(late.client.spectate, table)
            late.settle()
            came += 1
            assert late.session.position == early.session.position
            second = Looker(late.session)
            assert second.book == first.book
            assert second.tracking == first.tracking
            if came % 4 == 0:
                early.drop()
                world.clock.run(20.0)
                early.back()
                world.clock.run(0.2)
            compare(world, first.book, first.tracking, early.session)
        assert came > 6
        assert not first.snapshots


def test_the_server_is_started_anew_in_mid_deal() -> None:
    with open_world(7) as world:
        wired = begin(world, rules="chayuan")
        pilot = Autopilot(wired, 2)
        looker = Looker(wired.session)
        for _ in range(6):
            world.clock.run(25.0)
            world.restart()
            wired.drop()
            wired.back()
            compare(world, looker.book, looker.tracking, wired.session)
            pilot.act(wired.session)
        assert not looker.snapshots


@pytest.mark.parametrize("rules", ["tribute216", "jinyou4"])
def test_the_shuffle_of_a_deal_is_checked_by_who_came_back_in_its_middle(rules: str) -> None:
    """All commitments, shares and cards; that its own share is the one that it gave, it cannot know."""
    with open_world(3) as world:
        wired = Wired(world, "甲")
        other = Wired(world, "乙")
        table = wired.host(rules, bots="-hehe", deals=1)
        other.must(other.client.join, table)
        other.must(other.client.sit, 1)
        other.must(other.client.ready, on=True)
        wired.must(wired.client.start)
        Autopilot(wired, 1)
        Autopilot(other, 2)
        world.clock.run(70.0)
        wired.drop()
        other.drop()
        world.clock.run(5.0)
        anew = Wired(world, "甲", kept=wired.client.kept)
        other.back()
        watcher = Wired(world, "丙")
        watcher.must(watcher.client.spectate, table)
        watcher.settle()
        for each in (anew, other, watcher):
            assert each.client.proof.phase == ShufflePhase.WAITING
        Autopilot(anew, 1)
        assert world.clock.run(HOURS, until=lambda: over(watcher))
        world.clock.run(40.0)
        for each in (anew, other, watcher):
            proof = each.client.proof
            assert (proof.phase, proof.trouble, proof.shares) == (ShufflePhase.VERIFIED, "", 2)
        assert (anew.client.proof.late, anew.client.proof.own) == (True, True)
        assert (other.client.proof.late, other.client.proof.own) == (False, True)
        assert (watcher.client.proof.late, watcher.client.proof.own) == (True, False)
        last = Wired(world, "甲", kept=anew.client.kept)
        assert last.client.proof == anew.client.proof


@pytest.mark.parametrize("kind", ["nonce_commit", "nonce"])
def test_a_program_that_stops_while_cards_are_shuffled_comes_back_to_the_deal(world: World, kind: str) -> None:
    """Its share was named, or may be; it is lost, and nobody is accused of that."""
    wired, other = Wired(world, "甲"), Wired(world, "乙")
    table = wired.host("jinyou4", bots="-hehe", deals=1)
    other.must(other.client.join, table)
    other.must(other.client.sit, 1)
    other.must(other.client.ready, on=True)
    other.arriving = lambda frame: (
        [] if (b'"deal_commit"' if kind == "nonce_commit" else b'"nonces"') in frame else [frame]
    )
    wired.client.start()
    assert world.clock.run(1.0, until=lambda: any(f'"{kind}"' in frame for frame in wired.sent) or kind == "nonce")
    world.clock.run(0.1)
    wired.drop()
    anew = Wired(world, "甲", kept=wired.client.kept)
    Autopilot(anew, 1)
    Autopilot(other, 2)
    assert world.clock.run(HOURS, until=lambda: over(anew))
    world.clock.run(5.0)
    assert anew.client.proof.phase == ShufflePhase.VERIFIED, anew.client.proof
    assert anew.client.proof.late


@pytest.fixture
def world() -> Iterator[World]:
    with open_world(8) as made:
        yield made


def pieces(world: World, wired: Wired) -> tuple[list[msg.Past], msg.Snap]:
    """What the server sends to a seat that comes back."""
    (room,) = world.core.rooms
    match = room._play.match
    assert match is not None
    heard: list[bytes] = []
    viewer = type("V", (), {"features": frozenset(Feature), "send_frame": lambda _self, frame: heard.append(frame)})()
    seat = wired.session.seat
    assert seat is not None
    match.show(seat, viewer)
    messages = [decode_server(frame) for frame in heard]
    assert all(len(frame) <= 32 * 1024 for frame in heard)
    parts = [message for message in messages if isinstance(message, msg.Past)]
    (snap,) = [message for message in messages if isinstance(message, msg.Snap)]
    return parts, snap


def test_a_long_past_comes_in_pieces(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gouji_desktop.server.past.PIECE", 6000)
    wired = begin(world)
    Autopilot(wired, 1)
    world.clock.run(90.0)
    parts, snap = pieces(world, wired)
    assert len(parts) > 1
    assert [part.part for part in parts] == list(range(len(parts)))
    assert all(len(encode_bytes(part)) < 6000 + 1500 for part in parts)
    collected = PastParts()
    for part in parts:
        collected.take(part)
    past = collected.of(snap)
    assert past is not None
    assert past.steps[-1].view == wired.session.latest.view


@pytest.mark.parametrize("fault", ["lost", "doubled", "another", "forged", "of another snapshot", "nonsense"])
def test_a_past_that_does_not_fit_is_none(world: World, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    monkeypatch.setattr("gouji_desktop.server.past.PIECE", 6000)
    wired = begin(world)
    Autopilot(wired, 1)
    world.clock.run(90.0)
    parts, snap = pieces(world, wired)
    last = parts[-1]
    if fault == "lost":
        del parts[0]
    elif fault == "doubled":
        parts.insert(1, parts[1])
    elif fault == "another":
        parts[1] = msg.Past(last.t, 9, last.match, last.seq, 1, last.parts, parts[1].batches)
    elif fault == "forged":
        parts[-1] = msg.Past(last.t, last.ep, last.match, last.seq, last.part, last.parts, last.batches[:-1])
    elif fault == "of another snapshot":
        snap = pieces(world, wired)[1]
        snap = msg.Snap(snap.t, snap.ep, snap.seq + 1, 0, snap.match, snap.view, snap.seats, snap.clock, snap.you)
    else:
        batch = msg.PastBatch(last.seq, [{"type": "Played", "seat": 99}, 7])
        parts[-1] = msg.Past(last.t, last.ep, last.match, last.seq, last.part, last.parts, (batch,))
    collected = PastParts()
    for part in parts:
        collected.take(part)
    assert collected.of(snap) is None
    assert collected.of(snap) is None


def test_who_does_not_know_of_it_is_told_none(world: World) -> None:
    plain = world.client("plain", features=("legal", "shuffle", "chat"))
    table = world.table(plain, bots="easy", deals=1)
    world.play(table, lambda: plain.follow(table).seq > 8)
    plain.drop()
    plain.back()
    assert not plain.all(msg.Past)
    knowing = world.client("knowing")
    assert not knowing.all(msg.Past)


def test_before_the_first_deal_there_is_no_past() -> None:
    assert DealPast().frames(("t", 1), 1, PUBLIC) == []
