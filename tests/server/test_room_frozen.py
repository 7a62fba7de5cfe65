"""A store that cannot be written: nothing has happened, nobody is told, and the table stands still for a while."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.server.packed_logs import PackedLog
from gouji_desktop.server.ports import Done, Refused
from gouji_desktop.server.room import Room
from gouji_desktop.table.codec import encode_rules
from tests.server.rooms import Hall, eager

RULES = "zaozhuang6"


def test_a_command_that_cannot_be_kept_has_not_happened() -> None:
    hall = Hall(RULES)
    one, two = hall.begin(2, playing=False, turn_s=30)
    seats = {0: one, 1: two}
    assert hall.run(60.0, lambda: any(guest.play.prompt for guest in seats.values()))
    guest = one if one.play.prompt else two
    other = two if guest is one else one
    command = eager(1)(guest.play.view, guest.play.prompt)
    hall.run(4.0)
    hall.store.full = True
    match, position, events = hall.host.match, other.play.position, len(other.all(msg.Ev))
    refused = guest.answer(command, "x1")
    assert (refused.code, refused.retry_after) == (ErrorCode.FROZEN_STORAGE, 5.0)
    assert hall.host.match == match
    assert (other.play.position, len(other.all(msg.Ev))) == (position, events)
    assert guest.play.frozen
    assert other.play.frozen
    assert hall.room.frozen
    left = guest.play.clock.left_ms
    for kind, fields in ((req.Trustee, {"on": True}), (req.AutoPass, {"on": True}), (req.Leave, {})):
        assert guest.ask(kind, **fields).code == ErrorCode.FROZEN_STORAGE
    assert guest.answer(command, "x2").code == ErrorCode.FROZEN_STORAGE
    assert guest.ask(req.Say, text="still here") == Done()
    hall.run(61.0)
    assert hall.host.match == match
    guest.ask(req.Resync, ep=0)
    assert guest.play.frozen
    assert guest.play.clock.left_ms == left
    hall.store.full = False
    hall.run(6.0)
    assert not guest.play.frozen
    assert not other.play.frozen
    assert guest.play.clock.left_ms >= 25_000
    assert guest.answer(command, "x1") == Done(seq=guest.play.seq)
    one.policy, two.policy = eager(0), eager(1)
    hall.play()
    hall.check()


@pytest.mark.parametrize("rules", ["tribute216", "jinyou4"])
def test_a_table_survives_a_disk_that_is_full_now_and_then(rules: str) -> None:
    hall = Hall(rules, seed=5)
    one, two = hall.begin(2, deals=2)
    chance = random.Random(7)
    stood_still = 0
    for _ in range(4000):
        if hall.room.phase == "over":
            break
        hall.store.left, hall.store.full = chance.choice((0, 1, 2, 3, 40)), False
        hall.run(chance.choice((1.0, 4.0, 12.0)), step=0.4)
        stood_still += hall.room.frozen
        hall.store.left, hall.store.full = None, False
        hall.run(6.0, step=0.4)
        assert not hall.room.frozen
        hall.check()
    assert hall.room.phase == "over"
    assert stood_still > 20
    hall.run(6.0)
    assert hall.store.log(hall.id, 1) is not None
    for guest in (one, two):
        assert guest.watch.state.phase == ShufflePhase.VERIFIED
        assert len(guest.watch.verified) == len({(m.match, m.deal) for m in guest.all(msg.DealCommit)})


def test_no_second_secret_is_drawn_for_a_deal() -> None:
    hall = Hall(RULES)
    commits: set[str] = set()
    one = hall.open()
    one.policy = eager(0)
    for left in range(1, 6):
        hall.store.left = left
        if one.place.phase == "waiting":
            one.ask(req.Start)
        hall.run(2.0, step=0.1)
        commits |= {message.c for message in one.all(msg.DealCommit)}
        hall.store.left, hall.store.full = None, False
        hall.run(6.0, step=0.1)
    commits |= {message.c for message in one.all(msg.DealCommit)}
    assert len(commits) == 1
    assert hall.host.match.deal is not None


PLACE_REQUESTS: list[tuple[Any, dict[str, Any]]] = [
    (req.Sit, {"seat": 4}),
    (req.Stand, {}),
    (req.Ready, {}),
    (req.Leave, {}),
    (req.Kick, {"seat": 1}),
    (req.PutBot, {"seat": 2, "level": "easy"}),
    (req.Start, {}),
]


@pytest.mark.parametrize(("kind", "fields"), PLACE_REQUESTS)
def test_a_place_that_cannot_be_kept_has_not_changed(kind: Any, fields: dict[str, Any]) -> None:
    hall = Hall()
    host = hall.open()
    guest = hall.seat("b", 1)
    assert guest.ask(req.Ready) == Done()
    before = (host.place, len(guest.frames), hall.store.open_tables())
    hall.store.full = True
    assert host.ask(kind, **fields).code == ErrorCode.FROZEN_STORAGE
    assert (host.place, len(guest.frames), hall.store.open_tables()) == before
    assert hall.room.phase == "waiting"
    assert hall.guest("c").join().code == ErrorCode.FROZEN_STORAGE
    assert isinstance(guest.again().join(), Done)
    hall.store.full = False
    hall.run(6.0)
    assert isinstance(host.ask(kind, **fields), Done)


def test_no_table_is_made_that_cannot_be_kept() -> None:
    hall = Hall()
    hall.store.full = True
    request = req.Create(id="c", rules=encode_rules(hall.rules))
    refused = Room.create("t1", hall.guest("a"), request, hall.deps)
    assert isinstance(refused, Refused)
    assert refused.code == ErrorCode.FROZEN_STORAGE
    assert hall.store.open_tables() == []


def test_the_end_of_a_match_that_cannot_be_kept_comes_later() -> None:
    hall = Hall(RULES)
    (guest,) = hall.begin(1)
    hall.run(30.0, step=0.2)
    hall.run(3600.0, lambda: hall.host.match.deal.live.bit_count() <= 2, step=0.2)
    hall.store.full = True
    hall.run(120.0, step=0.4)
    assert guest.place.phase == "playing"
    hall.store.full = False
    hall.play()
    assert guest.place.phase == "over"
    hall.run(6.0)
    assert hall.store.log(hall.id, 1) is not None


def test_a_log_that_cannot_be_kept_at_the_end_is_kept_later() -> None:
    hall = Hall(RULES)
    (guest,) = hall.begin(1)
    real = hall.store.finish_match
    fail = [True]

    def finish(table: str, match: int, log: PackedLog) -> None:
        hall.store.full = fail[0]
        real(table, match, log)

    hall.store.finish_match = finish  # type: ignore[method-assign]
    hall.play()
    assert guest.play.frozen
    assert hall.store.log(hall.id, 1) is None
    fail[0], hall.store.full = False, False
    hall.run(6.0)
    assert not guest.play.frozen
    assert hall.store.log(hall.id, 1) is not None
    assert guest.ask(req.Rematch) == Done()
