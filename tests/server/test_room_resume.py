"""Dropping and coming back: whatever was missed, the view is that of who was there all the time."""

from __future__ import annotations

import random

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.rules.views import SeatAudience, project
from gouji_desktop.server.ports import Done
from tests.server.rooms import Guest, Hall
from tests.table.drivers import RULES


def blank(guest: Guest) -> Guest:
    """The same person on another machine, which knows nothing."""
    newer = guest.again()
    newer.play = None
    return newer


@pytest.mark.parametrize("rules", RULES)
def test_dropping_at_any_point_ends_in_the_same_view(rules: str) -> None:
    hall = Hall(rules, seed=2)
    guests = hall.begin(3, deals=1)
    chance = random.Random(5)
    points = 0
    while hall.room.phase == "playing":
        hall.run(chance.choice((0.1, 0.7, 3.0)), step=0.3)
        guest = hall.guests["abc"[points % 3]]
        points += 1
        guest.drop()
        hall.run(chance.choice((0.0, 0.2, 2.0, 9.0)), step=0.3)
        newer = blank(guest) if points % 2 else guest.again()
        before = newer.play and newer.play.position
        assert isinstance(newer.join(), Done)
        assert newer.play.view == project(hall.host.match, SeatAudience(newer.seat))
        assert newer.play.position[:2] >= (before or (0, 0))[:2]
        assert newer.seat == guest.seat
        assert newer.all(msg.Snap)
    assert points > 20
    hall.check()
    assert guests


def test_a_resync_sends_what_is_missing() -> None:
    hall = Hall("zaozhuang6")
    one, two = hall.begin(2)
    hall.run(60.0, lambda: two.play is not None and two.play.seq >= 3, step=0.3)
    ep, seq, p = two.play.position
    late = blank(two)
    late.play = None
    hall.run(60.0, lambda: one.play.seq >= seq + 6, step=0.3)
    assert isinstance(late.join(), Done)
    start = len(late.received)
    assert late.ask(req.Resync, ep=ep, seq=seq, p=p) is None
    sent = late.received[start:]
    assert [(m.seq, m.p) for m in sent if isinstance(m, msg.Ev)][:1] == [(seq + 1, 0)]
    assert [type(m) for m in sent[-1:]] == [msg.State]
    (state,) = [m for m in sent if isinstance(m, msg.State)]
    assert (state.ep, state.seq, state.p) == late.play.position
    assert not any(isinstance(m, msg.Snap) for m in sent)


def test_a_resync_from_the_present_sends_the_state_alone() -> None:
    hall = Hall("zaozhuang6")
    one, _ = hall.begin(2)
    hall.run(20.0, step=0.3)
    ep, seq, p = one.play.position
    start = len(one.received)
    one.ask(req.Resync, ep=ep, seq=seq, p=p)
    assert [type(m) for m in one.received[start:]] == [msg.State]


@pytest.mark.parametrize(
    "where", [(0, 0, 0), (99, 1, 0), (1, 0, 0), (1, 9999, 0), (1, 3, 7), (1, 2**53 - 1, 2**53 - 1)]
)
def test_a_resync_from_anywhere_else_sends_everything(where: tuple[int, int, int]) -> None:
    hall = Hall("zaozhuang6", frames_kept=8)
    one, _ = hall.begin(2)
    hall.run(600.0, lambda: one.play.seq >= 20, step=0.3)
    start = len(one.received)
    ep, seq, p = where
    one.ask(req.Resync, ep=ep, seq=seq, p=p)
    past, snap = one.received[start:]
    assert isinstance(past, msg.Past)
    assert isinstance(snap, msg.Snap)
    assert (past.ep, past.seq, past.match, past.part, past.parts) == (1, snap.seq, 1, 0, 1)
    assert (snap.ep, snap.seq, snap.you) == (1, one.play.seq, 0)


@pytest.mark.parametrize("rules", ["tribute216", "chayuan"])
def test_a_resync_at_every_number_leads_to_the_same_view(rules: str) -> None:
    """Own sealed answers are among what is sent again."""
    hall = Hall(rules, seed=4, frames_kept=128)
    one, *_ = hall.begin(2)
    views = {}
    own = 0
    for _ in range(400):
        hall.run(0.4, step=0.4)
        if one.play is not None:
            views[one.play.position] = one.play.view
            own = max(own, one.play.p)
        if len(views) > 40:
            break
    assert own > 0
    now = one.play.position
    for position, view in views.items():
        late = Guest(hall, "a")
        late.play = one.play.__class__(one.all(msg.Snap)[0])
        late.play.view = view
        late.play.ep, late.play.seq, late.play.p = position
        match = hall.room._play.match
        match.resync(0, late, *position)
        assert late.play.position == now
        assert late.play.view == one.play.view
        assert not late.all(msg.Snap)


def test_a_queued_answer_to_an_old_question_changes_nothing() -> None:
    hall = Hall("zaozhuang6")
    one, two = hall.begin(2, turn_s=5)
    hall.run(60.0, lambda: one.play is not None and one.play.seq > 2, step=0.3)
    one.policy = None
    hall.run(60.0, lambda: one.play.prompt is not None, step=0.3)
    prompt = one.play.prompt
    one.drop()
    hall.run(30.0, step=0.3)
    newer = one.again()
    newer.join()
    match, seq = hall.host.match, newer.play.seq
    refused = newer.ask(req.Cmd, pid=prompt.id, op="pass")
    assert refused.code in ("stale_prompt", "not_your_turn")
    assert hall.host.match == match
    assert newer.play.seq == seq
    assert two.play.seq == seq
