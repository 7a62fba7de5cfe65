"""进贡 and 还贡 in a running match (D:L19, A:L71, rules.md 3.1)."""

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import parse_faces, ranks_text
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.state import Debt, Stage
from tests.rules.table import close, close_until, dealt, do, hand_text, refusal, rules_of

HANDS = ["BSK9943", "22K9843", "S2A9643", "2AK8743", "2KQ8643", "2AQ9543"]


def run_setup(debts, rules=None, hands=None):
    """All events from the deal to the first lead or the first return query."""
    match, events = dealt(rules or rules_of(), hands or HANDS, debts=debts)
    while match.deal.query is not None and match.deal.stage != Stage.RETURN_QUERY:
        match, more = close(match)
        events += more
    return match, events


def payments(events):
    return [
        (event.payment.kind, event.payment.payer, event.payment.taker, ranks_text(event.payment.faces))
        for event in events
        if isinstance(event, ev.TributePaid)
    ]


def test_each_step_pays_the_largest_card_that_is_left():
    """The order matters: seat 0 pays its 大王 for the 闷贡 and 小王 and K for the rest."""
    debts = (Debt("shut", 0, 3, 1), Debt("burn", 0, 1, 1), Debt("place", 0, 5, 1))
    _, events = run_setup(debts)
    assert payments(events) == [("shut", 0, 3, "B"), ("burn", 0, 1, "S"), ("place", 0, 5, "K")]


def test_a_received_card_is_not_passed_on():
    """Seat 3 receives 大王 and pays its own largest card, a 2 (A:L71, Q47)."""
    _, events = run_setup((Debt("point", 0, 3, 1), Debt("place", 3, 2, 2)))
    assert payments(events)[1] == ("place", 3, 2, "2A")


def test_nothing_is_returned_for_mutual_point_tribute():
    """rules.md section 4: returns never for mutual point tribute."""
    match, events = run_setup((Debt("point", 0, 3, 1, True), Debt("point", 3, 0, 2, True)))
    assert payments(events) == [("point", 0, 3, "B"), ("point", 3, 0, "2A")]
    assert match.deal.stage == Stage.PLAYING


def test_returns_go_one_for_one_and_in_order():
    """Seat 3 took from two seats: it returns to the first, then to the second."""
    match, _ = run_setup((Debt("shut", 0, 3, 1), Debt("point", 1, 3, 2)))
    assert match.deal.stage == Stage.RETURN_QUERY
    assert match.deal.query.asked == 1 << 3
    assert refusal(match, cmd.ReturnCards(3, match.step, parse_faces("7 8"))) == Reason.WRONG_RETURN_NUMBER
    face = next(held.face for held in match.deal.hands[3].held if ranks_text([held.face]) == "7")
    match, _ = do(match, cmd.ReturnCards(3, match.step, (face,)))
    match, events = close(match)
    assert [(event.giver, event.to) for event in events if isinstance(event, ev.Returned)] == [(3, 0)]
    assert hand_text(match, 0).count("7") == 1
    assert match.deal.stage == Stage.RETURN_QUERY, "the second return is asked now"
    match, events = close(match)
    returned = next(event for event in events if isinstance(event, ev.Returned))
    assert (returned.giver, returned.to, len(returned.faces)) == (3, 1, 2)
    assert match.deal.stage == Stage.PLAYING


def test_a_return_is_own_drawn_and_keeps_a_three():
    match, _ = run_setup((Debt("point", 0, 3, 1),))
    number = match.step
    hand = match.deal.hands[3]
    received = next(held.face for held in hand.held if held.received)
    three = next(held.face for held in hand.held if ranks_text([held.face]) == "3")
    assert refusal(match, cmd.ReturnCards(3, number, (received,))) == Reason.RECEIVED_CARD
    assert refusal(match, cmd.ReturnCards(3, number, (three,))) == Reason.KEEP_A_THREE
    assert refusal(match, cmd.ReturnCards(3, number, (50,))) == Reason.NOT_IN_HAND
    open_threes = rules_of(hold_threes=False)
    match, _ = run_setup((Debt("point", 0, 3, 1),), open_threes)
    do(match, cmd.ReturnCards(3, match.step, (three,)))


def test_who_does_not_answer_returns_the_smallest_cards():
    match, _ = run_setup((Debt("place", 0, 3, 2),))
    match, events = close(match)
    returned = next(event for event in events if isinstance(event, ev.Returned))
    assert ranks_text(returned.faces) == "74", "the 3 stays under 憋三"


def test_debts_of_and_to_a_revolter_lapse():
    hands = ["BSK9943", "22K9843", "S2A9643", "AAKK8743", "2KQ8643", "2AQ9543"]
    match, _ = dealt(rules_of(), hands, debts=(Debt("point", 0, 3, 1), Debt("place", 3, 2, 2), Debt("place", 4, 1, 1)))
    match = close_until(match, Stage.REVOLT_QUERY)
    assert match.deal.query.asked == 1 << 3
    match, _ = do(match, cmd.Decide(3, match.step, yes=True))
    match, events = close(match)
    assert match.deal.stage == Stage.HEAD_QUERY
    match, events = close(match)
    lapsed = [event.debt for event in events if isinstance(event, ev.TributeLapsed)]
    assert [(debt.payer, debt.taker) for debt in lapsed] == [(0, 3), (3, 2)]
    assert payments(events) == [("place", 4, 1, "2")]


