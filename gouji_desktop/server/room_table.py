"""A place as it is told: the `table` message of its people, and its row in the lobby."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from gouji_desktop.net.messages import LobbyRow, SeatState, Standing, Table
from gouji_desktop.net.wire import encode_bytes
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.server.room_seats import Place, SeatHolder


class TableFrames:
    """Makes the `table` messages of one room; the rules in them are encoded once."""

    def __init__(self, place: Place, rules: RuleSet, epoch: int) -> None:
        self._rules: Any = msgspec.Raw(encode_rules_part(place))
        self._leaving_costs = rules.leave_penalty > 0
        # Numbers grow over every restart: those of an epoch begin where no earlier one came to.
        self._rev = epoch << 20

    def changed(self) -> None:
        """What is told from now on is new."""
        self._rev += 1

    def frame(self, place: Place, uid: str | None, here: Collection[str], watchers: int) -> bytes:
        """The message for one of the table's people; None: for who watches it. `here` are the accounts connected."""
        terms = place.terms
        return encode_bytes(
            Table(
                t=place.id,
                rev=self._rev,
                title=terms.title,
                host=place.host,
                rules=self._rules,
                deals=terms.deals,
                turn_s=terms.turn_s,
                answer_s=terms.answer_s,
                bots=terms.bots,
                private=terms.private,
                spectators=terms.spectators,
                phase=place.phase,
                seats=tuple(seat_state(holder, here) for holder in place.seats),
                you=None if uid is None else place.seat_of(uid),
                code=None if uid is None else place.code,
                match=place.match,
                watchers=watchers,
                penalties=place.running.fines if self._leaving_costs and place.match else (),
                standing=() if uid is None else standing(place, here),
            )
        )


def encode_rules_part(place: Place) -> bytes:
    """The rule set of a table as it is sent."""
    return encode_bytes(place.terms.rules)


def standing(place: Place, here: Collection[str]) -> tuple[Standing, ...]:
    """Who is at the table without a seat."""
    return tuple(
        Standing(member.uid, member.name, member.uid in here)
        for member in place.members
        if place.seat_of(member.uid) is None
    )


def seat_state(holder: SeatHolder, here: Collection[str]) -> SeatState:
    """A seat as everybody at the table may know it."""
    connected = not holder.uid or holder.uid in here
    return SeatState(holder.uid, holder.name, holder.level, holder.ready, connected, holder.left)


def lobby_row(place: Place, rules: RuleSet, done: int) -> LobbyRow:
    """The row in the lobby; `done` is how many deals have ended."""
    host = place.member(place.host)
    return LobbyRow(
        t=place.id,
        title=place.terms.title,
        host="" if host is None else host.name,
        rules=rules.name,
        deals=place.terms.deals or rules.match_deals,
        phase=place.phase,
        seats="".join("p" if holder.uid else "b" if holder.level else "-" for holder in place.seats),
        done=done,
        turn_s=place.terms.turn_s,
        spectators=place.terms.spectators,
        digest=rules.digest,
    )
