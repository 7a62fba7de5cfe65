"""What the house bot is expected to understand."""

from __future__ import annotations

from random import Random

import pytest

from gouji_desktop.bots.house import HousePlayer
from gouji_desktop.bots.levels import maker_of
from gouji_desktop.bots.weights import WEIGHTS
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import BIG, QUEEN, TEN, ranks_text
from gouji_desktop.rules.commands import CloseQuery, Pass, PlayCards, Yield
from gouji_desktop.rules.plays import play_of_faces
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import same_side
from gouji_desktop.rules.state import Match
from gouji_desktop.simulate.paired import Maker
from gouji_desktop.simulate.run import run
from gouji_desktop.simulate.table import Table, seeded
from tests.bots.games import FILL, PRESET, after, asked, started
from tests.bots.games import hand_of as held


def decision(match: Match, seat: int) -> str:
    """What the house bot does: the ranks that it lays, or `pass` or `yield`."""
    command = HousePlayer(seat, Random(1)).answer(*asked(match, seat))
    if isinstance(command, PlayCards):
        return ranks_text(command.faces)
    return "yield" if isinstance(command, Yield) else "pass"


def lays(match: Match, seat: int, text: str) -> Match:
    """The match after the seat has laid cards of these ranks."""
    hand = held(match, seat)
    faces = []
    left = list(hand.faces)
    for char in text:
        face = next(face for face in left if ranks_text((face,)) == char)
        left.remove(face)
        faces.append(face)
    view, prompt = asked(match, seat)
    assert view.deal is not None
    return after(match, PlayCards(seat, prompt.id, tuple(faces)))


def passes(match: Match, *seats: int) -> Match:
    for seat in seats:
        match = after(match, Pass(seat, asked(match, seat)[1].id))
    return match


def test_goes_out_where_it_can() -> None:
    assert decision(started(PRESETS["zaozhuang6"], ["A A A"]), 0) == "AAA"
    match = lays(started(PRESET, ["5 5 7 8", "9 9"]), 0, "55")
    assert decision(match, 1) == "99"


def test_leads_its_lowest_group_first() -> None:
    assert decision(started(PRESET, ["3 5 9 9 J J Q Q Q K K A A A 2 2 S B"]), 0) == "5"


def test_keeps_the_strong_group_for_the_play_before_the_threes() -> None:
    assert decision(started(PRESET, ["3 A A A A 5"]), 0) == "5"
    assert decision(started(PRESET, ["3 B 7 7"]), 0) in {"77", "B77"}


def test_answers_an_enemy_with_what_fits() -> None:
    match = lays(started(PRESET, ["4 4 7 8 9", "3 6 9 9 J K A A 2 S"]), 0, "44")
    assert decision(match, 1) == "99"


def test_lets_an_ally_lead() -> None:
    match = lays(started(PRESET, ["4 K K K 7 8", "", "3 6 7 9 J A A 2 2 S B"]), 0, "KKK")
    match = lays(started(PRESET, ["9 9 9 7 8", "", "3 6 7 J J J A A 2 2 S B"]), 0, "999")
    match = passes(match, 1)
    assert decision(match, 2) == "pass"


@pytest.mark.parametrize("level", ["novice", "easy", "medium", "hard", "master"])
@pytest.mark.parametrize("own", ["3 T T", "3 3 K K", "T T", "3 3 4 5 J J"])
def test_never_shuts_an_ally(level: str, own: str) -> None:
    """被闷: an ally that by public knowledge has nothing but 3s left after its play is let lie, even to go out."""
    match = lays(started(PRESET, ["3 9 9", "", own]), 0, "99")
    match = passes(match, 1)
    for seed in range(12):
        command = maker_of(level)(2, Random(seed)).answer(*asked(match, 2))
        assert not isinstance(command, PlayCards), command


def test_leaves_an_ally_its_last_two_threes() -> None:
    match = passes(lays(started(PRESET, ["3 3 9 9", "", "3 T T"]), 0, "99"), 1)
    assert decision(match, 2) == "pass"


def test_beats_an_ally_that_may_hold_threes_alone_only_to_go_out() -> None:
    lead = "3 3 3 3 9 9"
    assert decision(passes(lays(started(PRESET, [lead, "", "3 3 K K"]), 0, "99"), 1), 2) == "pass"
    assert decision(passes(lays(started(PRESET, [lead, "", "T T"]), 0, "99"), 1), 2) == "TT"


@pytest.mark.parametrize("size", ["4 5 6 7 8", "4 4 5 5 6 6 7 7"])
def test_an_ally_with_other_cards_may_be_beaten_to_go_out(size: str) -> None:
    match = passes(lays(started(PRESET, [f"3 {size} 9 9", "", "T T"]), 0, "99"), 1)
    assert decision(match, 2) == "TT"


def test_the_last_big_joker_is_kept_for_the_play_before_the_threes() -> None:
    """Nothing beats it: with it the play before the 3s stands."""
    match = started(PRESET, ["3 3 6 6 6 T T 2 S B"])
    match = lays(match, 0, decision(match, 0))
    assert held(match, 0).counts[BIG] == 1


FULL = f"{FILL} {FILL} 2 S"
LOW = "3 3 4 4 4 4 5 5 5 5 6 6 7 7 7 7 8 8"


@pytest.mark.parametrize(
    ("laid", "own"),
    [
        ("666", f"{LOW} 9 9 T T J J Q K A 2 2 S 4 4 5 5 6 7"),
        ("999", f"{LOW} T T J J Q K A 2 2 S B 4 4 5 5 6 7 7"),
        ("TTT", f"{LOW} 9 9 9 J Q K A 2 2 S B 4 4 5 5 6 7 7"),
    ],
)
def test_spends_no_wild_card_on_a_low_set_early(laid: str, own: str) -> None:
    """In the first round nothing is gained by it: the set gets no stronger than its rank."""
    match = lays(started(PRESET, [f"{' '.join(laid)} {FULL}", own, FULL, FULL, FULL, FULL]), 0, laid)
    said = decision(match, 1)
    assert not set(said) & {"2", "S", "B"}, said


