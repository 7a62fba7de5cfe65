"""Text A, L69 to L98: tribute, exemptions, points and the match."""

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.policies.leaving import leave_penalty
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.seats import SEATS, allies
from gouji_desktop.rules.state import Stage
from tests.rules.sentences.flows import Flow, deals_of, last_match, random_match
from tests.rules.sentences.framework import Checkable, Left, Row, deal, every, settle
from tests.rules.sentences.text_a_burns import MATCH_ROOM, PLACE, A

# --- tribute ----------------------------------------------------------------------------------------------------

HANDS = "BSK9943 22K9843 S2A9643 2AK8743 2KQ8643 2AQ9543"


def paid(*debts: str, hands: str = HANDS) -> list[str]:
    return Flow(hands, *debts, rules=A).until(Stage.PLAYING).paid()


def tribute_comes_after_the_fours() -> None:
    flow = Flow("BSK993 2K9843 S2A9643 2AK87443 2KQ8643 2AQ9543", "place 0 to 1: 1", rules=A).until(Stage.FOUR_QUERY)
    assert flow.paid() == []
    flow.say(Stage.FOUR_QUERY, s0=True)
    assert flow.paid() == ["place 0 to 1: B"], "the small joker bought the 4"
    assert flow.cards(0) == "K9943"
    assert flow.match.deal.stage == Stage.PLAYING, "nothing is returned"


def paid_in_order_from_high_to_low() -> None:
    assert paid("point 0 to 3: 1", "burn 0 to 1: 1", "shut 0 to 3: 1", "place 0 to 5: 2") == [
        "point 0 to 3: B", "burn 0 to 1: S", "shut 0 to 3: K", "place 0 to 5: 99",
    ]


def received_cards_are_not_paid_on() -> None:
    assert paid("point 0 to 3: 1", "place 3 to 2: 2") == ["point 0 to 3: B", "place 3 to 2: 2A"]
    bought = "2K9943 22K984 S2A9643 2AK87433 2KQ8643 2AQ9543"
    assert paid("place 4 to 1: 1", hands=bought) == ["place 4 to 1: 2"]
    sold = Flow("2K99433 SQ984 KA9643 AK8743 2KQ8643 2AQ9543", "place 0 to 1: 1", rules=A).until(Stage.PLAYING)
    assert [purchase.seller for purchase in sold.match.deal.purchases] == [0]
    assert sold.paid() == ["place 0 to 1: 2"], "the joker that its 3 was paid with is not its own"


def nothing_is_paid_in_the_first_deal() -> None:
    first = deals_of(random_match(A))[0]
    assert not [event for event in first if isinstance(event, ev.TributePaid | ev.TributeLapsed)]


def each_deal_pays_for_the_one_before() -> None:
    moves = random_match(A)
    results = last_match(moves).results
    assert any(result.debts for result in results)
    for before, events in zip(results, deals_of(moves)[1:], strict=False):
        settled = [
            event.debt if isinstance(event, ev.TributeLapsed) else event.payment
            for event in events
            if isinstance(event, ev.TributePaid | ev.TributeLapsed)
        ]
        assert [each[:3] for each in settled] == [debt[:3] for debt in before.debts]


def exempt(hand: str, *seats: int) -> Checkable:
    """Seat 3 drew that hand, and its side lost: who is exempt."""
    return settle("024135", rules=A, dealt=f"2KQ 2KJ SAK {hand} 2AQ SKQ", exempt=list(seats))


def exempt_pay_nothing_and_are_paid() -> None:
    hands = "BBBBK43 22K9843 S2A9643 AAK8743 2KQ8643 2AQ9543"
    flow = Flow(hands, "point 0 to 3: 1", "burn 2 to 1: 1", "shut 3 to 0: 1", "place 1 to 4: 1", rules=A)
    flow.until(Stage.PLAYING)
    assert flow.paid() == ["place 1 to 4: 2"]
    assert flow.lapsed() == ["point 0 to 3", "burn 2 to 1", "shut 3 to 0"]
    assert flow.match.deal.exempt == 0b011101


