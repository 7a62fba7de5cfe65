"""A deal in play, changed in place.

Hands are lists of 15 counts, plays five small integers, sets of seats bit masks. Nothing is checked: whoever lays,
passes or burns has taken the move from moves.py, or knows it to be legal. What each step means is said in the rules
(`rules.phases.playing`, `answering`, `evolving`); names here follow `rules.state.Round` and `Deal`.
"""

from __future__ import annotations

from gouji_desktop.bots.rollout import duties
from gouji_desktop.bots.rollout.burns import NEAR, leaves_a_run, may_burn
from gouji_desktop.bots.rollout.coded import THRESHOLDS, PlayTuple
from gouji_desktop.bots.rollout.facts import ANSWER, LAST_WORD, Facts
from gouji_desktop.rules.cards import BIG, FOUR, SMALL, THREE, TWO
from gouji_desktop.rules.phases.settling import Outcome, settle
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.policies.placing import places_of
from gouji_desktop.rules.seats import ALL_SEATS, OPPOSITE, SEATS, SIDES, next_in, ring_distance, same_side
from gouji_desktop.rules.state import Burn, DealResult, Laid, Shut

#: NEXT[seat][mask]: the first seat of the mask after the seat in order of play, -1 for none.
NEXT: tuple[tuple[int, ...], ...] = tuple(
    tuple(next_in(mask, seat) for mask in range(1 << SEATS)) for seat in range(SEATS)
)
#: WIND[seat][live]: who leads after the seat's play stood (接风).
WIND: tuple[tuple[int, ...], ...] = tuple(
    tuple(seat if mask >> seat & 1 else next_in(mask, seat) for mask in range(1 << SEATS)) for seat in range(SEATS)
)
_OPPOSITE_BIT = tuple(1 << OPPOSITE[seat] for seat in range(SEATS))
#: All seats but a seat and its opposite.
_OTHERS = tuple(ALL_SEATS & ~(1 << seat | 1 << OPPOSITE[seat]) for seat in range(SEATS))
_FIRST_SIDE, _SECOND_SIDE = SIDES[0], SIDES[1]


