"""Text C, L68 to L98: the play."""

from __future__ import annotations

from functools import partial
from typing import Any

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.state import Stage
from tests.rules.sentences import framework
from tests.rules.sentences.flows import Flow
from tests.rules.sentences.framework import Check, Left, Row, every

RULES = "chayuan"
FREE = {"hold_threes": False}
deal = partial(framework.deal, rules=RULES)
free = partial(framework.deal, rules=RULES, options=FREE)
compare = partial(framework.compare, rules=RULES)
settle = partial(framework.settle, rules=RULES)


def both(hands: str, script: str, **rest: Any) -> Check:
    """The same position with the 3s held and not held."""
    return every(deal(hands, script, **rest), free(hands, script, **rest))


SIX = "77553 99643 86543 TT653 88643 66543"
GOUJI = "AA773 99643 86543 TT653 88643 66543"
ALL_PASS = "0 play 77, 1 pass, 2 pass, 3 pass, 4 pass, 5 pass"
#: Four seats hold cards: 乱缠.
FOUR = "AA773 9966TT3 - TT653 88653 -"
TWO_OUT = {"finished": "25"}
ONE_OUT = {"finished": "0"}

ROUND = [
    Left("C", "L66", "a heading"),
    Row("C", "L68", "counter-clockwise, one after another", every(
        both(SIX, "0 play 77", asks={1: "pass play"}),
        both(SIX, "0 play 77, 1 pass", asks={2: "pass play"}),
        both(SIX, "0 play 77, 2 pass", rejected="1 not_asked"),
        both(SIX, "0 play 77, 1 play 99", asks={2: "pass play"}),
        both("77553 99643 86543 TT653 88643 99543", "5 play 99, 0 pass", asks={1: "pass play"}),
    )),
    Row("C", "L68", "with more than four in the deal a gouji is answered by burners or the opposite alone", every(
        both("AA773 22663 22663 TT653 22663 22663", "0 play AA, 1 play 22", rejected="1 not_asked",
             asks={3: "accept play"}),
        both("AA773 22663 22663 22653 22663 22663", "0 play AA, 3 play 22", top="3 22", gouji_in_force=True,
             asks={0: "accept play"}),
        free("AA77 S2255 4568 2299 4668 5568", "0 play AA", asks={1: "burn decline"}),
        both(FOUR, "0 play AA", position=TWO_OUT, asks={1: "pass play"}),
    )),
    Row("C", "L68", "where the opposite passes a new round begins, led by the gouji's player", every(
        both(GOUJI, "0 play AA, 3 accept", leading=0, top=None, locked=""),
        both(GOUJI, "0 play AA, 3 yield", rejected="1 may_not_yield"),
        both("AA773 99643 86543 22653 88643 66543", "0 play AA, 3 play 22, 0 accept", leading=3),
    )),
    Row("C", "L70", "a beat is higher and of the same number", every(
        both(SIX, "0 play 77, 1 play 99", top="1 99"),
        both("77553 994463 86543 TT653 88643 66543", "0 play 77, 1 play 44", rejected="1 too_low"),
        both("77553 994463 86543 TT653 88643 66543", "0 play 77, 1 play 9", rejected="1 wrong_number"),
        both("77553 2663 86543 TT653 88643 66543", "0 play 77, 1 play 26", rejected="1 too_low"),
        both("77553 2983 86543 TT653 88643 66543", "0 play 77, 1 play 29", top="1 29"),
    )),
    Left("C", "L70", "says what else a beat is called"),
    Row("C", "L72", "not beating is a pass", both(
        SIX, "0 play 77, 1 pass, 2 pass", top="0 77", locked="12", asks={3: "pass play yield"},
    )),
    Row("C", "L72", "who passed has no more right in the round but on its opposite's cards", every(
        both("77553 99643 88543 TT653 88643 66543", "0 play 77, 1 pass, 2 play 88, 3 pass, 4 pass",
             locked="134", asks={5: "pass play yield"}),
        both("77553 TT643 88543 TT653 99643 66543", "0 play 77, 1 pass, 2 pass, 3 pass, 4 play 99, 5 pass, 0 pass",
             locked="0235", asks={1: "accept play"}),
        both("77553 TT643 88543 99653 88643 66543", "0 play 77, 1 pass, 2 play 88, 3 play 99, 4 pass, 5 pass",
             asks={0: "pass play yield"}),
        both("77553 TT643 88543 99653 88643 66543",
             "0 play 77, 1 pass, 2 play 88, 3 play 99, 4 pass, 5 pass, 0 pass", asks={2: "pass play"}),
        free("7755 S2255 AA4568 4668 4599 5568", "0 play 77, 1 pass, 2 play AA", asks={5: "accept play"}),
        free("7755 4668 AA4568 S2255 4599 5568", "0 play 77, 1 pass, 2 play AA", asks={3: "burn decline"}),
        both("- AA996 8654 SS88665 22668 5568", "1 play AA, 3 pass, 4 play 22", position=ONE_OUT, locked="3",
             asks={1: "accept play"}),
    )),
    Row("C", "L72", "until a new round begins", every(
        both(SIX, ALL_PASS, leading=0, locked=""),
        both("7755443 99643 86543 TT653 88643 66543", f"{ALL_PASS}, 0 play 44", asks={1: "pass play"}),
        free("77AA6 S2255 4568 4668 4599 5568", f"{ALL_PASS}, 0 play AA", asks={1: "burn decline"}),
    )),
    Row("C", "L74", "on its opposite's play, passed by the two between, a seat may yield", every(
        both(SIX, "0 play 77, 1 pass, 2 pass, 3 yield", asks={4: "pass play"}),
        both(SIX, "0 play 77, 1 yield", rejected="1 may_not_yield"),
        both(SIX, "0 play 77, 1 pass, 2 yield", rejected="2 may_not_yield"),
        both("77553 99643 88543 TT653 88643 66543", "0 play 77, 1 pass, 2 play 88, 3 yield",
             rejected="3 may_not_yield"),
    )),
    Row("C", "L74", "the two behind it go first", every(
        both(SIX, "0 play 77, 1 pass, 2 pass, 3 yield, 4 pass", asks={5: "pass play"}),
        both(SIX, "0 play 77, 1 pass, 2 pass, 3 yield, 3 play TT", rejected="4 not_asked"),
        both("77553 99643 86543 TT653 88643 99543", "0 play 77, 1 pass, 2 pass, 3 yield, 4 pass, 5 play 99",
             locked="134", asks={0: "pass play"}),
    )),
    Row("C", "L74", "where both pass it says whether to beat, and all who are free may answer that", every(
        both(SIX, "0 play 77, 1 pass, 2 pass, 3 yield, 4 pass, 5 pass", asks={3: "accept play"}),
        both(SIX, "0 play 77, 1 pass, 2 pass, 3 yield, 4 pass, 5 pass, 3 accept", leading=0),
        both(SIX, "0 play 77, 1 pass, 2 pass, 3 yield, 4 pass, 5 pass, 3 play TT", top="3 TT",
             asks={0: "accept play"}),
        both("- 77553 99643 86543 TT653 88643", "1 play 77, 2 pass, 3 pass, 4 yield, 5 play 88, 3 pass",
             position=ONE_OUT, rejected="5 not_asked", asks={1: "pass play"}),
    )),
]

