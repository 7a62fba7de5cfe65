"""A table server inside a running application: "host a table" in the window.

It lives in the application's own event loop (asyncio's or the Qt one), takes no signals, leaves its log to the
application (without secrets in it), and keeps its data in a folder of the person's profile. It always speaks TLS with
an own certificate, whose fingerprint the host reads out to the others.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Self

from gouji_desktop import __version__
from gouji_desktop.net.codes import DEFAULT_PORT
from gouji_desktop.server.announcing import reachable
from gouji_desktop.server.app import StartError, TableServer
from gouji_desktop.server.config import Config
from gouji_desktop.server.listening import everywhere
from gouji_desktop.server.logs import redact_here

#: Others in the network are meant to come in.
EVERYWHERE = everywhere()

__all__ = ["EmbeddedServer", "StartError"]


class EmbeddedServer:
    """A server that runs until `stop`; made by `start`."""

    def __init__(self, server: TableServer, undo: Callable[[], None]) -> None:
        """`undo` is called when it has ended."""
        self._server = server
        self._undo = undo

    @classmethod
    async def start(
        cls,
        folder: Path,
        *,
        name: str,
        host: str = EVERYWHERE,
        port: int = DEFAULT_PORT,
        announce: bool = True,
        motd: str = "",
    ) -> Self:
        """Open a server whose data lies in a folder.

        `port` 0 takes any free one. Raises StartError, an OSError whose text is one sentence.
        """
        config = Config(
            name=name,
            motd=motd,
            host=host,
            port=port,
            data=folder,
            self_signed=True,
            announce=announce,
            build=__version__,
            node="embedded",
        )
        server, undo = TableServer(config), redact_here()
        try:
            await server.start()
        except BaseException:
            undo()
            raise
        return cls(server, undo)

    @property
    def name(self) -> str:
        """What others read."""
        return self._server.config.name

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._server.port

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of its certificate, `AB:CD:…`."""
        return self._server.fingerprint

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses at which others reach it, the likeliest first; loopback alone where there is no network.

        Those of IPv6 only where there is no other: people read them to each other.
        """
        found = [ip_address(each) for each in reachable(self._server.config.host)]
        outside = [each for each in found if not each.is_loopback] or found
        return tuple(str(each) for each in outside if each.version == outside[0].version)

    @property
    def announced(self) -> bool:
        """Whether others in the network can see it."""
        return self._server.announced

    @property
    def people(self) -> int:
        """How many connections are signed in, for the question whether it may be stopped."""
        return self._server.core.stats.signed_in

    async def stop(self) -> None:
        """Tell everybody that its host stops it, keep everything, and end.

        A running match goes on when it is started anew; until then nobody tries to come back by itself.
        """
        try:
            await self._server.stop(patience=1.5)
        finally:
            self._undo()
