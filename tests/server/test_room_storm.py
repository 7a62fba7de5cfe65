"""Everything at once, by chance: drops, returns, leaving, trustees, full disks, restarts, doubled commands."""

from __future__ import annotations

import random

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.rules.views import PUBLIC, project
from gouji_desktop.server.ports import Done, Refused
from gouji_desktop.table.log import parse_log
from tests.server.rooms import Guest, Hall
from tests.table.drivers import RULES


class Storm:
    def __init__(self, rules: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.hall = Hall(rules, seed=seed)
        self.hall.begin(4, deals=2, turn_s=self.chance.choice((5, 30)))
        self.restarts = 0

    def someone(self, *, here: bool) -> Guest | None:
        fit = [guest for guest in self.hall.guests.values() if guest.uid in "abcd" and guest.closed != here]
        return self.chance.choice(fit) if fit else None

    def step(self) -> None:
        here, away, hall = self.someone(here=True), self.someone(here=False), self.hall
        match self.chance.randrange(14):
            case 0 | 1 if here is not None:
                here.drop()
            case 2 | 3 | 4 if away is not None:
                assert isinstance(away.again().join(), Done | Refused)
            case 5 if here is not None:
                here.ask(req.Trustee, on=self.chance.random() < 0.5)
            case 6 if here is not None:
                here.ask(req.AutoPass, on=self.chance.random() < 0.5)
            case 7 if here is not None:
                here.ask(req.Ready)
            case 8 if here is not None:
                ep, seq, p = here.play.position if here.play else (0, 0, 0)
                here.ask(req.Resync, ep=ep, seq=max(0, seq - self.chance.randrange(5)), p=p)
            case 9 if here is not None and self.chance.random() < 0.3:
                if isinstance(here.ask(req.Leave), Done):
                    here.closed = True
            case 10 if self.chance.random() < 0.3:
                hall.store.full = True
                hall.run(self.chance.choice((1.0, 7.0)), step=0.4)
                hall.store.full = False
            case 11 if self.chance.random() < 0.25:
                self.restart()
            case 12 if here is not None and here.play is not None and here.play.prompt is not None:
                self.twice(here)

    def restart(self) -> None:
        if self.hall.room.frozen or self.hall.room.phase != "playing":
            return
        self.restarts += 1
        for guest in self.hall.guests.values():
            guest.closed = True
        self.hall.restart()

    def twice(self, guest: Guest) -> None:
        """The same command by the same id, and nothing happens the second time."""
        assert guest.policy is not None
        if guest.play.seats[guest.seat].by != "person" or guest.play.frozen:
            return
        command, number = guest.policy(guest.play.view, guest.play.prompt), self.hall.new_id()
        first = guest.answer(command, number)
        if isinstance(first, Done):
            match = self.hall.host.match
            assert guest.answer(command, number) == first
            assert self.hall.host.match is match


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_match_in_a_storm(rules: str, seed: int) -> None:
    storm = Storm(rules, seed)
    hall = storm.hall
    for _ in range(3000):
        if hall.room.phase == "over":
            break
        storm.step()
        hall.run(storm.chance.choice((0.0, 0.1, 0.4, 2.0, 6.0)), step=0.4)
        if not hall.room.frozen:
            hall.check()
    assert hall.room.phase == "over"
    assert storm.restarts > 0
    hall.run(10.0)
    content = hall.store.log(hall.id, 1)
    assert content is not None
    log = parse_log(content)
    assert log.finished
    assert log.fair()
    watcher = hall.guest("w")
    hall.run(31.0)
    assert isinstance(hall.room.spectate(watcher), Done)
    assert watcher.play.view == project(log.match(), PUBLIC)
    for guest in hall.guests.values():
        if guest.watch is not None:
            assert guest.watch.state.phase != ShufflePhase.FAILED, guest.watch.state
        seats = {message.you for message in guest.all(msg.Snap)}
        assert len(seats) <= 1
