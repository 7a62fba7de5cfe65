"""The rule book: the whole game in prose, for any rule set.

Every sentence that depends on an option is chosen by the option's value, every number comes from the rule set or the
policies, and every example is judged by the functions that judge plays at the table: book and engine cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from gouji_desktop.rules.cards import face_name, parse_faces, sort_faces
from gouji_desktop.rules.compare import beats
from gouji_desktop.rules.plays import GOUJI_THRESHOLD, Play, is_gouji, play_of_faces
from gouji_desktop.rules.policies.opening import can_open
from gouji_desktop.rules.policies.point_tribute import GRADUATION, TABLE
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.ui.presenter.cardwords import play_words, rank_word
from gouji_desktop.ui.presenter.rulewords import points_text
from gouji_desktop.ui.presenter.words import Words, placeholders

Test = Callable[[RuleSet], bool]


def _always(_: RuleSet) -> bool:
    return True


class Say(NamedTuple):
    """One sentence: `book.KEY`, followed by the values of what it is chosen by."""

    key: str
    by: tuple[str, ...] = ()
    when: Test = _always


class Beat(NamedTuple):
    """An example that asks whether the second play may be laid on the first."""

    table: str
    play: str
    when: Test = _always


class Show(NamedTuple):
    """An example of a play: what it is, whether it is gouji, or whether it opens the point."""

    cards: str
    what: str
    when: Test = _always


Part = tuple[Say, ...] | tuple[Beat, ...] | tuple[Show, ...]


class Block(NamedTuple):
    """A paragraph, or an example with its cards."""

    kind: str
    text: str
    cards: tuple[str, ...] = ()
    #: The play that is laid on `cards`.
    answer: tuple[str, ...] = ()
    #: Whether it may be laid, is gouji, or opens.
    good: bool = True


class Chapter(NamedTuple):
    """One chapter; `terms` are keys of the glossary."""

    key: str
    title: str
    blocks: tuple[Block, ...]
    terms: tuple[str, ...]


# --- what sentences are chosen by ---------------------------------------------------------------------------------


def pays_point(rules: RuleSet) -> bool:
    """Whether the point between opposites means anything."""
    return bool(rules.point_score) or (rules.tribute_cards and "point" in rules.tribute_order)


def _pays(kind: str) -> Test:
    return lambda rules: rules.tribute_cards and kind in rules.tribute_order


def _shown(rules: RuleSet) -> str:
    held = "held" if rules.hold_threes else "free"
    return f"shown_{held}" if rules.first_lead == "shown" else rules.first_lead


def _returns(rules: RuleSet) -> str:
    held = "_held" if rules.hold_threes and rules.return_tribute != "none" else ""
    return rules.return_tribute + held


def _kept(rules: RuleSet) -> str:
    return "all" if rules.threes == rules.fours == 4 * rules.decks else "some"


#: Choices that are not the value of one option: what makes them, and the options they read.
DERIVED: Final[Mapping[str, tuple[Callable[[RuleSet], str], tuple[str, ...]]]] = MappingProxyType(
    {
        "kept": (_kept, ("decks", "threes", "fours")),
        "leads": (_shown, ("first_lead", "hold_threes")),
        "returns": (_returns, ("return_tribute", "hold_threes")),
        "announces": (lambda r: "at" if r.announce_at else "never", ("announce_at",)),
        "counters": (lambda r: "some" if r.counter_burn else "none", ("counter_burn",)),
        "doubles": (lambda r: "more" if r.three_in_a_row_multiplier > 1 else "one", ("three_in_a_row_multiplier",)),
        "scores_point": (lambda r: "some" if r.point_score else "none", ("point_score",)),
        "scores_burn": (lambda r: "some" if r.burn_score else "none", ("burn_score",)),
        "scores_shut": (lambda r: "some" if r.shut_score else "none", ("shut_score",)),
        "fines": (
            lambda r: "none" if not r.leave_penalty else "first" if r.later_leavers_free else "some",
            ("leave_penalty", "later_leavers_free"),
        ),
        "orders": (lambda r: "some" if r.tribute_order else "none", ("tribute_order",)),
        "declares": (
            lambda r: "table" if r.point_tribute == "table" else "idle" if r.declare_point else "off",
            ("declare_point", "point_tribute"),
        ),
    }
)


def _revolt(rules: RuleSet) -> bool:
    return rules.revolt


def _held(rules: RuleSet) -> bool:
    return rules.hold_threes


def _dead(rules: RuleSet) -> bool:
    return rules.claim_head or rules.last_gouji_play == "opposite"


def _burns(rules: RuleSet) -> bool:
    return rules.burn_success != "none"


def _cards(rules: RuleSet) -> bool:
    return rules.tribute_cards


# --- the chapters -------------------------------------------------------------------------------------------------

_FORMS = (Show("8s 8h 2c", "form"), Show("S 7s 7h", "form"), Show("B 2s 2h", "form"), Show("B S 5 5 5 5 2 2", "form"))
_BEATS = (
    Beat("888", "999"),
    Beat("77722", "99999"),
    Beat("888", "9999"),
    Beat("S77", "B88"),
    Beat("S7777", "S8888"),
    Beat("S2", "BS"),
    Beat("S", "SS"),
    Beat("B", "BB"),
    Beat("B5555", "BB6666"),
    Beat("B5555", "BBB666"),
    Beat("BS55", "BB66"),
)
_GOUJI = tuple(Show(cards, "gouji") for cards in ("TTTTT", "JJJ2", "QQ", "KK", "2", "99999999", "S33"))
_OPENS = tuple(Show(cards, "open") for cards in ("KK", "A2", "TTTT2", "22", "2", "BAA"))

#: Every chapter: its parts in order, and the words of the game that it uses.
CHAPTERS: Final[Mapping[str, tuple[tuple[Part, ...], tuple[str, ...]]]] = MappingProxyType(
    {
        "cards": (
            (
                (Say("cards.deck"), Say("cards.kept", ("kept",)), Say("cards.jokers")),
                (Say("cards.seats"), Say("cards.turn")),
                (Say("cards.order"),),
            ),
            ("federation", "opposite", "deal", "match", "big", "small"),
        ),
        "plays": (
            (
                (Say("plays.form"), Say("plays.money"), Say("plays.hung")),
                _FORMS,
                (
                    Say("plays.beat"),
                    Say("plays.small", ("small_joker_pairs",)),
                    Say("plays.big", ("big_joker_doubling",)),
                    Say("plays.mixed", ("mixed_jokers_degrade",)),
                    Say("plays.strict", ("strict_hung_count",)),
                ),
                _BEATS,
            ),
            ("play", "money", "hung", "beat", "doubling"),
        ),
        "gouji": (
            ((Say("gouji.what"), Say("gouji.jokers")), _GOUJI, (Say("gouji.answer"), Say("gouji.pure"))),
            ("gouji", "opposite", "headless"),
        ),
        "round": (
            (
                (
                    Say("round.lead"),
                    Say("round.lock"),
                    Say("round.headless", ("headless_unlocks",)),
                    Say("round.gouji_pass", ("gouji_pass_locks",)),
                ),
                (Say("round.yield"), Say("round.binds", ("yield_binds",))),
                (Say("round.last", ("last_word",)), Say("round.gouji")),
                (Say("round.announce", ("announces",)),),
            ),
            ("round", "lead", "pass", "yield", "accept", "announce"),
        ),
        "burn": (
            (
                (
                    Say("burn.what"),
                    Say("burn.passed", ("burn_after_pass",)),
                    Say("burn.fours", ("burn_needs_no_fours",)),
                ),
                (
                    Say("burn.plan", ("hold_threes",)),
                    Say("burn.formula", ("burn_formula",)),
                    Say("burn.first", ("burn_tiebreak",)),
                ),
                (Say("burn.duty"), Say("burn.failure", ("burn_failure",))),
                (Say("burn.success", ("burn_success",)), Say("burn.undone", ("burn_undone_by",))),
                (Say("burn.counter", ("counters",)),),
            ),
            ("burn", "cover", "duty", "undone", "failed", "counter"),
        ),
        "open": (
            (
                (Say("open.what", ("opening",)), Say("open.chaos")),
                _OPENS,
                (
                    Say("open.use", (), pays_point),
                    Say("open.useless", (), lambda r: not pays_point(r)),
                    Say("open.revolt", (), _revolt),
                    Say("open.concede", (), lambda r: r.buy_fours),
                ),
            ),
            ("open", "opposite", "point"),
        ),
        "out": (
            (
                (Say("out.headless"), Say("out.last", ("last_gouji_play",)), Say("out.dead", (), _dead)),
                (Say("out.wind"),),
                (Say("out.chaos", ("chaos",)), Say("out.mess"), Say("out.circles", ("chaos_circles",))),
                (Say("out.places"), Say("out.end"), Say("out.row", ("three_in_a_row_ends",))),
            ),
            ("headless", "wind", "chaos", "first", "second", "third", "fourth", "fifth", "last", "row"),
        ),
        "threes": (
            ((Say("threes.hold", ("hold_threes",)), Say("threes.shut", (), _held)), (Show("3 3 3", "form", _held),)),
            ("hold", "shut"),
        ),
        "before": (
            (
                (Say("before.steps"),),
                (Say("before.lead", ("leads",)),),
                (Say("before.declare", ("declares",)),),
                (
                    Say("before.buy", ("buy_threes",), _held),
                    Say("before.turn", (), lambda r: r.hold_threes and r.buy_threes != "none"),
                    Say("before.fours", ("buy_fours",)),
                ),
                (Say("before.revolt", ("revolt",)), Say("before.head", ("claim_head",), _revolt)),
            ),
            ("show", "declare", "buy_three", "ask_three", "buy_four", "concede", "revolt", "claim", "dead"),
        ),
        "tribute": (
            (
                (
                    Say("tribute.cards", ("tribute_cards",)),
                    Say("tribute.order", ("orders",), _cards),
                    Say("tribute.allies", ("tribute_between_allies",)),
                ),
                (Say("tribute.point", ("point_tribute",), pays_point),),
                (
                    Say("tribute.burn", (), lambda r: _burns(r) and _pays("burn")(r)),
                    Say("tribute.shut", (), lambda r: _held(r) and _pays("shut")(r)),
                    Say("tribute.place", (), _pays("place")),
                    Say("tribute.row", ("three_in_a_row_tribute",), _cards),
                ),
                (Say("tribute.return", ("returns",), _cards), Say("tribute.exempt", ("exemptions",), _cards)),
            ),
            ("tribute", "point", "graduate", "burn_tribute", "shut_tribute", "place", "circle", "return", "exempt"),
        ),
        "score": (
            (
                (Say("score.placement"), Say("score.row", ("doubles",))),
                (
                    Say("score.point", ("scores_point",)),
                    Say("score.burn", ("scores_burn",), _burns),
                    Say("score.shut", ("scores_shut",), _held),
                ),
                (Say("score.losers", ("positive_only",)), Say("score.sum")),
                (Say("score.match"), Say("score.leave", ("fines",))),
            ),
            ("row", "point", "match", "trustee"),
        ),
    }
)


# --- filling ------------------------------------------------------------------------------------------------------


def facts(rules: RuleSet, words: Words) -> dict[str, str | int]:
    """Everything that a sentence may name, by the names of its placeholders; those of options are the options'."""
    values: dict[str, str | int] = {key: value for key, value in rules.to_dict().items() if type(value) is int}
    values["cards"], values["hand"], values["twos"] = rules.cards, rules.hand_size, 4 * rules.decks
    values["gouji"] = words.join(
        [words("cards.some", n=number, rank=rank_word(rank, words)) for rank, number in GOUJI_THRESHOLD.items()]
    )
    values["graduation"] = GRADUATION
    values["counter_burn"] = points_text(rules.counter_burn, words)
    values["placement"] = points_text(rules.placement, words)
    values["tribute_order"] = words.join([words(f"tribute.{kind}").lower() for kind in rules.tribute_order])
    values["steps"] = words.join([words(f"book.step.{step}") for step in steps_of(rules)])
    for (declared, opened), number in TABLE.items():
        values[f"{declared}_{opened}"] = number
    return values


