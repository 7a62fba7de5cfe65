"""The master: the house bot that looks ahead before it plays or burns."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from gouji_desktop.bots.house import HousePlayer
from gouji_desktop.bots.memory import Memory
from gouji_desktop.bots.search.choosing import Job, Thought, choose
from gouji_desktop.bots.search.habits import NO_HABITS, fold_habits
from gouji_desktop.bots.sight import burn_command, deal_of, legal_plays, play_command, yield_command
from gouji_desktop.bots.weights import Weights
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import View

#: Worlds that a master looks at where it thinks without a deadline: the same seed gives the same game.
FIXED_WORLDS = 96
#: Answers a job, or None where the house bot's move is to be played.
Brain = Callable[[Job], Thought | None]


def think_here(job: Job) -> Thought:
    """Search in this process, for as long as it takes."""
    return choose(job)


class MasterPlayer:
    """Searches over what its seat knows; the house bot answers before play and wherever no search comes back."""

    def __init__(
        self,
        seat: Seat,
        rng: Random,
        brain: Brain = think_here,
        *,
        worlds: int = FIXED_WORLDS,
        weights: Weights | None = None,
        infer: bool = True,
    ) -> None:
        self._rng = rng
        self._brain = brain
        self._worlds = worlds
        self._infer = infer
        self._house = HousePlayer(seat, rng, weights)
        self._memory = Memory()
        self._habits = NO_HABITS

    def observe(self, event: Event, view: View) -> None:
        """Count what is laid and remember the habits of the others."""
        self._house.observe(event, view)
        self._memory.observe(event)
        self._habits = fold_habits(self._habits, event)

    def answer(self, view: View, prompt: Prompt) -> SeatCommand:
        """The command that answers the prompt."""
        if prompt.stage not in (Stage.PLAYING, Stage.BURN_QUERY):
            return self._house.answer(view, prompt)
        leads = deal_of(view).round.laid is None
        if prompt.stage == Stage.PLAYING and not leads and not legal_plays(view, prompt):
            return yield_command(prompt)
        thought = self._brain(
            Job(
                view,
                prompt,
                self._memory.tracker(view),
                self._habits,
                self._house.weights(view.rules),
                self._rng.getrandbits(60),
                self._worlds,
                self._infer,
            )
        )
        if thought is None:
            return self._house.answer(view, prompt)
        if prompt.stage == Stage.BURN_QUERY:
            return burn_command(view, prompt, thought.move)
        return yield_command(prompt) if thought.move is None else play_command(view, prompt, thought.move)
