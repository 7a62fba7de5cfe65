"""发牌 in a playout: the house bot's lead, with open hands."""

from __future__ import annotations

from gouji_desktop.bots.rollout import moves
from gouji_desktop.bots.rollout.burns import leaves_a_run
from gouji_desktop.bots.rollout.coded import THRESHOLDS, PlayTuple
from gouji_desktop.bots.search.looking import ENEMIES, FAR, MEMBERS, OpenTable
from gouji_desktop.bots.weights import Weights
from gouji_desktop.rules.cards import BIG, FOUR, SMALL, THREE, TWO

#: Chance to run out, by how many plays more than the wild cards lift do not stand.
RUN = (1.0, 0.3, 0.08, 0.0)
#: With so few cards single wild cards and lifted losers are looked at as well.
FEW = 14


def run_factor(losers: int, wilds: int, spare: int) -> float:
    """How likely a hand runs out with so many sets that do not stand."""
    short = losers - wilds - spare
    return RUN[min(3, short)] if short > 0 else 1.0


def choose_lead(table: OpenTable, weights: Weights) -> PlayTuple:
    """The lead of `turn`."""
    state = table.state
    seat = state.turn
    hand, size = state.hands[seat], state.sizes[seat]
    code = state.code
    if state.bound >> seat & 1:
        return _dutiful(table, seat)
    threes = hand[THREE] if code.hold_threes else 0
    if threes == size:
        return THREE, threes, 0, 0, 0
    ranks = [rank for rank in range(code.first_base, TWO) if hand[rank]]
    twos, smalls, bigs = hand[TWO], hand[SMALL], hand[BIG]
    if not ranks:
        return (TWO, twos, 0, smalls, bigs) if twos else (-1, 0, 0, smalls, bigs)
    if len(ranks) == 1 and not threes:
        return ranks[0], hand[ranks[0]], twos, smalls, bigs
    if state.point_ready >> seat & 1 and not state.chaos and hand[FOUR]:
        return FOUR, hand[FOUR], 0, 0, 0
    return _Leads(table, seat, weights, ranks, threes).best()


