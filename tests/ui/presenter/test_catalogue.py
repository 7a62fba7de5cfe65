"""The two catalogues: complete, agreeing, sorted, drawable, and with words for everything the rules can say."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from gouji_desktop.bots.levels import LEVELS
from gouji_desktop.bots.names import BOT_NAMES
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.ruleset import TRIBUTE_KINDS
from gouji_desktop.rules.state import Act, Stage
from gouji_desktop.ui.presenter.cardwords import RANK_KEYS, SUIT_KEYS
from gouji_desktop.ui.presenter.newmatch import COMBINATION_KEYS, OPTIONS
from gouji_desktop.ui.presenter.phrases import PHRASES
from gouji_desktop.ui.presenter.reasons import Fault, Grey, long_reason, short_reason
from gouji_desktop.ui.presenter.seating import avatar_letter
from gouji_desktop.ui.presenter.seatprops import BADGE_KINDS, Badge
from gouji_desktop.ui.presenter.staging import steps_of
from gouji_desktop.ui.presenter.words import LANGUAGES, placeholders
from tests.ui.presenter.scenes import TRANSLATIONS, en, words_of, zh

ROOT = TRANSLATIONS.parents[1]
QUERIES = [stage for stage in Stage if stage.value.endswith("_query")]
#: A call of the catalogue with a plain key, in the code of the interface.
CALL = re.compile(r"""\bwords\(\s*f?["']([a-z_]+(?:\.[\w-]+)+)["']""")


def test_both_have_the_same_keys() -> None:
    assert set(zh()) == set(en())
    assert len(zh()) > 500


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_are_sorted_and_written_alike(language: str) -> None:
    source = (TRANSLATIONS / f"{language}.json").read_text(encoding="utf-8")
    texts = json.loads(source)
    assert json.dumps(dict(sorted(texts.items())), ensure_ascii=False, indent=2) + "\n" == source


def test_placeholders_agree() -> None:
    differ = [key for key in zh() if placeholders(zh().raw(key)) != placeholders(en().raw(key))]
    assert differ == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_says_something_and_can_be_filled(language: str) -> None:
    words = words_of(language)
    for key in words:
        text = words.raw(key)
        assert text
        assert "\n" not in text
        if not key.startswith("join."):
            assert text == text.strip()
        for number in (0, 1, 2, 54):
            values = dict.fromkeys(placeholders(text), number)
            assert words(key, **values)


def test_english_has_no_chinese_left_and_chinese_no_ascii_punctuation() -> None:
    chinese = re.compile(r"[\u4e00-\u9fff]")
    # The jokers of the tracker are called what stands on the cards.
    as_drawn = {"settings.language.zh"}
    assert {key for key in en() if chinese.search(en().raw(key))} == as_drawn
    # The one family draws these as wide as a Chinese character, with a gap in the middle of English.
    assert [key for key in en() if re.search("[“”‘’…]", en().raw(key))] == []
    sloppy = re.compile(r"[\u4e00-\u9fff][,;!?.]|[,;!?][\u4e00-\u9fff]")
    assert [key for key in zh() if sloppy.search(zh().raw(key))] == []


def test_english_counts_cards_in_words() -> None:
    """ "2 × 2" for two 2s is no English."""
    assert [key for key in en() if "{n} ×" in en().raw(key)] == []


@pytest.mark.parametrize("style", ["Regular", "Bold"])
def test_every_character_is_in_the_bundled_font(style: str) -> None:
    with TTFont(ROOT / "assets" / "fonts" / f"NotoSansSC-{style}.ttf") as font:
        there = {chr(code) for code in font.getBestCmap()}
    needed = {char for words in (zh(), en()) for key in words for char in words.raw(key)}
    assert needed - there == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", [*Reason, *Grey])
def test_every_reason_has_a_short_word_and_a_sentence(language: str, reason: Reason | Grey) -> None:
    words = words_of(language)
    short = short_reason(Fault(reason, 8, 3), words)
    assert 2 <= len(short) <= (5 if language == "zh" else 17)
    assert len(long_reason(Fault(reason, 8, 3), words)) > len(short)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_of_the_rules_has_words(language: str) -> None:
    words = words_of(language)
    wanted = [f"badge.{badge.value}" for badge in Badge] + [f"badge.help.{badge.value}" for badge in Badge]
    wanted += [f"act.{act.value}" for act in Act]
    wanted += [f"place.{place}" for place in range(1, 7)]
    wanted += [f"tribute.{kind}" for kind in (*TRIBUTE_KINDS, "circle")]
    wanted += [f"log.query.{stage.value}" for stage in QUERIES]
    wanted += [f"message.{stage.value}.{part}" for stage in QUERIES for part in ("asked", "waits", "why")]
    wanted += [f"rules.{name}" for name in PRESETS] + [f"rules.about.{name}" for name in PRESETS]
    wanted += [f"level.{level}" for level in LEVELS]
    wanted += [f"option.{key}" for key in OPTIONS] + [f"option.about.{key}" for key in OPTIONS]
    wanted += [f"fault.{key}" for key in COMBINATION_KEYS]
    wanted += [*RANK_KEYS, *SUIT_KEYS, *BOT_NAMES]
    assert [key for key in wanted if key not in words] == []


def test_every_event_has_a_phrase() -> None:
    assert set(PHRASES) == set(ev.Event.__args__)


def test_every_badge_has_a_form() -> None:
    assert set(BADGE_KINDS) == set(Badge)
    assert callable(steps_of)


def code_of_the_interface() -> list[Path]:
    folder = ROOT / "gouji_desktop" / "ui"
    return sorted(folder.rglob("*.py"))


def test_every_key_in_the_code_is_in_the_catalogue() -> None:
    found = {key: path.name for path in code_of_the_interface() for key in CALL.findall(path.read_text("utf-8"))}
    assert len(found) > 100
    assert {key: name for key, name in found.items() if key not in zh()} == {}


def test_names_of_bots_differ() -> None:
    for language in LANGUAGES:
        names = [words_of(language)(key) for key in BOT_NAMES]
        assert len(set(names)) == len(names) == 30


def test_no_avatar_says_something_rude() -> None:
    """One character stands in the avatar: 鸡 alone, or 葱, is no name to give a person at the table."""
    letters = {avatar_letter(zh()(key)) for key in BOT_NAMES}
    assert letters & set("鸡鸭龟王八猪狗驴蛋葱蒜瓜屁") == set()


def test_badges_of_english_are_written_alike() -> None:
    assert [key for badge in Badge if (text := en().raw(key := f"badge.{badge.value}")) != text.lower()] == []


def test_leading_is_not_called_dealing() -> None:
    """发牌 is what happens before a deal; who leads goes first (先出) or goes on (接着出)."""
    dealing = re.compile(r"重新发牌|打完再发牌|还没发牌|局发牌|发牌对不上|发牌核对|^发牌$")
    assert [key for key in zh() if "发牌" in zh().raw(key) and not dealing.search(zh().raw(key))] == []
