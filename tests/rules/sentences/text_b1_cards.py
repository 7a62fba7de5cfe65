"""Texts B1 and B2: the cards, and what beats what (B1 L111 to L125)."""

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.deck import deck_of
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.seats import SEATS, allies, opposite, same_side
from gouji_desktop.rules.state import Stage
from tests.rules.sentences import framework
from tests.rules.sentences.flows import deals_of, last_match, random_match
from tests.rules.sentences.framework import Check, Left, Row
from tests.rules.sentences.text_b1_frame import GOUJI, MATCH_ROOM, PLACE, Zaozhuang

PAIRS = {"small_joker_pairs": True}
#: How many sentences stand on the lines of B1.
CARD_SENTENCES = {
    111: 1, 112: 3, 113: 2, 114: 3, 115: 1, 116: 2, 117: 3, 118: 1, 119: 1, 120: 12, 121: 1, 122: 2, 123: 1, 124: 2,
    125: 1,
}


def whole_decks(rules: str) -> Check:
    def deck_of_six() -> None:
        faces = deck_of(preset(rules))
        assert len(faces) == 324
        assert {faces.count(face) for face in range(54)} == {6}

    return framework.as_check(deck_of_six)


def whole_hands(rules: str) -> Check:
    def hands_of_54() -> None:
        for events in deals_of(random_match(rules)):
            started = next(event for event in events if isinstance(event, ev.DealStarted))
            assert [hand.size for hand in started.hands] == [54] * SEATS

    return framework.as_check(hands_of_54)


def no_card_is_paid_in_the_match_room() -> None:
    moves = random_match(MATCH_ROOM)
    events = [event for deal in deals_of(moves) for event in deal]
    assert not [event for event in events if isinstance(event, ev.TributePaid | ev.ReturnsDue | ev.Returned)]
    assert len(last_match(moves).results) == 4


def paid_from_the_second_deal_on(rules: str) -> Check:
    def each_deal_pays_and_returns() -> None:
        moves = random_match(rules)
        results, deals = last_match(moves).results, deals_of(moves)
        assert not [event for event in deals[0] if isinstance(event, ev.TributePaid)]
        for before, events in zip(results, deals[1:], strict=False):
            paid = [event.payment for event in events if isinstance(event, ev.TributePaid)]
            assert [each[:3] for each in paid] == [debt[:3] for debt in before.debts]
            assert paid
            back = [(event.to, event.giver, len(event.faces)) for event in events if isinstance(event, ev.Returned)]
            due = [(each.payer, each.taker, len(each.faces)) for each in paid if not each.mutual]
            assert sorted(back) == sorted(due)

    return framework.as_check(each_deal_pays_and_returns)


def sides_alternate() -> None:
    assert [same_side(0, seat) for seat in range(SEATS)] == [True, False] * 3
    assert all(not same_side(seat, opposite(seat)) for seat in range(SEATS))


def allies_sit_in_a_triangle() -> None:
    assert [allies(seat) for seat in range(SEATS)] == [(2, 4), (3, 5), (4, 0), (5, 1), (0, 2), (1, 3)]


def neighbours_and_opposite_are_one_side() -> None:
    for seat in range(SEATS):
        others = [(seat + step) % SEATS for step in (1, 3, 5)]
        assert all(same_side(one, others[0]) and not same_side(one, seat) for one in others)


