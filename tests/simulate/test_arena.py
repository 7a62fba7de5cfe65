"""Two teams in paired games: what is played, and what the report says of it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from gouji_desktop.bots.baselines import GreedyPlayer
from gouji_desktop.bots.player import Player
from gouji_desktop.bots.pool import make_player, maker_of
from gouji_desktop.bots.sight import burn_command, own_hand
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.policies.burning import covers
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.state import Burn, Cards, Laid, Stage
from gouji_desktop.simulate.arena import Contest, interval, makers_of, percentile, play_pair, report_of
from gouji_desktop.simulate.limits import TimeLimit
from gouji_desktop.simulate.paired import compare, pair_seed
from gouji_desktop.simulate.refereed import COUNTED, RefereedTable, TeamRecord
from gouji_desktop.simulate.workers import play_pairs

RULES = PRESETS["tribute216"]


def contest(one: str, other: str, **options: Any) -> Contest:
    return Contest(options.pop("rules", RULES), (one, other), **options)


def played(given: Contest, pairs: int, workers: int = 1) -> dict[str, Any]:
    """The report of a contest, without what depends on how fast it was played."""
    told: list[str] = []
    report = report_of(given, play_pairs(given, pairs, workers, told.append), 1.0)
    assert told == []
    for player in report["players"]:
        for key in [key for key in player if key.endswith("_ms")]:
            assert player.pop(key) >= 0
    return report


def test_the_keys_of_a_report() -> None:
    given = contest("greedy-team", "hint", seed=3, match_deals=2)
    report = report_of(given, [play_pair(given, makers_of(given), number) for number in (1, 0)], 2.5)
    assert {key: report[key] for key in ("rules", "teams", "pairs", "deals", "match_deals", "seed", "seconds")} == {
        "rules": "tribute216",
        "teams": ["greedy-team", "hint"],
        "pairs": 2,
        "deals": 8,
        "match_deals": 2,
        "seed": 3,
        "seconds": 2.5,
    }
    assert report["win"] + report["draw"] + report["loss"] == pytest.approx(1.0)
    assert report["ci95"] > 0
    assert report["faults"] == 0
    for name, player, sweeps in zip(report["teams"], report["players"], report["sweeps"], strict=True):
        assert player["name"] == name
        assert sweeps == player["sweeps"] / 8
        assert player["decisions"] > 100
        assert 0 < player["p50_ms"] <= player["p95_ms"] <= player["p99_ms"] <= player["max_ms"]
        assert player["p50_ms"] / 10 < player["mean_ms"] <= player["max_ms"]
        assert (player["faults"], player["first_fault"]) == (0, None)
        assert player["burns_offered"] >= player["burns_taken"]
        ended = player["burns_succeeded"] + player["burns_undone"] + player["burns_failed"]
        assert player["burns_taken"] >= ended
        assert player["points_opened"] > 0
    assert report["by_team"] == dict(zip("AB", report["players"], strict=True))


class Spy:
    """A player that burns whenever it may, and counts what its own seat does."""

    def __init__(self, player: Player, seat: int, counted: Counter[str]) -> None:
        self._seat = seat
        self._player = player
        self._counted = counted

    def answer(self, view, prompt):
        if prompt.stage != Stage.BURN_QUERY:
            return self._player.answer(view, prompt)
        table = view.deal.round.laid.play
        return burn_command(view, prompt, min(covers(own_hand(view, prompt).counts, table, view.rules)))

    def observe(self, event, view) -> None:
        self._player.observe(event, view)
        counted, seat = self._counted, self._seat
        if isinstance(event, ev.QueryOpened) and event.stage == Stage.BURN_QUERY:
            counted["burns_offered"] += event.asked >> seat & 1
        elif isinstance(event, ev.Played):
            counted["burns_taken"] += event.burns and event.seat == seat
        elif isinstance(event, ev.BurnSettled) and view.deal.burns[event.number].by == seat:
            counted["burns_succeeded"] += event.outcome == "success"
            counted["burns_undone"] += event.outcome == "undone"
        elif isinstance(event, ev.PointOpened):
            counted["points_opened"] += event.seat == seat
        elif isinstance(event, ev.SeatShut):
            counted["shut"] += event.victim == seat
        elif isinstance(event, ev.DealEnded):
            sides = {place % 2 for place in event.places[:3]}
            counted["sweeps"] += len(sides) == 1 and event.places[0] == seat


def test_what_is_counted_is_what_happened() -> None:
    """The counts of each team are those of the events that its own players saw."""
    seen: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    given, records = contest("spy", "spy"), (TeamRecord(), TeamRecord())

    def strong(seat: int, rng: Random) -> Spy:
        return Spy(make_player("hard", seat, rng), seat, seen[0])

    def weak(seat: int, rng: Random) -> Spy:
        return Spy(make_player("greedy", seat, rng), seat, seen[1])

    for number in range(5):
        for sum_of, record in zip(records, play_pair(given, (strong, weak), number).records, strict=True):
            sum_of.add(record)
    for team, record in zip(seen, records, strict=True):
        assert {name: team[name] for name in record.counts} == record.counts
    # Each of them happened; a burn of a player that keeps its duty does not fail.
    assert set(seen[0] + seen[1]) == set(COUNTED) - {"burns_failed"}


@pytest.mark.parametrize(
    ("outcome", "counted"),
    [
        ("failed", {"burns_taken": 1, "burns_failed": 1}),
        ("undone", {"burns_taken": 1, "burns_undone": 1}),
        ("success", {"burns_taken": 1, "burns_succeeded": 1}),
        ("ended", {"burns_taken": 1}),
    ],
)
def test_a_burn_is_counted_by_its_end(outcome: str, counted: dict[str, int]) -> None:
    records = TeamRecord(), TeamRecord()
    makers = [maker_of("easy")] * 6
    match = RefereedTable(RULES, makers, 1, (TeamRecord(), TeamRecord()), TimeLimit(0.0)).play_deal()
    result, laid = match.results[0], Laid((), Play(9, 4, 0, 0, 0))
    none = result._replace(three_in_a_row=False, shut=(), opened=0)
    table = RefereedTable(RULES, makers, 1, records, TimeLimit(0.0))
    table.count_result(none._replace(burns=(Burn(3, 4, laid, 0, False, False, outcome),)))
    assert records[0].counts == dict.fromkeys(COUNTED, 0)
    assert records[1].counts == dict.fromkeys(COUNTED, 0) | counted


def test_a_strong_team_sweeps_a_weak_one() -> None:
    report = played(contest("hard", "random", seed=5), 3)
    assert report["mean"] > 8
    assert report["win"] == 1.0
    assert report["sweeps"][0] > 0.5 > report["sweeps"][1]


@pytest.mark.parametrize("name", ["hint", "greedy", "greedy-team", "random"])
@pytest.mark.parametrize(("rules", "deals"), [("tribute216", 1), ("zaozhuang6", 2)])
def test_a_team_is_worth_nothing_against_itself(name: str, rules: str, deals: int) -> None:
    given = contest(name, name, rules=PRESETS[rules], match_deals=deals)
    report = played(given, 2)
    assert (report["mean"], report["ci95"], report["win"]) == (0.0, 0.0, report["loss"])
    one, other = report["players"]
    assert one == other


def test_the_sides_are_swapped() -> None:
    """B against A is A against B with the sign turned, game by game."""
    given, turned = contest("greedy-team", "hint", match_deals=2), contest("hint", "greedy-team", match_deals=2)
    one, other = (play_pair(each, makers_of(each), 4) for each in (given, turned))
    assert one.values[:2] == tuple(-value for value in other.values[2:])
    assert one.values[2:] == tuple(-value for value in other.values[:2])
    assert any(one.values)


def test_the_same_hands_are_dealt_to_both_sides() -> None:
    hands: list[list[tuple[int, int, Cards]]] = []

    class Spy(GreedyPlayer):
        def observe(self, event, view) -> None:
            if isinstance(event, ev.DealStarted):
                hands[-1].append((event.number, self._seat, event.hands[self._seat]))

    def spy(seat: int, rng: Random) -> Spy:
        if seat == 0:
            hands.append([])
        return Spy(seat, rng)

    given = contest("spy", "spy", rules=PRESETS["jinyou4"], match_deals=3)
    play_pair(given, (spy, spy), 7)
    one, other = hands
    assert one == other
    assert len({hand for _, _, hand in one}) == len(one) == 18


def test_one_deal_a_game_is_what_a_comparison_plays() -> None:
    given = contest("easy", "hint", seed=9)
    report = played(given, 3)
    result = compare(RULES, maker_of("easy"), maker_of("hint"), 3, seed=9)
    assert (report["mean"], report["ci95"]) == (round(result.mean, 4), round(result.half_width, 4))
    assert [report["win"], report["loss"]] == [round(result.wins / 6, 4), round(result.losses / 6, 4)]


def test_a_pair_depends_on_its_number_alone() -> None:
    given = contest("greedy", "hint")
    alone, among = play_pair(given, makers_of(given), 2), [play_pair(given, makers_of(given), n) for n in range(3)][2]
    assert alone.values == among.values
    seeds = {pair_seed(seed, number) for seed in range(4) for number in range(100)}
    assert len(seeds) == 400


@pytest.mark.timeout(300)
def test_workers_change_nothing() -> None:
    given = contest("hard", "random", rules=PRESETS["chayuan"], match_deals=2)
    assert played(given, 2, workers=2) == played(given, 2, workers=1)


def test_the_interval_is_over_pairs() -> None:
    assert interval([]) == (0.0, 0.0)
    assert interval([2.5]) == (2.5, 0.0)
    mean, half = interval([1.0, 2.0, 3.0])
    assert (mean, round(half, 6)) == (2.0, round(1.96 / 3**0.5, 6))


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        ([], 50, 0.0),
        ([7.0], 50, 7.0),
        ([1.0, 2.0, 3.0, 4.0], 50, 2.0),
        (range(1, 101), 95, 95),
        (range(1, 101), 100, 100),
    ],
)
def test_a_percentile(values: Any, percent: int, expected: float) -> None:
    assert percentile(values, percent) == expected
