"""A far table for those who look on, and beside its panels, in the real window."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from gouji_desktop.net.clientstate import Phase
from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.rules.cards import parse_faces
from gouji_desktop.rules.plays import play_of_faces
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.state import Act, Laid
from gouji_desktop.ui.presenter.newmatch import rules_title
from tests.table.test_verify import recorded
from tests.ui.window.conftest import Desk, walk
from tests.ui.window.faraway import sit_far
from tests.ui.window.test_table_signs import of_type, opaque, placed


def texts(desk: Desk) -> list[str]:
    """Everything that can be read now."""
    items = walk(desk.window.contentItem())
    return [item.property("text") for item in items if item.inherits("QQuickText") and item.isVisible()]


async def test_who_watches_finds_nothing_that_is_not_his(desk: Desk) -> None:
    sit_far(desk, watches=True, deals=1)
    await desk.until(lambda: desk.table.inputs.update is not None and desk.table.inputs.update.view.deal is not None)
    words = desk.model.current_words()
    assert [desk.table.property("allyLabel"), desk.table.property("enemyLabel")] == ["圆队", "方队"]
    assert {row.side for row in desk.table._seats.rows} == {"ally", "enemy"}
    desk.table.togglePanel("menu")
    await desk.drawn()
    assert desk.items("menuHand") == []
    assert words("menu.sort") not in texts(desk)
    desk.table.togglePanel("chat")
    await desk.drawn()
    assert words("chat.watching_empty") in texts(desk)
    assert words("chat.empty") not in texts(desk)
    await desk.until(lambda: desk.table.dialog_model.props.kind == "result")
    await desk.drawn()
    assert not any(word in text for text in texts(desk) for word in ("我方", "对方", "对头"))


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (2560, 1440)])
async def test_a_panel_at_the_right_covers_no_play_and_no_word(
    desk: Desk, size: tuple[int, int], language: str
) -> None:
    desk.window.setGeometry(0, 0, *size)
    client = sit_far(desk, language=language)
    await desk.own_turn()
    update = client.session.latest
    deal = update.view.deal
    faces = parse_faces("KKKK2222")
    play = play_of_faces(faces)
    assert play is not None
    laid = Laid(faces, play)
    for top in range(6):
        acts = tuple(laid if seat != (top + 3) % 6 else Act.PASS for seat in range(6))
        table = deal.round._replace(acts=acts, top=top, laid=laid)
        view = update.view._replace(deal=deal._replace(round=table))
        desk.table._on_update(update._replace(view=view, prompt=None))
        for panel in ("log", "chat"):
            desk.table.togglePanel(panel)
            await desk.drawn()
            (panels,) = of_type(desk, "TablePanels")
            lying = [*desk.items("play"), *(item for item in desk.items("word") if item.property("text"))]
            assert len(lying) == 6
            assert all(opaque(item) for item in lying)
            assert [item for item in lying if placed(item).intersects(placed(panels))] == []
            plays = [placed(item) for item in desk.items("play")]
            assert not any(one.intersects(two) for one, two in itertools.combinations(plays, 2))
        desk.table.togglePanel("")


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_the_mark_of_the_shuffle_has_its_word(desk: Desk, language: str) -> None:
    client = sit_far(desk, language=language)
    await desk.own_turn()
    (bar,) = of_type(desk, "TopBar")
    longest = max((rules_title(name, desk.model.current_words()) for name in PRESETS), key=len)
    bar.setProperty("title", longest)
    for size, score in itertools.product([(1024, 640), (1280, 800)], ["0", "+4", "−12", "+118"]):
        desk.window.setGeometry(0, 0, *size)
        bar.setProperty("allyScore", score)
        bar.setProperty("enemyScore", score)
        for phase in (ShufflePhase.WAITING, ShufflePhase.VERIFIED, ShufflePhase.FAILED):
            client.prove(phase)
            await asyncio.sleep(0)
            mark = desk.item("proofMark")
            (word,) = (item for item in walk(mark) if item.inherits("QQuickText") and item.isVisible())
            assert word.property("text") == desk.table.online_model.props.proof_mark
            assert placed(mark).contains(placed(word))
            cut = [item.property("text") for item in walk(bar) if item.property("truncated")]
            assert cut == [], (size, score, phase)
            row = [item for item in bar.childItems() if item.isVisible()]
            assert not any(placed(one).intersects(placed(two)) for one, two in itertools.combinations(row, 2))
        # The names of the sides go where there is no room for them, and come back.
        assert size[0] == 1024 or bar.property("allyLabel") in texts(desk)


async def test_a_match_that_has_ended_can_be_looked_at_as_soon_as_its_log_is_here(desk: Desk) -> None:
    client = sit_far(desk, deals=1)
    matches, folders = desk.program.matches, profile_folders()
    matches.sit_at(client.session)
    client.session.set_trustee(True)
    await desk.until(lambda: desk.table.dialog_model.props.kind == "result")
    client.place(phase="over", match=7)
    desk.table.act("match_end")
    assert desk.table.dialog_model.props.kind == "match"
    assert "replay" not in [row.verb for row in desk.table.dialog_model.rows]
    folders.matches.mkdir(parents=True, exist_ok=True)
    recorded(folders.matches / "online-t1-7.gouji")
    await desk.until(lambda: "replay" in [row.verb for row in desk.table.dialog_model.rows])
    desk.table.act("replay")
    assert desk.model.shown_page == "table"
    assert desk.model.replay_model.last > 0
    assert not desk.table.online_model.props.shown
    # Nobody else gave a share to this shuffle.
    assert desk.items("proofMark") == []
    desk.model.leaveTable()
    assert desk.model.shown_page == "room"


@pytest.mark.parametrize("cut_off", [False, True])
async def test_closing_the_window_during_a_match_is_asked_once(desk: Desk, cut_off: bool) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    if cut_off:
        client.become(phase=Phase.RECONNECTING)
    question = desk.model.online_model.question_model
    desk.window.close()
    desk.window.close()
    assert not desk.program.ended.is_set()
    assert question.asked is not None
    assert ("机器人" in question.asked.props.detail) is not cut_off
    question.answer("")
    assert [question.asked] == [None]
    assert not desk.program.ended.is_set()
    desk.window.close()
    question.answer("yes")
    assert desk.program.ended.is_set()


async def test_without_a_match_the_window_closes_at_once(desk: Desk) -> None:
    sit_far(desk, watches=True)
    await desk.until(lambda: desk.table.inputs.update is not None and desk.table.inputs.update.view.deal is not None)
    desk.window.close()
    assert desk.program.ended.is_set()


async def test_leaving_while_cut_off_promises_no_bot(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    words = desk.model.current_words()
    desk.table.online_model.askLeave()
    assert words("net.leave_bot") in desk.table.online_model.props.leave_lines
    client.become(phase=Phase.RECONNECTING)
    assert desk.table.online_model.props.leave_lines == (words("net.leave_cut_off"),)
