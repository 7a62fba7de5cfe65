"""Texts B1 and B2: tribute, penalty, places and points (B1 L149 to L177)."""

from gouji_desktop.rules.commands import StartDeal
from gouji_desktop.rules.phases.setup import decide_start
from gouji_desktop.rules.policies.leaving import leave_penalty
from gouji_desktop.rules.policies.point_tribute import point_debts
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.seats import SEATS, mask_of
from gouji_desktop.rules.state import Stage, Streak, new_match
from gouji_desktop.rules.tape import Tape
from gouji_desktop.table.host import TableHost
from tests.rules.sentences import framework
from tests.rules.sentences.flows import last_match, random_match
from tests.rules.sentences.framework import Check, Left, Row, as_check, seats
from tests.rules.sentences.text_b1_frame import MATCH_ROOM, PLACE, Zaozhuang
from tests.table.drivers import make_setup, random_maker, run_host

WORTH_SENTENCES = {
    149: 2, 150: 2, 151: 1, 152: 2, 153: 1, 154: 1, 155: 1, 156: 1, 157: 2, 158: 2,
}
POINT_SENTENCES = {167: 4, 168: 2, 169: 1, 170: 1, 171: 1, 172: 1, 173: 1, 174: 2, 175: 2, 176: 1, 177: 1}

HANDS = "BSK9944 22K9844 S2A9644 2AK8744 2KQ8644 2AQ9544"
PLACE_NAMES = ["first", "second", "third", "fourth", "fifth", "last"]
PLACE_POINTS = [4, 2, 0, 0, -2, -4]


def largest_are_paid(text: Zaozhuang) -> Check:
    def the_largest_cards_are_paid() -> None:
        flow = text.flow(HANDS, "point 0 to 3: 3", "place 1 to 2: 2", "place 4 to 5: 1")
        assert flow.paid() == ["point 0 to 3: BSK", "place 1 to 2: 22", "place 4 to 5: 2"]
        assert flow.asked() == [2, 3, 5], "nobody chose: the returns are asked already"

    return as_check(the_largest_cards_are_paid)


def own_cards_alone(text: Zaozhuang) -> Check:
    def received_cards_stay() -> None:
        flow = text.flow(HANDS, "point 0 to 3: 1", "place 3 to 2: 2")
        assert flow.paid() == ["point 0 to 3: B", "place 3 to 2: 2A"], "the B that 3 received is not paid on"
        assert flow.refused(flow.returning(3, "B")) == Reason.RECEIVED_CARD
        flow.give_back(3, "7")
        assert flow.returned()[0] == "3 to 0: 7"

    return as_check(received_cards_stay)


def point_before_place(text: Zaozhuang) -> Check:
    def who_owes_both_pays_the_point_first() -> None:
        flow = text.flow(HANDS, "point 0 to 3: 1", "place 0 to 1: 2")
        assert flow.paid() == ["point 0 to 3: B", "place 0 to 1: SK"]

    return as_check(who_owes_both_pays_the_point_first)


def mutual_is_not_returned(text: Zaozhuang) -> Check:
    def mutual_point_tribute_is_kept() -> None:
        flow = text.flow(HANDS, "point 0 to 3: 1 mutual", "point 3 to 0: 1 mutual")
        assert flow.paid() == ["point 0 to 3: B", "point 3 to 0: 2"]
        assert flow.match.deal.stage == Stage.PLAYING
        assert flow.cards(0) == "S2K9944"
        flow = text.flow(HANDS, "point 0 to 3: 1 mutual", "point 3 to 0: 1 mutual", "place 5 to 0: 1")
        assert flow.asked() == [0], "the place tribute beside it is returned"
        assert flow.owes(0) == 1

    return as_check(mutual_point_tribute_is_kept)


def streak(rules: str, *deals: str) -> tuple[list[int], dict[int, int], list[int]]:
    """What 0 and 3 pay after the last of the deals, the streaks, and who is opened next.

    Each deal says who of them opened; the other pairs both open. Who graduates is opened in the deal after.
    """
    options = preset(rules)
    streaks: tuple[Streak, ...] = ()
    opened_next = 0
    pays = [0, 0]
    for opened in deals:
        result = point_debts(options, mask_of([*seats(opened), 1, 2, 4, 5]) | opened_next, 0, 0, streaks)
        streaks, opened_next = result.streaks, result.opened_next
        paid = {debt.payer: debt.cards for debt in result.debts}
        pays = [paid.get(0, 0), paid.get(3, 0)]
    return pays, {each.payer: each.deals for each in streaks}, [seat for seat in range(6) if opened_next >> seat & 1]


