"""A growing list of events together with the state after them, for the deciding functions."""

from __future__ import annotations

from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.events import Answered, Event
from gouji_desktop.rules.evolving import DEAL_CHANGES, advance, evolve
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Deal, Match


class Tape:
    """Events decided so far, and the match after them.

    Most events change the deal alone; the match round it is made when somebody asks for it, once for a whole command.
    """

    __slots__ = ("_match", "_steps", "deal", "events", "rules")

    def __init__(self, match: Match) -> None:
        self.rules = match.rules
        self.events: list[Event] = []
        #: The deal after the events so far. Between deals there is none, and nobody may ask for it.
        self.deal: Deal = match.deal  # type: ignore[assignment]
        #: The match without the last events, which changed its deal and took so many steps.
        self._match = match
        self._steps = 0

    @property
    def match(self) -> Match:
        """The match after the events so far."""
        if self.deal is not self._match.deal:
            self._match = advance(self._match, self.deal, self._steps)
            self._steps = 0
        return self._match

    def emit(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)
        change = DEAL_CHANGES.get(type(event))
        if change is None:
            self._match = evolve(self.match, event)
            self.deal = self._match.deal  # type: ignore[assignment]
            return
        self.deal = change(self.deal, self.rules, event)
        self._steps += type(event) is not Answered


def answered(match: Match, seat: Seat, answer: tuple[Face, ...] | bool) -> Tape:
    """A sealed answer to the open query, and nothing else."""
    tape = Tape(match)
    tape.emit(Answered(seat, answer))
    return tape
