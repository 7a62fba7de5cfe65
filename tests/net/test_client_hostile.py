"""A server that sends anything at all: the client bears it, and is well again when the server is."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import Any

import pytest

from gouji_desktop.net.clientstate import Phase
from tests.net.following import HOURS, begin, over, truth
from tests.net.wired import Autopilot, maker
from tests.server.world import World

STRANGE: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 5, 6, 7, 2**53, 2**70, 1e308, "", "x", "Th", "7" * 300, [], {}, [[]], [None], {"k": 1}
)  # fmt: skip


def mutated(frame: bytes, chance: random.Random) -> bytes:
    """The frame with one value somewhere in it replaced, left out or doubled."""
    data = json.loads(frame)
    where: Any = data
    while True:
        keys: list[Any] = list(where) if isinstance(where, dict) else list(range(len(where)))
        if not keys:
            return frame
        key = chance.choice(keys)
        value = where[key]
        if isinstance(value, dict | list) and value and chance.random() < 0.8:
            where = value
            continue
        action = chance.random()
        if action < 0.6 or key == "k":
            where[key] = chance.choice(STRANGE)
        elif action < 0.8:
            del where[key]
        elif isinstance(where, list):
            where.insert(key, value)
        return json.dumps(data).encode()


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(6, 12))])
def test_anything_is_borne(seed: int) -> None:
    chance = random.Random(seed)
    with World(seed=7, make_player=maker) as world:
        wired = begin(world, rules=("jinyou4", "tribute216", "zaozhuang6", "chayuan")[seed % 4])
        Autopilot(wired, 3)
        spoilt = 0

        def arriving(frame: bytes) -> list[bytes]:
            nonlocal spoilt
            # Who somebody is comes unspoilt: with another token the client is another guest, rightly.
            if chance.random() < 0.4 and b'"authed"' not in frame:
                spoilt += 1
                return [mutated(frame, chance)]
            return [frame]

        wired.arriving = arriving
        for _ in range(150):
            world.clock.run(2.0)
            if wired.client.state.phase != Phase.ONLINE:
                wired.back()
        assert spoilt > 15
        wired.arriving = lambda frame: [frame]
        wired.drop()
        wired.back()
        if wired.client.table is None:
            wired.client.join(next(iter(world.core.rooms)).id)
            wired.settle()
        assert wired.client.state.phase == Phase.ONLINE
        assert wired.session.latest.view == truth(world, wired)
        assert world.clock.run(HOURS, until=partial(over, wired))
