"""Texts B1 and B2: heads, the point, last plays, chaos, three in a row (B1 L139 to L148)."""

from gouji_desktop.rules.views import PUBLIC, announced_counts, project
from tests.rules.sentences import framework
from tests.rules.sentences.framework import Check, Left, Row, as_check
from tests.rules.sentences.text_b1_frame import FIVE_PASS, FOUR, GOUJI, MATCH_ROOM, PLACE, SIX, TWO_OUT, Zaozhuang
from tests.rules.sentences.text_b1_play import BURN, FAILED, HEADLESS_FIFTH

END_SENTENCES = {139: 4, 140: 1, 141: 3, 142: 1, 143: 3, 144: 3, 145: 1, 146: 1, 147: 2, 148: 2}

ALL_BUT_FIRST = "1 pass, 2 pass, 3 pass, 4 pass, 5 pass"
LAST_AA = "AA S2266 8854 4599 4668 5568"


def counts_are_announced(text: Zaozhuang) -> Check:
    def ten_cards_and_fewer() -> None:
        flow = text.flow("44556677889 4455667788 7 A22 44556677889T 5s5h5c5d")
        expected = (None, 10, 1, 3, None, 4)
        assert announced_counts(project(flow.match, PUBLIC)) == announced_counts(flow.match) == expected

    return as_check(ten_cards_and_fewer)


