"""The table window at a whole server, with the real client: talk, the shuffle, a break, frozen storage, the way out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from PySide6.QtGui import QGuiApplication

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.server.ports import StoreError
from gouji_desktop.ui.app.program import Program
from gouji_desktop.ui.app.qt import make_application
from gouji_desktop.ui.resources import assets_folder
from tests.server.scripted import ScriptedClient
from tests.server.test_online_logs import fetched
from tests.server.world import World
from tests.ui.window.conftest import PLACE
from tests.ui.window.onlineworld import MemoryNetwork, OnlineDesk


@pytest.fixture
async def desk(home: object) -> AsyncIterator[OnlineDesk]:
    application = make_application(assets_folder())
    assert isinstance(application, QGuiApplication)
    with World(seed=1, name="周末桌") as world:
        network = MemoryNetwork(world)
        program = Program(application, assets_folder(), profile_folders(), make_network=lambda *_: network, place=PLACE)
        program.build()
        program.preferences.change(less_motion=True, player_name="小鱼")
        program.open()
        await asyncio.sleep(0)
        desk = OnlineDesk(program)
        desk.world, desk.network, desk.servers = world, network, []
        try:
            yield desk
        finally:
            program.close()
            await asyncio.sleep(0)


async def play_with(desk: OnlineDesk, rules: str = "jinyou4") -> ScriptedClient:
    """The window plays at somebody else's table, who sits on its left hand."""
    await desk.connect()
    wang = desk.other("wang")
    table = wang.create(rules)
    desk.client.join(table)
    await desk.go_on()
    desk.client.sit(3)
    await desk.go_on()
    desk.client.ready()
    await desk.go_on()
    wang.start(table)
    await desk.go_on(12.0)
    assert desk.page() == "table"
    assert desk.table.session is desk.client.session
    return wang


async def test_people_talk_across_the_table(desk: OnlineDesk) -> None:
    wang = await play_with(desk)
    table = desk.client.table.t
    wang.must(req.Say, t=table, phrase="nice")
    wang.must(req.Say, t=table, text="<b>好</b>")
    await desk.go_on()
    (bubble,) = desk.table.online_model.chat_model._bubble_rows.rows
    assert (bubble.seat, bubble.text) == (0, desk.model.current_words()("chat.phrase.nice"))
    await desk.press_item("chatButton")
    assert [item.property("text") for item in desk.items("chatText")][-1] == "<b>好</b>"
    desk.item("chatEntry").setProperty("text", "谢谢")
    await desk.press_item("chatSend")
    wang.read()
    heard = [each for each in wang.received if isinstance(each, msg.Said) and each.text]
    assert heard[-1].text == "谢谢"
    assert heard[-1].seat == 3


async def test_the_shuffle_is_sealed_while_the_deal_runs(desk: OnlineDesk) -> None:
    await play_with(desk)
    assert desk.table.online_model.props.proof == "waiting"
    assert desk.items("proofMark")


async def test_a_break_keeps_hand_order_and_selection(desk: OnlineDesk) -> None:
    wang = await play_with(desk)
    hand = desk.hand
    assert hand.arrangement.items
    hand.choose_faces(hand.arrangement.faces[:2])
    order, chosen = hand.arrangement.handles, hand.selection.chosen
    desk.network.down = True
    desk.network.line.wired.drop()
    await desk.go_on(2.0)
    assert not any(button.enabled for button in desk.actions.buttons)
    desk.table.online_model._up_since -= 4
    desk.table.online_model._tick()
    assert desk.table.online_model.props.banner_kind == "connection"
    wang.read()
    assert not wang.places[desk.client.table.t].seats[3].connected
    desk.network.down = False
    await desk.go_on(1.0)
    assert desk.client.state.phase == "online"
    assert desk.table.online_model.props.banner_kind == ""
    assert hand.arrangement.handles == order
    assert hand.selection.chosen == chosen


async def test_the_others_are_seen_to_go_and_come(desk: OnlineDesk) -> None:
    wang = await play_with(desk)
    wang.drop()
    await desk.go_on()
    assert desk.table.inputs.online.away == {0}
    wang.back()
    await desk.go_on()
    assert desk.table.inputs.online.away == frozenset()


async def test_leaving_by_the_menu_is_asked_once(desk: OnlineDesk) -> None:
    await play_with(desk)
    await desk.press_item("menuButton")
    await desk.press_item("menuLeave")
    assert desk.items("leave")
    await desk.press_item("leaveStay")
    assert desk.page() == "table"
    await desk.press_item("menuButton")
    await desk.press_item("menuLeave")
    await desk.press_item("leaveGo")
    assert desk.page() == "lobby"
    assert desk.client.table is None
    assert not desk.table.online_model.props.shown


async def test_to_the_end_of_the_match_the_shuffle_is_checked_and_another_one_begins(desk: OnlineDesk) -> None:
    wang = await play_with(desk)
    wang.policy = simplest_answer
    desk.table.act("auto")
    for _ in range(200):
        await desk.go_on(60.0)
        if desk.table.dialog_model.props.kind == "result":
            break
    assert desk.table.dialog_model.props.kind == "result"
    assert desk.table.online_model.props.proof == "verified"
    desk.table.act("match_end")
    await desk.press_item("dialog-rematch")
    await desk.go_on()
    assert desk.client.table.phase == "waiting"
    # The log that was kept is checked once more where it is played back.
    folder = profile_folders().matches
    folder.mkdir(parents=True, exist_ok=True)
    log = fetched(wang, desk.client.table.t)
    (folder / f"online-{desk.client.table.t}-1.gouji").write_bytes(log)
    await desk.press_item("dialog-replay")
    assert desk.model.replay_model.last > 0
    assert desk.item("proofMark").property("phase") == "verified"
    await desk.press_item("proofMark")
    words = desk.model.current_words()
    assert words("net.proof.kept.verified") in desk.table.online_model.props.proof_lines
    assert desk.table.inputs.opened.panel == "proof"
    desk.model.leaveTable()
    await desk.go_on()
    assert desk.page() == "room"
    assert desk.table.online_model.props.proof_mark == ""


async def test_a_frozen_store_is_told_and_goes_by(desk: OnlineDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    await play_with(desk)
    await desk.go_on(1.0)
    full = StoreError("disk full")

    def refuse(*_: object, **__: object) -> None:
        raise full

    with monkeypatch.context() as broken:
        broken.setattr(desk.world.store, "append", refuse)
        await desk.go_on(90.0)
        assert desk.table.online_model.props.banner_kind == "frozen"
        assert desk.items("connection")
        assert not any(button.enabled for button in desk.actions.buttons)
    await desk.go_on(12.0)
    assert desk.table.online_model.props.banner_kind == ""
