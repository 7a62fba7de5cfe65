"""Numbers of a server: each has its bounds, and one beyond them makes a message that is not understood."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gouji_desktop.net.clientstate import Phase
from gouji_desktop.net.schema import message_schema
from gouji_desktop.net.wire import WireError, decode_server
from tests.net.scripted import Scripted
from tests.net.test_wire_corpus import SERVER

#: What is read by the codecs of the rules, with bounds of its own, or by people.
ELSEWHERE = {"view", "events", "rules", "detail"}
BEYOND = (-(2**53), -(2**64), 2**53, 2**63, 2**64, 2**70, 10**400)


def unbounded(part: Any, where: str) -> Iterator[str]:
    """Numbers of a schema that may be anything."""
    if isinstance(part, dict):
        if part.get("type") in ("integer", "number") and not {"minimum", "maximum"} <= part.keys():
            yield where
        for name, inner in part.items():
            yield from unbounded(inner, f"{where}.{name}")
    elif isinstance(part, list):
        for inner in part:
            yield from unbounded(inner, where)


def test_every_number_of_a_message_has_bounds() -> None:
    found = [where for name, part in message_schema()["$defs"].items() for where in unbounded(part, name)]
    # A server only looks whether its version is among them.
    assert found == ["Hello.properties.v.items"]


def numbers(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the numbers of a frame are."""
    if type(part) in (int, float):
        yield path
    elif isinstance(part, dict):
        for name, inner in part.items():
            if name not in ELSEWHERE:
                yield from numbers(inner, (*path, name))
    elif isinstance(part, list):
        for place, inner in enumerate(part):
            yield from numbers(inner, (*path, place))


def with_number(frame: dict[str, Any], path: tuple[Any, ...], number: int) -> str:
    data = json.loads(json.dumps(frame))
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = number
    return json.dumps(data)


PLACES = {
    (kind, tuple(step for step in path if isinstance(step, str))): (frame, path)
    for kind, frame in SERVER
    for path in numbers(frame)
}


@pytest.mark.parametrize(("kind", "names"), sorted(PLACES), ids=str)
def test_a_number_beyond_its_bounds_is_no_message(kind: str, names: tuple[str, ...]) -> None:
    frame, path = PLACES[kind, names]
    for number in BEYOND:
        with pytest.raises(WireError):
            decode_server(with_number(frame, path, number))


@pytest.mark.parametrize("number", BEYOND, ids=range(len(BEYOND)))
@pytest.mark.parametrize("field", ["match", "deal"])
def test_a_shuffle_of_a_deal_that_cannot_be_is_not_understood(field: str, number: int) -> None:
    """The hashes hold numbers of 8 bytes."""
    scene = Scripted()
    scene.sign_in()
    scene.arrive(phase="playing")
    commit = {"k": "deal_commit", "t": "t1", "match": 1, "deal": 0, "c": "0" * 64, "rules": ""}
    said = len(scene.said)
    for _ in range(5):
        scene.client.received(json.dumps({**commit, field: number}))
    assert len(scene.said) == said
    assert (scene.phase(), scene.client.state.trouble.key) == (Phase.RECONNECTING, "not_understood")


@pytest.mark.parametrize("seats", [0, 5, 7, 99])
def test_a_table_has_six_seats(seats: int) -> None:
    """Everything that shows one counts on them."""
    frame = next(frame for kind, frame in SERVER if kind == "table")
    with pytest.raises(WireError):
        decode_server(json.dumps({**frame, "seats": [{}] * seats}))


@pytest.mark.parametrize("match", [0, 2**53 - 1])
def test_the_greatest_numbers_that_there_are_can_be_hashed(match: int) -> None:
    scene = Scripted()
    scene.sign_in()
    scene.arrive(phase="playing")
    commit = {"k": "deal_commit", "t": "t1", "match": match, "deal": 2**53 - 1, "c": "0" * 64, "rules": ""}
    scene.client.received(json.dumps(commit))
    assert type(scene.said[-1]).__name__ == "NonceCommit"
