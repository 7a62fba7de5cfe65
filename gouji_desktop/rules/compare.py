"""What beats what (A:L23-L33, B1:L120-L124, C:L31-L42, D:L15-L17).

Cards are compared one by one: sort both plays from high to low, and each new card must be strictly higher. Two
options bend that: where a big joker falls to two (大王二杀一), each big joker on the table costs two; where two small
jokers may kill a small one, such pairs stand in for a big joker.
"""

from __future__ import annotations

from gouji_desktop.rules.plays import JOKERS, Play
from gouji_desktop.rules.ruleset import RuleSet


def joker_values(play: Play, rules: RuleSet) -> tuple[int, int]:
    """(small, big) as they count: hung beside a small one, a big joker may count as small (D:L11)."""
    if rules.mixed_jokers_degrade and play.small and play.big and play.base != JOKERS:
        return play.small + play.big, 0
    return play.small, play.big


def beats(table: Play, play: Play, rules: RuleSet) -> bool:
    """True where `play` may be laid on `table` as far as the cards go."""
    table_hung = table.naturals + table.money
    hung = play.naturals + play.money
    if not (table.small or table.big or play.small or play.big):
        return hung == table_hung and play.base > table.base
    table_small, table_big = joker_values(table, rules)
    small, big = joker_values(play, rules)
    if table_big:
        if not rules.big_joker_doubling:
            return False
        if rules.strict_hung_count and hung != table_hung:
            return False
        big -= 2 * table_big
        if big < 0:
            return False
    if hung and not (table_hung and play.base > table.base):
        return False
    if not rules.small_joker_pairs:
        return _covers(table_small, table_hung, small, big, hung)
    return any(
        _covers(table_small - pairs, table_hung, small - 2 * pairs, big, hung)
        for pairs in range(min(table_small, small // 2) + 1)
    )


def _covers(table_small: int, table_hung: int, small: int, big: int, hung: int) -> bool:
    """Each small joker falls to a big one; every other card to a higher one, of which there are exactly enough."""
    return big >= table_small and (big - table_small) + small + hung == table_hung
