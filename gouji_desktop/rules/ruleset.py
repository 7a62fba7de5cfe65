"""A rule set: options, no code (rules.md section 4).

`RuleSet` is frozen, validated when it is made, and hashed into every log header and handshake. Each option says what
it may be; a combination that means nothing is refused with one sentence (`RuleSetError`). The engine reads options and
never a preset's name.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, get_type_hints

#: Kinds of tribute, as they stand in `tribute_order` (进贡). `circle` takes the turn of `place`.
TRIBUTE_KINDS = ("point", "burn", "shut", "place")

#: What each option that is a word may be.
CHOICES: dict[str, tuple[str, ...]] = {
    "first_lead": ("random", "suited_fives", "shown"),
    "burn_tiebreak": ("turn", "arrival"),
    "burn_success": ("none", "cover_stands", "play_out"),
    "burn_undone_by": ("cover", "any"),
    "burn_failure": ("last_place", "forbidden"),
    "opening": ("any_gouji", "no_joker_no_lone_two", "pure_then_fours"),
    "last_word": ("after_pass", "after_yield"),
    "chaos": ("two_out", "four_left"),
    "last_gouji_play": ("anyone", "opposite"),
    "buy_threes": ("none", "any_seller", "opposite_or_ally", "any_seller_or_revolt"),
    "point_tribute": ("one", "levels", "table"),
    "return_tribute": ("none", "up_to_rank", "any"),
    "exemptions": ("none", "drawn_extremes"),
    "three_in_a_row_tribute": ("place", "circle", "none"),
}

#: Least and greatest value of each option that is a number.
BOUNDS: dict[str, tuple[int, int]] = {
    "decks": (2, 8),
    "threes": (0, 32),
    "fours": (0, 32),
    "announce_at": (0, 60),
    "chaos_circles": (1, 2),
    "three_in_a_row_multiplier": (1, 4),
    "point_score": (0, 20),
    "burn_score": (0, 20),
    "shut_score": (0, 20),
    "match_deals": (1, 99),
    "leave_penalty": (0, 100),
}

#: Length of each option that is a list of numbers (None: any up to 8), and the bounds of its members.
LISTS: dict[str, tuple[int | None, int, int]] = {"counter_burn": (None, 1, 99), "placement": (6, -50, 50)}


class RuleSetError(ValueError):
    """Options that are no rule set; its text is one sentence that says what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Every option with its value; the comments give meaning and source."""

    name: str
    #: Decks of 54.
    decks: int
    #: How many 3s and 4s stay in the game (A:L14); the rest is removed.
    threes: int
    fours: int
    #: 憋三: 3s are played last, all together (A:L54, C:L9, D:L47).
    hold_threes: bool
    #: 上班, who leads a deal (A:L35, B1:L126, D:L33).
    first_lead: str
    #: 大王二杀一: each big joker falls to two (A:L26, B1:L124); off: it cannot be beaten.
    big_joker_doubling: bool
    #: Two small jokers beat one (Q3).
    small_joker_pairs: bool
    #: A big joker hung beside a small one counts as small (D:L11).
    mixed_jokers_degrade: bool
    #: Against a big joker the other cards must match in number (A:L27).
    strict_hung_count: bool
    #: A seat that passed may still burn (B1:L137).
    burn_after_pass: bool
    #: 4s must be gone before a burn (A:L68).
    burn_needs_no_fours: bool
    #: Who comes first within one side (A:L45, B1:L134, D:L45).
    burn_tiebreak: str
    #: What earns a burn (A:L49, C:L88).
    burn_success: str
    #: Which beaten play of the burner undoes the burn (A:L50, B1:L138).
    burn_undone_by: str
    #: What a joker-less play too early means (A:L47; C: it is refused).
    burn_failure: str
    #: Also: natural sets less jokers at most 2 (C:L84).
    burn_formula: bool
    #: 反烧: points of the victim's first, second … counter-burn (A:L51-L52); empty: counted as any burn.
    counter_burn: tuple[int, ...]
    #: 开点: what opens the point (A:L36-L37, B1:L141, C:L76-L80).
    opening: str
    #: 报牌: counts of at most so many cards are shown to all; 0: never (B1:L146, A:L53).
    announce_at: int
    #: A pass does not lock where either side is headless (A:L39, Q40).
    headless_unlocks: bool
    #: A pass on a gouji play locks like any other (B1:L130 locks on other plays alone).
    gouji_pass_locks: bool
    #: When the opposite is asked a last time (B1:L131, D:L41).
    last_word: str
    #: When 乱缠 begins (A:L60, B1:L144, D:L57).
    chaos: str
    #: How many circles of passes end a round in chaos (B1:L145).
    chaos_circles: int
    #: Who answers a finisher's gouji (B1:L143, D:L55).
    last_gouji_play: str
    #: Only the opposite answers the play that ends a yield (D:L41).
    yield_binds: bool
    #: 宣点, 革命, 要头 (C:L50, C:L58, D:L53).
    declare_point: bool
    revolt: bool
    claim_head: bool
    #: 买三: who sells, and at what price (A:L64, C:L54-L56, D:L47); without 憋三 nobody buys.
    buy_threes: str
    #: 买四 (A:L65-L67).
    buy_fours: bool
    #: Order in which the kinds of tribute are paid (A:L70, D:L19).
    tribute_order: tuple[str, ...]
    #: 点贡: how many cards (A:L72, B1:L154-L157, D:L25).
    point_tribute: str
    #: Whether cards are really paid, or only scored (A:L88, B1:L113).
    tribute_cards: bool
    #: Allies pay tribute to one another as enemies do (Q34); off: nothing goes inside a side.
    tribute_between_allies: bool
    #: 还贡 (B1:L160, B2:L237, D:L19).
    return_tribute: str
    #: 抗贡 (A:L84-L85).
    exemptions: str
    #: Points of 头科 … 大落.
    placement: tuple[int, ...]
    #: 圈三户 / 串三户: factor of the placement points; what the losers pay (`none`: no tribute of any kind, D:L51);
    #: whether the deal ends with 三科.
    three_in_a_row_multiplier: int
    three_in_a_row_tribute: str
    three_in_a_row_ends: bool
    #: Points that a tribute of each kind moves; 0: none (A:L72-L77, B1:L174).
    point_score: int
    burn_score: int
    shut_score: int
    #: Losers lose nothing (A:L87).
    positive_only: bool
    #: A match has at least so many deals; leaving earlier costs so many times the room's base score (A:L98).
    match_deals: int
    leave_penalty: int
    #: Between two deals the first leaver alone is fined (B1:L165).
    later_leavers_free: bool

    def __post_init__(self) -> None:
        check(self)

    @property
    def cards(self) -> int:
        """How many cards are dealt."""
        return self.decks * 46 + self.threes + self.fours

    @property
    def hand_size(self) -> int:
        """How many cards each seat is dealt."""
        return self.cards // 6

    @property
    def digest(self) -> str:
        """SHA-256 over all options but the name, in hexadecimal."""
        return _digest(self)

    def to_dict(self) -> dict[str, Any]:
        """Every option by its name, with lists for tuples."""
        return {
            field.name: list(value) if isinstance(value := getattr(self, field.name), tuple) else value
            for field in fields(self)
        }

    def with_options(self, options: Mapping[str, Any], name: str | None = None) -> RuleSet:
        """This rule set with some options changed. Raises RuleSetError."""
        known = {field.name for field in fields(self)} - {"name"}
        for key in options:
            if key not in known:
                raise RuleSetError(f"unknown option {key!r}: the options are {', '.join(sorted(known))}")
        values = {key: _convert(key, value) for key, value in options.items()}
        return replace(self, name=self.name if name is None else name, **values)

    @classmethod
    def from_dict(cls, options: Mapping[str, Any]) -> RuleSet:
        """A rule set from every option by name. Raises RuleSetError."""
        known = [field.name for field in fields(cls)]
        for key in options:
            if key not in known:
                raise RuleSetError(f"unknown option {key!r}: this version does not know that rule")
        missing = [key for key in known if key not in options]
        if missing:
            raise RuleSetError(f"the option {missing[0]!r} is missing: a rule set names every option")
        return cls(**{key: _convert(key, options[key]) for key in known})


_TYPES = get_type_hints(RuleSet)


@lru_cache(maxsize=64)
def _digest(rules: RuleSet) -> str:
    """Counted once for each rule set: every view and every row of the lobby carries it."""
    options = {key: value for key, value in rules.to_dict().items() if key != "name"}
    text = json.dumps(options, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def option_names() -> tuple[str, ...]:
    """The names of all options, in the order of rules.md section 4."""
    return tuple(name for name in _TYPES if name != "name")


def _convert(key: str, value: object) -> Any:
    """The value as its option's type, or RuleSetError."""
    wanted = _TYPES[key]
    if key == "announce_at" and value in (None, "never"):
        return 0
    if wanted is bool and isinstance(value, bool):
        return value
    if wanted is int and isinstance(value, int) and not isinstance(value, bool):
        return value
    if wanted is str and isinstance(value, str):
        return value
    if wanted not in (bool, int, str) and isinstance(value, list | tuple):
        member = str if key == "tribute_order" else int
        if all(type(each) is member for each in value):
            return tuple(value)
    names: dict[Any, str] = {bool: "true or false", int: "a whole number", str: "a word"}
    raise RuleSetError(f"option {key!r} must be {names.get(wanted, 'a list')}, not {value!r}")