HANDS = "BSK9943 22K9843 S2A9643 AAKK8743 2KQ8643 2AQ9543"


def point_tribute_is_paid():
    """The largest card, by who drew neither 2 nor joker too, and nothing goes back for it."""
    for options in (None, FREE):
        flow = Flow(HANDS, "point 3 to 0: 1", "burn 0 to 1: 1", rules=RULES, options=options).until(Stage.PLAYING)
        assert flow.paid() == ["point 3 to 0: A", "burn 0 to 1: B"]
        assert flow.cards(3) == "AKK8743"
        assert not [event for event in flow.events if isinstance(event, ev.ReturnsDue)]


POINT = [
    Row("C", "L76", "at first nobody has opened", both(SIX, "", leader=0, opened="")),
    Row("C", "L76", "before chaos a gouji that wins the lead opens", every(
        both(GOUJI, "0 play AA, 3 accept", leading=0, opened="0"),
        both("AA773 99643 86543 22653 88643 66543", "0 play AA, 3 play 22", opened=""),
        both("AA773 99643 86543 22653 88643 66543", "0 play AA, 3 play 22, 0 accept", opened="3"),
        both(FOUR, "0 play AA, 1 pass, 3 pass, 4 pass", position=TWO_OUT, leading=0, opened=""),
        free("AA77 S226655 4568 4599 4668 5568", "0 play AA, 1 burn 22, 4 accept", leading=1, opened="1"),
    )),
    Row("C", "L76", "but no single card and nothing with a joker", every(
        both("27773 99643 86543 TT653 88643 66543", "0 play 2, 3 accept", leading=0, opened=""),
        both("S7773 99643 86543 TT653 88643 66543", "0 play S77, 3 accept", leading=0, opened=""),
        both("BS7773 99643 86543 TT653 88643 66543", "0 play BS, 3 accept", leading=0, opened=""),
    )),
    Row("C", "L76", "otherwise one has not opened", every(
        both(SIX, ALL_PASS, leading=0, opened=""),
        free("AA77 S2255 4568 4599 4668 5568", "0 play AA, 1 burn 22", opened=""),
    )),
    Row("C", "L78", "who did not open pays point tribute to its opposite", every(
        point_tribute_is_paid,
        settle("012345", opened="1245", tributes=[
            "point 0 to 3: 1", "point 3 to 0: 1", "place 5 to 0: 2", "place 4 to 1: 1",
        ]),
        settle("012345", opened="01245", tributes=["point 3 to 0: 1", "place 5 to 0: 2", "place 4 to 1: 1"]),
        settle("012345", opened="0", shut=["2 by 1"], scores=2, tributes=[
            "shut 2 to 1: 1",
            "point 1 to 4: 1", "point 2 to 5: 1", "point 3 to 0: 1", "point 4 to 1: 1", "point 5 to 2: 1",
            "place 5 to 0: 2", "place 4 to 1: 1",
        ]),
    )),
    Row("C", "L80", "plays with a joker, a lone 2 and what is no gouji do not open; all other gouji do", every(
        *(compare(play, can_open=False) for play in ("S", "BB", "BS", "S44", "B22", "SAA", "SKK", "2", "K", "7777")),
        *(compare(play, can_open=True) for play in ("AA", "22", "A2", "2222T", "TTTTT", "QQQ", "JJJJ", "KK")),
    )),
]

