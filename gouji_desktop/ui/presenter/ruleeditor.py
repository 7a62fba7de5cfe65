"""The rule editor: a ready-made rule set or one of one's own, every option of it, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from gouji_desktop.profile.rulefiles import name_fault
from gouji_desktop.rules.presets import DEFAULT_PRESET, PRESETS
from gouji_desktop.rules.ruleset import BOUNDS, CHOICES, RuleSet, RuleSetError
from gouji_desktop.table.setup import NAME_LENGTH
from gouji_desktop.ui.presenter.newmatch import rules_title
from gouji_desktop.ui.presenter.rulebook import meaning
from gouji_desktop.ui.presenter.rulewords import (
    GROUPS,
    ORDER_KINDS,
    differing,
    kind_of,
    name_fault_word,
    nearest,
    numbers_text,
    option_word,
    refusal,
    sources_word,
    value_word,
)
from gouji_desktop.ui.presenter.words import Words

GROUP_KEYS: Final = tuple(GROUPS)
#: A number that is typed has at most so many characters.
_LONGEST = 9
_NUMBER = re.compile(rf"[-\u2212]?\d{{1,{_LONGEST}}}")
_NO_EDITS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Editor:
    """What is looked at, and what was changed without being kept."""

    own: tuple[RuleSet, ...] = ()
    chosen: str = DEFAULT_PRESET
    group: str = GROUP_KEYS[0]
    #: Values that differ from what is kept, by rule set.
    edits: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: _NO_EDITS)
    #: Where something was typed that is no value: (option, key of the sentence).
    mistyped: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One rule set of the list."""

    name: str
    title: str
    detail: str
    own: bool
    unsaved: bool


@dataclass(frozen=True, slots=True)
class Option:
    """One option. `current` is the place of the choice, 0 or 1, or the number; `typed` what stands in its field."""

    key: str
    kind: str
    title: str
    about: str
    #: What the present value means, in the words of the rule book.
    meaning: str
    sources: str
    choices: tuple[str, ...]
    current: int
    typed: str
    #: Kinds of tribute that could be put in.
    missing: tuple[str, ...]
    changed: bool
    #: "改过，原来是：开"; empty where it is as in the rule set it comes from.
    change: str
    wrong: bool


@dataclass(frozen=True, slots=True)
class EditorProps:
    """The page."""

    choices: tuple[Choice, ...]
    current: int
    title: str
    summary: str
    #: How it differs from the nearest ready-made rule set.
    relation: str
    groups: tuple[str, ...]
    group: int
    options: tuple[Option, ...]
    #: Why it cannot be used; empty where it can.
    trouble: str
    own: bool
    unsaved: bool
    edited: bool


# --- reading ------------------------------------------------------------------------------------------------------


def names_of(editor: Editor) -> tuple[str, ...]:
    """The rule sets of the list, by name."""
    return (*PRESETS, *(rules.name for rules in editor.own))


def kept(editor: Editor, name: str | None = None) -> RuleSet:
    """A rule set as it is kept, the chosen one unless named."""
    wanted = editor.chosen if name is None else name
    found = next((rules for rules in editor.own if rules.name == wanted), None)
    return found or PRESETS.get(wanted, PRESETS[DEFAULT_PRESET])


def edits_of(editor: Editor) -> Mapping[str, Any]:
    """What was changed in the chosen rule set without being kept."""
    return editor.edits.get(editor.chosen, {})


def value_of(editor: Editor, key: str) -> Any:
    """The value of an option as it stands."""
    edits = edits_of(editor)
    return edits[key] if key in edits else getattr(kept(editor), key)


def origin(editor: Editor) -> RuleSet:
    """What changes are measured by: a ready-made rule set itself, or the one nearest to an own."""
    rules = kept(editor)
    return PRESETS[rules.name] if rules.name in PRESETS else PRESETS[nearest(rules)]


def rules_of(editor: Editor, name: str | None = None) -> RuleSet:
    """The rule set as it stands. An edited one that has no name of its own yet is called `preset+`. RuleSetError."""
    rules, edits = kept(editor), edits_of(editor)
    usual = f"{rules.name}+" if edits and rules.name in PRESETS else rules.name
    return rules.with_options(dict(edits), name=usual if name is None else name)


def free_name(name: str, editor: Editor, words: Words) -> str:
    """The name, or the first with a number behind it that is free."""
    taken, number, wanted = names_of(editor), 2, name
    while name_fault(wanted, taken) == "taken":
        wanted, number = words("rule.numbered", name=name, n=number), number + 1
    return wanted


