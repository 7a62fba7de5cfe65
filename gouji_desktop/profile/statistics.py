"""What a person has achieved, by rule set: counted from the match logs alone, and so rebuilt at any time.

What was counted in a log is remembered by the log's name, size and time, so that only new logs are read again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from gouji_desktop.profile.archive import Archive
from gouji_desktop.profile.files import Notice, write_atomic
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.state import DealResult
from gouji_desktop.table.log import MatchLog, log_files

#: Written into the file; another number: everything is counted again.
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Tally:
    """What one person did in matches of one rule set."""

    #: Finished matches, and those whose score was above 0.
    matches: int = 0
    matches_won: int = 0
    #: Finished deals, and those that brought more than 0, and less.
    deals: int = 0
    deals_won: int = 0
    deals_lost: int = 0
    #: How often 头科, 二科, 三科, 四科, 二落, 大落.
    places: tuple[int, ...] = (0,) * SEATS
    #: Sum of all scores.
    score: int = 0
    #: 开点: deals in which the person opened.
    opened: int = 0
    #: 宣点 and 革命.
    declared: int = 0
    revolted: int = 0
    #: 烧: burns that succeeded, all burns, and how often the person was burnt.
    burns_won: int = 0
    burns: int = 0
    burnt: int = 0
    #: 闷: how often the person shut somebody, and was shut.
    shut_others: int = 0
    shut: int = 0
    #: 串三户 of the own side.
    three_in_a_row: int = 0

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        sums: dict[str, Any] = {}
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            sums[each.name] = (
                tuple(map(sum, zip(mine, theirs, strict=True))) if isinstance(mine, tuple) else mine + theirs
            )
        return Tally(**sums)


@dataclass(frozen=True, slots=True)
class RulesTally:
    """The tally of one rule set; equal names with other options are other rule sets."""

    rules: str
    digest: str
    tally: Tally


def tally_of(log: MatchLog) -> Tally:
    """What the person of a log did in it; nothing where bots played alone."""
    seat = log.header.person
    if seat is None:
        return Tally()
    match = log.match()
    total = Tally(matches=int(match.over), matches_won=int(match.over and match.scores[seat] > 0))
    for result in match.results:
        total += _deal_tally(result, seat)
    return total


def _deal_tally(result: DealResult, seat: Seat) -> Tally:
    score = result.scores[seat]
    return Tally(
        deals=1,
        deals_won=int(score > 0),
        deals_lost=int(score < 0),
        places=tuple(int(each == seat) for each in result.places),
        score=score,
        opened=result.opened >> seat & 1,
        declared=result.declared >> seat & 1,
        revolted=result.revolted >> seat & 1,
        burns_won=sum(burn.by == seat and burn.outcome == "success" for burn in result.burns),
        burns=sum(burn.by == seat for burn in result.burns),
        burnt=sum(burn.victim == seat and burn.outcome == "success" for burn in result.burns),
        shut_others=sum(shut.by == seat for shut in result.shut),
        shut=sum(shut.victim == seat for shut in result.shut),
        three_in_a_row=int(result.three_in_a_row and (result.places[0] - seat) % 2 == 0),
    )


def collect(logs: Iterable[MatchLog]) -> list[RulesTally]:
    """The tallies of logs by rule set, the most played first."""
    return _sum((log.header.rules.name, log.header.rules.digest, tally_of(log)) for log in logs)


def _sum(tallies: Iterable[tuple[str, str, Tally]]) -> list[RulesTally]:
    totals: dict[tuple[str, str], Tally] = {}
    for name, digest, tally in tallies:
        totals[name, digest] = totals.get((name, digest), Tally()) + tally
    found = [RulesTally(name, digest, tally) for (name, digest), tally in totals.items() if tally != Tally()]
    return sorted(found, key=lambda each: (-each.tally.deals, each.rules, each.digest))


class Statistics:
    """The tallies of an archive, remembered in a file that may be lost at any time."""

    def __init__(self, path: Path, archive: Archive) -> None:
        self._path = path
        self._archive = archive

    def load(self) -> tuple[list[RulesTally], tuple[Notice, ...]]:
        """The tallies by rule set, the most played first, and what a person should be told. Never raises."""
        remembered = self._remembered()
        now: dict[str, dict[str, Any]] = {}
        notices: list[Notice] = []
        tallies = []
        try:
            paths = list(log_files(self._archive.folder))
        except OSError:
            paths = []
        for path in paths:
            stamp = _stamp(path)
            entry = remembered.get(path.name)
            tally = _tally_in(entry["tally"]) if entry is not None and entry["stamp"] == stamp else None
            if entry is None or tally is None:
                log, notice = self._archive.load(path)
                if notice is not None:
                    notices.append(notice)
                if log is None:
                    continue
                tally = tally_of(log)
                entry = {"rules": log.header.rules.name, "digest": log.header.rules.digest}
            now[path.name] = {**entry, "stamp": stamp, "tally": _tally_out(tally)}
            tallies.append((entry["rules"], entry["digest"], tally))
        if now != remembered:
            self._remember(now)
        return _sum(tallies), tuple(notices)

    def _remembered(self) -> dict[str, dict[str, Any]]:
        try:
            data = json.loads(self._path.read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        logs = data.get("logs") if isinstance(data, dict) and data.get("format") == _FORMAT else None
        if not isinstance(logs, dict):
            return {}
        return {name: entry for name, entry in logs.items() if _is_entry(entry)}

    def _remember(self, logs: dict[str, dict[str, Any]]) -> None:
        text = json.dumps({"format": _FORMAT, "logs": logs}, ensure_ascii=False, separators=(",", ":"))
        try:
            write_atomic(self._path, text.encode())
        except OSError:
            return  # it is counted again next time


def _stamp(path: Path) -> list[int]:
    try:
        status = path.stat()
    except OSError:
        return []
    return [status.st_size, status.st_mtime_ns]


def _is_entry(entry: Any) -> bool:
    return isinstance(entry, dict) and all(
        isinstance(entry.get(key), kind)
        for key, kind in (("rules", str), ("digest", str), ("stamp", list), ("tally", dict))
    )


def _tally_out(tally: Tally) -> dict[str, Any]:
    values = {each.name: getattr(tally, each.name) for each in fields(tally)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _tally_in(data: dict[str, Any]) -> Tally | None:
    """The tally of remembered data, None where it is none."""
    if set(data) != {each.name for each in fields(Tally)}:
        return None
    values: dict[str, Any] = {}
    for name, value in data.items():
        numbers = value if name == "places" else [value]
        if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
            return None
        values[name] = tuple(numbers) if name == "places" else value
    return Tally(**values) if len(values["places"]) == SEATS else None
