"""发牌: which play the house bot leads."""

from __future__ import annotations

from gouji_desktop.bots.position import Position
from gouji_desktop.rules.cards import FOUR, THREE, TWO, Counts
from gouji_desktop.rules.moves import leads
from gouji_desktop.rules.plays import GOUJI_THRESHOLD, JOKERS, Play, is_gouji
from gouji_desktop.rules.policies import opening
from gouji_desktop.rules.policies.burning import minus
from gouji_desktop.rules.ruleset import RuleSet

#: What laying the last card is worth: more than anything else.
OUT = 100.0
#: With so few groups left the chance to run out is weighed.
RUN_GROUPS = 6
#: An ally with so few cards besides a 3 is helped by a small lead.
FEW_LEFT = 4
#: No play hangs more 2s or jokers of a kind than this, unless nothing else is left.
_MOST_TWOS = 3


def canonical_leads(hand: Counts, rules: RuleSet) -> list[Play]:
    """The leads worth a thought: whole groups alone, lifted by a few 2s or one joker; wild cards on their own."""
    twos, smalls, bigs = hand[TWO], hand[4 + 9], hand[14]
    plays: list[Play] = []
    start = THREE + 1 if rules.hold_threes else THREE
    for rank in range(start, TWO):
        number = hand[rank]
        if not number:
            continue
        for money in range(min(twos, _MOST_TWOS) + 1):
            plays.append(Play(rank, number, money, 0, 0))
            if smalls:
                plays.append(Play(rank, number, money, 1, 0))
            if bigs:
                plays.append(Play(rank, number, money, 0, 1))
        threshold = GOUJI_THRESHOLD.get(rank, number)
        if number > threshold:
            plays.append(Play(rank, threshold, 0, 0, 0))
    plays.extend(Play(TWO, number, 0, 0, 0) for number in range(1, twos + 1))
    if smalls:
        plays.append(Play(JOKERS, 0, 0, 1, 0))
    if bigs:
        plays.append(Play(JOKERS, 0, 0, 0, 1))
    total = sum(hand)
    plays = [play for play in plays if play.size <= total]
    last = _everything(hand, rules)
    if last is not None and last not in plays:
        plays.append(last)
    return plays or leads(hand, rules)


def _everything(hand: Counts, rules: RuleSet) -> Play | None:
    """The whole hand as one play, where it is one."""
    ranks = [rank for rank in range(THREE, TWO) if hand[rank]]
    if len(ranks) > 1:
        return None
    if ranks:
        if rules.hold_threes and ranks[0] == THREE and (hand[TWO] or hand[13] or hand[14]):
            return None
        return Play(ranks[0], hand[ranks[0]], hand[TWO], hand[13], hand[14])
    if hand[TWO]:
        return Play(TWO, hand[TWO], 0, hand[13], hand[14])
    return Play(JOKERS, 0, 0, hand[13], hand[14])


def score_leads(position: Position) -> list[tuple[float, Play]]:
    """Every lead worth a thought with its value, best first."""
    plays = canonical_leads(position.hand, position.rules)
    fours = due_fours(position)
    scored = [(lead_value(position, play) + (OUT / 2 if play == fours else 0.0), play) for play in plays]
    scored.sort(key=lambda pair: (-pair[0], pair[1]))
    return scored


def due_fours(position: Position) -> Play | None:
    """All the 4s where leading them now opens the point."""
    deal, number = position.deal, position.hand[FOUR]
    if number and not deal.chaos and deal.point_ready >> position.seat & 1:
        return Play(FOUR, number, 0, 0, 0)
    return None


def lead_value(position: Position, play: Play) -> float:
    """What leading a play is worth."""
    w = position.weights
    left = minus(position.hand, play)
    if not any(left):
        return OUT + position.stands(play)
    chance = position.stands(play)
    value = position.change(play) + (w.tempo + w.tempo_near * position.near) * chance
    value += run_value(position, left, chance, position.stands_last(play, now=True))
    if position.may_open(play):
        value += w.open_point * position.point_worth() * chance
    if play.base == FOUR and position.unopened and opening.needs_fours(position.rules):
        value -= w.keep_fours
    return value + _fed(position, play)


def run_value(position: Position, left: Counts, chance: float, last: float) -> float:
    """What the hand left is worth for the end: running out, and what comes before the 3s.

    `chance`: that the play laid stands; `last`: that it stands though it leaves the 3s alone.
    """
    w = position.weights
    value = 0.0
    if chance and len(position.groups_after(left)) <= RUN_GROUPS:
        value += w.run * chance * position.run_chance(left)
    if position.rules.hold_threes and left[THREE]:
        if left[THREE] == sum(left):
            value += w.shut * (last - 0.5)
        else:
            value += w.keep_last * position.best_last(left)
    return value


def _fed(position: Position, play: Play) -> float:
    """Whom a play of this size would let out."""
    w = position.weights
    if position.headed and is_gouji(play):
        return 0.0
    held = 1 if position.rules.hold_threes else 0
    value = w.feed_ally * allies_helped(position, play)
    for foe in position.enemies:
        if position.sizes[foe] - held == play.size:
            value -= w.feed_enemy * position.odds.beats(foe, play)
    return value


def allies_helped(position: Position, play: Play) -> float:
    """送牌: how many allies with few cards can likely take the lead from this play."""
    if position.headed and is_gouji(play):
        return 0.0
    held = 1 if position.rules.hold_threes else 0
    return sum(
        position.odds.beats(ally, play)
        for ally in position.allies
        if play.size <= position.sizes[ally] - held <= FEW_LEFT
    )
