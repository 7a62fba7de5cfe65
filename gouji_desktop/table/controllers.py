"""Who acts for a seat: the seam between the table host and its automatic players.

A player is asked through a `Thinker`, which answers now or later: `think_inline` asks when the answer is due;
`ThreadThinker` starts at once in another thread and is polled. While a player thinks it observes nothing: what happens
meanwhile is kept for it, so that a player is never in two threads at once.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
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


class _Threaded:
    """A thought in another thread."""

    __slots__ = ("_future",)

    def __init__(self, future: Future[SeatCommand]) -> None:
        self._future = future

    def poll(self) -> SeatCommand | None:
        return self._future.result() if self._future.done() else None


class ThreadThinker:
    """Lets players think in the threads of an executor.

    `wake` is called, in one of those threads, when a thought is ready: it should make the table's driver call `advance`
    in its own thread, such as `lambda: loop.call_soon_threadsafe(session.wake)`. It may be set later.
    """

    def __init__(self, executor: Executor, wake: Callable[[], object] | None = None) -> None:
        self._executor = executor
        self.wake = wake

    def __call__(self, answer: Callable[[], SeatCommand]) -> Thought:
        """Start thinking."""
        future = self._executor.submit(answer)
        future.add_done_callback(self._done)
        return _Threaded(future)

    def _done(self, _future: Future[SeatCommand]) -> None:
        if self.wake is not None:
            self.wake()


_WITH_CARDS = (PlayCards, BurnCards, ShowSuit, ReturnCards)
_WITHOUT = (Pass, Yield)


def is_command(command: Any) -> bool:
    """Whether something is a well-formed command of a seat, so that the rules can judge it."""
    if type(getattr(command, "seat", None)) is not int or type(getattr(command, "prompt", None)) is not int:
        return False
    if isinstance(command, _WITH_CARDS):
        faces: Any = command.faces
        return isinstance(faces, tuple) and all(type(face) is int and 0 <= face < FACES for face in faces)
    if isinstance(command, Decide):
        return type(command.yes) is bool
    return isinstance(command, _WITHOUT)


class PlayerController:
    """One automatic player at one seat, with its faults contained.

    A player that must not think where others do brings its own way to think: an attribute `thinker`.
    """

    def __init__(self, seat: Seat, label: str, player: Player, thinker: Thinker) -> None:
        self._seat = seat
        self._label = label
        self._player = player
        self._thinker: Thinker = getattr(player, "thinker", thinker)
        self._thought: Thought | None = None
        self._unheard: deque[tuple[Event, View]] = deque()
        self._deaf = False
        #: Held by whoever is inside the player, so that a dropped thought may still come to its end elsewhere.
        self._inside = threading.Lock()

    def observe(self, event: Event, view: View) -> None:
        """Tell the player what happened, as its seat may see it."""
        self._unheard.append((event, view))
        if self._thought is None and self._inside.acquire(blocking=False):
            try:
                self._hear()
            finally:
                self._inside.release()

    def _hear(self) -> None:
        """Hand over what the player has not heard yet."""
        while self._unheard:
            event, view = self._unheard.popleft()
            if isinstance(event, DealStarted):
                self._deaf = False
            if self._deaf:
                continue
            try:
                self._player.observe(event, view)
            except Exception:  # noqa: BLE001 - whatever a player raises is its own fault and not the table's
                # One line a deal: a player that fails at one event fails at the next as well.
                self._deaf = True
                _log.exception("%s at seat %d failed to observe %s", self._label, self._seat, type(event).__name__)

    def ask(self, view: View, prompt: Prompt) -> None:
        """Start thinking about a prompt."""

        def answer() -> SeatCommand:
            with self._inside:
                self._hear()
                return self._player.answer(view, prompt)

        self._thought = self._thinker(answer)

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
        """Forget the question; the player hears what it missed when it is through with it."""
        self._thought = None
        if self._unheard and self._inside.acquire(blocking=False):
            try:
                self._hear()
            finally:
                self._inside.release()

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
