"""The log of a match at a table: fetched in pieces, as far as its last finished deal, and fair."""

from __future__ import annotations

from typing import Any

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.wire import encode_bytes
from gouji_desktop.rules.events import DealScored
from gouji_desktop.server.packed_logs import PackedLog
from gouji_desktop.server.ports import Done
from gouji_desktop.server.room_log import PIECE, piece
from gouji_desktop.server.room_log_growing import STEP
from gouji_desktop.table.log import MatchLog, parse_log
from tests.server.rooms import Guest, Hall, eager
from tests.table.drivers import RULES


def fetched(guest: Guest, match: int = 1) -> bytes:
    content = b""
    while True:
        part = guest.ask(req.FetchLog, match=match, offset=len(content))
        assert isinstance(part, msg.LogPart), part
        assert part.offset == len(content)
        assert len(encode_bytes(part)) < 64 * 1024
        content += part.text.encode()
        if len(content) >= part.total:
            return content


def read(content: bytes) -> MatchLog:
    log = parse_log(content)
    assert log.fair()
    return log


@pytest.mark.parametrize("rules", RULES)
def test_the_log_of_a_finished_match_is_whole_and_fair(rules: str) -> None:
    hall = Hall(rules)
    one, _ = hall.begin(2, deals=2)
    hall.play()
    hall.run(1.0)
    log = read(fetched(one))
    assert log.finished
    assert log.match() == hall.host.match
    assert (log.header.table, log.header.number) == ("t1", 1)
    assert [plan.name for plan in log.header.seats[:2]] == ["A", "B"]
    assert fetched(one) == hall.store.log("t1", 1)


def test_a_running_match_is_told_as_far_as_its_last_finished_deal() -> None:
    hall = Hall("zaozhuang6")
    one, _ = hall.begin(2, deals=3)
    hall.run(60.0, step=0.4)
    refused = one.ask(req.FetchLog, match=1)
    assert (refused.code, refused.detail) == ("forbidden", {"reason": "no_log"})
    hall.run(3600.0, lambda: hall.room.row().done == 1 and not hall.between(), step=0.4)
    hall.run(20.0, step=0.4)
    log = read(fetched(one))
    assert not log.finished
    assert isinstance(log.batches[-1][-1], DealScored)
    assert len(log.proofs) == 1
    secret = hall.store.secrets("t1", 1)[1].hex()
    assert secret not in fetched(one).decode()
    hall.play()
    hall.run(1.0)
    assert len(read(fetched(one)).proofs) == 3


def test_logs_of_earlier_matches_stay_and_others_are_not_there() -> None:
    hall = Hall("zaozhuang6")
    one, two = hall.begin(2)
    hall.play()
    hall.run(1.0)
    first = fetched(one)
    assert one.ask(req.Rematch) is not None
    two.ask(req.Ready)
    one.ask(req.Start)
    hall.run(60.0, step=0.4)
    assert fetched(two, 1) == first
    for match in (0, 2, 3, 2**53 - 1):
        assert one.ask(req.FetchLog, match=match).code == "forbidden"


@pytest.mark.parametrize("text", ["plain", "够级" * 20_000, "x" + "烧" * 15_000 + "y", ""])
def test_pieces_are_cut_between_characters(text: str) -> None:
    content = text.encode()
    got, parts = b"", 0
    while True:
        part: Any = piece(PackedLog.of(content), len(got), "r1")
        assert (part.offset, part.total, part.re) == (len(got), len(content), "r1")
        assert len(part.text.encode()) <= PIECE
        got += part.text.encode()
        parts += 1
        if len(got) >= part.total:
            break
    assert got == content
    assert parts == max(1, -(-len(content) // PIECE)) or len(text) < len(content)


def test_a_piece_from_inside_a_character_begins_before_it() -> None:
    content = PackedLog.of("够级".encode())
    assert piece(content, 1, "r").offset == 0
    assert piece(content, 4, "r").text == "级"
    beyond = piece(content, 99, "r")
    assert (beyond.offset, beyond.text) == (6, "")


def test_a_damaged_log_is_refused() -> None:
    hall = Hall("zaozhuang6")
    one, _ = hall.begin(2)
    hall.play()
    hall.run(1.0)
    hall.store.database.write("UPDATE logs SET body = x'00'", ())
    hall.room._play.logs._known = None
    assert one.ask(req.FetchLog, match=1).code == "forbidden"


def reads(hall: Hall) -> list[str]:
    """What is read from the store from now on."""
    found: list[str] = []
    real = hall.store.database.read

    def read(statement: str, values: Any = ()) -> list[Any]:
        found.append(statement)
        return real(statement, values)

    hall.store.database.read = read  # type: ignore[method-assign]
    return found


def test_whoever_fetches_lets_nobody_wait_for_the_events_to_be_read_again() -> None:
    hall = Hall("zaozhuang6")
    one, _ = hall.begin(2, deals=3)
    hall.run(3600.0, lambda: hall.room.row().done == 1 and not hall.between(), step=0.4)
    found = reads(hall)
    for _ in range(5):
        assert one.ask(req.FetchLog, match=1).total > 10_000
        assert one.ask(req.FetchLog, match=7).code == "forbidden"
    assert [statement for statement in found if "batches" in statement] == []


@pytest.mark.parametrize("kept", [True, False])
def test_a_log_grows_in_small_steps_and_is_whole_soon_after_a_restart(kept: bool) -> None:
    hall = Hall("zaozhuang6")
    (one,) = hall.begin(1, deals=3)
    hall.run(2 * 3600.0, lambda: hall.room.row().done == 2 and not hall.between(), step=0.4)
    whole = fetched(one)
    sizes: list[int] = []
    real = hall.store.batches

    def batches(*given: Any) -> Any:
        rows = real(*given)
        sizes.append(len(rows))
        return rows

    if not kept:
        # As in a store of before the log of finished deals was kept.
        hall.store.database.write("DELETE FROM log_parts")
    hall.restart()
    one = one.again()
    one.join()
    hall.store.batches = batches  # type: ignore[assignment]
    one.ask(req.FetchLog, match=1)
    hall.run(1.0)
    assert fetched(one) == whole
    assert sizes == [1] if kept else 2 < len(sizes) < 40
    assert max(sizes) <= STEP
    one.policy = eager(0)
    hall.play()
    assert max(sizes) <= STEP
    assert read(fetched(one)).finished
    assert hall.store.batches(hall.id, 1) == []


def test_a_quick_rematch_leaves_the_log_of_the_match_before() -> None:
    hall = Hall("zaozhuang6")
    (one,) = hall.begin(1)
    hall.run(3600.0, lambda: hall.room.phase == "over", step=0.4)
    assert one.ask(req.Rematch) == Done()
    assert one.ask(req.Start) == Done()
    assert read(hall.store.log(hall.id, 1) or b"").finished
    hall.run(1.0)
    assert hall.store.secrets(hall.id, 1) == {}
