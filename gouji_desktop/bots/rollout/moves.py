"""The moves of a rollout: every legal one, and the few that are worth trying.

The full lists are those of the rules. The canonical lists are short: whole groups, the fewest 2s and jokers that do.
They are parts of the full lists and never empty where those are not, so that a rollout cannot get stuck.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from gouji_desktop.bots.rollout.burns import leaves_a_run
from gouji_desktop.bots.rollout.coded import THRESHOLDS, Code, JokerLevel, PlayTuple
from gouji_desktop.bots.rollout.engine import RolloutState
from gouji_desktop.rules.cards import BIG, FOUR, SMALL, THREE, TWO
from gouji_desktop.rules.plays import JOKERS

#: A canonical list of answers is no longer than this.
MOST_ANSWERS = 14
#: More 2s than this go with a group only where the whole hand does.
_MOST_TWOS = 3
#: Cards of one rank in the eight decks that a rule set may have at most.
_MOST_OF_A_RANK = 32
_NO_LEVELS: tuple[JokerLevel, ...] = ()


def beats(table: PlayTuple, play: PlayTuple, code: Code) -> bool:
    """True where `play` may be laid on `table` as far as the cards go (`rules.compare.beats`)."""
    base, naturals, money, small, big = play
    hung = naturals + money
    if not (small or big or table[3] or table[4]):
        return base > table[0] and hung == table[1] + table[2]
    if hung and base <= table[0]:
        return False
    return (small, big, hung) in code.joker_options(table, small, big)


# --- every legal move -----------------------------------------------------------------------------------------------


def hand_leads(hand: Sequence[int], code: Code) -> list[PlayTuple]:
    """Every play that may be led from a hand, duties aside (`rules.moves.leads`)."""
    if code.hold_threes and hand[THREE] and hand[THREE] == sum(hand):
        return [(THREE, hand[THREE], 0, 0, 0)]
    twos, smalls, bigs = hand[TWO], hand[SMALL], hand[BIG]
    plays: list[PlayTuple] = []
    for small in range(smalls + 1):
        for big in range(bigs + 1):
            for base in range(code.first_base, TWO):
                for naturals in range(1, hand[base] + 1):
                    plays += [(base, naturals, money, small, big) for money in range(twos + 1)]
            plays += [(TWO, naturals, 0, small, big) for naturals in range(1, twos + 1)]
            if small or big:
                plays.append((JOKERS, 0, 0, small, big))
    return plays


def hand_answers(hand: Sequence[int], table: PlayTuple, code: Code) -> list[PlayTuple]:
    """Every play of a hand that beats the table, duties aside (`rules.moves.answers`)."""
    twos, above = hand[TWO], table[0]
    low = max(above + 1, code.first_base)
    plays: list[PlayTuple] = []
    for small, big, hung in code.joker_options(table, hand[SMALL], hand[BIG]):
        if not hung:
            plays.append((JOKERS, 0, 0, small, big))
            continue
        most = min(twos, hung - 1)
        for base in range(low, TWO):
            naturals = hand[base]
            if naturals:
                least = max(0, hung - naturals)
                plays += [(base, hung - money, money, small, big) for money in range(least, most + 1)]
        if above < TWO and hung <= twos:
            plays.append((TWO, hung, 0, small, big))
    return plays


def leads(state: RolloutState) -> list[PlayTuple]:
    """Every legal lead of `turn`. A bound seat's keep its duty, unless it holds none that does."""
    seat = state.turn
    plays = hand_leads(state.hands[seat], state.code)
    return _dutiful(state, seat, plays) or plays if state.bound >> seat & 1 else plays


def answers(state: RolloutState) -> list[PlayTuple]:
    """Every legal answer of `turn`. A bound seat's keep its duty: it may always pass."""
    seat, table = state.turn, state.table
    assert table is not None
    plays = hand_answers(state.hands[seat], table, state.code)
    return _dutiful(state, seat, plays) if state.bound >> seat & 1 else plays


def _dutiful(state: RolloutState, seat: int, plays: list[PlayTuple]) -> list[PlayTuple]:
    return [play for play in plays if state.keeps_duty(seat, play)]


def covers(state: RolloutState, seat: int) -> list[PlayTuple]:
    """Every cover that an asked seat may burn the table with."""
    hand, table, code = state.hands[seat], state.table, state.code
    if table is None or not state.near >> seat & 1 or (code.needs_no_fours and hand[FOUR]):
        return []
    return [play for play in hand_answers(hand, table, code) if leaves_a_run(hand, play, code)]


# --- the few worth trying -------------------------------------------------------------------------------------------


@cache
def _group_leads(twos: int, small: bool, big: bool) -> tuple[tuple[tuple[PlayTuple, ...], ...], ...]:
    """The canonical leads of every group, by rank and number, for a hand with such wild cards.

    A group goes whole: alone, with up to three 2s, with one joker; and just enough of it for 够级 goes alone. The
    tuples are made once and shared, which is most of what makes canonical lists fast.
    """

    def of_group(base: int, number: int) -> tuple[PlayTuple, ...]:
        if not number:
            return ()
        plays: list[PlayTuple] = [(base, number, money, 0, 0) for money in range(twos + 1)]
        if small:
            plays.append((base, number, 0, 1, 0))
        if big:
            plays.append((base, number, 0, 0, 1))
        if THRESHOLDS[base] < number:
            plays.append((base, THRESHOLDS[base], 0, 0, 0))
        return tuple(plays)

    return tuple(tuple(of_group(base, number) for number in range(_MOST_OF_A_RANK + 1)) for base in range(TWO))


