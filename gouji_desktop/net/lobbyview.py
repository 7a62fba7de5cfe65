"""The open tables of a server, kept up to date."""

from __future__ import annotations

from typing import Any

from gouji_desktop.net.messages import Lobby, LobbyDelta, LobbyRow

#: No list is longer, whatever a server says.
MOST_ROWS = 5000


class LobbyView:
    """What the lobby shows; `filter` is what was asked for, None while nobody looks."""

    def __init__(self) -> None:
        self._rows: dict[str, LobbyRow] = {}
        self.online = 0
        self.filter: dict[str, Any] | None = None

    @property
    def rows(self) -> tuple[LobbyRow, ...]:
        """The open tables, in the order in which they became known."""
        return tuple(self._rows.values())

    def take(self, message: Lobby | LobbyDelta) -> None:
        """All tables anew, or what has changed."""
        if isinstance(message, Lobby):
            self._rows.clear()
        else:
            for t in message.gone:
                self._rows.pop(t, None)
        for row in message.rows:
            if row.t in self._rows or len(self._rows) < MOST_ROWS:
                self._rows[row.t] = row
        self.online = message.online
