"""Bots that fail: each fault is told, somebody else decides, and the game goes on."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from gouji_desktop.bots.baselines import GreedyPlayer, greedy_team_player
from gouji_desktop.bots.player import Player
from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.events import PlayBegan, RoundEnded
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.state import Stage
from gouji_desktop.simulate import refereed
from gouji_desktop.simulate.arena import Contest, PairResult, play_pair, report_of
from tests.bots.games import questions, see

RULES = PRESETS["tribute216"]
CONTEST = Contest(RULES, ("strange", "easy"))

#: The commands, for bots that do not keep to their types.
ANY: Any = cmd

Answer = Callable[[Any, Any, Any], Any]


def strange(answer: Answer | None = None, observe: Answer | None = None) -> Callable[[int, Random], Player]:
    """A greedy player some of whose ways are strange."""

    class Strange(GreedyPlayer):
        def answer(self, view, prompt):
            return super().answer(view, prompt) if answer is None else answer(super(), view, prompt)

        def observe(self, event, view) -> None:
            if observe is not None:
                observe(self, event, view)

    return Strange


def pair(maker: Callable[[int, Random], Player], contest: Contest = CONTEST) -> PairResult:
    """A pair of the strange team against easy players, who must have done nothing wrong."""
    result = play_pair(contest, (maker, greedy_team_player), 0)
    assert len(result.values) == 2 * contest.match_deals
    assert (result.records[1].faults, result.records[1].first_fault) == (0, "")
    return result


def raising(error: BaseException) -> Answer:
    def answer(player: Any, view: Any, prompt: Any) -> Any:
        raise error

    return answer


def answering(make: Callable[[Any], Any]) -> Answer:
    return lambda player, view, prompt: make(prompt)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (raising(ValueError("no\nidea")), "its answer raised ValueError: no idea"),
        (raising(RecursionError()), "its answer raised RecursionError"),
        (raising(SystemExit(3)), "its answer raised SystemExit: 3"),
        (raising(GeneratorExit()), "its answer raised GeneratorExit"),
        (answering(lambda prompt: None), "its answer was None, which is no command of a seat"),
        (answering(lambda prompt: "pass"), "its answer was str, which is no command of a seat"),
        (answering(lambda prompt: ANY.StartDeal((), 0)), "its answer was StartDeal, which is no command of a seat"),
        (answering(lambda prompt: ANY.Pass((prompt.seat + 1) % 6, prompt.id)), "seat 2: it answered for seat 3"),
        (answering(lambda prompt: ANY.Pass("0", prompt.id)), "its answer names no seat and prompt by whole numbers"),
        (answering(lambda prompt: ANY.Pass(prompt.seat, None)), "its answer names no seat and prompt by whole numbers"),
        (answering(lambda prompt: ANY.Pass(prompt.seat, prompt.id - 1)), "its answer Pass was refused: "),
        (answering(lambda prompt: ANY.Decide(prompt.seat, prompt.id, 1)), "its answer is neither yes nor no"),
        (answering(lambda prompt: ANY.PlayCards(prompt.seat, prompt.id, ["9h"])), "its answer names what are no cards"),
        (answering(lambda prompt: ANY.PlayCards(prompt.seat, prompt.id, (54,))), "its answer names what are no cards"),
        (
            answering(lambda prompt: ANY.PlayCards(prompt.seat, prompt.id, (53,) * 9)),
            "its answer PlayCards B B B B B B B B B was refused: ",
        ),
        (answering(lambda prompt: ANY.BurnCards(prompt.seat, prompt.id, (0, 0, 0, 0, 0))), "was refused: "),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_answer_is_told_and_replaced(answer: Answer, sentence: str) -> None:
    """It is wrong each time: the whole game of that side is played by the stand-in, which beats easy players."""
    record = pair(strange(answer)).records[0]
    assert record.faults == len(record.times) > 50
    assert record.first_fault.startswith("pair 1, game 1, seat ")
    assert sentence in record.first_fault
    assert "\n" not in record.first_fault


def test_now_and_then_a_wrong_answer() -> None:
    """Only the wrong ones are replaced."""
    made = []

    def answer(player: Any, view: Any, prompt: Any) -> Any:
        made.append(prompt)
        if len(made) % 10 == 0:
            raise ValueError("tired")
        return player.answer(view, prompt)

    record = pair(strange(answer)).records[0]
    assert record.faults == len(made) // 10
    assert len(record.times) == len(made)


def test_the_stand_in_is_the_hard_level() -> None:
    """A team that never answers plays as well as hard players do that sat down at the first question."""
    never = strange(raising(ValueError()))
    result = [play_pair(CONTEST, (never, greedy_team_player), number) for number in range(4)]
    assert sum(sum(each.values) for each in result) / 8 > 2


def test_where_the_stand_in_fails_the_simplest_move_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refereed, "hard", strange(raising(ValueError("the stand-in"))))
    record = pair(strange(raising(ValueError("the bot")))).records[0]
    assert record.faults == len(record.times)
    assert "the bot" in record.first_fault
    monkeypatch.setattr(refereed, "hard", strange(answering(lambda prompt: None)))
    assert pair(strange(raising(ValueError("the bot")))).records[0].faults > 50


def test_an_error_in_observing_is_told_and_the_player_goes_on() -> None:
    def observe(player: Any, event: Any, view: Any) -> None:
        if isinstance(event, PlayBegan):
            raise KeyError("event")

    record = pair(strange(observe=observe)).records[0]
    # Three seats in each of two games, one event each.
    assert record.faults == 6
    assert record.first_fault == "pair 1, game 1, seat 0: its look at an event (PlayBegan) raised KeyError: 'event'"
    assert record.times


def test_a_player_that_cannot_be_made() -> None:
    good = strange()

    def maker(seat: int, rng: Random) -> Player:
        if seat == 2:
            raise OSError("no model")
        return good(seat, rng)

    record = pair(maker).records[0]
    assert record.faults == 1
    assert record.first_fault == "pair 1, game 1, seat 2: it could not be made: OSError: no model"
    assert record.times


def test_a_maker_that_makes_no_player() -> None:
    record = pair(lambda seat, rng: object()).records[0]  # type: ignore[arg-type, return-value]
    assert "AttributeError" in record.first_fault
    assert record.faults > 100


@pytest.mark.parametrize("where", ["answer", "observe", "making"])
def test_a_player_that_is_too_slow_is_broken_off(where: str) -> None:
    slept: list[int] = []

    def sleep(*_: Any) -> None:
        if not slept:
            slept.append(1)
            time.sleep(120)

    def answer(player: Any, view: Any, prompt: Any) -> Any:
        sleep()
        return player.answer(view, prompt)

    def observe(player: Any, event: Any, view: Any) -> None:
        if isinstance(event, RoundEnded):
            sleep()

    ways = {"answer": strange(answer), "observe": strange(observe=observe)}

    def making(seat: int, rng: Random) -> Player:
        sleep()
        return strange()(seat, rng)

    start = time.perf_counter()
    record = pair(ways.get(where, making), CONTEST._replace(limit=1.5)).records[0]
    assert time.perf_counter() - start < 100
    assert record.faults == 1
    what = {"answer": "its answer", "observe": "its look at an event", "making": "making it"}[where]
    assert re.fullmatch(rf"pair 1, game 1, seat [024]: {what} took more than 1\.5 s", record.first_fault)
    assert (max(record.times) >= 1.5) == (where == "answer")


def test_no_limit() -> None:
    result = pair(strange(lambda player, view, prompt: player.answer(view, prompt)), CONTEST._replace(limit=0.0))
    assert result.records[0].faults == 0


def test_a_report_names_the_faults() -> None:
    report = report_of(CONTEST, [pair(strange(raising(ValueError("no idea"))))], 1.0)
    assert report["faults"] == report["players"][0]["faults"] > 0
    assert report["players"][0]["first_fault"].endswith("raised ValueError: no idea")


def test_what_a_bot_prints_is_no_part_of_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    def answer(player: Any, view: Any, prompt: Any) -> Any:
        print("hm")
        return player.answer(view, prompt)

    assert pair(strange(answer)).records[0].faults == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("hm\n")


def test_ctrl_c_is_no_fault_of_a_bot() -> None:
    with pytest.raises(KeyboardInterrupt):
        pair(strange(raising(KeyboardInterrupt())))


@pytest.mark.parametrize("name", ["tribute216", "jinyou4", "zaozhuang6", "chayuan"])
def test_the_simplest_answer_is_legal_at_every_question(name: str) -> None:
    class Simplest:
        def observe(self, event, view) -> None: ...

        def answer(self, view, prompt):
            return simplest_answer(view, prompt)

    stages = set()
    players: list[Any] = [Simplest() if seat % 2 else greedy_team_player(seat, Random(seat)) for seat in range(6)]
    for match, prompt, _ in questions(PRESETS[name], 3, deals=3, players=players):
        stages.add(prompt.stage)
        assert simplest_answer(see(match, prompt.seat), prompt).seat == prompt.seat
    assert Stage.PLAYING in stages
    assert len(stages) > 1