def suggested_name(editor: Editor, words: Words) -> str:
    """What a copy of the chosen rule set could be called."""
    # Room for the word and for a number.
    room = NAME_LENGTH - len(words("rule.copy_name", name="")) - 2
    title = rules_title(kept(editor).name, words)[:room].strip()
    return free_name(words("rule.copy_name", name=title), editor, words)


def name_trouble(name: str, editor: Editor, words: Words, *, renames: bool = False) -> str:
    """Why the rule set cannot be called so; "" where it can."""
    taken = [each for each in names_of(editor) if not (renames and each == editor.chosen)]
    return name_fault_word(name_fault(name, taken), words)


# --- the page -----------------------------------------------------------------------------------------------------


def derive_editor(editor: Editor, words: Words) -> EditorProps:
    """The page as it stands."""
    rules: RuleSet | None
    try:
        rules = rules_of(editor)
        trouble = words(f"rule.fault.{editor.mistyped[1]}") if editor.mistyped else ""
    except RuleSetError as error:
        rules, trouble = None, refusal(error, words)
    base, names = origin(editor), names_of(editor)
    title = rules_title(kept(editor).name, words)
    summary = words("rule.summary", cards=rules.cards, hand=rules.hand_size) if rules else ""
    return EditorProps(
        choices=tuple(_choice(editor, name, words) for name in names),
        current=names.index(kept(editor).name),
        title=title,
        summary=summary,
        relation=_relation(editor, base, words),
        groups=tuple(words(f"rule.group.{group}") for group in GROUP_KEYS),
        group=GROUP_KEYS.index(editor.group),
        options=tuple(_option(editor, key, base, rules, words) for key in GROUPS[editor.group]),
        trouble=trouble,
        own=kept(editor).name not in PRESETS,
        unsaved=bool(edits_of(editor)),
        edited=any(value_of(editor, key) != getattr(base, key) for keys in GROUPS.values() for key in keys),
    )


def _choice(editor: Editor, name: str, words: Words) -> Choice:
    own = name not in PRESETS
    if own:
        base = nearest(kept(editor, name))
        detail = _difference(len(differing(PRESETS[base], kept(editor, name))), base, words)
    else:
        detail = words(f"rules.about.{name}")
    return Choice(name, rules_title(name, words), detail, own, name in editor.edits)


def _relation(editor: Editor, base: RuleSet, words: Words) -> str:
    number = sum(value_of(editor, key) != getattr(base, key) for keys in GROUPS.values() for key in keys)
    if not number and kept(editor).name in PRESETS:
        return words(f"rules.about.{base.name}")
    return _difference(number, base.name, words)


def _difference(number: int, base: str, words: Words) -> str:
    title = rules_title(base, words)
    return words("rule.differs", title=title, n=number) if number else words("rule.as_preset", title=title)


def _option(editor: Editor, key: str, base: RuleSet, rules: RuleSet | None, words: Words) -> Option:
    kind, value, usual = kind_of(key), value_of(editor, key), getattr(base, key)
    choices: tuple[str, ...] = ()
    current = 0
    typed = ""
    missing: tuple[str, ...] = ()
    if kind == "switch":
        current = int(value)
    elif kind == "choice":
        choices = tuple(value_word(key, choice, words) for choice in CHOICES[key])
        current = CHOICES[key].index(value)
    elif kind == "number":
        current, typed = value, str(value)
    elif kind == "numbers":
        typed = numbers_text(value)
    else:
        choices = tuple(words(f"tribute.{each}") for each in value)
        absent = [each for each in ORDER_KINDS if each not in value]
        missing = tuple(words("rule.put_in", what=words(f"tribute.{each}")) for each in absent)
    return Option(
        key=key,
        kind=kind,
        title=option_word(key, words),
        about=words(f"rule.about.{key}"),
        meaning=meaning(key, rules, words) if rules else "",
        sources=sources_word(key, value, words),
        choices=choices,
        current=current,
        typed=typed,
        missing=missing,
        changed=value != usual,
        change=words("rule.changed", value=value_word(key, usual, words)) if value != usual else "",
        wrong=editor.mistyped is not None and editor.mistyped[0] == key,
    )


# --- changes ------------------------------------------------------------------------------------------------------


