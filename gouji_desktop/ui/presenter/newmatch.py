"""开一局: which rule set with which options, who sits where, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from types import MappingProxyType
from typing import Any, Final

from gouji_desktop.bots.levels import LEVELS
from gouji_desktop.bots.names import BOT_NAMES
from gouji_desktop.rules.presets import DEFAULT_PRESET, PRESETS
from gouji_desktop.rules.ruleset import COMBINATIONS, RuleSet, RuleSetError, option_names
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.ui.presenter.seating import avatar_letter, side_of
from gouji_desktop.ui.presenter.tablelayout import Side
from gouji_desktop.ui.presenter.words import Words

OWN_SEAT: Final[Seat] = 0
LEVEL_NAMES: Final = tuple(LEVELS)
DEFAULT_LEVEL: Final = "medium"
#: Keys of the names that bots take.
#: How many deals may be chosen beside what the rule set names.
DEAL_CHOICES: Final = (1, 3, 5, 7, 10, 20)

#: Options that the page offers, with their choices; a switch has none.
OPTIONS: Final[Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {
        "hold_threes": (),
        "announce_at": (0, 5, 10),
        "declare_point": (),
        "revolt": (),
        "claim_head": (),
        "buy_fours": (),
        "big_joker_doubling": (),
        "small_joker_pairs": (),
        "burn_after_pass": (),
        "return_tribute": ("none", "up_to_rank", "any"),
        "positive_only": (),
    }
)

#: What each refused combination is called in the catalogue, in the order of `COMBINATIONS`.
COMBINATION_KEYS: Final = (
    "too_many_kept",
    "six",
    "threes_for_all",
    "fours_to_buy",
    "fours_to_open",
    "forced_revolt",
    "head_needs_revolt",
    "hung_count",
    "counter_burn",
    "burn_score",
    "return_needs_cards",
    "exempt_needs_cards",
    "table_needs_declare",
    "placement_order",
    "placement_sum",
)
_BOUNDS = re.compile(r"option '(\w+)' must be from (-?\d+) to (-?\d+), not (-?\d+)")


@dataclass(frozen=True, slots=True)
class NewMatch:
    """The match to be made. `levels` are by seat, "" for the person; `names` are keys under `bot.`."""

    preset: str = DEFAULT_PRESET
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    #: None: as many as the rule set names.
    deals: int | None = None
    levels: tuple[str, ...] = ("", *(DEFAULT_LEVEL,) * 5)
    names: tuple[str, ...] = ("", *BOT_NAMES[:5])
    #: The person's own rule sets.
    own: tuple[RuleSet, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleSetChoice:
    """One rule set of the list."""

    name: str
    title: str
    detail: str


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """One seat on the small table, by offset."""

    seat: Seat
    side: Side
    name: str
    letter: str
    label: str
    level: str


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One option that may be changed: a `switch` (current 0 or 1) or a `choice`."""

    key: str
    kind: str
    text: str
    detail: str
    choices: tuple[str, ...]
    current: int
    changed: bool


@dataclass(frozen=True, slots=True)
class NewMatchProps:
    """The page. `level` is the place of the level that all bots have, -1 where they differ."""

    rule_sets: tuple[RuleSetChoice, ...]
    current: int
    levels: tuple[str, ...]
    level: int
    seats: tuple[SeatChoice, ...]
    options: tuple[OptionChoice, ...]
    summary: str
    #: What is wrong with the options; empty where the match can start.
    trouble: str


def derive_new_match(match: NewMatch, own_name: str, words: Words) -> NewMatchProps:
    """The page as it stands."""
    bases = bases_of(match)
    try:
        rules = rules_of(match)
        trouble = ""
    except RuleSetError as error:
        rules = bases[match.preset]
        trouble = rule_fault(error, words)
    bots = set(match.levels) - {""}
    return NewMatchProps(
        rule_sets=tuple(
            RuleSetChoice(name, rules_title(name, words), words(f"rules.about.{name}") if name in PRESETS else "")
            for name in bases
        ),
        current=tuple(bases).index(match.preset),
        levels=tuple(words(f"level.{level}") for level in LEVEL_NAMES),
        level=LEVEL_NAMES.index(next(iter(bots))) if len(bots) == 1 else -1,
        seats=tuple(_seat(match, seat, own_name, words) for seat in range(SEATS)),
        options=option_rows(match, words),
        summary=words.join([summary(rules, match.deals, words), _touched(match, words)], "join.dots"),
        trouble=trouble,
    )


