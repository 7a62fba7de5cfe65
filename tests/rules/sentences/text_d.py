"""Text D: the tribute game with 216 cards. Cards, tribute and points; the play itself is in text_d_play.py."""

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.deck import deck_of
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.seats import SEATS, allies, opposite, same_side
from gouji_desktop.rules.state import Stage
from tests.rules.sentences.flows import Flow, deals_of, last_match, random_match
from tests.rules.sentences.framework import (
    Checkable,
    Left,
    Row,
    beaten,
    compare,
    deal,
    every,
    settle,
    unbeaten,
)
from tests.rules.sentences.text_d_play import FREE, PLACE, PLAY, PLAY_SENTENCES


def deck_of_four():
    faces = deck_of(preset("tribute216"))
    assert len(faces) == 216
    assert {faces.count(face) for face in range(54)} == {4}


def hands_of_36():
    started = next(event for event in deals_of(random_match())[0] if isinstance(event, ev.DealStarted))
    assert [hand.size for hand in started.hands] == [36] * SEATS


def sides_alternate():
    assert [same_side(0, seat) for seat in range(SEATS)] == [True, False] * 3
    assert allies(1) == (3, 5)


def neighbours_and_opposite_are_enemies():
    for seat in range(SEATS):
        assert not any(same_side(seat, (seat + step) % SEATS) for step in (1, 3, 5))
        assert opposite(opposite(seat)) == seat


CARDS = [
    Row("D", "L1", "four whole decks", deck_of_four),
    Row("D", "L1", "36 cards each", hands_of_36),
    Row("D", "L3", "two federations of three, seated by turns", sides_alternate),
    Row(
        "D", "L3", "the opposite sits across: it alone answers a gouji",
        deal("AA77 9964 8654 TT65 8864 6654", "0 play AA, 1 pass", rejected="1 not_asked", asks={3: "accept play"}),
    ),
    Row("D", "L3", "both neighbours and the opposite are enemies", neighbours_and_opposite_are_enemies),
    Row("D", "L5", "any card is a play", every(*(compare(card, legal=True) for card in "3456789TJQKA2SB"))),
    Row(
        "D", "L7", "several cards of one rank are a play",
        every(compare("8888888", legal=True), compare("5566", legal=False, reason="not_a_play")),
    ),
    Left("D", "L7", "the first example is damaged: two natural ranks (3 and 5) are no play by L7 and L9 themselves"),
    Row(
        "D", "L9", "a 2 goes with other cards and takes their rank",
        every(compare("2277", legal=True), beaten("6666", "2277"), unbeaten("7777", "2277")),
    ),
    Row(
        "D", "L9", "22333 is five 3s, 266 is three 6s (3s only where they are not held)",
        every(
            beaten("22333", "44444", options=FREE),
            beaten("333", "266", options=FREE),
            unbeaten("777", "266"),
            compare("22333", legal=False, reason="threes_stand_alone"),
        ),
    ),
    Row(
        "D", "L11", "jokers of both kinds may hang on cards of one rank",
        every(compare("S88", legal=True), compare("B4", legal=True), compare("S87", legal=False, reason="not_a_play")),
    ),
    Row("D", "L11", "SS888 is two small jokers with three 8s", every(
        beaten("SS888", "BB999"), unbeaten("SS888", "BB888", "SS999"),
    )),
    Row("D", "L11", "a big joker with 2s and other cards: the 2s take their rank", every(
        beaten("6666666 SS", "BB2227777"), unbeaten("7777777 SS", "BB2227777"),
    )),
    Row("D", "L11", "a big joker with 2s alone: the 2s are 2s", every(
        beaten("SSAAA", "BB222"), unbeaten("SS222", "BB222"), compare("BB222", legal=True),
    )),
    Row(
        "D", "L11", "a big joker hung beside a small one counts as small, also with 2s, but not without other cards",
        every(
            beaten("BS225555", "BB666666"), unbeaten("S5555", "BS666"), beaten("55555", "BS666"),
            unbeaten("SKK", "BS2"), beaten("S2", "BS"), unbeaten("B5555", "BB666", "BBBBB"),
        ),
    ),
    Row("D", "L13", "the least gouji: a joker, a 2, AA, KK, QQQ, JJJJ, TTTTT", every(
        *(compare(play, gouji=True) for play in ("S", "B", "2", "AA", "KK", "QQQ", "JJJJ", "TTTTT")),
        *(compare(play, gouji=False) for play in ("A", "K", "QQ", "JJJ", "TTTT")),
    )),
    Row("D", "L13", "more cards are gouji too; what never reaches a threshold is not, however many", every(
        *(compare(play, gouji=True) for play in ("222", "AAAAA", "KKK", "QQQQ", "JJJJJ", "TTTTTT")),
        compare("99999999", gouji=False),
    )),
    Row("D", "L13", "anything with a joker hung on it is gouji", every(
        compare("S4", gouji=True), compare("B99", gouji=True), compare("S44444", gouji=True),
    )),
    Row("D", "L13", "2s count as the rank they take", every(
        *(compare(play, gouji=True) for play in ("2222T", "2A", "222J", "22Q")),
        *(compare(play, gouji=False) for play in ("222T", "2JJ", "2Q", "2229")),
    )),
    Row("D", "L15", "with 2s in it a play compares by its converted cards", every(
        beaten("2777", "8888"), unbeaten("2888", "8888", "7777"), unbeaten("22888", "9999", "999999"),
    )),
    Row("D", "L15", "22888 falls to five 9s", beaten("22888", "99999")),
    Row("D", "L17", "a hung play is its jokers with its cards of one rank", every(
        beaten("SS888", "BB299"), beaten("SS88", "BB99"), unbeaten("SS888", "B9999"),
    )),
    Row("D", "L17", "jokers and cards must both be higher", every(
        beaten("SS888", "BB999"), unbeaten("SS888", "BB777", "SS999"), unbeaten("BB888", "BB999"),
    )),
    Row("D", "L17", "more jokers may stand in for cards: SS888 falls to three big jokers with 99", every(
        beaten("SS888", "BBB99"), unbeaten("SS888", "BBB9", "BBB88"),
        unbeaten("S888", "SS999"), unbeaten("B", "BB", "BBB"),
    )),
]


