"""How long the longest frames are: whole matches of as many deals as a table may have."""

from __future__ import annotations

from typing import Any

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net.codes import FRAME_OUT
from gouji_desktop.net.connecting import MAX_SIZE
from gouji_desktop.net.wire import decode_server, encode_bytes
from gouji_desktop.rules.state import DealResult
from tests.server.rooms import Guest, Hall
from tests.table.drivers import RULES

MOST_DEALS = 99


def longest(results: tuple[DealResult, ...]) -> DealResult:
    return max(results, key=lambda result: len(encode_bytes(result)))


def snapshot(guest: Guest) -> bytes:
    """What a person that comes back is sent of the match."""
    newer = guest.again()
    newer.play = None
    newer.join()
    return max((frame for frame in newer.frames if isinstance(decode_server(frame), msg.Snap)), key=len)


@pytest.mark.parametrize("rules", RULES)
def test_the_whole_of_the_longest_match_fits_into_a_frame(rules: str) -> None:
    """As if each deal had ended like the one of which there is most to tell; half as much again is bearable, too."""
    hall = Hall(rules, seed=4)
    (one,) = hall.begin(1, deals=MOST_DEALS)
    deals = 3
    assert hall.run(3600.0, lambda: len(hall.host.match.results) == deals and not hall.between(), step=0.5)
    host: Any = hall.host
    host._match = host.match._replace(results=(longest(host.match.results),) * (MOST_DEALS - 1))
    frame = snapshot(one)
    assert len(frame) * 1.5 < FRAME_OUT
    assert MAX_SIZE >= FRAME_OUT
    snap = decode_server(frame)
    assert isinstance(snap, msg.Snap)
    assert len(snap.view["results"]) == MOST_DEALS - 1
