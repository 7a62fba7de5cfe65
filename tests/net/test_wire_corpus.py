"""The golden frames: every kind of message as it was once sent, which every later version must read.

The files in tests/wire/v1 are never changed, only added to.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.fields import Message
from gouji_desktop.net.schema import CLIENT_KINDS, SERVER_KINDS, kind_of
from gouji_desktop.net.wire import WireError, decode_client, decode_server, encode
from gouji_desktop.rules.events import Event
from gouji_desktop.table.codec import decode_event, decode_rules, encode_event
from gouji_desktop.table.viewcodec import decode_view, encode_view

FOLDER = Path(__file__).resolve().parents[1] / "wire" / "v1"
Frame = dict[str, Any]


def frames(side: str) -> list[tuple[str, Frame]]:
    return [
        (path.stem, frame)
        for path in sorted((FOLDER / side).iterdir())
        for frame in json.loads(path.read_text(encoding="utf-8"))
    ]


CLIENT, SERVER = frames("client"), frames("server")


def text(frame: Frame) -> str:
    return json.dumps(frame, ensure_ascii=False)


def fitting(frame: Frame, message: Message) -> None:
    """What was read says what the frame says: written again it is the same, but for fields with their defaults."""
    again = json.loads(encode(message))
    defaults = {name for name in frame if name not in again}
    assert {name: value for name, value in frame.items() if name not in defaults} == again
    for name in defaults:
        assert frame[name] == msgspec.to_builtins(getattr(message, name))


@pytest.mark.parametrize(("side", "types"), [("client", CLIENT_KINDS), ("server", SERVER_KINDS)])
def test_every_kind_has_frames(side: str, types: tuple[type[Message], ...]) -> None:
    assert {path.stem for path in (FOLDER / side).iterdir()} == {kind_of(each) for each in types}
    assert all(kind == frame["k"] for kind, frame in frames(side))


def test_every_frame_of_a_client_is_read() -> None:
    for _, frame in CLIENT:
        fitting(frame, decode_client(text(frame)))


def test_every_frame_of_a_server_is_read() -> None:
    for _, frame in SERVER:
        message = decode_server(text(frame))
        assert message is not None
        fitting(frame, message)


def test_rules_events_and_views_within_frames_are_read() -> None:
    events: set[str] = set()
    for kind, frame in SERVER:
        if kind == "ev":
            for event in frame["events"]:
                assert encode_event(decode_event(event)) == event
                events.add(event["type"])
        elif kind == "past":
            for event in [event for batch in frame["batches"] for event in batch["events"]]:
                assert encode_event(decode_event(event)) == event
            if "view" in frame:
                assert encode_view(decode_view(frame["view"])) == frame["view"]
        elif kind == "snap":
            assert encode_view(decode_view(frame["view"])) == frame["view"]
        elif kind == "table":
            decode_rules(frame["rules"])
    assert events == {each.__name__ for each in Event.__args__}
    assert all(decode_rules(frame["rules"]) for kind, frame in CLIENT if kind == "create")


def test_both_sides_pass_over_fields_that_they_do_not_know() -> None:
    """What a later version adds."""
    more = {"zz_new": {"deep": [1, None, "x"]}, "zz_other": 3}
    for _, frame in CLIENT:
        assert decode_client(text({**frame, **more})) == decode_client(text(frame))
    for _, frame in SERVER:
        assert decode_server(text({**frame, **more})) == decode_server(text(frame))


def test_a_client_passes_over_new_kinds_and_words() -> None:
    assert decode_server('{"k": "firework", "t": 7}') is None
    err = decode_server('{"k": "err", "code": "code_of_tomorrow", "re": "q1"}')
    assert err is not None
    gone = decode_server('{"k": "gone", "t": "a", "why": "flooded"}')
    assert gone is not None
    with pytest.raises(WireError):
        decode_server('{"k": "ev", "t": "a"}')


@pytest.mark.parametrize(
    ("frame", "code", "re"),
    [
        ('{"k": "firework", "id": "q1"}', ErrorCode.UNKNOWN_KIND, "q1"),
        ('{"k": "ev", "t": "a"}', ErrorCode.UNKNOWN_KIND, None),
        ('{"k": "cmd", "id": "q1", "t": "a", "pid": 1, "op": "cheat"}', ErrorCode.BAD_SCHEMA, "q1"),
        ('{"k": "auth", "id": "q1", "how": "magic"}', ErrorCode.BAD_SCHEMA, "q1"),
        ('{"k": "sit", "id": "q1", "t": "a", "seat": 6}', ErrorCode.BAD_SCHEMA, "q1"),
        ('{"k": "sit", "id": "q1", "t": "a", "seat": true}', ErrorCode.BAD_SCHEMA, "q1"),
        # An id that no request may have is said again where it can be, so that its sender knows what was refused.
        ('{"k": "sit", "id": "q 1", "t": "a", "seat": 1}', ErrorCode.BAD_SCHEMA, "q 1"),
        ('{"k": "sit", "id": "牌/1", "t": "a", "seat": 1}', ErrorCode.BAD_SCHEMA, "牌/1"),
        ('{"k": "firework", "id": "q#1"}', ErrorCode.UNKNOWN_KIND, "q#1"),
        ('{"k": "sit", "id": "", "t": "a", "seat": 1}', ErrorCode.BAD_SCHEMA, ""),
        (f'{{"k": "sit", "id": "{"#" * 40}", "t": "a", "seat": 1}}', ErrorCode.BAD_SCHEMA, "#" * 40),
        (f'{{"k": "sit", "id": "{"q" * 41}", "t": "a", "seat": 1}}', ErrorCode.BAD_SCHEMA, None),
        ('{"k": "sit", "id": "q\u202e1", "t": "a", "seat": 1}', ErrorCode.BAD_SCHEMA, None),
        ('{"k": "sit", "id": ["q"], "t": "a", "seat": 1}', ErrorCode.BAD_SCHEMA, None),
        ('{"k": "sit", "id": "q1\\n", "t": "a", "seat": 1}', ErrorCode.BAD_SCHEMA, None),
        ('{"k": "sit", "id": "q1", "t": "a\\n", "seat": 1}', ErrorCode.BAD_SCHEMA, "q1"),
        ('{"k": "cmd", "id": "q1", "t": "a", "pid": 1, "op": "play", "cards": ["S\\n"]}', ErrorCode.BAD_SCHEMA, "q1"),
        ('{"id": "q1"}', ErrorCode.BAD_SCHEMA, None),
        ("{", ErrorCode.BAD_JSON, None),
    ],
)
def test_a_server_refuses_what_it_does_not_know(frame: str, code: ErrorCode, re: str | None) -> None:
    with pytest.raises(WireError) as caught:
        decode_client(frame)
    assert (caught.value.code, caught.value.re) == (code, re)
