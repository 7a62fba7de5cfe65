"""The options of a rule set in words: groups, names, values, which rule sets play so, and why one is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from gouji_desktop.profile.rulefiles import RuleFileError
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.ruleset import BOUNDS, CHOICES, COMBINATIONS, LISTS, TRIBUTE_KINDS, RuleSet, RuleSetError
from gouji_desktop.ui.presenter.newmatch import COMBINATION_KEYS, rules_title
from gouji_desktop.ui.presenter.words import Words, signed_number

#: The options by what they are about, in the order of the page.
GROUPS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "cards": ("decks", "threes", "fours"),
        "lead": ("first_lead",),
        "compare": ("big_joker_doubling", "small_joker_pairs", "mixed_jokers_degrade", "strict_hung_count"),
        "pass": ("headless_unlocks", "gouji_pass_locks", "last_word", "yield_binds", "announce_at"),
        "burn": (
            "burn_after_pass",
            "burn_needs_no_fours",
            "burn_formula",
            "burn_tiebreak",
            "burn_failure",
            "burn_success",
            "burn_undone_by",
            "counter_burn",
        ),
        "open": ("opening",),
        "out": ("chaos", "chaos_circles", "last_gouji_play", "three_in_a_row_ends"),
        "declare": ("declare_point", "revolt", "claim_head"),
        "buy": ("hold_threes", "buy_threes", "buy_fours"),
        "tribute": (
            "tribute_cards",
            "tribute_order",
            "tribute_between_allies",
            "point_tribute",
            "three_in_a_row_tribute",
            "return_tribute",
            "exemptions",
        ),
        "score": (
            "placement",
            "three_in_a_row_multiplier",
            "point_score",
            "burn_score",
            "shut_score",
            "positive_only",
        ),
        "match": ("match_deals", "leave_penalty", "later_leavers_free"),
    }
)
OPTION_KEYS: Final = tuple(key for keys in GROUPS.values() for key in keys)


def kind_of(key: str) -> str:
    """How an option is changed: `switch`, `choice`, `number`, `numbers` or `order`."""
    if key in CHOICES:
        return "choice"
    if key in BOUNDS:
        return "number"
    if key in LISTS:
        return "numbers"
    return "order" if key == "tribute_order" else "switch"


def option_word(key: str, words: Words) -> str:
    """What an option is called; a name that is none stays as it is."""
    name = f"rule.option.{key}"
    return words(name) if name in words else key


def value_word(key: str, value: Any, words: Words) -> str:
    """A value of an option in a few words."""
    kind = kind_of(key)
    if kind == "switch":
        return words("rule.on" if value else "rule.off")
    if kind == "choice":
        return words(f"rule.choice.{key}.{value}")
    if kind == "order":
        return words.join([words(f"tribute.{each}") for each in value]) if value else words("rule.none")
    if kind == "numbers":
        return numbers_text(value) if value else words("rule.none")
    return words("rule.never") if key == "announce_at" and not value else str(value)


def numbers_text(values: Sequence[int]) -> str:
    """A list of numbers as it is typed: 4 2 0 0 -2 -4."""
    return " ".join(map(str, values))


def points_text(values: Sequence[int], words: Words) -> str:
    """Points as they are read: +4, +2, 0, 0, −2, −4."""
    return words.join([signed_number(value) for value in values])


def sources_word(key: str, value: Any, words: Words) -> str:
    """Which ready-made rule sets have this value."""
    names = [rules_title(name, words) for name, rules in PRESETS.items() if getattr(rules, key) == value]
    return words("rule.used", names=words.join(names)) if names else words("rule.unused")


def nearest(rules: RuleSet) -> str:
    """The ready-made rule set that differs least."""
    return min(PRESETS, key=lambda name: len(differing(PRESETS[name], rules)))


def differing(one: RuleSet, other: RuleSet) -> tuple[str, ...]:
    """The options in which two rule sets differ."""
    return tuple(key for key in OPTION_KEYS if getattr(one, key) != getattr(other, key))


# --- refusals -----------------------------------------------------------------------------------------------------

_Filled = tuple[str, dict[str, str | int]]
_KINDS = {"true or false": "flag", "a whole number": "number", "a word": "word", "a list": "list"}


def _option(found: re.Match[str], words: Words) -> str:
    return option_word(found["key"], words)


def _cut(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


#: Every sentence that a rule set refuses with, besides the combinations, and what it becomes.
_REFUSALS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Words], _Filled]], ...]] = (
    (re.compile(r"unknown option '(?P<key>.*?)': "), lambda m, _: ("unknown", {"key": _cut(m["key"])})),
    (re.compile(r"the option '(?P<key>\w+)' is missing: "), lambda m, w: ("missing", {"option": _option(m, w)})),
    (
        re.compile(r"option '(?P<key>\w+)' must be (?P<kind>true or false|a whole number|a word|a list), not "),
        lambda m, w: (_KINDS[m["kind"]], {"option": _option(m, w)}),
    ),
    (
        re.compile(r"option '(?P<key>\w+)' must be one of .*?, not (?P<value>['\"].*)\Z", re.DOTALL),
        lambda m, w: ("choice", {"option": _option(m, w), "value": _cut(m["value"][1:-1])}),
    ),
    (
        re.compile(r"option '(?P<key>\w+)' must be from (?P<least>-?\d+) to (?P<most>-?\d+), not (?P<value>-?\d+)"),
        lambda m, w: (
            "bounds",
            {
                "option": _option(m, w),
                "least": int(m["least"]),
                "most": int(m["most"]),
                "value": _cut(m["value"]),
            },
        ),
    ),
    (
        re.compile(r"option '(?P<key>\w+)' must have at most (?P<n>\d+) numbers"),
        lambda m, w: ("most", {"option": _option(m, w), "n": int(m["n"])}),
    ),
    (
        re.compile(r"option '(?P<key>\w+)' must have (?P<n>\d+) numbers"),
        lambda m, w: ("length", {"option": _option(m, w), "n": int(m["n"])}),
    ),
    (
        re.compile(r"option '(?P<key>\w+)' must hold numbers from (?P<least>-?\d+) to (?P<most>-?\d+)"),
        lambda m, w: ("members", {"option": _option(m, w), "least": int(m["least"]), "most": int(m["most"])}),
    ),
    (re.compile(r"option 'tribute_order' must list each of "), lambda _m, _w: ("order", {})),
)


def refusal(error: RuleSetError, words: Words) -> str:
    """Why options are no rule set, in one sentence of the language that is shown."""
    sentence = str(error)
    for (_, known), key in zip(COMBINATIONS, COMBINATION_KEYS, strict=True):
        if sentence == known:
            return words(f"fault.{key}")
    for pattern, fill in _REFUSALS:
        found = pattern.match(sentence)
        if found:
            key, values = fill(found, words)
            return words(f"rule.refused.{key}", **values)
    return sentence


def file_fault(error: RuleFileError | RuleSetError | OSError, words: Words) -> str:
    """Why a file cannot be used, in one sentence."""
    if isinstance(error, RuleFileError):
        return words(f"rule.fault.file.{error.key}", **error.values)
    if isinstance(error, OSError):
        return words("rule.fault.disk", reason=error.strerror or str(error))
    return refusal(error, words)


def name_fault_word(fault: str, words: Words) -> str:
    """Why a rule set cannot be called so; "" where it can."""
    return words(f"rule.fault.name.{fault}") if fault else ""


#: What `tribute_order` may name.
ORDER_KINDS: Final = TRIBUTE_KINDS
