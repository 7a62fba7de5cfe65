"""Text A: 金游, 198 cards with 憋三. Cards and buying; the rest is in text_a_play.py, _burns and _tribute."""

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import face_name, rank_of
from gouji_desktop.rules.deck import deck_of
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.seats import SEATS, allies, opposite, same_side
from gouji_desktop.rules.state import Stage
from tests.rules.sentences import framework
from tests.rules.sentences.flows import Flow, deals_of, random_match
from tests.rules.sentences.framework import Checkable, Left, Row, compare, deal, every, settle, setup
from tests.rules.sentences.text_a_burns import FOURS_FIRST, MATCH_ROOM, PLACE, A
from tests.rules.sentences.text_a_play import PLAY, PLAY_SENTENCES
from tests.rules.sentences.text_a_tribute import TRIBUTE, WORTH, WORTH_SENTENCES

FREE = {"hold_threes": False}


def beaten(table: str, *plays: str) -> Checkable:
    return framework.beaten(table, *plays, rules=A)


def unbeaten(table: str, *plays: str) -> Checkable:
    return framework.unbeaten(table, *plays, rules=A)


# --- rooms and cards --------------------------------------------------------------------------------------------


def happened(rules: str, *kinds: type) -> list[ev.Event]:
    """Events of these kinds in a whole match."""
    return [event for move in random_match(rules) for event in move.events if isinstance(event, kinds)]


def nothing_is_paid_and_points_count() -> None:
    assert not happened(MATCH_ROOM, ev.TributePaid, ev.TributeLapsed, ev.Exempted, ev.ReturnsDue)
    settle("012354", rules=MATCH_ROOM, opened="01245", burns=["2 burns 1 success 2"], shut=["4 by 1"],
           tributes=[], scores=[10, 5] * 3).run()


def cards_are_paid_and_none_returned() -> None:
    assert happened(A, ev.TributePaid)
    assert not happened(A, ev.ReturnsDue, ev.Returned)


def nobody_declares_or_revolts(rules: str) -> Checkable:
    def neither_declaration_nor_revolt() -> None:
        assert not happened(rules, ev.PointsDeclared, ev.Revolted, ev.HeadClaimed, ev.DealVoided)
        opened = {event.stage for event in happened(rules, ev.QueryOpened) if isinstance(event, ev.QueryOpened)}
        assert opened == {Stage.FOUR_QUERY, Stage.BURN_QUERY}

    return neither_declaration_nor_revolt


def holds_threes(rules: str) -> Checkable:
    return deal("773 99663 86653 TT653 88663 96653", "0 play 3", rules=rules, rejected="0 threes_last")


def rooms_differ_in_what_is_said_of_them() -> None:
    """Every other rule is that of the other rooms, which the rest of this table checks."""
    one, other = preset(A).to_dict(), preset(MATCH_ROOM).to_dict()
    assert {key for key in one if one[key] != other[key]} == {
        "name", "tribute_cards", "exemptions", "positive_only", "three_in_a_row_multiplier", "leave_penalty",
    }


def deck_of_198() -> None:
    faces = deck_of(preset(A))
    assert len(faces) == 198
    assert {faces.count(face) for face in set(faces) if rank_of(face) > 1} == {4}
    assert len(set(faces)) == 54


def kept(rank: int) -> list[str]:
    return sorted(face_name(face) for face in deck_of(preset(A)) if rank_of(face) == rank)


def six_threes() -> None:
    assert kept(0) == ["3c", "3d", "3h", "3h", "3s", "3s"]


def eight_fours() -> None:
    assert kept(1) == ["4c", "4c", "4d", "4d", "4h", "4h", "4s", "4s"]


def hands_of_33() -> None:
    started = next(event for event in deals_of(random_match(A))[0] if isinstance(event, ev.DealStarted))
    assert [hand.size for hand in started.hands] == [33] * SEATS


def sides_alternate() -> None:
    assert [same_side(0, seat) for seat in range(SEATS)] == [True, False] * 3
    assert allies(1) == (3, 5)


def neighbours_and_opposite_are_enemies() -> None:
    for seat in range(SEATS):
        assert not any(same_side(seat, (seat + step) % SEATS) for step in (1, 3, 5))
        assert opposite(opposite(seat)) == seat


