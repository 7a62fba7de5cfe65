"""Who listens to a session."""

from __future__ import annotations

from collections.abc import Callable

from gouji_desktop.table.session import Update


class Listeners:
    """Those who are told every update, in the order in which they came; one may leave while it is told."""

    def __init__(self) -> None:
        self._all: list[Callable[[Update], None]] = []

    def add(self, listener: Callable[[Update], None]) -> Callable[[], None]:
        """Tell the listener every update from now on; the result ends it, and may be called twice."""
        self._all.append(listener)

        def leave() -> None:
            if listener in self._all:
                self._all.remove(listener)

        return leave

    def tell(self, update: Update) -> None:
        """Tell everybody who listened when it began."""
        for listener in tuple(self._all):
            listener(update)

    def clear(self) -> None:
        """Nobody listens any more."""
        self._all.clear()
