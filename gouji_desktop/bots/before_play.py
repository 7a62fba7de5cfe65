"""亮牌, 宣点, 革命, 要头, 买四, 还贡: what a bot answers before play, from its own hand."""

from __future__ import annotations

from gouji_desktop.rules.cards import ACE, BIG, KING, SMALL, TEN, THREE, TWO, Counts
from gouji_desktop.rules.commands import Decide, ReturnCards, SeatCommand, ShowSuit
from gouji_desktop.rules.phases.playing import known_hand
from gouji_desktop.rules.phases.tribute import next_owed
from gouji_desktop.rules.plays import GOUJI_THRESHOLD
from gouji_desktop.rules.policies.first_lead import groups, shown_rank
from gouji_desktop.rules.policies.paying import default_return
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import View


def answer_before_play(view: View, prompt: Prompt) -> SeatCommand:
    """The command that answers a prompt of a stage before play."""
    deal = view.deal
    assert deal is not None, "a question without a deal"
    seat, hand = prompt.seat, known_hand(deal, prompt.seat)
    if prompt.stage == Stage.SHOW_QUERY:
        return ShowSuit(seat, prompt.id, groups(hand.faces, shown_rank(view.rules))[0])
    if prompt.stage == Stage.RETURN_QUERY:
        owed = next_owed(deal, seat)
        assert owed is not None, "asked for a return that is not owed"
        return ReturnCards(seat, prompt.id, default_return(hand, owed, view.rules))
    yes = {
        Stage.POINT_QUERY: declares_point,
        Stage.REVOLT_QUERY: revolts,
        Stage.HEAD_QUERY: claims_head,
        Stage.FOUR_QUERY: buys_four,
    }[prompt.stage](hand.counts)
    return Decide(seat, prompt.id, yes)


def pure_groups(hand: Counts) -> int:
    """How many groups reach their 够级 threshold without help."""
    return sum(1 for rank in range(TEN, TWO) if hand[rank] >= GOUJI_THRESHOLD[rank])


def wild_value(hand: Counts) -> float:
    """What the 2s and jokers of a hand are worth, a small joker being about one."""
    return 0.5 * hand[TWO] + hand[SMALL] + 1.4 * hand[BIG]


def declares_point(hand: Counts) -> bool:
    """宣点: several sets that may stand, and something to answer the opposite's with."""
    return pure_groups(hand) >= 3 and hand[ACE] + hand[KING] >= 5 and wild_value(hand) >= 3


def revolts(hand: Counts) -> bool:
    """革命: a hand without a 2 or a joker that has no high group either (it would come last)."""
    return pure_groups(hand) <= 1 and hand[ACE] <= 2 and sum(1 for number in hand[THREE:TWO] if number) >= 8


def claims_head(_hand: Counts) -> bool:
    """要头: three gouji rounds that nobody but burners may answer are worth more than being headless at once."""
    return True


def buys_four(hand: Counts) -> bool:
    """买四: worth a 2 where the point may be opened."""
    return pure_groups(hand) >= 1
