"""Text C: 茶苑, 216 cards. Cards, what comes before play, and the point; the play itself is in text_c_play.py."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.deck import deck_of
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.seats import SEATS, allies, opposite, same_side
from gouji_desktop.rules.state import Stage
from tests.rules.sentences import framework
from tests.rules.sentences.flows import Flow, deals_of, random_match
from tests.rules.sentences.framework import Check, Checkable, Left, Row, every
from tests.rules.sentences.text_c_play import FREE, HANDS, PLAY, PLAY_SENTENCES, RULES, SIX, both, deal, free

compare = partial(framework.compare, rules=RULES)
beaten = partial(framework.beaten, rules=RULES)
unbeaten = partial(framework.unbeaten, rules=RULES)
settle = partial(framework.settle, rules=RULES)
setup = partial(framework.setup, rules=RULES)
BOTH = (None, FREE)


def in_both(check: Callable[..., Check], *words: str) -> Check:
    """The same comparison with the 3s held and not held."""
    return every(*(check(*words, options=options) for options in BOTH))


# --- cards ------------------------------------------------------------------------------------------------------


def whole_decks():
    faces = deck_of(preset(RULES))
    assert {faces.count(face) for face in range(54)} == {4}
    assert len(faces) == 216


def six_seats():
    for events in deals_of(random_match(RULES)):
        assert {event.seat for event in events if isinstance(event, ev.Played)} <= set(range(6))
        [places] = [event.places for event in events if isinstance(event, ev.DealEnded)]
        assert sorted(places) == list(range(6))


def hands_of_36():
    for seed in (3, 4):
        for events in deals_of(random_match(RULES, seed)):
            started = next(event for event in events if isinstance(event, ev.DealStarted))
            assert [hand.size for hand in started.hands] == [36] * 6


def every_other_seat_is_an_ally():
    assert [allies(seat) for seat in (0, 1)] == [(2, 4), (3, 5)]


def two_sides_oppose():
    assert [same_side(0, seat) for seat in range(6)] == [True, False] * 3


def across():
    assert [opposite(seat) for seat in range(6)] == [3, 4, 5, 0, 1, 2]
    assert not any(same_side(seat, opposite(seat)) for seat in range(6))


ORDER = "3456789TJQKA2SB"

CARDS = [
    Left("C", "L1", "a heading"),
    Row("C", "L3", "four whole decks, nothing taken out", whole_decks),
    Row("C", "L3", "six play", six_seats),
    Row("C", "L3", "36 cards each", hands_of_36),
    Row("C", "L5", "the six sit by turns, every other one an ally", every_other_seat_is_an_ally),
    Row("C", "L5", "two federations that oppose each other", every(
        two_sides_oppose,
        settle("024135", scores=12, tributes=["place 5 to 0: 2", "place 3 to 2: 1"]),
    )),
    Row("C", "L7", "the opposite is the seat across", across),
    Row("C", "L7", "the first and the fourth are opposites", free(
        "AA77 9964 8654 TT65 8864 6654", "0 play AA", asks={3: "accept play"},
    )),
    Row("C", "L9", "holding the 3s is a way of playing that may be left out", every(
        deal("3355 99643 86543 TT653 88643 66543", "0 play 33", rejected="0 threes_last"),
        free("3355 9964 8654 TT65 8864 6654", "0 play 33", top="0 33"),
    )),
    Row("C", "L9", "where they are held, the last play is 3s, all of them and nothing else", every(
        deal("533 99643 86543 TT653 88643 66543",
             "0 play 5, 1 pass, 2 pass, 3 pass, 4 pass, 5 pass, 0 play 33", finished="0"),
        deal("333 99643 86543 TT653 88643 66543", "0 play 33", rejected="0 threes_last"),
        *(compare(play, legal=False, reason="threes_stand_alone") for play in ("233", "S3", "B22333")),
    )),
    Row("C", "L9", "before that they are never laid", every(
        deal("4333 99643 86543 TT653 88643 66543", "0 play 333", rejected="0 threes_last"),
        deal("4333 99643 86543 TT653 88643 66543", "0 play 3334", rejected="0 not_a_play"),
        compare("33", hand="334", legal=False), compare("33", hand="33", legal=True),
    )),
    Left("C", "L11", "a heading"),
    Row("C", "L13", "any card alone is a play", every(
        *(compare(card, legal=True, options=options) for card in ORDER for options in BOTH),
    )),
    Row("C", "L15", "several cards of one rank are a play", every(
        *(compare(play, legal=True, options=options) for play in ("44", "555", "6666") for options in BOTH),
        compare("5566", legal=False, reason="not_a_play"),
    )),
    Row("C", "L17", "a 2 goes with other cards and takes their rank", every(
        compare("2277", legal=True), in_both(beaten, "6666", "2277"), in_both(unbeaten, "7777", "2277"),
        beaten("333", "244", options=FREE), beaten("2233", "4444", options=FREE),
    )),
    Row("C", "L17", "22777 is five 7s", every(
        in_both(beaten, "66666", "22777"), in_both(beaten, "22777", "88888", "22888"),
        in_both(unbeaten, "22777", "77777", "888", "8888"),
    )),
    Row("C", "L19", "jokers go along with other cards, both kinds too, each with its own worth", every(
        *(compare(play, legal=True) for play in ("S7", "B77", "SB777", "SS22777", "BB")),
        compare("S78", legal=False, reason="not_a_play"),
        in_both(unbeaten, "BS225555", "BB666666"), in_both(unbeaten, "S5555", "S6666"), beaten("SS555", "BB666"),
    )),
    Row("C", "L21", "on jokers with cards both must be higher", every(
        in_both(beaten, "SS777", "BB888", "BBB88", "BBBB8", "BB288"),
        in_both(unbeaten, "SS777", "SS888", "BB777", "BB666", "BS888", "BB88", "BB8888", "S8888"),
    )),
    Row("C", "L21", "SS777 falls to BB888", in_both(beaten, "SS777", "BB888")),
    Row("C", "L23", "gouji: five 10s, four jacks, three queens, two kings or aces, one 2, or more", every(
        *(compare(play, gouji=True) for play in ("TTTTT", "JJJJ", "QQQ", "KK", "AA", "2", "22", "AAA", "TTTTTT")),
        *(compare(play, gouji=False) for play in ("TTTT", "JJJ", "QQ", "K", "A", "99999999")),
        *(compare(play, gouji=True) for play in ("2TTTT", "222J", "22Q", "2K", "2A")),
        *(compare(play, gouji=False) for play in ("2TTT", "22J", "2Q", "22229999")),
    )),
    Row("C", "L23", "and whatever holds a joker", every(
        *(compare(play, gouji=True, options=options) for play in ("S", "B", "BS", "S4", "B99") for options in BOTH),
    )),
    Row("C", "L25", "six 10s, four jacks, B444 and 2222T are gouji", every(
        *(compare(play, gouji=True) for play in ("TTTTTT", "JJJJ", "B444", "2222T")),
    )),
    Row("C", "L27", "no straights", every(
        *(compare("34567", legal=False, reason="not_a_play", options=options) for options in BOTH),
        compare("456", legal=False), compare("TJQKA2", legal=False), compare("S456", legal=False),
    )),
    Left("C", "L29", "a heading"),
    Row("C", "L31", "suits mean nothing", every(
        compare("8d8c", "7s7h", beats=True), compare("7s", "7d", beats=False), compare("4h4h", "4s4d", beats=False),
    )),
    Row("C", "L33", "B over S over 2 over A down to 3", every(
        *(compare(high, low, beats=True, options=FREE) for low, high in pairwise(ORDER)),
        *(compare(low, high, beats=False, options=FREE) for low, high in pairwise(ORDER)),
    )),
    Left("C", "L35", "leads over to the two conditions that follow"),
    Row("C", "L37", "only plays of the same number compare", every(
        in_both(unbeaten, "77", "8", "888", "BB8", "S"), in_both(beaten, "77", "88", "S8", "SS", "2A"),
        both(SIX, "0 play 77, 1 play 9", rejected="1 wrong_number"),
    )),
    Left("C", "L39", "advertising: download links"),
    Left("C", "L40", "advertising: download links"),
    Row("C", "L42", "the next play's cards must rank higher", every(
        in_both(beaten, "77", "88"), in_both(unbeaten, "88", "77", "88"),
        both(SIX, "0 play 77, 1 play 99, 2 play 66", rejected="2 not_in_hand"),
        both("99553 TT643 88543 TT653 88643 66543", "0 play 99, 1 pass, 2 play 88", rejected="2 too_low"),
    )),
    Row("C", "L42", "and so must its jokers: over a big one there is nothing", every(
        in_both(beaten, "S77", "B88"), in_both(unbeaten, "S77", "S88", "288", "AAA", "SS88", "SSS8"),
        in_both(unbeaten, "B77", "B88", "BB8", "BBBB", "SS8"), in_both(unbeaten, "B", "BB", "SS"),
        beaten("S", "B"), beaten("SS", "BB"), unbeaten("SS", "BS"), unbeaten("BS", "BB", "BBB"),
    )),
]


# --- before play ------------------------------------------------------------------------------------------------

#: What the last places pay to the first where the seats go out in their order.
PLACE = ["place 5 to 0: 2", "place 4 to 1: 1"]


def flow(hands: str, *debts: str, lot: int = 0, held: bool = True) -> Flow:
    return Flow(hands, *debts, rules=RULES, options=None if held else FREE, lot=lot)


def everybody_is_asked_right_after_dealing():
    for held in (True, False):
        asked = flow(HANDS.replace("2KQ8643", "2KQ8644").replace("22K9843", "22K9833"), held=held)
        assert asked.match.deal.stage == Stage.POINT_QUERY
        assert asked.asked() == list(range(SEATS))
        assert asked.match.deal.purchases == (), "nobody has bought yet"
        asked.say(Stage.POINT_QUERY, s0=True, s2=False, s5=True)
        assert asked.match.deal.declared == 0b100001
        assert len(asked.match.deal.purchases) == held


def point(declared: str, opened: str, *tributes: str) -> Checkable:
    """What seats 0 and 3 owe each other; the other pairs have opened, declared nothing and owe nothing."""
    return settle("012345", opened="1245" + opened, declared=declared, tributes=[*tributes, *PLACE])


def revolter_leaves():
    for held in (True, False):
        gone = flow(HANDS, lot=3, held=held).say(Stage.REVOLT_QUERY, s3=True)
        assert gone.match.deal.stage == Stage.PLAYING, "nobody is asked for the head"
        assert gone.match.deal.live == 0b110111
        assert gone.match.deal.round.turn == 4, "its lead goes on to the next"
        gone.send(cmd.PlayCards(4, gone.match.step, gone.hand(4).faces[-2:-1]))
        assert [prompt.seat for prompt in gone.prompts()] == [5]


def debts_of_a_revolter_lapse():
    gone = flow(HANDS, "place 3 to 1: 2", "point 0 to 3: 1", "place 4 to 2: 1").say(Stage.REVOLT_QUERY, s3=True)
    assert gone.lapsed() == ["place 3 to 1", "point 0 to 3"]
    assert gone.paid() == ["place 4 to 2: 2"]
    assert gone.match.deal.stage == Stage.PLAYING, "nothing goes back"


def who_may_revolt_is_asked():
    asked = flow(HANDS).until(Stage.REVOLT_QUERY)
    assert asked.asked() == [3]


def nobody_must_revolt():
    for answers in ({"s3": False}, {}):
        stays = flow(HANDS).say(Stage.REVOLT_QUERY, **answers)
        assert stays.match.deal.stage == Stage.PLAYING
        assert stays.match.deal.revolted == 0
    broke = "BSK9943 22K9843 S2A9643 AAKK874 2KQ8643 2AQ95433"
    assert flow(broke).until(Stage.PLAYING).match.deal.revolted == 0, "nor who has no 3 and nothing to pay"


def two_revolts_and_it_is_dealt_again():
    hands = HANDS.replace("22K9843", "AAK9843")
    void = flow(hands, "place 4 to 1: 1").say(Stage.REVOLT_QUERY, s1=True, s3=True)
    assert void.events[-1] == ev.DealVoided()
    assert [debt.payer for debt in void.match.debts] == [4], "what is owed stays owed"
    void.send(cmd.StartDeal(tuple(range(216)), 0))
    assert void.match.deal.number == 1
    assert void.match.deal.revolted == 0
    one = flow(hands).say(Stage.REVOLT_QUERY, s1=True)
    assert one.match.deal.stage == Stage.PLAYING


def the_lot_leads():
    hands = HANDS.replace("2AQ9543", "2A5h5h43")
    for lot in range(SEATS):
        assert flow(hands, lot=lot).until(Stage.PLAYING).match.deal.round.turn == lot


REVOLT_OUT = {"revolted": "2"}

BEFORE = [
    Left("C", "L44", "a heading"),
    Left("C", "L46", "a heading"),
    Left("C", "L48", "only the heading is left: who leads is settled by chance (the_lot_leads in this module)"),
    Row("C", "L50", "to declare is to say that the opposite will not open: right pays, wrong costs", every(
        point("0", "0", "point 3 to 0: 3"), point("0", "", "point 0 to 3: 1", "point 3 to 0: 2"),
        point("0", "03", "point 0 to 3: 2"), point("0", "3", "point 0 to 3: 3"),
    )),
    Row("C", "L50", "each is asked as soon as the cards are dealt, before threes are bought", every(
        everybody_is_asked_right_after_dealing, the_lot_leads,
    )),
    Row("C", "L50", "it changes how many cards of point tribute are paid", every(
        point("", "0", "point 3 to 0: 1"), point("0", "0", "point 3 to 0: 3"), point("03", "0", "point 3 to 0: 4"),
        point("", "", "point 0 to 3: 1", "point 3 to 0: 1"), point("", "03"),
        point("03", "", "point 0 to 3: 2", "point 3 to 0: 2"), point("03", "03", "point 0 to 3: 2", "point 3 to 0: 2"),
    )),
    Left("C", "L50", "points to a section on the numbers that is lost: the table of text D is used"),
    Row("C", "L52", "who was dealt no 3 gets one, where 3s are held", every(
        setup("2K433 2Q43 2AK4 2J433 ST43 B9433", purchases=["2 buys 3 from 5 for 2"]),
        setup("2K433 2Q43 2AK4 2J433 ST43 B9433", options=FREE, purchases=[]),
        setup("2K433 2Q43 2AK43 2J433 ST43 B943", purchases=[]),
    )),
    Row("C", "L54", "a 2 goes to the opposite for it, by itself", every(
        setup("BS2K4 2Q433 2AK43 2J433 ST43 B9433", purchases=["0 buys 3 from 3 for 2"],
              hands="BSK43 2Q433 2AK43 22J43 ST43 B9433"),
        setup("BS2K4 2Q433 22AK4 2J433 ST433 B9433", purchases=["0 buys 3 from 3 for 2", "2 buys 3 from 5 for 2"]),
        setup("BSK4 2Q433 2AK433 2J433 ST43 B943", purchases=["0 buys 3 from 2 for nothing"]),
    )),
    Row("C", "L56", "an opposite with one 3 or none: an ally gives one", every(
        setup("2K4 2Q4333 2AK433 2J43 ST433 B9433", purchases=["0 buys 3 from 2 for nothing"]),
        setup("2K4 2Q4333 2AK433 2J4 ST433 B9433",
              purchases=["0 buys 3 from 2 for nothing", "3 buys 3 from 5 for nothing"]),
        setup("2K4 2Q4333 2AK43 2J43 ST433 B9433", purchases=["0 buys 3 from 4 for nothing"]),
    )),
    Row("C", "L56", "and no 2 goes back for it", setup(
        "2K4 2Q43 2AK43 2J43 ST433 B943", purchases=["0 buys 3 from 4 for nothing"],
        hands="2K43 2Q43 2AK43 2J43 ST43 B943",
    )),
    Row("C", "L58", "a revolter lays its hand away and plays no more in the deal", every(
        revolter_leaves, debts_of_a_revolter_lapse,
    )),
    Row("C", "L60", "who was dealt neither joker nor 2 is asked", every(
        who_may_revolt_is_asked,
        setup("2K433 AQ43 SKQ43 BJ4333 KT433 2943", may_revolt="14", forced_revolt=""),
        setup("2K4 2Q43 2AK43 KJ433 ST43 B943", may_revolt="3", purchases=["0 buys 3 from 3 for 2"]),
        setup("2K433 AQ43 SKQ43 BJ4333 KT433 2943", options=FREE, may_revolt="14"),
        setup("KK2433 AQ4 2KQ43 2J433 ST4333 B9433", may_revolt="1", purchases=["1 buys 3 from 3 for nothing"]),
        setup("SK433 BQ43 2KQ43 2J433 ST433 B943", may_revolt=""),
    )),
    Row("C", "L60", "who may need not", nobody_must_revolt),
    Row("C", "L62", "a revolter is fourth (third where both its allies come first)", every(
        free("7 8 - T 45 J", "0 play 7, 1 play 8, 3 play T, 4 pass, 5 play J", position=REVOLT_OUT, over=True,
             places="013254"),
        free("7 99 - TT 8 446688", "0 play 7, 1 pass, 3 pass, 4 play 8", position=REVOLT_OUT, over=True,
             places="042135"),
        free("77 8 - 9 99 T", "1 play 8, 3 play 9, 4 pass, 5 play T", position=REVOLT_OUT, over=True,
             places="135204"),
    )),
    Row("C", "L62", "two revolters or more: dealt again", every(
        two_revolts_and_it_is_dealt_again,
        setup("2K43 KQ43 AKK43 SK43 QK43 QT43", revolts="145", may_revolt="1245", redeal=True),
        setup("2K43 KQ43 AKK43 SK43 QK43 QT43", revolts="4", may_revolt="1245", redeal=False),
    )),
    Row("C", "L64", "it concedes the point: itself not opened, its opposite opened", every(
        settle("013245", opened="01245", revolted="3", tributes=["point 3 to 0: 1", *PLACE]),
        settle("013245", opened="1245", revolted="3", tributes=["point 3 to 0: 1", *PLACE]),
        settle("013245", opened="1245", declared="0", revolted="3", tributes=["point 3 to 0: 3", *PLACE]),
        settle("013245", opened="12345", declared="3", revolted="3", tributes=["point 3 to 0: 3", *PLACE]),
    )),
]

TABLE = [*CARDS, *BEFORE, *PLAY]
SENTENCES = {
    "L1": 1, "L3": 3, "L5": 2, "L7": 2, "L9": 3,
    "L11": 1, "L13": 1, "L15": 1, "L17": 2, "L19": 1, "L21": 2, "L23": 2, "L25": 1, "L27": 1,
    "L29": 1, "L31": 1, "L33": 1, "L35": 1, "L37": 1, "L39": 1, "L40": 1, "L42": 2,
    "L44": 1, "L46": 1, "L48": 1, "L50": 4, "L52": 1, "L54": 1, "L56": 2, "L58": 1, "L60": 2, "L62": 2, "L64": 1,
    **PLAY_SENTENCES,
}
