"""Options in words: every one is grouped and named, and every refusal has a sentence in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from gouji_desktop.profile.rulefiles import RuleFileError
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.ruleset import BOUNDS, CHOICES, COMBINATIONS, LISTS, RuleSet, RuleSetError, option_names
from gouji_desktop.ui.presenter.rulewords import (
    GROUPS,
    OPTION_KEYS,
    file_fault,
    kind_of,
    name_fault_word,
    nearest,
    option_word,
    refusal,
    sources_word,
    value_word,
)
from gouji_desktop.ui.presenter.words import LANGUAGES
from tests.ui.presenter.scenes import en, words_of, zh

CHINESE = re.compile(r"[\u4e00-\u9fff]")


def test_every_option_stands_in_one_group() -> None:
    assert sorted(OPTION_KEYS) == sorted(option_names())
    assert all(GROUPS.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", option_names())
def test_every_option_has_words(language: str, key: str) -> None:
    words = words_of(language)
    assert option_word(key, words) != key
    assert words(f"rule.about.{key}")
    for rules in PRESETS.values():
        assert value_word(key, getattr(rules, key), words)
    for choice in CHOICES.get(key, ()):
        assert value_word(key, choice, words)


@pytest.mark.parametrize(
    ("key", "value", "kind", "chinese", "english"),
    [
        ("hold_threes", True, "switch", "开", "on"),
        ("opening", "any_gouji", "choice", "够级就行", "any gouji"),
        ("decks", 4, "number", "4", "4"),
        ("announce_at", 0, "number", "不报", "never"),
        ("placement", (4, 2, 0, 0, -2, -4), "numbers", "4 2 0 0 -2 -4", "4 2 0 0 -2 -4"),
        ("counter_burn", (), "numbers", "没有", "none"),
        ("tribute_order", ("shut", "place"), "order", "闷贡、落贡", "Shut tribute, Place tribute"),
        ("tribute_order", (), "order", "没有", "none"),
    ],
)
def test_values(key: str, value: Any, kind: str, chinese: str, english: str) -> None:
    assert kind_of(key) == kind
    assert value_word(key, value, zh()) == chinese
    assert value_word(key, value, en()) == english


def test_sources_are_those_that_have_the_value() -> None:
    assert sources_word("claim_head", True, zh()) == "这样打的有：进贡 · 四副"
    assert sources_word("decks", 5, zh()) == "现成的打法都不是这样"


@pytest.mark.parametrize("name", PRESETS)
def test_a_rule_set_is_nearest_to_itself(name: str) -> None:
    assert nearest(PRESETS[name].with_options({}, name="x")) == name
    assert nearest(PRESETS[name].with_options({"match_deals": 9}, name="x")) == name


def refused(options: dict[str, Any]) -> RuleSetError:
    with pytest.raises(RuleSetError) as caught:
        preset("tribute216").with_options(options)
    return caught.value


def every_refusal() -> Iterator[RuleSetError]:
    """One of every kind of sentence that a rule set refuses with."""
    for _, sentence in COMBINATIONS:
        yield RuleSetError(sentence)
    for key, (least, most) in BOUNDS.items():
        yield refused({key: least - 1})
        yield refused({key: most + 1})
        yield refused({key: "many"})
    for key in CHOICES:
        yield refused({key: "nonsense, not 'this'"})
        yield refused({key: 3})
    for key, (length, _, most) in LISTS.items():
        yield refused({key: [1] * 9})
        yield refused({key: [most + 1] * (length or 1)})
        yield refused({key: "1 2"})
    for key in option_names():
        if kind_of(key) == "switch":
            yield refused({key: 1})
    yield refused({"tribute_order": ["point", "point"]})
    yield refused({"tribute_order": ["colour"]})
    yield refused({"colour": 1})
    whole = preset("tribute216").to_dict()
    for options in (whole | {"colour": 1}, {key: value for key, value in whole.items() if key != "decks"}):
        with pytest.raises(RuleSetError) as caught:
            RuleSet.from_dict(options)
        yield caught.value


def test_every_refusal_has_a_sentence_in_both_languages() -> None:
    for error in every_refusal():
        chinese, english = refusal(error, zh()), refusal(error, en())
        assert CHINESE.search(chinese), str(error)
        assert not CHINESE.search(english), str(error)
        assert english != str(error)
        assert len(english) < 140


def test_a_monstrous_value_is_cut() -> None:
    assert len(refusal(refused({"decks": 10**300}), zh())) < 80
    assert len(refusal(refused({"x" * 500: 1}), zh())) < 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_faults_of_files_and_names(language: str) -> None:
    words = words_of(language)
    assert file_fault(RuleFileError("newer", "x", n=2), words)
    assert "disk full" in file_fault(OSError(28, "disk full"), words)
    assert file_fault(RuleSetError(COMBINATIONS[0][1]), words) == refusal(RuleSetError(COMBINATIONS[0][1]), words)
    assert name_fault_word("", words) == ""
    for fault in ("empty", "long", "signs", "plus", "preset", "taken"):
        assert name_fault_word(fault, words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("large", {"most": 1}),
        ("not_json", {}),
        ("no_rules", {}),
        ("newer", {"n": 2}),
        ("unknown_key", {"key": "x"}),
        ("missing_key", {"key": "x"}),
        ("twice", {"key": "x"}),
        ("wrong_type", {"key": "x"}),
        ("name", {"why": "long"}),
    ],
)
def test_every_fault_of_a_file_has_words(language: str, key: str, values: dict[str, Any]) -> None:
    assert file_fault(RuleFileError(key, "one sentence", **values), words_of(language)) != "one sentence"
