"""A rule set as the rollout engine reads it: each option once, and what jokers are worth looked up once.

How jokers and 2s beat what lies on the table is asked of the rules themselves and remembered: there is no second copy
of that arithmetic here.
"""

from __future__ import annotations

from functools import lru_cache

from gouji_desktop.rules.cards import BIG, FOUR, RANKS, SMALL, THREE, TWO
from gouji_desktop.rules.moves import answers
from gouji_desktop.rules.plays import GOUJI_THRESHOLD, JOKERS, Play
from gouji_desktop.rules.ruleset import RuleSet

#: (base, naturals, money, small, big), in the order of `rules.plays.Play`.
PlayTuple = tuple[int, int, int, int, int]
#: (small, big, hung): jokers laid, and how many cards of one rank go with them so that the table is beaten.
JokerOption = tuple[int, int, int]
#: (hung, ((small, big), ...)): the same by number of hung cards.
JokerLevel = tuple[int, tuple[tuple[int, int], ...]]

#: The fewest cards of each rank that are 够级. Jokers alone (base -1) find the last entry and are gouji anyhow.
THRESHOLDS: tuple[int, ...] = tuple(GOUJI_THRESHOLD.get(rank, 999) for rank in range(RANKS))
#: More cards of a rank than any hand holds.
_PLENTY = 99


class Code:
    """One rule set's options, as plain attributes. Made once, never changed but for what it remembers."""

    __slots__ = (
        "after_pass",
        "any_gouji_opens",
        "arrival",
        "burn_after_pass",
        "chaos_after_two",
        "chaos_circles",
        "cover_undone_only",
        "first_base",
        "forbidden",
        "fours_open",
        "gouji_pass_locks",
        "headless_unlocks",
        "hold_threes",
        "last_to_all",
        "last_to_opposite",
        "levels",
        "lone_two_opens_not",
        "needs_no_fours",
        "options",
        "play_out",
        "rules",
        "stands",
        "yield_binds",
    )

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.hold_threes = rules.hold_threes
        #: The lowest rank that can be the base of a play, a hand of 3s alone aside.
        self.first_base = FOUR if rules.hold_threes else THREE
        self.headless_unlocks = rules.headless_unlocks
        self.gouji_pass_locks = rules.gouji_pass_locks
        self.after_pass = rules.last_word == "after_pass"
        self.chaos_after_two = rules.chaos == "two_out"
        self.chaos_circles = rules.chaos_circles
        self.last_to_opposite = rules.last_gouji_play == "opposite"
        self.last_to_all = rules.last_gouji_play == "anyone"
        self.yield_binds = rules.yield_binds
        # Burns.
        self.burn_after_pass = rules.burn_after_pass
        self.needs_no_fours = rules.burn_needs_no_fours
        self.arrival = rules.burn_tiebreak == "arrival"
        self.forbidden = rules.burn_failure == "forbidden"
        self.stands = rules.burn_success == "cover_stands"
        self.play_out = rules.burn_success == "play_out"
        self.cover_undone_only = rules.burn_undone_by == "cover"
        # The point.
        self.any_gouji_opens = rules.opening == "any_gouji"
        self.lone_two_opens_not = rules.opening == "no_joker_no_lone_two"
        self.fours_open = rules.opening == "pure_then_fours"
        self.options: dict[int, tuple[JokerOption, ...]] = {}
        self.levels: dict[int, tuple[JokerLevel, ...]] = {}

    def joker_options(self, table: PlayTuple, smalls: int, bigs: int) -> tuple[JokerOption, ...]:
        """How the table can be beaten with at most so many jokers: fewest of them first as the rules list them.

        An option with no hung card is a play of jokers alone; one with hung cards needs a rank above the table's.
        """
        hung = table[1] + table[2]
        key = (((hung << 6 | table[3]) << 6 | table[4]) << 6 | smalls) << 6 | bigs
        found = self.options.get(key)
        if found is None:
            # A table of 3s and a hand of 4s: every option with hung cards shows, none costs a 2.
            hand = [0] * RANKS
            hand[FOUR], hand[SMALL], hand[BIG] = _PLENTY, smalls, bigs
            low = Play(THREE, hung, 0, table[3], table[4]) if hung else Play(JOKERS, 0, 0, table[3], table[4])
            found = tuple((play.small, play.big, play.hung) for play in answers(tuple(hand), low, self.rules))
            self.options[key] = found
        return found

    def thrifty_options(self, table: PlayTuple, smalls: int, bigs: int) -> tuple[JokerLevel, ...]:
        """The joker options worth trying: for each number of hung cards, most first, the fewest bigs or smalls."""
        hung = table[1] + table[2]
        key = (((hung << 6 | table[3]) << 6 | table[4]) << 6 | smalls) << 6 | bigs
        found = self.levels.get(key)
        if found is None:
            pairs: dict[int, list[tuple[int, int]]] = {}
            for small, big, need in self.joker_options(table, smalls, bigs):
                pairs.setdefault(need, []).append((small, big))
            found = tuple(
                (need, tuple(dict.fromkeys((min(each, key=lambda pair: pair[::-1]), min(each)))))
                for need, each in sorted(pairs.items(), reverse=True)
            )
            self.levels[key] = found
        return found

    def can_open(self, play: PlayTuple) -> bool:
        """Whether a play of this kind may open the point if it stands (rules.policies.opening)."""
        base, naturals, money, small, big = play
        if small or big:
            return self.any_gouji_opens
        if naturals + money < THRESHOLDS[base] or (self.lone_two_opens_not and base == TWO and naturals == 1):
            return False
        return not (self.fours_open and (base == TWO or money))


@lru_cache(maxsize=64)
def code_of(rules: RuleSet) -> Code:
    """The code of a rule set."""
    return Code(rules)


__all__ = ["THRESHOLDS", "Code", "JokerLevel", "JokerOption", "PlayTuple", "code_of"]
