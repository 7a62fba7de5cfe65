"""The card faces: complete, plain SVG Tiny, and readable from their left edge."""

from __future__ import annotations

import itertools
import json
import re
import xml.etree.ElementTree as ET

import pytest
from PySide6.QtGui import QImage

from tests.assets.drawings import (
    ASSETS,
    BACKS,
    CARD_HEIGHT,
    CARD_WIDTH,
    CARDS,
    DECKS,
    FACES,
    INDEX_WIDTH,
    pixels,
    render,
    render_card,
)
from tools.draw_cards.decks import all_files

FOLDERS = (*DECKS, "backs", ".")
ALLOWED_ELEMENTS = {"svg", "g", "path", "rect", "circle", "ellipse"}
FORBIDDEN_ATTRIBUTES = {"style", "class", "filter", "clip-path", "mask", "opacity", "href"}
SVG = "{http://www.w3.org/2000/svg}"
MEASURES = json.loads((CARDS / "decks.json").read_text(encoding="utf-8"))

PAPER = bytes((0xFB, 0xF8, 0xF1, 0xFF))
UNIT = 5  # pixels to a unit of the drawing where places are measured
# A part of the square of the card's width: 9 pixels on a card of 67, 14 on one of 84.
LEAST_DIFFERENCE = 0.002
# Of the upper of two rows this part of a card's height is seen.
SEEN_OF_UPPER_ROW = 0.56


def _is_plain(image: QImage, left: float, top: float, right: float, bottom: float) -> bool:
    """Whether nothing is drawn on the paper in this part of a card (units)."""
    x, y = round(left * UNIT), round(top * UNIT)
    part = pixels(image.copy(x, y, round(right * UNIT) - x, round(bottom * UNIT) - y))
    return part == PAPER * (len(part) // len(PAPER))


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_has_54_faces_and_nothing_else(deck):
    assert {file.name for file in (CARDS / deck).iterdir()} == {f"{face}.svg" for face in FACES}
    assert len(FACES) == 54


def test_backs_and_stamps_are_there():
    assert {file.stem for file in (CARDS / "backs").iterdir()} == set(BACKS)
    assert {file.stem for file in CARDS.glob("*.svg")} == {"stamp", "stamp-bought", "stamp-en", "stamp-bought-en"}


@pytest.mark.parametrize("folder", FOLDERS)
def test_drawings_use_plain_shapes_only(folder):
    for file in (CARDS / folder).glob("*.svg"):
        root = ET.parse(file).getroot()
        elements = [element.tag.removeprefix(SVG) for element in root.iter()]
        assert set(elements) <= ALLOWED_ELEMENTS, file
        assert elements.count("svg") == 1, file
        attributes = {name for element in root.iter() for name in element.attrib}
        assert not attributes & FORBIDDEN_ATTRIBUTES, file


@pytest.mark.parametrize("folder", FOLDERS)
def test_paths_hold_no_arcs_which_svg_tiny_does_not_know(folder):
    for file in (CARDS / folder).glob("*.svg"):
        paths = [element.attrib["d"] for element in ET.parse(file).getroot().iter(f"{SVG}path")]
        assert all(re.fullmatch(r"[MLHVCQZmlhvcqz0-9.,\s-]+", path) for path in paths), file


@pytest.mark.parametrize("folder", [*DECKS, "backs"])
def test_cards_are_200_by_280(qapp, folder):
    for file in (CARDS / folder).iterdir():
        assert ET.parse(file).getroot().attrib["viewBox"] == f"0 0 {CARD_WIDTH} {CARD_HEIGHT}", file
        assert not render(file, 84, 118).isNull()


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("width", [67, 84])
def test_faces_are_told_apart_by_the_left_edge_alone(qapp, deck, width):
    edge = int(0.215 * width)
    height = round(width * CARD_HEIGHT / CARD_WIDTH)
    shown = {face: pixels(render_card(f"{deck}/{face}", width).copy(0, 0, edge, height)) for face in FACES}
    for (one, left), (other, right) in itertools.combinations(shown.items(), 2):
        changed = sum(abs(a - b) for a, b in zip(left, right, strict=True))
        # In pixels of full contrast (three channels of 200); the closest pair is a spade and a club.
        assert changed / 600 > LEAST_DIFFERENCE * width * width, (one, other)


@pytest.mark.parametrize("deck", DECKS)
def test_the_index_ends_within_43_units(qapp, deck):
    for face in FACES:
        image = render_card(f"{deck}/{face}", CARD_WIDTH * UNIT)
        assert _is_plain(image, INDEX_WIDTH + 0.2, 4, INDEX_WIDTH + 7, CARD_HEIGHT - 4), face
        assert not _is_plain(image, 4, 4, INDEX_WIDTH, 110), face


@pytest.mark.parametrize("deck", DECKS)
def test_the_stamp_covers_nothing(qapp, deck):
    stamp = MEASURES["decks"][deck]["stamp"]
    edge = stamp["side"] * 0.5 / 40  # the seal does not quite fill its own picture
    for face in FACES:
        image = render_card(f"{deck}/{face}", CARD_WIDTH * UNIT)
        assert _is_plain(image, 4, stamp["y"] + edge, INDEX_WIDTH, stamp["y"] + stamp["side"]), face


@pytest.mark.parametrize("deck", DECKS)
def test_the_stamp_is_seen_in_the_upper_of_two_rows(deck):
    stamp = MEASURES["decks"][deck]["stamp"]
    seen = (SEEN_OF_UPPER_ROW * CARD_HEIGHT - stamp["y"]) / stamp["side"]
    assert seen > 0.9


@pytest.mark.parametrize(("deck", "two_colours"), [("four", "standard"), ("four-large", "large")])
def test_four_colours_differ_only_in_clubs_and_diamonds(deck, two_colours):
    for face in FACES:
        same = (CARDS / deck / f"{face}.svg").read_bytes() == (CARDS / two_colours / f"{face}.svg").read_bytes()
        assert same == (face[-1] not in "cd"), face


def test_the_stamps_differ(qapp):
    drawn = [pixels(render(file, 16, 16)) for file in sorted(CARDS.glob("stamp*.svg"))]
    assert len(set(map(bytes, drawn))) == 4


def test_the_generator_writes_the_same_bytes_again():
    files = all_files(ASSETS / "fonts")
    assert {path.relative_to(CARDS).as_posix() for path in CARDS.rglob("*") if path.is_file()} == set(files)
    for name, text in files.items():
        assert (CARDS / name).read_bytes() == text.encode(), name
