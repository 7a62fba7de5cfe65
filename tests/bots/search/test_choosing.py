"""The search answers every question of play, repeatably, in time, and leaves the house bot's move only for a reason."""

from __future__ import annotations

from random import Random

import pytest

from gouji_desktop.bots.levels import make_player
from gouji_desktop.bots.rollout.state import state_of
from gouji_desktop.bots.search import choosing
from gouji_desktop.bots.search.candidates import candidates
from gouji_desktop.bots.search.choosing import choose
from gouji_desktop.bots.search.master import MasterPlayer
from gouji_desktop.bots.search.playout import play_on
from gouji_desktop.rules.engine import decide
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Stage
from tests.bots.games import mixture, other_unseen, questions, see
from tests.bots.search.positions import jobs


@pytest.mark.parametrize("name", PRESETS)
def test_a_master_is_never_refused(name: str) -> None:
    players = [
        MasterPlayer(seat, Random(seat), worlds=2) if seat % 2 else make_player("hard", seat, Random(seat))
        for seat in range(SEATS)
    ]
    asked = 0
    for match, prompt, all_players in questions(PRESETS[name], seed=4, players=players):
        if prompt.seat % 2 and asked % 5 == 0:
            command = all_players[prompt.seat].answer(see(match, prompt.seat), prompt)
            assert not isinstance(decide(match, command), Rejected)
        asked += 1
    assert asked > 50


@pytest.mark.parametrize("seed", range(12))
def test_playouts_of_any_mixture_end(seed: int) -> None:
    rules = mixture(seed)
    played = 0
    for match, job in jobs(rules, seed, every=31):
        hands = [hand.counts for hand in match.deal.hands]
        state = state_of(match, hands)
        play_on(state, job.weights)
        assert state.over
        result = state.result()
        assert sorted(result.places) == list(range(SEATS))
        played += 1
    assert played > 1


def test_the_same_job_has_the_same_answer() -> None:
    for _, job in jobs(PRESETS["tribute216"], seed=2, every=17):
        assert choose(job) == choose(job)


def test_a_master_looks_at_nothing_hidden() -> None:
    for match, job in jobs(PRESETS["chayuan"], seed=6, every=29):
        seat = job.prompt.seat
        mixed = job._replace(view=see(other_unseen(match, seat, Random(1)), seat))
        assert choose(job) == choose(mixed)


def test_it_ends_when_it_is_told() -> None:
    searched = 0
    for _, job in jobs(PRESETS["tribute216"], seed=2, every=7, worlds=10_000):
        thought = choose(job, iter([True] * 3 + [False] * 10).__next__)
        if len(candidates(job.view, job.prompt, job.tracker, job.weights)) > 1 and thought.rollouts:
            assert thought.worlds == 3
            searched += 1
    assert searched > 3


def test_no_time_at_all_leaves_the_house_bots_move() -> None:
    for _, job in jobs(PRESETS["jinyou4"], seed=2, every=15):
        house = candidates(job.view, job.prompt, job.tracker, job.weights)[0]
        assert choose(job, lambda: False).move == house


def test_without_a_difference_the_house_bots_move_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing._Contest, "_value", lambda *_: 1.0)
    for _, job in jobs(PRESETS["tribute216"], seed=2, every=15):
        assert choose(job).move == candidates(job.view, job.prompt, job.tracker, job.weights)[0]


def test_a_clear_difference_is_followed_and_a_doubtful_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """The margin: mean over its error, world by world, against the house bot's move."""
    job = next(job for _, job in jobs(PRESETS["tribute216"], seed=2, every=3, worlds=12) if _open(job))
    moves = candidates(job.view, job.prompt, job.tracker, job.weights)
    made: list[int] = []

    def remember(_state: object, _seat: int, move: object, _stage: Stage) -> None:
        made.append(moves.index(move))

    monkeypatch.setattr(choosing, "make", remember)
    monkeypatch.setattr(choosing._Contest, "_value", lambda *_: 2.0 if made[-1] == 1 else 0.0)
    assert choose(job).move == moves[1]
    noise = Random(1)
    monkeypatch.setattr(choosing._Contest, "_value", lambda *_: noise.gauss(0.2 if made[-1] == 1 else 0.0, 6.0))
    assert sum(choose(job._replace(seed=seed)).move == moves[0] for seed in range(20)) >= 15


def _open(job: choosing.Job) -> bool:
    """Whether the job leaves a choice of several plays."""
    return len(candidates(job.view, job.prompt, job.tracker, job.weights)) > 3


def test_the_house_bots_move_comes_first_and_letting_lie_is_never_forgotten() -> None:
    seen = 0
    for match, job in jobs(PRESETS["tribute216"], seed=9, every=3):
        moves = candidates(job.view, job.prompt, job.tracker, job.weights)
        assert len(moves) == len(set(moves))
        deal = match.deal
        assert deal is not None
        if job.prompt.stage == Stage.BURN_QUERY or deal.round.laid is not None:
            assert None in moves
            seen += 1
        else:
            assert None not in moves
    assert seen > 10