def judged_on_drawn_cards() -> None:
    bought = "BBBK4 22K98433 S2A9643 2AK8743 2KQ8643 2AQ9543"
    flow = Flow(bought, "place 0 to 1: 1", "place 1 to 0: 1", rules=A).until(Stage.PLAYING)
    assert [purchase.price is not None for purchase in flow.match.deal.purchases] == [True], "one of the three is gone"
    assert flow.paid() == ["place 1 to 0: 2"]
    received = "BBK43 BBK9843 S2A9643 2AK8743 2KQ8643 2AQ9543"
    flow = Flow(received, "point 1 to 0: 1", "place 0 to 1: 1", rules=A).until(Stage.PLAYING)
    assert flow.paid() == ["point 1 to 0: B", "place 0 to 1: B"], "a third that was received does not count"


def points(opened: str, *tributes: str, scores: int) -> Checkable:
    """What seats 0 and 3 owe each other; the other pairs have both opened and owe nothing."""
    return settle("012345", rules=A, opened="1245" + opened, tributes=[*tributes, *PLACE], scores=scores)


#: What the losers pay after three in a row of the even seats.
CIRCLE = ["circle 5 to 0: 1", "circle 3 to 2: 1", "circle 1 to 4: 1"]

TRIBUTE = [
    Row("A", "L69", "after the 4s tribute is paid, from the second deal on", every(
        tribute_comes_after_the_fours, nothing_is_paid_in_the_first_deal, each_deal_pays_for_the_one_before,
    )),
    Row("A", "L70", "point, burn, shut, place: in this order; three in a row in the place of place", every(
        settle("012345", rules=A, opened="01245", burns=["2 burns 1 success 2"], shut=["4 by 1"],
               tributes=["point 3 to 0: 1", "burn 1 to 2: 1", "shut 4 to 1: 1", *PLACE]),
        settle("024135", rules=A, opened="01245", burns=["2 burns 1 success 2"], shut=["4 by 1"],
               tributes=["point 3 to 0: 1", "burn 1 to 2: 1", "shut 4 to 1: 1", *CIRCLE]),
        paid_in_order_from_high_to_low,
    )),
    Row("A", "L71", "only cards that one drew oneself are paid", received_cards_are_not_paid_on),
    Row("A", "L72", "the point concerns two opposites alone", settle(
        "012345", rules=A, opened="0124", tributes=["point 3 to 0: 1", "point 5 to 2: 1", *PLACE], scores=7,
    )),
    Row("A", "L72", "each moves two points", points("0", "point 3 to 0: 1", scores=5)),
    Row("A", "L72", "neither has opened: one each way", points("", "point 0 to 3: 1", "point 3 to 0: 1", scores=3)),
    Row("A", "L72", "both have: none", points("03", scores=3)),
    Row("A", "L72", "one has: the other pays one, however often it did before", every(
        points("0", "point 3 to 0: 1", scores=5), points("3", "point 0 to 3: 1", scores=1),
        settle("012345", rules=A, opened="12450", streaks={3: 2}, tributes=["point 3 to 0: 1", *PLACE], opened_next=""),
    )),
    Row("A", "L73", "the burnt pays a burner that succeeded one", every(
        settle("012345", rules=A, burns=["2 burns 0 success 2"], tributes=["burn 0 to 2: 1", *PLACE]),
        settle("012345", rules=A, burns=["2 burns 0 undone", "4 burns 1 failed"], tributes=PLACE, scores=3),
    )),
    Row("A", "L74", "which moves two points", settle("012345", rules=A, burns=["2 burns 1 success 2"], scores=5)),
    Row("A", "L75", "a counter-burn four", settle("012345", rules=A, burns=["2 burns 1 success 4"], scores=7)),
    Row("A", "L76", "a counter-burn of that eight",
        settle("012345", rules=A, burns=["1 burns 2 success 8"], scores=-5)),
    Row("A", "L77", "shut is who is beaten on the play before its 3", deal(
        "77553 99663 883 TT653 99653 T6653", "2 play 88, 3 pass, 4 play 99", rules=A, shut=["2 by 4"],
    )),
    Row("A", "L77", "it pays one, to who beat it", settle(
        "012345", rules=A, shut=["1 by 4"], tributes=["shut 1 to 4: 1", *PLACE], scores=5,
    )),
    Row("A", "L78", "the last pays the first two, an ally too", every(
        settle("031425", rules=A, tributes=["place 5 to 0: 2", "place 2 to 3: 1"]),
        settle("013542", rules=A, tributes=["place 2 to 0: 2", "place 4 to 1: 1"]),
    )),
    Row("A", "L79", "the fifth pays the second one", settle(
        "014235", rules=A, tributes=["place 5 to 0: 2", "place 3 to 1: 1"],
    )),
    Row("A", "L80", "after three in a row each of the losers pays one, and nothing for places", settle(
        "024135", rules=A, tributes=CIRCLE,
    )),
    *(
        Row("A", f"L{81 + index}", f"the {payer} to the {taker}", settle(
            "204513", rules=A, tributes=["circle 3 to 2: 1", "circle 1 to 0: 1", "circle 5 to 4: 1"],
        ))
        for index, (payer, taker) in enumerate([("last", "first"), ("fifth", "second"), ("fourth", "third")])
    ),
    Row("A", "L84", "who drew four big jokers exempts its whole side", every(
        exempt("BBBBA", 1, 3, 5), exempt_pay_nothing_and_are_paid,
        settle("024135", rules=A, dealt="2KQ 2KJ SAK BBBBA 2AQ SKQ", tributes=[]),
    )),
    Row("A", "L85", "who drew eight 2s, four small or three big jokers, or none of them, is exempt alone", every(
        exempt("22222222A", 3), exempt("SSSSA", 3), exempt("BBBA", 3), exempt("AAK", 3),
        exempt("2222222A"), exempt("SSSA"), exempt("BBA"), exempt("2A"), exempt("SA"), exempt("BA"),
        exempt("2222222SSSBB"),
        settle("024135", rules=A, dealt="2KQ 2KJ SAK BBBA 2AQ SKQ",
               tributes=["circle 5 to 0: 1 S", "circle 1 to 4: 1 2"]),
        judged_on_drawn_cards,
    )),
]