ROOMS = [
    Left("A", "L1-L3", "title and menus of the page"),
    Row("A", "L4", "six players in two federations of three", sides_alternate),
    Row("A", "L4", "three play together: a deal is over where one side alone still holds cards", every(
        deal("7 99663 - TT653 - 96653", "0 play 7", rules=A, position={"finished": "24"}, over=True, places="240135"),
        deal("7 99663 - TT653 883 96653", "0 play 7", rules=A, position={"finished": "2"}, over=False),
    )),
    Left("A", "L5-L8", "menus of the page and a heading"),
    Row("A", "L9", "match rooms hold the 3s", every(holds_threes(MATCH_ROOM), rooms_differ_in_what_is_said_of_them)),
    Row("A", "L9", "match rooms pay no cards, but point, burn and shut score", nothing_is_paid_and_points_count),
    Row("A", "L9", "match rooms do not double after three in a row",
        settle("024135", rules=MATCH_ROOM, three_in_a_row=True, placement=[6, 0, 3, 0, 0, 0])),
    Row("A", "L9", "match rooms know no declaration and no revolt", nobody_declares_or_revolts(MATCH_ROOM)),
    Row("A", "L10", "other rooms hold the 3s", holds_threes(A)),
    Row("A", "L10", "other rooms pay tribute and return none", cards_are_paid_and_none_returned),
    Row("A", "L10", "other rooms score point, burn and shut", settle(
        "012354", rules=A, opened="01245", burns=["2 burns 1 success 2"], shut=["4 by 1"], scores=2,
    )),
    Row("A", "L10", "other rooms double after three in a row",
        settle("024135", rules=A, three_in_a_row=True, placement=[12, 0, 6, -6, 0, -12])),
    Row("A", "L10", "other rooms know no declaration and no revolt", nobody_declares_or_revolts(A)),
    Left("A", "L11-L12", "headings"),
    Row("A", "L13", "six play", hands_of_33),
    Row("A", "L14", "four decks, less some 3s and 4s: 198 cards", deck_of_198),
    Row("A", "L14", "33 cards each", hands_of_33),
    Row("A", "L14", "six 3s stay: two of spades and of hearts, one of diamonds and of clubs", six_threes),
    Row("A", "L14", "eight 4s stay, two of each suit", eight_fours),
    Row("A", "L15", "two federations, seated by turns", sides_alternate),
    Row("A", "L15", "the opposite sits across: it alone answers a gouji", deal(
        "AA773 99663 86653 TT653 88663 96653", "0 play AA, 1 pass", rules=A, rejected="1 not_asked",
        asks={3: "accept play"},
    )),
    Row("A", "L15", "both neighbours and the opposite are enemies", neighbours_and_opposite_are_enemies),
    Row("A", "L16", "any card is a play", every(*(compare(card, rules=A, legal=True) for card in "3456789TJQKA2SB"))),
    Row("A", "L17", "cards of one rank, of any suit, with 2s and jokers to any number are a play", every(
        *(compare(cards, rules=A, legal=True) for cards in ("88888", "228", "S8", "BBSS2288", "6s6h6c", "B2", "SB")),
        *(compare(cards, rules=A, legal=False, reason="not_a_play") for cards in ("56789", "5566", "S87", "2287")),
    )),
    Row("A", "L18", "a 2 goes with other cards and takes their rank", every(
        compare("2277", rules=A, legal=True), beaten("6666", "2277"), unbeaten("7777", "2277"),
    )),
    Row("A", "L18", "22333 is five 3s (where they are not held), 266 is three 6s", every(
        framework.beaten("22333", "44444", rules=A, options=FREE), unbeaten("777", "266"), beaten("555", "266"),
        compare("22333", rules=A, legal=False, reason="threes_stand_alone"),
    )),
    Left("A", "L19", "second names of the jokers"),
    Row("A", "L19", "jokers may hang on cards of one rank: SS888 is two small jokers with three 8s", every(
        compare("SS888", rules=A, legal=True), beaten("SS888", "BB999"), unbeaten("SS888", "BB888"),
        unbeaten("SS888", "B9999"),
    )),
    Row("A", "L19", "a big joker with 2s and other cards: the 2s take their rank", every(
        beaten("BB2229999", "BBBBTTTTTTT"), unbeaten("BB2229999", "BBBB2229999", "BBBBTTTT"),
    )),
    Row("A", "L19", "a big joker with 2s alone: the 2s are 2s", every(
        compare("BB222", rules=A, legal=True), beaten("BAAA", "BB222"), unbeaten("BB222", "BBBBAAA"),
    )),
    Row("A", "L19", "a big joker hung beside a small one keeps its value", every(
        beaten("BS225555", "BBB666666"), unbeaten("BS225555", "BB666666", "BBS666666"), unbeaten("SS888", "BS999"),
        beaten("S555", "BS66"),
    )),
    Row("A", "L20", "the least gouji: a joker, a 2, AA, KK, QQQ, JJJJ, TTTTT", every(
        *(compare(cards, rules=A, gouji=True) for cards in ("S", "B", "2", "AA", "KK", "QQQ", "JJJJ", "TTTTT")),
        *(compare(cards, rules=A, gouji=False) for cards in ("A", "K", "QQ", "JJJ", "TTTT")),
    )),
    Row("A", "L20", "more of them are gouji too; what never reaches a threshold is not, however many", every(
        *(compare(cards, rules=A, gouji=True) for cards in ("222", "AAA", "KKK", "QQQQ", "JJJJJ", "TTTTTT")),
        *(compare("9" * number, rules=A, gouji=False) for number in (5, 16)),
    )),
    Row("A", "L20", "anything with a joker hung on it is gouji", every(
        *(compare(cards, rules=A, gouji=True) for cards in ("S5", "B99", "S44")),
    )),
    Row("A", "L20", "2s count as the rank they take", every(
        *(compare(cards, rules=A, gouji=True) for cards in ("2222T", "2A", "222J", "22Q")),
        *(compare(cards, rules=A, gouji=False) for cards in ("222T", "2JJ", "2Q", "2229")),
    )),
    Row("A", "L21", "a big with a small joker is gouji", compare("BS", rules=A, legal=True, gouji=True)),
    Left("A", "L22", "a heading"),
    Row("A", "L23", "suits do not matter", every(beaten("8h8s", "9c9d"), unbeaten("8c8c", "8h8h"))),
    Row("A", "L24", "plays of one number of cards compare", every(
        beaten("888", "999"), unbeaten("888", "99", "9999"), unbeaten("S", "22"),
    )),
    Row("A", "L24", "big joker, small joker, 2, A, K, Q, J, 10, 9 … 3", every(
        *(beaten(low, high) for low, high in zip("3456789TJQKA2S", "456789TJQKA2SB", strict=True)),
        *(unbeaten(high, low) for low, high in zip("456789TJQKA2S", "56789TJQKA2SB", strict=True)),
    )),
    Row("A", "L25", "a play with 2s compares by its rank", every(
        beaten("2777", "8888"), unbeaten("2888", "7777", "8888"), unbeaten("22888", "999999"),
    )),
    Row("A", "L25", "22888 falls to five 9s", every(beaten("22888", "99999"), unbeaten("22888", "88888"))),
    Row("A", "L26", "a big joker falls to two, not to one and not to three", every(
        beaten("B", "BB"), unbeaten("B", "B", "BBB", "BBBB", "BS"), beaten("BB", "BBBB"), unbeaten("BB", "BBB"),
        unbeaten("BBB", "BBBB"),
    )),
    Row("A", "L27", "against a big joker the cards beside it must agree in number", every(
        unbeaten("B2999", "BBTTT", "BBTTTTT", "BBBTTT", "BBSTTT", "BBBBB"), unbeaten("B5", "BBB", "BBS"),
        unbeaten("B2", "BBB", "BBA"),
    )),
    Row("A", "L27", "B2999 falls to two big jokers with four 10s", every(
        beaten("B2999", "BBTTTT", "BB2TTT"), unbeaten("B2999", "BB9999"),
    )),
    Row("A", "L28", "B5555 falls to BB6666", every(beaten("B5555", "BB6666"), unbeaten("B5555", "BB5555"))),
    Row("A", "L29", "a small joker falls to a big one alone", every(
        beaten("S", "B"), unbeaten("S", "2", "S", "SS", "BB"),
    )),
    Row("A", "L30", "small jokers with cards fall to big jokers with higher cards", every(
        beaten("S88", "B99"), unbeaten("S88", "B88", "B77", "S99", "999", "B2"),
    )),
    Row("A", "L30", "which must be as many big jokers at least", every(
        beaten("SS88", "BB99", "BBB9", "BBBB"), unbeaten("SS88", "B999", "BS99", "BSS9"),
    )),
    Row("A", "L31", "a set with a small joker falls only to a higher set with a big one", every(
        beaten("S5555", "B6666"), unbeaten("S5555", "66666", "S6666", "B5555"),
    )),
    Row("A", "L32", "a big with a small joker falls to three big ones", every(
        beaten("BS", "BBB"), unbeaten("BS", "BB", "BBS", "BBBB"),
    )),
    Row("A", "L32", "two small jokers fall to two big ones", every(
        beaten("SS", "BB"), unbeaten("SS", "BS", "SSS", "BBB"),
    )),
    Row("A", "L33", "S25555 falls to B66666", every(beaten("S25555", "B66666"), unbeaten("S25555", "B6666", "B55555"))),
    Left("A", "L34", "a heading"),
]