# --- tribute ----------------------------------------------------------------------------------------------------

HANDS = "BSK9943 22K9843 S2A9643 2AK8743 2KQ8643 2AQ9543"


def five_deals():
    moves = random_match()
    numbers = [event.number for deal in deals_of(moves) for event in deal if isinstance(event, ev.DealStarted)]
    assert numbers == [1, 2, 3, 4, 5]
    match = last_match(moves)
    assert match.over
    assert match.scores == tuple(sum(result.scores[seat] for result in match.results) for seat in range(SEATS))


def first_deal_without_tribute():
    for seed in (3, 4):
        first = deals_of(random_match(seed=seed))[0]
        assert not [event for event in first if isinstance(event, ev.TributePaid | ev.ReturnsDue | ev.TributeLapsed)]


def each_deal_pays_for_the_one_before():
    for seed in (3, 4):
        moves = random_match(seed=seed)
        results = last_match(moves).results
        for before, events in zip(results, deals_of(moves)[1:], strict=False):
            settled = [
                event.debt if isinstance(event, ev.TributeLapsed) else event.payment
                for event in events
                if isinstance(event, ev.TributePaid | ev.TributeLapsed)
            ]
            assert [each[:3] for each in settled] == [debt[:3] for debt in before.debts]
        assert any(result.debts for result in results)


def largest_cards_are_paid():
    flow = Flow(HANDS, "place 0 to 3: 2", "point 1 to 4: 1", "point 2 to 5: 1").until(Stage.RETURN_QUERY)
    assert flow.paid() == ["place 0 to 3: BS", "point 1 to 4: 2", "point 2 to 5: S"]
    hands = HANDS.replace("BSK9943", "BBBB943")
    assert Flow(hands, "place 0 to 3: 2").until(Stage.RETURN_QUERY).paid() == ["place 0 to 3: BB"], "nobody is exempt"


def received_cards_are_not_paid_on():
    flow = Flow(HANDS, "point 0 to 3: 1", "place 3 to 2: 2").until(Stage.RETURN_QUERY)
    assert flow.paid() == ["point 0 to 3: B", "place 3 to 2: 2A"]


def paid_in_order():
    debts = ("shut 0 to 3: 1", "burn 0 to 1: 1", "point 0 to 3: 1", "place 0 to 5: 1")
    assert Flow(HANDS, *debts).until(Stage.RETURN_QUERY).paid() == [
        "shut 0 to 3: B", "burn 0 to 1: S", "point 0 to 3: K", "place 0 to 5: 9",
    ]


