"""Every dialog at every size, in both languages and with words 40 % longer: it fits, and all of it can be seen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtQuick import QQuickItem

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.state import Debt, Match, Stage
from gouji_desktop.table.session import Capability, ClockInfo, Update
from gouji_desktop.ui.models.dialogprops import question
from gouji_desktop.ui.models.tableprops import Opened, TableInputs
from gouji_desktop.ui.presenter.words import Words, pseudo
from tests.rules.table import close_until, dealt, do
from tests.ui.presenter.scenes import INFOS, held, play, start, view_of
from tests.ui.presenter.test_dialogs import BURNER, HANDS, opened
from tests.ui.presenter.test_sheets import after, result
from tests.ui.window.conftest import Desk, walk

#: The largest window has the proportions of the middle one: the longest words will do.
CASES = [
    *(
        (size, language, longer)
        for size in ((1024, 640), (1280, 800))
        for language in ("zh", "en")
        for longer in (False, True)
    ),
    ((2560, 1440), "en", True),
]
CLOCK = ClockInfo((0,), 20.0, 30.0)
ABLE = frozenset({Capability.PLAY, Capability.NEXT_DEAL})


def asked(match: Match, cards: str = "", seat: int = 0) -> tuple[TableInputs, tuple[Face, ...]]:
    view = view_of(match, seat)
    update = Update((), view, prompt_of(view, seat), INFOS, CLOCK)
    return TableInputs(update=update, own=seat, capabilities=ABLE), held(match, seat, cards) if cards else ()


def heads() -> Match:
    match, _ = dealt(preset("tribute216"), ["3 2 A K", "3 2 A 8", "3 2 A T", "3 9 8", "3 2 Q T", "3 2 J 8"])
    match = close_until(match, Stage.REVOLT_QUERY)
    match, _ = do(match, cmd.Decide(3, match.step, yes=True))
    return close_until(match, Stage.HEAD_QUERY)


def kinds() -> Iterator[tuple[str, tuple[TableInputs, tuple[Face, ...]]]]:
    """The kinds of dialogs with the widest thing that can stand in them."""
    fours, _ = dealt(preset("tribute216"), ["3 4s 4s 4s 4s 4h 4h 4h 4h 4c 4c 4c 4c 4d 4d 4d 4d", *HANDS[1:]])
    yield "show", asked(close_until(fours, Stage.SHOW_QUERY))
    yield "show", asked(opened(Stage.SHOW_QUERY))
    yield "declare", asked(opened(Stage.POINT_QUERY))
    revolt, _ = dealt(preset("tribute216"), ["3 9 8", *HANDS[1:]])
    yield "revolt_query", asked(close_until(revolt, Stage.REVOLT_QUERY))
    yield "head_query", asked(heads())
    yield "four_query", asked(opened(Stage.FOUR_QUERY, "jinyou4", tribute_cards=False, exemptions="none"), seat=1)
    debts = (Debt("place", 1, 0, 2), Debt("place", 2, 5, 1), Debt("burn", 3, 4, 1))
    back = opened(Stage.RETURN_QUERY, debts=debts, point_tribute="one")
    yield "return", asked(back)
    yield "return", asked(back, "3")
    burn = play(start(*BURNER), "K K")
    yield "burn", asked(burn, seat=2)
    yield "burn", asked(burn, "A S", seat=2)
    rules = preset("tribute216")
    found = result(rules)
    over = after(rules, found)
    three = preset("jinyou4")
    for name, view, state in (
        ("result", over, Opened()),
        ("points", after(three, result(three, (4, 0, 2, 3, 1, 5))), Opened(explained=True)),
        ("points", over, Opened(explained=True)),
        ("match", after(rules, *[found] * 5, over=True), Opened(match_end=True)),
    ):
        deal = start().deal
        assert deal is not None
        update = Update((), view._replace(deal=deal._replace(stage=Stage.OVER)), None, INFOS, CLOCK)
        yield name, (TableInputs(update=update, own=0, capabilities=ABLE, opened=state), ())


def within(item: QQuickItem, outer: QQuickItem) -> bool:
    parent: QQuickItem | None = item
    while parent is not None and parent is not outer:
        parent = parent.parentItem()
    return parent is not None


def placed(item: QQuickItem) -> QRectF:
    return item.mapRectToScene(QRectF(0, 0, item.width(), item.height()))


@pytest.mark.parametrize(("size", "language", "longer"), CASES)
async def test_every_dialog_fits(desk: Desk, size: tuple[int, int], language: str, longer: bool) -> None:
    desk.window.setGeometry(0, 0, *size)
    words: Words = desk.program.words_of(language)
    words = pseudo(words) if longer else words
    desk.program.preferences.change(language=language)
    desk.model.set_words(words)
    desk.sit(hand_layout="two")
    await desk.own_turn()
    for kind, (inputs, selected) in kinds():
        shown = question(inputs, selected, words)
        assert shown[0].kind == kind
        desk.table.dialog_model.show(*shown)
        await asyncio.sleep(0.03)
        check(desk, kind, longer=longer)


async def test_a_question_fits_the_window_that_grows_under_it(desk: Desk) -> None:
    desk.window.setGeometry(0, 0, 1024, 640)
    desk.sit(rules=preset("tribute216"))
    await desk.until(lambda: desk.items("dialog-no"))
    desk.window.setGeometry(0, 0, 2560, 1440)
    await asyncio.sleep(0.05)
    check(desk, desk.table.dialog_model.props.kind, longer=False)


def check(desk: Desk, kind: str, *, longer: bool) -> None:
    (dialog,) = desk.items("result" if kind in {"result", "points", "match"} else "question")
    frame = placed(dialog)
    area = QRectF(desk.table.property("dialogArea"))
    assert area.adjusted(-1, -1, 1, 1).contains(frame), (kind, frame, area)
    (body,) = (item for item in walk(dialog) if item.objectName() == "dialogBody")
    # Only the longest sheet may have to scroll, and only with words that are longer than ours.
    whole = body.property("contentHeight") <= body.height() + 1
    assert whole or (longer and kind in {"result", "match"}), (kind, body.property("contentHeight"), body.height())
    buttons = [item for item in walk(dialog) if item.objectName().startswith("dialog-")]
    assert len(buttons) == len(desk.table.dialog_model.rows) > 0, kind
    for item in walk(dialog):
        if not item.isVisible() or not item.width() or item.objectName() == "dialogBody":
            continue
        text = item.property("text")
        if isinstance(text, str) and text:
            if not whole and within(item, body):
                continue
            assert frame.adjusted(-1, -1, 1, 1).contains(placed(item)), (kind, text, placed(item), frame)
            if item.inherits("QQuickText") and not longer:
                assert not item.property("truncated"), (kind, text)
    for one in buttons:
        for two in buttons:
            assert one is two or not placed(one).intersects(placed(two)), kind
        # Nothing of the body lies under the buttons.
        assert placed(body).bottom() <= placed(one).top(), kind