# --- points -----------------------------------------------------------------------------------------------------

PLACES = [6, 3, 0, 0, -3, -6]


def worth(place: int) -> Checkable:
    """What a place is worth, whoever takes it."""
    return every(*(
        settle("".join(str((seat + start) % 6) for seat in range(6)), rules=A,
               placement=[PLACES[(seat - start) % 6] for seat in range(6)])
        for start in (place, place + 3)
    ))


def match_scores_are_the_sums(rules: str) -> Checkable:
    def running_score_is_the_sum_of_the_deals() -> None:
        match = last_match(random_match(rules, 4))
        for seat in range(SEATS):
            assert match.scores[seat] == sum(result.scores[seat] for result in match.results)
            assert match.scores[seat] == match.scores[allies(seat)[0]]

    return running_score_is_the_sum_of_the_deals


def five_deals() -> None:
    for rules in (A, MATCH_ROOM):
        moves = random_match(rules)
        numbers = [event.number for deal in deals_of(moves) for event in deal if isinstance(event, ev.DealStarted)]
        assert numbers == [1, 2, 3, 4, 5]
        assert last_match(moves).over


def leaving_early_costs_twenty() -> None:
    rules = preset(A)
    for played in range(4):
        assert leave_penalty(rules, played, deal_running=True, left_before=0) == 20
    assert leave_penalty(rules, 4, deal_running=False, left_before=0) == 20
    for running in (True, False):
        assert leave_penalty(rules, 3, deal_running=running, left_before=1) == 20, "whoever leaves, not the first alone"
    for played in (5, 7):
        assert leave_penalty(rules, played, deal_running=True, left_before=0) == 0
        assert leave_penalty(rules, played, deal_running=False, left_before=0) == 0
    assert leave_penalty(preset(MATCH_ROOM), 1, deal_running=True, left_before=0) == 0


