"""Text A, L35 to L61: the play. The burns are in text_a_burns.py."""

from functools import partial

from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import EVERYTHING, PUBLIC, SeatAudience, announced_counts, project
from tests.rules.sentences.flows import Flow, random_match
from tests.rules.sentences.framework import Checkable, Left, Row, compare, deal, every, settle, setup
from tests.rules.sentences.text_a_burns import BURNING, BURNING_SENTENCES, MATCH_ROOM, PLACE, A

play = partial(deal, rules=A)
free = partial(deal, rules=A, options={"hold_threes": False})

SIX = "77553 99663 86653 TT653 88663 96653"
GOUJI = "AA773 99663 86653 TT653 88663 96653"
#: The lead is passed by all five: its opposite has the last word.
ALL_PASS = "0 play 77, 1 pass, 2 pass, 3 pass, 4 pass, 5 pass"
#: Seats 2 and 5 have gone out: 乱缠.
TWO_OUT = {"finished": "25"}
FOUR = "AA77553 99TT663 - TT88653 886653 -"
#: Seat 2 has gone out: seat 5 is headless.
ONE_OUT = {"finished": "2"}

# --- 上班 -------------------------------------------------------------------------------------------------------


def leads(hands: str, leader: int | None) -> Checkable:
    """Who leads: None where chance decides."""
    return setup(hands, rules=A, leader=leader)