def rules_title(name: str, words: Words) -> str:
    """What a rule set is called; a changed or unknown one keeps its own name."""
    base, changed, _ = name.partition("+")
    title = words(f"rules.{base}") if base in PRESETS else base
    return words("rules.changed", title=title) if changed else title


def bases_of(match: NewMatch) -> dict[str, RuleSet]:
    """The rule sets that can be chosen, by name: the ready-made ones and the person's own."""
    return {**PRESETS, **{rules.name: rules for rules in match.own}}


def rules_of(match: NewMatch) -> RuleSet:
    """The rule set of the match; a changed one is called `preset+`. Raises RuleSetError."""
    base = bases_of(match)[match.preset]
    changed = {key: value for key, value in match.options.items() if getattr(base, key) != value}
    return base.with_options(changed, name=f"{base.name}+") if changed else base


def summary(rules: RuleSet, deals: int | None, words: Words) -> str:
    """憋三开 · 十张报牌 · 五局."""
    parts = [
        words("new.summary.threes_on" if rules.hold_threes else "new.summary.threes_off"),
        words("new.summary.announce", n=rules.announce_at) if rules.announce_at else words("new.summary.no_announce"),
        words("new.summary.deals", n=deals or rules.match_deals),
    ]
    return words.join(parts, "join.dots")


def _touched(match: NewMatch, words: Words) -> str:
    """改了 2 处; empty where the rule set is as it is kept."""
    base = bases_of(match)[match.preset]
    number = sum(getattr(base, key) != value for key, value in match.options.items())
    return words("rule.touched", n=number) if number else ""


def _seat(match: NewMatch, seat: Seat, own_name: str, words: Words) -> SeatChoice:
    level = match.levels[seat]
    name = own_name if seat == OWN_SEAT else words(match.names[seat])
    label = words("new.me") if seat == OWN_SEAT else words(f"level.{level}")
    return SeatChoice(seat, side_of(seat, OWN_SEAT), name, avatar_letter(name), label, level)


def option_rows(match: NewMatch, words: Words) -> tuple[OptionChoice, ...]:
    """The options that may be changed, and how many deals."""
    base = bases_of(match)[match.preset]
    rows = []
    for key, choices in OPTIONS.items():
        standard = getattr(base, key)
        value = match.options.get(key, standard)
        offered = _offered(choices, standard, value)
        rows.append(
            OptionChoice(
                key,
                "choice" if choices else "switch",
                words(f"option.{key}"),
                words(f"option.about.{key}"),
                tuple(_choice_word(key, choice, words) for choice in offered),
                offered.index(value) if choices else int(value),
                value != standard,
            )
        )
    offered = _offered(DEAL_CHOICES, base.match_deals)
    deals = match.deals or base.match_deals
    labels = tuple(words("count.deals", n=number) for number in offered)
    rows.append(
        OptionChoice(
            "deals",
            "choice",
            words("option.match_deals"),
            words("option.about.match_deals"),
            labels,
            offered.index(deals) if deals in offered else offered.index(base.match_deals),
            deals != base.match_deals,
        )
    )
    return tuple(rows)


def _offered(choices: Sequence[Any], *values: Any) -> tuple[Any, ...]:
    """The choices with the rule set's own value and the present one among them."""
    others = set(values) - set(choices)
    return tuple(sorted((*choices, *others))) if choices and others else tuple(choices)


def _choice_word(key: str, choice: Any, words: Words) -> str:
    if key == "announce_at":
        return words("option.announce_at.at", n=choice) if choice else words("option.announce_at.never")
    return words(f"option.{key}.{choice}")


