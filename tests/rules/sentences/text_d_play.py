"""Text D, L31 to L57: the play, and what is said before it."""

from functools import partial

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import parse_faces
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.state import Stage
from tests.rules.sentences.flows import Flow
from tests.rules.sentences.framework import Left, Row, compare, deal, every, settle, setup

FREE = {"hold_threes": False}
free = partial(deal, options=FREE)
#: What the last places pay to the first where the seats go out in their order.
PLACE = ["place 5 to 0: 2", "place 4 to 1: 1"]

# --- leading, beating, passing ----------------------------------------------------------------------------------

SIX = "77553 99643 86543 TT653 88643 66543"
GOUJI = "AA773 99643 86543 TT653 88643 66543"
ALL_PASS = "0 play 77, 1 pass, 2 pass, 3 pass, 4 pass, 5 pass"
#: Four seats hold cards: 乱缠.
FOUR = "AA773 9966TT3 - TT653 88653 -"
TWO_OUT = {"finished": "25"}


def longest_suit_leads(hands: str, options: dict[str, bool], shows: list[str], leader: int, lot: int = 5) -> None:
    flow = Flow(hands, options=options, lot=lot)
    for show in shows:
        seat, cards = show.split()
        flow.send(cmd.ShowSuit(int(seat), flow.match.step, parse_faces(cards)))
    flow.until(Stage.PLAYING)
    assert flow.match.deal.leader == leader
    assert flow.match.deal.round.turn == leader


FOURS = "2K4c4c4c3 2K4h4h4h3 2KQ4s4s3 2KJ4c4d3 2KT3 2K93"


def longest_fours_lead():
    flow = Flow(FOURS)
    assert flow.asked() == [0, 1, 2]
    assert flow.refused(cmd.ShowSuit(0, flow.match.step, parse_faces("4c"))) == Reason.NOT_SHOWABLE
    assert flow.refused(cmd.ShowSuit(3, flow.match.step, parse_faces("4c4d"))) == Reason.NOT_ASKED
    longest_suit_leads(FOURS, {}, ["2 4s4s", "1 4h4h4h"], 1)


def equal_suits_by_who_was_first():
    longest_suit_leads(FOURS, {}, ["1 4h4h4h", "0 4c4c4c"], 1)
    longest_suit_leads(FOURS, {}, ["0 4c4c4c", "1 4h4h4h"], 0)


def threes_where_they_are_not_held():
    hands = "2K3c3c4s4s 2K3h3h3h 2KQ4s4s4s 2KJ 2KT 2K9"
    assert Flow(hands, options=FREE).asked() == [0, 1]
    longest_suit_leads(hands, FREE, ["0 3c3c", "1 3h3h3h"], 1)


def nobody_shows_and_the_lot_decides():
    for lot in range(6):
        longest_suit_leads(FOURS, {}, [], lot, lot)


