"""The questions on the table: what they show, and that their commands are accepted."""

from __future__ import annotations

import pytest

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.cards import parse_counts, parse_faces
from gouji_desktop.rules.engine import decide
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.state import Debt, Match, Stage
from gouji_desktop.rules.views import SeatAudience, project
from gouji_desktop.ui.presenter.carddialogs import BurnDialog, ReturnDialog, burn_lines, left_words, plays_left
from gouji_desktop.ui.presenter.dialogs import (
    ChoiceDialog,
    DeclareDialog,
    ShowDialog,
    TableDialog,
    derive_dialog,
    pause_dialog,
    point_outcome,
    quit_dialog,
)
from tests.rules.randomplay import play_match
from tests.rules.table import close_until, dealt
from tests.ui.presenter.scenes import en, held, names, play, start, view_of, words_of, zh

HANDS = ["3 4s 4s 4h 4h 4h 2", *(f"3 {hand}" for hand in ("2 A 8", "2 A T", "K J 5", "2 Q T", "2 J 8"))]


def dialog(match: Match, seat: int = 0, cards: str = "") -> TableDialog | None:
    view = view_of(match, seat)
    faces = held(match, seat, cards) if cards else ()
    return derive_dialog(view, prompt_of(view, seat), faces, names(seat), zh())


def opened(stage: Stage, name: str = "tribute216", debts: tuple[Debt, ...] = (), **options: object) -> Match:
    match, _ = dealt(preset(name).with_options(options), HANDS, debts=debts)
    match = close_until(match, stage)
    assert match.deal is not None
    assert match.deal.stage is stage
    return match


@pytest.mark.parametrize("stage", [Stage.SHOW_QUERY, Stage.POINT_QUERY])
def test_nothing_is_said_of_a_time_that_does_not_run(stage: Stage) -> None:
    view = view_of(opened(stage), 0)
    prompt = prompt_of(view, 0)
    timed = derive_dialog(view, prompt, (), names(), zh(), timed=True)
    untimed = derive_dialog(view, prompt, (), names(), zh(), timed=False)
    assert timed is not None
    assert untimed is not None
    assert timed.timeout.startswith("时间到")
    assert untimed.timeout == ""


def test_no_dialog_in_play_or_for_others() -> None:
    assert dialog(start()) is None
    assert dialog(opened(Stage.SHOW_QUERY), 1) is None


def test_show() -> None:
    match = opened(Stage.SHOW_QUERY)
    shown = dialog(match)
    assert isinstance(shown, ShowDialog)
    assert [choice.label for choice in shown.choices] == ["亮三张红桃 4", "亮两张黑桃 4"]
    for command in (shown.choices[0].command, shown.buttons[0].command):
        assert command is not None
        assert not isinstance(decide(match, command), Rejected)


def test_declare_says_what_it_means_under_the_rules() -> None:
    asked = dialog(opened(Stage.POINT_QUERY))
    assert isinstance(asked, DeclareDialog)
    assert [(cell.label, cell.text) for cell in asked.cells] == [
        ("都没宣", "一张"),
        ("一家宣", "三张"),
        ("两家都宣", "四张"),
    ]
    assert [row.label for row in asked.rows] == ["都没宣", "只有我宣", "只有他宣", "两家都宣"]
    assert asked.rows[1].cells == ("收 3 张", "收 2 给 1", "给 2 张", "给 3 张")
    assert [button.label for button in asked.buttons] == ["不宣", "宣点"]
    assert asked.timeout == "时间到就算不宣"


@pytest.mark.parametrize(
    ("name", "declared", "opened_by", "outcome"),
    [
        ("tribute216", "both", "own", (4, 0)),
        ("tribute216", "own", "none", (2, 1)),
        ("tribute216", "none", "both", (0, 0)),
        ("jinyou4", "none", "own", (1, 0)),
        ("jinyou4", "none", "none", (1, 1)),
        ("zaozhuang6", "none", "other", (0, 1)),
    ],
)
def test_point_outcomes(name: str, declared: str, opened_by: str, outcome: tuple[int, int]) -> None:
    assert point_outcome(preset(name), declared, opened_by) == outcome


def test_revolt_head_and_four() -> None:
    hands = ["3 9 8", *HANDS[1:]]
    match, _ = dealt(preset("tribute216"), hands)
    match = close_until(match, Stage.REVOLT_QUERY)
    asked = dialog(match)
    assert isinstance(asked, ChoiceDialog)
    assert (asked.stage, asked.title, len(asked.lines)) == (Stage.REVOLT_QUERY, "革命吗？", 3)
    revolt = asked.buttons[1].command
    assert isinstance(revolt, cmd.Decide)
    assert revolt.yes

    after = decide(match, revolt)
    assert not isinstance(after, Rejected)
    four = dialog(opened(Stage.FOUR_QUERY, "jinyou4", tribute_cards=False, exemptions="none"), 1)
    assert isinstance(four, ChoiceDialog)
    assert four.lines[-1].startswith("要付：")


