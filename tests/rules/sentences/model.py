"""A second reading of the round in tribute216, written from rules.md 3.2 to 3.6 without a look at the engine.

It keeps sets and lists where the engine keeps masks and events, and knows this rule set alone. `test_model.py` plays
small positions on both and compares who is asked what, and what comes of it.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum, auto

LEAST = {"T": 5, "J": 4, "Q": 3, "K": 2, "A": 2, "2": 1}
RING = range(6)


def across(seat: int) -> int:
    return (seat + 3) % 6


def after(seat: int) -> list[int]:
    return [(seat + step) % 6 for step in range(1, 6)]


def base_of(cards: str) -> str:
    """The rank that a play counts as; empty for jokers alone."""
    natural = sorted(set(cards) - set("2SB"))
    return natural[0] if natural else "2" if "2" in cards else ""


def jokers_in(cards: str) -> int:
    return sum(card in "SB" for card in cards)


def is_gouji(cards: str) -> bool:
    jokers = jokers_in(cards)
    return jokers > 0 or len(cards) >= LEAST.get(base_of(cards), 99)


class Kind(Enum):
    """Who may answer what lies on the table."""

    PLAIN = auto()
    BOUND = auto()
    GOUJI = auto()
    DEAD = auto()
    CHAOS = auto()
    GOUJI_THEN_CHAOS = auto()


BURNABLE = {Kind.GOUJI, Kind.DEAD, Kind.GOUJI_THEN_CHAOS}


class Burnt:
    """One burn."""

    def __init__(self, by: int, victim: int, cards: str) -> None:
        self.by, self.victim, self.cards = by, victim, cards
        self.bound = True
        self.outcome = ""


class Model:
    """The position."""

    def __init__(self, hands: list[str], leader: int, revolted: list[int], claims: list[int], held: bool) -> None:
        self.hands = [Counter(hand) for hand in hands]
        self.held = held
        self.live = {seat for seat in RING if hands[seat]}
        self.revolted = list(revolted)
        self.finished = [seat for seat in RING if not hands[seat] and seat not in revolted]
        self.failed: list[int] = []
        self.dead_left = [3 if seat in claims else 0 for seat in RING]
        self.chaos = len(self.live) <= 4
        self.burns: list[Burnt] = []
        self.shut: list[tuple[int, int]] = []
        self.opened: set[int] = set()
        self.leader = leader
        self.start_round()

    def start_round(self) -> None:
        self.top: int | None = None
        self.cards = ""
        self.kind = Kind.PLAIN
        self.asking_burners = False
        self.locked: set[int] = set()
        self.passed: set[int] = set()
        self.yielded: int | None = None
        self.claimed: set[int] = set()

    # --- questions ----------------------------------------------------------------------------------------------

    def headless(self, seat: int) -> bool:
        gone = across(seat) not in self.live and across(seat) not in self.failed
        return gone and self.dead_left[seat] == 0

    def over(self) -> bool:
        return len(self.live) <= 1 or len({seat % 2 for seat in self.live}) == 1

    def burners(self) -> set[int]:
        """Who might be asked to burn, as far as everybody knows."""
        assert self.top is not None
        others = self.live - {self.top, across(self.top)} - self.locked
        return {seat for seat in others if not self.headless(seat)}

    def duty(self, seat: int) -> Burnt | None:
        return next((burn for burn in self.burns if burn.bound and burn.by == seat), None)

    def breaks_duty(self, seat: int, cards: str) -> bool:
        last = len(cards) == self.hands[seat].total()
        return self.duty(seat) is not None and not jokers_in(cards) and not last

    def question(self) -> tuple[int, list[str]] | None:
        """Who is asked now, and the verbs; None where the play stands."""
        if self.top is None:
            return self.leader, ["play"]
        other = across(self.top)
        if self.chaos:
            order = [other, *after(self.top)] if self.kind == Kind.GOUJI_THEN_CHAOS else after(self.top)
            waiting = [seat for seat in order if seat in self.live - self.passed]
            return (waiting[0], ["pass", "play"]) if waiting else None
        waiting = [seat for seat in after(self.top) if self.may_answer(seat)]
        if not waiting:
            return None if self.yielded is None else (self.yielded, ["accept", "play"])
        if waiting[0] != other:
            return waiting[0], ["pass", "play"]
        return other, ["accept", "play"] if len(waiting) == 1 else ["pass", "play", "yield"]

    def may_answer(self, seat: int) -> bool:
        if seat not in self.live - self.passed - {self.yielded}:
            return False
        assert self.top is not None
        opposite = seat == across(self.top)
        if self.kind == Kind.DEAD:
            return False
        if self.kind == Kind.BOUND or opposite:
            return opposite
        return seat not in self.locked and (self.kind == Kind.PLAIN or self.headless(seat))

    # --- what happens -------------------------------------------------------------------------------------------

    def turn_down(self, seat: int, verb: str) -> None:
        if verb == "yield":
            self.yielded = seat
            return
        self.passed.add(seat)
        self.yielded = None if seat == self.yielded else self.yielded
        if not self.chaos:
            self.locked.add(seat)

    def burners_answered(self) -> None:
        self.asking_burners = False

    def lay(self, seat: int, cards: str, burns: bool) -> None:
        beaten, beaten_cards, was_in_chaos = self.top, self.cards, self.chaos
        self.hands[seat] -= Counter(cards)
        out = not self.hands[seat]
        earns = False
        ends_yield = False
        if beaten is not None:
            self.settle_beaten(beaten, seat)
            earns = beaten == across(seat) and beaten in self.finished and self.kind == Kind.GOUJI
            ends_yield = self.yielded == seat and beaten in self.live
            if self.yielded is not None:
                self.locked.add(self.yielded)
        if burns:
            assert beaten is not None
            self.burns.append(Burnt(seat, beaten, beaten_cards))
        self.locked -= {seat, across(seat)}
        if out:
            self.leave(seat)
        self.dead_left[seat] += earns
        kind = self.kind_of(seat, cards, out, begins=self.chaos and not was_in_chaos, ends_yield=ends_yield)
        self.put(seat, cards, Kind.GOUJI if earns and kind == Kind.DEAD else kind)

    def settle_beaten(self, beaten: int, by: int) -> None:
        duty = self.duty(beaten)
        if duty:
            duty.bound, duty.outcome = False, "undone"
        hand = self.hands[beaten]
        waits = self.held and hand["3"] > 0 and hand["3"] == hand.total()
        if waits and beaten in self.live and beaten not in {victim for victim, _ in self.shut}:
            self.shut.append((beaten, by))

    def leave(self, seat: int) -> None:
        self.live.discard(seat)
        self.finished.append(seat)
        self.begin_chaos_where_due()
        for burn in self.burns:
            if burn.by == seat and not burn.outcome:
                burn.bound, burn.outcome = False, "success"

    def begin_chaos_where_due(self) -> None:
        if len(self.live) <= 4:
            self.chaos = True
            self.locked = set()

    def kind_of(self, seat: int, cards: str, out: bool, *, begins: bool, ends_yield: bool) -> Kind:
        restricts = is_gouji(cards) and not self.headless(seat)
        if self.chaos:
            return Kind.GOUJI_THEN_CHAOS if begins and out and restricts else Kind.CHAOS
        if restricts:
            claims = across(seat) not in self.live and across(seat) not in self.failed
            return Kind.DEAD if claims else Kind.GOUJI
        return Kind.BOUND if ends_yield else Kind.PLAIN

    def put(self, seat: int, cards: str, kind: Kind) -> None:
        self.top, self.cards, self.kind = seat, cards, kind
        self.passed, self.yielded = set(), None
        self.asking_burners = kind in BURNABLE
        if kind == Kind.DEAD:
            self.claimed.add(seat)

    def fail(self, seat: int) -> None:
        burn = self.duty(seat)
        assert burn is not None
        burn.bound, burn.outcome = False, "failed"
        self.live.discard(seat)
        self.failed.append(seat)
        self.shut = [each for each in self.shut if each != (burn.victim, seat)]
        was_in_chaos = self.chaos
        self.begin_chaos_where_due()
        begins = self.chaos and not was_in_chaos
        self.locked -= {burn.victim, across(burn.victim)}
        kind = self.kind_of(burn.victim, burn.cards, burn.victim not in self.live, begins=begins, ends_yield=False)
        self.put(burn.victim, burn.cards, kind)

    def stand(self) -> None:
        """The play stands: the point, and who leads."""
        assert self.top is not None
        pure = is_gouji(self.cards) and not jokers_in(self.cards) and self.cards != "2"
        if pure and not self.chaos:
            self.opened.add(self.top)
        for seat in self.claimed:
            self.dead_left[seat] -= 1
        self.leader = next(seat for seat in [self.top, *after(self.top)] if seat in self.live)
        self.start_round()

    def places(self) -> list[int]:
        last = self.finished[-1] if self.finished else 0
        rest = sorted(self.live, key=lambda seat: (self.hands[seat].total(), [*after(last), last].index(seat)))
        slots: dict[int, int] = {5 - index: seat for index, seat in enumerate(self.failed)}
        for seat in self.revolted:
            head = self.finished[:2]
            wanted = 2 if len(head) == 2 and all(each % 2 == seat % 2 for each in head) else 3
            slots[next(slot for slot in [wanted, *range(wanted, -1, -1)] if slot not in slots)] = seat
        order = iter([*self.finished, *rest])
        return [slots[slot] if slot in slots else next(order) for slot in RING]