ROUND = [
    Row("D", "L31", "a gouji that nobody takes, so that its player leads, opens the point", every(
        deal(GOUJI, "0 play AA, 3 accept", leading=0, opened="0"),
        deal("AA773 99643 86543 22653 88643 66543", "0 play AA, 3 play 22, 0 accept", leading=3, opened="3"),
    )),
    Row("D", "L31", "else it is not opened", every(
        deal(SIX, ALL_PASS, leading=0, opened=""),
        deal("AA773 99643 86543 22653 88643 66543", "0 play AA, 3 play 22", opened=""),
    )),
    Row("D", "L31", "jokers and plays with a joker do not open", every(
        deal("S7773 99643 86543 TT653 88643 66543", "0 play S77, 3 accept", leading=0, opened=""),
        *(compare(play, can_open=False, gouji=True) for play in ("S", "BB", "SAA", "B22", "BS")),
        *(compare(play, can_open=True) for play in ("AA", "22", "A2", "TTTT2", "KK")),
    )),
    Row("D", "L31", "a lone 2 does not open", every(
        deal("27773 99643 86543 TT653 88643 66543", "0 play 2, 3 accept", leading=0, opened=""),
        compare("2", can_open=False, gouji=True),
    )),
    Row("D", "L33", "with 憋三 the longest group of 4s of one suit leads, two at least", longest_fours_lead),
    Row("D", "L33", "of equal groups the one shown first", equal_suits_by_who_was_first),
    Row("D", "L33", "without 憋三 3s are shown in their stead", threes_where_they_are_not_held),
    Row("D", "L33", "where nobody shows chance decides", nobody_shows_and_the_lot_decides),
    Row("D", "L35", "the first play is a lead: it cannot be passed", deal(
        SIX, "0 pass", rejected="0 must_lead", leading=0, asks={0: "play"},
    )),
    Row("D", "L35", "all pass, or a gouji is neither burnt nor taken by the opposite: a new round", every(
        deal(SIX, ALL_PASS, leading=0, top=None, locked=""),
        deal(GOUJI, "0 play AA, 3 accept", leading=0, top=None, locked=""),
    )),
    Row("D", "L35", "who played last leads it", every(
        deal(SIX, "0 play 77, 1 play 99, 2 pass, 3 play TT, 4 pass, 5 pass, 0 pass, 1 pass", leading=3),
        deal("AA773 99643 86543 22653 88643 66543", "0 play AA, 3 play 22, 0 accept", leading=3),
    )),
    Row("D", "L37", "a beat is a higher play of one's own", every(
        deal(SIX, "0 play 77, 1 play 99, 2 pass, 3 play TT", top="3 TT"),
        deal("77553 994463 86543 TT653 88643 66543", "0 play 77, 1 play 44", rejected="1 too_low"),
        deal(SIX, "0 play 77, 1 play 9", rejected="1 wrong_number"),
    )),
    Row("D", "L37", "before chaos the next counter-clockwise is asked, but on a gouji", every(
        deal(SIX, "0 play 77", asks={1: "pass play"}),
        deal(SIX, "0 play 77, 1 pass", asks={2: "pass play"}),
        deal(SIX, "0 play 77, 2 play 88", rejected="1 not_asked"),
        deal(GOUJI, "0 play AA, 1 pass", rejected="1 not_asked", asks={3: "accept play"}),
    )),
    Row("D", "L37", "in chaos always the next, gouji or not", every(
        deal(FOUR, "0 play AA", position=TWO_OUT, chaos=True, gouji_in_force=False, asks={1: "pass play"}),
        deal(FOUR, "0 play 77, 1 pass", position=TWO_OUT, asks={3: "pass play"}),
    )),
    Row("D", "L39", "not wanting what lies there is a pass", deal(
        SIX, "0 play 77, 1 pass, 2 pass", top="0 77", asks={3: "pass play yield"}, locked="12",
    )),
    Row("D", "L39", "before chaos who passed may not beat in that round, but for a card of its opposite", every(
        deal("77553 99643 88543 TT653 88643 66543", "0 play 77, 1 pass, 2 play 88, 3 pass, 4 pass",
             locked="134", asks={5: "pass play yield"}),
        deal("775533 99643 88543 TT653 8899643 66543", "0 play 77, 1 pass, 2 pass, 3 pass, 4 play 88, 5 pass, 0 pass",
             locked="0235", asks={1: "accept play"}),
        deal("7755 S2255 4568 8899AA 4668 5568",
             "0 play 77, 1 pass, 2 pass, 3 play 88, 4 pass, 5 pass, 0 pass, 3 play AA",
             options=FREE, asks={1: "burn decline"}),
        deal("77AA5566 S2255 4568 8899 4668 5568", "0 play 77, 1 pass, 2 pass, 3 play 88, 4 pass, 5 pass, 0 play AA",
             options=FREE, locked="1245", asks={3: "accept play"}),
        deal("55443 8866443 - 666553 7766443 66443", "4 play 77, 5 pass, 0 pass, 1 play 88, 3 pass, 4 pass",
             position={"finished": "2"}, leading=1),
        deal("AA553 9966543 - TT6543 886543 226543", "0 play AA, 3 pass, 5 play 22", position={"finished": "2"},
             locked="3", asks={0: "pass play"}),
    )),
    Row("D", "L41", "on its opposite's play, passed by the two before, a seat may let the two behind go first", every(
        deal(SIX, "0 play 77, 1 pass, 2 pass, 3 yield", asks={4: "pass play"}),
        deal(SIX, "0 play 77, 1 yield", rejected="1 may_not_yield"),
        deal("77553 99643 88543 TT653 88643 66543", "0 play 77, 1 pass, 2 play 88, 3 yield",
             rejected="3 may_not_yield"),
        deal(SIX, "0 play 77, 1 pass, 2 pass, 3 yield, 4 play 88", locked="23", asks={5: "pass play"}),
    )),
    Row("D", "L41", "where they pass it decides whether to beat", every(
        deal(SIX, "0 play 77, 1 pass, 2 pass, 3 yield, 4 pass, 5 pass", asks={3: "accept play"}),
        deal(SIX, "0 play 77, 1 pass, 2 pass, 3 yield, 4 pass, 5 pass, 3 accept", leading=0),
        deal(SIX, ALL_PASS, leading=0),
    )),
    Row("D", "L41", "what it then plays may be answered by its opposite alone", every(
        deal("7788JJ3 99643 86543 TT9653 88643 66543",
             "0 play 77, 1 pass, 2 pass, 3 yield, 4 pass, 5 pass, 3 play TT", asks={0: "accept play"}),
        deal("7788JJ3 99643 86543 TT9653 88643 66543",
             "0 play 77, 1 pass, 2 pass, 3 yield, 4 pass, 5 pass, 3 play TT, 0 accept", leading=3),
        deal("7788JJ3 99643 86543 TT9653 88643 66543",
             "0 play 77, 1 pass, 2 pass, 3 yield, 4 pass, 5 pass, 3 play TT, 0 play JJ", asks={3: "accept play"}),
    )),
    Row("D", "L43", "chaos is four players or fewer with cards", every(
        free("7 9964 8654 TT65 8864 66", "5 play 66, 0 pass, 1 pass, 2 pass, 3 pass, 4 pass, 0 play 7",
             finished="50", chaos=True),
        free("77 9964 8654 TT65 8864 66", "5 play 66, 0 play 77", chaos=True),
        free("774 9964 8654 TT65 8864 66", "5 play 66, 0 play 77", chaos=False),
    )),
    Row("D", "L43", "on a gouji the opposite alone may beat, besides burners", every(
        deal("AA773 22643 22543 TT653 22643 22543", "0 play AA, 1 play 22", rejected="1 not_asked",
             asks={3: "accept play"}),
        deal("AA773 22643 22543 22653 22643 22543", "0 play AA, 3 play 22", top="3 22", gouji_in_force=True),
    )),
    Row("D", "L43", "where the opposite passes a new round begins", deal(GOUJI, "0 play AA, 3 accept", top=None)),
    Left("D", "L43", "that the opposite leads the new round contradicts L31 and L35: who played the gouji leads (Q14)"),
]

