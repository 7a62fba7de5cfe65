"""What somebody is called who has not said so."""

from __future__ import annotations

import pytest

from gouji_desktop.net.names import clean_display_name
from gouji_desktop.ui.app.usualname import FRIENDLY, usual_name
from gouji_desktop.ui.presenter.words import read_words
from gouji_desktop.ui.resources import assets_folder


def test_the_account_of_the_computer_gives_its_name() -> None:
    words = read_words(assets_folder() / "translations", "zh")
    assert usual_name(words, "laowang", "/a") == "laowang"
    assert usual_name(words, " 王五 ", "/a") == "王五"


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("system", ["root", "Administrator", "admin", "user", "", "a" * 17, "x@y", "\u202ex"])
def test_an_account_that_names_nobody_gives_a_friendly_name(system: str, language: str) -> None:
    words = read_words(assets_folder() / "translations", language)
    friendly = {words(f"name.friendly.{number}") for number in range(FRIENDLY)}
    found = {usual_name(words, system, f"place {number}") for number in range(200)}
    assert found == friendly
    assert all(clean_display_name(name) == name for name in friendly)
    assert usual_name(words, system, "place 1") == usual_name(words, system, "place 1")
