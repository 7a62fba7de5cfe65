"""The icons, and what holds for all assets together."""

from __future__ import annotations

import struct

import pytest
from PySide6.QtGui import QImage

from tests.assets.drawings import ASSETS, pixels, render
from tools.draw_cards.svg import document
from tools.draw_icons import ICO_SIZES, PNG_SIZES, TINTS, app_icon, icns, ico, ui_icons

ICONS = ASSETS / "icons"
MEGABYTE = 1_000_000
LARGE = {"NotoSansSC-Regular.ttf", "NotoSansSC-Bold.ttf"}
NAMES = sorted(ui_icons("#000000"))


@pytest.mark.parametrize("size", PNG_SIZES)
def test_the_mark_has_its_sizes(qapp, size):
    image = QImage(str(ICONS / f"app-{size}.png"))
    assert (image.width(), image.height()) == (size, size)
    assert image.pixelColor(0, 0).alpha() == 0
    middle = image.pixelColor(size // 2, size // 2)
    assert middle.green() > middle.red(), "the hole of the coin shows the green ground"


def test_the_windows_and_macos_icons_hold_the_pictures():
    pictures = {size: (ICONS / f"app-{size}.png").read_bytes() for size in PNG_SIZES}
    assert (ICONS / "app.ico").read_bytes() == ico({size: pictures[size] for size in ICO_SIZES})
    assert (ICONS / "app.icns").read_bytes() == icns(pictures)
    magic, length = struct.unpack(">4sI", (ICONS / "app.icns").read_bytes()[:8])
    assert (magic, length) == (b"icns", (ICONS / "app.icns").stat().st_size)


@pytest.mark.parametrize("theme", TINTS)
@pytest.mark.parametrize("name", NAMES)
def test_an_interface_icon_is_drawn_in_the_colour_of_its_theme(qapp, name, theme):
    file = ICONS / f"{name}-{theme}.svg"
    text = file.read_text(encoding="utf-8")
    assert text == document(ui_icons(TINTS[theme])[name], 24, 24)
    assert TINTS[theme] in text
    if theme == "dark":
        assert sum(pixels(render(file, 24, 24))[::4]) > 5 * 244, "something is to be seen on a dark ground"


def test_icons_are_the_generated_ones_and_no_others():
    drawn = {f"{name}-{theme}.svg" for name in NAMES for theme in TINTS}
    made = {"app.svg", "app.ico", "app.icns", *(f"app-{size}.png" for size in PNG_SIZES)}
    assert {file.name for file in ICONS.iterdir()} == drawn | made
    assert (ICONS / "app.svg").read_text(encoding="utf-8") == app_icon()


def test_no_asset_is_too_large_and_the_large_ones_are_explained():
    sizes = {file.name: file.stat().st_size for file in ASSETS.rglob("*") if file.is_file()}
    assert max(sizes.values()) < 3 * MEGABYTE
    assert {name for name, size in sizes.items() if size > MEGABYTE} == LARGE
    reasons = (ASSETS / "LICENSES.md").read_text(encoding="utf-8")
    assert all(name in reasons for name in LARGE)