# --- changes ----------------------------------------------------------------------------------------------------


def choose_preset(match: NewMatch, index: int) -> NewMatch:
    """Another rule set: its own options, and as many deals as it names."""
    return replace(match, preset=tuple(bases_of(match))[index], options=MappingProxyType({}), deals=None)


def with_own(match: NewMatch, own: tuple[RuleSet, ...]) -> NewMatch:
    """The person's own rule sets are these now."""
    match = replace(match, own=own)
    if match.preset in bases_of(match):
        return match
    return replace(match, preset=DEFAULT_PRESET, options=MappingProxyType({}), deals=None)


def take_rules(match: NewMatch, name: str, options: Mapping[str, Any]) -> NewMatch:
    """Exactly these rules: a rule set with some of its options changed."""
    return replace(match, preset=name, options=MappingProxyType(dict(options)), deals=None)


def restored(name: str, options: Mapping[str, Any], deals: int, own: tuple[RuleSet, ...]) -> NewMatch:
    """The match as it was left the last time, as far as its rules still mean anything."""
    usual = NewMatch(own=own, deals=deals or None)
    if name not in bases_of(usual):
        return usual
    kept = kept_options(bases_of(usual)[name], options)
    return replace(usual, preset=name, options=MappingProxyType(kept))


def kept_options(base: RuleSet, options: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the changed options that the rule set takes, all together, as it holds them."""
    kept: dict[str, Any] = {}
    left, known = list(options), option_names()
    while left:
        # One option may need another: what is refused is tried again as long as something is taken.
        before = len(left)
        for key in [each for each in left if each in known]:
            try:
                changed = base.with_options({**kept, key: options[key]})
            except RuleSetError:
                continue
            kept[key] = getattr(changed, key)
            left.remove(key)
        if len(left) == before:
            break
    return kept


def choose_option(match: NewMatch, key: str, index: int) -> NewMatch:
    """One of an option's choices; 1 and 0 for a switch."""
    base = bases_of(match)[match.preset]
    if key == "deals":
        return replace(match, deals=_offered(DEAL_CHOICES, base.match_deals)[index])
    standard = getattr(base, key)
    choices = _offered(OPTIONS[key], standard, match.options.get(key, standard))
    value = choices[index] if choices else bool(index)
    return replace(match, options=MappingProxyType({**match.options, key: value}))


def reset_options(match: NewMatch) -> NewMatch:
    """The rule set's own options."""
    return replace(match, options=MappingProxyType({}), deals=None)


def choose_level(match: NewMatch, index: int) -> NewMatch:
    """One level for all bots."""
    level = LEVEL_NAMES[index]
    return replace(match, levels=tuple(level if each else "" for each in match.levels))


def next_level(match: NewMatch, seat: Seat) -> NewMatch:
    """A seat was clicked: its bot gets the next level, the first after the last."""
    level = match.levels[seat]
    if not level:
        return match
    following = LEVEL_NAMES[(LEVEL_NAMES.index(level) + 1) % len(LEVEL_NAMES)]
    return replace(match, levels=(*match.levels[:seat], following, *match.levels[seat + 1 :]))


def draw_names(match: NewMatch, seed: int) -> NewMatch:
    """Other names for the bots."""
    chosen = Random(seed).sample(BOT_NAMES, SEATS - 1)  # noqa: S311 - names, not cards
    return replace(match, names=("", *chosen))


# --- what is wrong ----------------------------------------------------------------------------------------------


def rule_fault(error: RuleSetError, words: Words) -> str:
    """What is wrong with the options, in the language of the interface; else the error's own sentence."""
    sentence = str(error)
    for (_, known), key in zip(COMBINATIONS, COMBINATION_KEYS, strict=True):
        if sentence == known:
            return words(f"fault.{key}")
    bounds = _BOUNDS.fullmatch(sentence)
    if bounds and f"option.{bounds[1]}" in words:
        option = words(f"option.{bounds[1]}")
        return words("fault.bounds", option=option, least=int(bounds[2]), most=int(bounds[3]), value=int(bounds[4]))
    return sentence