# --- burning ----------------------------------------------------------------------------------------------------

BURN = "AA77 S226655 4568 4599 4668 5568"
RUNS = "AA77 S2255 4568 4599 4668 5568"
BURNING = [
    Row("D", "L45", "a gouji is put to its opposite", deal(GOUJI, "0 play AA, 2 pass", rejected="1 not_asked",
        asks={3: "accept play"})),
    Row("D", "L45", "others go before it where they can burn", every(
        free(BURN, "0 play AA", asks={1: "burn decline"}),
        free(BURN, "0 play AA, 1 decline, 3 accept", leading=0),
        free("AA77 4568 4568 22 4668 5568", "0 play AA, 3 burn 22", rejected="1 wrong_verb", asks={3: "accept play"}),
    )),
    Row("D", "L45", "a burn begins with a play that beats the gouji", every(
        free(BURN, "0 play AA, 1 burn 22", top="1 22", gouji_in_force=True),
        free("AA77 S22KK55 4568 4599 4668 5568", "0 play AA, 1 burn KK", rejected="1 too_low"),
    )),
    Row("D", "L45", "every later play hangs a joker, the last alone need not", every(
        free(BURN, "0 play AA, 1 burn 22, 4 accept, 1 play S66, 4 accept, 1 play 55", finished="1",
             burns=["1 burns 0 success"]),
        free("AA77 SB226655 4568 4599 4668 5568", "0 play AA, 1 burn 22, 4 accept, 1 play SB", top="1 BS"),
        deal("AA773 S22663 45683 45993 46683 55683",
             "0 play AA, 1 burn 22, 4 accept, 1 play S66, 4 accept, 1 play 3", finished="1",
             burns=["1 burns 0 success"]),
    )),
    Row("D", "L45", "or one rank alone is left after the cover; else nobody is asked", every(
        free("AA77 225555 4568 4599 4668 5568", "0 play AA, 1 burn 22, 4 accept, 1 play 5555", finished="1",
             burns=["1 burns 0 success"]),
        free("AA77 225566 4568 4599 4668 5568", "0 play AA, 1 burn 22", rejected="1 not_asked"),
        deal("AA773 22553 4568 4599 4668 5568", "0 play AA, 1 burn 22", rejected="1 not_asked"),
        free("AA77 2244 4568 4599 4668 5568", "0 play AA, 1 burn 22, 4 accept, 1 play 44", finished="1"),
        deal("AA773 2233 4568 4599 4668 5568", "0 play AA, 1 burn 22, 4 accept, 1 play 33", finished="1"),
    )),
    Row("D", "L45", "burning goes before answering", every(
        free("AA77 S2255 4568 2299 4668 5568", "0 play AA", asks={1: "burn decline"}),
        free("AA77 S2255 4568 2299 4668 5568", "0 play AA, 1 decline", asks={3: "accept play"}),
        free("AA77 S2255 4568 2299 4668 5568", "0 play AA, 1 burn 22", asks={4: "accept play"}),
    )),
    Row("D", "L45", "of burners from both sides the federation of the gouji's player is first", free(
        "AA77 2255 2266 4599 4668 5568", "0 play AA, 1 burn 22, 2 burn 22", top="2 22",
    )),
    Row("D", "L45", "of burners from one side the first in turn order, whoever was quicker", free(
        "AA77 2255 4568 4599 4668 2266", "0 play AA, 5 burn 22, 1 burn 22", top="1 22",
    )),
    Row("D", "L45", "who runs out that way has burnt: a beat after its last card undoes nothing", every(
        free(RUNS, "0 play AA, 1 burn 22, 4 accept, 1 play S55", finished="1", burns=["1 burns 0 success"]),
        free("AA77 S2255 4568 4599 BB668 5568", "0 play AA, 1 burn 22, 4 accept, 1 play S55, 4 pass",
             burns=["1 burns 0 success"]),
        free(RUNS, "0 play AA, 1 burn 22, 4 accept", burns=[]),
    )),
    Row("D", "L45", "a beat by its opposite or another burn on the way undoes it", every(
        free("AA77 S226655 4568 4599 SS4668 5568", "0 play AA, 1 burn 22, 4 play SS", burns=["1 burns 0 undone"]),
        free("AA77 S226655 4568 4599 B77468 5568", "0 play AA, 1 burn 22, 4 accept, 1 play S66, 4 play B77",
             burns=["1 burns 0 undone"]),
        free("AA77 S2255 4568 BS66 4668 5568", "0 play AA, 1 burn 22, 3 burn BS", burns=["1 burns 0 undone"]),
        free("AASS77 S2255 4568 4599 4668 5568", "0 play AA, 1 burn 22, 0 burn SS", top="0 SS",
             burns=["1 burns 0 undone"]),
    )),
    Row("D", "L45", "a burn that succeeded earns one tribute", settle(
        "102345", burns=["1 burns 0 success"], tributes=["burn 0 to 1: 1", "place 5 to 1: 2", "place 4 to 0: 1"],
    )),
    Row("D", "L45", "who does not keep to that has failed and is last", every(
        free(BURN, "0 play AA, 1 burn 22, 4 accept, 1 play 55", placed_last="1", burns=["1 burns 0 failed"],
             top="0 AA", gouji_in_force=True),
        deal("AA773 S22663 45683 45993 46683 55683", "0 play AA, 1 burn 22, 4 accept, 1 play 66", placed_last="1"),
    )),
    Row("D", "L45", "and plays no more in that deal", every(
        free(BURN, "0 play AA, 1 burn 22, 4 accept, 1 play 55, 3 accept, 0 play 77", asks={2: "pass play"}),
        free(BURN, "0 play AA, 1 burn 22, 4 accept, 1 play 55, 3 accept", leading=0, finished=""),
    )),
]

