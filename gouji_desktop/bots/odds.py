"""How likely other seats hold what would beat a play, from the cards that are unseen and the sizes of their hands."""

from __future__ import annotations

from functools import cache
from math import comb

from gouji_desktop.bots.tracker import Tracker
from gouji_desktop.bots.weights import Weights
from gouji_desktop.rules.cards import BIG, RANK_OF_FACE, SMALL, THREE, TWO, Counts
from gouji_desktop.rules.compare import joker_values
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS, Seat

#: How many wild cards a seat must hold for one, two … of them to go with a set: careless of them, or with all of them.
_LEAST_WILDS = {2: (1, 3), 4: (1, 2, 3, 4)}
_MOST_LIFTS = 4
#: Shares of the unseen cards are rounded to so many steps.
SHARES = 60


@cache
def tail(number: int, least: int, share: int) -> float:
    """Probability that a seat with `share`/60 of the unseen cards holds at least `least` of `number` of them."""
    if least <= 0:
        return 1.0
    if number < least:
        return 0.0
    p = share / SHARES
    return max(0.0, 1.0 - sum(comb(number, k) * p**k * (1 - p) ** (number - k) for k in range(least)))


@cache
def _tails(number: int, share: int) -> tuple[float, ...]:
    """`tail` for 0, 1, 2 … cards at least, up to a few more than there are."""
    return tuple(tail(number, least, share) for least in range(number + _MOST_LIFTS + 1))


class Odds:
    """Chances for one moment of a deal, as one seat can know them.

    Two weights bend them: how readily others spend a 2 or a joker to beat a play, and how much less likely a seat
    holds a set of a size that it let lie before. `utmost` says that others spend whatever beats the play.
    """

    __slots__ = (
        "_answers",
        "_inference",
        "_known",
        "_let_lie",
        "_most_wilds",
        "_rules",
        "_shares",
        "_sizes",
        "_unseen",
        "_wild_use",
    )

    def __init__(
        self,
        rules: RuleSet,
        unseen: Counts,
        sizes: tuple[int, ...],
        tracker: Tracker,
        seat: Seat,
        weights: Weights,
        *,
        utmost: bool = False,
    ) -> None:
        self._rules = rules
        self._unseen = unseen
        self._sizes = sizes
        self._wild_use = 1.0 if utmost else weights.wild_use
        self._most_wilds = 4 if utmost else 2
        self._inference = weights.inference
        self._let_lie: dict[tuple[Seat, int], int] = {}
        if weights.inference < 1.0:
            for each in tracker.declined:
                if (each.seat - each.top) % 2 and not each.play.jokers:
                    key = each.seat, each.play.hung
                    self._let_lie[key] = min(self._let_lie.get(key, BIG), each.play.base)
        known = [[0] * 15 for _ in range(SEATS)]
        for other in range(SEATS):
            if other != seat:
                for face in tracker.known[other]:
                    known[other][RANK_OF_FACE[face]] += 1
        self._known = known
        total = max(1, sum(unseen))
        self._shares = [
            min(SHARES, round(SHARES * max(0, sizes[other] - sum(known[other])) / total)) for other in range(SEATS)
        ]
        #: For each seat: what `_not_above` has found for a number of cards.
        self._answers: list[dict[int, list[float]]] = [{} for _ in range(SEATS)]

    def holds(self, seat: Seat, rank: int, least: int) -> float:
        """Probability that a seat holds at least so many of a rank."""
        return tail(self._unseen[rank], least - self._known[seat][rank], self._shares[seat])

    def _not_above(self, seat: Seat, hung: int) -> list[float]:
        """For each rank: probability that the seat has no set of `hung` cards above it."""
        found = self._answers[seat].get(hung)
        if found is not None:
            return found
        none_above = self._answers[seat][hung] = [1.0] * 14
        if self._sizes[seat] < hung:
            return none_above
        share, known, unseen = self._shares[seat], self._known[seat], self._unseen
        wilds = unseen[TWO] + unseen[SMALL] + unseen[BIG]
        have = known[TWO] + known[SMALL] + known[BIG]
        let_lie = self._let_lie.get((seat, hung), BIG)
        lifts = [self._wild_use * tail(wilds, least - have, share) for least in _LEAST_WILDS[self._most_wilds]]
        one_wild = lifts[0]
        none = 1.0 - tail(unseen[TWO], hung - known[TWO], share) * (self._wild_use if hung > 1 else 0.8)
        if hung == 1:
            none *= 1.0 - one_wild * 0.5
        none_above[TWO] = 1.0 - one_wild * 0.5 if hung == 1 else 1.0
        del lifts[hung - 1 :]
        for rank in range(TWO - 1, -1, -1):
            none_above[rank] = none
            number, least = unseen[rank], hung - known[rank]
            if least - len(lifts) > number:
                continue
            tails = _tails(number, share)
            more = chance = tails[least] if least > 0 else 1.0
            for lift in lifts:
                least -= 1
                fewer = tails[least] if least > 0 else 1.0
                chance += (fewer - more) * lift
                more = fewer
            none *= 1.0 - (chance * self._inference if rank > let_lie else chance)
        return none_above

    def beats(self, seat: Seat, play: Play) -> float:
        """Probability that the seat can (and would) beat the play."""
        small, big = joker_values(play, self._rules)
        hung = play.naturals + play.money
        if not small and not big:
            return 1.0 - self._not_above(seat, hung)[play.base]
        if big and not self._rules.big_joker_doubling:
            return 0.0
        needed = small + 2 * big
        if self._sizes[seat] < needed + hung:
            return 0.0
        chance = self.holds(seat, BIG, needed)
        if hung:
            chance *= 1.0 - self._not_above(seat, hung)[max(THREE, play.base)]
        return chance

    def stands(self, play: Play, seats: tuple[Seat, ...]) -> float:
        """Probability that none of the seats beats the play."""
        chance = 1.0
        if play.small or play.big:
            for seat in seats:
                chance *= 1.0 - self.beats(seat, play)
            return chance
        # Most plays have no joker, and this is asked of very many.
        hung, base = play.naturals + play.money, play.base
        for seat in seats:
            chance *= 1.0 - (1.0 - self._not_above(seat, hung)[base])
        return chance
