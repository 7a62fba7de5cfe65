"""Texts B1 and B2: leading, passing, yielding and burning (B1 L126 to L138)."""

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import parse_faces
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Act
from gouji_desktop.rules.views import PUBLIC, project
from tests.rules.sentences.flows import deals_of, random_match
from tests.rules.sentences.framework import Check, Left, Row, as_check
from tests.rules.sentences.text_b1_frame import FIVE_PASS, FOUR, GOUJI, SIX, TWO_OUT, Zaozhuang

PLAY_SENTENCES = {
    126: 3, 127: 2, 128: 1, 129: 5, 130: 7, 131: 3, 132: 2, 133: 6, 134: 2, 135: 4, 136: 6, 137: 1, 138: 2,
}

#: Seat 1 covers a gouji of seat 0 and can run out.
BURN = "AA77 S226655 4568 4599 4668 5568"
COVERED = "0 play AA, 1 burn 22, 4 accept"
FAILED = COVERED + ", 1 play 55"
#: Seat 2 is out, so that seat 5 is headless.
HEADLESS_FIFTH = {"finished": "2"}


def lot_leads(text: Zaozhuang) -> Check:
    def lot_leads_whatever_is_held() -> None:
        for lot in range(SEATS):
            flow = text.flow("5s5s4s4s 5h5h5h3s3s BBBB 2222 AAKK SS", lot=lot)
            assert flow.match.deal.leader == lot
            assert flow.match.deal.round.turn == lot

    return as_check(lot_leads_whatever_is_held)


def a_lot_for_each_deal(text: Zaozhuang) -> Check:
    def every_deal_has_its_lot() -> None:
        leaders = []
        for events in [deal for seed in (3, 4) for deal in deals_of(random_match(text.rules, seed))]:
            started = next(event for event in events if isinstance(event, ev.DealStarted))
            found = next(event for event in events if isinstance(event, ev.LeaderFound))
            began = next(event for event in events if isinstance(event, ev.PlayBegan))
            assert started.lot == found.seat == began.leader
            leaders.append(began.leader)
        assert len(leaders) == 8
        assert len(set(leaders)) > 2

    return as_check(every_deal_has_its_lot)


def a_pass_is_seen(text: Zaozhuang) -> Check:
    def everybody_sees_a_pass() -> None:
        flow = text.flow("7755 9964 8854 TT54 8865 9664")
        flow.send(cmd.PlayCards(0, flow.match.step, parse_faces("7s7h"))).send(cmd.Pass(1, flow.match.step))
        acts = project(flow.match, PUBLIC).deal.round.acts
        assert acts[1] == Act.PASS
        assert acts[2] is None

    return as_check(everybody_sees_a_pass)


