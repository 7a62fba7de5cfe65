"""What the sheets after a deal and after a match show besides, where others are waited for. Pure; no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gouji_desktop.rules.seats import Seat
from gouji_desktop.table.session import ClockInfo
from gouji_desktop.ui.presenter.connection import GO_ON_SECONDS, OnlineTable
from gouji_desktop.ui.presenter.dialogparts import MatchButton
from gouji_desktop.ui.presenter.seating import Names, offset_of, side_of
from gouji_desktop.ui.presenter.tablelayout import Side
from gouji_desktop.ui.presenter.words import Words, signed_number


@dataclass(frozen=True, slots=True)
class Awaited:
    """Who has not gone on after a deal, and for how long that is waited for, in milliseconds (0: not known)."""

    #: The own seat has said that it goes on.
    ready: bool
    text: str
    left: int
    total: int


@dataclass(frozen=True, slots=True)
class FineLine:
    """What leaving cost a seat."""

    side: Side
    name: str
    label: str
    text: str


def awaited(
    online: OnlineTable, names: Names, words: Words, *, own_ready: bool, clock: ClockInfo | None, waited: float | None
) -> Awaited:
    """The wait for the next deal: by the table's clock, or, without one, by the seconds `waited` since the deal."""
    own = names.own
    ready = own_ready or (own is not None and own in online.ready)
    missing = sorted(online.persons - online.ready - {own}, key=lambda seat: offset_of(seat, own))
    left = total = 0.0
    if clock is not None and clock.total is not None:
        left, total = clock.left or 0.0, clock.total
    elif waited is not None:
        left, total = max(0.0, GO_ON_SECONDS - waited), GO_ON_SECONDS
    return Awaited(ready, _awaited_words(missing, names, words, ready=ready), round(left * 1000), round(total * 1000))


def _awaited_words(missing: Sequence[Seat], names: Names, words: Words, *, ready: bool) -> str:
    if missing:
        return words("net.awaited", who=words.join([names.names[seat] for seat in missing]))
    return words("net.shuffling") if ready else words("net.awaited_you")


def sheet_buttons(buttons: Sequence[MatchButton], waits: Awaited, words: Words) -> list[MatchButton]:
    """The buttons under the account of a deal: a running match cannot be looked at from outside yet."""
    label = words("net.ready_done") if waits.ready else words("net.ready")
    return [
        MatchButton(button.name, label, button.key_hint, button.primary) if button.name == "next_deal" else button
        for button in buttons
        if button.name != "replay"
    ]


def match_buttons(online: OnlineTable, words: Words, *, plays: bool) -> tuple[MatchButton, ...]:
    """The buttons at the end of a match."""
    leave = MatchButton("leave_table", words("net.leave_table"), "", primary=False)
    if not plays:
        return (leave,)
    replay = (MatchButton("replay", words("sheet.replay"), "", primary=False),) if online.kept else ()
    if online.phase == "waiting":
        return leave, *replay, MatchButton("room", words("net.room"), "⏎", primary=True)
    return leave, *replay, MatchButton("rematch", words("net.rematch"), "⏎", primary=True)


def fines(online: OnlineTable, names: Names, words: Words) -> list[FineLine]:
    """What leaving cost, seat by seat in order of play from the own one."""
    owed = [seat for seat, points in enumerate(online.penalties) if points]
    return [
        FineLine(
            side_of(seat, names.own),
            names.subject(seat, words),
            words("net.fine"),
            signed_number(-abs(online.penalties[seat])),
        )
        for seat in sorted(owed, key=lambda seat: offset_of(seat, names.own))
    ]
