"""Text A, L43 to L52 and L68: burning and counter-burning."""

from functools import partial

from tests.rules.sentences.framework import Checkable, Left, Row, deal, every, settle

A = "jinyou4"
MATCH_ROOM = "jinyou4-match"
play = partial(deal, rules=A)
free = partial(deal, rules=A, options={"hold_threes": False})
#: What the last places pay to the first where the seats go out in their order.
PLACE = ["place 5 to 0: 2", "place 4 to 1: 1"]

#: Seat 1 burns seat 0: 22, S66, then the 3.
BURN = "AA773 S22663 86653 99653 88663 T6653"
#: As BURN; seat 1 has a 2 more, which may go with the joker.
LONG = "AA7753 SS222553 66553 99653 BS8863 T6653"
STOOD = "0 play AA, 1 burn 22, 4 pass"
#: Seats 1 and 2 can burn seat 0; 2 is its ally. So can 5 and 4.
BOTH = "AA773 S22663 S22553 99653 S22663 S22553"
#: Seat 0 can burn back, and seat 1 again.
BACK = "BSSSAA55993 BBS222663 86653 BB99663 88653 T6553"
ONE_OUT = {"finished": "2"}


def first(answers: str, by: int, hands: str = BOTH) -> Checkable:
    """Who burns seat 0 where these seats want to, in the order of their answers."""
    listed = ", ".join(f"{seat} {'decline' if verb == '-' else 'burn 22'}" for seat, verb in
                       zip(answers[::2], answers[1::2], strict=True))
    return play(hands, f"0 play AA, {listed}", top=f"{by} 22")