def returns_are_one_for_one_any_card_and_in_order():
    hands = HANDS.replace("22K9843", "QT79843")
    flow = Flow(hands, "shut 0 to 3: 1", "place 1 to 3: 2").until(Stage.RETURN_QUERY)
    assert flow.asked() == [3]
    assert flow.owes(3) == 1
    assert flow.refused(flow.returning(3, "87")) == Reason.WRONG_RETURN_NUMBER
    flow.give_back(3, "A")
    assert flow.owes(3) == 2
    flow.give_back(3, "28")
    assert flow.returned() == ["3 to 0: A", "3 to 1: 28"]
    assert flow.match.deal.stage == Stage.PLAYING


def mutual_point_tribute_is_not_returned():
    flow = Flow(HANDS, "point 0 to 3: 1 mutual", "point 3 to 0: 2 mutual").until(Stage.RETURN_QUERY)
    assert flow.match.deal.stage == Stage.PLAYING
    assert flow.cards(0) == "S2AK9943"


def point(declared: str, opened: str, *tributes: str) -> Checkable:
    """What seats 0 and 3 owe each other; the other pairs have both opened and declared nothing, and owe nothing."""
    return settle("012345", opened="1245" + opened, declared=declared, tributes=[*tributes, *PLACE])


def everybody_may_declare():
    flow = Flow(HANDS).until(Stage.POINT_QUERY)
    assert flow.asked() == list(range(SEATS))
    flow.say(Stage.POINT_QUERY, s1=True, s2=False, s4=True)
    assert flow.match.deal.declared == 0b010010


TRIBUTE = [
    Row("D", "L19", "a match is five deals in a row", five_deals),
    Row("D", "L19", "the first deal has no tribute", first_deal_without_tribute),
    Row("D", "L19", "the largest cards are paid", every(largest_cards_are_paid, received_cards_are_not_paid_on)),
    Row("D", "L19", "from the second deal on, tribute by what the deal before was", each_deal_pays_for_the_one_before),
    Row("D", "L19", "shut, burn, point, place: in this order", every(
        settle(
            "012345", opened="01245", burns=["2 burns 1 success"], shut=["4 by 1"],
            tributes=["shut 4 to 1: 1", "burn 1 to 2: 1", "point 3 to 0: 1", *PLACE],
        ),
        paid_in_order,
    )),
    Row("D", "L19", "returns: one for one, in the same order, none for mutual point tribute", every(
        returns_are_one_for_one_any_card_and_in_order, mutual_point_tribute_is_not_returned,
    )),
    Row("D", "L21", "shut: the play before the 3s is beaten, counted once and for who beat it", every(
        deal("8833 77643 86543 99653 TT643 66543", "0 play 88, 1 pass, 2 pass, 3 play 99, 4 play TT", shut=["0 by 3"]),
        deal("88533 77643 86543 99653 TT643 66543", "0 play 88, 1 pass, 2 pass, 3 play 99", shut=[]),
        deal("8833 77643 86543 66653 66643 66543",
             "0 play 88, 1 pass, 2 pass, 3 pass, 4 pass, 5 pass, 0 play 33", shut=[], finished="0"),
    )),
    Row("D", "L21", "one shut tribute", settle("012345", shut=["4 by 1"], tributes=["shut 4 to 1: 1", *PLACE])),
    Row("D", "L23", "a burn that succeeded: the burnt pays the burner one", every(
        settle("012345", burns=["2 burns 0 success"], tributes=["burn 0 to 2: 1", *PLACE]),
        settle("012345", burns=["2 burns 0 undone", "4 burns 1 failed"], tributes=PLACE),
    )),
    Row("D", "L25", "who did not open pays its opposite", point("", "3", "point 0 to 3: 1")),
    Row("D", "L25", "where neither opened both pay", point("", "", "point 0 to 3: 1", "point 3 to 0: 1")),
    Row("D", "L25", "both declared, one opened: four", every(
        point("03", "0", "point 3 to 0: 4"), point("03", "3", "point 0 to 3: 4"),
    )),
    Row("D", "L25", "both declared, neither opened: two each",
        point("03", "", "point 0 to 3: 2", "point 3 to 0: 2")),
    Row("D", "L25", "both declared, both opened: two each",
        point("03", "03", "point 0 to 3: 2", "point 3 to 0: 2")),
    Row("D", "L25", "none declared, one opened: one (both opened, of which nothing is said: none)", every(
        point("", "0", "point 3 to 0: 1"), point("", "03"),
    )),
    Row("D", "L25", "none declared, neither opened: one each", point("", "", "point 0 to 3: 1", "point 3 to 0: 1")),
    Row("D", "L25", "one declared and opened alone: it gets three", every(
        point("0", "0", "point 3 to 0: 3"), point("3", "3", "point 0 to 3: 3"),
    )),
    Row("D", "L25", "one declared, neither opened: it pays one, the other two", every(
        point("0", "", "point 0 to 3: 1", "point 3 to 0: 2"), point("3", "", "point 0 to 3: 2", "point 3 to 0: 1"),
    )),
    Row("D", "L25", "one declared, both opened: it pays two", every(
        point("0", "03", "point 0 to 3: 2"), point("3", "03", "point 3 to 0: 2"),
    )),
    Row("D", "L25", "one declared, the other opened alone: it pays three", every(
        point("0", "3", "point 0 to 3: 3"), point("3", "0", "point 3 to 0: 3"),
    )),
    Row("D", "L27", "the last pays the first two", settle(
        "031425", tributes=["place 5 to 0: 2", "place 2 to 3: 1"],
    )),
    Row("D", "L27", "the fifth pays the second one, an ally too", settle(
        "014235", tributes=["place 5 to 0: 2", "place 3 to 1: 1"],
    )),
    Row("D", "L27", "third and fourth neither pay nor take", settle(
        "102354", tributes=["place 4 to 1: 2", "place 5 to 0: 1"],
    )),
    Row("D", "L29", "before play each may declare", everybody_may_declare),
    Row("D", "L29", "what was declared changes the point tribute", every(
        point("", "0", "point 3 to 0: 1"), point("0", "0", "point 3 to 0: 3"), point("03", "0", "point 3 to 0: 4"),
    )),
]