def steps_of(rules: RuleSet) -> list[str]:
    """What happens before the first play, in the engine's order."""
    steps = {
        "deal": True,
        "show": rules.first_lead == "shown",
        "declare": rules.declare_point,
        "buy_threes": rules.hold_threes and rules.buy_threes != "none",
        "revolt": rules.revolt,
        "head": rules.claim_head,
        "buy_fours": rules.buy_fours,
        "tribute": rules.tribute_cards and bool(rules.tribute_order),
        "return": rules.tribute_cards and bool(rules.tribute_order) and rules.return_tribute != "none",
        "play": True,
    }
    return [step for step, there in steps.items() if there]


def value_key(name: str, rules: RuleSet) -> str:
    """What a choice adds to the key of a sentence."""
    if name in DERIVED:
        return DERIVED[name][0](rules)
    value: Any = getattr(rules, name)
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def key_of(say: Say, rules: RuleSet) -> str:
    """The key of a sentence for a rule set."""
    return ".".join(["book", say.key, *(value_key(name, rules) for name in say.by)])


def reads(say: Say, rules: RuleSet, words: Words) -> set[str]:
    """The options that a sentence depends on."""
    known = rules.to_dict()
    options = {name for name in placeholders(words.raw(key_of(say, rules))) if name in known}
    for name in say.by:
        options |= set(DERIVED[name][1]) if name in DERIVED else {name}
    return options


