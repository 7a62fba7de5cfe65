"""上牌, 让牌, 过牌 in a playout: the house bot's answer, with open hands."""

from __future__ import annotations

from gouji_desktop.bots.rollout import moves
from gouji_desktop.bots.rollout.coded import THRESHOLDS, PlayTuple
from gouji_desktop.bots.rollout.engine import WIND
from gouji_desktop.bots.search.leads import run_factor
from gouji_desktop.bots.search.looking import ENEMIES, OpenTable
from gouji_desktop.bots.weights import Weights
from gouji_desktop.rules.cards import BIG, JACK, SMALL, THREE, TWO
from gouji_desktop.rules.seats import OPPOSITE, SIDES

#: An enemy with so few cards is about to go out.
TOP_FEW = 6
#: With so few cards left wild and high cards may beat even an ally.
LATE = 10
#: With more natural sets than this no chance to run out is weighed.
RUN_GROUPS = 6
#: What a group is feared to be worth as a loser, low or high, while answering.
_LOSER_LOW, _LOSER_HIGH = 0.8, 0.5
#: What is left of a split group is as hard to get rid of, and stands less often.
_SPLIT = 0.15
#: What keeping a set before the 3s is worth where none stands.
_NO_HOLDER = 0.3


def choose_answer(table: OpenTable, weights: Weights) -> PlayTuple | None:
    """The answer of `turn`, None to let the play lie."""
    state = table.state
    seat, laid, top = state.turn, state.table, state.top
    assert laid is not None
    hand, size = state.hands[seat], state.sizes[seat]
    if laid[1] + laid[2] > size:
        return None
    if state.bound >> seat & 1:
        plays = moves.answers(state)
    elif (laid[3] or laid[4]) and not hand[BIG]:
        return None
    else:
        plays = moves.canonical_answers(hand, laid, state.code)
    if not plays:
        return None
    ally = not (seat - top) & 1
    out = not state.live >> top & 1
    threes = hand[THREE] if state.code.hold_threes else 0
    if ally and not out:
        if threes and state.hands[top][THREE] == state.sizes[top]:
            return None
        if size > LATE:
            plays = [play for play in plays if not (play[2] or play[3] or play[4]) and play[0] <= JACK]
            if not plays:
                return None
    reason = _reason(table, weights, seat, ally, out)
    return _Answers(table, weights, seat, threes).best(plays, reason)


def _reason(table: OpenTable, w: Weights, seat: int, ally: bool, out: bool) -> float:
    """What beating the play on the table is worth, whatever with."""
    state = table.state
    top = state.top
    if ally:
        return -w.ally if out else -w.ally - w.ally_near * max(0, 11 - state.sizes[top]) / 10
    value = w.answer + w.answer_near * table.nearness(seat)
    if not state.in_force or state.chaos:
        behind = (state.waiting & SIDES[seat] & ~(1 << seat)).bit_count()
        if behind:
            value -= w.behind * behind
            if state.may_yield():
                value -= w.wait
    if out:
        if not (WIND[top][state.live] - seat) & 1:
            value -= w.wind
    elif state.sizes[top] <= TOP_FEW:
        value += w.answer_top
    if state.in_force and top == OPPOSITE[seat] and not state.chaos and not state.opened >> top & 1:
        laid = state.table
        assert laid is not None
        if state.code.can_open(laid):
            value += w.deny_point * (0.3 + 0.35 * state.rules.point_score)
    return value


