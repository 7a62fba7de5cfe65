"""A known server that has another address: the list of servers and the match that waits there move with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gouji_desktop.net.failures import MENDED_ELSEWHERE
from gouji_desktop.ui.presenter.online import moved_place, moved_servers, server_name

if TYPE_CHECKING:
    from gouji_desktop.net.addresses import ServerAddress
    from gouji_desktop.net.clientstate import ClientState
    from gouji_desktop.net.connection import Moved
    from gouji_desktop.ui.app.preferences import Preferences
    from gouji_desktop.ui.presenter.words import Words


#: What is wrong where a server is not at its address any more; a line that was only cut is made again at once.
AWAY = frozenset(
    {"silent", "slept", "timeout", "refused", "unreachable", "network", "dns", "no_tls", "not_gouji", "other_server"}
)


def follow_server(moved: Moved, preferences: Preferences, words: Words, own: str) -> str:
    """Change what is remembered; the sentence that says so. `own`: the address of the server that the program hosts.

    Of the own server, which is on no list, nothing is said.
    """
    before = [f"wss://{place}" for place in moved.before]
    now, kept = str(moved.address), preferences.settings.online_servers
    name = next((kept[place] for place in before if kept.get(place)), "")
    if now == own:
        preferences.change(online_servers={place: title for place, title in kept.items() if place not in before})
        return ""
    preferences.change(
        online_servers=moved_servers(kept, before, now, swapped=moved.swapped),
        online_match=moved_place(preferences.settings.online_match, before, now, swapped=moved.swapped),
    )
    old = words.join([server_name(place, "") for place in before], "join.list")
    sentence = words("online.moved", server=server_name(now, name), old=old)
    if moved.withheld:
        return words("online.sentences", first=sentence, second=words("online.moved_withheld"))
    return sentence


def is_sought(state: ClientState, address: ServerAddress | None) -> bool:
    """Whether a server that one was on is not where it was, and may be known by its certificate at another address."""
    if address is None or not address.secure or not state.uid or state.trouble is None:
        return False
    return state.trouble.key in {"reconnecting": AWAY, "closed": MENDED_ELSEWHERE}.get(str(state.phase), ())
