"""A table whose players are not trusted: what they do wrong is noted, and somebody else decides in their place."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any, get_args

from gouji_desktop.bots.levels import hard
from gouji_desktop.bots.player import Player
from gouji_desktop.bots.pool import BrokenPlayerError, told
from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.rules.cards import FACES, faces_text
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.engine import decide
from gouji_desktop.rules.events import DealScored, Event, QueryOpened
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.state import DealResult, Match, Stage
from gouji_desktop.simulate.limits import Overrun, TimeLimit
from gouji_desktop.simulate.paired import Maker
from gouji_desktop.simulate.table import Table, seeded

_COMMANDS: tuple[type, ...] = get_args(SeatCommand)

#: What is counted of each team, in the order of the report; of burns: by how they ended.
COUNTED = (
    "sweeps",
    "burns_offered",
    "burns_taken",
    "burns_succeeded",
    "burns_undone",
    "burns_failed",
    "points_opened",
    "shut",
)
_BURN_ENDS = {"success": "burns_succeeded", "undone": "burns_undone", "failed": "burns_failed"}


class TeamRecord:
    """What one team's players did: the time of each decision in seconds, their faults, and what came of their play."""

    def __init__(self) -> None:
        self.times = array("d")
        self.faults = 0
        #: The first fault in a sentence; empty where there was none.
        self.first_fault = ""
        self.counts = dict.fromkeys(COUNTED, 0)

    def add(self, other: TeamRecord) -> None:
        """Add what a later record of the same team holds."""
        self.times.extend(other.times)
        self.faults += other.faults
        self.first_fault = self.first_fault or other.first_fault
        for name, number in other.counts.items():
            self.counts[name] += number

    def note(self, sentence: str) -> None:
        """Note a fault."""
        self.faults += 1
        self.first_fault = self.first_fault or sentence


