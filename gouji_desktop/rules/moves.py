"""The legal plays, by counts."""

from __future__ import annotations

from gouji_desktop.rules.cards import BIG, SMALL, THREE, TWO, Counts
from gouji_desktop.rules.compare import joker_values
from gouji_desktop.rules.plays import JOKERS, Play, make_play
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.ruleset import RuleSet


def play_fault(play: Play, hand: Counts | None, rules: RuleSet) -> Reason | None:
    """Why a play may not be laid from a hand whatever lies on the table; None where it may.

    Without a hand only the play is judged. Under 憋三, 3s go alone, last and all together (A:L54, C:L9, D:L47).
    """
    if rules.hold_threes and play.base == THREE:
        if play.size != play.naturals:
            return Reason.THREES_STAND_ALONE
        if hand is not None and sum(hand) != play.size:
            return Reason.THREES_LAST
    return None


def leads(hand: Counts, rules: RuleSet) -> list[Play]:
    """Every play that may be led from a hand."""
    twos, smalls, bigs = hand[TWO], hand[SMALL], hand[BIG]
    plays: list[Play] = []
    bases = range(THREE, TWO)
    if rules.hold_threes:
        bases = range(THREE + 1, TWO)
        if hand[THREE] and hand[THREE] == sum(hand):
            return [Play(THREE, hand[THREE], 0, 0, 0)]
    for small in range(smalls + 1):
        for big in range(bigs + 1):
            for base in bases:
                for naturals in range(1, hand[base] + 1):
                    plays += [make_play((base, naturals, money, small, big)) for money in range(twos + 1)]
            plays += [make_play((TWO, naturals, 0, small, big)) for naturals in range(1, twos + 1)]
            if small or big:
                plays.append(make_play((JOKERS, 0, 0, small, big)))
    return plays


def answers(hand: Counts, table: Play, rules: RuleSet) -> list[Play]:
    """Every play of a hand that beats the play on the table, as far as the cards go."""
    table_small, table_big = joker_values(table, rules)
    if table_big and not rules.big_joker_doubling:
        return []
    plays: list[Play] = []
    for small in range(hand[SMALL] + 1):
        for big in range(hand[BIG] + 1):
            for hung in _hung_numbers(table, table_small, table_big, small, big, rules):
                if hung == 0:
                    plays.append(make_play((JOKERS, 0, 0, small, big)))
                else:
                    _fill(plays, hand, table.base, hung, small, big, rules)
    return plays


def _hung_numbers(table: Play, table_small: int, table_big: int, small: int, big: int, rules: RuleSet) -> list[int]:
    """How many hung cards a play with these jokers needs in order to beat the table: none, one or two numbers."""
    numbers: list[int] = []
    mixed = rules.mixed_jokers_degrade and small > 0 and big > 0
    for bare in (True, False):
        if bare and not (small or big):
            continue
        have_small, have_big = (small, big) if bare or not mixed else (small + big, 0)
        have_big -= 2 * table_big
        pairs_allowed = min(table_small, have_small // 2) if rules.small_joker_pairs else 0
        for pairs in range(pairs_allowed + 1):
            spare = have_big - (table_small - pairs)
            if have_big < 0 or spare < 0:
                continue
            need = table.hung - spare - (have_small - 2 * pairs)
            if need < 0 or bare != (need == 0) or need in numbers:
                continue
            if table_big and rules.strict_hung_count and need != table.hung:
                continue
            numbers.append(need)
    return numbers


def _fill(plays: list[Play], hand: Counts, above: int, hung: int, small: int, big: int, rules: RuleSet) -> None:
    """Add every way to hang `hung` cards of one rank above the given one."""
    twos = hand[TWO]
    for base in range(max(above + 1, THREE + rules.hold_threes), TWO):
        naturals = hand[base]
        if naturals:
            plays += [
                make_play((base, hung - money, money, small, big))
                for money in range(max(0, hung - naturals), min(twos, hung - 1) + 1)
            ]
    if above < TWO and hung <= twos:
        plays.append(make_play((TWO, hung, 0, small, big)))


def beat_fault(table: Play, play: Play, rules: RuleSet) -> Reason:
    """Why a play that does not beat the table does not: the first reason a person would give."""
    table_small, table_big = joker_values(table, rules)
    small, big = joker_values(play, rules)
    if table_big and not rules.big_joker_doubling:
        return Reason.BIG_JOKER_STANDS
    if table_big and big < 2 * table_big:
        return Reason.BIG_JOKER_COSTS_TWO
    if table_big and rules.strict_hung_count and play.hung != table.hung:
        return Reason.HUNG_NUMBER
    # Each card more than that would be a pair of small jokers that kills one.
    pairs = play.size - table.size - table_big
    if not 0 <= pairs <= (min(table_small, small // 2) if rules.small_joker_pairs else 0):
        return Reason.WRONG_NUMBER
    return Reason.JOKERS_TOO_LOW if big - 2 * table_big < table_small - pairs else Reason.TOO_LOW
