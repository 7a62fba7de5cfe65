"""The way to servers: sockets, trusted certificates, kept sign-ins, and the servers of the local network.

What brings libraries of the net with it is imported when somebody first wants to be online.
"""

from __future__ import annotations

import asyncio
import logging
import platform
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from gouji_desktop.profile.files import write_atomic
from gouji_desktop.profile.folders import Folders

if TYPE_CHECKING:
    from gouji_desktop.net.addresses import ServerAddress
    from gouji_desktop.net.connection import Connection, Moved
    from gouji_desktop.net.credentials import Credentials
    from gouji_desktop.net.discovery import Browser, FoundServer
    from gouji_desktop.net.pins import Pins
    from gouji_desktop.profile.shares import ShareFiles
    from gouji_desktop.ui.app.onlinehosting import Hosted
    from gouji_desktop.ui.app.preferences import Preferences

log = logging.getLogger(__name__)

#: Longest name of this computer in the list of sign-ins.
DEVICE_LENGTH = 40


class SocketNetwork:
    """The real way; `use_keyring=False` for tests that must not ask the system."""

    def __init__(
        self,
        folders: Folders,
        preferences: Preferences,
        loop: asyncio.AbstractEventLoop,
        *,
        use_keyring: bool = True,
    ) -> None:
        self._folders = folders
        self._preferences = preferences
        self._loop = loop
        self._use_keyring = use_keyring
        self._pins: Pins | None = None
        self._credentials: Credentials | None = None
        self._browser: Browser | None = None
        self._browsing: set[asyncio.Task[None]] = set()
        self._servers: dict[str, FoundServer] = {}
        #: Those that are open, and others as long as anybody holds them.
        self._lines: WeakSet[Connection] = WeakSet()
        self._on_keeping: Callable[[], None] = lambda: None
        self._on_moved: Callable[[Moved], None] = lambda _moved: None
        self._on_found: Callable[[dict[str, str]], None] = lambda _found: None

    @property
    def pins(self) -> Pins:
        """The certificates that are trusted."""
        from gouji_desktop.net.pins import Pins

        if self._pins is None:
            self._pins = Pins(self._folders.pins)
        return self._pins

    @property
    def credentials(self) -> Credentials:
        """The sign-ins."""
        from gouji_desktop.net.credentials import Credentials

        if self._credentials is None:
            agreed = self._preferences.settings.online_secrets == "file"
            self._credentials = Credentials(
                file=self._folders.sign_ins if agreed else None,
                use_keyring=self._use_keyring,
                changed=self._keeping_changed,
            )
        return self._credentials

    def reach(self, address: ServerAddress, name: str, locale: str) -> Connection:
        """A line to a server, not started yet."""
        from gouji_desktop.net.client import Client
        from gouji_desktop.net.connection import Connection, waking_clock
        from gouji_desktop.net.shares import KeptShares

        shares = _Shares(self._folders.matches, address)
        client = Client(
            self._loop,
            name=name,
            locale=locale,
            device=platform.node()[:DEVICE_LENGTH],
            keep_log=self._keep_log,
            shares=KeptShares(shares.read, shares.write),
            wall=waking_clock,
        )
        remembered = str(address) in self._preferences.settings.online_servers
        line = Connection(
            address,
            client,
            credentials=self.credentials,
            pins=self.pins,
            moved=self._on_moved,
            # One was there, and no certificate had to be trusted by hand.
            named=remembered and self.pins.of(address) is None,
        )
        shares.line = line
        self._lines.add(line)
        line.announced(self._announced())
        return line

    def _keep_log(self, name: str, content: bytes) -> None:
        """Put the log of a finished match among the replays."""
        safe = "".join(char for char in name if char.isalnum() or char == "-")[:60]
        path = self._folders.matches / f"online-{safe}.gouji"
        try:
            write_atomic(path, content)
        except OSError as error:
            log.warning("the log of an online match is not kept: %s", error)

    def trust(self, address: ServerAddress, fingerprint: str) -> None:
        """Trust a certificate from now on. Raises OSError where that cannot be written down."""
        self.pins.pin(address, fingerprint)

    def distrust(self, address: ServerAddress) -> None:
        """Trust none there any more. Raises OSError."""
        self.pins.unpin(address)

    def on_moved(self, listener: Callable[[Moved], None]) -> None:
        """Call when a known server was recognised at another address."""
        self._on_moved = listener

    # --- sign-ins -------------------------------------------------------------------------------------------------

    def on_keeping(self, listener: Callable[[], None]) -> None:
        """Call when `asks` changes."""
        self._on_keeping = listener

    def _keeping_changed(self) -> None:
        self._on_keeping()

    @property
    def asks(self) -> bool:
        """Whether the person must say where sign-ins are kept."""
        return self._credentials is not None and self._credentials.asks

    async def keep_in_file(self) -> bool:
        """They are kept in a file."""
        return await self.credentials.keep_in_file(self._folders.sign_ins)

    def keep_nowhere(self) -> None:
        """They are forgotten at the end."""
        self.credentials.keep_nowhere()

    # --- the local network ----------------------------------------------------------------------------------------

    def search(self, found: Callable[[dict[str, str]], None]) -> None:
        """Look for servers in the local network until `search_no_more`; told all of them, names by address."""
        from gouji_desktop.net.discovery import Browser

        self._on_found = found
        if self._browser is None:
            self._browser = Browser(self._found, self._lost)
        self._spawn(self._browser.start())

    def search_no_more(self) -> None:
        """Look no more."""
        if self._browser is not None:
            self._spawn(self._browser.stop())

    def _found(self, server: FoundServer) -> None:
        self._servers[server.key] = server
        self._tell()

    def _lost(self, key: str) -> None:
        self._servers.pop(key, None)
        self._tell()

    def _tell(self) -> None:
        from gouji_desktop.net.addresses import ServerAddress

        self._on_found(
            {str(ServerAddress(each.host, each.port, each.secure)): each.name for each in self._servers.values()}
        )
        announced = self._announced()
        for line in tuple(self._lines):
            state = line.client.state
            # One that was closed looks for nothing any more.
            if state.phase != "closed" or state.trouble is not None:
                line.announced(announced)

    def _announced(self) -> list[tuple[str, ServerAddress]]:
        """Where certificates are said to be: all addresses, the nearest first."""
        from gouji_desktop.net.addresses import ServerAddress

        return [
            (each.fingerprint, ServerAddress(host, each.port, secure=True))
            for each in self._servers.values()
            if each.secure and each.fingerprint
            for host in each.addresses
        ]

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._browsing.add(task)
        task.add_done_callback(self._browsing.discard)

    async def close(self) -> None:
        """Let go of everything."""
        if self._browser is not None:
            await self._browser.stop()
        await asyncio.gather(*self._browsing, return_exceptions=True)
        if self._credentials is not None:
            self._credentials.close()


class _Shares:
    """The files of shares of a server, which is known once the line to it is there."""

    def __init__(self, folder: Path, address: ServerAddress) -> None:
        self._folder = folder
        self._address = address
        self.line: Connection | None = None

    def read(self, table: str) -> bytes | None:
        """What was kept."""
        return self._files().read(table)

    def write(self, table: str, content: bytes | None) -> None:
        """Keep it, or no more."""
        self._files().write(table, content)

    def _files(self) -> ShareFiles:
        from gouji_desktop.profile.shares import ShareFiles

        kept = self._address.netloc if self.line is None else self.line.kept_under
        # A file is called after the whole address, as long as that is what other things are kept under, too.
        scheme = "wss" if self._address.secure else "ws"
        return ShareFiles(self._folder, kept if "://" in kept else f"{scheme}://{kept}")


async def serve(folder: Path, *, name: str, port: int) -> Hosted:
    """A server in this program that others of the network reach. Raises OSError where it cannot listen there."""
    from gouji_desktop.server.embedded import EmbeddedServer

    return await EmbeddedServer.start(folder, name=name, port=port)
