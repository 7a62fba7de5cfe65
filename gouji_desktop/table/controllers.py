"""Who acts for a seat: the seam between the table host and its automatic players.

A player is asked through a `Thinker`, which answers now or later: `think_inline` asks when the answer is due; one that
uses a worker starts at once and is polled. While a player thinks it observes nothing: what happens meanwhile is kept
for it, so that a player is never in two threads.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Protocol

from gouji_desktop.bots.player import Player
from gouji_desktop.rules.cards import FACES
from gouji_desktop.rules.commands import (
    BurnCards,
    Decide,
    Pass,
    PlayCards,
    ReturnCards,
    SeatCommand,
    ShowSuit,
    Yield,
)
from gouji_desktop.rules.events import DealStarted, Event
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.views import View

_log = logging.getLogger(__name__)


class Thought(Protocol):
    """An answer in the making."""

    def poll(self) -> SeatCommand | None:
        """The answer, None while it is not ready. Raises what the player raised."""
        ...


class _Inline:
    """A thought that is thought when it is asked for."""

    __slots__ = ("_answer",)

    def __init__(self, answer: Callable[[], SeatCommand]) -> None:
        self._answer = answer

    def poll(self) -> SeatCommand | None:
        return self._answer()


#: Starts the thinking. The call it is given takes as long as the player takes, and may be made in another thread.
Thinker = Callable[[Callable[[], SeatCommand]], Thought]


def think_inline(answer: Callable[[], SeatCommand]) -> Thought:
    """Think in the thread of the table, when the answer is due: for players that take some milliseconds."""
    return _Inline(answer)


def is_command(command: Any) -> bool:
    """Whether something is a well-formed command of a seat, so that the rules can judge it."""
    if not all(type(getattr(command, field, None)) is int for field in ("seat", "prompt")):
        return False
    if isinstance(command, PlayCards | BurnCards | ShowSuit | ReturnCards):
        faces: Any = command.faces
        return isinstance(faces, tuple) and all(type(face) is int and 0 <= face < FACES for face in faces)
    if isinstance(command, Decide):
        return type(command.yes) is bool
    return isinstance(command, Pass | Yield)


class PlayerController:
    """One automatic player at one seat, with its faults contained."""

    def __init__(self, seat: Seat, label: str, player: Player, thinker: Thinker) -> None:
        self._seat = seat
        self._label = label
        self._player = player
        self._thinker = thinker
        self._thought: Thought | None = None
        self._missed: list[tuple[Event, View]] = []
        self._deaf = False

    def observe(self, event: Event, view: View) -> None:
        """Tell the player what happened, as its seat may see it."""
        if self._thought is not None:
            self._missed.append((event, view))
            return
        if isinstance(event, DealStarted):
            self._deaf = False
        if self._deaf:
            return
        try:
            self._player.observe(event, view)
        except Exception:  # noqa: BLE001 - whatever a player raises is its own fault and not the table's
            # One line a deal: a player that fails at one event fails at the next as well.
            self._deaf = True
            _log.exception("%s at seat %d failed to observe %s", self._label, self._seat, type(event).__name__)

    def ask(self, view: View, prompt: Prompt) -> None:
        """Start thinking about a prompt."""
        self._thought = self._thinker(lambda: self._player.answer(view, prompt))

    @property
    def is_thinking(self) -> bool:
        """Whether an answer was asked for and has not been fetched or dropped."""
        return self._thought is not None

    def poll(self) -> SeatCommand | None:
        """The answer, None while the player still thinks. Raises whatever the player raised."""
        assert self._thought is not None, "nothing was asked"
        try:
            answer = self._thought.poll()
        except BaseException:
            self.drop()
            raise
        if answer is not None:
            self.drop()
        return answer

    def drop(self) -> None:
        """Forget the question; the player hears what it missed."""
        self._thought = None
        missed, self._missed = self._missed, []
        for event, view in missed:
            self.observe(event, view)

    def report(self, prompt: Prompt, what: str, error: BaseException | None = None) -> None:
        """Write one line about a fault of the player."""
        _log.error(
            "%s at seat %d %s at prompt %d (%s): a fallback plays for it",
            self._label,
            self._seat,
            what,
            prompt.id,
            prompt.stage,
            exc_info=error,
        )
