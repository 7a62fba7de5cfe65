"""The bundled fonts: one family, two weights, the whole of GB2312."""

from __future__ import annotations

import pytest
from fontTools.ttLib import TTFont
from PySide6.QtGui import QFontDatabase

from tests.assets.drawings import ASSETS
from tools.subset_fonts import gb2312_characters, shipped_characters

FONTS = ASSETS / "fonts"
FILES = {"Regular": FONTS / "NotoSansSC-Regular.ttf", "Bold": FONTS / "NotoSansSC-Bold.ttf"}
# What the source font itself does not have: the interface draws these as icons.
NOT_IN_NOTO = set("↵⇥⌃⌥▸◂☽☾✔✕✗✘")
INTERFACE = "‘’“”…—·−×→←⏎＋／：；，。？！（）《》【】①②③④⑤⑥✓●○■□▶◀☀♠♥♦♣贡买烧点科闷够级让"


def test_gb2312_has_7445_characters():
    assert len(gb2312_characters()) == 7445


@pytest.mark.parametrize("style", FILES)
def test_a_font_has_every_character_it_should(style):
    with TTFont(FILES[style]) as font:
        there = {chr(code) for code in font.getBestCmap()}
    assert gb2312_characters() <= there
    assert set(INTERFACE) <= there
    assert shipped_characters() - there == NOT_IN_NOTO


def test_qt_sees_one_family_with_two_weights(qapp):
    loaded = {style: QFontDatabase.addApplicationFont(str(file)) for style, file in FILES.items()}
    try:
        for number in loaded.values():
            assert QFontDatabase.applicationFontFamilies(number) == ["Noto Sans SC"]
        assert set(QFontDatabase.styles("Noto Sans SC")) >= {"Regular", "Bold"}
        assert QFontDatabase.weight("Noto Sans SC", "Bold") > QFontDatabase.weight("Noto Sans SC", "Regular")
    finally:
        for number in loaded.values():
            QFontDatabase.removeApplicationFont(number)


def test_the_licence_lies_beside_the_fonts():
    text = (FONTS / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text
    assert "Adobe" in text