def turn_rows(text: Zaozhuang) -> list[Row | Left]:
    """Leading, beating, passing, yielding, accepting."""
    row, left, deal, compare = text.row, text.left, text.deal, text.compare
    return [
        row(126, "chance decides who leads", lot_leads(text), text.setup(
            "5s5s4s4s 5h5h5h3s3s BBBB 2222 AAKK SS", leader=None,
        )),
        row(126, "the others are asked counter-clockwise, one after another",
            deal(SIX, "0 play 77", asks={1: "pass play"}), deal(SIX, "0 play 77, 1 pass", asks={2: "pass play"}),
            deal(SIX, "0 play 77, 1 play 99", asks={2: "pass play"}),
            deal(SIX, "0 play 77, 2 play 88", rejected="1 not_asked"), deal(SIX, "5 play 66", asks={0: "pass play"})),
        row(126, "when all others have passed, who has not leads",
            deal(SIX, FIVE_PASS + ", 3 accept", leading=0, top=None),
            deal(SIX, "0 play 77, 1 pass, 2 play 88, 3 pass, 4 pass, 5 pass, 0 pass, 5 accept", leading=2)),
        row(127, "with two out there is no yield, no gouji and no burn",
            deal(FOUR, "0 play AA", position=TWO_OUT, chaos=True, gouji_in_force=False, asks={1: "pass play"}),
            deal("AA77 S22 - TT65 8865 -", "0 play AA, 1 burn 22", position=TWO_OUT, rejected="1 wrong_verb"),
            deal(FOUR, "0 play 77, 1 pass, 3 yield", position=TWO_OUT, rejected="2 may_not_yield")),
        row(127, "the bigger beats the smaller in turn until the deal is over",
            deal(FOUR, "0 play AA, 1 play 99", position=TWO_OUT, rejected="1 too_low"),
            deal("7 8 - 9 TJ -", "0 play 7, 1 play 8, 3 play 9", position=TWO_OUT, over=True, places="250134")),
        row(128, "each deal anew", a_lot_for_each_deal(text)),
        left(129, "a name"),
        row(129, "whose play nobody wants leads again, whatever it likes",
            deal(SIX, FIVE_PASS + ", 3 accept, 0 play 55", top="0 55"),
            deal(SIX, FIVE_PASS + ", 3 accept, 0 pass", rejected="7 must_lead", asks={0: "play"}),
            deal(GOUJI, "0 play AA, 3 accept", leading=0)),
        left(129, "a name"),
        row(129, "who can beat what lies there may",
            deal(SIX, "0 play 77, 1 play 99", top="1 99"), deal(SIX, "0 play 77, 1 play 9", rejected="1 wrong_number"),
            deal("8855 9966 8854 TT54 8865 9664", "0 play 88, 1 play 66", rejected="1 too_low")),
        left(129, "other names for it"),
        row(130, "who does not want to beat passes", deal(SIX, "0 play 77, 1 pass, 2 pass", top="0 77",
            asks={3: "pass play yield"})),
        row(130, "a pass is seen by everybody", a_pass_is_seen(text)),
        row(130, "a pass on a play that is no gouji locks for the round, one on a gouji does not",
            deal(SIX, "0 play 77, 1 pass, 2 play 88, 3 pass, 4 pass, 5 pass, 0 pass", locked="01345",
                 asks={5: "accept play"}),
            deal(SIX, "0 play 77, 1 pass, 2 play 88, 1 play 99", rejected="3 not_asked"),
            deal("7755 9964 - TT54 8866 9664", "4 play 66, 5 pass, 0 play 77, 1 pass, 3 pass, 4 pass",
                 position=HEADLESS_FIFTH, locked="1345", asks={3: "accept play"}),
            deal("AA44 9988 - TT65 8865 2256", "0 play AA, 3 pass, 5 play 22", position=HEADLESS_FIFTH, locked="",
                 asks={0: "pass play"})),
        row(130, "but for a card of its own opposite",
            deal("7755 9964 8854 TT54 8899 9664",
                 "0 play 77, 1 pass, 2 pass, 3 pass, 4 play 88, 5 pass, 0 pass", locked="0235",
                 asks={1: "accept play"}),
            deal("7755 9964 8854 TT54 8899 9664",
                 "0 play 77, 1 pass, 2 pass, 3 pass, 4 play 88, 5 pass, 0 pass, 1 play 99", top="1 99")),
        row(130, "until a new round", deal(SIX, FIVE_PASS + ", 3 accept, 0 play 55", locked="", asks={1: "pass play"})),
        row(130, "on its opposite's play, passed by the two before, a seat may let the two behind go first",
            deal(SIX, "0 play 77, 1 pass, 2 pass, 3 yield", asks={4: "pass play"}),
            deal(SIX, "0 play 77, 1 yield", rejected="1 may_not_yield"),
            deal("7755 9964 8854 TT54 8865 9964", "0 play 77, 1 pass, 2 play 88, 3 yield", rejected="3 may_not_yield"),
            deal("AA44 9988 - TT65 8865 2256", "0 play AA, 3 yield", position=HEADLESS_FIFTH, asks={5: "pass play"})),
        row(130, "where both pass, the yielder decides to beat or accept",
            deal(SIX, "0 play 77, 1 pass, 2 pass, 3 yield, 4 pass, 5 pass", asks={3: "accept play"}),
            deal(SIX, "0 play 77, 1 pass, 2 pass, 3 yield, 4 pass, 5 pass, 3 play TT", top="3 TT",
                 asks={0: "accept play"}, locked="1245"),
            deal(SIX, "0 play 77, 1 pass, 2 pass, 3 yield, 4 pass, 5 pass, 3 accept", leading=0)),
        row(131, "a dead play is accepted before a new lead", deal(SIX, FIVE_PASS, leading=None, top="0 77")),
        row(131, "its opposite does that",
            deal(SIX, FIVE_PASS, asks={3: "accept play"}), deal(GOUJI, "0 play AA", asks={3: "accept play"}),
            deal(GOUJI, "0 play AA, 2 decline", rejected="1 not_asked"),
            deal(GOUJI, "0 play AA, 2 pass", rejected="1 not_asked", asks={3: "accept play"})),
        row(131, "before it has, nobody leads", deal(SIX, FIVE_PASS + ", 0 play 55", rejected="6 not_asked")),
        row(132, "a play is cards of one rank with any 2s and jokers; suits do not matter",
            *(compare(play, legal=True) for play in ("7", "7s7h7c", "72", "7S", "7B", "772222SSSBBB", "2", "22SB")),
            *(compare(play, legal=False, reason="not_a_play") for play in ("78", "3344", "78S", "7892", "TJQKA"))),
        row(132, "to beat a gouji that is not the opposite's is a burn, with its duty",
            deal(BURN, "0 play AA, 1 burn 22", top="1 22", gouji_in_force=True),
            deal(BURN, FAILED, burns=["1 burns 0 failed"]),
            deal("AA77 9964 8854 2254 8865 9664", "0 play AA, 3 play 22, 0 accept, 3 play 5", placed_last="")),
    ]


