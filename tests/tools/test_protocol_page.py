"""The page of the protocol says what the code does, and its examples can be sent."""

from __future__ import annotations

import json
import re

import msgspec
import pytest

from gouji_desktop.bots.levels import LEVELS
from gouji_desktop.net import codes
from gouji_desktop.net.codes import CloseCode, ErrorCode, Feature
from gouji_desktop.net.schema import CLIENT_KINDS, SERVER_KINDS, kind_of, message_schema
from gouji_desktop.net.shuffle import nonce_hash
from gouji_desktop.net.wire import decode_client
from gouji_desktop.rules import state
from gouji_desktop.rules.prompts import _QUERY_VERBS
from gouji_desktop.rules.rejections import Reason
from tools import protocol_page
from tools.protocol_words import CODES, COMMON, OWN, PARTS

PAGE = protocol_page.PAGE.read_text(encoding="utf-8")


def test_page_schema_and_example_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert protocol_page.main(["--check"]) == 0, "python -m tools.protocol_page writes them anew"
    assert capsys.readouterr().out.count("up to date") == 3


def test_a_stale_page_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(COMMON, "t", "Something else.")
    protocol_page.schema.cache_clear()
    try:
        assert protocol_page.main(["--check"]) == 1
    finally:
        protocol_page.schema.cache_clear()
    assert capsys.readouterr().out.count("out of date") == 2


def test_a_page_without_one_of_its_parts_is_refused() -> None:
    with pytest.raises(ValueError, match="must hold each of"):
        protocol_page.page(PAGE.replace("<!-- made: limits -->", ""))


def test_every_field_of_every_message_is_described() -> None:
    assert list(protocol_page.undescribed()) == []


def test_every_pattern_is_told_where_its_field_is() -> None:
    """Whoever has the page alone sends no frame that a pattern refuses."""
    told = 0
    for name, part in protocol_page.schema()["$defs"].items():
        text = protocol_page.struct_text(name) if "properties" in part else ""
        for field, form in part.get("properties", {}).items():
            pattern = form.get("pattern")
            if pattern is None:
                continue
            row = next(line for line in text.splitlines() if line.startswith(f"| `{field}` |"))
            characters = pattern.removeprefix("^").removesuffix(r"+(?![\s\S])")
            assert f" of `{characters}` |" in row or "64 hexadecimal digits" in row or "card" in row, (name, field)
            assert row in PAGE
            told += 1
    assert told > 40
    with pytest.raises(ValueError, match="does not know how to say"):
        protocol_page.form_text({"type": "string", "maxLength": 5, "pattern": "^(a|b)$"})


def test_every_kind_code_and_reason_is_told() -> None:
    for kind in (*CLIENT_KINDS, *SERVER_KINDS):
        assert PAGE.count(f"### `{kind_of(kind)}`\n") == 1
    for word in (*ErrorCode, *map(str, map(int, CloseCode)), *Feature, *Reason):
        assert f"| `{word}` | " in PAGE
    assert all(f"`{level}`" in COMMON["level"] for level in LEVELS)


def test_no_word_is_kept_for_what_is_there_no_more() -> None:
    parts = protocol_page.schema()["$defs"]
    for name in OWN:
        owner, _, field = name.partition(".")
        assert field in parts[owner]["properties"], name
    for name in PARTS:
        owner, _, field = name.partition(".")
        assert field in vars(state)[owner]._fields, name
    for owner, words in CODES.items():
        members = {str(member.value) for member in vars(codes)[owner]}
        assert set(words) <= members


def test_the_commands_of_the_page_can_be_sent() -> None:
    section = PAGE.split("## Commands")[1].split("## The shuffle")[0]
    examples = [json.loads(found) for found in re.findall(r'`(\{"op".*?\})`', section)]
    ops = {decode_client(json.dumps({"k": "cmd", "id": "a", "t": "a", "pid": 1, **each})).op for each in examples}
    assert ops == {"play", "pass", "yield", "burn", "show", "decide", "return"}
    for stage, verbs in _QUERY_VERBS.items():
        assert f"`{stage}`" in section
        assert all(f"`{verb}`" in section for verb in verbs)


def test_the_example_of_a_share_comes_out() -> None:
    assert nonce_hash("k3m9x2", 1, 0, "u1", bytes(32)) in PAGE


def test_the_schema_is_a_schema_of_the_frames() -> None:
    """Required fields and bounds are those of the types; every reference leads somewhere."""
    schema = message_schema()
    text = json.dumps(schema)
    for found in re.findall(r'"\$ref": "#/\$defs/(\w+)"', text):
        assert found in schema["$defs"]
    for kind in (*CLIENT_KINDS, *SERVER_KINDS):
        part = schema["$defs"][kind.__name__]
        needed = {field.encode_name for field in msgspec.structs.fields(kind) if field.required}
        assert set(part["required"]) == needed | {"k"}
        assert part["properties"]["k"] == {"enum": [kind_of(kind)]}