# --- places and points ------------------------------------------------------------------------------------------

PLACES = ["first", "second", "third", "fourth", "fifth", "last"]
POINTS = [4, 2, 0, 0, -2, -4]


def place_of(index: int) -> Checkable:
    """The seat that goes out as number `index` has that place, whoever it is."""
    start = 5 - index
    hands = " ".join("789TJQ"[(seat - start) % SEATS] for seat in range(SEATS))
    order = [(start + step) % SEATS for step in range(SEATS)]
    script = [f"{seat} play {'789TJQ'[step]}" for step, seat in enumerate(order[:5])]
    return deal(hands, script, over=True, places=order)


def running_score_is_the_sum_of_the_deals():
    match = last_match(random_match(seed=4))
    assert len(match.results) == 5
    for seat in range(SEATS):
        assert match.scores[seat] == sum(result.scores[seat] for result in match.results)
        ally = allies(seat)[0]
        assert match.scores[seat] == match.scores[ally] == -match.scores[opposite(seat)]


WORTH = [
    *(Row("D", "L59", f"number {index + 1} to go out is {name}", place_of(index)) for index, name in enumerate(PLACES)),
    *(
        Row("D", "L61", f"{name}: {points:+d}" if points else f"{name}: 0",
            settle("123450", placement=[POINTS[(seat - 1) % 6] for seat in range(SEATS)]))
        for name, points in zip(PLACES, POINTS, strict=True)
    ),
    Row("D", "L63", "each player scores the sum of its side's three", every(
        settle("012345", scores=2), settle("130524", scores=-6),
        settle("012345", opened="0", burns=["0 burns 1 success"], shut=["2 by 1"], scores=2),
        running_score_is_the_sum_of_the_deals,
    )),
    Row("D", "L63", "first, third and fifth together: +2 each", settle("012345", scores=[2, -2, 2, -2, 2, -2])),
    Row("D", "L63", "three in a row doubles both sides", every(
        settle("024135", three_in_a_row=True, placement=[8, 0, 4, -4, 0, -8], scores=12),
        settle("021435", three_in_a_row=False, scores=6),
    )),
]

TABLE = [*CARDS, *TRIBUTE, *PLAY, *WORTH]
SENTENCES = {
    "L1": 2, "L3": 3, "L5": 1, "L7": 2, "L9": 2, "L11": 5, "L13": 4, "L15": 2, "L17": 3,
    "L19": 6, "L21": 2, "L23": 1, "L25": 11, "L27": 3, "L29": 2,
    **PLAY_SENTENCES,
    "L59": 6, "L61": 6, "L63": 3,
}