def sentences() -> Iterator[Say]:
    """Every sentence of the book."""
    for parts, _ in CHAPTERS.values():
        for part in parts:
            yield from (each for each in part if isinstance(each, Say))


def meaning(key: str, rules: RuleSet, words: Words) -> str:
    """What an option's value means, in the sentences of the book that depend on it first of all."""
    values = facts(rules, words)
    said = [
        words(key_of(say, rules), **values)
        for say in sentences()
        if say.when(rules) and key in reads(say, rules, words) and not (say.by and key not in _first(say))
    ]
    return _paragraph(said[:2], words) if said else words("rule.idle")


def _first(say: Say) -> tuple[str, ...]:
    """The options that a sentence is about, not those that only shade it."""
    name = say.by[0]
    about = DERIVED[name][1] if name in DERIVED else (name,)
    return about[:1] if name in ("leads", "returns", "declares") else about


def book(rules: RuleSet, words: Words) -> tuple[Chapter, ...]:
    """The whole book for a rule set."""
    values = facts(rules, words)
    return tuple(
        Chapter(
            key,
            words(f"book.title.{key}"),
            tuple(block for part in parts for block in _blocks(part, rules, values, words)),
            terms,
        )
        for key, (parts, terms) in CHAPTERS.items()
    )


def _paragraph(said: list[str], words: Words) -> str:
    """Sentences one after another: with a space between them where the script has spaces."""
    return ("" if words.language == "zh" else " ").join(said)


