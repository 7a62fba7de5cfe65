"""Processor time and memory of another process, where the system tells them in /proc."""

from __future__ import annotations

import os
from pathlib import Path


def cpu_seconds(pid: int) -> float | None:
    """Processor time that a process has used so far; None where it cannot be told."""
    try:
        # After the name of the program, which is in parentheses: field 14 and 15 of the whole line.
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError, AttributeError):
        return None


def memory_kib(pid: int) -> float | None:
    """The memory that a process has written to for itself alone; None where it cannot be told.

    Pages of the program that it has only read count, for the system, as its own or as shared, depending on who else
    runs the same program at the moment.
    """
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
        return sum(float(line.split()[1]) for line in lines if line.startswith("Private_Dirty"))
    except (OSError, IndexError, ValueError):
        return None


def difference(after: float | None, before: float | None) -> float | None:
    """What was used in between."""
    return None if after is None or before is None else after - before
