"""The facts of a deal in play, and the copy of them that every rollout starts from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from gouji_desktop.bots.rollout.burns import NEAR, gap_of
from gouji_desktop.bots.rollout.coded import Code, PlayTuple, code_of
from gouji_desktop.bots.rollout.duties import Burns
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import ALL_SEATS, SEATS
from gouji_desktop.rules.state import Streak

#: What `turn` is asked.
LEAD, ANSWER, LAST_WORD = range(3)
#: What the worth of a deal depends on besides play: number, declared, revolted, conceded, streaks.
Frame = tuple[int, int, int, int, tuple[Streak, ...]]

_new = object.__new__


class Facts:
    """One deal in play, changed in place. Names follow `rules.state.Round` and `Deal`; sets of seats are bit masks."""

    __slots__ = (
        "asked",
        "bound",
        "bound_to",
        "burners",
        "burns",
        "chaos",
        "code",
        "dead",
        "dead_left",
        "dead_used",
        "everyone",
        "finished",
        "frame",
        "gaps",
        "hands",
        "headless",
        "in_force",
        "live",
        "locked",
        "locks",
        "near",
        "opened",
        "opposite_bit",
        "opposite_first",
        "over",
        "passed",
        "placed_last",
        "point_ready",
        "rules",
        "run",
        "shut",
        "sizes",
        "table",
        "top",
        "turn",
        "waiting",
        "word",
        "yielded",
    )

    def __init__(self, rules: RuleSet, hands: Sequence[Sequence[int]], turn: int) -> None:
        """The beginning of play with these hands (counts of 15 ranks, copied); `turn` leads."""
        self.rules = rules
        self.code: Code = code_of(rules)
        self.hands: list[list[int]] = [list(hand) for hand in hands]
        #: Cards that each seat holds.
        self.sizes: list[int] = [sum(hand) for hand in self.hands]
        #: Natural sets less jokers of each seat, and who could burn by that (`burns.NEAR`).
        self.gaps: list[int] = [gap_of(hand) for hand in self.hands]
        self.near: int = sum(1 << seat for seat in range(SEATS) if self.gaps[seat] <= NEAR)
        self.live: int = ALL_SEATS
        #: Seats without a head, in or out: their opposite went out or revolted and no 够死级 is left to them.
        self.headless: int = 0
        self.chaos: bool = False
        self.opened: int = 0
        self.point_ready: int = 0
        self.dead_left: tuple[int, ...] = (0,) * SEATS
        self.dead_used: int = 0
        self.finished: list[int] = []
        self.placed_last: list[int] = []
        self.burns: Burns = ()
        #: Seats that the joker duty of some burn binds.
        self.bound: int = 0
        #: (victim, by), in order.
        self.shut: tuple[tuple[int, int], ...] = ()
        self.frame: Frame = (1, 0, 0, 0, ())
        self.over: bool = False
        #: Burn query: seats that may burn on their cards and have not answered; 0: none is open.
        self.asked: int = 0
        #: Who wants to burn, with what, in order of arrival.
        self.burners: tuple[tuple[int, PlayTuple], ...] = ()
        self.lead_of(turn)

    def lead_of(self, seat: int) -> None:
        """A new round that the seat leads."""
        #: The seat to act; -1 while a burn query is open and when the deal is over.
        self.turn: int = seat
        self.word: int = LEAD
        self.top: int = -1
        self.table: PlayTuple | None = None
        self.in_force: bool = False
        self.passed: int = 0
        self.locked: int = 0
        self.yielded: int = -1
        self.bound_to: int = -1
        self.everyone: bool = False
        self.dead: bool = False
        self.opposite_first: bool = False
        self.run: int = 0
        #: Who is still to be asked about the table, apart from a last word that is given again.
        self.waiting: int = 0
        #: Passing the table locks.
        self.locks: bool = False
        #: The seat whose question is the last word where nobody else waits; 0 in chaos.
        self.opposite_bit: int = 0

    def copy(self) -> Self:
        """An independent copy."""
        new = _new(type(self))
        one, two, three, four, five, six = self.hands
        new.hands = [one[:], two[:], three[:], four[:], five[:], six[:]]
        new.sizes = self.sizes[:]
        new.gaps = self.gaps[:]
        new.finished = self.finished[:]
        new.placed_last = self.placed_last[:]
        new.rules = self.rules
        new.code = self.code
        new.near = self.near
        new.live = self.live
        new.headless = self.headless
        new.chaos = self.chaos
        new.opened = self.opened
        new.point_ready = self.point_ready
        new.dead_left = self.dead_left
        new.dead_used = self.dead_used
        new.burns = self.burns
        new.bound = self.bound
        new.shut = self.shut
        new.frame = self.frame
        new.over = self.over
        new.asked = self.asked
        new.burners = self.burners
        new.turn = self.turn
        new.word = self.word
        new.top = self.top
        new.table = self.table
        new.in_force = self.in_force
        new.passed = self.passed
        new.locked = self.locked
        new.yielded = self.yielded
        new.bound_to = self.bound_to
        new.everyone = self.everyone
        new.dead = self.dead
        new.opposite_first = self.opposite_first
        new.run = self.run
        new.waiting = self.waiting
        new.locks = self.locks
        new.opposite_bit = self.opposite_bit
        return new
