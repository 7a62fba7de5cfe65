"""The rule editor: what is shown, what a change does, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.ruleset import RuleSetError
from gouji_desktop.ui.presenter import ruleeditor as editing
from gouji_desktop.ui.presenter.ruleeditor import Editor, EditorProps, Option, derive_editor
from gouji_desktop.ui.presenter.rulewords import GROUPS
from gouji_desktop.ui.presenter.words import LANGUAGES
from tests.ui.presenter.scenes import en, words_of, zh

MINE = preset("chayuan").with_options({"hold_threes": False, "match_deals": 7}, name="俺庄的打法")


def editor(**changes: Any) -> Editor:
    return replace(Editor(own=(MINE,)), **changes)


def page(state: Editor) -> EditorProps:
    return derive_editor(state, zh())


def option(state: Editor, key: str) -> Option:
    group = next(name for name, keys in GROUPS.items() if key in keys)
    return next(each for each in page(replace(state, group=group)).options if each.key == key)


def test_as_it_opens() -> None:
    shown = page(editor())
    assert [choice.name for choice in shown.choices] == [*PRESETS, "俺庄的打法"]
    assert shown.title == "进贡 · 四副"
    assert shown.summary == "216 张，每人 36 张"
    assert shown.relation == zh()("rules.about.tribute216")
    assert (shown.trouble, shown.own, shown.unsaved, shown.edited) == ("", False, False, False)
    assert shown.choices[-1].detail == "比“茶苑 · 四副”改了 2 处"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*PRESETS, "俺庄的打法"])
@pytest.mark.parametrize("group", GROUPS)
def test_every_option_of_every_rule_set_is_explained(language: str, name: str, group: str) -> None:
    shown = derive_editor(editor(chosen=name, group=group), words_of(language))
    assert [each.key for each in shown.options] == list(GROUPS[group])
    for each in shown.options:
        assert each.title
        assert each.about
        assert each.meaning
        assert each.sources


def test_a_changed_option_is_marked_and_can_be_reset() -> None:
    state = editing.choose_value(editor(), "hold_threes", 0)
    shown = option(state, "hold_threes")
    assert (shown.current, shown.changed, shown.change) == (0, True, "改过，原来是：开")
    assert "不憋三" in shown.meaning
    assert page(state).relation == "比“进贡 · 四副”改了 1 处"
    assert page(state).choices[0].unsaved
    state = editing.reset(state, "hold_threes")
    assert not option(state, "hold_threes").changed
    assert state.edits == {}


def test_an_own_rule_set_is_measured_by_the_nearest_ready_made_one() -> None:
    state = editor(chosen=MINE.name)
    assert page(state).relation == "比“茶苑 · 四副”改了 2 处"
    assert option(state, "hold_threes").changed
    assert not page(state).unsaved
    state = editing.reset(state, "hold_threes")
    assert page(state).unsaved
    assert page(state).relation == "比“茶苑 · 四副”改了 1 处"
    state = editing.reset_all(state)
    assert page(state).relation == "和“茶苑 · 四副”一样"
    assert editing.rules_of(state).match_deals == 5


def test_what_was_changed_waits_while_another_rule_set_is_looked_at() -> None:
    state = editing.choose_value(editor(), "hold_threes", 0)
    state = editing.choose(state, "jinyou4")
    assert not page(state).unsaved
    state = editing.choose(state, "tribute216")
    assert option(state, "hold_threes").current == 0
    assert editing.choose(state, "nonsense") == state


@pytest.mark.parametrize(
    ("key", "value", "trouble"),
    [
        ("threes", 15, "总张数要能六家平分，请改 3 或 4 的张数"),
        ("threes", 64, "“留几张 3”要在 0 到 32 之间，现在是 64"),
        ("revolt", False, "这种买三要有革命，请打开革命或换别的打法"),
        ("declare_point", False, "点贡按宣点算，请打开宣点"),
        ("placement", (4, 2), "“名次分”要正好 6 个数"),
        ("placement", (4, 2, 0, 0, 0, -4), "名次分加起来要是 0，除非只加不减"),
        ("counter_burn", (0,), "“反烧的分”里的数要在 1 到 99 之间"),
        ("strict_hung_count", True, "挂牌张数要对，是说管大王的，请打开大王二杀一"),
    ],
)
def test_what_cannot_be_says_why_and_is_not_used(key: str, value: Any, trouble: str) -> None:
    state = editing.set_value(editor(), key, value)
    assert page(state).trouble == trouble
    assert page(state).summary == ""
    assert derive_editor(state, en()).trouble
    with pytest.raises(RuleSetError):
        editing.rules_of(state)
    assert page(editing.reset(state, key)).trouble == ""


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("decks", "6", 6),
        ("decks", " 6 ", 6),
        ("decks", "\u22126", -6),
        ("placement", "6 3 0 0 -3 -6", (6, 3, 0, 0, -3, -6)),
        ("placement", "6，3、0;0,\u22123  -6", (6, 3, 0, 0, -3, -6)),
        ("counter_burn", "", ()),
        ("counter_burn", "4 8", (4, 8)),
    ],
)
def test_typed_values(key: str, text: str, value: Any) -> None:
    assert editing.value_of(editing.type_value(editor(), key, text), key) == value


@pytest.mark.parametrize(
    ("key", "text", "trouble"),
    [
        ("decks", "", "要写一个整数"),
        ("decks", "four", "要写一个整数"),
        ("decks", "4 5", "要写一个整数"),
        ("decks", "9" * 30, "要写一个整数"),
        ("placement", "4 2 x", "要写整数，用空格隔开"),
        ("placement", "4.5", "要写整数，用空格隔开"),
    ],
)
def test_what_is_no_value_changes_nothing_and_says_so(key: str, text: str, trouble: str) -> None:
    state = editing.type_value(editor(), key, text)
    assert page(state).trouble == trouble
    assert option(state, key).wrong
    assert editing.value_of(state, key) == editing.value_of(editor(), key)
    assert page(editing.type_value(state, "decks", "4")).trouble == ""


def test_steps_stay_within_bounds() -> None:
    state = editor()
    for _ in range(9):
        state = editing.step(state, "decks", 1)
    assert editing.value_of(state, "decks") == 8
    for _ in range(9):
        state = editing.step(state, "decks", -1)
    assert editing.value_of(state, "decks") == 2


def test_the_order_of_tribute() -> None:
    state = editing.move(editor(), "tribute_order", 2, -1)
    assert editing.value_of(state, "tribute_order") == ("shut", "point", "burn", "place")
    assert editing.move(state, "tribute_order", 0, -1) == state
    state = editing.leave_out(state, "tribute_order", 0)
    assert option(state, "tribute_order").missing == ("加上闷贡",)
    state = editing.put_in(state, "tribute_order", 0)
    assert editing.value_of(state, "tribute_order") == ("point", "burn", "place", "shut")
    assert editing.put_in(state, "tribute_order", 0) == state


def test_choices_out_of_range_change_nothing() -> None:
    assert editing.choose_value(editor(), "opening", 9) == editor()
    assert editing.choose_group(editor(), 99) == editor()


def test_names() -> None:
    assert editing.suggested_name(editor(), zh()) == "进贡 · 四副 副本"
    taken = PRESETS["tribute216"].with_options({}, name="进贡 · 四副 副本")
    assert editing.suggested_name(editor(own=(taken,)), zh()) == "进贡 · 四副 副本 2"
    state = editor(chosen=MINE.name)
    assert editing.name_trouble("俺庄的打法", state, zh()) == "已经有一套叫这个名字"
    assert editing.name_trouble("俺庄的打法", state, zh(), renames=True) == ""
    assert editing.name_trouble("chayuan", state, zh()) == "这是现成打法的名字，请换一个"


def test_a_deleted_rule_set_is_looked_at_no_more() -> None:
    state = editing.choose_value(editor(chosen=MINE.name), "revolt", 0)
    after = editing.now_own(state, ())
    assert after.chosen == "tribute216"
    assert after.edits == {}


def test_what_was_saved_is_changed_no_more() -> None:
    state = editing.choose_value(editor(), "hold_threes", 0)
    kept = editing.rules_of(state, "new")
    after = editing.choose(editing.now_own(state, (MINE, kept), lambda name: name == "tribute216"), "new")
    assert not page(after).unsaved
    assert page(after).own
    assert page(editing.choose(after, "tribute216")).relation == zh()("rules.about.tribute216")


def test_the_name_of_changed_rules() -> None:
    assert editing.rules_of(editor()).name == "tribute216"
    assert editing.rules_of(editing.choose_value(editor(), "hold_threes", 0)).name == "tribute216+"
    assert editing.rules_of(editor(chosen=MINE.name)) == MINE
