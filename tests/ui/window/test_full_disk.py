"""A disk that takes nothing more: the game goes on, and says so as long as it lasts."""

from __future__ import annotations

import errno
from typing import Any

import pytest

from gouji_desktop.table.log import read_log
from tests.ui.window.conftest import Desk


class Disk:
    """A file on a disk that may be full."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self.full = False

    def write(self, data: bytes) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return int(self._file.write(data))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


async def test_a_full_disk_is_told_once_each_time_and_nothing_is_lost(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.sit()
    await desk.own_turn()
    matches = desk.program.matches
    writer, session = matches._writer, matches.session
    assert writer is not None
    shown, disk = desk.model.notice_rows, Disk(writer._file)
    monkeypatch.setattr(writer, "_file", disk)
    disk.full = True
    desk.press("8", "8", "\r")
    await desk.own_turn()
    (row,) = shown.rows
    assert row.title.count("No space left on device") == 1
    disk.full = False
    desk.press("9", "9", "\r")
    await desk.own_turn()
    assert [each.number for each in shown.rows] == [row.number]
    disk.full = True
    desk.press("7", "7", "7", "7", "\r")
    await desk.own_turn()
    assert [each.title for each in shown.rows] == [row.title] * 2
    disk.full = False
    match, path = session.host.match, writer.path
    desk.model.leaveTable()
    assert read_log(path).match() == match
