"""What each button does and why it is grey, by position; reasons equal the engine's."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.engine import decide
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.state import Hand, Match, Stage
from gouji_desktop.rules.views import SeatAudience, project
from gouji_desktop.ui.presenter.actions import (
    Action,
    ActionInputs,
    ActionProps,
    MeaningGuard,
    derive_actions,
    wanted_cards,
)
from gouji_desktop.ui.presenter.reasons import Grey
from tests.rules.randomplay import play_match
from tests.rules.table import close_until, dealt
from tests.ui.presenter.scenes import en, held, play, start, view_of, words_of, zh


def row(match: Match, cards: str = "", seat: int = 0, **changes: Any) -> ActionProps:
    view = view_of(match, seat)
    faces = held(match, seat, cards) if cards else ()
    inputs = ActionInputs(view, seat, prompt_of(view, seat), faces, **changes)
    return derive_actions(inputs, zh())


def faults(match: Match, cards: str = "", seat: int = 0) -> dict[str, object]:
    found: dict[str, object] = {}
    for button in row(match, cards, seat).buttons:
        found[button.action.value] = None if button.fault is None else button.fault.reason
    return found


def test_the_buttons_keep_their_places() -> None:
    match = start()
    for state in (match, play(match, "9"), play(match, "2", "decline")):
        for seat in range(6):
            assert [button.action for button in row(state, seat=seat).buttons] == list(Action)


def test_a_lead() -> None:
    match = start("K K 9 5")
    props = row(match, "K K")
    assert props.button(Action.PLAY).command == cmd.PlayCards(0, match.step, held(match, 0, "K K"))
    assert faults(match, "K K") == {
        "play": None,
        "pass": Reason.MUST_LEAD,
        "yield": Reason.MUST_LEAD,
        "burn": Grey.NOTHING_TO_BURN,
        "hint": None,
        "auto": None,
    }
    assert faults(match)["play"] is Reason.NO_CARDS
    assert faults(match, "K 9")["play"] is Reason.NOT_A_PLAY


def test_an_answer() -> None:
    match = play(start("9 9 5", "K K 7"), "9 9")
    props = row(match, "K K", seat=1)
    assert all(props.button(action).enabled for action in (Action.PLAY, Action.PASS, Action.HINT, Action.AUTO))
    assert props.button(Action.PASS).command == cmd.Pass(1, match.step)
    assert faults(match, "K", seat=1) == {
        "play": Grey.TOO_FEW,
        "pass": None,
        "yield": Grey.NOT_OPPOSITE,
        "burn": Grey.NOT_GOUJI,
        "hint": None,
        "auto": None,
    }
    waiting = faults(match, seat=2)
    assert waiting["play"] is waiting["pass"] is waiting["yield"] is waiting["hint"] is Reason.NOT_ASKED


def test_the_number_is_said() -> None:
    match = play(start("9 9 9 5", "K K 7 7 7 7"), "9 9 9")
    few, many = (row(match, cards, seat=1).button(Action.PLAY) for cards in ("K K", "7 7 7 7"))
    assert (few.short_reason, few.long_reason) == ("张数不够", "要三张，还差一张")
    assert (many.short_reason, many.long_reason) == ("张数多了", "只要三张，多了一张")
    assert row(match, "K K", seat=1).selection.text == "选中 两张 K · 张数不够"
    inputs = ActionInputs(view_of(match, 1), 1, None, held(match, 1, "K K"))
    assert derive_actions(inputs, en()).selection.detail == "3 cards needed, 1 more"


def test_yield_and_last_word() -> None:
    match = play(start("9 5", "7", "7", "T", "J"), "9", "pass", "pass")
    props = row(match, seat=3)
    assert props.button(Action.YIELD).command == cmd.Yield(3, match.step)
    assert props.button(Action.PASS).label == "过"
    last = play(match, "yield", "pass", "pass")
    props = row(last, seat=3)
    assert props.button(Action.PASS).label_key == "button.accept"
    assert props.button(Action.PASS).label == "扣"
    assert faults(last, seat=3)["yield"] is Grey.NOBODY_BEHIND


BURNER = ("K K 9 5 7", "9 5", "A A B 8", "Q T", "J 6", "A A S S 8 7 6 5 5")


def test_a_burn_query() -> None:
    match = play(start(*BURNER), "K K")
    props = row(match, "A A", seat=2)
    assert props.button(Action.BURN).command == cmd.BurnCards(2, match.step, held(match, 2, "A A"))
    assert props.button(Action.PASS).label == "不烧"
    assert props.button(Action.PASS).command == cmd.BurnCards(2, match.step, ())
    assert props.button(Action.PLAY).fault is not None
    assert props.button(Action.PLAY).fault.reason is Grey.BURN_OR_NOT
    assert faults(match, "A", seat=2)["burn"] is Grey.TOO_FEW
    assert props.selection.detail == "烧了以后每手都要挂花，最后一手除外"
    assert faults(match, seat=0)["burn"] is Grey.OWN_PLAY
    assert faults(match, seat=3)["burn"] is Reason.OWN_OPPOSITE
    assert faults(match, seat=1)["burn"] is Reason.BURN_NOT_FEASIBLE
    after = play(match, "decline")
    assert faults(after, seat=2)["burn"] is Grey.BURN_OVER
    assert faults(after, seat=1)["burn"] is Reason.BURN_NOT_FEASIBLE


def test_what_a_selection_would_mean() -> None:
    match = start("K K K 9 5")
    assert row(match, "K K").selection.detail == "这手没人管就开点"
    assert row(match, "9").selection.detail == ""
    assert row(match).selection.text == ""
    assert row(match, "K K K").selection.text == "选中 三张 K · 够级"
    answer = play(start("K K 9 5", "7", "7", "A A 7"), "K K", "decline")
    assert row(answer, "A A", seat=3).selection.detail == "这手没人管就开点"


def test_in_chaos_nothing_is_called_gouji() -> None:
    match = start("K K K 9 5")
    assert match.deal is not None
    chaos = match._replace(deal=match.deal._replace(chaos=True))
    assert row(chaos, "K K K").selection.text == "选中 三张 K"


def test_last_cards_that_everybody_may_answer_are_not_called_gouji() -> None:
    anyone = start("K K K", last_gouji_play="anyone")
    assert row(anyone, "K K K").selection.text == "选中 三张 K"
    assert row(anyone, "K K").selection.text == "选中 两张 K · 够级"
    opposite = start("K K K", last_gouji_play="opposite")
    assert row(opposite, "K K K").selection.text == "选中 三张 K · 够级"


def test_how_many_cards_an_answer_has() -> None:
    match = start("9 9 5")
    assert wanted_cards(view_of(match, 0), prompt_of(view_of(match, 0), 0)) == 0
    laid = play(match, "9 9")
    assert wanted_cards(view_of(laid, 1), prompt_of(view_of(laid, 1), 1)) == 2
    assert wanted_cards(view_of(laid, 2), None) == 0


#: They do something whatever is asked.
OFFERED = (Action.HINT, Action.AUTO)


def test_while_a_question_is_open_every_button_says_the_same() -> None:
    hands = ["3 4s 4s 4h 4h 4h 2", *(f"3 {hand}" for hand in ("2 A 8", "2 A T", "K J 5", "2 Q T", "2 J 8"))]
    match, _ = dealt(preset("tribute216"), hands)
    match = close_until(match, Stage.SHOW_QUERY)
    for seat in range(6):
        buttons = [button for button in row(match, seat=seat).buttons if button.action not in OFFERED]
        assert len({button.short_reason for button in buttons}) == 1, [button.short_reason for button in buttons]


def test_what_stops_everything_but_auto() -> None:
    match = start()
    for changes, grey in (
        ({"trustee_on": True}, Grey.TRUSTEE),
        ({"paused": True}, Grey.PAUSED),
        ({"sent": True}, Grey.SENT),
    ):
        props = row(match, "K", **changes)
        assert {button.fault.reason for button in props.buttons if button.fault} == {grey}
        assert props.button(Action.AUTO).enabled
        assert all(button.command is None for button in props.buttons)
    assert row(match, trustee_on=True).button(Action.AUTO).label == "自己打"
    assert row(match, hints=False).button(Action.HINT).fault.reason is Grey.NO_HINTS
    watching = derive_actions(ActionInputs(view_of(match, None), None, None), zh())
    assert not any(button.enabled for button in watching.buttons)


def test_after_the_last_deal_nothing_is_taken_back() -> None:
    """Between deals the bot may still be told to stop; after the match no button promises anything."""
    matches = [move.after for move in play_match(preset("tribute216"), 3, 2)]
    ends = [match for match in matches if match.deal is not None and match.deal.stage is Stage.OVER]
    between, end = ends[0], ends[-1]
    assert (between.over, end.over) == (False, True)
    assert row(between, trustee_on=True).button(Action.AUTO).label == "自己打"
    assert row(between, trustee_on=True).button(Action.AUTO).enabled
    assert row(end, trustee_on=True, sent=True) == row(end)
    assert row(end).button(Action.AUTO).label == "托管"
    assert {button.fault.reason for button in row(end).buttons if button.fault} == {Grey.DEAL_OVER}


def test_a_click_soon_after_a_change_of_meaning_does_not_count() -> None:
    match = start("9 5", "7", "7", "T", "J")
    guard = MeaningGuard().observe("", 0.0)
    for step, now in ((match, 10.0), (play(match, "9"), 11.0)):
        meaning = row(step, seat=step.deal.round.turn).meaning
        guard = guard.observe(meaning, now)
        assert not guard.allows(now + 0.2)
        assert guard.observe(meaning, now + 0.2).allows(now + 0.25)
    assert row(match, "9").meaning == row(match, "5").meaning
    assert row(match, seat=1).meaning == ""


@pytest.mark.parametrize("name", PRESETS)
def test_an_enabled_button_is_accepted_and_a_grey_one_gives_the_reason_of_the_engine(name: str) -> None:
    rng = random.Random(3)
    judged = 0
    for move in play_match(preset(name), seed=17, deals=1):
        match = move.before
        deal = match.deal
        if deal is None or rng.random() < 0.2:
            continue
        seat = rng.randrange(6)
        view = project(match, SeatAudience(seat))
        hand = deal.hands[seat]
        assert isinstance(hand, Hand)
        base = rng.choice(hand.faces) if hand.faces else 0
        faces = tuple(face for face in hand.faces if face // 4 == base // 4 or rng.random() < 0.05)[: rng.randrange(6)]
        prompt = prompt_of(view, seat)
        props = derive_actions(ActionInputs(view, seat, prompt, faces), words_of(rng.choice(["zh", "en"])))
        for button in props.buttons:
            assert button.enabled == (button.fault is None)
            assert bool(button.short_reason) != button.enabled
            if button.command is not None:
                assert not isinstance(decide(match, button.command), Rejected)
                judged += 1
        played = props.button(Action.PLAY)
        if prompt is not None and "play" in prompt.verbs and played.fault is not None:
            refused = decide(match, cmd.PlayCards(seat, prompt.id, faces))
            assert isinstance(refused, Rejected)
            assert played.fault.reason is refused.reason or refused.reason is Reason.WRONG_NUMBER
    assert judged > 20
