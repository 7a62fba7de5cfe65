"""The words of the interface in two languages: a key and its values become a text.

A catalogue is a flat JSON object of texts, sorted by key, in `assets/translations`. A text is a format string. Numbers
in it understand four ways of writing:

* `{n}`: digits, with U+2212 for minus;
* `{n:+}`: with its sign, as points are written;
* `{n:c}`: as one counts aloud: 三, 两 in Chinese; three, two in English, digits from thirteen;
* `{n:card/cards}`: the first word for one, the second for any other number.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from math import ceil
from pathlib import Path
from string import Formatter
from typing import Final

#: Languages that have a catalogue, the first-class one first.
LANGUAGES: Final = ("zh", "en")
MINUS: Final = "\u2212"
#: How much longer the texts of the pseudo-locale are.
PSEUDO_GROWTH: Final = 0.4

#: Chinese languages that have a tag of their own.
_CHINESE_TAGS = frozenset({"yue", "wuu", "cmn", "nan", "hak", "gan", "hsn"})
_DIGITS = "零一二三四五六七八九"
_ENGLISH = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class WordsError(ValueError):
    """A catalogue that cannot be used, or a text that was asked for wrongly; its text is one sentence."""


def chinese_numeral(number: int) -> str:
    """A number from 0 to 99 as it is said in Chinese; others in digits."""
    if not 0 <= number < 100:
        return plain_number(number)
    tens, ones = divmod(number, 10)
    if not tens:
        return _DIGITS[ones]
    return ("" if tens == 1 else _DIGITS[tens]) + "十" + (_DIGITS[ones] if ones else "")


def chinese_count(number: int) -> str:
    """A number before a measure word: 两张, not 二张."""
    return "两" if number == 2 else chinese_numeral(number)


def english_count(number: int) -> str:
    """A number before what is counted: two 2s, no Ks; digits from thirteen."""
    return _ENGLISH[number] if 0 <= number < len(_ENGLISH) else plain_number(number)


def plain_number(number: int) -> str:
    """Digits, with U+2212 for minus."""
    return f"{MINUS}{-number}" if number < 0 else str(int(number))


def signed_number(number: int) -> str:
    """Points: +4, 0, −4."""
    return f"+{number}" if number > 0 else plain_number(number)


class _Number(int):
    """A whole number that knows how to be written in a text."""

    count: Callable[[int], str]

    def __format__(self, spec: str) -> str:
        value = int(self)
        if spec == "+":
            return signed_number(value)
        if spec == "c":
            return self.count(value)
        if "/" in spec:
            one, other = spec.split("/", 1)
            return one if value == 1 else other
        if spec:
            raise WordsError(f"unknown way to write a number: {spec!r}")
        return plain_number(value)


class _ChineseNumber(_Number):
    count = staticmethod(chinese_count)


class _EnglishNumber(_Number):
    count = staticmethod(english_count)


_NUMBERS: Final[Mapping[str, type[_Number]]] = {"zh": _ChineseNumber, "en": _EnglishNumber}


class Words:
    """One language's catalogue: `words("button.play")`, `words("count.cards", n=3)`.

    A key that is missing, or a value that a text wants and was not given, raises `WordsError`; a lenient catalogue
    gives the key instead, so that a shipped program shows something.
    """

    __slots__ = ("_number", "_texts", "language", "lenient")

    def __init__(self, language: str, texts: Mapping[str, str], *, lenient: bool = False) -> None:
        self.language = language
        self.lenient = lenient
        self._texts = dict(texts)
        self._number = _NUMBERS.get(language, _EnglishNumber)

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The text of a key with its values."""
        text = self._texts.get(key)
        if text is None:
            if self.lenient:
                return key
            raise WordsError(f"the catalogue {self.language!r} has no text for {key!r}")
        if not values and "{" not in text:
            return text
        written = {name: self._number(value) if isinstance(value, int) else value for name, value in values.items()}
        try:
            return text.format_map(written)
        except (KeyError, ValueError, IndexError) as error:
            if self.lenient:
                return key
            raise WordsError(f"the text {key!r} in {self.language!r} cannot be filled: {error}") from error

    def __contains__(self, key: object) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def raw(self, key: str) -> str:
        """The format string of a key. Raises WordsError."""
        try:
            return self._texts[key]
        except KeyError:
            raise WordsError(f"the catalogue {self.language!r} has no text for {key!r}") from None

    def count(self, number: int) -> str:
        """A number as one counts aloud: 三, 两; three, two."""
        return self._number.count(number)

    def join(self, parts: list[str] | tuple[str, ...], key: str = "join.list") -> str:
        """Several texts as a list: the separator is a text of the catalogue."""
        return self(key).join(part for part in parts if part)


def placeholders(text: str) -> frozenset[str]:
    """The names of the values that a text wants. Raises WordsError for a text that is no format string."""
    try:
        return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)
    except ValueError as error:
        raise WordsError(f"{text!r} is no format string: {error}") from error


def parse_words(language: str, source: str, *, lenient: bool = False) -> Words:
    """A catalogue from its JSON text. Raises WordsError."""
    try:
        texts = json.loads(source)
    except json.JSONDecodeError as error:
        raise WordsError(f"the catalogue {language!r} is no JSON: {error}") from error
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise WordsError(f"the catalogue {language!r} must be an object of texts")
    return Words(language, texts, lenient=lenient)


def read_words(folder: Path, language: str, *, lenient: bool = False) -> Words:
    """The catalogue of a language from `assets/translations`. Raises WordsError."""
    path = folder / f"{language}.json"
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise WordsError(f"the catalogue {path.name} cannot be read: {error}") from error
    return parse_words(language, source, lenient=lenient)


def choose_language(wanted: str, system: str) -> str:
    """The language to show: the one that was chosen, or the system's; English to systems in other languages."""
    for tag in (wanted, system):
        language = tag.replace("_", "-").partition("-")[0].lower()
        if language in LANGUAGES:
            return language
        if language in _CHINESE_TAGS:
            return "zh"
    return "en" if system else LANGUAGES[0]


def _is_wide(text: str) -> bool:
    return any("\u2e80" <= char <= "\uffef" for char in text)


def lengthen(text: str) -> str:
    """A text that is 40 % longer on the screen, with the same placeholders, and recognisable as such."""
    shown = "".join(literal for literal, *_ in Formatter().parse(text))
    if not shown.strip():
        return text
    more = max(1, ceil(len(shown) * PSEUDO_GROWTH))
    if _is_wide(shown):
        return text + "字" * more
    return text + "".join("e" if index % 6 else "m" for index in range(1, more + 1))


def pseudo(words: Words) -> Words:
    """The pseudo-locale of a catalogue: every text 40 % longer, so that overflowing shows."""
    return Words(words.language, {key: lengthen(words.raw(key)) for key in words})
