"""Which language is shown on a first start."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gouji_desktop.profile.settings import Settings
from gouji_desktop.ui.app.glance import glance
from gouji_desktop.ui.models.settingsrows import LOOKS, setting_rows, value_of
from gouji_desktop.ui.presenter.languages import shown_language, system_language
from tests.ui.presenter.scenes import en, zh


@pytest.mark.parametrize(
    ("environment", "tag", "language"),
    [
        ({}, "", "zh"),
        ({"LANG": "C.UTF-8"}, "", "zh"),
        ({"LANG": "POSIX"}, "", "zh"),
        ({"LANG": "zh_CN.UTF-8"}, "zh_CN", "zh"),
        ({"LANG": "zh_TW.Big5"}, "zh_TW", "zh"),
        ({"LANG": "en_GB.UTF-8"}, "en_GB", "en"),
        ({"LANG": "de_DE.UTF-8@euro"}, "de_DE", "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en_US", "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "zh_CN", "zh"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "zh_CN:en"}, "zh_CN", "zh"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "zh_CN", "zh"),
    ],
)
def test_the_language_of_the_system(environment: dict[str, str], tag: str, language: str) -> None:
    assert system_language(environment) == tag
    assert shown_language("", environment) == language
    assert shown_language("en", environment) == "en"
    assert shown_language("zh", environment) == "zh"


def test_a_first_start_is_in_the_language_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.json"
    for locale, language in (("en_US.UTF-8", "en"), ("zh_CN.UTF-8", "zh"), ("C.UTF-8", "zh")):
        monkeypatch.setenv("LANG", locale)
        assert glance(path).language == language
    path.write_text(json.dumps({"version": 2, "language": ""}))
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    assert glance(path).language == "en"
    path.write_text(json.dumps({"version": 2, "language": "zh"}))
    assert glance(path).language == "zh"


def test_the_settings_page_offers_to_follow_the_system() -> None:
    assert value_of("language", 0) == ""
    for words, said in ((zh(), "跟随系统"), (en(), "follow the system")):
        row = next(row for row in setting_rows(Settings(), LOOKS, words) if row.key == "language")
        assert row.choices[0] == said
        assert row.current == 0