def levels_rise(text: Zaozhuang) -> Check:
    def two_deals_running_in_one_direction() -> None:
        assert streak(text.rules, "0") == ([0, 1], {3: 1}, [])
        assert streak(text.rules, "0", "0") == ([0, 2], {3: 2}, [])
        assert streak(text.rules, "0", "3") == ([1, 0], {0: 1}, []), "the other way round it begins anew"
        assert streak(text.rules, "0", "", "0") == ([0, 1], {3: 1}, []), "a deal that neither opened breaks it"
        assert streak(text.rules, "0", "03", "0") == ([0, 1], {3: 1}, []), "so does one that both opened"

    return as_check(two_deals_running_in_one_direction)


def third_level(text: Zaozhuang) -> Check:
    def three_deals_running() -> None:
        assert streak(text.rules, "0", "0", "0") == ([0, 3], {}, [3])
        assert streak(text.rules, "0", "0", "3", "0") == ([0, 1], {3: 1}, [])

    return as_check(three_deals_running)


def graduation(text: Zaozhuang) -> Check:
    def opened_from_the_first_card_on() -> None:
        match = new_match(preset(text.rules))._replace(opened_next=1 << 3)
        order = tuple(range(match.rules.cards))
        tape = decide_start(match, StartDeal(order, 0))
        assert isinstance(tape, Tape)
        assert tape.deal.opened == 1 << 3
        assert streak(text.rules, "0", "0", "0", "0") == ([0, 0], {}, []), "both count as opened"
        assert streak(text.rules, "0", "0", "0", "") == ([1, 0], {0: 1}, [])
        assert streak(text.rules, "0", "0", "0", "0", "0") == ([0, 1], {3: 1}, []), "once, then from level one"

    return as_check(opened_from_the_first_card_on)


def tribute_rows(text: Zaozhuang) -> list[Row | Left]:
    """L149 to L158."""
    row, left, settle = text.row, text.left, text.settle
    return [
        row(149, "tribute for the point and the place alone", settle(
            "012345", opened="01245", burns=["1 burns 0 success"], shut=["2 by 1"], scores=8,
            tributes=["point 3 to 0: 1", *PLACE],
        )),
        row(149, "who owes both pays for the point first", settle(
            "012345", opened="01234", tributes=["point 5 to 2: 1", *PLACE],
        ), point_before_place(text)),
        row(150, "the largest cards go, without a question", largest_are_paid(text)),
        row(150, "paid and returned are only cards one drew oneself", own_cards_alone(text)),
        row(151, "who did not open pays an opposite that did one card", settle(
            "012345", opened="01245", tributes=["point 3 to 0: 1", *PLACE],
        ), settle("012345", opened="12345", tributes=["point 0 to 3: 1", *PLACE])),
        row(152, "where neither opened each pays one",
            settle("012345", opened="1245", tributes=["point 0 to 3: 1", "point 3 to 0: 1", *PLACE]),
            settle("012345", opened="1245", streaks={0: 2}, tributes=["point 0 to 3: 1", "point 3 to 0: 1", *PLACE])),
        row(152, "and nothing is returned for it", mutual_is_not_returned(text)),
        row(153, "where both opened nobody pays", settle("012345", tributes=PLACE),
            settle("012345", streaks={0: 2, 4: 1}, tributes=PLACE, opened_next="")),
        left(154, "a heading: the levels are those of one who opened against one who did not"),
        row(155, "level one: one card", settle("012345", opened="01245", tributes=["point 3 to 0: 1", *PLACE],
            opened_next="")),
        row(156, "level two: the second deal running, two cards", levels_rise(text),
            settle("012345", opened="01245", streaks={3: 1}, tributes=["point 3 to 0: 2", *PLACE], opened_next=""),
            settle("012345", opened="01245", streaks={0: 2}, tributes=["point 3 to 0: 1", *PLACE])),
        row(157, "level three: the third deal running, three cards", third_level(text),
            settle("012345", opened="01245", streaks={3: 2}, tributes=["point 3 to 0: 3", *PLACE])),
        row(157, "and the payer counts as opened in the next deal", graduation(text),
            settle("012345", opened="01245", streaks={3: 2}, opened_next="3")),
        row(158, "the last pays the first two cards, an ally too",
            settle("031425", tributes=["place 5 to 0: 2", "place 2 to 3: 1"]),
            settle("012354", tributes=["place 4 to 0: 2", "place 5 to 1: 1"]),
            # The older text knows no other tribute after three in a row.
            *([settle("024135", tributes=["place 5 to 0: 2", "place 3 to 2: 1"])] if text.tag == "B2" else [])),
        row(158, "the fifth pays the second one", settle(
            "014235", tributes=["place 5 to 0: 2", "place 3 to 1: 1"],
        )),
    ]