def canonical_leads(hand: Sequence[int], code: Code) -> list[PlayTuple]:
    """A short list of leads from a hand, duties aside; it always holds one, and the whole hand where that is a play."""
    twos, smalls, bigs = hand[TWO], hand[SMALL], hand[BIG]
    small, big = smalls > 0, bigs > 0
    table = _group_leads(min(twos, _MOST_TWOS), small, big)
    plays: list[PlayTuple] = []
    groups = 0
    last = JOKERS
    for base in range(code.first_base, TWO):
        number = hand[base]
        if number:
            groups += 1
            last = base
            plays += table[base][number]
    if twos:
        plays += [(TWO, number, 0, 0, 0) for number in range(1, twos + 1)]
    if small:
        plays.append((JOKERS, 0, 0, 1, 0))
    if big:
        plays.append((JOKERS, 0, 0, 0, 1))
    if groups <= 1:
        if groups:
            whole: PlayTuple = (last, hand[last], twos, smalls, bigs)
        elif twos:
            whole = (TWO, twos, 0, smalls, bigs)
        elif smalls or bigs:
            whole = (JOKERS, 0, 0, smalls, bigs)
        else:
            return [(THREE, hand[THREE], 0, 0, 0)]
        if whole not in plays:
            plays.append(whole)
    return plays


def canonical_answers(hand: Sequence[int], table: PlayTuple, code: Code) -> list[PlayTuple]:
    """A short list of answers from a hand, duties aside: of every rank that can, the play with the fewest wild cards.

    Naturals before 2s, 2s before jokers; where one joker saves every 2 of a whole group, that play too. Small jokers
    and big ones are alternatives. Empty only where nothing beats the table.
    """
    above, twos = table[0], hand[TWO]
    hung = table[1] + table[2]
    low = above + 1 if above >= code.first_base else code.first_base
    plays: list[PlayTuple] = []
    levels = _NO_LEVELS
    if hand[SMALL] or hand[BIG] or table[3] or table[4]:
        levels = code.thrifty_options(table, hand[SMALL], hand[BIG])
        if table[3] or table[4]:
            return _answers_to_jokers(hand, above, low, levels)
    jokers = hand[SMALL] + hand[BIG]
    for base in range(low, TWO):
        number = hand[base]
        if number:
            if number >= hung:
                plays.append((base, hung, 0, 0, 0))
            elif number + twos + jokers >= hung:
                if jokers:
                    _fill_group(plays, base, number, twos, levels)
                else:
                    plays.append((base, number, hung - number, 0, 0))
    if jokers:
        _fill_wild(plays, above, twos, levels)
    elif above < TWO and hung <= twos:
        plays.append((TWO, hung, 0, 0, 0))
    return plays if len(plays) <= MOST_ANSWERS else _cheapest(plays)


def _answers_to_jokers(hand: Sequence[int], above: int, low: int, levels: tuple[JokerLevel, ...]) -> list[PlayTuple]:
    """The canonical answers to a play that hangs jokers: few hands have any."""
    plays: list[PlayTuple] = []
    if levels:
        twos = hand[TWO]
        for base in range(low, TWO):
            number = hand[base]
            if number:
                _fill_group(plays, base, number, twos, levels)
        _fill_wild(plays, above, twos, levels)
    return plays if len(plays) <= MOST_ANSWERS else _cheapest(plays)


def _fill_wild(plays: list[PlayTuple], above: int, twos: int, levels: tuple[JokerLevel, ...]) -> None:
    """Add the answers without naturals: 2s with the fewest jokers, and jokers alone."""
    lone = above >= TWO
    for hung, jokers in levels:
        if not hung:
            plays += [(JOKERS, 0, 0, small, big) for small, big in jokers]
        elif not lone and hung <= twos:
            plays += [(TWO, hung, 0, small, big) for small, big in jokers]
            lone = True


def _fill_group(plays: list[PlayTuple], base: int, number: int, twos: int, levels: tuple[JokerLevel, ...]) -> None:
    """Add the answers that one group can give."""
    money = 0
    for hung, jokers in levels:
        if not hung or hung > number + twos:
            continue
        if money:
            # One more joker would save the 2s.
            if hung == number:
                plays += [(base, number, 0, small, big) for small, big in jokers]
            return
        naturals = min(number, hung)
        money = hung - naturals
        plays += [(base, naturals, money, small, big) for small, big in jokers]
        if not money:
            return


def _wild_cost(play: PlayTuple) -> int:
    base, naturals, money, small, big = play
    return money + (naturals if base == TWO else 0) + 2 * small + 3 * big


def _cheapest(plays: list[PlayTuple]) -> list[PlayTuple]:
    """As many plays as a canonical list holds, those that spend the fewest wild cards."""
    plays.sort(key=_wild_cost)
    return plays[:MOST_ANSWERS]


def choices(state: RolloutState) -> list[PlayTuple]:
    """The canonical leads or answers of `turn`, joker duty included; a lead is always among them."""
    seat, table, code = state.turn, state.table, state.code
    hand = state.hands[seat]
    if state.bound >> seat & 1:
        if table is not None:
            return _cheapest(answers(state))
        plays = canonical_leads(hand, code)
        return _dutiful(state, seat, plays) or plays
    return canonical_leads(hand, code) if table is None else canonical_answers(hand, table, code)