class RolloutState(Facts):
    """One deal in play, with the moves that change it."""

    __slots__ = ()

    @property
    def query_open(self) -> bool:
        """Whether a burn query waits for answers."""
        return self.asked != 0

    # --- moves ------------------------------------------------------------------------------------------------------

    def lay(self, play: PlayTuple) -> None:
        """`turn` lays a play that is legal. A bound burner that breaks its duty fails its burn by it."""
        seat = self.turn
        if self.bound >> seat & 1 and not (play[3] or play[4]) and play[1] + play[2] != self.sizes[seat]:
            self._fail_burn(seat)
        else:
            self._lay(seat, play, burns=False)

    def pass_turn(self) -> None:
        """`turn` passes, or accepts at its last word."""
        bit = 1 << self.turn
        self.passed |= bit
        if self.locks:
            self.locked |= bit
        if self.word == LAST_WORD:
            self._stand()
            return
        waiting = self.waiting & ~bit
        self.waiting = waiting
        if waiting:
            top = self.top
            if self.opposite_first and waiting & _OPPOSITE_BIT[top]:
                self.turn = OPPOSITE[top]
                return
            self.turn = NEXT[top][waiting]
            if waiting == self.opposite_bit:
                self.word = LAST_WORD
        else:
            self._ask_again()

    def yield_turn(self) -> None:
        """`turn` yields: those behind it answer its opposite's play first (让牌)."""
        seat = self.turn
        self.yielded = seat
        waiting = self.waiting & ~(1 << seat)
        self.waiting = waiting
        if waiting:
            self.turn = NEXT[self.top][waiting]
        else:
            self._ask_again()

    def may_yield(self) -> bool:
        """Whether `turn` may yield."""
        return self.word == ANSWER and not self.chaos and self.asked == 0 and self.turn == OPPOSITE[self.top]

    def burn(self, seat: int, play: PlayTuple | None) -> None:
        """The answer of an asked seat to the burn query, None to decline; the last answer closes it."""
        self.asked &= ~(1 << seat)
        if play is not None:
            self.burners = (*self.burners, (seat, play))
        if not self.asked:
            self.close_query()

    def duty_bound(self, seat: int) -> bool:
        """Whether the joker duty of a burn binds the seat."""
        return self.bound >> seat & 1 != 0

    def keeps_duty(self, seat: int, play: PlayTuple) -> bool:
        """Whether a bound seat may lay the play without failing, and where failing is forbidden may lay it at all."""
        if play[1] + play[2] + play[3] + play[4] == self.sizes[seat]:
            return True
        if not (play[3] or play[4]):
            return False
        return not self.code.forbidden or leaves_a_run(self.hands[seat], play, self.code)

    def places(self) -> tuple[int, ...]:
        """The six seats by their places, 头科 first, if the deal ended now."""
        return places_of(tuple(self.finished), tuple(self.placed_last), self.frame[2], tuple(self.sizes))

    def result(self) -> DealResult:
        """What the finished deal is worth. The burns in it name plays without their faces."""
        number, declared, revolted, conceded, streaks = self.frame
        burns = tuple(
            Burn(by, victim, Laid((), Play(*burnt)), counter, stood, bound, outcome)
            for by, victim, burnt, counter, stood, bound, outcome in self.burns
        )
        shut = tuple(Shut(victim, by) for victim, by in self.shut)
        outcome = Outcome(number, self.places(), self.opened, declared, revolted, conceded, burns, shut)
        return settle(self.rules, outcome, streaks)

    # --- consequences -----------------------------------------------------------------------------------------------

    def _lay(self, seat: int, play: PlayTuple, *, burns: bool) -> None:
        """The seat lays a play, and what follows until somebody must act (`playing.lay`)."""
        base, naturals, money, small, big = play
        bit, top, beaten, chaos = 1 << seat, self.top, self.table, self.chaos
        # 开点 by 4s: a lead of all of them and nothing else (Q19). Asked before they leave the hand.
        fours = base == FOUR and naturals == self.hands[seat][FOUR] and not (money or small or big)
        size = self._take(seat, play)
        if burns and beaten is not None:
            self._set_burns(duties.burnt(self.burns, seat, top, beaten))
        earns = self.in_force and top == OPPOSITE[seat] and self._earns_dead(seat, top)
        gouji = small or big or naturals + money >= THRESHOLDS[base]
        if size:
            self._put(seat, play, bool(gouji), False, False, earns)
        else:
            self.finished.append(seat)
            self.live &= ~bit
            self._rehead()
            self._put(seat, play, bool(gouji), True, not chaos and self._chaos_begins(), earns)
        if beaten is not None:
            self._settle_beaten(top, beaten, seat, burns or chaos)
        elif self.point_ready & bit:
            self.point_ready &= ~bit
            if fours and not self.chaos:
                self.opened |= bit
        if not size:
            self._settle_out(seat)
            if self.over:
                return
        self._go_on()

    def _take(self, seat: int, play: PlayTuple) -> int:
        """The cards of a play leave the hand; how many stay."""
        base, naturals, money, small, big = play
        hand = self.hands[seat]
        size = self.sizes[seat] - naturals - money - small - big
        self.sizes[seat] = size
        change = 0
        if naturals:
            left = hand[base] - naturals
            hand[base] = left
            if not left and base != TWO:
                change = -1
        if money:
            hand[TWO] -= money
        if small or big:
            hand[SMALL] -= small
            hand[BIG] -= big
            change += small + big
        if change:
            change += self.gaps[seat]
            self.gaps[seat] = change
            if change <= NEAR:
                self.near |= 1 << seat
            else:
                self.near &= ~(1 << seat)
        return size

    def _settle_beaten(self, top: int, beaten: PlayTuple, seat: int, aside: bool) -> None:
        """What being beaten means to the player of the beaten play (`playing._settle_beaten`).

        `aside`: by a burn or in chaos, where a beaten gouji opens nothing.
        """
        code = self.code
        if self.bound >> top & 1:
            self._set_burns(duties.beaten(self.burns, top, code))
        if code.any_gouji_opens and not aside and seat != OPPOSITE[top] and code.can_open(beaten):
            self.opened |= 1 << top
        # 被闷, counted once.
        size = self.sizes[top]
        if code.hold_threes and size and size == self.hands[top][THREE] and all(each[0] != top for each in self.shut):
            self.shut = (*self.shut, (top, seat))

    def _settle_out(self, seat: int) -> None:
        """The seat laid its last card: its burns, and the end of the deal."""
        if self.burns:
            self._set_burns(duties.out(self.burns, seat, self.code))
        if self._ends():
            if self.bound >> seat & 1 and self.code.stands:
                self._set_burns(duties.covered_last(self.burns, seat))
            self._finish()

    def _put(self, seat: int, play: PlayTuple, gouji: bool, out: bool, starts: bool, earns: bool) -> None:
        """A play of the seat lies on the table: who may answer it (`answering.mode_of`, `evolving._put`).

        Hands, `live`, `finished`, `dead_left` and `headless` are those after it; `starts`: chaos begins with it.
        """
        code, bit = self.code, 1 << seat
        in_force = everyone = dead = opposite_first = False
        bound_to = -1
        if self.chaos or starts:
            if starts:
                self.chaos = True
                in_force = opposite_first = out and gouji and code.last_to_opposite and not self.headless & bit
            self.locked = 0
        else:
            if gouji and out and code.last_to_all:
                everyone = True
            elif gouji and not self.headless & bit:
                in_force = True
                if self.dead_left[seat] and not earns and not self.live & _OPPOSITE_BIT[seat]:
                    dead = True
                    self.dead_used |= bit
            elif self.yielded == seat and code.yield_binds and self.live & _OPPOSITE_BIT[seat]:
                bound_to = OPPOSITE[seat]
            # A yield was a pass after all, and locks where that pass would have.
            if self.yielded >= 0 and self.locks:
                self.locked |= 1 << self.yielded
            self.locked &= _OTHERS[seat]
        self.top = seat
        self.table = play
        self.word = ANSWER
        self.in_force = in_force
        self.passed = 0
        self.yielded = -1
        self.bound_to = bound_to
        self.everyone = everyone
        self.dead = dead
        self.opposite_first = opposite_first
        self.run = 0

    def _go_on(self) -> None:
        """The play on the table has been laid: the burn query first where it is in force, then who answers it."""
        if self.in_force:
            top, table = self.top, self.table
            # All but the player and its opposite that are near enough to running out; few plays leave anybody.
            could = self.live & self.near & _OTHERS[top] & ~self.headless
            if could and not self.code.burn_after_pass:
                could &= ~self.locked
            if could:
                assert table is not None
                self.asked = self._burners_among(could, table)
                if self.asked:
                    self.turn = -1
                    return
            if self.chaos:
                self.in_force = False
        self._ask()

    def _burners_among(self, could: int, table: PlayTuple) -> int:
        asked = 0
        for seat in range(SEATS):
            if could >> seat & 1 and may_burn(self.hands[seat], table, self.code):
                asked |= 1 << seat
        return asked

    def close_query(self) -> None:
        """Everybody has answered: the first burner lays its cover, or the table is answered in turn."""
        burners = self.burners
        self.burners = ()
        if burners:
            top = self.top
            # The gouji player's allies first; within a side by arrival or in turn order (`burning.first_burner`).
            arrival = self.code.arrival
            chosen = min(
                range(len(burners)),
                key=lambda i: (
                    not same_side(burners[i][0], top),
                    i if arrival else ring_distance(top, burners[i][0]),
                ),
            )
            self._lay(*burners[chosen], burns=True)
            return
        if self.chaos:
            self.in_force = False
        self._ask()

    def _waiting(self) -> int:
        """Who may answer the table and has not (`answering._in_turn`); a last word given again is not counted."""
        top, live = self.top, self.live
        if self.chaos:
            return live & ~(1 << top | self.passed)
        if self.bound_to >= 0:
            mask = live & 1 << self.bound_to
        elif self.dead:
            return 0
        elif self.everyone:
            mask = live
        else:
            mask = live & ~self.locked
            headless = self.headless
            unlocks = self.code.headless_unlocks
            if self.in_force:
                mask = headless if unlocks else headless & mask
            elif unlocks:
                mask |= live if headless >> top & 1 else headless
            mask = (mask | _OPPOSITE_BIT[top]) & live
        mask &= ~(1 << top | self.passed)
        return mask & ~(1 << self.yielded) if self.yielded >= 0 else mask

    def derive(self, burns: duties.Burns) -> None:
        """Find what follows from the facts that were set from outside."""
        self._set_burns(burns)
        self._rehead()
        if self.top >= 0:
            # As `_ask` does, in the middle of the round.
            self.locks = not self.chaos and (self.code.gouji_pass_locks or not (self.in_force or self.everyone))
            self.opposite_bit = 0 if self.chaos else _OPPOSITE_BIT[self.top]
            self.waiting = self._waiting()

    def _ask(self) -> None:
        """The first question about a play that was just laid: nobody has passed or yielded yet."""
        top, live = self.top, self.live
        opposite_bit = _OPPOSITE_BIT[top]
        if self.chaos:
            self.locks = False
            self.opposite_bit = 0
            waiting = live & ~(1 << top)
            if self.opposite_first and waiting & opposite_bit:
                self.waiting = waiting
                self.turn = OPPOSITE[top]
                return
        else:
            self.opposite_bit = opposite_bit
            if self.in_force or self.everyone or self.bound_to >= 0 or self.code.headless_unlocks:
                self.locks = self.code.gouji_pass_locks or not (self.in_force or self.everyone)
                waiting = self._waiting()
            else:
                # The common case of `_waiting`.
                self.locks = True
                waiting = (~self.locked | opposite_bit) & live & ~(1 << top)
        self.waiting = waiting
        if waiting:
            self.turn = NEXT[top][waiting]
            if waiting == self.opposite_bit:
                self.word = LAST_WORD
        else:
            self._ask_again()

    def _ask_again(self) -> None:
        """Nobody waits any more: the next circle in chaos, a last word given again, or the play stands."""
        top, live = self.top, self.live
        if self.chaos:
            self.run += 1
            others = live & ~(1 << top)
            if self.run >= self.code.chaos_circles or not others:
                self._stand()
                return
            self.passed = 0
            self.waiting = others
            self.turn = NEXT[top][others]
            return
        other = OPPOSITE[top]
        if live >> other & 1 and (
            self.yielded == other
            or (
                self.passed >> other & 1
                and self.code.after_pass
                and not (self.in_force or (self.everyone and not self.code.gouji_pass_locks))
            )
        ):
            self.turn = other
            self.word = LAST_WORD
            return
        self._stand()

    def _stand(self) -> None:
        """The play on the table stands: the point, the burn, the next lead (`playing._stand`)."""
        top, table, code = self.top, self.table, self.code
        bit = 1 << top
        if not (self.chaos or self.opened & bit):
            assert table is not None
            if code.can_open(table):
                if not code.fours_open:
                    self.opened |= bit
                else:
                    self.point_ready |= self.live & bit
        if self.bound & bit:
            self._set_burns(duties.standing(self.burns, top, self.live, code))
        if self.dead_used:
            used = self.dead_used
            self.dead_left = tuple(left - (used >> seat & 1) for seat, left in enumerate(self.dead_left))
            self.dead_used = 0
            self._rehead()
        self.lead_of(WIND[top][self.live])

    # --- heads, burns, 3s, the end ----------------------------------------------------------------------------------

    def _rehead(self) -> None:
        """Find the headless seats anew, after somebody left or a 够死级 came or went (`answering.is_headless`)."""
        gone = ALL_SEATS & ~self.live
        for seat in self.placed_last:
            gone &= ~(1 << seat)
        mask = (gone << 3 | gone >> 3) & ALL_SEATS
        for seat, left in enumerate(self.dead_left):
            if left:
                mask &= ~(1 << seat)
        self.headless = mask

    def _earns_dead(self, seat: int, top: int) -> bool:
        """Beating its opposite's gouji in force earns one 够死级 where that was a finisher's last play (D:L55)."""
        if not self.code.last_to_opposite or self.chaos or self.live >> top & 1 or top not in self.finished:
            return False
        self.dead_left = tuple(left + (one == seat) for one, left in enumerate(self.dead_left))
        self._rehead()
        return True

    def _chaos_begins(self) -> bool:
        return len(self.finished) >= 2 if self.code.chaos_after_two else self.live.bit_count() <= 4

    def _set_burns(self, burns: duties.Burns) -> None:
        self.burns = burns
        self.bound = duties.bound_seats(burns)

    def _fail_burn(self, seat: int) -> None:
        """烧牌失误: the seat is placed from the bottom, the burnt play lies again (`playing._fail_burn`)."""
        victim, burnt = duties.burnt_by(self.burns, seat)
        self.live &= ~(1 << seat)
        self.placed_last.append(seat)
        self._rehead()
        self._set_burns(duties.failed(self.burns, seat))
        self.shut = tuple(each for each in self.shut if each != (victim, seat))
        starts = not self.chaos and self._chaos_begins()
        self._put(victim, burnt, True, not self.live >> victim & 1, starts, False)
        if self._ends():
            self._finish()
        else:
            self._go_on()

    def _ends(self) -> bool:
        """Only one seat or one federation holds cards; so it is after three in a row, with no option needed."""
        live = self.live
        return not live & (live - 1) or not live & _FIRST_SIDE or not live & _SECOND_SIDE

    def _finish(self) -> None:
        self.over = True
        self.turn = -1
