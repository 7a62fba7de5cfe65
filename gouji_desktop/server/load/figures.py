"""What a load run found, in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Figures(NamedTuple):
    """One run. Latencies are milliseconds, processor times microseconds; None: it was not measured.

    Nothing of its kind happened, or this system does not tell it.
    """

    tables: int
    seats: int
    seconds: float
    #: Commands that were carried out: in all, at human pace, at full pace, and at full pace a second.
    actions: int
    paced_actions: int
    full_actions: int
    full_actions_per_second: float
    #: From the sending of a command to its event at a seat of the table, at human pace.
    p50_ms: float | None
    p99_ms: float | None
    #: The round trip of a frame of the same size at the same rate through a raw echo with as many connections.
    echo_p50_ms: float | None
    echo_p99_ms: float | None
    #: Processor time of the server for a command at full pace, and of the echo for a message at full pace.
    cpu_us_per_action: float | None
    echo_cpu_us: float | None
    #: Memory of the server for a seated connection, and of the echo for a connection.
    kib_per_seat: float | None
    echo_kib: float | None
    #: Frames that the server sent, in all phases.
    frames: int
    #: Events that a seat should have got and did not, and cards that a seat got and should not have.
    lost: int
    leaked: int
    #: Commands that were refused, and seats whose connection ended.
    refused: int
    dropped: int

    def as_dict(self) -> dict[str, float | int | None]:
        """The figures by name, rounded to what they are worth."""
        return {name: round(value, 3) if isinstance(value, float) else value for name, value in self._asdict().items()}


def percentile(values: Sequence[float], share: float) -> float | None:
    """The value below which that share (0 to 1) of the values lies; None where there are none."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def ratio(value: float | None, base: float | None) -> str:
    """How many times the base a value is, as a person reads it."""
    return "-" if value is None or not base else f"{value / base:.1f}x"


def report(figures: Figures) -> str:
    """The figures as lines for a person."""
    f = figures
    rows = [
        ("tables, seats", f"{f.tables}, {f.seats}", "", ""),
        ("actions at human pace", str(f.paced_actions), "", ""),
        ("actions a second at full pace", f"{f.full_actions_per_second:.0f}", "", ""),
        ("delivery p50 (ms)", _shown(f.p50_ms, 3), _shown(f.echo_p50_ms, 3), ratio(f.p50_ms, f.echo_p50_ms)),
        ("delivery p99 (ms)", _shown(f.p99_ms, 3), _shown(f.echo_p99_ms, 3), ratio(f.p99_ms, f.echo_p99_ms)),
        (
            "processor time (us)",
            _shown(f.cpu_us_per_action),
            _shown(f.echo_cpu_us),
            ratio(f.cpu_us_per_action, f.echo_cpu_us),
        ),
        ("memory a connection (KiB)", _shown(f.kib_per_seat), _shown(f.echo_kib), ratio(f.kib_per_seat, f.echo_kib)),
        ("events lost", str(f.lost), "", ""),
        ("cards leaked", str(f.leaked), "", ""),
        ("commands refused", str(f.refused), "", ""),
        ("connections lost", str(f.dropped), "", ""),
    ]
    head = ("", "server", "echo", "ratio")
    return "\n".join(f"{a:<32}{b:>12}{c:>12}{d:>9}".rstrip() for a, b, c, d in (head, *rows))


def _shown(value: float | None, places: int = 1) -> str:
    return "-" if value is None else f"{value:.{places}f}"
