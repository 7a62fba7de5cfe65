"""Text B2: 枣庄 with six decks, the older text. Most of it is B1 again and is checked again, with its own rule set."""

from gouji_desktop.rules.rejections import Reason
from tests.rules.sentences.framework import Check, Left, Row, as_check
from tests.rules.sentences.text_b1 import as_many_as_taken, one_back_for_one
from tests.rules.sentences.text_b1_cards import CARD_SENTENCES, card_rows
from tests.rules.sentences.text_b1_ends import END_SENTENCES, end_rows
from tests.rules.sentences.text_b1_frame import B2, Zaozhuang
from tests.rules.sentences.text_b1_play import PLAY_SENTENCES, burn_rows, turn_rows
from tests.rules.sentences.text_b1_worth import (
    HANDS,
    POINT_SENTENCES,
    WORTH_SENTENCES,
    at_least_four_deals,
    fine,
    point_rows,
    tribute_rows,
)


def any_card_goes_back(text: Zaozhuang) -> Check:
    def higher_cards_may_go_back() -> None:
        flow = text.flow("KQ9944 22K9844 BS22A9644 2AK8744 2KQ8644 2AQ9544", "place 0 to 2: 2")
        flow.give_back(2, "BS")
        assert flow.returned() == ["2 to 0: BS"]

    return as_check(higher_cards_may_go_back)


def own_cards_go_back(text: Zaozhuang) -> Check:
    def received_cards_do_not_go_back() -> None:
        flow = text.flow(HANDS, "point 0 to 3: 1")
        assert flow.refused(flow.returning(3, "B")) == Reason.RECEIVED_CARD
        flow.give_back(3, "2")
        assert flow.returned() == ["3 to 0: 2"]

    return as_check(received_cards_do_not_go_back)


def own_rows() -> list[Row | Left]:
    """L236 to L239: what B2 says otherwise."""
    return [
        Row("B2", "L236", "a return goes to who paid", one_back_for_one(B2)),
        Row("B2", "L236", "as many cards as were taken", as_many_as_taken(B2)),
        Row("B2", "L237", "of any rank", any_card_goes_back(B2)),
        Row("B2", "L237", "of cards one drew oneself", own_cards_go_back(B2)),
        Row("B2", "L239", "a match has four deals at least", at_least_four_deals(B2)),
        Row("B2", "L239", "who leaves, or leaves it to a bot, before that is fined twenty after the deal",
            fine(B2, 20, (0, True, 0), (1, True, 0), (2, True, 0), (1, False, 0))),
    ]


TABLE: list[Row | Left] = [
    *card_rows(B2), *turn_rows(B2), *burn_rows(B2), *end_rows(B2), *tribute_rows(B2), *own_rows(), *point_rows(B2),
]
_SHARED = CARD_SENTENCES | PLAY_SENTENCES | END_SENTENCES | WORTH_SENTENCES
SENTENCES = {
    **{B2.line(line): count for line, count in _SHARED.items()},
    "L236": 2, "L237": 2, "L239": 2,
    **{B2.line(line): count for line, count in POINT_SENTENCES.items()},
}
