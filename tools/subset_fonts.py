"""Subset Noto Sans SC (Regular and Bold) to the characters the game ships.

usage: python -m tools.subset_fonts SOURCE_FOLDER [--serif NotoSerifSC-Regular.otf]

Where the sources come from (both SIL Open Font License 1.1):

* ``NotoSansSC_400Regular.ttf`` and ``NotoSansSC_700Bold.ttf``: npm package
  ``@expo-google-fonts/noto-sans-sc``, version 0.4.3 (``npm pack`` it and unpack). SOURCE_FOLDER is searched
  with its sub-folders, so the unpacked package can be given as it is.
* ``NotoSerifSC-Regular.otf``: PyPI package ``pylopdf-fonts-zh-cn``, version 0.1.1. Only the two characters in
  the middle of the jokers (大, 小) are taken from it, for ``tools.draw_cards``; the program does not ship it.

The shipped set is the whole of GB2312, because names and chat are free text, with ASCII, Latin-1 and the
marks below. The licence reserves only the name "Source", so the subsets keep the name ``Noto Sans SC``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
FONT_FOLDER = ROOT / "assets" / "fonts"
JOKER_SERIF = ROOT / "tools" / "draw_cards" / "fonts" / "NotoSerifSC-Jokers.otf"

SOURCES = {
    "NotoSansSC_400Regular.ttf": "NotoSansSC-Regular.ttf",
    "NotoSansSC_700Bold.ttf": "NotoSansSC-Bold.ttf",
}
SANS_LICENCE = "LICENSE_FONT"
SERIF_LICENCE = "LICENSE"
LAYOUT_FEATURES = ["kern", "liga", "vert", "palt"]
JOKER_CHARACTERS = "大小"

PUNCTUATION = "‘’“”‚„…—–―‑·•・−×÷±≤≥≠≈∞√‰′″※†‡‹›«»€£"
WIDE_PUNCTUATION = "〈〉《》「」『』【】〔〕〇〜～＋－＝／：；，。、？！（）［］％＆＃＠＊￥"
ARROWS_AND_KEYS = "←→↑↓↖↗↘↙↔↵⏎⌘⇧⌃⌥⇥␣"
SHAPES = "●○◎◉■□◆◇▲△▼▽▶◀▷◁▸◂★☆☀☾☽♠♥♦♣♤♡♢♧✓✔✗✘✕"
NUMBERS = "①②③④⑤⑥⑦⑧⑨⑩½¼¾"


def gb2312_characters() -> set[str]:
    """All 7445 characters of GB2312 (rows 1-9 marks and letters, rows 16-87 Hanzi)."""
    found: set[str] = set()
    for high in range(0xA1, 0xF8):
        for low in range(0xA1, 0xFF):
            try:
                found.add(bytes((high, low)).decode("gb2312"))
            except UnicodeDecodeError:
                continue
    return found


def shipped_characters() -> set[str]:
    """GB2312, printable ASCII and Latin-1, and the marks of the interface."""
    latin = {chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))}
    marks = PUNCTUATION + WIDE_PUNCTUATION + ARROWS_AND_KEYS + SHAPES + NUMBERS
    return gb2312_characters() | latin | set(marks)


def subset_font(source: Path, target: Path, characters: Iterable[str], features: list[str]) -> list[str]:
    """Write the subset of ``source`` to ``target``; return the characters that the font does not have."""
    wanted = sorted(set(characters))
    options = subset.Options()
    options.layout_features = features
    options.name_IDs = ["*"]
    options.hinting = False
    options.recalc_timestamp = False
    font = TTFont(source, recalcTimestamp=False)
    missing = [character for character in wanted if ord(character) not in font.getBestCmap()]
    subsetter = subset.Subsetter(options)
    subsetter.populate(text="".join(wanted))
    subsetter.subset(font)
    target.parent.mkdir(parents=True, exist_ok=True)
    font.save(target)
    font.close()
    return missing


def find_source(folder: Path, name: str) -> Path:
    """The file ``name`` somewhere under ``folder``."""
    for path in sorted(folder.rglob(name)):
        return path
    raise FileNotFoundError(f"{name} is not under {folder}")


def build_sans(folder: Path) -> None:
    """Subset both weights and copy their licence."""
    for source_name, target_name in SOURCES.items():
        target = FONT_FOLDER / target_name
        source = find_source(folder, source_name)
        missing = "".join(subset_font(source, target, shipped_characters(), LAYOUT_FEATURES))
        print(f"{target_name}: {target.stat().st_size} bytes; not in the font: {missing or 'nothing'}")
    (FONT_FOLDER / "OFL.txt").write_bytes(find_source(folder, SANS_LICENCE).read_bytes())


def build_serif(source: Path) -> None:
    """Take the characters of the jokers from the serif, and copy its licence from beside it."""
    subset_font(source, JOKER_SERIF, JOKER_CHARACTERS, [])
    licence = find_source(source.parent.parent, SERIF_LICENCE)
    (JOKER_SERIF.parent / "OFL.txt").write_bytes(licence.read_bytes())


def main(arguments: list[str]) -> int:
    """Command line: see the top of this module."""
    parser = argparse.ArgumentParser(description="Subset the fonts of the game.")
    parser.add_argument("sources", type=Path, help="folder with the two source TTFs")
    parser.add_argument("--serif", type=Path, help="NotoSerifSC-Regular.otf, for the jokers")
    options = parser.parse_args(arguments)
    try:
        build_sans(options.sources)
        if options.serif is not None:
            build_serif(options.serif)
    except OSError as error:
        print(f"subset_fonts: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