BURNING = [
    Row("A", "L43", "to beat a gouji that is not the opposite's is to burn it", every(
        play(BURN, "0 play AA, 1 burn 22, 4 pass", burns=["1 burns 0 success 2"]),
        play(BURN.replace("99653", "229653"), "0 play AA, 3 play 22", top="3 22", burns=[]),
        play(BURN, "0 play AA, 1 play 22", rejected="1 wrong_verb"),
        play(BURN, "0 play 77, 1 play 22", top="1 22", burns=[]),
    )),
    Row("A", "L44", "burners are asked first: all that are headed but the opposite", every(
        play(BURN, "0 play AA", asks={1: "burn decline"}),
        play(BOTH, "0 play AA", asks=dict.fromkeys((1, 2, 4, 5), "burn decline")),
        play(BURN.replace("99653", "S22553"), "0 play AA, 1 decline", asks={3: "accept play"}),
        play("AA773 99663 - T9653 88663 S22553", "0 play AA", position=ONE_OUT, asks={3: "pass play yield"}),
        play("AA773 66543 86653 99653 88663 T6653", "0 play AA", asks={3: "accept play"}),
    )),
    Row("A", "L44", "the federation of the gouji's player goes first", every(
        first("1+2+4-5-", 2), first("5+1+4+2-", 4), first("5+4+1+2+", 4),
    )),
    Row("A", "L44", "where none of it burns, one of the others", every(first("2-4-5-1+", 1), first("2-4-1-5+", 5))),
    Row("A", "L44", "nobody burns: headless seats and the opposite answer in turn, and nobody else", every(
        play("AA773 99663 - T9653 88663 96653", "0 play AA", position=ONE_OUT, asks={3: "pass play yield"}),
        play("AA773 99663 - T9653 88663 96653", "0 play AA, 3 pass", position=ONE_OUT, asks={5: "pass play"}),
        play("AA773 99663 - T9653 88663 96653", "0 play AA, 3 pass, 5 pass", position=ONE_OUT, leading=0),
        play("AA773 99663 96653 T9653 88663 -", "0 play AA", position={"finished": "5"}, asks={2: "pass play"}),
        play("AA773 99663 96653 T9653 88663 -", "0 play AA, 2 pass", position={"finished": "5"},
             asks={3: "accept play"}),
        play("6655KK3 99663 - TT653 88663 96653", "0 play 66, 1 pass, 3 pass, 4 play 88, 5 pass, 0 play KK, 3 pass",
             position=ONE_OUT, asks={5: "pass play"}),
        play(BURN, "0 play AA, 1 decline, 3 pass", leading=0),
        play(BURN, "0 play AA, 1 decline, 2 pass", rejected="2 not_asked"),
    )),
    Row("A", "L44", "which is no burn", every(
        play("AA773 99663 - T9653 88663 22663", "0 play AA, 3 pass, 5 play 22", position=ONE_OUT, top="5 22", burns=[]),
        play("AA773 99663 96653 226653 88663 96653", "0 play AA, 3 play 22, 0 pass, 3 play 66", top="3 66", burns=[],
             placed_last=""),
    )),
    Row("A", "L45", "within that federation whoever is quicker burns", every(
        first("2+4+1-5-", 2), first("4+2+1-5-", 4),
    )),
    Row("A", "L45", "and so among the others", every(first("5+1+2-4-", 5), first("1+5+2-4-", 1))),
    Row("A", "L46", "a burn begins with a play that beats the gouji", every(
        play(BURN, "0 play AA, 1 burn 22", top="1 22", gouji_in_force=True),
        play("AA773 SS22663 86653 99653 88663 T6653", "0 play AA, 1 burn S2", top="1 S2"),
        play("AA773 S22663 86653 99653 88663 T6653", "0 play AA, 1 burn 66", rejected="1 too_low"),
        play("AA773 S22663 86653 99653 88663 T6653", "0 play AA, 1 burn 2", rejected="1 wrong_number"),
    )),
    Row("A", "L46", "each later play but the last hangs a joker: with a 3 to end on, every one", every(
        play(BURN, f"{STOOD}, 1 play S66, 4 pass, 1 play 3", finished="1", burns=["1 burns 0 success 2"]),
        play(BURN, f"{STOOD}, 1 play 66", placed_last="1"),
        play("AA773 S2266553 86653 99653 88663 T6653", "0 play AA", asks={3: "accept play"}),
        play("AA773 SB2266553 86653 99653 88663 T6653", f"{STOOD}, 1 play B66, 4 pass, 1 play S55, 4 pass, 1 play 3",
             finished="1", placed_last=""),
        play("AA773 SB22663 86653 99653 88663 T6653", f"{STOOD}, 1 play B, 4 pass, 1 play S66, 4 pass, 1 play 3",
             finished="1", placed_last=""),
        play("AA773 22663 86653 99653 88663 T6653", "0 play AA", asks={3: "accept play"}),
    )),
    Row("A", "L46", "or the cover leaves one play alone", every(
        free("AA773 22666 86653 99653 88663 T6653", f"{STOOD}, 1 play 666", finished="1",
             burns=["1 burns 0 success 2"]),
        free("AA773 226655 86653 99653 88663 T6653", "0 play AA", asks={3: "accept play"}),
        play("AA773 223 86653 99653 88663 T6653", f"{STOOD}, 1 play 3", finished="1", burns=["1 burns 0 success 2"]),
        play("AA773 22S663 86653 99653 88663 T6653", "0 play AA, 1 burn S2", rejected="1 burn_not_feasible"),
        play("AA773 2223 86653 99653 88663 T6653", "0 play AA", asks={3: "accept play"}),
        play("AA773 22S3 86653 99653 88663 T6653", "0 play AA", asks={1: "burn decline"}),
    )),
    Row("A", "L47", "a play without a joker that is not the last is a failure, even where the cover stood", every(
        play(BURN, f"{STOOD}, 1 play 66", burns=["1 burns 0 failed"], placed_last="1"),
        play(BURN, f"{STOOD}, 1 play 6", burns=["1 burns 0 failed"]),
        play(BURN.replace("AA773", "AA3"), f"{STOOD}, 1 play 6", burns=["1 burns 0 failed"], shut=[]),
        play(BURN, f"{STOOD}, 1 play S66", burns=["1 burns 0 success 2"], placed_last=""),
        settle("012345", rules=A, burns=["1 burns 0 failed"], scores=3, tributes=PLACE),
    )),
    Row("A", "L47", "who fails is last and plays no more in that deal; the next to fail is fifth", every(
        play(BURN, f"{STOOD}, 1 play 66, 3 pass, 0 play 77", finished="", placed_last="1", asks={2: "pass play"}),
        free("AA9 S2255 T 4 7 J", "0 play AA, 1 burn 22, 4 pass, 1 play 5, 3 pass, 0 play 9, 2 play T, 3 pass, 4 pass, "
             "5 play J, 3 pass, 4 pass, 3 play 4", over=True, places="025341"),
        free("AA9 S2255 S2266 4 7 J", "0 play AA, 2 burn 22, 1 decline, 5 pass, 2 play 6, 1 burn 22, 4 pass, 1 play 5, "
             "3 pass, 0 play 9, 3 pass, 4 pass, 5 play J, 3 pass, 4 pass, 3 play 4", over=True, places="053412"),
    )),
    Row("A", "L47", "its opposite counts as headed until two have gone out", every(
        play(BURN.replace("88663", "KK8863").replace("T6653", "AAS663"),
             f"{STOOD}, 1 play 66, 3 pass, 0 play 77, 2 pass, 3 pass, 4 play KK", gouji_in_force=True,
             asks={5: "burn decline"}),
        play(BURN.replace("88663", "S22663"), "0 play AA, 4 decline, 1 burn 22, 4 pass, 1 play 66",
             asks={4: "burn decline"}),
    )),
    Row("A", "L47", "the burnt gouji lies there again, for other burners and for its opposite", every(
        play(BURN, f"{STOOD}, 1 play 66", top="0 AA", gouji_in_force=True, asks={3: "accept play"}),
        play(BURN.replace("86653", "S22553"), "0 play AA, 1 burn 22, 2 decline, 4 pass, 1 play 66", top="0 AA",
             asks={2: "burn decline"}),
        play(BURN.replace("99653", "229653"), f"{STOOD}, 1 play 66, 3 play 22", top="3 22"),
    )),
    Row("A", "L47", "else who was burnt leads", every(
        play(BURN, f"{STOOD}, 1 play 66, 3 pass", leading=0, point_ready="0"),
    )),
    Row("A", "L48", "whoever is headed, gouji of headed players may be burnt by all that are headed but the opposite",
        every(
            play("99653 S22663 AA773 S22553 T6653 88663", "2 play AA", asks={1: "burn decline", 3: "burn decline"}),
            play("AA773 S22663 - T9653 88663 BB663", "5 play BB", position=ONE_OUT, gouji_in_force=False,
                 asks={0: "pass play"}),
        )),
    Left("A", "L48", "that one may burn after a pass contradicts L39, which is followed (Q7)"),
    Row("A", "L49", "the first cover beaten undoes a burn, and no tribute comes of it", every(
        play(BURN.replace("88663", "BB8863"), "0 play AA, 1 burn 22, 4 play BB", burns=["1 burns 0 undone"]),
        play(BURN.replace("86653", "BB553"), "0 play AA, 1 burn 22, 2 burn BB", rejected="2 not_asked"),
        play(BURN.replace("86653", "BBS553"), "0 play AA, 2 decline, 1 burn 22, 2 burn BB, 5 pass",
             burns=["1 burns 0 undone", "2 burns 1 success 2"]),
        play("AA773 S22663 - 99653 88663 BB653", "0 play AA, 1 burn 22, 4 pass, 5 play BB", position=ONE_OUT,
             burns=["1 burns 0 undone"]),
        settle("012345", rules=A, burns=["2 burns 1 undone"], scores=3, tributes=PLACE),
    )),
    Row("A", "L49", "a later play beaten by the burner's opposite undoes nothing, and its duty is over", every(
        play(LONG, f"{STOOD}, 1 play S2, 4 play BS", burns=["1 burns 0 success 2"]),
        play("AA7753 S22663 66553 99653 BTT863 T6653",
             f"{STOOD}, 1 play S66, 4 play BTT, 1 pass, 4 play 6, 5 play T", burns=["1 burns 0 success 2"]),
        play("AA7753 SS2266553 66553 99653 BTT863 T6653",
             f"{STOOD}, 1 play S66, 4 play BTT, 1 pass, 4 play 6, 5 pass, 0 pass, 1 pass, 2 pass, 3 pass, 1 accept, "
             "4 play 8", burns=["1 burns 0 success 2"]),
        deal(LONG, f"{STOOD}, 1 play S2, 4 play BS", rules=A, options={"burn_undone_by": "any",
             "burn_success": "play_out", "counter_burn": []}, burns=["1 burns 0 undone"]),
    )),
    Row("A", "L49", "a burn that succeeded: the burnt pays the burner a tribute", every(
        play(BURN, STOOD, burns=["1 burns 0 success 2"]),
        settle("012345", rules=A, burns=["2 burns 1 success 2"], tributes=["burn 1 to 2: 1", *PLACE]),
    )),
    Row("A", "L49", "one seat may earn several in a deal", every(
        settle("012345", rules=A, burns=["2 burns 1 success 2", "2 burns 3 success 2"], scores=7,
               tributes=["burn 1 to 2: 1", "burn 3 to 2: 1", *PLACE]),
        play("AA773 SS222553 66553 9653 BTT8663 T6653",
             f"{STOOD}, 1 play S55, 4 play BTT, 1 pass, 4 play 66", burns=["1 burns 0 success 2"]),
    )),
    Row("A", "L50", "aces burnt with 2s: a burn that has not succeeded yet",
        play(LONG, "0 play AA, 1 burn 22", burns=[], top="1 22")),
    Row("A", "L50", "S2 after it beaten with BS: it stays a success",
        play(LONG, f"{STOOD}, 1 play S2, 4 play BS", top="4 BS", burns=["1 burns 0 success 2"])),
    Row("A", "L50", "only a beat of the 2s themselves undoes it",
        play(LONG.replace("BS", "SS"), "0 play AA, 1 burn 22, 4 play SS", burns=["1 burns 0 undone"])),
    Row("A", "L51", "the burnt may burn the cover: who burnt gives up, and the counter-burn has succeeded", every(
        play(BACK, "0 play AA, 1 burn 22", asks={0: "burn decline"}),
        play(BACK, "0 play AA, 1 burn 22, 0 burn SS, 1 decline, 3 pass", leading=0,
             burns=["1 burns 0 undone", "0 burns 1 success 4"]),
        play(BACK, "0 play AA, 1 burn 22, 0 burn SS, 3 play BB", burns=["1 burns 0 undone", "0 burns 1 undone"]),
        play(BACK, "0 play AA, 1 burn 22, 0 burn SS, 1 decline, 3 pass, 0 play 55", placed_last="0", top="1 22",
             burns=["1 burns 0 undone", "0 burns 1 failed"]),
        play(BACK.replace("993", "443"), "0 play AA, 1 burn 22", asks={4: "accept play"}),
        play(BACK.replace("BSSS", "SS"), "0 play AA, 1 burn 22", asks={4: "accept play"}),
    )),
    Row("A", "L51", "it answers the cover: what is burnt later is a burn like any other", every(
        play("AABBS663 S222553 66553 99653 88663 T6653", f"{STOOD}, 1 play S2, 0 burn BB, 3 pass",
             burns=["1 burns 0 success 2", "0 burns 1 success 2"]),
    )),
    Row("A", "L52", "a counter-burn earns four", every(
        play(BACK, "0 play AA, 1 burn 22, 0 burn SS, 1 decline, 3 pass",
             burns=["1 burns 0 undone", "0 burns 1 success 4"]),
        settle("012345", rules=A, burns=["0 burns 1 success 4"], scores=7, tributes=["burn 1 to 0: 1", *PLACE]),
    )),
    Row("A", "L52", "a counter-burn of that eight, and so each one after it", every(
        play(BACK, "0 play AA, 1 burn 22, 0 burn SS, 1 burn BB, 4 pass", leading=1,
             burns=["1 burns 0 undone", "0 burns 1 undone", "1 burns 0 success 8"]),
        play("BBSKK22993 BAASS663 86653 99653 88653 T6553",
             "0 play KK, 1 burn AA, 0 burn 22, 1 burn SS, 0 burn BB, 3 pass", leading=0,
             burns=["1 burns 0 undone", "0 burns 1 undone", "1 burns 0 undone", "0 burns 1 success 8"]),
        settle("012345", rules=A, burns=["0 burns 1 success 8"], scores=11, tributes=["burn 1 to 0: 1", *PLACE]),
    )),
]

FOURS = "AA773 SS22554{}3 66553 99653 88663 T6653"
FOURS_FIRST = Row("A", "L68", "before chaos who holds a 4 may not burn", every(
    play(FOURS.format("4"), "0 play AA, 1 burn 22", rejected="1 not_asked", asks={3: "accept play"}),
    play(FOURS.replace("4{}", ""), "0 play AA, 1 burn 22", top="1 22"),
    play("KKAA773 SS2225543 66553 99653 88663 T6653", "1 play 4, 2 play 5, 3 play 6, 4 play 8, 5 play T, 0 play A, "
         "1 pass, 2 pass, 3 pass, 4 pass, 5 pass, 3 accept, 0 play KK, 1 burn 22", rejected=None, top="1 22"),
    play("AA553 S2244663 - TT653 88653 -", "0 play AA, 1 play 22", position={"finished": "25"}, top="1 22"),
))

BURNING_SENTENCES = {
    "L43": 1, "L44": 5, "L45": 2, "L46": 3, "L47": 5, "L48": 2, "L49": 4, "L50": 3, "L51": 2, "L52": 2,
}
