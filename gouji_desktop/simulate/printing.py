"""Reports of simulations for people, and the bar that shows how far they are."""

from __future__ import annotations

import sys
from typing import Any

#: How wide the bar is drawn.
_BAR = 30
#: The rows of a contest's table, as (label, key of a player, number format).
_ROWS = (
    ("decisions", "decisions", "d"),
    ("  mean, ms", "mean_ms", ".3f"),
    ("  p50, ms", "p50_ms", ".3f"),
    ("  p95, ms", "p95_ms", ".3f"),
    ("  p99, ms", "p99_ms", ".3f"),
    ("  max, ms", "max_ms", ".3f"),
    ("three in a row", "sweeps", "d"),
    ("points opened", "points_opened", "d"),
    ("shut", "shut", "d"),
    ("burns offered", "burns_offered", "d"),
    ("  taken", "burns_taken", "d"),
    ("  succeeded", "burns_succeeded", "d"),
    ("  undone", "burns_undone", "d"),
    ("  failed", "burns_failed", "d"),
    ("faults", "faults", "d"),
)


class Bar:
    """A progress line on standard error, redrawn in place."""

    def __init__(self, shown: bool, label: str = "") -> None:
        self._shown = shown and sys.stderr is not None
        self._label = f"{label} " if label else ""
        self._drawn = -1

    def __call__(self, done: int, of: int) -> None:
        """Draw the line anew where it has grown."""
        percent = done * 100 // max(1, of)
        if self._shown and percent != self._drawn:
            self._drawn = percent
            full = percent * _BAR // 100
            sys.stderr.write(f"\r{self._label}[{'#' * full}{'.' * (_BAR - full)}] {percent:3d} % {done}/{of}")
            sys.stderr.flush()

    def end(self) -> None:
        """Leave the line; a later call begins a new one."""
        if self._shown and self._drawn >= 0:
            sys.stderr.write("\n")
        self._drawn = -1


def contest_text(report: dict[str, Any]) -> str:
    """The report of two teams: the result in two lines, then a column for each team."""
    one, other = report["teams"]
    matches = f", matches of {report['match_deals']}" if report["match_deals"] > 1 else ""
    title = (
        f"{report['rules']}: {one} v {other}, {report['pairs']} pairs ({report['deals']} deals{matches}),"
        f" seed {report['seed']}, {report['seconds']:.1f} s"
    )
    result = (
        f"{one} {report['mean']:+.2f} ± {report['ci95']:.2f} points a deal for a side;"
        f" win {report['win']:.1%}, draw {report['draw']:.1%}, loss {report['loss']:.1%}"
    )
    cells = [["", one, other]]
    cells += [[label, *(format(player[key], kind) for player in report["players"])] for label, key, kind in _ROWS]
    widths = [max(len(row[column]) for row in cells) for column in range(3)]
    lines = [title, result]
    lines += [f"  {row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}".rstrip() for row in cells]
    for letter, player in zip("AB", report["players"], strict=True):
        if player["first_fault"]:
            lines.append(f"first fault of {player['name']} (team {letter}): {player['first_fault']}")
    return "\n".join(lines) + "\n"


def text_of(report: dict[str, Any]) -> str:
    """The report of levels for a person: a line for each key."""
    lines = []
    for key, value in report.items():
        if key == "places":
            lines += ["places (rows: seats; columns: first to last)"]
            lines += ["  " + " ".join(f"{number:5d}" for number in row) for row in value]
        elif isinstance(value, dict):
            lines.append(f"{key}: " + ", ".join(f"{name} {number}" for name, number in value.items()))
        elif isinstance(value, list):
            lines.append(f"{key}: " + (", ".join(map(str, value)) or "none"))
        else:
            lines.append(f"{key}: {value}")
    return "\n".join(lines) + "\n"
