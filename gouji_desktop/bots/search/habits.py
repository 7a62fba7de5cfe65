"""What the plays of a deal tell about hidden hands: a pure fold over the events that a seat saw.

Two habits carry nearly all of it. Players lay a group whole, so that one who has laid a rank rarely holds more of it;
and a player who let an enemy's play lie seldom holds a group that would have beaten it without cost.
"""

from __future__ import annotations

from typing import NamedTuple

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import TWO
from gouji_desktop.rules.plays import Play, play_of_faces
from gouji_desktop.rules.seats import SEATS, Seat, same_side


class LetLie(NamedTuple):
    """A seat let an enemy's play without jokers lie."""

    seat: Seat
    base: int
    hung: int


class Habits(NamedTuple):
    """The habits that a seat has shown in the running deal."""

    #: For each seat the ranks (bit by bit) of which it laid naturals.
    laid: tuple[int, ...]
    let_lie: tuple[LetLie, ...]
    top: Seat
    table: Play | None


NO_HABITS = Habits((0,) * SEATS, (), -1, None)


def fold_habits(habits: Habits, event: ev.Event) -> Habits:
    """The habits after an event as a seat saw it."""
    if isinstance(event, ev.Played):
        play = play_of_faces(event.faces)
        laid = habits.laid
        if play is not None and 0 <= play.base < TWO:
            seat = event.seat
            laid = (*laid[:seat], laid[seat] | 1 << play.base, *laid[seat + 1 :])
        return habits._replace(laid=laid, top=event.seat, table=play)
    if isinstance(event, ev.Passed):
        table = habits.table
        if table is None or table.jokers or same_side(event.seat, habits.top):
            return habits
        return habits._replace(let_lie=(*habits.let_lie, LetLie(event.seat, table.base, table.hung)))
    if isinstance(event, ev.RoundEnded):
        return habits._replace(top=-1, table=None)
    if isinstance(event, ev.DealStarted):
        return NO_HABITS
    return habits
