"""The page of a new match: choices, levels, names, and what is wrong with the options."""

from __future__ import annotations

import pytest

from gouji_desktop.rules.cards import face_name
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.ruleset import COMBINATIONS, RuleSetError
from gouji_desktop.ui.presenter.helptext import PARTS, help_parts
from gouji_desktop.ui.presenter.newmatch import (
    COMBINATION_KEYS,
    LEVEL_NAMES,
    OPTIONS,
    NewMatch,
    NewMatchProps,
    choose_level,
    choose_option,
    choose_preset,
    derive_new_match,
    draw_names,
    next_level,
    reset_options,
    rule_fault,
    rules_of,
    rules_title,
)
from gouji_desktop.ui.presenter.tablelayout import Side
from tests.ui.presenter.scenes import en, words_of, zh


def page(match: NewMatch) -> NewMatchProps:
    return derive_new_match(match, "青岛小鱼", zh())


def index_of(name: str) -> int:
    return list(PRESETS).index(name)


def test_as_it_opens() -> None:
    props = page(NewMatch())
    assert [choice.name for choice in props.rule_sets] == list(PRESETS)
    assert props.rule_sets[0].title == "进贡 · 四副"
    assert props.current == 0
    assert props.levels == ("初学", "入门", "普通", "老手", "高手")
    assert props.level == 2
    assert props.summary == "憋三开 · 十张报牌 · 五局"
    assert props.trouble == ""
    assert [seat.side for seat in props.seats][:4] == [Side.YOU, Side.ENEMY, Side.ALLY, Side.OPPOSITE]
    assert (props.seats[0].letter, props.seats[0].label) == ("鱼", "我")
    assert props.seats[1].label == "普通"


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", PRESETS)
def test_every_rule_set_and_every_choice_has_words(name: str, language: str) -> None:
    match = choose_preset(NewMatch(), index_of(name))
    assert rules_of(match) == preset(name)
    for row in derive_new_match(match, "x", words_of(language)).options:
        assert row.text
        assert row.detail
        assert not row.changed
        for index in range(len(row.choices) or 2):
            changed = derive_new_match(choose_option(match, row.key, index), "x", words_of(language))
            option = next(each for each in changed.options if each.key == row.key)
            assert option.current == index
            assert option.changed == (index != row.current)
            assert changed.trouble or changed.summary


def test_changed_rules_have_a_name_of_their_own() -> None:
    match = choose_option(NewMatch(), "hold_threes", 0)
    rules = rules_of(match)
    assert (rules.name, rules.hold_threes) == ("tribute216+", False)
    assert rules_title(rules.name, zh()) == "进贡 · 四副（改过）"
    assert rules_title("my own", zh()) == "my own"
    assert page(match).summary.startswith("不憋三")
    assert reset_options(match) == NewMatch()
    same = choose_option(match, "hold_threes", 1)
    assert rules_of(same) == preset("tribute216")
    assert choose_preset(match, 1).options == {}


def test_how_many_deals() -> None:
    match = choose_option(NewMatch(), "deals", 1)
    assert match.deals == 3
    assert page(match).summary.endswith("三局")
    zaozhuang = choose_preset(NewMatch(), index_of("zaozhuang6"))
    row = page(zaozhuang).options[-1]
    assert row.choices[row.current] == "4 局"


def test_levels() -> None:
    match = choose_level(NewMatch(), 4)
    assert match.levels == ("", *["master"] * 5)
    one = next_level(match, 3)
    assert one.levels[3] == "novice"
    assert page(one).level == -1
    assert next_level(match, 0) is match
    for _ in LEVEL_NAMES:
        one = next_level(one, 3)
    assert one.levels[3] == "novice"


def test_names_are_drawn_without_repeating() -> None:
    drawn = draw_names(NewMatch(), 4)
    assert drawn == draw_names(NewMatch(), 4)
    assert drawn != draw_names(NewMatch(), 5)
    assert len({seat.name for seat in page(drawn).seats}) == 6


def test_what_is_wrong_is_said_in_words() -> None:
    no_declaring = choose_option(NewMatch(), "declare_point", 0)
    assert page(no_declaring).trouble == "点贡按宣点算，请打开宣点"
    no_revolt = choose_option(NewMatch(), "revolt", 0)
    assert page(no_revolt).trouble
    assert "switch" in derive_new_match(no_revolt, "x", en()).trouble


def test_every_combination_is_mapped_and_the_rest_says_itself() -> None:
    assert len(COMBINATION_KEYS) == len(COMBINATIONS)
    for (_, sentence), key in zip(COMBINATIONS, COMBINATION_KEYS, strict=True):
        assert rule_fault(RuleSetError(sentence), zh()) == zh()(f"fault.{key}")
        assert rule_fault(RuleSetError(sentence), zh()) != sentence
    with pytest.raises(RuleSetError) as caught:
        preset("tribute216").with_options({"match_deals": 100})
    assert rule_fault(caught.value, zh()) == "“打几局”要在 1 到 99 之间，现在是 100"
    assert rule_fault(RuleSetError("something else"), zh()) == "something else"


def test_the_options_exist() -> None:
    assert set(OPTIONS) <= set(preset("tribute216").to_dict())


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_help(language: str) -> None:
    parts = help_parts(words_of(language))
    assert [part.name for part in parts] == [name for name, _ in PARTS]
    drawn = {face_name(face) for face in range(54)}
    for part in parts:
        assert part.title
        assert part.text
        assert set(part.cards) <= drawn
