"""The seat of a running match that its person left: known, and taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from tests.server.world import World


@pytest.fixture
def world() -> Iterator[World]:
    with World() as made:
        yield made


@pytest.mark.parametrize("options", [{}, {"private": True}, {"spectators": False}])
def test_who_left_a_running_match_knows_its_seat_and_takes_it_back(world: World, options: dict[str, Any]) -> None:
    wang, li = world.client("wang"), world.client("li")
    table, other = world.table(wang, li, title="evening", **options), wang.create()
    li.join(other)
    li.sit(other, 3)
    li.leave(table)
    answer = li.ask(req.Spectate, t=table)
    assert (answer.code, answer.detail) == ("forbidden", {"reason": "seated"})
    for _ in range(2):
        li.back()
        assert li.last(msg.Authed).seats == (
            msg.SeatHeld(other, 3),
            msg.SeatHeld(table, 1, left=True, title="evening"),
        )
        assert table not in li.places
        world.restart()
        wang.back()
    li.back()
    assert li.must(req.Join, t=table).code == wang.place(table).code
    assert (li.seat(table), wang.place(table).seats[1].left) == (1, False)
    li.back()
    assert set(li.last(msg.Authed).seats) == {msg.SeatHeld(other, 3), msg.SeatHeld(table, 1, title="evening")}


def test_a_seat_of_a_match_that_is_over_is_held_by_nobody_that_left(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang, li)
    li.leave(table)
    world.play_match(table)
    li.back()
    assert li.last(msg.Authed).seats == ()
