"""Rule files: what is written is read again, and nothing else is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gouji_desktop.profile.files import NoticeKind
from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.profile.rulefiles import (
    GREATEST_SIZE,
    SUFFIX,
    FutureRuleFileError,
    RuleFileError,
    RuleStore,
    dump_rules,
    file_name,
    list_folder,
    name_fault,
    parse_rules,
    read_rules,
    write_rules,
)
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.ruleset import RuleSet, RuleSetError


def own(name: str = "俺庄的打法", base: str = "tribute216", **options: Any) -> RuleSet:
    return preset(base).with_options(options, name=name)


def changed(**changes: Any) -> bytes:
    """A good file with other entries; `options.x` as `options__x`, None leaves an entry out."""
    data = json.loads(dump_rules(own()))
    for path, value in changes.items():
        *inside, key = path.split("__")
        target = data
        for name in inside:
            target = target[name]
        if value is None:
            del target[key]
        else:
            target[key] = value
    return json.dumps(data).encode()


@pytest.mark.parametrize("base", PRESETS)
def test_what_is_written_is_read_again(base: str) -> None:
    rules = own(base=base)
    content = dump_rules(rules)
    data = json.loads(content)
    assert list(data) == ["format", "program", "name", "options"]
    assert set(data["options"]) == set(rules.to_dict()) - {"name"}
    assert parse_rules(content) == rules


BAD_FILES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "not_json"),
    "no json": (b"{nothing", "not_json"),
    "not utf-8": (b"\xff\xfe{}", "not_json"),
    "deep": (b"[" * 60000, "not_json"),
    "not a number": (b'{"format": NaN}', "not_json"),
    "too large": (b" " * (GREATEST_SIZE + 1), "large"),
    "a list": (b"[1]", "no_rules"),
    "another object": (b'{"version": 1}', "no_rules"),
    "format as a word": (changed(format="1"), "wrong_type"),
    "format as a truth": (changed(format=True), "wrong_type"),
    "format 0": (changed(format=0), "wrong_type"),
    "newer": (changed(format=2), "newer"),
    "newer with new keys": (changed(format=7, colour="red"), "newer"),
    "unknown key": (changed(colour="red"), "unknown_key"),
    "no program": (changed(program=None), "missing_key"),
    "no name": (changed(name=None), "missing_key"),
    "no options": (changed(options=None), "missing_key"),
    "program as a number": (changed(program=1), "wrong_type"),
    "name as a number": (changed(name=1), "wrong_type"),
    "options as a list": (changed(options=[]), "wrong_type"),
    "empty name": (changed(name="  "), "name"),
    "long name": (changed(name="长" * 25), "name"),
    "name with a new line": (changed(name="a\nb\u202e"), "name"),
    "name of a preset": (changed(name="Chayuan"), "name"),
    "name with a plus": (changed(name="a+"), "name"),
    "name among the options": (changed(options__name="x"), "unknown_key"),
    "twice": (dump_rules(own()).replace(b'"name"', b'"name": "a", "name"', 1), "twice"),
    "option twice": (dump_rules(own()).replace(b'"decks"', b'"decks": 6, "decks"', 1), "twice"),
}


@pytest.mark.parametrize("what", BAD_FILES)
def test_a_file_that_is_none_is_refused_in_one_sentence(what: str) -> None:
    content, key = BAD_FILES[what]
    with pytest.raises(RuleFileError) as caught:
        parse_rules(content)
    assert caught.value.key == key
    assert isinstance(caught.value, FutureRuleFileError) == (key == "newer")
    sentence = str(caught.value)
    assert sentence
    assert "\n" not in sentence
    assert len(sentence) < 160


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"options__colour": 1}, "unknown option 'colour'"),
        ({"options__decks": None}, "'decks' is missing"),
        ({"options__decks": "4"}, "whole number"),
        ({"options__decks": 4.0}, "whole number"),
        ({"options__decks": True}, "whole number"),
        ({"options__hold_threes": 1}, "true or false"),
        ({"options__opening": 3}, "a word"),
        ({"options__placement": "4 2"}, "a list"),
        ({"options__placement": [4, "2"]}, "a list"),
        ({"options__announce_at": "never"}, "whole number"),
        ({"options__decks": 99}, "from 2 to 8"),
        ({"options__opening": "always"}, "one of"),
        ({"options__placement": [1, -1]}, "6 numbers"),
        ({"options__threes": 15}, "do not divide by six"),
        ({"options__revolt": False}, "revolt"),
    ],
)
def test_options_are_judged_by_the_rules(change: dict[str, Any], part: str) -> None:
    with pytest.raises(RuleSetError, match=part):
        parse_rules(changed(**change))


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("俺庄的打法", ""),
        ("  two  words ", ""),
        ("", "empty"),
        (" \t", "empty"),
        ("x" * 24, ""),
        ("x" * 25, "long"),
        ("a\u202eb", "signs"),
        ("a+b", "plus"),
        ("tribute216", "preset"),
        ("TRIBUTE216", "preset"),
        ("old", "taken"),
        ("OLD", "taken"),
    ],
)
def test_names(name: str, fault: str) -> None:
    assert name_fault(name, ("Old",)) == fault


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("俺庄的打法", "俺庄的打法"),
        ("My Rules 2", "my-rules-2"),
        ("../../etc/passwd", "etc-passwd"),
        ("a:b*c?", "a-b-c"),
        ("CON", "rules-con"),
        ("···", "rules-"),
    ],
)
def test_file_names_are_safe_everywhere(name: str, expected: str) -> None:
    assert file_name(name) == expected


def test_a_file_gets_its_ending_and_needs_its_folder(tmp_path: Path) -> None:
    path = write_rules(tmp_path / "mine", own())
    assert path.name == "mine" + SUFFIX
    assert read_rules(path) == own()
    with pytest.raises(FileNotFoundError):
        write_rules(tmp_path / "nowhere" / "mine", own())
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_lists_folders_and_rule_files(tmp_path: Path) -> None:
    for name in ("b", "A", ".hidden"):
        (tmp_path / name).mkdir()
    for name in ("z.gouji-rules", "C.gouji-rules", "notes.txt", ".d.gouji-rules"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    assert [(entry.name, entry.is_folder) for entry in list_folder(tmp_path)] == [
        ("A", True),
        ("b", True),
        ("C.gouji-rules", False),
        ("z.gouji-rules", False),
    ]
    with pytest.raises(OSError, match="nothing"):
        list_folder(tmp_path / "nothing")


@pytest.fixture
def store() -> RuleStore:
    return RuleStore(profile_folders().rules)


def test_kept_renamed_and_deleted(store: RuleStore) -> None:
    assert store.load() == ()
    assert store.rule_sets == ()
    first, second = own("b"), own("A", "chayuan")
    store.save(first)
    store.save(second)
    again = RuleStore(store.folder)
    assert again.load() == ()
    assert again.rule_sets == (second, first)
    changed_first = first.with_options({"hold_threes": False})
    again.save(changed_first)
    assert len(list(store.folder.iterdir())) == 2
    again.rename("b", changed_first.with_options({}, name="c"))
    assert [rules.name for rules in again.rule_sets] == ["A", "c"]
    again.delete("A")
    again.delete("A")
    third = RuleStore(store.folder)
    third.load()
    assert [rules.name for rules in third.rule_sets] == ["c"]
    assert third.get("c") is not None
    assert third.get("A") is None


def test_two_names_with_one_file_name(store: RuleStore) -> None:
    store.save(own("a b"))
    store.save(own("a:b"))
    again = RuleStore(store.folder)
    assert again.load() == ()
    assert [rules.name for rules in again.rule_sets] == ["a b", "a:b"]


@pytest.mark.parametrize("content", [b"", b"{}", changed(colour=1), changed(options__decks=99)])
def test_a_damaged_file_is_moved_aside_and_told(store: RuleStore, content: bytes) -> None:
    store.save(own("good"))
    path = store.folder / f"bad{SUFFIX}"
    path.write_bytes(content)
    (notice,) = store.load()
    assert notice.kind == NoticeKind.RULES_DAMAGED
    assert notice.moved_to == path.with_name(path.name + ".damaged-1")
    assert notice.moved_to.read_bytes() == content
    assert notice.detail
    assert [rules.name for rules in store.rule_sets] == ["good"]
    assert store.load() == ()


def test_a_newer_file_is_left_alone_and_told(store: RuleStore) -> None:
    store.folder.mkdir(parents=True)
    path = store.folder / f"new{SUFFIX}"
    path.write_bytes(changed(format=2))
    (notice,) = store.load()
    assert (notice.kind, notice.moved_to) == (NoticeKind.RULES_NEWER, None)
    assert path.exists()
    assert store.rule_sets == ()


def test_a_second_file_of_one_name_is_moved_aside(store: RuleStore) -> None:
    store.save(own("same"))
    write_rules(store.folder / "zz", own("SAME", "chayuan"))
    (notice,) = store.load()
    assert notice.kind == NoticeKind.RULES_DAMAGED
    assert [rules.name for rules in store.rule_sets] == ["same"]
