"""What the composition root does beside Qt: geometry, crashes, rigged deals, settings rows, what a seat was told."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from gouji_desktop.profile.settings import Settings
from gouji_desktop.rules.cards import counts_of
from gouji_desktop.rules.deck import deal_hands, is_permutation
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.ui.app.crash import MOST_FILES, CrashHandler
from gouji_desktop.ui.app.geometry import Geometry, clamp, dump, parse
from gouji_desktop.ui.app.rigged import arranged, burner, strong, weak
from gouji_desktop.ui.models.keys import key_name
from gouji_desktop.ui.models.settingsrows import LOOKS, PLAYS, setting_rows, value_of
from gouji_desktop.ui.presenter.words import read_words
from gouji_desktop.ui.resources import assets_folder, qml_folder

SCREENS = [Geometry(0, 0, 1920, 1080), Geometry(1920, 0, 2560, 1440)]


@pytest.mark.parametrize(
    "wanted",
    [
        Geometry(-5000, -5000, 1280, 800),
        Geometry(9000, 9000, 1280, 800),
        Geometry(100, 100, 90000, 90000),
        Geometry(4000, 1000, 1500, 900),
        Geometry(1900, 10, 1280, 800),
        None,
    ],
)
def test_a_window_stands_on_a_screen(wanted: Geometry | None) -> None:
    place = clamp(wanted, SCREENS)
    assert any(
        screen.x <= place.x
        and screen.y <= place.y
        and place.x + place.width <= screen.x + screen.width
        and place.y + place.height <= screen.y + screen.height
        for screen in SCREENS
    )
    assert place.width >= 1024
    assert place.height >= 640


def test_a_good_place_is_kept() -> None:
    place = Geometry(2000, 100, 1400, 900)
    assert clamp(place, SCREENS) == place
    assert parse(dump(place)) == place


@pytest.mark.parametrize("place", [Geometry(0, 0, 1280, 800), Geometry(7, 3, 1024, 640), Geometry(1920, 0, 2560, 1440)])
def test_a_window_comes_back_to_where_it_was_without_creeping(place: Geometry) -> None:
    assert clamp(parse(dump(place)), SCREENS) == place
    above = place._replace(y=-60)
    moved = clamp(above, SCREENS)
    assert clamp(moved, SCREENS) == moved


@pytest.mark.parametrize(
    ("screen", "size"),
    [
        ((0, 0, 1920, 1080), (1280, 800)),
        ((0, 27, 1366, 741), (1280, 709)),
        ((0, 0, 1280, 800), (1280, 768)),
        ((0, 0, 1024, 640), (1024, 640)),
        ((0, 0, 2560, 1440), (1600, 1000)),
        ((10, 20, 3840, 2160), (2048, 1280)),
    ],
)
def test_the_first_window_suits_the_screen(screen: tuple[int, int, int, int], size: tuple[int, int]) -> None:
    place = clamp(None, [Geometry(*screen)])
    assert place[2:] == size
    assert place.x >= screen[0]
    assert place.y >= screen[1]
    assert place.x + place.width <= screen[0] + screen[2]
    assert place.y + place.height <= screen[1] + screen[3]


@pytest.mark.parametrize("text", ["", "1,2,3", "a,b,c,d", "0,0,0,0", "1,2,-3,4", "9999999,0,10,10"])
def test_what_is_no_geometry_is_refused(text: str) -> None:
    assert parse(text) is None


@pytest.mark.log_errors("unexpected")
def test_a_crash_is_written_once_for_each_place(tmp_path: Path) -> None:
    told: list[Path | None] = []
    handler = CrashHandler(tmp_path / "logs", told.append)
    before = sys.excepthook
    handler.install()
    try:
        for _ in range(3):
            try:
                raise RuntimeError("one place")
            except RuntimeError as error:
                sys.excepthook(RuntimeError, error, error.__traceback__)
    finally:
        handler.remove()
    assert sys.excepthook is before
    assert len(told) == 1
    assert told[0] is not None
    assert "one place" in told[0].read_text(encoding="utf-8")


@pytest.mark.log_errors("unexpected")
def test_crash_files_do_not_pile_up(tmp_path: Path) -> None:
    for number in range(MOST_FILES + 8):
        (tmp_path / f"crash-2020{number:04}.txt").write_text("old", encoding="utf-8")
    CrashHandler(tmp_path, lambda _path: None).report(ValueError("new"))
    assert len(list(tmp_path.glob("crash-*.txt"))) == MOST_FILES + 1


@pytest.mark.parametrize("plan", [strong, burner, weak(0), weak(3)])
def test_rigged_deals_are_deals(plan: object) -> None:
    rules = preset("tribute216")
    wanted = plan(rules)  # type: ignore[operator]
    order = arranged(rules, wanted, Random(1))
    assert is_permutation(rules, order)
    hands = deal_hands(rules, order)
    for seat, faces in wanted.items():
        counts = counts_of(faces[: rules.hand_size])
        assert all(have >= want for have, want in zip(hands[seat].counts, counts, strict=True))


def test_every_preset_can_be_arranged() -> None:
    for rules in PRESETS.values():
        assert is_permutation(rules, arranged(rules, {}, Random(2)))


def test_every_setting_of_the_page_is_a_setting() -> None:
    settings = Settings()
    for language in ("zh", "en"):
        words = read_words(assets_folder() / "translations", language)
        for described in (LOOKS, PLAYS):
            for row in setting_rows(settings, described, words):
                for index in range(len(row.choices) or 2):
                    settings = settings.with_values(**{row.key: value_of(row.key, index)})
                assert row.text


@pytest.mark.parametrize(
    ("code", "text", "modifiers", "name"),
    [
        (0x37, "7", 0, "7"),
        (0x54, "t", 0, "T"),
        (0x01000004, "\r", 0, "Enter"),
        (0x01000005, "\r", 0x20000000, "Enter"),
        (0x20, " ", 0, "Space"),
        (0x51, "q", 0x04000000, ""),
        (0x2B, "+", 0, ""),
        (0x01000030, "", 0, ""),
    ],
)
def test_names_of_keys(code: int, text: str, modifiers: int, name: str) -> None:
    assert key_name(code, text, modifiers) == name


def test_the_files_are_there() -> None:
    assert (assets_folder() / "fonts" / "NotoSansSC-Regular.ttf").is_file()
    assert (qml_folder() / "Gouji" / "App" / "Main.qml").is_file()
