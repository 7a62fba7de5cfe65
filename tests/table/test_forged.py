"""Forged logs: right chains over impossible histories. They are refused in a sentence, or can be played on with."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gouji_desktop.rules.views import EVERYTHING, PUBLIC, Audience, SeatAudience, project
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.local import TablePreferences
from gouji_desktop.table.log import LogError, LogHeader, LogWriter, MatchLog, _sealed, parse_log
from gouji_desktop.table.pacing import Pace
from gouji_desktop.table.replay import ReplaySession
from gouji_desktop.table.verify import verify
from tests.table.drivers import RULES, FakeClock, finish, make_setup, random_maker, run_host

CREATED = datetime(2026, 2, 3, tzinfo=UTC)
#: Mutants of each kind for each rule set.
BUDGET = 5
#: Steps that a table is driven on from a mutant that was taken.
STEPS = 40

Lines = list[dict[str, Any]]
Change = Callable[[Lines, random.Random], None]

_logs: dict[str, Lines] = {}


def recorded(folder: Path, rules: str) -> Lines:
    """What the lines of a match say, without their chains."""
    if rules not in _logs:
        setup = make_setup(rules, "eeebee", deals=2, pace="instant")
        path = folder / f"{rules}.gouji"
        writer = LogWriter.create(path, LogHeader.of(setup, CREATED))
        finish(TableHost(setup, random_maker, journal=writer.append))
        writer.close()
        _logs[rules] = [json.loads(line) for line in path.read_bytes().splitlines()[:-1]]
        for line in _logs[rules]:
            del line["chain"]
    return [*_logs[rules]]


def sealed(lines: Lines) -> bytes:
    """The lines with right chains."""
    content, chain = b"", ""
    for line in lines:
        text, chain = _sealed(chain, line)
        content += text
    return content


def cut(lines: Lines, chance: random.Random) -> int:
    """Leave the match unfinished somewhere; a line near its end."""
    del lines[chance.randrange(6, len(lines) + 1) :]
    return chance.randrange(max(1, len(lines) - 5), len(lines))


def dropped(lines: Lines, chance: random.Random) -> None:
    del lines[cut(lines, chance)]


def doubled(lines: Lines, chance: random.Random) -> None:
    place = cut(lines, chance)
    lines.insert(place, lines[place])


def swapped(lines: Lines, chance: random.Random) -> None:
    place, other = cut(lines, chance), chance.randrange(1, len(lines))
    lines[place], lines[other] = lines[other], lines[place]


def moved(lines: Lines, chance: random.Random) -> None:
    """An event of another line, at the end of a line."""
    foreign = chance.choice(lines[1:])["events"]
    place = cut(lines, chance)
    lines[place] = {"events": [*lines[place]["events"], chance.choice(foreign)]}


def shortened(lines: Lines, chance: random.Random) -> None:
    """A line without one of its events."""
    place = cut(lines, chance)
    events = [*lines[place]["events"]]
    del events[chance.randrange(len(events))]
    lines[place] = {"events": events}


def changed(lines: Lines, chance: random.Random) -> None:
    """One field of one event."""
    place = cut(lines, chance)
    line = json.loads(json.dumps(lines[place]))
    event = chance.choice(line["events"])
    fields = [(holder, key) for holder, key in places(event) if key != "type" or chance.random() < 0.1]
    holder, key = chance.choice(fields)
    holder[key] = other(holder[key], chance)
    lines[place] = line


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a value, with what holds it."""
    entries: list[tuple[Any, Any]] = []
    if isinstance(data, dict):
        entries = list(data.items())
    elif isinstance(data, list):
        entries = list(enumerate(data))
    for key, value in entries:
        yield data, key
        yield from places(value)


def other(value: Any, chance: random.Random) -> Any:
    """Something of the same type, if it can be."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice([-1, 0, 1, 2, 3, 4, 5, value + 1, value - 1, 63, 10**6])
    if isinstance(value, str):
        return chance.choice(WORDS)
    if isinstance(value, list):
        return chance.choice([[], value[:-1], value + value[-1:], [*value[::-1]]])
    return chance.choice([None, {"hidden": 3}, [], 1])


WORDS = (
    *(
        "B",
        "S",
        "2h",
        "3s",
        "3h",
        "4s",
        "Th",
        "Th+",
        "Ks",
        "pass",
        "yield",
        "accept",
        "chaos",
        "turn",
        "gouji",
        "bound",
    ),
    *("show_query", "point_query", "revolt_query", "head_query", "four_query", "return_query", "burn_query", "ready"),
    *(
        "playing",
        "over",
        "everyone",
        "dead",
        "gouji_chaos",
        "success",
        "undone",
        "ended",
        "",
        "PlayBegan",
        "QueryClosed",
    ),
)
CHANGES: tuple[Change, ...] = (dropped, doubled, swapped, moved, shortened, changed, changed, changed)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("change", dict.fromkeys(CHANGES), ids=lambda change: change.__name__)
def test_a_forged_log_is_refused_or_can_be_played_on_with(tmp_path: Path, rules: str, change: Change) -> None:
    lines, chance = recorded(tmp_path, rules), random.Random(f"{rules}/{change.__name__}")
    for _ in range(BUDGET * CHANGES.count(change)):
        mutant = [*lines]
        change(mutant, chance)
        take_up(sealed(mutant))


def take_up(content: bytes) -> None:
    """Whatever is done with a log that is not refused does not raise."""
    try:
        log = parse_log(content)
    except LogError as error:
        told = str(error)
    else:
        told = ""
        play_on(log)
    assert "\n" not in told


def play_on(log: MatchLog) -> None:
    """Everything that is done with a log."""
    verify(log)
    audiences: list[Audience] = [PUBLIC, EVERYTHING, SeatAudience(0), SeatAudience(4)]
    for audience in audiences:
        project(log.match(), audience)
    ReplaySession(log, FakeClock()).seek(10**6)
    host = TableHost(TablePreferences(pace=Pace.INSTANT).apply(log.header), random_maker, history=log.events)
    host.start(0.0)
    steps = iter(range(STEPS))
    run_host(host, 0.0, until=lambda: next(steps, None) is None or host.may_deal)
    host.next_deal(1e6)
