"""A growing list of events together with the state after them, for the deciding functions."""

from __future__ import annotations

from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.events import Answered, Event
from gouji_desktop.rules.evolving import evolve
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Deal, Match


class Tape:
    """Events decided so far, and the match after them."""

    __slots__ = ("events", "match")

    def __init__(self, match: Match) -> None:
        self.match = match
        self.events: list[Event] = []

    @property
    def deal(self) -> Deal:
        """The deal after the events so far."""
        deal = self.match.deal
        assert deal is not None
        return deal

    def emit(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)
        self.match = evolve(self.match, event)


def answered(match: Match, seat: Seat, answer: tuple[Face, ...] | bool) -> Tape:
    """A sealed answer to the open query, and nothing else."""
    tape = Tape(match)
    tape.emit(Answered(seat, answer))
    return tape
