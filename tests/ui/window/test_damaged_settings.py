"""Whatever stands in the settings, the window opens; what cannot be used is left out and told."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.ruleset import option_names
from gouji_desktop.ui.app.program import Program
from gouji_desktop.ui.app.qt import make_application
from gouji_desktop.ui.presenter.newmatch import derive_new_match, kept_options, restored, rules_of
from gouji_desktop.ui.resources import assets_folder
from tests.ui.presenter.scenes import zh

VALUES: tuple[Any, ...] = (
    True,
    False,
    0,
    1,
    7,
    77,
    -1,
    10**30,
    "off",
    "",
    "never",
    "any",
    (),
    ("a",),
    (1, 2),
    ("1",) * 6,
)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"hold_threes": "off"}, True),
        ({"hold_threes": []}, True),
        ({"announce_at": 77}, True),
        ({"announce_at": "never"}, False),
        ({"announce_at": 7}, False),
        ({"no_such": True}, True),
        ({}, False),
    ],
)
async def test_the_window_opens_with_options_of_any_kind(options: dict[str, Any], told: bool) -> None:
    path = profile_folders().settings
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"version": 1, "match_rules": "tribute216", "match_options": options}), encoding="utf-8")
    program = Program(make_application(assets_folder()), assets_folder(), profile_folders())
    try:
        program.build()
        program.model.go("new")
        assert bool(program.model.notice_rows.rows) == told
        assert rules_of(program.model.new_match_model.match).name.startswith("tribute216")
    finally:
        program.close()


@pytest.mark.parametrize("name", PRESETS)
def test_every_option_is_kept_or_left_out(name: str) -> None:
    chance = random.Random(name)
    for _ in range(60):
        options = {chance.choice(option_names()): chance.choice(VALUES) for _ in range(chance.randrange(1, 6))}
        match = restored(name, options, 0, ())
        derive_new_match(match, "我", zh())
        assert set(match.options) <= set(options)
        assert rules_of(match).name.rstrip("+") == name


def test_an_option_is_kept_together_with_one_that_it_needs() -> None:
    base = preset("tribute216").with_options({"claim_head": False, "revolt": False, "buy_threes": "none"})
    assert kept_options(base, {"claim_head": True, "hold_threes": "off", "revolt": True}) == {
        "revolt": True,
        "claim_head": True,
    }


async def test_a_setting_that_cannot_be_is_told_as_what_it_is() -> None:
    path = profile_folders().settings
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"version": 1, "theme": "pink"}), encoding="utf-8")
    program = Program(make_application(assets_folder()), assets_folder(), profile_folders())
    try:
        program.build()
        (row,) = program.model.notice_rows.rows
        assert row.title == program.model.current_words()("notice.setting_refused")
        assert "theme" in row.detail
    finally:
        program.close()