def chance_decides_evenly() -> None:
    """Whoever ties leads as often as the others, over the six lots."""
    ties = {
        "5h5hK43 5h5h43 2A43 2Q43 ST43 B943": [0, 1],
        "5h5hK43 2Q43 2A43 2Q43 5h5h43 B943": [0, 4],
        "5hK43 2Q43 2A43 5h43 ST43 B943": list(range(6)),
    }
    for hands, tied in ties.items():
        found = [Flow(hands, rules=A, lot=lot).until(Stage.PLAYING).match.deal.leader for lot in range(6)]
        assert sorted(found) == sorted(tied * (6 // len(tied)))


LEADER = [
    Row("A", "L35", "who drew the most 5s of one suit leads, two at least", every(
        leads("5s5sK43 5cAJ43 5h5hQ43 5s5cT43 5d5d5d943 6J43", 4),
        leads("5s5h5c5dK43 5cAJ43 6hQ43 6sT43 5d5d943 6J43", 4),
        leads("5s5h5c5dK43 5cAJ43 6hQ43 6sT43 6d943 6J43", None),
    )),
    Row("A", "L35", "of equal groups hearts go before spades, spades before diamonds, diamonds before clubs", every(
        leads("5s5s43 5h5h43 5d5d43 5c5c43 643 743", 1),
        leads("5s5s43 6643 5d5d43 5c5c43 643 743", 0),
        leads("6643 6643 5c5c43 5d5d43 643 743", 3),
    )),
    Row("A", "L35", "equal in number and suit: by lot", every(
        leads("5h5h43 6643 7743 5h5h43 643 743", None), chance_decides_evenly,
    )),
]

# --- 开点 -------------------------------------------------------------------------------------------------------

OPEN = "QQQQQQ555443 99663 86653 TT653 88653 96653"
READY = "0 play QQQ, 3 pass"


def opens(lead: str, opened: str) -> Checkable:
    """Whether that lead opens the point after a pure gouji stood."""
    return play(OPEN.replace("555", "2555"), f"{READY}, 0 play {lead}", opened=opened, point_ready="")


POINT = [
    Row("A", "L36", "a pure gouji that stands before chaos makes its player ready, a lead of all its 4s opens", every(
        play(OPEN, READY, leading=0, opened="", point_ready="0"),
        opens("44", "0"),
        play(OPEN.replace("99663", "66663"), f"{READY}, 0 play 44, 1 play 66", opened="0"),
        play("KK443 99663 - QQ653 88653 -", "0 play KK, 1 pass, 3 pass, 4 pass", position=TWO_OUT, leading=0,
             opened="", point_ready=""),
        play("QQQQQQ443 99663 - TT653 885553 96653", READY + ", 5 pass", position=ONE_OUT, point_ready="0"),
    )),
    Row("A", "L36", "the very next lead must be the 4s, all of them and alone: else it waits for another gouji", every(
        opens("555", ""), opens("4", ""), opens("442", ""),
        opens("QQQ", ""),
        play(OPEN, f"{READY}, 0 play QQQ, 3 pass, 0 play 44", opened="0"),
        play(OPEN, f"{READY}, 0 play 55, 1 play 66, 2 pass, 3 play TT, 4 pass, 5 pass, 0 pass, 1 pass, 0 accept, "
             "3 play 5, 4 pass, 5 pass, 0 play Q, 1 pass, 2 pass, 3 pass, 0 play 44", opened="", top="0 44"),
        play(OPEN, "0 play 44", opened=""),
    )),
    Row("A", "L36", "a gouji that is beaten or burnt makes nobody ready but who stands in the end", every(
        play("QQQ555443 99663 86653 KKK44653 88653 96653", "0 play QQQ, 3 play KKK, 0 pass", leading=3,
             point_ready="3"),
        play("AA55443 S222663 86653 TT653 88653 96653", "0 play AA, 1 burn 22, 4 pass", leading=1, point_ready="",
             opened=""),
        play("QQQ555443 99663 - TT653 88653 KKK653", "0 play QQQ, 3 pass, 5 play KKK", position=ONE_OUT,
             point_ready="", asks={0: "pass play"}),
    )),
    Row("A", "L37", "two aces, two kings, three queens, four jacks or five tens open, and more of them", every(
        *(compare(cards, rules=A, can_open=True) for cards in ("AA", "KK", "QQQ", "JJJJ", "TTTTT", "AAA", "JJJJJJ")),
        *(compare(cards, rules=A, can_open=False) for cards in ("A", "K", "QQ", "JJJ", "TTTT", "999999")),
    )),
    Row("A", "L37", "pure: nothing with a 2, and no joker", every(
        *(compare(cards, rules=A, can_open=False, gouji=True)
          for cards in ("2A", "2K", "2QQ", "2JJJ", "2TTTT", "2AAA", "22", "2", "SAA", "BKK", "S", "BS")),
        play(OPEN, "0 play QQQ, 3 pass", point_ready="0"),
        play(OPEN.replace("QQQ", "2QQ", 1), "0 play 2QQ, 3 pass", leading=0, point_ready=""),
    )),
]

# --- passing, yielding, accepting -------------------------------------------------------------------------------

#: The play on the table is seat 5's, which is headless.
HEADLESS_TOP = "6655443 99663 - TT653 8888663 779653"

TURNS = [
    Row("A", "L38", "a lead begins anew: any play, however low and of any number", every(
        play(SIX, f"{ALL_PASS}, 3 accept, 0 play 5", top="0 5", locked=""),
        play(SIX, "0 pass", rejected="0 must_lead"),
        play("77553 99663 86653 TT653 88663 96653",
             "0 play 77, 1 play 99, 2 pass, 3 pass, 4 pass, 5 pass, 0 pass, 4 accept, 1 play 66", top="1 66"),
    )),
    Row("A", "L39", "before chaos who passed may not beat in that round, but for its opposite's play or where one of "
        "the two is headless", every(
        play("77553 99663 888653 TT653 88663 96653", "0 play 77, 1 pass, 2 play 88, 3 pass, 4 pass, 5 pass, 0 pass",
             locked="01345", asks={5: "accept play"}),
        play("77553 99663 86653 TT653 8899663 JJ9653",
             "0 play 77, 1 pass, 2 pass, 3 pass, 4 play 88, 5 pass, 0 pass, 2 pass", rejected="7 not_asked",
             asks={1: "accept play"}, locked="0235"),
        play(HEADLESS_TOP, "0 play 66, 1 pass, 3 pass, 4 pass, 5 play 77, 0 pass, 1 play 99", position=ONE_OUT,
             top="1 99"),
        play("6655443 99663 - 77TT653 8888663 JJ99653",
             "0 play 66, 1 pass, 3 pass, 4 play 88, 5 pass, 0 pass, 1 play 99, 4 pass, 5 play JJ",
             position=ONE_OUT, rejected=None, top="5 JJ"),
        play("6655443 99663 - 77TT653 8888663 JJ99653",
             "0 play 66, 1 pass, 3 pass, 4 play 88, 5 pass, 0 pass, 1 play 99, 4 pass, 5 pass, 3 pass",
             position=ONE_OUT, rejected="9 not_asked"),
        deal(HEADLESS_TOP, "0 play 66, 1 pass, 3 pass, 4 pass, 5 play 77, 0 pass, 1 play 99", position=ONE_OUT,
             rules=A, options={"headless_unlocks": False}, rejected="6 not_asked"),
    )),
    Row("A", "L39", "who passed, on a gouji too, may not burn either", every(
        play("AA553 SS663 - BBS773 88663 226653", "0 play AA, 3 pass, 5 play 22, 0 pass, 1 play SS", position=ONE_OUT,
             gouji_in_force=True, locked="03", asks={4: "pass play yield"}),
        play("AA553 SS663 - BBS773 88663 226653", "0 play AA, 3 yield, 5 play 22, 0 pass, 1 play SS", position=ONE_OUT,
             locked="03", asks={4: "pass play yield"}),
        play("77AA553 S2266553 86653 TT653 88663 96653",
             "0 play 77, 1 pass, 2 pass, 3 pass, 4 play 88, 5 pass, 0 play AA", asks={3: "accept play"}),
        play("77AA553 SS2266553 88653 TT653 BB63 96653",
             "0 play 77, 1 pass, 2 play 88, 3 pass, 4 pass, 5 pass, 0 play AA", asks={3: "accept play"}, locked="145"),
        play("77AA553 S2255 86653 TT653 B63 96653", "0 play AA, 1 decline", options={"hold_threes": False},
             asks={3: "accept play"}),
    )),
    Row("A", "L40", "on its opposite's play, passed by the two before, a seat may let the two behind go first", every(
        play(SIX, "0 play 77, 1 pass, 2 pass", asks={3: "pass play yield"}),
        play(SIX, "0 play 77, 1 pass, 2 pass, 3 yield", asks={4: "pass play"}),
        play(SIX, "0 play 77, 1 yield", rejected="1 may_not_yield"),
        play("77553 99663 88653 TT653 88663 96653", "0 play 77, 1 pass, 2 play 88, 3 yield",
             rejected="3 may_not_yield"),
        play("77553 99663 - TT653 88663 96653", "0 play 77, 1 pass", position=ONE_OUT, asks={3: "pass play yield"}),
        play(SIX, "0 play 77, 1 pass, 2 pass, 3 yield, 4 play 88", locked="23", asks={5: "pass play"}),
    )),
    Row("A", "L40", "where both pass it is asked again", every(
        play(SIX, "0 play 77, 1 pass, 2 pass, 3 yield, 4 pass, 5 pass", asks={3: "accept play"}),
        play(SIX.replace("99663", "JJ9663").replace("88663", "QQ8663"),
             "0 play 77, 1 pass, 2 pass, 3 yield, 4 pass, 5 pass, 3 play TT", top="3 TT", locked="1245",
             asks={0: "accept play"}),
        play("77JJ553 99663 - TT653 88663 99QQ653", "0 play 77, 1 pass, 3 yield, 4 pass, 5 pass, 3 play TT",
             position=ONE_OUT, asks={5: "pass play"}),
        play(SIX, "0 play 77, 1 pass, 2 pass, 3 yield, 4 pass, 5 pass, 3 accept", leading=0),
    )),
    Row("A", "L40", "a gouji may be yielded too, where somebody is behind", every(
        play("AA553 99663 - 22653 88663 TT653", "0 play AA", position=ONE_OUT, asks={3: "pass play yield"}),
        play("AA553 99663 - 22653 88663 TT653", "0 play AA, 3 yield, 5 pass", position=ONE_OUT,
             asks={3: "accept play"}),
        play("AA553 99663 - 22653 88663 TT653", "0 play AA, 3 yield, 5 pass, 3 play 22", position=ONE_OUT,
             top="3 22"),
        play(GOUJI, "0 play AA, 3 yield", rejected="1 may_not_yield"),
    )),
    Left("A", "L41", "a second name for beating"),
    Row("A", "L41", "in turn, who holds more than what lies there may lay it", every(
        play(SIX, "0 play 77, 1 play 99", top="1 99", asks={2: "pass play"}),
        play(SIX, "0 play 77, 1 play 66", rejected="1 too_low"),
        play(SIX, "0 play 77, 2 play 86", rejected="1 not_asked"),
        play(SIX, "0 play 77, 1 play 99, 2 pass, 3 play TT", top="3 TT"),
    )),
    Left("A", "L41", "says once more what beating is"),
    Row("A", "L42", "no new lead before the opposite has accepted, which it is asked though it passed", every(
        play(SIX, ALL_PASS, leading=None, asks={3: "accept play"}),
        play(SIX, f"{ALL_PASS}, 0 play 55", rejected="6 not_asked"),
        play(SIX, f"{ALL_PASS}, 3 accept", leading=0),
        play(SIX, f"{ALL_PASS}, 3 play TT", top="3 TT"),
        play(GOUJI, "0 play AA", asks={3: "accept play"}),
        play("77553 99663 86653 - 88663 96653", "0 play 77, 1 pass, 2 pass, 4 pass, 5 pass",
             position={"finished": "3"}, leading=0),
    )),
]

# --- shutting, finishing ----------------------------------------------------------------------------------------


def nobody_is_told_how_many_cards_are_left() -> None:
    for move in random_match(A):
        for audience in (PUBLIC, EVERYTHING, SeatAudience(2)):
            assert announced_counts(project(move.after, audience)) == (None,) * 6


def place_of(index: int) -> Checkable:
    """The seat that goes out as number `index` has that place, whoever it is."""
    start = 5 - index
    hands = " ".join("789TJQ"[(seat - start) % 6] for seat in range(6))
    order = [(start + step) % 6 for step in range(6)]
    script = [f"{seat} play {'789TJQ'[step]}" for step, seat in enumerate(order[:5])]
    return play(hands, script, over=True, places=order)


SHUT = "77553 99663 883 TT653 99653 T6653"
ENDING = [
    Row("A", "L53", "nobody's number of cards is announced", nobody_is_told_how_many_cards_are_left),
    Row("A", "L54", "a 3 is laid last and never before", every(
        play("773 99663 86653 TT653 88663 96653", "0 play 3", rejected="0 threes_last"),
        play("3 99663 86653 TT653 88663 96653", "0 play 3", finished="0"),
        *(compare(cards, rules=A, legal=False, reason="threes_stand_alone") for cards in ("233", "S3", "22333")),
        play("773 99663 86653 TT653 88663 96653", f"{ALL_PASS}, 3 accept, 0 play 3", finished="0"),
    )),
    Row("A", "L54", "who is beaten on the play before it is shut, once", every(
        play(SHUT, "2 play 88, 3 pass, 4 play 99", shut=["2 by 4"], finished=""),
        play(SHUT.replace("883", "8853"), "2 play 88, 3 pass, 4 play 99", shut=[]),
        play(SHUT, "2 play 88, 3 pass, 4 pass, 5 pass, 0 pass, 1 pass, 5 accept, 2 play 3", shut=[], finished="2"),
        play("77553 AA663 KK3 22653 99653 T6653", "2 play KK, 5 pass, 2 play 3, 3 play 6", shut=[], finished="2"),
        play("AA553 22663 - TT653 83 -", "4 play 8, 0 play A, 1 play 2, 3 pass, 4 pass, 0 pass, 1 play 66",
             position=TWO_OUT, shut=["4 by 0"]),
        deal(SHUT.replace("883", "88"), "2 play 88, 3 pass, 4 play 99", rules=A, shut=[]),
        deal(SHUT, "2 play 88, 3 pass, 4 play 99", rules=A, options={"hold_threes": False}, shut=[]),
    )),
    Row("A", "L54", "which costs one tribute", settle(
        "012345", rules=A, shut=["4 by 1"], tributes=["shut 4 to 1: 1", *PLACE],
    )),
    Row("A", "L55", "a last play that nobody beats, gouji or not, gives the wind to the next", every(
        play("3 99663 86653 TT653 88663 96653", "0 play 3, 1 pass, 2 pass, 3 pass, 4 pass, 5 pass, 3 accept",
             finished="0", leading=1),
        play("3 - 86653 TT653 88663 96653", "0 play 3, 2 pass, 3 pass, 4 pass, 5 pass", position={"finished": "1"},
             leading=2, chaos=True),
        free("AA 99663 86653 TT653 88663 96653", "0 play AA, 1 pass, 2 pass, 3 yield, 4 pass, 5 pass, 3 accept",
             finished="0", leading=1),
        free("AA 99663 86653 TT653 88663 226653", "0 play AA, 1 pass, 2 pass, 3 pass, 4 pass, 5 play 22",
             top="5 22", burns=[]),
        free("77AA 88663 2266553 TT653 88663 96653",
             "0 play 77, 1 play 88, 2 pass, 3 pass, 4 pass, 5 pass, 0 play AA, 1 pass, 2 play 22",
             top="2 22", burns=[]),
        play("3 99663 86653 TT653 88663 96653", "0 play 3, 1 pass, 2 play 6", top="2 6", finished="0"),
    )),
    Row("A", "L55", "who then leads what it likes", play(
        "3 99663 86653 TT653 88663 96653", "0 play 3, 1 pass, 2 pass, 3 pass, 4 pass, 5 pass, 3 accept, 1 play 66",
        top="1 66",
    )),
    *(
        Row("A", f"L{56 + index // 2}", f"number {index + 1} to go out is {name}", place_of(index))
        for index, name in enumerate(["first", "second", "third", "fourth", "fifth", "last"])
    ),
]

# --- headless, chaos --------------------------------------------------------------------------------------------

HEADS = "AA553 99663 - TT653 88663 2266S53"
CHAOS = [
    Row("A", "L59", "headless is whose opposite has gone out, until two have", every(
        play(HEADS, "5 play 22", position=ONE_OUT, gouji_in_force=False, asks={0: "pass play"}),
        play(HEADS.replace("-", "86653"), "5 play 22", gouji_in_force=True, asks={2: "accept play"}),
    )),
    Row("A", "L59", "it may beat a gouji, which is no burn: no 4s, no duty, no tribute", every(
        play(HEADS, "0 play AA, 3 pass, 5 play 22", position=ONE_OUT, top="5 22", burns=[], gouji_in_force=False),
        play(HEADS, "0 play AA, 5 burn 22", position=ONE_OUT, rejected="1 not_asked"),
        play(HEADS.replace("2266S53", "226644553"), "0 play AA, 3 pass, 5 play 22", position=ONE_OUT, top="5 22"),
        play("AA553 99663 - TT653 88663 2266S53",
             "0 play AA, 3 pass, 5 play 22, 0 pass, 1 pass, 3 pass, 4 pass, 5 play 66",
             position=ONE_OUT, top="5 66", placed_last="", burns=[]),
    )),
    Row("A", "L59", "and who beats its plays does not burn it", every(
        play("AA553 BB663 - TT653 88663 2266S53", "5 play 22, 0 pass, 1 play BB", position=ONE_OUT, top="1 BB",
             burns=[], gouji_in_force=True),
        play("AA553 SS44663 - TT653 88663 2266S53", "5 play 22, 0 pass, 1 play SS, 4 pass, 5 pass, 1 play 44",
             position=ONE_OUT, rejected=None, top="1 44", placed_last="", burns=[]),
    )),
    Row("A", "L60", "with first and second out there is no gouji, no lock, no yield and no burn", every(
        play(FOUR, "0 play AA", position=TWO_OUT, chaos=True, gouji_in_force=False, asks={1: "pass play"}),
        play("AA553 S22663 - TT653 88653 -", "0 play AA, 1 burn 22", position=TWO_OUT, rejected="1 wrong_verb"),
        play("AA553 S2244663 - TT653 88653 -", "0 play AA, 1 play 22", position=TWO_OUT, top="1 22", burns=[]),
        play(FOUR, "0 play 77, 1 pass, 3 yield", position=TWO_OUT, rejected="2 may_not_yield"),
        play(FOUR, "0 play 77, 1 pass, 3 pass, 4 play 88, 0 pass, 1 play 99", position=TWO_OUT, top="1 99", locked=""),
        play("3 99663 - TT653 88663 96653", "0 play 3", position=ONE_OUT, chaos=True, finished="20"),
        play("773 99663 - TT653 88663 96653", "0 play 77", position=ONE_OUT, chaos=False),
    )),
    Row("A", "L60", "a failed burn brings chaos no nearer: two must have gone out", every(
        play("AA773 S222663 - TT653 88663 96653", "0 play AA, 1 burn 22, 4 pass, 5 pass, 1 play 66", position=ONE_OUT,
             placed_last="1", chaos=False, asks={3: "pass play yield"}),
        deal("AA773 S222663 - TT653 88663 96653", "0 play AA, 1 burn 22, 4 pass, 5 pass, 1 play 66", position=ONE_OUT,
             rules=A, options={"chaos": "four_left"}, chaos=True),
        play("AA773 S222663 3 TT653 88663 96653", "0 play AA, 1 burn 22, 4 pass, 1 play 66, 3 pass, 0 play 77",
             placed_last="1", chaos=False, asks={2: "pass play"}),
    )),
    Row("A", "L60", "then all go in turn, and a round ends when all the others have passed", every(
        play(FOUR, "0 play 77, 1 pass", position=TWO_OUT, asks={3: "pass play"}),
        play(FOUR, "0 play 77, 1 pass, 3 pass, 4 pass", position=TWO_OUT, leading=0),
        play(FOUR, "0 play 77, 1 play 99, 3 pass, 4 pass, 0 pass", position=TWO_OUT, leading=1),
    )),
    Left("A", "L60", "that cards are announced as prescribed contradicts L53, which has no such rule (Q30)"),
    Row("A", "L61", "first, second and third of one side are three in a row", every(
        settle("024135", rules=A, three_in_a_row=True), settle("531204", rules=A, three_in_a_row=True),
        settle("021435", rules=A, three_in_a_row=False),
    )),
    Row("A", "L61", "which doubles the points of the places where it is no match room", every(
        settle("024135", rules=A, placement=[12, 0, 6, -6, 0, -12], scores=18),
        settle("024135", rules=A, burns=["0 burns 1 success 2"], scores=20),
        settle("024135", rules=MATCH_ROOM, placement=[6, 0, 3, 0, 0, 0]),
    )),
]

PLAY = [*LEADER, *POINT, *TURNS, *BURNING, *ENDING, *CHAOS]
PLAY_SENTENCES = {
    "L35": 3, "L36": 3, "L37": 2, "L38": 1, "L39": 2, "L40": 3, "L41": 3, "L42": 1,
    **BURNING_SENTENCES,
    "L53": 1, "L54": 3, "L55": 2, "L56": 2, "L57": 2, "L58": 2, "L59": 3, "L60": 4, "L61": 2,
}
