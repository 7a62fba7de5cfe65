"""Commands at a table: done once, answered twice; and nothing for those who may not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.fields import Message
from gouji_desktop.rules.commands import Pass, PlayCards
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.server.ports import Done
from tests.server.rooms import Guest, Hall, eager

#: Its deals begin with a lead.
RULES = "zaozhuang6"


def asked(hall: Hall, persons: int = 6, **fields: Any) -> tuple[list[Guest], Guest]:
    """A table of persons, and the one whose turn it is to lead."""
    guests = hall.begin(persons, playing=False, **fields)
    assert hall.run(60.0, lambda: any(guest.play.prompt for guest in guests))
    return guests, next(guest for guest in guests if guest.play.prompt)


def batches(hall: Hall) -> int:
    return len(hall.store.batches(hall.id, 1))


def state_of(hall: Hall, guests: list[Guest]) -> tuple[Any, ...]:
    return hall.host.match, batches(hall), [len(guest.frames) for guest in guests]


def test_the_same_command_twice_is_one_event_and_the_same_answer_twice() -> None:
    hall = Hall(RULES)
    guests, leader = asked(hall)
    command = simplest_answer(leader.play.view, leader.play.prompt)
    done = leader.answer(command, "x1")
    assert isinstance(done, Done)
    assert done.seq == leader.play.seq
    assert leader.all(msg.Ev)[-1].cmd == "x1"
    assert not any(ev.cmd for guest in guests if guest is not leader for ev in guest.all(msg.Ev))
    before = state_of(hall, guests)
    assert leader.answer(command, "x1") == done
    assert leader.answer(Pass(leader.seat, 12345), "x1") == done
    assert state_of(hall, guests) == before


def test_a_repeated_command_under_another_id_is_stale() -> None:
    hall = Hall(RULES)
    guests, leader = asked(hall)
    command = simplest_answer(leader.play.view, leader.play.prompt)
    assert isinstance(leader.answer(command, "x1"), Done)
    before = state_of(hall, guests)
    again = leader.answer(command, "x2")
    # The host knows its last command: nothing happens, and it is not refused.
    assert again == Done(seq=leader.play.seq)
    assert state_of(hall, guests) == before


def test_sixty_four_commands_are_remembered() -> None:
    hall = Hall(answers_kept=4)
    (guest,) = hall.begin(1, playing=False)
    guest.policy = eager(5)
    sent: list[str] = []
    answer = guest.answer

    def noted(command, number=None):
        sent.append(hall.new_id())
        return answer(command, sent[-1])

    guest.answer = noted  # type: ignore[method-assign]
    hall.run(600.0, lambda: len(sent) >= 8, step=0.4)
    known = hall.room._play.match._done[guest.seat]
    assert list(known) == sent[-4:]
    before = batches(hall)
    assert isinstance(answer(Pass(guest.seat, 1), sent[-4]), Done)
    assert batches(hall) == before


def test_what_the_rules_refuse_is_refused_with_their_reason() -> None:
    hall = Hall(RULES)
    guests, leader = asked(hall)
    prompt = leader.play.prompt
    before = state_of(hall, guests)
    refused = leader.answer(Pass(leader.seat, prompt.id))
    assert refused.code == ErrorCode.ILLEGAL_PLAY
    assert refused.detail == {"reason": str(Reason.MUST_LEAD)}
    foreign = guests[(leader.seat + 1) % 6].play.view.deal.hands[(leader.seat + 1) % 6].faces
    own = {*leader.play.view.deal.hands[leader.seat].faces}
    strange = next(face for face in foreign if face not in own)
    refused = leader.answer(PlayCards(leader.seat, prompt.id, (strange,)))
    assert refused.code == ErrorCode.ILLEGAL_PLAY
    assert refused.detail == {"reason": str(Reason.NOT_IN_HAND)}
    assert state_of(hall, guests) == before


def test_a_wrong_prompt_is_stale() -> None:
    hall = Hall(RULES)
    guests, leader = asked(hall)
    command = simplest_answer(leader.play.view, leader.play.prompt)
    before = state_of(hall, guests)
    for number in (0, leader.play.prompt.id - 1, leader.play.prompt.id + 1, 2**53 - 1):
        assert leader.answer(command._replace(prompt=number)).code == ErrorCode.STALE_PROMPT
    assert state_of(hall, guests) == before


def test_a_seat_cannot_answer_for_another() -> None:
    """The seat comes from the connection: another's answer is judged as one's own."""
    hall = Hall(RULES)
    guests, leader = asked(hall)
    command = simplest_answer(leader.play.view, leader.play.prompt)
    before = state_of(hall, guests)
    for guest in guests:
        if guest is not leader:
            assert guest.answer(command).code == ErrorCode.NOT_YOUR_TURN
    assert state_of(hall, guests) == before


def test_nothing_is_answered_before_the_start_and_after_the_end() -> None:
    hall = Hall(RULES)
    host = hall.open()
    assert host.answer(Pass(0, 1)).code == ErrorCode.NOT_YOUR_TURN
    assert host.ask(req.Trustee, on=True).code == ErrorCode.FORBIDDEN
    assert host.ask(req.AutoPass, on=True).code == ErrorCode.FORBIDDEN
    assert host.ask(req.Rematch).code == ErrorCode.FORBIDDEN
    host.policy = eager(1)
    assert host.ask(req.Start) == Done()
    hall.play()
    match = hall.host.match
    assert host.answer(Pass(0, match.step)).code == ErrorCode.NOT_YOUR_TURN
    assert host.ask(req.Trustee, on=True).code == ErrorCode.FORBIDDEN
    assert host.ask(req.Ready).code == ErrorCode.FORBIDDEN
    assert hall.host.match == match


REQUESTS: list[tuple[type[Message], dict[str, Any]]] = [
    (req.Sit, {"seat": 1}),
    (req.Stand, {}),
    (req.Ready, {}),
    (req.Leave, {}),
    (req.Kick, {"seat": 1}),
    (req.PutBot, {"seat": 1, "level": "easy"}),
    (req.Start, {}),
    (req.Rematch, {}),
    (req.Cmd, {"pid": 3, "op": "pass"}),
    (req.Trustee, {"on": True}),
    (req.AutoPass, {"on": True}),
    (req.Say, {"text": "hello"}),
    (req.FetchLog, {"match": 1}),
]


@pytest.mark.parametrize(("kind", "fields"), REQUESTS)
def test_a_stranger_and_a_spectator_change_nothing(kind: type[Message], fields: dict[str, Any]) -> None:
    hall = Hall(RULES)
    guests, _ = asked(hall, 3)
    stranger, watcher = hall.guest("x"), hall.guest("w")
    assert isinstance(hall.room.spectate(watcher), Done)
    before = state_of(hall, guests)
    members = hall.room.member_uids
    assert stranger.ask(kind, **fields).code == ErrorCode.TABLE_GONE
    assert watcher.ask(kind, **fields).code in (ErrorCode.NOT_SEATED, ErrorCode.FORBIDDEN)
    assert not stranger.frames
    assert state_of(hall, guests) == before
    assert hall.room.member_uids == members


@pytest.mark.parametrize("kind", [req.NonceCommit, req.Nonce])
def test_a_spectator_gives_no_share(kind: type[Message]) -> None:
    hall = Hall(RULES)
    hall.begin(2, playing=False)
    watcher, standing = hall.guest("w"), hall.guest("s")
    hall.room.spectate(watcher)
    standing.join()
    field = "h" if kind is req.NonceCommit else "r"
    assert watcher.ask(kind, deal=0, **{field: "0" * 64}) is None
    assert standing.ask(kind, deal=0, **{field: "0" * 64}) is None
    hall.run(30.0)
    assert {share["uid"] for share in _shares(hall)} == {"a", "b"}


def _shares(hall: Hall) -> Any:
    return json.loads(hall.store.shuffles(hall.id, 1)[0])["shares"]


def test_who_stands_at_a_running_table_sees_the_place_alone() -> None:
    hall = Hall(RULES)
    guests, leader = asked(hall, 3)
    standing = hall.guest("s")
    assert isinstance(standing.join(), Done)
    before = hall.host.match
    assert standing.ask(req.Cmd, pid=leader.play.prompt.id, op="pass").code == ErrorCode.NOT_SEATED
    assert standing.ask(req.Trustee, on=True).code == ErrorCode.NOT_SEATED
    assert standing.ask(req.AutoPass, on=True).code == ErrorCode.NOT_SEATED
    assert standing.ask(req.Ready).code == ErrorCode.NOT_SEATED
    assert standing.ask(req.Sit, seat=4).code == ErrorCode.FORBIDDEN
    assert standing.ask(req.Resync, ep=1) is None
    for guest in guests:
        guest.policy = eager(1)
    hall.run(120.0, step=0.4)
    assert hall.host.match != before
    assert {type(message) for message in standing.received} == {msg.Table}
    assert standing.ask(req.Leave) == Done()


def test_what_is_said_is_cleaned_and_heard_by_all_who_can_hear() -> None:
    hall = Hall()
    host = hall.open()
    guest, deaf = hall.seat("b", 1), hall.guest("d", ())
    deaf.join()
    watcher = hall.guest("w")
    hall.room.spectate(watcher)
    assert guest.ask(req.Say, text=" hello\u202e\n<b>you</b> ") == Done()
    assert guest.ask(req.Say, phrase="hurry") == Done()
    assert guest.ask(req.Say, emote="tea") == Done()
    assert [(said.n, said.uid, said.seat, said.text, said.phrase, said.emote) for said in host.all(msg.Said)] == [
        (1, "b", 1, "hello <b>you</b>", "", ""),
        (2, "b", 1, "", "hurry", ""),
        (3, "b", 1, "", "", "tea"),
    ]
    assert guest.all(msg.Said) == host.all(msg.Said)
    assert not deaf.all(msg.Said)
    hall.run(60.0)
    assert not watcher.all(msg.Said)
    for fields in ({}, {"text": "\u200b"}, {"phrase": "no such"}, {"emote": "x"}, {"text": "a", "phrase": "hurry"}):
        assert guest.ask(req.Say, **fields).code == ErrorCode.BAD_SCHEMA


@pytest.mark.parametrize(("fits", "more"), [("字" * 200, "字"), ("😀" * 150, "a"), ("a" * 200, "a"), ("é" * 199, "éé")])
def test_a_line_that_is_too_long_is_refused_and_not_cut(fits: str, more: str) -> None:
    hall = Hall()
    host = hall.open()
    assert host.ask(req.Say, text=fits) == Done()
    refused = host.ask(req.Say, text=fits + more)
    assert refused.code == ErrorCode.BAD_SCHEMA
    assert refused.detail == {"reason": "a line has at most 200 code points and 600 bytes"}
    assert [said.text for said in host.all(msg.Said)] == [fits]
    assert host.ask(req.Say, text="on") == Done()
    assert host.all(msg.Said)[-1].n == 2, "what nobody heard has no number"


def test_who_comes_back_is_told_what_was_said_meanwhile() -> None:
    hall = Hall(frames_kept=4)
    one, two = hall.begin(2)
    assert one.ask(req.Say, text="before") == Done()
    two.drop()
    assert one.ask(req.Say, text="meanwhile") == Done()
    newer = hall.guests["b"] = Guest(hall, "b")
    assert newer.join() == Done(t="t1", code=hall.room.code)
    assert [said.text for said in newer.all(msg.Said)] == ["before", "meanwhile"]
    kinds = [type(message) for message in newer.received]
    assert kinds.index(msg.Said) < kinds.index(msg.Snap)
    assert newer.join() == Done(t="t1", code=hall.room.code)
    assert len(newer.all(msg.Said)) == 2
    stranger = hall.guest("s")
    stranger.join()
    assert not stranger.all(msg.Said)
    assert one.ask(req.Say, text="for all") == Done()
    stranger.drop()
    back, deaf = Guest(hall, "s"), Guest(hall, "b", ())
    back.join()
    deaf.join()
    assert [said.text for said in back.all(msg.Said)] == ["for all"]
    assert not deaf.all(msg.Said)


def test_the_last_lines_alone_are_told_again_and_numbers_grow_over_a_restart() -> None:
    hall = Hall()
    hall.begin(1, playing=False)
    for number in range(60):
        hall.guests["a"].ask(req.Say, text=str(number))
    newer = Guest(hall, "a")
    newer.join()
    assert [said.text for said in newer.all(msg.Said)] == [str(number) for number in range(10, 60)]
    hall.restart()
    last = hall.guests["a"] = Guest(hall, "a")
    last.join()
    assert not last.all(msg.Said)
    last.ask(req.Say, text="again")
    assert last.all(msg.Said)[0].n > 60
