"""Somebody goes from table to table, sits here, watches there, loses the connection: the client is where it went."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.rules.views import SeatAudience
from gouji_desktop.server.room import Room
from tests.net.scripted import RULES
from tests.net.wired import Wired, maker
from tests.server.world import World

#: Tables at a time.
MOST = 5


class Walk:
    """One person on its way, among tables of its own and of somebody else."""

    def __init__(self, world: World, seed: int) -> None:
        self._world = world
        self._chance = random.Random(seed)
        self._me, self._host = Wired(world, "甲"), Wired(world, "乙")
        self._tables = [self._host.host(bots="-ehhh"), self._host.host(bots="-ehhe")]
        #: Where it must be, "" for nowhere, and whether it watches there.
        self._at, self._watches = "", False
        self.steps: list[str] = []

    def step(self) -> None:
        """One thing happens, and all is as it must be."""
        choices: list[Callable[[], object]] = [
            self._create,
            self._begin,
            self._let_begin,
            self._sit,
            self._drop,
            self._restart,
        ]
        choices += [self._join, self._watch] * 3
        choices += [self._leave, self._pass_time]
        happens = self._chance.choice(choices)
        self.steps.append(f"{happens.__name__} {happens()}")
        if self._at and self._room(self._at) is None:
            self._at = ""
        self._check()

    def _room(self, table: str) -> Room | None:
        return next((room for room in self._world.core.rooms if room.id == table), None)

    def _go(self, ask: Callable[..., Any], *arguments: Any, **fields: Any) -> msg.Ack | msg.Spectating | msg.Err:
        answer: Any = self._me.ask(ask, *arguments, **fields)
        if not isinstance(answer, msg.Err):
            # Who watches a table and comes to it watches on.
            watches_on = self._watches and answer.t == self._at
            self._at, self._watches = answer.t, watches_on or isinstance(answer, msg.Spectating)
        return answer  # type: ignore[no-any-return]

    # --- what may happen --------------------------------------------------------------------------------------

    def _create(self) -> object:
        if len(self._tables) == MOST:
            return None
        answer = self._go(self._me.client.create, RULES, bots="easy", deals=self._chance.choice((1, 2)))
        if not isinstance(answer, msg.Err):
            self._tables.append(self._at)
        return answer

    def _join(self) -> object:
        return self._go(self._me.client.join, self._chance.choice(self._tables))

    def _watch(self) -> object:
        return self._go(self._me.client.spectate, self._chance.choice(self._tables))

    def _leave(self) -> object:
        if not self._at:
            return None
        client = self._me.client
        answer = self._me.ask(client.unspectate if self._watches else client.leave)
        self._at = ""
        return answer

    def _sit(self) -> object:
        if not self._at:
            return None
        answer = self._me.ask(self._me.client.sit, self._chance.randrange(6))
        # Who has a seat watches no more.
        self._watches &= isinstance(answer, msg.Err)
        return answer

    def _begin(self) -> object:
        return self._me.ask(self._me.client.start) if self._at else None

    def _let_begin(self) -> object:
        """The other host begins the match at one of its tables."""
        self._host.client.join(self._chance.choice(self._tables[:2]))
        self._host.settle()
        return self._host.ask(self._host.client.start)

    def _pass_time(self) -> None:
        self._world.clock.run(self._chance.choice((1.0, 20.0, 60.0)))

    def _drop(self) -> None:
        self._me.drop()
        self._world.clock.run(self._chance.choice((0.1, 5.0, 50.0)))
        self._me.back()

    def _restart(self) -> None:
        """The server is started anew."""
        for each in (self._me, self._host):
            each.drop()
        self._world.restart()
        for each in (self._me, self._host):
            each.back()

    # --- what must be -----------------------------------------------------------------------------------------

    def _check(self) -> None:
        client, told = self._me.client, self.steps
        self._world.clock.run(0.5)
        if not self._at and client.table is not None:
            # Another table, where it is too, has said something: without a table one is taken there.
            self._at, self._watches = client.table.t, False
        assert (client.table.t if client.table else "") == self._at, told
        assert (client.watching is not None) == (self._watches and self._at != ""), told
        peer = self._world.core._presence.of(client.state.uid)
        assert peer is not None
        watched = {self._at} if self._watches and self._at else set()
        # Who comes and goes too often is let in again after a while.
        assert self._world.clock.run(20.0, until=lambda: peer.watching == watched), told
        room = self._room(self._at)
        if room is None:
            assert client.session is None, told
        elif not self._watches:
            assert client.table is not None
            seat = room.seated(client.state.uid)
            assert (client.table.phase, client.table.you) == (room.phase, seat), told
            if seat is not None and room.phase != "waiting":
                self._check_match(room, seat)

    def _check_match(self, room: Room, seat: int) -> None:
        session, match = self._me.client.session, room._play.match
        assert session is not None, self.steps
        assert match is not None
        assert (session.key[0], session.seat) == (room.id, seat), self.steps
        # Frames are on their way for a moment.
        follows = self._world.clock.run(20.0, until=lambda: session.latest.view == match.host.view(SeatAudience(seat)))
        assert follows, self.steps


@pytest.mark.parametrize(
    "seeds",
    [*(range(n, n + 2) for n in range(0, 12, 2)), pytest.param(range(100, 500), marks=pytest.mark.long)],
    ids=str,
)
def test_the_client_is_where_its_person_went(seeds: range) -> None:
    for seed in seeds:
        with World(seed=seed + 1, make_player=maker) as world:
            walk = Walk(world, seed)
            for _ in range(40):
                walk.step()