# --- burning ----------------------------------------------------------------------------------------------------

BURN = "AA77 S226655 4568 4599 4668 5568"
RUNS = "AA77 S2255 4568 4599 4668 5568"
#: Three sets, two jokers: each may go with one.
THREE_SETS = "AA77 SB22667755 4568 4599 4668 5568"

BURNING = [
    Row("C", "L82", "a gouji is as a rule answered by its opposite", both(
        GOUJI, "0 play AA", asks={3: "accept play"}, gouji_in_force=True,
    )),
    Row("C", "L84", "who beats it and has at most two sets more than jokers goes before its turn: a burn", every(
        free(BURN, "0 play AA", asks={1: "burn decline"}),
        free(BURN, "0 play AA, 1 burn 22", top="1 22", gouji_in_force=True, burns=[]),
        free("AA77 S2266554 4568 4599 4668 5568", "0 play AA", asks={3: "accept play"}),
        free("AA77 SAA66557 4568 4599 4668 5568", "0 play AA", asks={3: "accept play"}),
        free("AA77 S55KK22 4568 4599 4668 5568", "0 play AA, 1 burn KK", rejected="1 too_low"),
        free("AA77 KK55 4568 4599 4668 5568", "0 play AA", asks={3: "accept play"}),
        free("KK77 AA55 4568 4599 4668 5568", "0 play KK, 1 burn AA", top="1 AA"),
        free("KK77 AA556 4568 4599 4668 5568", "0 play KK", asks={3: "accept play"}),
        deal("AA773 S22663 45683 45993 46683 55683", "0 play AA", asks={1: "burn decline"}),
        deal("AA773 S226653 45683 45993 46683 55683", "0 play AA", asks={3: "accept play"}),
        free("AA77 22 4568 4599 4668 5568", "0 play AA, 1 burn 22", finished="1"),
        free("AA77 S2244 4568 4599 4668 5568", "0 play AA, 1 burn 22", top="1 22"),
    )),
    Row("C", "L84", "every play but the first and the last hangs a joker: what breaks that is refused", every(
        free(BURN, "0 play AA, 1 burn 22, 4 accept, 1 play 66", rejected="3 joker_duty", placed_last="", leading=1),
        free(BURN, "0 play AA, 1 burn 22, 4 accept, 1 play S66, 4 accept, 1 play 55", finished="1",
             burns=["1 burns 0 success"]),
        deal("AA773 S22663 45683 45993 46683 55683", "0 play AA, 1 burn 22, 4 accept, 1 play 66",
             rejected="3 joker_duty"),
        deal("AA773 S22663 45683 45993 46683 55683",
             "0 play AA, 1 burn 22, 4 accept, 1 play S66, 4 accept, 1 play 3", finished="1",
             burns=["1 burns 0 success"]),
        free(THREE_SETS, "0 play AA, 1 burn 22, 4 accept, 1 play S66, 4 accept, 1 play 77", rejected="5 joker_duty"),
    )),
    Row("C", "L84", "that is what the sum means: the cover and each play must leave cards that can go out so", every(
        free("AA77 225566 4568 4599 4668 5568", "0 play AA", asks={3: "accept play"}),
        free("AA77 S226655 4568 4599 4668 5568", "0 play AA, 1 burn S2", rejected="1 burn_not_feasible"),
        free(BURN, "0 play AA, 1 burn 22, 4 accept, 1 play S6", rejected="3 burn_not_feasible"),
        free(BURN, "0 play AA, 1 burn 22, 4 accept, 1 play S", rejected="3 burn_not_feasible", leading=1),
        free(THREE_SETS, "0 play AA, 1 burn 22, 4 accept, 1 play SB66", rejected="3 burn_not_feasible"),
        free(THREE_SETS, "0 play AA, 1 burn 22, 4 accept, 1 play S66, 4 accept, 1 play B77", rejected=None),
        deal("AA773 S2223 45683 45993 46683 55683", "0 play AA, 1 burn 22, 4 accept, 1 play S",
             rejected="3 burn_not_feasible"),
        deal("AA773 22663 45683 45993 46683 55683", "0 play AA", asks={3: "accept play"}),
    )),
    Row("C", "L86", "burning goes before answering, and allies before enemies", every(
        free("AA77 S2255 4568 2299 4668 5568", "0 play AA", asks={1: "burn decline"}),
        free("AA77 S2255 4568 2299 4668 5568", "0 play AA, 1 decline", asks={3: "accept play"}),
        free("AA77 S2255 4568 4599 S2266 5568", "0 play AA, 1 burn 22, 4 burn 22", top="4 22"),
    )),
    Row("C", "L86", "who fulfils the condition is asked, and nobody else", every(
        free("AA77 S2255 S2266 S2299 4668 5568", "0 play AA", asks={1: "burn decline", 2: "burn decline"}),
        free(BURN, "0 play AA, 2 burn 44", rejected="1 burn_not_feasible"),
    )),
    Row("C", "L86", "it may say that it burns, or not", every(
        free(BURN, "0 play AA, 1 burn 22", top="1 22"),
        free(BURN, "0 play AA, 1 decline, 3 accept", leading=0, locked=""),
        free("AA77 S2255 S2266 4599 4668 5568", "0 play AA, 2 decline, 1 burn 22", top="1 22"),
    )),
    Row("C", "L86", "of burners from both sides the allies of the gouji's player come first", every(
        free("AA77 2255 2266 4599 4668 5568", "0 play AA, 1 burn 22, 2 burn 22", top="2 22"),
        free("AA77 2255 4566 4599 2266 2288", "0 play AA, 1 burn 22, 5 burn 22, 4 burn 22", top="4 22"),
    )),
    Row("C", "L86", "of burners from one side the first in turn order, whoever was quicker", every(
        free("AA77 2255 4568 4599 4668 2266", "0 play AA, 5 burn 22, 1 burn 22", top="1 22"),
        free("AA77 4568 2255 4599 2266 5568", "0 play AA, 4 burn 22, 2 burn 22", top="2 22"),
        free("4568 2255 4599 AA77 2266 5568", "3 play AA, 1 burn 22, 4 burn 22", top="1 22"),
        free("4568 4599 2255 AA77 2266 5568", "3 play AA, 2 burn 22, 4 burn 22", top="4 22"),
    )),
    Row("C", "L88", "who runs out in that way has burnt: not before, and no beat after its last card counts", every(
        free(RUNS, "0 play AA, 1 burn 22, 4 accept", burns=[]),
        free(RUNS, "0 play AA, 1 burn 22, 4 accept, 1 play S55", finished="1", burns=["1 burns 0 success"]),
        free("AA77 S2255 4568 4599 BB668 5568", "0 play AA, 1 burn 22, 4 accept, 1 play S55, 2 pass, 3 pass",
             burns=["1 burns 0 success"], asks={4: "pass play yield"}),
        free("AA77 S2255 4568 4599 B6688 5568",
             "0 play AA, 1 burn 22, 4 accept, 1 play S55, 2 pass, 3 pass, 4 play B66",
             burns=["1 burns 0 success"], top="4 B66"),
        free("AA77 22 4568 4599 4668 5568", "0 play AA, 1 burn 22", burns=["1 burns 0 success"], finished="1"),
    )),
    Row("C", "L88", "a beat by its opposite, or another burn, undoes it", every(
        free("AA77 S226655 4568 4599 SS4668 5568", "0 play AA, 1 burn 22, 4 play SS", burns=["1 burns 0 undone"]),
        free("AA77 S226655 4568 4599 B77468 5568", "0 play AA, 1 burn 22, 4 accept, 1 play S66, 4 play B77",
             burns=["1 burns 0 undone"]),
        free("AA77 S2255 4568 BS66 4668 5568", "0 play AA, 1 burn 22, 3 burn BS", burns=["1 burns 0 undone"]),
        free("AASS77 S2255 4568 4599 4668 5568", "0 play AA, 1 burn 22, 0 burn SS", top="0 SS",
             burns=["1 burns 0 undone"]),
        free("AASS77 S2255 4568 4599 4668 5568", "0 play AA, 1 burn 22, 0 burn SS, 3 accept, 0 play 77",
             burns=["1 burns 0 undone", "0 burns 1 success"]),
        free("AA77 S226655 4568 B7788 4668 5568", "0 play AA, 1 burn 22, 4 accept, 1 play S66, 3 burn B77",
             burns=["1 burns 0 undone"], top="3 B77"),
        free("AA77 S226655 4568 4599 SS4668 5568", "0 play AA, 1 burn 22, 4 play SS, 1 accept, 4 play 4, 5 play 5, "
             "0 play 7, 1 pass, 2 play 8, 3 play 9, 4 pass, 5 pass, 0 pass, 2 pass, 3 play 4", rejected=None),
    )),
    Row("C", "L88", "a burn that succeeded earns one burn tribute", every(
        settle("102345", burns=["1 burns 0 success"],
               tributes=["burn 0 to 1: 1", "place 5 to 1: 2", "place 4 to 0: 1"]),
        settle("102345", burns=["1 burns 0 undone"], tributes=["place 5 to 1: 2", "place 4 to 0: 1"]),
    )),
]