class RefereedTable(Table):
    """Six players round one match. No fault of theirs stops it.

    A player that cannot be made, raises, takes too long or answers what the rules refuse is noted in the record of its
    side; the move of the `hard` level is made for it, and where that fails too the simplest legal one. The player goes
    on with the next decision. `place` says in a fault's sentence where it happened.
    """

    def __init__(
        self,
        rules: RuleSet,
        makers: Sequence[Maker],
        seed: int,
        records: tuple[TeamRecord, TeamRecord],
        limit: TimeLimit,
        *,
        deals: int = 1,
        place: str = "",
    ) -> None:
        self._records = records
        self._limit = limit
        self._place = place
        self._seed = seed
        self._stand_ins: dict[Seat, Player] = {}
        self._missing = 0
        players = [self._made(seat, makers[seat], seeded(seed, seat)) for seat in range(SEATS)]
        super().__init__(rules, players, seeded(seed, "table"), deals=deals, listener=self._count)

    def _made(self, seat: Seat, maker: Maker, rng: Random) -> Player:
        try:
            return self._limit.call(maker, seat, rng)
        except KeyboardInterrupt:
            raise
        except BrokenPlayerError as error:
            self._note(seat, str(error))
        except Overrun:
            self._note(seat, f"making it took more than {self._limit.seconds:g} s")
        except BaseException as error:  # noqa: BLE001 - a stranger's bot may raise anything
            self._note(seat, f"it could not be made: {told(error)}")
        self._missing |= 1 << seat
        return self._stand_in(seat)

    def _ask(self, prompt: Prompt) -> list[Event]:
        seat, view = prompt.seat, self.see(prompt.seat)
        if not self._missing >> seat & 1:
            record = self._records[seat % 2]
            start = perf_counter()
            try:
                command: object = self._limit.call(self.players[seat].answer, view, prompt)
            except KeyboardInterrupt:
                raise
            except Overrun:
                trouble = f"its answer took more than {self._limit.seconds:g} s"
            except BaseException as error:  # noqa: BLE001 - as above
                trouble = f"its answer raised {told(error)}"
            else:
                record.times.append(perf_counter() - start)
                events = _accepted(self.match, command, prompt)
                if not isinstance(events, str):
                    return events
                record.note(self._sentence(seat, events))
                return self._replaced(prompt)
            record.times.append(perf_counter() - start)
            record.note(self._sentence(seat, trouble))
        return self._replaced(prompt)

    def _replaced(self, prompt: Prompt) -> list[Event]:
        """What follows from the move that is made for a player that failed."""
        view = self.see(prompt.seat)
        try:
            events = _accepted(self.match, self._stand_in(prompt.seat).answer(view, prompt), prompt)
            if not isinstance(events, str):
                return events
        except Exception:  # noqa: BLE001, S110 - the simplest answer below is there for this
            pass
        return self._events_of(simplest_answer(view, prompt))

    def _stand_in(self, seat: Seat) -> Player:
        """The player that decides where the seat's own fails; it may sit down in the middle of a deal."""
        if seat not in self._stand_ins:
            self._stand_ins[seat] = hard(seat, seeded(self._seed, seat, "stand-in"))
        return self._stand_ins[seat]

    def _tell(self, seat: Seat, event: Event) -> None:
        view = self.see(seat)
        if seat in self._stand_ins:
            self._stand_ins[seat].observe(event, view)
        if self._missing >> seat & 1:
            return
        try:
            self._limit.call(self.players[seat].observe, event, view)
        except KeyboardInterrupt:
            raise
        except Overrun:
            self._note(seat, f"its look at an event took more than {self._limit.seconds:g} s")
        except BaseException as error:  # noqa: BLE001 - as above
            self._note(seat, f"its look at an event ({type(event).__name__}) raised {told(error)}")

    def _note(self, seat: Seat, trouble: str) -> None:
        self._records[seat % 2].note(self._sentence(seat, trouble))

    def _sentence(self, seat: Seat, trouble: str) -> str:
        return f"{self._place}seat {seat}: {trouble}"

    def _count(self, event: Event, _match: Match) -> None:
        if isinstance(event, QueryOpened) and event.stage == Stage.BURN_QUERY:
            for seat in range(SEATS):
                self._records[seat % 2].counts["burns_offered"] += event.asked >> seat & 1
        elif isinstance(event, DealScored):
            self.count_result(event.result)

    def count_result(self, result: DealResult) -> None:
        """Count in the records of both sides what came of a deal."""
        for side, record in enumerate(self._records):
            counts = record.counts
            counts["sweeps"] += result.three_in_a_row and result.places[0] % 2 == side
            counts["shut"] += sum(shut.victim % 2 == side for shut in result.shut)
            counts["points_opened"] += sum(result.opened >> seat & 1 for seat in range(side, SEATS, 2))
            for burn in result.burns:
                if burn.by % 2 == side:
                    counts["burns_taken"] += 1
                    if burn.outcome in _BURN_ENDS:
                        counts[_BURN_ENDS[burn.outcome]] += 1


def _accepted(match: Match, command: object, prompt: Prompt) -> list[Event] | str:
    """What a player's answer leads to, or in words why it is none."""
    trouble = malformed(command, prompt)
    if trouble:
        return trouble
    outcome = decide(match, command)  # type: ignore[arg-type]
    if isinstance(outcome, Rejected):
        cards = getattr(command, "faces", ())
        what = f"{type(command).__name__} {faces_text(cards)}".strip()
        return f"its answer {what} was refused: {outcome.reason}"
    return outcome


def malformed(command: Any, prompt: Prompt) -> str:
    """Why something that a player answered is no command of its seat; empty where it is one, legal or not."""
    if type(command) not in _COMMANDS:
        return f"its answer was {'None' if command is None else type(command).__name__}, which is no command of a seat"
    if type(command.seat) is not int or type(command.prompt) is not int:
        return "its answer names no seat and prompt by whole numbers"
    if command.seat != prompt.seat:
        return f"it answered for seat {command.seat}"
    if type(getattr(command, "yes", True)) is not bool:
        return "its answer is neither yes nor no"
    faces = getattr(command, "faces", ())
    if type(faces) is not tuple or not all(type(face) is int and 0 <= face < FACES for face in faces):
        return "its answer names what are no cards: faces are a tuple of numbers from 0 to 53"
    return ""
