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

    __slots__ = ("_deal", "_match", "_steps", "events", "rules")

    def __init__(self, match: Match) -> None:
        self.rules = match.rules
        self.events: list[Event] = []
        self._deal = match.deal
        #: The match without the last events, which changed its deal and took so many steps.
        self._match = match
        self._steps = 0

    @property
    def deal(self) -> Deal:
        """The deal after the events so far."""
        deal = self._deal
        assert deal is not None
        return deal

    @property
    def match(self) -> Match:
        """The match after the events so far."""
        deal = self._deal
        if deal is not None and deal is not self._match.deal:
            self._match = advance(self._match, deal, self._steps)
            self._steps = 0
        return self._match

    def emit(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)
        change = DEAL_CHANGES.get(type(event))
        if change is None:
            self._match = evolve(self.match, event)
            self._deal = self._match.deal
            return
        self._deal = change(self.deal, self.rules, event)
        self._steps += type(event) is not Answered


def answered(match: Match, seat: Seat, answer: tuple[Face, ...] | bool) -> Tape:
    """A sealed answer to the open query, and nothing else."""
    tape = Tape(match)
    tape.emit(Answered(seat, answer))
    return tape
