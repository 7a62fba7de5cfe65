"""The message of the table by position."""

from __future__ import annotations

import pytest

from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.state import Burn, Match
from gouji_desktop.ui.presenter.messages import Message, MessageKind, derive_message
from tests.ui.presenter.scenes import PLAIN, names, play, start, updates, view_of, words_of, zh


def message(match: Match, seat: int = 0, **changes: bool) -> Message:
    view = view_of(match, seat)
    return derive_message(view, prompt_of(view, seat), names(seat), zh(), **changes)


def test_own_turn_and_waiting() -> None:
    match = start("9 5")
    assert message(match) == (MessageKind.OWN_TURN, "轮到你", "你先出，出什么都行")
    assert message(match, 1) == (MessageKind.WAITING, "等青岛小鱼", "")
    assert message(play(match, "9"), 1).detail == "管，或者过"


def test_under_held_threes_a_lead_says_that_they_stay_out() -> None:
    match = start("3 9 5", hold_threes=True)
    assert message(match).detail == "你先出，3 除外"
    alone = start("3 3", *(f"3 {hand}" for hand in PLAIN[1:]), hold_threes=True)
    assert message(alone).detail == "只剩 3 了，一把出光"


@pytest.mark.parametrize(
    ("moves", "title", "detail"),
    [
        (("9", "pass", "pass"), "轮到你", "对头的牌：管、过，或者让后面的先来"),
        (("9", "pass", "pass", "yield", "pass", "pass"), "管，还是扣？", "你不管，这手就算他的"),
        (("K K", "decline"), "管，还是扣？", "这手够级没人管，对头就开点"),
    ],
)
def test_the_opposite(moves: tuple[str, ...], title: str, detail: str) -> None:
    match = play(start("K K 9 5"), *moves)
    assert message(match, 3)[1:] == (title, detail)


def test_queries() -> None:
    match = play(start("K K 9 5", "9", "A A B 8"), "K K")
    assert message(match, 2)[:2] == (MessageKind.QUERY, "烧不烧？")
    for seat in (0, 1, 3, 4, 5):
        assert message(match, seat)[:2] == (MessageKind.QUERY, "问烧，等一下")


def test_burning_and_its_victims() -> None:
    match = play(start("8 8 9 5", "9 9 7"), "8 8")
    deal = match.deal
    assert deal is not None
    assert deal.round.laid is not None
    burn = Burn(0, 4, deal.round.laid, 0, stood=True, bound=True, outcome="")
    burning = match._replace(deal=deal._replace(burns=(burn,)))
    assert message(burning, 1).detail == "管住他，烧牌就解了"
    own = match._replace(deal=deal._replace(burns=(burn._replace(by=1),)))
    assert message(own, 1).detail == "你在烧牌，要管就得挂花"


def test_pause_trustee_and_the_end() -> None:
    match = start()
    assert message(match, paused=True).kind is MessageKind.PAUSED
    assert message(match, trustee_on=True).title == "托管中"
    assert match.deal is not None
    ended = match._replace(deal=None)
    assert message(ended) == (MessageKind.NONE, "", "")


@pytest.mark.parametrize("name", PRESETS)
def test_every_position_can_be_said(name: str) -> None:
    kinds = set()
    for language in ("zh", "en"):
        for update in updates(preset(name), seed=23, deals=2):
            said = derive_message(update.view, update.prompt, names(), words_of(language))
            kinds.add(said.kind)
            if update.prompt is not None:
                assert said.title
                assert said.detail
    assert {MessageKind.OWN_TURN, MessageKind.WAITING, MessageKind.QUERY} <= kinds
