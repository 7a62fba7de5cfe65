"""The parts of the table drawn and looked at: in both themes, at several sizes, without one warning of Qt.

Set GOUJI_GALLERY to a folder to keep the pictures.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor
from PySide6.QtQuick import QQuickItem

from gouji_desktop.ui.presenter.handlayout import HandMode
from gouji_desktop.ui.presenter.palette import CARD, THEMES, colour, luminance
from gouji_desktop.ui.presenter.palette import veiled as mixed
from gouji_desktop.ui.presenter.scale import scale_for
from gouji_desktop.ui.presenter.tablelayout import lay_out_table
from tests.ui.gallery import deal
from tests.ui.gallery.samples import states
from tests.ui.gallery.shown import ASSETS, Show, Shown, load_fonts, same, theme_of, walk, windows

PLACES = ("1st", "2nd", "3rd", "4th", "5th", "last")
WINDOWS = ((1024, 640), (1280, 800), (1366, 768), (1920, 1080), (2560, 1440))


@pytest.fixture
def show(qapp: object) -> Iterator[Show]:
    load_fonts()
    with windows() as make:
        yield make


SIZES = [((1024, 1000), 0.8), ((1280, 1100), 1.0), ((2560, 2200), 2.0)]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("window", "u"), SIZES)
def test_states(show: Show, theme: str, window: tuple[int, int], u: float) -> None:
    shown = show("States.qml", *window, states(), theme=theme)
    scale = scale_for(*window)
    assert scale.u == u
    image = shown.grab(f"states-{theme}-{u}")
    assert_text_is_readable(shown)
    for panel in shown.items("seat"):
        assert (panel.width(), panel.height()) == (scale.tx(206), scale.px(74))
        corner = panel.mapToScene(QPointF(2, 2)).toPoint()
        round_seat = panel.property("side") in ("ally", "you")
        ground = colour(theme, "table" if round_seat else "panel")
        assert same(image, corner.x() + 1, corner.y() + 1, ground) or panel.property("place") or not round_seat
        middle = panel.mapToScene(QPointF(panel.width() * 0.5, scale.px(4))).toPoint()
        assert same(image, middle.x(), middle.y(), colour(theme, "panel"))
    for button in shown.items("button"):
        assert button.height() >= 40
        assert button.width() >= 40
    fills = {"filled": "seal", "tag": "tag", "outlined": "table"}
    for mark in shown.items("mark"):
        point = mark.mapToScene(QPointF(scale.px(2) + 1, mark.height() / 2)).toPoint()
        assert same(image, point.x(), point.y(), colour(theme, fills[mark.property("kind")]))


def assert_text_is_readable(shown: Shown) -> None:
    """No text under 12 pixels, all of it in the one family."""
    texts = [item for item in walk(shown.root) if item.inherits("QQuickText")]
    assert texts
    for text in texts:
        font = text.property("font")
        assert font.pixelSize() >= 12, text.property("text")
        assert font.family() == "Noto Sans SC"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("window", [(1024, 900), (1280, 900), (2560, 1700)])
def test_pages(show: Show, theme: str, window: tuple[int, int]) -> None:
    shown = show("Pages.qml", *window, theme=theme)
    shown.grab(f"pages-{theme}-{window[0]}")
    assert_text_is_readable(shown)
    for kind in ("DialogButton", "BarButton", "LinkText", "TextInputField", "CheckRow", "RadioCard"):
        found = shown.of_type(kind)
        assert found, kind
        assert all(item.height() >= 40 for item in found)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("words", ["chinese", "english", "longer"])
def test_table(show: Show, theme: str, window: tuple[int, int], words: str) -> None:
    cards = deal.CHINESE if words == "chinese" else deal.ENGLISH if words == "english" else longer(deal.ENGLISH)
    properties = deal.scene(*window, cards, cursor=12, wide=words != "chinese")
    shown = show("TableScene.qml", *window, properties, theme=theme)
    image = shown.grab(f"table-{theme}-{words}-{window[0]}x{window[1]}")
    assert_text_is_readable(shown)
    assert_nothing_overlaps(shown)
    layout = lay_out_table(*window, wide=words != "chinese", plate=3)
    assert same(image, 2, window[1] - 2, colour(theme, "window"))
    rim = layout.table.x + layout.rim // 2
    assert same(image, rim, layout.table.y + layout.table.height // 3, colour(theme, "rim"))
    assert same(image, window[0] // 2, layout.table.bottom - 3 * layout.rim, colour(theme, "table"))


@pytest.mark.parametrize("window", WINDOWS[:3])
@pytest.mark.parametrize("words", ["chinese", "english", "longer"])
@pytest.mark.parametrize("what", ["count", "place"])
def test_chips_and_seals_cover_nothing_but_the_edge_of_their_panel(
    show: Show, window: tuple[int, int], words: str, what: str
) -> None:
    cards = deal.CHINESE if words == "chinese" else deal.ENGLISH
    places = ("头科", "二科", "三科", "四科", "二落", "大落") if words == "chinese" else PLACES
    players = [
        {**player, "count": 12 if what == "count" else -1, "place": place if what == "place" else ""}
        for player, place in zip(cards["players"], places, strict=True)
    ]
    cards = {**cards, "players": players}
    if words == "longer":
        cards = longer(cards)
    properties = deal.scene(*window, cards, wide=words != "chinese")
    shown = show("TableScene.qml", *window, properties)
    shown.grab(f"edges-{what}-{words}-{window[0]}x{window[1]}")
    kind = "CountChip" if what == "count" else "PlaceSeal"
    signs = shown.of_type(kind)
    assert len(signs) == 6
    others = [*shown.items("play"), *shown.items("button"), *shown.of_type("BarButton"), *shown.of_type("Tracker")]
    others += [*shown.of_type("TableMessage"), *shown.of_type("TopBar"), *shown.of_type("ActionRow")]
    for sign in signs:
        own = sign.parentItem()
        for other in (*others, *(seat for seat in shown.items("seat") if seat is not own)):
            assert apart(rectangle(sign), rectangle(other)), (sign, other)
        words_of_seat = [
            item
            for item in walk(own)
            if item.inherits("QQuickText") and item.property("text") and not in_seal_or_chip(item)
        ]
        for text in words_of_seat:
            assert apart(rectangle(sign), rectangle(text)), text.property("text")


def longer(value: Any) -> Any:
    """Return a deal whose words are 40 % longer."""
    if isinstance(value, dict):
        kept = ("kind", "key", "icon", "letter", "cards", "allyScore", "enemyScore")
        return {key: item if key in kept else longer(item) for key, item in value.items()}
    if isinstance(value, list):
        return [longer(item) for item in value]
    if isinstance(value, str) and len(value) > 2:
        return value + "~" * max(1, round(0.4 * len(value)))
    return value


def rectangle(item: QQuickItem) -> tuple[float, float, float, float]:
    where = item.mapToScene(QPointF(0, 0))
    return where.x(), where.y(), where.x() + item.width(), where.y() + item.height()


def apart(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def assert_nothing_overlaps(shown: Shown) -> None:
    """Buttons, panels, plays, texts of the bars: what was drawn, not only what was laid out."""
    parts = [*shown.items("seat"), *shown.items("play"), *shown.items("button"), *shown.of_type("BarButton")]
    parts += shown.of_type("TableMessage")
    for one, two in itertools.combinations(parts, 2):
        a, b = rectangle(one), rectangle(two)
        assert apart(a, b), (one.objectName(), a, two.objectName(), b)
    width, height = shown.view.width(), shown.view.height()
    texts = [item for item in walk(shown.root) if item.inherits("QQuickText") and item.property("text")]
    for text in texts:
        left, top, right, bottom = rectangle(text)
        assert left >= 0, text.property("text")
        assert top >= -1, text.property("text")
        assert right <= width, text.property("text")
        assert bottom <= height + 1, text.property("text")
    for holder in shown.items("seat"):
        left, _, right, _ = rectangle(holder)
        for text in (item for item in walk(holder) if item.inherits("QQuickText")):
            if text.property("text") not in ("", None) and not in_seal_or_chip(text):
                begin, _, end, _ = rectangle(text)
                assert left <= begin, text.property("text")
                assert end <= right, text.property("text")
    bars = [item for bar in shown.of_type("TopBar") for item in walk(bar) if item.inherits("QQuickText")]
    for one, two in itertools.combinations(bars, 2):
        a, b = rectangle(one), rectangle(two)
        if a[1] < b[3] and b[1] < a[3]:
            assert a[2] <= b[0] + 1 or b[2] <= a[0] + 1, (one.property("text"), two.property("text"))


def in_seal_or_chip(item: QQuickItem | None) -> bool:
    while item is not None:
        if item.metaObject().className().startswith(("PlaceSeal_QML", "CountChip_QML")):
            return True
        item = item.parentItem()
    return False


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("window", [(1024, 640), (1280, 800)])
@pytest.mark.parametrize("mode", [HandMode.AUTO, HandMode.ONE, HandMode.TWO, HandMode.STACKS])
def test_full_hand(show: Show, theme: str, window: tuple[int, int], mode: HandMode) -> None:
    properties = deal.scene(*window, names=deal.FULL_HAND, selected=(14, 15, 16), received=(0,), mode=mode)
    shown = show("TableScene.qml", *window, properties, theme=theme)
    shown.grab(f"hand-{theme}-{mode}-{window[0]}x{window[1]}")
    assert len(shown.items("card")) == 54
    for card in shown.items("card"):
        where = card.mapToScene(QPointF(0, 0))
        assert where.x() == int(where.x())
        assert where.y() == int(where.y())
        assert card.width() == int(card.width())
    assert_text_is_readable(shown)


@pytest.mark.parametrize("deck", ["standard", "large", "four", "four-large"])
def test_the_stamp_lies_where_the_deck_wants_it(show: Show, deck: str) -> None:
    shown = show("TableScene.qml", 1280, 800, deal.scene(1280, 800), deck=deck)
    theme = theme_of(shown)
    stamp = json.loads((ASSETS / "cards" / "decks.json").read_text(encoding="utf-8"))["decks"][deck]["stamp"]
    assert (theme.property("stampX"), theme.property("stampY")) == (stamp["x"], stamp["y"])


def test_a_selected_card_has_its_outline_and_a_beaten_one_its_veil(show: Show) -> None:
    shown = show("States.qml", 1280, 1100, states())
    image = shown.grab()
    _, red, black, _, _ = shown.items("card")
    for card in (red, black):
        point = card.mapToScene(QPointF(0, card.height() / 2)).toPoint()
        assert same(image, point.x(), point.y(), colour("dark", "sel"))
    veiled, plain = (
        next(item for item in walk(shown.items(name)[0]) if item.inherits("QQuickImage")) for name in ("pile", "plate")
    )
    under, free = (
        item.mapToScene(QPointF(item.width() * 0.12, item.height() * 0.75)).toPoint() for item in (veiled, plain)
    )
    assert same(image, free.x(), free.y(), CARD["cardPaper"])
    assert same(image, under.x(), under.y(), mixed(CARD["cardPaper"], colour("dark", "veil")))


@pytest.mark.parametrize("theme", THEMES)
def test_sides_differ_in_a_grey_picture(show: Show, theme: str) -> None:
    """Round, square, and square in a square: the shapes are told apart without their colours."""
    shown = show("States.qml", 1280, 1100, states(), theme=theme)
    image = shown.grab()
    found: dict[str, tuple[bool, bool, bool]] = {}
    for avatar in shown.of_type("Avatar"):
        side, size = avatar.property("side"), avatar.width()
        if avatar.property("dim"):
            continue
        line = luminance(colour(theme, "enemy" if side == "opposite" else side))
        points = [(size / 2, 1), (1, size * 0.2), (size / 2, 6)]
        top, corner, inner = (
            abs(luminance(image.pixelColor(avatar.mapToScene(QPointF(*point)).toPoint()).name()) - line) < 0.1
            for point in points
        )
        found[side] = (top, corner, inner)
    assert found["ally"] == found["you"] == (True, False, False)
    assert found["enemy"] == (True, True, False)
    assert found["opposite"] == (True, True, True)


def test_theme_scales_as_the_presenter_does(show: Show) -> None:
    for window in WINDOWS:
        shown = show("Pages.qml", *window)
        theme = theme_of(shown)
        scale = scale_for(*window)
        assert theme.property("u") == pytest.approx(scale.u)
        assert theme.property("ft") == pytest.approx(scale.ft)
        for size in (12, 13, 15, 16, 18, 22, 24):
            assert theme.font(float(size)) == scale.font(size)
            assert theme.lineHeight(float(size)) == scale.line(size)
        for length in (1, 3, 7, 8.5, 14, 50, 74, 84, 206):
            assert theme.px(float(length)) == scale.px(length)
            assert theme.tx(float(length)) == scale.tx(length)
        assert theme.button(30.0) == scale.button(30)


@pytest.mark.parametrize("name", THEMES)
def test_theme_has_the_colours_of_the_palette(show: Show, name: str) -> None:
    shown = show("Pages.qml", 1280, 900, theme=name)
    theme = theme_of(shown)
    for role in THEMES[name]:
        assert theme.property(role) == QColor(colour(name, role)), role
    for role in ("cardPaper", "cardInk", "cardEdge", "cardText2"):
        assert theme.property(role) == QColor(CARD[role])


def test_motion_can_be_switched_off(show: Show) -> None:
    shown = show("Pages.qml", 1280, 900)
    theme = theme_of(shown)
    names = ["hoverTime", "dealTime", "playTime", "wordTime", "turnTime", "sealTime", "tributeTime", "dialogTime"]
    assert {theme.property(name) for name in names} == {0}
    theme.setProperty("lessMotion", False)
    assert [theme.property(name) for name in names] == [90, 180, 220, 120, 160, 180, 320, 140]
