"""The words of suggestions: for every reason, in both languages, short enough for the action row."""

from __future__ import annotations

import pytest

from gouji_desktop.bots.hints import Suggestion, suggestions
from gouji_desktop.bots.why import Why
from gouji_desktop.rules.cards import parse_faces
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.state import Stage
from gouji_desktop.ui.presenter.hintwords import WHY_KEYS, hint_words
from gouji_desktop.ui.presenter.words import LANGUAGES
from tests.bots.games import questions, see
from tests.ui.presenter.scenes import en, words_of, zh

NINES = parse_faces("9 9")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words_that_fit(language: str) -> None:
    words = words_of(language)
    texts = [words(key) for key in WHY_KEYS]
    assert len(set(texts)) == len(Why)
    assert all(2 <= len(text) <= (16 if language == "zh" else 64) for text in texts)


@pytest.mark.parametrize(
    ("suggestion", "stage", "chinese", "english"),
    [
        (Suggestion("play", NINES, Why.CHEAPEST), Stage.PLAYING, "最省的一手", "The cheapest that beats"),
        (
            Suggestion("pass", (), Why.LETS_ALLY),
            Stage.PLAYING,
            "过（按 P）：队友的牌，让他走",
            "Pass (press P): It is an ally's play",
        ),
        (
            Suggestion("yield", (), Why.WAITS),
            Stage.PLAYING,
            "让（按 Y）：让后面先出，看看再说",
            "Yield (press Y): Let those behind go first, then decide",
        ),
        (Suggestion("burn", NINES, Why.BURNS), Stage.BURN_QUERY, "多半能烧到底", "The burn can probably be finished"),
        (Suggestion("decline", (), Why.UNSURE), Stage.BURN_QUERY, "不烧：烧到底没把握", None),
        (Suggestion("decline", (), Why.DECLARES_NOT), Stage.POINT_QUERY, "不宣点：对头多半开得了点", None),
        (Suggestion("revolt", (), Why.REVOLTS), Stage.REVOLT_QUERY, "革命：没有 2 和王，多半不如四科", None),
        (Suggestion("claim", (), Why.CLAIMS_HEAD), Stage.HEAD_QUERY, "要头：三轮够级，别人几乎管不了", None),
        (Suggestion("buy", (), Why.BUYS_FOUR), Stage.FOUR_QUERY, "买 4：有 4 才好开点", None),
    ],
)
def test_what_is_said(suggestion: Suggestion, stage: Stage, chinese: str, english: str | None) -> None:
    assert hint_words(suggestion, stage, zh()) == chinese
    if english is not None:
        assert hint_words(suggestion, stage, en()).lower() == english.lower()


def test_every_suggestion_of_a_game_can_be_said() -> None:
    said = set()
    for number, (match, prompt, _) in enumerate(questions(PRESETS["jinyou4"], 4, "easy", deals=2)):
        if number % 6 == 0 or prompt.stage is not Stage.PLAYING:
            for each in suggestions(see(match, prompt.seat), prompt):
                said |= {hint_words(each, prompt.stage, words) for words in (zh(), en())}
    assert len(said) > 20
