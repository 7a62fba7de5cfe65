"""Whole matches of bots against bots, and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from gouji_desktop.bots.levels import make_player
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Match, Stage
from gouji_desktop.simulate.table import SimulationError, Table, seeded

#: Told how many deals are done of how many.
Progress = Callable[[int, int], None]


class Tally:
    """Counts what happens at a table; a listener of its events."""

    def __init__(self) -> None:
        self.places = [[0] * SEATS for _ in range(SEATS)]
        self.plays = 0
        self.voided = 0
        self.opened = 0
        self.shut = 0
        self.three_in_a_row = 0
        self.burns = dict.fromkeys(("offered", "taken", "success", "undone", "ended", "failed"), 0)

    def hear(self, event: ev.Event, _match: Match) -> None:
        """Count one event."""
        burns = self.burns
        if isinstance(event, ev.Played):
            self.plays += 1
            burns["taken"] += event.burns
        elif isinstance(event, ev.QueryOpened) and event.stage == Stage.BURN_QUERY:
            burns["offered"] += event.asked.bit_count()
        elif isinstance(event, ev.BurnSettled):
            burns[event.outcome] += 1
        elif isinstance(event, ev.BurnFailed):
            burns["failed"] += 1
        elif isinstance(event, ev.PointOpened):
            self.opened += 1
        elif isinstance(event, ev.SeatShut):
            self.shut += 1
        elif isinstance(event, ev.DealVoided):
            self.voided += 1
        elif isinstance(event, ev.DealScored):
            self.three_in_a_row += event.result.three_in_a_row
            for place, seat in enumerate(event.result.places):
                self.places[seat][place] += 1


def run(
    rules: RuleSet,
    deals: int,
    seed: int,
    levels: Sequence[str] = ("hard",),
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Play so many deals, match after match, and report.

    `levels`: one for all seats, two for the even and the odd seats, or six. The same seed plays the same games.
    A broken rule ends the run and is told under `faults`. Raises UnknownLevelError.
    """
    seats = levels_by_seat(levels)
    tally = Tally()
    scores = [0] * SEATS
    faults: list[str] = []
    decisions, slowest, played, matches = 0, 0.0, 0, 0
    start = perf_counter()
    while played < deals and not faults:
        matches += 1
        players = [make_player(seats[seat], seat, seeded(seed, matches, seat)) for seat in range(SEATS)]
        table = Table(rules, players, seeded(seed, matches, "table"), listener=tally.hear)
        try:
            while not table.match.over and played < deals:
                table.play_deal()
                played += 1
                if progress is not None:
                    progress(played, deals)
        except SimulationError as error:
            faults.append(f"deal {played + 1} of seed {seed}: {error}")
        decisions += table.clock.decisions
        slowest = max(slowest, table.clock.slowest)
        scores = [before + now for before, now in zip(scores, table.match.scores, strict=True)]
    seconds = perf_counter() - start
    return {
        "rules": rules.name,
        "seed": seed,
        "levels": list(seats),
        "deals": played,
        "matches": matches,
        "voided": tally.voided,
        "plays": tally.plays,
        "decisions": decisions,
        "seconds": round(seconds, 3),
        "deals_per_s": round(played / seconds, 2) if seconds else 0.0,
        "decisions_per_s": round(decisions / seconds, 1) if seconds else 0.0,
        "slowest_ms": round(slowest * 1000, 3),
        "scores": scores,
        "places": tally.places,
        "three_in_a_row": tally.three_in_a_row,
        "points_opened": tally.opened,
        "shut": tally.shut,
        "burns": tally.burns,
        "faults": faults,
    }


def levels_by_seat(levels: Sequence[str]) -> tuple[str, ...]:
    """The level of each seat from one, two or six names. Raises UnknownLevelError or ValueError."""
    if len(levels) not in (1, 2, SEATS):
        raise ValueError(f"name one level for all, two for the sides or six for the seats, not {len(levels)}")
    seats = tuple(levels[seat % len(levels)] for seat in range(SEATS))
    for seat, level in enumerate(seats):
        make_player(level, seat, seeded(0))
    return seats