def test_yields_rather_than_passes_as_the_opposite() -> None:
    match = lays(started(PRESET, ["9 9 9 9 7 8", "", "", "3 5 6 7 8 T T J J Q Q K A 2"]), 0, "9999")
    match = passes(match, 1, 2)
    assert decision(match, 3) == "yield"


def test_leads_the_fours_that_open_its_point() -> None:
    match = started(PRESETS["jinyou4"], ["3 4 4 5 6 7 A A K K 2", "", "", "3 5 6 7 8 9 J"])
    match = lays(match, 0, "AA")
    match = passes(after(match, CloseQuery()), 3)
    assert match.deal is not None
    assert match.deal.point_ready & 1
    assert decision(match, 0) == "44"


class Listener:
    """Notes who beats an ally that is still in the deal, and with what."""

    def __init__(self) -> None:
        self.top: int | None = None
        self.early = 0
        self.nearly_out = 0
        self.shut = 0

    def hear(self, event: ev.Event, match: Match) -> None:
        if isinstance(event, ev.RoundEnded | ev.DealEnded):
            self.top = None
        elif isinstance(event, ev.SeatShut):
            self.shut += 1
        elif isinstance(event, ev.Played):
            play = play_of_faces(event.faces)
            assert play is not None
            assert match.deal is not None
            if self.top is not None and same_side(self.top, event.seat) and match.deal.live >> self.top & 1:
                dear = play.money or play.jokers or play.base >= QUEEN
                self.nearly_out += match.deal.hands[self.top].size <= 4 and match.deal.live >> event.seat & 1
                self.early += bool(dear) and held(match, event.seat).size > 10
            self.top = event.seat


def listened(rules: RuleSet, make: Maker, deals: int) -> Listener:
    listener = Listener()
    for seed in range(deals):
        players = [make(seat, seeded(seed, seat)) for seat in range(6)]
        Table(rules, players, seeded(seed), deals=1, listener=listener.hear).play_deal()
    return listener


@pytest.mark.parametrize("name", ["tribute216", "jinyou4", "zaozhuang6"])
def test_spends_nothing_dear_on_an_ally_early(name: str) -> None:
    """Only low cards ride on an ally's play, and an ally that is nearly out is left alone but for going out."""
    listener = listened(PRESETS[name], maker_of("hard"), 12)
    assert listener.early == 0
    assert listener.nearly_out <= 2


def test_early_wild_cards_lift_a_set_or_wait() -> None:
    """In the first rounds few 2s and jokers go with sets below the 10, and few at all."""
    low = plays = 0
    rounds = 0

    def hear(event: ev.Event, _match: Match) -> None:
        nonlocal low, plays, rounds
        if isinstance(event, ev.PlayBegan):
            rounds = 1
        elif isinstance(event, ev.RoundEnded):
            rounds += 1
        elif isinstance(event, ev.Played) and rounds <= 3:
            play = play_of_faces(event.faces)
            assert play is not None
            plays += 1
            low += bool(play.base < TEN and (play.money or play.jokers))

    for seed in range(24):
        players = [maker_of("hard")(seat, seeded(seed, seat)) for seat in range(6)]
        Table(PRESET, players, seeded(seed), deals=1, listener=hear).play_deal()
    assert plays > 200
    assert low <= 5


def test_is_seldom_shut_and_never_by_an_ally() -> None:
    """憋三: the play before the 3s stands more often than not, in a table of strong players."""
    by_ally = shut = 0

    def hear(event: ev.Event, _match: Match) -> None:
        nonlocal by_ally, shut
        if isinstance(event, ev.SeatShut):
            shut += 1
            by_ally += same_side(event.victim, event.by)

    for seed in range(40):
        players = [maker_of("hard")(seat, seeded(seed, seat)) for seat in range(6)]
        Table(PRESET, players, seeded(seed), deals=1, listener=hear).play_deal()
    assert by_ally == 0
    assert shut <= 20


def test_is_shut_more_rarely_than_a_greedy_player() -> None:
    """憋三 is planned: the play before the 3s is one that stands."""
    rules = PRESETS["tribute216"]
    assert listened(rules, maker_of("hard"), 16).shut * 3 < listened(rules, maker_of("easy"), 16).shut * 2


@pytest.mark.parametrize("name", ["tribute216", "jinyou4", "zaozhuang6"])
def test_a_reckless_burner_never_fails_its_burn(name: str) -> None:
    """Even one that burns whenever it may finds a way to keep its duty."""
    reckless = WEIGHTS._replace(burn_safe=0.0)
    taken = failed = 0

    def hear(event: ev.Event, _match: Match) -> None:
        nonlocal taken, failed
        taken += isinstance(event, ev.Played) and event.burns
        failed += isinstance(event, ev.BurnFailed)

    for seed in range(14):
        players = [HousePlayer(seat, seeded(seed, seat), reckless) for seat in range(6)]
        Table(PRESETS[name], players, seeded(seed), deals=1, listener=hear).play_deal()
    assert taken > 0
    assert failed == 0


def test_burns_come_to_a_good_end() -> None:
    burns = run(PRESETS["tribute216"], deals=25, seed=21, levels=["hard"])["burns"]
    assert burns["taken"] >= 2
    assert burns["failed"] == 0
    assert burns["success"] > burns["undone"]
