"""A session at a table of a real server in memory: lost connections, lost and doubled frames, restarts, refusals."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.clientstate import Phase, Trouble
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.net.remote import Position
from gouji_desktop.net.wire import decode_client
from gouji_desktop.rules.commands import Pass, PlayCards
from gouji_desktop.rules.events import Played
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.server.ports import Refused
from gouji_desktop.server.room_match import RoomMatch
from gouji_desktop.table.log import parse_log
from gouji_desktop.table.session import Controller, Update
from tests.net.following import HOURS, asked, begin, follow, in_step, over, truth
from tests.net.wired import LATENCY, Autopilot, Wired, maker
from tests.server.world import World


@pytest.fixture
def world() -> Iterator[World]:
    with World(seed=7, make_player=maker) as made:
        yield made


def test_a_match_from_the_first_card_to_its_log(world: World) -> None:
    wired = begin(world)
    folded = follow(wired)
    Autopilot(wired, 3)
    assert world.clock.run(HOURS, until=partial(over, wired))
    world.clock.run(5.0)
    assert folded() == wired.session.latest.view
    assert wired.client.proof.phase == ShufflePhase.VERIFIED
    assert wired.client.notice is None
    (name, content), *others = wired.logs.items()
    assert (name, others) == (f"{wired.session.key[0]}-1", [])
    assert parse_log(content).match().over


def test_the_connection_is_lost_at_every_number(world: World) -> None:
    """Lost after each frame in turn, for as long as the next two; at the end everything is as it is on the server."""
    wired = begin(world)
    session = wired.session
    pilot = Autopilot(wired, 3)
    follow(wired)
    seen: set[Position] = set()
    losses = 0
    while not over(wired):
        assert world.clock.run(120.0, until=lambda: session.position not in seen or over(wired))
        seen.add(session.position)
        wired.drop()
        world.clock.run(0.9)
        wired.back()
        losses += 1
        assert wired.client.session is session, "the session outlives the connection"
        assert in_step(world, wired)
        pilot.act(session)
    assert losses > 60
    assert wired.client.notice is None


@pytest.mark.parametrize("seed", range(4))
def test_frames_that_are_lost_or_doubled_change_nothing(world: World, seed: int) -> None:
    wired = begin(world)
    Autopilot(wired, seed)
    follow(wired)
    chance = world.random
    counted = {"lost": 0, "doubled": 0}

    def arriving(frame: bytes) -> list[bytes]:
        kind = json.loads(frame)["k"]
        if kind in ("ev", "state") and chance.random() < 0.1:
            counted["lost"] += 1
            return []
        if kind in ("ev", "ack", "table") and chance.random() < 0.2:
            counted["doubled"] += 1
            return [frame, frame]
        return [frame]

    wired.arriving = arriving
    world.clock.run(HOURS, until=partial(over, wired))
    wired.arriving = lambda frame: [frame]
    # What was lost last is noticed with the next frame; there is none after the end of a match.
    wired.drop()
    wired.back()
    assert over(wired)
    assert counted["lost"] > 5
    assert counted["doubled"] > 5
    assert wired.session.latest.view == truth(world, wired)
    assert wired.client.notice is None


def test_a_server_that_is_killed_and_comes_back_goes_on(world: World) -> None:
    wired = begin(world)
    session = wired.session
    pilot = Autopilot(wired, 3)
    follow(wired)
    for kills in range(1, 6):
        pilot.on = False
        assert world.clock.run(120.0, until=lambda: asked(wired))
        before = session.latest.view
        world.restart()
        wired.drop()
        wired.back()
        assert wired.client.session is session
        assert session.position.ep == kills + 1
        assert session.latest.view.deal.hands[0] == before.deal.hands[0]
        assert session.latest.view == truth(world, wired)
        pilot.on = True
        pilot.act(session)
        world.clock.run(3.0)
    pilot.act(session)
    assert world.clock.run(HOURS, until=partial(over, wired))


def sent_commands(wired: Wired) -> list[req.Cmd]:
    found = [decode_client(frame) for frame in wired.sent if '"cmd"' in frame]
    return [message for message in found if isinstance(message, req.Cmd)]


def test_a_command_whose_answer_was_lost_is_played_once(world: World) -> None:
    wired = begin(world)
    assert world.clock.run(120.0, until=lambda: asked(wired))
    pilot = Autopilot(wired, 3)
    plays: list[Played] = []
    wired.session.subscribe(
        lambda update: plays.extend(each for each in update.events if isinstance(each, Played) and each.seat == 0)
    )
    wired.arriving = lambda _frame: []
    pilot.act(wired.session)
    pilot.on = False
    world.clock.run(4 * LATENCY)
    wired.drop()
    wired.arriving = lambda frame: [frame]
    wired.back()
    wired.settle()
    assert len(sent_commands(wired)) == 1, "its prompt is open no more"
    assert len(plays) <= 1
    assert wired.session.latest.view == truth(world, wired)
    assert not asked(wired) or wired.session.latest.prompt.id != sent_commands(wired)[0].pid


def test_a_command_that_never_arrived_is_sent_again_while_it_holds(world: World) -> None:
    wired = begin(world, turn_s=60)
    assert world.clock.run(120.0, until=lambda: asked(wired))
    prompt = wired.session.latest.prompt
    pilot = Autopilot(wired, 3)
    pilot.act(wired.session)
    wired.drop()
    world.clock.run(2.0)
    wired.back()
    wired.settle()
    first, second = sent_commands(wired)
    assert first == second
    assert first.pid == prompt.id
    assert wired.session.latest.view.step > prompt.id
    assert wired.session.latest.view == truth(world, wired)


def test_a_command_of_a_match_that_was_left_keeps_nobody_waiting(world: World) -> None:
    """An answer that never comes would be waited for, and the connection given up as dead, again and again."""
    wired = begin(world, turn_s=60)
    assert world.clock.run(120.0, until=lambda: asked(wired))
    Autopilot(wired, 3).act(wired.session)
    wired.drop()
    wired.client.leave()
    wired.back()
    world.clock.run(30.0)
    assert wired.client.state.phase == Phase.ONLINE
    assert wired.client.state.silent_for == 0.0


def test_a_command_into_a_changed_position_is_not_sent(world: World) -> None:
    wired = begin(world)
    assert world.clock.run(120.0, until=lambda: asked(wired))
    prompt = wired.session.latest.prompt
    pilot = Autopilot(wired, 3)
    pilot.act(wired.session)
    pilot.on = False
    wired.drop()
    world.clock.run(100.0)
    wired.back()
    wired.settle()
    assert [command.pid for command in sent_commands(wired)] == [prompt.id]
    assert wired.session.latest.view.step > prompt.id
    assert wired.client.notice is None


def test_refusals_of_the_rules_come_as_they_do_in_the_same_process(world: World) -> None:
    wired = begin(world)
    assert world.clock.run(120.0, until=lambda: asked(wired))
    session = wired.session
    prompt = session.latest.prompt
    heard: list[Update] = []
    session.subscribe(heard.append)

    def refusal(command: Any) -> Reason | None:
        heard.clear()
        session.submit(command)
        wired.settle()
        return heard[0].rejected.reason if heard and heard[0].rejected else None

    assert refusal(PlayCards(0, prompt.id, ())) == Reason.NO_CARDS
    assert refusal(PlayCards(0, prompt.id - 1, ())) == Reason.STALE_PROMPT
    assert refusal(Pass(2, prompt.id)) == Reason.NOT_ASKED
    assert session.latest.prompt == prompt
    assert session.latest.rejected is None


def test_the_same_command_twice_is_sent_once(world: World) -> None:
    wired = begin(world)
    assert world.clock.run(120.0, until=lambda: asked(wired))
    prompt = wired.session.latest.prompt
    command = PlayCards(0, prompt.id, wired.session.latest.view.deal.hands[0].faces[-1:])
    wired.session.submit(command)
    wired.session.submit(command)
    wired.settle()
    assert len(sent_commands(wired)) == 1


def test_haste_is_made_good(world: World) -> None:
    """A command that comes too soon after others is sent again when the server takes it."""
    wired = begin(world, turn_s=60)
    assert world.clock.run(120.0, until=lambda: asked(wired))
    prompt = wired.session.latest.prompt
    for _ in range(12):
        wired.session.submit(PlayCards(0, prompt.id, ()))
        world.clock.run(0.021)
    Autopilot(wired, 3).act(wired.session)
    world.clock.run(3.0)
    assert len([command for command in sent_commands(wired) if command.op != "play" or command.cards]) >= 2
    assert wired.session.latest.view.step > prompt.id
    assert wired.client.state.phase == Phase.ONLINE


def test_an_answer_that_cannot_be_stored_now_is_given_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be a sealed one: its person alone is told, and the table does not stand still."""
    wired = begin(world, turn_s=60)
    assert world.clock.run(120.0, until=lambda: asked(wired))
    prompt, real, refusals = wired.session.latest.prompt, RoomMatch.command, [2]

    def command(match: RoomMatch, seat: int, request: req.Cmd) -> Any:
        refusals[0] -= 1
        return Refused(ErrorCode.FROZEN_STORAGE, None, 1.0) if refusals[0] >= 0 else real(match, seat, request)

    monkeypatch.setattr(RoomMatch, "command", command)
    Autopilot(wired, 3).act(wired.session)
    world.clock.run(0.5)
    assert wired.client.notice == Trouble("not_stored")
    assert wired.topics.count("notice") == 1
    assert wired.session.latest.prompt == prompt
    world.clock.run(2.0)
    assert wired.session.latest.view.step > prompt.id
    assert wired.topics.count("notice") == 1


