"""The servers that can be connected to: those that are remembered, and those that the local network announces."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.profile.settings import SERVERS_KEPT
from gouji_desktop.ui.presenter.online import remember, server_choices, server_name

if TYPE_CHECKING:
    from gouji_desktop.net.client import Client
    from gouji_desktop.ui.app.onlineports import Network
    from gouji_desktop.ui.app.preferences import Preferences
    from gouji_desktop.ui.models.app import AppModel


class OnlineServers:
    """The list of the page 联网; `heard` is told what the local network announces."""

    def __init__(
        self,
        model: AppModel,
        preferences: Preferences,
        network: Network,
        heard: Callable[[dict[str, str]], object],
    ) -> None:
        self._model = model
        self._preferences = preferences
        self._network = network
        self._heard = heard
        self._found: dict[str, str] = {}
        self._searching = False

    def search(self, *, wanted: bool) -> bool:
        """Look for servers in the local network, or no longer; whether that begins now."""
        begins = wanted and not self._searching
        if begins:
            self._searching = True
            self._network.search(self._on_found)
        elif self._searching and not wanted:
            self._searching = False
            self._network.search_no_more()
        return begins

    def _on_found(self, found: dict[str, str]) -> None:
        self._found = dict(found)
        self._heard(self._found)

    def show(self, client: Client | None, address: str, own: Collection[str]) -> None:
        """Show the list; `address` is that of the client, "" for none, `own` those of the own server."""
        online, kept = self._model.online_model, self._preferences.settings.online_servers
        found = {place: name for place, name in self._found.items() if place not in own}
        here = address if client is not None and client.state.phase == "online" else ""
        rows = server_choices(kept, found, self._model.current_words(), here)
        online.show_servers(rows, searching=self._searching)
        first = address or next(iter(kept), "")
        known = kept.get(first, "") if client is None else client.state.server or kept.get(first, "")
        online.account_model.look(sign_in_at=server_name(first, known))

    def keep(self, address: str, name: str) -> None:
        """Remember a server, as the first of all."""
        kept = remember(self._preferences.settings.online_servers, address, name, SERVERS_KEPT)
        self._preferences.change(online_servers=kept)

    def forget(self, address: str) -> ServerAddress | None:
        """Forget a server, and what was trusted there; its address, where it is one."""
        kept = {each: name for each, name in self._preferences.settings.online_servers.items() if each != address}
        self._preferences.change(online_servers=kept)
        parsed = ServerAddress.parse(address)
        if not isinstance(parsed, ServerAddress):
            return None
        try:
            self._network.distrust(parsed)
        except OSError as error:
            self._model.notice(self._model.current_words()("notice.disk", reason=error.strerror or str(error)))
        return parsed
