"""What of a position between two rounds tells who will go out before whom: numbers about one seat, hands open."""

from __future__ import annotations

from math import log, sqrt

from gouji_desktop.bots.rollout.coded import THRESHOLDS
from gouji_desktop.bots.search.looking import ALLIES, ENEMIES, MEMBERS, OpenTable
from gouji_desktop.rules.cards import BIG, EIGHT, QUEEN, RANK_TEXT, SMALL, THREE, TWO
from gouji_desktop.rules.seats import OPPOSITE, SEATS, Seat

#: More cards than a hand holds.
_PLENTY = 40
#: With so few cards a seat is nearly out.
_NEARLY_OUT = 5
#: The first rank of the middle, and of the high groups.
_MIDDLE, _HIGH = EIGHT, QUEEN

#: The features, in order. A *set* is a group of one rank; it *stands* where no enemy that may answer beats it cheaply.
NAMES: tuple[str, ...] = (
    *("size", "sets", "twos", "small", "big", "singles"),
    *("low_losers", "middle_losers", "high_losers", "gouji", "standing", "losers"),
    *("two_sets", "one_set", "leads", "turns_away", "threes_only", "headless", "opposite_size", "runs", "one_loser"),
    "six_cards",
    *(f"has_{rank}" for rank in RANK_TEXT[:TWO]),
    *("standing_gouji", "losing_gouji", "liftable", "short_of_running", "spare_wilds", "root_size", "inverse_sets"),
    *("inverse_losers", "no_loser", "two_losers", "three_sets"),
    *("opposite_big", "opposite_small", "opposite_twos", "least_enemy", "least_ally", "enemy_near", "ally_near"),
    *(
        "safe_big",
        "safe_small",
        "leads_standing",
        "leads_running",
        "leads_two_sets",
        "threes",
        "leads_threes",
        "log_size",
    ),
)


class Sets:
    """The sets of one seat, counted by what they are worth."""

    __slots__ = (
        "gouji",
        "has",
        "liftable",
        "losing",
        "losing_gouji",
        "number",
        "singles",
        "standing",
        "standing_gouji",
    )

    def __init__(self, table: OpenTable, seat: Seat) -> None:
        state = table.state
        hand = state.hands[seat]
        headed = table.headed(seat)
        enemies, gouji_foes = state.live & ENEMIES[seat], table.gouji_foes(seat)
        self.number = self.singles = self.gouji = self.standing = 0
        self.standing_gouji = self.losing_gouji = self.liftable = 0
        self.has = [0.0] * TWO
        #: Sets that do not stand: low, middle, high.
        self.losing = [0, 0, 0]
        for rank in range(state.code.first_base, TWO):
            number = hand[rank]
            if not number:
                continue
            self.number += 1
            self.singles += number == 1
            self.has[rank] = 1.0
            gouji = number >= THRESHOLDS[rank]
            self.gouji += gouji
            if table.stands(gouji_foes if gouji and headed else enemies, rank, number):
                self.standing += 1
                self.standing_gouji += gouji
            else:
                self.losing[(rank >= _MIDDLE) + (rank >= _HIGH)] += 1
                self.losing_gouji += gouji
                self.liftable += headed and not gouji and number < THRESHOLDS[rank] <= number + hand[TWO]


def features(table: OpenTable, seat: Seat, leader: Seat) -> list[float]:
    """The numbers of a live seat, in the order of NAMES; `leader` leads next."""
    state = table.state
    hand, sizes, live = state.hands[seat], state.sizes, state.live
    size = sizes[seat]
    threes = hand[THREE] if state.code.hold_threes else 0
    twos, small, big = hand[TWO], hand[SMALL], hand[BIG]
    sets = Sets(table, seat)
    losers = sets.number - sets.standing
    # Wild cards lift one loser each, all 2s together one; without 3s the last set need not stand.
    short = losers - small - big - (twos > 0) - (threes == 0)
    other = OPPOSITE[seat]
    facing = state.hands[other] if live >> other & 1 else _NO_HAND
    enemy = min([sizes[foe] for foe in MEMBERS[live & ENEMIES[seat]]], default=_PLENTY)
    ally = min([sizes[friend] for friend in MEMBERS[live & ALLIES[seat]]], default=_PLENTY)
    leads = seat == leader
    only_threes = threes > 0 and threes == size
    safe = facing[BIG] == 0
    return [
        *(size / 10, sets.number, twos, small, big, sets.singles),
        *(*sets.losing, sets.gouji, sets.standing, losers),
        *(sets.number <= 2, sets.number <= 1, leads, (seat - leader) % SEATS / 5, only_threes),
        *(not table.headed(seat), sizes[other] / 10, short <= 0, losers <= 1, size <= 6),
        *sets.has,
        *(sets.standing_gouji, sets.losing_gouji, sets.liftable, min(short, 6), max(0, -short), sqrt(size)),
        *(1 / (1 + sets.number), 1 / (1 + losers), losers == 0, losers <= 2, sets.number == 3),
        *(facing[BIG], facing[SMALL], facing[TWO], enemy / 10, ally / 10, enemy <= _NEARLY_OUT, ally <= _NEARLY_OUT),
        *(big * safe, small * safe, leads * sets.standing, leads * (short <= 0), leads * (sets.number <= 2)),
        *(threes / 4, leads * only_threes, log(1 + size)),
    ]


_NO_HAND = [0] * (BIG + 1)
