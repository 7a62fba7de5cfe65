"""What helps a person at the table: hints with their reasons, who let what lie, the two policies of 托管."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from gouji_desktop.bots.hints import suggestions
from gouji_desktop.bots.trustee import TrusteePolicy
from gouji_desktop.profile.settings import Settings
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.state import Stage
from gouji_desktop.table.host import TRUSTEE_LEVEL
from gouji_desktop.ui.app.tables import bot_maker
from gouji_desktop.ui.presenter.hintwords import hint_words
from tests.bots.games import PRESET, questions, see
from tests.ui.presenter.scenes import words_of
from tests.ui.window.conftest import Desk


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_a_hint_chooses_cards_and_says_why(desk: Desk, language: str) -> None:
    desk.program.preferences.change(language=language)
    desk.sit()
    await desk.own_turn()
    update = desk.table.inputs.update
    assert update is not None
    found = suggestions(update.view, desk.prompt, desk.table.inputs.tracking.tracker)
    said: list[str] = []
    desk.table.said.connect(said.append)
    for each in found[:3]:
        desk.press("h")
        assert desk.hand.faces == each.faces
    assert said == [hint_words(each, Stage.PLAYING, words_of(language)) for each in found[:3]]
    assert desk.item("selectionDetail").property("text") == said[-1]


async def test_a_question_before_play_has_its_hint(desk: Desk) -> None:
    desk.sit(preset("tribute216"))
    await desk.until(lambda: desk.prompt is not None and desk.prompt.stage is Stage.POINT_QUERY)
    said: list[str] = []
    desk.table.said.connect(said.append)
    desk.press("h")
    assert said == ["不宣点：对头多半开得了点"]


async def test_who_let_what_lie_is_a_click_on_the_tracker_away(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    desk.press("Q", "Q", "Q", "\r")
    await desk.own_turn()
    desk.click(desk.item("tracker"))
    assert desk.table._props.panel == "tracker"
    lines = [row.text for row in desk.table._log.rows]
    assert lines[0] == "甲"
    assert len(lines) == 10
    assert any("三张 Q" in line for line in lines)
    desk.press(Qt.Key.Key_Escape)
    assert desk.table._props.panel == ""


async def test_without_a_tracker_nothing_of_it_is_shown(desk: Desk) -> None:
    desk.sit()
    await desk.own_turn()
    desk.table.togglePanel("menu")
    assert desk.items("passesButton")
    desk.table.togglePanel("tracker")
    desk.program.preferences.change(tracker=False)
    assert desk.table._props.panel == ""
    assert not desk.table._log.rows
    assert not desk.items("tracker")
    desk.table.togglePanel("menu")
    assert not desk.items("passesButton")


async def test_the_settings_page_offers_both_policies(desk: Desk) -> None:
    desk.model.go("settings")
    row = next(row for row in desk.model.settings_model._plays.rows if row.key == "trustee")
    assert row.choices == ("稳，少出大牌", "尽力打")
    assert row.current == 0
    desk.model.settings_model.choose("trustee", 1)
    assert desk.program.preferences.settings.trustee == "full"


def test_local_tables_have_the_trustee_of_the_settings() -> None:
    """At once: the policy is asked for at every question."""
    settings = [Settings()]
    player = bot_maker(lambda: settings[0])(TRUSTEE_LEVEL, PRESET, 2, 7)
    differ = 0
    for match, prompt, _ in questions(PRESET, 8):
        if prompt.seat == 2:
            view = see(match, 2)
            said = []
            for policy in TrusteePolicy:
                settings[0] = Settings(trustee=policy)
                said.append(player.answer(view, prompt))
            differ += said[0] != said[1]
    assert differ