def test_return() -> None:
    match = opened(Stage.RETURN_QUERY, debts=(Debt("place", 1, 0, 2), Debt("place", 2, 5, 1)), point_tribute="one")
    empty = dialog(match)
    assert isinstance(empty, ReturnDialog)
    assert (empty.title, empty.missing, len(empty.received)) == ("还给老城南两张", 2, 2)
    assert empty.chosen_label == "要还 0／2"
    assert [(other.name, other.text) for other in empty.others] == [("即墨老酒", "还一张 · 在挑")]
    smallest, give = empty.buttons
    assert smallest.enabled
    assert (give.enabled, give.reason, give.command) == (False, "还差两张", None)
    chosen = dialog(match, cards="4 4")
    assert isinstance(chosen, ReturnDialog)
    command = chosen.buttons[1].command
    assert command is not None
    assert not isinstance(decide(match, command), Rejected)
    wrong = dialog(match, cards="A 4")
    assert isinstance(wrong, ReturnDialog)
    assert wrong.buttons[1].reason == "收来的贡"
    assert wrong.fault == "收来的贡不能再还，挑自己抓的牌"
    three = dialog(match, cards="3 4")
    assert isinstance(three, ReturnDialog)
    assert three.buttons[1].reason == "留一张 3"


def test_return_up_to_a_rank() -> None:
    match = opened(Stage.RETURN_QUERY, debts=(Debt("place", 3, 0, 1),), return_tribute="up_to_rank")
    asked = dialog(match, cards="2")
    assert isinstance(asked, ReturnDialog)
    assert asked.limit == "还的牌不能大过 K"
    assert asked.buttons[1].reason == "还大了"


BURNER = ("K K 9 5 7", "9 5", "A A B S 8 7", "Q T", "J 6", "9 6 7")


def test_burn() -> None:
    match = play(start(*BURNER), "K K")
    proposed = dialog(match, 2)
    assert isinstance(proposed, BurnDialog)
    assert proposed.whose == "青岛小鱼的够级牌"
    assert proposed.laid_caption == "两张 K"
    assert (proposed.cover_caption, proposed.selected) == ("两张 A", False)
    assert proposed.left == "剩两张王，还有两手"
    assert (proposed.buttons[1].enabled, proposed.buttons[1].reason) == (False, "没选牌")
    chosen = dialog(match, 2, "A A")
    assert isinstance(chosen, BurnDialog)
    for button in chosen.buttons:
        assert button.command is not None
        assert not isinstance(decide(match, button.command), Rejected)
    short = dialog(match, 2, "A")
    assert isinstance(short, BurnDialog)
    assert (short.buttons[1].enabled, short.fault) == (False, "要两张，还差一张")


@pytest.mark.parametrize(
    ("cards", "hold", "plays", "text"),
    [
        ("S87", False, 2, "剩一张王，还有两手"),
        ("BBS8873", True, 3, "剩三张王，还有三手，最后走 3"),
        ("S23", True, 2, "剩一张王，还有两手，最后走 3"),
        ("22", False, 1, "没有王了，还有一手"),
        ("33", True, 1, "只剩 3 了"),
        ("BS", False, 1, "剩两张王，还有一手"),
        ("", False, 0, "这一手就走完"),
    ],
)
def test_what_is_left_after_the_cover(cards: str, hold: bool, plays: int, text: str) -> None:
    rules = preset("tribute216").with_options({"hold_threes": hold})
    assert plays_left(parse_counts(cards), rules) == plays
    assert left_words(parse_counts(cards), rules, zh()) == text


@pytest.mark.parametrize("name", PRESETS)
def test_what_a_burn_leads_to_follows_the_rules(name: str) -> None:
    lines = burn_lines(preset(name), zh())
    assert len(lines) == 4
    assert ("不记烧贡" in lines[3]) == (preset(name).burn_success == "none")


def test_pause_and_quit() -> None:
    assert [button.name for button in pause_dialog(zh()).buttons] == ["quit", "settings", "resume"]
    assert quit_dialog(zh(), saved=True, penalty=20).lines == ("这一场还没打完，已经存好，下次可以接着打。",)
    assert quit_dialog(en(), saved=False, penalty=20).lines[1] == "Leaving early costs 20 times the base score."
    assert [button.primary for button in quit_dialog(zh(), saved=True).buttons] == [False, True]


@pytest.mark.parametrize("name", PRESETS)
def test_every_question_of_a_random_match_has_a_dialog_whose_commands_are_accepted(name: str) -> None:
    asked = 0
    for move in play_match(preset(name), seed=31, deals=3):
        deal = move.after.deal
        if deal is None or deal.query is None:
            continue
        for seat in range(6):
            view = project(move.after, SeatAudience(seat))
            prompt = prompt_of(view, seat)
            found = derive_dialog(view, prompt, (), names(seat), words_of("en" if seat % 2 else "zh"))
            assert (found is None) == (prompt is None)
            if found is None:
                continue
            asked += 1
            assert found.title
            assert found.timeout
            again = derive_dialog(view, prompt, _proposal(found), names(seat), zh())
            assert again is not None
            for button in (*found.buttons, *again.buttons):
                if button.command is not None:
                    assert not isinstance(decide(move.after, button.command), Rejected)
            assert all(button.enabled for button in again.buttons)
    # Where nothing is declared, bought or returned only rare burns are asked.
    assert asked or preset(name).return_tribute == "none"


def _proposal(found: TableDialog) -> tuple[int, ...]:
    if isinstance(found, BurnDialog):
        return found.cover
    return found.smallest if isinstance(found, ReturnDialog) else ()


def test_a_cover_that_is_no_play_has_no_caption() -> None:
    match = play(start(*BURNER), "K K")
    view = view_of(match, 2)
    found = derive_dialog(view, prompt_of(view, 2), parse_faces("As 8s"), names(2), zh())
    assert isinstance(found, BurnDialog)
    assert (found.cover_caption, found.left) == ("", "")
