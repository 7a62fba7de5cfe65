"""The sheets: places, tribute with its reasons, totals, and a calculation that adds up."""

from __future__ import annotations

from typing import Any

import pytest

from gouji_desktop.rules.phases.settling import Outcome, settle
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import mask_of
from gouji_desktop.rules.state import Burn, DealResult, Laid, Match, Shut, Streak, new_match
from gouji_desktop.ui.presenter.sheets import (
    deal_lines,
    explain_points,
    match_sheet,
    result_badges,
    score_sheet,
)
from tests.rules.randomplay import play_match
from tests.ui.presenter.scenes import en, names, zh

#: Seat 4 burned seat 1 with success.
BURN = Burn(4, 1, Laid((), None), 0, stood=True, bound=False, outcome="success")  # type: ignore[arg-type]


def result(rules: RuleSet, places: tuple[int, ...] = (4, 3, 0, 2, 1, 5), **changes: Any) -> DealResult:
    facts = Outcome(1, places, mask_of([0, 2, 4]), mask_of([0, 3]), 0, 0, (BURN,), (Shut(5, 2),))
    streaks = changes.pop("streaks", ())
    return settle(rules, facts._replace(**changes), streaks)


def after(rules: RuleSet, *results: DealResult, over: bool = False) -> Match:
    return new_match(rules)._replace(results=results, over=over)


def test_places_and_what_happened() -> None:
    rules = preset("tribute216")
    found = result(rules)
    sheet = score_sheet(after(rules, found), found, names(), zh())
    assert sheet.title == "第 1 局"
    assert [(row.place_text, row.name, row.points_text) for row in sheet.rows] == [
        ("头科", "泉城柳", "+4"),
        ("二科", "崂山石", "+2"),
        ("三科", "我", "0"),
        ("四科", "微山湖", "0"),
        ("二落", "老城南", "−2"),
        ("大落", "即墨老酒", "−4"),
    ]
    assert [row.filled for row in sheet.rows] == [True, True, False, False, False, False]
    assert sheet.rows[0].badges == "烧 开点"
    assert sheet.rows[2].badges == "宣点 开点"
    assert result_badges(found, 1) == ("was_burnt",)
    assert result_badges(found, 5) == ("shut",)
    assert (sheet.us_text, sheet.them_text, sheet.total) == ("+4", "−4", "一局累计 +4 比 −4")


def test_tribute_of_the_next_deal_with_reasons_in_order() -> None:
    rules = preset("tribute216")
    found = result(rules)
    rows = score_sheet(after(rules, found), found, names(), zh()).debts
    assert [(row.kind, row.text, row.reason, row.count) for row in rows] == [
        ("闷贡", "即墨老酒 → 微山湖", "被微山湖闷了", "1 张"),
        ("烧贡", "老城南 → 泉城柳", "被泉城柳烧成", "1 张"),
        ("点贡", "老城南 → 泉城柳", "都没宣，泉城柳开老城南没开", "1 张"),
        ("点贡", "崂山石 → 我", "都宣了，我开崂山石没开", "4 张"),
        ("点贡", "即墨老酒 → 微山湖", "都没宣，微山湖开即墨老酒没开", "1 张"),
        ("落贡", "即墨老酒 → 泉城柳", "大落给头科", "2 张"),
        ("落贡", "老城南 → 崂山石", "二落给二科", "1 张"),
    ]
    assert [row.own for row in rows] == [False, False, False, True, False, False, False]
    english = score_sheet(after(rules, found), found, names(), en()).debts[3]
    assert english.reason == "both declared, you opened, 崂山石 did not"


def test_three_in_a_row_and_streaks() -> None:
    rules = preset("jinyou4")
    found = result(rules, (4, 0, 2, 3, 1, 5))
    sheet = score_sheet(after(rules, found), found, names(), zh())
    assert sheet.note.startswith("圈三户")
    assert {row.reason for row in sheet.debts if row.kind == "圈贡"} == {"被圈三户，各给一张"}
    levels = preset("zaozhuang6")
    streak = result(levels, declared=0, streaks=(Streak(3, 1),))
    rows = score_sheet(after(levels, streak), streak, names(), zh()).debts
    assert rows[1].reason == "我开崂山石没开，连着第2局"


