"""大厅: the open tables as rows, by rule set and free seats."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gouji_desktop.net.messages import LobbyRow
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.ui.presenter.newmatch import rules_title
from gouji_desktop.ui.presenter.online import clean_line
from gouji_desktop.ui.presenter.seating import whole_name
from gouji_desktop.ui.presenter.words import Words

if TYPE_CHECKING:
    from gouji_desktop.net.messages import SeatHeld, Table

#: Families of rule sets that can be filtered for, by how the name of the rule set begins; "": all.
FAMILIES: Final = ("", "tribute216", "chayuan", "jinyou4", "zaozhuang6", "other")
SEATS = 6
#: Of a table that is not listed nobody tells how many deals have ended.
UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class LobbyFilter:
    """Which tables are shown."""

    family: int = 0
    free: bool = False


@dataclass(frozen=True, slots=True)
class TableChoice:
    """One row. `action` is `sit`, `back`, `watch` or "" where nothing can be done, and `why` says why not."""

    table: str
    title: str
    detail: str
    #: A letter a seat: p person, b bot, - free.
    seats: str
    phase: str
    action: str
    label: str
    why: str


@dataclass(frozen=True, slots=True)
class LobbyProps:
    """The lobby."""

    rows: tuple[TableChoice, ...]
    families: tuple[str, ...]
    #: What is said where there is no row.
    empty: str


def derive_lobby(
    rows: Sequence[LobbyRow],
    chosen: LobbyFilter,
    own: str,
    words: Words,
    *,
    held: Sequence[LobbyRow] = (),
    live: bool = True,
) -> LobbyProps:
    """The rows that fit the filter: those one can go back to, those with a free seat, then the running ones.

    `own` is the id of the table where one is; `held` are running matches in which one has a seat, listed or not.
    """
    listed = {row.t for row in rows}
    mine = frozenset({own, *(row.t for row in held)}) - {""}
    shown = (*rows, *(row for row in held if row.t not in listed))
    fitting = [row for row in shown if row.t in mine or _fits(row, chosen)]
    fitting.sort(
        key=lambda row: (
            *(row.t not in mine, row.phase != "waiting", "-" not in row.seats),
            *(natural_order(clean_line(row.title, 40)), row.t),
        )
    )
    empty = "online.lobby.empty" if not rows else "online.lobby.none_fit"
    return LobbyProps(
        tuple(_row(row, mine, words) for row in fitting),
        tuple(words(f"online.family.{family or 'all'}") for family in FAMILIES),
        "" if fitting else words(empty if live else "online.lobby.offline"),
    )


def natural_order(title: str) -> tuple[str | int, ...]:
    """What titles are sorted by: 第 2 桌 comes before 第 10 桌; spaces, capitals and wide digits make no difference."""
    parts = re.split(r"(\d+)", "".join(unicodedata.normalize("NFKC", title).casefold().split()))
    return tuple(int(part) if number % 2 else part for number, part in enumerate(parts))


def family_of(rules: str) -> str:
    """The family of a rule set's name; a person's own rule sets are `other`."""
    base = rules.partition("+")[0]
    return next((family for family in FAMILIES[1:-1] if base.startswith(family) and base in PRESETS), "other")


def held_row(table: Table) -> LobbyRow:
    """The row of a table at which one has a seat, as its members know it."""
    host = next((seat.name for seat in table.seats if seat.uid and seat.uid == table.host), "")
    return LobbyRow(
        table.t,
        table.title,
        host,
        str(table.rules.get("name", "")),
        table.deals,
        table.phase,
        "".join("p" if seat.uid else "b" if seat.level else "-" for seat in table.seats),
        done=UNKNOWN,
    )


def left_row(seat: SeatHeld) -> LobbyRow:
    """The row of a running match that was left before the program was started: little is known of it."""
    return LobbyRow(seat.t, seat.title, "", "", 0, "playing", "p" * SEATS, done=UNKNOWN)


def _fits(row: LobbyRow, chosen: LobbyFilter) -> bool:
    family = FAMILIES[chosen.family]
    if family and family_of(row.rules) != family:
        return False
    return not chosen.free or (row.phase == "waiting" and "-" in row.seats)


def _row(row: LobbyRow, mine: frozenset[str], words: Words) -> TableChoice:
    action, why = _action(row, mine, words)
    label = action or ("watch" if row.phase == "playing" else "sit")
    if action == "back" and row.phase == "playing":
        label = "again"
    parts = [table_rules(row.rules, words), words("online.host", name=whole_name(row.host)) if row.host else ""]
    return TableChoice(
        row.t,
        clean_line(row.title, 40) or words("online.untitled"),
        words.join(parts, "join.dots"),
        (row.seats + "-" * SEATS)[:SEATS],
        phase_words(row, words),
        action,
        words(f"online.action.{label}"),
        why,
    )


def _action(row: LobbyRow, mine: frozenset[str], words: Words) -> tuple[str, str]:
    if row.t in mine:
        return "back", ""
    if row.phase == "waiting":
        return ("sit", "") if "-" in row.seats else ("", words("online.why.full"))
    if row.phase == "playing":
        return ("watch", "") if row.spectators else ("", words("online.why.closed"))
    return "", words("online.why.over")


def table_rules(rules: str, words: Words) -> str:
    """What a rule set of a stranger's table is called."""
    return clean_line(rules_title(rules, words), 40)


def phase_words(row: LobbyRow, words: Words) -> str:
    """等人 4 / 6, 坐满了, 第 2 局 / 5, 打完了."""
    if row.phase == "waiting":
        return waiting_words(sum(letter != "-" for letter in (row.seats + "-" * SEATS)[:SEATS]), words)
    if row.phase == "playing" and row.done == UNKNOWN:
        return words("online.room.playing")
    if row.phase == "playing":
        return words("online.playing", n=min(row.deals, row.done + 1), all=row.deals)
    return words("online.over")


def waiting_words(taken: int, words: Words) -> str:
    """等人 4 / 6; nobody is waited for where all seats are taken."""
    return words("online.waiting", n=taken, all=SEATS) if taken < SEATS else words("online.full")