def place_of(text: Zaozhuang, index: int) -> Check:
    """The seat that goes out as number `index` has that place, whoever it is."""
    start = 5 - index
    hands = " ".join("789TJQ"[(seat - start) % SEATS] for seat in range(SEATS))
    order = [(start + step) % SEATS for step in range(SEATS)]
    script = ", ".join(f"{seat} play {'789TJQ'[step]}" for step, seat in enumerate(order[:5]))
    return text.deal(hands, script, over=True, places=order)


def at_least_four_deals(text: Zaozhuang) -> Check:
    def a_match_of_four_deals() -> None:
        match = last_match(random_match(text.rules))
        assert [result.number for result in match.results] == [1, 2, 3, 4]
        assert match.over
        assert new_match(preset(text.rules), 7).deals == 7, "more are a table's choice"

    return as_check(a_match_of_four_deals)


def fine(text: Zaozhuang, expected: int, *cases: tuple[int, bool, int], rules: str = "") -> Check:
    """The fine is as expected in each case: deals played, whether one is running, who left before."""

    def leaving() -> None:
        for played, running, before in cases:
            options = preset(rules or text.rules)
            assert leave_penalty(options, played, deal_running=running, left_before=before) == expected

    return as_check(leaving)


def a_bot_plays_on(text: Zaozhuang) -> Check:
    def trustee_plays_to_the_end_of_the_deal() -> None:
        host = TableHost(make_setup(text.rules, pace="instant"), random_maker)
        host.start(0)
        now = run_host(host)
        assert host.next_deal(now) is False, "the deal waits for the person"
        host.set_trustee(0, on=True, now=now)
        run_host(host, now)
        assert host.may_deal
        assert [result.number for result in host.match.results] == [1]

    return as_check(trustee_plays_to_the_end_of_the_deal)


def point_rows(text: Zaozhuang) -> list[Row | Left]:
    """L167 to L177."""
    row, left, settle = text.row, text.left, text.settle
    return [
        *(row(167 + index // 4, f"number {index + 1} to go out is {name}", place_of(text, index))
          for index, name in enumerate(PLACE_NAMES)),
        left(169, "a heading; the lines of the first four places are lost: 4, 2, 0 and 0 are read (Q1)"),
        *(row(166 + index, f"{PLACE_NAMES[index]}: {PLACE_POINTS[index]}",
              settle("123450", placement=[PLACE_POINTS[(seat - 1) % 6] for seat in range(SEATS)]))
          for index in (4, 5)),
        row(172, "the match room scores the point and pays no card", framework.settle(
            "012345", rules=MATCH_ROOM, scores=8, tributes=[], opened="01245",
        ), framework.settle("012345", rules=MATCH_ROOM, streaks={3: 2}, scores=8, opened_next="", opened="01245")),
        row(173, "other rooms pay and score",
            settle("012345", scores=8, tributes=["point 3 to 0: 1", *PLACE], opened="01245")),
        row(174, "one opened: it gets six", settle("012345", scores=8, opened="01245"),
            settle("012345", opened="0", scores=8), settle("012345", streaks={3: 2}, scores=8, opened="01245")),
        row(174, "and the other loses six", settle("012345", opened="12345", scores=-4),
            settle("012345", opened="024", scores=20)),
        row(175, "both opened: nothing", settle("012345", scores=2)),
        row(175, "neither opened: nothing", settle("012345", opened="1245", scores=2),
            settle("012345", opened="", scores=2)),
        row(176, "everybody's result is the sum of its side: places and points",
            settle("024135", opened="01245", scores=[18, -18, 18, -18, 18, -18]),
            settle("103254", opened="01234", scores=4)),
        row(177, "three in a row doubles the points of the places, not those of the point",
            settle("024135", opened="01245", placement=[8, 0, 4, -4, 0, -8], scores=18),
            settle("135024", opened="01245", scores=-6)),
    ]