# --- 3s, revolt, heads, chaos -----------------------------------------------------------------------------------


def revolter_leaves():
    hands = "BSK9943 22K9843 S2A9643 AAKK8743 2KQ8643 2AQ9543"
    flow = Flow(hands, lot=3).say(Stage.REVOLT_QUERY, s3=True)
    flow.until(Stage.PLAYING)
    deal = flow.match.deal
    assert deal.revolted == 1 << 3
    assert not deal.live >> 3 & 1
    assert deal.round.turn == 4, "the lead goes on to the next"


def who_may_revolt_need_not():
    hands = "BSK9943 22K9843 S2A9643 AAKK8743 2KQ8643 2AQ9543"
    for answer in ({"s3": False}, {}):
        flow = Flow(hands).say(Stage.REVOLT_QUERY, **answer).until(Stage.PLAYING)
        assert flow.match.deal.revolted == 0


def two_revolts_void_the_deal():
    hands = "BSK9943 AAK9843 S2A9643 AAKK8743 2KQ8643 2AQ9543"
    flow = Flow(hands, "place 4 to 1: 1").say(Stage.REVOLT_QUERY, s1=True, s3=True)
    assert flow.events[-1] == ev.DealVoided()
    assert [debt.payer for debt in flow.match.debts] == [4], "what is owed stays owed"
    flow.send(cmd.StartDeal(tuple(range(216)), 0))
    assert flow.match.deal.number == 1
    assert flow.match.deal.revolted == 0