class _Answers:
    """The answers of one moment, weighed. The others' hands are looked at only where that can matter."""

    __slots__ = (
        "early",
        "gouji_foes",
        "hand",
        "open_foes",
        "point",
        "run",
        "seat",
        "size",
        "table",
        "tempo",
        "threes",
        "w",
    )

    def __init__(self, table: OpenTable, w: Weights, seat: int, threes: int) -> None:
        state = table.state
        self.table, self.w, self.seat, self.threes = table, w, seat, threes
        self.hand, self.size = state.hands[seat], state.sizes[seat]
        self.tempo = w.tempo + w.tempo_near * table.nearness(seat)
        self.early = w.early * max(0.0, 2.0 * sum(state.sizes) / state.rules.cards - 1.0)
        unopened = not state.chaos and not state.opened >> seat & 1
        self.point = w.open_point * (0.3 + 0.35 * state.rules.point_score) if unopened else 0.0
        self.run: _Run | None = None
        self.gouji_foes = self.open_foes = 0

    def best(self, plays: list[PlayTuple], reason: float) -> PlayTuple | None:
        """The answer that is worth most, None where letting the play lie is worth more."""
        w, size = self.w, self.size
        most = self.tempo + w.run + self.point + (w.shut + w.keep_last if self.threes else 0.0)
        best, best_value = None, 0.0
        for play in plays:
            if play[1] + play[2] + play[3] + play[4] == size:
                return play
            value = reason + self._cards(play)
            # Even a play that stands would not do.
            if value + most <= best_value:
                continue
            value += self._outlook(play)
            if value > best_value:
                best, best_value = play, value
        return best

    def _cards(self, play: PlayTuple) -> float:
        """What the cards of a play are worth to be rid of, less what they cost."""
        base, naturals, money, small, big = play
        w = self.w
        twos = money
        value = 0.0
        if base == TWO:
            twos += naturals
        elif base >= 0:
            if self.hand[base] == naturals:
                value = w.group + w.low * (1.0 - base / TWO) + w.loser * (_LOSER_LOW if base < JACK else _LOSER_HIGH)
            else:
                value = -w.loser * _SPLIT
        price = w.two * twos + w.small * small + w.big * big
        if price and self.early and not (money and naturals < THRESHOLDS[base] <= naturals + money):
            price *= 1.0 + self.early
        if base < 0 or base > JACK:
            price += w.spend_high
        return value - price

    def _outlook(self, play: PlayTuple) -> float:
        """What a play is worth by whether it stands and by the hand it leaves."""
        base, naturals, money, small, big = play
        w, threes = self.w, self.threes
        run = self.run if self.run is not None else self._look()
        gouji = small or big or naturals + money >= THRESHOLDS[base]
        foes = self.gouji_foes if gouji and self.gouji_foes >= 0 else self.open_foes
        stood = self.table.stands(foes, base, naturals + money, small, big)
        value = self.tempo if stood else 0.0
        before_threes = threes and self.size - naturals - money - small - big == threes
        if before_threes:
            value += w.shut * (0.5 if stood else -0.5)
        if run.standing:
            whole = 0 <= base < TWO and self.hand[base] == naturals
            gone = whole and not run.standing[base]
            twos = money + naturals if base == TWO else money
            left = run.wilds - small - big - (twos >= self.hand[TWO] > 0)
            if stood:
                value += w.run * run_factor(run.losers - gone, left, 0 if threes else 1)
            if threes and not before_threes:
                before = 1.0 if run.holders or run.wilds else _NO_HOLDER
                after = 1.0 if run.holders - (whole and not gone) or left > 0 else _NO_HOLDER
                value += w.keep_last * (after - before)
        if self.point and stood and self.table.state.code.can_open(play):
            value += self.point
        return value

    def _look(self) -> _Run:
        """Who may beat an answer, and how near the hand is to running out."""
        table, seat, state = self.table, self.seat, self.table.state
        run = self.run = _Run(table, seat)
        self.gouji_foes = table.gouji_foes(seat) if table.headed(seat) else -1
        self.open_foes = state.live & ENEMIES[seat]
        if not state.chaos:
            self.open_foes &= ~((state.locked | state.passed) & ~(1 << OPPOSITE[seat]))
        return run


class _Run:
    """How near a hand is to running out."""

    __slots__ = ("holders", "losers", "standing", "wilds")

    def __init__(self, table: OpenTable, seat: int) -> None:
        state = table.state
        hand = state.hands[seat]
        enemies = state.live & ENEMIES[seat]
        groups = [rank for rank in range(state.code.first_base, TWO) if hand[rank]]
        #: Whether each group stands when led; empty where there are many.
        self.standing: dict[int, bool] = {}
        if len(groups) <= RUN_GROUPS:
            self.standing = {rank: table.stands(enemies, rank, hand[rank]) for rank in groups}
        self.holders = sum(self.standing.values())
        self.losers = len(self.standing) - self.holders
        self.wilds = hand[SMALL] + hand[BIG] + (hand[TWO] > 0)
