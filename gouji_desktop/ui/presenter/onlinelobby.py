"""大厅: the open tables as rows, by rule set and free seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.ui.presenter.newmatch import rules_title
from gouji_desktop.ui.presenter.online import clean_line
from gouji_desktop.ui.presenter.seating import clean_name
from gouji_desktop.ui.presenter.words import Words

if TYPE_CHECKING:
    from gouji_desktop.net.messages import LobbyRow

#: Families of rule sets that can be filtered for, by how the name of the rule set begins; "": all.
FAMILIES: Final = ("", "tribute216", "chayuan", "jinyou4", "zaozhuang6", "other")
SEATS = 6


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


def derive_lobby(rows: Sequence[LobbyRow], chosen: LobbyFilter, own: str, words: Words) -> LobbyProps:
    """The rows that fit the filter: those with a free seat first, then the running ones. `own`: the own table's id."""
    fitting = [row for row in rows if _fits(row, chosen, own)]
    fitting.sort(key=lambda row: (row.t != own, row.phase != "waiting", "-" not in row.seats, row.title, row.t))
    empty = words("online.lobby.empty") if not rows else words("online.lobby.none_fit")
    return LobbyProps(
        tuple(_row(row, own, words) for row in fitting),
        tuple(words(f"online.family.{family or 'all'}") for family in FAMILIES),
        "" if fitting else empty,
    )


def family_of(rules: str) -> str:
    """The family of a rule set's name; a person's own rule sets are `other`."""
    base = rules.partition("+")[0]
    return next((family for family in FAMILIES[1:-1] if base.startswith(family) and base in PRESETS), "other")


def _fits(row: LobbyRow, chosen: LobbyFilter, own: str) -> bool:
    family = FAMILIES[chosen.family]
    if family and family_of(row.rules) != family:
        return False
    return not chosen.free or row.t == own or (row.phase == "waiting" and "-" in row.seats)


def _row(row: LobbyRow, own: str, words: Words) -> TableChoice:
    action, why = _action(row, own, words)
    parts = [table_rules(row.rules, words), words("online.host", name=clean_name(row.host)) if row.host else ""]
    return TableChoice(
        row.t,
        clean_line(row.title, 40) or words("online.untitled"),
        words.join(parts, "join.dots"),
        (row.seats + "-" * SEATS)[:SEATS],
        phase_words(row, words),
        action,
        words(f"online.action.{action or ('watch' if row.phase == 'playing' else 'sit')}"),
        why,
    )


def _action(row: LobbyRow, own: str, words: Words) -> tuple[str, str]:
    if row.t == own:
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
    """等人 4 / 6, 第 2 局 / 5, 打完了."""
    if row.phase == "waiting":
        return words("online.waiting", n=sum(letter != "-" for letter in row.seats), all=SEATS)
    if row.phase == "playing":
        return words("online.playing", n=min(row.deals, row.done + 1), all=row.deals)
    return words("online.over")
