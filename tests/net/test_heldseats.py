"""The seats that an account holds: the way back to a table."""

from __future__ import annotations

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from tests.net.scripted import Scripted

LEFT = msg.SeatHeld("t1", 0, left=True)


def row(phase: str, t: str = "t1") -> msg.LobbyRow:
    return msg.LobbyRow(t, "", "", "jinyou4", 1, phase, "pbbbbb")


def test_a_seat_that_was_left_is_known_until_the_match_is_over() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.arrive(phase="playing")
    assert scene.client.held.all == (msg.SeatHeld("t1", 0),)
    scene.client.leave()
    del scene.topics[:]
    scene.say(msg.Gone("t1", "left"))
    assert scene.client.held.all == (LEFT,)
    assert "lobby" in scene.topics
    scene.say(msg.Lobby((row("playing"),)))
    assert scene.client.held.all == (LEFT,)
    scene.say(msg.LobbyDelta((row("over"),)))
    assert not scene.client.held.all


def test_a_seat_that_was_left_before_the_match_is_held_no_more() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.arrive(phase="waiting")
    scene.client.leave()
    scene.say(msg.Gone("t1", "left"))
    assert not scene.client.held.all


def test_who_is_put_out_or_stands_up_holds_nothing() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.arrive()
    scene.say(scene.table(rev=2, you=None))
    assert not scene.client.held.all
    scene.say(scene.table(rev=3, you=2))
    scene.say(msg.Gone("t1", "kicked"))
    assert not scene.client.held.all


def test_a_client_comes_back_to_the_seat_that_it_left_only_when_it_wants_to() -> None:
    scene = Scripted()
    scene.sign_in(seats=(LEFT,))
    assert scene.heard(req.Join) == []
    assert scene.client.held.all == (LEFT,)
    scene.arrive(phase="playing")
    assert scene.client.held.all == (msg.SeatHeld("t1", 0),)
    assert scene.place()[0] == "t1"


def test_a_table_that_is_gone_is_no_way_back() -> None:
    scene = Scripted()
    scene.sign_in(seats=(LEFT,))
    answers: list[msg.ServerMessage] = []
    scene.client.join("t1", done=answers.append)
    scene.say(msg.Err("table_gone", scene.last(req.Join).id))
    assert not scene.client.held.all
    assert len(answers) == 1


def test_tables_where_the_client_is_not_now_are_known_too() -> None:
    """A program that was started anew is told all of them, and goes to the first."""
    scene = Scripted()
    other = msg.SeatHeld("t2", 3, title="另一桌")
    scene.sign_in(seats=(msg.SeatHeld("t1", 0), other, msg.SeatHeld("t3", 1, left=True, title="旧桌")))
    del scene.topics[:]
    scene.say(scene.table("t1", phase="playing"))
    assert "lobby" in scene.topics
    del scene.topics[:]
    scene.say(scene.table("t2", phase="playing", you=3, title="另一桌"))
    assert scene.topics == ["lobby"], "what is at another table is a matter of the lobby"
    assert [seat.t for seat in scene.client.held.all] == ["t1", "t2", "t3"]
    assert scene.client.held.running == {"t1", "t2", "t3"}
    found = scene.client.held.table("t2")
    assert found is not None
    assert found.title == "另一桌"
    assert scene.client.held.table("t3") is None
    del scene.topics[:]
    scene.say(scene.table("t2", rev=2, phase="over", you=3, title="另一桌"))
    assert scene.topics == ["lobby"]
    assert scene.client.held.running == {"t1", "t3"}
    scene.say(msg.Gone("t2", "closed"))
    assert scene.client.held.table("t2") is None
    assert [seat.t for seat in scene.client.held.all] == ["t1", "t3"]