def burn_rows(text: Zaozhuang) -> list[Row | Left]:
    """Burning."""
    row, left, deal = text.row, text.left, text.deal
    all_can = "AA77 S2255 S2255 S2255 S2255 S2255"
    two_fail = "AA77 S226655 S228855 4599 4668 5568"
    return [
        left(133, "the heading of what follows: burns go first, of burns those of allies"),
        row(133, "a gouji of a headed player is put to burners first, but not its opposite and the headless",
            deal(all_can, "0 play AA", asks=dict.fromkeys((1, 2, 4, 5), "burn decline"), gouji_in_force=True),
            deal("AA77 S2255 - S2255 S2255 S2255", "0 play AA", position=HEADLESS_FIFTH,
                 asks=dict.fromkeys((1, 4), "burn decline")),
            deal("AA77 S2255 S2255 - S2255 S2255", "0 play AA", position={"finished": "3"}, asks={1: "pass play"})),
        row(133, "of burners from both sides an ally of the gouji's player is first",
            deal("AA77 2255 2266 4599 4668 5568", "0 play AA, 1 burn 22, 2 burn 22", top="2 22"),
            deal("AA77 2255 4568 4599 2266 2266", "0 play AA, 5 burn 22, 1 burn 22, 4 burn 22", top="4 22")),
        row(133, "where no ally burns an enemy may",
            deal("AA77 2255 2266 4599 4668 5568", "0 play AA, 1 burn 22, 2 decline", top="1 22")),
        row(133, "where nobody burns, the opposite or a headless player may beat it, in turn",
            deal("AA44 9988 - TT65 8865 2256", "0 play AA", position=HEADLESS_FIFTH, asks={3: "pass play yield"}),
            deal("AA44 9988 - TT65 8865 2256", "0 play AA, 3 pass", position=HEADLESS_FIFTH, asks={5: "pass play"}),
            deal("AA44 9988 - TT65 8865 2256", "0 play AA, 5 play 22", position=HEADLESS_FIFTH,
                 rejected="1 not_asked", asks={3: "pass play yield"}),
            deal("AA77 2264 8854 TT54 - 9664", "0 play AA, 1 pass", position={"finished": "4"},
                 asks={3: "accept play"}),
            deal("AA77 2264 8854 TT54 - 9664", "0 play AA, 3 pass", position={"finished": "4"},
                 rejected="1 not_asked", asks={1: "pass play"})),
        row(133, "that is no burn: no duty follows",
            deal("AA77 9964 8854 2254 8865 9664", "0 play AA, 3 play 22, 0 accept, 3 play 5", top="3 5", burns=[],
                 placed_last=""),
            deal("AA77 2264 8854 TT54 - 9664",
                 "0 play AA, 1 play 22, 2 pass, 3 pass, 5 pass, 0 pass, 1 play 6", position={"finished": "4"},
                 top="1 6", burns=[], placed_last="")),
        row(134, "of allies the first to say so burns",
            deal("AA77 4568 2255 4599 2266 5568", "0 play AA, 4 burn 22, 2 burn 22", top="4 22"),
            deal("AA77 4568 2255 4599 2266 5568", "0 play AA, 2 burn 22, 4 burn 22", top="2 22")),
        row(134, "so it is with enemies",
            deal("AA77 2255 4568 4599 4668 2266", "0 play AA, 5 burn 22, 1 burn 22", top="5 22"),
            deal("AA77 2255 4568 4599 4668 2266", "0 play AA, 1 burn 22, 5 burn 22", top="1 22")),
        row(135, "a burn begins with cards that beat the gouji",
            deal("AA77 S22KK55 4568 4599 4668 5568", "0 play AA, 1 burn KK", rejected="1 too_low"),
            deal("AA77 S2255 4568 4599 4668 5568", "0 play AA, 1 burn 2", rejected="1 wrong_number")),
        row(135, "then each play hangs a small or a big joker",
            deal(BURN, COVERED + ", 1 play S66", top="1 S66", placed_last=""),
            deal("AA77 SB226655 4568 4599 4668 5568", COVERED + ", 1 play SB", top="1 BS", placed_last=""),
            deal("AA77 B226655 4568 4599 4668 5568", COVERED + ", 1 play B55", top="1 B55", placed_last=""),
            deal(BURN, COVERED + ", 1 play 66", placed_last="1")),
        row(135, "the last one need not", deal(
            BURN, COVERED + ", 1 play S66, 4 accept, 1 play 55", finished="1", placed_last="",
        )),
        row(135, "or one rank alone is left after the cover; a hand that cannot run out is not asked",
            deal("AA77 225555 4568 4599 4668 5568", COVERED + ", 1 play 5555", finished="1", placed_last=""),
            deal("AA77 22S 4568 4599 4668 5568", COVERED + ", 1 play S", finished="1"),
            deal("AA77 S2244 4568 4599 4668 5568", "0 play AA", asks={1: "burn decline"}),
            deal("AA77 225566 4568 4599 4668 5568", "0 play AA, 1 burn 22", rejected="1 not_asked"),
            deal("AA77 S22556677 4568 4599 4668 5568", "0 play AA, 1 burn 22", rejected="1 not_asked"),
            deal("AA77 SS22556677 4568 4599 4668 5568", "0 play AA, 1 burn 22", top="1 22")),
        row(136, "a play without a joker that is not the last fails: it is not laid",
            deal(BURN, FAILED, burns=["1 burns 0 failed"], top="0 AA", gouji_in_force=True, finished=""),
            deal("AA77 S22665566 4568 4599 4668 5568", COVERED + ", 1 play 66", burns=["1 burns 0 failed"])),
        row(136, "who fails is last, a second one last but one",
            deal("AA3 S226655 7 8 9 T", FAILED + ", 3 accept, 0 play 3, 2 play 7, 3 play 8, 4 play 9",
                 over=True, places="023451"),
            deal(two_fail, "0 play AA, 2 decline, 1 burn 22, 4 accept, 1 play 55, 2 burn 22, 5 accept, 2 play 55",
                 placed_last="12", chaos=True)),
        row(136, "and plays no more in the deal",
            deal(BURN, FAILED + ", 3 accept, 0 play 77", asks={2: "pass play"}),
            deal(BURN, FAILED + ", 1 play S66", rejected="4 not_asked")),
        row(136, "its opposite keeps its head", deal(
            "AA774 S226655 4568 4599 KK884 S2255",
            FAILED + ", 5 decline, 3 accept, 0 play 77, 2 pass, 3 pass, 4 play 88, 5 pass, 0 pass, 4 play KK",
            gouji_in_force=True, asks={5: "burn decline"},
        )),
        row(136, "others may burn the burnt play anew, or its opposite beat it",
            deal("AA77 S226655 2266 4599 4668 5568", "0 play AA, 2 decline, 1 burn 22, 4 accept, 1 play 55",
                 asks={2: "burn decline"}),
            deal("AA77 S226655 2266 4599 4668 5568",
                 "0 play AA, 2 decline, 1 burn 22, 4 accept, 1 play 55, 2 burn 22", top="2 22"),
            deal("AA77 S226655 4568 2299 4668 5568", FAILED + ", 3 play 22", top="3 22", opened="1")),
        row(136, "else who played it leads", deal(BURN, FAILED + ", 3 accept", leading=0, opened="01")),
        row(137, "who has passed may burn as well", deal(
            "77AA55 S2255 4568 8899 4668 5568",
            "0 play 77, 1 pass, 2 pass, 3 play 88, 4 pass, 5 pass, 0 play AA", locked="1245",
            asks={1: "burn decline"},
        ), deal(
            "77AA55 S2255 4568 8899 4668 5568",
            "0 play 77, 1 pass, 2 pass, 3 play 88, 4 pass, 5 pass, 0 play AA, 1 burn 22", top="1 22",
        ), deal("AA44 S2288 - TT65 8865 2256", "0 play AA, 3 pass, 5 play 22", position=HEADLESS_FIFTH,
                asks={0: "pass play"})),
        row(138, "any play of a burner that anybody beats undoes the burn",
            deal("AA77 S226655 4568 4599 SS4668 5568", "0 play AA, 1 burn 22, 4 play SS", burns=["1 burns 0 undone"]),
            deal("AA77 S226655 4568 4599 B77468 5568", COVERED + ", 1 play S66, 4 play B77",
                 burns=["1 burns 0 undone"]),
            deal("AA77 S226655 4568 B7788 4668 5568", COVERED + ", 1 play S66, 3 burn B77",
                 burns=["1 burns 0 undone"]),
            deal("AASS77 S2255 4568 4599 4668 5568", "0 play AA, 1 burn 22, 0 burn SS", burns=["1 burns 0 undone"]),
            deal("AA77 S226655 - 4599 4668 BB568", "0 play AA, 1 burn 22, 4 pass, 5 play BB",
                 position=HEADLESS_FIFTH, burns=["1 burns 0 undone"])),
        row(138, "that is no failure, and the duty is over",
            deal("AA77 S226655 4568 4599 SS4668 5568", "0 play AA, 1 burn 22, 4 play SS, 1 accept, 4 play 4, 5 pass,"
                 " 0 pass, 1 play 5", top="1 5", placed_last="", burns=["1 burns 0 undone"])),
    ]
