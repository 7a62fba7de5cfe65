"""Whole matches in a room: everybody is told what the rules allow, in numbered frames, and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.views import SeatAudience, redact
from gouji_desktop.server.ports import Done
from gouji_desktop.server.room_log import decode_batch
from gouji_desktop.server.store import BatchRow
from gouji_desktop.table.codec import encode_event
from tests.server.rooms import Guest, Hall, simple
from tests.table.drivers import RULES


@pytest.mark.parametrize("rules", PRESETS)
def test_a_match_of_persons_and_bots_is_played_to_its_end(rules: str) -> None:
    hall = Hall(rules)
    guests = hall.begin(3, deals=2 if rules in RULES else 1)
    hall.play()
    assert hall.host.match.over
    assert hall.room.row().done == hall.host.match.deals
    hall.check()
    for guest in guests:
        assert guest.place.phase == "over"
        assert guest.watch.state.phase == ShufflePhase.VERIFIED
        assert guest.watch.state.own
        assert len(guest.watch.verified) == len(guest.all(msg.DealCommit)) >= hall.host.match.deals
    assert hall.store.log(hall.id, 1) is not None
    assert hall.store.batches(hall.id, 1) == []
    assert hall.store.secrets(hall.id, 1) == {}


def test_everybody_is_told_the_redacted_log_under_the_same_numbers() -> None:
    hall = Hall("jinyou4")
    guests = hall.begin(6, deals=1)
    rows = []
    append = hall.store.append

    def keep(*row):
        rows.append(row)
        append(*row)

    hall.store.append = keep  # type: ignore[method-assign]
    hall.play()
    log = [event for row in rows for event in decode_batch(BatchRow(*row[2:])).events]
    for guest in guests:
        told = [event for ev in guest.all(msg.Ev) for event in ev.events]
        seen = [redact(event, SeatAudience(guest.seat)) for event in log]
        assert told == [_as_json(event) for event in seen if event is not None]
    numbers = [sorted({ev.seq for ev in guest.all(msg.Ev) if ev.p == 0}) for guest in guests]
    assert numbers == [list(range(1, numbers[0][-1] + 1))] * 6


def _as_json(event: Event) -> Any:
    return msgspec.json.decode(msgspec.json.encode(encode_event(event)))


@pytest.mark.parametrize("rules", RULES)
def test_a_sealed_answer_is_nobody_elses(rules: str) -> None:
    """Neither a frame nor a number tells that somebody answered."""
    hall = Hall(rules, seed=3)
    guests = hall.begin(6, deals=2)
    sealed = 0
    for _ in range(20_000):
        if hall.room.phase == "over":
            break
        for guest in guests:
            asked = guest.play.prompt is not None and guest.play.view.deal.query is not None
            before = [(len(other.frames), other.play.position) for other in guests]
            if not guest.act() or not asked:
                continue
            sealed += 1
            for other, (frames, (ep, seq, p)) in zip(guests, before, strict=True):
                told = (frames + 1, (ep, seq, p + 1)) if other is guest else (frames, (ep, seq, p))
                assert (len(other.frames), other.play.position) == told
        hall.clock.run(0.3)
    assert hall.room.phase == "over"
    assert sealed > 0
    hall.check()


def test_equal_frames_are_encoded_once() -> None:
    hall = Hall()
    guests = hall.begin(6, deals=1)
    hall.run(200.0, lambda: len(guests[0].all(msg.Ev)) > 12)
    shared = 0
    for seq in range(3, 12):
        frames = [f for g in guests for f, m in zip(g.frames, g.received, strict=True) if _is(m, seq)]
        shared += len(frames) - len({id(frame) for frame in frames})
    assert shared >= 3 * 9


def _is(message, seq: int) -> bool:
    return isinstance(message, msg.Ev) and message.seq == seq and message.p == 0


def test_legal_answers_are_listed_for_who_wants_them() -> None:
    hall = Hall()
    wants = hall.open(deals=1)
    plain = hall.seat("b", 1, features=("shuffle",))
    assert plain.ask(req.Ready) == Done()
    wants.policy = plain.policy = simple
    assert wants.ask(req.Start) == Done()
    hall.play()
    asked = [prompt for message in wants.received if (prompt := getattr(message, "prompt", None))]
    assert asked
    for prompt in asked:
        assert prompt.legal
        assert not prompt.legal_complete
        assert prompt.legal[0].op in ("play", "pass", "burn", "show", "decide", "return")
    unasked = [prompt for message in plain.received if (prompt := getattr(message, "prompt", None))]
    assert unasked
    assert not any(prompt.legal for prompt in unasked)


def test_a_client_that_plays_the_first_legal_answer_comes_to_the_end() -> None:
    hall = Hall("chayuan")
    (guest,) = hall.begin(1, playing=False, deals=1)
    answered = None
    for _ in range(5000):
        prompt = _last_prompt(guest)
        if prompt is not None and prompt.pid != answered:
            move, answered = prompt.legal[0], prompt.pid
            done = guest.ask(req.Cmd, pid=prompt.pid, op=move.op, cards=move.cards, yes=move.yes)
            assert isinstance(done, Done), (done, prompt)
        if hall.run(2.0, lambda: hall.room.phase == "over", step=0.5):
            return
    raise AssertionError("the match does not end")


def _last_prompt(guest: Guest):
    return next(
        (m.prompt for m in reversed(guest.received) if isinstance(m, msg.Ev | msg.State | msg.Snap)),
        None,
    )


def test_the_next_deal_begins_when_everybody_goes_on() -> None:
    hall = Hall()
    one, two = hall.begin(2, deals=3)
    hall.run(4000.0, hall.between, step=0.4)
    assert one.ask(req.Ready) == Done()
    assert two.place.seats[0].ready
    hall.run(5.0)
    assert hall.between()
    assert two.ask(req.Ready) == Done()
    hall.run(1.0)
    assert not hall.between()
    assert not any(seat.ready for seat in one.place.seats)


def test_the_next_deal_begins_by_itself() -> None:
    hall = Hall()
    hall.begin(2, deals=2)
    hall.run(4000.0, hall.between, step=0.4)
    hall.run(19.0)
    assert hall.between()
    hall.run(2.0)
    assert not hall.between()


def test_going_on_is_for_the_time_between_deals() -> None:
    hall = Hall()
    one, _ = hall.begin(2, playing=False, deals=2)
    hall.run(2.0)
    assert one.ask(req.Ready).code == "forbidden"


def test_another_match_follows() -> None:
    hall = Hall()
    one, two = hall.begin(2, deals=1)
    hall.play()
    assert one.ask(req.Start).code == "forbidden"
    assert two.ask(req.Rematch) == Done()
    assert one.place.phase == "waiting"
    assert [seat.uid for seat in one.place.seats[:3]] == ["a", "b", ""]
    assert [seat.level for seat in one.place.seats[2:]] == ["easy"] * 4
    assert two.ask(req.Ready) == Done()
    assert one.ask(req.Start) == Done()
    assert (one.place.match, one.play.match) == (2, 2)
    hall.play()
    hall.check()
    assert hall.store.log(hall.id, 2) != hall.store.log(hall.id, 1)
    assert one.watch.state.phase == ShufflePhase.VERIFIED


def test_deals_differ_from_table_to_table() -> None:
    first, second = Hall(seed=1), Hall(seed=2)
    for hall in (first, second):
        hall.begin(2, playing=False)
        hall.run(2.0)
    assert first.host.match.deal.hands != second.host.match.deal.hands


def test_an_empty_seat_needs_a_bot_or_a_person() -> None:
    hall = Hall()
    host = hall.open(bots="")
    assert host.ask(req.Start).detail == {"reason": "empty_seats"}
    for seat in range(1, 6):
        assert host.ask(req.PutBot, seat=seat, level="easy") == Done()
    assert host.ask(req.Start) == Done()
    assert host.place.phase == "playing"
