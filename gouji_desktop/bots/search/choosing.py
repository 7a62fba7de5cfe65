"""The search: candidates played out in the same worlds, halved round by round.

The house bot's move is never eliminated, and another one is chosen only where it is better by more than the errors of
the mean allow: without that margin a small search plays worse than its own heuristic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, sqrt
from random import Random
from typing import NamedTuple

from gouji_desktop.bots.rollout.state import RolloutState, state_of
from gouji_desktop.bots.search.candidates import candidates
from gouji_desktop.bots.search.habits import Habits
from gouji_desktop.bots.search.judgefiles import judge_of
from gouji_desktop.bots.search.judging import judge_value
from gouji_desktop.bots.search.playout import MOST_MOVES, play_on
from gouji_desktop.bots.search.worlds import draw_world, knowledge_of
from gouji_desktop.bots.tracker import Tracker
from gouji_desktop.bots.weights import Weights
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.seats import Seat, same_side
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import View

#: The shares of the worlds after which the candidates are halved.
ROUNDS = (1 / 6, 1 / 3, 2 / 3, 1.0)
#: A world is played so many moves on and then to the next lead, where the judge says what it is worth.
HORIZON = 2
#: With so few cards left at the table a world is played to its end, which is near.
ENDGAME = 48
#: A move replaces the house bot's where its mean is better by so many standard errors.
MARGIN = 2.0
#: How far the judge itself may be wrong about a difference, in points: more worlds do not make that smaller.
JUDGE_ERROR = 0.03
#: A move that is worse by so many standard errors after a round is dropped.
HOPELESS = 1.0
#: Points that a card of tribute in the next deal is worth.
TRIBUTE_CARD = 0.35


class Job(NamedTuple):
    """A question to the search: all that it needs and nothing that its seat does not know."""

    view: View
    prompt: Prompt
    tracker: Tracker
    habits: Habits
    weights: Weights
    seed: int
    #: How many worlds are drawn at most.
    worlds: int
    #: Whether hidden hands are inferred from habits.
    infer: bool = True
    margin: float = MARGIN


class Thought(NamedTuple):
    """What came of a search."""

    move: Play | None
    #: Worlds that were played.
    worlds: int
    rollouts: int
    #: How much better the move is than the house bot's, in points; 0 where it is that one.
    gain: float


def choose(job: Job, in_time: Callable[[], bool] = lambda: True) -> Thought:
    """The best move of the job. `in_time` is asked before each world; the search ends with what it has when told."""
    moves = candidates(job.view, job.prompt, job.tracker, job.weights)
    if len(moves) == 1 or _goes_out(job, moves[0]):
        return Thought(moves[0], 0, 0, 0.0)
    return _Contest(job, moves).run(in_time)


def _goes_out(job: Job, move: Play | None) -> bool:
    deal = job.view.deal
    return move is not None and deal is not None and move.size == deal.hands[job.prompt.seat].size


class _Contest:
    """Candidates and what they earned, world by world."""

    def __init__(self, job: Job, moves: Sequence[Play | None]) -> None:
        self._job = job
        self._moves = moves
        self._values: list[list[float]] = [[] for _ in moves]
        self._rng = Random(job.seed)  # noqa: S311 - worlds are to be repeatable, not secret
        self._knowledge = knowledge_of(job.view, job.prompt.seat, job.tracker, job.habits, infer=job.infer)
        self._judge = judge_of(job.view.rules)
        self._rollouts = 0

    def run(self, in_time: Callable[[], bool]) -> Thought:
        """Play the rounds."""
        alive = list(range(len(self._moves)))
        played = 0
        for share in ROUNDS:
            for _ in range(round(self._job.worlds * share) - played):
                if not in_time():
                    return self._thought(alive, played)
                self._world(alive)
                played += 1
            alive = self._survivors(alive)
            if len(alive) == 1:
                break
        return self._thought(alive, played)

    def _world(self, alive: list[int]) -> None:
        job = self._job
        seat = job.prompt.seat
        start = state_of(job.view, draw_world(self._knowledge, seat, self._rng))
        for index in alive:
            state = start.copy()
            make(state, seat, self._moves[index], job.prompt.stage)
            self._values[index].append(self._value(state, seat))
            self._rollouts += 1

    def _value(self, state: RolloutState, seat: Seat) -> float:
        """What a world is worth to the seat's side after a move."""
        near_end = self._judge is None or sum(state.sizes) <= ENDGAME
        table = play_on(state, self._job.weights, MOST_MOVES if near_end else HORIZON)
        if self._judge is None or state.over:
            return worth(state, seat, self._job.view)
        value = judge_value(table, self._judge)
        return value if same_side(seat, 0) else -value

    def _lead_over_house(self, index: int) -> tuple[float, float]:
        """Mean and standard error of a move's gain over the house bot's in the worlds that both played."""
        pairs = [one - house for one, house in zip(self._values[index], self._values[0], strict=False)]
        count = len(pairs)
        if count < 2:
            return 0.0, float("inf")
        mean = sum(pairs) / count
        return mean, sqrt(sum((each - mean) ** 2 for each in pairs) / (count * (count - 1)))

    def _survivors(self, alive: list[int]) -> list[int]:
        """The house bot's move, and the better half of the others that have not shown themselves worse."""
        others = []
        for index in alive:
            if index:
                mean, error = self._lead_over_house(index)
                if mean + HOPELESS * error > 0.0:
                    others.append((mean, index))
        others.sort(reverse=True)
        return [0, *(index for _, index in others[: max(1, len(alive) // 2)])]

    def _thought(self, alive: list[int], played: int) -> Thought:
        best, gain = 0, 0.0
        for index in alive:
            if index:
                mean, error = self._lead_over_house(index)
                if mean > gain and mean > self._job.margin * hypot(error, JUDGE_ERROR):
                    best, gain = index, mean
        return Thought(self._moves[best], played, self._rollouts, gain)


def make(state: RolloutState, seat: Seat, move: Play | None, stage: Stage) -> None:
    """Carry a move of the seat out; before a burn answer the others that are asked have not burnt."""
    if stage == Stage.BURN_QUERY:
        state.burn(seat, None if move is None else move[:])
    elif move is not None:
        state.lay(move[:])
    elif state.may_yield():
        state.yield_turn()
    else:
        state.pass_turn()


def worth(state: RolloutState, seat: Seat, view: View) -> float:
    """What a finished deal is worth to the seat's side, in points; tribute too where another deal follows."""
    result = state.result()
    scores = result.scores
    value = (scores[seat] - scores[seat - 1]) / 2
    deal = view.deal
    if deal is not None and deal.number < view.deals:
        for debt in result.debts:
            if not same_side(debt.payer, debt.taker):
                value += TRIBUTE_CARD * debt.cards * (1 if same_side(debt.taker, seat) else -1)
    return value
