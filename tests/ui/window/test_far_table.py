"""A table far away in the real window: lag, breaks, frozen storage, waiting for the others, watching, leaving."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from gouji_desktop.net.clientstate import Phase, Trouble
from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.state import Stage
from gouji_desktop.table.session import ClockInfo, Update
from gouji_desktop.ui.presenter.reasons import Grey
from tests.ui.window.conftest import PLAIN, Desk, walk
from tests.ui.window.faraway import sit_far
from tests.ui.window.farclient import FarClient
from tests.ui.window.test_table_signs import placed


def handles(desk: Desk) -> list[int]:
    return [item.handle for item in desk.hand.arrangement.items]


def long_down(desk: Desk, client: FarClient, **changes: object) -> None:
    """The connection has been away for a while."""
    client.become(phase=Phase.RECONNECTING, **changes)
    desk.table.online_model._up_since -= 4
    client.tell("state")


def twice(desk: Desk, where: QPoint) -> None:
    for click in (QTest.mouseClick, QTest.mouseDClick):
        click(desk.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)


def can_play(desk: Desk) -> bool:
    return desk.actions.buttons[0].enabled


async def result(desk: Desk, client: FarClient) -> None:
    """Let the deal end; of the two hundred steps on the way the window is told the last alone."""
    session, inner = client.session, client.session._inner

    def over(update: Update) -> bool:
        return update.view.deal is not None and update.view.deal.stage is Stage.OVER

    session.slow = True
    inner.set_trustee(True)
    await desk.until(lambda: over(inner.latest))
    session._held[:] = [update for update in session._held if over(update)]
    session.slow = False
    session.come()
    # It is shown when gifts of the deal's beginning have been seen.
    await desk.until(lambda: desk.table.dialog_model.props.kind == "result" and desk.items("result"))
    await asyncio.sleep(0.3)


# --- lag --------------------------------------------------------------------------------------------------------


async def test_a_double_click_and_the_key_send_one_command_whatever_the_lag(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    client.session.slow = True
    desk.press("5", "5", "5")
    where = desk.middle(desk.item("action-play"))
    twice(desk, where)
    await asyncio.sleep(0.4)
    desk.click(where)
    desk.press(Qt.Key.Key_Return)
    assert len(client.session.commands) == 1
    assert all(button.fault is not None and button.fault.reason is Grey.SENT for button in desk.actions.buttons[:5])
    # What others do meanwhile is no answer.
    client.session._publish(client.session._shown._replace(events=(), rejected=None))
    desk.click(where)
    assert len(client.session.commands) == 1
    client.session.arrive()
    client.session.come()
    assert len(desk.hand.arrangement.items) == 33


async def test_a_refusal_gives_the_buttons_back(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    client.session.slow = True
    desk.press("5")
    desk.click(desk.item("action-play"))
    assert not can_play(desk)
    refused = client.session._shown._replace(events=(), rejected=Rejected(Reason.STALE_PROMPT))
    client.session._publish(refused)
    assert can_play(desk)
    assert desk.item("selectionDetail").property("text") == desk.model.current_words()("reason.stale_prompt")


async def test_an_answer_that_got_lost_may_be_given_again_but_not_while_offline(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    client.session.slow = True
    desk.press("5")
    desk.click(desk.item("action-play"))
    client.become(phase=Phase.RECONNECTING)
    desk.table._wait_no_more()
    client.become(phase=Phase.ONLINE)
    assert not can_play(desk)
    desk.table._wait_no_more()
    assert can_play(desk)


async def test_a_question_is_answered_once(desk: Desk) -> None:
    client = sit_far(desk, rules=preset("tribute216"), hand="BB 2222 AAAA KKKK QQQ JJJ TTTT 999 888 777 33")
    await desk.until(lambda: desk.prompt is not None and desk.prompt.stage is Stage.POINT_QUERY)
    await asyncio.sleep(0.4)
    client.session.slow = True
    where = desk.middle(desk.item("dialog-no"))
    twice(desk, where)
    desk.press("n")
    assert len(client.session.commands) == 1
    assert not desk.item("dialog-no").property("allowed")


async def test_a_click_right_after_auto_play_began_by_itself_does_not_end_it(desk: Desk) -> None:
    """The server hands the seat over at the second missed deadline: just then the button means the contrary."""
    client = sit_far(desk, hand="B S 22 AAA KKKK QQQ JJ TT 99 888 7777 66 555 44 33")
    await desk.own_turn()
    client.session.slow = True
    client.session._inner.set_trustee(True)
    where = desk.middle(desk.item("action-auto"))
    now = desk.table.clock()
    desk.table.clock = lambda: now
    client.session.come()
    await desk.until(lambda: desk.table.inputs.trustee_on)
    desk.click(where)
    desk.press("g")
    assert client.session.calls == []
    desk.table.clock = lambda: now + 0.3
    await asyncio.sleep(0.3)
    desk.click(where)
    assert client.session.calls == [("trustee", False)]


# --- breaks -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_a_break_disables_what_sends_and_keeps_order_and_selection(desk: Desk, language: str) -> None:
    client = sit_far(desk, language=language)
    await desk.own_turn()
    first, last = desk.edge(0), desk.edge(30)
    QTest.mousePress(desk.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, last)
    QTest.mouseMove(desk.window, first)
    QTest.mouseRelease(desk.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, first)
    desk.press(Qt.Key.Key_Escape, "K", "K", "K")
    order, chosen = handles(desk), desk.hand.selection.chosen
    assert desk.hand.arrangement.manual

    long_down(desk, client)
    words = desk.model.current_words()
    await desk.drawn()
    assert desk.item("connection").property("title") == words("net.reconnecting")
    assert not any(button.enabled for button in desk.actions.buttons)
    desk.click(desk.item("action-play"))
    desk.press(Qt.Key.Key_Return, "p", "g")
    assert client.session.commands == []
    assert client.session.calls == []
    # Cards can still be chosen and put in order.
    desk.press("8")
    assert len(desk.hand.selection.chosen) == 4
    desk.press(Qt.Key.Key_Backspace)
    assert desk.hand.selection.chosen == chosen

    client.session.snapshot()
    client.become(phase=Phase.ONLINE)
    await asyncio.sleep(0.3)
    assert handles(desk) == order
    assert desk.hand.selection.chosen == chosen
    assert desk.items("connection") == []
    desk.click(desk.item("action-play"))
    assert len(client.session.commands) == 1


async def test_what_a_bot_played_meanwhile_has_left_the_hand_and_nothing_else(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    desk.press("K", "K", "K")
    before, chosen = handles(desk), desk.hand.selection.chosen
    client.become(phase=Phase.RECONNECTING)
    client.session.slow = True
    inner = client.session._inner
    inner.set_trustee(True)
    await desk.until(lambda: inner.latest.view.deal.hands[0].size < 36)
    client.session._inner.set_trustee(False)
    client.session.snapshot()
    client.become(phase=Phase.ONLINE)
    after = handles(desk)
    assert len(after) < len(before)
    assert after == [handle for handle in before if handle in after]
    assert desk.hand.selection.chosen == tuple(handle for handle in chosen if handle in after)


async def test_the_next_attempt_can_be_made_now(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    asked: list[bool] = []
    desk.table.online_model.retryAsked.connect(lambda: asked.append(True))
    long_down(desk, client, retry_in=8.0)
    await desk.drawn()
    button = desk.item("bannerButton")
    # It has just come under the pointer; a quarter of a second may go by while the machine does other things.
    assert button.property("guard") == 250
    button.setProperty("guard", 60_000)
    desk.click(button)
    assert asked == []
    button.setProperty("guard", 250)
    await asyncio.sleep(0.3)
    desk.click(button)
    assert asked == [True]


async def test_another_device_has_the_account_and_can_be_answered(desk: Desk) -> None:
    client = sit_far(desk, language="en")
    await desk.own_turn()
    client.become(phase=Phase.CLOSED, trouble=Trouble("replaced"))
    await desk.drawn()
    assert desk.item("connection").property("action") == desk.model.current_words()("net.here_again")
    assert len(desk.hand.arrangement.items) == 36


async def test_a_frozen_server_is_told_and_stops_the_rings_but_not_the_hand(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    client.session.freeze(True)
    await desk.drawn()
    words = desk.model.current_words()
    assert desk.item("connection").property("title") == words("net.frozen")
    assert not any(button.enabled for button in desk.actions.buttons)
    assert not any(row.ring_moves for row in desk.table._seats.rows)
    # Space chooses: nothing here can go on by it.
    desk.press(Qt.Key.Key_Home, Qt.Key.Key_Space)
    assert len(desk.hand.selection.chosen) == 1
    assert ("paused", False) not in client.session.calls
    client.session.freeze(False)
    await desk.drawn()
    assert desk.items("connection") == []
    assert any(button.enabled for button in desk.actions.buttons)


async def test_a_question_stands_through_a_break_with_grey_buttons(desk: Desk) -> None:
    client = sit_far(desk, rules=preset("tribute216"), hand="BB 2222 AAAA KKKK QQQ JJJ TTTT 999 888 777 33")
    await desk.until(lambda: desk.prompt is not None and desk.prompt.stage is Stage.POINT_QUERY)
    await desk.drawn()
    long_down(desk, client)
    await desk.drawn()
    words = desk.model.current_words()
    for name in ("dialog-no", "dialog-yes"):
        assert not desk.item(name).property("allowed")
        assert desk.item(name).property("reason") == words("grey.short.offline")
    desk.press("n")
    assert client.session.commands == []
    # The banner makes way for the question: it stands in the place of the action row.
    assert not placed(desk.item("connection")).intersects(placed(desk.item("question")))
    assert desk.items("action-play") == []


# --- what a session can, and waiting for others -----------------------------------------------------------------


async def test_what_a_session_cannot_do_is_not_offered(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    desk.click(desk.item("menuButton"))
    await desk.drawn()
    words = desk.model.current_words()
    texts = {item.property("text") for item in walk(desk.window.contentItem()) if item.isVisible()}
    for key in ("menu.pause", "menu.pace", "menu.fast_forward"):
        assert words(key) not in texts
    assert words("chat.title") in texts
    desk.table.setPaused(True)
    desk.table.fastForward()
    assert client.session.calls == []


async def test_the_next_deal_waits_for_the_others_by_name(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    client.place(seat3={"uid": "", "level": "hard"}, seat4={"left": True, "connected": False}, seat5={"ready": True})
    await result(desk, client)
    words = desk.model.current_words()
    button = desk.item("dialog-next_deal")
    assert button.property("text") == words("net.ready")
    assert desk.items("dialog-replay") == []
    assert desk.table.dialog_model.props.note.endswith(words("net.awaited", who="老城南、微山湖"))
    assert desk.table.dialog_model.props.ring_total == 20000
    twice(desk, desk.middle(button))
    desk.press(Qt.Key.Key_Return)
    assert client.session.calls.count(("next_deal", None)) == 1
    assert button.property("text") == words("net.ready_done")
    assert not button.property("allowed")
    client.place(seat1={"ready": True}, seat2={"ready": True})
    assert desk.table.dialog_model.props.note.endswith(words("net.shuffling"))
    client.session.deal()
    await desk.until(lambda: desk.table.dialog_model.props.kind != "result")
    await result(desk, client)
    assert desk.item("dialog-next_deal").property("allowed")


async def test_after_the_match_fines_are_shown_and_another_one_is_asked_for_once(desk: Desk) -> None:
    client = sit_far(desk, deals=1)
    await desk.own_turn()
    await result(desk, client)
    desk.table.act("match_end")
    client.place(phase="over", penalties=(0, 0, 20, 0, 0, 0))
    await asyncio.sleep(0.4)
    assert "−20" in {place.points for place in desk.table.dialog_model.props.places}
    twice(desk, desk.middle(desk.item("dialog-rematch")))
    desk.press(Qt.Key.Key_Return)
    assert client.rematches == 1
    wanted: list[str] = []
    desk.table.wanted.connect(wanted.append)
    client.place(phase="waiting")
    desk.table._wait_no_more()
    await asyncio.sleep(0.4)
    desk.click(desk.item("dialog-room"))
    assert wanted == ["room"]


async def test_seats_show_who_has_gone(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    inner = client.session._shown
    client.session._publish(inner._replace(events=(), seats=tuple(i._replace(level="") for i in inner.seats)))
    client.place(seat1={"connected": False}, seat2={"left": True, "connected": False})
    words = desk.model.current_words()
    rows = {row.seat: row for row in desk.table._seats.rows}
    assert rows[1].away
    assert rows[2].away
    assert not rows[3].away
    assert words("badge.help.away") in rows[1].description
    assert words("badge.help.left") in rows[2].description


async def test_rings_go_by_durations_of_the_server(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    session = client.session
    session._publish(session._shown._replace(events=(), clock=ClockInfo((0,), 12.5, 30.0)))
    own = next(row for row in desk.table._seats.rows if row.own)
    assert (own.ring_shown, own.ring_left_ms, own.ring_total_ms, own.ring_tab) == (True, 12500, 30000, True)
    # A break does not begin it anew, and a snapshot sets it right.
    client.become(phase=Phase.RECONNECTING)
    assert next(row for row in desk.table._seats.rows if row.own).ring_left_ms == 12500
    session._publish(session._shown._replace(clock=ClockInfo((0,), 3.0, 30.0), snapshot=True))
    assert next(row for row in desk.table._seats.rows if row.own).ring_left_ms == 3000


async def test_rings_know_how_long_another_page_was_shown(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    session, now = client.session, desk.table.clock()
    desk.table.clock = lambda: now
    session._publish(session._shown._replace(events=(), clock=ClockInfo((0,), 12.5, 30.0)))
    desk.model.go("settings")
    await desk.drawn()
    desk.table.clock = lambda: now + 5
    desk.model.back()
    await desk.drawn()
    assert next(row for row in desk.table._seats.rows if row.own).ring_left_ms == 7500


async def test_the_wait_between_deals_goes_on_while_another_page_is_shown(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    await result(desk, client)
    assert desk.table.dialog_model.props.ring_total == 20000
    now = desk.table._clock_read
    desk.model.go("settings")
    await desk.drawn()
    desk.table.clock = lambda: now + 8
    desk.model.back()
    await desk.drawn()
    assert desk.table.dialog_model.props.ring_left <= 12000
    # Nor does anything that is told meanwhile begin it anew.
    desk.table.clock = lambda: now + 11
    client.session._publish(client.session._shown._replace(events=(), snapshot=False))
    assert desk.table.dialog_model.props.ring_left <= 9000


# --- watching, leaving, the shuffle -----------------------------------------------------------------------------


async def test_watching_shows_no_hand_no_buttons_and_how_far_behind(desk: Desk) -> None:
    client = sit_far(desk, watches=True, deals=1)
    client.session.slow = True
    client.tell("table")
    await desk.drawn()
    assert desk.table.property("messageTitle") == desk.model.current_words()("message.behind", n=30)
    client.session.slow = False
    client.session.come()
    await desk.until(lambda: desk.table.inputs.update is not None and desk.table.inputs.update.view.deal is not None)
    await desk.drawn()
    assert desk.item("watching").property("text") == desk.model.current_words()("net.watching", n=30)
    assert desk.items("action-play") == []
    assert desk.hand.arrangement.items == ()
    desk.press("p", "g", Qt.Key.Key_Return, Qt.Key.Key_Space)
    await desk.until(lambda: desk.table.dialog_model.props.kind == "result")
    assert desk.items("dialog-next_deal") == []
    desk.table.act("match_end")
    await asyncio.sleep(0.4)
    assert desk.items("dialog-rematch") == []
    went: list[bool] = []
    desk.table.online_model.leaving.connect(lambda: went.append(True))
    desk.click(desk.item("dialog-leave_table"))
    assert went == [True]
    assert client.session.commands == []
    assert client.session.calls == []


async def test_leaving_is_asked_and_says_what_it_costs(desk: Desk) -> None:
    sit_far(desk, rules=PLAIN.with_options({"leave_penalty": 20}), deals=9)
    await desk.own_turn()
    went: list[bool] = []
    desk.table.online_model.leaving.connect(lambda: went.append(True))
    desk.table.online_model.askLeave()
    await desk.drawn()
    texts = " ".join(str(item.property("text")) for item in walk(desk.item("leave")) if item.isVisible())
    assert "20" in texts
    # Nothing reaches the table meanwhile; Escape and the marked button stay.
    desk.press("K")
    assert desk.chosen == ""
    desk.press(Qt.Key.Key_Escape)
    assert desk.items("leave") == []
    desk.press("K")
    assert len(desk.chosen) == 1
    desk.table.online_model.askLeave()
    await desk.drawn()
    desk.press(Qt.Key.Key_Return)
    assert desk.items("leave") == []
    assert went == []
    desk.table.online_model.askLeave()
    await asyncio.sleep(0.4)
    for name in ("leaveGo", "leaveStay", "leaveGo"):
        desk.press(Qt.Key.Key_Tab)
        assert desk.window.activeFocusItem().objectName() == name
    desk.press(Qt.Key.Key_Backtab)
    assert desk.window.activeFocusItem().objectName() == "leaveStay"
    desk.click(desk.item("leaveGo"))
    assert went == [True]


async def test_the_mark_of_the_shuffle_and_its_panel(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    desk.click(desk.item("proofMark"))
    assert desk.table.inputs.opened.panel == "proof"
    await desk.drawn()
    words = desk.model.current_words()
    texts = [item.property("text") for item in walk(desk.window.contentItem()) if item.isVisible()]
    assert words("net.proof.waiting") in texts
    desk.press(Qt.Key.Key_Escape)
    client.prove(ShufflePhase.FAILED)
    await asyncio.sleep(0.4)
    assert desk.item("connection").property("title") == words("net.proof_failed")
    assert desk.item("proofMark").property("kind") == "primary"
    desk.click(desk.item("bannerButton"))
    await desk.drawn()
    assert desk.table.inputs.opened.panel == "proof"
    assert desk.items("connection") == []
    client.prove(ShufflePhase.NONE)
    await desk.drawn()
    assert desk.items("proofMark") == []


async def test_a_table_of_ones_own_has_none_of_it(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    for name in ("chatButton", "proofMark", "watching", "connection", "leave"):
        assert desk.items(name) == []
    desk.press("/")
    assert desk.table.inputs.opened.panel == ""
    desk.click(desk.item("menuButton"))
    await desk.drawn()
    assert desk.items("menuChat") == []
    assert desk.items("menuProof") == []