WORTH = [
    Left("A", "L86", "a heading"),
    Row("A", "L87", "match rooms count what is won and not what is lost", every(
        settle("012345", rules=MATCH_ROOM, placement=[6, 3, 0, 0, 0, 0], scores=[6, 3] * 3),
        settle("012345", rules=MATCH_ROOM, opened="1245", scores=[8, 5] * 3),
        settle("012345", rules=MATCH_ROOM, burns=["1 burns 2 success 8"], shut=["1 by 4"], scores=[8, 11] * 3),
    )),
    Row("A", "L88", "match rooms count the tribute and pay none", settle(
        "012345", rules=MATCH_ROOM, opened="01245", burns=["2 burns 1 success 2"], tributes=[], scores=[10, 3] * 3,
    )),
    Row("A", "L89", "match rooms do not double after three in a row",
        settle("135024", rules=MATCH_ROOM, three_in_a_row=True, scores=[0, 9] * 3)),
    Row("A", "L90", "match rooms: point, burn and shut are two points each", every(
        settle("012345", rules=MATCH_ROOM, opened="01245", scores=[8, 3] * 3),
        settle("012345", rules=MATCH_ROOM, burns=["3 burns 2 success 2"], scores=[6, 5] * 3),
        settle("012345", rules=MATCH_ROOM, shut=["3 by 2"], scores=[8, 3] * 3),
    )),
    Row("A", "L91", "match rooms: each player scores the places and the tribute of its side", every(
        settle("012345", rules=MATCH_ROOM, shut=["3 by 2"], burns=["1 burns 0 success 4"], scores=[8, 7] * 3),
        match_scores_are_the_sums(MATCH_ROOM),
    )),
    Left("A", "L92", "a heading; the lines of the other places are lost"),
    Row("A", "L93", "the fifth place loses three", worth(4)),
    Row("A", "L94", "the last place loses six, and the first two win as much (their lines are lost: Q1)", worth(5)),
    Row("A", "L95", "who takes a tribute of point, burn or shut wins its points, who pays loses them", every(
        settle("012345", rules=A, opened="01245", scores=5),
        settle("012345", rules=A, burns=["3 burns 2 success 2"], scores=1),
        settle("012345", rules=A, shut=["3 by 2"], scores=5),
        settle("012345", rules=A, shut=["3 by 1"], scores=3),
    )),
    Row("A", "L96", "three in a row doubles the places, not the tribute", every(
        settle("135024", rules=A, placement=[0, 12, -6, 6, -12, 0], scores=-18),
        settle("135024", rules=A, shut=["1 by 2"], scores=-16),
    )),
    Row("A", "L97", "each player scores the places and the tribute of its side", every(
        settle("012345", rules=A, shut=["3 by 2"], burns=["1 burns 0 success 4"], scores=1),
        match_scores_are_the_sums(A),
    )),
    Row("A", "L98", "a match is five deals at least", five_deals),
    Row("A", "L98", "who leaves earlier, or lets a bot play, is fined twenty times the base score after the deal",
        leaving_early_costs_twenty),
]
WORTH_SENTENCES = {
    "L69": 1, "L70": 1, "L71": 1, "L72": 5, "L73": 1, "L74": 1, "L75": 1, "L76": 1, "L77": 2, "L78": 1, "L79": 1,
    "L80": 1, "L81": 1, "L82": 1, "L83": 1, "L84": 1, "L85": 1, "L86": 1, "L87": 1, "L88": 1, "L89": 1, "L90": 1,
    "L91": 1, "L92": 1, "L93": 1, "L94": 1, "L95": 1, "L96": 1, "L97": 1, "L98": 2,
}