# --- buying -----------------------------------------------------------------------------------------------------

#: Seat 2 has neither a 3 nor a 4.
POOR = "2K43 2Q43 BS2A 2J43 ST4433 B943"


def buys(dealt: str, *purchases: str, fours: str | None = None) -> Checkable:
    """What is bought; the seats of `fours` buy a 4, all that may unless it is given."""
    return setup(dealt, rules=A, buys_four=fours, purchases=list(purchases))


def steps_before_play_are_in_order() -> None:
    flow = Flow(POOR, "place 4 to 1: 1", rules=A)
    assert flow.match.deal.stage == Stage.FOUR_QUERY
    assert [purchase.buyer for purchase in flow.match.deal.purchases] == [2], "the 3s are bought before"
    assert flow.paid() == [], "tribute comes after"
    flow.say(Stage.FOUR_QUERY, s2=True)
    kinds = [type(event) for event in flow.events if isinstance(event, ev.Bought | ev.TributePaid | ev.PlayBegan)]
    assert kinds == [ev.Bought, ev.Bought, ev.TributePaid, ev.PlayBegan]


def who_has_no_four_is_asked() -> None:
    flow = Flow("2K43 2Q3 BS2A3 2J43 ST4433 B4943", rules=A).until(Stage.FOUR_QUERY)
    assert flow.asked() == [1, 2]
    assert flow.refused(cmd.Decide(0, flow.match.step, yes=True)) == Reason.NOT_ASKED
    flow.say(Stage.FOUR_QUERY, s1=True, s2=False)
    assert [purchase.buyer for purchase in flow.match.deal.purchases] == [1]
    assert flow.match.deal.conceded == 1 << 2


