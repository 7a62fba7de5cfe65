"""What a viewer may not see does not reach it, not even as the number or kind of what it hears."""

import random

import pytest

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import rank_of
from gouji_desktop.rules.deck import deal_hands
from gouji_desktop.rules.engine import decide, evolve
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.prompts import prompts
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.state import Hand, Stage, new_match
from gouji_desktop.rules.views import SeatAudience, redact

VIEWER = 0
#: Events that show a card or a choice of somebody: only they may be the first to differ.
REVEALING = (
    ev.Played,
    ev.SuitsShown,
    ev.LeaderFound,
    ev.Bought,
    ev.Revolted,
    ev.PointsConceded,
    ev.TributePaid,
    ev.Exempted,
)


def swapped(rules, permutation, rng):
    """The same deal with the cards of the five others mixed among them."""
    others = [index for index in range(rules.cards) if index % 6 != VIEWER]
    shuffled = others[:]
    rng.shuffle(shuffled)
    mixed = list(permutation)
    for target, source in zip(others, shuffled, strict=True):
        mixed[target] = permutation[source]
    return tuple(mixed)


def plain_answer(match, prompt):
    """A player whose choices hang on its cards as little as can be: it declines, passes and leads its lowest card."""
    seat = prompt.seat
    hand = match.deal.hands[seat]
    assert isinstance(hand, Hand)
    if prompt.stage == Stage.SHOW_QUERY:
        return cmd.ShowSuit(seat, prompt.id, ())
    if prompt.stage == Stage.BURN_QUERY:
        return cmd.BurnCards(seat, prompt.id, ())
    if prompt.stage != Stage.PLAYING:
        return cmd.Decide(seat, prompt.id, yes=False)
    if prompt.verbs == ("play",):
        ordered = sorted(hand.faces, key=lambda face: (rank_of(face) == 0, rank_of(face)))
        lowest = ordered[0]
        return cmd.PlayCards(seat, prompt.id, tuple(hand.faces) if rank_of(lowest) == 0 else (lowest,))
    return cmd.Pass(seat, prompt.id)


def heard(rules, permutation, lot, most):
    """What the viewer hears of a deal."""
    match = new_match(rules)
    events: list[ev.Event] = []
    command: cmd.Command = cmd.StartDeal(permutation, lot)
    while len(events) < most:
        outcome = decide(match, command)
        if isinstance(outcome, Rejected):
            break
        for event in outcome:
            match = evolve(match, event)
            seen = redact(event, SeatAudience(VIEWER))
            if seen is not None:
                events.append(seen)
        if match.deal is None or match.deal.stage == Stage.OVER:
            break
        waiting = prompts(match)
        command = plain_answer(match, waiting[0]) if waiting else cmd.CloseQuery()
    return events


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_the_first_difference_is_one_that_everybody_sees(rules):
    compared = 0
    for seed in range(25):
        rng = random.Random(seed)
        order = list(range(rules.cards))
        rng.shuffle(order)
        other = swapped(rules, order, rng)
        assert deal_hands(rules, order)[VIEWER] == deal_hands(rules, other)[VIEWER]
        lot = rng.randrange(6)
        one, two = heard(rules, tuple(order), lot, 200), heard(rules, other, lot, 200)
        for left, right in zip(one, two, strict=False):
            if left != right:
                assert isinstance(left, REVEALING) or isinstance(right, REVEALING), (left, right)
                break
            compared += 1
    assert compared >= 25, "every pair of deals has its start in common"