def controller(wired: Wired) -> Controller:
    return wired.session.latest.seats[0].controller


def test_trustee_starts_and_ends_with_one_call(world: World) -> None:
    wired = begin(world)
    assert world.clock.run(120.0, until=lambda: asked(wired))
    wired.session.set_trustee(on=True)
    wired.settle()
    assert controller(wired) == Controller.TRUSTEE
    wired.session.set_trustee(on=False)
    wired.settle()
    assert controller(wired) == Controller.PERSON


def test_passing_by_itself_is_asked_for_again_after_a_restart(world: World) -> None:
    wired = begin(world)
    wired.session.set_auto_pass(on=True)
    wired.settle()
    world.restart()
    wired.drop()
    wired.back()
    wired.settle()
    assert len([frame for frame in wired.sent if '"auto_pass"' in frame]) == 2


def test_clocks_run_down_between_messages(world: World) -> None:
    wired = begin(world)
    assert world.clock.run(120.0, until=lambda: asked(wired))
    before = wired.session.latest.clock
    world.clock.run(2.5)
    after = wired.session.latest.clock
    assert before.left is not None
    assert after.left == pytest.approx(before.left - 2.5)
    assert (after.seats, after.total) == (before.seats, before.total) == ((0,), 30.0)
    world.clock.run(27.505)
    assert wired.session.latest.clock.left == 0.0


