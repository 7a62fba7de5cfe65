"""Views as JSON, and back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gouji_desktop.rules.state import Match
from gouji_desktop.rules.views import EVERYTHING, PUBLIC, SeatAudience, project
from gouji_desktop.table.codec import CodecError
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.viewcodec import decode_view, encode_view
from tests.table.drivers import RULES, make_setup, random_maker


def states(rules: str, seed: str) -> Iterator[Match]:
    """Every state of a match of two deals among eager players."""
    host = TableHost(make_setup(rules, "eeeeee", seed, deals=2, pace="instant"), random_maker)
    now = 0.0
    host.start(now)
    yield host.match
    while not host.match.over:
        now = host.next_wakeup(now) or now
        assert host.advance(now, steps=1) or host.next_deal(now), "the match stands still"
        yield host.match


@pytest.mark.parametrize("rules", RULES)
def test_every_view_of_a_match_comes_back_from_its_text(rules: str) -> None:
    audiences = (SeatAudience(2), PUBLIC, EVERYTHING)
    for number, state in enumerate(states(rules, "viewcodec")):
        view = project(state, audiences[number % 3])
        text = json.dumps(encode_view(view))
        assert decode_view(json.loads(text)) == view
        assert len(text) < 24_000


def a_view() -> dict[str, Any]:
    *_, state = (state for state, _ in zip(states("jinyou4", "broken"), range(60), strict=False))
    return encode_view(project(state, SeatAudience(0)))


def break_at(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    *way, last = path.split(".")
    place: Any = data
    for step in way:
        place = place[int(step) if step.isdigit() else step]
    place[int(last) if last.isdigit() else last] = value
    return data


BROKEN: list[tuple[str, Any]] = [
    ("rules", None),
    ("rules.digest", "0" * 64),
    ("scores", [0, 0, 0]),
    ("step", -(10**9)),
    ("step", "7"),
    ("deal.hands", []),
    ("deal.hands.0", ["Zz"]),
    ("deal.hands.1", {"hidden": -1}),
    ("deal.dead_left", [0]),
    ("deal.round.turn", 9),
    ("deal.round.acts", []),
    ("deal.round", None),
    ("deal.live", 64),
    ("deal.stage", "nowhere"),
    ("deal", []),
    ("over", 1),
]


@pytest.mark.parametrize(("path", "value"), BROKEN, ids=[path for path, _ in BROKEN])
def test_what_is_no_view_is_refused_in_one_sentence(path: str, value: Any) -> None:
    with pytest.raises(CodecError) as caught:
        decode_view(break_at(a_view(), path, value))
    assert str(caught.value)
    assert "\n" not in str(caught.value)


def test_something_else_is_no_view() -> None:
    others: list[Any] = [None, [], "view", {}]
    for data in others:
        with pytest.raises(CodecError):
            decode_view(data)
