"""Makes what docs/protocol.md and docs/protocol.json say of every message: `python -m tools.protocol_page`.

The page is written by hand but for the parts between `<!-- made: NAME -->` and `<!-- end -->`: those are made here from
the types, their docstrings and comments, and from the golden frames of tests/wire. `--check` compares and writes
nothing; the exit code is 1 where something is out of date.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, get_args

from gouji_desktop.net import codes, fields, messages, phrases, requests
from gouji_desktop.net.schema import CLIENT_KINDS, SERVER_KINDS, kind_of, message_schema
from gouji_desktop.rules import events, rejections, state
from gouji_desktop.rules.presets import preset
from gouji_desktop.server import config
from gouji_desktop.table.codec import encode_rules
from tools.protocol_words import CODES, COMMON, LIMITS, OWN, PARTS

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "protocol.md"
#: A rule set, as the example sends it.
RULES = ROOT / "docs" / "examples" / "tribute216.json"
SCHEMA = ROOT / "docs" / "protocol.json"
WORDS = ROOT / "assets" / "translations" / "en.json"
FRAMES = ROOT / "tests" / "wire" / "v1"

#: Where a rule stands, such as (A:L36) or (3.4, set D).
#: A pattern that says of which characters a text is made, as those of fields.py are written.
_CHARACTERS = re.compile(r"\^(\[[^\]]+\])\+\(\?!\[\\s\\S\]\)")
_SOURCE = re.compile(r" \((?:[A-D]\d?:L|\d\.\d)[^)]*\)")
_MADE = re.compile(r"(<!-- made: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


class Field(NamedTuple):
    """A field of a class as its source writes it."""

    name: str
    annotation: str
    comment: str


# --- reading the sources ------------------------------------------------------------------------------------------


@cache
def _source(module: ModuleType) -> tuple[ast.Module, list[str]]:
    text = inspect.getsource(module)
    return ast.parse(text), text.splitlines()


def comment_above(lines: Sequence[str], number: int) -> str:
    """The `#:` comment right above a line, as one line of text."""
    found: list[str] = []
    while number >= 2 and lines[number - 2].strip().startswith("#:"):
        number -= 1
        found.insert(0, lines[number - 1].strip().removeprefix("#:").strip())
    return plain(" ".join(found))


def plain(text: str) -> str:
    """A comment for who does not have the code: without the sources of rules, and with the number of nobody."""
    return _SOURCE.sub("", text).replace("NOBODY", "-1")


def fields_of(module: ModuleType, name: str) -> list[Field]:
    """The fields of a class, or the members of an enumeration, with their comments."""
    tree, lines = _source(module)
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    found = []
    for node in body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.append(Field(node.target.id, ast.unparse(node.annotation), comment_above(lines, node.lineno)))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.append(Field(node.targets[0].id, "", comment_above(lines, node.lineno)))
    return found


@cache
def _aliases() -> dict[str, str]:
    """The comments of the types of fields."""
    tree, lines = _source(fields)
    return {
        node.targets[0].id: comment_above(lines, node.lineno)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }


def described(module: ModuleType, name: str) -> dict[str, str]:
    """What each field of a message or a part of one is."""
    found = {}
    for each in fields_of(module, name):
        own = each.comment or OWN.get(f"{name}.{each.name}", "")
        found[each.name] = own or _aliases().get(each.annotation, "") or COMMON.get(each.name, "")
    return found


def module_of(name: str) -> ModuleType:
    """Where the class of a definition of the schema lies."""
    return requests if hasattr(requests, name) and getattr(requests, name).__module__ == requests.__name__ else messages


# --- the schema ---------------------------------------------------------------------------------------------------


@cache
def schema() -> dict[str, Any]:
    """The schema with a description of every field."""
    made = message_schema()
    for name, part in made["$defs"].items():
        if "properties" not in part:
            continue
        words = {"k": COMMON["k"], **described(module_of(name), name)}
        part["description"] = one_line(part.get("description", ""))
        for field, form in part["properties"].items():
            if words[field] and "$ref" not in form:
                form["description"] = words[field]
    return made


def one_line(text: str) -> str:
    """Paragraphs of a docstring as one line."""
    return plain(" ".join(text.split()))


def form_text(form: dict[str, Any]) -> str:
    """What a field may hold, in words."""
    if "$ref" in form:
        name = str(form["$ref"]).rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in form:
        return " or ".join(form_text(each) for each in form["anyOf"])
    if "enum" in form:
        return ", ".join(f"`{each}`" for each in form["enum"])
    kind = form.get("type")
    if kind == "array":
        most = f", at most {form['maxItems']}" if "maxItems" in form else ""
        least = f", at least {form['minItems']}" if "minItems" in form else ""
        return f"list of {form_text(form['items'])}{least}{most}"
    if kind == "string":
        return _text_form(form)
    if kind == "integer":
        low, high = form.get("minimum"), form.get("maximum")
        if low is None:
            return "integer"
        return f"integer from {low}" + ("" if high is None or high == 2**53 - 1 else f" to {high}")
    if kind == "object":
        of = form.get("additionalProperties")
        return f"object of {form_text(of)}" if isinstance(of, dict) and of else "object"
    return "anything" if kind is None else str(kind)


def _text_form(form: dict[str, Any]) -> str:
    low, high = form.get("minLength"), form.get("maxLength")
    if form.get("pattern", "").startswith("^([3-9"):
        return "card"
    if low == high == 64:
        return "64 hexadecimal digits"
    of = f" of `{_characters(form['pattern'])}`" if "pattern" in form else ""
    if high is None:
        return f"string{of}"
    return f"string, {low} to {high} characters{of}" if low else f"string, at most {high} characters{of}"


def _characters(pattern: str) -> str:
    """The class of characters of which a text is made. Raises ValueError for any other pattern."""
    found = _CHARACTERS.fullmatch(pattern)
    if found is None:
        raise ValueError(f"the page does not know how to say the pattern {pattern!r}")
    return found[1]


# --- the parts of the page ----------------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of the page."""
    lines = [f"| {' | '.join(head)} |", f"| {' | '.join('---' for _ in head)} |"]
    lines += [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def frames_of(kind: str, side: str) -> list[dict[str, Any]]:
    """The golden frames of a kind."""
    found: list[dict[str, Any]] = json.loads((FRAMES / side / f"{kind}.json").read_text(encoding="utf-8"))
    return found


def struct_text(name: str) -> str:
    """What a message or a part of one is, and its fields."""
    part = schema()["$defs"][name]
    words = described(module_of(name), name)
    required = set(part.get("required", ()))
    rows = []
    for field, form in part["properties"].items():
        if field == "k":
            continue
        default = "" if field in required else default_text(form)
        rows.append((f"`{field}`", form_text(form), "yes" if field in required else default, words[field]))
    body = table(("Field", "Holds", "Required", "What it is"), rows) if rows else "No fields.\n"
    return f"{part['description']}\n\n{body}"


def default_text(form: dict[str, Any]) -> str:
    """What a field is where it is missing."""
    default = form.get("default")
    return "no" if default is None else f"no: {json.dumps(default, ensure_ascii=False)}"


def kinds(side: str, types: Iterable[type]) -> str:
    """Every kind of a side with its fields and an example."""
    parts = []
    for each in types:
        kind = kind_of(each)
        example = json.dumps(shortened(frames_of(kind, side)[0]), ensure_ascii=False)
        parts.append(f"### `{kind}`\n\n{struct_text(each.__name__)}\n```json\n{example}\n```\n")
    return "\n".join(parts)


def shortened(value: Any, depth: int = 0) -> Any:
    """An example without most of what is long."""
    if isinstance(value, dict):
        short = {key: shortened(each, depth + 1) for key, each in value.items()}
        return short if len(short) <= 24 else {**dict(list(short.items())[:6]), "…": "…"}
    if isinstance(value, list):
        return [shortened(each, depth + 1) for each in value[:6]] + (["…"] if len(value) > 6 else [])
    return f"{value[:80]}…" if isinstance(value, str) and len(value) > 100 else value


def parts_of_messages() -> str:
    """Every part of a message that is no message."""
    own = {each.__name__ for each in (*CLIENT_KINDS, *SERVER_KINDS)}
    names = [name for name, part in schema()["$defs"].items() if "properties" in part and name not in own]
    return "\n".join(f"### {name}\n\n{struct_text(name)}" for name in names)


def enumeration(module: ModuleType, kind: type[Enum]) -> str:
    """The members of an enumeration."""
    words = {each.name: each.comment for each in fields_of(module, kind.__name__)}
    rows = [(f"`{each.value}`", words[each.name] or CODES[kind.__name__][str(each.value)]) for each in kind]
    return table(("Code", "What it means"), rows)


#: How the fields of events and of the state are written.
WRITTEN = {
    "int": "integer",
    "bool": "boolean",
    "str": "word",
    "Seat": "seat",
    "SeatMask": "seats",
    "Cards": "hand",
    "Face": "card",
    "Stage": "stage",
    "Mode": "mode",
}


def written(annotation: str) -> str:
    """How a field of an event is written, from its type."""
    if annotation in _MIXED:
        return _MIXED[annotation]
    if " | " in annotation and not annotation.startswith("tuple["):
        return " or ".join("null" if each == "None" else written(each) for each in annotation.split(" | "))
    if annotation in WRITTEN:
        return WRITTEN[annotation]
    if annotation.startswith("tuple[") and annotation.endswith("]"):
        return _row_written(annotation.removeprefix("tuple[").removesuffix("]"))
    kind = getattr(state, annotation, None) or getattr(events, annotation, None)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return ", ".join(f"`{each.value}`" for each in kind)
    if isinstance(kind, type) and issubclass(kind, tuple):
        return annotation
    raise ValueError(f"the page does not know how {annotation!r} is written")


#: Types that say two things at once.
_MIXED = {
    "tuple[Face, ...] | bool": "cards or boolean",
    "tuple[tuple[Seat, tuple[Face, ...]], ...]": "list of [seat, cards]",
    "tuple[tuple[Seat, tuple[Face, ...] | bool], ...]": "list of [seat, cards or boolean]",
    "tuple[Laid | Act | None, ...]": "list of Laid, `pass`, `yield`, `accept` or null",
}


def _row_written(inside: str) -> str:
    if inside.endswith(", ..."):
        each = inside.removesuffix(", ...")
        return "cards" if each == "Face" else f"list of {written(each)}"
    raise ValueError(f"the page does not know how a row of {inside!r} is written")


def happenings() -> str:
    """Every event with its fields."""
    rows = []
    for kind in get_args(events.Event):
        found = [f"`{each.name}` {written(each.annotation)}" for each in fields_of(events, kind.__name__)]
        rows.append((f"`{kind.__name__}`", "; ".join(found) or "–", one_line(kind.__doc__ or "")))
    return table(("Event", "Fields", "What it says"), rows)


def parts_of_state() -> str:
    """Every part of a view."""
    parts = []
    for name in STATE:
        rows = [
            (f"`{each.name}`", written(each.annotation), each.comment or PARTS[f"{name}.{each.name}"])
            for each in fields_of(state, name)
        ]
        text = one_line(getattr(state, name).__doc__ or "")
        parts.append(f"#### {name}\n\n{text}\n\n" + table(("Field", "Holds", "What it is"), rows))
    return "\n".join(parts)


def listed(words: Iterable[str]) -> str:
    """Words one after the other."""
    return ", ".join(f"`{word}`" for word in words) + "\n"


def limits() -> str:
    """The limits that a client may run into, as a server has them unless its operator changes them."""
    values = config.Limits()._asdict()
    return table(("Limit", "Default", "What it is"), ((f"`{n}`", str(values[n]), text) for n, text in LIMITS.items()))


def reasons() -> str:
    """Why the rules refuse a command, in the words in which the program tells a person."""
    words = json.loads(WORDS.read_text(encoding="utf-8"))
    return table(("Reason", "Told as"), ((f"`{each}`", words[f"reason.{each}"]) for each in rejections.Reason))


#: What the state of a match is made of, outermost first.
STATE = (
    *("Deal", "Query", "Round", "Burn", "Shut", "Purchase", "Payment", "Debt", "Owed", "Streak"),
    "DealResult",
)

MADE: dict[str, Callable[[], str]] = {
    "client-kinds": lambda: kinds("client", CLIENT_KINDS),
    "server-kinds": lambda: kinds("server", SERVER_KINDS),
    "parts": parts_of_messages,
    "errors": lambda: enumeration(codes, codes.ErrorCode),
    "closes": lambda: enumeration(codes, codes.CloseCode),
    "features": lambda: enumeration(codes, codes.Feature),
    "reasons": reasons,
    "events": happenings,
    "modes": lambda: enumeration(events, events.Mode),
    "stages": lambda: listed(state.Stage),
    "state": parts_of_state,
    "limits": limits,
    "phrases": lambda: listed(phrases.PHRASES),
    "emotes": lambda: listed(phrases.EMOTES),
}


def page(text: str) -> str:
    """The page with all made parts made anew. Raises ValueError where one is missing or unknown."""
    names = [match[2] for match in _MADE.finditer(text)]
    if sorted(names) != sorted(MADE):
        raise ValueError(f"the page must hold each of {sorted(MADE)} once, and holds {sorted(names)}")
    return _MADE.sub(lambda match: f"{match[1]}\n{MADE[match[2]]()}\n{match[3]}", text)


def undescribed() -> Iterator[str]:
    """Fields and codes of which the page says nothing."""
    for name, part in schema()["$defs"].items():
        if "properties" in part:
            words = described(module_of(name), name)
            yield from (f"{name}.{field}" for field in part["properties"] if field != "k" and not words[field])


def main(arguments: Sequence[str]) -> int:
    """Write the page and the schema, or compare them."""
    made = {
        SCHEMA: json.dumps(schema(), ensure_ascii=False, indent=1) + "\n",
        PAGE: page(PAGE.read_text(encoding="utf-8")),
        RULES: json.dumps(encode_rules(preset("tribute216")), ensure_ascii=False, indent=1) + "\n",
    }
    status = 0
    for path, text in made.items():
        current = path.exists() and path.read_text(encoding="utf-8") == text
        if "--check" in arguments:
            print(f"{path.relative_to(ROOT)} is {'up to date' if current else 'out of date'}")
            status |= not current
        elif not current:
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"wrote {path.relative_to(ROOT)}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
