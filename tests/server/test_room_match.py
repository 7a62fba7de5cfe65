"""Whole matches in a room: everybody sees what the rules allow, in numbered frames, and nothing else."""

from __future__ import annotations

import pytest

from gouji_desktop.net.proofs import ShufflePhase
from tests.server.rooms import Hall
from tests.table.drivers import RULES


@pytest.mark.parametrize("rules", RULES)
def test_a_match_of_persons_and_bots_is_played_to_its_end(rules: str) -> None:
    hall = Hall(rules)
    guests = hall.begin(3, deals=2)
    hall.play()
    assert hall.host.match.over
    assert hall.room.row().done == 2
    hall.check()
    for guest in guests:
        assert guest.place.phase == "over"
        assert guest.watch.state.phase == ShufflePhase.VERIFIED
        assert len(guest.watch.verified) >= 2
    log = hall.store.log(hall.id, 1)
    assert log is not None
    assert hall.store.batches(hall.id, 1) == []
    assert hall.store.secrets(hall.id, 1) == {}
