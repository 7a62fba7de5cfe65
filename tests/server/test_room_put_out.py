"""Who was put out of a table: neither plays nor looks on there for a while."""

from __future__ import annotations

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.server.ports import Done
from gouji_desktop.server.room_seats import KICKED_SECONDS
from tests.server.rooms import Hall


@pytest.mark.parametrize("phase", ["waiting", "playing"])
def test_who_was_kicked_does_not_look_on_either(phase: str) -> None:
    hall = Hall()
    host, guest, standing = hall.open(), hall.seat("b", 1), hall.guest("c")
    standing.join()
    if phase == "playing":
        assert guest.ask(req.Ready) == Done()
        assert host.ask(req.Start) == Done()
        guest = standing
    assert host.ask(req.Kick, uid=guest.uid) == Done()
    refused = hall.room.spectate(guest)
    assert (refused.code, refused.detail) == (ErrorCode.FORBIDDEN, {"reason": "kicked"})
    assert refused.retry_after == pytest.approx(KICKED_SECONDS)
    assert hall.room.watchers == 0
    hall.restart()
    refused = hall.room.spectate(guest)
    assert (refused.code, refused.detail) == (ErrorCode.FORBIDDEN, {"reason": "kicked"})
    host.again().join()
    hall.run(KICKED_SECONDS + 1.0, step=10.0)
    assert hall.room.spectate(guest) == Done(t="t1")


@pytest.mark.parametrize("stands", [False, True])
@pytest.mark.parametrize("phase", ["waiting", "playing"])
def test_who_looks_on_is_put_out_by_the_host(phase: str, stands: bool) -> None:
    hall = Hall(spectator_delay=1.0)
    host, guest, watcher = hall.open(), hall.seat("b", 1), hall.guest("w")
    if stands:
        watcher.join()
    assert hall.room.spectate(watcher) == Done(t="t1")
    if phase == "playing":
        assert guest.ask(req.Ready) == Done()
        assert host.ask(req.Start) == Done()
    hall.run(5.0)
    assert guest.ask(req.Kick, uid="w").code == ErrorCode.FORBIDDEN
    assert watcher.ask(req.Kick, uid="w").code == ErrorCode.FORBIDDEN
    assert hall.room.watchers == host.place.watchers == 1
    assert host.ask(req.Kick, uid="w") == Done()
    assert watcher.all(msg.Gone) == [msg.Gone("t1", "kicked")]
    assert hall.room.watchers == host.place.watchers == 0
    assert hall.room.member_uids == ("a", "b")
    before = len(watcher.frames)
    hall.run(60.0, step=0.4)
    assert len(watcher.frames) == before
    assert watcher.ask(req.Resync, ep=1).code == ErrorCode.TABLE_GONE
    assert host.ask(req.Kick, uid="w").code == ErrorCode.NOT_SEATED
    for refused in (watcher.join(), hall.room.spectate(watcher)):
        assert (refused.code, refused.detail) == (ErrorCode.FORBIDDEN, {"reason": "kicked"})


def test_a_spectator_stays_where_it_cannot_be_kept_that_it_is_out() -> None:
    hall = Hall()
    host, watcher = hall.open(), hall.guest("w")
    assert hall.room.spectate(watcher) == Done(t="t1")
    hall.store.full = True
    assert host.ask(req.Kick, uid="w").code == ErrorCode.FROZEN_STORAGE
    assert hall.room.watchers == 1
    assert not watcher.all(msg.Gone)


def test_who_was_kicked_may_come_back_after_a_few_minutes() -> None:
    hall = Hall()
    host = hall.open()
    guest = hall.seat("b", 1)
    assert host.ask(req.Kick, seat=1) == Done()
    hall.run(100.0, step=10.0)
    refused = guest.join()
    assert (refused.code, refused.detail) == (ErrorCode.FORBIDDEN, {"reason": "kicked"})
    assert refused.retry_after == pytest.approx(KICKED_SECONDS - 100.0)
    assert isinstance(hall.guest("c").join(), Done)
    hall.run(KICKED_SECONDS - 99.0, step=10.0)
    assert isinstance(guest.join(), Done)
    assert guest.ask(req.Sit, seat=1) == Done()