# --- without a head, chaos, the end -----------------------------------------------------------------------------

HEADLESS = "- 99643 86543 AATT653 88643 66543"
REVOLTED = {"revolted": "0"}

ENDING = [
    Row("C", "L90", "who has no opposite left, gone out or revolted, is headless", every(
        *(both(HEADLESS, "3 play AA", position=where, gouji_in_force=False, asks={4: "pass play"})
          for where in (ONE_OUT, REVOLTED)),
        both("66543 99643 86543 AATT653 88643 -", "3 play AA", position={"finished": "5"}, gouji_in_force=True,
             asks={0: "pass play yield"}),
    )),
    Row("C", "L90", "it may lay gouji, and one that stands opens", every(
        *(both(HEADLESS, "3 play AA, 4 pass, 5 pass, 1 pass, 2 pass", position=where, leading=3, opened="3")
          for where in (ONE_OUT, REVOLTED)),
    )),
    Row("C", "L90", "anybody may beat what it lays, in turn, and that is no burn", every(
        *(both("- 99643 86543 AATT653 88643 226543", "3 play AA, 4 pass, 5 play 22", position=where, top="5 22",
               burns=[], gouji_in_force=True, asks={2: "pass play yield"}) for where in (ONE_OUT, REVOLTED)),
        both("- S2255 86543 AATT653 88643 66543", "3 play AA", position=ONE_OUT, asks={4: "pass play"}),
    )),
    Row("C", "L90", "it may beat anybody's, and may not burn", every(
        *(both("- AA643 86543 22TT653 88643 66543", "1 play AA", position=where, asks={3: "pass play"})
          for where in (ONE_OUT, REVOLTED)),
        free("- AA643 86543 S2255 88643 66543", "1 play AA, 3 play 22", position=ONE_OUT, top="3 22", burns=[],
             gouji_in_force=False, asks={4: "pass play"}),
        both("- AA643 86543 22TT653 88643 66543", "1 play AA, 3 pass", position=ONE_OUT, asks={4: "accept play"}),
    )),
    Row("C", "L92", "with the first and second out there is no gouji, pass, yield or burn any more", every(
        both(FOUR, "0 play AA", position=TWO_OUT, chaos=True, gouji_in_force=False, asks={1: "pass play"}),
        both("AA773 S226 - TT653 88653 -", "0 play AA, 1 burn 22", position=TWO_OUT, rejected="1 wrong_verb"),
        both("AA773 S226 - TT653 88653 -", "0 play AA, 1 play 22", position=TWO_OUT, top="1 22", burns=[]),
        both(FOUR, "0 play 77, 1 pass, 3 yield", position=TWO_OUT, rejected="2 may_not_yield"),
        both("55773 9966TT3 - TT653 88653 -", "0 play 55, 1 pass, 3 pass, 4 play 88, 0 pass, 1 play 99",
             position=TWO_OUT, top="1 99", locked=""),
        free("77 9964 8654 TT65 8864 66", "5 play 66, 0 play 77", chaos=True, finished="50", asks={1: "pass play"}),
        free("774 9964 8654 TT65 8864 66", "5 play 66, 0 play 77", chaos=False, finished="5"),
    )),
    Row("C", "L92", "always counter-clockwise, until all others have passed", every(
        both(FOUR, "0 play 77, 1 pass", position=TWO_OUT, asks={3: "pass play"}),
        both(FOUR, "0 play 77, 1 pass, 3 play TT, 4 pass, 0 pass", position=TWO_OUT, asks={1: "pass play"}),
        both(FOUR, "0 play 77, 1 pass, 3 pass, 4 pass", position=TWO_OUT, leading=0),
    )),
    Row("C", "L94", "after a revolt chaos begins with the first who is out", every(
        free("7 9964 - TT65 8864 6654", "0 play 7", position={"revolted": "2"}, chaos=True, finished="0",
             asks={1: "pass play"}),
        free("74 9964 - TT65 8864 6654", "0 play 7", position={"revolted": "2"}, chaos=False, finished=""),
        free("AA 9964 - TT65 8864 6654", "0 play AA", position={"revolted": "2"}, chaos=True, gouji_in_force=False,
             asks={1: "pass play"}),
    )),
    Row("C", "L96", "who has laid all its cards is out", every(
        free("7 9964 8654 TT65 8864 6654", "0 play 7", finished="0"),
        deal("3 99643 86543 TT653 88643 66543", "0 play 3", finished="0"),
        free("74 9964 8654 TT65 8864 6654", "0 play 7", finished=""),
        free("7 8 9 T J Q", "0 play 7, 1 play 8, 2 play 9, 3 play T, 4 play J", over=True, places="012345"),
    )),
    Row("C", "L98", "nobody beats a finisher's last play: the next who plays leads anew", every(
        free("7 9964 8654 TT65 8864 6654", "0 play 7, 1 pass, 2 pass, 3 pass, 4 pass, 5 pass", leading=1, top=None),
        free("AA 9964 8654 TT65 8864 6654", "0 play AA, 1 pass, 2 pass, 3 pass, 4 pass, 5 pass", leading=1,
             opened="0"),
        free("7 - 8654 TT65 8864 6654", "0 play 7, 2 pass, 3 pass, 4 pass, 5 pass", position={"finished": "1"},
             leading=2),
        free("7 9964 8654 TT65 8864 6654", "0 play 7, 1 play 9, 2 pass, 3 pass, 4 pass, 5 pass", leading=1),
        deal("3 99643 86543 TT653 88643 66543", "0 play 3, 1 pass, 2 pass, 3 pass, 4 pass, 5 pass", leading=1),
    )),
]

PLAY = [*ROUND, *POINT, *BURNING, *ENDING]
PLAY_SENTENCES = {
    "L66": 1, "L68": 3, "L70": 2, "L72": 3, "L74": 3, "L76": 4, "L78": 1, "L80": 1,
    "L82": 1, "L84": 3, "L86": 5, "L88": 3, "L90": 4, "L92": 2, "L94": 1, "L96": 1, "L98": 1,
}
