"""The house bot: weighs every sensible play of the moment with what its seat can know. It looks one play ahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from gouji_desktop.bots.before_play import answer_before_play
from gouji_desktop.bots.burning import choose_cover, choose_dutiful
from gouji_desktop.bots.leading import score_leads
from gouji_desktop.bots.memory import Memory
from gouji_desktop.bots.position import Position
from gouji_desktop.bots.replying import lying_value, score_answers
from gouji_desktop.bots.sight import (
    burn_command,
    has_duty,
    legal_plays,
    play_command,
    yield_command,
)
from gouji_desktop.bots.tracker import EMPTY_TRACKER
from gouji_desktop.bots.weightfiles import weights_of
from gouji_desktop.bots.weights import Weights
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import View


class HousePlayer:
    """Plays by the weights, or, where none are given, by those of the family that its view's rule set belongs to.

    `counts`: remembers the cards that were laid. `noise`: the size of the error in every value, 0 for none.
    `least_gain`: an answer must be better than letting the play lie by more than this. `cautious`: takes no risks
    before play. `adapt`: changes the weights of the family.
    """

    def __init__(
        self,
        seat: Seat,
        rng: Random,
        weights: Weights | None = None,
        *,
        adapt: Callable[[Weights], Weights] | None = None,
        counts: bool = True,
        noise: float = 0.0,
        least_gain: float = 0.0,
        cautious: bool = False,
    ) -> None:
        self._seat = seat
        self._rng = rng
        self._given = weights
        self._adapt = adapt
        self._usual: tuple[RuleSet, Weights] | None = None
        self._counts = counts
        self._noise = noise
        self._least_gain = least_gain
        self._cautious = cautious
        self._memory = Memory()

    def observe(self, event: Event, view: View) -> None:
        """Count what is laid and remember who let what lie; the events tell all of it."""
        del view
        if self._counts:
            self._memory.observe(event)

    def weights(self, rules: RuleSet) -> Weights:
        """What it plays by under a rule set."""
        if self._given is not None:
            return self._given
        if self._usual is None or self._usual[0] is not rules:
            usual = weights_of(rules)
            self._usual = rules, usual if self._adapt is None else self._adapt(usual)
        return self._usual[1]

    def answer(self, view: View, prompt: Prompt) -> SeatCommand:
        """The command that answers the prompt."""
        if prompt.stage not in (Stage.PLAYING, Stage.BURN_QUERY):
            return answer_before_play(view, prompt, cautious=self._cautious)
        tracker = self._memory.tracker(view) if self._counts else EMPTY_TRACKER
        position = Position(view, self._seat, tracker, self.weights(view.rules))
        if prompt.stage == Stage.BURN_QUERY:
            return burn_command(view, prompt, choose_cover(position))
        play = self._turn(position, view, prompt)
        return yield_command(prompt) if play is None else play_command(view, prompt, play)

    def _turn(self, position: Position, view: View, prompt: Prompt) -> Play | None:
        if position.deal.round.laid is None:
            if has_duty(view, prompt):
                return choose_dutiful(position, legal_plays(view, prompt))
            return self._best(score_leads(position))
        plays = legal_plays(view, prompt)
        if not plays:
            return None
        scored = score_answers(position, plays)
        least = self._least_gain + lying_value(position, prompt.verbs)
        return self._best([(least, None), *scored])

    def _best(self, scored: Sequence[tuple[float, Play | None]]) -> Play | None:
        if not self._noise:
            return max(scored, key=lambda pair: pair[0])[1]
        return max(scored, key=lambda pair: pair[0] + self._noise * self._rng.gauss(0.0, 1.0))[1]