def test_a_server_that_cannot_write_stands_still_for_all_to_see(world: World) -> None:
    wired = begin(world)
    assert world.clock.run(120.0, until=lambda: asked(wired))
    state = msg.State(
        wired.session.key[0],
        *wired.session.position,
        tuple(msg.SeatNow(info.name, str(info.controller), info.level) for info in wired.session.latest.seats),
        msg.Clock((0,), 20_000, 30_000),
        frozen=True,
    )
    wired.session.take_state(state)
    world.clock.run(7.0)
    latest = wired.session.latest
    assert (latest.paused, latest.clock.left) == (True, 20.0)


def spoil(frame: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    data = json.loads(frame)
    change(data)
    return json.dumps(data).encode()


def unknown_event(data: dict[str, Any]) -> None:
    if data["k"] == "ev":
        data["events"] = [{"type": "Fireworks"}]


def impossible_event(data: dict[str, Any]) -> None:
    if data["k"] == "ev":
        data["events"] = [{"type": "Played", "seat": 9}]


def no_list(data: dict[str, Any]) -> None:
    if data["k"] == "ev":
        data["events"] = {"a": 1}


@pytest.mark.parametrize("change", [unknown_event, impossible_event, no_list])
def test_what_is_not_understood_once_is_made_good_by_a_snapshot(
    world: World, change: Callable[[dict[str, Any]], None]
) -> None:
    wired = begin(world)
    Autopilot(wired, 3)
    spoilt: list[bytes] = []

    def arriving(frame: bytes) -> list[bytes]:
        if b'"ev"' in frame and not spoilt:
            spoilt.append(frame)
            return [spoil(frame, change)]
        return [frame]

    wired.arriving = arriving
    world.clock.run(10.0)
    assert spoilt
    assert wired.session.latest.view == truth(world, wired)
    assert wired.client.notice is None
    assert world.clock.run(HOURS, until=partial(over, wired))


def test_what_is_never_understood_is_told(world: World) -> None:
    wired = begin(world)
    wired.arriving = lambda frame: [spoil(frame, unknown_event)]
    world.clock.run(200.0)
    assert wired.client.notice.key == "not_understood"
    assert "Fireworks" in wired.client.notice.detail["why"]
    resyncs = [frame for frame in wired.sent if '"resync"' in frame]
    assert 2 < len(resyncs) < 60
    assert wired.client.state.phase == Phase.ONLINE


def test_a_snapshot_that_is_none_is_told(world: World) -> None:
    wired = Wired(world, "甲")
    wired.host(bots="hhehe", deals=1)
    wired.arriving = lambda frame: [spoil(frame, lambda data: data.update(view={}) if data["k"] == "snap" else None)]
    wired.must(wired.client.start)
    wired.settle()
    assert wired.client.session is None
    assert wired.client.notice.key == "not_understood"