def card_rows(text: Zaozhuang) -> list[Row | Left]:
    """The rows of one of the texts."""
    row, left, deal, compare = text.row, text.left, text.deal, text.compare
    beaten, unbeaten, settle = text.beaten, text.unbeaten, text.settle
    no_burn_tribute = [
        row(112, "burns pay no tribute and score nothing", settle(
            "012345", burns=["1 burns 0 success", "4 burns 1 success"], tributes=PLACE, scores=2,
        )),
    ]
    return [
        row(111, "a side together: the one that is out first wins", settle("024135", scores=12),
            settle("135024", scores=-12), settle("012345", scores=2), settle("130524", scores=-6)),
        row(112, "nobody declares a point", text.never_asks(Stage.POINT_QUERY)),
        row(112, "nobody revolts", text.never_asks(Stage.REVOLT_QUERY, Stage.HEAD_QUERY),
            text.setup("AK93 AQ85 22 2KQ64 2KJ54 2QJ33", may_revolt="", forced_revolt="", redeal=False)),
        row(112, "3s are cards like others: led at once, with 2s and jokers, and never bought",
            deal("33557 9964 8854 TT54 8865 9664", "0 play 33", top="0 33", asks={1: "pass play"}),
            deal("355 9964 8854 TT54 8865 9664", "0 play 3, 1 pass", finished="", shut=[]),
            compare("233", legal=True), compare("BS233", legal=True),
            text.setup("22A4 2Q433 2AK43 2J4333 ST43 B943", purchases=[])),
        *(no_burn_tribute if text.tag == "B1" else []),
        row(113, "the match room: no tribute and no return", no_card_is_paid_in_the_match_room,
            framework.settle("012345", opened="01245", tributes=[], rules=MATCH_ROOM),
            framework.settle("024135", tributes=[], three_in_a_row=True, rules=MATCH_ROOM)),
        row(113, "the match room: the point is scored all the same",
            framework.settle("012345", opened="01245", scores=8, rules=MATCH_ROOM)),
        row(114, "other rooms: tribute and returns", paid_from_the_second_deal_on(text.rules)),
        row(114, "other rooms: tribute for the point and for the place, no other", settle(
            "012345", opened="01245", burns=["2 burns 1 success"], shut=["4 by 1"],
            tributes=["point 3 to 0: 1", *PLACE],
        ), deal("AA77 S2255 4568 4599 4668 5568", "0 play AA, 1 burn 22, 4 accept, 1 play S55", finished="1",
                burns=[])),
        row(114, "nobody is exempt, whatever it drew", settle(
            "012345", dealt="BBBB 2345 6789 SSSS 22222222 345678", exempt="",
            tributes=["place 5 to 0: 2 87", "place 4 to 1: 1 2"],
        ), settle("345012", dealt="222 B BBBB SSSS 2222 345", exempt="",
                  tributes=["place 2 to 3: 2 BB", "place 1 to 4: 1 B"])),
        left(115, "a heading"),
        row(116, "sides sit by turns: the opposite is an enemy", sides_alternate),
        row(116, "allies sit in a triangle", allies_sit_in_a_triangle),
        row(117, "both neighbours and the opposite are one side", neighbours_and_opposite_are_one_side),
        row(117, "the player and its two allies are the other: they score alike",
            settle("012345", scores=[2, -2, 2, -2, 2, -2])),
        row(117, "the opposite sits right across: a gouji is put to it", deal(
            GOUJI, "0 play AA, 2 pass", rejected="1 not_asked", asks={3: "accept play"},
        )),
        row(118, "enemies are the opposite, mates the federation: whom a burn query puts first", deal(
            "AA77 2255 2266 4599 4668 5568", "0 play AA, 1 burn 22, 2 burn 22", top="2 22",
        )),
        left(119, "a heading"),
        row(120, "six decks for six players (the number is lost here; the text says it before)",
            whole_decks(text.rules)),
        row(120, "54 cards each", whole_hands(text.rules)),
        row(120, "any card is a play", *(compare(card, legal=True) for card in "3456789TJQKA2SB")),
        row(120, "two cards of one rank or more are a play (its example is lost)",
            compare("77", legal=True), compare("7777777777", legal=True),
            compare("778", legal=False, reason="not_a_play"), compare("34567", legal=False, reason="not_a_play")),
        row(120, "2s go with other cards and take their rank", beaten("66", "27"), unbeaten("77", "27"),
            beaten("27", "88"), unbeaten("2A", "AA"), beaten("2A", "22")),
        row(120, "22777 is five 7s", beaten("66666", "22777"), beaten("22777", "88888"),
            unbeaten("22777", "77777", "22666", "888")),
        row(120, "jokers hang on other cards, on both sorts at once too", compare("S7", legal=True),
            compare("BS2277", legal=True), compare("S78", legal=False, reason="not_a_play")),
        row(120, "of SS777 both the jokers and the cards must be beaten", beaten("SS777", "BB888", "BB2AA"),
            unbeaten("SS777", "BB777", "SS888", "BS888", "B8888", "BB666")),
        row(120, "four jokers with 888 beat BB777, and SS777 where two small ones count as one (Q3)",
            beaten("BB777", "BBBB888"), unbeaten("SS777", "SSSS888", "BBBB888"),
            beaten("SS777", "SSSS888", "BSS888", "BB888", options=PAIRS),
            unbeaten("SS777", "SSS888", "BS888", options=PAIRS)),
        row(120, "gouji: five Ts, four Js, three Qs, two Ks or As, one 2, anything with a joker",
            *(compare(play, gouji=True) for play in ("TTTTT", "JJJJ", "QQQ", "KK", "AA", "2", "S", "B", "S3", "B44")),
            *(compare(play, gouji=True) for play in ("TTTTTTT", "22TTT", "2A", "22Q", "222222")),
            *(compare(play, gouji=False) for play in ("TTTT", "JJJ", "QQ", "K", "A", "222T", "9999999999", "22299"))),
        row(120, "five Ts, four Js, and a big joker with others (the last example is damaged) are gouji",
            *(compare(play, gouji=True) for play in ("TTTTT", "JJJJ", "BTTTTT", "B5"))),
        left(120, "a heading"),
        row(121, "ranks alone count, suits never", beaten("6h6d", "7s7c"), unbeaten("7c7d", "7s7h"),
            compare("7s7h7c7d", legal=True)),
        row(122, "3 is lowest, then up to T, J, Q, K, A, 2, small joker, big joker",
            *(beaten(low, high) for low, high in zip("3456789TJQKA2S", "456789TJQKA2SB", strict=True)),
            *(unbeaten(high, low) for low, high in zip("3456789TJQKA2S", "456789TJQKA2SB", strict=True)),
            beaten("2", "B"), beaten("3", "S", "2", "A")),
        left(122, "a heading"),
        row(123, "a small joker falls to a big one alone", beaten("S", "B"), unbeaten("S", "S", "2", "SS", "BB"),
            beaten("SS", "BB"), unbeaten("SS", "BS", "SSSS"),
            beaten("S", "SS", "B", options=PAIRS), beaten("SS", "SSSS", "BSS", options=PAIRS)),
        row(124, "a big joker falls to two", beaten("B", "BB"), unbeaten("B", "B", "BBB", "SS", "BS"),
            beaten("B7", "BB8", "BBS"), unbeaten("B7", "B8", "BB7", "BB88")),
        row(124, "two fall to four", beaten("BB", "BBBB"), unbeaten("BB", "BBB", "BBBBB"),
            beaten("BBB", "BBBBBB"), unbeaten("BBBB", "BBBBBB"), beaten("BS", "BBB"), unbeaten("BS", "BB", "BBBB")),
        left(125, "a heading"),
    ]

