"""The matches of a profile: every log that can be read, newest first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from gouji_desktop.profile.files import Notice, NoticeKind
from gouji_desktop.rules.seats import Seat
from gouji_desktop.table.log import SUFFIX, FutureLogError, LogError, MatchLog, log_files, move_aside, read_log
from gouji_desktop.table.setup import SeatPlan

#: How the name of a match ends that was given up.
GIVEN_UP = "-given-up"


@dataclass(frozen=True, slots=True)
class Entry:
    """One match in the archive."""

    path: Path
    created: datetime
    rules: str
    seats: tuple[SeatPlan, ...]
    #: The seat of the person, None where bots played alone or it is not known.
    seat: Seat | None
    deals: int
    deals_done: int
    #: Of each seat, over all deals so far.
    scores: tuple[int, ...]
    finished: bool
    #: The person wanted another match instead: it is listed, and never offered again.
    given_up: bool = False
    #: Played at an online table: its server alone can go on with it.
    online: bool = False

    @property
    def resumable(self) -> bool:
        """Whether a person may go on with it."""
        return not self.finished and not self.given_up and not self.online and self.seat is not None


class Archive:
    """The folder of the match logs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[Path, tuple[tuple[int, int], Entry]] = {}

    @property
    def folder(self) -> Path:
        """Where the logs lie."""
        return self._folder

    def new_path(self, created: datetime) -> Path:
        """A name for the log of a match that begins then, which no file has."""
        stem = created.astimezone(UTC).strftime("%Y-%m-%d-%H%M%S")
        path, number = self._folder / f"{stem}{SUFFIX}", 1
        while path.exists():
            number += 1
            path = self._folder / f"{stem}-{number}{SUFFIX}"
        return path

    def entries(self) -> tuple[list[Entry], tuple[Notice, ...]]:
        """All matches, the newest first, and what a person should be told.

        Damaged logs are moved aside; those of a newer version of the program stay where they are.
        """
        found: list[Entry] = []
        notices: list[Notice] = []
        try:
            paths = list(log_files(self._folder))
        except OSError as error:
            return [], (Notice(NoticeKind.UNREADABLE, self._folder, detail=str(error)),)
        for path in paths:
            entry = self._entry(path, notices)
            if entry is not None:
                found.append(entry)
        found.sort(key=lambda entry: (entry.created, entry.path.name), reverse=True)
        return found, tuple(notices)

    def resume_candidate(self) -> Entry | None:
        """The match to go on with: the newest that has not ended and in which a person plays."""
        entries, _ = self.entries()
        return next((entry for entry in entries if entry.resumable), None)

    def give_up(self, path: Path) -> Notice | None:
        """Never offer a match again that has not ended; its log stays, under a name that says so."""
        new, number = path.with_name(f"{path.stem}{GIVEN_UP}{SUFFIX}"), 1
        while new.exists():
            number += 1
            new = path.with_name(f"{path.stem}-{number}{GIVEN_UP}{SUFFIX}")
        try:
            path.rename(new)
        except OSError as error:
            return Notice(NoticeKind.UNWRITABLE, path, detail=str(error))
        self._known.pop(path, None)
        return None

    def load(self, path: Path) -> tuple[MatchLog | None, Notice | None]:
        """The log of a match; where it cannot be used, what a person should be told."""
        try:
            return read_log(path), None
        except LogError as error:
            return None, _put_away(path, error)

    def remove(self, path: Path) -> Notice | None:
        """Delete the log of a match, because the person wants so."""
        self._known.pop(path, None)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            return Notice(NoticeKind.UNWRITABLE, path, detail=str(error))
        return None

    def _entry(self, path: Path, notices: list[Notice]) -> Entry | None:
        try:
            status = path.stat()
        except OSError as error:
            notices.append(Notice(NoticeKind.UNREADABLE, path, detail=str(error)))
            return None
        stamp = (status.st_size, status.st_mtime_ns)
        known = self._known.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        log, notice = self.load(path)
        if notice is not None:
            notices.append(notice)
        if log is None:
            return None
        entry = entry_of(path, log)
        self._known[path] = stamp, entry
        return entry


def entry_of(path: Path, log: MatchLog) -> Entry:
    """What the archive says of a log."""
    match, header = log.match(), log.header
    return Entry(
        path=path,
        created=header.created,
        rules=header.rules.name,
        seats=header.seats,
        seat=header.person,
        deals=header.deals,
        deals_done=len(match.results),
        scores=match.scores,
        finished=match.over,
        given_up=path.stem.endswith(GIVEN_UP),
        online=header.online,
    )


def _put_away(path: Path, error: LogError) -> Notice:
    if isinstance(error, FutureLogError):
        return Notice(NoticeKind.MATCH_NEWER, path, detail=str(error))
    if isinstance(error.__cause__, OSError):
        return Notice(NoticeKind.UNREADABLE, path, detail=str(error))
    try:
        return Notice(NoticeKind.MATCH_DAMAGED, path, move_aside(path), str(error))
    except OSError as fault:
        return Notice(NoticeKind.MATCH_DAMAGED, path, detail=f"{error}; it cannot be moved: {fault}")
