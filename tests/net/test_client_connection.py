"""The client and its connection: goodbyes, retries, silence, sleep, and frames that are none."""

from __future__ import annotations

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.clientstate import After, Phase, Trouble
from gouji_desktop.net.codes import STOPPED, CloseCode
from gouji_desktop.net.failures import trouble_of_close
from gouji_desktop.net.fields import Message
from tests.net.scripted import Scripted


@pytest.mark.parametrize(
    ("code", "seconds", "key", "after"),
    [
        (CloseCode.RESTART, 2.5, "restart", After(wait=2.5)),
        (CloseCode.SHUTDOWN, None, "shutdown", After()),
        ((CloseCode.SHUTDOWN, STOPPED), None, "stopped", After(stop=True)),
        (CloseCode.REPLACED, None, "replaced", After(stop=True)),
        (CloseCode.AUTH_FAILED, None, "signed_in_late", After()),
        (CloseCode.UPGRADE_REQUIRED, None, "old_client", After(stop=True)),
        (CloseCode.SLOW_CONSUMER, None, "slow", After()),
        (CloseCode.RATE, 20.0, "rate", After(wait=20.0)),
        (CloseCode.RATE, None, "rate", After(wait=10.0)),
    ],
)
def test_a_goodbye_says_what_follows(
    code: CloseCode | tuple[CloseCode, str], seconds: float | None, key: str, after: After
) -> None:
    """Also where its frame was lost, and the end of the connection alone came through."""
    number, reason = code if isinstance(code, tuple) else (code, "")
    scene = Scripted()
    scene.sign_in()
    scene.say(msg.Bye(number, reason, seconds))
    scene.lose(trouble_of_close(number, reason))
    assert trouble_of_close(number, reason).key == key
    assert scene.ends == [after]
    assert scene.client.state.trouble.key == key
    assert scene.phase() == (Phase.CLOSED if after.stop else Phase.RECONNECTING)


@pytest.mark.parametrize("key", ["refused", "dns", "timeout", "lost"])
def test_a_server_that_is_away_is_tried_again(key: str) -> None:
    scene = Scripted()
    scene.client.connecting()
    scene.lose(Trouble(key))
    scene.client.waiting(4.0)
    scene.clock.run(1.5)
    state = scene.client.state
    assert (state.phase, state.trouble.key, state.retry_in) == (Phase.CONNECTING, key, 2.5)
    scene.sign_in()
    state = scene.client.state
    assert (state.phase, state.trouble, state.retry_in) == (Phase.ONLINE, None, None)


def test_pings_measure_the_way() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.clock.run(9.5)
    assert scene.heard(req.Ping) == []
    scene.clock.run(1.0)
    ping = scene.last(req.Ping)
    scene.clock.run(0.2)
    scene.say(msg.Pong(ping.n))
    assert scene.client.state.latency_ms == pytest.approx(500, abs=301)
    assert scene.client.state.silent_for == 0.0
    scene.clock.run(8.0)
    assert scene.client.state.silent_for == 0.0, "silence where nothing is due is none"
    scene.clock.run(3.0)
    assert len(scene.heard(req.Ping)) == 2


def test_silence_is_told_and_ended() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.client.sessions(lambda _answer: None)
    scene.clock.run(2.5)
    scene.topics.clear()
    assert scene.client.state.silent_for == 2.5
    scene.clock.run(1.5)
    assert scene.topics.count("state") >= 1
    assert scene.client.state.silent_for == 4.0
    scene.say(msg.Sessions(re=scene.last(req.ListSessions).id))
    assert scene.client.state.silent_for == 0.0
    scene.client.sessions(lambda _answer: None)
    scene.clock.run(11.0)
    assert scene.ends == [After(at_once=True)]
    assert (scene.client.state.phase, scene.client.state.trouble.key) == (Phase.RECONNECTING, "silent")


def test_a_server_that_says_nothing_at_all_is_left() -> None:
    scene = Scripted()
    scene.open()
    scene.clock.run(12.0)
    assert scene.ends == [After(at_once=True)]


def test_a_machine_that_slept_reconnects_at_once() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.clock.run(3.0)
    scene.wall += 4.0
    scene.clock.run(3.0)
    assert scene.ends == []
    scene.wall += 3600.0
    scene.clock.run(1.0)
    assert scene.ends == [After(at_once=True)]
    assert scene.client.state.trouble.key == "slept"
    scene.client.waiting(8.0)
    scene.wall += 60.0
    scene.clock.run(1.0)
    assert scene.woken == 1, "also while it waits"


def test_nothing_ticks_after_the_end() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.client.stopped()
    count = len(scene.said)
    scene.clock.run(100.0)
    assert len(scene.said) == count
    assert (scene.client.state.phase, scene.client.state.trouble) == (Phase.CLOSED, None)


@pytest.mark.parametrize("frame", ["", "{", "[]", '{"k":"ev"}', '{"k":7}', b"\xff", '{"k":"table","t":[]}'])
def test_frames_that_are_no_messages_are_borne_for_a_while(frame: str | bytes) -> None:
    scene = Scripted()
    scene.sign_in()
    for _ in range(4):
        scene.client.received(frame)
    scene.say(msg.Pong(0))
    for _ in range(4):
        scene.client.received(frame)
    assert scene.ends == []
    scene.client.received(frame)
    assert scene.ends == [After()]
    assert scene.client.state.trouble.key == "not_understood"


def test_kinds_and_fields_of_later_versions_are_borne() -> None:
    scene = Scripted()
    scene.sign_in()
    for _ in range(10):
        scene.client.received('{"k":"fireworks","colour":"red"}')
    scene.client.received('{"k":"lobby","rows":[],"online":3,"weather":"fine"}')
    assert scene.client.online == 3
    assert scene.ends == []


EARLY: list[Message] = [
    msg.Snap("t1", 1, 1, 0, 1, {}, (), msg.Clock()),
    msg.Ev("t1", 1, 1, [], msg.Clock()),
    msg.State("t1", 1, 1, 0, (), msg.Clock()),
    msg.DealCommit("t1", 1, 0, "0" * 64, ""),
    msg.Nonces("t1", 0),
    msg.Reveal("t1", 1, 0, "", "", ""),
    msg.Said("t1", 1, "u", "n"),
    msg.Gone("t1", "closed"),
    msg.Authed("x", "u", "n", "t"),
    msg.LogPart("x", 0, 1, "x"),
    msg.Spectating("x", "t1", 30.0),
    msg.Ack("x"),
    msg.Err("internal"),
]


@pytest.mark.parametrize("message", EARLY, ids=lambda message: type(message).__name__)
def test_what_nobody_asked_for_does_no_harm(message: Message) -> None:
    scene = Scripted()
    scene.open()
    scene.say(message)
    scene.welcome()
    scene.accept()
    scene.say(message)
    assert scene.client.session is None
    scene.arrive()
    scene.say(message)
    assert scene.phase() == Phase.ONLINE
    assert scene.client.session is None
