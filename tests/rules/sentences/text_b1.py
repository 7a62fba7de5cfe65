"""Text B1: 枣庄 with six decks, the newer text. What B2 says as well is in the modules text_b1_*.py."""

from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.rejections import Reason
from tests.rules.sentences.flows import last_match, random_match
from tests.rules.sentences.framework import Check, Left, Row, as_check
from tests.rules.sentences.text_b1_cards import CARD_SENTENCES, card_rows
from tests.rules.sentences.text_b1_ends import END_SENTENCES, end_rows
from tests.rules.sentences.text_b1_frame import B1, MATCH_ROOM, Zaozhuang
from tests.rules.sentences.text_b1_play import PLAY_SENTENCES, burn_rows, turn_rows
from tests.rules.sentences.text_b1_worth import (
    HANDS,
    POINT_SENTENCES,
    WORTH_SENTENCES,
    a_bot_plays_on,
    at_least_four_deals,
    fine,
    point_rows,
    tribute_rows,
)

#: Each of the losers pays the winner of the place across the list.
CIRCLE = ["circle 5 to 0: 1", "circle 3 to 2: 1", "circle 1 to 4: 1"]


def one_back_for_one(text: Zaozhuang) -> Check:
    def returned_to_who_paid() -> None:
        flow = text.flow(HANDS, "point 0 to 3: 1", "place 1 to 2: 2")
        assert flow.asked() == [2, 3]
        assert (flow.owes(2), flow.owes(3)) == (2, 1)
        flow.give_back(3, "7")
        assert flow.returned() == ["3 to 0: 7", "2 to 1: 44"], "who does not choose gives its smallest"

    return as_check(returned_to_who_paid)


def as_many_as_taken(text: Zaozhuang) -> Check:
    def neither_more_nor_fewer() -> None:
        flow = text.flow(HANDS, "place 1 to 2: 2")
        for cards in ("9", "966"):
            assert flow.refused(flow.returning(2, cards.replace("66", "64"))) == Reason.WRONG_RETURN_NUMBER
        flow.give_back(2, "96")
        assert flow.returned() == ["2 to 1: 96"]

    return as_check(neither_more_nor_fewer)


def own_cards_go_back(text: Zaozhuang) -> Check:
    def received_cards_do_not_go_back() -> None:
        flow = text.flow(HANDS, "place 1 to 2: 1", "point 5 to 2: 1")
        assert flow.cards(2).startswith("S222"), "two of the 2s are received"
        assert flow.refused(flow.returning(2, "S")) == Reason.RETURN_TOO_HIGH
        flow.give_back(2, "2")
        assert flow.refused(flow.returning(2, "2")) == Reason.RECEIVED_CARD
        flow.give_back(2, "A")
        assert flow.returned() == ["2 to 1: 2", "2 to 5: A"]

    return as_check(received_cards_do_not_go_back)


def no_higher_than_paid(text: Zaozhuang) -> Check:
    def up_to_the_rank_of_the_tribute() -> None:
        hands = "KQ9944 22K9844 S2A9644 2AK8744 2KQ8644 2AQ9544"
        flow = text.flow(hands, "point 0 to 3: 2")
        assert flow.paid() == ["point 0 to 3: KQ"]
        assert flow.refused(flow.returning(3, "A7")) == Reason.RETURN_TOO_HIGH
        flow.give_back(3, "K8")
        assert flow.returned() == ["3 to 0: K8"]
        flow = text.flow("995544 22K9844 S2A9644 2AK 2KQ8644 2AQ9544", "point 0 to 3: 1")
        assert flow.refused(flow.returning(3, "A")) == Reason.RETURN_TOO_HIGH
        flow.give_back(3, "K")
        assert flow.returned() == ["3 to 0: K"], "where all are higher the smallest goes"

    return as_check(up_to_the_rank_of_the_tribute)


def the_reason_is_told(text: Zaozhuang) -> Check:
    def a_return_that_is_too_high_is_refused_with_its_reason() -> None:
        flow = text.flow("KQ9944 22K9844 S2A9644 2AK8744 2KQ8644 2AQ9544", "point 0 to 3: 1")
        before = flow.match
        assert flow.refused(flow.returning(3, "2")) == Reason.RETURN_TOO_HIGH
        assert flow.match is before
        assert flow.asked() == [3]

    return as_check(a_return_that_is_too_high_is_refused_with_its_reason)


def no_least_number_in_the_match_room() -> None:
    assert preset(MATCH_ROOM).leave_penalty == 0
    assert last_match(random_match(MATCH_ROOM)).over


def own_rows() -> list[Row | Left]:
    """L159 to L166."""
    row, settle = B1.row, B1.settle
    return [
        row(159, "after three in a row each loser pays one", settle("024135", tributes=CIRCLE),
            settle("024135", opened="01234", tributes=["point 5 to 2: 1", *CIRCLE])),
        row(159, "last to first, fifth to second, fourth to third",
            settle("420531", tributes=["circle 1 to 4: 1", "circle 3 to 2: 1", "circle 5 to 0: 1"])),
        row(159, "a return goes to who paid", one_back_for_one(B1)),
        row(159, "as many cards as were taken", as_many_as_taken(B1)),
        row(160, "of cards one drew oneself", own_cards_go_back(B1)),
        row(160, "none higher than the card that was paid", no_higher_than_paid(B1)),
        row(160, "the game tells a player so", the_reason_is_told(B1)),
        row(162, "in rooms with tribute, fewer than four deals cost twenty base scores", fine(B1, 20, (0, True, 0))),
        row(163, "a match has four deals at least", at_least_four_deals(B1)),
        row(163, "who leaves, or leaves it to a bot, before that is fined twenty after the deal",
            fine(B1, 20, (0, True, 0), (1, True, 0), (2, True, 0), (2, True, 2), (1, False, 0))),
        row(164, "a bot plays on for who leaves in a deal", a_bot_plays_on(B1)),
        row(164, "at the end of that deal it is fined where it is not the fourth", fine(B1, 20, (2, True, 0))),
        row(164, "and not fined where it is", fine(B1, 0, (3, True, 0), (5, True, 1))),
        row(165, "between two deals before the fourth is over the first to leave is fined",
            fine(B1, 20, (1, False, 0), (3, False, 0))),
        row(165, "those after it are not", fine(B1, 0, (1, False, 1), (3, False, 2), (4, False, 0))),
        row(166, "the match room knows no least number and no fine", no_least_number_in_the_match_room,
            fine(B1, 0, (0, True, 0), (1, False, 0), (3, True, 2), rules=MATCH_ROOM)),
    ]


TABLE: list[Row | Left] = [
    Left("B1", "L110", "a heading"),
    *card_rows(B1), *turn_rows(B1), *burn_rows(B1), *end_rows(B1), *tribute_rows(B1), *own_rows(), *point_rows(B1),
]
SENTENCES = {f"L{line}": count for line, count in {
    110: 1, **CARD_SENTENCES, 112: 4, **PLAY_SENTENCES, **END_SENTENCES, **WORTH_SENTENCES,
    159: 4, 160: 3, 162: 1, 163: 2, 164: 3, 165: 2, 166: 1, **POINT_SENTENCES,
}.items()}