def choose(editor: Editor, name: str) -> Editor:
    """Look at another rule set; what was changed in this one waits."""
    return replace(editor, chosen=name, mistyped=None) if name in names_of(editor) else editor


def choose_group(editor: Editor, index: int) -> Editor:
    """Look at other options."""
    return replace(editor, group=GROUP_KEYS[index], mistyped=None) if 0 <= index < len(GROUP_KEYS) else editor


def set_value(editor: Editor, key: str, value: Any) -> Editor:
    """Give an option a value, whether or not the rule set can have it."""
    edits = dict(edits_of(editor))
    edits[key] = value
    return _with_edits(editor, edits)


def _with_edits(editor: Editor, edits: Mapping[str, Any]) -> Editor:
    rules = kept(editor)
    left = {key: value for key, value in edits.items() if getattr(rules, key) != value}
    everything = {name: values for name, values in editor.edits.items() if name != editor.chosen}
    if left:
        everything[editor.chosen] = MappingProxyType(left)
    return replace(editor, edits=MappingProxyType(everything), mistyped=None)


def choose_value(editor: Editor, key: str, index: int) -> Editor:
    """One of an option's choices; 1 and 0 for a switch; the number itself."""
    kind = kind_of(key)
    if kind == "switch":
        return set_value(editor, key, bool(index))
    if kind == "choice":
        return set_value(editor, key, CHOICES[key][index]) if 0 <= index < len(CHOICES[key]) else editor
    return set_value(editor, key, index) if kind == "number" else editor


def step(editor: Editor, key: str, by: int) -> Editor:
    """A number one more or one less, within what it may be."""
    least, most = BOUNDS[key]
    return set_value(editor, key, min(most, max(least, value_of(editor, key) + by)))


def type_value(editor: Editor, key: str, text: str) -> Editor:
    """A number, or numbers with spaces between, as they were typed."""
    parts = re.split(r"[\s,，、;；]+", text.strip())
    numbers = [int(part.replace("\u2212", "-")) for part in parts if _NUMBER.fullmatch(part)]
    if kind_of(key) == "numbers":
        if parts == [""] or len(numbers) == len(parts):
            return set_value(editor, key, tuple(numbers))
        return replace(editor, mistyped=(key, "numbers"))
    if len(parts) == len(numbers) == 1:
        return set_value(editor, key, numbers[0])
    return replace(editor, mistyped=(key, "number"))


def move(editor: Editor, key: str, place: int, by: int) -> Editor:
    """A member of a list to another place."""
    members = list(value_of(editor, key))
    if 0 <= place < len(members) and 0 <= place + by < len(members):
        members.insert(place + by, members.pop(place))
    return set_value(editor, key, tuple(members))


def leave_out(editor: Editor, key: str, place: int) -> Editor:
    """A list without one of its members."""
    members = tuple(value_of(editor, key))
    return set_value(editor, key, members[:place] + members[place + 1 :])


def put_in(editor: Editor, key: str, place: int) -> Editor:
    """A list with the member that stands at this place among those it lacks."""
    members = tuple(value_of(editor, key))
    absent = [each for each in ORDER_KINDS if each not in members]
    return set_value(editor, key, (*members, absent[place])) if 0 <= place < len(absent) else editor


def reset(editor: Editor, key: str) -> Editor:
    """An option as in the rule set that this one comes from."""
    return set_value(editor, key, getattr(origin(editor), key))


def reset_all(editor: Editor) -> Editor:
    """Every option as in the rule set that this one comes from."""
    base = origin(editor)
    return _with_edits(editor, {key: getattr(base, key) for keys in GROUPS.values() for key in keys})


def now_own(editor: Editor, own: tuple[RuleSet, ...], settled: Callable[[str], bool] = lambda _: False) -> Editor:
    """The person's own rule sets have changed; edits of those that are settled are dropped."""
    after = replace(editor, own=own)
    names = set(names_of(after))
    left = {name: edits for name, edits in editor.edits.items() if name in names and not settled(name)}
    chosen = after.chosen if after.chosen in names else DEFAULT_PRESET
    return replace(after, edits=MappingProxyType(left), chosen=chosen)


def renamed(editor: Editor, own: tuple[RuleSet, ...], name: str, edits: Mapping[str, Mapping[str, Any]]) -> Editor:
    """The chosen rule set has another name; what was changed in it goes along."""
    return replace(editor, own=own, chosen=name, edits=MappingProxyType(dict(edits)))