def test_who_graduated() -> None:
    rules = preset("zaozhuang6")
    found = result(rules, declared=0, streaks=(Streak(3, 2),))
    sheet = score_sheet(after(rules, found), found, names(), zh())
    assert sheet.note == "毕业：崂山石下一局直接算开点"
    assert [row.count for row in sheet.debts if row.payer == 3] == ["3 张"]


def test_what_stands_instead_of_tribute() -> None:
    rules = preset("jinyou4-match")
    found = result(rules)
    assert score_sheet(after(rules, found), found, names(), zh()).no_debts == "这种打法不进贡，只记分"
    last = preset("tribute216")
    found = result(last)
    sheet = score_sheet(after(last, found, over=True), found, names(), zh())
    assert (sheet.debts, sheet.no_debts) == ((), "这是最后一局，不再进贡")
    assert sheet.buttons[-1].name == "match_end"
    assert score_sheet(after(last, found), found, names(), zh()).buttons[-1].name == "next_deal"
    assert len(score_sheet(after(last, found), found, names(), zh(), can_go_on=False).buttons) == 2


def test_the_match() -> None:
    rules = preset("tribute216")
    one, two = result(rules), result(rules, (1, 3, 5, 0, 2, 4))._replace(number=2)
    match = after(rules, one, two, over=True)
    assert [(line.title, line.us_text, line.total_text) for line in deal_lines(match, names(), zh())] == [
        ("第 1 局", "+4", "累计 +4 比 −4"),
        ("第 2 局", "−12", "累计 −8 比 +8"),
    ]
    sheet = match_sheet(match, names(), zh())
    assert (sheet.title, sheet.won, sheet.us_text) == ("输了", False, "−8")
    assert match_sheet(match, names(1), zh()).won
    assert match_sheet(after(rules, over=True), names(), zh()).won is None
    # Who only watches has neither won nor lost.
    assert match_sheet(match, names(None), zh()).title == "方队赢了"
    watched = score_sheet(match, one, names(None), zh())
    assert (watched.us, watched.them) == ("圆队", "方队")


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("places", [(4, 3, 0, 2, 1, 5), (4, 0, 2, 3, 1, 5), (1, 3, 5, 0, 2, 4)])
@pytest.mark.parametrize("own", [0, 1, None])
def test_the_calculation_adds_up(name: str, places: tuple[int, ...], own: int | None) -> None:
    rules = preset(name)
    found = result(rules, places)
    *lines, total = explain_points(rules, found, names(own), zh())
    base = own or 0
    assert total.total
    assert (total.us, total.them) == (found.scores[base], found.scores[(base + 1) % 6])
    assert sum(line.us for line in lines) == total.us
    assert sum(line.them for line in lines) == total.them
    labels = {line.label for line in lines}
    assert ("烧牌" in labels) == (rules.burn_score > 0)
    assert ("闷牌" in labels) == (rules.shut_score > 0)


def test_the_points_of_the_point_are_what_is_left() -> None:
    rules = preset("zaozhuang6")
    found = result(rules, declared=0)
    lines = {line.label: line for line in explain_points(rules, found, names(), zh())}
    assert (lines["开点"].us_text, lines["开点"].them_text) == ("+18", "−18")


@pytest.mark.parametrize("name", PRESETS)
def test_sheets_of_random_matches(name: str) -> None:
    match = None
    for move in play_match(preset(name), seed=2, deals=3):
        match = move.after
    assert match is not None
    for found in match.results:
        for words in (zh(), en()):
            sheet = score_sheet(match, found, names(), words)
            assert len(sheet.rows) == 6
            assert all(row.reason for row in sheet.debts)
            *lines, total = explain_points(match.rules, found, names(), words)
            assert sum(line.us for line in lines) == total.us
    last = deal_lines(match, names(), zh())[-1]
    assert str(abs(match.scores[0])) in last.total_text
