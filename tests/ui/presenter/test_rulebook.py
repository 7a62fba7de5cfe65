"""The rule book says what the engine does: every value of every option changes it, and its numbers are the engine's."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import parse_counts
from gouji_desktop.rules.policies.exemptions import exempt_seats
from gouji_desktop.rules.policies.point_tribute import TABLE
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.ruleset import BOUNDS, CHOICES, TRIBUTE_KINDS, RuleSet, RuleSetError, option_names
from gouji_desktop.ui.presenter.glossary import TERMS
from gouji_desktop.ui.presenter.rulebook import (
    CHAPTERS,
    DERIVED,
    Block,
    Say,
    book,
    key_of,
    meaning,
    sentences,
    steps_of,
)
from gouji_desktop.ui.presenter.rulewords import kind_of
from gouji_desktop.ui.presenter.words import LANGUAGES
from tests.rules.randomplay import play_match
from tests.ui.presenter.scenes import TRANSLATIONS, en, words_of, zh

#: Where an option changes nothing at the table, the book need not speak of it.
SILENT: dict[str, Callable[[RuleSet], bool]] = {
    "buy_threes": lambda r: not r.hold_threes,
    "shut_score": lambda r: not r.hold_threes,
    "claim_head": lambda r: not r.revolt,
    "tribute_order": lambda r: not r.tribute_cards,
    "three_in_a_row_tribute": lambda r: not r.tribute_cards,
    "later_leavers_free": lambda r: not r.leave_penalty,
    "point_tribute": lambda r: not r.point_score and not (r.tribute_cards and "point" in r.tribute_order),
}
NUMBERS: dict[str, tuple[Any, ...]] = {
    "counter_burn": ((), (1,), (4, 8), (4, 8, 16)),
    "placement": ((4, 2, 0, 0, -2, -4), (6, 3, 0, 0, -3, -6), (1, 1, 1, -1, -1, -1)),
}


def values_of(key: str) -> tuple[Any, ...]:
    """Every value of an option; of wide numbers and of lists several."""
    kind = kind_of(key)
    if kind == "switch":
        return (False, True)
    if kind == "choice":
        return CHOICES[key]
    if kind == "number":
        least, most = BOUNDS[key]
        return tuple(sorted({*range(least, most, max(1, (most - least) // 8)), most}))
    if kind == "numbers":
        return NUMBERS[key]
    return ((), *itertools.permutations(TRIBUTE_KINDS, 1), ("point", "place"), *itertools.permutations(TRIBUTE_KINDS))


#: Companions without which a value means nothing.
COMPANIONS: tuple[dict[str, Any], ...] = (
    {},
    {"revolt": True},
    {"declare_point": True},
    {"big_joker_doubling": True},
    {"tribute_cards": True},
    {"burn_success": "play_out"},
    {"positive_only": True},
    {"hold_threes": False, "buy_fours": False, "opening": "any_gouji", "threes": 8, "fours": 8, "decks": 2},
    {"hold_threes": False, "buy_fours": False, "opening": "any_gouji", "decks": 8, "threes": 32, "fours": 32},
)


def mixtures() -> Iterator[RuleSet]:
    for base, companion in itertools.product(PRESETS.values(), COMPANIONS):
        try:
            yield base.with_options(companion)
        except RuleSetError:
            continue


def variants() -> Iterator[RuleSet]:
    """Every mixture with one option changed."""
    for base, key in itertools.product(mixtures(), option_names()):
        for value in values_of(key):
            try:
                yield base.with_options({key: value})
            except RuleSetError:
                continue


#: Values compared for each option, once each of them was seen: the two languages choose their texts by the same rule.
ENOUGH = 60


@cache
def text_of(rules: RuleSet, language: str) -> tuple[tuple[str, bool], ...]:
    return tuple((block.text, block.good) for chapter in book(rules, words_of(language)) for block in chapter.blocks)


def differing_pairs(key: str) -> Iterator[tuple[RuleSet, RuleSet]]:
    """Rule sets that differ in this option alone."""
    for base in mixtures():
        found = []
        for value in values_of(key):
            try:
                found.append(base.with_options({key: value}))
            except RuleSetError:
                continue
        yield from itertools.pairwise(found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", option_names())
def test_every_value_of_every_option_changes_the_book(language: str, key: str) -> None:
    seen = Counter[Any]()
    for one, other in differing_pairs(key):
        if key in SILENT and SILENT[key](one):
            continue
        first, second = getattr(one, key), getattr(other, key)
        assert text_of(one, language) != text_of(other, language), (one.name, first, second)
        seen.update((first, second))
        if seen.total() >= ENOUGH and set(seen) >= set(values_of(key)):
            break
    # Not every number of 3s and 4s lets the cards divide by six.
    assert len(seen) > 1 if kind_of(key) == "number" else set(seen) == set(values_of(key))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing_for_any_mixture(language: str) -> None:
    words = words_of(language)
    for rules in mixtures():
        for chapter in book(rules, words):
            assert chapter.title
            assert chapter.blocks
            for block in chapter.blocks:
                assert "{" not in block.text
                assert "book." not in block.text


def test_every_text_of_the_book_is_used() -> None:
    used = {key_of(say, rules) for rules in (*mixtures(), *variants()) for say in sentences()}
    written = {key for key in zh() if key.startswith("book.") and key.split(".")[1] in CHAPTERS}
    assert written - used == set()


def test_every_sentence_is_chosen_by_options_that_are_there() -> None:
    names = set(option_names())
    for say in sentences():
        for name in say.by:
            options = DERIVED[name][1] if name in DERIVED else (name,)
            assert set(options) <= names, say


def test_every_option_is_explained_somewhere() -> None:
    for key in option_names():
        said = {meaning(key, rules, zh()) for rules in PRESETS.values()}
        assert said - {zh()("rule.idle")}, key


@pytest.mark.parametrize("style", ["Regular", "Bold"])
def test_the_font_draws_the_whole_book(style: str) -> None:
    with TTFont(TRANSLATIONS.parents[1] / "assets" / "fonts" / f"NotoSansSC-{style}.ttf") as font:
        there = {chr(code) for code in font.getBestCmap()}
    texts = [text for rules in PRESETS.values() for language in LANGUAGES for text, _ in text_of(rules, language)]
    assert {char for text in texts for char in text} - there == set()


def chapter(rules: RuleSet, key: str) -> tuple[Block, ...]:
    return next(each.blocks for each in book(rules, zh()) if each.key == key)


def verdicts(rules: RuleSet, key: str) -> dict[str, bool]:
    return {block.text: block.good for block in chapter(rules, key) if block.kind != "text"}


@pytest.mark.parametrize(
    ("name", "text", "good"),
    [
        ("tribute216", "两张大王，管不了一张大王", False),
        ("jinyou4", "两张大王，管得了一张大王", True),
        ("jinyou4", "三张 6（挂三张大王），管不了四张 5（挂大王）", False),
        ("zaozhuang6", "三张 6（挂三张大王），管得了四张 5（挂大王）", True),
        ("tribute216", "两张 6（挂两张大王），管得了两张 5（挂大小王）", True),
        ("chayuan", "两张 6（挂两张大王），管不了两张 5（挂大小王）", False),
    ],
)
def test_examples_are_judged_by_the_comparison(name: str, text: str, good: bool) -> None:
    assert verdicts(preset(name), "plays")[text] is good


def test_examples_of_gouji_and_of_opening() -> None:
    assert verdicts(preset("tribute216"), "gouji")["八张 9，不是够级牌"] is False
    assert verdicts(preset("tribute216"), "open")["两张 2，没人管就算数"] is True
    assert verdicts(preset("jinyou4"), "open")["两张 2，不算"] is False
    assert verdicts(preset("zaozhuang6"), "open")["一张 2，没人管就算数"] is True


def test_cards_of_examples_are_drawings() -> None:
    faces = TRANSLATIONS.parents[1] / "assets" / "cards" / "standard"
    for part in book(preset("tribute216"), zh()):
        for block in part.blocks:
            for card in (*block.cards, *block.answer):
                assert (faces / f"{card}.svg").is_file()


def test_numbers_come_from_the_rule_set() -> None:
    text = "".join(block.text for block in chapter(preset("zaozhuang6"), "cards"))
    assert "六副牌" in text
    assert "324 张" in text
    assert "54 张" in text
    english = "".join(text for text, _ in text_of(preset("jinyou4"), "en"))
    assert "Of the 3s 6 are kept, of the 4s 8" in english
    assert "+6, +3, 0, 0, \u22123, \u22126" in english
    assert "score +4, +8" in english


def test_the_table_of_point_tribute_is_the_policys() -> None:
    """What the sentence says in words, not in numbers: these cells pay nothing, and these are alike."""
    assert TABLE["none", "both"] == TABLE["other", "both"] == 0
    assert TABLE["both", "none"] == TABLE["both", "both"]
    assert TABLE["own", "other"] == TABLE["other", "other"]
    assert all(TABLE[declared, "own"] == 0 for declared in ("both", "none", "own", "other"))
    text = "".join(block.text for block in chapter(preset("tribute216"), "tribute"))
    assert "没开的给四张" in text
    assert "宣的给一张，没宣的给两张" in text


@pytest.mark.parametrize(
    ("hand", "seats"),
    [("BBBB", 0b010101), ("22222222", 1), ("SSSS", 1), ("BBB", 1), ("3456", 1), ("BBSSS2222222", 0)],
)
def test_exemptions_are_as_the_book_says(hand: str, seats: int) -> None:
    drawn = [parse_counts(hand), *[parse_counts("2")] * 5]
    assert exempt_seats(preset("jinyou4"), drawn) == seats


#: The event with which each step before play begins.
STEP_EVENTS: dict[str, Callable[[ev.Event], bool]] = {
    "show": lambda e: isinstance(e, ev.QueryOpened) and e.stage.value == "show_query",
    "declare": lambda e: isinstance(e, ev.QueryOpened) and e.stage.value == "point_query",
    "buy_threes": lambda e: isinstance(e, ev.Bought) and e.purchase.face // 4 == 0,
    "revolt": lambda e: isinstance(e, ev.QueryOpened) and e.stage.value == "revolt_query",
    "buy_fours": lambda e: isinstance(e, ev.QueryOpened) and e.stage.value == "four_query",
    "tribute": lambda e: isinstance(e, ev.TributePaid),
    "return": lambda e: isinstance(e, ev.QueryOpened) and e.stage.value == "return_query",
    "play": lambda e: isinstance(e, ev.PlayBegan),
}


@pytest.mark.parametrize("name", PRESETS)
def test_the_steps_before_play_are_the_engines(name: str) -> None:
    rules = preset(name)
    steps = steps_of(rules)
    begun: list[int] = []
    for move in play_match(rules, 5, 2):
        for event in move.events:
            if isinstance(event, ev.DealStarted):
                begun = []
            begun += [steps.index(step) for step, begins in STEP_EVENTS.items() if begins(event)]
            assert begun == sorted(begun)


def test_the_terms_of_chapters_are_in_the_glossary() -> None:
    assert {term for _, terms in CHAPTERS.values() for term in terms} <= set(TERMS)


def test_a_chapter_reads_in_both_languages() -> None:
    assert [part.title for part in book(preset("tribute216"), zh())][:3] == ["牌和座位", "出牌和管牌", "够级牌"]
    assert [part.title for part in book(preset("tribute216"), en())][-1] == "Scores and match"
    assert isinstance(next(sentences()), Say)