def end_rows(text: Zaozhuang) -> list[Row | Left]:
    """The rows of one of the texts."""
    row, deal, compare, settle = text.row, text.deal, text.compare, text.settle
    circle = "1 pass, 3 pass, 4 pass"
    return [
        row(139, "who has laid all its cards is out",
            deal("77 9964 8854 TT54 8865 9664", "0 play 77", finished="0"),
            deal("77 9964 8854 TT54 8865 9664", "0 play 7", finished="")),
        row(139, "a player whose opposite is out is headless: its gouji asks no burners",
            deal("AA77 S2255 8654 - 8864 9664", "0 play AA", position={"finished": "3"}, gouji_in_force=False,
                 asks={1: "pass play"}),
            deal("AA77 S2255 8654 - 8864 9664", "1 play 22", leader=1, position={"finished": "3"},
                 gouji_in_force=True)),
        row(139, "a headless player may beat any gouji, and it is no burn",
            deal("AA44 9988 - TT65 8865 2256", "0 play AA, 3 pass, 5 play 22", position=HEADLESS_FIFTH, top="5 22",
                 burns=[], gouji_in_force=False),
            deal("AA44 9988 - TT65 8865 2256", "0 play AA, 3 pass, 5 play 22, 0 pass, 1 pass, 3 pass, 4 pass, 5 play 5",
                 position=HEADLESS_FIFTH, top="5 5", placed_last="")),
        row(139, "to beat a headless player's gouji is no burn",
            deal("AA77 2264 8654 - 8864 9664", "0 play AA, 1 play 22", position={"finished": "3"}, top="1 22",
                 burns=[]),
            deal("AA77 2264 8654 - 8864 9664", "0 play AA, 1 play 22, 4 pass, 0 pass, 1 play 6",
                 position={"finished": "3"}, top="1 6", placed_last="")),
        row(140, "on a play that is no gouji the opposite is asked a second time, on a gouji it is not",
            deal(SIX, FIVE_PASS, asks={3: "accept play"}), deal(SIX, FIVE_PASS + ", 3 play TT", top="3 TT"),
            deal("7755 9964 8854 - 8865 9664", "0 play 77, 1 pass, 2 pass, 4 pass, 5 pass",
                 position={"finished": "3"}, leading=0),
            deal("AA44 9988 - TT65 8865 2256", "0 play AA, 3 pass, 5 pass", position=HEADLESS_FIFTH, leading=0)),
        row(141, "one gouji that its opposite does not beat opens the point, whatever its cards are",
            deal(GOUJI, "0 play AA, 3 accept", opened="0"),
            *(deal(f"{play}55 9964 8654 TT65 8864 9664", f"0 play {play}, 3 accept", opened="0")
              for play in ("S", "2", "S7", "B", "22", "2222T", "QQQ")),
            *(compare(play, can_open=True) for play in ("S", "2", "S3", "BS", "TTTTT", "2A")),
            *(compare(play, can_open=False) for play in ("TTTT", "99999", "A")),
            deal("AAKK7 9964 8654 2265 8864 9664", "0 play AA, 3 play 22, 0 accept, 3 play 6, 4 play 8, 5 pass,"
                 " 0 play K, 1 pass, 2 pass, 3 pass, 4 pass, 3 accept", opened="3", leading=0),
            deal("AA44 9988 - TT65 8865 2256", "0 play AA, 3 pass, 5 play 22", position=HEADLESS_FIFTH, opened="0"),
            deal(SIX, FIVE_PASS + ", 3 accept", opened="")),
        row(141, "a gouji that is burnt does not open (the bracket read so: Q39), unless the burn fails",
            deal(BURN, "0 play AA, 1 burn 22", opened=""), deal(BURN, "0 play AA, 1 burn 22, 4 accept", opened="1"),
            deal(BURN, FAILED + ", 3 accept", opened="01")),
        row(141, "whose gouji are all beaten by the opposite or burnt has not opened, and pays",
            deal("AA77 9964 8654 2265 8864 9664", "0 play AA, 3 play 22", opened=""),
            deal("AAKK7 9964 8654 2265 8864 9664", "0 play KK, 3 play 22, 0 accept, 3 play 65", rejected="3 not_a_play",
                 opened="3"),
            settle("012345", opened="1245", tributes=["point 0 to 3: 1", "point 3 to 0: 1", *PLACE]),
            settle("012345", opened="01245", tributes=["point 3 to 0: 1", *PLACE]),
            deal(FOUR, f"0 play AA, {circle}, {circle}", position=TWO_OUT, opened="", leading=0)),
        row(142, "scored and not paid: in the match room alone, since L149 to L157 pay (Q46)",
            framework.settle("012345", opened="01245", rules=MATCH_ROOM, scores=8, tributes=[])),
        row(143, "the last play of the first or second is the one that leaves no cards",
            deal("AA77 S2266 8854 4599 4668 5568", "0 play AA", gouji_in_force=True, asks={1: "burn decline"}),
            deal(LAST_AA, "0 play AA", gouji_in_force=False, finished="0"),
            deal("AA S2266 - 4599 4668 5568", "0 play AA", position=HEADLESS_FIFTH, gouji_in_force=False,
                 finished="20", chaos=True)),
        row(143, "where it is a gouji all others may beat it, and that is no burn",
            deal(LAST_AA, "0 play AA", asks={1: "pass play"}),
            deal(LAST_AA, "0 play AA, 1 pass", asks={2: "pass play"}),
            deal(LAST_AA, "0 play AA, 1 play 22", top="1 22", burns=[]),
            deal(LAST_AA, "0 play AA, 1 play 22, 3 pass, 4 accept, 1 play 66", top="1 66", placed_last=""),
            deal("AA 9964 8854 8899 2264 5568", "3 play 88, 4 pass, 5 pass, 0 play AA, 1 pass, 2 pass, 3 pass",
                 asks={4: "pass play"}),
            deal("AA 9964 8854 4599 2264 5568", "0 play AA, 1 pass, 2 pass, 3 pass, 4 play 22", locked=""),
            deal("AA S2266 - 4599 4668 5568", "0 play AA, 1 play 22", position=HEADLESS_FIFTH, burns=[])),
        row(143, "where all pass the next player leads",
            deal(LAST_AA, f"0 play AA, {ALL_BUT_FIRST}", leading=1),
            deal("AA S2266 8854 4599 4668 5568", "0 play AA, 1 pass, 2 pass, 3 yield, 4 pass, 5 pass, 3 accept",
                 leading=1),
            deal("AA 9964 - 4599 4668 5568",
                 "0 play AA, 1 pass, 3 pass, 4 pass, 5 pass, 1 pass, 3 pass, 4 pass, 5 pass",
                 position=HEADLESS_FIFTH, leading=1)),
        row(144, "chaos begins when two have their places, failed burners among them",
            deal("AA77 9964 - TT65 8865 66", "5 play 66", position=HEADLESS_FIFTH, chaos=True),
            deal("AA77 9964 9664 TT65 8865 66", "5 play 66", chaos=False),
            deal("AA77 S226655 - 4599 4668 5568", "0 play AA, 1 burn 22, 4 pass, 5 pass, 1 play 55",
                 position=HEADLESS_FIFTH, placed_last="1", finished="2", chaos=True, asks={3: "pass play"}),
            deal(BURN, FAILED, chaos=False)),
        row(144, "then the four know no gouji, lock, yield or burn",
            deal(FOUR, "0 play AA, 3 play TT", position=TWO_OUT, rejected="1 not_asked", asks={1: "pass play"}),
            deal("5577 9966TT - TT65 8865 -", "0 play 55, 1 pass, 3 pass, 4 play 88, 0 pass, 1 play 99",
                 position=TWO_OUT, top="1 99", locked=""),
            deal(FOUR, f"0 play 77, {circle}, 1 pass, 3 yield", position=TWO_OUT, rejected="5 may_not_yield"),
            deal("AA77 226 - TT65 8865 -", "0 play AA, 1 play 22", position=TWO_OUT, burns=[], opened="")),
        row(144, "they play in turn, and few cards are told as before",
            deal(FOUR, "0 play 77", position=TWO_OUT, asks={1: "pass play"}),
            deal(FOUR, "0 play 77, 1 pass", position=TWO_OUT, asks={3: "pass play"}), counts_are_announced(text)),
        row(145, "in chaos it takes two circles of passes to lead again, gouji or not",
            deal(FOUR, f"0 play 77, {circle}", position=TWO_OUT, leading=None, asks={1: "pass play"}),
            deal(FOUR, f"0 play AA, {circle}", position=TWO_OUT, leading=None, asks={1: "pass play"}),
            deal(FOUR, f"0 play AA, {circle}, 1 pass, 3 pass", position=TWO_OUT, leading=None, asks={4: "pass play"}),
            deal(FOUR, f"0 play 77, {circle}, {circle}", position=TWO_OUT, leading=0),
            deal(FOUR, f"0 play 77, {circle}, 1 play 99", position=TWO_OUT, top="1 99", asks={3: "pass play"})),
        row(146, "ten cards and fewer are told to all", counts_are_announced(text)),
        row(147, "one side first, second and third is three in a row",
            settle("024135", three_in_a_row=True), settle("531024", three_in_a_row=True),
            settle("021435", three_in_a_row=False), settle("012435", three_in_a_row=False)),
        row(147, "it doubles the points of the places", settle(
            "024135", placement=[8, 0, 4, -4, 0, -8], scores=12,
        ), settle("021435", placement=[4, 0, 2, -2, 0, -4], scores=6)),
        row(148, "it ends the deal when the third is out", deal(
            "- 99664 - 55 77 445566889", "4 play 77", position={"finished": "02"}, over=True, finished="024",
        ), deal("- 99664 - 55 774 445566889", "4 play 77", position={"finished": "02"}, over=False)),
        row(148, "and places the other side by cards left, fewer first",
            deal("- 99664 - 55 77 445566889", "4 play 77", position={"finished": "02"}, places="024315"),
            deal("- 99 - 5567 77 445", "4 play 77", position={"finished": "02"}, places="024153")),
    ]