def head_is_asked_of_the_opposite():
    hands = "BSK9943 22K9843 S2A9643 AAKK8743 2KQ8643 2AQ9543"
    for yes, left in ((True, 3), (False, 0)):
        flow = Flow(hands).say(Stage.REVOLT_QUERY, s3=True).until(Stage.HEAD_QUERY)
        assert flow.asked() == [0]
        flow.say(Stage.HEAD_QUERY, s0=yes)
        assert flow.match.deal.dead_left == (left, 0, 0, 0, 0, 0)


def forced_revolter_is_gone():
    flow = Flow("BSK9943 22K9843 S2A9643 AAKK874 2KQ8643 2AQ95433").until(Stage.PLAYING)
    forced = [event.forced for event in flow.events if isinstance(event, ev.Revolted)]
    assert forced == [1 << 3]
    assert flow.match.deal.live == 0b110111


BUYING = [
    Row("D", "L47", "with 憋三, who has no 3 buys one or is given one", every(
        setup("BS2K4 2Q433 2AK43 2J4333 ST43 B9433", purchases=["0 buys 3 from 3 for 2"]),
        setup("BS2K4 2Q433 2AK43 2J4333 ST43 B9433", options=FREE, purchases=[]),
    )),
    Row("D", "L47", "the last play is 3s alone, all of them", every(
        deal("333 99643 86543 TT653 88643 66543", "0 play 33", rejected="0 threes_last"),
        deal("4333 99643 86543 TT653 88643 66543", "0 play 333", rejected="0 threes_last"),
        deal("333 99643 86543 TT653 88643 66543", "0 play 333", finished="0"),
        *(compare(play, legal=False, reason="threes_stand_alone") for play in ("233", "S3", "B233")),
        compare("233", options=FREE, legal=True),
    )),
    Row("D", "L47", "a 2 or a joker buys it from the opposite, who keeps one", every(
        setup("BS2K4 2Q433 2AK43 2J4333 ST43 B9433", hands="BSK43 2Q433 2AK43 22J433 ST43 B9433"),
        setup("BSK4 2Q433 2AK43 2J4333 ST43 B9433", purchases=["0 buys 3 from 3 for S"]),
        setup("BK4 2Q433 2AK43 2J433 ST43 B9433", purchases=["0 buys 3 from 3 for B"]),
    )),
    Row("D", "L47", "an opposite with one 3 or none: from its federation", every(
        setup("2K4 2Q433 2AK433 2J43 ST43 B94333", purchases=["0 buys 3 from 1 for 2"]),
        setup("2K4 2Q43 2AK433 2J43 ST43 B94333", purchases=["0 buys 3 from 5 for 2"]),
        setup("2K4 2Q433 2AK433 2J4 ST43 B94333",
              purchases=["0 buys 3 from 1 for 2", "3 buys 3 from 2 for 2"], options={"first_lead": "random"}),
    )),
    Row("D", "L47", "else one of the own federation gives one for nothing", setup(
        "2K4 2Q43 2AK433 2J43 ST433 B943", purchases=["0 buys 3 from 2 for nothing"],
    )),
    Row("D", "L47", "without a 3, a 2 and a joker it is a revolt", every(
        setup("2K433 AQ4 2KQ43 2J4333 ST433 B943", forced_revolt="1", purchases=[], redeal=False),
        setup("2K433 AQ4 2KQ43 2J4333 ST433 B943", options=FREE, forced_revolt=""),
        forced_revolter_is_gone,
    )),
]