def _blocks(part: Part, rules: RuleSet, values: Mapping[str, str | int], words: Words) -> Iterator[Block]:
    said = [words(key_of(say, rules), **values) for say in part if isinstance(say, Say) and say.when(rules)]
    if said:
        yield Block("text", _paragraph(said, words))
    for example in part:
        if isinstance(example, Beat) and example.when(rules):
            yield _beat(example, rules, words)
        elif isinstance(example, Show) and example.when(rules):
            yield _show(example, rules, words)


def _play(text: str) -> tuple[tuple[str, ...], Play]:
    faces = sort_faces(parse_faces(text))
    play = play_of_faces(faces)
    assert play is not None, text
    return tuple(face_name(face) for face in faces), play


def _beat(example: Beat, rules: RuleSet, words: Words) -> Block:
    cards, table = _play(example.table)
    answer, play = _play(example.play)
    good = beats(table, play, rules)
    key = "book.example.beats" if good else "book.example.not"
    text = words(key, table=play_words(table, words), play=play_words(play, words))
    return Block("beat", text, cards, answer, good)


def _show(example: Show, rules: RuleSet, words: Words) -> Block:
    cards, play = _play(example.cards)
    good = True
    key = "book.example.form"
    if example.what == "gouji":
        good = is_gouji(play)
        key = "book.example.gouji" if good else "book.example.plain"
    elif example.what == "open":
        good = can_open(play, rules)
        key = "book.example.opens" if good else "book.example.shuts"
    return Block("play", words(key, play=play_words(play, words)), cards, (), good)