def check(rules: RuleSet) -> None:
    """Raise RuleSetError for a value out of bounds or a combination that means nothing."""
    for key, choices in CHOICES.items():
        if getattr(rules, key) not in choices:
            raise RuleSetError(f"option {key!r} must be one of {', '.join(choices)}, not {getattr(rules, key)!r}")
    for key, (least, most) in BOUNDS.items():
        if not least <= getattr(rules, key) <= most:
            raise RuleSetError(f"option {key!r} must be from {least} to {most}, not {getattr(rules, key)}")
    for key, (length, least, most) in LISTS.items():
        members = getattr(rules, key)
        if len(members) != length if length else len(members) > 8:
            raise RuleSetError(f"option {key!r} must have {length or 'at most 8'} numbers, not {len(members)}")
        if not all(least <= member <= most for member in members):
            raise RuleSetError(f"option {key!r} must hold numbers from {least} to {most}")
    if sorted(rules.tribute_order) != sorted(set(rules.tribute_order) & set(TRIBUTE_KINDS)):
        raise RuleSetError(f"option 'tribute_order' must list each of {', '.join(TRIBUTE_KINDS)} at most once")
    for wrong, sentence in COMBINATIONS:
        if wrong(rules):
            raise RuleSetError(sentence)


#: Combinations that mean nothing, and why.
COMBINATIONS: tuple[tuple[Callable[[RuleSet], bool], str], ...] = (
    (
        lambda r: r.threes > 4 * r.decks or r.fours > 4 * r.decks,
        "more 3s or 4s than the decks hold: a deck has four of each",
    ),
    (lambda r: r.cards % 6 != 0, "the cards do not divide by six: change 'threes' or 'fours'"),
    (lambda r: r.hold_threes and r.threes < 6, "憋三 needs a 3 for every seat: keep at least six 3s"),
    (lambda r: r.buy_fours and r.fours < 6, "buying 4s needs at least six 4s in the game"),
    (
        lambda r: r.opening == "pure_then_fours" and r.fours < 6,
        "opening with 4s needs at least six 4s in the game",
    ),
    (
        lambda r: r.buy_threes == "any_seller_or_revolt" and not r.revolt,
        "a forced revolt needs 'revolt': set it to true or choose another 'buy_threes'",
    ),
    (lambda r: r.claim_head and not r.revolt, "要头 answers a revolt: set 'revolt' to true"),
    (
        lambda r: r.strict_hung_count and not r.big_joker_doubling,
        "'strict_hung_count' speaks of beaten big jokers: set 'big_joker_doubling' to true",
    ),
    (
        lambda r: bool(r.counter_burn) and r.burn_success == "none",
        "counter-burns have points only where burns succeed: set 'burn_success'",
    ),
    (
        lambda r: r.burn_score > 0 and r.burn_success == "none",
        "'burn_score' needs burns that succeed: set 'burn_success'",
    ),
    (
        lambda r: r.return_tribute != "none" and not r.tribute_cards,
        "returns need cards that are paid: set 'tribute_cards' to true",
    ),
    (
        lambda r: r.exemptions != "none" and not r.tribute_cards,
        "exemptions need cards that are paid: set 'tribute_cards' to true",
    ),
    (
        lambda r: r.point_tribute == "table" and not r.declare_point,
        "the table of point tributes reads 宣点: set 'declare_point' to true",
    ),
    (
        lambda r: tuple(sorted(r.placement, reverse=True)) != r.placement,
        "placement points must not rise from 头科 to 大落",
    ),
    (
        lambda r: not r.positive_only and sum(r.placement) != 0,
        "placement points must sum to 0 unless 'positive_only' is set",
    ),
)
