"""What open hands can beat: a playout looks where the house bot estimates."""

from __future__ import annotations

from gouji_desktop.bots.rollout.coded import Code
from gouji_desktop.bots.rollout.state import RolloutState
from gouji_desktop.rules.cards import BIG, SMALL, TWO
from gouji_desktop.rules.seats import OPPOSITE, SEATS, SIDES

#: Enemies of each seat.
ENEMIES = tuple(SIDES[(seat + 1) % 2] for seat in range(SEATS))
#: Allies of each seat.
ALLIES = tuple(SIDES[seat] & ~(1 << seat) for seat in range(SEATS))
#: The seats of each mask.
MEMBERS: tuple[tuple[int, ...], ...] = tuple(
    tuple(seat for seat in range(SEATS) if mask >> seat & 1) for mask in range(1 << SEATS)
)
#: A player spends no more wild cards than this to beat a set, unless it must.
WILDS_SPENT = 1
#: An enemy with so many cards or more is not nearly out.
FAR = 11
_NEARNESS = tuple((FAR - min(FAR, size)) / (FAR - 1) for size in range(FAR + 1))
#: Higher than 2s: jokers alone.
_JOKER_RANK = TWO + 1


def reach_of(hand: list[int]) -> list[int]:
    """For each number of cards the highest rank of which a hand lays so many, with few wild cards; -1 for none."""
    reach = [-1]
    number = 0
    wilds = hand[TWO] + hand[SMALL] + hand[BIG]
    spent = min(wilds, WILDS_SPENT)
    for rank in range(TWO - 1, -1, -1):
        have = hand[rank]
        if have and have + spent > number:
            reach += [rank] * (have + spent - number)
            number = have + spent
    twos = hand[TWO]
    if twos > number:
        reach += [TWO] * (twos - number)
        number = twos
    for count in range(2, twos + 1):
        reach[count] = max(reach[count], TWO)
    if spent:
        single = _JOKER_RANK if hand[SMALL] or hand[BIG] else TWO
        if number:
            reach[1] = single
        else:
            reach.append(single)
    return reach


def beats_jokers(hand: list[int], base: int, hung: int, small: int, big: int, code: Code) -> bool:
    """Whether a hand beats a play with jokers, whatever it costs."""
    rules = code.rules
    if small and big and base >= 0 and rules.mixed_jokers_degrade:
        small, big = small + big, 0
    if big and not rules.big_joker_doubling:
        return False
    spare = hand[BIG] - small - 2 * big
    if spare < 0:
        return False
    if not hung:
        return True
    wilds = hand[TWO] if base < TWO else 0
    if not (big and rules.strict_hung_count):
        wilds += spare + hand[SMALL]
    best = max(hand[base + 1 : TWO], default=0)
    return (best > 0 and best + wilds >= hung) or wilds >= hung


class OpenTable:
    """A state whose hands all lie open, and what each of them reaches.

    Whoever lays cards through it (`lay`, `burn`) keeps it right; the state is changed in place.
    """

    __slots__ = ("_reaches", "state")

    def __init__(self, state: RolloutState) -> None:
        self.state = state
        self._reaches: list[list[int] | None] = [None] * SEATS

    def lay(self, play: tuple[int, int, int, int, int]) -> None:
        """`turn` lays a play."""
        self._reaches[self.state.turn] = None
        self.state.lay(play)

    def burn(self, seat: int, play: tuple[int, int, int, int, int] | None) -> None:
        """An asked seat answers the burn query."""
        self.state.burn(seat, play)
        # Whose cover was laid shows only when the query has closed.
        self._reaches = [None] * SEATS

    def gouji_foes(self, seat: int) -> int:
        """The enemies that may answer a gouji of the seat in turn."""
        state = self.state
        return state.live & ENEMIES[seat] & (1 << OPPOSITE[seat] | state.headless)

    def headed(self, seat: int) -> bool:
        """Whether a gouji of the seat is in force."""
        return not self.state.chaos and not self.state.headless >> seat & 1

    def nearness(self, seat: int) -> float:
        """1 where an enemy has one card left, 0 where none is nearly out."""
        fewest = FAR
        sizes = self.state.sizes
        for foe in MEMBERS[self.state.live & ENEMIES[seat]]:
            fewest = min(fewest, sizes[foe])
        return _NEARNESS[fewest]

    def stands(self, foes: int, base: int, hung: int, small: int = 0, big: int = 0) -> bool:
        """Whether none of the seats of the mask beats the play with few wild cards."""
        state = self.state
        hands = state.hands
        if small or big:
            for foe in MEMBERS[foes]:
                if hands[foe][BIG] and beats_jokers(hands[foe], base, hung, small, big, state.code):
                    return False
            return True
        reaches = self._reaches
        for foe in MEMBERS[foes]:
            reach = reaches[foe]
            if reach is None:
                reach = reaches[foe] = reach_of(hands[foe])
            if len(reach) > hung and reach[hung] > base:
                return False
        return True
