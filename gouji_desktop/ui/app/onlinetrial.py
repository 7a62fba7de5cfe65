"""Another server is tried while the connection of now stays: a slip in an address costs nobody the table."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from gouji_desktop.net.addresses import ServerAddress
    from gouji_desktop.net.clientstate import Trouble
    from gouji_desktop.net.connection import Moved
    from gouji_desktop.ui.app.onlineports import Line

#: A server stands there, and the person has to say something before it lets anybody in.
ASKS = frozenset({"unknown_certificate", "pin_changed", "needs_tls", "auth", "name_rejected", "name_taken"})


class Tried(NamedTuple):
    """A line to the server that may take the place of the one of now."""

    line: Line
    address: ServerAddress
    #: It was written without saying whether the line is encrypted.
    bare: bool


class OnlineTrial:
    """At most one server that is tried: it is taken as soon as it answers, and dropped where none does."""

    def __init__(
        self,
        take: Callable[[Tried], object],
        failed: Callable[[ServerAddress, Trouble], object],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._take = take
        self._failed = failed
        self._spawn = spawn
        self._tried: Tried | None = None

    def begin(self, tried: Tried) -> None:
        """Try this server, and no other one any more."""
        self.give_up()
        self._tried = tried
        tried.line.client.subscribe(lambda _topic: self._follow(tried))
        tried.line.start()

    def moved(self, moved: Moved) -> bool:
        """A server was found at another address: whether it is the one that is tried."""
        if self._tried is None or self._tried.address.netloc not in moved.before:
            return False
        self._tried = self._tried._replace(address=moved.address)
        return True

    def give_up(self) -> None:
        """Try none."""
        tried, self._tried = self._tried, None
        if tried is not None:
            self._spawn(tried.line.close())

    def _follow(self, tried: Tried) -> None:
        now, state = self._tried, tried.line.client.state
        if now is None or now.line is not tried.line:
            return
        trouble = state.trouble
        if state.phase == "online" or (trouble is not None and trouble.key in ASKS):
            self._tried = None
            self._take(now)
        elif trouble is not None:
            self.give_up()
            self._failed(now.address, trouble)
