"""What the house bot is expected to understand."""

from __future__ import annotations

from collections import Counter
from functools import cache, reduce
from random import Random
from typing import NamedTuple

import pytest

from gouji_desktop.bots.house import HousePlayer
from gouji_desktop.bots.levels import maker_of
from gouji_desktop.bots.weights import WEIGHTS
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import BIG, QUEEN, TEN, ranks_text
from gouji_desktop.rules.commands import CloseQuery, Pass, PlayCards, Yield
from gouji_desktop.rules.plays import play_of_faces
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.seats import same_side
from gouji_desktop.rules.state import Match
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


class Tally(NamedTuple):
    """What happened in a deal, or in several."""

    #: Plays in the first three rounds, and those of them that hang 2s and jokers on a set below the 10.
    plays: int = 0
    low: int = 0
    #: An ally that is still in the deal was beaten: with something dear early, or when it was nearly out.
    dear: int = 0
    nearly_out: int = 0
    shut: int = 0
    shut_by_ally: int = 0
    burnt: int = 0
    succeeded: int = 0
    undone: int = 0
    failed: int = 0

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(*map(sum, zip(self, other, strict=True)))


class Listener:
    """Counts the events of a deal."""

    def __init__(self) -> None:
        self.counted = Counter[str]()
        self._top: int | None = None
        self._rounds = 1

    def hear(self, event: ev.Event, match: Match) -> None:
        counted = self.counted
        if isinstance(event, ev.RoundEnded | ev.DealEnded):
            self._top = None
            self._rounds += 1
        elif isinstance(event, ev.SeatShut):
            counted["shut"] += 1
            counted["shut_by_ally"] += same_side(event.victim, event.by)
        elif isinstance(event, ev.BurnSettled):
            counted["succeeded"] += event.outcome == "success"
            counted["undone"] += event.outcome == "undone"
        elif isinstance(event, ev.BurnFailed):
            counted["failed"] += 1
        elif isinstance(event, ev.Played):
            self._hear_play(event, match)

    def _hear_play(self, event: ev.Played, match: Match) -> None:
        counted = self.counted
        play = play_of_faces(event.faces)
        assert play is not None
        assert match.deal is not None
        wild = play.money or play.jokers
        counted["burnt"] += event.burns
        if self._rounds <= 3:
            counted["plays"] += 1
            counted["low"] += bool(play.base < TEN and wild)
        if self._top is not None and same_side(self._top, event.seat) and match.deal.live >> self._top & 1:
            nearly_out = match.deal.hands[self._top].size <= 4
            counted["nearly_out"] += bool(nearly_out and match.deal.live >> event.seat & 1)
            counted["dear"] += bool((wild or play.base >= QUEEN) and held(match, event.seat).size > 10)
        self._top = event.seat


#: A hard player that burns whenever it may.
RECKLESS = WEIGHTS._replace(burn_safe=0.0)


@cache
def tally(name: str, level: str, seed: int) -> Tally:
    """A deal of six players of a level; `reckless` is a hard player that burns whenever it may."""
    listener = Listener()
    players = [
        HousePlayer(seat, seeded(seed, seat), RECKLESS)
        if level == "reckless"
        else maker_of(level)(seat, seeded(seed, seat))
        for seat in range(6)
    ]
    Table(PRESETS[name], players, seeded(seed), deals=1, listener=listener.hear).play_deal()
    return Tally(**listener.counted)


def tallies(name: str, level: str, deals: int) -> Tally:
    """So many deals, always the same ones: each is played once, whatever is asked of it."""
    return reduce(Tally.plus, (tally(name, level, seed) for seed in range(deals)))


#: How many deals of hard players under the default rules are looked at.
DEALS = 30


@pytest.mark.parametrize(
    ("name", "deals"),
    [
        ("tribute216", DEALS),
        ("jinyou4", 8),
        ("zaozhuang6", 8),
        pytest.param("jinyou4", 12, marks=pytest.mark.long),
        pytest.param("zaozhuang6", 12, marks=pytest.mark.long),
    ],
)
def test_spends_nothing_dear_on_an_ally_early(name: str, deals: int) -> None:
    """Only low cards ride on an ally's play, and an ally that is nearly out is left alone but for going out."""
    seen = tallies(name, "hard", deals)
    assert seen.dear == 0
    assert seen.nearly_out <= 2


def test_early_wild_cards_lift_a_set_or_wait() -> None:
    """In the first rounds few 2s and jokers go with sets below the 10, and few at all."""
    seen = tallies("tribute216", "hard", DEALS)
    assert seen.plays > 250
    assert seen.low <= 5


def test_is_seldom_shut_and_never_by_an_ally() -> None:
    """憋三: the play before the 3s stands more often than not, in a table of strong players."""
    seen = tallies("tribute216", "hard", DEALS)
    assert seen.shut_by_ally == 0
    assert seen.shut <= DEALS // 2


def test_is_shut_more_rarely_than_a_greedy_player() -> None:
    """憋三 is planned: the play before the 3s is one that stands."""
    assert tallies("tribute216", "hard", 12).shut * 3 < tallies("tribute216", "easy", 12).shut * 2


@pytest.mark.parametrize("deals", [7, pytest.param(40, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ["tribute216", "jinyou4", "zaozhuang6"])
def test_a_reckless_burner_never_fails_its_burn(name: str, deals: int) -> None:
    """Even one that burns whenever it may finds a way to keep its duty."""
    seen = tallies(name, "reckless", deals)
    assert seen.burnt > 3
    assert seen.failed == 0


def test_burns_come_to_a_good_end() -> None:
    seen = tallies("tribute216", "hard", DEALS)
    assert seen.burnt >= 5
    assert seen.failed == 0
    assert seen.succeeded > seen.undone
