"""烧牌: whether to burn, with which cover, and how to go on under the joker duty without ever failing it."""

from __future__ import annotations

from gouji_desktop.bots.position import Position
from gouji_desktop.rules.cards import TWO
from gouji_desktop.rules.plays import JOKERS, Play
from gouji_desktop.rules.policies.burning import covers, minus
from gouji_desktop.rules.seats import OPPOSITE, same_side

#: A third enemy may burn the burner in turn; how likely one with few and with many cards does, given that it could.
_COUNTER_NEAR, _COUNTER_FAR = 0.3, 0.05
_FEW_CARDS = 16
#: More covers than this are not looked at one by one: the cheapest ones are.
_MOST_COVERS = 40


def choose_cover(position: Position) -> Play | None:
    """The cover to burn with, None to decline. Allies are not burnt."""
    table = position.deal.round
    if table.laid is None or same_side(position.seat, table.top):
        return None
    best: tuple[float, Play] | None = None
    for play in sorted_covers(position)[:_MOST_COVERS]:
        value = cover_chance(position, play) - 0.01 * wilds_of(play)
        if best is None or value > best[0]:
            best = value, play
    return best[1] if best is not None and best[0] >= position.weights.burn_safe else None


def sorted_covers(position: Position) -> list[Play]:
    """Every cover the hand may burn with, those that spend least first."""
    table = position.deal.round.laid
    plays = [] if table is None else covers(position.hand, table.play, position.rules)
    return sorted(plays, key=lambda play: (wilds_of(play), play))


def wilds_of(play: Play) -> int:
    """How much the wild cards of a play are worth, coarsely."""
    return play.money + (play.naturals if play.base == TWO else 0) + 2 * play.small + 3 * play.big


def cover_chance(position: Position, cover: Play) -> float:
    """How likely the burn comes to a good end."""
    left = minus(position.hand, cover)
    stands = position.stands(cover)
    other = OPPOSITE[position.seat]
    for foe in position.enemies:
        if foe != other and foe not in position.gouji_foes:
            ready = _COUNTER_NEAR if position.sizes[foe] <= _FEW_CARDS else _COUNTER_FAR
            stands *= 1.0 - ready * position.odds.beats(foe, cover)
    if not any(left):
        return 1.0 if position.rules.burn_success != "cover_stands" else stands
    rest = position.run_chance(left, duty=True)
    if position.rules.burn_success == "cover_stands":
        return stands * (0.6 + 0.4 * rest)
    return stands * rest


def choose_dutiful(position: Position, plays: list[Play]) -> Play:
    """The lead of a bound burner: of plays that keep the duty, the one that most likely goes on to the end."""
    hand = position.hand
    whole = [play for play in plays if play.base in (TWO, JOKERS) or play.naturals == hand[play.base]]
    best: tuple[float, Play] | None = None
    for play in whole or plays:
        left = minus(hand, play)
        if not any(left):
            return play
        value = position.stands(play) * position.run_chance(left, duty=True) - 0.002 * wilds_of(play)
        if best is None or value > best[0]:
            best = value, play
    assert best is not None, "a bound burner has always a play"
    return best[1]
