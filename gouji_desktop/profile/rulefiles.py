"""A person's own rule sets: `*.gouji-rules` files, read strictly (docs/rule-files.md).

A file is JSON: `{"format": 1, "program": "0.1.0", "name": "…", "options": {…}}` with every option by its name. A file
that is not exactly that is refused with one sentence, and nothing of it is taken.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from gouji_desktop import __version__
from gouji_desktop.profile.files import Notice, NoticeKind, write_atomic
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.ruleset import RuleSet, RuleSetError
from gouji_desktop.table.log import move_aside
from gouji_desktop.table.setup import NAME_LENGTH, clean_name

FORMAT: Final = 1
SUFFIX: Final = ".gouji-rules"
#: A file of more bytes is no rule file.
GREATEST_SIZE: Final = 64 * 1024
#: So many entries of a folder are listed.
MOST_ENTRIES: Final = 500
_KEYS: Final = ("format", "program", "name", "options")
#: Marks the name of a rule set whose options were changed for one match.
CHANGED: Final = "+"
#: Names that some systems keep for devices.
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)


class RuleFileError(ValueError):
    """A file that cannot be used; its text is one sentence, `key` and `values` say the same to a catalogue."""

    def __init__(self, key: str, sentence: str, /, **values: str | int) -> None:
        super().__init__(sentence)
        self.key = key
        self.values: Mapping[str, str | int] = values


class FutureRuleFileError(RuleFileError):
    """A file of a newer version of the program: it is not damaged."""


class Entry(NamedTuple):
    """Something in a folder that can be opened: a folder, or a rule file."""

    name: str
    path: Path
    is_folder: bool


# --- one file -----------------------------------------------------------------------------------------------------


def name_fault(name: str, taken: Iterable[str] = ()) -> str:
    """Why a rule set cannot be called so: `empty`, `long`, `plus`, `preset` or `taken`; "" where it can."""
    cleaned = clean_name(name)
    if not cleaned:
        return "empty"
    if cleaned != " ".join(name.split()):
        return "long" if len(name) > NAME_LENGTH else "signs"
    if CHANGED in cleaned:
        return "plus"
    if cleaned.casefold() in {preset.casefold() for preset in PRESETS}:
        return "preset"
    return "taken" if cleaned.casefold() in {other.casefold() for other in taken} else ""


def dump_rules(rules: RuleSet) -> bytes:
    """The text of a rule file."""
    options = rules.to_dict()
    name = options.pop("name")
    data = {"format": FORMAT, "program": __version__, "name": name, "options": options}
    return json.dumps(data, ensure_ascii=False, indent=2).encode() + b"\n"


def parse_rules(content: bytes) -> RuleSet:
    """The rule set of a file. Raises RuleFileError, and RuleSetError for what its options refuse."""
    if len(content) > GREATEST_SIZE:
        raise RuleFileError("large", f"a rule file has at most {GREATEST_SIZE} bytes", most=GREATEST_SIZE)
    try:
        data = json.loads(content.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_constant)
    except RuleFileError:
        raise
    except (ValueError, RecursionError):
        raise RuleFileError("not_json", "the file is no rule file: it is not JSON") from None
    if not isinstance(data, dict) or "format" not in data:
        raise RuleFileError("no_rules", "the file is no rule file: it names no format")
    _check_frame(data)
    options: dict[str, Any] = data["options"]
    if "announce_at" in options and type(options["announce_at"]) is not int:
        raise RuleSetError(f"option 'announce_at' must be a whole number, not {options['announce_at']!r}")
    return RuleSet.from_dict({"name": clean_name(data["name"]), **options})


def _check_frame(data: dict[str, Any]) -> None:
    """What stands around the options. Raises RuleFileError."""
    version = data["format"]
    if type(version) is not int or version < 1:
        raise RuleFileError("wrong_type", "'format' must be a whole number from 1", key="format")
    if version > FORMAT:
        raise FutureRuleFileError(
            "newer", f"the file has format {version}, which a newer version wrote: this one knows {FORMAT}", n=version
        )
    for key in data:
        if key not in _KEYS:
            raise RuleFileError("unknown_key", f"unknown key {key[:40]!r} in the file", key=key[:40])
    for key in _KEYS:
        if key not in data:
            raise RuleFileError("missing_key", f"the key {key!r} is missing in the file", key=key)
    for key, kind in (("program", str), ("name", str), ("options", dict)):
        if not isinstance(data[key], kind):
            raise RuleFileError("wrong_type", f"{key!r} has the wrong type", key=key)
    fault = name_fault(data["name"])
    if fault:
        raise RuleFileError("name", "the rule set in the file has a name that cannot be used", why=fault)
    if "name" in data["options"]:
        raise RuleFileError("unknown_key", "unknown key 'name' among the options", key="name")


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise RuleFileError("twice", f"the key {key[:40]!r} stands twice in the file", key=key[:40])
        found[key] = value
    return found


def _no_constant(name: str) -> None:
    raise ValueError(name)


def read_rules(path: Path) -> RuleSet:
    """The rule set of a file on disk. Raises RuleFileError, RuleSetError and OSError."""
    with path.open("rb") as file:
        return parse_rules(file.read(GREATEST_SIZE + 1))


def write_rules(path: Path, rules: RuleSet) -> Path:
    """Write a rule file, whole or not at all; the path, with its ending. Raises OSError."""
    if path.suffix != SUFFIX:
        path = path.with_name(path.name + SUFFIX)
    if not path.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {path.parent}")
    write_atomic(path, dump_rules(rules))
    return path


def file_name(name: str) -> str:
    """A name for the file of a rule set, without ending, that every system allows."""
    kept = re.sub(r"[^\w-]+", "-", name).strip("-").lower()
    return f"rules-{kept}" if not kept or _RESERVED.fullmatch(kept) else kept


def list_folder(folder: Path) -> list[Entry]:
    """The folders and rule files in a folder, folders first. Raises OSError."""
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            with contextlib.suppress(OSError):
                if entry.is_dir():
                    found.append(Entry(entry.name, folder / entry.name, is_folder=True))
                elif entry.name.endswith(SUFFIX) and entry.is_file():
                    found.append(Entry(entry.name, folder / entry.name, is_folder=False))
    found.sort(key=lambda entry: (not entry.is_folder, entry.name.casefold(), entry.name))
    return found[:MOST_ENTRIES]


# --- the person's own ---------------------------------------------------------------------------------------------


class RuleStore:
    """The person's own rule sets in their folder, one file each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[str, Path] = {}
        self._rules: dict[str, RuleSet] = {}

    @property
    def rule_sets(self) -> tuple[RuleSet, ...]:
        """All of them, by name."""
        return tuple(sorted(self._rules.values(), key=lambda rules: (rules.name.casefold(), rules.name)))

    def load(self) -> tuple[Notice, ...]:
        """Read the folder; what a person should be told. Never raises."""
        self._files.clear()
        self._rules.clear()
        notices = []
        try:
            entries = list_folder(self.folder) if self.folder.is_dir() else []
        except OSError as error:
            return (Notice(NoticeKind.UNREADABLE, self.folder, detail=str(error)),)
        for entry in entries:
            if entry.is_folder:
                continue
            try:
                rules = read_rules(entry.path)
                if name_fault(rules.name, self._rules):
                    raise RuleFileError("name", f"there is a rule set {rules.name!r} already", why="taken")
            except FutureRuleFileError as error:
                notices.append(Notice(NoticeKind.RULES_NEWER, entry.path, detail=str(error)))
            except (RuleFileError, RuleSetError) as error:
                notices.append(_aside(entry.path, str(error)))
            except OSError as error:
                notices.append(Notice(NoticeKind.UNREADABLE, entry.path, detail=str(error)))
            else:
                self._files[rules.name] = entry.path
                self._rules[rules.name] = rules
        return tuple(notices)

    def get(self, name: str) -> RuleSet | None:
        """The rule set of that name."""
        return self._rules.get(name)

    def save(self, rules: RuleSet) -> None:
        """Keep a rule set, over one of its own name. Raises OSError."""
        path = self._files.get(rules.name) or self._free(rules.name)
        write_atomic(path, dump_rules(rules))
        self._files[rules.name] = path
        self._rules[rules.name] = rules

    def rename(self, old: str, rules: RuleSet) -> None:
        """Keep a rule set under another name. Raises OSError."""
        path = self._files.get(old) or self._free(rules.name)
        write_atomic(path, dump_rules(rules))
        self._files.pop(old, None)
        self._rules.pop(old, None)
        self._files[rules.name] = path
        self._rules[rules.name] = rules

    def delete(self, name: str) -> None:
        """Forget a rule set. Raises OSError."""
        path = self._files.get(name)
        if path is not None:
            path.unlink(missing_ok=True)
            del self._files[name]
            del self._rules[name]

    def _free(self, name: str) -> Path:
        stem, number = file_name(name), 1
        while (path := self.folder / (stem + (f"-{number}" if number > 1 else "") + SUFFIX)).exists():
            number += 1
        return path


def _aside(path: Path, why: str) -> Notice:
    try:
        return Notice(NoticeKind.RULES_DAMAGED, path, move_aside(path), why)
    except OSError as error:
        return Notice(NoticeKind.RULES_DAMAGED, path, detail=str(error))