REVOLT = [
    Row("D", "L49", "who drew neither 2 nor joker may revolt", every(
        setup("2K433 AQ43 SKQ43 BJ4333 KT433 2943", may_revolt="14"),
        setup("2K4 2Q43 2AK43 KJ433 ST43 B943", may_revolt="3", purchases=["0 buys 3 from 3 for 2"]),
    )),
    Row("D", "L49", "its cards are out and it plays no more in the deal", revolter_leaves),
    Row("D", "L49", "two revolts and the deal is void", every(
        two_revolts_void_the_deal,
        setup("2K433 AQ4 AKQ4 2J4333 ST433 B943", redeal=True, forced_revolt="12"),
        setup("2K433 AQ43 AKQ4 2J4333 ST433 B943", revolts="1", redeal=True, forced_revolt="2"),
    )),
    Row("D", "L49", "a revolter is fourth", every(
        free("7 8 - T 45 J", "0 play 7, 1 play 8, 3 play T, 4 pass, 5 play J", position={"revolted": "2"},
             over=True, places="013254"),
        free("7 99 - TT 88 446688", "0 play 7, 1 pass, 3 pass, 4 pass, 5 play 8", position={"revolted": "2"},
             rejected=None, finished="0"),
    )),
    Row("D", "L49", "but third where its two allies come first and second: three in a row", free(
        "7 99 - TT 8 446688", "0 play 7, 1 pass, 3 pass, 4 play 8", position={"revolted": "2"},
        over=True, places="042135",
    )),
    Row("D", "L49", "it is no bar to three in a row of the other side", every(
        free("77 8 - 9 99 T", "1 play 8, 3 play 9, 4 pass, 5 play T", position={"revolted": "2"},
             over=True, places="135204"),
        settle("135204", revolted="2", three_in_a_row=True, scores=-12),
    )),
    Row("D", "L49", "who may revolt need not", who_may_revolt_need_not),
    Row("D", "L49", "it concedes the point: not opened itself, its opposite opened", every(
        settle("013245", opened="01245", revolted="3", tributes=["point 3 to 0: 1", *PLACE]),
        settle("013245", opened="1245", revolted="3", tributes=["point 3 to 0: 1", *PLACE]),
        settle("013245", opened="12345", declared="0", revolted="3",
               tributes=["point 3 to 0: 3", *PLACE]),
    )),
    Row("D", "L51", "first, second and third of one side are three in a row", every(
        settle("024135", three_in_a_row=True), settle("135024", three_in_a_row=True, scores=-12),
        settle("021435", three_in_a_row=False),
    )),
    Row("D", "L51", "so are first and second with a revolter", settle(
        "042135", revolted="2", three_in_a_row=True, scores=12, placement=[8, 0, 0, -4, 4, -8],
    )),
    Row("D", "L51", "it doubles the score", every(
        settle("024135", scores=12), settle("024135", options={"three_in_a_row_multiplier": 1}, scores=6),
    )),
    Row("D", "L51", "and nobody pays any tribute: the next deal begins at once", settle(
        "024135", opened="1", declared="03", burns=["0 burns 1 success"], shut=["3 by 0"], tributes=[],
    )),
]

#: Seat 0 revolted, seat 3 is its opposite.
CLAIMS = {"revolted": "0", "head_claims": "3"}
HEADLESS = {"revolted": "0"}
CLAIMER = "- 9966 8865 AAKKQQQJJJJ65 TT65 2288665"
LAST_GOUJI = "AA 9966 9966 22KKQQQ65 228865 9665"