def who_does_not_answer_concedes() -> None:
    flow = Flow("2K43 2Q3 BS2A3 2J43 ST4433 B4943", rules=A).until(Stage.PLAYING)
    assert flow.match.deal.conceded == 0b110
    assert flow.match.deal.purchases == ()


def each_ends_with_a_three_and_may_end_with_a_four() -> None:
    for seed in (3, 4, 5):
        for events in deals_of(random_match(A, seed)):
            start = next(event for event in events if isinstance(event, ev.DealStarted))
            threes = [sum(rank_of(face) == 0 for face in hand.faces) for hand in start.hands]
            for event in events:
                if isinstance(event, ev.Bought) and rank_of(event.purchase.face) == 0:
                    threes[event.purchase.buyer] += 1
                    threes[event.purchase.seller] -= 1
            assert threes == [1] * SEATS


BUYING = [
    Left("A", "L62", "a heading"),
    Row("A", "L63", "after dealing the 3s are bought, then the 4s", steps_before_play_are_in_order),
    Row("A", "L64", "who has no 3 buys one without being asked, from the opposite, its allies or else its own", every(
        buys("2K4 2Q43 2AK43 2J4333 ST43 B943", "0 buys 3 from 3 for 2"),
        buys("2K4 2Q433 2AK43 2J433 ST43 B9433", "0 buys 3 from 3 for 2"),
        buys("2K4 2Q433 2AK433 2J43 ST43 B9433", "0 buys 3 from 1 for 2"),
        buys("2K4 2Q43 2AK433 2J43 ST43 B9433", "0 buys 3 from 5 for 2"),
        buys("2K4 2Q43 2AK43 2J43 ST43 B9433", "0 buys 3 from 5 for 2"),
        buys("2K4 2Q43 2AK433 2J43 ST433 B943", "0 buys 3 from 2 for 2"),
        buys("2K4 2Q43 2AK43 2J43 ST433 B943", "0 buys 3 from 4 for 2"),
        setup("2K4 2Q43 2AK43 2J4333 ST43 B943", rules=A, options=FREE, purchases=[]),
        each_ends_with_a_three_and_may_end_with_a_four,
    )),
    Row("A", "L64", "it pays a 2, without one a small joker, without one a big one", every(
        buys("BS2K4 2Q43 2AK43 2J433 ST43 B943", "0 buys 3 from 3 for 2"),
        buys("BSK4 2Q43 2AK43 2J433 ST43 B943", "0 buys 3 from 3 for S"),
        buys("BK4 2Q43 2AK43 2J433 ST43 B943", "0 buys 3 from 3 for B"),
        setup("BK4 2Q43 2AK43 2J433 ST43 B943", rules=A, hands="K43 2Q43 2AK43 B2J43 ST43 B943"),
    )),
    Row("A", "L64", "without any of them it gets one for nothing", every(
        buys("AK4 2Q43 2AK43 2J433 ST43 B943", "0 buys 3 from 3 for nothing"),
        buys("AK4 2Q43 2AK43 2J43 ST43 B9433", "0 buys 3 from 5 for nothing"),
    )),
    Row("A", "L65", "who has no 4 may buy one or not", every(
        who_has_no_four_is_asked,
        buys("2K3 2Q43 2AK43 2J443 ST43 B943", fours=""),
        buys("2K43 2Q43 2AK43 2J443 ST43 B943"),
    )),
    Row("A", "L66", "it pays as for a 3", every(
        buys("BS2K3 2Q43 2AK43 2J443 ST43 B943", "0 buys 4 from 3 for 2"),
        buys("BSK3 2Q43 2AK43 2J443 ST43 B943", "0 buys 4 from 3 for S"),
        buys("BK3 2Q443 2AK43 2J43 ST43 B943", "0 buys 4 from 1 for B"),
        buys("AK3 2Q43 2AK43 2J43 ST443 B943", "0 buys 4 from 4 for nothing"),
        buys("B2K 2Q43 2AK43 2J4433 ST43 B943", "0 buys 3 from 3 for 2", "0 buys 4 from 3 for B"),
    )),
    Row("A", "L67", "who does not, or says nothing, concedes: it pays its opposite for the point, and alone", every(
        who_does_not_answer_concedes,
        settle("012345", rules=A, opened="01245", conceded="3", tributes=["point 3 to 0: 1", *PLACE], scores=5),
        settle("012345", rules=A, opened="1245", conceded="3", tributes=["point 3 to 0: 1", *PLACE], scores=5),
        settle("012345", rules=A, opened="1245", conceded="03", scores=3,
               tributes=["point 0 to 3: 1", "point 3 to 0: 1", *PLACE]),
        settle("012345", rules=A, opened="1245", tributes=["point 0 to 3: 1", "point 3 to 0: 1", *PLACE], scores=3),
        settle("012345", rules=MATCH_ROOM, opened="1245", conceded="3", tributes=[], scores=[8, 3] * 3),
    )),
    FOURS_FIRST,
]

TABLE = [*ROOMS, *PLAY, *BUYING, *TRIBUTE, *WORTH]
SENTENCES = {
    "L1-L3": 1, "L4": 2, "L5-L8": 1, "L9": 4, "L10": 5, "L11-L12": 1, "L13": 1, "L14": 4, "L15": 3, "L16": 1, "L17": 1,
    "L18": 2, "L19": 5, "L20": 4, "L21": 1, "L22": 1, "L23": 1, "L24": 2, "L25": 2, "L26": 1, "L27": 2, "L28": 1,
    "L29": 1, "L30": 2, "L31": 1, "L32": 2, "L33": 1, "L34": 1,
    **PLAY_SENTENCES,
    "L62": 1, "L63": 1, "L64": 3, "L65": 1, "L66": 1, "L67": 1, "L68": 1,
    **WORTH_SENTENCES,
}
