"""The running matches in which the person has a seat: where one can go back to, and what outlasts the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gouji_desktop.ui.presenter.onlinelobby import held_row

if TYPE_CHECKING:
    from gouji_desktop.net.client import Client
    from gouji_desktop.net.messages import LobbyRow
    from gouji_desktop.ui.app.preferences import Preferences

#: Stands in the settings for the server that the program itself hosts.
OWN_SERVER = "host"


class HeldSeats:
    """Seats by server and account; the setting `online_match` names the server where a match waits that was not left.

    `place` gives the address of the server that is connected, or OWN_SERVER.
    """

    def __init__(self, preferences: Preferences, place: Callable[[], str]) -> None:
        self._preferences = preferences
        self._place = place
        self._held: dict[tuple[str, str], dict[str, LobbyRow]] = {}
        #: Those of them that were left: one may come back, but need not.
        self._left: set[str] = set()
        #: The table where the client was last.
        self._at = ""

    def rows(self, client: Client) -> tuple[LobbyRow, ...]:
        """The tables to which this client may come back."""
        return tuple(self._of(client).values())

    def follow(self, client: Client, topic: str) -> None:
        """Something has changed."""
        if topic not in {"table", "lobby"} or not client.state.uid:
            return
        held, table = self._of(client), client.table
        if table is not None:
            self._at = table.t
            if table.you is not None and table.phase == "playing":
                held[table.t] = held_row(table)
                self._left.discard(table.t)
            else:
                held.pop(table.t, None)
        elif client.notice is not None:
            held.pop(self._at, None)
        if topic == "lobby":
            for row in client.lobby_rows:
                if row.phase != "playing" and (table is None or row.t != table.t):
                    held.pop(row.t, None)
        self._remember(held)

    def left(self, client: Client, table: str) -> None:
        """The person has left a table."""
        self._left.add(table)
        self._remember(self._of(client))

    def gone(self, client: Client, table: str) -> None:
        """There is nothing to come back to."""
        self._of(client).pop(table, None)
        self._remember(self._of(client))

    def _of(self, client: Client) -> dict[str, LobbyRow]:
        return self._held.setdefault((self._place(), client.state.uid), {})

    def _remember(self, held: dict[str, LobbyRow]) -> None:
        place, known = self._place(), self._preferences.settings.online_match
        if held.keys() - self._left:
            if known != place:
                self._preferences.change(online_match=place)
        elif known == place:
            self._preferences.change(online_match="")
