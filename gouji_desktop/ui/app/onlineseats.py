"""The tables at which the person has a seat: where one can go back to, and what outlasts the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gouji_desktop.ui.presenter.online import server_name
from gouji_desktop.ui.presenter.onlinelobby import held_row, left_row

if TYPE_CHECKING:
    from gouji_desktop.net.client import Client
    from gouji_desktop.net.messages import LobbyRow
    from gouji_desktop.profile.settings import Settings
    from gouji_desktop.ui.app.preferences import Preferences
    from gouji_desktop.ui.presenter.words import Words

#: Stands in the settings for the server that the program itself hosts.
OWN_SERVER = "host"


def waiting_words(settings: Settings, words: Words) -> str:
    """Where a match waits that was not left, "" for none."""
    place = settings.online_match
    if place == OWN_SERVER:
        return words("online.waiting_host")
    if place:
        return words("online.waiting_at", server=server_name(place, settings.online_servers.get(place, "")))
    return ""


class HeldSeats:
    """What the server says of the seats of this account, also after a new start of the program.

    The setting `online_match` names the server where a match waits that was not left. `place` gives the address of the
    server that is connected, or OWN_SERVER.
    """

    def __init__(self, preferences: Preferences, place: Callable[[], str]) -> None:
        self._preferences = preferences
        self._place = place
        #: Tables that were left: one may come back, but need not.
        self._left: set[str] = set()

    def rows(self, client: Client) -> tuple[LobbyRow, ...]:
        """The tables to which this client may come back; not those whose match is over."""
        rows = []
        for seat in client.held.all:
            table = client.held.table(seat.t)
            if table is None:
                rows += [left_row(seat)] if seat.left else []
            elif seat.left or table.phase != "over":
                rows.append(held_row(table))
        return tuple(rows)

    def elsewhere(self, client: Client) -> int:
        """At how many tables there is a seat besides the one where a client that has just signed in goes."""
        seats = client.held.all
        return len(seats) - 1 if any(not seat.left for seat in seats) else 0

    def follow(self, client: Client, topic: str) -> None:
        """Something has changed."""
        if topic in {"table", "lobby"} and client.state.uid:
            if client.table is not None and client.table.you is not None:
                self._left.discard(client.table.t)
            self._remember(client)

    def left(self, client: Client, table: str) -> None:
        """The person has left a table."""
        self._left.add(table)
        self._remember(client)

    def gone(self, client: Client, table: str) -> None:
        """There is nothing to come back to."""
        client.held.lost(table)
        self._remember(client)

    def waiting(self, client: Client) -> tuple[str, ...]:
        """The tables at which a match waits that was not left."""
        running = client.held.running - self._left
        return tuple(seat.t for seat in client.held.all if seat.t in running and not seat.left)

    def _remember(self, client: Client) -> None:
        place, known = self._place(), self._preferences.settings.online_match
        if self.waiting(client):
            if known != place:
                self._preferences.change(online_match=place)
        elif known == place:
            self._preferences.change(online_match="")
