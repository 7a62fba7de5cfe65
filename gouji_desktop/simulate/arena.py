"""Two teams of the pool against each other in paired games, and the report of it.

A pair is two games with the same hands and the same lots, the sides swapped. Its chance depends on the seed and the
pair's number alone, so that who plays it, and when, changes nothing.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from math import ceil, sqrt
from typing import Any, NamedTuple

from gouji_desktop.bots.levels import weighing_maker
from gouji_desktop.bots.pool import make_player, maker_of
from gouji_desktop.bots.weights import Weights
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.simulate.limits import TimeLimit
from gouji_desktop.simulate.paired import Z95, Maker, pair_seed
from gouji_desktop.simulate.refereed import RefereedTable, TeamRecord
from gouji_desktop.simulate.table import seeded

#: Seconds that a decision may take unless said otherwise.
DEFAULT_LIMIT = 5.0


class Contest(NamedTuple):
    """What is played: everything a worker needs to play any pair of it."""

    rules: RuleSet
    #: Two names of the pool: team A and team B.
    teams: tuple[str, str]
    seed: int = 1
    #: Deals of each game, played as a match with everything that goes over from deal to deal.
    match_deals: int = 1
    #: Seconds that a decision may take, 0 for no limit.
    limit: float = DEFAULT_LIMIT
    #: What team A plays by instead of its family's weights.
    weights: Weights | None = None


class PairResult(NamedTuple):
    """What came of a pair."""

    number: int
    #: What team A wins more than team B in each deal of both games, halved: points a deal for a side.
    values: tuple[float, ...]
    #: Team A's record and team B's.
    records: tuple[TeamRecord, TeamRecord]


def makers_of(contest: Contest) -> tuple[Maker, Maker]:
    """What makes the players of the two teams. Raises PoolError, or UnknownLevelError where team A has no weights."""
    one, other = contest.teams
    with redirect_stdout(sys.stderr):
        first = maker_of(one) if contest.weights is None else weighing_maker(one, contest.weights)
        return first, maker_of(other)


def try_out(contest: Contest) -> None:
    """Make a player of each team and throw it away. Raises PoolError where that cannot be done."""
    with redirect_stdout(sys.stderr):
        for name in dict.fromkeys(contest.teams):
            make_player(name, 0, seeded("trial"))


def play_pair(contest: Contest, makers: tuple[Maker, Maker], number: int) -> PairResult:
    """Play one pair. Raises SimulationError where a deal does not end.

    What bots print goes to standard error: standard output is the report's.
    """
    seed = pair_seed(contest.seed, number)
    records = TeamRecord(), TeamRecord()
    values: list[float] = []
    with redirect_stdout(sys.stderr), TimeLimit(contest.limit) as limit:
        for side in (0, 1):
            # Team A sits on the even seats, then on the odd ones.
            table = RefereedTable(
                contest.rules,
                [makers[(seat + side) % 2] for seat in range(SEATS)],
                seed,
                records if side == 0 else (records[1], records[0]),
                limit,
                deals=contest.match_deals,
                place=f"pair {number + 1}, game {side + 1}, ",
            )
            while not table.match.over:
                deal = len(table.match.results)
                scores = table.play_deal(deck=seeded("deal", seed, deal) if deal else seeded("deal", seed)).results[-1]
                values.append((scores.scores[side] - scores.scores[1 - side]) / 2)
    return PairResult(number, tuple(values), records)


def report_of(contest: Contest, results: Iterable[PairResult], seconds: float) -> dict[str, Any]:
    """The report of pairs, whatever order they were finished in. Shares are of deals, seen from team A."""
    pairs = sorted(results, key=lambda result: result.number)
    single = [value for pair in pairs for value in pair.values]
    mean, half_width = interval([sum(pair.values) / len(pair.values) for pair in pairs])
    records = TeamRecord(), TeamRecord()
    for pair in pairs:
        for total, record in zip(records, pair.records, strict=True):
            total.add(record)
    players = [_player(name, record) for name, record in zip(contest.teams, records, strict=True)]
    return {
        "rules": contest.rules.name,
        "teams": list(contest.teams),
        "pairs": len(pairs),
        "deals": len(single),
        "match_deals": contest.match_deals,
        "seed": contest.seed,
        "mean": round(mean, 4),
        "ci95": round(half_width, 4),
        "win": share(sum(value > 0 for value in single), len(single)),
        "draw": share(sum(value == 0 for value in single), len(single)),
        "loss": share(sum(value < 0 for value in single), len(single)),
        "sweeps": [share(player["sweeps"], len(single)) for player in players],
        "players": players,
        "by_team": dict(zip("AB", players, strict=True)),
        "faults": sum(player["faults"] for player in players),
        "seconds": round(seconds, 3),
    }


def _player(name: str, record: TeamRecord) -> dict[str, Any]:
    times = array("d", sorted(record.times))
    return {
        "name": name,
        "decisions": len(times),
        "mean_ms": _ms(sum(times) / len(times) if times else 0.0),
        "p50_ms": _ms(percentile(times, 50)),
        "p95_ms": _ms(percentile(times, 95)),
        "p99_ms": _ms(percentile(times, 99)),
        "max_ms": _ms(percentile(times, 100)),
        **record.counts,
        "faults": record.faults,
        "first_fault": record.first_fault or None,
    }


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Mean and half the width of its 95 % interval."""
    count = len(values)
    if not count:
        return 0.0, 0.0
    mean = sum(values) / count
    if count == 1:
        return mean, 0.0
    return mean, Z95 * sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)


def percentile(ordered: Sequence[float], percent: int) -> float:
    """The least of the ordered values that so many percent do not exceed; 0 where there are none."""
    return ordered[max(0, ceil(len(ordered) * percent / 100) - 1)] if ordered else 0.0


def share(part: int, whole: int) -> float:
    """A part of a whole, from 0 to 1."""
    return round(part / whole, 4) if whole else 0.0


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 4)
