"""Questions that the tests of the search ask."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from gouji_desktop.bots.levels import make_player
from gouji_desktop.bots.search.choosing import Job
from gouji_desktop.bots.search.habits import NO_HABITS, Habits, fold_habits
from gouji_desktop.bots.tracker import EMPTY_TRACKER, Tracker, fold_tracker
from gouji_desktop.bots.weights import WEIGHTS
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.state import Match, Stage
from gouji_desktop.rules.views import View
from tests.bots.games import questions, see


class Watching:
    """A hard player whose seat also keeps what the search is told."""

    def __init__(self, seat: Seat, rng: Random) -> None:
        self._player = make_player("hard", seat, rng)
        self.tracker: Tracker = EMPTY_TRACKER
        self.habits: Habits = NO_HABITS

    def observe(self, event: Event, view: View) -> None:
        self._player.observe(event, view)
        self.tracker = fold_tracker(self.tracker, event)
        self.habits = fold_habits(self.habits, event)

    def answer(self, view: View, prompt: Prompt) -> object:
        return self._player.answer(view, prompt)


def jobs(rules: RuleSet, seed: int, every: int = 1, worlds: int = 6) -> Iterator[tuple[Match, Job]]:
    """Every so many-th question of play of one deal, as jobs; the true state beside each."""
    players = [Watching(seat, Random(seed * 10 + seat)) for seat in range(SEATS)]
    asked = 0
    for match, prompt, _ in questions(rules, seed, players=list(players)):  # type: ignore[arg-type]
        if prompt.stage not in (Stage.PLAYING, Stage.BURN_QUERY):
            continue
        asked += 1
        if asked % every == 0:
            watcher = players[prompt.seat]
            view = see(match, prompt.seat)
            yield match, Job(view, prompt, watcher.tracker, watcher.habits, WEIGHTS, asked, worlds)