def test_two_revolters_void_the_deal_and_keep_number_and_debts():
    hands = ["BSK9943", "AAK9843", "S2A9643", "AAKK8743", "2KQ8643", "2AQ9543"]
    debts = (Debt("place", 4, 1, 1),)
    match, _ = dealt(rules_of(), hands, debts=debts)
    match = close_until(match, Stage.REVOLT_QUERY)
    for seat in (1, 3):
        match, _ = do(match, cmd.Decide(seat, match.step, yes=True))
    match, events = close(match)
    assert isinstance(events[-1], ev.DealVoided)
    assert match.deal is None
    assert match.debts == debts
    match, events = do(match, cmd.StartDeal(tuple(range(216)), 2))
    assert events[0].number == 1


def test_a_forced_revolter_is_not_asked_and_leaves():
    """D:L47: no 3 and nothing to pay with."""
    hands = ["BSK9943", "22K9843", "S2A9643", "AAKK874", "2KQ8643", "2AQ95433"]
    match, _ = dealt(rules_of(), hands)
    match = close_until(match, Stage.REVOLT_QUERY)
    assert match.deal.query.asked == 0
    match, events = close(match)
    revolted = next(event for event in events if isinstance(event, ev.Revolted))
    assert (revolted.seats, revolted.forced) == (1 << 3, 1 << 3)
    assert not match.deal.live >> 3 & 1


def test_the_leader_that_revolted_gives_the_lead_to_the_next_live_seat():
    hands = ["BSK9943", "22K9843", "S2A9643", "AAKK8743", "2KQ8643", "2AQ9543"]
    match, _ = dealt(rules_of(first_lead="random"), hands, lot=3)
    match = close_until(match, Stage.REVOLT_QUERY)
    match, _ = do(match, cmd.Decide(3, match.step, yes=True))
    match = close_until(match, Stage.PLAYING)
    assert match.deal.round.turn == 4


def test_head_claim_gives_three_dead_rounds_and_silence_claims():
    hands = ["BSK9943", "22K9843", "S2A9643", "AAKK8743", "2KQ8643", "2AQ9543"]
    for answer, left in ((True, 3), (False, 0), (None, 3)):
        match, _ = dealt(rules_of(), hands)
        match = close_until(match, Stage.REVOLT_QUERY)
        match, _ = do(match, cmd.Decide(3, match.step, yes=True))
        match, _ = close(match)
        assert match.deal.query.asked == 1 << 0
        if answer is not None:
            match, _ = do(match, cmd.Decide(0, match.step, yes=answer))
        match, _ = close(match)
        assert match.deal.dead_left[0] == left


def test_a_revolter_counts_as_fourth_and_does_not_open():
    from gouji_desktop.rules.phases.settling import Outcome, settle

    outcome = Outcome(1, (0, 1, 2, 3, 4, 5), 0b111111, 0, 1 << 3, 0, (), ())
    result = settle(rules_of(), outcome, ())
    assert [(debt.payer, debt.taker, debt.cards) for debt in result.debts if debt.kind == "point"] == [(3, 0, 1)]


def test_declarations_are_sealed_until_all_have_answered():
    match, _ = dealt(rules_of(), HANDS)
    match = close_until(match, Stage.POINT_QUERY)
    assert match.deal.query.asked == 0b111111
    for seat in range(6):
        match, _ = do(match, cmd.Decide(seat, match.step, yes=seat in (1, 4)))
    assert refusal(match, cmd.Decide(2, match.step, yes=True)) == Reason.NOT_ASKED
    match, events = close(match)
    assert events[0] == ev.PointsDeclared(0b010010)


def test_the_longest_show_leads_and_equal_ones_by_who_was_first():
    """D:L33."""
    hands = ["2K4c4c4c3", "2K4h4h4h3", "2KQ4s4s3", "2KJ3", "2KT3", "2K93"]
    match, events = dealt(rules_of(), hands, lot=5)
    assert match.deal.stage == Stage.SHOW_QUERY
    assert match.deal.query.asked == 0b000111
    assert refusal(match, cmd.ShowSuit(0, match.step, parse_faces("4c4h"))) == Reason.NOT_SHOWABLE
    match, _ = do(match, cmd.ShowSuit(2, match.step, parse_faces("4s4s")))
    match, _ = do(match, cmd.ShowSuit(1, match.step, parse_faces("4h4h4h")))
    match, _ = do(match, cmd.ShowSuit(0, match.step, parse_faces("4c4c4c")))
    match, events = close(match)
    assert events[1] == ev.LeaderFound(1)
    match, _ = dealt(rules_of(), hands, lot=5)
    match, events = close(match)
    assert events[1] == ev.LeaderFound(5), "nobody shows: the lot"
    match, _ = dealt(rules_of(hold_threes=False), ["3c3c4", "3h4s4s", "34", "34", "34", "34"], lot=5)
    assert match.deal.query.asked == 0b000001, "3s are shown where they are not held"
