"""上牌, 过牌, 让牌: whether and how the house bot answers the play on the table."""

from __future__ import annotations

from gouji_desktop.bots.leading import OUT, run_value
from gouji_desktop.bots.position import Position
from gouji_desktop.bots.tracker import catch_up
from gouji_desktop.bots.weightfiles import weights_of
from gouji_desktop.rules.cards import JACK
from gouji_desktop.rules.phases.answering import wind
from gouji_desktop.rules.plays import JOKERS, Play, is_gouji
from gouji_desktop.rules.policies import opening
from gouji_desktop.rules.policies.burning import minus
from gouji_desktop.rules.seats import OPPOSITE, Seat, ring_distance, same_side
from gouji_desktop.rules.views import View

#: An enemy with so few cards is about to go out.
FEW = 6
#: With so few cards left high and wild cards may beat even an ally.
LATE = 10
#: An ally that so likely holds nothing but its 3s is not beaten, not even to go out.
LIKELY = 0.4
#: One that may well hold nothing else is beaten to go out alone.
POSSIBLE = 0.08
#: Of more answers than this, those that spend least are looked at.
MOST_ANSWERS = 20


def score_answers(position: Position, plays: list[Play]) -> list[tuple[float, Play]]:
    """Every answer with its value, best first; letting the play lie is worth 0."""
    common = _reason_to_answer(position)
    top = position.deal.round.top
    if same_side(top, position.seat) and position.deal.live >> top & 1:
        shuts = position.only_threes(top)
        if shuts >= LIKELY:
            return []
        if shuts >= POSSIBLE:
            plays = [play for play in plays if play.size == sum(position.hand)]
        plays = [play for play in plays if _spares(position, play)]
    if len(plays) > MOST_ANSWERS:
        total = sum(position.hand)
        last = [play for play in plays if play.size == total]
        plays = last or sorted(plays, key=position.change, reverse=True)[:MOST_ANSWERS]
    scored = [(common + answer_value(position, play), play) for play in plays]
    scored.sort(key=lambda pair: (-pair[0], pair[1]))
    return scored


def shuts_ally(view: View, seat: Seat) -> bool:
    """Whether beating the play on the table would likely shut an ally, as far as the public cards tell."""
    deal = view.deal
    assert deal is not None, "a question without a deal"
    top = deal.round.top
    if deal.round.laid is None or not same_side(top, seat) or not deal.live >> top & 1:
        return False
    return Position(view, seat, catch_up(view), weights_of(view.rules)).only_threes(top) >= LIKELY


def _spares(position: Position, play: Play) -> bool:
    """Whether a play may be laid on an ally's: nothing dear while much is left to play."""
    dear = play.money or play.jokers or play.base > JACK
    return not dear or sum(position.hand) - play.size <= LATE


def answer_value(position: Position, play: Play) -> float:
    """What this answer is worth beside others."""
    w = position.weights
    left = minus(position.hand, play)
    if not any(left):
        return OUT
    chance = position.stands_now(play)
    value = position.change(play) + (w.tempo + w.tempo_near * position.near) * chance
    last = position.stands_last(play, now=True)
    value += run_value(position, left, chance, last) - run_value(position, position.hand, 0.0, 0.0)
    if play.base == JOKERS or play.base > JACK:
        value -= w.spend_high
    if position.may_open(play):
        value += w.open_point * position.point_worth() * chance
    return value


def _reason_to_answer(position: Position) -> float:
    """What beating the play on the table is worth, whatever with."""
    w, table, deal = position.weights, position.deal.round, position.deal
    top = table.top
    assert table.laid is not None
    out = not deal.live >> top & 1
    if same_side(top, position.seat):
        if out:
            return -w.ally
        nearly = max(0, 11 - position.sizes[top]) / 10
        return -w.ally - w.ally_near * nearly - w.ally_threes * position.only_threes(top)
    value = w.answer + w.answer_near * position.near - w.behind * allies_behind(position)
    if out:
        value -= w.wind if inherits_lead(position) else 0.0
    elif position.sizes[top] <= FEW:
        value += w.answer_top
    if would_open(position):
        value += w.deny_point * position.point_worth()
    return value


def inherits_lead(position: Position) -> bool:
    """接风: whether the play on the table is an enemy's last one and this side leads next if it stands."""
    deal = position.deal
    top = deal.round.top
    enemy = not same_side(top, position.seat)
    return enemy and not deal.live >> top & 1 and same_side(wind(deal.live, top), position.seat)


def would_open(position: Position) -> bool:
    """Whether the play on the table is the opposite's and leads to its 开点 if it stands."""
    deal, table = position.deal, position.deal.round
    top = table.top
    if table.laid is None or top != OPPOSITE[position.seat] or deal.chaos or deal.opened >> top & 1:
        return False
    return is_gouji(table.laid.play) and opening.can_open(table.laid.play, position.rules)


def lying_value(position: Position, verbs: tuple[str, ...]) -> float:
    """What an answer must be worth more than: 0, or, where the seat may yield first, the worth of waiting."""
    return position.weights.wait if "yield" in verbs and allies_behind(position) else 0.0


def allies_behind(position: Position) -> int:
    """How many allies may still answer the play on the table after this seat."""
    deal, table, seat = position.deal, position.deal.round, position.seat
    if table.in_force and not deal.chaos:
        return 0
    gone = table.locked | table.passed
    return sum(
        1
        for ally in position.allies
        if not gone >> ally & 1 and ring_distance(table.top, ally) > ring_distance(table.top, seat)
    )
