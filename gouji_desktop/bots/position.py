"""One moment of a deal as one seat can know it, with the chances and costs that the house bot weighs."""

from __future__ import annotations

from math import comb

from gouji_desktop.bots.odds import Odds
from gouji_desktop.bots.tracker import Tracker, unseen
from gouji_desktop.bots.weights import Weights
from gouji_desktop.rules.cards import BIG, FOUR, RANK_OF_FACE, SMALL, THREE, TWO, Counts
from gouji_desktop.rules.phases.answering import headless_seats, is_headless
from gouji_desktop.rules.phases.playing import known_hand
from gouji_desktop.rules.plays import JOKERS, Play, is_gouji
from gouji_desktop.rules.policies import opening
from gouji_desktop.rules.policies.point_tribute import effective_opened
from gouji_desktop.rules.seats import OPPOSITE, SEATS, SIDES, Seat, seats_of
from gouji_desktop.rules.state import Deal
from gouji_desktop.rules.views import View

#: An enemy with so many cards or more is not nearly out.
FAR = 11
#: A seat with more cards than this holds others besides its 3s.
MOST_THREES = 6


class Position:
    """A seat's hand, who can answer it, and what its groups cost."""

    def __init__(self, view: View, seat: Seat, tracker: Tracker, weights: Weights) -> None:
        deal = view.deal
        assert deal is not None, "a question without a deal"
        self.rules = view.rules
        self.weights = weights
        self.seat = seat
        self.deal: Deal = deal
        self.hand: Counts = known_hand(deal, seat).counts
        self.sizes = tuple(cards.size for cards in deal.hands)
        self.enemies = seats_of(deal.live & ~SIDES[seat])
        self.allies = seats_of(deal.live & SIDES[seat] & ~(1 << seat))
        self.unseen = unseen(tracker, view, seat)
        self.odds = Odds(view.rules, self.unseen, self.sizes, tracker, seat, weights)
        self._utmost: Odds | None = None
        self._tracker = tracker
        self.headed = not deal.chaos and not is_headless(deal, seat)
        other = OPPOSITE[seat]
        headless = headless_seats(deal)
        self.gouji_foes = tuple(foe for foe in self.enemies if foe == other or headless >> foe & 1)
        self.holds_threes = view.rules.hold_threes and self.hand[THREE] > 0
        fewest = min((self.sizes[foe] for foe in self.enemies), default=FAR)
        self.near = max(0, FAR - fewest) / (FAR - 1)
        #: Whether the own point is still to be opened: a revolting opposite has conceded it (C:L64).
        self.unopened = not deal.chaos and not effective_opened(deal.opened, deal.revolted) >> seat & 1
        full = view.rules.cards // SEATS
        #: 1 at the beginning of a deal, 0 once half of the cards are laid.
        self.early = max(0.0, 2.0 * sum(self.sizes) / (full * SEATS) - 1.0)
        self._costs: dict[tuple[int, int], float] = {}
        self._stands: dict[Play, float] = {}
        self._stands_last: dict[Play, float] = {}
        self._best_last: dict[Counts, float] = {}

    # --- chances ------------------------------------------------------------------------------------------------

    def foes_of(self, play: Play) -> tuple[Seat, ...]:
        """The enemies that may answer a lead of this play in turn."""
        return self.gouji_foes if self.headed and is_gouji(play) else self.enemies

    def stands(self, play: Play) -> float:
        """Probability that a lead of this play stands."""
        found = self._stands.get(play)
        if found is None:
            found = self._stands[play] = self.odds.stands(play, self.foes_of(play))
        return found

    def stands_now(self, play: Play) -> float:
        """Probability that this play stands as an answer: seats that passed in the round are locked."""
        table = self.deal.round
        if self.deal.chaos or (self.headed and is_gouji(play)):
            return self.stands(play)
        locked = (table.locked | table.passed) & ~(1 << OPPOSITE[self.seat])
        return self.odds.stands(play, tuple(foe for foe in self.enemies if not locked >> foe & 1))

    def stands_last(self, play: Play, *, now: bool = False) -> float:
        """Probability that a play before the 3s stands, against enemies that spend whatever they hold.

        `now`: laid this moment; a later one may meet every enemy.
        """
        utmost = self._utmost
        if utmost is None:
            utmost = self._utmost = Odds(
                self.rules, self.unseen, self.sizes, self._tracker, self.seat, self.weights, utmost=True
            )
        if now:
            return utmost.stands(play, self.foes_of(play))
        found = self._stands_last.get(play)
        if found is None:
            found = self._stands_last[play] = utmost.stands(play, self.enemies)
        return found

    def only_threes(self, other: Seat) -> float:
        """How likely a seat that still plays holds nothing but its 3s, from how many are unseen."""
        size = self.sizes[other]
        if not self.rules.hold_threes or not size or size > MOST_THREES:
            return 0.0
        known = [sum(RANK_OF_FACE[face] == THREE for face in faces) for faces in self._tracker.known]
        others = [seat for seat in (*self.enemies, *self.allies) if seat != other]
        spare = self.unseen[THREE] - sum(not known[seat] for seat in (*others, other))
        more = size - max(1, known[other])
        if not 0 <= more <= spare:
            return 0.0
        share = 1.0 / (1 + len(others))
        chances = [comb(spare, n) * share**n * (1.0 - share) ** (spare - n) for n in range(more + 1)]
        return chances[-1] / sum(chances)

    # --- costs --------------------------------------------------------------------------------------------------

    def group_cost(self, rank: int, number: int) -> float:
        """What a group still to be played costs."""
        if not number or (rank == THREE and self.rules.hold_threes):
            return 0.0
        key = rank, number
        found = self._costs.get(key)
        if found is None:
            w = self.weights
            chance = self.stands(Play(rank, number, 0, 0, 0))
            found = w.group + w.loser * (1.0 - chance) + w.low * (1.0 - rank / TWO)
            self._costs[key] = found
        return found

    def change(self, play: Play) -> float:
        """How much cheaper the hand becomes by laying the play (negative: dearer)."""
        w, hand, base = self.weights, self.hand, play.base
        twos = play.money
        gain = 0.0
        if base == TWO:
            twos += play.naturals
        elif base != JOKERS:
            have = hand[base]
            gain = self.group_cost(base, have) - self.group_cost(base, have - play.naturals)
        price = w.two * twos + w.small * play.small + w.big * play.big
        if self.early and not self._lifts(play):
            price *= 1.0 + w.early * self.early
        return gain - price

    def _lifts(self, play: Play) -> bool:
        """Whether the wild cards of a play gain something: 2s that make a set a gouji, or whatever opens the point."""
        if self.may_open(play) and (
            play.base in (TWO, JOKERS) or not self.may_open(play._replace(money=0, small=0, big=0))
        ):
            return True
        if not play.money or play.jokers or not is_gouji(play):
            return False
        return not is_gouji(play._replace(money=play.money - 1))

    def groups_after(self, left: Counts) -> list[int]:
        """The ranks that a hand must still play, without held 3s."""
        start = THREE + 1 if self.rules.hold_threes else THREE
        return [rank for rank in range(start, TWO) if left[rank]]

    def run_chance(self, left: Counts, *, duty: bool = False) -> float:
        """Probability of playing a hand out in one go when it leads: every play but the last must stand.

        2s go to the weakest group that they lift over its threshold, jokers to the weakest groups. Under duty each
        play needs a joker, the last one excepted.
        """
        ranks = self.groups_after(left)
        threes = self.rules.hold_threes and left[THREE] > 0
        twos, smalls, bigs = left[TWO], left[SMALL], left[BIG]
        if not ranks:
            if not twos and not smalls and not bigs:
                return 1.0
            wilds = Play(TWO, twos, 0, smalls, bigs) if twos else Play(JOKERS, 0, 0, smalls, bigs)
            return self.stands(wilds) if threes else 1.0
        plays = [Play(rank, left[rank], 0, 0, 0) for rank in ranks]
        if twos:
            self._lift(plays, twos)
        plays.sort(key=self.stands)
        spared = 0 if threes else 1
        for index in range(spared if duty else 0, len(plays)):
            if bigs:
                plays[index] = plays[index]._replace(big=1)
                bigs -= 1
            elif smalls:
                plays[index] = plays[index]._replace(small=1)
                smalls -= 1
            elif duty:
                return 0.0
        chances = sorted(self.stands(play) for play in plays)
        chance = 1.0
        for each in chances[spared:]:
            chance *= each
        return chance

    def _lift(self, plays: list[Play], twos: int) -> None:
        best, gain = 0, 0.0
        for index, play in enumerate(plays):
            better = self.stands(play._replace(money=twos)) - self.stands(play)
            if better > gain:
                best, gain = index, better
        plays[best] = plays[best]._replace(money=twos)

    def best_last(self, left: Counts) -> float:
        """Probability that the strongest play left would stand: it is wanted before the 3s."""
        found = self._best_last.get(left)
        if found is None:
            found = self._best_last[left] = self._strongest(left)
        return found

    def _strongest(self, left: Counts) -> float:
        best = 0.0
        twos, small, big = left[TWO], min(1, left[SMALL]), min(1, left[BIG])
        for rank in self.groups_after(left):
            best = max(best, self.stands_last(Play(rank, left[rank], twos, 0 if big else small, big)))
        if twos:
            best = max(best, self.stands_last(Play(TWO, twos, 0, 0 if big else small, big)))
        elif small or big:
            best = max(best, self.stands_last(Play(JOKERS, 0, 0, 0 if big else small, big)))
        return best

    # --- the point ----------------------------------------------------------------------------------------------

    def point_worth(self) -> float:
        """How much the point is worth in this rule set, about 1 where it moves two points."""
        return 0.3 + 0.35 * self.rules.point_score

    def may_open(self, play: Play) -> bool:
        """Whether the own point may be opened by this play."""
        if not self.unopened or not opening.can_open(play, self.rules):
            return False
        return not opening.needs_fours(self.rules) or self.hand[FOUR] > 0