class _Leads:
    """The leads of one moment, weighed."""

    __slots__ = (
        "best_play",
        "best_value",
        "early",
        "enemies",
        "foes_gouji",
        "hand",
        "headed",
        "holders",
        "losers",
        "near",
        "ranks",
        "seat",
        "size",
        "state",
        "table",
        "tempo",
        "threes",
        "unopened",
        "weights",
        "wilds",
    )

    def __init__(self, table: OpenTable, seat: int, weights: Weights, ranks: list[int], threes: int) -> None:
        self.table = table
        state = self.state = table.state
        self.seat = seat
        self.weights = weights
        self.ranks = ranks
        self.threes = threes
        self.hand = state.hands[seat]
        self.size = state.sizes[seat]
        self.enemies = state.live & ENEMIES[seat]
        self.headed = table.headed(seat)
        self.foes_gouji = table.gouji_foes(seat)
        self.near = table.nearness(seat)
        self.tempo = weights.tempo + weights.tempo_near * self.near
        self.early = weights.early * max(0.0, 2.0 * sum(state.sizes) / state.rules.cards - 1.0)
        self.unopened = not state.chaos and not state.opened >> seat & 1
        hand = self.hand
        self.wilds = hand[SMALL] + hand[BIG] + (hand[TWO] > 0)
        self.losers = 0
        self.holders = 0
        self.best_value = -1e9
        self.best_play: PlayTuple = (ranks[0], hand[ranks[0]], 0, 0, 0)

    def stands(self, base: int, hung: int, jokers_small: int = 0, jokers_big: int = 0) -> bool:
        foes = self.enemies
        if self.headed and (jokers_small or jokers_big or hung >= THRESHOLDS[base]):
            foes = self.foes_gouji
        return self.table.stands(foes, base, hung, jokers_small, jokers_big)

    def best(self) -> PlayTuple:
        """The lead of the greatest value."""
        hand = self.hand
        standing = [(rank, self.stands(rank, hand[rank])) for rank in self.ranks]
        self.holders = sum(stood for _, stood in standing)
        self.losers = len(standing) - self.holders
        for rank, stood in standing:
            self.weigh((rank, hand[rank], 0, 0, 0), stood, stood)
        spare = 0 if self.threes else 1
        urgent = self.losers - self.wilds <= spare or self.near > 0.4 or self.size <= FEW
        twos = hand[TWO]
        for rank, stood in standing:
            if stood:
                continue
            number = hand[rank]
            if twos:
                lifted = THRESHOLDS[rank] - number
                if 0 < lifted <= min(3, twos) and self.headed:
                    self.weigh((rank, number, lifted, 0, 0), False, self.stands(rank, number + lifted))
                elif urgent:
                    self.weigh((rank, number, min(2, twos), 0, 0), False, self.stands(rank, number + min(2, twos)))
            if urgent:
                if hand[SMALL]:
                    self.weigh((rank, number, 0, 1, 0), False, self.stands(rank, number, 1))
                if hand[BIG]:
                    self.weigh((rank, number, 0, 0, 1), False, self.stands(rank, number, 0, 1))
        if self.size <= FEW:
            if twos:
                self.weigh((TWO, twos, 0, 0, 0), None, self.stands(TWO, twos))
            if hand[BIG]:
                self.weigh((-1, 0, 0, 0, 1), None, self.stands(-1, 0, 0, 1))
            elif hand[SMALL]:
                self.weigh((-1, 0, 0, 1, 0), None, self.stands(-1, 0, 1, 0))
        return self.best_play

    def weigh(self, play: PlayTuple, stood: bool | None, stands_now: bool) -> None:
        """Take the play where it is worth more than the best so far. `stood`: its group alone; None for wild cards."""
        base, naturals, money, small, big = play
        w = self.weights
        total = naturals + money + small + big
        if total == self.size:
            self.best_value, self.best_play = 1e6, play
            return
        value = 0.0
        losers, holders = self.losers, self.holders
        if stood is not None:
            value = w.group + w.low * (1.0 - base / TWO)
            if stood:
                holders -= 1
            else:
                losers -= 1
                value += w.loser
        wilds = self.wilds - small - big - (base == TWO or money >= self.hand[TWO] > 0)
        price = w.two * (money + (naturals if base == TWO else 0)) + w.small * small + w.big * big
        lifts = money and naturals < THRESHOLDS[base] <= naturals + money
        if price and self.early and not lifts:
            price *= 1.0 + self.early
        value -= price
        if stands_now:
            value += self.tempo + w.run * run_factor(losers, wilds, 0 if self.threes else 1)
        if self.threes:
            if self.size - total == self.threes:
                value += w.shut * (0.5 if stands_now else -0.5)
            else:
                value += w.keep_last * (1.0 if holders or wilds else 0.3)
        if self.unopened:
            if stands_now and self.state.code.can_open(play):
                value += w.open_point * (0.3 + 0.35 * self.state.rules.point_score)
            if base == FOUR and self.state.code.fours_open:
                value -= w.keep_fours
        if not stands_now and self.near and total <= FAR:
            value -= self._fed(total)
        if value > self.best_value:
            self.best_value, self.best_play = value, play

    def _fed(self, total: int) -> float:
        sizes, held = self.state.sizes, 1 if self.state.code.hold_threes else 0
        return sum(self.weights.feed_enemy for foe in MEMBERS[self.enemies] if sizes[foe] - held == total)


def _dutiful(table: OpenTable, seat: int) -> PlayTuple:
    """The lead of a bound burner: the biggest set with the joker that suffices to stand; never one that must fail."""
    state = table.state
    hand, size = state.hands[seat], state.sizes[seat]
    foes = table.gouji_foes(seat) if table.headed(seat) else state.live & ENEMIES[seat]
    best, best_value = None, -1e9
    for play in moves.leads(state):
        base, naturals, money, small, big = play
        if naturals + money + small + big == size:
            return play
        if (0 <= base < TWO and naturals != hand[base]) or not leaves_a_run(hand, play, state.code):
            continue
        value = naturals - money - 1.5 * (small - 1) - 2.0 * big
        if table.stands(foes, base, naturals + money, small, big):
            value += 10.0
        if value > best_value:
            best, best_value = play, value
    return best if best is not None else moves.leads(state)[0]