CHAOS = [
    Row("D", "L53", "after a revolt its opposite says whether it claims the head", head_is_asked_of_the_opposite),
    Row("D", "L53", "then its first three gouji are dead, and it is headless after them", every(
        free(CLAIMER, "3 play AA, 3 play KK, 3 play QQQ", position=CLAIMS, leading=3, opened="3"),
        free(CLAIMER, "3 play AA, 3 play KK, 3 play QQQ, 3 play JJJJ", position=CLAIMS, gouji_in_force=False,
             asks={4: "pass play"}),
    )),
    Row("D", "L53", "without the claim it is headless: anybody may answer its plays", every(
        free(CLAIMER, "3 play AA", position=HEADLESS, gouji_in_force=False, asks={4: "pass play"}),
        free(CLAIMER, "3 play AA, 4 pass, 5 play 22", position=HEADLESS, top="5 22", burns=[]),
    )),
    Row("D", "L53", "and it may answer anybody's", every(
        free("- AA66 8865 22KK65 TT65 88665", "1 play AA, 3 play 22", position=HEADLESS, top="3 22",
             gouji_in_force=False, burns=[]),
        free("- AA66 8865 22KK65 TT65 88665", "1 play AA, 3 play 22", position=CLAIMS, rejected="1 not_asked",
             asks={4: "accept play"}),
    )),
    Left("D", "L55", "the heading of the two sources that follow: says nothing of its own"),
    Row("D", "L55", "a claimer's gouji has no answer but a burn", every(
        free(CLAIMER, "3 play AA, 4 pass", position=CLAIMS, rejected="1 not_asked", leading=3),
        free("- 9966 8865 AAKKQQQJJJJ65 TT65 S2255", "3 play AA", position=CLAIMS, asks={5: "burn decline"}),
        free("- 9966 8865 AAKKQQQJJJJ65 TT65 S2255", "3 play AA, 5 burn 22", position=CLAIMS, top="5 22"),
    )),
    Row("D", "L55", "after three such rounds, burnt ones too, it is headless", free(
        "- 9966 SS8865 AAKKQQQJJJJ65 TT65 S225577",
        "3 play AA, 5 burn 22, 2 play SS, 5 accept, 2 play 88, 3 play KK, 3 play QQQ, 3 play JJJJ",
        position=CLAIMS, gouji_in_force=False, asks={4: "pass play"},
    )),
    Row("D", "L55", "the opposite that beats a gouji last play of the first or second earns one", every(
        free(LAST_GOUJI, "0 play AA, 3 play 22, 3 play KK", leading=3, opened="3"),
        free(LAST_GOUJI, "0 play AA, 3 play 22, 3 play KK, 3 play QQQ", gouji_in_force=False, asks={4: "pass play"}),
        free("AA 9966 - 2265 8865 9665", "0 play AA", position={"finished": "2"}, chaos=True, asks={3: "pass play"}),
    )),
    Row("D", "L55", "unless somebody burns", every(
        free("AA 9966 9966 22KKQQQ65 8865 S22955", "0 play AA, 5 burn 22", top="5 22", finished="0"),
        free("AA 9966 9966 BBKKQQQ65 8865 S2255", "0 play AA, 5 burn 22, 2 pass, 3 play BB",
             gouji_in_force=False, asks={4: "pass play"}),
    )),
    Row("D", "L57", "after a revolt chaos begins with the first who is out", every(
        free("7 9964 - TT65 8864 6654", "0 play 7", position={"revolted": "2"}, chaos=True, finished="0"),
        free("74 9964 - TT65 8864 6654", "0 play 7", position={"revolted": "2"}, chaos=False),
    )),
    Row("D", "L57", "with two out the others know no gouji, yield or burn", every(
        deal(FOUR, "0 play AA", position=TWO_OUT, gouji_in_force=False, asks={1: "pass play"}),
        deal("AA773 S226 - TT653 88653 -", "0 play AA, 1 burn 22", position=TWO_OUT, rejected="1 wrong_verb"),
        deal(FOUR, "0 play 77, 1 pass, 3 yield", position=TWO_OUT, rejected="2 may_not_yield"),
        deal(FOUR, "0 play 77, 1 pass, 3 pass, 4 pass", position=TWO_OUT, leading=0),
        deal(FOUR, "0 play AA, 1 pass, 3 pass, 4 pass", position=TWO_OUT, leading=0, opened=""),
    )),
    Row("D", "L57", "who passed may beat later", deal(
        "55773 9966TT3 - TT653 88653 -", "0 play 55, 1 pass, 3 pass, 4 play 88, 0 pass, 1 play 99",
        position=TWO_OUT, top="1 99", locked="",
    )),
    Row("D", "L57", "beating a gouji that is not the opposite's is no burn", deal(
        "AA773 226 - TT653 88653 -", "0 play AA, 1 play 22", position=TWO_OUT, top="1 22", burns=[],
    )),
]

PLAY = [*ROUND, *BURNING, *BUYING, *REVOLT, *CHAOS]
PLAY_SENTENCES = {
    "L31": 4, "L33": 4, "L35": 3, "L37": 3, "L39": 2, "L41": 3, "L43": 4, "L45": 13,
    "L47": 6, "L49": 8, "L51": 4, "L53": 4, "L55": 5, "L57": 4,
}
